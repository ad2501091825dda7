"""Simulations of fights between a party and its enemies: both follow a fixed policy under the rules of play.

A Specialist attacks the standing foe with the least Vitality until it runs out of AP, and then ends its turn. Each
attack uses the action in `attack`, with the AP that it names (1 by default), or with what is left. In the same way,
the Specialist answers attacks with the action in `defence`. It spends the Luck Points that an action names while it
has any. A day begins before the fight, so that Specialists can roll for Luck. Criticals have only their automatic
effects, because no Keeper decides more. Conditions are not used. A Specialist with a Vitality of 0 or less does
nothing, and nobody attacks it.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Final, TypeAlias

from msgspec import Meta, Struct
from msgspec.structs import replace

from services.rpg_specialist_pool.catalogue import TIERS
from services.rpg_specialist_pool.chapters.contests import Answer, Oppose
from services.rpg_specialist_pool.chapters.initiative import RollInitiative
from services.rpg_specialist_pool.chapters.luck import RollDailyLuck
from services.rpg_specialist_pool.chapters.specialists import CreateSpecialist, NoVitality, points_left
from services.rpg_specialist_pool.chapters.table import OpenCampaign
from services.rpg_specialist_pool.game import campaign
from services.rpg_specialist_pool.settings import DamageSettings, Settings
from services.rpg_specialist_pool.state import Action, CampaignState, Sheet
from shared.kernel.campaign.days import StartDay
from shared.kernel.campaign.keeping import in_order
from shared.kernel.jobs.fights import SEATS, SIDE, SimulatedFight, TwoSides
from shared.kernel.jobs.refusals import RequestUnclear
from shared.kernel.messages import Command

NAMED: Final = ("stats", "trainings", "traits", "equipment")
PLAIN: Final = Settings(damage=DamageSettings(applies_to="vitality"))


class Contender(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A new Specialist and its tactics: its sheet, and the dice, AP and Luck of its attacks and defences."""

    sheet: Sheet
    attack: Action = Action(kind="martial", ap=1)
    defence: Action = Action(kind="defence")


Contenders: TypeAlias = Annotated[tuple[Contender, ...], Meta(min_length=1, max_length=SIDE)]


class SimulateFight(TwoSides, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The party, its enemies, and the settings of their fight, which must track Vitality."""

    party: Contenders
    enemies: Contenders
    settings: Settings = PLAIN


def check(request: SimulateFight) -> None:
    """Refuse a fight that the policy cannot play.

    Rule:    SG-R-27, SG-R-38
    Refuses: NoVitality; RequestUnclear for dice that are not on the sheet, for components, and for supplied initiative
             dice
    """
    if request.settings.damage.applies_to != "vitality" or request.settings.initiative.dice == "supplied":
        raise RequestUnclear(needs="damage to Vitality, and initiative from the sheet", field="simulate.settings")
    for sheet, action in ((one.sheet, action) for one in request.fighters for action in (one.attack, one.defence)):
        if sheet.vitality is None:
            raise NoVitality(needs="a Vitality", has=sheet.name, field="simulate")
        there = all(name in getattr(sheet, kind) for kind in NAMED for name in getattr(action, kind))
        if not there or action.components or action.component_dice is not None:
            raise RequestUnclear(needs="dice of the sheet, AP and Luck", has=sheet.name, field="simulate")


def prepare(request: SimulateFight, state: CampaignState) -> Command | None:
    """Return the next command that prepares the fight, or None if the fight can start.

    The commands create the Specialists, start the day, and roll for Luck.
    """
    made = in_order(state.characters)
    if len(made) < len(request.fighters):
        return CreateSpecialist(sheet=request.fighters[len(made)].sheet, seat=request.seat_of(len(made)))
    if not any(one.attack.luck or one.defence.luck for one in request.fighters):
        return None
    due = [who for who in made if not state.luckless(who) and state.characters[who].rolled != state.day]
    return StartDay() if not state.day else RollDailyLuck(character=due[0]) if due else None


def afford(state: CampaignState, who: str, action: Action, ap: int) -> Action:
    """Return an action with as much of its AP and Luck as the Specialist can afford."""
    fighter, tier, most = state.fighter(who), action.tier or "simple", state.settings.luck.max_per_roll
    ap = min(action.ap or ap, fighter.ap if fighter else 0, TIERS[tier].cap)
    luck = min(action.luck, state.characters[who].luck, action.luck if most == "points_held" else most)
    return replace(action, tier=tier, ap=ap, luck=luck)


def act(request: SimulateFight, state: CampaignState, who: str, foes: Sequence[str]) -> Command | None:
    """Return an attack on the first foe while the Specialist has AP for it, otherwise None."""
    attack = request.of(in_order(state.characters), who).attack
    action = afford(state, who, attack, 1)
    return Oppose(character=who, action=action, context="combat", target=foes[0]) if action.ap else None


def answer(request: SimulateFight, state: CampaignState) -> Command | None:
    """Return the defence against an unanswered contest, or None if there is no such contest."""
    contest = state.contests[state.waiting[0]]
    who = contest.target or contest.character
    defence = request.of(in_order(state.characters), who).defence
    return Answer(contest=contest.id, action=afford(state, who, defence, 0))


FIGHT: Final = SimulatedFight[CampaignState, SimulateFight](
    check=check,
    opening=lambda request: OpenCampaign(seats=SEATS, settings=request.settings),
    made=lambda state: in_order(state.characters),
    prepare=prepare,
    roll=lambda _, who: RollInitiative(participant=who),
    answer=answer,
    act=act,
    left=points_left,
    points="Vitality",
)
BODY: Final = {"name": "Ash", "speed": 10, "stats": {"Might": 3}, "equipment": {"mail": 1}, "vitality": 20}
BLOW: Final = {"tier": "basic", "ap": 2, "stats": ["Might"]}
ASH: Final = {"sheet": BODY, "attack": BLOW, "defence": {"stats": ["Might"], "equipment": ["mail"]}}
WOLF: Final = {"sheet": BODY | {"name": "wolf", "speed": 5, "vitality": 15}, "attack": {"stats": ["Might"]}}
SIMULATION: Final = FIGHT.simulation(campaign, SimulateFight, {
    "is one blow of 2 AP better than two of 1?": {
        "simulate": {"party": [ASH], "enemies": [WOLF, WOLF]},
        "against": {"party": [ASH | {"attack": BLOW | {"ap": 1}}], "enemies": [WOLF, WOLF]},
        "trials": 2_000,
    },
})  # fmt: skip
