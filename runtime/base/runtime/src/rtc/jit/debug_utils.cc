// Three functions of asmjit's own. In the archive Debian ships they are compiled in a way
// that no shared library can link (their use of stderr), and they are all of their object
// file: defined here, that file is not looked at.

#include <asmjit/core.h>

#include <cstdio>
#include <cstdlib>
#include <string>

ASMJIT_BEGIN_NAMESPACE

const char* DebugUtils::errorAsString(Error error) noexcept {
  thread_local std::string text;
  text = "error " + std::to_string(error) + " of asmjit";
  return text.c_str();
}

void DebugUtils::debugOutput(const char* text) noexcept { std::fputs(text, stderr); }

void DebugUtils::assertionFailed(const char* file, int line, const char* message) noexcept {
  std::fprintf(stderr, "%s:%d: %s\n", file, line, message);
  std::abort();
}

ASMJIT_END_NAMESPACE
