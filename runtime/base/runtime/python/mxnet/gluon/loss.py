"""Losses, one number per sample."""
from .block import HybridBlock


class SoftmaxCrossEntropyLoss(HybridBlock):
    """-log(softmax(pred)[label]); pred is (batch, classes), label (batch,)."""

    def hybrid_forward(self, F, pred, label):
        return F.negative(F.pick(F.log_softmax(pred), label))
