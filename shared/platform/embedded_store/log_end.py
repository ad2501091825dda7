"""Check the end of the store's append-only file (the log) after a power cut, and cut off an incomplete last write.

When Valkey and Redis load a log, they drop everything from the first incomplete write on. That is right after a
power cut, which tears only the last write. But if a length near the end is wrong, a complete write looks incomplete,
and the server silently drops all later writes too. Therefore the embedded server is configured to stop instead
(`aof-load-truncated no`), and this module reads the file. It cuts off a torn write, and leaves any other file
unchanged.
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import Final, NoReturn

LINE_END: Final = b"\r\n"
LONGEST_NUMBER: Final = 20
"""The maximum number of bytes in a line that contains a number."""
COMMENT: Final = b"#"
GROUP_BEGINS: Final = b"MULTI"
GROUP_ENDS: Final = b"EXEC"
"""The command that ends a group of writes."""
WRITES: Final = b"*"
"""The first byte of each write. If it follows a line break after an incomplete write, the log continues there."""


class LogDamaged(Exception):
    """The log has damage that no power cut causes. The message says where the damage is, and what to do."""


class _Fault(Exception):
    """The log has no complete, valid write at this offset (`place`)."""

    def __init__(self, place: int) -> None:
        super().__init__(place)
        self.place = place


class _Torn(_Fault):
    """The file ends in the middle of the write that begins at this offset."""


class _Wrong(_Fault):
    """The bytes at this offset are not part of a write."""


def mend_log(folder: Path) -> tuple[Path, int] | None:
    """Cut off the incomplete last write that a power cut left behind.

    Return the file and the number of bytes cut off, or None if the log is complete.

    Refuses: LogDamaged
    """
    file = _last_file(folder)
    if file is None:
        return None
    data = file.read_bytes()
    try:
        kept = whole_writes(data)
    except LogDamaged as damage:
        raise LogDamaged(f"{file} is damaged: {damage}") from None
    if kept == len(data):
        return None
    with file.open("r+b") as log:
        log.truncate(kept)
        os.fsync(log.fileno())
    return file, len(data) - kept


def _last_file(folder: Path) -> Path | None:
    """Return the file to which the server appends, or None. The manifest names it in `file NAME seq NUMBER type i`."""
    manifests = sorted(folder.glob("*.manifest"))
    lines = [line.split() for line in manifests[0].read_text("utf-8").splitlines()] if manifests else []
    names = [words[1] for words in lines if words[4:6] == ["type", "i"]]
    file = folder / names[-1] if names else None
    return file if file is not None and file.is_file() else None


def whole_writes(data: bytes) -> int:
    """Return the length of the complete writes in a log. At most one torn write may follow them.

    A group of writes, such as one append of the event log, is complete if its end is present. File systems may leave
    zeros in place of bytes that were never written; such zeros are ignored.

    Refuses: LogDamaged
    """
    kept, fault = _read(data)
    if isinstance(fault, _Wrong):
        data = data.rstrip(b"\0")
        kept, fault = _read(data)
    if isinstance(fault, _Wrong):
        _refuse(kept, fault.place, "what is there is no part of a write")
    if fault is not None and (later := _later_write(data, fault.place)) is not None:
        _refuse(kept, fault.place, f"the write that begins there does not end, and a whole one begins at {later}")
    return kept


def _refuse(kept: int, place: int, why: str) -> NoReturn:
    raise LogDamaged(
        f"at byte {place}, {why}. Nothing was changed. Restore a copy (`arbiter restore`); or, to keep what comes "
        f"before and lose what comes after, copy the data folder and cut this file to its first {kept} bytes"
    )


def _read(data: bytes) -> tuple[int, _Fault | None]:
    """Return the end of the last complete write or group, and the fault in the bytes after it.

    The fault is None if all bytes belong to complete writes.
    """
    place, begun, kept, grouped = 0, 0, 0, False
    try:
        while place < len(data):
            begun = place
            place, name = _write_at(data, begun)
            grouped = name == GROUP_BEGINS or (grouped and name != GROUP_ENDS)
            kept = kept if grouped else place
    except _Torn:
        return kept, _Torn(begun)
    except _Wrong as wrong:
        return kept, wrong
    return kept, None


def _write_at(data: bytes, place: int) -> tuple[int, bytes]:
    """Return the end of the write at offset `place`, and its first word; for a comment, the word is empty.

    Refuses: _Torn, _Wrong
    """
    if data.startswith(COMMENT, place):
        end = data.find(LINE_END, place)
        if end < 0:
            raise _Torn(place)
        return end + len(LINE_END), b""
    begun, name = place, b""
    words, place = _number_at(data, place, WRITES)
    for word in range(words):
        length, place = _number_at(data, place, b"$")
        end = place + length
        _expect_line_end(data, place, end)
        name = name if word else data[place:end].upper()
        place = end + len(LINE_END)
        if name == GROUP_ENDS and words > 1:
            raise _Wrong(begun)
    if not words:
        raise _Wrong(begun)
    return place, name


def _number_at(data: bytes, place: int, mark: bytes) -> tuple[int, int]:
    """Return the number in a line that begins with `mark`, and the start of the next line. Refuses: _Torn, _Wrong."""
    line = data[place : place + LONGEST_NUMBER]
    digits, ended, _ = line[1:].partition(LINE_END)
    if line[:1] not in {b"", mark} or not (digits if ended else digits.removesuffix(b"\r") or b"0").isdigit():
        raise _Wrong(place)
    if not ended:
        raise _Torn(place) if len(line) < LONGEST_NUMBER else _Wrong(place)
    return int(digits), place + len(mark) + len(digits) + len(LINE_END)


def _expect_line_end(data: bytes, place: int, end: int) -> None:
    """Check that a line break follows the word at offset `place`.

    If the line break is missing although the file itself ends with one, the length of the word is wrong. A power cut
    can tear a file at any byte, but hardly ever tears it just after a line break.

    Refuses: _Torn, _Wrong
    """
    found = data[end : end + len(LINE_END)]
    if found == LINE_END:
        return
    if not LINE_END.startswith(found) or (place + len(LINE_END) <= len(data) and data.endswith(LINE_END)):
        raise _Wrong(place)
    raise _Torn(place)


def _later_write(data: bytes, begun: int) -> int | None:
    """Return the start of a complete write after the incomplete write that starts at `begun`; otherwise None."""
    place = begun
    while (place := data.find(LINE_END + WRITES, place + 1)) >= 0:
        try:
            _write_at(data, place + len(LINE_END))
        except (_Torn, _Wrong):
            continue
        return place + len(LINE_END)
    return None
