"""Decisions: who is asked for what, and the answers."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from hashlib import sha256
from typing import Annotated, Final, cast

from msgspec import UNSET, Meta, UnsetType
from msgspec.structs import replace

from services.tcg.chapters.terms import MatchContext, Picked
from services.tcg.state.match import Asked, Decision, DecisionKind, Match
from services.tcg.state.tasks import PendingChange, Task, change_of, changed
from services.tcg.words import Question
from shared.kernel.chapter import fold, judge
from shared.kernel.messages import NOBODY, Command, Event, Seat, Secret
from shared.kernel.refusals import Refusal
from shared.kernel.samples import Field
from shared.kernel.stream import StreamOpened

# ---------------------------------------------------------------- refusals


class NotYourDecision(Refusal, rule="TC-TURN-14"):
    """Nothing is asked of this seat now."""


class WrongQuestion(Refusal, rule="TC-READ-12"):
    """This answers another question than the one that is open."""


class QuestionOpen(Refusal, rule="TC-READ-12"):
    """This seat is asked a question, and answers it before it acts."""


class ChoiceIllegal(Refusal, rule="TC-READ-09"):
    """The choice is not among the options, or not of the number that is asked for."""


class WrongStep(Refusal, rule="TC-TURN-04"):
    """This belongs to the turn player's act steps, with nothing waiting to resolve."""


# ---------------------------------------------------------------- commands


class Answer(Command, frozen=True, kw_only=True):
    """Answer a decision: options of it, in the order that is meant where an order is asked."""

    counts_as = "answer"
    hides = ("choice",)
    decision: Question
    choice: Annotated[tuple[Annotated[int, Meta(ge=0, le=2**53 - 1)], ...], Meta(max_length=100)] = ()


# ---------------------------------------------------------------- events


class DecisionOpened(Event, frozen=True, kw_only=True):
    """A seat is asked. What is still to be done after its answer is kept for nobody to read.

    In a stream of form 0 there are always the options, and `agenda` has all that is still to be done. Since form 1
    whoever is asked to act has no options, and `change` is what has changed of it since the last question.
    """

    number: int
    seat: Seat
    kind: str
    since: int
    asked: Secret[Asked] | UnsetType = UNSET
    agenda: Secret[tuple[Task, ...]] | UnsetType = UNSET
    change: Secret[PendingChange] | UnsetType = UNSET


class DecisionAnswered(Event, frozen=True, kw_only=True):
    """A seat has decided; what comes of it follows."""

    number: int
    seat: Seat
    late: bool = False
    """The clock decided."""


class DrawWithdrawn(Event, frozen=True, kw_only=True):
    """The offer passed with the moment it was made at."""

    seat: Seat


# ---------------------------------------------------------------- judgement


ACTING: Final[frozenset[DecisionKind]] = frozenset({"act", "combat", "respond"})
CHOOSING: Final[frozenset[DecisionKind]] = frozenset(
    {
        "choose_cards", "choose_mode", "choose_player", "may", "choose_zone", "damage_spirit", "order_cards",
        "order_triggers", "choose_targets", "pay",
    }
)  # fmt: skip

ACT: Final[frozenset[DecisionKind]] = frozenset({"act"})
SOONEST: Final = 400
SPREAD: Final = 600
"""The clock passes for a seat no sooner than this after it was asked, and up to so much later, in milliseconds."""


def decision_of(ctx: MatchContext, number: int | None = None) -> Decision:
    """Return the decision that is open for the seat that acts.

    Rule:    TC-TURN-14, TC-READ-12
    Refuses: NotYourDecision, WrongQuestion
    """
    decision = ctx.state.decisions.get(ctx.seat)
    if decision is None:
        raise NotYourDecision(needs="an open decision of this seat", has="none")
    if number is not None and number != decision.number:
        raise WrongQuestion(needs=decision.number, has=number, field="decision")
    return decision


def acting(ctx: MatchContext, number: int | None, kinds: frozenset[DecisionKind] = ACTING) -> Decision:
    """Hold that the seat is asked for something of these kinds.

    Refuses: WrongStep, NotYourDecision, WrongQuestion, QuestionOpen.
    """
    decision = decision_of(ctx, number)
    if decision.kind not in ACTING:
        raise QuestionOpen(needs=decision.kind, has="an action")
    if decision.kind not in kinds:
        raise WrongStep(needs=tuple(sorted(kinds)), has=decision.kind)
    return decision


def answered(ctx: MatchContext, decision: Decision) -> None:
    """Let a decision have been answered."""
    withdraw_offer(ctx)
    ctx.emit(DecisionAnswered(number=decision.number, seat=decision.seat))


@judge
def answer(ctx: MatchContext, command: Answer) -> None:
    """Answer the question that is open, and no other.

    Rule:    TC-ETI-13, TC-KEY-08, TC-READ-09
    Refuses: WrongQuestion, ChoiceIllegal
    """
    decision = decision_of(ctx, command.decision)
    if decision.kind not in CHOOSING:
        raise WrongQuestion(needs=decision.kind, has="Answer")
    check_choice(decision, command.choice)
    answered(ctx, decision)
    ctx.answer = command.choice


