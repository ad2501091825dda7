"""Check the draws that reuse undone draws: after an undo, the next draw of the same kind must repeat the undone draw.

The audit follows every `TakenBack` event by itself, without the game's rules. It compares each draw with the undone
draws that are still unused ("kept") at that commit.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from msgspec import UNSET, Struct

from shared.kernel.audit.lines import AuditLine
from shared.kernel.chance import DiceDraw, Draw, RecordedDraw
from shared.kernel.messages import Audience
from shared.kernel.replay import placeholder
from shared.kernel.stream import DrawsVoided, TakenBack

VOIDED: Final = DrawsVoided.__name__
TAKEN_BACK: Final = TakenBack.__name__


class NotAsKept(ValueError):
    """Raised when a draw did not reuse the undone draw that it should have reused."""


class Origin(Struct, frozen=True, eq=False):
    """The first occurrence of a draw: its position in the log, its epoch, and the audience that sees it."""

    version: int
    audience: Audience | None
    draw: Draw
    epoch: Any

    @property
    def like(self) -> tuple[Audience | None, str, str, int, int]:
        """Return the properties that a later draw must share to reuse this one."""
        return likeness(self.audience, self.draw)

    @property
    def place(self) -> tuple[int, int]:
        """Return the version before the draw's commit, and the draw's index among those for its audience."""
        return self.version, self.draw.k


def likeness(audience: Audience | None, draw: Draw) -> tuple[Audience | None, str, str, int, int]:
    """Return the audience, the kind ("dice" or "shuffle"), the purpose, the sides and the count of a draw."""
    if isinstance(draw, DiceDraw):
        return audience, "dice", draw.purpose, draw.sides, len(draw.faces)
    return audience, "shuffle", draw.purpose, 0, len(draw.order)


def values(draw: Draw) -> tuple[int, ...]:
    """Return the faces of a dice draw, or the order of a shuffle."""
    return draw.faces if isinstance(draw, DiceDraw) else draw.order


class _Node(Struct, eq=False):
    """A commit on the path to a state: its predecessor, the length of the path, and the draws that the commit used."""

    before: _Node | None
    depth: int
    used: list[Origin]


class KeptDraws:
    """Follows the draws of a log commit by commit, and stores the undone draws that are still unused."""

    def __init__(self) -> None:
        """Start at the state before the first commit."""
        self._now = _Node(None, 0, [])
        self._nodes: Final[dict[int, _Node]] = {}
        self._kept: list[Origin] = []
        self._closed: Final[set[Audience | None]] = set()
        """Lanes with a secret part that this reader cannot open; the later draws of these lanes cannot be checked."""

    def follow(self, entry: AuditLine) -> _Commit:
        """Return the check for the draws of the next commit. The caller must call its `end` after the last draw."""
        for form in entry.record.draws:
            if (place := placeholder(form)) is not None and entry.opened[place[1]] is None:
                self._closed.add(place[0])
        return _Commit(self, entry, list(self._kept))

    def is_closed(self, audience: Audience | None) -> bool:
        """Whether this reader cannot check the draws of a lane (the draws for one audience)."""
        return audience in self._closed

    def go_on(self, entry: AuditLine, used: list[Origin], kept: list[Origin]) -> None:
        """Record the draws that a commit used, and the undone draws that remain.

        If the commit is an undo, continue from the version to which it returns.
        """
        last = entry.record.events[-1]
        before = self._now if last["type"] != TAKEN_BACK else self._nodes.get(_version(last))
        if before is None:
            raise NotAsKept("the commit goes back to a version at which no commit ends")
        if entry.record.events[0]["type"] == VOIDED:
            used, kept = [], self._kept
        self._kept = kept
        if before is not self._now:
            self._go_back(before)
        self._now = self._nodes[entry.record.version] = _Node(before, before.depth + 1, used)

    def _go_back(self, to: _Node) -> None:
        gone, again = _branches(self._now, to)
        kept = {id(origin): origin for origin in (*self._kept, *gone)}
        for origin in again:
            kept.pop(id(origin), None)
        self._kept = sorted(kept.values(), key=lambda origin: origin.place)


def _version(event: Mapping[str, Any]) -> int:
    to = event.get("to")
    return to if type(to) is int else 0


def _branches(now: _Node | None, then: _Node | None) -> tuple[list[Origin], list[Origin]]:
    """Return the draws used only on the path to `now`, and those used only on the path to `then`."""
    gone: list[Origin] = []
    again: list[Origin] = []
    while now is not None and then is not None and now is not then:
        if now.depth >= then.depth:
            gone += now.used
            now = now.before
        else:
            again += then.used
            then = then.before
    return gone, again


class _Commit:
    """The check of one commit's draws against the undone draws that may be reused."""

    def __init__(self, whole: KeptDraws, entry: AuditLine, kept: list[Origin]) -> None:
        self._whole, self._entry, self._kept = whole, entry, kept
        self._used: list[Origin] = []

    def hold(self, taken: RecordedDraw, epoch: Any) -> Origin | None:  # noqa: ANN401 compared by identity
        """Check a draw, and return its first occurrence, or None if this reader cannot open the draws for its audience.

        Refuses: NotAsKept
        """
        audience, draw = taken
        if self._whole.is_closed(audience):
            return None
        like = likeness(audience, draw)
        first = next((origin for origin in self._kept if origin.like == like), None)
        if draw.source == "kept":
            found = self._again(draw, first)
            if audience is not None and found.epoch is not epoch:
                raise NotAsKept(f"the hidden draw {draw.k} comes again after its seed was revealed")
            self._kept.remove(found)
        elif first is not None:
            raise NotAsKept(f"draw {draw.k} for {draw.purpose!r} passes over a like one that was kept")
        else:
            found = Origin(self._entry.before, audience, draw, epoch)
        self._used.append(found)
        return found

    def _again(self, draw: Draw, first: Origin | None) -> Origin:
        named = None if draw.of is UNSET else (draw.of.version, draw.of.k)
        if first is None or first.place != named:
            raise NotAsKept(f"draw {draw.k} for {draw.purpose!r} is not the first like one that was kept")
        if values(first.draw) != values(draw):
            raise NotAsKept(f"draw {draw.k} for {draw.purpose!r} does not show what was kept")
        return first

    def end(self) -> None:
        """Finish the check of the commit. Refuses: NotAsKept."""
        self._whole.go_on(self._entry, self._used, self._kept)
