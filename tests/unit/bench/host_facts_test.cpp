#include "runners/bench/host_facts.hpp"

#include "runners/bench/host.hpp"
#include "tests/support/temporary_folder.hpp"

#include <gtest/gtest.h>

#include <fstream>

namespace bisect::bench {
namespace {

namespace fs = std::filesystem;

/// A machine made of files.
class Machine {
 public:
  Machine() {
    put("etc/machine-id", "0123456789abcdef\n");
    put("proc/cpuinfo", cpuinfo("Xeon(R) CPU @ 2.60GHz", "2593.906", "0xb000040"));
    put("proc/meminfo", "MemTotal:       16314128 kB\nMemFree: 1 kB\n");
    put("proc/loadavg", "2.50 1.00 0.50 3/200 4242\n");
    put("proc/pressure/cpu", "some avg10=1.00 avg60=12.25 avg300=3.00 total=9\n");
    put("proc/sys/kernel/osrelease", "6.1.0-13\n");
    put("proc/sys/kernel/hostname", "laptop\n");
    put("proc/sys/kernel/randomize_va_space", "2\n");
    put("sys/devices/system/cpu/online", "0-2,5\n");
    put("sys/devices/system/cpu/isolated", "\n");
    put("sys/devices/system/cpu/smt/control", "off\n");
    put("sys/devices/system/cpu/cpu0/cpufreq/scaling_governor", "powersave\n");
    put("sys/devices/system/cpu/intel_pstate/no_turbo", "1\n");
    put("sys/kernel/mm/transparent_hugepage/enabled", "always [madvise] never\n");
  }

  static std::string cpuinfo(const std::string& model, const std::string& mhz,
                             const std::string& microcode) {
    std::string text;
    for (const char* number : {"0", "1"})
      text += std::string("processor\t: ") + number + "\nmodel name\t: " + model + "\nmicrocode\t: " +
              microcode + "\ncpu MHz\t\t: " + mhz + "\nflags\t\t: fpu sse2\n\n";
    return text;
  }

  void put(const std::string& file, const std::string& text) {
    fs::create_directories((root() / file).parent_path());
    std::ofstream(root() / file) << text;
  }
  [[nodiscard]] const fs::path& root() const { return m_folder.path(); }

 private:
  support::TemporaryFolder m_folder;
};

TEST(HostFacts, are_read_from_proc_and_sys) {
  const Machine machine;
  auto facts = host_facts(machine.root());
  EXPECT_EQ(facts["cpu_model"], "Xeon(R) CPU");
  EXPECT_EQ(facts["processors"], "4");
  EXPECT_EQ(facts["memory_bytes"], "16705667072");
  EXPECT_EQ(facts["kernel"], "6.1.0-13");
  EXPECT_EQ(facts["microcode"], "0xb000040");
  EXPECT_EQ(facts["governor"], "powersave");
  EXPECT_EQ(facts["turbo"], "off");
  EXPECT_EQ(facts["smt"], "off");
  EXPECT_EQ(facts["aslr"], "2");
  EXPECT_EQ(facts["thp"], "madvise");
  EXPECT_EQ(facts["virtualisation"], "none");
  EXPECT_EQ(facts["container"], "no");
  EXPECT_EQ(facts["load_1m"], "2.50");
  EXPECT_EQ(facts["psi_cpu_some_avg60"], "12.25");
  EXPECT_EQ(facts["host_name"], "laptop");
  EXPECT_EQ(facts["isolated_processors"], "unknown");
}

TEST(HostFacts, are_unknown_where_the_kernel_does_not_say) {
  const support::TemporaryFolder nothing;
  auto facts = host_facts(nothing.path());
  for (const char* key : {"cpu_model", "kernel", "microcode", "governor", "turbo", "smt", "aslr", "thp",
                          "load_1m", "psi_cpu_some_avg60", "host_name"})
    EXPECT_EQ(facts[key], "unknown") << key;
  EXPECT_FALSE(host_identity(nothing.path()).empty());
}

TEST(HostFacts, name_an_arm_processor_by_its_numbers) {
  Machine machine;
  machine.put("proc/cpuinfo", "processor\t: 0\nCPU implementer\t: 0x41\nCPU part\t: 0xd0c\n");
  EXPECT_EQ(host_facts(machine.root())["cpu_model"], "0x41 0xd0c");
}

TEST(HostFacts, recognise_virtual_machines) {
  Machine machine;
  machine.put("proc/cpuinfo", "flags\t\t: fpu hypervisor sse\n");
  EXPECT_EQ(host_facts(machine.root())["virtualisation"], "hypervisor");
  machine.put("sys/class/dmi/id/sys_vendor", "QEMU\n");
  EXPECT_EQ(host_facts(machine.root())["virtualisation"], "QEMU");
}

// ionelmc/pytest-benchmark #255, airspeed-velocity/asv #944: one machine got a new identity at each
// boot because the key held a measured clock rate, or its host name.
TEST(HostIdentity, survives_what_changes_between_boots) {
  Machine machine;
  const core::Digest before = host_identity(machine.root());
  machine.put("proc/cpuinfo", Machine::cpuinfo("Xeon(R) CPU @ 2.594GHz", "2594.311", "0xb000041"));
  machine.put("proc/sys/kernel/hostname", "laptop.example\n");
  machine.put("proc/sys/kernel/osrelease", "6.5.0-1\n");
  machine.put("proc/meminfo", "MemTotal:       16310000 kB\n");
  machine.put("proc/loadavg", "9.00 1.00 0.50 3/200 4242\n");
  machine.put("sys/devices/system/cpu/cpu0/cpufreq/scaling_governor", "performance\n");
  EXPECT_EQ(host_identity(machine.root()), before);
}

TEST(HostIdentity, differs_between_machines) {
  const core::Digest one = host_identity(Machine().root());
  const struct {
    const char* file;
    std::string text;
  } changes[] = {{"etc/machine-id", "fedcba9876543210\n"},
                 {"proc/cpuinfo", Machine::cpuinfo("EPYC", "2593.906", "0xb000040")},
                 {"proc/meminfo", "MemTotal:       32628256 kB\n"},
                 {"sys/devices/system/cpu/online", "0-7\n"}};
  for (const auto& change : changes) {
    Machine other;
    other.put(change.file, change.text);
    EXPECT_NE(host_identity(other.root()), one) << change.file;
  }
}

TEST(HostIdentity, falls_back_to_the_firmware) {
  Machine machine;
  machine.put("etc/machine-id", "");
  const core::Digest without = host_identity(machine.root());
  machine.put("sys/class/dmi/id/product_uuid", "4c4c4544\n");
  EXPECT_NE(host_identity(machine.root()), without);
}

TEST(HostObservation, describes_the_machine_it_runs_on) {
  const HostObservation host = observe_host();
  EXPECT_EQ(host.id, observe_host().id);
  EXPECT_FALSE(host.processors.empty());
  EXPECT_TRUE(std::is_sorted(host.processors.begin(), host.processors.end()));
  EXPECT_NE(host.facts.at("kernel"), "unknown");
  EXPECT_GE(load_average(), 0);
}

}  // namespace
}  // namespace bisect::bench
