"""The draws that a log keeps: those that were taken back, and have not come again on the way to the present state.

The audit follows every `TakenBack` for itself, without the rules: it holds each draw to what was kept before it.
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
    """Raised when a draw does not follow from the draws that were kept before it. The message says how."""


class Origin(Struct, frozen=True, eq=False):
    """A draw when it was made: its place in the log, its epoch, and whether it came from a real table."""

    version: int
    audience: Audience | None
    draw: Draw
    epoch: Any

    @property
    def like(self) -> tuple[Audience | None, str, str, int, int]:
        """Return what a draw has in common with those that may take its place."""
        return likeness(self.audience, self.draw)

    @property
    def place(self) -> tuple[int, int]:
        """Return its place in its lane of the log."""
        return self.version, self.draw.k


def likeness(audience: Audience | None, draw: Draw) -> tuple[Audience | None, str, str, int, int]:
    """Return the audience, the kind, the purpose, the sides and the number of a draw."""
    if isinstance(draw, DiceDraw):
        return audience, "dice", draw.purpose, draw.sides, len(draw.faces)
    return audience, "shuffle", draw.purpose, 0, len(draw.order)


def values(draw: Draw) -> tuple[int, ...]:
    """Return the faces of a dice draw, or the order of a shuffle."""
    return draw.faces if isinstance(draw, DiceDraw) else draw.order


class _Node(Struct, eq=False):
    """A commit on the way to a state: the one before it on that way, how many there are, and the draws it used."""

    before: _Node | None
    depth: int
    used: list[Origin]


class KeptDraws:
    """Follows the draws of a log, commit by commit."""

    def __init__(self) -> None:
        """Start before the first commit."""
        self._now = _Node(None, 0, [])
        self._nodes: Final[dict[int, _Node]] = {}
        self._kept: list[Origin] = []
        self._closed: Final[set[Audience | None]] = set()
        """Lanes of which a part is closed to this reader, so that nothing can be said of them any more."""

    def follow(self, entry: AuditLine) -> _Commit:
        """Return what holds the draws of the next commit; its `end` has to be called after them."""
        for form in entry.record.draws:
            if (place := placeholder(form)) is not None and entry.opened[place[1]] is None:
                self._closed.add(place[0])
        return _Commit(self, entry, list(self._kept))

    def is_closed(self, audience: Audience | None) -> bool:
        """Whether nothing can be said of a lane."""
        return audience in self._closed

    def go_on(self, entry: AuditLine, used: list[Origin], kept: list[Origin]) -> None:
        """Note the draws that a commit used and those that it left, and go back if it took something back."""
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
    """Return the draws that only the way to the one node used, and those that only the way to the other used."""
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
    """Holds the draws of one commit to what is kept."""

    def __init__(self, whole: KeptDraws, entry: AuditLine, kept: list[Origin]) -> None:
        self._whole, self._entry, self._kept = whole, entry, kept
        self._used: list[Origin] = []

    def hold(self, taken: RecordedDraw, epoch: Any) -> Origin | None:  # noqa: ANN401 compared by identity
        """Return where a draw comes from; None if that cannot be said, as its lane is closed to this reader.

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
        """Note the commit. Refuses: NotAsKept."""
        self._whole.go_on(self._entry, self._used, self._kept)
