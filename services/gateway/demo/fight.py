"""The demo's fight of Boundless over HTTP: each player and the game master choose from their legal commands.

The players and the game master use their own tokens. At the end, the demo checks that no response to a player contained
the enemy's HP, which only the game master may see.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from rich.console import Console

from arbiter_client import Arbiter
from arbiter_client.types.rpg_boundless import OpenCampaign, SeatAsk
from services.gateway.demo.player import Player, players_of

SEATS: Final = [SeatAsk(seat="gm", role="gm"), SeatAsk(seat="ann"), SeatAsk(seat="bob")]
GOBLIN: Final = {"name": "goblin", "hp": 4, "attacks": [{"name": "rusty knife", "damage": 1}]}
FIRST: Final = ("Save", "CriticalSave", "HelpDying", "MakeRoom", "Attack", "EnemyAttack", "EndTurn", "StartRound")
MOST_STEPS: Final = 400
HIDDEN: Final = ("hp", "max_hp", "armor", "attacks")
SEALED: Final[dict[str, Any]] = {"audience": []}


def fight(console: Console, app: Arbiter) -> bool:
    """Play a fight to its end. Return whether no response to a player contained a secret."""
    opened = app.rpg_boundless.open(OpenCampaign(seats=SEATS))
    gm, ann, bob = players_of(app, "rpg_boundless", opened).values()
    console.print(f"\na fight of Boundless: {opened.stream}, played by two players' tokens and a game master's")
    _prepare(ann, bob, gm)
    for _ in range(MOST_STEPS):
        if _is_decided(gm) or not any(_one_step(console, player) for player in (ann, bob, gm)):
            break
    gm.send("EndFight")
    return _nothing_leaked(console, ann, bob, gm)


def _prepare(ann: Player, bob: Player, gm: Player) -> None:
    """Create two characters, add a goblin, and start the fight."""
    for player, name, points in ((ann, "Ash", (2, 1, 1)), (bob, "Birch", (3, 1, 0))):
        scores = dict(zip(("strength", "dexterity", "willpower"), points, strict=True))
        kit = [{"name": "sword", "weapon": {"damage": 2}}, {"name": "rope"}, {"name": "lamp"}]
        player.send("CreateCharacter", name=name, points=scores, items=kit, keepsake="coin")
    gm.send("BringEnemy", sheet=GOBLIN, name="something in the dark")
    game = gm.game()
    characters = [character["id"] for character in game["characters"]]
    enemies = [enemy["id"] for enemy in game["enemies"]]
    gm.send("StartFight", characters=characters, enemies=enemies)


def _is_decided(gm: Player) -> bool:
    """Return whether one side is defeated and nothing is left to resolve."""
    game = gm.game()
    settled = not (game["consequences"] or game["criticals"] or game["rooms"])
    alive = any(character.get("status") != "dead" for character in game["characters"])
    return settled and (not alive or all(enemy.get("out") for enemy in game["enemies"]))


def _one_step(console: Console, player: Player) -> bool:
    """Send the first legal command of a seat that advances the fight. Return whether there was one."""
    allowed = player.legal_forms()
    carrying = [found for name in FIRST for entry in allowed if entry["command"] == name and (found := _aim(entry))]
    if not carrying:
        return False
    done = player.send(**carrying[0])
    events = ", ".join(event["type"] for event in done["events"])
    console.print(f"  {player.seat}: {carrying[0]['type']} -> {events}", highlight=False)
    return True


def _aim(entry: dict[str, Any]) -> dict[str, Any] | None:
    """Turn a listed command into a request body, with an enemy as the target of an attack.

    Return None if there is no enemy to attack.
    """
    command: dict[str, Any] = entry["body"]["command"]
    if entry["command"] != "Attack":
        return command
    targets = [command["target"], *(entry["fields"].get("target", {}).get("options") or ())]
    enemy = next((target for target in targets if target.startswith("enemy-")), None)
    return command | {"target": enemy} if enemy else None


def _nothing_leaked(console: Console, ann: Player, bob: Player, gm: Player) -> bool:
    """Search every response to the players for the game master's secrets. Return whether there were none."""
    for player in (ann, bob):
        player.game()
        player.events()
    seen, shown = (player.game()["enemies"][0] for player in (gm, ann))
    console.print(f"  the game master sees of the enemy: {seen}", highlight=False, soft_wrap=True)
    console.print(f"  ann sees of it: {shown}", highlight=False, soft_wrap=True)
    leaks = [found for player in (ann, bob) for answer in player.heard for found in _revealed_of_enemies(answer)]
    answers = len(ann.heard) + len(bob.heard)
    console.print(f"  of {answers} answers to players, {len(leaks)} reveal an enemy's HP, armor or Attacks")
    return not leaks and any(seen.get(name) for name in HIDDEN)


def _revealed_of_enemies(answer: Any) -> Iterator[str]:  # noqa: ANN401 JSON
    """Yield the secrets about enemies that a response reveals."""
    if isinstance(answer, dict):
        if str(answer.get("type")).startswith("Enemy") and not _is_sealed(answer.get("sheet", SEALED)):
            yield "sheet"
        for name, value in answer.items():
            if name == "enemies" and isinstance(value, list):
                yield from (key for enemy in value if isinstance(enemy, dict) for key in HIDDEN if enemy.get(key))
            yield from _revealed_of_enemies(value)
    elif isinstance(answer, list):
        for value in answer:
            yield from _revealed_of_enemies(value)


def _is_sealed(value: Any) -> bool:  # noqa: ANN401 JSON
    """Return whether a value is a secret part that its reader may not see."""
    return isinstance(value, dict) and "audience" in value and "value" not in value
