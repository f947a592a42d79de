"""The bundled runtime's history for tests: generated, and read with git."""
import os
import pathlib
import subprocess

PROJECT = pathlib.Path(__file__).resolve().parent.parent.parent
# git refuses submodules from local paths unless told otherwise.
ENVIRONMENT = {'PATH': os.environ['PATH'], 'HOME': '/nonexistent', 'LC_ALL': 'C',
               'GIT_CONFIG_COUNT': '1', 'GIT_CONFIG_KEY_0': 'protocol.file.allow',
               'GIT_CONFIG_VALUE_0': 'always'}


def run(*command, cwd, expect=0):
    """Output of a command, both streams; fails unless it ends with the expected status."""
    done = subprocess.run(command, cwd=cwd, env=ENVIRONMENT, stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT, text=True, errors='replace', check=False)
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
