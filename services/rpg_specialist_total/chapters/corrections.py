"""Corrections: changes that the Keeper makes for a stated reason, independent of rolls and rules."""

from __future__ import annotations

from typing import Annotated, Any, Final

from msgspec import Meta, Struct
from msgspec.structs import replace

from services.rpg_specialist_total.catalogue import MODES, ActionPoints, Dice, Mode
from services.rpg_specialist_total.chapters import states
from services.rpg_specialist_total.chapters.bounds import Duration
from services.rpg_specialist_total.chapters.charging import (
    ModeDoesNotFit,
    NotInHand,
    check_held_energies,
    check_magic,
    held_energies,
    reach_of,
)
from services.rpg_specialist_total.chapters.drugs import MAX_TIER
from services.rpg_specialist_total.chapters.spells import MAX_SPELLS, OneEnergyOfAShield
from services.rpg_specialist_total.chapters.turns import MOST_AP, OneApAtLeast
from services.rpg_specialist_total.context import CampaignContext
from services.rpg_specialist_total.state.campaign import CampaignState, Fighter
from services.rpg_specialist_total.state.combatants import MAX_SPEED_RATING, Carried, Charge, Held, Lasting
from shared.kernel.campaign.authority import GameMasterCommand
from shared.kernel.campaign.fights import Fighters, NotInFight, OrderFirst, check_nothing_waits, running
from shared.kernel.campaign.keeping import without
from shared.kernel.campaign.samples import NOBODY, likely, some
from shared.kernel.campaign.seats import check_once, check_room, check_within, entry_of
from shared.kernel.chapter import fold, judge, samples
from shared.kernel.messages import Event, Id, Line
from shared.kernel.refusals import Refusal
from shared.kernel.samples import TEXT, Field, Samples, offer

EnergyNames = Annotated[tuple[Line, ...], Meta(min_length=1, max_length=10)]
RULED: Final = "so it is ruled"
MOST_A_ROUND: Final = MAX_SPEED_RATING + MAX_TIER
"""The maximum AP that any combatant can have in a round."""


