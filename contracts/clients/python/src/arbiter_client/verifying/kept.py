"""Kept draws: draws of commits that were taken back. The next draw of the same form must repeat a kept draw.

See contracts/log-format.md, 2.4.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from .canonical import check, is_whole
from .chain import Record

Likeness = tuple[bytes, str, str, int, int]


def likeness(lane: bytes, draw: Mapping[str, Any]) -> Likeness:
    """Return the properties that a later draw must share with this draw in order to repeat it."""
    number = len(draw["faces"] if draw["draw"] == "dice" else draw["order"])
    return lane, draw["draw"], draw["purpose"], draw.get("sides", 0), number


@dataclass(eq=False)
class Origin:
    """A draw as it was first made: the version before its commit, the epoch at that version, and the draw's form."""

    version: int
    epoch: Any
    draw: Mapping[str, Any]
    like: Likeness

    @property
    def place(self) -> tuple[int, int]:
        """Return the place of the draw in its lane. A lane has all draws for one audience."""
        return self.version, self.draw["k"]


@dataclass(eq=False)
class _State:
    """The state after a commit: the state before it, the number of states before it, and the draws that it used."""

    before: _State | None = None
    depth: int = 0
    used: list[Origin] = field(default_factory=list)


class KeptDraws:
    """The kept draws of a log.

    `kept` lists draws that were made, but that are not used by any commit on the way to the current state.
    """

    def __init__(self) -> None:
        """Set up the state before the first commit."""
        self.kept = list[Origin]()
        self.closed = set[bytes]()
        """The lanes with a draw that this reader cannot see. Later draws in these lanes cannot be checked."""
        self._now = _State()
        self._states = dict[int, _State]()

    def follow(self, record: Record, used: list[Origin], left: list[Origin]) -> None:
        """Update the state after a commit that used some draws, so that others are left.

        If the commit takes something back, return to the earlier state.

        Refuses: Fault
        """
        events, before = record["events"], self._now
        if events[-1]["type"] == "TakenBack":
            to = events[-1].get("to")
            found = self._states.get(to) if is_whole(to) else None
            check(found is not None, "the commit goes back to a version at which no commit ends")
            before = found or before
        if events[0]["type"] == "DrawsVoided":
            used, left = [], self.kept
        self.kept = left if before is self._now else _after_going_back(left, self._now, before)
        self._now = self._states[record["version"]] = _State(before, before.depth + 1, used)


def _after_going_back(kept: Sequence[Origin], now: _State | None, then: _State | None) -> list[Origin]:
    found = {id(one): one for one in kept}
    again = list[Origin]()
    while now is not None and then is not None and now is not then:
        if now.depth >= then.depth:
            found.update((id(one), one) for one in now.used)
            now = now.before
        else:
            again += then.used
            then = then.before
    for one in again:
        found.pop(id(one), None)
    return sorted(found.values(), key=lambda one: one.place)


class CommitDraws:
    """A check of one commit's draws against the draws that were kept before it."""

    def __init__(self, whole: KeptDraws, version: int, epoch: Any) -> None:
        """Set up the check with the version before the commit, and its epoch."""
        self._whole, self._version, self._epoch = whole, version, epoch
        self._left, self._used = list(whole.kept), list[Origin]()

    def close(self, lane: bytes) -> None:
        """Record that this reader cannot see a draw in this lane."""
        self._whole.closed.add(lane)

    def hold(self, lane: bytes, draw: Record) -> Origin | None:
        """Return the original of a draw: the draw itself, or the kept draw that it repeats.

        Return None if the lane is closed, because it has a draw that this reader cannot see.

        Refuses: Fault
        """
        if lane in self._whole.closed:
            return None
        like = likeness(lane, draw)
        first = next((one for one in self._left if one.like == like), None)
        named = f"draw {draw['k']} for {draw['purpose']}"
        origin = Origin(self._version, self._epoch, draw, like)
        if draw["source"] != "kept":
            check(first is None, f"{named} passes over a like one that was kept")
        else:
            of = draw["of"]
            is_first = first is not None and first.place == (of["version"], of["k"])
            check(is_first, f"{named} is not the first like one that was kept")
            origin = first or origin
            values = "faces" if draw["draw"] == "dice" else "order"
            check(origin.draw[values] == draw[values], f"{named} does not show what was kept")
            check(not lane or origin.epoch is self._epoch, f"{named} comes again after its seed was revealed")
            self._left.remove(origin)
        self._used.append(origin)
        return origin

    def end(self, record: Record) -> None:
        """Update the state after the last draw of this commit.

        Refuses: Fault
        """
        self._whole.follow(record, self._used, self._left)
