"""Checks of whether an effect may be activated: its timing, spirit, conditions, limit, targets and cost.

The command and the list of legal commands use the same check: `why_not` returns the refusal, or None.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from msgspec import UNSET, UnsetType
from msgspec.structs import replace

from services.tcg.chapters import continuous, limits
from services.tcg.chapters.continuous import needed_if_optional, targets_of
from services.tcg.chapters.decisions import WrongStep
from services.tcg.chapters.paying import say_part, why_unpaid
from services.tcg.chapters.sources import name_of
from services.tcg.chapters.terms import Ability, MatchContext, Use
from services.tcg.chapters.uses import ANSWERING, possible_uses
from services.tcg.state.tasks import Running, TriggerEvent, Window
from shared.kernel.messages import Seat
from shared.kernel.refusals import Refusal

# ---------------------------------------------------------------- refusals


class NoOpenCommandZone(Refusal, rule="TC-CMD-03"):
    """You have no open command zone for this command: wait until one of your command zones is free."""


class NotReadyUntilNextDrawStep(Refusal, rule="TC-CMD-43"):
    """This face-down command is not ready: wait until the next player's draw step to activate it."""


class NoActionToAnswer(Refusal, rule="TC-CMD-41"):
    """This effect cannot respond to any action in this window: wait for an action to which it can respond."""


class NotOpponentsAction(Refusal, rule="TC-ETI-07"):
    """No opponent has just acted: use this effect only as a direct response to an opponent's action."""


class NothingByThatLink(Refusal, rule="TC-RUL-055"):
    """This effect cannot respond to that effect on the chain: name one to which it can respond, or leave `link` out."""


class NotTheTiming(Refusal, rule="TC-READ-09"):
    """This effect cannot be used now: wait for the timing that its text names."""


class NotSpiritualized(Refusal, rule="TC-FORM-24"):
    """This form has no spirit under it: put a spirit under it before you use this effect."""


class CardNotAtHand(Refusal, rule="TC-RUL-160"):
    """You have no such card in play, in your hand or in your drop zone: name a card that you have there."""


class NoSuchEffect(Refusal, rule="TC-RUL-160"):
    """This card has no such effect in its current zone: name an effect that you can activate from there."""


class EffectOfOtherSide(Refusal, rule="TC-SAV-10"):
    """That effect is on the savior's hidden side: use an effect on its visible side."""


class OnTheChainAlready(Refusal, rule="TC-READ-12"):
    """This card's effect is already on the chain: pass, so that it is carried out, or use another card."""


class ActivationForbidden(Refusal, rule="TC-READ-09"):
    """A card effect forbids this activation: choose another action."""


class ChainFull(Refusal, rule="TC-RUL-174"):
    """The chain has the maximum number of effects (see `needs`): pass, so that they are carried out."""


class ConditionNotMet(Refusal, rule="TC-READ-09"):
    """The conditions of this effect are not met: use it once the conditions in `needs` are met."""


class NothingToDevour(Refusal, rule="TC-KEY-15"):
    """This effect does nothing but devour spirits, and there is no spirit to devour: choose another action."""


class LimitUsed(Refusal, rule="TC-READ-09"):
    """This effect has been used as often as its limit allows: choose another action."""


class NoLegalTarget(Refusal, rule="TC-READ-12"):
    """This effect has too few legal targets: use it once there are at least as many as `needs` says."""


# ---------------------------------------------------------------- judgement


NAMED: Final = frozenset({"W3", "W4", "W5"})
"""The windows in which players may use effects that name the current step or phase. Rule: TC-RUL-069."""


BRINGING: Final = frozenset({"command_played", "command_flipped"})
"""The events with which a command is played or flipped, just before its effect is declared."""


def window_of(ctx: MatchContext) -> Window | None:
    """Return the open window, or None."""
    pending = ctx.state.pending
    return pending[-1] if pending and type(pending[-1]) is Window else None


def usable(ctx: MatchContext, seat: Seat, window: Window | None) -> list[Use]:
    """Return the uses of effects that are legal for a seat now, including those of swift commands in the hand."""
    return [now for use in possible_uses(ctx, seat) if (now := usable_now(ctx, seat, use, window)) is not None]


