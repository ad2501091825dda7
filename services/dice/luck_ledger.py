"""The luck ledger of a table: which rolls count for which seat, read from the log as the asking seat may read it.

Counted are rolls from the seed that are not void and not hidden from who asks. Faces entered from a real table prove
nothing about luck and are left out, but their number is told.
"""

from __future__ import annotations

from typing import Any, Final, Literal

import msgspec
from msgspec import Struct

from services.dice.events import DiceRolled, RollRevealed, RollVoided
from services.dice.outcomes import Amount, NotationOutcome, Outcome
from services.dice.rules.luck import LuckOfSeat, luck
from services.dice.throws import What
from shared.kernel.messages import Event, Secret, may_read
from shared.kernel.odds.shape import BOUND
from shared.kernel.pools.character import CharacterOutcome
from shared.kernel.pools.flip import FlipOutcome
from shared.kernel.pools.luck import LuckOutcome
from shared.kernel.pools.position import PositionOutcome
from shared.kernel.pools.symbols import SymbolOutcome
from shared.kernel.record import Record
from shared.platform.eventlog import Snapshot
from shared.platform.http.answers import encode
from shared.platform.http.hosting import GameHost
from shared.platform.http.offloaded import Raw, records
from shared.platform.processes.games import reader_of

WEIGHED: Final = "services.dice.luck_ledger:weighed"


class SeatLuck(Struct, frozen=True, kw_only=True):
    """The luck of a seat; `void`, `hidden` and `from_a_real_table` rolls are not in it."""

    seat: str
    luck: LuckOfSeat
    void: int
    hidden: int
    from_a_real_table: int


class LuckAnswer(Struct, frozen=True, kw_only=True):
    """The luck of every seat that rolled on a table, at a version."""

    stream: str
    version: int
    seats: tuple[SeatLuck, ...]


class _Made(Struct):
    """A roll as the ledger sees it."""

    who: str
    what: What
    amount: Amount | None
    from_seed: bool
    void: bool = False


async def luck_of(host: GameHost[Any], snapshot: Snapshot[Any], seat: str | None) -> bytes:
    """Weigh the luck of every seat in the pool, as far as this seat (the app: None) may see its rolls.

    Rule:    DI-LUCK-LEDGER-01, DI-LUCK-LEDGER-02
    """
    whole = [commit async for page in host.commits(snapshot) for commit in page]
    stream = snapshot.stream
    return await host.context.pool.run(WEIGHED, stream.id, snapshot.version, whole, seat, stream.closed)


def weighed(stream: str, version: int, commits: Raw, seat: str | None, opened: bool) -> bytes:  # noqa: FBT001, PLR0917 plain values
    """Weigh the luck of every seat of a table, in a process of the pool."""
    made: dict[int, _Made] = {}
    reader = reader_of(stream.partition(":")[0])
    for record, _ in records(commits):
        from_seed = not _from_table(record)
        for event in reader.commit(record.public, [part.data for part in record.parts]).events:
            _note(event, made, seat, from_seed=from_seed, opened=opened)
    return encode(LuckAnswer(stream=stream, version=version, seats=_all_weighed(list(made.values()))))


def _all_weighed(made: list[_Made]) -> tuple[SeatLuck, ...]:
    """Weigh each seat's rolls; the bound on the cost is shared among the seats."""
    seats = sorted({one.who for one in made})
    bound = BOUND // max(len(seats), 1)
    return tuple(_weighed(who, [one for one in made if one.who == who], bound) for who in seats)


class _Intent(Struct):
    faces: Literal["table"] | None


class _WithIntent(Struct):
    intent: _Intent


_intents = msgspec.json.Decoder(_WithIntent)


def _from_table(record: Record) -> bool:
    """Tell whether a commit brought its faces from a real table."""
    return _intents.decode(record.public).intent.faces is not None


def _note(event: Event, made: dict[int, _Made], seat: str | None, *, from_seed: bool, opened: bool) -> None:
    match event:
        case DiceRolled():
            outcomes = _readable(event.outcomes, seat, opened=opened) or [None] * len(event.rolls)
            for rolled, outcome in zip(event.rolls, outcomes, strict=True):
                made[rolled.number] = _Made(rolled.who, rolled.what, amount_of(outcome), from_seed)
        case RollRevealed():
            made[event.roll].amount = amount_of(event.outcome)
        case RollVoided():
            made[event.roll].void = True
        case _:
            pass


def _readable(
    outcomes: tuple[Outcome, ...] | Secret[tuple[Outcome, ...]], seat: str | None, *, opened: bool
) -> tuple[Outcome, ...] | None:
    if not isinstance(outcomes, Secret):
        return outcomes
    return outcomes.open() if opened or may_read(outcomes.audience, seat) else None


def amount_of(outcome: Outcome | None) -> Amount | None:
    """Give what a roll came to as one number: its total, hits, net successes or margin."""
    match outcome:
        case NotationOutcome() | FlipOutcome() | SymbolOutcome():
            return outcome.total
        case PositionOutcome():
            return outcome.hits
        case LuckOutcome():
            return outcome.successes
        case CharacterOutcome():
            return outcome.margin
        case None:
            return None


def _weighed(who: str, made: list[_Made], bound: int) -> SeatLuck:
    counted = [one for one in made if one.from_seed and not one.void]
    return SeatLuck(
        seat=who,
        luck=luck([(one.what, one.amount) for one in counted if one.amount is not None], bound),
        void=sum(one.void for one in made),
        hidden=sum(one.amount is None for one in counted),
        from_a_real_table=sum(not one.from_seed and not one.void for one in made),
    )
