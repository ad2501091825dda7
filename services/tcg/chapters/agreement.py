"""Commands outside ordinary play: concessions, draw offers, stops and time calls.

A seat's stops are the windows in which it is asked to respond.

Rule:    TC-RUL-066, TC-RUL-093, TC-RUL-094, TC-RUL-096
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, Final, Literal

from msgspec import Meta
from msgspec.structs import replace

from services.tcg.chapters import chain, lapsing, setup, timing, turn, windows, winning
from services.tcg.chapters.decisions import DecisionAnswered, decision_of, default_of, withdraw_offer
from services.tcg.chapters.looking import look_at
from services.tcg.chapters.terms import MatchContext
from services.tcg.chapters.winning import MatchFinished
from services.tcg.state.match import Match, Offer
from services.tcg.words import WINDOWS, Question, WindowKind
from shared.kernel.chapter import fold, judge, samples
from shared.kernel.game_parts import Due
from shared.kernel.messages import Command, Event, Seat, Secret
from shared.kernel.refusals import Refusal, SeatUnknown
from shared.kernel.samples import Field, Sample, Samples

# ---------------------------------------------------------------- refusals


class OnlyWatches(Refusal, rule="TC-GEN-05", status=403):
    """This seat only watches this match: send the command for a player's seat."""


class MatchFinishedAlready(Refusal, rule="TC-WIN-05"):
    """The match is finished and takes no more commands: open a new match to play on."""


class OutOfTheMatch(Refusal, rule="TC-WIN-05"):
    """This player has lost and can no longer act: send commands only for players who are still in the match."""


class ConcessionOff(Refusal, rule="TC-RUL-093"):
    """This match does not allow concessions: play it to its end."""


class DrawOffersOff(Refusal, rule="TC-RUL-094"):
    """This match does not allow draw offers: play it to its end."""


class NoDrawOffered(Refusal, rule="TC-RUL-094"):
    """There is no draw offer for this seat to answer: wait for one, or offer a draw yourself."""


class DrawOfferedAlready(Refusal, rule="TC-RUL-094"):
    """A draw has already been offered: wait until that offer has been answered."""


class NoClock(Refusal, rule="TC-RUL-096"):
    """No decision of this seat has run out of time: wait until one has. Only a match with a clock limits the time."""


# ---------------------------------------------------------------- commands


class SetStops(Command, frozen=True, kw_only=True):
    """Set the windows in which this seat is asked to respond, by default all windows. Other seats cannot see this."""

    counts_as = "aside"
    hides = ("windows",)
    windows: Annotated[tuple[WindowKind, ...], Meta(max_length=6)]
    until: Literal["my_turn", "changed"] = "changed"


class Concede(Command, frozen=True, kw_only=True):
    """Concede the match."""

    counts_as = "ending"


class OfferDraw(Command, frozen=True, kw_only=True):
    """Offer a draw to all remaining players."""

    counts_as = "ending"


class AnswerDraw(Command, frozen=True, kw_only=True):
    """Accept or decline the offered draw."""

    counts_as = "ending"

    accept: bool


class CallTime(Command, frozen=True, kw_only=True):
    """Claim that a seat's time has run out, so that the clock decides for it. Spectators may also send this."""

    counts_as = "aside"
    needs_role = "spectator"
    of: Seat


class PassByItself(Command, frozen=True, kw_only=True):
    """Pass for a seat that can only pass, after a delay. Only the server's clock sends this."""

    counts_as = "answer"
    needs_role = "clock"
    decision: Question


# ---------------------------------------------------------------- events


class StopsSet(Event, frozen=True, kw_only=True):
    """A seat set the windows in which it is asked to respond."""

    seat: Seat
    windows: Secret[tuple[WindowKind, ...]]
    until: Literal["my_turn", "changed"]


class DrawOffered(Event, frozen=True, kw_only=True):
    """A player offered a draw."""

    seat: Seat


class DrawAnswered(Event, frozen=True, kw_only=True):
    """A player accepted or declined the draw. Declining withdraws the offer."""

    seat: Seat
    accept: bool


# ---------------------------------------------------------------- judgement


SECOND: Final = 1000
MISSED: Final = 3
"""A player concedes automatically after this many consecutive turns that the clock ended. Rule: TC-RUL-096."""


