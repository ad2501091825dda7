"""Secret rolls: who may read them, and how they are revealed."""

from __future__ import annotations

from collections.abc import Iterable
from typing import ClassVar, Final

from msgspec.structs import replace

from services.dice.chapters.table import TableContext
from services.dice.state import Kept, Outcome, RollNumber, TableState
from shared.kernel.chapter import fold, judge, samples
from shared.kernel.messages import Audience, Command, Event, Role, Seat
from shared.kernel.refusals import Refusal
from shared.kernel.samples import Sample, Samples

MAX_SECRETS: Final = 200


# ---------------------------------------------------------------- refusals


class NotSecret(Refusal, rule="DI-SECRET-03"):
    """This roll is not secret, or does not exist: name a roll on this table that is still secret."""


class NotYourSecret(Refusal, rule="DI-SECRET-02", status=403):
    """You cannot read this secret roll, so you cannot reveal it: ask its seat or a game master to reveal it."""


class SecretForSeveralSeats(Refusal, rule="DI-SECRET-05"):
    """These secret rolls are for several seats: send a separate command for each seat."""


class TooManySecrets(Refusal, rule="DI-SECRET-04"):
    """The table would have more secret rolls than `needs` allows: reveal some of them first, or have some revealed."""


# ---------------------------------------------------------------- commands


class RevealRoll(Command, frozen=True, kw_only=True):
    """Reveal a secret roll to everyone. Each seat that can read the roll may do so."""

    counts_as = "aside"
    needs_role: ClassVar[Role] = "spectator"

    roll: RollNumber


# ---------------------------------------------------------------- events: their names and fields are the storage format


class RollRevealed(Event, frozen=True, kw_only=True):
    """A secret roll was revealed."""

    roll: int
    outcome: Outcome


# ---------------------------------------------------------------- judgement


@judge
def reveal_roll(ctx: TableContext, command: RevealRoll) -> None:
    """Reveal a secret roll. Rule: DI-SECRET-02, DI-SECRET-03. Refuses: NotSecret, NotYourSecret."""
    outcome = _secret_roll(ctx, command.roll).outcome
    if outcome is None:
        raise NotSecret(needs="an outcome that is known here", has=command.roll, field="roll")
    ctx.emit(RollRevealed(roll=command.roll, outcome=outcome))


def _secret_roll(ctx: TableContext, number: int) -> Kept:
    """Return a secret roll that the caller may reveal."""
    kept = ctx.state.secrets.get(number)
    if kept is None:
        raise NotSecret(needs="a secret roll", has=number, field="roll")
    if not (ctx.intent.by_app or ctx.seat in (kept.audience or ())):
        raise NotYourSecret(needs="a seat that can read it", has=ctx.seat)
    return kept


def audience_of(state: TableState, seats: Iterable[Seat], count: int) -> Audience:
    """Return the seats that may read the secret rolls of a command: the rolling seat and the game masters.

    Rule:    DI-SECRET-01, DI-SECRET-04, DI-SECRET-05
    Refuses: SecretForSeveralSeats, TooManySecrets
    """
    several = sorted(set(seats))
    if len(several) > 1:
        raise SecretForSeveralSeats(needs="one seat", has=tuple(several), field="rolls")
    if len(state.secrets) + count > MAX_SECRETS:
        raise TooManySecrets(needs=f"at most {MAX_SECRETS}", has=len(state.secrets) + count, field="secret")
    return tuple(sorted({*several, *state.game_masters}))


def has_secrets(state: TableState) -> bool:
    """Return whether any roll is still secret."""
    return bool(state.secrets)


# ---------------------------------------------------------------- fold


@fold
def roll_revealed(state: TableState, event: RollRevealed) -> TableState:
    """Make the outcome of the revealed roll readable for everyone."""
    secrets = {number: kept for number, kept in state.secrets.items() if number != event.roll}
    recent = [
        replace(kept, outcome=event.outcome, audience=None) if kept.rolled.number == event.roll else kept
        for kept in state.recent
    ]
    return replace(state, secrets=secrets, recent=recent)


# ---------------------------------------------------------------- samples


@samples
def rolls_to_reveal(state: TableState, seat: Seat) -> Samples[RevealRoll]:  # noqa: ARG001 the judge refuses others
    """Yield a sample command that reveals a secret roll, for every secret roll."""
    numbers = tuple(state.secrets) or (1,)
    yield Sample(command=RevealRoll(roll=numbers[0]), fields={"roll": numbers})
