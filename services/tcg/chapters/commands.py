"""Command cards, which players play from the hand or set face-down."""

from __future__ import annotations

from functools import partial

from services.tcg.chapters import continuous, entering, timing
from services.tcg.chapters.actions import NotInHand, in_hand, open_responses, raise_refusal, zone_for
from services.tcg.chapters.decisions import ACT, WAIVING, WrongStep, decision_to_act, record_answer
from services.tcg.chapters.looking import look_at, of_kind, open_zones
from services.tcg.chapters.prompts import prompts_of
from services.tcg.chapters.sources import name_of
from services.tcg.chapters.terms import MatchContext, Printed, Use
from services.tcg.chapters.timing import ActivationForbidden, NoOpenCommandZone
from services.tcg.state.match import Decision, Match
from services.tcg.state.tasks import Declaring, TriggerEvent
from services.tcg.words import Act, Thing, Zone
from shared.kernel.chapter import judge, samples
from shared.kernel.messages import Seat
from shared.kernel.refusals import Refusal
from shared.kernel.samples import Field, Prompt, Sample, Samples

# ---------------------------------------------------------------- refusals


class NotACommand(Refusal, rule="TC-ZONE-10"):
    """This card is not a command: name a command card."""


class NoOpenZoneToSet(Refusal, rule="TC-CMD-04"):
    """This is not one of your open command zones: name one that is, or wait until a zone is free."""


class CommandNotForHand(Refusal, rule="TC-CMD-42"):
    """This is an interrupt command and cannot be played from your hand: set it face-down first."""


class CannotSetThisType(Refusal, rule="TC-CMD-46"):
    """This command cannot be set face-down: choose an interrupt or swift command."""


class SwiftOnlyOnOwnTurn(Refusal, rule="TC-CMD-20"):
    """It is not your turn: wait for your own turn to play a swift command from your hand."""


# ---------------------------------------------------------------- commands


class PlayCommand(Act, frozen=True, kw_only=True):
    """Play a command from the hand."""

    hides = ("card", "waive")
    card: Thing
    zone: Zone | None = None


class SetCommand(Act, frozen=True, kw_only=True):
    """Set a command face-down in a command zone."""

    hides = ("card", "waive")
    card: Thing
    zone: Zone | None = None


# ---------------------------------------------------------------- judgement


def why_no_command(ctx: MatchContext, seat: Seat, number: int, decision: Decision) -> Refusal | None:
    """Return the refusal if a command in the hand cannot be played, or None."""
    refusal = why_not_from_hand(ctx, seat, number, acting=decision.kind == "act")
    if refusal is not None:
        return refusal
    main = ctx.pool.printed[ctx.state.table[number].card].main
    if main is None:
        return None
    return timing.why_not(ctx, seat, Use(number, number, main, "played"))


def why_not_from_hand(ctx: MatchContext, seat: Seat, number: int, *, acting: bool) -> Refusal | None:
    """Return the refusal if a command cannot be played from the hand, or None. This ignores its main effect.

    Rule: TC-CMD-02, TC-CMD-03, TC-CMD-10, TC-CMD-20, TC-CMD-21, TC-CMD-24, TC-CMD-30, TC-CMD-42
    """
    printed = in_hand(ctx, seat, number)
    if printed is None:
        return NotInHand(needs="a card in hand", has="none", field="card")
    if printed.kind != "command":
        return NotACommand(needs="a command", has=printed.kind, field="card")
    if printed.type == "interrupt":
        return CommandNotForHand(needs="a command of another type", has="interrupt", field="card")
    if 0 not in ctx.state.players[seat].commands:
        return NoOpenCommandZone(needs="an open command zone", has="none")
    return _why_not_now(ctx, seat, printed, acting=acting)


def _why_not_now(ctx: MatchContext, seat: Seat, printed: Printed, *, acting: bool) -> Refusal | None:
    if printed.type == "swift":
        if seat != ctx.state.active:
            return SwiftOnlyOnOwnTurn(needs=seat, has=ctx.state.active)
    elif not acting:
        return WrongStep(needs="your act steps", has=ctx.state.step)
    forbidding = [] if printed.main is not None else continuous.forbidding_to_activate(ctx, seat, printed, None)
    if forbidding:
        has = name_of(ctx, forbidding[0].running)
        return ActivationForbidden(needs="no card effect against it", has=has)
    return None


