# bisect_add_test(NAME x SOURCES a.cpp … [LINKS target …] [TIMEOUT seconds]): one GoogleTest program,
# its tests listed in ctest as x.Suite.Test.
enable_testing()
find_package(GTest REQUIRED)
include(GoogleTest)

# Tests are compiled once and run once: what counts is how soon they are there. Hence no optimiser, and
# GoogleTest's headers are parsed once for all programs.
add_library(test_headers OBJECT ${PROJECT_SOURCE_DIR}/cmake/empty.cpp)
target_precompile_headers(test_headers PRIVATE <gmock/gmock.h> <gtest/gtest.h>)
target_link_libraries(test_headers PRIVATE GTest::gtest GTest::gmock bisect_warnings bisect_sanitizers)
target_compile_options(test_headers PRIVATE -O0)

function(bisect_add_test)
  cmake_parse_arguments(TEST "" "NAME;TIMEOUT" "SOURCES;LINKS" ${ARGN})
  if(NOT TEST_TIMEOUT)
    set(TEST_TIMEOUT 300)
  endif()
  add_executable(${TEST_NAME} ${TEST_SOURCES})
  target_include_directories(${TEST_NAME} PRIVATE ${PROJECT_SOURCE_DIR})
  target_link_libraries(${TEST_NAME} PRIVATE ${TEST_LINKS} GTest::gtest GTest::gmock
    GTest::gtest_main bisect_warnings bisect_sanitizers)
  target_compile_options(${TEST_NAME} PRIVATE -O0)
  target_precompile_headers(${TEST_NAME} REUSE_FROM test_headers)
  gtest_discover_tests(${TEST_NAME} TEST_PREFIX ${TEST_NAME}. NO_PRETTY_VALUES DISCOVERY_TIMEOUT 60
    PROPERTIES TIMEOUT ${TEST_TIMEOUT})
endfunction()
