"""Triggers: [AUTO] effects that react to an event, and delayed steps that have waited for an event.

Triggered effects are queued, and are declared when the chain (the declared effects that wait for responses) is empty. A
use counts against its limit when it is declared. Once the limit is reached, no more uses are queued.

Rule: TC-ETI-02, TC-ETI-03, TC-RUL-058, TC-RUL-116, TC-RUL-119
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, TypeAlias, TypeVar

from msgspec import Struct

from services.tcg.chapters import continuous, last_seen, limits, uses
from services.tcg.chapters.departures import SpiritsSentToVoid
from services.tcg.chapters.last_seen import Parted
from services.tcg.chapters.limits import EffectUsed
from services.tcg.chapters.revealing import uncover_source
from services.tcg.chapters.sources import Heard, board_of, context, listeners
from services.tcg.chapters.terms import Ability, MatchContext
from services.tcg.state.match import Card, Delayed, Match, Waiting
from services.tcg.state.tasks import Running, TriggerEvent
from services.tcg.words import Place
from shared.kernel.chapter import fold
from shared.kernel.messages import NOBODY, Event, Seat, Secret

# ---------------------------------------------------------------- events


Names: TypeAlias = dict[str, tuple[int, ...]]
"""The stored results of an effect. They are secret, since they may include a card in a hand."""


class Called(Struct, frozen=True, kw_only=True, gc=False):
    """A triggered [AUTO] effect, with the event that triggered it."""

    seat: Seat
    thing: int
    card: str
    effect: str
    event: TriggerEvent
    targets: tuple[tuple[int, ...], ...] = ()


class TriggersQueued(Event, frozen=True, kw_only=True):
    """[AUTO] effects were triggered and wait until the chain is empty."""

    effects: tuple[Called, ...]
    names: Secret[tuple[Names, ...]] | None = None
    """The stored results of delayed steps, one entry per effect, or None if there are none."""


class EffectDelayed(Event, frozen=True, kw_only=True):
    """Steps of an effect were delayed until a later event.

    The event also records the choices made so far for the effect.

    Rule: TC-RUL-179
    """

    number: int
    seat: Seat
    thing: int
    card: str
    effect: str
    targets: tuple[tuple[int, ...], ...] = ()
    names: Secret[Names] | None = None


class DelayEnded(Event, frozen=True, kw_only=True):
    """Delayed steps no longer wait for an event. Rule: TC-RUL-179."""

    number: int


# ---------------------------------------------------------------- judgement


HELD: Final = "state"
"""The prefix of the keys that count how often a condition has changed. If the count is odd, the condition holds."""

LEAVING: Final = frozenset({"left_play", "form_sacrificed", "spirit_to_void"})
"""The events that are emitted after their card has left play."""
GONE_TO: Final = frozenset({"drop", "void"})


def happen(ctx: MatchContext, event: TriggerEvent) -> None:
    """Queue the effects that an event triggers. Most events trigger no effect."""
    name = event.event
    if name in ctx.pool.heard and (ctx.state.delayed or name in LEAVING or listeners(ctx, name)):
        _queue_effects_of(ctx, (event,))


def happen_together(ctx: MatchContext, events: Sequence[TriggerEvent]) -> None:
    """Queue the effects that these simultaneous events trigger."""
    heard, delayed = ctx.pool.heard, ctx.state.delayed
    for event in events:
        name = event.event
        if name in heard and (delayed or name in LEAVING or listeners(ctx, name)):
            _queue_effects_of(ctx, events)
            return


def leave(ctx: MatchContext, events: Sequence[TriggerEvent]) -> None:
    """Queue the effects that trigger when these cards leave, before the cards leave.

    The cards still react to the current board, but not to the other cards that leave with them. Callers must not pass
    these events to `happen` as well.

    Rule: TC-RUL-042, TC-RUL-116
    """
    if any(event.event in ctx.pool.heard for event in events):
        _queue_effects_of(ctx, events, gone=frozenset(event.card for event in events))


def _queue_effects_of(ctx: MatchContext, events: Sequence[TriggerEvent], *, gone: frozenset[int] = frozenset()) -> None:
    """Queue the effects that these events trigger. `gone` lists the cards that leave together."""
    match = ctx.state
    if match.stage == "finished":
        return
    called: list[Called] = []
    board = board_of(ctx)
    for event in events:
        if event.card in board.parted and event.event in last_seen.KNOWN:
            with last_seen.as_it_was(ctx, event) as (parted, seen):
                _hear_parted(ctx, seen, parted, called, gone=gone)
        elif event.event in LEAVING and not gone:
            _hear_leaving(ctx, event, called)
        else:
            for heard in board.listening(event.event):
                if heard.running.card not in gone or heard.running.card == event.card:
                    _call(ctx, heard, event, called)
    if called or match.delayed:
        _queue(ctx, events, called)


def _hear_parted(
    ctx: MatchContext, event: TriggerEvent, parted: Parted, called: list[Called], *, gone: frozenset[int]
) -> None:  # fmt: skip
    """Queue the effects, including the card's own, that react to the last state of a card that has left play.

    Rule: TC-RUL-116, TC-RUL-177
    """
    listening, there = board_of(ctx).listening(event.event), set()
    for heard in listening:
        there.add((heard.running.card, heard.ability.key))
        if heard.running.card not in gone or heard.running.card == event.card:
            _call(ctx, heard, event, called)
    own = parted.effects if parted.card.up else _own(ctx, parted.card, event)
    for heard in own:
        running, ability = heard.running, heard.ability
        if ability.event == event.event and (running.card, ability.key) not in there and not _lose(ctx, running):
            _call(ctx, heard, event, called)


def _queue(ctx: MatchContext, events: Sequence[TriggerEvent], called: list[Called]) -> None:
    """Queue the triggered effects, and the delayed steps that waited for these events."""
    names: list[Names] = [{} for _ in called]
    if ctx.state.delayed:
        board = board_of(ctx)
        for event in events:
            if event.card in board.parted and event.event in last_seen.KNOWN:
                with last_seen.as_it_was(ctx, event) as (_, seen):
                    _end_delays(ctx, seen, called, names)
            else:
                _end_delays(ctx, event, called, names)
    if called:
        stored = Secret(audience=NOBODY, value=tuple(names)) if any(names) else None
        ctx.emit(TriggersQueued(effects=tuple(called), names=stored))


def _call(ctx: MatchContext, heard: Heard, event: TriggerEvent, called: list[Called]) -> None:
    """Queue an [AUTO] effect if the event matches. Each effect is triggered once per event. Rule: TC-RUL-119."""
    running, ability = heard.running, heard.ability
    if ability.on is None or not ability.on(ctx, running, event):
        return
    if heard.lasting is not None and not heard.lasting.holds(ctx, heard.lasting.running, 0):
        return
    if ability.when is not None and not ability.when(ctx, running, 0):
        return
    if _room(ctx, running, ability, called) and _may_be_shown(ctx, running, ability, called):
        uncover_source(ctx, running)
        called.append(_call_triggers(running, ability, event))


def _may_be_shown(ctx: MatchContext, running: Running, ability: Ability, called: Sequence[Called]) -> bool:
    """Return whether an effect can be used, if its card is hidden in a hand and would be revealed.

    The card stays hidden if the effect has no legal target, a cost that cannot be paid, or no use left. Effects of
    other cards in the hand that the same event triggers have to be paid as well.

    Rule: TC-RUL-190, TC-RUL-210
    """
    card = ctx.state.table.get(running.card)
    if card is None or card.place != "hand" or card.known or not ctx.state.revised:
        return True
    if not (continuous.can_be_declared(ctx, running, ability) and _room(ctx, running, ability, called)):
        return False
    return not called or _can_pay_too(ctx, running, ability, called)


def _can_pay_too(ctx: MatchContext, running: Running, ability: Ability, called: Sequence[Called]) -> bool:
    """Return whether an effect can be paid for in addition to effects of other cards in the hand. Rule: TC-RUL-210."""
    table, abilities = ctx.state.table, ctx.pool.abilities
    held = [one for one in called if one.thing in ctx.state.players[running.seat].hand]
    payers = [(context(table[one.thing]), abilities[one.effect]) for one in held] + [(running, ability)]
    costs = [(payer, continuous.changed_costs(ctx, payer, effect)) for payer, effect in payers]
    return not held or uses.payable_together(ctx, costs)


def _call_triggers(running: Running, ability: Ability, event: TriggerEvent) -> Called:
    return Called(seat=running.seat, thing=running.card, card=running.printed, effect=ability.key, event=event)


def _room(ctx: MatchContext, running: Running, ability: Ability, called: Sequence[Called]) -> bool:
    """Return whether an ability's limit allows one more use than those that are already queued. Rule: TC-RUL-070."""
    if ability.limit is None:
        return True
    left = limits.uses_left(ctx, running.seat, running.card, ability) or 0
    by_name = ability.limit.scope == "name"
    waiting = [(one.seat, one.thing, one.effect) for one in called]
    waiting += [(one.seat, one.card, one.effect) for one in ctx.state.queue]
    own = [
        effect for seat, card, effect in waiting
        if (seat == running.seat if by_name else card == running.card) and limits.counts_with(ctx, ability, effect)
    ]  # fmt: skip
    return left > len(own)