class NewCharge(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """The energy that the Keeper puts into an item. It replaces any energy that is there."""

    mode: Mode
    energies: EnergyNames
    ap: ActionPoints
    by: Id
    selective: Line | None = None


class NewSpell(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """A lasting spell that the Keeper adds, or the new values of one that the Keeper changes."""

    kind: Lasting
    what: Line
    energies: EnergyNames
    components: Annotated[tuple[Line, ...], Meta(max_length=20)] = ()
    ap: ActionPoints
    dice: Dice = 0
    rounds: Duration | None = None


# ---------------------------------------------------------------- refusals


class NothingToCorrect(Refusal, rule="SC-CAMP-11"):
    """There is nothing to correct: give at least one of the things in `needs`."""


class ApNotCounted(Refusal, rule="SC-CAMP-11", bars="value"):
    """The AP of this combatant are not counted now: correct them once it is in a fight."""


class NotTheOrder(Refusal, rule="SC-CAMP-12"):
    """This order omits or repeats a combatant: name each combatant that `needs` lists exactly once."""


# ---------------------------------------------------------------- commands


class CorrectRound(GameMasterCommand, frozen=True, kw_only=True):
    """Correct a combatant's round: its AP, whether a percentile of 01 has locked them, and whether it has moved.

    If the AP are locked, `ap` is the number of AP that the combatant regains on its next turn.
    """

    counts_as = "referee"

    character: Id
    ap: ActionPoints | None = None
    locked: bool | None = None
    moved: bool | None = None
    reason: Line


class CorrectOrder(GameMasterCommand, frozen=True, kw_only=True):
    """Set the combat order of the round, from first to last combatant. Their scores change to match."""

    counts_as = "referee"

    order: Fighters
    reason: Line


class CorrectCharge(GameMasterCommand, frozen=True, kw_only=True):
    """Set the energy in an item, carried or not. Without `charge`, remove it."""

    counts_as = "referee"

    item: Id
    charge: NewCharge | None = None
    reason: Line


class CorrectSpell(GameMasterCommand, frozen=True, kw_only=True):
    """Correct a combatant's lasting spells: `spell` alone ends one, `held` alone adds one, and both replace one."""

    counts_as = "referee"

    character: Id
    spell: Id | None = None
    held: NewSpell | None = None
    reason: Line


# ---------------------------------------------------------------- events


class RoundCorrected(Event, frozen=True, kw_only=True, omit_defaults=True):
    """The Keeper corrected a combatant's round. `kept`: AP that return later; `spent`: AP used outside fights."""

    character: str
    reason: str
    ap: int = 0
    kept: int = 0
    locked: bool = False
    moved: bool = False
    spent: int = 0


class OrderCorrected(Event, frozen=True, kw_only=True):
    """The Keeper set the combat order and the scores that match it."""

    order: tuple[str, ...]
    scores: tuple[int, ...]
    reason: str


class ChargeCorrected(Event, frozen=True, kw_only=True, omit_defaults=True):
    """The Keeper set or removed the energy in an item."""

    item: str
    reason: str
    charge: Charge | None = None


class SpellCorrected(Event, frozen=True, kw_only=True, omit_defaults=True):
    """The Keeper set or ended a lasting spell."""

    character: str
    spell: str
    reason: str
    held: Held | None = None


# ---------------------------------------------------------------- judgement


@judge
def correct_round(ctx: CampaignContext, command: CorrectRound) -> None:
    """Correct a combatant's AP, and whether it has moved, for the current round.

    Rule:    SC-CAMP-11, SC-CAMP-55
    Refuses: NotKnownHere, NothingToCorrect, OutOfRange, ApNotCounted, NotInFight
    """
    one = ctx.character(command.character)
    fighter = ctx.state.fighter(one.id)
    if command.ap is command.locked is command.moved is None:
        raise NothingToCorrect(needs=("ap", "locked", "moved"), field="ap")
    check_within(command.ap or 0, 0, most_of_round(ctx.state), "ap")
    if fighter is not None:
        ctx.emit(_in_fight(command, fighter))
        return
    if command.locked is not None or command.moved is not None:
        raise NotInFight(needs="a fighter", has=one.id, field="character")
    if ctx.state.settings.ap.outside_fights != "keepers_round":
        raise ApNotCounted(needs="a fight, or ap.outside_fights: keepers_round", has=one.id, field="character")
    ctx.emit(RoundCorrected(character=one.id, spent=one.ap_a_round - (command.ap or 0), reason=command.reason))


def most_of_round(state: CampaignState) -> int:
    """Return the maximum AP that a correction may give. Rule: SC-CAMP-55."""
    return MOST_A_ROUND if state.amended else MOST_AP


def _in_fight(command: CorrectRound, fighter: Fighter) -> RoundCorrected:
    """Return an event that records the correction of a combatant's round in a fight."""
    locked = fighter.locked if command.locked is None else command.locked
    had = fighter.ap + fighter.kept
    ap = had if command.ap is None else command.ap
    return RoundCorrected(
        character=fighter.id, ap=0 if locked else ap, kept=ap if locked else 0, locked=locked,
        moved=fighter.moved if command.moved is None else command.moved, reason=command.reason,
    )  # fmt: skip


@judge
def correct_order(ctx: CampaignContext, command: CorrectOrder) -> None:
    """Set the combat order. Rule: SC-CAMP-12. Refuses: NoFight, AnswerFirst, OrderFirst, NotTheOrder."""
    fight = running(ctx.state)
    check_nothing_waits(ctx.state)
    if not fight.order:
        raise OrderFirst(needs="an order", field="order")
    if sorted(command.order) != sorted(fight.order):
        raise NotTheOrder(needs=fight.order, has=command.order, field="order")
    scores = sorted((fighter.score or 0 for fighter in fight.participants if fighter.id in fight.order), reverse=True)
    for place in range(1, len(scores)):
        scores[place] = min(scores[place], scores[place - 1] - 1)
    ctx.emit(OrderCorrected(order=command.order, scores=tuple(scores), reason=command.reason))


@judge
def correct_charge(ctx: CampaignContext, command: CorrectCharge) -> None:
    """Set or remove the energy in an item. Rule: SC-CAMP-13. Refuses: AnswerFirst, NotKnownHere, NothingToCorrect."""
    check_nothing_waits(ctx.state)
    item = entry_of(_items(ctx.state), command.item, "item")
    new = command.charge
    if new is None:
        if item.charge is None:
            raise NothingToCorrect(needs="an item with energy in it", has=item.name, field="item")
        ctx.emit(ChargeCorrected(item=item.id, reason=command.reason))
        return
    _check_ap(ctx, new)
    _check_charge(ctx, item, new)
    charge = Charge(mode=new.mode, energies=new.energies, ap=new.ap, by=new.by, selective=new.selective)
    ctx.emit(ChargeCorrected(item=item.id, charge=charge, reason=command.reason))


def _items(state: CampaignState) -> dict[str, Carried]:
    """Return all items of the campaign, carried and on the ground."""
    return {**state.ground, **{item.id: item for one in state.characters.values() for item in one.items.values()}}


def _check_charge(ctx: CampaignContext, item: Carried, new: NewCharge) -> None:
    """Refuse energy that this item cannot hold. Rule: SC-CAMP-13, SC-CAMP-32, SC-CHG-02, SC-CHC-04."""
    ctx.character(new.by, "charge")
    check_held_energies(ctx, new.energies, "charge")
    reach = reach_of(ctx.state, item)
    held = any(item.id in one.items for one in ctx.state.characters.values() if not one.dead)
    modes = () if reach is None else tuple(mode for mode in MODES[reach] if held or mode == "bestowed")
    if new.mode not in modes:
        raise ModeDoesNotFit(needs=modes or "a weapon or ammunition", has=new.mode, field="charge")
    if item.number != 1:
        raise NotInHand(needs="a single piece", has=item.number, field="item")


def _check_ap(ctx: CampaignContext, new: NewCharge | NewSpell) -> None:
    """Refuse energy without AP. Rule: SC-CAMP-48. Refuses: OneApAtLeast."""
    if new.ap < 1 and ctx.state.amended:
        raise OneApAtLeast(needs=1, has=new.ap, field="held" if isinstance(new, NewSpell) else "charge")


@judge
def correct_spell(ctx: CampaignContext, command: CorrectSpell) -> None:
    """Set or end a lasting spell. Rule: SC-CAMP-14. Refuses: AnswerFirst, NotKnownHere, NothingToCorrect."""
    check_nothing_waits(ctx.state)
    one, new = ctx.character(command.character), command.held
    if command.spell is not None:
        entry_of(one.spells, command.spell, "spell")
    elif new is None:
        raise NothingToCorrect(needs=("spell", "held"), field="spell")
    if new is None:
        ctx.emit(SpellCorrected(character=one.id, spell=command.spell or "", reason=command.reason))
        return
    check_room(one.spells, MAX_SPELLS, "held", more=int(command.spell is None))
    _check_ap(ctx, new)
    _check_keeper(ctx, one.id, new)
    _check_spell(ctx, new)
    held = Held(
        id=command.spell or ctx.new_id("spell"), kind=new.kind, what=new.what, energies=new.energies,
        components=new.components, ap=new.ap, dice=new.dice, rounds=new.rounds,
    )  # fmt: skip
    ctx.emit(SpellCorrected(character=one.id, spell=held.id, held=held, reason=command.reason))


def _check_keeper(ctx: CampaignContext, who: str, new: NewSpell) -> None:
    """Refuse a lasting spell that this combatant cannot maintain. Rule: SC-CAMP-14, SC-CAMP-32, SC-R-100."""
    one = states.alive(ctx, who)
    if new.kind == "concentration":
        states.check_can_act(ctx, who)
        if one.dosed is not None and one.dosed.drug == "berserk":
            raise states.BerserkersCastNothing(needs="no berserking drug", has="concentration", field="held")


def _check_spell(ctx: CampaignContext, new: NewSpell) -> None:
    """Refuse a spell that is not possible in this campaign. Rule: SC-CAMP-14, SC-CAMP-31, SC-CAMP-48."""
    check_held_energies(ctx, new.energies, "held")
    check_once(new.components, "held")
    check_magic(ctx, new.components, "held")
    shield = new.kind == "shield"
    if shield and len(new.energies) > 1:
        raise OneEnergyOfAShield(needs="one energy", has=new.energies, field="held")
    if (new.rounds is not None) != shield:
        raise OneEnergyOfAShield(needs="a number of rounds" if shield else "no rounds", has=new.rounds, field="held")


# ---------------------------------------------------------------- fold


@fold
def _round_corrected(state: CampaignState, event: RoundCorrected) -> CampaignState:
    who = event.character
    if not state.fighting(who):
        return state.change(who, spent=event.spent)
    left: dict[str, Any] = {"ap": event.ap, "kept": event.kept, "locked": event.locked, "moved": event.moved}
    return state.fighter_changed(who, old_ap=0, failed=event.locked, unpaid=False, **left)


@fold
def _order_corrected(state: CampaignState, event: OrderCorrected) -> CampaignState:
    if state.fight is None:
        return state
    scores = dict(zip(event.order, event.scores, strict=False))
    fight = state.fight.each_changed({who: {"score": score, "tie": ()} for who, score in scores.items()})
    return replace(state, fight=replace(fight, order=event.order))


@fold
def _charge_corrected(state: CampaignState, event: ChargeCorrected) -> CampaignState:
    return state.charge_item(event.item, event.charge)


@fold
def _spell_corrected(state: CampaignState, event: SpellCorrected) -> CampaignState:
    spells = without(state.characters[event.character].spells, event.spell)
    if event.held is not None:
        spells = {**spells, event.spell: event.held}
    return state.raise_counter(event.spell).change(event.character, spells=spells)


# ---------------------------------------------------------------- samples


@samples
def _rounds(state: CampaignState, _: str) -> Samples[CorrectRound]:
    ap, either = Field(least=0, most=most_of_round(state)), (None, True, False)
    counted = state.settings.ap.outside_fights == "keepers_round"
    for who in likely(some(state.characters), lambda one: counted or state.fighting(one)):
        bare = CorrectRound(character=who, reason=RULED)
        yield offer(replace(bare, ap=0), ap=ap, locked=either, moved=either, reason=TEXT)
        yield offer(replace(bare, locked=True), locked=(True, False), moved=either, reason=TEXT)
        yield offer(replace(bare, moved=True), moved=(True, False), reason=TEXT)


@samples
def _orders(state: CampaignState, _: str) -> Samples[CorrectOrder]:
    order = (state.fight.order if state.fight else ()) or (NOBODY,)
    whole = Field(items=Field(options=order), least=len(order), most=len(order), ordered=True)
    yield offer(CorrectOrder(order=order, reason=RULED), order=whole, reason=TEXT)


def energy_of(state: CampaignState) -> str:
    """Return the alphabetically first energy that an item or spell can hold, or an unknown name if there is none."""
    return min(held_energies(state), default=NOBODY)


@samples
def _charges(state: CampaignState, _: str) -> Samples[CorrectCharge]:
    by, energy = some(state.characters)[0], energy_of(state)
    for item in _items(state).values():
        if item.charge is not None:
            yield offer(CorrectCharge, item=item.id, reason=(RULED, TEXT))
        for mode in MODES.get(reach_of(state, item) or "unarmed", ()):
            charge = NewCharge(mode=mode, energies=(energy,), ap=1, by=by)
            either = (charge, Field(schema="NewCharge"))
            yield offer(CorrectCharge(item=item.id, charge=charge, reason=RULED), charge=either, reason=TEXT)
    yield offer(CorrectCharge(item=NOBODY, reason=RULED))


@samples
def _spells(state: CampaignState, _: str) -> Samples[CorrectSpell]:
    held = NewSpell(kind="prepared", what="a spell", energies=(energy_of(state),), ap=1)
    for who in some(state.characters):
        yield offer(CorrectSpell(character=who, held=held, reason=RULED), reason=TEXT)
        for spell in some(state.characters[who].spells if who in state.characters else ()):
            yield offer(CorrectSpell(character=who, spell=spell, reason=RULED), reason=TEXT)
            yield offer(CorrectSpell(character=who, spell=spell, held=held, reason=RULED), reason=TEXT)
