"""The berserk drug and the meginserk drug: their effects, and the consequences when they wear off."""

from __future__ import annotations

from itertools import product
from typing import Annotated, Final, TypeAlias

from msgspec import Meta

from services.rpg_specialist_total.catalogue import Drug
from services.rpg_specialist_total.chapters.combatants import CombatantChanged
from services.rpg_specialist_total.chapters.recovery import at_rest, end_coma
from services.rpg_specialist_total.chapters.spells import break_concentration, lose_concentration
from services.rpg_specialist_total.chapters.states import (
    MeginserkersDoMagic,
    alive,
    can_act,
    check_can_act,
    die_at_negative_endurance,
    kill,
)
from services.rpg_specialist_total.chapters.turns import check_ap, spend
from services.rpg_specialist_total.context import CampaignContext
from services.rpg_specialist_total.state.campaign import CampaignState
from services.rpg_specialist_total.state.combatants import Combatant, Dosed
from shared.kernel.campaign import fights
from shared.kernel.campaign.authority import GameMasterCommand
from shared.kernel.campaign.samples import likely, mine, some
from shared.kernel.chapter import fold, follows, guard, judge, samples
from shared.kernel.messages import Command, Event, Id, Line
from shared.kernel.refusals import Refusal
from shared.kernel.samples import TEXT, Field, Samples, offer

MAX_TIER: Final = 20
DRUGS: Final[tuple[Drug, ...]] = ("berserk", "meginserk")
Doses: TypeAlias = Annotated[int, Meta(ge=0, le=MAX_TIER)]

# ---------------------------------------------------------------- refusals


class DoseNeeded(Refusal, rule="SC-BER-01"):
    """No dose has been taken: take at least one dose of tier 1 or higher."""


class RankWithoutPoints(Refusal, rule="SC-R-45"):
    """Drugs need `vitality.points_per_rank`, which this campaign does not set: open a campaign that sets it."""


class OtherDrugWorks(Refusal, rule="SC-R-48"):
    """Another drug still affects this combatant: wait until that drug wears off."""


class NoDrugWorks(Refusal, rule="SC-R-48"):
    """No drug affects this combatant: choose a combatant that has taken a drug."""


class NoStupor(Refusal, rule="SC-R-51"):
    """This combatant is not in a stupor: choose a combatant that is."""


class NothingToWaive(Refusal, rule="SC-R-50"):
    """This combatant need not try magic now: name a meginserker with the turn and AP left who has not tried magic."""


# ---------------------------------------------------------------- commands


class TakeDrug(Command, frozen=True, kw_only=True):
    """Take one or more doses of a drug of a given concentration tier."""

    counts_as = "move"

    character: Id
    drug: Drug
    tier: Doses
    doses: Doses = 1


class EndDrug(GameMasterCommand, frozen=True, kw_only=True):
    """End the effect of a drug."""

    counts_as = "move"

    character: Id


class EndStupor(GameMasterCommand, frozen=True, kw_only=True):
    """End a stupor."""

    counts_as = "move"

    character: Id


class WaiveMagic(GameMasterCommand, frozen=True, kw_only=True):
    """Allow a meginserker to end its turn without trying magic."""

    counts_as = "referee"

    character: Id
    reason: Line


# ---------------------------------------------------------------- events


class DrugTaken(Event, frozen=True, kw_only=True, omit_defaults=True):
    """A combatant took a drug, which has this tier now and gave these temporary points."""

    character: str
    drug: Drug
    doses: int
    tier: int
    temporary: int = 0


class DrugEnded(Event, frozen=True, kw_only=True):
    """A drug wore off, and the remaining temporary points were lost."""

    character: str
    drug: Drug


class StuporBegan(Event, frozen=True, kw_only=True):
    """A combatant fell into a stupor as a drug wore off."""

    character: str


class ComaBegan(Event, frozen=True, kw_only=True):
    """A combatant fell into a coma as a drug wore off."""

    character: str


