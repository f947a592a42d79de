# bisect_add_test(NAME x SOURCES a.cpp … [LINKS target …] [TIMEOUT seconds]): one GoogleTest program,
# its tests listed in ctest as x.Suite.Test.
enable_testing()
find_package(GTest REQUIRED)
include(GoogleTest)

function(bisect_add_test)
  cmake_parse_arguments(TEST "" "NAME;TIMEOUT" "SOURCES;LINKS" ${ARGN})
  if(NOT TEST_TIMEOUT)
    set(TEST_TIMEOUT 300)
  endif()
  add_executable(${TEST_NAME} ${TEST_SOURCES})
  target_include_directories(${TEST_NAME} PRIVATE ${PROJECT_SOURCE_DIR})
  target_link_libraries(${TEST_NAME} PRIVATE ${TEST_LINKS} GTest::gtest GTest::gmock
    GTest::gtest_main bisect_warnings bisect_sanitizers)
  gtest_discover_tests(${TEST_NAME} TEST_PREFIX ${TEST_NAME}. DISCOVERY_TIMEOUT 60
    PROPERTIES TIMEOUT ${TEST_TIMEOUT})
endfunction()