@judge
def answer_draw(ctx: MatchContext, command: AnswerDraw) -> None:
    """Accept or decline a draw. The match ends as a draw once all other players accept.

    Rule:    TC-RUL-094
    Refuses: NoDrawOffered
    """
    match = ctx.state
    if match.offer is None or ctx.seat not in match.offer.open:
        raise NoDrawOffered(needs="an offer to answer", has="none")
    ctx.emit(DrawAnswered(seat=ctx.seat, accept=command.accept))
    offer = ctx.state.offer
    if command.accept and offer is not None and not offer.open:
        drawn = tuple(match.clockwise(match.order[0]))
        ctx.emit(MatchFinished(winner=None, reason="agreement", drawn=drawn))


@judge
def set_stops(ctx: MatchContext, command: SetStops) -> None:
    """Record the windows in which a seat is asked to respond. Rule: TC-RUL-066."""
    wanted: tuple[WindowKind, ...] = tuple(kind for kind in WINDOWS if kind in command.windows)
    ctx.emit(StopsSet(seat=ctx.seat, windows=ctx.secret(wanted), until=command.until))


def check_plays(ctx: MatchContext, command: Command) -> None:
    """Refuse a command if the match is finished, or if the sender's seat does not play or has lost.

    Rule:    TC-WIN-05, TC-RUL-046
    Refuses: MatchFinishedAlready, OnlyWatches, OutOfTheMatch
    """
    if ctx.over:
        raise MatchFinishedAlready(needs="an open match", has="finished")
    if command.needs_role in ("spectator", "clock"):
        return
    player = ctx.state.players.get(ctx.seat)
    if player is None:
        raise OnlyWatches(needs="player", has=ctx.role)
    if player.lost:
        raise OutOfTheMatch(needs="a player who has not lost", has=player.lost)


@judge
def concede(ctx: MatchContext, _command: Concede) -> None:
    """Concede the match, which counts as an ordinary loss.

    Effects that the loss triggers resolve after the chain, before play continues.

    Rule:    TC-RUL-093, TC-RUL-094, TC-RUL-046, TC-RUL-058, TC-RUL-159, TC-RUL-209
    Refuses: ConcessionOff
    """
    match = ctx.state
    if not match.settings.allow_concede:
        raise ConcessionOff(needs="allow_concede", has=False)
    withdraw_offer(ctx)
    if match.revised:
        ctx.dropped = dict(match.decisions)
    winning.lose(ctx, [ctx.seat], "concession")
    lapsing.look_again(ctx)
    chain.settle_first(ctx)


@judge
def offer_draw(ctx: MatchContext, _command: OfferDraw) -> None:
    """Offer a draw while the player has an open decision.

    Rule:    TC-RUL-094
    Refuses: NotYourDecision, DrawOffersOff, DrawOfferedAlready
    """
    decision_of(ctx)
    if not ctx.state.settings.allow_draw_offer:
        raise DrawOffersOff(needs="allow_draw_offer", has=False)
    if ctx.state.offer is not None:
        raise DrawOfferedAlready(needs="no open offer", has=ctx.state.offer.by)
    ctx.emit(DrawOffered(seat=ctx.seat))


@judge
def call_time(ctx: MatchContext, command: CallTime) -> None:
    """Make the clock decide for a seat: it passes responses, takes the default choice, and ends the turn.

    Rule:    TC-RUL-096
    Refuses: NoClock, SeatUnknown, OutOfTheMatch
    """
    match, seat = ctx.state, command.of
    clock, decision = match.settings.decision_clock_s, match.decisions.get(seat)
    if clock and seat not in match.players:
        raise SeatUnknown(needs=tuple(match.order), has=seat, field="of")
    if clock and match.players[seat].lost:
        raise OutOfTheMatch(needs="a player who is still in the match", has=seat, field="of")
    if not clock or decision is None:
        has = f"a clock of {_in_seconds(clock)}, and no such decision" if clock else "no clock"
        raise NoClock(needs="a clock and an open decision of this seat", has=has)
    passed = (ctx.at - decision.since) // SECOND
    if passed < clock:
        raise NoClock(needs=f"a decision that has been open for {_in_seconds(clock)}", has=_in_seconds(passed))
    withdraw_offer(ctx)
    ctx.emit(DecisionAnswered(number=decision.number, seat=seat, late=True))
    if decision.kind in {"act", "combat"}:
        _end_turn(ctx, seat)
    elif decision.kind == "respond":
        windows.pass_for(ctx, seat)
    elif decision.kind == "mulligan":
        setup.mulligan(ctx, seat, decision.options)
    else:
        ctx.answer = default_of(decision)


def _in_seconds(count: int) -> str:
    return "1 second" if count == 1 else f"{count} seconds"


