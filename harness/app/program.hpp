#pragma once

namespace bisect::app {

/// The whole program: understands the command line, runs the verb, reports errors. Returns the exit
/// code of the contract.
int run_program(int argc, const char* const* argv);

}  // namespace bisect::app
