"""Simulations of fights: a party fights enemies under the rules of the game, and both sides follow a fixed policy.

The game master's seat plays both sides by this policy:

- A character that can fight attacks the enemy with the lowest sum of HP and Armor HP, with its Weapon of the highest
  Damage Rating, and ends its turn. With the tactic `press` it spends up to two Stamina on each attack. With `guard`
  it keeps all Stamina for Saves.
- Characters answer every consequence with a Save, and critical danger with a Critical Save.
- A dying character does nothing, and nobody attacks or helps it during the fight.
- An enemy uses its Attack with the highest Damage Rating on the character with the fewest HP that can still fight,
  and ends its turn.
- If several choices are equally good, the policy takes the first. Nobody moves. The party wins when no enemy can
  fight, loses when none of its characters can, and the fight is undecided after 100 rounds.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import takewhile
from typing import Annotated, Final, Literal, TypeAlias, TypeVar

from msgspec import Meta, Struct, field

from services.rpg_boundless.catalogue import ATTRIBUTES, BOOK
from services.rpg_boundless.chapters.armor import WearArmor
from services.rpg_boundless.chapters.attacks import Attack, EnemyAttack, NotAWeapon
from services.rpg_boundless.chapters.characters import CreateCharacter
from services.rpg_boundless.chapters.damage import CriticalSave, CriticalSaveMade
from services.rpg_boundless.chapters.enemies import BringEnemy
from services.rpg_boundless.chapters.fights import RoundStarted, StartFight, StartRound
from services.rpg_boundless.chapters.items import TakeItem
from services.rpg_boundless.chapters.overrides import AdjustAttribute, AdjustHp, AdjustStamina
from services.rpg_boundless.chapters.saves import Save
from services.rpg_boundless.chapters.seats import OpenCampaign
from services.rpg_boundless.chapters.turns import EndTurn
from services.rpg_boundless.game import campaign
from services.rpg_boundless.settings import Settings
from services.rpg_boundless.state.campaign import FALLEN, CampaignState, Character, Enemy
from services.rpg_boundless.state.fights import Fight
from services.rpg_boundless.state.sheets import EnemySheet, ItemSheet, Scores, Some
from shared.kernel.campaign.keeping import in_order, number_of
from shared.kernel.game import SeatAsk
from shared.kernel.jobs.fights import GM, ROUNDS, SIDE
from shared.kernel.jobs.kind import Kind
from shared.kernel.jobs.refusals import RequestUnclear
from shared.kernel.jobs.simulation import SimulatedMove, Simulation
from shared.kernel.jobs.tally import Value
from shared.kernel.messages import Command, Event, Line, Seat
from shared.kernel.stream import Stream

PRESSED: Final = 2
MOVE_MICROSECONDS: Final = 60
MOVES_A_TURN: Final = 3
NEW: Final = Scores(strength=2, dexterity=1, willpower=1)
NOTHING: Final = (ItemSheet(name="nothing", size="petty"),) * BOOK.start.items
"""Items without Slots, in place of those that a character of a campaign lacks when it is created."""
AS_NOW: Final = "as it is in its campaign"
ALONE: Final = (SeatAsk(seat=GM, role="gm"),)
"""The seats of a campaign that has only a game master."""

V = TypeVar("V")

Stamina: TypeAlias = Annotated[int, Meta(ge=0, le=100)]


class Hero(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A character in the party: its scores and Items. It wears the first Armor among them.

    A hero with `points` is new, and has as many Items as a new character has. A hero with `scores` comes from a running
    campaign: it has these scores, any number of Items, and the given `hp` and `stamina`, or else the values of a new
    character.
    """

    name: Line
    points: Scores | None = None
    scores: Scores | None = None
    hp: Some | None = None
    stamina: Stamina | None = None
    items: Annotated[tuple[ItemSheet, ...], Meta(max_length=10)]


