"""Healing: which lost dice are restored, and which creatures can be treated."""

from __future__ import annotations

from msgspec.structs import replace

from services.bones.context import CampaignContext
from services.bones.reading.damage import hurt, numbers
from services.bones.reading.effects import healable
from services.bones.state.campaign import CampaignState
from services.bones.state.creatures import DieNumbers
from services.bones.state.tasks import Terms
from services.bones.state.wounds import HealedBy, Healing
from shared.kernel.campaign.keeping import without
from shared.kernel.campaign.samples import some
from shared.kernel.campaign.seats import entry_of, there_are
from shared.kernel.chapter import fold, judge_given, samples
from shared.kernel.messages import Command, Event, Id
from shared.kernel.refusals import Refusal
from shared.kernel.samples import Field, Samples, offer

# ---------------------------------------------------------------- refusals


class OneForEachHealed(Refusal, rule="BN-R-232"):
    """These dice cannot be restored: for each point healed, name one lost die that was not sacrificed for an effect."""


class NothingToTreat(Refusal, rule="BN-CAMP-08"):
    """The creature cannot be treated: name a living creature that has lost a die that can be healed."""


class NotToBeTreated(Refusal, rule="BN-R-148"):
    """These wounds have had all treatments that this campaign allows, counting open ones: treat another creature."""


# ---------------------------------------------------------------- commands


class ChooseHealed(Command, frozen=True, kw_only=True):
    """Choose which lost dice are restored."""

    counts_as = "answer"

    healing: Id
    dice: DieNumbers


# ---------------------------------------------------------------- events


class DiceComingBack(Event, frozen=True, kw_only=True):
    """Damage was healed. The owner still has to choose the dice that are restored. Rule: BN-DICE-09, BN-HEAL-01."""

    healing: Healing


class DamageHealed(Event, frozen=True, kw_only=True, omit_defaults=True):
    """Dice were restored. `beyond` is how much of the damage in excess of the last die was healed.

    Rule: BN-DICE-09, BN-HEAL-01
    """

    creature: str
    dice: tuple[int, ...]
    cause: HealedBy
    beyond: int = 0
    healing: str | None = None


# ---------------------------------------------------------------- judgement


def heal(ctx: CampaignContext, who: str, dice: int, cause: HealedBy, *, first: bool = False) -> None:
    """Heal damage: first damage in excess of the last die, then lost dice.

    With `first`, the dice that were lost first are restored. Otherwise the owner chooses.

    Rule: BN-DICE-09, BN-SAC-04, BN-CAMP-171, BN-R-231, BN-R-232
    """
    one = ctx.state.characters[who]
    healed = min(dice, hurt(ctx.state, who)) if dice > 0 else 0
    if healed <= 0 or one.dead:
        return
    lost = healable(ctx.state, who)
    beyond = min(healed, one.beyond)
    back = healed - beyond
    first = first or ctx.state.settings.healing.healed_die_choice == "first_lost"
    alike = not one.closed and len({one.dice[number - 1].faces for number in lost}) == 1
    certain = lost[:back] if first or alike or back in (0, len(lost)) else ()
    if beyond or certain:
        ctx.emit(DamageHealed(creature=who, dice=certain, beyond=beyond, cause=cause))
    if len(certain) < back:
        healing = Healing(id=ctx.new_id("healing"), creature=who, dice=back, cause=cause)
        ctx.emit(DiceComingBack(healing=healing))


def treats(terms: Terms | None) -> str | None:
    """Return the patient of a treatment, or None if the task is not a treatment. Rule: BN-HEAL-03."""
    return terms.patient if terms and terms.purpose == "treatment" else None


def check_treatable(state: CampaignState, who: str, field: str, *, healer: str, but: str | None = None) -> None:
    """Refuse more treatments of a creature than `treatments_per_wound_set` allows.

    Unfinished treatments count as well, except the task `but`.

    Rule:    BN-R-148, BN-R-286, BN-CAMP-08
    Refuses: NotKnownHere, NothingToTreat, NotToBeTreated
    """
    one, most = entry_of(state.characters, who, field), state.settings.healing.treatments_per_wound_set
    terms = [task.terms for key, task in state.tasks.items() if task.stage != "settled" and key != but]
    fighters = state.combat.fighters.values() if state.combat else ()
    terms += [fighter.terms for fighter in fighters if fighter.task is None and fighter.id != healer]
    begun = one.treated + sum(treats(each) == who for each in terms)
    if one.dead or hurt(state, who) <= 0:
        kept = "a lost die that a sacrifice keeps, or whose healing is to be chosen" if one.lost else "unhurt"
        raise NothingToTreat(
            needs="a living creature with a lost die that can heal", has="dead" if one.dead else kept, field=field
        )
    if begun >= most:
        raise NotToBeTreated(needs=f"wounds treated fewer than {most} times", has=begun, field=field)


@judge_given(there_are("healings", field="healing"))
def choose_healed(ctx: CampaignContext, command: ChooseHealed) -> None:
    """Choose which lost dice are restored.

    Rule:    BN-R-232, BN-R-287
    Refuses: NotKnownHere, NotYours, OneForEachHealed
    """
    healing = entry_of(ctx.state.healings, command.healing, "healing")
    one = ctx.own(healing.creature, "healing")
    dice, lost = tuple(sorted(command.dice)), healable(ctx.state, one.id)
    if len(dice) != healing.dice or len({*dice} & {*lost}) != len(dice):
        raise OneForEachHealed(needs=f"{healing.dice} of {numbers(lost)}", has=numbers(dice), field="dice")
    ctx.emit(DamageHealed(creature=one.id, dice=dice, cause=healing.cause, healing=healing.id))


# ---------------------------------------------------------------- fold


@fold
def _coming_back(state: CampaignState, event: DiceComingBack) -> CampaignState:
    return replace(state.raise_counter(event.healing.id), healings={**state.healings, event.healing.id: event.healing})


@fold
def _healed(state: CampaignState, event: DamageHealed) -> CampaignState:
    one = state.characters[event.creature]
    lost = tuple(number for number in one.lost if number not in event.dice)
    left = [number for number in healable(state, one.id) if number not in event.dice]
    beyond = one.beyond - event.beyond
    healings = without(state.healings, event.healing) if event.healing else state.healings
    whole = {} if left or beyond else {"treatment": None, "treated": 0, "rested": 0}
    return replace(state, healings=healings).change(one.id, lost=lost, beyond=beyond, **whole)


# ---------------------------------------------------------------- samples


@samples
def _healings(state: CampaignState, seat: str) -> Samples[ChooseHealed]:
    own = [one for one in state.healings.values() if state.led_by(seat) or state.owner(one.creature) == seat]
    for healing in own or tuple(state.healings.values())[:1]:
        lost = healable(state, healing.creature)
        dice = Field(items=Field(options=lost), least=healing.dice, most=healing.dice)
        yield offer(ChooseHealed(healing=healing.id, dice=lost[: healing.dice]), dice=dice)
    if not own:
        yield offer(ChooseHealed, healing=some(state.healings), dice=((1,), Field(items=Field(options=(1,)), least=1)))
