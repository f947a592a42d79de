"""The generated history is the recorded one, and its generator loses and overwrites nothing."""
import pathlib
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

    def test_every_commit_has_its_recorded_id_under_its_name(self):
        for name in ('mkldnn', 'runtime'):
            repository = self.root / name
            for commit in self.manifest[name]['commits']:
                self.assertEqual(git(repository, 'rev-parse', f'refs/tags/{commit["name"]}'),
                                 commit['id'], commit['name'])
                self.assertEqual(git(repository, 'log', '-1', '--format=%s', commit['name']),
                                 commit['subject'])
            git(repository, 'fsck', '--strict')

    def test_the_stretch_is_a_line_of_ten_between_the_ends(self):
        line = git(self.runtime, 'rev-list', '--reverse', 'M22..M33').split()
        names = [*HOLE, 'M33']
        self.assertEqual(line, [git(self.runtime, 'rev-parse', name) for name in names])

    def test_main_is_one_line_in_the_order_of_the_names(self):
        line = git(self.runtime, 'rev-list', '--reverse', 'main').split()
        self.assertEqual(line, [git(self.runtime, 'rev-parse', name) for name in self.names])
        self.assertEqual(self.names, sorted(self.names))
        dates = git(self.runtime, 'log', '--reverse', '--format=%ct', 'main').split()
        self.assertEqual(dates, sorted(dates, key=int))

    def test_the_pin_is_raised_for_the_stretch_set_back_and_raised_again(self):
        for pin, names in (('k5', ['M22', 'M33']), ('k7', [*HOLE, 'M34', 'M38']),
                           ('k8', ['M39', 'main'])):
            for name in names:
                self.assertEqual(pin_of(self.runtime, name), git(self.mkldnn, 'rev-parse', pin), name)

    def test_no_commit_sleeps(self):
        def commits_with(call):
            return git(self.runtime, 'log', '--format=%s', f'-G{call}\\(', 'main', '--', 'src', 'python',
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
        readme = project / 'runtime/base/runtime/README.md'
        readme.write_text(readme.read_text() + 'one line more\n')
        other = pathlib.Path(self.folder.name) / 'other'
        message = make_history(other, project, expect=1)
        self.assertIn('M22 ("Arrays, symbols, cached graphs and blocks") became', message)
        self.assertEqual(list(other.glob('*')), [])


if __name__ == '__main__':
    unittest.main()
