"""Dice from a table. The open dice of a stream are rolls that a dice table made for the stream.

See contracts/log-format.md, 2.8.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

from .canonical import FAULTS, check
from .chain import Entry, Fail, Record, read_chain
from .draws import hold_draw
from .kept import Likeness, likeness

LEVEL: Final = 5


@dataclass(frozen=True)
class Lent:
    """The result of comparing a stream's dice with its table's log: the draws, those without proof, and a text."""

    draws: int = 0
    unshown: int = 0
    says: str = ""


NONE: Final = Lent()


@dataclass
class _Roll:
    """A roll that the table made for the stream: the version before it, its dice, its epoch, and whether it is used."""

    version: int
    draw: Record
    like: Likeness
    epoch: Any
    used: bool = False


def table_of(entries: Sequence[Entry]) -> str:
    """Return the name of the table that rolls the open dice of a stream, or an empty string if there is none."""
    named = entries[0].record["events"][0].get("luck") if entries else None
    return named if isinstance(named, str) else ""


def hold_to_table(entries: Sequence[Entry], log: bytes | None, table: Any, fail: Fail) -> Lent:
    """Compare the dice of a stream with the log of its table. `table` is the result of verifying that log."""
    name = table_of(entries)
    if not name:
        return NONE
    drawn = [(entry, draw) for entry in entries for draw in entry.record["draws"] if _is_lent(draw)]
    if log is None or table.stream not in {"", name}:
        got = "" if log is None else f", and got that of {table.stream}"
        return Lent(len(drawn), len(drawn), f"this needs the log of {name}{got}")
    if table.failure is not None:
        failure = table.failure
        why = f"the log of {name} fails: line {failure.line}, level {failure.level}: {failure.why}"
        fail(LEVEL, entries[0].line, entries[0].before, why)
        return Lent(len(drawn), len(drawn), why)
    lines = log.removesuffix(b"\n").split(b"\n")
    rolls, seeds = _rolls_for(entries[0].record["stream"], read_chain(lines, lambda *_: None))
    return _compare(drawn, rolls, seeds, name, table.version, fail)


def _compare(  # noqa: PLR0913, PLR0917 what is compared
    drawn: list[tuple[Entry, Record]], rolls: list[_Roll], seeds: set[Any], name: str, version: int, fail: Fail
) -> Lent:
    shown = missing = 0
    for entry, draw in drawn:
        if draw["of"]["version"] >= version:
            missing += 1
            continue
        why = _difference(draw, rolls, name)
        if why:
            fail(LEVEL, entry.line, entry.before, why)
            return Lent(len(drawn), len(drawn) - shown, why)
        roll = rolls[draw["of"]["k"]]
        roll.used = True
        shown += roll.epoch in seeds
    here, left = len(drawn) - missing, sum(not roll.used for roll in rolls)
    says = [f"{here} {'roll is that' if here == 1 else 'rolls are those'} of {name}"]
    says += [f"{here - shown} {'waits' if here - shown == 1 else 'wait'} for its seed"] if here > shown else []
    says += [f"its log ends before {missing} more of them"] if missing else []
    says += [f"{left} of its rolls for this stream {'is' if left == 1 else 'are'} not used"] if left else []
    return Lent(len(drawn), len(drawn) - shown, "; ".join(says))


def _difference(draw: Record, rolls: Sequence[_Roll], name: str) -> str:
    number, said = draw["of"]["k"], f"draw {draw['k']} for {draw['purpose']}"
    roll = rolls[number] if 0 <= number < len(rolls) else None
    if roll is None or (roll.version, roll.like) != (draw["of"]["version"], likeness(b"", draw)):
        return f"{name} has no such roll as {said} names"
    if roll.draw["faces"] != draw["faces"]:
        return f"{said} does not show what {name} rolled"
    if any(one.like == roll.like and not one.used for one in rolls[:number]):
        return f"{said} passes over an earlier roll of {name}"
    return ""


def _is_lent(draw: Record) -> bool:
    return draw.get("source") == "lent" and _is_formed(draw)


def _is_formed(draw: Record) -> bool:
    try:
        check(draw["draw"] == "dice", "a table lends dice only")
        hold_draw(draw, "seed", draw["k"])
    except FAULTS:
        return False
    return True


def _rolls_for(stream: str, entries: Sequence[Entry]) -> tuple[list[_Roll], set[Any]]:
    """Return the rolls of a table for a stream, and the epochs of the table whose seeds are revealed."""
    found, seeds, epoch = list[_Roll](), set[Any](), -1
    for entry in entries:
        first, draws = entry.record["events"][0], entry.record["draws"]
        if first["type"] == "DiceLent" and first.get("stream") == stream:
            formed = [draw for draw in draws if _is_formed(draw)]
            found += [_Roll(entry.before, draw, likeness(b"", draw), epoch) for draw in formed]
        for event in entry.record["events"]:
            if event["type"] == "SeedCommitted":
                epoch = event["epoch"]
            elif event["type"] == "SeedRevealed":
                seeds.add(event["epoch"])
    return found, seeds
