"""The reader turns the steps of an effect into a program, which is a list of operations.

Each operation returns the index of the next one. It returns `PAUSED` if it has asked a question. It then runs again
with the answer. It returns `PUSHED` if it has pushed tasks that must run first. It has then set the next index itself.

An operation asks at most one kind of question. The answer is stored in `names` of the running effect, under a key that
begins with "$", for the next operation. Therefore, an operation acts only after all its questions are answered.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final, TypeAlias, TypeVar

from services.tcg.catalogue.language.conditions import Amount, Condition, Reckoned, Selector, Span, Who
from services.tcg.catalogue.language.operations import Operation as Step
from services.tcg.chapters import reading
from services.tcg.chapters.decisions import has_choice, pick
from services.tcg.chapters.operations.questions import (
    Find,
    Fit,
    Holders,
    Question,
    Questions,
    Test,
    Whom,
    named_seats,
    one_of,
    picking,
)
from services.tcg.chapters.terms import Holds, MatchContext, Modes, Operation
from services.tcg.chapters.winning import has_left
from services.tcg.forms import AMENDED, REVISED
from services.tcg.state.match import DecisionKind
from services.tcg.state.tasks import IN_LOOP, Running
from shared.kernel.chapter import mark
from shared.kernel.messages import NOBODY

PAUSED: Final = -1
PUSHED: Final = -2
EACH: Final = "$each"
"""The key under which the current card of a `for_each` is stored."""
DONE: Final = "?"
"""The suffix of the key that counts how many questions have been answered."""

Number: TypeAlias = Callable[[MatchContext, Running], int]
Nest: TypeAlias = Callable[..., str]
"""A function that reads a nested part of a step (an effect, delayed steps, a condition) and returns its key."""


def each_of(running: Running) -> int:
    """Return the current card of a `for_each`, or 0 if no `for_each` is running."""
    names = running.names
    return names[EACH][0] if EACH in names else 0


def after(ctx: MatchContext, running: Running) -> int:
    """Return the index after an operation, or `PUSHED` if the operation has pushed tasks that must run first."""
    pending = ctx.state.pending
    if pending and pending[-1] is running:
        return running.at + 1
    running.at += 1
    return PUSHED


def out(ctx: MatchContext, running: Running) -> bool:
    """Return whether an effect must stop, because the match is over or the effect's player has left.

    Rule: TC-RUL-046
    """
    return ctx.over or bool(ctx.state.players[running.seat].lost)


def keep(running: Running, key: str, values: tuple[int, ...]) -> None:
    """Store values under a name, in a new `names` mapping, since questions record the old mapping in the log."""
    running.names = {**running.names, key: values}


F = TypeVar("F", bound=Callable[..., None])


def reads(function: F) -> F:
    """Mark a function as the reader of one kind of step. The type of its second parameter says which kind."""
    return mark(function, "reads")


class Reader:
    """The builder of one effect's program from its steps."""

    def __init__(self, nest: Nest, readers: Callable[[type], Callable[[Reader, Step], None]], form: int) -> None:
        """Start an empty program. `readers` returns the reader of a step's type; see `read_program` for the rest."""
        self.nest: Final = nest
        self.revised: Final = form >= REVISED
        self._asks: Final = form >= AMENDED
        self.program: Final[list[Operation]] = []
        self.modes: Final[list[Modes]] = []
        self._readers: Final = readers

    @property
    def here(self) -> int:
        """Return the index of the next operation."""
        return len(self.program)

    def steps(self, steps: Sequence[Step]) -> None:
        """Add the operations of these steps to the program, in order."""
        for step in steps:
            self._readers(type(step))(self, step)

    def emit(self, operation: Operation) -> int:
        """Add an operation and return its index."""
        self.program.append(operation)
        return len(self.program) - 1

    def gap(self) -> int:
        """Reserve an index for an operation that depends on later ones. `fill` adds that operation."""
        return self.emit(_unread)

    def fill(self, place: int, operation: Operation) -> None:
        """Set the operation at a reserved index."""
        self.program[place] = operation

    def jump(self, to: int) -> None:
        """Add an operation that jumps to an index."""
        self.emit(lambda _ctx, _running: to)

    def key(self) -> str:
        """Return a new key for the result of the next operation."""
        return f"${self.here}"

    # ------------------------------------------------------------ questions

    def ask(self, key: str, kind: DecisionKind, questions: Questions) -> None:
        """Add an operation that asks questions one by one, and stores all answers together under a key."""
        done_key = key + DONE

        def operation(ctx: MatchContext, running: Running) -> int:
            names = running.names
            done = kept = names.get(done_key, ())
            picked = names[key] if done else ()
            for question in questions(ctx, running):
                if question.about in done:
                    continue
                if done is not kept:
                    running.names = {**names, key: picked, done_key: done}
                    kept = done
                answer = pick(ctx, question.seat, kind, question.options, least=question.least, most=question.most,
                    words=question.words, always=question.always,
                )  # fmt: skip
                if answer is None:
                    return PAUSED
                picked, done = (*picked, *answer), (*done, question.about)
            running.names = {**names, key: picked, done_key: ()}
            return running.at + 1

        self.emit(operation)

    # ------------------------------------------------------------ parts

    def seats(self, who: Who) -> Whom:
        """Return a function that lists a step's players. For "an opponent", the effect's player picks one.

        Rule:    TC-RUL-045
        """
        if who == "you":
            return lambda _ctx, running: (running.seat,)
        meant = reading.read_who(who)
        if who != "opponent":
            return meant
        key = self.key()
        self.ask(key, "choose_player", one_of(meant))
        return lambda ctx, running: named_seats(ctx, running, key)

    def amount(self, amount: Amount) -> Number:
        """Return a function that computes an amount. Any dice in it are rolled only once."""
        if isinstance(amount, int):
            return lambda _ctx, _running: amount
        reckon = reading.read_amount(amount)
        if not _roll(amount):
            return lambda ctx, running: reckon(ctx, running, each_of(running))
        key = self.key()

        def roll(ctx: MatchContext, running: Running) -> int:
            keep(running, key, (reckon(ctx, running, each_of(running)),))
            return running.at + 1

        self.emit(roll)
        return lambda _ctx, running: running.names[key][0]

    def condition(self, condition: Condition) -> Test:
        """Return a function that tests a condition."""
        holds = reading.read_condition(condition)
        if holds is None:
            return lambda _ctx, _running: True
        return lambda ctx, running: holds(ctx, running, each_of(running))

    def filter(self, condition: Condition | None) -> Holds | None:
        """Return a function that tests whether a card passes a filter, or None if there is no filter."""
        return reading.read_condition(condition)

    def all_cards(self, selector: Selector, *, fit: Fit | None = None) -> Find:
        """Return a function that lists all cards that match a selector. It ignores the selector's count `n`."""
        return _fitting(reading.read_selector(selector), fit)

    def cards(
        self, selector: Selector, *, fit: Fit | None = None, one: bool = False, key: str = "", backs: Fit | None = None
    ) -> Find:
        """Return a function that lists a selector's cards. If too many cards match, a player picks among them.

        A selector without `n` selects all cards that match, or a single card if `one` is true. `fit` tests which cards
        the step can affect. Cards that no longer pass this test when the operation runs are omitted. `backs` is the
        part of this test that all players can make for a card in a hand, since they see only its back.

        Rule: TC-KEY-08, TC-RUL-040, TC-RUL-045, TC-RUL-064
        """
        found = self.all_cards(selector, fit=fit)
        least, most = bounds(selector, one=one)
        if most is None:
            return found
        key = key or self.key()
        hidden = "hand" in zones_of(selector) and (selector.filter is not None or fit is not None)
        if selector.by == "random":
            self.emit(at_random(key, found, most))
        else:
            holders = Holders(reading.read_who(selector.who or "any"), backs) if hidden else None
            picker = None
            if selector.by == "opponent":
                picker = self.opponent(key, lambda ctx, running: (
                    (holders is not None and holders.may_hold(ctx, running))
                    or has_choice(found(ctx, running), least, most)
                ))  # fmt: skip
            asked = picking(found, (least, most), selector.by or "you", holders=holders, picker=picker)
            self.ask(key, "choose_cards", asked)
        return lambda ctx, running: _still(ctx, running, key, fit)

    def opponent(self, key: str, picks: Test) -> Whom | None:
        """Ask the effect's player which opponent picks, if the test `picks` says that an opponent picks.

        Return None in matches under version 1 of the decision rules, in which the player is not asked.

        Rule: TC-RUL-045
        """
        if not self._asks:
            return None
        named = f"{key}by"

        def questions(ctx: MatchContext, running: Running) -> Sequence[Question]:
            return ask_one(ctx, running) if picks(ctx, running) else ()

        ask_one = one_of(reading.read_who("opponent"))
        self.ask(named, "choose_player", questions)
        return lambda ctx, running: named_seats(ctx, running, named) or ctx.state.opponents(running.seat)

    def over(self, find: Find, body: Callable[[str], None]) -> None:
        """Add operations that run for each card in turn. `body` adds them, given the key of the current card."""
        left, card = (self.key() + end for end in IN_LOOP)

        def begin(ctx: MatchContext, running: Running) -> int:
            keep(running, left, tuple(find(ctx, running)))
            return running.at + 1

        self.emit(begin)
        head = self.gap()
        body(card)
        self.jump(head)
        self.fill(head, _next_of(left, card, self.here))


