"""Simulations of seasons: the wealth of characters that follow the same plan for years, under the rules of play.

How the simulation plays:

- Characters are created under the rules: they start with four dice, and earn each later icon in sessions.
- In each season, every character that can act declares the actions of its plan, in order. It stops at a skill for which
  it lacks the dice. The season then closes, and the clock resolves it.
- Nobody spends coins or treats wounds, and nothing happens on stage.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Annotated, Final, TypeAlias

from msgspec import Meta, Struct

from services.bones.chapters.people import items
from services.bones.chapters.people.assets import GiveAsset
from services.bones.chapters.people.characters import CreateCharacter
from services.bones.chapters.seasons import closing, strategic
from services.bones.chapters.seasons.seasons import CloseSeason, OpenSeason
from services.bones.chapters.seasons.sessions import PlaceIcon, RecordSession
from services.bones.faces import BLANK, SixFaces
from services.bones.reading.owned import may_try
from services.bones.state.campaign import CampaignState
from services.bones.state.creatures import Count, Creature, Die, Sheet
from services.bones.state.seasons import MOST_ACTIONS, SEASONS, IncomeSkill, Orders, Season
from services.bones.state.tasks import DifficultyName, SkillName, Terms
from shared.kernel.campaign.keeping import in_order
from shared.kernel.jobs import fights, simulation, tally
from shared.kernel.jobs.kind import Kind
from shared.kernel.jobs.refusals import RequestUnclear
from shared.kernel.messages import Command, Line

FIRST_DICE: Final = 4
LEAST_FACES: Final = 3
"""The number of filled faces on a new die: Universal, a second face, and the earned icon. Source: BN-IMP-05."""
ACTION_MICROSECONDS: Final = 1_500
AMOUNTS: Final = ("coins", "coins a season", "assets", "renown", "dice left")
CLOCK: Final = "clock"


class PlannedAction(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """An action in a character's plan. Income has no opposition, and all other gains have a difficulty."""

    skill: SkillName
    gains: strategic.Gains = ("income",)
    difficulty: DifficultyName | None = None
    damage: strategic.DamageStated = 0
    orders: Orders = Orders()


Plan: TypeAlias = Annotated[
    tuple[Annotated[tuple[PlannedAction, ...], Meta(max_length=MOST_ACTIONS)], ...], Meta(min_length=1, max_length=4)
]