def _hear_leaving(ctx: MatchContext, event: TriggerEvent, called: list[Called]) -> None:
    """Queue the effects that trigger when a card leaves.

    The card's own effects, and those on other cards, react as if the card were still in play.

    Rule: TC-RUL-116
    """
    board, spirit = board_of(ctx), event.event == "spirit_to_void"
    card = ctx.state.table.get(event.spirit if spirit else event.card)
    gone = card is not None and card.place in GONE_TO
    if card is None or not gone or spirit:
        for heard in board.listening(event.event):
            _call(ctx, heard, event, called)
    else:
        place, seat = card.place, card.seat
        card.place, card.seat = _zone(ctx, card), event.by or seat
        try:
            for heard in (*board.listening(event.event), *_own(ctx, card, event)):
                _call(ctx, heard, event, called)
        finally:
            card.place, card.seat = place, seat
    if card is not None and gone and spirit and _was_under(ctx, card.id):
        for heard in _own(ctx, card, event):
            _call(ctx, heard, event, called)


def _zone(ctx: MatchContext, card: Card) -> Place:
    return "form" if ctx.pool.printed[card.card].kind == "form" else "command"


def _own(ctx: MatchContext, card: Card, event: TriggerEvent) -> list[Heard]:
    """Return the card's own effects that wait for this event."""
    if ctx.state.players[card.seat].lost:
        return []
    listening = ctx.pool.printed[card.card].faces[0].play.listening
    return [Heard(context(card), ability) for name, ability in listening if name == event.event] if listening else []