def usable_now(ctx: MatchContext, seat: Seat, use: Use, window: Window | None) -> Use | None:
    """Return a use together with the event to which it responds, or None if the use is not legal now."""
    now = judge_use(ctx, seat, use, window)
    return None if isinstance(now, Refusal) else now


def may_use(ctx: MatchContext, seat: Seat, use: Use) -> bool:
    """Return whether a use is legal now.

    The result is the same as that of `judge_use`, but it is found faster and without a refusal.
    """
    ability, match, origin = use.ability, ctx.state, use.origin
    if origin == "set" or (ability.eti == "interrupt" and origin != "played"):
        answer = _answerable_events(ctx, seat, use, window_of(ctx)) if _is_ready(ctx, use) else ()
        for event in answer:  # noqa: SIM110 a generator is slower for so few
            if why_not(ctx, seat, replace(use, event=event)) is None:
                return True
        return False
    if ability.eti == "none" and origin != "played":
        if match.chain or not (seat == match.active or ability.any_turn):
            return False
        if not _is_timely(ctx, seat, ability, window_of(ctx)):
            return False
    return why_not(ctx, seat, use) is None


def judge_use(
    ctx: MatchContext, seat: Seat, use: Use, window: Window | None, *, link: int | UnsetType = UNSET
) -> Use | Refusal:  # fmt: skip
    """Return a use with the event to which it responds, or the refusal. The event is the latest possible one.

    If the command names a link of the chain, the use responds to that link's latest event.

    Rule: TC-RUL-055
    """
    answer = answers(ctx, seat, use, window)
    if isinstance(answer, Refusal):
        return answer
    if link is not UNSET:
        links, there = links_of(window, answer), with_link(window, link)
        answer = [one for one in answer if one in there]
        if not answer:
            by = tuple(map(str, links)) or "no link, because it answers nothing"
            return NothingByThatLink(needs=by, has=link, field="link")
    if not answer:
        return why_not(ctx, seat, use) or use
    refusals = []
    for event in answer:
        now = replace(use, event=event)
        refusal = why_not(ctx, seat, now)
        if refusal is None:
            return now
        refusals.append(refusal)
    return refusals[0]


def links_of(window: Window | None, answer: Sequence[TriggerEvent]) -> tuple[int, ...]:
    """Return the links that a player may name for an effect that can respond to these events. Rule: TC-RUL-055."""
    links = dict.fromkeys(one.link for one in window.answers) if window is not None else {}
    return tuple(link for link in sorted({0, *links}) if any(one in answer for one in with_link(window, link)))


def with_link(window: Window | None, link: int) -> list[TriggerEvent]:
    """Return the events of a link: its effect's declaration, and its card's play or flip.

    For link 0, return all events without a link.

    Rule: TC-RUL-055
    """
    events = window.answers if window is not None else ()
    if not link:
        return [one for one in events if not one.link]
    at = next((at for at, one in enumerate(events) if one.link == link), None)
    if at is None:
        return []
    with_it = [one for one in events[max(at - 1, 0) : at] if one.event in BRINGING and one.card == events[at].card]
    return [*with_it, events[at]]


def answers(ctx: MatchContext, seat: Seat, use: Use, window: Window | None) -> Sequence[TriggerEvent] | Refusal:
    """Return the events to which an effect may respond, latest first, or the refusal if its timing is wrong.

    The result is empty if the effect may be used without an event.

    Rule: TC-CMD-41, TC-CMD-43, TC-ETI-07, TC-ETI-09, TC-RUL-065, TC-RUL-069, TC-RUL-076, TC-RUL-125
    """
    ability, origin = use.ability, use.origin
    if origin == "played":
        return ()
    if ability.eti == "interrupt" or origin == "set":
        return _interrupts(ctx, seat, use, window)
    return () if ability.eti == "swift" else _refusal_of_unmarked(ctx, seat, ability, window) or ()


def _interrupts(ctx: MatchContext, seat: Seat, use: Use, window: Window | None) -> Sequence[TriggerEvent] | Refusal:
    """Return the events to which an interrupt may respond, or the refusal.

    Rule: TC-CMD-41, TC-CMD-43, TC-ETI-07, TC-RUL-053, TC-RUL-055, TC-RUL-068, TC-RUL-125
    """
    if not _is_ready(ctx, use):
        since = ctx.state.table[use.card].since
        return NotReadyUntilNextDrawStep(needs=f"a turn after {since}", has=ctx.state.turn)
    found = _answerable_events(ctx, seat, use, window)
    if found:
        return found
    if use.origin != "set" or _fitting(ctx, seat, use, () if window is None else window.answers):
        return NotOpponentsAction(needs="an opponent's action in this window", has="none")
    return NoActionToAnswer(needs="an action in this window", has="none")