class Planner(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A character and its plan, which lists the actions of each season. After the last season, the plan starts again.

    The character's first four dice come from its creation. Its later dice were earned, and their blank faces come last.
    """

    dice: Annotated[tuple[SixFaces, ...], Meta(min_length=FIRST_DICE, max_length=10)]
    plan: Plan
    race: Line = "Human"
    coins: Count = 0
    assets: Annotated[tuple[IncomeSkill, ...], Meta(max_length=10)] = ()


class Years(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Characters, and the number of seasons to simulate."""

    characters: Annotated[tuple[Planner, ...], Meta(min_length=1, max_length=5)]
    seasons: Annotated[int, Meta(ge=1, le=40)]


def check(request: Years) -> None:
    """Check the planned characters.

    The game refuses other faults while it is played.

    Rule:    BN-R-074, BN-IMP-05
    Refuses: RequestUnclear
    """
    for one in request.characters:
        for die in one.dice[FIRST_DICE:]:
            icons = sum(face != BLANK for face in die)
            if icons < LEAST_FACES or BLANK in die[:icons]:
                raise RequestUnclear(needs="three faces or more, and blank ones last", has=die, field="simulate")
        if not any(one.plan):
            raise RequestUnclear(needs="an action", has=(), field="simulate")
        for action in (action for season in one.plan for action in season):
            if (action.difficulty is None) is not ("income" in action.gains):
                raise RequestUnclear(needs="a difficulty, or income", has=action.gains, field="simulate")


def policy(request: Years, state: CampaignState) -> simulation.SimulatedMove | None:
    """Return the next command of the simulation, sent by the game master or the clock, or None when it is over."""
    season = state.season
    if season is not None and season.stage == "closing":
        step = closing.due(state)
        return None if step is None else simulation.SimulatedMove(CLOCK, "clock", step.command)
    command = _prepares(request, state) if season is None and not state.seasons else None
    command = command or _goes_on(request, state, season)
    return None if command is None else simulation.SimulatedMove(fights.GM, "gm", command)


def _goes_on(request: Years, state: CampaignState, season: Season | None) -> Command | None:
    if season is None:
        name = None if state.last_season else SEASONS[0]
        return OpenSeason(name=name, results="all") if state.seasons < request.seasons else None
    for place, who in enumerate(in_order(state.characters)):
        if said := _declares(request.characters[place], state, season, state.characters[who]):
            return said
    return CloseSeason()


def _declares(asked: Planner, state: CampaignState, season: Season, one: Creature) -> Command | None:
    """Return the next command for a character's plan, which declares an action or sets the action's terms.

    Return None if the character declares no more actions in this season.
    """
    taken, planned = season.of(one.id), asked.plan[(season.number - 1) % len(asked.plan)]
    if taken and taken[-1].waits:
        action = planned[len(taken) - 1]
        terms = Terms(skill=action.skill, difficulty=action.difficulty)
        return strategic.SetActionTerms(action=taken[-1].id, terms=terms, damage=action.damage)
    acts = not one.down and not one.dead and one.id not in season.over and len(taken) < len(planned)
    if not acts or not may_try(state, one.id, planned[len(taken)].skill):
        return None
    action = planned[len(taken)]
    return strategic.DeclareAction(
        creature=one.id, gains=action.gains, aim="as planned", skill=action.skill, orders=action.orders
    )  # fmt: skip


# ---------------------------------------------------------------- before the first season


def _prepares(request: Years, state: CampaignState) -> Command | None:
    """Return the next command that creates or equips a character, or None when all are ready."""
    made = in_order(state.characters)
    for who, asked in zip(made, request.characters, strict=False):
        one = state.characters[who]
        if not one.ready:
            return items.AgreeEquipment(creature=who, items=(), coins=asked.coins)
        if command := _improves(one, asked.dice):
            return command
        if len(one.assets) < len(asked.assets):
            return GiveAsset(creature=who, name="an asset", skill=asked.assets[len(one.assets)])
    if len(made) == len(request.characters):
        return None
    new = request.characters[len(made)]
    dice = tuple(Die(faces=faces) for faces in new.dice[:FIRST_DICE])
    return CreateCharacter(sheet=Sheet(name="planner", race=new.race), dice=dice)


def _improves(one: Creature, dice: Sequence[tuple[str, ...]]) -> Command | None:
    """Return the next command by which a character earns its later dice, or None when it has them.

    The command records a session or places an icon.
    """
    icon = second = None
    for number, faces in enumerate(dice):
        if number == len(one.dice):
            icon, second = faces[2], faces[1]
            break
        if BLANK in one.dice[number].faces:
            at = one.dice[number].faces.index(BLANK)
            icon = faces[at] if faces[at] != BLANK else None
            break
    if icon is None:
        return None
    return PlaceIcon(creature=one.id, icon=icon, second=second) if one.icons else RecordSession(creatures=(one.id,))


# ---------------------------------------------------------------- measures


def cost_of(request: Years) -> int:
    """Estimate how long one trial takes, in microseconds of one core."""
    actions = sum(max(map(len, one.plan)) + 1 for one in request.characters)
    return ACTION_MICROSECONDS * request.seasons * (actions + 1)


def measures(_: Years) -> Mapping[str, Kind]:
    """Return the names of the measures, each a sum over all characters at the end of the last season."""
    amounts: dict[str, Kind] = dict.fromkeys(AMOUNTS, "amount")
    return {**amounts, "somebody dead": "share"}


def measure(request: Years, state: CampaignState) -> Mapping[str, tally.Value]:
    """Measure a campaign after its last season."""
    there = tuple(state.characters.values())
    coins, had = sum(one.coins for one in there), sum(one.coins for one in request.characters)
    counts = (sum(len(one.assets) for one in there), sum(one.renown for one in there))
    left = sum(len(one.numbers) for one in there)
    found: tuple[tally.Value, ...] = (coins, Fraction(coins - had, request.seasons), *counts, left)
    return {**dict(zip(AMOUNTS, found, strict=True)), "somebody dead": int(any(one.dead for one in there))}


BOOK: Final = {"skill": "Scholar", "gains": ["asset", "renown"], "difficulty": "Challenging"}
SCHOLAR: Final = [
    ["Universal", "Mental", "Scholar", "Scholar", "Perception", "Craft"],
    ["Universal", "Mental", "Scholar", "Social", "Healer", "Defend"],
    ["Universal", "Physical", "Scholar", "Riding", "Melee", "Maneuver"],
    ["Universal", "Mental", "Scholar", "Social", "Merchant", "Stealth"],
]
LECTURE: Final = {"skill": "Scholar"}
EXAMPLES: Final = {
    "what is a scholar worth in three years, with a book each season or without?": {
        "simulate": {"years": {"characters": [{"dice": SCHOLAR, "plan": [[BOOK, LECTURE]]}], "seasons": 12}},
        "against": {"years": {"characters": [{"dice": SCHOLAR, "plan": [[LECTURE]]}], "seasons": 12}},
        "trials": 1_000,
    }
}
"""Sample requests for a job, each under the question that it answers."""
