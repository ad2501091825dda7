"""Check the public dice that a dice table rolled for a stream: the table's log must contain each of these rolls.

Without the table's log, the audit can only check that all public dice of the stream are rolls of the table, and that
none of these rolls is used twice. With the table's log, the fifth level of the audit proves that log, and compares each
draw with the roll that it names: the first unused roll of the same kind for this stream.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from msgspec import UNSET, Struct

from shared.kernel.audit.lines import AuditLine, read_chain
from shared.kernel.audit.report import Findings, Level, Report
from shared.kernel.chance import DiceDraw, RecordedDraw
from shared.kernel.replay import open_draws
from shared.kernel.stream import DiceLent, is_open_die

LENT: Final = DiceLent.__name__
LEVEL: Final = 5


class Table(Struct, frozen=True, kw_only=True):
    """The log of the table that rolls a stream's dice, and the name of the table's rules.

    Both may be missing if the audit does not have them.
    """

    lines: Sequence[bytes] = ()
    ruleset: str | None = None


NO_TABLE: Final = Table()


class NotAsLent(ValueError):
    """Raised when a draw does not match the table's roll that it should use."""


def table_of(entries: Sequence[AuditLine]) -> str:
    """Return the name of the table that makes a stream's public rolls; "" if there is none."""
    named = entries[0].record.events[0].get("luck") if entries else None
    return named if isinstance(named, str) else ""


class LentDraws:
    """The check of a stream's draws when the log of its dice table is not available."""

    def __init__(self, entries: Sequence[AuditLine]) -> None:
        """Store the name of the dice table that the stream uses."""
        self._table: Final = table_of(entries)
        self._used: Final[set[int]] = set()

    def hold(self, taken: RecordedDraw) -> None:
        """Check the source of a draw. Refuses: NotAsLent."""
        draw = taken[1]
        if draw.source == "seed" and self._table and is_open_die(taken):
            raise NotAsLent(f"the open dice of draw {draw.k} do not come from {self._table}")
        if draw.source != "lent" or draw.of is UNSET:
            return
        if not self._table or not is_open_die(taken):
            raise NotAsLent(f"draw {draw.k} cannot come from a table")
        if draw.of.k in self._used:
            raise NotAsLent(f"draw {draw.k} uses the roll {draw.of.k} of {self._table} again")
        self._used.add(draw.of.k)


# ---------------------------------------------------------------- with the log of the table


class _Roll(Struct, eq=False):
    """A roll that the table made for the stream: the version before it, its dice, its epoch, and whether it is used."""

    version: int
    draw: DiceDraw
    epoch: int
    used: bool = False

    @property
    def like(self) -> tuple[str, int, int]:
        """Return the properties that a draw must share to use this roll."""
        return _likeness(self.draw)


def _likeness(draw: DiceDraw) -> tuple[str, int, int]:
    return draw.purpose, draw.sides, len(draw.faces)


def check_luck(
    entries: Sequence[AuditLine], findings: Findings, *, table: Table, proof: Report | None
) -> Level | None:  # fmt: skip
    """Compare a stream's dice with the rolls of its dice table; return None for a stream without a table.

    `proof` is the audit of the table's log.

    Rule:    AR-LUCK-04
    """
    name = table_of(entries)
    if not name:
        return None
    drawn = [(entry, draw) for entry in entries for draw in _lent_in(entry)]
    if proof is None or proof.stream not in {"", name}:
        got = "" if proof is None else f", and got that of {proof.stream}"
        return _unshown(len(drawn), f"this needs the log of {name}{got}")
    if not proof.honest and proof.failure is not None:
        failure = proof.failure
        why = f"the log of {name} fails: line {failure.line}, level {failure.level}: {failure.why}"
        return _differs(entries[0], findings, len(drawn), why)
    rows, seeds = _rolls_for(entries[0].record.stream, read_chain(table.lines, Findings()))
    return _compare(drawn, rows, findings, seeds=seeds, version=proof.version, name=name)


