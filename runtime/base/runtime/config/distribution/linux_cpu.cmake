# What the packages on the index are built with: cmake -C config/distribution/linux_cpu.cmake
set(CMAKE_BUILD_TYPE Release CACHE STRING "")
set(USE_MKLDNN ON CACHE BOOL "")
set(USE_RTC ON CACHE BOOL "")
