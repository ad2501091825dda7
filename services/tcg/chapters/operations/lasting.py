"""Steps that change cards for a limited time, damage cards, put counters on them, or wait for a later event."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from msgspec import field
from msgspec.structs import replace

from services.tcg.catalogue.faults import Fault, Place
from services.tcg.catalogue.language import effects
from services.tcg.catalogue.language.conditions import Amount, Condition, Lasting
from services.tcg.catalogue.language.operations import NOT_WHILE, AnyContinuousEffect, ForATime, OnCards
from services.tcg.catalogue.language.operations import Operation as Step
from services.tcg.catalogue.language.reach import FIGHTING, ON_BOARD, reaching
from services.tcg.catalogue.lints.effects import AT_LEAST_ONE, CHANGES_NOTHING, NUMBERS
from services.tcg.catalogue.text.speech import say, words_for_later
from services.tcg.chapters import damage as damaging
from services.tcg.chapters import entering
from services.tcg.chapters.operations.questions import Find
from services.tcg.chapters.operations.reader import EACH, Number, Reader, after, reads
from services.tcg.chapters.sources import CounterChanged, EffectGranted, PwrChanged, Restricted, ShieldRaised
from services.tcg.chapters.terms import Follow, MatchContext
from services.tcg.chapters.triggers import EffectDelayed
from services.tcg.state.match import Card, Match
from services.tcg.state.tasks import Change, Running
from services.tcg.words import Number as PrintedNumber
from services.tcg.words import Slug
from shared.kernel.chapter import fold
from shared.kernel.messages import NOBODY, Event, Secret

IN_PLAY: Final = frozenset({"savior", "form", "command"})


def _fighters(_ctx: MatchContext, _running: Running, card: Card) -> bool:
    return card.place in entering.HOSTS


def _in_play(_ctx: MatchContext, _running: Running, card: Card) -> bool:
    return card.place in IN_PLAY


def change_of(  # noqa: PLR0913 each parameter is one part of a change
    ctx: MatchContext, running: Running, kind: str, lasts: str, *, value: int = 0, part: str = "", condition: str = ""
) -> Change:  # fmt: skip
    """Return the change that an effect makes to a card for a limited time. Rule: TC-RUL-078."""
    match = ctx.state
    return Change(
        kind=kind, number=match.changes + 1, seat=running.seat, source=running.card, lasts=lasts, turn=match.turn,
        value=value, part=part, condition=condition,
    )  # fmt: skip


def _condition(reader: Reader, condition: Condition | None) -> str:
    return "" if condition is None else reader.nest(condition)


class ChangePwr(ForATime, frozen=True, kw_only=True, tag="modify_pwr"):
    """A step that gives cards a PWR bonus or penalty for a limited time."""

    phrase = "{of} gets {change} {lasts}"
    reach_since_form_2 = reaching(of=FIGHTING)
    by: Amount

    def faults(self, place: Place) -> Iterator[Fault]:
        """Yield the faults that every temporary change can have, and a fault for a change of 0. Rule: TC-RUL-145."""
        yield from ForATime.faults(self, place)
        if self.by == 0:
            yield place.fault("by", CHANGES_NOTHING, *NUMBERS)


@reads
def change_pwr(reader: Reader, step: ChangePwr) -> None:
    """Change the PWR of cards for a limited time. Rule: TC-RUL-077, TC-RUL-078."""
    _pwr(reader, step, "pwr", reader.amount(step.by))


class PutPwr(ForATime, frozen=True, kw_only=True, tag="set_pwr"):
    """A step that sets the base PWR of cards for a limited time."""

    phrase = "the base PWR of {of} becomes {to} {lasts}"
    reach_since_form_2 = reaching(of=FIGHTING)
    to: Amount


@reads
def put_pwr(reader: Reader, step: PutPwr) -> None:
    """Set the base PWR of cards for a limited time. Even a bound savior without PWR gets one.

    Rule:    TC-RUL-016, TC-RUL-077
    """
    _pwr(reader, step, "set_pwr", reader.amount(step.to))


def _pwr(reader: Reader, step: ChangePwr | PutPwr, kind: str, amount: Number) -> None:
    find: Find = reader.cards(step.of, fit=_fighters)
    lasts, condition = step.lasts, _condition(reader, step.as_long_as)

    def operation(ctx: MatchContext, running: Running) -> int:
        value = amount(ctx, running)
        for number in find(ctx, running):
            change = change_of(ctx, running, kind, lasts, value=value, condition=condition)
            ctx.emit(PwrChanged(thing=number, change=change))
        return running.at + 1

    reader.emit(operation)


class Grant(ForATime, frozen=True, kw_only=True, tag="grant"):
    """A step that gives cards an ability for a limited time."""

    phrase = "{of} gains the effect «{effect}» {lasts}"
    reach_since_form_2 = reaching(of=ON_BOARD)
    effect: effects.Effect


@reads
def grant(reader: Reader, step: Grant) -> None:
    """Give an ability to cards in play."""
    find = reader.cards(step.of, fit=_in_play)
    lasts, part, condition = step.lasts, reader.nest(step.effect), _condition(reader, step.as_long_as)

    def operation(ctx: MatchContext, running: Running) -> int:
        for number in find(ctx, running):
            change = change_of(ctx, running, "grant", lasts, part=part, condition=condition)
            ctx.emit(EffectGranted(thing=number, change=change))
        return running.at + 1

    reader.emit(operation)


class Restrict(ForATime, frozen=True, kw_only=True, tag="restrict"):
    """A step that puts a continuous effect on cards for a limited time."""

    phrase = "{restriction} {lasts}"
    reach_since_form_2 = reaching(of=ON_BOARD)
    static: AnyContinuousEffect

    def say_restriction(self) -> str:
        """Return the words for the continuous effect, including the cards that the step names."""
        static = self.static
        return say(replace(static, of=self.of) if getattr(static, "of", self.of) is None else static)

    def faults(self, place: Place) -> Iterator[Fault]:
        """Yield a fault if the continuous effect itself names cards, since the step already names them."""
        if getattr(self.static, "of", None) is not None:
            yield place.fault("static.of", "the step already names the cards: remove this")
        yield from ForATime.faults(self, place)


@reads
def restrict(reader: Reader, step: Restrict) -> None:
    """Put a continuous effect on cards in play."""
    find = reader.cards(step.of, fit=_in_play)
    lasts, part, condition = step.lasts, reader.nest(step.static), _condition(reader, step.as_long_as)

    def operation(ctx: MatchContext, running: Running) -> int:
        for number in find(ctx, running):
            change = change_of(ctx, running, "restrict", lasts, part=part, condition=condition)
            ctx.emit(Restricted(thing=number, change=change))
        return running.at + 1

    reader.emit(operation)


class PreventDamage(OnCards, frozen=True, kw_only=True, tag="prevent_damage"):
    """A step that prevents damage to cards the next time they would be damaged, or the next `times` times."""

    phrase = "prevent the next {times} damage to {of} {lasts}"
    reach_since_form_2 = reaching(of=FIGHTING)
    times: PrintedNumber = 1
    lasts: Lasting = field(name="for", default="end_of_turn")

    def faults(self, place: Place) -> Iterator[Fault]:
        """Yield a fault if the step lasts "while" a condition holds, or prevents damage 0 times.

        Rule:    TC-RUL-078, TC-RUL-145
        """
        if self.lasts == "while":
            yield place.fault(*NOT_WHILE)
        if self.times == 0:
            yield place.fault("times", AT_LEAST_ONE, *NUMBERS)


@reads
def prevent_damage(reader: Reader, step: PreventDamage) -> None:
    """Give cards a shield that prevents damage the next `times` times. Rule: TC-RUL-079."""
    find, lasts, times = reader.cards(step.of, fit=_fighters), step.lasts, step.times

    def operation(ctx: MatchContext, running: Running) -> int:
        for number in find(ctx, running):
            change = change_of(ctx, running, "shield", lasts, value=times)
            ctx.emit(ShieldRaised(thing=number, change=change))
        return running.at + 1

    reader.emit(operation)


class Damage(OnCards, frozen=True, kw_only=True, tag="damage"):
    """A step that damages a form or savior outside combat."""

    phrase = "damage {of}"
    reach = reaching(of=FIGHTING)


@reads
def damage(reader: Reader, step: Damage) -> None:
    """Damage forms and saviors outside combat. Rule: TC-RUL-080."""
    find = reader.cards(step.of, fit=_fighters)

    def operation(ctx: MatchContext, running: Running) -> int:
        damaging.by_effect(ctx, find(ctx, running), running)
        return after(ctx, running)

    reader.emit(operation)


class ExtraAttack(OnCards, frozen=True, kw_only=True, tag="extra_attack"):
    """A step that allows cards additional attacks in this combat step."""

    phrase = "{of} may attack {more} in this combat step"
    reach = reaching(of=FIGHTING)
    n: Amount = 1


@reads
def extra_attack(reader: Reader, step: ExtraAttack) -> None:
    """Allow cards additional attacks in this combat step. Rule: TC-CBT-23, TC-RUL-081, TC-RUL-230."""
    find, amount = reader.cards(step.of, fit=_fighters), reader.amount(step.n)

    def operation(ctx: MatchContext, running: Running) -> int:
        count, table = amount(ctx, running), ctx.state.table
        for number in find(ctx, running) if count > 0 else ():
            more = _more(ctx, table[number].extra, count)
            if more > 0:
                ctx.emit(AttackAllowed(thing=number, n=more))
        return running.at + 1

    reader.emit(operation)


def _more(ctx: MatchContext, held: int, count: int) -> int:
    """Return how many of these attacks or counters a card can still get. Rule: TC-RUL-230."""
    return min(count, ctx.state.greatest - held)


class PutCounter(OnCards, frozen=True, kw_only=True, tag="put_counter"):
    """A step that puts counters on a card."""

    phrase = "put {n} {name} {counters} on {of}"
    reach_since_form_2 = reaching(of=ON_BOARD)
    name: Slug
    n: Amount = 1


@reads
def put_counter(reader: Reader, step: PutCounter) -> None:
    """Put counters on cards in play. Rule: TC-RUL-230."""
    find, amount, name = reader.cards(step.of, fit=_in_play), reader.amount(step.n), step.name

    def operation(ctx: MatchContext, running: Running) -> int:
        count, table = amount(ctx, running), ctx.state.table
        for number in find(ctx, running) if count > 0 else ():
            held = table[number].counters.get(name, 0)
            more = _more(ctx, held, count)
            if more > 0:
                ctx.emit(CounterChanged(thing=number, name=name, n=held + more))
        return running.at + 1

    reader.emit(operation)


class Delay(Step, frozen=True, kw_only=True, tag="delay"):
    """A step that waits for a later event, and then carries out the steps inside it once."""

    phrase = "{next_time}, {then}"
    awaits = True
    until: effects.Pattern
    then: tuple[effects.AnyOperation, ...]

    def say_next_time(self) -> str:
        """Return the words for the event, which say that the step waits for this event only once."""
        return f"the next time {say(self.until).removeprefix('when ')}"

    def say_then(self) -> str:
        """Return the words for the steps inside this step, which may themselves wait for a still later event."""
        later = words_for_later(self.until, self.then)
        return f"and after that {later}" if self.then and isinstance(self.then[0], Delay) else later


@reads
def delay(reader: Reader, step: Delay) -> None:
    """Store the steps inside this step until a later event, with the effect's targets and its results so far."""
    key = reader.nest(step)

    def operation(ctx: MatchContext, running: Running) -> int:
        names = {name: kept for name, kept in running.names.items() if name == EACH or not name.startswith("$")}
        ctx.emit(
            EffectDelayed(
                number=ctx.state.changes + 1, seat=running.seat, thing=running.card, card=running.printed, effect=key,
                targets=running.targets, names=Secret(audience=NOBODY, value=names) if names else None,
            )
        )  # fmt: skip
        return running.at + 1

    reader.emit(operation)


class AttackAllowed(Event, frozen=True, kw_only=True):
    """An effect allowed a card additional attacks in this combat step."""

    thing: int
    n: int


@fold
def _attack_allowed(match: Match, event: AttackAllowed) -> None:
    """Increase the number of attacks that a card may make in this combat step. Rule: TC-RUL-081."""
    card = match.table.get(event.thing)
    if card is not None:
        card.extra += event.n


BOARD: Final[Mapping[type[Event], Follow | None]] = {AttackAllowed: None}
"""The update of the board after the event: no update, since the event changes no source and no source's abilities."""
