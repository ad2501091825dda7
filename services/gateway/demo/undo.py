"""The demo's undo by consent over HTTP: a player drops the wrong item and asks for an undo, and the others agree."""

from __future__ import annotations

from typing import Any, Final

from rich.console import Console

from arbiter_client import Arbiter
from arbiter_client.types.rpg_boundless import OpenCampaign, SeatAsk
from services.gateway.demo.player import Player, closed_and_proven, players_of

SEATS: Final = [SeatAsk(seat="gm", role="gm"), SeatAsk(seat="ann"), SeatAsk(seat="bob")]
KIT: Final = [{"name": "sword", "weapon": {"damage": 2}}, {"name": "rope"}, {"name": "lamp"}]


def take_back(console: Console, app: Arbiter) -> bool:
    """Undo a decision by consent. Return whether the state is as before, no event is lost and the audit passes."""
    opened = app.rpg_boundless.open(OpenCampaign(seats=SEATS, undo="by consent"))
    gm, ann, bob = players_of(app, "rpg_boundless", opened).values()
    console.print(f"\nan undo by consent: {opened.stream}")
    scores = {"strength": 2, "dexterity": 1, "willpower": 1}
    ann.send("CreateCharacter", name="Ash", points=scores, items=KIT, keepsake="coin")
    before, (hero,) = _items(ann), ann.game()["characters"]
    item = next(name for name, one in hero["items"].items() if one["sheet"]["name"] == "lamp")
    dropped = ann.send("DropItem", character=hero["id"], item=item)["version"]
    console.print(f"  ann drops the wrong item at version {dropped}; she has {', '.join(_items(ann))}")
    nearest = ann.undo()["back"][0]
    console.print(
        f"  her view says beforehand: an undo to version {nearest['to']} asks {' and '.join(nearest['asks'])}"
    )
    ann.send("ProposeUndo", to=nearest["to"])
    for player in (gm, bob):
        done = player.send("AgreeToUndo", proposal=player.undo()["proposal"]["proposal"])
        console.print(f"  {player.seat} agrees: {', '.join(event['type'] for event in done['events'])}")
    console.print(f"  ann has {', '.join(_items(ann))}; version {dropped} can still be read", highlight=False)
    then = ann.stream.view(at=dropped)["game"]["characters"][0]["items"]
    same = before == _items(ann) and item not in then
    return closed_and_proven(console, app, "rpg_boundless", opened.id) and same


def _items(player: Player) -> list[Any]:
    """Return the names of the items that the first character carries."""
    return [one["sheet"]["name"] for one in player.game()["characters"][0]["items"].values()]
