"""The record of a command, and the hash chain over records.

    head' = SHA-256(head | public bytes | d0 | d1 …)      d = SHA-256(salt | secret part), in the order of their indexes

The public bytes are the canonical JSON of `{draws, events, intent, ruleset, stream, version}`. In place of a secret
part they contain `{"audience": […], "sealed": index}`, and the part is stored beside them with its salt. A reader who
may not read a part receives its digest instead, and can still verify the chain. The head before the first commit is 32
zero bytes; `version` is the stream's version after the commit.

A decision that does not fit into one commit becomes several commits, appended together. Each of them has the field
`split`, with the versions after and before the whole decision; other commits lack this field.
"""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Mapping, Sequence
from typing import Any, Final

import msgspec
from msgspec import UNSET, Struct, UnsetType
from msgspec.structs import replace

from shared.kernel.chance import Draw, RecordedDraw
from shared.kernel.context import Intent
from shared.kernel.messages import Audience, Event, Hex32, Secret, canonical, may_read, secret_fields

NO_HEAD: Final = bytes(32)
MAX_EVENTS: Final = 64
MAX_BYTES: Final = 256 * 1024
"""The maximum number of public bytes of a commit with several events.

Secret parts do not count: everyone can see where a decision was split, and must not learn their size from that.
"""
MAX_COMMAND: Final = 128 * 1024
"""The maximum number of bytes of a command, checked before the first draw."""
SPLIT: Final = b'"split":{'
RULESET: Final = b'"ruleset":'
"""The bytes before a commit's ruleset. Only short fields come after it, among them the split."""
TABLE: Final = "table"
"""The value that replaces the faces in an intent if those faces came from a real table."""


class SecretPart(Struct, frozen=True, array_like=True):
    """A secret part as the server stores it: its audience, the salt of its digest, and its canonical bytes."""

    audience: Audience
    salt: bytes
    data: bytes

    @property
    def digest(self) -> bytes:
        """Return the digest of the part, which the hash chain covers."""
        return hashlib.sha256(self.salt + self.data).digest()


class Record(Struct, frozen=True):
    """A commit as the server stores it: the public bytes and the secret parts."""

    public: bytes
    parts: tuple[SecretPart, ...] = ()

    @property
    def weight(self) -> int:
        """The size of the record in bytes, which determines the cost of reading it."""
        return len(self.public) + sum(len(part.data) for part in self.parts)

    def head_after(self, head: bytes) -> bytes:
        """Return the head after this record, given the head before it."""
        return chain(head, self.public, [part.digest for part in self.parts])


def chain(head: bytes, public: bytes, digests: Sequence[bytes]) -> bytes:
    """Return the hash chain's head after a commit."""
    return hashlib.sha256(b"".join((head, public, *digests))).digest()


def salt_of(key: bytes, version: int, number: int) -> bytes:
    """Derive a secret part's salt from the stream's own key, the version after the commit, and the part's index."""
    return hmac.digest(key, version.to_bytes(8, "big") + number.to_bytes(4, "big"), "sha256")


def in_record_order(taken: Sequence[RecordedDraw]) -> Sequence[RecordedDraw]:
    """Return draws in the order in which a record stores them: the public ones, then those of each audience."""
    for audience, _ in taken:
        if audience is not None:
            return sorted(taken, key=lambda draw: (draw[0] is not None, draw[0] or ()))
    return taken


