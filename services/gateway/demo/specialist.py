"""The demo's exchanges in the two Specialist games over HTTP: an attack in each, with its odds and an audit."""

from __future__ import annotations

from typing import Any, Final

from rich.console import Console

from arbiter_client import Arbiter
from arbiter_client.calls import Form, post
from arbiter_client.types import rpg_specialist_pool as pool
from arbiter_client.types import rpg_specialist_total as total
from services.gateway.demo.player import Player, closed_and_proven, players_of

SEATS: Final[list[dict[str, Any]]] = [{"seat": "gm", "role": "gm"}, {"seat": "ann"}, {"seat": "bob"}]
POOL, TOTAL = "/rpg_specialist_pool/v1", "/rpg_specialist_total/v1"
BLOW: Final = {"tier": "basic", "ap": 2, "stats": ["Might"], "kind": "martial"}
SHEET: Final = {
    "speed_rating": 3, "vitality": 30, "fatigue": 20, "endurance": 30, "stamina": 40, "armor": "light",
    "evasion_training": 2, "block": 2, "weapon_training": [{"weapon": "small melee weapon", "dice": 1}],
}  # fmt: skip
ANSWERS: Final = {"defence": ("bob", "Evade"), "block": ("bob", "Block"), "damage": ("ann", "RollDamage"),
                  "mitigation": ("bob", "RollMitigation"), "turning_back": ("bob", "TurnBack")}  # fmt: skip


def exchanges(console: Console, app: Arbiter) -> bool:
    """Play an exchange in each of the two games. Return whether both audits pass."""
    console.print("\none exchange in each edition of the Specialist game")
    return _of_pools(console, app) & _of_totals(console, app)


def _of_pools(console: Console, app: Arbiter) -> bool:
    """Play an opposed roll of five dice against four. Return whether its audit passes."""
    opened = app.rpg_specialist_pool.open(pool.OpenCampaign(seats=[pool.SeatAsk(**seat) for seat in SEATS]))
    _, ann, bob = players_of(app, "rpg_specialist_pool", opened).values()
    for player, name in ((ann, "Ash"), (bob, "Birch")):
        sheet = {"name": name, "speed": 10, "stats": {"Might": 3}, "equipment": {"mail": 1}}
        player.send("CreateSpecialist", sheet=sheet)
    one, other = [found["id"] for found in ann.game()["characters"]]
    _print_odds(console, app, POOL, {"what": {"dice": 5, "tier": "basic"}, "against": {"dice": 4}}, "hit", "glancing")
    contest = ann.send("Oppose", character=one, target=other, context="combat", action=BLOW)["events"][0]["contest"]
    defence = {"stats": ["Might"], "equipment": ["mail"], "kind": "defence"}
    _send(console, bob, "Answer", contest=contest, action=defence)
    return closed_and_proven(console, app, "rpg_specialist_pool", opened.id)


def _of_totals(console: Console, app: Arbiter) -> bool:
    """Play an attack step by step. Return whether its audit passes."""
    seats = [total.SeatAsk(**seat) for seat in SEATS]
    opened = app.rpg_specialist_total.open(total.OpenCampaign(seats=seats, catalogue="house"))
    players = players_of(app, "rpg_specialist_total", opened)
    _, ann, bob = players.values()
    weapon = {"kind": "weapon", "name": "small melee weapon", "ready": True}
    for player, name in ((ann, "Ash"), (bob, "Birch")):
        player.send("CreateCombatant", sheet=SHEET | {"name": name}, items=[weapon])
    one, other = (found["id"] for found in ann.game()["characters"])
    (item,) = ann.game()["characters"][0]["items"]
    dice = {"to_hit": {"dice": 5}, "evasion": {"dice": 2}, "block": {"dice": 2}, "damage": {"dice": 2}}
    _print_odds(console, app, TOTAL, dice | {"mitigation": {"dice": 1}}, "hit")
    _send(console, ann, "Attack", attacker=one, target=other, weapon=item["id"], ap=2)
    while step := (ann.game().get("exchange") or {}).get("step"):
        seat, command = ANSWERS[step]
        _send(console, players[seat], command, **({"choice": "return"} if command == "TurnBack" else {}))
    return closed_and_proven(console, app, "rpg_specialist_total", opened.id)


def _print_odds(console: Console, app: Arbiter, path: str, body: Form, *names: str) -> None:
    odds: Form = app.run(post(f"{path}/odds", body, Form))
    chances = odds.get("outcomes") or odds
    said = ", ".join(f"{name} {chances[name]['about']:.1%}" for name in names)
    console.print(
        f"  exact odds: {said}; damage of {odds['damage']['mean']['about']:.1f} on average",
        highlight=False,
    )


def _send(console: Console, player: Player, type: str, **fields: Any) -> None:  # noqa: A002, ANN401 as it is in JSON
    """Send a command, and print its events."""
    said = (f"{event['type']}{_result(event)}" for event in player.send(type, **fields)["events"])
    console.print(f"  {player.seat}: {type} -> {', '.join(said)}", highlight=False, soft_wrap=True)


def _result(event: dict[str, Any]) -> str:
    """Return a short text with the words and numbers that an event reports as its result."""
    rolls = (event.get(name) for name in ("roll", "to_hit", "rolled"))
    rolled = next((roll for roll in rolls if isinstance(roll, dict)), {})
    found = [
        event.get("outcome"),
        event.get("damage"),
        event.get("amount"),
        rolled.get("successes"),
        rolled.get("total"),
    ]
    return next((f" ({one})" for one in found if isinstance(one, (str, int))), "")
