"""Campaigns of Boundless in which a character's Strength changes.

These campaigns change if the rules for HP change.
"""

from __future__ import annotations

from typing import Final

import httpx

from services.gateway.processes.running import Running
from tests.support.http import Table

CAMPAIGNS: Final = "/rpg_boundless/v1/campaigns"
SEATS: Final = [{"seat": "gm", "role": "gm"}, {"seat": "ann"}]
KIT: Final = [{"name": "sword", "weapon": {"damage": 3}}, {"name": "rope"}, {"name": "lamp"}]
MADE: Final = {
    "type": "CreateCharacter", "name": "Ash", "points": {"strength": 2, "dexterity": 1, "willpower": 1}, "items": KIT,
    "keepsake": "coin",
}  # fmt: skip


def campaign(server: Running, app: httpx.Client, changes: int, *, over: bool = False) -> Table:
    """Play a campaign in which the Strength of ann's character changes this number of times."""
    answer = app.post(CAMPAIGNS, json={"type": "OpenCampaign", "seats": SEATS})
    assert answer.status_code == 201, answer.text
    played = Table(server=server, app=app, path=answer.headers["Location"], opened=answer.json())
    played.done(MADE, seat="ann")
    for number in range(changes):
        strengthen(played, 3 + number % 2)
    if over:
        played.done({"type": "Close"}, headers={"Arbiter-Seat": "gm"})
    return played


def strengthen(played: Table, score: int) -> None:
    """Change the character's Strength, as the game master."""
    body = {"type": "AdjustAttribute", "character": "character-1", "attribute": "strength", "score": score}
    played.done(body | {"reason": "a potion"}, headers={"Arbiter-Seat": "gm"})
