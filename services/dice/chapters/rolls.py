"""Rolls of dice, symbols and pools. One command makes one roll or several."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Annotated, Final

from msgspec import UNSET, Meta, Raw, Struct, to_builtins
from msgspec.structs import replace

from services.dice.chapters.secrets import audience_of
from services.dice.chapters.symbol_sets import COIN, resolve
from services.dice.chapters.table import TableContext, check_age
from services.dice.notation.dialects import of_first_form
from services.dice.notation.notation import Notation
from services.dice.notation.refusals import RepeatsOutOfBounds, TooManyDice
from services.dice.state import RECENT, DiceSet, Kept, Outcome, Rolled, TableState, What
from shared.kernel.chance import AnyPool
from shared.kernel.chapter import fold, judge, samples
from shared.kernel.game_parts import Overtaken
from shared.kernel.messages import Audience, Command, Event, Line, Seat, Secret
from shared.kernel.pools.character import CharacterDice, IconDie
from shared.kernel.pools.flip import FlipTotal
from shared.kernel.pools.luck import LuckPool
from shared.kernel.pools.position import PositionPool
from shared.kernel.pools.symbols import SymbolDice, SymbolPool
from shared.kernel.pools.task_sides import TaskDie, TaskSide, Way
from shared.kernel.pools.task_totals import throw_cost
from shared.kernel.pools.tasks import TaskDice
from shared.kernel.refusals import Refusal, SeatUnknown
from shared.kernel.samples import Field, Sample, Samples

MAX_BATCH: Final = 100
MAX_THROWS: Final = 5000
"""The maximum number of dice in all rolls of one command. The average number of extra rolls counts as well."""
MOST_READINGS: Final = 100_000
"""The maximum number of steps for comparing the ways in which one side's faces can count: about ten milliseconds."""
PURPOSES: Final[Mapping[type, str]] = {Notation: "dice", SymbolPool: "symbols"}
"""The purpose of draws for each kind of throw. All other kinds use `pool`.

The faces that a seed yields depend on the purpose.
"""
OF_THE_ASK: Final = frozenset({"who"})


# ---------------------------------------------------------------- refusals


class OnlyForOneself(Refusal, rule="DI-TABLE-02", status=403):
    """You cannot roll for another seat: roll for your own seat, or ask the game master to roll."""


class TooManyReadings(Refusal, rule="DI-CHAR-11"):
    """These dice can be counted in too many different ways: roll fewer dice whose faces count in several ways."""


# ---------------------------------------------------------------- commands


