"""Beam search over a decoder, one sentence at a time."""
import mxnet as mx
from mxnet.gluon import HybridBlock

PAD, BOS, EOS = 0, 1, 2
NEVER = -1e30


class UpdateScores(HybridBlock):
    """Scores of every continuation; a finished hypothesis continues with PAD only."""

    def hybrid_forward(self, F, log_probs, scores, finished, pad_only):
        allowed = F.where(finished, pad_only, log_probs)
        return F.broadcast_add(allowed, F.expand_dims(scores, axis=1))


class TopK(HybridBlock):
    """The best `beam` of all continuations, and their places."""

    def __init__(self, beam):
        super().__init__()
        self._beam = beam

    def hybrid_forward(self, F, scores):
        values, places = F.topk(F.Reshape(scores, shape=(1, -1)), k=self._beam, ret_typ='both')
        return F.Reshape(values, shape=(-1,)), F.Reshape(places, shape=(-1,))


class UpdateFinished(HybridBlock):
    """Lengths and marks of the hypotheses after `words` were added to `parents`, and
    scores normalised by length."""

    def hybrid_forward(self, F, scores, words, parents, finished, lengths):
        finished = F.take(finished, parents)
        lengths = F.broadcast_add(F.take(lengths, parents), 1.0 - finished)
        ended = F.broadcast_logical_or(F._equal_scalar(words, scalar=EOS),
                                       F._equal_scalar(words, scalar=PAD))
        finished = F.broadcast_logical_or(finished, ended)
        penalty = F._power_scalar((lengths + 5.0) / 6.0, scalar=1.0)
        return finished, lengths, F.broadcast_div(scores, penalty)


class ReorderStates(HybridBlock):
    """The states of the hypotheses that were continued."""

    def hybrid_forward(self, F, parents, *states):
        return [F.take(state, parents, axis=1) for state in states]


class Step:
    """What one step chose, one array row per hypothesis: nothing is copied out of the
    library before the search is over."""

    def __init__(self, beam, words, parents, scores, lengths):
        self.words = [words[i] for i in range(beam)]
        self.parents = [parents[i] for i in range(beam)]
        self.scores = [scores[i] for i in range(beam)]
        self.lengths = [lengths[i] for i in range(beam)]


class BeamSearch:
    """Searches with the blocks of a model, each of them a graph of its own."""

    def __init__(self, model, beam):
        self.model = model
        self.beam = beam
        self.update_scores = UpdateScores()
        self.topk = TopK(beam)
        self.update_finished = UpdateFinished()
        self.reorder_states = ReorderStates()
        for block in (self.update_scores, self.topk, self.update_finished,
                      self.reorder_states):
            block.hybridize(static_alloc=True)
        self.pad_only = mx.np.array([[0.0] + [NEVER] * (model.vocab - 1)] * beam)

    def start(self, source):
        """States before the first word, which all hypotheses share."""
        model, beam = self.model, self.beam
        source_keys, source_values = model.encode(source)
        self.source_keys = mx.nd.repeat(source_keys, repeats=beam, axis=1)
        self.source_values = mx.nd.repeat(source_values, repeats=beam, axis=1)
        self.keys, self.values = model.initial_states(beam)
        self.words = mx.np.full((beam,), BOS)
        self.scores = mx.np.array([0.0] + [NEVER] * (beam - 1))
        self.finished = mx.np.zeros((beam,))
        self.lengths = mx.np.zeros((beam,))

    def step(self, position):
        """Extends all hypotheses by one word."""
        layers = range(self.model.layers)
        embedded = self.model.embed(self.words, self.model.positions[position])
        out, keys, values = self.model.decoder(
            embedded,
            [self.keys[i] for i in layers], [self.values[i] for i in layers],
            [self.source_keys[i] for i in layers], [self.source_values[i] for i in layers])
        log_probs = self.model.output(out)

        scores = self.update_scores(log_probs, self.scores, self.finished, self.pad_only)
        self.scores, places = self.topk(scores)
        places = places.astype('float32')
        parents = mx.nd.floor(places / self.model.vocab)
        self.words = places - parents * self.model.vocab
        parents = parents.astype('int32')

        self.finished, self.lengths, normalised = self.update_finished(
            self.scores, self.words, parents, self.finished, self.lengths)
        self.keys, self.values = self.reorder_states(parents, keys, values)
        return Step(self.beam, self.words.astype('int32'), parents, normalised, self.lengths)

    def search(self, source, max_length):
        """The best translation: its words, its score, and the number of steps."""
        self.start(source)
        steps = []
        while len(steps) < max_length and self.finished.sum().item() < self.beam:
            steps.append(self.step(len(steps)))
        return self.trace_back(steps)

    def trace_back(self, steps):
        final = [row.item() for row in steps[-1].scores]
        at = final.index(max(final))
        score, words = final[at], []
        length = int(steps[-1].lengths[at].item())
        for step in reversed(steps):
            words.append(step.words[at].item())
            at = step.parents[at].item()
        return words[::-1][:length], score, len(steps)
