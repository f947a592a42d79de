"""The bundled runtime's history for tests: generated, and read with git."""
import os
import pathlib
import subprocess

PROJECT = pathlib.Path(__file__).resolve().parent.parent.parent
# git refuses submodules from local paths unless told otherwise.
ENVIRONMENT = {'PATH': os.environ['PATH'], 'HOME': '/nonexistent', 'LC_ALL': 'C',
               'GIT_CONFIG_COUNT': '1', 'GIT_CONFIG_KEY_0': 'protocol.file.allow',
               'GIT_CONFIG_VALUE_0': 'always'}
# Whoever has a compiler cache may let it help.
ENVIRONMENT.update({name: value for name, value in os.environ.items()
                    if name.startswith('CCACHE_') or name == 'CMAKE_CXX_COMPILER_LAUNCHER'})


def run(*command, cwd, expect=0, **variables):
    """Output of a command, both streams; fails unless it ends with the expected status."""
    done = subprocess.run(command, cwd=cwd, env={**ENVIRONMENT, **variables}, check=False,
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
                          errors='replace')
    failed = done.returncode != 0
    if failed != bool(expect):
        raise AssertionError(f'{command} in {cwd} ended with {done.returncode}:\n'
                             f'{done.stdout[-4000:]}')
    return done.stdout


def make_history(folder, project=PROJECT, expect=0):
    return run(project / 'scripts/make-history', folder, cwd=project, expect=expect)


def git(repository, *arguments):
    return run('git', *arguments, cwd=repository).strip()


def pin_of(repository, commit):
    """The commit of 3rdparty/mkldnn that a commit records."""
    return git(repository, 'rev-parse', f'{commit}:3rdparty/mkldnn')


class Trees:
    """The history in a folder, and clones of its commits that are built there."""

    def __init__(self, root):
        self.root = root
        make_history(root / 'subject')

    def configured(self, commit, pin=None, preset='distribution/linux_cpu', tests='ON'):
        """A clone at a commit, with its submodule as recorded or at `pin`."""
        tree = self.root / f'{commit}-{preset.replace("/", "-")}'
        git(self.root, 'clone', '-q', self.root / 'subject/runtime', tree)
        git(tree, 'config', 'submodule.3rdparty/mkldnn.url', self.root / 'subject/mkldnn')
        git(tree, 'checkout', '-q', commit)
        git(tree, 'submodule', '-q', 'update', '--init')
        if pin:
            git(tree / '3rdparty/mkldnn', 'checkout', '-q', pin)
        options = ['-C', f'config/{preset}.cmake'] if (tree / 'config').exists() else []
        run('cmake', *options, '-S', '.', '-B', 'build', '-G', 'Ninja', f'-DBUILD_TESTS={tests}',
            cwd=tree)
        return tree


def build(tree, *targets, expect=0):
    return run('cmake', '--build', 'build', *targets, cwd=tree, expect=expect)


def run_unit_tests(tree):
    if 'Total Tests: 0' in run('ctest', '--test-dir', 'build', '-N', cwd=tree):
        raise AssertionError(f'{tree} has no unit tests')
    run('ctest', '--test-dir', 'build', cwd=tree)


def digest_of(tree, workload, *arguments, **variables):
    """What a workload computed."""
    output = run('/usr/bin/python3', '-B', f'workloads/{workload}', *arguments, cwd=tree, **variables)
    if '\ndigest ' not in output:
        raise AssertionError(f'{workload} of {tree} printed no digest:\n{output}')
    return output.split()[-1]


def digests_of(tree):
    """Of every workload that computes something."""
    return (digest_of(tree, 'seq2seq.py'), digest_of(tree, 'seq2seq.py', '--model', 'lstm'),
            digest_of(tree, 'finetune.py'), digest_of(tree, 'xlnet.py', '--fan', '8'))
