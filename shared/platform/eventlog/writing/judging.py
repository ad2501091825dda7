"""Decisions on commands, based on the state that a stream will have when all earlier commits are durable."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Sequence
from typing import Any, Final, Generic, TypeVar

import structlog
from msgspec import Struct
from msgspec.structs import replace

from shared.kernel.context import Intent
from shared.kernel.game import Game
from shared.kernel.messages import Role
from shared.kernel.refusals import Refusal
from shared.kernel.stream import (
    DiceWanted,
    Lending,
    LentDice,
    LentRoll,
    Luck,
    Memory,
    Moment,
    NeedsDice,
    NeedsPast,
    Past,
    RecordForm,
    Stream,
    TrialDice,
    acting_seat,
    carry_out,
    hold_size,
    is_moment,
    seed_tape,
    tape_for,
)  # fmt: skip
from shared.platform.eventlog.asks import MOST_MOMENTS, Appended, Ask, Snapshot
from shared.platform.eventlog.refusals import KeyReused, LogRefusal, StaleVersion, StreamExists, StreamUnknown
from shared.platform.eventlog.seals import StreamSeals
from shared.platform.eventlog.writing.waiting import (
    DecidedCommits,
    DraftedCommits,
    DuplicateRequest,
    Outcome,
    SealedCommit,
    StreamOpening,
    UnwrittenAnswer,
    WaitingRequest,
)

S = TypeVar("S")
log = structlog.get_logger("shared.platform.eventlog")


class DiceFound(Struct, frozen=True):
    """The result of a dry run: the table's unused rolls, the dice to roll now, and the number of the first new roll."""

    rolls: Sequence[LentRoll]
    wanted: Sequence[DiceWanted]
    first: int