def _is_ready(ctx: MatchContext, use: Use) -> bool:
    """Return whether an interrupt's card is ready. A face-down command is not ready in the turn in which it was set.

    Rule: TC-CMD-43, TC-RUL-068
    """
    match = ctx.state
    return use.origin != "set" or match.table[use.card].since < match.turn


def _answerable_events(ctx: MatchContext, seat: Seat, use: Use, window: Window | None) -> list[TriggerEvent]:
    """Return the events to which an interrupt may respond, latest first.

    These are other players' events. If `interrupt_command_answers` is `any`, a set command may also respond to the
    seat's own events.
    """
    if window is None:
        return []
    anyone = use.origin == "set" and ctx.state.settings.interrupt_command_answers == "any"
    events: list[TriggerEvent] = []
    for one in reversed(window.answers):
        if anyone or one.by != seat:
            events.append(one)  # noqa: PERF401 a comprehension is slower for so few
    return _fitting(ctx, seat, use, events) if events else events


def _fitting(ctx: MatchContext, seat: Seat, use: Use, events: Sequence[TriggerEvent]) -> list[TriggerEvent]:
    """Return the events that match an interrupt's text. If the text names no event, return those that are actions."""
    on = use.ability.on
    if on is None:
        return [one for one in events if one.kind]
    running = running_of(seat, use)
    return [one for one in events if on(ctx, running, one)]


def _refusal_of_unmarked(ctx: MatchContext, seat: Seat, ability: Ability, window: Window | None) -> Refusal | None:
    """Return the refusal if an effect without a timing mark cannot be used now, or None.

    Rule: TC-RUL-069, TC-CBT-06, TC-CBT-18, TC-TURN-12
    """
    match = ctx.state
    if match.chain or not (seat == match.active or ability.any_turn):
        return NotTheTiming(needs="your turn, with nothing waiting to resolve", has=match.step)
    if _is_timely(ctx, seat, ability, window):
        return None
    if "act" in ability.timing:
        return WrongStep(needs="your act steps", has=match.step)
    return NotTheTiming(needs=tuple(sorted(ability.timing)), has=match.step)


def _is_timely(ctx: MatchContext, seat: Seat, ability: Ability, window: Window | None) -> bool:
    """Return whether the current step or phase is one that an unmarked effect's conditions allow."""
    return not ability.timing.isdisjoint(points_of(ctx, seat, window))


def points_of(ctx: MatchContext, seat: Seat, window: Window | None) -> set[str]:
    """Return the current timings for effects without a timing mark: the step, the phase, and `act` for the turn player.

    The phase is included only while one of its windows is open, so between two attacks the combat step is the only
    timing.

    Rule: TC-RUL-069
    """
    match = ctx.state
    if match.chain or (window is not None and window.kind not in NAMED):
        return set()
    points: set[str] = {match.step}
    if window is not None and match.phase:
        points.add(f"combat.{match.phase}")
    own = seat == match.active
    if own and (match.settings.unmarked_timing == "own_turn" or (window is None and match.step in {"act1", "act2"})):
        points.add("act")
    return points


def running_of(seat: Seat, use: Use) -> Running:
    """Return the context for checking a use."""
    return Running(seat=seat, card=use.source, printed=use.ability.card, effect=use.ability.key, event=use.event)


def why_not(ctx: MatchContext, seat: Seat, use: Use) -> Refusal | None:
    """Return the refusal if an effect cannot be used for a reason other than its timing, or else None.

    Rule:    TC-FORM-24, TC-READ-09, TC-READ-10, TC-CMD-03, TC-CMD-24, TC-RUL-063, TC-RUL-070, TC-RUL-075, TC-RUL-174
    """
    most, links = ctx.state.settings.stall_guard.links, len(ctx.state.chain)
    if most and links >= most and ctx.state.revised:
        return ChainFull(needs=f"fewer than {most} effects on the chain", has=links)
    ability, card = use.ability, ctx.state.table[use.card]
    if use.origin == "play" and card.place == "form" and not ability.independent and not card.under:
        return NotSpiritualized(needs=1, has=0)
    if use.origin == "played" and 0 not in ctx.state.players[seat].commands:
        return NoOpenCommandZone(needs="an open command zone", has="none")
    if limits.uses_left(ctx, seat, use.source, ability) == 0:
        return LimitUsed(needs="a use left", has=0)
    printed = ctx.pool.printed[card.card]
    if forbidding := continuous.forbidding_to_activate(ctx, seat, printed, ability):
        has = name_of(ctx, forbidding[0].running)
        return ActivationForbidden(needs="no card effect against it", has=has)
    return _payable(ctx, running_of(seat, use), ability)


