"""The fourth level of the audit, for forks: check that the fork follows from its parent stream.

The parent's log must contain the head (the last hash of its chain) that the fork names, and lead to the state from
which the fork starts.

If a fork dealt hidden cards again, the audit repeats that deal with the seed of the fork's first epoch.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from operator import attrgetter
from typing import Any, TypeAlias

import msgspec
from msgspec import UNSET, Struct

from shared.kernel.audit.lines import AuditLine, read_chain
from shared.kernel.audit.report import Findings, Level, Receipt
from shared.kernel.decided import decisions_of, lacks_part
from shared.kernel.forked import Forked
from shared.kernel.players.again import Dealt, beginning_of, follow
from shared.kernel.players.house import HousePlayers
from shared.kernel.replay import LogReader
from shared.kernel.stream import beginning_in

PlayersFor: TypeAlias = Callable[[str], HousePlayers | None]


def no_players(_: str) -> HousePlayers | None:
    """Return None for every game: without the game's computer players, the audit cannot repeat a deal."""
    return None


class Parent(Struct, frozen=True, kw_only=True):
    """The data that the audit has about a fork's parent stream: the lines of its export, or a receipt."""

    lines: Sequence[bytes] = ()
    receipt: Receipt | None = None
    players_for: PlayersFor = no_players


NO_PARENT: Parent = Parent()


class _Unlike(Exception):
    """Raised when the fork does not follow from its parent; the message says why."""


class _Closed(Exception):
    """Raised when the comparison needs data that this reader lacks; the message says which."""


def check_fork(
    entries: Sequence[AuditLine], findings: Findings, *, seeds: Mapping[int, str], reader: LogReader[Any] | None,
    parent: Parent,
) -> Level | None:  # fmt: skip
    """Compare a fork with the stream that it came from; return None if the stream is not a fork.

    Rule:    AR-FORK-07
    """
    opening = next(decisions_of(entries, attrgetter("goes_on")), [])
    if not opening or opening[-1].record.events[-1]["type"] != Forked.__name__:
        return None
    try:
        note = _compare(reader, opening, parent, _seed_of(opening, seeds))
    except _Closed as closed:
        return Level(verdict="not shown", unshown=1, note=str(closed))
    except Exception as error:  # noqa: BLE001 the record may be forged, and so may the parent's
        why = str(error) if isinstance(error, _Unlike) else f"the start of the fork cannot be compared: {error!r}"
        findings.add(4, line=opening[-1].line, version=opening[-1].before, why=why)
        return Level(verdict="differs", unshown=1, note=why)
    return Level(verdict="same", shown=1, note=note)


def _seed_of(opening: Sequence[AuditLine], seeds: Mapping[int, str]) -> str | None:
    """Return the seed of the fork's first epoch if this reader knows it, otherwise None."""
    for entry in opening:
        for form in entry.record.events:
            if form["type"] == "SeedCommitted" and (data := entry.opened[form["seed"]["sealed"]]) is not None:
                return msgspec.json.decode(data, type=str)
    return seeds.get(0)


class _Origin(Struct, frozen=True):
    """The origin of a fork, as its opening events name it. Reading it needs no game rules."""

    stream: str
    version: int
    head: str


def _compare(reader: LogReader[Any] | None, opening: Sequence[AuditLine], parent: Parent, seed: str | None) -> str:
    last = opening[-1]
    origin = msgspec.convert(last.record.events[-1], _Origin)
    if not parent.lines:
        return _hold_receipt(origin, parent.receipt)
    before = _parent_at(origin, parent.lines)
    if reader is None:
        raise _Closed("the head is that of the log; the rules of the game, which the state follows from, are not here")
    event = reader.commit(last.public, last.opened).events[-1]
    assert isinstance(event, Forked)  # noqa: S101 by its name, which the caller has looked at
    if event.state.value is UNSET or (event.dealt and seed is None):
        raise _Closed("the state that the fork begins with is closed to this reader")
    if any(lacks_part(entry.record.events, entry.opened) for entry in before):
        raise _Closed("parts of the parent's log are closed to this reader")
    seat = None if event.seat is UNSET else event.seat
    players = parent.players_for(last.record.stream)
    commits = [reader.commit(entry.public, entry.opened) for entry in before]
    followed = follow(reader.game, commits, stream=event.stream, players=players if event.dealt else None, seat=seat)
    dealt = Dealt(seat=seat, seed=seed) if event.dealt and seed else None
    begins = beginning_of(reader.game, players, followed, at=last.record.intent.at, dealt=dealt)
    if begins != beginning_in(event):
        raise _Unlike(f"the state is not that of {event.stream} at version {event.version}")
    return f"the state is that of {event.stream} at version {event.version}{', dealt again' if dealt else ''}"


def _hold_receipt(event: _Origin, receipt: Receipt | None) -> str:
    """Compare the head that a fork names with a receipt of the fork's parent.

    A receipt contains no state, so even with equal heads the comparison stays incomplete (`_Closed`).

    Raises: _Closed, _Unlike
    """
    named = (receipt.stream, receipt.version) if receipt is not None else None
    if receipt is None or named != (event.stream, event.version):
        raise _Closed(f"this needs the log of {event.stream} up to version {event.version}")
    if receipt.head != event.head:
        raise _Unlike(f"the fork names another head of {event.stream} than the receipt")
    raise _Closed("the head is that of the receipt; the state was not compared")


def _parent_at(event: _Origin, lines: Sequence[bytes]) -> list[AuditLine]:
    """Return the commits of the parent up to the version of the fork. Raises: _Unlike, _Closed."""
    findings = Findings()
    entries = read_chain(lines, findings)
    if entries and entries[0].record.stream != event.stream:
        raise _Closed(f"this needs the log of {event.stream}, and got that of {entries[0].record.stream}")
    before = [entry for entry in entries if entry.record.version <= event.version]
    if not before or before[-1].record.version != event.version or before[-1].goes_on:
        raise _Unlike(
            f"the log of {event.stream} has no version {event.version}: {findings.first and findings.first.why}"
        )
    if before[-1].head.hex() != event.head:
        raise _Unlike(f"the log of {event.stream} has another head at version {event.version}")
    return before
