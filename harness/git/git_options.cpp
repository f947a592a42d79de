#include "harness/git/git_options.hpp"

#include <algorithm>

namespace bisect::git {
namespace {

std::string escaped(std::string_view text) {
  std::string result;
  for (const char c : text) {
    if (c == '\n') {
      result += "\\n";
    } else {
      if (c == '"' || c == '\\') result += '\\';
      result += c;
    }
  }
  return result;
}

}  // namespace

GitOptions parse_options(std::string_view listing) {
  GitOptions options;
  while (!listing.empty()) {
    const std::string_view entry = listing.substr(0, listing.find('\0'));
    listing.remove_prefix(std::min(listing.size(), entry.size() + 1));
    const std::size_t end_of_key = entry.find('\n');
    // A key without "= value" means true (git-config(1)).
    if (end_of_key == std::string_view::npos) options.push_back({std::string(entry), "true"});
    else options.push_back({std::string(entry.substr(0, end_of_key)),
                            std::string(entry.substr(end_of_key + 1))});
  }
  return options;
}

core::Result<GitOptions> read_options(const GitProgram& git, const std::filesystem::path& git_dir,
                                      const core::Cancellation& cancellation) {
  const auto finished = git.run(
      {{"--git-dir=" + git_dir.string(), "config", "--local", "--includes", "-z", "--list"},
       git_dir,
       {}},
      cancellation);
  if (!finished) return finished.error();
  if (!finished->succeeded())
    return core::environment_error("the configuration of " + git_dir.string() +
                                   " cannot be read: " + problem_of(*finished));
  return parse_options(finished->out);
}

std::optional<std::string> value_of(const GitOptions& options, std::string_view key) {
  const auto found = std::find_if(options.rbegin(), options.rend(),
                                  [&](const GitOption& option) { return option.key == key; });
  if (found == options.rend()) return std::nullopt;
  return found->value;
}

std::string to_file_text(const GitOptions& options) {
  std::string text;
  for (const auto& [key, value] : options) {
    const std::size_t first = key.find('.');
    const std::size_t last = key.rfind('.');
    text += "[" + key.substr(0, first);
    if (last != first) text += " \"" + escaped(key.substr(first + 1, last - first - 1)) + "\"";
    text += "]\n\t" + key.substr(last + 1) + " = \"" + escaped(value) + "\"\n";
  }
  return text;
}

}  // namespace bisect::git
