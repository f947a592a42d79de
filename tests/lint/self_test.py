#!/usr/bin/env python3
"""Each rule must complain about a bad sample and be silent about a good one."""

import os
import tempfile
import unittest

import lint
import rule_file_length
import rule_headers
import rule_includes
import rule_words
from architecture import PAGE
from source_tree import SourceTree

SAMPLE_PAGE = """
## Arrows

| room | may include |
|---|---|
| `core` | |
| `stats` | |
| `harness/git` | `core` |
| `harness/engine` | `core` `stats` `harness/git/history.hpp` |
| `tests` | `core` `stats` `harness/git` `harness/engine` |

## Third-party headers

| header | owners | why |
|---|---|---|
| `fmt/*` | `*` | |
| `git2.h` | `harness/git/*` | |
| `xxhash.h` | `core/digest.cpp` | |
"""


def header(namespace: str, text: str = "") -> str:
    return f"#pragma once\n{text}\nnamespace {namespace} {{\n}}\n"


class Sample(unittest.TestCase):
    def setUp(self) -> None:
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.root = folder.name
        self.write(PAGE, SAMPLE_PAGE)
        self.write("core/words.hpp", header("bisect::core"))
        self.write("stats/t_test.hpp", header("bisect::stats"))
        self.write("harness/git/history.hpp", header("bisect::git"))
        self.write("harness/git/libgit2_history.hpp", header("bisect::git"))

    def write(self, path: str, text: str) -> None:
        full = os.path.join(self.root, path)
        os.makedirs(os.path.dirname(full), exist_ok=True)
        with open(full, "w", encoding="utf-8") as stream:
            stream.write(text)

    def complaints(self, rule) -> list[str]:
        return [str(complaint) for complaint in rule.check(SourceTree(self.root))]

    def assert_complaint(self, rule, place: str, word: str) -> None:
        found = self.complaints(rule)
        self.assertTrue(any(c.startswith(place) and word in c for c in found), found)


class Includes(Sample):
    def bad(self, path: str, include: str, word: str) -> None:
        self.write(path, f"// a comment\n#include {include}\n")
        self.assert_complaint(rule_includes, f"{path}:2: ", word)

    def good(self, path: str, include: str) -> None:
        self.write(path, f"#include {include}\n")
        self.assertEqual(self.complaints(rule_includes), [])

    def test_upward_arrow(self):
        self.bad("core/a.cpp", '"harness/git/history.hpp"', "no arrow from core")

    def test_neighbours_on_the_ground_floor(self):
        self.bad("stats/a.cpp", '"core/words.hpp"', "no arrow from stats")

    def test_adapter_where_only_the_port_is_allowed(self):
        self.bad("harness/engine/a.cpp", '"harness/git/libgit2_history.hpp"', "no arrow")

    def test_header_that_is_not_there(self):
        self.bad("core/a.cpp", '"core/deeds.hpp"', "no header of the house")

    def test_header_beside_the_file(self):
        self.bad("core/a.cpp", '"words.hpp"', "start at the top")

    def test_room_called_build(self):
        self.bad("harness/git/build/a.cpp", '"stats/t_test.hpp"', "no arrow")

    def test_tests_are_seen_by_nobody(self):
        self.write("tests/support/x.hpp", header("bisect::support"))
        self.bad("core/a.cpp", '"tests/support/x.hpp"', "no arrow from core")

    def test_library_outside_its_owner(self):
        self.bad("harness/engine/a.cpp", "<git2.h>", "outside its owners")

    def test_library_that_nobody_owns(self):
        self.bad("harness/git/a.cpp", "<curl/curl.h>", "not in the table")

    def test_library_owned_by_another_file_of_the_room(self):
        self.bad("core/a.cpp", "<xxhash.h>", "outside its owners")

    def test_folder_that_is_no_room(self):
        self.bad("attic/a.cpp", "<vector>", "no room")

    def test_runtime_is_a_project_of_its_own(self):
        self.write("runtime/api.h", "")
        self.bad("core/a.cpp", '"runtime/api.h"', "runtime")
        os.remove(os.path.join(self.root, "core/a.cpp"))
        self.bad("runtime/a.cpp", '"core/words.hpp"', "runtime")

    def test_page_without_tables(self):
        self.write(PAGE, "# Architecture\n")
        self.assert_complaint(rule_includes, PAGE, "cannot be read")

    def test_allowed(self):
        self.good("harness/engine/a.cpp", '"harness/git/history.hpp"')
        self.good("harness/engine/b.cpp", "<fmt/format.h>")
        self.good("harness/git/c.cpp", "<git2.h>")
        self.good("core/digest.cpp", "<xxhash.h>")
        self.good("core/d.cpp", "<vector>")
        self.good("tests/unit/git/e.cpp", "<git2.h>")
        self.write("tests/unit/git/samples.hpp", header("samples"))
        self.good("tests/unit/git/f.cpp", '"samples.hpp"')


