"""Movement in combat, and actions that are part of a movement."""

from __future__ import annotations

from typing import Annotated, Final, Literal, TypeAlias

from msgspec import Meta, Struct

from services.rpg_specialist_total.catalogue import BERSERK_ACTIONS, Reach
from services.rpg_specialist_total.chapters.combatants import MAX_ITEMS
from services.rpg_specialist_total.chapters.items import ItemReadied, ItemTakenUp, at_hand, item_of
from services.rpg_specialist_total.chapters.states import check_can_act
from services.rpg_specialist_total.chapters.turns import check_ap, spend
from services.rpg_specialist_total.context import CampaignContext
from services.rpg_specialist_total.state.campaign import CampaignState
from services.rpg_specialist_total.state.combatants import Combatant
from shared.kernel.campaign.keeping import in_order
from shared.kernel.campaign.samples import mine, some
from shared.kernel.campaign.seats import check_once, check_room, entry_of
from shared.kernel.chapter import fold, judge, samples
from shared.kernel.messages import Command, Event, Id
from shared.kernel.refusals import Refusal
from shared.kernel.samples import Field, Samples, offer

Motion: TypeAlias = Literal["own", "vehicle", "beast"]
"""What moves if an action is part of a movement: the combatant, a vehicle or a mount. Rule: SC-MOVE-11."""
HandAct: TypeAlias = Literal["draw", "nock", "load"]

QUICK_LOAD: Final = "Quick Load"
MOBILE: Final = {"Mobile Attack": ("unarmed", "melee"), "Mobile Shot": ("projectile",), "Mobile Throw": ("thrown",)}
"""For each component that allows attacks during a movement, the reach of the weapons with which it allows them.

Rule: SC-MOVE-07, SC-R-61.
"""
DRAW: Final[tuple[HandAct, ...]] = ("draw",)
MAX_UNITS: Final = 50
MAX_AT_ONCE: Final = 4


