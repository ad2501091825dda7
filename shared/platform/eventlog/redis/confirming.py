"""Writes that replicas must confirm: a pipe holds back their replies until a WAIT command reports enough replicas."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from shared.platform.eventlog.redis.replies import Unanswered, Unreplicated
from shared.platform.eventlog.redis.wire import Call, Outgoing


class Confirming:
    """The step of a pipe that adds a WAIT command after writes and holds back the writes' replies until it succeeds."""

    def __init__(self, packed: Sequence[bytes], copies: int) -> None:
        """Set up the step with the encoded commands that wait for replicas: WAIT alone, or WAIT and then WAITAOF.

        `copies` is the number of replicas that must confirm. Only the reply to the last command counts.
        """
        self._before: Final = packed[:-1]
        self._packed: Final = packed[-1]
        self._copies: Final = copies

    def with_confirmation(self, calls: Sequence[Call]) -> Sequence[Outgoing]:
        """Return the commands to send: the given calls, and the WAIT command if some of the calls write.

        The writes get their replies only after the reply to WAIT.
        """
        if not any(call.writes for call in calls):
            return calls
        sent: list[Outgoing] = [_HeldCall(call) if call.writes else call for call in calls]
        held = [call for call in sent if isinstance(call, _HeldCall)]
        before = [_IgnoredAnswer(packed) for packed in self._before]
        return [*sent, *before, _Confirmation(self._packed, held, self._copies)]


class _IgnoredAnswer:
    """A command whose reply is ignored."""

    __slots__ = ("packed", "sent_at")

    def __init__(self, packed: bytes) -> None:
        self.packed = packed
        self.sent_at = 0.0

    def answer(self, reply: object) -> None:
        pass


class _HeldCall:
    """A write whose reply is held back until replicas confirm it."""

    __slots__ = ("call", "packed", "reply", "sent_at")

    def __init__(self, call: Call) -> None:
        self.call, self.packed = call, call.packed
        self.reply: object = None
        self.sent_at = 0.0

    def answer(self, reply: object) -> None:
        self.reply = reply


class _Confirmation:
    """The WAIT command after some writes. When its reply arrives, the writes get their replies."""

    __slots__ = ("copies", "held", "packed", "sent_at")

    def __init__(self, packed: bytes, held: Sequence[_HeldCall], copies: int) -> None:
        self.packed, self.held, self.copies = packed, held, copies
        self.sent_at = 0.0

    def answer(self, reply: object) -> None:
        instead = self._instead(reply)
        for held in self.held:  # an error means that the write was not executed
            held.call.answer(held.reply if instead is None or isinstance(held.reply, Exception) else instead)

    def _instead(self, reply: object) -> Exception | None:
        """Return the error that the writes get if too few replicas confirmed; return None if enough did.

        WAIT returns one number, and WAITAOF returns two, of which the second counts the replicas.
        """
        if isinstance(reply, Unanswered):
            return reply
        copies = reply[-1] if isinstance(reply, list) else reply
        return None if isinstance(copies, int) and copies >= self.copies else Unreplicated()
