#pragma once

namespace bisect::core {

/// Asked between steps and by everything that waits: has the user (or the budget) said stop?
class Cancellation {
 public:
  virtual ~Cancellation() = default;
  [[nodiscard]] virtual bool requested() const = 0;
  /// A descriptor that becomes readable when cancellation is requested; -1 when there is none.
  [[nodiscard]] virtual int descriptor() const = 0;
};

}  // namespace bisect::core
