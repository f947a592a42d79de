#include "harness/git/submodule_url.hpp"

namespace bisect::git {
namespace {

/// Removes the last folder; '/' or ':' says at what it was cut ("host:path" has no slash to cut at).
char chop_last_folder(std::string& url) {
  if (const std::size_t slash = url.rfind('/'); slash != std::string::npos) {
    url.resize(slash);
    return '/';
  }
  if (const std::size_t colon = url.rfind(':'); colon != std::string::npos) {
    url.resize(colon);
    return ':';
  }
  url = ".";
  return '/';
}

}  // namespace

bool is_local_path(std::string_view url) {
  const std::size_t colon = url.find(':');
  return colon == std::string_view::npos || url.find('/') < colon;
}

std::string resolve_submodule_url(const std::string& parent_url, const std::string& url) {
  if (!url.starts_with("./") && !url.starts_with("../")) return url;
  std::string base = parent_url;
  if (base.size() > 1 && base.ends_with('/')) base.pop_back();
  char separator = '/';
  std::string_view rest = url;
  while (true) {
    if (rest.starts_with("../")) {
      rest.remove_prefix(3);
      if (chop_last_folder(base) == ':') separator = ':';
    } else if (rest.starts_with("./")) {
      rest.remove_prefix(2);
    } else {
      break;
    }
  }
  std::string result = base + separator + std::string(rest);
  if (result.ends_with('/')) result.pop_back();
  return result;
}

}  // namespace bisect::git
