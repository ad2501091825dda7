"""The demo's match between two computer players, in which no person sends a command."""

from __future__ import annotations

from collections import Counter
from typing import Any, Final

from rich.console import Console

from arbiter_client import Arbiter
from arbiter_client.types.tcg import OpenMatch, PlayerBody, SeatAsk

PLAYERS: Final = {"ann": "random", "bob": "greedy"}


def house(console: Console, app: Arbiter) -> str | None:
    """Play a match to its end with two computer players. Return the id of the match if its audit passes."""
    opened = app.tcg.open(OpenMatch(seats=[SeatAsk(seat=seat) for seat in PLAYERS]))
    match = app.tcg.match(opened.id)
    console.print(f"\na match that the house plays: {opened.stream}")
    for seat, player in PLAYERS.items():
        match.appoint_player(seat, PlayerBody(player=player))
        console.print(f"  {seat} is played by {player}")
    counts, last = _follow(app, opened.id)
    audit = match.audit()
    console.print(
        f"  {last['winner'] or 'nobody'} wins ({last['reason']}) after {counts['TurnStarted']} turns and "
        f"{counts['AttackDeclared']} attacks; audit: {audit.conclusion}", highlight=False,
    )  # fmt: skip
    return opened.id if audit.conclusion == "proven" else None


def _follow(app: Arbiter, id: str) -> tuple[Counter[str], dict[str, Any]]:  # noqa: A002 it is an id
    """Follow the live events of a match to its end. Return the number of events of each type, and the result."""
    counts, last = Counter[str](), dict[str, Any]()
    for envelope in app.stream("tcg", id).follow(after=0):
        event = envelope["data"]
        counts[event["type"]] += 1
        if event["type"] == "MatchFinished":
            last = event
        if event["type"] == "StreamClosed":
            break
    return counts, last
