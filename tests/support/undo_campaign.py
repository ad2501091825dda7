"""A campaign of Boundless over HTTP in which ann takes items and undoes that."""

from __future__ import annotations

from typing import Any, Final

import httpx

from services.gateway.processes.running import Running
from tests.support.http import Table

SEATS: Final = ({"seat": "gm", "role": "gm"}, {"seat": "ann"}, {"seat": "bob"}, {"seat": "eve", "role": "spectator"})
MADE: Final = {
    "type": "CreateCharacter",
    "name": "Ash",
    "points": {"strength": 2, "dexterity": 1, "willpower": 1},
    "items": [{"name": "sword", "weapon": {"damage": 3}}, {"name": "rope"}, {"name": "lamp"}],
    "keepsake": "coin",
}


def campaign(server: Running, app: httpx.Client, **settings: Any) -> Table:  # noqa: ANN401 fields of the opening
    """Open a campaign with a character of ann's."""
    opened = app.post("/rpg_boundless/v1/campaigns", json={"type": "OpenCampaign", "seats": SEATS, **settings})
    assert opened.status_code == 201, opened.text
    found = Table(server=server, app=app, path=opened.headers["Location"], opened=opened.json())
    found.done(MADE, seat="ann")
    return found


def view(table: Table, seat: str) -> dict[str, Any]:
    """Return the stream as a seat sees it."""
    seen: dict[str, Any] = table.get(seat=seat).json()
    return seen


def take(table: Table, thing: str) -> dict[str, Any]:
    """Send ann's command to take an item; return the view after it."""
    hero = view(table, "ann")["game"]["characters"][0]["id"]
    table.done({"type": "TakeItem", "character": hero, "item": {"name": thing}}, seat="ann")
    return view(table, "ann")
