"""Simulations of fights: a party against enemies, played by the rules of the game with a fixed policy.

The game master's seat plays both sides by this policy:

- A standing character attacks the enemy with the fewest HP and Armor HP together, with the Weapon of the highest
  Damage Rating, and ends its turn. `press` puts up to two Stamina into each attack; `guard` keeps it all for Saves.
- Characters answer every consequence with a Save, and critical danger with a Critical Save.
- A character that is dying does nothing and is not attacked; nobody helps it while the fight lasts.
- An enemy uses its Attack of the highest Damage Rating on the standing character with the fewest HP, and ends its turn.
- Among equals the policy takes the first. Nobody moves. The fight is won when no enemy stands, lost when no character
  does, and undecided after 100 rounds.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Annotated, Final, Literal, TypeAlias

from msgspec import Meta, Struct, field

from services.rpg_boundless.chapters.armor import WearArmor
from services.rpg_boundless.chapters.attacks import Attack, EnemyAttack, NotAWeapon
from services.rpg_boundless.chapters.characters import CreateCharacter
from services.rpg_boundless.chapters.damage import CriticalSave, CriticalSaveMade
from services.rpg_boundless.chapters.enemies import BringEnemy
from services.rpg_boundless.chapters.fights import RoundStarted, StartFight, StartRound
from services.rpg_boundless.chapters.saves import Save
from services.rpg_boundless.chapters.seats import OpenCampaign
from services.rpg_boundless.chapters.turns import EndTurn
from services.rpg_boundless.game import campaign
from services.rpg_boundless.settings import Settings
from services.rpg_boundless.state.campaign import CampaignState, Character, Enemy
from services.rpg_boundless.state.sheets import EnemySheet, ItemSheet, Scores
from shared.kernel.campaign.keeping import in_order, number_of
from shared.kernel.game import SeatAsk
from shared.kernel.jobs.kind import Kind
from shared.kernel.jobs.refusals import RequestUnclear
from shared.kernel.jobs.simulation import SimulatedMove, Simulation
from shared.kernel.jobs.tally import Value
from shared.kernel.messages import Command, Event, Line
from shared.kernel.stream import Stream

ROUNDS: Final = 100
PRESSED: Final = 2
SIDE: Final = 10
MOVE_MICROSECONDS: Final = 60
MOVES_A_TURN: Final = 3
GM: Final = "gm"

Policy: TypeAlias = Literal["press", "guard"]
State: TypeAlias = Stream[CampaignState]


class Hero(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A new character: its scores and Items; it wears the first Armor among them."""

    name: Line
    points: Scores
    items: Annotated[tuple[ItemSheet, ...], Meta(max_length=10)]


