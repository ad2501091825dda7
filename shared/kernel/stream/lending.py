"""Lend dice to another stream: a campaign may take the rolls of its public dice from a dice table.

The table rolls in its own log, for a named stream, and numbers the rolls for that stream from 0. The borrowing stream
records each face with that number. The rule: a draw uses the table's first unused roll for this stream with the same
purpose, sides and count; the table rolls anew only if there is none. So no roll that was seen is ever rolled again.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any, Final

from msgspec import UNSET, Struct
from msgspec.structs import replace

from shared.kernel.chance import DiceDraw, DrawPlace, EarlierDraw, RecordedDraw, RepeatingTape, SeedTape, Tape
from shared.kernel.game import Game
from shared.kernel.messages import Event
from shared.kernel.refusals import LentToEnough, NoTableForDice
from shared.kernel.stream.lent_dice import DiceLent, DiceWanted, LendDice, RolledFor

MOST_BORROWERS: Final = 256
"""The maximum number of streams to which one table lends dice."""


class NeedsDice(Exception):
    """Raised when a decision needs dice that its table has not rolled yet. At that point nobody has seen a face."""


# ---------------------------------------------------------------- the borrowing stream


class Luck(Struct, frozen=True, kw_only=True):
    """The table from which a stream draws its public dice, and which of the table's rolls for this stream are used.

    All rolls with a number below `next` are used, except the rolls in `unused`.
    """

    table: str
    next: int = 0
    unused: tuple[int, ...] = ()

    def is_free(self, number: int) -> bool:
        """Whether the roll with this number is not used yet."""
        return number >= self.next or number in self.unused

    def after(self, drawn: Iterable[RecordedDraw]) -> Luck:
        """Return a copy in which the table's rolls among these draws count as used."""
        luck = self
        for _, draw in drawn:
            if draw.source == "lent" and draw.of is not UNSET:
                luck = luck.with_used(draw.of.k)
        return luck

    def with_used(self, number: int) -> Luck:
        """Return a copy in which the roll with this number counts as used."""
        if number < self.next:
            return replace(self, unused=tuple(one for one in self.unused if one != number))
        return replace(self, next=number + 1, unused=(*self.unused, *range(self.next, number)))


# ---------------------------------------------------------------- the table


class LentRoll(Struct, frozen=True, array_like=True, gc=False):
    """A roll of a table for another stream: its number for that stream, and the table's version before the roll."""

    number: int
    version: int
    purpose: str
    sides: int
    faces: tuple[int, ...]


class Lending(Struct, frozen=True):
    """The rolls of a table for one stream: their count, and the rolls that the stream may not have used yet."""

    count: int = 0
    rolls: tuple[LentRoll, ...] = ()


def after_lending(lending: Lending, event: DiceLent) -> Lending:
    """Return the rolls for a stream after a table rolled dice for it."""
    old = [roll for roll in lending.rolls if roll.number in event.unused]
    new = [
        LentRoll(event.first + place, event.before, roll.purpose, roll.sides, roll.faces)
        for place, roll in enumerate(event.rolls)
    ]
    return Lending(event.first + len(new), (*old, *new))


def check_table(game: Game[Any], stream: Any, *, tenant: str) -> bool:  # noqa: ANN401 a stream, which is defined above this module
    """Whether a stream is a table that may lend dice to an app's streams.

    Rule:    AR-LUCK-01
    """
    return (
        game.deciding.lends_dice and stream.opened and stream.tenant == tenant
        and not (stream.closed or stream.simulated or game.undoing.is_kept(stream.undo))
    )  # fmt: skip


