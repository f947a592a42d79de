# The ways of the house for every target: language level, warnings, sanitizers, one room = one target.
set(CMAKE_CXX_STANDARD 20)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)
set(CMAKE_RUNTIME_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR})

option(BISECT_WERROR "Treat warnings as errors" OFF)
option(BISECT_SANITIZE "Address and undefined-behaviour sanitizers" OFF)

add_library(bisect_warnings INTERFACE)
# -Wrestrict is off: g++ 12 warns about std::string inside its own headers (GCC bug 105329).
target_compile_options(bisect_warnings INTERFACE
  -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wno-sign-conversion -Wnon-virtual-dtor
  -Woverloaded-virtual -Wno-restrict $<$<BOOL:${BISECT_WERROR}>:-Werror>)

add_library(bisect_sanitizers INTERFACE)
if(BISECT_SANITIZE)
  target_compile_options(bisect_sanitizers INTERFACE
    -fsanitize=address,undefined -fno-sanitize-recover=undefined -fno-omit-frame-pointer)
  target_link_options(bisect_sanitizers INTERFACE -fsanitize=address,undefined)
endif()

find_program(CCACHE ccache)
if(CCACHE AND NOT CMAKE_CXX_COMPILER_LAUNCHER)
  # Without this ccache would pass over whatever uses a precompiled header.
  set(CMAKE_CXX_COMPILER_LAUNCHER
    ${CMAKE_COMMAND} -E env CCACHE_SLOPPINESS=pch_defines,time_macros ${CCACHE})
endif()

# bisect_room(NAME SOURCES a.cpp … [LINKS target …]): a static library bisect_NAME, alias
# bisect::NAME. LINKS are PUBLIC: they are the room's arrows, checked by tests/lint.
function(bisect_room name)
  cmake_parse_arguments(ROOM "" "" "SOURCES;LINKS" ${ARGN})
  add_library(bisect_${name} STATIC ${ROOM_SOURCES})
  add_library(bisect::${name} ALIAS bisect_${name})
  target_include_directories(bisect_${name} PUBLIC ${PROJECT_SOURCE_DIR})
  target_link_libraries(bisect_${name} PUBLIC ${ROOM_LINKS}
    PRIVATE bisect_warnings bisect_sanitizers)
endfunction()
