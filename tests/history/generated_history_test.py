"""The generated history is the recorded one, and its generator loses and overwrites nothing."""
import pathlib
import re
import shutil
import tempfile
import tomllib
import unittest

from subject import PROJECT, git, make_history, pin_of

HOLE = [f'M{number}' for number in range(23, 33)]


class GeneratedHistory(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory(prefix='bisect-history-')
        cls.root = pathlib.Path(cls.folder.name) / 'subject'
        make_history(cls.root)
        cls.runtime, cls.mkldnn = cls.root / 'runtime', cls.root / 'mkldnn'
        cls.manifest = tomllib.loads((PROJECT / 'runtime/history/manifest.toml').read_text())
        cls.names = [commit['name'] for commit in cls.manifest['runtime']['commits']]

    @classmethod
    def tearDownClass(cls):
        cls.folder.cleanup()

    def ids_of(self, *names):
        return git(self.runtime, 'rev-parse', *names).split()

    def test_every_commit_has_its_recorded_id_under_its_name(self):
        for name in ('mkldnn', 'runtime'):
            repository = self.root / name
            tags = git(repository, 'for-each-ref', 'refs/tags',
                       '--format=%(refname:short) %(objectname) %(subject)').splitlines()
            for commit in self.manifest[name]['commits']:
                self.assertIn(' '.join(commit[key] for key in ('name', 'id', 'subject')), tags)
            git(repository, 'fsck', '--strict')

    def test_the_stretch_is_a_line_of_ten_between_the_ends(self):
        line = git(self.runtime, 'rev-list', '--reverse', 'M22..M33').split()
        self.assertEqual(line, self.ids_of(*HOLE, 'M33'))

    def test_main_is_a_line_of_forty_seven_with_one_merged_branch(self):
        line = git(self.runtime, 'rev-list', '--first-parent', '--reverse', 'main').split()
        self.assertEqual(line, self.ids_of(*[f'M{number:02}' for number in range(1, 48)]))
        dates = git(self.runtime, 'log', '--first-parent', '--reverse', '--format=%ct', 'main')
        self.assertEqual(dates.split(), sorted(dates.split(), key=int))
        merged = git(self.runtime, 'rev-list', '--reverse', 'M21^1..M21').split()
        self.assertEqual(merged, self.ids_of('M21a', 'M21b', 'M21'))

    def test_releases_are_cut_from_lines_that_leave_main(self):
        for line, fork, names, release in (
                ('v1.6.x', 'M15', ['R1', 'R2'], 'v1.6.0'),
                ('v1.8.x', 'M19', ['X1', 'X2', 'X3', 'Y1'], 'v1.8.0'),
                ('v1.x', 'M19', ['X1', 'X2', 'X3', 'X4', 'X5', 'X6'], 'v1.9.0')):
            self.assertEqual(self.ids_of(line, f'{release}^{{commit}}'), self.ids_of(names[-1]) * 2)
            self.assertEqual([git(self.runtime, 'merge-base', line, 'main')], self.ids_of(fork))
            self.assertEqual(git(self.runtime, 'rev-list', '--reverse', f'{fork}..{line}').split(),
                             self.ids_of(*names))
        self.assertEqual(self.ids_of('v1.5.0', 'v1.7.0', 'v2.0.0-beta'),
                         self.ids_of('M10', 'X3', 'M47'))

    def test_pins(self):
        for pin, names in (
                ('k2', ['M08', 'M13']), ('k3', ['M14', 'M15', 'R1']), ('k4', ['M16', 'M17']),
                ('k5', ['M18', 'M22', 'M33', 'X2']), ('k6', ['v1.6.0']),
                ('k7', [*HOLE, 'M34', 'M38']), ('k8', ['M39', 'main', 'X3', 'v1.8.0', 'v1.9.0'])):
            for name in names:
                self.assertEqual(pin_of(self.runtime, name), git(self.mkldnn, 'rev-parse', pin), name)

    def found_in(self, pattern, *paths):
        """By commit, what the group of the pattern matches in its files."""
        found = {name: set() for name in self.names}
        for line in git(self.runtime, 'grep', '-P', pattern, *self.names, '--', *paths).splitlines():
            name, _, text = line.split(':', 2)
            found[name].update(re.findall(pattern, text))
        return found

    def test_every_commit_has_the_files_its_own_files_name(self):
        """What can be told of building all commits without building them."""
        listed = self.found_in(r'\b(src/[^)\s]+\.cc)', 'CMakeLists.txt')
        included = self.found_in(r'#include "(.+)"', 'src', 'tests', 'include')
        files = {name: set() for name in self.names}
        for line in git(self.runtime, 'grep', '-l', '-e', '', *self.names).splitlines():
            name, file = line.split(':', 1)
            files[name].add(file)
        for name in self.names:
            sources = {file for file in files[name] if re.match(r'src/.*\.cc$', file)}
            self.assertEqual(sources, listed[name], name)
            found = {file.split('/', 1)[1].removeprefix('cpp/') for file in files[name] if '/' in file}
            self.assertEqual(included[name] - found, set(), name)

    def test_no_commit_sleeps(self):
        def commits_with(call):
            return git(self.runtime, 'log', '--all', '--format=%s', f'-G{call}\\(', '--', 'src', 'python',
                       'workloads')
        self.assertEqual(commits_with('sleep[a-z_]*'), '')
        self.assertNotEqual(commits_with('append[a-z_]*'), '')  # the search finds calls

    def test_a_folder_in_use_is_refused_and_kept(self):
        before = git(self.runtime, 'rev-parse', 'HEAD')
        self.assertIn('not an empty folder', make_history(self.root, expect=1))
        self.assertEqual(git(self.runtime, 'rev-parse', 'HEAD'), before)

    def test_changed_sources_are_named_and_leave_nothing_behind(self):
        project = pathlib.Path(self.folder.name) / 'project'
        (project / 'scripts').mkdir(parents=True)
        shutil.copy(PROJECT / 'scripts/make-history', project / 'scripts')
        shutil.copytree(PROJECT / 'runtime', project / 'runtime')
        source = project / 'runtime/base/runtime/src/base/error.cc'
        source.write_text(source.read_text() + '// one line more\n')
        other = pathlib.Path(self.folder.name) / 'other'
        message = make_history(other, project, expect=1)
        self.assertIn('M01 ("Operators, arrays, and a C interface to them") became', message)
        self.assertEqual(list(other.glob('*')), [])


if __name__ == '__main__':
    unittest.main()
