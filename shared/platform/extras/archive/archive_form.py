"""The format of an archive file: one line for each commit, with the fields of an export and two additional fields.

    {"head": …, "parts": [{"digest": …} …], "public": {…}, "request": …, "sealed": …}

`head`, `parts` and `public` are the fields of an export for a reader who may see no secrets. `sealed` holds the
encrypted secret parts as the store had them; only a key of the key file decrypts them. `request` names the idempotency
record of the commit's request. `sealed` and `request` may be missing; a line without both is also a valid line of an
export.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final, TypeAlias

import msgspec
from msgspec import Struct

from shared.kernel.messages import Hex32, canonical
from shared.kernel.record import Record, SecretPart, ShownPart, export_line
from shared.platform.eventlog.archived_streams import RawEntry

OpenParts: TypeAlias = Callable[[str, int, bytes], tuple[SecretPart, ...]]
"""A function that decrypts the secret parts of a commit, given its stream, its version and the encrypted bytes."""


class ArchiveLine(Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """A commit in the file of an archived stream."""

    head: Hex32
    parts: tuple[ShownPart, ...]
    public: msgspec.Raw
    request: str = ""
    sealed: bytes = b""


class _Place(Struct, frozen=True):
    stream: str
    version: int


_line: Final = msgspec.json.Decoder(ArchiveLine).decode
_place: Final = msgspec.json.Decoder(_Place).decode


def version_of(entry: RawEntry) -> int:
    """Return the stream's version after a commit."""
    return int(entry[0].partition(b"-")[0])


def size_of(entry: RawEntry) -> int:
    """Return the size of a commit in the store, in bytes: its public bytes and its encrypted parts."""
    fields = entry[1]
    return len(fields[1]) + (len(fields[5]) if fields[4:5] == [b"s"] else 0)


def line_of(stream: str, entry: RawEntry, open_parts: OpenParts) -> bytes:
    """Encode a commit from the store as a line of an archive file.

    Refuses: ValueError or LookupError if its secret parts cannot be decrypted
    """
    fields = dict(zip(entry[1][::2], entry[1][1::2], strict=True))
    sealed = fields.get(b"s", b"")
    parts = open_parts(stream, version_of(entry), sealed) if sealed else ()
    line = ArchiveLine(
        head=fields[b"h"].hex(), parts=tuple(ShownPart(digest=part.digest.hex()) for part in parts),
        public=msgspec.Raw(fields[b"p"]), request=fields.get(b"i", b"").decode(), sealed=sealed,
    )  # fmt: skip
    return canonical(line) + b"\n"


def entry_in(line: bytes) -> RawEntry:
    """Decode a line of an archive file into the commit as the store had it.

    Refuses: msgspec.MsgspecError, ValueError
    """
    read = _line(line)
    public = bytes(read.public)
    fields = [b"p", public, b"h", bytes.fromhex(read.head)]
    if read.sealed:
        fields += [b"s", read.sealed]
    if read.request:
        fields += [b"i", read.request.encode()]
    return [b"%d-0" % _place(public).version, fields]


def version_in(line: bytes) -> int:
    """Return the stream's version after the commit on a line.

    Refuses: msgspec.MsgspecError
    """
    return _place(_line(line).public).version


# ---------------------------------------------------------------- lines of an export


def export_in(line: bytes, open_parts: OpenParts | None = None) -> bytes:
    """Turn a line of an archive file into a line of an export.

    Without `open_parts`, the export has digests of secrets only.

    A line that is not in canonical form is returned unchanged, so that the audit judges the original bytes.

    Refuses: ValueError or LookupError if its secret parts cannot be decrypted
    """
    try:
        read = _line(line)
        place = _place(read.public)
    except (msgspec.MsgspecError, RecursionError):
        return line
    if canonical(read) != line:
        return line
    public, sealed = bytes(read.public), read.sealed
    if open_parts is None or not sealed:
        return canonical(ArchiveLine(head=read.head, parts=read.parts, public=read.public))
    record = Record(public, open_parts(place.stream, place.version, sealed))
    return export_line(record, bytes.fromhex(read.head), None, opened=True)


def exports_in(lines: Sequence[bytes], open_parts: OpenParts | None = None) -> list[bytes]:
    """Turn lines of an archive file into lines of an export. A line that is not in canonical form stays unchanged.

    Refuses: ValueError or LookupError if secret parts cannot be decrypted
    """
    return [export_in(line, open_parts) for line in lines]
