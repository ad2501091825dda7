"""An ask becomes an outcome, decided on the stream as it will stand when all before it is durable."""

from __future__ import annotations

import secrets
from collections.abc import Callable
from typing import Final, Generic, TypeVar

from msgspec.structs import replace

from shared.decider import Decider, Intent, Opening
from shared.eventlog.asks import Ask, Done, Standing
from shared.eventlog.refusals import KeyReused, LogRefusal, StaleVersion, StreamExists, StreamUnknown
from shared.eventlog.vault import Vault
from shared.eventlog.waiting import Decided, Draft, Founding, Outcome, Twin, Verdict, Waiting
from shared.messages import Role
from shared.record import MAX_BYTES, write
from shared.refusals import Refusal, SeatUnknown, TooMuchForOneCommit
from shared.stream import Settled, Stream, settle, tape_for

S = TypeVar("S")


class Judge(Generic[S]):
    """Decides the asks of one game's streams."""

    def __init__(
        self,
        decider: Decider[S],
        vault: Vault,
        *,
        ruleset: str,
        clock: Callable[[], int],
        fresh: Callable[[], bytes],
    ) -> None:
        """Take the game, what seals, the rules' name, the clock and where new seeds come from."""
        self._decider: Final = decider
        self._vault: Final = vault
        self._ruleset: Final = ruleset
        self._clock: Final = clock
        self._fresh: Final = fresh

    def judge(self, waiting: Waiting[S], ahead: Standing[S], twin: Draft[S] | None) -> Outcome[S]:
        """Decide an ask on a stream as it will stand. Whatever the game raises is an outcome like another."""
        try:
            self._admit(waiting, ahead.stream)
        except Exception as error:  # noqa: BLE001 whatever the caller's own check raises is the caller's answer
            return Verdict(waiting=waiting, outcome=error)
        if twin is not None:
            return _as_twin(waiting, twin)
        try:
            return self._decide(waiting, ahead)
        except (Refusal, LogRefusal) as refusal:
            return Verdict(waiting=waiting, outcome=refusal, unless_seen=bool(waiting.name))
        except Exception as error:  # noqa: BLE001 a game's mistake is told to who asked, and stops nobody else
            return Verdict(waiting=waiting, outcome=error)

    def _admit(self, waiting: Waiting[S], stream: Stream[S]) -> None:
        """See that there is a stream to ask, and that this caller may ask it."""
        if not stream.opened:
            if waiting.founding is None:
                raise StreamUnknown
            return
        if waiting.ask.authorise is not None:
            waiting.ask.authorise(stream)

    def _decide(self, waiting: Waiting[S], ahead: Standing[S]) -> Outcome[S]:
        ask, founding = waiting.ask, waiting.founding
        stream, head, key = ahead.stream, ahead.head, ahead.key
        if stream.opened and (founding is not None or isinstance(ask.command, Opening)):
            raise StreamExists
        if ask.expected is not None and ask.expected != stream.version:
            raise StaleVersion(stream.version, head)
        if founding is not None:
            stream = replace(stream, tenant=founding.tenant, simulated=founding.simulated)
            key = founding.key
        if founding is not None and founding.decided is not None:
            decided = founding.decided
            before = Standing(stream=stream, head=head, key=key)
            return self._drafted(waiting, before, decided)
        intent = self._intent(waiting, stream)
        settled = settle(self._decider, stream, intent, tape_for(stream, intent, self._seeds(founding)))
        if not settled.events:
            return Verdict(waiting=waiting, outcome=_nothing(stream, head), unless_seen=bool(waiting.name))
        return self._draft(waiting, intent, settled, Standing(stream=stream, head=head, key=key))

    def _seeds(self, founding: Founding | None) -> Callable[[], bytes]:
        """Choose where a seed comes from: from nowhere foreseeable, unless a simulated stream is given one."""
        given = None if founding is None else founding.seed
        return self._fresh if given is None else lambda: given

    def _intent(self, waiting: Waiting[S], stream: Stream[S]) -> Intent:
        """Stamp the ask: its id, its time, the role of its seat."""
        ask = waiting.ask
        if not waiting.id:
            waiting.id = secrets.token_hex(16)
        return Intent(
            id=waiting.id,
            seat=ask.seat,
            role=role_of(ask, stream, founding=waiting.founding is not None),
            at=max(self._clock(), stream.at),
            by=ask.by,
            command=ask.command,
            faces=ask.faces,
        )

    def _draft(
        self, waiting: Waiting[S], intent: Intent, settled: Settled[S], before: Standing[S]
    ) -> Draft[S]:  # fmt: skip
        """Write the record. Refuses: TooMuchForOneCommit."""
        after = settled.after
        record = write(
            stream=after.id, version=after.version, intent=intent, hidden=settled.hidden, ruleset=self._ruleset,
            taken=settled.taken, events=settled.events, key=before.key,
        )  # fmt: skip
        return self._drafted(waiting, before, Decided(record=record, events=settled.events, after=after))

    def _drafted(self, waiting: Waiting[S], before: Standing[S], decided: Decided) -> Draft[S]:
        """Chain a record to what was before. Refuses: TooMuchForOneCommit."""
        record, events, after = decided.record, decided.events, decided.after
        size = len(record.public) + sum(len(part.data) for part in record.parts)
        if size > MAX_BYTES:
            raise TooMuchForOneCommit(needs=f"at most {MAX_BYTES} bytes", has=size)
        new_head = record.head_after(before.head)
        done = Done(
            first=after.version - len(events) + 1,
            last=after.version,
            head=new_head,
            events=events,
            stream_after=after,
        )
        sealed = self._vault.seal_parts(after.id, after.version, record.parts)
        return Draft(waiting=waiting, record=record, sealed=sealed, head=new_head, done=done)


def role_of(ask: Ask, stream: Stream[S], *, founding: bool) -> Role:
    """Give the role an ask is judged under: its seat's, the clock's own, and the game master's for an opening.

    Rule:    AR-SEAT-01
    Refuses: SeatUnknown
    """
    if ask.role is not None:
        return ask.role
    if founding:
        return "gm"
    seat = stream.seats.get(ask.seat)
    if seat is None:
        raise SeatUnknown(needs="a seat of this stream", has=ask.seat)
    return seat.role


def _as_twin(waiting: Waiting[S], draft: Draft[S]) -> Outcome[S]:
    mine, other = waiting.ask.idempotency, draft.waiting.ask.idempotency
    if mine is not None and other is not None and mine.fingerprint != other.fingerprint:
        return Verdict(waiting=waiting, outcome=KeyReused())
    return Twin(waiting=waiting, draft=draft)


def _nothing(stream: Stream[S], head: bytes) -> Done[S]:
    return Done(first=stream.version + 1, last=stream.version, head=head, events=(), stream_after=stream)
