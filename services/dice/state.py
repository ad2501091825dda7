"""The state of a dice table and how events change it: bookkeeping only."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from msgspec import UNSET, Struct
from msgspec.structs import replace

from services.dice.events import (
    DiceDefined,
    DiceForgotten,
    DiceRolled,
    Rolled,
    RollRevealed,
    RollVoided,
    TableOpened,
)
from services.dice.outcomes import Outcome
from services.dice.throws import DiceSet
from shared.kernel.messages import Audience, Role, Secret
from shared.kernel.stream import SeatOpened

RECENT: Final = 50


class Kept(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A roll as the table keeps it. Its `audience` may read the outcome (None: all); sealed, it is missing."""

    rolled: Rolled
    outcome: Outcome | None = None
    audience: Audience | None = None


class TableState(Struct, frozen=True, kw_only=True):
    """A dice table: its settings, its seats, its named dice, and its rolls.

    Shape: recent holds the last rolls, oldest first; secrets all that are still secret; voided the reasons by number
    """

    title: str | None = None
    closes_at_roll: int | None = None
    closes_at: int | None = None
    roles: dict[str, Role] = {}
    rolls: int = 0
    sets: dict[str, DiceSet] = {}
    recent: tuple[Kept, ...] = ()
    secrets: dict[int, Kept] = {}
    voided: dict[int, str] = {}

    @property
    def game_masters(self) -> tuple[str, ...]:
        """Give the seats of the game masters."""
        return tuple(seat for seat, role in self.roles.items() if role == "gm")


INITIAL: Final = TableState()


def _seat_opened(state: TableState, event: SeatOpened) -> TableState:
    return replace(state, roles={**state.roles, event.seat: event.role})


def _table_opened(state: TableState, event: TableOpened) -> TableState:
    return replace(state, title=event.title, closes_at_roll=event.closes_at_roll, closes_at=event.closes_at)


def _dice_rolled(state: TableState, event: DiceRolled) -> TableState:
    kept = _kept(event)
    recent = (*state.recent, *kept)[-RECENT:]
    rolls = state.rolls + len(kept)
    if not isinstance(event.outcomes, Secret):
        return replace(state, recent=recent, rolls=rolls)
    secrets = {**state.secrets, **{roll.rolled.number: roll for roll in kept}}
    return replace(state, recent=recent, rolls=rolls, secrets=secrets)


def _kept(event: DiceRolled) -> list[Kept]:
    outcomes = event.outcomes
    if not isinstance(outcomes, Secret):
        return [Kept(rolled=rolled, outcome=outcome) for rolled, outcome in zip(event.rolls, outcomes, strict=False)]
    known = outcomes.value
    if known is UNSET:
        return [Kept(rolled=rolled, audience=outcomes.audience) for rolled in event.rolls]
    return [
        Kept(rolled=rolled, outcome=outcome, audience=outcomes.audience)
        for rolled, outcome in zip(event.rolls, known, strict=False)
    ]


def _roll_revealed(state: TableState, event: RollRevealed) -> TableState:
    secrets = {number: kept for number, kept in state.secrets.items() if number != event.roll}
    recent = tuple(
        replace(kept, outcome=event.outcome, audience=None) if kept.rolled.number == event.roll else kept
        for kept in state.recent
    )
    return replace(state, secrets=secrets, recent=recent)


def _roll_voided(state: TableState, event: RollVoided) -> TableState:
    return replace(state, voided={**state.voided, event.roll: event.reason})


def _dice_defined(state: TableState, event: DiceDefined) -> TableState:
    return replace(state, sets={**state.sets, event.name: event.set})


def _dice_forgotten(state: TableState, event: DiceForgotten) -> TableState:
    return replace(state, sets={name: dice for name, dice in state.sets.items() if name != event.name})


EVOLVE: Final[Mapping[type, Callable[[Any, Any], Any]]] = {
    SeatOpened: _seat_opened,
    TableOpened: _table_opened,
    DiceRolled: _dice_rolled,
    RollRevealed: _roll_revealed,
    RollVoided: _roll_voided,
    DiceDefined: _dice_defined,
    DiceForgotten: _dice_forgotten,
}


def over(state: TableState) -> bool:
    """Tell whether the table has had all its rolls."""
    return state.closes_at_roll is not None and state.rolls >= state.closes_at_roll


def conceals(state: TableState) -> bool:
    """Tell whether a roll is still secret."""
    return bool(state.secrets)