class FileLength(Sample):
    def test_one_line_too_many(self):
        self.write("core/long.cpp", "int x;\n" * (rule_file_length.LIMIT + 1))
        self.assert_complaint(rule_file_length, "core/long.cpp: ", "limit")

    def test_build_folder_at_the_top_is_not_ours(self):
        self.write("build/long.cpp", "int x;\n" * (rule_file_length.LIMIT + 1))
        self.write("runners/build/long.cpp", "int x;\n" * (rule_file_length.LIMIT + 1))
        self.assertEqual(len(self.complaints(rule_file_length)), 1)

    def test_just_fits(self):
        self.write("core/long.cpp", "int x;\n" * rule_file_length.LIMIT)
        self.assertEqual(self.complaints(rule_file_length), [])


class Words(Sample):
    def bad(self, line: str) -> None:
        self.write("docs/page.md", "first\n" + line + "\n")
        self.assert_complaint(rule_words, "docs/page.md:2: ", "")

    def test_unfinished_business(self):
        self.bad("// TO" + "DO: later")
        self.bad("# FIX" + "ME")

    def test_paths_of_a_machine(self):
        self.bad('root = "/wo' + 'rk/main"')
        self.bad("see /ho" + "me/bob/bisect")
        self.bad("cd /wo" + "rk/main")
        self.bad("cmake -B /tmp/bui" + "ld-x")

    def test_credentials_and_merges(self):
        self.bad("-----BEGIN RSA PRIV" + "ATE KEY-----")
        self.bad("<<<<" + "<<< HEAD")

    def test_innocent_words(self):
        self.write("docs/page.md", "a method; $HOME/mnt/x; folder/media/tree; /usr/bin; todo list; /ho" + "me/ada/x\n")
        self.assertEqual(self.complaints(rule_words), [])


class Headers(Sample):
    def test_no_pragma_once(self):
        self.write("core/a.hpp", "namespace bisect::core {\n}\n")
        self.assert_complaint(rule_headers, "core/a.hpp: ", "#pragma once")

    def test_foreign_namespace(self):
        self.write("core/a.hpp", header("bisect::stats"))
        self.assert_complaint(rule_headers, "core/a.hpp:3: ", "bisect::core")

    def test_foreign_namespace_in_a_source(self):
        self.write("harness/git/a.cpp", "namespace bisect::core {\n}\n")
        self.assert_complaint(rule_headers, "harness/git/a.cpp:1: ", "bisect::git")

    def test_no_namespace(self):
        self.write("core/a.hpp", "#pragma once\nint x();\n")
        self.assert_complaint(rule_headers, "core/a.hpp: ", "without namespace")

    def test_prefix_of_another_name(self):
        self.write("core/a.hpp", header("bisect::core_extras"))
        self.assert_complaint(rule_headers, "core/a.hpp:3: ", "bisect::core")

    def test_deeper_namespace(self):
        self.write("core/a.hpp", header("bisect::core::detail"))
        self.assertEqual(self.complaints(rule_headers), [])


class Program(Sample):
    def test_status_tells_whether_there_are_complaints(self):
        self.assertEqual(lint.main(["headers", self.root]), 0)
        self.write("core/a.hpp", "int x();\n")
        self.assertEqual(lint.main(["headers", self.root]), 1)
        self.assertEqual(lint.main(["no_such_rule", self.root]), 2)

    def test_every_rule_is_tested_here(self):
        tested = {rule_includes, rule_file_length, rule_words, rule_headers}
        self.assertEqual(sorted(r.__name__[5:] for r in tested), lint.rules())


if __name__ == "__main__":
    unittest.main()