class Handled(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """An item that is drawn, nocked or loaded as part of a movement."""

    act: HandAct
    item: Id


# ---------------------------------------------------------------- refusals


class TooFar(Refusal, rule="SC-MOVE-03"):
    """The distance is too long for one movement action: move at most the number of units in `needs`."""


class NotInTheHand(Refusal, rule="SC-MOVE-04"):
    """You cannot do this with an item of this kind: choose one of the actions in `needs`."""


class OneHandOnly(Refusal, rule="SC-R-109"):
    """Too many items for one movement action: draw, nock or load only one, and the next with another such action."""


class ReadyAlready(Refusal, rule="SC-R-109"):
    """This item is ready already: leave it out of the movement."""


class QuickLoadNeeded(Refusal, rule="SC-MOVE-06"):
    """This combatant lacks Quick Load, so it cannot load while it moves: leave the loading out."""


class NotMobile(Refusal, rule="SC-MOVE-07"):
    """The attacker lacks a special action for attacks in movement (see `needs`): attack without `part_of_movement`."""


class NoSpellInMotion(Refusal, rule="SC-MOVE-08"):
    """This spell cannot be cast while moving: prepare it first, or let a vehicle or mount move the caster."""


class NotMoving(Refusal, rule="SC-CAMP-06"):
    """The combatant has not moved in this turn: take a movement action first."""


# ---------------------------------------------------------------- commands


class Move(Command, frozen=True, kw_only=True):
    """Take a movement action over some movement units, and draw, nock or load an item during it.

    A weapon must be drawn before it is used. Every shot includes nocking or loading, so these are only recorded.
    """

    counts_as = "move"

    character: Id
    units: Annotated[int, Meta(ge=0, le=MAX_UNITS)] = 0
    hands: Annotated[tuple[Handled, ...], Meta(max_length=MAX_AT_ONCE)] = ()


class TakeUpItem(Command, frozen=True, kw_only=True):
    """Pick up an item from the ground, as a movement action."""

    counts_as = "move"

    character: Id
    item: Id


# ---------------------------------------------------------------- events


class Moved(Event, frozen=True, kw_only=True):
    """A combatant moved.

    `distance` is in the campaign's unit of length. It is set only if the campaign's data give a movement unit for
    the combatant's size.
    """

    character: str
    units: int
    distance: int | None


# ---------------------------------------------------------------- judgement


def knows(one: Combatant, name: str) -> bool:
    """Return whether a combatant's sheet lists a component or an action."""
    return name in one.sheet.components or name in one.sheet.actions


@judge
def move(ctx: CampaignContext, command: Move) -> None:
    """Move a combatant. The first movement action of a turn is free. Further ones cost AP.

    Rule:    SC-ACT-02, SC-MOVE-01 to SC-MOVE-06, SC-MOVE-10, SC-CAMP-05, SC-CAMP-56, SC-R-09, SC-R-109
    Refuses: NotKnownHere, NotYours, TooFar, NamedTwice, NotInTheHand, QuickLoadNeeded, OneHandOnly, ReadyAlready, and
             all refusals of `_check_action`
    """
    one = ctx.own(command.character)
    cost = _check_action(ctx, one)
    if command.units > one.sheet.speed_rating:
        raise TooFar(needs=f"at most {one.sheet.speed_rating}", has=command.units, field="units")
    check_once(tuple(f"{hand.act} {hand.item}" for hand in command.hands), "hands")
    for hand in command.hands:
        _check_hand(one, hand)
    if ctx.state.amended and len(command.hands) > 1:
        raise OneHandOnly(needs="at most 1", has=len(command.hands), field="hands")
    ready = [hand.item for hand in command.hands if hand.act == "draw" and at_hand(ctx.state, one.items[hand.item])]
    if ctx.state.amended and ready:
        raise ReadyAlready(needs="an item that is not ready", has=ready[0], field="hands")
    _take_action(ctx, one, cost, command.units)
    for hand in command.hands:
        ctx.emit(ItemReadied(character=one.id, item=hand.item))


@judge
def take_up_item(ctx: CampaignContext, command: TakeUpItem) -> None:
    """Pick up an item from the ground.

    Rule:    SC-CAMP-04, SC-R-09
    Refuses: NotKnownHere, NotYours, TooManyHere, and all refusals of `_check_action`
    """
    one = ctx.own(command.character)
    entry_of(ctx.state.ground, command.item, "item")
    check_room(one.items, MAX_ITEMS)
    cost = _check_action(ctx, one)
    _take_action(ctx, one, cost, 0)
    ctx.emit(ItemTakenUp(character=one.id, item=command.item))


def _check_action(ctx: CampaignContext, one: Combatant) -> int:
    """Return the AP cost of the next movement action.

    Rule:    SC-ACT-02, SC-R-09, SC-R-68
    Refuses: CannotAct, and all refusals of `check_ap`
    """
    check_can_act(ctx, one.id)
    fighter = ctx.state.fighter(one.id)
    cost = 0 if fighter is None or not fighter.moved else ctx.state.settings.ap.extra_movement_cost
    check_ap(ctx, one.id, cost, "movement", field="character")
    return cost


def _take_action(ctx: CampaignContext, one: Combatant, cost: int, units: int) -> None:
    spend(ctx, one.id, cost, "movement")
    unit = ctx.state.sizes.get(one.sheet.size)
    ctx.emit(Moved(character=one.id, units=units, distance=None if unit is None else units * unit))


def _check_hand(one: Combatant, hand: Handled) -> None:
    """Refuse to draw, nock or load an item that does not allow it.

    Rule:    SC-MOVE-04 to SC-MOVE-06
    Refuses: NotKnownHere, NotInTheHand, QuickLoadNeeded
    """
    needs = ("nock", "load") if item_of(one, hand.item, "hands").kind == "ammunition" else ("draw",)
    if hand.act not in needs:
        raise NotInTheHand(needs=needs, has=hand.act, field="hands")
    if hand.act == "load" and not knows(one, QUICK_LOAD):
        raise QuickLoadNeeded(needs=QUICK_LOAD, has=one.sheet.actions, field="hands")


def check_in_motion(
    ctx: CampaignContext, who: str, motion: Motion, *, reach: Reach | None = None, spell: bool = False
) -> None:  # fmt: skip
    """Refuse an attack that is part of a movement, unless a rule allows it.

    A prepared spell is allowed, because it has already been cast. What no movement can mend is refused first.

    Rule:    SC-MOVE-07 to SC-MOVE-09, SC-MOVE-11, SC-BER-09, SC-R-61, SC-CAMP-06
    Refuses: NoSpellInMotion, NotMobile, NotMoving
    """
    fighter, one = ctx.state.fighter(who), ctx.character(who)
    if spell and motion == "own":
        raise NoSpellInMotion(needs=("a prepared spell", "a vehicle or a mount"), field="part_of_movement")
    by_kind = ctx.state.settings.movement.mobile_by_kind
    berserk = one.dosed is not None and one.dosed.drug == "berserk"
    left = BERSERK_ACTIONS if berserk else tuple(MOBILE)
    permits = tuple(name for name in left if name in MOBILE and (not by_kind or reach in MOBILE[name]))
    if reach is not None and not any(knows(one, name) for name in permits):
        raise NotMobile(needs=permits, has=reach, field="part_of_movement")
    if motion == "own" and fighter is not None and not fighter.moved:
        raise NotMoving(needs="Move", field="part_of_movement")


# ---------------------------------------------------------------- fold


@fold
def _moved(state: CampaignState, event: Moved) -> CampaignState:
    return state.fighter_changed(event.character, moved=True)


# ---------------------------------------------------------------- samples


def _acts(state: CampaignState, one: Combatant) -> tuple[Handled, ...]:
    """Return the items that a combatant could draw, nock or load, each together with that act. Rule: SC-R-109."""
    loads: tuple[HandAct, ...] = ("nock", "load") if knows(one, QUICK_LOAD) else ("nock",)
    held = (one.items[item] for item in in_order(one.items))
    return tuple(
        Handled(act=act, item=item.id)
        for item in held
        for act in (loads if item.kind == "ammunition" else () if state.amended and at_hand(state, item) else DRAW)
    )


@samples
def _moves(state: CampaignState, seat: str) -> Samples[Move | TakeUpItem]:
    ground = some(state.ground)
    for who in mine(state, seat):
        one = state.characters.get(who)
        acts = _acts(state, one) if one else ()
        most = 1 if state.amended else MAX_AT_ONCE
        hands = Field(items=Field(options=acts), least=0, most=min(len(acts), most), ordered=True)
        units = Field(least=0, most=one.sheet.speed_rating if one else 0)
        yield offer(Move(character=who), **({"units": units, "hands": hands} if acts else {"units": units}))
        yield offer(TakeUpItem, character=who, item=ground)
