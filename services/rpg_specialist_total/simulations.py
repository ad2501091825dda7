"""Simulations of fights between a party and its enemies: both follow a fixed policy under the game's rules.

Each combatant has a weapon from the catalogue `house`. It attacks the conscious foe with the least Vitality until it
runs out of AP, and then ends its turn. Each attack uses `ap` and `luck`, or as much of them as is left. It defends
with its free evasion dice, its armor/block and its shield. If it knows the component Evade, it puts `evade` AP into
it. It turns attacks back whenever the rules allow it. Nobody moves, casts spells, takes drugs or helps fallen
combatants, and nobody attacks fallen combatants.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Final, TypeAlias

from msgspec import Meta, Struct

from services.rpg_specialist_total.catalogue import TIER_CAPS, ActionPoints, Points
from services.rpg_specialist_total.catalogue.house import HOUSE
from services.rpg_specialist_total.chapters.attacks import AmmunitionNeeded, Attack, weapon_bonus
from services.rpg_specialist_total.chapters.campaign import OpenCampaign
from services.rpg_specialist_total.chapters.combatants import CreateCombatant
from services.rpg_specialist_total.chapters.counterattacks import TurnBack
from services.rpg_specialist_total.chapters.damage import RollDamage, RollMitigation
from services.rpg_specialist_total.chapters.defence import Block, Evade, evasion_dice
from services.rpg_specialist_total.chapters.dice import LuckDice, most_luck
from services.rpg_specialist_total.chapters.turns import RollOrder, before_first_turn, points_left
from services.rpg_specialist_total.game import combat
from services.rpg_specialist_total.settings import Settings
from services.rpg_specialist_total.state.campaign import CampaignState
from services.rpg_specialist_total.state.combatants import Invested, NewItem, Sheet
from shared.kernel.campaign.keeping import in_order
from shared.kernel.jobs.fights import SEATS, SIDE, SimulatedFight, TwoSides
from shared.kernel.messages import Command, Line

EVADE: Final = "Evade"


class Contender(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A new combatant and its tactics: the AP for each attack and evasion, and the Luck dice for each to-hit roll."""

    sheet: Sheet
    weapon: Line = "small melee weapon"
    shield: Line | None = None
    points: Points = 0
    ap: ActionPoints = 1
    evade: ActionPoints = 0
    luck: LuckDice = 0


Contenders: TypeAlias = Annotated[tuple[Contender, ...], Meta(min_length=1, max_length=SIDE)]


class SimulateFight(TwoSides, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The party, its enemies, and the settings of their fight."""

    party: Contenders
    enemies: Contenders
    settings: Settings = Settings()


def check(request: SimulateFight) -> None:
    """Refuse a weapon that uses ammunition. The judges refuse other errors when the combatants are created.

    Rule:    SC-HIT-02
    Refuses: AmmunitionNeeded
    """
    shot = [weapon.name for weapon in HOUSE.weapons if weapon.ammunition]
    for one in request.fighters:
        if one.weapon in shot:
            raise AmmunitionNeeded(needs="a weapon without ammunition", has=one.weapon, field="simulate")


def prepare(request: SimulateFight, state: CampaignState) -> Command | None:
    """Return the command that creates the next combatant, or None after all have been created."""
    place = len(state.characters)
    if place == len(request.fighters):
        return None
    one = request.fighters[place]
    weapon = NewItem(kind="weapon", name=one.weapon, ready=True)
    items = (weapon,) if one.shield is None else (weapon, NewItem(kind="shield", name=one.shield, ready=True))
    return CreateCombatant(sheet=one.sheet, seat=request.seat_of(place), luck=one.points, items=items)


def act(request: SimulateFight, state: CampaignState, who: str, foes: Sequence[str]) -> Command | None:
    """Return an attack on the first foe while the combatant has AP for it, otherwise None."""
    one, fighter = request.of(in_order(state.characters), who), state.fighter(who)
    sheet = state.characters[who]
    cap = TIER_CAPS["simple"] if state.settings.combat.tier_caps else one.ap
    ap = min(one.ap, cap, fighter.ap if fighter else 0)
    weapon = next((item for item in sheet.items.values() if item.kind == "weapon"), None)
    if not ap or weapon is None:
        return None
    dice = weapon_bonus(sheet, state.weapons[weapon.name]).dice if one.luck else 0
    luck = min(one.luck, most_luck(state, who, dice))
    return Attack(attacker=who, target=foes[0], weapon=weapon.id, ap=ap, luck=luck)


def answer(request: SimulateFight, state: CampaignState) -> Command | None:
    """Return the command that answers the current step of an attack.

    The command is a defence, a counterattack, or a roll of damage or mitigation.
    """
    if state.exchange is None or state.exchange.step == "damage":
        return RollDamage()
    if state.exchange.step in ("mitigation", "turning_back"):
        return RollMitigation() if state.exchange.step == "mitigation" else TurnBack(choice="return")
    who = state.exchange.declared.target
    one, made = state.characters[who], in_order(state.characters)
    parts = parts_to_evade(state, who, request.of(made, who).evade)
    if state.exchange.step == "defence" and (parts or evasion_dice(state, one)):
        return Evade(components=parts)
    return Block(shield=next((item.id for item in one.items.values() if item.kind == "shield"), None))


def parts_to_evade(state: CampaignState, who: str, most: int) -> tuple[Invested, ...]:
    """Return the component that a combatant uses for evasion, with its AP, or an empty tuple if it uses none."""
    fighter, knows = state.fighter(who), EVADE in state.characters[who].sheet.components
    if fighter is None or not knows or before_first_turn(state, who) or not state.settings.defence.evade_dice_per_ap:
        return ()
    cap = TIER_CAPS["simple"] if state.settings.combat.tier_caps else most
    ap = min(most, cap, fighter.ap + fighter.old_ap)
    return (Invested(name=EVADE, ap=ap),) if ap else ()


FIGHT: Final = SimulatedFight[CampaignState, SimulateFight](
    check=check,
    opening=lambda request: OpenCampaign(seats=SEATS, settings=request.settings, catalogue="house"),
    made=lambda state: in_order(state.characters),
    prepare=prepare,
    roll=lambda _, who: RollOrder(participant=who),
    answer=answer,
    act=act,
    left=points_left,
    points="Vitality",
)
BODY: Final = {"vitality": 20, "fatigue": 20, "endurance": 20, "stamina": 40, "evasion_training": 2}
ASH: Final = {"sheet": BODY | {"name": "Ash", "speed_rating": 3, "armor": "medium", "components": [EVADE]}, "ap": 2}
WOLF: Final = {"sheet": BODY | {"name": "wolf", "speed_rating": 2}, "weapon": "bare hands", "ap": 2}
SIMULATION: Final = FIGHT.simulation(combat, SimulateFight, {
    "is it better to keep an AP for evasion?": {
        "simulate": {"party": [ASH | {"evade": 1}], "enemies": [WOLF]},
        "against": {"party": [ASH | {"ap": 3}], "enemies": [WOLF]},
        "trials": 2_000,
    },
})  # fmt: skip