def check_choice(
    decision: Decision, choice: tuple[int, ...], refusal: type[Refusal] = ChoiceIllegal, *, field: str = "choice"
) -> None:
    """Hold that a choice is among the options, none twice, and so many as are asked for. Refuses: `refusal`."""
    least, most = decision.least, decision.most
    if not least <= len(choice) <= most:
        raise refusal(needs=f"{least}" if least == most else f"{least} to {most}", has=len(choice), field=field)
    if len(set(choice)) < len(choice) or not set(choice) <= set(decision.options):
        strange = tuple(str(one) for one in dict.fromkeys(choice) if one not in decision.options)
        raise refusal(needs="options of this question, none twice", has=strange or "one twice", field=field)


def withdraw_offer(ctx: MatchContext) -> None:
    """Let an offered draw pass, since the match goes on. Rule: TC-RUL-094."""
    offer = ctx.state.offer
    if offer is not None:
        ctx.emit(DrawWithdrawn(seat=offer.by))


def default_of(decision: Decision) -> tuple[int, ...]:
    """Return what the clock decides: the first of the options, as many as must be. Rule: TC-RUL-096."""
    return tuple(decision.options[: decision.least])


def pick(  # noqa: PLR0913 a question has that many parts
    ctx: MatchContext, seat: Seat, kind: DecisionKind, options: Sequence[int], *, least: int, most: int,
    words: tuple[str, ...] = (), always: bool = False,
) -> Picked | None:  # fmt: skip
    """Return what a seat picks of the options: None when it has yet to be asked, and the caller must pause.

    Nobody is asked where there is no choice: all that fits must be taken, or nothing can be. Whether a seat is asked
    may depend only on what all can see; where the options are hidden from others, `always` asks in any case. So is who
    was asked when another player left (TC-RUL-159).
    """
    if ctx.answer is not None:
        picked, ctx.answer = ctx.answer, None
        return picked
    most = min(most, len(options))
    least = min(least, most)
    again = ctx.asks_again and most > 0
    ctx.asks_again = ctx.asks_again and not again
    if not (always or again) and not has_choice(options, least, most):
        return tuple(options[:most])
    ask(ctx, seat, kind, Asked(options=tuple(options), least=least, most=most, words=words))
    return None


def has_choice(options: Sequence[int], least: int, most: int) -> bool:
    """Whether there is a choice among options: some may be taken, and not all of them must be."""
    return bool(options) and most > 0 and min(least, most) < len(options)


def ask(ctx: MatchContext, seat: Seat, kind: DecisionKind, asked: Asked) -> None:
    """Open a decision. The caller leaves its own task uppermost, to be done again with the answer.

    After a play was taken back it counts as open since the decision in which that was begun.

    Rule: TC-RUL-150
    """
    match = ctx.state
    number, options = match.asked + 1, Secret(audience=(seat,), value=asked)
    since = match.players[seat].resumed or ctx.at
    if match.form == 0:
        agenda = Secret(audience=NOBODY, value=tuple(match.pending))
        ctx.emit(DecisionOpened(number=number, seat=seat, kind=kind, since=since, asked=options, agenda=agenda))
        return
    change = Secret(audience=NOBODY, value=change_of(ctx.recorded, match.pending))
    shown = UNSET if kind in ACTING else options
    ctx.emit(DecisionOpened(number=number, seat=seat, kind=kind, since=since, asked=shown, change=change))
    ctx.recorded = [*map(replace, match.pending)]


def wait_of(match: Match, number: int) -> int:
    """Return how long a question is open before the clock passes: by what was drawn as the match began, and no hand.

    Rule:  TC-RUL-157
    Units: milliseconds
    """
    digest = sha256(f"{match.pace}|{number}".encode()).digest()
    return SOONEST + int.from_bytes(digest[:4], "big") % SPREAD


# ---------------------------------------------------------------- fold


@fold
def _decision_opened(match: Match, event: DecisionOpened) -> None:
    asked = Asked() if event.asked is UNSET else event.asked.open()
    match.asked = event.number
    for player in match.players.values():
        player.resumed = 0
    match.decisions[event.seat] = Decision(
        number=event.number, seat=event.seat, kind=cast("DecisionKind", event.kind), since=event.since,
        options=asked.options, least=asked.least, most=asked.most, words=asked.words,
        passes_at=event.since + wait_of(match, event.number) if match.pace and event.kind == "respond" else 0,
    )  # fmt: skip
    if event.change is not UNSET:
        match.pending = changed(match.pending, event.change.open())
    elif event.agenda is not UNSET:
        match.pending = [replace(task) for task in event.agenda.open()]


@fold
def _stream_opened(match: Match, event: StreamOpened) -> None:
    match.form = 0 if event.form is UNSET else event.form
    match.catalogue = "" if event.catalogue is UNSET else event.catalogue


@fold
def _decision_answered(match: Match, event: DecisionAnswered) -> None:
    """The clock decides nothing, and a response stops no loop by itself.

    Rule: TC-RUL-095, TC-RUL-096
    """
    decision = match.decisions.get(event.seat)
    if decision is None or decision.number != event.number:
        return
    del match.decisions[event.seat]
    if decision.kind in ACTING:
        match.players[event.seat].acted = decision.since
    if not event.late and decision.kind != "respond":
        match.idle = 0
    if event.late and decision.kind in ("act", "combat"):
        match.hurried = match.turn
        match.players[event.seat].missed += 1


@fold
def _draw_withdrawn(match: Match, _event: DrawWithdrawn) -> None:
    match.offer = None


# ---------------------------------------------------------------- samples


WAIVING: Final[Mapping[str, Field]] = {"waive": Field(options=(False, True))}
"""What every action may say beside what it does."""
