#include "tests/acceptance/scene.hpp"

#include <cstdlib>
#include <stdexcept>

namespace bisect::acceptance {

namespace fs = std::filesystem;

namespace {

/// Folders that a scene has beside the fixture.
constexpr const char* k_private_folders[] = {"home", "xdg", "state", "notes", "outputs", "tmp"};

std::string our_path() {
  const char* path = std::getenv("PATH");
  return path != nullptr ? path : "/usr/local/bin:/usr/bin:/bin";
}

}  // namespace

Scene::Scene(const std::string& fixture) : m_before(m_folder.path()) {
  for (const char* name : k_private_folders) fs::create_directory(m_folder.path() / name);
  const fs::path script = fs::path(BISECT_CASES) / (fixture + ".sh");
  const support::Execution built =
      run({"sh", script.string(), this->fixture().string()}, m_folder.path());
  if (built.status != 0) throw std::runtime_error(fixture + ": " + built.out + built.err);
  m_expected = Expectation(this->fixture());
  accept();
}

std::map<std::string, std::string> Scene::environment() const {
  const std::string folder = m_folder.path().string();
  return {{"PATH", our_path()},
          {"HOME", folder + "/home"},
          {"LC_ALL", "C"},
          {"TMPDIR", folder + "/tmp"},
          {"BENCH_STATE", folder + "/state"},
          {"XDG_CACHE_HOME", folder + "/xdg/cache"},
          {"XDG_CONFIG_HOME", folder + "/xdg/config"},
          {"XDG_DATA_HOME", folder + "/xdg/data"},
          {"XDG_STATE_HOME", folder + "/xdg/state"},
          {"XDG_RUNTIME_DIR", folder + "/xdg"},
          {"GIT_CONFIG_GLOBAL", "/dev/null"},
          {"GIT_CONFIG_NOSYSTEM", "1"}};
}

std::vector<std::string> Scene::arguments(const Question& question) const {
  std::vector<std::string> words = {"--repo",     repository().string(),
                                    "--good",     question.good,
                                    "--bad",      question.bad,
                                    "--build",    question.build,
                                    "--run",      question.run,
                                    "--env",      "BENCH_VIRTUAL=1",
                                    "--env",      "BENCH_STATE=" + (folder() / "state").string(),
                                    "--db",       database().string(),
                                    "--work-dir", work_folder().string(),
                                    "--seed",     "1"};
  if (!question.metric.empty()) words.insert(words.end(), {"--metric", question.metric});
  words.insert(words.end(), question.options.begin(), question.options.end());
  for (std::string& word : words) word = m_expected.fill(word);
  return words;
}

support::Start Scene::start(std::vector<std::string> arguments,
                            const std::map<std::string, std::string>& more) const {
  support::Start start{std::move(arguments), environment(), notes(), folder() / "outputs"};
  start.argv.insert(start.argv.begin(), support::binary_under_test().string());
  for (const auto& [key, value] : more) start.environment[key] = m_expected.fill(value);
  return start;
}

support::Execution Scene::run(std::vector<std::string> argv, const fs::path& in) const {
  return support::run_program({std::move(argv), environment(), in, folder() / "outputs"});
}

std::vector<std::string> Scene::touched() const {
  return m_before.changes(FolderSnapshot(fixture()));
}

void Scene::accept() { m_before = FolderSnapshot(fixture()); }

}  // namespace bisect::acceptance
