"""Decisions: the questions that a match asks its seats, and the seats' answers."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from hashlib import sha256
from typing import Annotated, Any, Final

from msgspec import UNSET, Meta, UnsetType
from msgspec.structs import replace

from services.tcg.chapters.terms import MatchContext, Picked
from services.tcg.forms import REVISED
from services.tcg.state.match import Asked, Decision, DecisionKind, Match
from services.tcg.state.tasks import PendingChange, Task, apply_change, change_of
from services.tcg.words import Question
from shared.kernel.chapter import fold, judge
from shared.kernel.messages import NOBODY, Command, Event, Seat, Secret
from shared.kernel.refusals import Refusal
from shared.kernel.samples import Field
from shared.kernel.stream import StreamOpened

# ---------------------------------------------------------------- refusals


class NotYourDecision(Refusal, rule="TC-TURN-14"):
    """This seat has no open decision: wait until it is asked to decide something."""


class WrongQuestion(Refusal, rule="TC-READ-12"):
    """Your answer is for a decision that is no longer open: answer the current decision."""


class NotAnAnswer(Refusal, rule="TC-READ-12"):
    """The open decision is not a choice among options: send the command that it needs (see `needs`)."""


class QuestionOpen(Refusal, rule="TC-READ-12"):
    """This seat has an open question: answer it before you act."""


class ChoiceIllegal(Refusal, rule="TC-READ-09"):
    """This choice is not legal: name options of the decision, in the required number, each once."""


class WrongStep(Refusal, rule="TC-TURN-04"):
    """You cannot do this now: wait for your own act step, with nothing left to resolve."""


# ---------------------------------------------------------------- commands


class Answer(Command, frozen=True, kw_only=True):
    """Answer a decision by naming some of its options. If the decision asks for an order, name them in that order.

    Cards for the top or the bottom of a deck are put there one by one in the named order.
    """

    counts_as = "answer"
    hides = ("choice",)
    decision: Question
    choice: Annotated[tuple[Annotated[int, Meta(ge=0, le=2**53 - 1)], ...], Meta(max_length=100)] = ()


# ---------------------------------------------------------------- events


class DecisionOpened(Event, frozen=True, kw_only=True):
    """A seat was asked for a decision. The tasks that run after its answer are hidden from every seat.

    In a log of format 0 (the oldest), `options` is always filled and `agenda` lists all pending tasks. Since format 1,
    a decision to act has no options, and `change` records only how the pending tasks differ from those at the last
    decision.
    """

    number: int
    seat: Seat
    kind: str
    since: int
    asked: Secret[Asked] | UnsetType = UNSET
    agenda: Secret[tuple[Task, ...]] | UnsetType = UNSET
    change: Secret[PendingChange] | UnsetType = UNSET


class DecisionAnswered(Event, frozen=True, kw_only=True):
    """A seat answered a decision. The events after this one are the consequences of the answer."""

    number: int
    seat: Seat
    late: bool = False
    """Whether the clock decided for the seat, because its time ran out."""


class DrawWithdrawn(Event, frozen=True, kw_only=True):
    """A draw offer ended because the match continued."""

    seat: Seat


# ---------------------------------------------------------------- judgement


STOPPING: Final = frozenset({"act", "combat", "may"})
"""The kinds of decisions by which a player can stop a loop of effects. Rule: TC-RUL-187."""
ACTING: Final[frozenset[DecisionKind]] = frozenset({"act", "combat", "respond"})
CHOOSING: Final[frozenset[DecisionKind]] = frozenset(
    {
        "choose_cards", "choose_mode", "choose_player", "may", "choose_zone", "damage_spirit", "order_cards",
        "order_triggers", "choose_targets", "pay",
    }
)  # fmt: skip

ANSWERED_BY: Final[Mapping[DecisionKind, str]] = {
    "mulligan": "Mulligan", "choose_first": "ChooseFirst", "cut": "CutDeck", "respond": "Activate or Pass",
}  # fmt: skip
"""The commands that answer decisions which are no choice among options."""
ACTIONS: Final = "an action or EndStep"

NO_OPTIONS: Final = Asked()
ACT: Final[frozenset[DecisionKind]] = frozenset({"act"})
SOONEST: Final = 400
SPREAD: Final = 600
"""The upper limit, in milliseconds, of the random time that is added to the shortest wait before an automatic pass."""


def decision_of(ctx: MatchContext, number: int | None = None) -> Decision:
    """Return the open decision of the sender's seat.

    Rule:    TC-TURN-14, TC-READ-12
    Refuses: NotYourDecision, WrongQuestion
    """
    decision = ctx.state.decisions.get(ctx.seat)
    if decision is None:
        raise NotYourDecision(needs="an open decision of this seat", has="none")
    if number is not None and number != decision.number:
        raise WrongQuestion(needs=decision.number, has=number, field="decision")
    return decision


def decision_to_act(ctx: MatchContext, number: int | None, kinds: frozenset[DecisionKind] = ACTING) -> Decision:
    """Return the open decision of the sender's seat, if the decision is one of these kinds.

    Refuses: WrongStep, NotYourDecision, WrongQuestion, QuestionOpen.
    """
    decision = decision_of(ctx, number)
    if decision.kind not in ACTING:
        raise QuestionOpen(needs=decision.kind, has="an action")
    if decision.kind not in kinds:
        raise WrongStep(needs=tuple(sorted(kinds)), has=decision.kind)
    return decision


def record_answer(ctx: MatchContext, decision: Decision) -> None:
    """Record that a decision was answered."""
    if ctx.state.offer is not None:
        withdraw_offer(ctx)
    ctx.emit(DecisionAnswered(number=decision.number, seat=decision.seat))


@judge
def answer(ctx: MatchContext, command: Answer) -> None:
    """Answer the open question.

    Rule:    TC-ETI-13, TC-KEY-08, TC-READ-09
    Refuses: WrongQuestion, NotAnAnswer, ChoiceIllegal
    """
    decision = decision_of(ctx, command.decision)
    if decision.kind not in CHOOSING:
        raise NotAnAnswer(needs=ANSWERED_BY.get(decision.kind, ACTIONS), has="Answer")
    check_choice(decision, command.choice)
    record_answer(ctx, decision)
    ctx.answer = command.choice


def check_choice(
    decision: Decision, choice: tuple[int, ...], refusal: type[Refusal] = ChoiceIllegal, *, field: str = "choice",
    needs: str = "options of this decision, each once",
) -> None:  # fmt: skip
    """Refuse a choice that names an unknown option, repeats an option, or names too few or too many.

    Refuses: `refusal`.
    """
    least, most = decision.least, decision.most
    if not least <= len(choice) <= most:
        raise refusal(needs=f"{least}" if least == most else f"{least} to {most}", has=len(choice), field=field)
    if len(set(choice)) < len(choice) or not set(choice) <= set(decision.options):
        strange = tuple(str(one) for one in dict.fromkeys(choice) if one not in decision.options)
        raise refusal(needs=needs, has=strange or "an option twice", field=field)


def withdraw_offer(ctx: MatchContext) -> None:
    """Withdraw an offered draw, because the match continues. Rule: TC-RUL-094."""
    offer = ctx.state.offer
    if offer is not None:
        ctx.emit(DrawWithdrawn(seat=offer.by))


def default_of(decision: Decision) -> tuple[int, ...]:
    """Return the choice that the clock makes for a seat: the first options, and as few of them as allowed.

    Rule: TC-RUL-096
    """
    return tuple(decision.options[: decision.least])


def pick(  # noqa: PLR0913 each parameter is one part of a question
    ctx: MatchContext, seat: Seat, kind: DecisionKind, options: Sequence[int], *, least: int, most: int,
    words: tuple[str, ...] = (), always: bool = False,
) -> Picked | None:  # fmt: skip
    """Return the options that a seat picks, or None if it must be asked first. The caller must then pause.

    A seat is not asked if it has no choice, because all options must be taken or none can be. Only public facts may
    decide whether a seat is asked: where options are hidden from other seats, `always` makes the match ask in any case.
    After another player leaves, a seat that was asked is asked again (TC-RUL-159).
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
    """Return whether the seat has a choice: it may take some options, and need not take all of them."""
    return bool(options) and most > 0 and min(least, most) < len(options)


