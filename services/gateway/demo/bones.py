"""The demo's campaign of BONES over HTTP: a task with odds and spiffs, a season, and a fight with two enemies."""

from __future__ import annotations

from typing import Any, Final

from rich.console import Console

from arbiter_client import Arbiter
from arbiter_client.types.bones import OpenCampaign, SeatAsk
from services.gateway.demo.player import Player, closed_and_proven, event_of, players_of
from services.gateway.demo.season import season

SEATS: Final = [SeatAsk(seat="gm", role="gm"), SeatAsk(seat="ann"), SeatAsk(seat="bob")]
SWORD, SHIELD, BOW = "One-handed melee (sword, mace, club, battle ax)", "Buckler", "Short bow / light crossbow"
FIGHTER: Final = ["Universal", "Physical", "Melee", "Melee", "Defend", "Scholar"]
ARCHER: Final = ["Universal", "Physical", "Missile", "Missile", "Defend", "Healer"]
HEROES: Final = {"ann": ("Bob", FIGHTER, [SWORD, SHIELD]), "bob": ("Ragnar", ARCHER, [BOW])}
"""For each seat: the name of its character, the faces of the character's four dice, and its items."""
DEEDS: Final = {"great back-story": 1, "campaign help": 3}
CARRY_ON: Final = ("KeepFaces", "KeepSuccesses", "Allot", "StandAgainst", "TakeDamage", "ChooseHealed")
"""Commands that a round may wait for after the roll. The demo sends the first of them that is legal."""
QUIET: Final = ("RollMoved", "DicePutAway")
MOST_STEPS: Final = 100


def adventure(console: Console, app: Arbiter) -> bool:
    """Play a task, a season and a round of a fight.

    Return whether no secret leaked, every action was resolved once, and all audits passed.
    """
    opened = app.bones.open(OpenCampaign(seats=SEATS))
    console.print(f"\na campaign of BONES: {opened.stream}, of two players and a game master")
    gm, ann, bob = players_of(app, "bones", opened).values()
    fighter, archer = (_character(console, gm, player) for player in (ann, bob))
    _task(console, gm, ann, fighter)
    resolved = season(console, app.bones.campaign(opened.id), gm, {fighter: ann, archer: bob})
    beast = _send(console, gm, "SpawnSample", sample="Grizzly Bear")
    horde = _send(console, gm, "SpawnHorde", threat="Nuisance")
    bear, rats = (event_of(done, "CreatureAppeared")["creature"]["id"] for done in (beast, horde))
    hidden = _declare_round(console, (ann, bob, gm), [fighter, archer], [bear, rats])
    _round(console, (ann, bob, gm))
    return closed_and_proven(console, app, "bones", opened.id) and hidden and resolved


def _character(console: Console, gm: Player, player: Player) -> str:
    """Create a character for a player, let the game master approve its equipment, and return the character's id."""
    name, die, items = HEROES[player.seat]
    made = _send(console, player, "CreateCharacter", sheet={"name": name}, dice=[{"faces": die}] * 4)
    who: str = event_of(made, "CreatureAppeared")["creature"]["id"]
    _send(console, gm, "AgreeEquipment", creature=who, items=items, coins=20)
    return who


def _task(console: Console, gm: Player, ann: Player, who: str) -> None:
    """Set a task, show its odds, roll it, and spend two spiffs: one to reroll a die, and one to add a success."""
    for deed, count in DEEDS.items():
        _send(console, gm, "AwardSpiffs", creature=who, deed=deed, count=count)
    terms = {"skill": "Scholar", "difficulty": "Average"}
    proposed = _send(console, ann, "Attempt", creature=who, aim="lecture on goblins", skill="Scholar")
    task = event_of(proposed, "TaskProposed")["task"]["id"]
    _send(console, gm, "SetTask", task=task, terms=terms)
    console.print(f"  exact odds before the roll: {_odds(ann, task)}", highlight=False, soft_wrap=True)
    roll = event_of(_send(console, ann, "RollTask", task=task), "RollMade")["roll"]["id"]
    for use in ({"use": "reroll", "on": roll, "die": "die-1"}, {"use": "success", "on": roll}):
        asked = _send(console, ann, "UseSpiffs", creature=who, **use)
        _send(console, gm, "AllowSpiffs", use=event_of(asked, "SpiffUseAsked")["use"]["id"])


