#include "harness/app/program.hpp"

int main(int argc, char** argv) { return bisect::app::run_program(argc, argv); }