def ask(ctx: MatchContext, seat: Seat, kind: DecisionKind, asked: Asked = NO_OPTIONS) -> None:
    """Ask a seat for a decision.

    The caller's task stays on top of the pending tasks, and runs again with the answer. If a concession has dropped the
    same decision, the time that it was open counts.

    Rule:    TC-RUL-150, TC-RUL-209
    """
    match = ctx.state
    number, since = match.asked + 1, match.players[seat].resumed or ctx.at
    if ctx.dropped:
        dropped, ctx.dropped = ctx.dropped.get(seat), {}
        since = dropped.since if dropped is not None and dropped.kind == kind else since
    if match.form == 0:
        options, agenda = Secret(audience=(seat,), value=asked), Secret(audience=NOBODY, value=tuple(match.pending))
        ctx.emit(DecisionOpened(number=number, seat=seat, kind=kind, since=since, asked=options, agenda=agenda))
        return
    pending = match.pending
    change = Secret(audience=NOBODY, value=change_of(ctx.recorded, pending))
    shown = UNSET if kind in ACTING else Secret(audience=(seat,), value=asked)
    ctx.emit(DecisionOpened(number=number, seat=seat, kind=kind, since=since, asked=shown, change=change))
    ctx.recorded = pending  # the event's fold has replaced these tasks by copies, so these no longer change