class RollAsk(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A requested roll: the dice, the seat that rolls (by default your own), and the purpose.

    After an undo, the next equal dice show the faces that were taken back, for any purpose and by any seat.
    """

    what: What
    who: Seat | None = None
    purpose: Line | None = None


class Roll(Command, frozen=True, kw_only=True):
    """Roll dice, once or several times. Only the rolling seat and the game masters see the outcome of a secret roll."""

    counts_as = "move"

    rolls: Annotated[tuple[RollAsk, ...], Meta(min_length=1, max_length=MAX_BATCH)]
    secret: bool = False


# ---------------------------------------------------------------- events: their names and fields are the storage format


class DiceRolled(Event, frozen=True, kw_only=True):
    """Dice were rolled. `outcomes` has the same order as `rolls`."""

    rolls: tuple[Rolled, ...]
    outcomes: tuple[Outcome, ...] | Secret[tuple[Outcome, ...]]


# ---------------------------------------------------------------- judgement


@judge
def roll(ctx: TableContext, command: Roll) -> None:
    """Roll dice. Rule: DI-ROLL-01 to DI-ROLL-03, DI-TABLE-02, DI-TABLE-03, DI-SECRET-01."""
    check_age(ctx)
    rolls = _rolls_of(ctx, command)
    if len(rolls) > MAX_BATCH:
        raise RepeatsOutOfBounds(needs=f"at most {MAX_BATCH} rolls", has=len(rolls), field="rolls")
    audience = audience_of(ctx.state, (each.who for each in rolls), len(rolls)) if command.secret else None
    thrown = [as_read(each.what, ctx.state) for each in rolls]
    check_throws(thrown)
    outcomes = tuple([_throw(ctx, what, audience) for what in thrown])
    ctx.emit(DiceRolled(rolls=rolls, outcomes=outcomes if audience is None else ctx.secret(outcomes, audience)))


def _throw(ctx: TableContext, what: AnyPool[Outcome], audience: Audience | None) -> Outcome:
    return ctx.chance.draw(what, PURPOSES.get(type(what), "pool"), audience=audience)


def _rolls_of(ctx: TableContext, command: Roll) -> tuple[Rolled, ...]:
    """Return the rolls of a command. A notation with repeats yields several rolls.

    Rule:    DI-ROLL-01, DI-ROLL-04, DI-REPEAT-01, DI-REPEAT-02, DI-TABLE-02
    Refuses: the refusals of `_who` and `complete`, each with the position of its roll
    """
    found: list[Rolled] = []
    before = ctx.state.rolls + 1
    for place, ask in enumerate(command.rolls):
        try:
            who, what = _who(ctx, ask.who), ask.what
            each = _each(what, ctx.state) if type(what) is Notation else (complete(what, ctx.state.sets),)
        except Refusal as refusal:
            _name(refusal, place)
            raise
        for what in each:
            found.append(Rolled(number=before + len(found), who=who, what=what, purpose=ask.purpose))
    return tuple(found)


def as_read(what: What, state: TableState) -> What:
    """Return a throw as its table interprets it.

    A table keeps interpreting notation as it did when the table was opened.

    Rule:    DI-DIALECT-03
    """
    if state.form or not isinstance(what, Notation):
        return what
    return replace(what, dialect=of_first_form(what.dialect))


def _each(what: Notation, state: TableState) -> Iterable[Notation]:
    """Return the rolls that a notation requests, in the form in which they are recorded.

    Refuses: the refusals of `parse`.
    """
    if state.form:
        return what.each()
    first = replace(what, dialect=of_first_form(what.dialect))
    return [replace(one, dialect=what.dialect) for one in first.each()]


def _name(refusal: Refusal, place: int) -> None:
    """Add the position of the roll to the field that a refusal names. Rule: DI-ROLL-04."""
    field = refusal.field or ""
    inner = field if field in OF_THE_ASK else f"what.{field}"
    refusal.field = f"rolls[{place}].{inner}"


def _who(ctx: TableContext, who: Seat | None) -> Seat:
    """Return the seat for which a roll is made.

    Rule:    DI-TABLE-02, AR-SEAT-01
    Refuses: OnlyForOneself, SeatUnknown
    """
    if who is None or who == ctx.seat:
        return ctx.seat
    if not ctx.leads:
        raise OnlyForOneself(needs=ctx.seat, has=who, field="who")
    if who not in ctx.state.roles:
        raise SeatUnknown(needs="a seat of this table", has=who, field="who")
    return who


def complete(what: What, sets: Mapping[str, DiceSet]) -> What:
    """Return a throw with all its dice written out, after checking it against the limits of one roll.

    Rule:    DI-NOT-01, DI-LIMIT-02, DI-SYM-03
    Refuses: the refusals of `resolve` and of the notation's parser
    """
    if isinstance(what, SymbolPool):
        return resolve(what, sets)
    if isinstance(what, Notation):
        what.read()
    if isinstance(what, TaskDice):
        check_readings(what)
    return what


def check_readings(what: TaskDice) -> None:
    """Refuse a task if the faces of one side can count in too many ways to compare.

    Rule:    DI-CHAR-11
    Refuses: TooManyReadings
    """
    for name, side in (("ours", what.ours), *((f"theirs[{place}]", side) for place, side in enumerate(what.theirs))):
        cost = throw_cost(side)
        if cost > MOST_READINGS:
            raise TooManyReadings(needs=f"at most {MOST_READINGS} steps", has=cost, field=name)


def check_throws(throws: Iterable[What]) -> None:
    """Refuse a command that rolls too many dice.

    Rule:    DI-LIMIT-02
    Refuses: TooManyDice
    """
    thrown = sum([what.dice_thrown() for what in throws])
    if thrown > MAX_THROWS:
        raise TooManyDice(needs=f"at most {MAX_THROWS} throws in a command", has=thrown, field="rolls")


# ---------------------------------------------------------------- fold


@fold
def dice_rolled(state: TableState, event: DiceRolled) -> None:
    """Store the latest rolls of the table, and all its secret rolls."""
    kept = _stored_roll(event)
    state.rolls += len(kept)
    state.recent += kept
    del state.recent[:-RECENT]
    if type(event.outcomes) is Secret:
        state.secrets = {**state.secrets, **{each.rolled.number: each for each in kept}}


def _stored_roll(event: DiceRolled) -> list[Kept]:
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


class RollsCounted(Struct, tag=DiceRolled.__name__, frozen=True, gc=False):
    """Rolls that are no longer among the table's latest rolls. The table keeps only their count."""

    rolls: tuple[Raw, ...]


def rolls_counted(state: TableState, event: RollsCounted) -> None:
    """Add a number of older rolls to the table's count of rolls that it no longer lists."""
    state.rolls += len(event.rolls)


OVERTAKEN: Final = Overtaken(form=RollsCounted, last=RECENT, fold=rolls_counted)


# ---------------------------------------------------------------- samples

HERO: Final = IconDie(name="hero", faces=(("sword",), ("sword", "sword"), ("bow",), ("sword", "bow"), (), ()))
SWORD: Final = (Way(successes=1),)
SWORDS: Final = TaskSide(dice=(TaskDie(faces=(SWORD, (Way(successes=2),), SWORD, (), (), ())),), cap=2, bonus=1)
THROWS: Final[tuple[What, ...]] = (
    Notation(text="1d20"),
    Notation(text="4d6kh3 + 2"),
    PositionPool(dice=2),
    LuckPool(dice=3, luck=1),
    FlipTotal(dice=2, luck=1, percentile=True),
    CharacterDice(dice=(HERO,), counts=("sword",), difficulty="easy"),
    SymbolPool(dice=(SymbolDice(die=COIN),)),
    TaskDice(ours=SWORDS, challenge=2),
)
"""An example throw of each kind."""


@samples
def rolls_to_make(state: TableState, seat: Seat) -> Samples[Roll]:
    """Yield sample rolls for each seat that this seat may roll for.

    There is a sample for each kind of throw and each set, and one for any other throw.
    """
    of_sets = (SymbolPool(dice=(SymbolDice(die=kept.dice[0].name),), set=name) for name, kept in state.sets.items())
    others = [who for who in state.roles if who != seat] if state.roles.get(seat) == "gm" else []
    asks = (
        *(RollAsk(what=what) for what in (*THROWS, *of_sets)),
        *(RollAsk(what=THROWS[0], who=who, purpose="luck") for who in (seat, *others)),
    )
    yield Sample(
        command=Roll(rolls=asks[:1]),
        fields={
            "rolls": Field(
                items=Field(options=tuple(to_builtins(ask) for ask in asks)), least=1, most=MAX_BATCH, repeats=True
            )
        },
    )
    yield Sample(
        command=Roll(rolls=asks[:1]),
        fields={
            "rolls": Field(items=Field(schema="RollAsk"), least=1, most=MAX_BATCH, repeats=True),
            "secret": (False, True),
        },
    )
