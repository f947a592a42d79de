# What the container images are built with: cmake -C config/container.cmake
set(CMAKE_BUILD_TYPE Release CACHE STRING "")
set(USE_MKLDNN OFF CACHE BOOL "")
set(USE_RTC ON CACHE BOOL "")
