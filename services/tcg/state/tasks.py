"""A match's pending tasks, and the types that they use: events in the form that effects read, and changes of cards.

All of them are values, as messages are, so the garbage collector does not track them (`gc=False`).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, TypeAlias

from msgspec import Struct
from msgspec.structs import replace

from services.tcg.words import WindowKind
from shared.kernel.messages import Seat


class Change(Struct, frozen=True, array_like=True, gc=False):
    """A temporary change of a card by an effect. `number` orders changes by age."""

    kind: str
    """The kind of change: pwr, set_pwr, grant, restrict or shield."""
    number: int
    seat: Seat
    source: int
    """The card whose effect made the change."""
    lasts: str
    turn: int
    """The turn in which the change was made."""
    value: int = 0
    part: str = ""
    """The key of the granted effect or of the restriction, or, for control, the player who had control before."""
    condition: str = ""
    """The key of the condition that must hold for the change to last."""


class LastSeen(Struct, frozen=True, omit_defaults=True, gc=False):
    """The properties that a card had when it was last in play, for a card that has left play.

    `card` is its card id, and `spirits` lists the card ids of the spirits that were under it.

    Rule: TC-RUL-178
    """

    card: str
    pwr: int | None = None
    level: int = 0
    spirits: tuple[str, ...] = ()
    counters: tuple[tuple[str, int], ...] = ()
    attacks: int = 0
    """The number of attacks that the card had made in this combat step."""


class TriggerEvent(Struct, frozen=True, omit_defaults=True, gc=False):
    """An event in the form that effects read: its name, the acting player, and the cards it concerns."""

    event: str
    by: Seat = ""
    card: int = 0
    target: int = 0
    spirit: int = 0
    link: int = 0
    step: str = ""
    phase: str = ""
    cause: str = ""
    to: str = ""
    origin: str = ""
    n: int = 0
    kind: str = ""
    """The kind of action, if the event is an action (TC-ACT-11), or `response`."""
    seen: LastSeen | None = None
    """The properties that the event's card had when it was last in play, if the card has left."""


IN_LOOP: Final = ("left", "card")
"""The ends of the keys in `names` under which an effect stores the cards of a loop that are left, and the current one.
"""


class Running(Struct, kw_only=True, tag_field="task", tag="running", gc=False):
    """An effect that is being carried out.

    `at` is the index of the next operation, and `names` has the stored results.
    """

    seat: Seat
    card: int
    """The source card, to which the effect refers as `this`."""
    printed: str
    effect: str
    at: int = 0
    targets: tuple[tuple[int, ...], ...] = ()
    names: dict[str, tuple[int, ...]] = {}
    """The stored results: cards, numbers, or players by their index in `order`. The mapping is never mutated."""
    event: TriggerEvent | None = None
    link: int = 0


class Declaring(Struct, kw_only=True, tag_field="task", tag="declaring", gc=False):
    """An effect that is being declared. Its targets are chosen first, then its payment."""

    seat: Seat
    card: int
    printed: str
    effect: str
    origin: str
    """The zone from which the effect is used (play, hand, drop, or set for a face-down command), or `trigger`."""
    slot: int = 0
    event: TriggerEvent | None = None
    targets: tuple[tuple[int, ...], ...] = ()
    payment: tuple[tuple[int, ...], ...] = ()
    names: dict[str, tuple[int, ...]] = {}
    picker: str = ""
    """The opponent who was chosen to pick the next target."""
    waive: bool = False


class Window(Struct, kw_only=True, tag_field="task", tag="window", gc=False):
    """A priority window: the events to which seats may respond, and the seats that passed in a row or waived it."""

    kind: WindowKind
    answers: tuple[TriggerEvent, ...] = ()
    passed: tuple[Seat, ...] = ()
    by: str = ""
    """The player who acted. The seats are asked in an order that starts from this player."""
    waived: tuple[Seat, ...] = ()
    opened: bool = False


class Paying(Struct, kw_only=True, tag_field="task", tag="paying", gc=False):
    """A savior's damage that must be paid with a spirit."""

    seat: Seat
    savior: int


class Settling(Struct, kw_only=True, tag_field="task", tag="settling", gc=False):
    """Cards that one step damaged, which are settled together.

    `paid` holds the picked payments of players whose spirit decks are empty.
    """

    things: tuple[int, ...]
    paid: dict[Seat, tuple[int, ...]] = {}
    """The picked payments, by the player who pays. The mapping is never changed in place."""


class Finish(Struct, kw_only=True, tag_field="task", tag="finish", gc=False):
    """A link of the chain whose effect has been carried out, but which is not removed from the chain yet."""

    number: int


class Flipping(Struct, kw_only=True, tag_field="task", tag="flipping", gc=False):
    """A savior that is being flipped, with the picked payment of its cost."""

    seat: Seat
    payment: tuple[tuple[int, ...], ...] = ()
    waive: bool = False


class Go(Struct, frozen=True, kw_only=True, tag_field="task", tag="go", gc=False):
    """A stage of the match that runs next: `resolve`, `settle`, `open`, or a point of the turn."""

    to: str


SETTLE: Final = Go(to="settle")
RESOLVE: Final = Go(to="resolve")
OPEN: Final = Go(to="open")
"""The stages that run after most actions, for all matches to share: settling, resolving, and the next action."""

Task: TypeAlias = Running | Declaring | Window | Paying | Settling | Finish | Flipping | Go


class PendingChange(Struct, frozen=True, kw_only=True, omit_defaults=True, gc=False):
    """The difference between the pending tasks now and the pending tasks when a decision was last opened.

    The first `kept` tasks are unchanged, except that the last one may be a window in which more seats have passed. Then
    `passed` lists all seats that have passed. `tasks` lists the tasks above the first `kept` ones.
    """

    kept: int = 0
    passed: tuple[Seat, ...] | None = None
    tasks: tuple[Task, ...] = ()


def change_of(before: Sequence[Task], now: Sequence[Task]) -> PendingChange:
    """Return the difference between two lists of pending tasks, the earlier one and the later one."""
    kept, recorded = 0, len(before)
    for task in now:
        if kept == recorded or before[kept] != task:
            break
        kept += 1
    else:
        return PendingChange(kept=kept)
    if kept < recorded:
        was = before[kept]
        if type(was) is Window and type(task) is Window and replace(was, passed=task.passed) == task:
            above = tuple(now[kept + 1 :]) if kept + 1 < len(now) else ()
            return PendingChange(kept=kept + 1, passed=task.passed, tasks=above)
    return PendingChange(kept=kept, tasks=tuple(now[kept:]))


def apply_change(before: Sequence[Task], change: PendingChange) -> list[Task]:
    """Return the pending tasks after a change. They are copies that share no mutable parts with `before`."""
    after = [*before[: change.kept], *change.tasks]
    for at, task in enumerate(after):
        if type(task) is not Go:
            after[at] = replace(task)
    if change.passed is not None:
        window = after[change.kept - 1]
        if isinstance(window, Window):
            window.passed = change.passed
    return after
