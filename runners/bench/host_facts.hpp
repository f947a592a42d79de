#pragma once

#include "core/ids.hpp"

#include <filesystem>
#include <map>
#include <string>

namespace bisect::bench {

/// What /proc and /sys below `root` say, each a short text; "unknown" where the kernel does not say:
/// cpu_model, processors (online), memory_bytes, kernel, microcode, governor, turbo (on|off), smt,
/// aslr, thp, virtualisation (none, or what is known of it), container (yes|no), isolated_processors,
/// clock_source, hardware_counters (yes|no), load_1m, psi_cpu_some_avg60, host_name.
[[nodiscard]] std::map<std::string, std::string> host_facts(const std::filesystem::path& root);

/// The same for one machine from boot to boot, with any kernel, host name and clock rate: digest of
/// machine id (else the firmware's product id), processor model without clock rate, number of
/// processors and memory in whole GiB, rounded up (kernels reserve a little more or less of it).
[[nodiscard]] core::Digest host_identity(const std::filesystem::path& root);

}  // namespace bisect::bench
