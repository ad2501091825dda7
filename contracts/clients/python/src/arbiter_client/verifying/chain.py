"""Level 1: every line is well-formed, and its head follows from the previous head.

A head is the hash of the log up to its line. See contracts/log-format.md, 2 to 4.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from .canonical import FAULTS, canonical, check, has_only, is_hex, is_whole, read_canonical, sha256

ROLES: Final = ("gm", "player", "spectator", "clock")
MOST_EVENTS: Final = 64
CORRELATION: Final = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,63}")
STREAM: Final = re.compile(r"[a-z][a-z_]{0,40}\.[a-z]{1,40}:[a-z0-9][a-z0-9_-]{0,63}")
Record = dict[str, Any]
Fail = Callable[[int, int, int, str], None]


@dataclass(frozen=True)
class Entry:
    """A valid commit. `before` is the version before the commit, and `line` is its line number, counted from 1."""

    line: int
    before: int
    head: bytes
    record: Record
    parts: Sequence[Record]


@dataclass
class Last:
    """The state after the last line. The next line must continue from this state."""

    head: bytes = bytes(32)
    version: int = 0
    at: int = 0
    stream: str | None = None
    record: Record | None = None
    ids: set[str] = field(default_factory=set)


def is_place_holder(value: Any) -> bool:
    """Whether a value is the placeholder that replaces a secret part."""
    return (
        has_only(value, "audience sealed")
        and isinstance(value["audience"], list)
        and all(isinstance(seat, str) for seat in value["audience"])
        and is_whole(value["sealed"])
    )


def goes_on(record: Record | None) -> bool:
    """Whether the next commit must continue the same decision."""
    return record is not None and "split" in record and record["version"] < record["split"]["after"]


def read_chain(lines: Sequence[bytes], fail: Fail) -> list[Entry]:
    """Return the commits of a log up to the first line that fails the check."""
    entries, last = list[Entry](), Last()
    for number, line in enumerate(lines, start=1):
        try:
            entry = _read_line(line, number, last)
        except FAULTS as error:
            fail(1, number, last.version, str(error))
            return entries
        entries.append(entry)
        record = entry.record
        last.ids.add(record["intent"]["id"])
        last.head, last.version, last.stream = entry.head, record["version"], record["stream"]
        last.at, last.record = record["intent"]["at"], record
    if goes_on(last.record):
        fail(1, len(entries), entries[-1].before, "the log ends in the midst of a decision")
    return entries


def _read_line(line: bytes, number: int, last: Last) -> Entry:
    check(line, "the line is empty" if last.version else "there is no commit")
    form = read_canonical(line)
    check(has_only(form, "head parts public"), "the line has other fields")
    record, parts = form["public"], form["parts"]
    check(is_hex(form["head"]) and isinstance(parts, list), "the line has another form")
    _hold_record(record)
    _hold_each_part_named(record, parts)
    digests = [_digest_of(part, place) for place, part in enumerate(parts)]
    head = sha256(last.head, canonical(record), *digests)
    check(head.hex() == form["head"], "the head does not follow from the one before and the record")
    check(record["version"] == last.version + len(record["events"]), "the version does not follow from the one before")
    _hold_decision(record, last)
    _hold_cause(record, last)
    check(last.stream in (None, record["stream"]), "the record is of another stream")
    check(record["intent"]["at"] >= last.at, "the time goes back")
    check(record["intent"]["id"] not in last.ids, "the intent has been carried out before")
    return Entry(number, last.version, head, record, parts)


def _hold_record(record: Any) -> None:
    fields = "draws events intent ruleset stream version"
    split = isinstance(record, dict) and "split" in record
    check(has_only(record, f"{fields} split" if split else fields), "the record has other fields")
    if split:
        named = has_only(record["split"], "after before") and all(map(is_whole, record["split"].values()))
        check(named, "the record names its decision in another form")
    texts = isinstance(record["ruleset"], str) and isinstance(record["stream"], str)
    check(texts and is_whole(record["version"]), "the record has another form")
    _hold_intent(record["intent"])
    draws, events = record["draws"], record["events"]
    lists = all(isinstance(one, list) and all(isinstance(form, dict) for form in one) for one in (draws, events))
    check(lists, "draws and events are lists of objects")
    check(1 <= len(events) <= MOST_EVENTS, "a commit has 1 to 64 events")
    typed = all(
        isinstance(form, dict) and isinstance(form.get("type"), str) for form in (record["intent"]["command"], *events)
    )
    check(typed, "a command or an event has no type")


def _hold_intent(intent: Any) -> None:
    chained = "".join(f" {name}" for name in ("cause", "correlation") if isinstance(intent, dict) and name in intent)
    check(has_only(intent, f"at by command faces id role seat{chained}"), "the intent has other fields")
    texts = all(isinstance(intent[name], str) for name in ("by", "id", "seat"))
    timed = is_whole(intent["at"]) and intent["at"] >= 0
    check(texts and timed and intent["role"] in ROLES, "the intent has another form")
    check(intent["faces"] is None or intent["faces"] == "table", "the intent has another form")


def _hold_each_part_named(record: Record, parts: Sequence[Any]) -> None:
    values = [value for form in (record["intent"]["command"], *record["events"]) for value in form.values()]
    numbers = sorted(value["sealed"] for value in (*values, *record["draws"]) if is_place_holder(value))
    check(numbers == list(range(len(parts))), "the record does not name each of its secret parts once")


def _digest_of(part: Any, place: int) -> bytes:
    shown = has_only(part, "digest salt value")
    check((shown or has_only(part, "digest")) and is_hex(part["digest"]), f"part {place} has another form")
    digest = bytes.fromhex(part["digest"])
    if shown:
        check(is_hex(part["salt"]), f"part {place} has no proper salt")
        made = sha256(bytes.fromhex(part["salt"]), canonical(part["value"]))
        check(made == digest, f"part {place} is not what its digest says")
    return digest


def _hold_decision(record: Record, last: Last) -> None:
    """Check that a commit has a whole decision or the first part of one, or continues the decision before it."""
    split, intent = record.get("split"), record["intent"]
    check(split is None or record["version"] <= split["after"], "the commit goes beyond its decision")
    if last.record is None or not goes_on(last.record):
        whole = split is None or (split["before"] == last.version and record["version"] < split["after"])
        check(whole and intent["command"]["type"] != "Continue", "the commit goes on with a decision that is not there")
        return
    before = last.record["intent"]
    named = ("seat", "role", "by", "at", "correlation", "cause")
    same = all(intent.get(name) == before.get(name) for name in named) and intent["faces"] is None
    alike = split == last.record["split"] and not record["draws"] and intent["command"] == {"type": "Continue"}
    check(same and alike, "the commit does not go on with the decision before it")


def _hold_cause(record: Record, last: Last) -> None:
    """Check the chain of causes to which a commit belongs, if any, and the event that caused the commit."""
    intent = record["intent"]
    if "correlation" in intent:
        correlation = intent["correlation"]
        formed = isinstance(correlation, str) and CORRELATION.fullmatch(correlation)
        check(bool(formed), "the chain of causes has another form")
    if "cause" not in intent:
        return
    cause = intent["cause"]
    named = has_only(cause, "stream version") and isinstance(cause["stream"], str) and STREAM.fullmatch(cause["stream"])
    check(bool(named) and is_whole(cause["version"]) and cause["version"] >= 1, "the cause has another form")
    check("correlation" in intent, "the commit has a cause, and belongs to no chain")
    before = record["split"]["before"] if "split" in record else last.version
    earlier = cause["stream"] != record["stream"] or cause["version"] <= before
    check(earlier, "the commit comes before its cause")