class RecordWriter:
    """A builder of one record's public form, which also collects the record's secret parts."""

    def __init__(self, key: bytes, version: int) -> None:
        """Store the stream's key and the version after the commit."""
        self.parts: list[SecretPart] = []
        self._key = key
        self._version = version

    def seal(self, audience: Audience, value: Any) -> Secret[Any]:  # noqa: ANN401 any value may be a secret
        """Store a value as a secret part, and return the placeholder for the public form."""
        number = len(self.parts)
        salt = salt_of(self._key, self._version, number)
        self.parts.append(SecretPart(audience, salt, canonical(value)))
        return Secret(audience=audience, sealed=number)

    def intent(self, intent: Intent, hidden: Mapping[str, Audience]) -> Any:  # noqa: ANN401 a JSON object
        """Return the public form of an intent.

        It omits faces from a real table, because the draws contain or hide them.
        """
        if not hidden and intent.faces is None:
            return intent
        form = msgspec.to_builtins(intent)
        form["faces"] = None if intent.faces is None else TABLE
        command = form["command"]
        form["command"] = {
            name: self.seal(hidden[name], value) if name in hidden else value for name, value in command.items()
        }
        return form

    def draws(self, taken: Sequence[RecordedDraw]) -> list[Any]:
        """Return the public form of the draws.

        All draws with the same audience become one secret part, which hides even their count.
        """
        public: list[Any] = [draw for audience, draw in taken if audience is None]
        if len(public) == len(taken):
            return public
        hidden: dict[Audience, list[Draw]] = {}
        for audience, draw in taken:
            if audience is not None:
                hidden.setdefault(audience, []).append(draw)
        return public + [self.seal(audience, hidden[audience]) for audience in sorted(hidden)]

    def event(self, event: Event) -> Event:
        """Return the public form of an event."""
        sealed: dict[str, Secret[Any]] = {}
        for name in secret_fields(type(event)):
            secret = getattr(event, name)
            if type(secret) is Secret:
                sealed[name] = self.seal(secret.audience, secret.open())
        return replace(event, **sealed) if sealed else event


class Split(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The decision to which a commit belongs, identified by the stream's versions before and after the decision."""

    after: int
    before: int


class _SplitOnly(Struct, frozen=True):
    split: Split | None = None


def split_of(public: bytes) -> Split | None:
    """Return the decision to which a stored commit belongs; None if the decision has only this commit."""
    return _split_only(public).split if public.find(SPLIT, public.rfind(RULESET)) > 0 else None


_split_only: Final = msgspec.json.Decoder(_SplitOnly).decode


class Body(Struct, frozen=True, kw_only=True):
    """The public form of a commit; its fields are in storage order."""

    draws: Any
    events: Any
    intent: Any
    ruleset: str
    stream: str
    version: int
    split: Split | UnsetType = UNSET


def write(  # noqa: PLR0913 these are the parts of a record, all by name
    *, stream: str, version: int, intent: Intent, hidden: Mapping[str, Audience], ruleset: str,
    taken: Sequence[RecordedDraw], events: Sequence[Event], key: bytes, split: Split | None = None,
) -> Record:  # fmt: skip
    """Return the record of a commit.

    `version` is the stream's version after the commit, `key` the stream's own key of 32 bytes.
    """
    writer = RecordWriter(key, version)
    body = Body(
        stream=stream,
        version=version,
        ruleset=ruleset,
        intent=writer.intent(intent, hidden),
        draws=writer.draws(taken),
        events=[writer.event(event) for event in events],
        split=UNSET if split is None else split,
    )
    return Record(canonical(body), tuple(writer.parts))


class ShownPart(Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """A secret part on a line of an export: its digest, and for readers in its audience the salt and the value."""

    digest: Hex32
    salt: Hex32 | UnsetType = UNSET
    value: msgspec.Raw = msgspec.Raw(b"")


class ExportLine(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A commit on a line of an export: its public bytes, its secret parts, and the head after it."""

    head: Hex32
    parts: tuple[ShownPart, ...]
    public: msgspec.Raw


def export_line(record: Record, head: bytes, seat: str | None, *, opened: bool) -> bytes:
    """Return the export line of a commit as a seat may read it (None: the app). An opened log shows every part."""
    shown = tuple(
        ShownPart(digest=part.digest.hex(), salt=part.salt.hex(), value=msgspec.Raw(part.data))
        if opened or may_read(part.audience, seat)
        else ShownPart(digest=part.digest.hex())
        for part in record.parts
    )
    return canonical(ExportLine(head=head.hex(), parts=shown, public=msgspec.Raw(record.public)))