def wait_of(match: Match, number: int) -> int:
    """Return the wait before an automatic pass, computed from a random seed that is sealed when the match starts.

    The wait does not depend on any hand.

    Rule:    TC-RUL-157
    Units:   milliseconds
    """
    digest = sha256(f"{match.pace}|{number}".encode()).digest()
    return SOONEST + int.from_bytes(digest[:4], "big") % SPREAD


# ---------------------------------------------------------------- fold


@fold
def _decision_opened(match: Match, event: DecisionOpened) -> None:
    kind: Any = event.kind
    number, seat, since = event.number, event.seat, event.since
    match.asked = number
    for player in match.players.values():
        if player.resumed:
            player.resumed = 0
    passes_at = since + wait_of(match, number) if match.pace and kind == "respond" else 0
    if event.asked is UNSET:
        decision = Decision(number=number, seat=seat, kind=kind, since=since, passes_at=passes_at)
    else:
        asked = event.asked.open()
        decision = Decision(
            number=number, seat=seat, kind=kind, since=since, passes_at=passes_at,
            options=asked.options, least=asked.least, most=asked.most, words=asked.words,
        )  # fmt: skip
    match.decisions[seat] = decision
    if event.change is not UNSET:
        match.pending = apply_change(match.pending, event.change.open())
    elif event.agenda is not UNSET:
        match.pending = [replace(task) for task in event.agenda.open()]


@fold
def _stream_opened(match: Match, event: StreamOpened) -> None:
    match.form = 0 if event.form is UNSET else event.form
    match.catalogue = "" if event.catalogue is UNSET else event.catalogue


@fold
def _decision_answered(match: Match, event: DecisionAnswered) -> None:
    """Close the answered decision.

    Responses and answers by the clock do not reset the counter that ends a stalled match. Since version 3 of the
    decision rules, choices that an effect requires do not reset it either.

    Rule:    TC-RUL-095, TC-RUL-096, TC-RUL-187
    """
    seat = event.seat
    decision = match.decisions.get(seat)
    if decision is None or decision.number != event.number:
        return
    del match.decisions[seat]
    kind = decision.kind
    if kind in ACTING:
        match.players[seat].acted = decision.since
    if event.late:
        if kind in ("act", "combat"):
            match.hurried = match.turn
            match.players[seat].missed += 1
    elif kind in STOPPING or (kind != "respond" and match.form < REVISED):
        match.idle = 0


@fold
def _draw_withdrawn(match: Match, _event: DrawWithdrawn) -> None:
    match.offer = None


# ---------------------------------------------------------------- samples


WAIVING: Final[Mapping[str, Field]] = {"waive": Field(options=(False, True))}
"""The field that every action has in addition to its own: whether the player skips responding to that action."""
