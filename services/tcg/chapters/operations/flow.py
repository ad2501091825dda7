"""Steps that choose, branch and repeat."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Annotated, Final, Literal

from msgspec import Meta, field

from services.tcg.catalogue.faults import Fault, Place
from services.tcg.catalogue.language import effects
from services.tcg.catalogue.language.conditions import Amount, Condition, Who
from services.tcg.catalogue.language.operations import ONE_PLAYER, SEVERAL, Branches, OnCards
from services.tcg.catalogue.language.operations import Operation as Step
from services.tcg.catalogue.language.reach import reaching
from services.tcg.catalogue.text.joining import is_compound
from services.tcg.catalogue.text.players import player
from services.tcg.catalogue.text.speech import cards_meant, times, words_for, words_for_repeated
from services.tcg.chapters import triggers
from services.tcg.chapters.decisions import pick
from services.tcg.chapters.operations.questions import Question, Test, one_of
from services.tcg.chapters.operations.reader import EACH, PAUSED, Reader, each_of, keep, reads
from services.tcg.chapters.reading.amounts import DieRolled
from services.tcg.chapters.terms import MatchContext, Modes, Operation
from services.tcg.state.tasks import Running, TriggerEvent
from services.tcg.words import Slug
from shared.kernel.messages import END

YES: Final = 1


class Choose(OnCards, frozen=True, kw_only=True, tag="choose"):
    """A step in which a player picks cards while the effect resolves."""

    phrase = "pick {of}"
    reach = reaching()
    one_card = ("of",)
    prepares = True
    stores = "cards"
    store: Slug


@reads
def choose(reader: Reader, step: Choose) -> None:
    """Ask a player to pick cards, and store them. If the step gives no number, the player picks one card.

    Rule: TC-KEY-08
    """
    find = reader.cards(step.of, one=True)
    store = step.store

    def operation(ctx: MatchContext, running: Running) -> int:
        keep(running, store, tuple(find(ctx, running)))
        return running.at + 1

    reader.emit(operation)


class ChoosePlayer(Step, frozen=True, kw_only=True, tag="choose_player"):
    """A step in which the effect's player picks a player."""

    phrase = "pick {among}"
    prepares = True
    stores = "player"
    store: Slug
    among: Literal["opponents", "all"] = "opponents"


@reads
def choose_player(reader: Reader, step: ChoosePlayer) -> None:
    """Ask the effect's player to pick a player, and store that player's index in the turn order.

    If there is only one option, no player is asked.

    Rule: TC-RUL-045
    """

    def among(ctx: MatchContext, running: Running) -> list[str]:
        match = ctx.state
        return match.opponents(running.seat) if step.among == "opponents" else match.clockwise(running.seat)

    reader.ask(step.store, "choose_player", one_of(among))


class ChooseMode(Step, frozen=True, kw_only=True, tag="choose_mode"):
    """A step in which a player picks one or more of several modes."""

    phrase = "pick {n} of these, {branches}"
    modes: Annotated[tuple[tuple[effects.AnyOperation, ...], ...], Meta(min_length=2, max_length=6)]
    n: Annotated[int, Meta(ge=1, le=6)] = 1

    def say_branches(self) -> str:
        """Return the words for the modes."""
        *others, last = self.modes
        return ", or ".join((*(words_for(one, followed=True) for one in others), words_for(last)))

    def branches(self) -> Branches:
        """Return the modes."""
        return self.modes

    def faults(self, place: Place) -> Iterator[Fault]:
        """Yield a fault if the player must pick more modes than the step has."""
        if self.n > len(self.modes):
            yield place.fault("n", f"there are fewer modes: write at most {len(self.modes)}")


@reads
def choose_mode(reader: Reader, step: ChooseMode) -> None:
    """Ask the effect's player to pick modes, and run them in the order printed on the card."""
    key, count = reader.key(), min(step.n, len(step.modes))
    modes = range(len(step.modes))
    reader.modes.append(Modes(reader.here, sum(len(one.steps) for one in reader.modes), step.modes))

    def questions(_ctx: MatchContext, running: Running) -> list[Question]:
        return [Question(0, running.seat, modes, count, count, words=tuple(map(str, modes)))]

    reader.ask(key, "choose_mode", questions)
    for mode, steps in enumerate(step.modes):
        _add_guarded(reader, _was_picked(key, mode), lambda steps=steps: reader.steps(steps))  # type: ignore[misc]


def _was_picked(key: str, mode: int) -> Test:
    return lambda _ctx, running: mode in running.names[key]