class StuporEnded(Event, frozen=True, kw_only=True):
    """A combatant came out of a stupor."""

    character: str


class MagicWaived(Event, frozen=True, kw_only=True):
    """The Keeper allowed a meginserker to end its turn without magic."""

    character: str
    reason: str


# ---------------------------------------------------------------- judgement


@judge
def take_drug(ctx: CampaignContext, command: TakeDrug) -> None:
    """Take doses of a drug and gain its temporary points.

    Rule:    SC-BER-01 to SC-BER-03, SC-MEG-01 to SC-MEG-03, SC-R-45, SC-R-48, SC-R-67
    Refuses: NotKnownHere, NotYours, IsDead, CannotAct, DoseNeeded, RankWithoutPoints, OtherDrugWorks, OutOfRange,
             AnswerFirst, and all refusals of `check_ap`
    """
    one = ctx.own(command.character)
    alive(ctx, one.id)
    if not ctx.leads:
        check_can_act(ctx, one.id)
    fights.check_nothing_waits(ctx.state)
    rank, cost = ctx.state.settings.vitality.points_per_rank, ctx.state.settings.drug.take_cost
    if rank is None:
        raise RankWithoutPoints(needs="vitality.points_per_rank")
    tier = tier_after(ctx, one, command)
    if cost:
        check_ap(ctx, one.id, cost, "drug")
        spend(ctx, one.id, cost, "drug")
    gained = (tier - (one.dosed.tier if one.dosed else 0)) * rank
    ctx.emit(
        DrugTaken(character=one.id, drug=command.drug, doses=command.doses, tier=tier, temporary=gained)
    )  # fmt: skip


@follows
def patience_goes(ctx: CampaignContext, event: DrugTaken) -> None:
    """When a combatant takes the berserk drug, end the spells that it maintains by concentration.

    Rule: SC-BER-07, SC-R-100.
    """
    if ctx.state.form and event.drug == "berserk":
        lose_concentration(ctx, event.character, "a berserker keeps no spell")


def tier_after(ctx: CampaignContext, one: Combatant, command: TakeDrug) -> int:
    """Return the drug's tier after these doses. Rule: SC-BER-01, SC-MEG-01, SC-R-48."""
    if not command.doses or not command.tier:
        raise DoseNeeded(needs=1, has=0, field="tier" if command.doses else "doses")
    if one.dosed is not None and one.dosed.drug != command.drug:
        raise OtherDrugWorks(needs=one.dosed.drug, has=command.drug, field="drug")
    working = one.dosed.tier if one.dosed else 0
    if ctx.state.settings.drug.dose_stacking == "highest":
        return max(working, command.tier)
    return min(working + command.doses * command.tier, MAX_TIER)


@judge
def end_drug(ctx: CampaignContext, command: EndDrug) -> None:
    """End the effect of a drug.

    A combatant whose training is too low dies. Every other combatant falls into a stupor or coma.

    Rule:    SC-UNC-09, SC-DEATH-01, SC-DEATH-02, SC-BER-12 to SC-BER-14, SC-MEG-09 to SC-MEG-11, SC-R-46, SC-R-47
    Refuses: NotKnownHere, NoDrugWorks, AnswerFirst
    """
    one = ctx.character(command.character)
    if one.dosed is None:
        raise NoDrugWorks(needs="a drug", field="character")
    fights.check_nothing_waits(ctx.state)
    drug, sheet = one.dosed.drug, one.sheet
    trained = sheet.berserk_training if drug == "berserk" else sheet.meginserk_training
    ctx.emit(DrugEnded(character=one.id, drug=drug))
    if one.dosed.tier > trained:
        kill(ctx, one.id, drug)
    elif ctx.state.form:
        die_at_negative_endurance(ctx, one.id, drug)
    if ctx.character(one.id).dead:
        return
    if not ctx.state.out(one.id):
        ctx.emit(StuporBegan(character=one.id) if one.vitality > 0 else ComaBegan(character=one.id))
        break_concentration(ctx, one.id)


