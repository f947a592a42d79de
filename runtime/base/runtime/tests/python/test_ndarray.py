"""Arrays against values worked out by hand."""
import unittest

import mxnet as mx


class NDArrayTest(unittest.TestCase):
    def setUp(self):
        self.x = mx.np.array([[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]])

    def test_lists_go_in_and_come_out(self):
        self.assertEqual(self.x.shape, (2, 3))
        self.assertEqual(self.x.tolist(), [[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]])
        self.assertEqual(mx.np.array([1, -2], dtype='int32').tolist(), [1, -2])

    def test_index(self):
        x = self.x
        self.assertEqual(x[-1].tolist(), [4.0, 5.0, 6.0])
        self.assertEqual(x[0:1].tolist(), [[1.0, 2.0, 3.0]])
        self.assertEqual(x[1, 0:2].tolist(), [4.0, 5.0])
        self.assertEqual(x[..., 1].tolist(), [2.0, 5.0])
        self.assertEqual(x[None].shape, (1, 2, 3))
        self.assertEqual(x[mx.np.array([1], dtype='int32')].tolist(), [[4.0, 5.0, 6.0]])
        with self.assertRaises(IndexError):
            x[2]  # pylint: disable=pointless-statement

    def test_rows_are_views(self):
        row = self.x[1]
        mx.nd.negative(row, out=row)
        self.assertEqual(self.x.tolist()[1], [-4.0, -5.0, -6.0])

    def test_arithmetic(self):
        self.assertEqual((self.x * 2 - self.x).tolist(), self.x.tolist())
        self.assertEqual((1 / mx.np.array([2.0])).tolist(), [0.5])
        self.assertEqual(self.x.sum(axis=1).tolist(), [6.0, 15.0])

    def test_astype(self):
        whole = mx.np.array([1.9, -1.9]).astype('int32')
        self.assertEqual((whole.dtype, whole.tolist()), ('int32', [1, -1]))
        self.assertIsInstance(whole, mx.np.ndarray)

    def test_errors_of_the_library_are_raised(self):
        with self.assertRaisesRegex(mx.MXNetError, 'broadcast'):
            self.x + mx.np.array([1.0, 2.0])  # pylint: disable=expression-not-assigned


if __name__ == '__main__':
    unittest.main()