def why_not_set(ctx: MatchContext, seat: Seat, number: int) -> Refusal | None:
    """Return the refusal if a card in the hand cannot be set face-down, or None.

    Rule: TC-CMD-04, TC-CMD-22, TC-CMD-46, TC-RUL-067
    """
    printed = in_hand(ctx, seat, number)
    if printed is None:
        return NotInHand(needs="a card in hand", has="none", field="card")
    if printed.kind != "command":
        return NotACommand(needs="a command", has=printed.kind, field="card")
    if printed.type not in {"interrupt", "swift"} and not ctx.state.settings.bluff_set:
        return CannotSetThisType(needs=("interrupt", "swift"), has=printed.type, field="card")
    if 0 not in ctx.state.players[seat].commands:
        return NoOpenZoneToSet(needs="an open command zone", has="none")
    return None


@judge
def play_command(ctx: MatchContext, command: PlayCommand) -> None:
    """Put a command face-up in a command zone, and activate its main effect if it has one.

    Rule:    TC-CMD-10, TC-CMD-11, TC-CMD-20, TC-CMD-21, TC-CMD-23, TC-CMD-25, TC-CMD-30, TC-CMD-31, TC-ACT-07,
             TC-RUL-071
    Refuses: the refusals of `why_no_command`; NoOpenCommandZone
    """
    seat, number = ctx.seat, command.card
    decision = decision_to_act(ctx, command.decision)
    raise_refusal(why_no_command(ctx, seat, number, decision))
    zone = zone_for(ctx.state.players[seat].commands, command.zone, None)
    if zone is None:
        raise NoOpenCommandZone(needs="an open command zone", has=_name_of_zone(command.zone), field="zone")
    record_answer(ctx, decision)
    printed = ctx.pool.printed[ctx.state.table[number].card]
    if printed.main is not None:
        ctx.push(
            Declaring(
                seat=seat, card=number, printed=printed.id, effect=printed.main.key, origin="played", slot=zone,
                waive=command.waive,
            )
        )  # fmt: skip
        return
    thing = entering.put_command(ctx, seat, number, zone)
    played = TriggerEvent(event="command_played", by=seat, card=thing, kind="play_command")
    open_responses(ctx, seat, played, waive=command.waive)


@judge
def set_command(ctx: MatchContext, command: SetCommand) -> None:
    """Set a command face-down in a command zone.

    Rule:    TC-CMD-46, TC-CMD-04, TC-ACT-08
    Refuses: the refusals of `why_not_set`; NoOpenZoneToSet
    """
    decision = decision_to_act(ctx, command.decision, ACT)
    raise_refusal(why_not_set(ctx, ctx.seat, command.card))
    zone = zone_for(ctx.state.players[ctx.seat].commands, command.zone, None)
    if zone is None:
        raise NoOpenZoneToSet(needs="an open command zone", has=_name_of_zone(command.zone), field="zone")
    record_answer(ctx, decision)
    thing = entering.set_command(ctx, ctx.seat, command.card, zone)
    put = TriggerEvent(event="command_set", by=ctx.seat, card=thing, kind="set_command")
    open_responses(ctx, ctx.seat, put, waive=command.waive)


def _name_of_zone(zone: int | None) -> int | str:
    return "none" if zone is None else zone


# ---------------------------------------------------------------- samples


@samples
def commands_to_play(match: Match, seat: Seat) -> Samples[PlayCommand]:
    """Yield samples that play each command in the hand in each open command zone."""
    for number in of_kind(match, seat, "command"):
        zones = _zones(match, seat)
        yield Sample(
            command=PlayCommand(card=number, zone=zones[0]), fields={"zone": Field(options=zones), **WAIVING},
            prompts=partial(_prompts, match, seat, number),
        )  # fmt: skip


def _prompts(match: Match, seat: Seat, number: int) -> tuple[Prompt, ...]:
    ctx = look_at(match)
    main = ctx.pool.printed[match.table[number].card].main
    return () if main is None else prompts_of(ctx, seat, Use(number, number, main, "played"))


@samples
def commands_to_set(match: Match, seat: Seat) -> Samples[SetCommand]:
    """Yield samples that set each command in the hand face-down in each open command zone."""
    for number in of_kind(match, seat, "command"):
        zones = _zones(match, seat)
        yield Sample(command=SetCommand(card=number, zone=zones[0]), fields={"zone": Field(options=zones), **WAIVING})


def _zones(match: Match, seat: Seat) -> tuple[int | None, ...]:
    """Return the open command zones, or (None,) if there is none."""
    player = match.players.get(seat)
    return (open_zones(player.commands) if player is not None else ()) or (None,)