def _compare(  # noqa: PLR0913 what is compared, by name
    drawn: Sequence[tuple[AuditLine, DiceDraw]], rolls: Sequence[_Roll], findings: Findings, *,
    seeds: frozenset[int], version: int, name: str,
) -> Level:  # fmt: skip
    shown = missing = 0
    for entry, draw in drawn:
        assert draw.of is not UNSET  # noqa: S101 as `_lent_in` selects
        if draw.of.version >= version:
            missing += 1
        elif why := _difference(draw, rolls, name):
            return _differs(entry, findings, len(drawn) - shown, why)
        else:
            roll = rolls[draw.of.k]
            roll.used = True
            shown += roll.epoch in seeds
    left = sum(not roll.used for roll in rolls)
    here = len(drawn) - missing
    note = f"{here} {'roll is that' if here == 1 else 'rolls are those'} of {name}"
    if here > shown:
        note += f"; {here - shown} {'waits' if here - shown == 1 else 'wait'} for its seed"
    if missing:
        note += f"; its log ends before {missing} more of them"
    if left:
        note += f"; {left} of its rolls for this stream {'is' if left == 1 else 'are'} not used"
    return Level(
        verdict="not shown" if drawn and not shown else "same", shown=shown, unshown=len(drawn) - shown, note=note
    )  # fmt: skip


def _difference(draw: DiceDraw, rolls: Sequence[_Roll], name: str) -> str:
    """Return how a draw differs from the table's roll that it names; "" if it is the same."""
    assert draw.of is not UNSET  # noqa: S101 as above
    roll = rolls[draw.of.k] if 0 <= draw.of.k < len(rolls) else None
    if roll is None or (roll.version, roll.like) != (draw.of.version, _likeness(draw)):
        return f"{name} has no such roll as draw {draw.k} for {draw.purpose!r} names"
    if roll.draw.faces != draw.faces:
        return f"draw {draw.k} for {draw.purpose!r} does not show what {name} rolled"
    if any(one.like == roll.like and not one.used for one in rolls[: draw.of.k]):
        return f"draw {draw.k} for {draw.purpose!r} passes over an earlier roll of {name}"
    return ""


def _lent_in(entry: AuditLine) -> Iterator[DiceDraw]:
    """Yield a commit's draws of public dice that a dice table rolled."""
    for form in entry.record.draws:
        if form.get("source") == "lent":
            for taken in _readable(form):
                if isinstance(taken, DiceDraw) and taken.of is not UNSET:
                    yield taken


def _readable(form: Mapping[str, Any]) -> Iterator[Any]:
    """Yield the draw in this JSON object if it is well-formed; level 2 reports malformed draws."""
    try:
        yield from (draw for _, draw in open_draws((dict(form),), ())[0])
    except ValueError:
        return


def _rolls_for(stream: str, entries: Sequence[AuditLine]) -> tuple[list[_Roll], frozenset[int]]:
    """Return the rolls of a table for a stream, in order, and the epochs of the table whose seeds are revealed."""
    found: list[_Roll] = []
    seeds: set[int] = set()
    epoch = -1
    for entry in entries:
        event = entry.record.events[0]
        if event["type"] == LENT and event.get("stream") == stream:
            draws, _ = open_draws(entry.record.draws, entry.opened)
            found += [_Roll(entry.before, draw, epoch) for _, draw in draws if isinstance(draw, DiceDraw)]
        for form in entry.record.events:
            if form["type"] == "SeedCommitted":
                epoch = form["epoch"]
            elif form["type"] == "SeedRevealed":
                seeds.add(form["epoch"])
    return found, frozenset(seeds)


def _unshown(count: int, note: str) -> Level:
    return Level(verdict="not shown" if count else "same", unshown=count, note=note)


def _differs(entry: AuditLine, findings: Findings, count: int, why: str) -> Level:
    findings.add(LEVEL, line=entry.line, version=entry.before, why=why)
    return Level(verdict="differs", unshown=max(count, 1), note=why)