class SimulateFight(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A party, the enemies it meets, and how the party fights."""

    party: Annotated[tuple[Hero, ...], Meta(min_length=1, max_length=SIDE)]
    enemies: Annotated[tuple[EnemySheet, ...], Meta(min_length=1, max_length=SIDE)]
    policy: Policy = "guard"
    settings: Settings = field(default_factory=Settings)


def check(request: SimulateFight) -> None:
    """Check that the policy can play a fight; what the game forbids is refused when the party is created.

    Rule:    FB-WEAP-01
    Refuses: NotAWeapon for a character without a Weapon; RequestUnclear for Attacks with Conditions
    """
    for hero in request.party:
        if not any(item.weapon for item in hero.items):
            raise NotAWeapon(needs="a Weapon", has=hero.name, field="simulate.party")
    for enemy in request.enemies:
        named = [attack.name for attack in enemy.attacks if attack.conditions]
        if named:
            raise RequestUnclear(needs="Attacks without Conditions", has=named[0], field="simulate.enemies")


def cost(request: SimulateFight) -> int:
    """Estimate how long a trial takes. Units: microseconds of one core."""
    rounds = min(ROUNDS, 3 + sum(enemy.hp + enemy.armor for enemy in request.enemies) // len(request.party))
    return MOVE_MICROSECONDS * MOVES_A_TURN * rounds * (len(request.party) + len(request.enemies))


def opening(request: SimulateFight) -> OpenCampaign:
    """Return the command that opens a campaign for a game master alone."""
    return OpenCampaign(title="a simulated fight", seats=(SeatAsk(seat=GM, role="gm"),), settings=request.settings)


# ---------------------------------------------------------------- the policy


def policy(request: SimulateFight, stream: State) -> SimulatedMove | None:
    """Return the next command, or None when the fight is over."""
    command = _making(request, stream.game) or _answering(stream.game)
    if command is None:
        command = _fighting(request, stream.game)
    return None if command is None else SimulatedMove(GM, "gm", command)


def _making(request: SimulateFight, state: CampaignState) -> Command | None:
    """Return a command that prepares the fight: create characters, put on Armor, bring enemies, start."""
    if len(state.characters) < len(request.party):
        hero = request.party[len(state.characters)]
        return CreateCharacter(name=hero.name, points=hero.points, items=hero.items, keepsake="a keepsake", seat=GM)
    if state.fight is None:
        for one in _in_order(state):
            armor = next((name for name in in_order(one.items) if one.items[name].sheet.armor), None)
            if armor is not None and not one.worn:
                return WearArmor(character=one.id, item=armor)
    if len(state.enemies) < len(request.enemies):
        return BringEnemy(sheet=request.enemies[len(state.enemies)])
    if state.fight is None:
        return StartFight(characters=in_order(state.characters), enemies=in_order(state.enemies))
    return None


def _answering(state: CampaignState) -> Command | None:
    """Return the answer to a pending Critical Save or consequence."""
    if state.criticals:
        return CriticalSave(critical=in_order(state.criticals)[0])
    if state.consequences:
        return Save(consequence=in_order(state.consequences)[0])
    return None


def _fighting(request: SimulateFight, state: CampaignState) -> Command | None:
    """Return a command that begins a round or takes the current turn; None once the fight is decided or too long."""
    fight = state.fight
    if fight is None or not standing(state) or not foes(state):
        return None
    turn = state.turn
    if turn is None:
        return StartRound() if fight.round < ROUNDS else None
    acted = any(one.id == turn and one.acted for one in fight.participants)
    if acted or (turn in state.characters and state.characters[turn].status == "dying"):
        return EndTurn(participant=turn)
    if turn in state.enemies:
        return _strike(state, state.enemies[turn])
    return _attack(request, state, state.characters[turn])


def _attack(request: SimulateFight, state: CampaignState, hero: Character) -> Attack:
    target = min(foes(state), key=lambda foe: (foe.hp + foe.armor, number_of(foe.id)))
    weapon = max(in_order(hero.items), key=lambda name: _rating(hero, name))
    stamina = min(PRESSED, hero.stamina) if request.policy == "press" else 0
    return Attack(character=hero.id, target=target.id, weapon=weapon, stamina=stamina)


def _rating(hero: Character, item: str) -> int:
    weapon = hero.items[item].sheet.weapon
    return -1 if weapon is None else weapon.damage


def _strike(state: CampaignState, enemy: Enemy) -> EnemyAttack:
    target = min(standing(state), key=lambda hero: (hero.hp, number_of(hero.id)))
    attacks = enemy.sheet.attacks if enemy.sheet else ()
    attack = max(attacks, key=lambda one: one.damage or 0)
    return EnemyAttack(enemy=enemy.id, attack=attack.name, targets=(target.id,))


def _in_order(state: CampaignState) -> list[Character]:
    return [state.characters[name] for name in in_order(state.characters)]


def standing(state: CampaignState) -> list[Character]:
    """Return the characters that can fight on."""
    return [one for one in _in_order(state) if one.status not in ("dying", "dead")]


def foes(state: CampaignState) -> list[Enemy]:
    """Return the enemies that are not taken out."""
    return [state.enemies[name] for name in in_order(state.enemies) if not state.enemies[name].out]


# ---------------------------------------------------------------- what is measured


def falls(place: int, hero: Hero) -> str:
    """Return the name of the measure that says whether a character falls."""
    return f"{place + 1} {hero.name} falls"


def measures(request: SimulateFight) -> Mapping[str, Kind]:
    """Return the measures: whether the party wins, the rounds, who falls, and the HP and Stamina left."""
    shares: dict[str, Kind] = {falls(place, hero): "share" for place, hero in enumerate(request.party)}
    amounts: dict[str, Kind] = dict.fromkeys(("rounds", "hp left", "stamina left", "first critical save"), "amount")
    return {"won": "share", "undecided": "share", **amounts, **shares}


def measure(request: SimulateFight, stream: State, events: Sequence[Event]) -> Mapping[str, Value]:
    """Return the measured values of one fight, including the round of the first Critical Save if there was one."""
    state = stream.game
    heroes, left = _in_order(state), standing(state)
    found: dict[str, Value] = {
        "won": int(not foes(state)),
        "undecided": int(bool(foes(state)) and bool(left)),
        "rounds": state.fight.round if state.fight else 0,
        "hp left": sum(hero.hp for hero in left),
        "stamina left": sum(hero.stamina for hero in heroes),
    }
    found |= {falls(at, hero): int(heroes[at] not in left) for at, hero in enumerate(request.party)}
    first = _first_critical(events)
    return found if first is None else {**found, "first critical save": first}


def _first_critical(events: Sequence[Event]) -> int | None:
    number = 0
    for event in events:
        if isinstance(event, RoundStarted):
            number = event.round
        elif isinstance(event, CriticalSaveMade):
            return number
    return None


SWORDSMAN: Final = {
    "name": "Ash",
    "points": {"strength": 2, "dexterity": 1, "willpower": 1},
    "items": [{"name": "sword", "weapon": {"damage": 2}}, {"name": "mail", "armor": {"hp": 2}}, {"name": "lamp"}],
}
WOLVES: Final = [{"name": name, "hp": 3, "attacks": [{"name": "bite", "damage": 1}]} for name in ("wolf", "she-wolf")]

SIMULATION: Final = Simulation[CampaignState, SimulateFight](
    game=campaign,
    request=SimulateFight,
    check=check,
    cost=cost,
    measures=measures,
    opening=opening,
    policy=policy,
    measured=measure,
    examples={
        "is it better to press or to guard?": {
            "simulate": {"party": [SWORDSMAN], "enemies": WOLVES, "policy": "press"},
            "against": {"party": [SWORDSMAN], "enemies": WOLVES, "policy": "guard"},
            "trials": 2_000,
        }
    },
)
