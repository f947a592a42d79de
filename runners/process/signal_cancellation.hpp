#pragma once

#include "core/cancellation.hpp"
#include "core/result.hpp"
#include "runners/process/descriptor.hpp"

#include <signal.h>

#include <array>
#include <memory>

namespace bisect::process {

/// Cancellation by SIGINT, SIGTERM or SIGHUP. The first one requests it; the second ends this
/// process at once with status 130, whereupon the supervisor kills what is still running. A signal
/// that was ignored at the start (nohup, a shell's background job) stays ignored. One at a time.
class SignalCancellation final : public core::Cancellation {
 public:
  /// Installs the handlers. Error `environment` when the system refuses, `internal` when there is
  /// one already.
  static core::Result<std::unique_ptr<SignalCancellation>> install();

  /// Puts the former signal actions back.
  ~SignalCancellation() override;
  SignalCancellation(const SignalCancellation&) = delete;
  SignalCancellation& operator=(const SignalCancellation&) = delete;

  [[nodiscard]] bool requested() const override;
  [[nodiscard]] int descriptor() const override { return m_event.number(); }

 private:
  static constexpr std::array<int, 3> k_signals{SIGINT, SIGTERM, SIGHUP};

  explicit SignalCancellation(Descriptor event);

  Descriptor m_event;
  std::array<struct sigaction, 3> m_former{};
};

}  // namespace bisect::process
