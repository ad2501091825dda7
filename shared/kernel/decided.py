"""Functions that read recorded commits: they group commits by decision, and restore commands and streams from them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, TypeVar

import msgspec
from msgspec.structs import replace

from shared.kernel.chance import DiceDraw, Draw, RecordedDraw
from shared.kernel.context import Intent
from shared.kernel.replay import LogReader, OpenedParts, StoredIntent, open_command
from shared.kernel.stream import SeedCommitted, StateDigested, Stream

S = TypeVar("S")
C = TypeVar("C")


def decisions_of(commits: Iterable[C], goes_on: Callable[[C], object]) -> Iterator[list[C]]:
    """Group commits by decision; `goes_on` returns whether the decision of a commit continues in the next commit.

    If the last decision is incomplete, it is left out.
    """
    decision: list[C] = []
    for commit in commits:
        decision.append(commit)
        if not goes_on(commit):
            yield decision
            decision = []


def intent_of(
    reader: LogReader[Any], stored: StoredIntent, opened: OpenedParts, taken: Sequence[RecordedDraw]
) -> Intent:  # fmt: skip
    """Return the intent of a commit.

    Faces from a real table are taken from the commit's draws, except draws that repeat an undone draw.

    Refuses: LookupError (this reader cannot open a field of the command), msgspec.ValidationError
    """
    command = reader.command_in(msgspec.json.encode(open_command(stored.command, opened)))
    entered = entered_faces(draw for _, draw in taken) if stored.faces else None
    return Intent(
        id=stored.id, seat=stored.seat, role=stored.role, at=stored.at, by=stored.by, command=command, faces=entered,
        correlation=stored.correlation, cause=stored.cause,
    )  # fmt: skip


def entered_faces(draws: Iterable[Draw]) -> tuple[int, ...]:
    """Return the faces from a real table in the draws of a commit, as they were entered."""
    return tuple(face for draw in draws if draw.source == "table" for face in _as_entered(draw))


def _as_entered(draw: Draw) -> tuple[int, ...]:
    """Return the faces of a draw as they were entered: positions in a shuffled order count from 1."""
    return draw.faces if isinstance(draw, DiceDraw) else tuple(place + 1 for place in draw.order)


def lacks_part(events: Sequence[Mapping[str, Any]], opened: OpenedParts) -> bool:
    """Whether a reader lacks a secret part of a commit with these events, and the state depends on that part."""
    return any(data is None and not _is_apart(events, number) for number, data in enumerate(opened))


def _is_apart(events: Iterable[Mapping[str, Any]], number: int) -> bool:
    """Whether the secret part with this index is the seed of an epoch or a digest. No state depends on these."""
    return number in digest_parts(events) or any(
        form["seed"].get("sealed") == number for form in events if form["type"] == SeedCommitted.__name__
    )


def digest_parts(events: Iterable[Mapping[str, Any]]) -> list[int]:
    """Return the indexes of a commit's secret parts that are digests of the state."""
    digested = (form["digest"] for form in events if form["type"] == StateDigested.__name__)
    return [form["sealed"] for form in digested if isinstance(form, dict) and type(form.get("sealed")) is int]


def before_opening(stream: Stream[S], opened: Mapping[str, Any]) -> Stream[S]:
    """Return a stream with the facts that its server knew before the opening.

    The stream's first event, `opened`, records them.
    """
    return replace(
        stream, tenant=opened.get("tenant", ""), simulated=opened.get("simulated", False),
        form=opened.get("form", 0), catalogue=opened.get("catalogue", ""), digests=opened.get("digests", 0),
    )  # fmt: skip
