"""Where the compiled library is."""
import os


def find_lib_path():
    """MXNET_LIBRARY_PATH, or what the build left in the tree this file is in."""
    given = os.environ.get('MXNET_LIBRARY_PATH')
    if given:
        return given
    tree = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
    path = os.path.join(tree, 'build', 'lib', 'libmxrt.so')
    if not os.path.exists(path):
        raise RuntimeError(f'{path} is missing: build the library, or set MXNET_LIBRARY_PATH')
    return path
