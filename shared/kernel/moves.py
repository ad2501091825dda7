"""The entries of a list of legal commands, one at a time and in a chosen order, for a player that needs only one.

A full list tries every sample that a game offers. This module tries a sample only when its turn comes, so the cost
depends only on the entries that the player takes and on the refused samples before them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any, TypeAlias

from shared.kernel.forbidden import body_of
from shared.kernel.legal import ALL, Allowed, Asking, Wanted
from shared.kernel.samples import Sample, choices_of
from shared.kernel.stream import KERNEL_COMMANDS, commands_of

Order: TypeAlias = Callable[[Sequence[Sample[Any]]], Iterable[int]]
"""A function that returns the positions of all samples, each once, in the order in which to try them."""


def as_listed(samples: Sequence[Sample[Any]]) -> Iterable[int]:
    """Try the samples in the order of the list."""
    return range(len(samples))


def at_random(choose: Callable[[int], int]) -> Order:
    """Try the samples in random order: `choose` returns a number below its argument, each with the same probability.

    Each entry of the list is then equally likely to come first.
    """

    def draw_order(samples: Sequence[Sample[Any]]) -> Iterator[int]:
        left = [*range(len(samples))]
        while left:
            yield left.pop(choose(len(left)))

    return draw_order


def moves(asking: Asking[Any], *, wanted: Wanted = ALL, order: Order = as_listed) -> Iterator[Allowed]:
    """Yield the entries of a seat's legal list, each exactly once. Samples are tried only as entries are needed.

    If several samples lead to one entry, only the first of them in the list yields it.
    """
    samples = [] if asking.stream.closed else _samples(asking, wanted)
    for place in order(samples):
        entry = asking.entry_of(samples[place])
        if entry is not None and not _stands_earlier(asking, samples[:place], entry):
            yield entry


def _samples(asking: Asking[Any], wanted: Wanted) -> list[Sample[Any]]:
    """Return the samples of all commands that the seat's role may send, in the order of the list."""
    kinds = [kind for kind in commands_of(asking.game) if wanted.names(kind)]
    sendable = [kind for kind in kinds if kind in KERNEL_COMMANDS or asking.wrong_role(kind) is None]
    return [sample for kind in sendable for sample in asking.samples_of(kind)]


def _stands_earlier(asking: Asking[Any], earlier: Sequence[Sample[Any]], entry: Allowed) -> bool:
    """Whether an earlier sample of the list yields the same entry."""
    return any(_may_lead_to(one, entry) and asking.entry_of(one) == entry for one in earlier)


def _may_lead_to(sample: Sample[Any], entry: Allowed) -> bool:
    """Whether a sample, with any of the values of its fields, can have the body of this entry."""
    if type(sample.command).__name__ != entry.command:
        return False
    body = body_of(sample.command)
    fixed = {*body, *entry.body} - choices_of(sample).keys()
    return all(body.get(name) == entry.body.get(name) for name in fixed)
