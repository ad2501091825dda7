"""The judges of the undo commands: what may be taken back at all, and which seats must agree.

All decisions follow from the stream's trail (the list of its latest decisions) and its seats, which are both public. So
an audit finds the same seats that must agree, and a refusal reveals no secret. No earlier state is needed.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final, assert_never

from msgspec import Struct

from shared.kernel.context import Intent
from shared.kernel.game import Game
from shared.kernel.messages import Command, Event
from shared.kernel.refusals import (
    AgreedAlready,
    BeyondClock,
    BeyondEpoch,
    NoSuchMoment,
    NoSuchProposal,
    NotAsked,
    NotForThisSeat,
    ProposalStands,
    ProposedByAnother,
    ProposerHasLost,
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
from shared.kernel.stream.trail import Reach, Trail, moment_of, moments, reaches

LEAST_STEPS: Final = 2
"""Minimum number of decisions in a trail before one of them can be taken back."""


def decide_undo(game: Game[Any], stream: Stream[Any], intent: Intent, command: UndoCommand) -> Sequence[Event]:
    """Judge an undo command.

    Rule:    AR-UNDO-01, AR-UNDO-02, AR-UNDO-08
    Refuses: UndoNotAllowed, NotForThisSeat, ProposalStands, NoSuchProposal, NotAsked, AgreedAlready, ProposedByAnother,
             and the refusals of `seats_to_ask`
    """
    if not game.undoing.is_kept(stream.undo):
        raise UndoNotAllowed(
            needs=tuple(one for one in game.undoing.settings if one != "never"), has=game.undoing.setting(stream.undo)
        )
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
    if intent.seat in proposal.agreed:
        raise AgreedAlready(needs=tuple(left), has=intent.seat)
    if intent.seat not in left:
        raise NotAsked(needs=tuple(left), has=intent.seat)
    agreed = UndoAgreed(proposal=proposal.number, seat=intent.seat)
    if left != [intent.seat]:
        return (agreed,)
    return agreed, *_take_back(trail, TakenBack(to=proposal.to, by=proposal.by, agreed=proposal.asked))


def _take_back(trail: Trail, event: TakenBack) -> Sequence[Event]:
    """Return the events that record an undo. They name the decisions whose draws are kept. Rule: AR-UNDO-10."""
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


# ---------------------------------------------------------------- what may be undone


class Way(Struct, frozen=True, gc=False):
    """An undo that a seat may propose: its target version, the seats that must agree, and whether it is a redo."""

    to: int
    asks: tuple[str, ...]
    redo: bool


def seats_to_ask(game: Game[Any], stream: Stream[Any], intent: Intent, to: int) -> tuple[str, ...]:
    """Return the seats that must agree to an undo; none if it needs no consent.

    Rule:    AR-UNDO-03, AR-UNDO-04, AR-UNDO-05, AR-UNDO-06, AR-UNDO-12, AR-UNDO-21
    Refuses: NoSuchMoment, TooManyDrawsKept, BeyondEpoch, BeyondClock, ProposerHasLost
    """
    found = moments(stream.trail)
    reach = reaches(stream.trail).get(to) if to in found else None
    if reach is None or not reach.changes:
        raise NoSuchMoment(needs=tuple(map(str, found)), has=to, field="to")
    fence = _fence(game, stream, reach, intent)
    if fence is not None:
        raise fence
    return _seats_to_ask(game, stream, intent.seat, reach)


def _fence(game: Game[Any], stream: Stream[Any], reach: Reach, intent: Intent) -> Refusal | None:
    """Return the refusal of an undo that is forbidden even if all seats agree; None if it is not forbidden.

    Rule: AR-UNDO-06, AR-UNDO-12, AR-UNDO-21
    """
    if reach.epoch:
        return BeyondEpoch(needs="no seed epoch that has ended since", has="SeedRevealed", field="to")
    if reach.drew and stream.decisions_kept >= MOST_KEPT:
        return TooManyDrawsKept(needs=MOST_KEPT, has=stream.decisions_kept, field="to")
    if reach.clock and not (intent.role == "gm" or intent.by_app):
        return BeyondClock(needs="gm", has=intent.role, field="to")
    if intent.seat not in reach.removed and game.undoing.has_lost(stream.game, intent.seat):
        return ProposerHasLost(needs="a version before this player lost", has="a later version", field="to")
    return None


def _seats_to_ask(game: Game[Any], stream: Stream[Any], seat: str, reach: Reach) -> tuple[str, ...]:
    """Return the other seats that must agree to an undo because it concerns them; none if it needs no consent.

    A player who has lost is asked only if the loss itself would be taken back.

    Rule:    AR-UNDO-04, AR-UNDO-05, AR-UNDO-17, AR-UNDO-20
    """
    setting, has_lost = game.undoing.setting(stream.undo), game.undoing.has_lost
    if setting == "own until known" and reach.owner == seat:
        return ()
    everyone = setting == "by consent" or reach.reveals or reach.drew
    return tuple(sorted([
        name for name, held in stream.seats.items()
        if name != seat and (not held.player or held.appointer) and held.role in {"gm", "player"}
        and (everyone or held.role == "gm" or name in reach.known)
        and (name in reach.removed or not has_lost(stream.game, name))
    ]))  # fmt: skip


def ways_back(game: Game[Any], stream: Stream[Any], intent: Intent) -> list[Way]:
    """Return the undos that a seat may propose, newest first, and then the redos."""
    return _ways(game, stream, intent, reaches(stream.trail))


def nearest_ways(game: Game[Any], stream: Stream[Any], seat: str, last: int) -> list[Way]:
    """Return the undos that the holder of a seat may propose, to at most `last` versions.

    Of several versions with the same game state, only one is listed.

    Rule:    AR-UNDO-15
    """
    held = stream.seats.get(seat)
    if stream.closed or stream.proposal is not None or len(stream.trail) < LEAST_STEPS:
        return []
    if held is None or held.player or held.role not in {"gm", "player"}:
        return []
    here = reaches(stream.trail, last)
    intent = Intent(id="", seat=seat, role=held.role, at=stream.at, by=f"seat:{seat}", command=Command())
    alike, oldest = set(_alike(stream.trail, here)), stream.trail[-last - 1 :][0].version
    return [way for way in _ways(game, stream, intent, here) if way.to >= oldest and way.to not in alike]


def _alike(trail: Trail, here: Mapping[int, Reach]) -> Iterator[int]:
    """Yield the versions that have the same game state as another listed version.

    Only an undo or a kernel command lies between two such versions.
    """
    for place, step in enumerate(trail):
        if (step.back or step.kind == "kernel") and step.version in here:
            yield step.version if here[step.version].redo else step.back or trail[place - 1].version


def _ways(game: Game[Any], stream: Stream[Any], intent: Intent, here: Mapping[int, Reach]) -> list[Way]:
    able = set(moments(stream.trail))
    return [
        Way(to, _seats_to_ask(game, stream, intent.seat, reach), reach.redo)
        for to, reach in here.items()
        if reach.changes and to in able and _fence(game, stream, reach, intent) is None
    ]  # fmt: skip