def _was_under(ctx: MatchContext, spirit: int) -> bool:
    """Return whether a spirit in the void was under a card before."""
    for event in reversed(ctx.events):
        if isinstance(event, SpiritsSentToVoid):
            for gone in event.spirits:
                if gone.thing == spirit:
                    return gone.origin == "under"
    return False


def _end_delays(ctx: MatchContext, event: TriggerEvent, called: list[Called], names: list[Names]) -> None:
    """Queue the delayed steps that have waited for this event, so that they wait no longer."""
    for waiting in tuple(ctx.state.delayed):
        _end_delay(ctx, waiting, event, called, names)


def _end_delay(  # noqa: PLR0917 an event, what waits for it, and the two lists of what it triggers
    ctx: MatchContext, waiting: Delayed, event: TriggerEvent, called: list[Called], names: list[Names]
) -> None:  # fmt: skip
    ability = ctx.pool.abilities[waiting.effect]
    if ability.event != event.event or ability.on is None or _lose(ctx, waiting):
        return
    running = Running(
        seat=waiting.seat, card=waiting.card, printed=waiting.printed, effect=waiting.effect,
        targets=waiting.targets, names=waiting.names,
    )  # fmt: skip
    if ability.on(ctx, running, event):
        ctx.emit(DelayEnded(number=waiting.number))
        called.append(
            Called(
                seat=waiting.seat, thing=waiting.card, card=waiting.printed, effect=waiting.effect,
                event=event, targets=waiting.targets,
            )
        )  # fmt: skip
        names.append(waiting.names)


