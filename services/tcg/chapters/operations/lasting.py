"""Steps that mark cards: changes for a time, damage and its prevention, more attacks, counters, and what waits."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from services.tcg.catalogue.language.conditions import Condition
from services.tcg.catalogue.language.effects import Delay, Grant
from services.tcg.catalogue.language.operations import (
    ChangePwr,
    Damage,
    ExtraAttack,
    PreventDamage,
    PutCounter,
    PutPwr,
    Restrict,
)
from services.tcg.chapters import damage as damaging
from services.tcg.chapters import entering
from services.tcg.chapters.operations.reader import EACH, Find, Number, Reader, after
from services.tcg.chapters.sources import CounterChanged, EffectGranted, PwrChanged, Restricted, ShieldRaised
from services.tcg.chapters.terms import MatchContext
from services.tcg.chapters.triggers import EffectDelayed
from services.tcg.state.match import Card, Match
from services.tcg.state.tasks import Change, Running
from shared.kernel.chapter import fold
from shared.kernel.messages import NOBODY, Event, Secret

IN_PLAY: Final = frozenset({"savior", "form", "command"})


def _fighters(_ctx: MatchContext, _running: Running, card: Card) -> bool:
    return card.place in entering.HOSTS


def _in_play(_ctx: MatchContext, _running: Running, card: Card) -> bool:
    return card.place in IN_PLAY


def change_of(  # noqa: PLR0913 a change has that many parts
    ctx: MatchContext, running: Running, kind: str, lasts: str, *, value: int = 0, part: str = "", condition: str = ""
) -> Change:  # fmt: skip
    """Return a change that an effect makes. Rule: TC-RUL-078."""
    match = ctx.state
    return Change(
        kind=kind, number=match.changes + 1, seat=running.seat, source=running.card, lasts=lasts, turn=match.turn,
        value=value, part=part, condition=condition,
    )  # fmt: skip


def _condition(reader: Reader, condition: Condition | None) -> str:
    return "" if condition is None else reader.nest(condition)


def change_pwr(reader: Reader, step: ChangePwr) -> None:
    """Change the PWR of cards for a time. Rule: TC-RUL-077, TC-RUL-078."""
    _pwr(reader, step, "pwr", reader.amount(step.by))


def put_pwr(reader: Reader, step: PutPwr) -> None:
    """Set the base PWR, which gives a bound savior one. Rule: TC-RUL-016, TC-RUL-077."""
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


def grant(reader: Reader, step: Grant) -> None:
    """Grant an ability to cards in play."""
    find = reader.cards(step.of, fit=_in_play)
    lasts, part, condition = step.lasts, reader.nest(step.effect), _condition(reader, step.as_long_as)

    def operation(ctx: MatchContext, running: Running) -> int:
        for number in find(ctx, running):
            change = change_of(ctx, running, "grant", lasts, part=part, condition=condition)
            ctx.emit(EffectGranted(thing=number, change=change))
        return running.at + 1

    reader.emit(operation)


def restrict(reader: Reader, step: Restrict) -> None:
    """Let a static hold for cards in play."""
    find = reader.cards(step.of, fit=_in_play)
    lasts, part, condition = step.lasts, reader.nest(step.static), _condition(reader, step.as_long_as)

    def operation(ctx: MatchContext, running: Running) -> int:
        for number in find(ctx, running):
            change = change_of(ctx, running, "restrict", lasts, part=part, condition=condition)
            ctx.emit(Restricted(thing=number, change=change))
        return running.at + 1

    reader.emit(operation)


def prevent_damage(reader: Reader, step: PreventDamage) -> None:
    """Raise a shield against the next damages. Rule: TC-RUL-079."""
    find, lasts, times = reader.cards(step.of, fit=_fighters), step.lasts, step.times

    def operation(ctx: MatchContext, running: Running) -> int:
        for number in find(ctx, running):
            change = change_of(ctx, running, "shield", lasts, value=times)
            ctx.emit(ShieldRaised(thing=number, change=change))
        return running.at + 1

    reader.emit(operation)


def damage(reader: Reader, step: Damage) -> None:
    """Damage forms and saviors outside combat. Rule: TC-RUL-080."""
    find = reader.cards(step.of, fit=_fighters)

    def operation(ctx: MatchContext, running: Running) -> int:
        damaging.by_effect(ctx, find(ctx, running), running)
        return after(ctx, running)

    reader.emit(operation)


def extra_attack(reader: Reader, step: ExtraAttack) -> None:
    """Let cards attack more often. Rule: TC-CBT-23, TC-RUL-081."""
    find, amount = reader.cards(step.of, fit=_fighters), reader.amount(step.n)

    def operation(ctx: MatchContext, running: Running) -> int:
        count = amount(ctx, running)
        for number in find(ctx, running) if count > 0 else ():
            ctx.emit(AttackAllowed(thing=number, n=count))
        return running.at + 1

    reader.emit(operation)


def put_counter(reader: Reader, step: PutCounter) -> None:
    """Put counters on cards in play."""
    find, amount, name = reader.cards(step.of, fit=_in_play), reader.amount(step.n), step.name

    def operation(ctx: MatchContext, running: Running) -> int:
        count, table = amount(ctx, running), ctx.state.table
        for number in find(ctx, running) if count > 0 else ():
            ctx.emit(CounterChanged(thing=number, name=name, n=table[number].counters.get(name, 0) + count))
        return running.at + 1

    reader.emit(operation)


def delay(reader: Reader, step: Delay) -> None:
    """Let steps wait for a later event, with what this effect has chosen and stored so far."""
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


READERS: Final[Mapping[type, Callable[[Reader, Any], None]]] = {
    ChangePwr: change_pwr,
    PutPwr: put_pwr,
    Grant: grant,
    Restrict: restrict,
    PreventDamage: prevent_damage,
    Damage: damage,
    ExtraAttack: extra_attack,
    PutCounter: put_counter,
    Delay: delay,
}


class AttackAllowed(Event, frozen=True, kw_only=True):
    """A card may attack more often in this combat step."""

    thing: int
    n: int


@fold
def _attack_allowed(match: Match, event: AttackAllowed) -> None:
    """Rule: TC-RUL-081."""
    card = match.table.get(event.thing)
    if card is not None:
        card.extra += event.n