@follows
def coma_ends(ctx: CampaignContext, event: CombatantChanged) -> None:
    """End a coma if natural Vitality is full under the Keeper's new sheet. Rule: SC-CAMP-53, SC-R-52."""
    if ctx.state.amended:
        end_coma(ctx, event.character)


@judge
def end_stupor(ctx: CampaignContext, command: EndStupor) -> None:
    """End a stupor. Rule: SC-R-51. Refuses: NotKnownHere, NoStupor, AnswerFirst."""
    one = ctx.character(command.character)
    if not one.stupor:
        raise NoStupor(needs="a stupor", field="character")
    fights.check_nothing_waits(ctx.state)
    ctx.emit(StuporEnded(character=one.id))


def magic_is_due(state: CampaignState, who: str) -> bool:
    """Return whether a meginserker has AP left in its turn and has tried no magic yet. Rule: SC-MEG-08, SC-R-50."""
    fighter = state.fighter(who)
    if fighter is None or state.turn != who or fighter.magic or not fighter.ap or not can_act(state, who):
        return False
    dosed = state.characters[who].dosed
    return dosed is not None and dosed.drug == "meginserk"


@guard
def check_turn_may_end(ctx: CampaignContext, command: fights.EndTurn) -> None:
    """Refuse to end a meginserker's turn before it has tried magic.

    Rule:    SC-MEG-08, SC-R-50
    Refuses: MeginserkersDoMagic
    """
    if magic_is_due(ctx.state, command.participant):
        raise MeginserkersDoMagic(needs="a spell, or a waiver by the Keeper", has="AP left", field="participant")


@judge
def waive_magic(ctx: CampaignContext, command: WaiveMagic) -> None:
    """Allow a meginserker to end its turn without magic. Rule: SC-R-50. Refuses: NotKnownHere, NothingToWaive."""
    one = ctx.character(command.character)
    if not magic_is_due(ctx.state, one.id):
        raise NothingToWaive(needs="a meginserker's turn", has=one.id, field="character")
    ctx.emit(MagicWaived(character=one.id, reason=command.reason))


# ---------------------------------------------------------------- fold


@fold
def _drug_taken(state: CampaignState, event: DrugTaken) -> CampaignState:
    one = state.characters[event.character]
    taken = Dosed(drug=event.drug, tier=event.tier)
    return at_rest(state.change(one.id, dosed=taken, temporary=one.temporary + event.temporary), one.id)


@fold
def _drug_ended(state: CampaignState, event: DrugEnded) -> CampaignState:
    return state.change(event.character, dosed=None, temporary=0)


@fold
def _followed(state: CampaignState, event: StuporBegan | ComaBegan | StuporEnded) -> CampaignState:
    if isinstance(event, ComaBegan):
        return state.change(event.character, coma=True)
    return state.change(event.character, stupor=isinstance(event, StuporBegan))


@fold
def _magic_waived(state: CampaignState, event: MagicWaived) -> CampaignState:
    return state.fighter_changed(event.character, magic=True)


# ---------------------------------------------------------------- samples


@samples
def _taken(state: CampaignState, seat: str) -> Samples[TakeDrug]:
    some_doses = Field(least=1, most=MAX_TIER)
    for who, drug in product(mine(state, seat), DRUGS):
        yield offer(TakeDrug(character=who, drug=drug, tier=1), tier=some_doses, doses=some_doses)


@samples
def _ended(state: CampaignState, _: str) -> Samples[EndDrug | EndStupor | WaiveMagic]:
    there = some(state.characters)
    dosed = likely(there, lambda who: who in state.characters and state.characters[who].dosed is not None)
    yield offer(EndDrug, character=dosed)
    yield offer(
        EndStupor, character=likely(there, lambda who: who in state.characters and state.characters[who].stupor)
    )
    due = likely(there, lambda who: who in state.characters and magic_is_due(state, who))
    yield offer(WaiveMagic, character=due, reason=("so be it", TEXT))