def _odds(player: Player, task: str) -> str:
    """Return the odds of a task as text, from a dry run, which rolls no dice."""
    odds = player.stream.send({"type": "RollTask", "task": task}, dry_run=True)["odds"]
    return f"success {odds['also']['success']['about']:.1%}, {odds['mean']['about']:+.1f} on average"


def _declare_round(console: Console, seats: tuple[Player, ...], party: list[str], wild: list[str]) -> bool:
    """Start a fight and declare for everyone. Return whether each declaration stayed hidden until all were made."""
    ann, bob, gm = seats
    sides = {"party": party, "wild": wild}
    fighters = [{"creature": who, "side": side} for side, those in sides.items() for who in those]
    _send(console, gm, "StartCombat", fighters=fighters)
    first = _send(console, ann, "Declare", creature=party[0], **_fight(ann, party[0], wild[:1]))
    seen = bob.events(after=first["version"] - 1)[0]["data"]
    console.print(f"  bob sees: {seen}", highlight=False, soft_wrap=True)
    _send(console, bob, "Declare", creature=party[1], **_fight(bob, party[1], wild[1:]))
    for who in wild:
        _send(console, gm, "Declare", creature=who, **_fight(gm, who, party))
    return "value" not in seen["declaration"]


def _fight(player: Player, who: str, targets: list[str]) -> dict[str, Any]:
    """Return the fields of a declaration to attack these targets with the weapon in hand."""
    one = next(one for one in player.game()["characters"] if one["id"] == who)
    weapons = [item["id"] for item in one["items"] if item["group"].endswith("weapon")]
    return {"doing": "fight", "weapons": weapons, "targets": targets}


def _round(console: Console, seats: tuple[Player, ...]) -> None:
    """Roll the dice of a round, and send legal commands for each seat until the round waits for no seat."""
    gm = seats[-1]
    _send(console, gm, "RollRound")
    for _ in range(MOST_STEPS):
        if not any(_one_step(console, player) for player in seats):
            break
    _send(console, gm, "EndCombat")


def _one_step(console: Console, player: Player) -> bool:
    """Send the first legal command of a seat that advances the round. Return whether there was one."""
    for name in CARRY_ON:
        allowed = player.legal_forms(name)
        if allowed:
            command = max((entry["body"]["command"] for entry in allowed), key=_attacks)
            _send(console, player, **command)
            return True
    return False


def _attacks(command: dict[str, Any]) -> int:
    """Return how many successes a command assigns to attacks."""
    return sum(aimed.get("count", 1) for put in command.get("puts", ()) for aimed in put.get("attack", ()))


def _send(console: Console, player: Player, type: str, **fields: Any) -> Any:  # noqa: A002, ANN401 as it is in JSON
    """Send a command, and print its events."""
    done = player.send(type, **fields)
    events = ", ".join(f"{event['type']}{_result(event)}" for event in done["events"] if event["type"] not in QUIET)
    console.print(f"  {player.seat}: {type} -> {events or 'it goes on'}", highlight=False, soft_wrap=True)
    return done


def _result(event: dict[str, Any]) -> str:
    """Return the result of an event as a short text."""
    kind = event["type"]
    if kind == "RollMade":
        return f" ({' '.join(die['face'] for die in event['roll']['dice'])})"
    if kind == "TaskSettled":
        return f" ({event['successes']} successes, {'it is done' if event['success'] else 'it fails'})"
    if kind == "DamageTaken":
        return f" ({event['creature']}: {len(event['dice'])} dice)"
    return f" ({event['face']})" if kind == "DieRerolled" else ""