def _lose(ctx: MatchContext, waiting: Delayed | Running) -> bool:
    return bool(ctx.state.players[waiting.seat].lost)


def state_triggers(ctx: MatchContext) -> None:
    """Queue the [AUTO] effects whose condition has become true since the last check.

    A condition that stays true does not trigger again. Without another limit, it triggers at most once per turn for
    each card. `match.used` also stores the last result of each condition. Delayed steps are queued as soon as their
    condition is true.

    Rule: TC-ETI-02, TC-RUL-043, TC-RUL-179, TC-RUL-189
    """
    if HELD not in ctx.pool.heard:
        return
    listening = board_of(ctx).listening(HELD)
    if not (listening or ctx.state.delayed):
        return
    called: list[Called] = []
    for heard in listening:
        _look(ctx, heard, called)
    names: list[Names] = [{} for _ in called]
    for waiting in tuple(ctx.state.delayed) if ctx.state.revised else ():
        _end_delay(ctx, waiting, TriggerEvent(event=HELD, card=waiting.card), called, names)
    if called:
        stored = Secret(audience=NOBODY, value=tuple(names)) if any(names) else None
        ctx.emit(TriggersQueued(effects=tuple(called), names=stored))


def _look(ctx: MatchContext, heard: Heard, called: list[Called]) -> None:
    running, ability = heard.running, heard.ability
    held = ctx.state.used.get(limits.key(HELD, running.card, ability.key), 0) % 2 == 1
    if _is_so(ctx, heard) == held or not _may_be_shown(ctx, running, ability, called):
        return
    uncover_source(ctx, running)
    counted = ability.counted_as if ctx.state.revised else ability.key
    keys, once = (
        [limits.key(HELD, running.card, ability.key)],
        limits.key("turn", running.card, f"{counted}@{HELD}"),
    )
    if not held and (ability.limit is not None or once not in ctx.state.used) and _room(ctx, running, ability, called):
        called.append(_call_triggers(running, ability, TriggerEvent(event=HELD, card=running.card)))
        keys.append(once)
    ctx.emit(EffectUsed(keys=tuple(keys)))


def _is_so(ctx: MatchContext, heard: Heard) -> bool:
    running, ability = heard.running, heard.ability
    if heard.lasting is not None and not heard.lasting.holds(ctx, heard.lasting.running, 0):
        return False
    if ability.on is None or not ability.on(ctx, running, TriggerEvent(event=HELD, card=running.card)):
        return False
    return ability.when is None or ability.when(ctx, running, 0)


# ---------------------------------------------------------------- fold


T = TypeVar("T")


def open_secret(secret: Secret[T] | None, nothing: T) -> T:
    """Return the value of a secret, or `nothing` if there is no secret."""
    return nothing if secret is None else secret.open()


@fold
def _triggers_queued(match: Match, event: TriggersQueued) -> None:
    match.idle += len(event.effects)
    stored = open_secret(event.names, tuple({} for _ in event.effects))
    match.queue.extend(
        Waiting(
            seat=called.seat, card=called.thing, printed=called.card, effect=called.effect, event=called.event,
            targets=called.targets, names=names,
        )
        for called, names in zip(event.effects, stored, strict=False)
    )  # fmt: skip


@fold
def _effect_delayed(match: Match, event: EffectDelayed) -> None:
    match.changes = max(match.changes, event.number)
    match.delayed.append(
        Delayed(
            number=event.number, seat=event.seat, card=event.thing, printed=event.card, effect=event.effect,
            targets=event.targets, names=open_secret(event.names, {}),
        )
    )  # fmt: skip


@fold
def _delay_ended(match: Match, event: DelayEnded) -> None:
    match.delayed = [delayed for delayed in match.delayed if delayed.number != event.number]
