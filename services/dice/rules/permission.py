"""Who may do what on a table: the guards that judgement and the list of legal commands share."""

from __future__ import annotations

from typing import Final

from msgspec import Struct

from services.dice.refusals import (
    DiceUnknown,
    NotSecret,
    NotYourSecret,
    OnlyForOneself,
    OnlyTheGameMaster,
    OnlyWatches,
    RollUnknown,
    SecretForSeveralSeats,
    TableTooOld,
    TooManySecrets,
    TooManySets,
    VoidAlready,
)
from services.dice.state import Kept, TableState
from shared.kernel.context import Intent
from shared.kernel.messages import Audience, Role
from shared.kernel.refusals import SeatUnknown

MAX_SETS: Final = 100
MAX_SECRETS: Final = 200
ROLLING: Final[frozenset[Role]] = frozenset({"gm", "player"})


class Actor(Struct, frozen=True):
    """Who acts: a seat with its role, or the app in its name."""

    seat: str
    role: Role
    is_app: bool = False

    @property
    def leads(self) -> bool:
        """Tell whether this is the game master or the app."""
        return self.is_app or self.role == "gm"


def actor_of(intent: Intent) -> Actor:
    """Give who acts in an intent."""
    return Actor(intent.seat, intent.role, intent.by_app)


def check_leads(actor: Actor) -> None:
    """Rule: DI-TABLE-04. Refuses: OnlyTheGameMaster."""
    if not actor.leads:
        raise OnlyTheGameMaster(needs="gm", has=actor.role)


def check_rolls(actor: Actor) -> None:
    """Rule: DI-TABLE-03. Refuses: OnlyWatches."""
    if not (actor.is_app or actor.role in ROLLING):
        raise OnlyWatches(needs="gm or player", has=actor.role)


def check_age(state: TableState, at: int) -> None:
    """Rule: DI-TABLE-07. Refuses: TableTooOld."""
    if state.closes_at is not None and at >= state.closes_at:
        raise TableTooOld(needs=f"before {state.closes_at}", has=at)


def roller(state: TableState, actor: Actor, who: str | None) -> str:
    """Give the seat a roll is for.

    Rule:    DI-TABLE-02, AR-SEAT-01
    Refuses: OnlyForOneself, SeatUnknown
    """
    if who is None or who == actor.seat:
        return actor.seat
    if not actor.leads:
        raise OnlyForOneself(needs=actor.seat, has=who, field="who")
    if who not in state.roles:
        raise SeatUnknown(needs="a seat of this table", has=who, field="who")
    return who


def audience_of(state: TableState, seats: list[str]) -> Audience:
    """Give who may read rolls that are secret together: the seat they are for, and the game masters.

    Rule:    DI-SECRET-01, DI-SECRET-04, DI-SECRET-05
    Refuses: SecretForSeveralSeats, TooManySecrets
    """
    if len(set(seats)) > 1:
        raise SecretForSeveralSeats(needs="one seat", has=tuple(sorted(set(seats))), field="rolls")
    check_room_for_secrets(state, len(seats))
    return tuple(sorted({seats[0], *state.game_masters}))


def check_room_for_secrets(state: TableState, count: int) -> None:
    """Rule: DI-SECRET-04. Refuses: TooManySecrets."""
    if len(state.secrets) + count > MAX_SECRETS:
        raise TooManySecrets(needs=f"at most {MAX_SECRETS}", has=len(state.secrets) + count, field="secret")


def secret_roll(state: TableState, actor: Actor, number: int) -> Kept:
    """Give a secret roll that the actor may make public.

    Rule:    DI-SECRET-02, DI-SECRET-03
    Refuses: NotSecret, NotYourSecret
    """
    kept = state.secrets.get(number)
    if kept is None:
        raise NotSecret(needs="a secret roll", has=number, field="roll")
    if not (actor.is_app or actor.seat in (kept.audience or ())):
        raise NotYourSecret(needs="one who can read it", has=actor.seat)
    return kept


def check_voidable(state: TableState, number: int) -> None:
    """Rule: DI-VOID-02, DI-VOID-03. Refuses: RollUnknown, VoidAlready."""
    if not 1 <= number <= state.rolls:
        raise RollUnknown(needs=f"1 to {state.rolls}", has=number, field="roll")
    if number in state.voided:
        raise VoidAlready(needs="a roll that counts", has=number, field="roll")


def check_room_for_set(state: TableState, name: str | None) -> None:
    """Rule: DI-SYM-06. Refuses: TooManySets."""
    if name not in state.sets and len(state.sets) >= MAX_SETS:
        raise TooManySets(needs=f"at most {MAX_SETS}", has=len(state.sets), field="name")


def check_known_set(state: TableState, name: str) -> None:
    """Rule: DI-SYM-04. Refuses: DiceUnknown."""
    if name not in state.sets:
        raise DiceUnknown(needs="a set of this table", has=name, field="name")
