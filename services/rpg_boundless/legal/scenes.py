"""Samples of what may be asked about Pools, fortune, encounters and reactions."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Final, get_args

from services.rpg_boundless.commands.scenes import (
    AskFortune,
    Basis,
    Odds,
    OpenPool,
    OpposeFortune,
    PrepareEncounter,
    RevealEncounter,
    RollEncounter,
    RollPool,
    RollReaction,
)
from services.rpg_boundless.legal.rolls import DICE, POSITIONS
from services.rpg_boundless.legal.sample import TEXT, WHY, Sample, living, one_of, some
from services.rpg_boundless.state.campaign import CampaignState
from services.rpg_boundless.words import Likelihood, Trigger
from shared.kernel.messages import Command
from shared.kernel.samples import Field

TAKES: Final = {"position": POSITIONS}
SIGHT: Final = {"hidden": (False, True)}
LIMIT: Final = Field(least=1, most=8, optional=True)
EVEN: Final = Odds(likelihood="even")


def _open(_: CampaignState, __: str) -> Iterator[Sample]:
    said = {"name": TEXT, "outcome": TEXT, "limit": LIMIT}
    yield Sample(command=OpenPool(name="torches", dice=4), fields=said, tries={"dice": range(9), **SIGHT})


def _roll(state: CampaignState, _: str) -> Iterator[Sample]:
    unseen = (one.pool.id for one in state.hidden.values() if one.pool)
    for pool in some((*state.pools, *unseen)):
        yield Sample(command=RollPool(pool=pool), fields={"outcome": TEXT}, tries=TAKES)


def _odds(state: CampaignState) -> list[Odds]:
    likely = [Odds(likelihood=likelihood) for likelihood in get_args(Likelihood)]
    able = [Odds(basis=Basis(character=one.id, attribute="willpower")) for one in living(state)]
    return [*likely, *able, Odds(dice=5, reason=WHY)]


def _ask(state: CampaignState, _: str) -> Iterator[Sample]:
    asked = AskFortune(question="is it there", odds=EVEN)
    yield Sample(command=asked, fields={"question": TEXT}, tries={"odds": _odds(state), **TAKES, **SIGHT})


def _oppose(state: CampaignState, _: str) -> Iterator[Sample]:
    opposed = OpposeFortune(question="who is faster", sides=(EVEN, EVEN))
    sides = [(odds, EVEN) for odds in _odds(state)]
    yield Sample(command=opposed, fields={"question": TEXT}, tries={"sides": sides, **TAKES, **SIGHT})


def _prepare(state: CampaignState, _: str) -> Iterator[Sample]:
    enemies = one_of(some(state.stored_enemies))
    yield Sample(command=PrepareEncounter(what="an ambush"), fields={"what": TEXT}, tries={"enemies": enemies})


def _reveal(state: CampaignState, _: str) -> Iterator[Sample]:
    for prepared in some(state.prepared):
        yield Sample(command=RevealEncounter(encounter=prepared))


def _encounter(state: CampaignState, _: str) -> Iterator[Sample]:
    tries = {"trigger": get_args(Trigger), "prepared": (None, *some(state.prepared)), **TAKES, **SIGHT}
    yield Sample(command=RollEncounter(trigger="rest"), fields={"dice": DICE}, tries=tries)


def _reaction(_: CampaignState, __: str) -> Iterator[Sample]:
    yield Sample(command=RollReaction(who="the guards"), fields={"who": TEXT, "dice": DICE}, tries=TAKES)


SAMPLES: Final[Mapping[type[Command], Callable[[CampaignState, str], Iterator[Sample]]]] = {
    OpenPool: _open,
    RollPool: _roll,
    AskFortune: _ask,
    OpposeFortune: _oppose,
    PrepareEncounter: _prepare,
    RevealEncounter: _reveal,
    RollEncounter: _encounter,
    RollReaction: _reaction,
}