class May(Step, frozen=True, kw_only=True, tag="may"):
    """A step that contains other steps, which a player may choose not to carry out."""

    phrase = "{optional}{then}"
    then: tuple[effects.AnyOperation, ...]
    who: Who = "you"

    def say_optional(self) -> str:
        """Return the words that make the steps optional, such as "if you wish"."""
        return "if you wish, " if self.who == "you" else f"if {player(self.who)[0]} wishes, "

    def branches(self) -> Branches:
        """Return the optional steps."""
        return (self.then,)

    def faults(self, place: Place) -> Iterator[Fault]:
        """Yield a fault if the step names several players, since only one can decide. Rule: TC-RUL-045, TC-RUL-144."""
        if self.who in SEVERAL:
            yield place.fault(*ONE_PLAYER)


@reads
def may(reader: Reader, step: May) -> None:
    """Ask a player whether to carry out the steps.

    If the step names several players, only the first one is asked.
    """
    seats = reader.seats(step.who)
    gap = reader.gap()
    reader.steps(step.then)
    end = reader.here

    def operation(ctx: MatchContext, running: Running) -> int:
        meant = seats(ctx, running)
        if not meant:
            return end
        picked = pick(ctx, meant[0], "may", (YES,), least=0, most=1, words=("yes",))
        if picked is None:
            return PAUSED
        return running.at + 1 if picked else end

    reader.fill(gap, operation)


class If(Step, frozen=True, kw_only=True, tag="if"):
    """A step that carries out one of two branches, depending on a condition."""

    phrase = "if {when}, {then}{otherwise}"
    when: Condition
    then: tuple[effects.AnyOperation, ...]
    otherwise: tuple[effects.AnyOperation, ...] = field(name="else", default=())

    def say_then(self) -> str:
        """Return the words for the branch that is carried out if the condition is met."""
        return words_for(self.then, followed=bool(self.otherwise))

    def say_otherwise(self) -> str:
        """Return the words for the branch that is carried out if the condition is not met."""
        return f", otherwise {words_for(self.otherwise)}" if self.otherwise else ""

    def branches(self) -> Branches:
        """Return both branches."""
        return self.then, self.otherwise


@reads
def branch(reader: Reader, step: If) -> None:
    """Carry out the branch that the condition selects."""
    holds = reader.condition(step.when)
    gap = reader.gap()
    reader.steps(step.then)
    leave = reader.gap() if step.otherwise else None
    other = reader.here
    reader.steps(step.otherwise)
    reader.fill(gap, _branch(holds, other))
    if leave is not None:
        reader.fill(leave, _jump(reader.here))


def _branch(holds: Test, other: int) -> Operation:
    return lambda ctx, running: running.at + 1 if holds(ctx, running) else other


def _jump(to: int) -> Operation:
    return lambda _ctx, _running: to


def _add_guarded(reader: Reader, holds: Test, body: Callable[[], None]) -> None:
    gap = reader.gap()
    body()
    reader.fill(gap, _branch(holds, reader.here))


class ForEach(OnCards, frozen=True, kw_only=True, tag="for_each"):
    """A step that carries out other steps once for each card, one card at a time.

    The steps for each card together count as one separate step (TC-RUL-042).
    """

    phrase = "for {cards}, {then}"
    reach = reaching()
    each_in = "then"
    then: tuple[effects.AnyOperation, ...]

    def say_cards(self) -> str:
        """Return the words for the cards, one after another."""
        cards = cards_meant(self.of, "each")
        return cards if cards.startswith("each ") else f"each of {cards}"

    def say_then(self) -> str:
        """Return the words for the steps that are repeated."""
        return words_for_repeated(self.then)

    def branches(self) -> Branches:
        """Return the steps that are repeated."""
        return (self.then,)


@reads
def for_each(reader: Reader, step: ForEach) -> None:
    """Carry out the steps for each card in turn, and skip cards that have left. Rule: TC-RUL-042."""
    find = reader.cards(step.of)
    outer = f"{reader.key()}outer"

    def begin(_ctx: MatchContext, running: Running) -> int:
        keep(running, outer, (each_of(running),))
        return running.at + 1

    def body(card: str) -> None:
        def take(_ctx: MatchContext, running: Running) -> int:
            keep(running, EACH, running.names[card])
            return running.at + 1

        reader.emit(take)
        reader.steps(step.then)

    def end(_ctx: MatchContext, running: Running) -> int:
        keep(running, EACH, running.names[outer])
        return running.at + 1

    reader.emit(begin)
    reader.over(find, body)
    reader.emit(end)


