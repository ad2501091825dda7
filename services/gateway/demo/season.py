"""The demo's season: players declare actions, the game master sees the odds, and the clock resolves the actions."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from rich.console import Console

from arbiter_client.services.bones import Campaign
from arbiter_client.types.bones import PreviewBody
from services.gateway.demo.player import Player, event_of

TERMS: Final = {"skill": "Scholar", "difficulty": "Difficult"}


def season(console: Console, campaign: Campaign, gm: Player, players: dict[str, Player]) -> bool:
    """Play a season with these characters. Return whether the clock resolved each action exactly once.

    Shape: players: each player, by the id of the player's character
    """
    _send(console, gm, "OpenSeason", name="spring")
    (author, writer), (other, healer) = players.items()
    book = _declare(console, writer, author, gains=["asset", "renown"], aim="write a book", skill="Scholar")
    _send(console, gm, "SetActionTerms", action=book, terms=TERMS)
    lecture = _declare(console, writer, author, gains=["income"], aim="lecture on it", skill="Scholar")
    cures = _declare(console, healer, other, gains=["income"], aim="heal the sick", skill="Healer")
    _odds(console, campaign, [book, lecture, cures])
    version = _send(console, gm, "CloseSeason", results="all")["version"]
    resolved = [_print_result(console, event) for event in _until_it_ends(gm, version)]
    return [book, cures, lecture] == [one for one in resolved if one]


def _declare(console: Console, player: Player, who: str, **action: Any) -> str:  # noqa: ANN401 JSON
    """Declare a strategic action for a player, and return the action's id."""
    done = _send(console, player, "DeclareAction", creature=who, **action)
    found: str = event_of(done, "ActionDeclared")["action"]["id"]
    return found


def _odds(console: Console, campaign: Campaign, actions: list[str]) -> None:
    """Show the game master the exact odds of the actions before the season closes."""
    for one in campaign.action_odds(PreviewBody(actions=actions)).actions:
        chance = f"success {one.success.about:.1%}" if one.success else "nothing"
        says = f"{one.coins.mean.about:.0f} coins" if one.coins else chance
        console.print(f"  {one.action} promises: {says}", highlight=False)


def _until_it_ends(gm: Player, version: int) -> Iterator[dict[str, Any]]:
    """Yield the campaign's live events while the clock resolves the actions, until the season is over."""
    for envelope in gm.stream.follow(after=version):
        event = envelope["data"]
        yield event
        if event["type"] == "SeasonEnded":
            return


def _print_result(console: Console, event: dict[str, Any]) -> str | None:
    """Print the result of an action, and return the action's id. For any other event, return None."""
    if event["type"] != "ActionResolved":
        return None
    outcome = event["resolution"]["outcome"]
    won = f"{outcome.get('coins', 0)} coins" if "coins" in outcome else ", ".join(outcome.get("gains", ())) or "nothing"
    console.print(f"  the clock: {event['action']} comes to {outcome.get('successes', 0)} successes: {won}")
    found: str = event["action"]
    return found


def _send(console: Console, player: Player, type: str, **fields: Any) -> Any:  # noqa: A002, ANN401 as it is in JSON
    """Send a command, and print its events."""
    done = player.send(type, **fields)
    events = ", ".join(event["type"] for event in done["events"])
    console.print(f"  {player.seat}: {type} -> {events}", highlight=False, soft_wrap=True)
    return done
