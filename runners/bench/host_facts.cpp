#include "runners/bench/host_facts.hpp"

#include "core/digest.hpp"
#include "runners/bench/quotation.hpp"
#include "runners/bench/text_lines.hpp"

#include <charconv>
#include <cstdint>
#include <fstream>
#include <iterator>
#include <string_view>
#include <system_error>

namespace bisect::bench {
namespace {

namespace fs = std::filesystem;

constexpr const char* k_unknown = "unknown";
constexpr std::size_t k_longest_fact = 200;

std::string read_text(const fs::path& file) {
  std::ifstream input(file, std::ios::binary);
  return {std::istreambuf_iterator<char>(input), {}};
}

std::string or_unknown(std::string_view text) {
  const std::string_view fact = trimmed(text);
  return fact.empty() ? k_unknown : printable(fact, k_longest_fact);
}

std::string fact_in(const fs::path& file) { return or_unknown(read_text(file)); }

/// Value of the first line "key : value"; empty when there is none.
std::string_view value_of(std::string_view text, std::string_view key) {
  std::string_view found;
  for_each_line(text, [&](const TextLine& line) {
    const std::size_t colon = line.text.find(':');
    if (!found.empty() || colon == std::string_view::npos) return;
    if (trimmed(line.text.substr(0, colon)) == key) found = trimmed(line.text.substr(colon + 1));
  });
  return found;
}

/// "Xeon E5-2670 0 @ 2.60GHz" -> "Xeon E5-2670 0": some systems print a measured rate there.
std::string without_clock_rate(std::string_view model) {
  std::string kept;
  while (!model.empty()) {
    const std::string_view word = model.substr(0, model.find(' '));
    model.remove_prefix(std::min(word.size() + 1, model.size()));
    const bool rate = word == "@" || word.ends_with("GHz") || word.ends_with("MHz");
    if (rate || word.empty()) continue;
    if (!kept.empty()) kept += ' ';
    kept += word;
  }
  return kept;
}

std::string cpu_model(const fs::path& root) {
  const std::string cpuinfo = read_text(root / "proc/cpuinfo");
  if (const auto model = value_of(cpuinfo, "model name"); !model.empty())
    return or_unknown(without_clock_rate(model));
  // ARM kernels print numbers instead of a name.
  std::string numbers;
  for (const char* key : {"CPU implementer", "CPU part", "CPU variant", "CPU revision"})
    if (const auto value = value_of(cpuinfo, key); !value.empty())
      numbers += (numbers.empty() ? "" : " ") + std::string(value);
  return or_unknown(numbers);
}

int parse_int(std::string_view text) {
  int value = 0;
  std::from_chars(text.data(), text.data() + text.size(), value);
  return value;
}

/// Number of processors in a list like "0-3,8".
int count_list(std::string_view list) {
  int count = 0;
  for (list = trimmed(list); !list.empty();) {
    const std::string_view range = list.substr(0, list.find(','));
    list.remove_prefix(std::min(range.size() + 1, list.size()));
    const std::size_t dash = range.find('-');
    count += dash == std::string_view::npos
                 ? 1
                 : parse_int(range.substr(dash + 1)) - parse_int(range.substr(0, dash)) + 1;
  }
  return count;
}

std::uint64_t memory_bytes(const fs::path& root) {
  const std::string meminfo = read_text(root / "proc/meminfo");
  const std::string_view total = value_of(meminfo, "MemTotal");
  std::uint64_t kibibytes = 0;
  std::from_chars(total.data(), total.data() + total.size(), kibibytes);
  return kibibytes << 10;
}

std::string turbo(const fs::path& root) {
  const fs::path cpu = root / "sys/devices/system/cpu";
  const std::string off = fact_in(cpu / "intel_pstate/no_turbo");
  if (off != k_unknown) return off == "0" ? "on" : "off";
  const std::string boost = fact_in(cpu / "cpufreq/boost");
  return boost == k_unknown ? boost : boost == "1" ? "on" : "off";
}

/// The chosen one of "always [madvise] never".
std::string in_brackets(std::string_view text) {
  const std::size_t open = text.find('[');
  const std::size_t close = text.find(']');
  if (open == std::string_view::npos || close == std::string_view::npos || close < open)
    return k_unknown;
  return or_unknown(text.substr(open + 1, close - open - 1));
}

std::string virtualisation(const fs::path& root) {
  const std::string cpuinfo = read_text(root / "proc/cpuinfo");
  const std::string hypervisor = fact_in(root / "sys/hypervisor/type");
  const bool flagged = value_of(cpuinfo, "flags").find("hypervisor") != std::string_view::npos;
  if (!flagged && hypervisor == k_unknown) return "none";
  if (hypervisor != k_unknown) return hypervisor;
  const std::string vendor = fact_in(root / "sys/class/dmi/id/sys_vendor");
  return vendor == k_unknown ? "hypervisor" : vendor;
}

std::string container(const fs::path& root) {
  std::error_code error;
  return fs::exists(root / ".dockerenv", error) || fs::exists(root / "run/.containerenv", error)
             ? "yes"
             : "no";
}

/// The value of "some avg10=0.00 avg60=1.25 …" for avg60.
std::string pressure(const fs::path& root) {
  const std::string text = read_text(root / "proc/pressure/cpu");
  const std::size_t key = text.find("avg60=");
  if (key == std::string::npos) return k_unknown;
  const std::size_t begin = key + std::string_view("avg60=").size();
  return or_unknown(std::string_view(text).substr(begin, text.find(' ', begin) - begin));
}

}  // namespace

std::map<std::string, std::string> host_facts(const fs::path& root) {
  const fs::path cpu = root / "sys/devices/system/cpu";
  std::error_code error;
  const std::string load = read_text(root / "proc/loadavg");
  return {
      {"cpu_model", cpu_model(root)},
      {"processors", std::to_string(count_list(read_text(cpu / "online")))},
      {"memory_bytes", std::to_string(memory_bytes(root))},
      {"kernel", fact_in(root / "proc/sys/kernel/osrelease")},
      {"microcode", or_unknown(value_of(read_text(root / "proc/cpuinfo"), "microcode"))},
      {"governor", fact_in(cpu / "cpu0/cpufreq/scaling_governor")},
      {"turbo", turbo(root)},
      {"smt", fact_in(cpu / "smt/control")},
      {"aslr", fact_in(root / "proc/sys/kernel/randomize_va_space")},
      {"thp", in_brackets(read_text(root / "sys/kernel/mm/transparent_hugepage/enabled"))},
      {"virtualisation", virtualisation(root)},
      {"container", container(root)},
      {"isolated_processors", fact_in(cpu / "isolated")},
      {"clock_source",
       fact_in(root / "sys/devices/system/clocksource/clocksource0/current_clocksource")},
      {"hardware_counters",
       fs::exists(root / "sys/bus/event_source/devices/cpu", error) ? "yes" : "no"},
      {"load_1m", or_unknown(load.substr(0, load.find(' ')))},
      {"psi_cpu_some_avg60", pressure(root)},
      {"host_name", fact_in(root / "proc/sys/kernel/hostname")},
  };
}

core::Digest host_identity(const fs::path& root) {
  std::string machine = fact_in(root / "etc/machine-id");
  if (machine == k_unknown) machine = fact_in(root / "sys/class/dmi/id/product_uuid");
  constexpr std::uint64_t k_gib = std::uint64_t{1} << 30;
  const std::uint64_t memory = (memory_bytes(root) + k_gib - 1) / k_gib;
  core::Hasher hasher;
  hasher.add(machine)
      .add(cpu_model(root))
      .add(std::to_string(count_list(read_text(root / "sys/devices/system/cpu/online"))))
      .add(std::to_string(memory));
  return hasher.digest();
}

}  // namespace bisect::bench
