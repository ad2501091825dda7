"""Samples of what the game master may override."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Final

from services.rpg_boundless.commands.overrides import (
    AdjustAction,
    AdjustAttribute,
    AdjustCondition,
    AdjustConsequence,
    AdjustEnemy,
    AdjustFortune,
    AdjustHp,
    AdjustPool,
    AdjustRoll,
    AdjustStamina,
)
from services.rpg_boundless.legal.sample import NOBODY, REASON, WHY, Sample, names, some, standing
from services.rpg_boundless.state.campaign import CampaignState
from services.rpg_boundless.words import ATTRIBUTES, MAX_POINTS
from shared.kernel.messages import Command
from shared.kernel.samples import Field

HP: Final = Field(least=0, most=MAX_POINTS)


def _hp(state: CampaignState, _: str) -> Iterator[Sample]:
    for name in names(state):
        most = state.characters[name].max_hp if name in state.characters else 0
        yield Sample(command=AdjustHp(character=name, hp=1, reason=WHY), fields=REASON, tries={"hp": range(most + 1)})


def _stamina(state: CampaignState, _: str) -> Iterator[Sample]:
    tries = {"stamina": range(state.settings.stamina.maximum + 1)}
    for name in names(state):
        yield Sample(command=AdjustStamina(character=name, stamina=0, reason=WHY), fields=REASON, tries=tries)


def _attribute(state: CampaignState, _: str) -> Iterator[Sample]:
    tries = {"attribute": ATTRIBUTES, "score": range(7)}
    for name in names(state):
        adjust = AdjustAttribute(character=name, attribute="strength", score=0, reason=WHY)
        yield Sample(command=adjust, fields=REASON, tries=tries)


def _enemy(state: CampaignState, _: str) -> Iterator[Sample]:
    for enemy in standing(state) or (NOBODY,):
        yield Sample(command=AdjustEnemy(enemy=enemy, hp=1, reason=WHY), fields={**REASON, "hp": HP})


def _pool(state: CampaignState, _: str) -> Iterator[Sample]:
    for pool in some(state.pools):
        yield Sample(command=AdjustPool(pool=pool, dice=2, reason=WHY), fields=REASON, tries={"dice": range(9)})


def _consequence(state: CampaignState, _: str) -> Iterator[Sample]:
    for consequence in some(state.consequences):
        yield Sample(command=AdjustConsequence(consequence=consequence, reason=WHY), fields=REASON)


def _condition(state: CampaignState, _: str) -> Iterator[Sample]:
    for room in some(state.rooms):
        yield Sample(command=AdjustCondition(room=room, reason=WHY), fields=REASON)


def _fortune(state: CampaignState, _: str) -> Iterator[Sample]:
    for contest in some(state.tied):
        adjust = AdjustFortune(roll=contest, ahead="first", reason=WHY)
        yield Sample(command=adjust, fields=REASON, tries={"ahead": ("first", "second")})


def _action(state: CampaignState, _: str) -> Iterator[Sample]:
    fighting = state.fight.participants if state.fight else ()
    for who in [one.id for one in fighting] or [NOBODY]:
        yield Sample(command=AdjustAction(participant=who, reason=WHY), fields=REASON)


def _roll(state: CampaignState, _: str) -> Iterator[Sample]:
    for roll in some(state.rolls):
        yield Sample(command=AdjustRoll(roll=roll, reason=WHY), fields=REASON)


SAMPLES: Final[Mapping[type[Command], Callable[[CampaignState, str], Iterator[Sample]]]] = {
    AdjustHp: _hp,
    AdjustStamina: _stamina,
    AdjustAttribute: _attribute,
    AdjustEnemy: _enemy,
    AdjustPool: _pool,
    AdjustConsequence: _consequence,
    AdjustCondition: _condition,
    AdjustFortune: _fortune,
    AdjustRoll: _roll,
    AdjustAction: _action,
}
