"""Level 1 of the audit: every line of an export has the published form and continues the hash chain."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator, Sequence
from typing import Annotated, Any, Final, NoReturn

import msgspec
from msgspec import UNSET, Meta, Struct, UnsetType

from shared.kernel.audit.report import Findings, Receipt
from shared.kernel.causes import Cause
from shared.kernel.messages import MAX_NUMBER, Role, canonical
from shared.kernel.record import MAX_EVENTS, NO_HEAD, ExportLine, ShownPart, Split, chain
from shared.kernel.replay import StoredIntent, StoredRecord, placeholder
from shared.kernel.stream import Continue

DEEPEST: Final = 100
CONTINUE: Final = Continue.__name__


class WholeIntent(StoredIntent, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The recorded command of a commit. Unknown fields are an error."""

    role: Role
    at: Annotated[int, Meta(ge=0)]


class WholeRecord(StoredRecord, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The public form of a commit. Unknown fields are an error."""

    intent: WholeIntent
    events: Annotated[tuple[dict[str, Any], ...], Meta(min_length=1, max_length=MAX_EVENTS)]
    split: Split | UnsetType = UNSET


class AuditLine(Struct, frozen=True):
    """A decoded line of an export. `before` is the version before the commit, `head` the hash chain's head after it."""

    line: int
    before: int
    head: bytes
    public: bytes
    record: WholeRecord
    opened: tuple[bytes | None, ...]

    @property
    def goes_on(self) -> Split | None:
        """Return the decision of this commit if the next commit continues it; None if this commit ends it."""
        split = self.record.split
        return None if isinstance(split, UnsetType) or self.record.version == split.after else split


class _Wrong(ValueError):
    """Raised when a line breaks the format. The message says how."""


def read_chain(lines: Iterable[bytes], findings: Findings) -> list[AuditLine]:
    """Read the lines up to the first line that fails; the lines after it cannot belong to the chain."""
    entries: list[AuditLine] = []
    ids: set[str] = set()
    before = number = 0
    try:
        for number, line in enumerate(lines, start=1):
            entry = _read_line(line, number, entries[-1] if entries else None)
            if entry.record.intent.id in ids:
                raise _Wrong(f"the intent {entry.record.intent.id} has been carried out before")
            ids.add(entry.record.intent.id)
            entries.append(entry)
            before = entry.record.version
        if not entries:
            raise _Wrong("there is no commit")
        if entries[-1].goes_on:
            before = entries[-1].before
            raise _Wrong("the log ends in the midst of a decision")
    except (msgspec.MsgspecError, RecursionError, ValueError) as error:
        findings.add(1, line=max(number, 1), version=before, why=str(error) or type(error).__name__)
    return entries


def _read_line(line: bytes, number: int, last: AuditLine | None) -> AuditLine:
    if not line:
        raise _Wrong("the line is empty" if last else "there is no commit")
    hold_canonical(line)
    read = msgspec.json.decode(line, type=ExportLine)
    public = bytes(read.public)
    record = msgspec.json.decode(public, type=WholeRecord)
    if any(type(form.get("type")) is not str for form in (record.intent.command, *record.events)):
        raise _Wrong("a command or an event has no type")
    if sorted(_numbers(record)) != list(range(len(read.parts))):
        raise _Wrong("the record does not name each of its secret parts once")
    opened = tuple(_open_part(place, part) for place, part in enumerate(read.parts))
    digests = [bytes.fromhex(part.digest) for part in read.parts]
    head = chain(last.head if last else NO_HEAD, public, digests)
    if read.head != head.hex():
        raise _Wrong("the head does not follow from the one before and the record")
    entry = AuditLine(number, last.record.version if last else 0, head, public, record, opened)
    _follow(entry, last)
    return entry


def _follow(entry: AuditLine, last: AuditLine | None) -> None:
    """Check that a commit continues the stream after the previous one."""
    record = entry.record
    if record.version != entry.before + len(record.events):
        raise _Wrong(f"version {record.version} does not follow {entry.before} by {len(record.events)} events")
    _hold_decision(entry, last)
    _hold_cause(entry)
    if last is None:
        return
    if record.stream != last.record.stream:
        raise _Wrong(f"the record is of the stream {record.stream}")
    if record.intent.at < last.record.intent.at:
        raise _Wrong("the time goes back")


def _hold_decision(entry: AuditLine, last: AuditLine | None) -> None:
    """Check the commits of one decision: they are consecutive, name the same command, and only the first has draws."""
    record, split = entry.record, entry.record.split
    running = last.goes_on if last else None
    if isinstance(split, Split) and record.version > split.after:
        raise _Wrong("the commit goes beyond its decision")
    if running is None:
        whole = isinstance(split, UnsetType) or (split.before == entry.before and record.version < split.after)
        if not whole or record.intent.command["type"] == CONTINUE:
            raise _Wrong("the commit goes on with a decision that is not there")
    elif split != running or not _goes_on(record.intent, last) or record.draws:
        raise _Wrong("the commit does not go on with the decision before it")


def _hold_cause(entry: AuditLine) -> None:
    """Check that a commit with a cause has a correlation id, and that a cause in the same stream comes before it."""
    intent, split = entry.record.intent, entry.record.split
    if not isinstance(intent.cause, Cause):
        return
    if intent.correlation is UNSET:
        raise _Wrong("the commit has a cause, and belongs to no chain")
    before = split.before if isinstance(split, Split) else entry.before
    if intent.cause.stream == entry.record.stream and intent.cause.version > before:
        raise _Wrong("the commit comes before its cause")


def _goes_on(intent: WholeIntent, last: AuditLine | None) -> bool:
    before = None if last is None else last.record.intent
    return before is not None and intent.command == {"type": CONTINUE} and (
        (intent.seat, intent.role, intent.by, intent.at, intent.correlation, intent.cause, intent.faces)
        == (before.seat, before.role, before.by, before.at, before.correlation, before.cause, None)
    )  # fmt: skip


def _open_part(place: int, part: ShownPart) -> bytes | None:
    """Return the value of a secret part after checking it against its digest; None if the line does not show it."""
    value = bytes(part.value)
    if not value and part.salt is UNSET:
        return None
    if not value or part.salt is UNSET:
        raise _Wrong(f"part {place} is shown without its salt, or its salt without it")
    if hashlib.sha256(bytes.fromhex(part.salt) + value).hexdigest() != part.digest:
        raise _Wrong(f"part {place} is not what its digest says")
    return value


def _numbers(record: StoredRecord) -> Iterator[int]:
    """Return the indexes of the secret parts that a record mentions."""
    for form in (record.intent.command, *record.events):
        yield from (place[1] for value in form.values() if (place := placeholder(value)))
    yield from (place[1] for draw in record.draws if (place := placeholder(draw)))


# ---------------------------------------------------------------- canonical form


def hold_canonical(line: bytes) -> None:
    """Check that a line is in canonical form, so that all readers decode it in the same way.

    Refuses: ValueError (the line is not RFC 8785 JSON with whole numbers, ASCII names and at most 100 levels)
    """
    form = _plain.decode(line)
    _hold(form, 0)
    if canonical(form) != line:
        raise _Wrong("the line is not in canonical form")


def _no_float(text: str) -> NoReturn:
    raise _Wrong(f"{text} is not a whole number")


_plain: Final = msgspec.json.Decoder(float_hook=_no_float)


def _hold(form: object, depth: int) -> None:
    if depth > DEEPEST:
        raise _Wrong("the line nests too deep")
    if isinstance(form, int) and not -MAX_NUMBER <= form <= MAX_NUMBER:
        raise _Wrong(f"{form} is too large a number")
    if isinstance(form, dict):
        if not all(map(str.isascii, form)):
            raise _Wrong("a name is not in ASCII")
        form = list(form.values())
    if isinstance(form, list):
        for inner in form:
            _hold(inner, depth + 1)


# ---------------------------------------------------------------- receipts


def check_receipt(entries: Sequence[AuditLine], receipt: Receipt | None, findings: Findings) -> str:
    """Compare the log with a receipt, and return the outcome in words. If a line has failed, nothing is compared."""
    if receipt is None:
        return "no receipt was given"
    if findings.first is not None:
        return "the receipt was not looked at"
    held = next((entry for entry in entries if entry.record.version == receipt.version), None)
    if held is None:
        last = entries[-1]
        why = f"no commit leads to version {receipt.version} of the receipt"
        findings.add(1, line=last.line, version=last.before, why=why)
    elif (held.record.stream, held.head.hex()) != (receipt.stream, receipt.head):
        findings.add(1, line=held.line, version=held.before, why="the receipt names another stream or another head")
    else:
        return f"the receipt for version {receipt.version} agrees"
    return "the receipt does not agree"
