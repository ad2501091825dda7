"""Initiative and Action Points: who acts first in a fight, and with how many AP."""

from __future__ import annotations

from typing import Annotated, Final

from msgspec import Meta

from services.rpg_specialist_pool.catalogue import MAX_POOL
from services.rpg_specialist_pool.chapters.pools import check_adds, check_luck, conditions_of, size_of, throw
from services.rpg_specialist_pool.context import CampaignContext
from services.rpg_specialist_pool.state import CampaignState, PoolSource, Roll
from shared.kernel.campaign.fights import TurnBegan, check_rolls
from shared.kernel.campaign.samples import fighters
from shared.kernel.chapter import fold, follows, judge, samples
from shared.kernel.messages import Command, Event, Id
from shared.kernel.refusals import Refusal
from shared.kernel.samples import Field, Samples, offer

MOST_SAVED: Final = 15
"""A Specialist's maximum AP in a campaign where unspent AP are saved."""

# ---------------------------------------------------------------- refusals


class OneLuckDie(Refusal, rule="SG-LUCK-12"):
    """Too many Luck dice: use at most one Luck die for an initiative roll."""


class InitiativeDice(Refusal, rule="SG-R-19"):
    """The initiative `dice` do not fit this campaign: give them or leave them out, as `needs` says."""


# ---------------------------------------------------------------- commands


class RollInitiative(Command, frozen=True, kw_only=True):
    """Roll for initiative."""

    counts_as = "answer"

    participant: Id
    luck: Annotated[int, Meta(ge=0, le=100)] = 0
    dice: Annotated[int, Meta(ge=0, le=MAX_POOL)] | None = None


# ---------------------------------------------------------------- events


class InitiativeRolled(Event, frozen=True, kw_only=True):
    """A Specialist rolled for initiative. The Specialist with the most net successes acts first."""

    participant: str
    sources: tuple[PoolSource, ...]
    roll: Roll


class ApRefreshed(Event, frozen=True, kw_only=True):
    """A turn began, and the Specialist's AP were refreshed. `ap` is the new number of AP."""

    participant: str
    ap: int


# ---------------------------------------------------------------- judgement


@judge
def roll_initiative(ctx: CampaignContext, command: RollInitiative) -> None:
    """Roll for initiative.

    Rule:    SG-LUCK-11, SG-LUCK-12, SG-R-19, SG-R-45, SG-R-54
    Refuses: OneLuckDie, InitiativeDice, and the refusals of `check_rolls`, `check_luck` and `check_adds`
    """
    who = check_rolls(ctx, command.participant).id
    if command.luck > 1:
        raise OneLuckDie(needs="at most 1", has=command.luck, field="luck")
    check_luck(ctx, ctx.state.characters[who], command.luck, "luck")
    by = ctx.rulings.initiative.dice
    if (by == "supplied") != (command.dice is not None):
        raise InitiativeDice(needs="dice" if by == "supplied" else "left out", has=command.dice, field="dice")
    check_adds(ctx, command.dice is not None if ctx.state.amended else command.dice, "dice")
    usual = ctx.state.full_ap(who) if by == "ap" else ctx.state.characters[who].sheet.speed
    own = PoolSource(source="initiative", name=by, dice=usual if command.dice is None else command.dice)
    sources = (own, *conditions_of(ctx.state, who))
    roll = throw(ctx, "initiative", size_of(ctx.state, sources), command.luck)
    ctx.emit(InitiativeRolled(participant=who, sources=sources, roll=roll))


def players_roll(state: CampaignState) -> bool:
    """Return whether players roll for initiative without the Keeper. Rule: SG-R-54, SG-CAMP-03."""
    return state.settings.initiative.dice != "supplied" or state.settings.players_may.add_dice == "alone"


@follows
def refresh(ctx: CampaignContext, event: TurnBegan) -> None:
    """Refresh a Specialist's AP when its turn begins. Rule: SG-AP-04, SG-R-14, SG-R-16."""
    fighter = ctx.state.fighter(event.participant)
    full = ctx.state.full_ap(event.participant)
    saves = ctx.rulings.ap.carry_over and ((fighter is not None and fighter.has_acted) or ctx.state.form == 0)
    saved = fighter.ap if fighter and saves else 0
    ctx.emit(ApRefreshed(participant=event.participant, ap=max(full, min(full + saved, MOST_SAVED))))


# ---------------------------------------------------------------- fold


@fold
def _rolled(state: CampaignState, event: InitiativeRolled) -> CampaignState:
    one = state.characters[event.participant]
    state = state.change(one.id, luck=one.luck - len(event.roll.luck))
    return state.fighter_changed(one.id, score=event.roll.successes, speed=one.sheet.speed)


@fold
def _refreshed(state: CampaignState, event: ApRefreshed) -> CampaignState:
    return state.fighter_changed(event.participant, ap=event.ap, has_acted=True)


# ---------------------------------------------------------------- samples


@samples
def _rolls(state: CampaignState, seat: str) -> Samples[RollInitiative]:
    supplied = state.settings.initiative.dice == "supplied"
    for who in fighters(state, seat):
        lucky = who in state.characters and state.characters[who].luck and not state.luckless(who)
        roll = RollInitiative(participant=who, dice=1 if supplied else None)
        dice = {"dice": Field(least=0, most=MAX_POOL)} if supplied else {}
        yield offer(roll, luck=Field(least=0, most=1 if lucky else 0), **dice)
