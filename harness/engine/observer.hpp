#pragma once

#include "core/clock.hpp"

#include <optional>
#include <string>

namespace bisect::engine {

/// Where a run stands.
struct Progress {
  std::string activity;
  int round_block = 0;   ///< of the running round; 0 of 0 while building
  int round_blocks = 0;
  int candidates_left = 0;
  std::optional<core::Duration> expected_left;
};

/// Port: events leave sideways and change nothing.
class Observer {
 public:
  virtual ~Observer() = default;
  virtual void progress(const Progress& progress) = 0;
  /// Something worth a line of its own: a verdict, a failed build.
  virtual void note(const std::string& text) = 0;
};

}  // namespace bisect::engine
