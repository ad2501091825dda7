"""What came of a notation: resolved facts, compact enough for thousands of dice. Their names are the storage format.

Throws are known by their place: 0, 1, 2 … in the order in which they fell. Lists of places and values are left out
where they would say nothing.
"""

from __future__ import annotations

from msgspec import Struct

from shared.kernel.odds.report import Amount
from shared.kernel.pools.pool import Places


class ThrownDice(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Dice of one term. `total` is what they count: their sum, or successes less failures.

    faces      what each throw shows, first the dice asked for, then each extra roll
    sources    for each extra roll, the place of the throw that led to it
    rerolled   throws that were rerolled and count nothing; joined: extra rolls counted in the die they led from
    dropped    dice set aside; values: what each throw counts, where that is not what it shows
    order      the places as the notation wants them shown; criticals, fumbles: places so marked
    sets       where matching sets are counted, the places of each
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
    """A group: what each member came to, and by their number the members dropped, succeeding, failing or marked."""

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
    """What a notation came to: the total, and the dice from left to right."""

    total: Amount
    dice: tuple[ThrownDice, ...] = ()
    groups: tuple[ThrownGroup, ...] = ()
    comment: str = ""


class LabelAmount(Struct, frozen=True, kw_only=True):
    """What stands under a label, such as the damage of one kind."""

    label: str
    amount: Amount
