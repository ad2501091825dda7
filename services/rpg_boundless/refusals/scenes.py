"""Why no, about Pools and fortune."""

from __future__ import annotations

from shared.kernel.refusals import Refusal


class PoolSizeUnknown(Refusal):
    """A Pool is set up with 2, 4, 6 or 8 dice."""

    rule = "FB-POOL-01"


class PoolIsEmpty(Refusal):
    """The Pool is emptied and cleared away."""

    rule = "FB-POOL-06"


class QuestionNeeded(Refusal):
    """A Fortune Roll answers a question."""

    rule = "FB-FORT-01"


class LikelihoodUnclear(Refusal):
    """The dice of a Fortune Roll come from a likelihood, an Attribute or a number; from just one."""

    rule = "FB-FORT-08"


class FreeDiceNeedReason(Refusal):
    """A free number of dice needs a reason, where it is allowed at all."""

    rule = "FB-R-46"