def lend(game: Game[Any], stream: Any, command: LendDice, chance: Tape) -> Sequence[Event]:  # noqa: ANN401 as above
    """Roll dice for another stream, and record which earlier rolls for that stream are still unused.

    Rule:    AR-LUCK-02
    Refuses: NoTableForDice, LentToEnough
    """
    if not check_table(game, stream, tenant=stream.tenant):
        raise NoTableForDice(needs="an open dice table of this app that takes nothing back", has=stream.id)
    if (refusal := refusal_of_borrower(stream, command.stream)) is not None:
        raise refusal
    lending = stream.lent.get(command.stream, Lending())
    luck = Luck(table=stream.id, next=command.next, unused=command.unused)
    unused = tuple(roll.number for roll in lending.rolls if luck.is_free(roll.number))
    rolls = tuple(
        RolledFor(purpose=dice.purpose, sides=dice.sides, faces=chance.roll(dice.purpose, dice.sides, dice.count))
        for dice in command.dice
    )
    return (
        DiceLent(
            stream=command.stream, version=command.version, before=stream.version, first=lending.count, rolls=rolls,
            unused=unused,
        ),
    )  # fmt: skip


def refusal_of_borrower(stream: Any, borrower: str) -> LentToEnough | None:  # noqa: ANN401 as above
    """Return the refusal of a new borrower if a table already has too many borrowers, or None. Rule: AR-LUCK-01."""
    if borrower in stream.lent or len(stream.lent) < MOST_BORROWERS:
        return None
    return LentToEnough(needs=MOST_BORROWERS, has=len(stream.lent), field="luck")


# ---------------------------------------------------------------- the tape


class LentDice:
    """The rolls of a table for one stream that a decision may use, each of them once."""

    def __init__(self, rolls: Iterable[LentRoll] = ()) -> None:
        """Start with the unused rolls, in the order of the table."""
        self._left: Final = list(rolls)

    def take(self, purpose: str, sides: int, count: int) -> LentRoll:
        """Return and use up the first roll with this purpose, sides and count. Rule: AR-LUCK-03. Raises: NeedsDice."""
        for place, roll in enumerate(self._left):
            if (roll.purpose, roll.sides, len(roll.faces)) == (purpose, sides, count):
                return self._left.pop(place)
        return self.roll(purpose, sides, count)

    def roll(self, purpose: str, sides: int, count: int) -> LentRoll:
        """Roll new dice. Raises: NeedsDice."""
        raise NeedsDice(f"{count}d{sides} for {purpose!r}")


class TrialDice(LentDice):
    """The dice of a trial that finds out which dice a decision needs: unused rolls first, then the table's next faces.

    Nobody sees the faces of a trial before the table has rolled them.
    """

    def __init__(self, rolls: Iterable[LentRoll], table: SeedTape, *, first: int) -> None:
        """Start with the unused rolls, the table's own tape, and the number of the table's next roll for the stream."""
        super().__init__(rolls)
        self.wanted: Final[list[DiceWanted]] = []
        self._table, self._first = table, first

    def roll(self, purpose: str, sides: int, count: int) -> LentRoll:
        """Return the table's next roll, and note that the decision needs it."""
        faces = self._table.roll(purpose, sides, count)
        number = self._first + len(self.wanted)
        self.wanted.append(DiceWanted(purpose=purpose, sides=sides, count=count))
        return LentRoll(number, 0, purpose, sides, faces)


class LuckTape(RepeatingTape):
    """A tape whose public dice come from a table. Hidden dice and shuffles come from the stream's own seed."""

    def __init__(self, own: Tape, lent: LentDice, fresh: Callable[[], bytes]) -> None:
        """Store the stream's own tape, the rolls of the table, and the source of new seeds."""
        super().__init__(fresh)
        self._own, self._lent = own, lent

    def _faces(self, place: DrawPlace, sides: int, count: int) -> tuple[int, ...]:
        if place.audience is not None:
            self.source, self.of = self._own.source, UNSET
            return self._own._faces(place, sides, count)  # noqa: SLF001 this tape replaces the other
        roll = self._lent.take(place.purpose, sides, count)
        self.source, self.of = "lent", EarlierDraw(k=roll.number, version=roll.version)
        return roll.faces

    def _order(self, place: DrawPlace, size: int) -> tuple[int, ...]:
        self.source, self.of = self._own.source, UNSET
        return self._own._order(place, size)  # noqa: SLF001 as above


def is_open_die(taken: RecordedDraw) -> bool:
    """Whether a draw consists of public dice, which a stream with a dice table draws from the table."""
    audience, draw = taken
    return audience is None and isinstance(draw, DiceDraw)