def _payable(ctx: MatchContext, running: Running, ability: Ability) -> Refusal | None:
    """Return the refusal if an effect's conditions, targets or cost prevent its use, or None.

    Rule: TC-READ-09, TC-READ-10, TC-KEY-15, TC-RUL-036, TC-RUL-062 to TC-RUL-064
    """
    if ability.when is not None and not ability.when(ctx, running, 0):
        return ConditionNotMet(needs=say_part(ability.effect.when) if ability.effect.when else "", has="not met")
    for target in ability.targets:
        least, found = target.least or needed_if_optional(ctx, target), len(targets_of(ctx, running, target))
        if found < least:
            return NoLegalTarget(needs=least, has=0 if target.always else found)
    unpaid = why_unpaid(ctx, running, continuous.changed_costs(ctx, running, ability))
    if unpaid is not None:
        return unpaid
    if ability.possible is not None and not ability.possible(ctx, running, 0):
        return NothingToDevour(needs="a card in a spirit deck that it devours", has="none")
    return None


def any_hidden(ctx: MatchContext, seat: Seat, numbers: Sequence[int]) -> bool:
    """Return whether one of these cards is hidden in another player's hand. Rule: TC-RUL-085."""
    cards = (ctx.state.table[number] for number in numbers)
    return any(card.place == "hand" and card.seat != seat and not card.known for card in cards)


def find_use(ctx: MatchContext, seat: Seat, number: int, effect: str | None) -> Use:
    """Return the use of the effect that a command names.

    The command may name the effect by its key or by its id on the card. If the card has only one effect, the command
    need not name it. For an effect that a form has from a spirit under it, the command may name either card's instance
    id.

    Rule:    TC-FORM-14, TC-RUL-160
    Refuses: CardNotAtHand, EffectOfOtherSide, NoSuchEffect, OnTheChainAlready
    """
    there = [use for use in possible_uses(ctx, seat) if number in (use.card, use.source) and use.origin != "played"]
    named = [use for use in there if effect is None or effect in {use.ability.key, use.ability.effect.id}]
    if effect is not None and len(named) > 1:
        named = named[:1]
    if len(named) != 1:
        raise _not_found(ctx, seat, number, effect, there=there)
    return named[0]


def _not_found(ctx: MatchContext, seat: Seat, number: int, effect: str | None, *, there: Sequence[Use]) -> Refusal:
    """Return the refusal for a named effect that does not exist.

    The refusal reveals nothing about other players' cards.

    Rule: TC-RUL-160
    """
    card = ctx.card(number)
    if card is None or card.seat != seat or card.place == "removed":
        return CardNotAtHand(needs="a card of yours", has=number, field="card")
    printed = ctx.pool.printed[card.card]
    if printed.kind == "command" and card.place == "hand":
        return NoSuchEffect(needs=("PlayCommand", "SetCommand"), has="a command in hand", field="card")
    if not card.up and printed.type not in ANSWERING:
        return NoSuchEffect(needs="an interrupt or swift command", has=f"a face-down {printed.type} one", field="card")
    names = {name for one in printed.faces[not card.boundless].abilities for name in (one.key, one.effect.id)}
    if printed.kind == "savior" and effect in names:
        up = "boundless" if card.boundless else "bound"
        return EffectOfOtherSide(needs=f"an effect of the {up} side", has=effect, field="effect")
    link = next((link.number for link in ctx.state.chain if link.card == number and link.command), None)
    if not there and link is not None:
        return OnTheChainAlready(needs="a card whose effect is not on the chain", has=link, field="card")
    keys = tuple(use.ability.key for use in there)
    return NoSuchEffect(needs=keys or "an effect that a player activates", has=effect or "none named", field="effect")