class Repeat(Step, frozen=True, kw_only=True, tag="repeat"):
    """A step that carries out other steps a given number of times.

    Each repetition counts as one separate step (TC-RUL-042).
    """

    phrase = "{often}, {then}"
    repeats = True
    n: Amount
    then: tuple[effects.AnyOperation, ...]

    def say_often(self) -> str:
        """Return the words for the number of times."""
        if isinstance(self.n, int) or is_compound(self.n):
            return f"{times(self.n)} times over"
        return f"as many times as {words_for(self.n)}"

    def say_then(self) -> str:
        """Return the words for the steps that are repeated."""
        return words_for_repeated(self.then)

    def branches(self) -> Branches:
        """Return the steps that are repeated."""
        return (self.then,)


@reads
def repeat(reader: Reader, step: Repeat) -> None:
    """Carry out the steps a given number of times. The number is computed once. Rule: TC-RUL-042."""
    amount, key = reader.amount(step.n), reader.key()

    def begin(ctx: MatchContext, running: Running) -> int:
        keep(running, key, (amount(ctx, running),))
        return running.at + 1

    reader.emit(begin)
    head = reader.gap()
    reader.steps(step.then)
    reader.jump(head)
    end = reader.here

    def again(_ctx: MatchContext, running: Running) -> int:
        left = running.names[key][0]
        if left <= 0:
            return end
        keep(running, key, (left - 1,))
        return running.at + 1

    reader.fill(head, again)


def _row_words(row: str) -> str:
    """Return the words for the faces of a row, such as "1 to 3", or "1" for "1-1"."""
    least, _, most = row.partition("-")
    return f"{int(least)} to {int(most)}" if most and int(most) > int(least) else f"{int(least)}"


class RollDie(Step, frozen=True, kw_only=True, tag="roll_die"):
    """A step that rolls a die, and then carries out the steps that the card's table lists for the result."""

    phrase = "roll a {sides}-sided die{rows}"
    stores = "number"
    sides: Annotated[int, Meta(ge=2, le=100)]
    store: Slug
    table: dict[Annotated[str, Meta(pattern=r"^[0-9]{1,3}(-[0-9]{1,3})?" + END)], tuple[effects.AnyOperation, ...]] = (
        field(default_factory=dict)
    )

    def say_rows(self) -> str:
        """Return the words for the table's rows."""
        last = len(self.table) - 1
        return "".join(
            f", on {_row_words(faces)} {words_for(then, followed=at < last)}"
            for at, (faces, then) in enumerate(self.table.items())
        )

    def branches(self) -> Branches:
        """Return the steps of each row of the table."""
        return tuple(self.table.values())

    def faults(self, place: Place) -> Iterator[Fault]:
        """Yield a fault unless the table lists every face exactly once. Rule: TC-DECK-13."""
        faces: list[int] = []
        for key in self.table:
            least, _, most = key.partition("-")
            faces += range(int(least), int(most or least) + 1)
        if self.table and sorted(faces) != list(range(1, self.sides + 1)):
            yield place.fault(
                "table", f"the table must contain each of 1 to {self.sides} once, or be empty", "TC-DECK-13"
            )


@reads
def roll_die(reader: Reader, step: RollDie) -> None:
    """Roll a die publicly, store the result, and carry out the steps in the result's row.

    Rule: TC-DECK-13, TC-RUL-082
    """
    gap = reader.gap()
    starts: list[tuple[range, int]] = []
    leaves: list[int] = []
    for faces, steps in step.table.items():
        starts.append((_faces(faces), reader.here))
        reader.steps(steps)
        leaves.append(reader.gap())
    end = reader.here
    for place in leaves:
        reader.fill(place, _jump(end))
    reader.fill(gap, _roll(step, starts, end))


def _faces(written: str) -> range:
    low, _, high = written.partition("-")
    return range(int(low), int(high or low) + 1)


def _roll(step: RollDie, starts: Sequence[tuple[range, int]], end: int) -> Operation:
    sides, store = step.sides, step.store

    def operation(ctx: MatchContext, running: Running) -> int:
        value = ctx.chance.roll("die", sides)[0]
        ctx.emit(DieRolled(seat=running.seat, sides=sides, value=value))
        triggers.happen(ctx, TriggerEvent(event="die_rolled", by=running.seat, n=value))
        keep(running, store, (value,))
        return next((start for faces, start in starts if value in faces), end)

    return operation
