"""Taking back a play, before its player has paid or revealed anything, and before another player has decided anything.

Until then, a play is only a pending task: no card has moved, and nothing was drawn.

Rule: TC-RUL-148 to TC-RUL-151
"""

from __future__ import annotations

from typing import Final

from services.tcg.chapters import chain
from services.tcg.chapters.actions import raise_refusal
from services.tcg.chapters.continuous import targets_of
from services.tcg.chapters.decisions import decision_of, record_answer
from services.tcg.chapters.terms import MatchContext
from services.tcg.chapters.timing import any_hidden
from services.tcg.state.match import Match
from services.tcg.state.tasks import Declaring, Flipping, Running
from services.tcg.words import Question
from shared.kernel.chapter import fold, judge, samples
from shared.kernel.messages import Command, Event, Seat
from shared.kernel.refusals import Refusal
from shared.kernel.samples import Sample, Samples

# ---------------------------------------------------------------- refusals


class NothingToTakeBack(Refusal, rule="TC-RUL-148"):
    """You have no play to take back now: take a play back while you still choose its targets or pay for it."""


class OthersHaveChosen(Refusal, rule="TC-RUL-149"):
    """You cannot take this play back, since another player or chance has already chosen a target: play on."""


class HiddenWasShown(Refusal, rule="TC-RUL-149"):
    """You cannot take this play back, since it has already shown you hidden cards: play on."""


class TakenBackTooOften(Refusal, rule="TC-RUL-150"):
    """You have taken back the maximum number of plays in one turn (see `needs`): play on."""


# ---------------------------------------------------------------- commands


class TakeBack(Command, frozen=True, kw_only=True):
    """Take back the play whose targets or payment you are choosing. The play is undone, and you act again."""

    counts_as = "aside"

    decision: Question | None = None


# ---------------------------------------------------------------- events


class PlayTakenBack(Event, frozen=True, kw_only=True):
    """A player took back a play before paying any part of it.

    The time that the player has for the next action still counts from `since`.
    """

    seat: Seat
    since: int


# ---------------------------------------------------------------- judgement


MOST: Final = 5
"""The maximum number of plays that a player can take back in one turn. Rule: TC-RUL-150."""


@judge
def take_back(ctx: MatchContext, command: TakeBack) -> None:
    """Undo the player's current play.

    Rule:    TC-RUL-148, TC-RUL-150
    Refuses: the refusals of `why_not`; NotYourDecision, WrongQuestion
    """
    decision = decision_of(ctx, command.decision)
    raise_refusal(why_not(ctx, ctx.seat))
    record_answer(ctx, decision)
    ctx.emit(PlayTakenBack(seat=ctx.seat, since=ctx.player(ctx.seat).acted))
    ctx.state.pending.pop()
    if ctx.state.amended and ctx.state.queue:
        chain.settle_first(ctx)


def why_not(ctx: MatchContext, seat: Seat) -> Refusal | None:
    """Return the refusal if a player cannot take back the current play, or None.

    Rule: TC-RUL-148 to TC-RUL-150
    """
    match, player = ctx.state, ctx.player(seat)
    task = match.pending[-1] if match.pending else None
    if not isinstance(task, Declaring | Flipping) or task.seat != seat or _by_itself(match, task):
        return NothingToTakeBack(needs="a play of yours that is not paid yet", has=match.decisions[seat].kind)
    if isinstance(task, Declaring) and _others_chose(ctx, task):
        return OthersHaveChosen(needs="no target chosen by others", has=len(task.targets))
    if isinstance(task, Declaring) and _saw_hidden(ctx, task):
        return HiddenWasShown(needs="no target among others' hidden cards", has=len(task.targets))
    asked = match.decisions[seat]
    nothing_left = asked.kind == "choose_targets" and not asked.options
    if not nothing_left and player.taken_back_in == match.turn and player.taken_back >= MOST:
        return TakenBackTooOften(needs=f"at most {MOST} a turn", has=player.taken_back)
    return None


def _by_itself(match: Match, task: Declaring | Flipping) -> bool:
    """Return whether no player decided to start this play, because an effect was triggered or plays the command."""
    played = [Running] == [type(one) for one in match.pending[-2:-1]]
    return played or (isinstance(task, Declaring) and task.origin == "trigger")


def _others_chose(ctx: MatchContext, task: Declaring) -> bool:
    chosen = ctx.pool.abilities[task.effect].targets[: len(task.targets)]
    return any(target.by != "you" and not target.every for target in chosen)


def _saw_hidden(ctx: MatchContext, task: Declaring) -> bool:
    """Return whether the options for a target showed the player hidden cards of another player's hand."""
    asked = ctx.pool.abilities[task.effect].targets[: len(task.targets) + 1]
    running = Running(
        seat=task.seat, card=task.card, printed=task.printed, effect=task.effect, targets=task.targets,
        names=task.names, event=task.event,
    )  # fmt: skip
    return any(any_hidden(ctx, task.seat, targets_of(ctx, running, target)) for target in asked if target.always)


# ---------------------------------------------------------------- fold


@fold
def _play_taken_back(match: Match, event: PlayTakenBack) -> None:
    """Remove the play that was taken back, and count it. Rule: TC-RUL-150."""
    player = match.players[event.seat]
    player.taken_back = 1 + (player.taken_back if player.taken_back_in == match.turn else 0)
    player.taken_back_in, player.resumed = match.turn, event.since


# ---------------------------------------------------------------- samples


@samples
def plays_to_take_back(_match: Match, _seat: Seat) -> Samples[TakeBack]:
    """Yield a sample of the command that takes back the play."""
    yield Sample(command=TakeBack())
