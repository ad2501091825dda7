"""The demo's exchanges of the Specialist games over HTTP: a blow in each edition, its odds before, its audit after."""

from __future__ import annotations

from typing import Any, Final

import httpx
from rich.console import Console

from .demo_fight import Player

SEATS: Final = [{"seat": "gm", "role": "gm"}, {"seat": "ann"}, {"seat": "bob"}]
POOL, TOTAL = "/rpg_specialist_pool/v1", "/rpg_specialist_total/v1"
BLOW: Final = {"tier": "basic", "ap": 2, "stats": ["Might"], "kind": "martial"}
SHEET: Final = {
    "speed_rating": 3, "vitality": 30, "fatigue": 20, "endurance": 30, "stamina": 40, "armor": "light",
    "evasion_training": 2, "block": 2, "weapon_training": [{"weapon": "small melee weapon", "dice": 1}],
}  # fmt: skip
ANSWERS: Final = {"defence": ("bob", "Evade"), "block": ("bob", "Block"), "damage": ("ann", "RollDamage"),
                  "mitigation": ("bob", "RollMitigation"), "turning_back": ("bob", "TurnBack")}  # fmt: skip


def exchanges(console: Console, address: str, app: httpx.Client) -> bool:
    """Play an exchange in each edition; return whether both are proven."""
    console.print("\none exchange in each edition of the game for Specialists")
    return _of_pools(console, address, app) & _of_totals(console, address, app)


def _of_pools(console: Console, address: str, app: httpx.Client) -> bool:
    """Five dice against four: declared by both, and rolled at once."""
    campaign, ann, bob = _opened(address, app, f"{POOL}/campaigns", {})
    for player, name in ((ann, "Ash"), (bob, "Birch")):
        sheet = {"name": name, "speed": 10, "stats": {"Might": 3}, "equipment": {"mail": 1}}
        player.send({"command": {"type": "CreateSpecialist", "sheet": sheet}})
    one, other = [found["id"] for found in ann.get()["game"]["characters"]]
    _tell_odds(console, app, POOL, {"what": {"dice": 5, "tier": "basic"}, "against": {"dice": 4}}, "hit", "glancing")
    blow = {"type": "Oppose", "character": one, "target": other, "context": "combat", "action": BLOW}
    contest = ann.send({"command": blow})["events"][0]["contest"]
    defence = {"stats": ["Might"], "equipment": ["mail"], "kind": "defence"}
    done = bob.send({"command": {"type": "Answer", "contest": contest, "action": defence}})
    _tell(console, "bob", "Answer", done)
    return _proven(console, app, campaign)


def _of_totals(console: Console, address: str, app: httpx.Client) -> bool:
    """Step by step, as far as the attack comes."""
    campaign, ann, bob = _opened(address, app, f"{TOTAL}/campaigns", {"catalogue": "house"})
    weapon = {"kind": "weapon", "name": "small melee weapon", "ready": True}
    for player, name in ((ann, "Ash"), (bob, "Birch")):
        player.send({"command": {"type": "CreateCombatant", "sheet": SHEET | {"name": name}, "items": [weapon]}})
    one, other = (found["id"] for found in ann.get()["game"]["characters"])
    (item,) = ann.get()["game"]["characters"][0]["items"]
    dice = {"to_hit": {"dice": 5}, "evasion": {"dice": 2}, "block": {"dice": 2}, "damage": {"dice": 2}}
    _tell_odds(console, app, TOTAL, dice | {"mitigation": {"dice": 1}}, "hit")
    attack = {"type": "Attack", "attacker": one, "target": other, "weapon": item["id"], "ap": 2}
    _tell(console, "ann", "Attack", ann.send({"command": attack}))
    while step := (ann.get()["game"].get("exchange") or {}).get("step"):
        seat, command = ANSWERS[step]
        body: dict[str, Any] = {"type": command} | ({"choice": "return"} if command == "TurnBack" else {})
        _tell(console, seat, command, (ann if seat == "ann" else bob).send({"command": body}))
    return _proven(console, app, campaign)


def _opened(address: str, app: httpx.Client, path: str, more: dict[str, Any]) -> tuple[str, Player, Player]:
    """Open a campaign for two players."""
    opened = app.post(path, json={"type": "OpenCampaign", "seats": SEATS, **more}).raise_for_status().json()
    tokens = {seat["seat"]: seat["token"] for seat in opened["seats"]}
    campaign = f"{path}/{opened['id']}"
    ann, bob = (Player(address, campaign, name, tokens[name]) for name in ("ann", "bob"))
    return campaign, ann, bob


def _tell_odds(console: Console, app: httpx.Client, path: str, body: dict[str, Any], *names: str) -> None:
    odds = app.post(f"{path}/odds", json=body).raise_for_status().json()
    chances = odds.get("outcomes") or odds
    said = ", ".join(f"{name} {chances[name]['about']:.1%}" for name in names)
    console.print(
        f"  odds, worked out exactly: {said}; damage of {odds['damage']['mean']['about']:.1f} on average",
        highlight=False,
    )


def _tell(console: Console, seat: str, command: str, done: dict[str, Any]) -> None:
    said = (f"{event['type']}{_result(event)}" for event in done["events"])
    console.print(f"  {seat}: {command} -> {', '.join(said)}", highlight=False, soft_wrap=True)


def _result(event: dict[str, Any]) -> str:
    """Return what came of it, where the event says so in a word or a number."""
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


def _proven(console: Console, app: httpx.Client, campaign: str) -> bool:
    """Close a campaign, and have it audited."""
    app.post(
        f"{campaign}/commands", json={"command": {"type": "Close", "reason": "the demo is over"}}
    ).raise_for_status()
    report = app.get(f"{campaign}/audit").raise_for_status().json()
    console.print(f"  {report['stream']}: {report['says']}", highlight=False, soft_wrap=True)
    return bool(report["conclusion"] == "proven")
