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

    @classmethod
    def tearDownClass(cls):
        cls.folder.cleanup()

    def test_every_commit_has_its_recorded_id_under_its_name(self):
        manifest = tomllib.loads((PROJECT / 'runtime/history/manifest.toml').read_text())
        for name in ('mkldnn', 'runtime'):
            repository = self.root / name
            for commit in manifest[name]['commits']:
                self.assertEqual(git(repository, 'rev-parse', f'refs/tags/{commit["name"]}'),
                                 commit['id'], commit['name'])
                self.assertEqual(git(repository, 'log', '-1', '--format=%s', commit['name']),
                                 commit['subject'])
            git(repository, 'fsck', '--strict')

    def test_the_stretch_is_a_line_of_ten_between_the_ends(self):
        line = git(self.runtime, 'rev-list', '--reverse', 'M22..M33').split()
        names = [*HOLE, 'M33']
        self.assertEqual(line, [git(self.runtime, 'rev-parse', name) for name in names])
        self.assertEqual(git(self.runtime, 'rev-parse', 'main'), line[-1])

    def test_the_pin_is_raised_for_the_stretch_and_set_back(self):
        old, new = git(self.mkldnn, 'rev-parse', 'k5'), git(self.mkldnn, 'rev-parse', 'k7')
        for name in HOLE:
            self.assertEqual(pin_of(self.runtime, name), new, name)
        for name in ('M22', 'M33'):
            self.assertEqual(pin_of(self.runtime, name), old, name)

    def test_no_commit_sleeps(self):
        for name in ['M22', *HOLE, 'M33']:
            listing = git(self.runtime, 'ls-tree', '-r', '--name-only', name, 'src', 'python', 'workloads')
            for path in listing.split('\n'):
                source = git(self.runtime, 'show', f'{name}:{path}')
                self.assertNotRegex(source, r'sleep\w*\s*\(', f'{name}:{path}')

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
