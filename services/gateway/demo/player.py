"""The players of the demo. They send plain JSON with their own tokens, and remember every response."""

from __future__ import annotations

from typing import Any

from rich.console import Console

from arbiter_client import Arbiter
from arbiter_client.calls import Form
from arbiter_client.session import Opened


class Player:
    """A player or game master of the demo, with the token of one seat and every response it received."""

    def __init__(self, app: Arbiter, service: str, opened: Opened, seat: str) -> None:
        """Play one seat of a newly opened stream, with the seat's token."""
        token = next(one.token for one in opened.seats if one.seat == seat)
        self.seat, self.heard = seat, list[Form]()
        self.stream = app.stream(service, opened.id, token=token)

    def game(self) -> Any:  # noqa: ANN401 JSON
        """Return the game's view for this seat."""
        return self._keep(self.stream.view())["game"]

    def undo(self) -> Any:  # noqa: ANN401 JSON
        """Return the undos of the stream as this seat sees them."""
        return self._keep(self.stream.view())["undo"]

    def legal_forms(self, command: str | None = None) -> list[Form]:
        """List the seat's legal commands, or only those of one type."""
        found: list[Form] = self._keep(self.stream.legal(command=command))["legal"]["allowed"]
        return found

    def moves(self) -> list[Form]:
        """List the seat's legal moves, and its legal answers to open questions."""
        found: list[Form] = self._keep(self.stream.moves())["legal"]["allowed"]
        return found

    def events(self, *, after: int = 0) -> list[Form]:
        """Read at most a thousand events after a version."""
        items: list[Form] = self._keep({"items": self.stream.page(after=after, limit=1000).items})["items"]
        return items

    def send(self, type: str, **fields: Any) -> Form:  # noqa: A002, ANN401 as it is in JSON
        """Send a command with these fields."""
        return self._keep(self.stream.send({"type": type, **fields}))

    def _keep(self, answer: Form) -> Form:
        self.heard.append(answer)
        return answer


def players_of(app: Arbiter, service: str, opened: Opened) -> dict[str, Player]:
    """Return a player for each seat of a newly opened stream, by seat."""
    return {one.seat: Player(app, service, opened, one.seat) for one in opened.seats}


def event_of(done: Form, kind: str) -> Any:  # noqa: ANN401 JSON
    """Return the first event of a type in a response."""
    return next(event for event in done["events"] if event["type"] == kind)


def closed_and_proven(console: Console, app: Arbiter, service: str, name: str) -> bool:
    """Close a stream and audit it. Return whether the audit passes."""
    stream = app.stream(service, name)
    stream.send({"type": "Close", "reason": "the demo is over"})
    report = stream.audit()
    console.print(f"  {report.stream}: {report.says}", highlight=False, soft_wrap=True)
    return report.conclusion == "proven"