@judge
def pass_by_itself(ctx: MatchContext, command: PassByItself) -> None:
    """Pass automatically for the seat that is asked to respond.

    `due` has already checked that the seat can only pass and that its delay is over.

    Rule:    TC-RUL-157
    Refuses: NothingToPass
    """
    decision = next((one for one in ctx.state.decisions.values() if one.number == command.decision), None)
    if decision is None or decision.kind != "respond":
        raise windows.NothingToPass(needs="respond", has="none" if decision is None else decision.kind)
    ctx.emit(DecisionAnswered(number=decision.number, seat=decision.seat, late=True))
    windows.pass_for(ctx, decision.seat)


def needs_clock(match: Match) -> bool:
    """Return whether the server passes automatically for seats in this match."""
    return match.settings.passes_by_itself


def due(match: Match) -> Due | None:
    """Return the pending automatic pass, with its time.

    Returns None while a draw is offered, or if the seat has other options.

    Rule: TC-RUL-157
    """
    asked = next((one for one in match.decisions.values() if one.passes_at), None)
    if asked is None or match.offer is not None:
        return None
    ctx = look_at(match)
    if timing.usable(ctx, asked.seat, timing.window_of(ctx)):
        return None
    return Due(PassByItself(decision=asked.number), asked.passes_at)


def times_up(match: Match) -> Iterator[int]:
    """Yield the time at which each open decision times out. From then on, other players may call time.

    Rule: TC-RUL-096
    """
    if clock := match.settings.decision_clock_s:
        yield from (decision.since + clock * SECOND for decision in match.decisions.values())


def shift_clocks(match: Match, by_ms: int) -> Match:
    """Return the match with its clocks moved by the length of a pause, so that the pause does not count.

    Rule: AR-UNDO-07
    """
    match.decisions = {
        seat: replace(one, since=one.since + by_ms, passes_at=one.passes_at and one.passes_at + by_ms)
        for seat, one in match.decisions.items()
    }
    for player in match.players.values():
        player.acted, player.resumed = player.acted and player.acted + by_ms, player.resumed and player.resumed + by_ms
    return match


def _end_turn(ctx: MatchContext, seat: Seat) -> None:
    if ctx.player(seat).missed >= MISSED:
        winning.lose(ctx, [seat], "concession")
    else:
        turn.end_step(ctx)


# ---------------------------------------------------------------- fold


@fold
def _stops_set(match: Match, event: StopsSet) -> None:
    player = match.players[event.seat]
    player.stops, player.stops_until = event.windows.open(), event.until


@fold
def _draw_offered(match: Match, event: DrawOffered) -> None:
    match.offer = Offer(by=event.seat, open=tuple(match.opponents(event.seat)))


@fold
def _draw_answered(match: Match, event: DrawAnswered) -> None:
    """Record that the seat accepted the offered draw, or withdraw the offer if the seat declined.

    Rule: TC-RUL-094
    """
    if match.offer is not None:
        left = tuple(seat for seat in match.offer.open if seat != event.seat)
        match.offer = replace(match.offer, open=left) if event.accept else None


# ---------------------------------------------------------------- samples


@samples
def stops(_match: Match, _seat: Seat) -> Samples[SetStops]:
    """Yield sample commands that set stops at some windows, permanently or until the seat's next turn."""
    fields = {
        "windows": Field(items=Field(options=WINDOWS), least=0, most=len(WINDOWS)),
        "until": Field(options=("changed", "my_turn")),
    }
    yield Sample(command=SetStops(windows=WINDOWS), fields=fields)


@samples
def concessions(_match: Match, _seat: Seat) -> Samples[Concede]:
    """Yield a sample concession."""
    yield Sample(command=Concede())


@samples
def draw_offers(_match: Match, _seat: Seat) -> Samples[OfferDraw]:
    """Yield a sample offer of a draw."""
    yield Sample(command=OfferDraw())


@samples
def draw_answers(_match: Match, _seat: Seat) -> Samples[AnswerDraw]:
    """Yield a sample command that accepts the draw, and one that declines it."""
    yield Sample(command=AnswerDraw(accept=True), fields={"accept": Field(options=(True, False))})


@samples
def calls_of_time(match: Match, seat: Seat) -> Samples[CallTime]:
    """Yield a sample command that calls time on each seat with an open decision."""
    asked = tuple(match.decisions) or (seat,)
    yield Sample(command=CallTime(of=asked[0]), fields={"of": asked})


@samples
def passes_by_itself(match: Match, _seat: Seat) -> Samples[PassByItself]:
    """Yield a sample command that passes automatically for the seat that is asked to respond."""
    asked = next((one.number for one in match.decisions.values() if one.kind == "respond"), 1)
    yield Sample(command=PassByItself(decision=asked))
