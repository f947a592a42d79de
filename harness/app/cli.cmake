# The command line: argv in, Invocation out. Owns CLI11.
find_package(CLI11 REQUIRED)

bisect_room(cli
  SOURCES ${CMAKE_CURRENT_LIST_DIR}/cli.cpp
          ${CMAKE_CURRENT_LIST_DIR}/cli_help.cpp
          ${CMAKE_CURRENT_LIST_DIR}/cli_options.cpp
          ${CMAKE_CURRENT_LIST_DIR}/cli_parser.cpp
          ${CMAKE_CURRENT_LIST_DIR}/ttest_verb.cpp
  LINKS bisect::core bisect::config bisect::stats bisect::reports)
target_link_libraries(bisect_cli PRIVATE CLI11::CLI11)
target_compile_definitions(bisect_cli PRIVATE BISECT_VERSION="${PROJECT_VERSION}")
