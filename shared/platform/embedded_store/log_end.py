"""The end of the store's log, after a power cut or when a bit of it is wrong.

A server that loads its log drops everything from the first write that does not end in the file. So it does what is
right after a power cut, which tears the last write. But a wrong length near the end makes a whole write look like
that, and whole ones after it are dropped without a word. So the embedded server has to end instead
(`aof-load-truncated no`), and then the file is read here: a torn write is cut off, and anything else stays as it is.
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import Final, NoReturn

LINE_END: Final = b"\r\n"
LONGEST_NUMBER: Final = 20
"""Bytes that a line with a number has at most."""
COMMENT: Final = b"#"
GROUP_BEGINS: Final = b"MULTI"
GROUP_ENDS: Final = b"EXEC"
"""The one word of the write that ends a group."""
WRITES: Final = b"*"
"""What a write begins with; one after the end of another line means that the line was no end of the log."""


class LogDamaged(Exception):
    """The log has a mistake that no power cut leaves. Its message says where, and what to do."""


class _Fault(Exception):
    """The log does not go on as it must, from a place."""

    def __init__(self, place: int) -> None:
        super().__init__(place)
        self.place = place


class _Torn(_Fault):
    """The file ends in the middle of what begins there."""


class _Wrong(_Fault):
    """What is there is no part of a write."""


def mend_log(folder: Path) -> tuple[Path, int] | None:
    """Cut off what a power cut left of the last write; return the file and the number of bytes, None if it is whole.

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
    """Return the file to which the server appends, by its manifest: `file NAME seq NUMBER type i`."""
    manifests = sorted(folder.glob("*.manifest"))
    lines = [line.split() for line in manifests[0].read_text("utf-8").splitlines()] if manifests else []
    names = [words[1] for words in lines if words[4:6] == ["type", "i"]]
    file = folder / names[-1] if names else None
    return file if file is not None and file.is_file() else None


def whole_writes(data: bytes) -> int:
    """Return the length of the part of a log that has whole writes only, if a torn write is all that follows it.

    A group of writes, as an append of ours is, is whole if its end is there. File systems may leave zeros
    where bytes did not arrive; such bytes were never written.
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
    """Return where the last whole write or group of writes ends, and what is wrong with what follows it, if any."""
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
    """Return where a write ends, and its first word; a comment has none.

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
    """Return the number of a line that begins with a mark, and where the next line begins. Refuses: _Torn, _Wrong."""
    line = data[place : place + LONGEST_NUMBER]
    digits, ended, _ = line[1:].partition(LINE_END)
    if line[:1] not in {b"", mark} or not (digits if ended else digits.removesuffix(b"\r") or b"0").isdigit():
        raise _Wrong(place)
    if not ended:
        raise _Torn(place) if len(line) < LONGEST_NUMBER else _Wrong(place)
    return int(digits), place + len(mark) + len(digits) + len(LINE_END)


def _expect_line_end(data: bytes, place: int, end: int) -> None:
    """Check that a word from a place on is followed by the end of its line.

    A word that lacks its end, in a file that has the end of a line as its last bytes, has a wrong length: a power cut
    tears at any byte, and hardly ever there.
    Refuses: _Torn, _Wrong
    """
    found = data[end : end + len(LINE_END)]
    if found == LINE_END:
        return
    if not LINE_END.startswith(found) or (place + len(LINE_END) <= len(data) and data.endswith(LINE_END)):
        raise _Wrong(place)
    raise _Torn(place)


def _later_write(data: bytes, begun: int) -> int | None:
    """Return where a whole write begins after the begin of one that does not end; None if there is none."""
    place = begun
    while (place := data.find(LINE_END + WRITES, place + 1)) >= 0:
        try:
            _write_at(data, place + len(LINE_END))
        except (_Torn, _Wrong):
            continue
        return place + len(LINE_END)
    return None