def _unread(_ctx: MatchContext, running: Running) -> int:
    raise NotImplementedError(running.effect)


def _next_of(left: str, card: str, end: int) -> Operation:
    def operation(ctx: MatchContext, running: Running) -> int:
        table, numbers = ctx.state.table, list(running.names[left])
        while numbers and (numbers[0] not in table or has_left(ctx, numbers[0])):
            del numbers[0]
        if not numbers:
            return end
        running.names = {**running.names, card: (numbers[0],), left: tuple(numbers[1:])}
        return running.at + 1

    return operation


# ---------------------------------------------------------------- cards and players


def zones_of(selector: Selector) -> tuple[str, ...]:
    """Return the zones that a selector names."""
    return (selector.zone,) if isinstance(selector.zone, str) else selector.zone or ()


def bounds(selector: Selector, *, one: bool = False) -> tuple[int, int | None]:
    """Return the minimum and maximum number of cards that a selector selects. A maximum of None means all cards."""
    n = selector.n
    if isinstance(n, Span):
        return n.min, n.max
    if isinstance(n, int):
        return n, n
    return (1, 1) if one and n is None else (0, None)


def _fitting(select: Callable[[MatchContext, Running, int], list[int]], fit: Fit | None) -> Find:
    if fit is None:
        return lambda ctx, running: select(ctx, running, each_of(running))

    def fitting(ctx: MatchContext, running: Running) -> list[int]:
        table = ctx.state.table
        return [one for one in select(ctx, running, each_of(running)) if fit(ctx, running, table[one])]

    return fitting


def _still(ctx: MatchContext, running: Running, key: str, fit: Fit | None) -> list[int]:
    table = ctx.state.table
    alive = [number for number in running.names[key] if number in table]
    return alive if fit is None else [number for number in alive if fit(ctx, running, table[number])]


def at_random(key: str, found: Find, most: int) -> Operation:
    """Return an operation that picks cards at random. Rule: TC-RUL-082."""

    def operation(ctx: MatchContext, running: Running) -> int:
        keep(running, key, by_chance(ctx, found(ctx, running), most))
        return running.at + 1

    return operation


def by_chance(ctx: MatchContext, options: Sequence[int], most: int) -> tuple[int, ...]:
    """Pick at most `most` of the options at random. Rule: TC-RUL-039, TC-RUL-082."""
    if len(options) <= most:
        return tuple(options)
    return tuple(options[place] for place in ctx.chance.shuffle("pick", len(options), audience=NOBODY)[:most])


def _roll(amount: Amount) -> bool:
    if not isinstance(amount, Reckoned):
        return False
    parts = (*(amount.plus or ()), *(amount.times or ()))
    return amount.die is not None or any(_roll(part) for part in parts)
