"""Graph passes, and the workload they broke."""
import os
import subprocess
import sys
import unittest

import mxnet as mx
from mxnet._ctypes.ndarray import CachedOp
from mxnet.graph import graph_stats, run_pass

WORKLOADS = os.path.join(os.path.dirname(__file__), '..', '..', 'workloads')
WITH_RTC = mx.runtime.Features().is_enabled('RTC')
WITH_MKLDNN = mx.runtime.Features().is_enabled('MKLDNN')


def xlnet(fan, **environment):
    """Status, output and error text of the workload with twelve layers."""
    done = subprocess.run(
        [sys.executable, '-B', os.path.join(WORKLOADS, 'xlnet.py'), '--fan', str(fan),
         '--batches', '1', '--batch-size', '1', '--length', '4'],
        env={**os.environ, **environment}, capture_output=True, text=True, check=False)
    return done.returncode, done.stdout, done.stderr


def chain():
    """exp(-x) twice, added."""
    x = mx.sym.var('x')
    return mx.sym.elemwise_add(*[mx.sym.exp(mx.sym.negative(x)) for _ in range(2)])


class GraphTest(unittest.TestCase):
    def test_passes_leave_a_symbol(self):
        merged = run_pass(chain(), 'EliminateCommonExpr')
        self.assertEqual(merged.tojson().count('"negative"'), 1)
        fused = run_pass(merged, 'PointwiseFusion')
        self.assertEqual(fused.list_outputs(), ['negative_exp_elemwise_add_output'])
        with self.assertRaisesRegex(mx.MXNetError, 'no pass named Inline'):
            run_pass(chain(), 'Inline')

    def test_stats_tell_what_the_passes_did(self):
        stats = graph_stats(CachedOp(chain(), [('static_alloc', True)]))
        self.assertEqual((stats['nodes_given'], stats['nodes_after_cse'],
                          stats['nodes_after_fusion'], stats['fused_ops']), (5, 3, 1, 1))

    def test_small_graphs_are_not_fused_unless_memory_is_kept(self):
        small = mx.sym.exp(mx.sym.negative(mx.sym.var('x')))
        for flags, fused in (([], 0), ([('static_alloc', True)], 1), ([('inline_limit', 1)], 1)):
            self.assertEqual(graph_stats(CachedOp(small, flags))['fused_ops'], fused, flags)


class PassesTest(unittest.TestCase):
    def test_every_number_has_its_line(self):
        done = subprocess.run(
            [sys.executable, '-B', os.path.join(WORKLOADS, 'passes.py'), '--layers', '1', '--fan',
             '2', '--elements', '1000'], capture_output=True, text=True, check=True)
        names = [line.split()[0] for line in done.stdout.splitlines()]
        self.assertEqual(names, ['cse', 'partition', 'chain', 'chain_fused', 'digest'])


class XLNetTest(unittest.TestCase):
    @unittest.skipUnless(WITH_MKLDNN, 'expand_dims asks for scratch memory with MKLDNN only')
    def test_twelve_heads_in_twelve_layers_are_too_many(self):
        status, _, error = xlnet(12)
        self.assertEqual(status, 1)
        self.assertIn('Formal parameter space overflowed (4648 bytes required, max 4096 bytes '
                      'allowed) in function FusedKernel_Reshape_expand_dims_', error)

    def test_either_pass_switched_off_hides_it(self):
        results = [xlnet(12, **{name: '0'})
                   for name in ('MXNET_ELIMINATE_COMMON_EXPR', 'MXNET_USE_FUSION')]
        self.assertEqual([status for status, _, _ in results], [0, 0])
        digests = {output.splitlines()[-1] for _, output, _ in results}
        self.assertEqual(len(digests), 1, digests)

    def test_eight_heads_fit(self):
        digests = set()
        for engine in ('jit', 'tile') if WITH_RTC else ('tile',):
            status, output, error = xlnet(8, MXNET_RTC_ENGINE=engine)
            self.assertEqual(status, 0, error)
            names = [line.split()[0] for line in output.splitlines()]
            self.assertEqual(names, ['setup', 'first', 'batch', 'cpu', 'digest'])
            digests.add(output.split()[-1])
        self.assertEqual(len(digests), 1, digests)


if __name__ == '__main__':
    unittest.main()