class SimulateFight(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A request to simulate a fight: a party, its enemies, and the party's tactics."""

    party: Annotated[tuple[Hero, ...], Meta(min_length=1, max_length=SIDE)]
    enemies: Annotated[tuple[EnemySheet, ...], Meta(min_length=1, max_length=SIDE)]
    policy: Literal["press", "guard"] = "guard"
    settings: Settings = field(default_factory=Settings)


def check(request: SimulateFight) -> None:
    """Check that the policy can play a fight.

    All other errors in the request are refused later, when the party is created.

    Rule:    FB-WEAP-01
    Refuses: NotAWeapon for a character without a Weapon; RequestUnclear for Attacks with Conditions, and for a
             character that is both new and in a campaign, or neither
    """
    for hero in request.party:
        if (hero.points is None) == (hero.scores is None):
            raise RequestUnclear(needs="points or scores, and not both", has=hero.name, field="simulate.party")
        if hero.scores is None and (hero.hp is not None or hero.stamina is not None):
            raise RequestUnclear(needs="scores with hp and stamina", has=hero.name, field="simulate.party")
        if not any(item.weapon for item in hero.items):
            raise NotAWeapon(needs="a Weapon", has=hero.name, field="simulate.party")
    for enemy in request.enemies:
        named = [attack.name for attack in enemy.attacks if attack.conditions]
        if named:
            raise RequestUnclear(needs="Attacks without Conditions", has=named[0], field="simulate.enemies")


def cost(request: SimulateFight) -> int:
    """Estimate how long one simulated fight takes. Units: microseconds of one core."""
    rounds = min(ROUNDS, 3 + sum(enemy.hp + enemy.armor for enemy in request.enemies) // len(request.party))
    return MOVE_MICROSECONDS * MOVES_A_TURN * rounds * (len(request.party) + len(request.enemies))


# ---------------------------------------------------------------- the policy


def policy(request: SimulateFight, stream: Stream[CampaignState]) -> SimulatedMove | None:
    """Return the next command, or None when the fight is over."""
    state = stream.game
    command: Command | None
    if state.fight is None:
        command = preparing(request, state, (GM,) * len(request.party))
    elif state.criticals:
        command = CriticalSave(critical=in_order(state.criticals)[0])
    elif state.consequences:
        command = Save(consequence=in_order(state.consequences)[0])
    else:
        command = _fighting(request, state, state.fight)
    return None if command is None else SimulatedMove(GM, "gm", command)


def preparing(request: SimulateFight, state: CampaignState, seats: Sequence[Seat]) -> Command:
    """Return the next command before the fight: create a character, equip it, add an enemy, or start the fight."""
    made = len(state.characters)
    if made < len(request.party):
        hero, seat = request.party[made], seats[made]
        points, items = hero.points or NEW, hero.items if hero.points else (*hero.items, *NOTHING)[: len(NOTHING)]
        return CreateCharacter(name=hero.name, points=points, items=items, keepsake="a keepsake", seat=seat)
    for hero, one in zip(request.party, _in_order(state.characters), strict=True):
        command = _as_now(hero, one)
        if command is not None:
            return command
    if len(state.enemies) < len(request.enemies):
        return BringEnemy(sheet=request.enemies[len(state.enemies)])
    return StartFight(characters=in_order(state.characters), enemies=in_order(state.enemies))


def _as_now(hero: Hero, one: Character) -> Command | None:
    """Return the next command that gives a created character its state in the campaign, or that puts on its Armor."""
    scores, carried = hero.scores or one.scores, sum(not item.keepsake for item in one.items.values())
    for attribute in ATTRIBUTES:
        if one.scores.of(attribute) != scores.of(attribute):
            return AdjustAttribute(character=one.id, attribute=attribute, score=scores.of(attribute), reason=AS_NOW)
    if carried < len(hero.items):
        return TakeItem(character=one.id, item=hero.items[carried])
    hp = one.hp if hero.scores is None else hero.hp or BOOK.start.hp_base + scores.strength
    if one.hp != hp:
        return AdjustHp(character=one.id, hp=hp, max_hp=max(hp, one.max_hp), reason=AS_NOW)
    if hero.stamina is not None and one.stamina != hero.stamina:
        return AdjustStamina(character=one.id, stamina=hero.stamina, reason=AS_NOW)
    armor = next((item.id for item in _in_order(one.items) if item.sheet.armor), None)
    return None if armor is None or one.worn else WearArmor(character=one.id, item=armor)


def _fighting(request: SimulateFight, state: CampaignState, fight: Fight) -> Command | None:
    """Return a command that starts a round or plays the current turn.

    Return None if the fight is decided or has lasted too many rounds.
    """
    heroes, enemies, turn = standing(state), foes(state), state.turn
    if not heroes or not enemies:
        return None
    if turn is None:
        return StartRound() if fight.round < ROUNDS else None
    fighter, hero = fight.find(turn), state.characters.get(turn)
    if (fighter is not None and fighter.acted) or (hero is not None and hero.status == "dying"):
        return EndTurn(participant=turn)
    if hero is not None:
        return _attack(request, hero, enemies)
    return enemy_attack(state, turn, heroes)


def enemy_attack(state: CampaignState, enemy: str, heroes: Sequence[Character]) -> EnemyAttack:
    """Return an enemy's Attack with the highest Damage Rating, against the character with the fewest HP."""
    attacks = sheet.attacks if (sheet := state.enemies[enemy].sheet) else ()
    attack = max(attacks, key=lambda one: one.damage or 0)
    target = min(heroes, key=lambda one: (one.hp, number_of(one.id)))
    return EnemyAttack(enemy=enemy, attack=attack.name, targets=(target.id,))


def _attack(request: SimulateFight, hero: Character, enemies: Sequence[Enemy]) -> Attack:
    target = min(enemies, key=lambda foe: (foe.hp + foe.armor, number_of(foe.id)))
    stamina = min(PRESSED, hero.stamina) if request.policy == "press" else 0
    return Attack(character=hero.id, target=target.id, weapon=best_weapon(hero), stamina=stamina)


def best_weapon(hero: Character) -> str | None:
    """Return a character's Weapon with the highest Damage Rating, the first one if tied, or None without a Weapon."""
    ratings = {item.id: item.sheet.weapon.damage for item in _in_order(hero.items) if item.sheet.weapon}
    return max(ratings, key=ratings.__getitem__, default=None)


def _in_order(kept: Mapping[str, V]) -> list[V]:
    return [kept[name] for name in in_order(kept)]


def standing(state: CampaignState) -> list[Character]:
    """Return the characters that can still fight."""
    return [one for one in state.characters.values() if one.status not in FALLEN]


def foes(state: CampaignState) -> list[Enemy]:
    """Return the enemies that are not taken out."""
    return [one for one in state.enemies.values() if not one.out]


# ---------------------------------------------------------------- what is measured


def falls(place: int, hero: Hero) -> str:
    """Return the name of the measurement that says whether a character falls."""
    return f"{place + 1} {hero.name} falls"


def measures(request: SimulateFight) -> Mapping[str, Kind]:
    """Return the measurements of a fight: whether the party wins, rounds, who falls, and remaining HP and Stamina."""
    shares: dict[str, Kind] = {falls(place, hero): "share" for place, hero in enumerate(request.party)}
    amounts: dict[str, Kind] = dict.fromkeys(("rounds", "hp left", "stamina left", "first critical save"), "amount")
    return {"won": "share", "undecided": "share", **amounts, **shares}


def measure(request: SimulateFight, stream: Stream[CampaignState], events: Sequence[Event]) -> Mapping[str, Value]:
    """Return the measured values of one fight, including the round of the first Critical Save if there was one."""
    state = stream.game
    heroes, left = _in_order(state.characters), standing(state)
    found: dict[str, Value] = {
        "won": int(not foes(state)),
        "undecided": int(bool(foes(state)) and bool(left)),
        "rounds": state.fight.round if state.fight else 0,
        "hp left": sum(hero.hp for hero in left),
        "stamina left": sum(hero.stamina for hero in heroes),
    }
    found |= {falls(at, hero): int(heroes[at] not in left) for at, hero in enumerate(request.party)}
    before = list(takewhile(lambda event: not isinstance(event, CriticalSaveMade), events))
    if len(before) < len(events):
        found["first critical save"] = max((one.round for one in before if isinstance(one, RoundStarted)), default=0)
    return found


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
    opening=lambda one: OpenCampaign(title="a simulated fight", seats=ALONE, settings=one.settings),
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
