"""Proving an exported log honest, with no server and no store.

Level 1, chain: every line follows from the one before it, and the log reaches the signed receipt if one is held.
Level 2, draws: every face that came from a seed is derived again from the revealed seed and the salts.
Level 3, decisions: every intent is decided again on the recorded draws, and must leave the same record byte for byte.

What is proven: the server fixed its seed before it saw the epoch's salts, and every face follows from the two. What is
not: that it did not look ahead, delay, drop, or collude with every seat that gave a salt. Faces entered from a real
table are counted as unproven.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from typing import Any, Final, Literal, TypeAlias, cast

import msgspec
from msgspec import Struct

from shared.chance import DiceDraw, Diverged, Draw, RecordedTape, SeedTape, salts_digest
from shared.decider import Intent
from shared.messages import Hex32, Role
from shared.record import NO_HEAD, ExportLine, chain, write
from shared.refusals import Refusal
from shared.replay import (
    FromTheFuture,
    ImpossibleHistory,
    Opened,
    Reader,
    StoredRecord,
    open_command,
    open_draws,
)
from shared.stream import KernelEvent, SaltAdded, SeedCommitted, SeedRevealed, Stream, StreamOpened, settle

Verdict: TypeAlias = Literal["same", "differs", "other ruleset", "not shown"]
ReaderFor: TypeAlias = Callable[[str], Reader[Any] | None]

GOOD: Final = ("same", "not shown")


class Receipt(Struct, frozen=True, kw_only=True):
    """What a server once signed: at this version the stream had this head."""

    stream: str
    version: int
    head: Hex32
    at: int
    key: str
    signature: str


class Level(Struct, frozen=True, kw_only=True):
    """The outcome of one level: its verdict, how much was shown, and how much could not be."""

    verdict: Verdict
    shown: int = 0
    unshown: int = 0
    note: str = ""


class Failure(Struct, frozen=True, kw_only=True):
    """The first commit that fails, and why. `line` counts from 1, `version` is the version before the commit."""

    level: int
    line: int
    version: int
    why: str


class Report(Struct, frozen=True, kw_only=True):
    """What an audit found."""

    stream: str
    commits: int
    version: int
    head: str
    chain: Level
    draws: Level
    decisions: Level
    table_faces: int = 0
    failure: Failure | None = None
    failures: int = 0

    @property
    def honest(self) -> bool:
        """Tell whether nothing that could be checked was found wrong."""
        return self.failure is None


class Entry(Struct, frozen=True):
    """A line of an export, read."""

    line: int
    before: int
    public: bytes
    record: StoredRecord
    opened: tuple[bytes | None, ...]


class _Findings:
    """Collects what fails; only the first failure is kept whole."""

    def __init__(self) -> None:
        self.all: list[Failure] = []

    def add(self, level: int, line: int, version: int, why: str) -> None:
        self.all.append(Failure(level=level, line=line, version=version, why=why))

    def at(self, level: int) -> bool:
        return any(failure.level == level for failure in self.all)

    @property
    def first(self) -> Failure | None:
        return min(self.all, key=lambda failure: (failure.line, failure.level), default=None)


def audit(
    lines: Iterable[bytes],
    *,
    reader_for: ReaderFor,
    ruleset: str | None = None,
    receipt: Receipt | None = None,
) -> Report:
    """Audit the lines of an export on all levels that the reader's copy allows.

    `reader_for` gives the reader of a stream's game by its name, or None where the game is not known here; `ruleset` is
    the ruleset this release decides by (None: as recorded, so that every difference counts).
    """
    findings = _Findings()
    entries, head = _check_chain(lines, findings)
    version = entries[-1].record.version if entries else 0
    stream = entries[0].record.stream if entries else ""
    receipts = _check_receipt(entries, head, receipt, findings)
    sound = [entry for entry in entries if findings.first is None or entry.line < findings.first.line]
    draws, table_faces = _check_draws(sound, findings)
    decisions = _check_decisions(sound, reader_for, ruleset, findings)
    return Report(
        stream=stream,
        commits=len(entries),
        version=version,
        head=head[-1].hex(),
        chain=Level(verdict="differs" if findings.at(1) else "same", shown=len(entries), note=receipts),
        draws=draws,
        decisions=decisions,
        table_faces=table_faces,
        failure=findings.first,
        failures=len(findings.all),
    )


# ---------------------------------------------------------------- level 1


def _check_chain(lines: Iterable[bytes], findings: _Findings) -> tuple[list[Entry], list[bytes]]:
    """Read the lines and chain them; stop at a line that cannot be read, since nothing after it can be placed."""
    entries: list[Entry] = []
    heads = [NO_HEAD]
    version = 0
    for number, line in enumerate(lines, start=1):
        try:
            entry, head = _read_line(line, number=number, before=version, head=heads[-1])
        except (msgspec.MsgspecError, UnicodeDecodeError, ValueError) as error:
            findings.add(1, number, version, f"the line cannot be read: {error}")
            break
        why = _broken_link(entry, head, entries)
        if why:
            findings.add(1, number, version, why)
        entries.append(entry)
        heads.append(head[1])
        version = entry.record.version
    return entries, heads


def _read_line(line: bytes, *, number: int, before: int, head: bytes) -> tuple[Entry, tuple[str, bytes]]:
    read = msgspec.json.decode(line, type=ExportLine)
    public = bytes(read.public)
    record = msgspec.json.decode(public, type=StoredRecord)
    opened: list[bytes | None] = []
    for place, part in enumerate(read.parts):
        value = bytes(part.value) or None
        if (value is None) != (part.salt is None):
            message = f"part {place} is shown without its salt, or its salt without it"
            raise ValueError(message)
        if value is not None and part.salt is not None:
            digest = hashlib.sha256(bytes.fromhex(part.salt) + value).hexdigest()
            if digest != part.digest:
                message = f"part {place} is not what its digest says"
                raise ValueError(message)
        opened.append(value)
    after = chain(head, public, [bytes.fromhex(part.digest) for part in read.parts])
    return Entry(number, before, public, record, tuple(opened)), (read.head, after)


def _broken_link(entry: Entry, head: tuple[str, bytes], entries: Sequence[Entry]) -> str:
    stated, computed = head
    if stated != computed.hex():
        return "the head does not follow from the one before and the record"
    if entries and entry.record.stream != entries[0].record.stream:
        return f"the record is of the stream {entry.record.stream}"
    if entry.record.version != entry.before + len(entry.record.events):
        return f"version {entry.record.version} does not follow {entry.before} by {len(entry.record.events)} events"
    return ""


def _check_receipt(
    entries: Sequence[Entry], heads: Sequence[bytes], receipt: Receipt | None, findings: _Findings
) -> str:
    if receipt is None:
        return "no receipt was given"
    for entry, head in zip(entries, heads[1:], strict=True):
        if entry.record.version == receipt.version:
            if entry.record.stream == receipt.stream and head.hex() == receipt.head:
                return f"the receipt for version {receipt.version} agrees"
            findings.add(1, entry.line, entry.before, "the receipt names another head for this version")
            return "the receipt does not agree"
    last = entries[-1].line if entries else 0
    findings.add(1, last, receipt.version, f"the log does not hold version {receipt.version} of the receipt")
    return "the receipt does not agree"


# ---------------------------------------------------------------- level 2


class _Epoch:
    """A seed epoch as the log tells it."""

    def __init__(self, commitment: str) -> None:
        self.commitment = commitment
        self.salts: list[tuple[str, str]] = []
        self.seed = ""


def _epochs(entries: Sequence[Entry], findings: _Findings) -> dict[int, _Epoch]:
    """Find every epoch with its revealed seed; a seed that is not the one committed to is named."""
    epochs: dict[int, _Epoch] = {}
    for entry in entries:
        for event in _kernel_events(entry):
            if isinstance(event, SeedCommitted):
                epochs[event.epoch] = _Epoch(event.commitment)
            elif isinstance(event, SeedRevealed):
                epoch = epochs.get(event.epoch)
                if epoch is None or not _opens(event.seed, epoch.commitment):
                    findings.add(2, entry.line, entry.before, "the revealed seed is not the one committed to")
                else:
                    epoch.seed = event.seed
    return epochs


def _kernel_events(entry: Entry) -> list[KernelEvent]:
    """Give the kernel events of a commit that can be read; what cannot is left to level 3."""
    found: list[KernelEvent] = []
    for event in entry.record.events:
        with suppress(msgspec.ValidationError):
            found.append(msgspec.convert(event, KernelEvent))
    return found


def _opens(seed: str, commitment: str) -> bool:
    try:
        return hashlib.sha256(bytes.fromhex(seed)).hexdigest() == commitment
    except ValueError:
        return False


def _check_draws(entries: Sequence[Entry], findings: _Findings) -> tuple[Level, int]:
    epochs = _epochs(entries, findings)
    shown = unshown = table = 0
    epoch = _Epoch("")
    for entry in entries:
        draws = _draws(entry)
        if draws is None:
            unshown += 1
            draws = ()
        for draw in draws:
            if draw.source == "table":
                table += _size(draw)
            elif not epoch.seed:
                unshown += 1
            elif derive(draw, seed=epoch.seed, salts=epoch.salts, version=entry.before) != _values(draw):
                findings.add(2, entry.line, entry.before, f"draw {draw.k} does not follow from the seed and the salts")
            else:
                shown += 1
        epoch = _turn(entry, epoch, epochs)
    verdict: Verdict = "differs" if findings.at(2) else "not shown" if unshown and not shown else "same"
    return Level(verdict=verdict, shown=shown, unshown=unshown, note=_unshown_note(unshown)), table


def _draws(entry: Entry) -> tuple[Draw, ...] | None:
    try:
        return open_draws(entry.record.draws, entry.opened)
    except (msgspec.MsgspecError, LookupError, TypeError):
        return None


def _unshown_note(unshown: int) -> str:
    return f"{unshown} draws wait for their seed or are closed to this reader" if unshown else ""


def _turn(entry: Entry, epoch: _Epoch, epochs: dict[int, _Epoch]) -> _Epoch:
    """Give the epoch in which the next commit draws."""
    for event in _kernel_events(entry):
        if isinstance(event, SeedCommitted):
            epoch = epochs[event.epoch]
        elif isinstance(event, SaltAdded):
            epoch.salts.append((event.seat, event.salt))
    return epoch


def derive(draw: Draw, *, seed: str, salts: Sequence[tuple[str, str]], version: int) -> tuple[int, ...]:
    """Derive the values of a draw again, as published in `contracts/`."""
    tape = SeedTape(seed=bytes.fromhex(seed), digest=salts_digest(tuple(salts)), version=version)
    return tape.derive_dice(draw) if isinstance(draw, DiceDraw) else tape.derive_shuffle(draw)


def _values(draw: Draw) -> tuple[int, ...]:
    return draw.faces if isinstance(draw, DiceDraw) else draw.order


def _size(draw: Draw) -> int:
    return len(_values(draw))


# ---------------------------------------------------------------- level 3


def _check_decisions(
    entries: Sequence[Entry], reader_for: ReaderFor, ruleset: str | None, findings: _Findings
) -> Level:
    reader = reader_for(entries[0].record.stream) if entries else None
    if reader is None:
        return Level(verdict="not shown", unshown=len(entries), note="no rules for this stream are known here")
    if any(data is None for entry in entries for data in entry.opened):
        return Level(verdict="not shown", unshown=len(entries), note="parts of the log are closed to this reader")
    stream = Stream(id=entries[0].record.stream, game=reader.decider.initial)
    other = ""
    shown = 0
    for entry in entries:
        stream, why = _decide_again(reader, stream, entry)
        foreign = ruleset is not None and entry.record.ruleset != ruleset
        if why and not foreign:
            findings.add(3, entry.line, entry.before, why)
        elif why:
            other = other or f"line {entry.line} was decided by {entry.record.ruleset}: {why}"
        else:
            shown += 1
    verdict: Verdict = "differs" if findings.at(3) else "other ruleset" if other else "same"
    return Level(verdict=verdict, shown=shown, unshown=len(entries) - shown, note=other)


def _decide_again(reader: Reader[Any], stream: Stream[Any], entry: Entry) -> tuple[Stream[Any], str]:
    """Decide an intent on its recorded draws; give the stream as the log has it, and why the record differs."""
    try:
        commit = reader.commit(entry.public, entry.opened)
        after = reader.fold_commit(stream, commit)
    except (ImpossibleHistory, FromTheFuture, msgspec.MsgspecError, LookupError) as error:
        return stream, f"the events cannot be read: {error}"
    try:
        return after, _difference(reader, stream, entry)
    except Refusal as refusal:
        return after, f"the command is refused: {type(refusal).__name__} ({refusal.rule})"
    except (Diverged, msgspec.MsgspecError, LookupError, TypeError, ValueError) as error:
        return after, f"the intent leads elsewhere: {error}"


def _difference(reader: Reader[Any], stream: Stream[Any], entry: Entry) -> str:
    opened: Opened = entry.opened
    intent = _intent(reader, entry)
    if stream.opened and (intent.seat not in stream.seats or stream.seats[intent.seat].role != intent.role):
        return f"the seat {intent.seat} does not hold the role {intent.role}"
    if not stream.opened:
        stream = msgspec.structs.replace(stream, **_opened_as(entry))
    tape = RecordedTape(open_draws(entry.record.draws, opened) or (), lambda: bytes.fromhex(_fresh_seed(entry)))
    settled = settle(reader.decider, stream, intent, tape)
    again = write(
        stream=stream.id, version=settled.after.version, intent=intent, hidden=settled.hidden,
        ruleset=entry.record.ruleset, taken=settled.taken, events=settled.events, key=b"",
    )  # fmt: skip
    if again.public == entry.public and [part.data for part in again.parts] == list(opened):
        return ""
    return f"decided again it gives {[type(event).__name__ for event in settled.events]}, which is not what is recorded"


def _intent(reader: Reader[Any], entry: Entry) -> Intent:
    stored = entry.record.intent
    command = msgspec.convert(open_command(stored.command, entry.opened), reader.commands)
    return Intent(
        id=stored.id, seat=stored.seat, role=cast("Role", stored.role), at=stored.at, by=stored.by, command=command,
        faces=stored.faces,
    )  # fmt: skip


def _opened_as(entry: Entry) -> dict[str, Any]:
    """Give what the server knew of the stream before its first commit."""
    event = next((event for event in _kernel_events(entry) if isinstance(event, StreamOpened)), None)
    return {"tenant": event.tenant, "simulated": event.simulated} if event else {}


def _fresh_seed(entry: Entry) -> str:
    """Give the seed this commit made."""
    for event in _kernel_events(entry):
        if isinstance(event, SeedCommitted) and isinstance(event.seed.sealed, int):
            return str(msgspec.json.decode(entry.opened[event.seed.sealed] or b'""'))
    return ""
