#include "harness/git/submodule_url.hpp"

#include <gtest/gtest.h>

namespace bisect::git {
namespace {

TEST(SubmoduleUrl, AbsoluteAddressesStay) {
  for (const char* url : {"https://host/a.git", "git@host:a.git", "/srv/a", "file:///srv/a", ".."})
    EXPECT_EQ(resolve_submodule_url("https://other/b", url), url);
}

// The table of git's own t0060-path-utils.sh, "test_submodule_relative_url".
TEST(SubmoduleUrl, RelativeAddressesAsGitResolvesThem) {
  struct Case {
    const char* parent;
    const char* url;
    const char* expected;
  };
  for (const Case& c : {
           Case{"//somewhere else/repo", "../submodule", "//somewhere else/submodule"},
           Case{"//somewhere else/repo", "../../submodule", "//submodule"},
           Case{"/addtest/addtest_repo", "../repo/dir", "/addtest/repo/dir"},
           Case{"/super/repo/.", "../.", "/super/repo/."},
           Case{"/super/repo", "./.", "/super/repo/."},
           Case{"/super/repo", "./sub/", "/super/repo/sub"},
           Case{"file:///tmp/repo", "../subrepo", "file:///tmp/subrepo"},
           Case{"helper:://hostname/repo", "../subrepo", "helper:://hostname/subrepo"},
           Case{"helper:://hostname/repo", "../../subrepo", "helper:://subrepo"},
           Case{"helper:://hostname/repo", "../../../subrepo", "helper::/subrepo"},
           Case{"helper:://hostname/repo", "../../../../subrepo", "helper::subrepo"},
           Case{"ssh://hostname/repo", "../subrepo", "ssh://hostname/subrepo"},
           Case{"ssh://hostname:22/repo", "../subrepo", "ssh://hostname:22/subrepo"},
           Case{"user@host:path/to/repo", "../subrepo", "user@host:path/to/subrepo"},
           Case{"user@host:repo", "../subrepo", "user@host:subrepo"},
           Case{"https://host/team/repo.git/", "../dep.git", "https://host/team/dep.git"},
       })
    EXPECT_EQ(resolve_submodule_url(c.parent, c.url), c.expected) << c.parent << " " << c.url;
}

TEST(SubmoduleUrl, LocalPaths) {
  for (const char* url : {"/a", "a", "../a", "./a:b", "a/b:c"}) EXPECT_TRUE(is_local_path(url)) << url;
  for (const char* url : {"https://a", "host:a", "user@host:/a"})
    EXPECT_FALSE(is_local_path(url)) << url;
}

}  // namespace
}  // namespace bisect::git
