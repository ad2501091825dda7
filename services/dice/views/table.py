"""A seat's view of a dice table."""

from __future__ import annotations

from msgspec import Struct

from services.dice.notation.outcomes import LabelAmount
from services.dice.state import DiceSet, Kept, Outcome, TableState, What
from services.dice.views.rendering import render_roll
from shared.kernel.lasting import Lasting, derive_each_once, derive_once
from shared.kernel.messages import Seat, may_read


class SeenRoll(Lasting, frozen=True, kw_only=True, omit_defaults=True):
    """A roll as a seat sees it, without the outcome if the seat may not see that.

    `void` is the reason why the roll does not count. `rendered` is the outcome as one line of text. `crit` and `fumble`
    mark the roll as a critical or a fumble. `labels` are the amounts of its labels.
    """

    number: int
    who: str
    what: What
    purpose: str | None = None
    outcome: Outcome | None = None
    secret: bool = False
    void: str | None = None
    rendered: str | None = None
    crit: bool | None = None
    fumble: bool | None = None
    labels: tuple[LabelAmount, ...] = ()


class TableView(Struct, frozen=True, kw_only=True):
    """A table as a seat sees it.

    It contains the latest rolls, oldest first, the numbers of the secret rolls, and the named symbol dice.
    """

    title: str | None
    rolls: int
    closes_at_roll: int | None
    closes_at: int | None
    recent: tuple[SeenRoll, ...]
    secrets: tuple[int, ...]
    sets: dict[str, DiceSet]


def view(state: TableState, seat: Seat | None) -> TableView:
    """Return the view of a table for a seat, or for the app (None).

    Rule:    DI-SECRET-01, DI-VOID-01
    """
    return TableView(
        title=state.title,
        rolls=state.rolls,
        closes_at_roll=state.closes_at_roll,
        closes_at=state.closes_at,
        recent=derive_each_once(_may_see, state.recent, seat),
        secrets=tuple(state.secrets),
        sets=state.sets,
    )


def _may_see(kept: Kept, seat: Seat | None) -> SeenRoll:
    """Return a roll as a seat may see it. Rule: DI-SECRET-01."""
    return derive_once(_show_roll, kept, kept.audience is None or may_read(kept.audience, seat))


def _show_roll(kept: Kept, readable: bool) -> SeenRoll:  # noqa: FBT001 `derive_once` passes it by position
    """Return a roll with its outcome as text, if the reader may see it.

    Rule:    DI-VOID-01, DI-RENDER-01, DI-RENDER-02, DI-RENDER-03
    """
    rolled = kept.rolled
    outcome = kept.outcome if readable else None
    words = None if outcome is None else render_roll(rolled.what, outcome)
    return SeenRoll(
        number=rolled.number,
        who=rolled.who,
        what=rolled.what,
        purpose=rolled.purpose,
        outcome=outcome,
        secret=kept.audience is not None,
        void=kept.void,
        rendered=None if words is None else words.text,
        crit=None if words is None else words.crit,
        fumble=None if words is None else words.fumble,
        labels=() if words is None else words.labels,
    )
