"""The bundled runtime at the first and last commit of its history and at the end of the stretch that
does not build: builds, passes its tests, translates the same. In the stretch it does not build with
the library it asks for, but does with the older one."""
import pathlib
import tempfile
import unittest

from subject import git, make_history, run


class RuntimeBuilds(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory(prefix='bisect-runtime-')
        cls.root = pathlib.Path(cls.folder.name)
        make_history(cls.root / 'subject')

    @classmethod
    def tearDownClass(cls):
        cls.folder.cleanup()

    def tree_of(self, commit, pin=None, preset='distribution/linux_cpu'):
        """A clone at a commit, with its submodule as recorded or at `pin`."""
        tree = self.root / f'{commit}-{preset.replace("/", "-")}'
        git(self.root, 'clone', '-q', self.root / 'subject/runtime', tree)
        git(tree, 'config', 'submodule.3rdparty/mkldnn.url', self.root / 'subject/mkldnn')
        git(tree, 'checkout', '-q', commit)
        git(tree, 'submodule', '-q', 'update', '--init')
        if pin:
            git(tree / '3rdparty/mkldnn', 'checkout', '-q', pin)
        run('cmake', '-C', f'config/{preset}.cmake', '-S', '.', '-B', 'build', '-G', 'Ninja',
            '-DBUILD_TESTS=ON', cwd=tree)
        return tree

    def build(self, tree, *targets, expect=0):
        return run('cmake', '--build', 'build', *targets, cwd=tree, expect=expect)

    def digest_of(self, tree, *workload):
        output = run('/usr/bin/python3', '-B', *(workload or ('workloads/seq2seq.py',)), cwd=tree)
        self.assertIn('\ndigest ', output)
        return output.split()[-1]

    def digests_of(self, tree):
        """Of every workload that computes something."""
        return (self.digest_of(tree), self.digest_of(tree, 'workloads/seq2seq.py', '--model', 'lstm'),
                self.digest_of(tree, 'workloads/finetune.py'),
                self.digest_of(tree, 'workloads/xlnet.py', '--fan', '8'))

    def expect_too_many_masks(self, tree):
        output = run('/usr/bin/python3', '-B', 'workloads/xlnet.py', cwd=tree, expect=1)
        self.assertIn('Formal parameter space overflowed (4648 bytes required, max 4096 bytes '
                      'allowed)', output)

    def test_commits_that_build_work_and_agree(self):
        digests = []
        for commit, known_to_fail in (('M22', None), ('M33', 'Mkldnn.FormatTagCount'),
                                      ('main', None)):
            tree = self.tree_of(commit)
            self.build(tree)
            listed = run('ctest', '--test-dir', 'build', '-N', cwd=tree)
            self.assertNotIn('Total Tests: 0', listed)
            if known_to_fail:  # as upstream after its accident with the pin
                self.assertIn(known_to_fail, listed)
                run('ctest', '--test-dir', 'build', '-R', known_to_fail, cwd=tree, expect=1)
                run('ctest', '--test-dir', 'build', '-E', known_to_fail, cwd=tree)
            else:
                run('ctest', '--test-dir', 'build', cwd=tree)
            digests.append(self.digests_of(tree))
            if commit == 'main':
                self.digest_of(tree, 'workloads/xlnet.py')  # mended by M44
            else:
                self.expect_too_many_masks(tree)
        self.assertEqual(set(digests), {digests[0]})

    def test_containers_never_had_too_many_masks(self):
        tree = self.tree_of('M22', preset='container')
        self.build(tree, '--target', 'mxrt')
        self.digest_of(tree, 'workloads/xlnet.py')

    def test_the_stretch_does_not_build_with_what_it_pins(self):
        for commit in ('M23', 'M32'):
            output = self.build(self.tree_of(commit), '--target', 'mxrt', expect=1)
            self.assertIn("args_map", output)

    def test_the_culprit_builds_with_the_older_library_and_its_halves_can_be_taken_back_alone(self):
        tree = self.tree_of('M28', 'k5')
        self.build(tree, '--target', 'mxrt')
        whole = self.digest_of(tree)
        for half in ('python', 'python/mxnet/gluon/parameter.py', 'python/mxnet/gluon/block.py'):
            git(tree, 'checkout', '-q', 'M27', '--', half)
            self.assertNotEqual(git(tree, 'status', '--porcelain', '--', half), '')
            self.assertEqual(self.digest_of(tree), whole, half)
            git(tree, 'checkout', '-q', 'M28', '--', half)


if __name__ == '__main__':
    unittest.main()