class Judge(Generic[S]):
    """The part of a log that decides the commands of one game's streams."""

    def __init__(
        self,
        game: Game[S],
        seals: StreamSeals,
        *,
        ruleset: str,
        clock: Callable[[], int],
        fresh: Callable[[], bytes],
    ) -> None:
        """Set up the judge with a game, its encryption, the name of its rules, a clock, and a source of new seeds."""
        self._game: Final = game
        self._seals: Final = seals
        self._ruleset: Final = ruleset
        self._clock: Final = clock
        self._fresh: Final = fresh

    def judge(self, waiting: WaitingRequest[S], ahead: Snapshot[S], duplicate: DraftedCommits[S] | None) -> Outcome[S]:
        """Decide a request on the state `ahead`, which includes all decided commits, whether durable or not.

        If the game raises an exception, the outcome is that exception, as it is for a refusal.
        """
        try:
            self._admit(waiting, ahead.stream)
        except Exception as error:  # noqa: BLE001 the caller gets the error of its own check
            return UnwrittenAnswer(waiting=waiting, outcome=error.with_traceback(None))
        if duplicate is not None:
            return _as_duplicate(waiting, duplicate)
        try:
            return self._decide(waiting, ahead)
        except (Refusal, LogRefusal, NeedsDice, NeedsPast) as refusal:
            bare = refusal.with_traceback(None)  # its frames refer to the request, which refers to the refusal
            return UnwrittenAnswer(waiting=waiting, outcome=bare, unless_seen=bool(waiting.name))
        except Exception as error:  # noqa: BLE001 a game's bug is reported to its caller, and affects no other
            return UnwrittenAnswer(waiting=waiting, outcome=error)

    def _admit(self, waiting: WaitingRequest[S], stream: Stream[S]) -> None:
        """Check that the stream exists, and that the caller may send commands to it.

        An opening needs no existing stream.
        """
        if not stream.opened:
            if waiting.opening is None:
                raise StreamUnknown
            return
        if waiting.ask.authorise is not None:
            waiting.ask.authorise(stream)

    def _decide(self, waiting: WaitingRequest[S], ahead: Snapshot[S]) -> Outcome[S]:
        ask, opening = waiting.ask, waiting.opening
        stream, head, key = ahead.stream, ahead.head, ahead.key
        if stream.opened and (opening is not None or type(ask.command) is self._game.opening):
            raise StreamExists
        if ask.expected is not None or ask.unfounded is not None:
            _hold_conditions(ask, ahead)
        if opening is not None:
            stream = replace(stream, tenant=opening.tenant, simulated=opening.simulated, digests=opening.digests)
            key = opening.key
            if opening.decided is not None:
                return self._draft(waiting, opening.decided, ahead)
        intent = self._intent(ask, stream, waiting.id or _name(waiting), opening=opening is not None)
        hold_size(intent)
        lent = None if stream.luck is None else _lent_to(stream.luck, waiting.rolls)
        tape = tape_for(stream, intent, self._fresh if opening is None else self._seeds(opening), lent)
        form = RecordForm(ruleset=self._ruleset, key=key)
        past: Past[S] = ahead.state_at
        if waiting.moments:
            past = Memory((*waiting.moments, *ahead.moments))
        decision = carry_out(self._game, stream, intent, tape, form=form, past=past)
        if decision.settled.fault is not None:
            _log_fault(stream.id, intent, decision.settled.fault)
        unwritten = ask.limited if decision.commits else _empty_answer(stream, head)
        if unwritten is not None:
            return UnwrittenAnswer(waiting=waiting, outcome=unwritten, unless_seen=bool(waiting.name))
        settled = decision.settled
        decided = DecidedCommits(commits=decision.commits, events=settled.events, after=settled.after)
        return self._draft(waiting, decided, ahead)

    def _seeds(self, opening: StreamOpening) -> Callable[[], bytes]:
        """Return the source of a new stream's seeds: random bytes, or the seed given for a simulated stream."""
        given = opening.seed
        return self._fresh if given is None else lambda: given

    def dice_for(self, ask: Ask, now: Snapshot[S], table: Stream[Any]) -> DiceFound:
        """Decide a command in a dry run, to find out which dice it needs from a table. Write nothing.

        Rule:    AR-LUCK-02
        Refuses: all refusals of the command and of its conditions
        Raises:  NeedsPast
        """
        stream = now.stream
        if ask.authorise is not None:
            ask.authorise(stream)
        _hold_conditions(ask, now)
        intent = self._intent(ask, stream, "trial", opening=False)
        hold_size(intent)
        lending = table.lent.get(stream.id, Lending())
        rolls = _free(stream.luck, lending.rolls)
        dice = TrialDice(rolls, seed_tape(table), first=lending.count)
        self._try(intent, now, dice)
        return DiceFound(rolls, dice.wanted, lending.count)

    def lacks_dice(self, ask: Ask, now: Snapshot[S], rolls: Sequence[LentRoll]) -> bool:
        """Decide a command in a dry run; return whether it needs more dice than these rolls of its table.

        Write nothing.

        Rule:    AR-LUCK-05
        """
        intent = self._intent(ask, now.stream, "trial", opening=False)
        try:
            self._try(intent, now, None if now.stream.luck is None else _lent_to(now.stream.luck, rolls))
        except NeedsDice:
            return True
        return False

    def _try(self, intent: Intent, now: Snapshot[S], dice: LentDice | None) -> None:
        """Decide an intent with dice that the table lends, and discard the result."""
        tape, form = tape_for(now.stream, intent, self._fresh, dice), RecordForm(ruleset=self._ruleset, key=now.key)
        carry_out(self._game, now.stream, intent, tape, form=form, past=now.state_at)

    def _intent(self, ask: Ask, stream: Stream[S], name: str, *, opening: bool) -> Intent:
        """Build the intent of a command: the command with its id, its time and the role of its seat.

        Rule:    AR-BACKUP-03
        """
        intent = Intent(
            id=name,
            seat=ask.seat,
            role=role_of(ask, stream, opening=opening),
            at=max(self._clock(), stream.at, ask.not_before),
            by=ask.by,
            command=ask.command,
            faces=ask.faces,
        )
        return intent if ask.chain is None else intent.within(ask.chain)

    def _draft(self, waiting: WaitingRequest[S], decided: DecidedCommits, ahead: Snapshot[S]) -> DraftedCommits[S]:
        """Add the commits of a decision to the hash chain, and encrypt their secrets."""
        after, head = decided.after, ahead.head
        moments: tuple[Moment[S], ...] = ahead.moments
        if is_moment(after):
            moments = (*ahead.moments[1 - MOST_MOMENTS :], (after.version, after.game))
        commits: list[SealedCommit] = []
        for written in decided.commits:
            record = written.record
            head = record.head_after(head)
            sealed = self._seals.seal_parts(after.id, written.version, record.parts)
            commits.append(SealedCommit(written.version, record.public, sealed, head))
        done = Appended(
            first=after.version - len(decided.events) + 1,
            last=after.version,
            head=head,
            events=decided.events,
            stream_after=after,
        )
        key = ahead.key if waiting.opening is None else waiting.opening.key
        snapshot = Snapshot(stream=after, head=head, key=key, moments=moments)
        return DraftedCommits(waiting=waiting, commits=tuple(commits), done=done, snapshot=snapshot)


