"""Judging the commands of an undo: what may be taken back at all, and which seats have to agree.

Everything is decided from the folded trail and the seats, which are public: an audit finds the same consent, and a
refusal reveals nothing. No state of the past is needed here.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, assert_never

from shared.kernel.context import Intent
from shared.kernel.game import Game
from shared.kernel.messages import Event, UndoSetting
from shared.kernel.refusals import (
    BeyondClock,
    BeyondEpoch,
    NoSuchMoment,
    NoSuchProposal,
    NotAsked,
    NotForThisSeat,
    ProposalStands,
    ProposedByAnother,
    Refusal,
    TooManyDrawsKept,
    UndoNotAllowed,
)
from shared.kernel.stream.kept import MOST_KEPT, branches
from shared.kernel.stream.messages import (
    AgreeToUndo,
    DeclineUndo,
    DrawsKept,
    ProposeUndo,
    TakenBack,
    UndoAgreed,
    UndoCommand,
    UndoDeclined,
    UndoProposed,
    UndoWithdrawn,
    WithdrawUndo,
)
from shared.kernel.stream.state import Proposal, Stream
from shared.kernel.stream.trail import Step, Trail, moment_of, moments


def decide_undo(game: Game[Any], stream: Stream[Any], intent: Intent, command: UndoCommand) -> Sequence[Event]:
    """Judge a command of an undo.

    Rule:    AR-UNDO-01, AR-UNDO-02, AR-UNDO-08
    Refuses: UndoNotAllowed, NotForThisSeat, ProposalStands, NoSuchProposal, NotAsked, ProposedByAnother, and what
             `seats_to_ask` refuses
    """
    check_allowed(game, stream)
    match command:
        case ProposeUndo():
            return _propose(game, stream, intent, command.to)
        case AgreeToUndo():
            return _agree(stream.trail, _proposal_of(stream, command), intent)
        case DeclineUndo():
            return _decline(_proposal_of(stream, command), intent)
        case WithdrawUndo():
            return _withdraw(_proposal_of(stream, command), intent)
        case _:
            assert_never(command)


def check_allowed(game: Game[Any], stream: Stream[Any]) -> UndoSetting:
    """Return the setting of a stream on which something can be taken back. Refuses: UndoNotAllowed."""
    setting = game.undoing.setting(stream.undo)
    if setting == "never":
        raise UndoNotAllowed(needs=("by consent", "own until known"), has="never")
    return setting


def _propose(game: Game[Any], stream: Stream[Any], intent: Intent, to: int) -> Sequence[Event]:
    if stream.proposal is not None:
        raise ProposalStands(needs="no proposal", has=stream.proposal.number)
    if intent.role not in {"gm", "player"} and not intent.by_app:
        raise NotForThisSeat(needs="player", has=intent.role)
    moment = moment_of(stream.trail, to)
    if moment is None:
        raise NoSuchMoment(needs=tuple(map(str, moments(stream.trail))), has=to, field="to")
    asked = seats_to_ask(game, stream, intent, moment)
    if not asked:
        return _take_back(stream.trail, TakenBack(to=moment, by=intent.seat))
    return (UndoProposed(proposal=stream.version + 1, to=moment, by=intent.seat, asked=asked),)


def _proposal_of(stream: Stream[Any], command: AgreeToUndo | DeclineUndo | WithdrawUndo) -> Proposal:
    proposal = stream.proposal
    if proposal is None or proposal.number != command.proposal:
        has = None if proposal is None else proposal.number
        raise NoSuchProposal(needs=has, has=command.proposal, field="proposal")
    return proposal


def _agree(trail: Trail, proposal: Proposal, intent: Intent) -> Sequence[Event]:
    left = [seat for seat in proposal.asked if seat not in proposal.agreed]
    if intent.seat not in left:
        raise NotAsked(needs=tuple(left), has=intent.seat)
    agreed = UndoAgreed(proposal=proposal.number, seat=intent.seat)
    if left != [intent.seat]:
        return (agreed,)
    return agreed, *_take_back(trail, TakenBack(to=proposal.to, by=proposal.by, agreed=proposal.asked))


def _take_back(trail: Trail, event: TakenBack) -> Sequence[Event]:
    """Return the events of an undo, which name the decisions whose draws are kept. Rule: AR-UNDO-10."""
    gone, _ = branches(trail, event.to)
    drew = tuple(sorted([step.begins for step in gone if step.drew]))
    return (DrawsKept(decisions=drew), event) if drew else (event,)


def _decline(proposal: Proposal, intent: Intent) -> Sequence[Event]:
    if intent.seat not in proposal.asked:
        raise NotAsked(needs=proposal.asked, has=intent.seat)
    return (UndoDeclined(proposal=proposal.number, seat=intent.seat),)


def _withdraw(proposal: Proposal, intent: Intent) -> Sequence[Event]:
    if intent.seat != proposal.by:
        raise ProposedByAnother(needs=proposal.by, has=intent.seat)
    return (UndoWithdrawn(proposal=proposal.number),)


# ---------------------------------------------------------------- the fence


def seats_to_ask(game: Game[Any], stream: Stream[Any], intent: Intent, to: int) -> tuple[str, ...]:
    """Return the seats that have to agree to an undo; none if it is free.

    Rule:    AR-UNDO-03, AR-UNDO-04, AR-UNDO-05, AR-UNDO-06, AR-UNDO-12
    Refuses: NoSuchMoment, TooManyDrawsKept, BeyondEpoch, BeyondClock
    """
    gone, again = branches(stream.trail, to) if to in moments(stream.trail) else ((), ())
    steps = [*gone, *again]
    if all(step.back for step in steps):
        raise NoSuchMoment(needs=tuple(map(str, moments(stream.trail))), has=to, field="to")
    _check_fence(stream, steps, intent)
    setting = check_allowed(game, stream)
    if setting == "own until known" and all(_is_free(step, intent.seat) for step in steps):
        return ()
    return tuple(sorted(_concerned(stream, intent.seat, steps, everyone=setting == "by consent")))


def _check_fence(stream: Stream[Any], steps: Sequence[Step], intent: Intent) -> None:
    """Check that nothing prevents an undo, even if all agree. Rule: AR-UNDO-06, AR-UNDO-12."""
    if any(step.kind == "epoch" for step in steps):
        raise BeyondEpoch(needs="no end of a seed epoch since", has="SeedRevealed", field="to")
    if stream.decisions_kept >= MOST_KEPT and any(step.drew for step in steps):
        raise TooManyDrawsKept(needs=MOST_KEPT, has=stream.decisions_kept, field="to")
    if any(step.kind == "clock" for step in steps) and not (intent.role == "gm" or intent.by_app):
        raise BeyondClock(needs="gm", has=intent.role, field="to")


def _is_free(step: Step, seat: str) -> bool:
    """Whether a step is the seat's own and nothing became known by it. Rule: AR-UNDO-04, AR-UNDO-05."""
    return (
        step.seat == seat and step.kind == "game" and not (step.drew or step.reveals or step.readers or step.agreed)
    )  # fmt: skip


def _concerned(stream: Stream[Any], seat: str, steps: Sequence[Step], *, everyone: bool) -> Iterable[str]:
    """Yield the other seats that people play and that an undo concerns. Rule: AR-UNDO-04, AR-UNDO-05."""
    known = {one for step in steps for one in (step.seat, *step.readers, *step.agreed)}
    everyone = everyone or any(step.reveals or step.drew for step in steps)
    for name, held in stream.seats.items():
        if name == seat or held.player or held.role not in {"gm", "player"}:
            continue
        if everyone or held.role == "gm" or name in known:
            yield name


def undoable(game: Game[Any], stream: Stream[Any], intent: Intent) -> tuple[int, ...]:
    """Return the versions that a seat may propose to go back to, newest first."""
    found: list[int] = []
    branched = any(step.back for step in stream.trail)
    for to in moments(stream.trail):
        try:
            seats_to_ask(game, stream, intent, to)
        except NoSuchMoment:
            continue
        except Refusal:
            if not branched:  # every earlier moment is behind the same fence
                break
            continue
        found.append(to)
    return tuple(found)
