"""Level 2 of the audit: derive every face again from its seed.

This level also checks that the server committed to each seed before its first use.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from typing import Any, Final

import msgspec
from msgspec import UNSET, Struct

from shared.kernel.audit.kept import KeptDraws, NotAsKept, Origin, values
from shared.kernel.audit.lent import LentDraws, NotAsLent
from shared.kernel.audit.lines import AuditLine
from shared.kernel.audit.report import Findings, Level, LevelVerdict
from shared.kernel.chance import MAX_PURPOSE, MAX_SIDES, DiceDraw, Draw, RecordedDraw, SeedTape, salts_digest
from shared.kernel.messages import Audience, Hex32, Id, canonical
from shared.kernel.replay import open_draws, placeholder
from shared.kernel.stream import SaltAdded, SeedCommitted, SeedRevealed


class _Committed(SeedCommitted, frozen=True, kw_only=True, tag="SeedCommitted"):
    commitment: Hex32
    seed: Any


class _Salted(SaltAdded, frozen=True, kw_only=True, tag="SaltAdded"):
    seat: Id
    salt: Hex32


class _Revealed(SeedRevealed, frozen=True, kw_only=True, tag="SeedRevealed"):
    seed: Hex32


WAITS_ALONE: Final = "1 draw waits for its seed or is closed to this reader"
WAITING: Final = "{} draws wait for their seed or are closed to this reader"
_SEED_EVENTS: Final = {"SeedCommitted": _Committed, "SaltAdded": _Salted, "SeedRevealed": _Revealed}


class CheckedDraws(Struct, frozen=True):
    """The findings of level 2: its outcome, the number of faces that it cannot prove, and each revealed seed by epoch.

    `sealed`: the stream is over, and its last seed stays secret.
    """

    level: Level
    table_faces: int
    seeds: dict[int, str]
    sealed: bool


class _Epoch:
    """A seed epoch, as read from the log: the commits whose draws all use one seed."""

    def __init__(self, number: int, commitment: str) -> None:
        self.number, self.commitment = number, commitment
        self.shown = ""
        self.salts: dict[str, str] = {}
        self.seed = ""
        self.drawn = False


class _Wrong(ValueError):
    """Raised when a commit fails level 2. The message says why."""


# ---------------------------------------------------------------- epochs


class _Epochs:
    """The seed epochs of a log, in order.

    `at` lists the epoch of each commit's draws, or None for a commit without draws.
    """

    def __init__(self, entries: Sequence[AuditLine], findings: Findings) -> None:
        self.running: _Epoch | None = None
        self.count = 0
        self.seeds: dict[int, str] = {}
        self.at: list[_Epoch | None] = []
        for entry in entries:
            self.at.append(self.running)
            try:
                self._follow(entry)
            except (msgspec.ValidationError, _Wrong) as error:
                findings.add(2, line=entry.line, version=entry.before, why=str(error))
                break

    def _follow(self, entry: AuditLine) -> None:
        if self.running is not None and entry.record.draws:
            self.running.drawn = True
        for form in entry.record.events:
            if (kind := _SEED_EVENTS.get(form["type"])) is None:
                continue
            event = msgspec.convert(form, kind)
            if isinstance(event, _Committed):
                self._note_commitment(event, entry)
            elif isinstance(event, _Salted):
                self._note_salt(event)
            else:
                self._note_reveal(event)

    def _note_commitment(self, event: SeedCommitted, entry: AuditLine) -> None:
        if self.running is not None or event.epoch != self.count:
            raise _Wrong(f"epoch {event.epoch} cannot begin here")
        self.running = _Epoch(event.epoch, event.commitment)
        self.running.shown = _seed_shown(event, entry)
        self.count += 1

    def _note_salt(self, event: SaltAdded) -> None:
        epoch = self._in(event.epoch)
        if epoch.drawn:
            raise _Wrong("a salt is added after the epoch has drawn")
        if event.seat in epoch.salts:
            raise _Wrong(f"the seat {event.seat} adds a second salt")
        epoch.salts[event.seat] = event.salt

    def _note_reveal(self, event: SeedRevealed) -> None:
        epoch = self._in(event.epoch)
        if hashlib.sha256(bytes.fromhex(event.seed)).hexdigest() != epoch.commitment:
            raise _Wrong("the revealed seed is not the one committed to")
        epoch.seed = self.seeds[epoch.number] = event.seed
        self.running = None

    def _in(self, number: int) -> _Epoch:
        if self.running is None or self.running.number != number:
            raise _Wrong(f"epoch {number} is not the one that is running")
        return self.running

    def end(self) -> bool:
        """Finish reading, and return whether the last seed is still secret.

        The server itself can read that seed, so an audit on the server still checks the draws.
        """
        if self.running is not None and _commitment(self.running.shown) == self.running.commitment:
            self.running.seed = self.running.shown
        return self.running is not None


def _seed_shown(event: SeedCommitted, entry: AuditLine) -> str:
    """Return the seed that a commit stored, if this reader (the server) can open the secret part; otherwise ""."""
    place = placeholder(event.seed)
    data = None if place is None or place[1] >= len(entry.opened) else entry.opened[place[1]]
    try:
        return "" if data is None else msgspec.json.decode(data, type=Hex32)
    except msgspec.MsgspecError:
        return ""


def _commitment(seed: str) -> str:
    return hashlib.sha256(bytes.fromhex(seed)).hexdigest()


# ---------------------------------------------------------------- draws


class _Count:
    """Counts of the draws that could be derived, of those that could not, and of the faces from a real table."""

    shown = unshown = table = 0


def check_draws(entries: Sequence[AuditLine], findings: Findings, *, closed: bool) -> CheckedDraws:
    """Repeat the derivation of every draw whose seed is revealed, and compare the faces."""
    epochs, kept, lent = _Epochs(entries, findings), KeptDraws(), LentDraws(entries)
    sealed = closed and epochs.end()
    count = _Count()
    for entry, epoch in zip(entries, epochs.at, strict=False):
        try:
            _check_commit(entry, epoch, (kept, lent), count)
        except (msgspec.MsgspecError, _Wrong, NotAsKept, NotAsLent) as error:
            findings.add(2, line=entry.line, version=entry.before, why=str(error))
    verdict: LevelVerdict = (
        "differs" if findings.at(2) else "not shown" if count.unshown and not count.shown else "same"
    )
    note = _waiting(count.unshown)
    level = Level(verdict=verdict, shown=count.shown, unshown=count.unshown, note=note)
    return CheckedDraws(level, count.table, epochs.seeds, sealed)


def _waiting(unshown: int) -> str:
    """Return a note about the draws that could not be derived; "" if all could."""
    if unshown == 1:
        return WAITS_ALONE
    return WAITING.format(unshown) if unshown else ""


def _check_commit(
    entry: AuditLine, epoch: _Epoch | None, before: tuple[KeptDraws, LentDraws], count: _Count
) -> None:  # fmt: skip
    record, (kept, lent) = entry.record, before
    _hold_lanes(record.draws)
    draws, closed = open_draws(record.draws, entry.opened)
    source = record.intent.faces or "seed"
    if record.draws and source == "seed" and epoch is None:
        raise _Wrong("draws are taken with no seed committed to")
    tape = _tape(entry, epoch)
    lanes: dict[Audience | None, int] = {}
    commit = kept.follow(entry)
    for audience, draw in draws:
        _hold_form(draw, source=source, k=lanes.get(audience, 0))
        lanes[audience] = draw.k + 1
        lent.hold((audience, draw))
        origin = commit.hold((audience, draw), epoch)
        if draw.source == "kept":
            _count_kept(origin, count)
        elif draw.source == "lent":
            continue  # only the table's log can prove it
        else:
            _count_draw(tape, (audience, draw), count)
    commit.end()
    count.unshown += closed


def _tape(entry: AuditLine, epoch: _Epoch | None) -> SeedTape | None:
    """Return the tape that derives a commit's faces for the check; None if the commit's seed is not revealed."""
    if epoch is None or not epoch.seed:
        return None
    digest = salts_digest(tuple(epoch.salts.items()))
    return SeedTape(seed=bytes.fromhex(epoch.seed), digest=digest, version=entry.before)


def _count_draw(tape: SeedTape | None, taken: RecordedDraw, count: _Count) -> None:
    draw = taken[1]
    if draw.source == "table":
        count.table += len(values(draw))
    elif tape is None:
        count.unshown += 1
    elif tape.derive(taken) != values(draw):
        raise _Wrong(f"draw {draw.k} for {draw.purpose!r} does not follow from the seed and the salts")
    else:
        count.shown += 1


def _count_kept(origin: Origin | None, count: _Count) -> None:
    """Count a draw that repeats an undone draw as the original was counted: proven, unproven or from a real table."""
    if origin is not None and origin.draw.source == "lent":
        return
    if origin is not None and origin.draw.source == "table":
        count.table += len(values(origin.draw))
    elif origin is not None and origin.epoch.seed:
        count.shown += 1
    else:
        count.unshown += 1


def _hold_lanes(draws: Sequence[dict[str, Any]]) -> None:
    """Check that all hidden draws of one audience are in the same secret part.

    Two parts with the same audience would derive their faces from the same bytes.
    """
    audiences = [place[0] for draw in draws if (place := placeholder(draw))]
    if len(set(audiences)) < len(audiences):
        raise _Wrong("the hidden draws of an audience are in two parts")
    if any(len(canonical(audience)) > MAX_PURPOSE for audience in audiences):
        raise _Wrong("the name of a lane is too long")


def _hold_form(draw: Draw, *, source: str, k: int) -> None:
    """Check that a draw has the expected source and index, and that its faces fit the die."""
    if draw.source not in {source, "kept"} and (draw.source, source) != ("lent", "seed"):
        raise _Wrong(f"draw {draw.k} comes from the {draw.source}, the commit's faces from the {source}")
    if (draw.of is UNSET) != (draw.source not in {"kept", "lent"}):
        raise _Wrong(f"draw {draw.k} names an earlier one although it is not kept, or does not although it is")
    if draw.k != k or len(draw.purpose.encode()) > MAX_PURPOSE:
        raise _Wrong(f"draw {k} is not in its place")
    if isinstance(draw, DiceDraw):
        possible = 1 <= draw.sides <= MAX_SIDES and all(1 <= face <= draw.sides for face in draw.faces)
    else:
        possible = sorted(draw.order) == list(range(len(draw.order)))
    if not possible:
        raise _Wrong(f"draw {k} shows what cannot be drawn")