def _hold_conditions(ask: Ask, ahead: Snapshot[S]) -> None:
    """Check the conditions of a request that no rule checks: its expected version, and a refusal found earlier.

    Refuses: StaleVersion, CauseUnknown
    """
    if ask.expected is not None and not _is_meant_for(ask, ask.expected, ahead.stream):
        raise StaleVersion(ahead.version, ahead.head)
    if ask.unfounded is not None:
        raise ask.unfounded


def _is_meant_for(ask: Ask, version: int, stream: Stream[S]) -> bool:
    return stream.version == version if ask.exactly else stream.is_meant_for(version)


def _name(waiting: WaitingRequest[S]) -> str:
    """Choose the id of a request's intent, and return it.

    It never changes, so that a request with an unknown outcome is found in the log.
    """
    waiting.id = secrets.token_hex(16)
    return waiting.id


def _lent_to(luck: Luck, rolls: Sequence[LentRoll]) -> LentDice:
    """Return the table rolls that a stream may use."""
    return LentDice(_free(luck, rolls))


def _free(luck: Luck | None, rolls: Sequence[LentRoll]) -> Sequence[LentRoll]:
    return [roll for roll in rolls if luck is not None and luck.is_free(roll.number)]


def _log_fault(stream: str, intent: Intent, fault: Exception) -> None:
    """Log an error that a game raised after drawing dice or cards.

    The draw is void, because no rule covers such an error.
    """
    log.error("draws_voided", stream=stream, intent=intent.id, command=type(intent.command).__name__, exc_info=fault)


def role_of(ask: Ask, stream: Stream[S], *, opening: bool) -> Role:
    """Return the role under which a command is decided: the role of its seat or of the clock; for an opening, `gm`.

    Rule:    AR-SEAT-01
    Refuses: SeatUnknown, SeatNotNamed
    """
    if ask.role is not None:
        return ask.role
    if opening:
        return "gm"
    return acting_seat(stream, ask.seat, named=ask.seat_named).role


def _as_duplicate(waiting: WaitingRequest[S], draft: DraftedCommits[S]) -> Outcome[S]:
    mine, other = waiting.ask.idempotency, draft.waiting.ask.idempotency
    if mine is not None and other is not None and mine.fingerprint != other.fingerprint:
        return UnwrittenAnswer(waiting=waiting, outcome=KeyReused())
    return DuplicateRequest(waiting=waiting, draft=draft)


def _empty_answer(stream: Stream[S], head: bytes) -> Appended[S]:
    return Appended(first=stream.version + 1, last=stream.version, head=head, events=(), stream_after=stream)
