"""Decide a recorded command again quickly: decode its intent and draws, and compare the events as bytes.

The format of commits is canonical, so the bytes between their parts are known. This method can only show that a command
has the same outcome. If it fails, the slow method (`deciding`) finds the difference.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from functools import lru_cache
from itertools import chain
from typing import Any, Final, Literal, TypeAlias

import msgspec
from msgspec import UNSET, Struct
from msgspec.structs import replace

from shared.kernel.chance import Draw
from shared.kernel.context import Intent
from shared.kernel.decided import entered_faces
from shared.kernel.forked import Forked
from shared.kernel.messages import Event
from shared.kernel.recorded_tape import DrawsByAudience, by_audience
from shared.kernel.replay import LogReader, OpenedParts
from shared.kernel.stream import SeatOpened, SeedCommitted, StreamOpened
from shared.kernel.tracking import open_raw_draws

INTENT: Final = b',"intent":'
"""The bytes before the intent of a commit. No text contains such bytes: its quotes are escaped."""
SEALED: Final = b'"sealed":'
"""The bytes before a secret part's index. `find` finds bytes faster than `in`, which first tries to read a number."""
PLACEHOLDER: Final = re.compile(rb'\{"audience":\[[^\]]*\],"sealed":([0-9]+)\}')
"""A secret part's placeholder, with its index."""
SEED: Final = b'"seed":{"audience":[],"sealed":'
"""The bytes before the index of a commit's new seed."""


class _RecordedIntent(Intent, frozen=True, kw_only=True):
    """An intent from the log. The keys of its command already have the order in which the log stores them."""

    def as_stored(self) -> Intent:
        """Return this intent, whose keys need not be sorted."""
        return self


_raws: Final = msgspec.json.Decoder(list[msgspec.Raw]).decode
_form: Final = msgspec.json.Decoder(dict[str, Any]).decode
_forking: Final = msgspec.json.Decoder(tuple[StreamOpened | SeedCommitted | SeatOpened | Forked, ...]).decode


class NotWhole(Exception):
    """Raised when a commit is only a part of a decision."""


QuickRead: TypeAlias = tuple[Intent, DrawsByAudience, msgspec.Raw]
"""A commit that contains a whole decision: its intent, its draws, and its events as recorded."""


class QuickReader:
    """Reads the commits of one game, if each of them contains a complete decision."""

    def __init__(self, reader: LogReader[Any]) -> None:
        """Build the decoders of the game's commits. The draws of a commit with secret parts are not decoded at once."""
        fields = [("command", reader.commands), ("seat", str), ("faces", Literal["table"] | None)]
        intent = msgspec.defstruct("Recorded", fields, bases=(_RecordedIntent,), kw_only=True, frozen=True, gc=False)
        self._public: Final = _decoder_of(intent, tuple[Draw, ...])
        self._sealed: Final = _decoder_of(intent, tuple[msgspec.Raw, ...])

    def read(self, public: bytes, opened: OpenedParts) -> QuickRead:
        """Read a commit that is a whole decision.

        Refuses: NotWhole, LookupError (this reader cannot open a field of the command), msgspec.MsgspecError
        """
        draws: DrawsByAudience
        if opened:
            commit = self._sealed(_with_open_command(public, opened))
            draws = by_audience(open_raw_draws(commit.draws, opened))
        else:
            commit = self._public(public)
            draws = {None: commit.draws}
        if commit.split is not UNSET:
            raise NotWhole
        intent = commit.intent
        if intent.faces is not None:
            intent = replace(intent, faces=entered_faces(chain.from_iterable(draws.values())))
        return intent, draws, commit.events


@lru_cache(maxsize=64)
def quick_reader_of(reader: LogReader[Any]) -> QuickReader:
    """Return the quick reader of a game. All code in a process shares one, because it takes milliseconds to build."""
    return QuickReader(reader)


def _decoder_of(intent: type[Struct], draws: Any) -> Callable[[bytes], Any]:  # noqa: ANN401 a declared type
    """Return a decoder of commits that leaves their events as recorded."""
    fields: list[tuple[str, Any] | tuple[str, Any, Any]]
    fields = [("draws", draws), ("events", msgspec.Raw), ("intent", intent), ("split", Any, UNSET)]
    return msgspec.json.Decoder(msgspec.defstruct("QuickCommit", fields, frozen=True, gc=False)).decode


def _with_open_command(public: bytes, opened: OpenedParts) -> bytes:
    """Return a commit with the secret fields of its command in place of their placeholders. Refuses: LookupError."""
    start = public.rfind(INTENT)
    if public.find(SEALED, start) < 0:
        return public
    return public[:start] + PLACEHOLDER.sub(lambda found: _part(opened, int(found[1])), public[start:])


def _part(opened: OpenedParts, number: int) -> bytes:
    """Return a secret part of a commit. Refuses: LookupError (this reader cannot open it)."""
    data = opened[number]
    if data is None:
        raise LookupError("a secret part is closed to this reader")
    return data


def fork_in(events: msgspec.Raw, opened: OpenedParts) -> Sequence[Event]:
    """Return the events that open a fork. Refuses: msgspec.MsgspecError."""
    return _forking(with_parts(events, opened))


def opening_in(events: msgspec.Raw) -> dict[str, Any]:
    """Return the first recorded event of a commit as a JSON object."""
    return _form(_raws(events)[0])


def seed_in(events: msgspec.Raw, opened: OpenedParts) -> bytes:
    """Return the new seed of a commit. Refuses: LookupError (the commit has none, or this reader cannot open it)."""
    _, found, after = bytes(events).partition(SEED)
    if not found:
        raise LookupError("the commit has no seed")
    return bytes.fromhex(msgspec.json.decode(_part(opened, int(after.partition(b"}")[0])), type=str))


def with_parts(events: msgspec.Raw, opened: OpenedParts) -> bytes:
    """Return recorded events with the values of their secret parts, as `canonical` encodes them.

    Parts that this reader cannot open stay placeholders.
    """
    found = bytes(events)
    for number, data in enumerate(opened):
        if data is not None:
            found = found.replace(b'"sealed":%d}' % number, b'"value":%b}' % data)
    return found
