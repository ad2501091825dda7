"""The recorded outcome of a notation, compact enough for thousands of dice. Its names are part of the storage format.

Each throw is identified by its place: 0, 1, 2 …, in the order of rolling. A list of places or values is left out if it
adds no information.
"""

from __future__ import annotations

from msgspec import Struct

from shared.kernel.odds.report import Amount
from shared.kernel.pools.pool import Places


class ThrownDice(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """The dice of one term. `total` is their sum, or the number of successes minus the number of failures.

    `faces`: what each throw shows, first the dice of the notation, then each extra roll. `sources`: for each extra
    roll, the place of the throw that caused it. `rerolled`: throws that were rerolled and do not count. `joined`: extra
    rolls that count as part of the die that caused them. `dropped`: dice that do not count. `values`: what each throw
    counts as, if that differs from what it shows. `order`: the places in the order in which the notation shows them.
    `criticals`, `fumbles`: the places of dice marked as such. `sets`: the places of each matching set, if sets are
    counted.
    """

    text: str
    faces: tuple[int, ...]
    total: Amount
    sources: Places = ()
    rerolled: Places = ()
    joined: Places = ()
    dropped: Places = ()
    values: tuple[Amount, ...] = ()
    successes: Places | None = None
    failures: Places | None = None
    criticals: Places = ()
    fumbles: Places = ()
    order: Places = ()
    labels: tuple[str, ...] = ()
    sets: tuple[Places, ...] = ()


class ThrownGroup(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A rolled group: the value of each member, and the members that are dropped, succeed, fail or are marked."""

    text: str
    members: tuple[Amount, ...]
    total: Amount
    dropped: Places = ()
    successes: Places | None = None
    failures: Places | None = None
    criticals: Places = ()
    fumbles: Places = ()
    order: Places = ()


class NotationOutcome(Struct, frozen=True, kw_only=True, omit_defaults=True, tag="notation", tag_field="of"):
    """The outcome of a notation: its total, and its dice from left to right."""

    total: Amount
    dice: tuple[ThrownDice, ...] = ()
    groups: tuple[ThrownGroup, ...] = ()
    comment: str = ""


class LabelAmount(Struct, frozen=True, kw_only=True):
    """The amount of a label, such as the damage of one type."""

    label: str
    amount: Amount
