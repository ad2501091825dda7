"""Conditions: how characters gain, worsen and clear them, and the Slots that they take up."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import accumulate
from typing import Annotated, Final

from msgspec import UNSET, Meta, Struct, UnsetType
from msgspec.structs import replace

from services.rpg_boundless.chapters.dice import ConditionNotHeld
from services.rpg_boundless.chapters.items import SLOTS, ItemDropped, free, settle_full
from services.rpg_boundless.chapters.seats import MAX_CONDITIONS, acting, available
from services.rpg_boundless.chapters.turns import act_as, letting_go
from services.rpg_boundless.context import Answer, CampaignContext, CharacterMove
from services.rpg_boundless.samples import WHY, free_to_act, held_by, lists, mine
from services.rpg_boundless.state.campaign import CampaignState, Character, Held, Room
from shared.kernel.campaign.forms import form
from shared.kernel.campaign.keeping import in_order, without
from shared.kernel.campaign.samples import NOBODY, some
from shared.kernel.campaign.seats import check_owns, check_room, entry_of, key_of, there_are
from shared.kernel.chapter import fold, judge, judge_given, samples
from shared.kernel.messages import Event, Id, Line
from shared.kernel.refusals import Refusal
from shared.kernel.samples import TEXT, Choice, Field, Samples, offer

# ---------------------------------------------------------------- refusals


class RoomNotMade(Refusal, rule="FB-COND-04"):
    """There are not enough free Slots for the Condition: name an Item to drop."""


class DropFreesNothing(Refusal, rule="FB-COND-04"):
    """These Items cannot be dropped for a Condition: name carried Items that free a Slot, each of them once."""


class DropNotNeeded(Refusal, rule="FB-COND-04"):
    """You drop more Items than needed: name only as many as make room for the Condition."""


class NoRoomForCondition(Refusal, rule="FB-R-10"):
    """There is no Slot for the Condition and no Item to drop: ask the game master to clear another Condition first.

    The game master may also keep a Condition that a roll caused only in the story (AdjustCondition).
    """


class ConditionHeldAlready(Refusal, rule="FB-R-12"):
    """The character already has this Condition, and cannot gain it twice in this campaign: name another Condition."""


class ConditionNeedsReason(Refusal, rule="FB-COND-08"):
    """Clearing a Condition needs a reason: say what in the fiction clears it."""


# ---------------------------------------------------------------- commands


MAX_DROPPED: Final = 20
Drops = Annotated[tuple[Id, ...], Meta(max_length=MAX_DROPPED)]


class GainCondition(CharacterMove, frozen=True, kw_only=True):
    """Gain a Condition. Without enough free Slots, `drop` names the Items that the character drops to make room."""

    character: Id
    condition: Line
    drop: Drops = ()


class WorsenCondition(CharacterMove, frozen=True, kw_only=True):
    """Increase the Slots of a Condition."""

    character: Id
    condition: Line
    slots: Annotated[int, Meta(ge=1, le=10)] = 1
    drop: Drops = ()


class ClearCondition(CharacterMove, frozen=True, kw_only=True):
    """Clear a Condition because of something in the fiction."""

    character: Id
    condition: Line
    reason: Line | None = None


class MakeRoom(Answer, frozen=True, kw_only=True):
    """Name the Items to drop to make room for a Condition that a roll caused."""

    room: Id
    drop: Drops = ()


# ---------------------------------------------------------------- events


class ConditionGained(Event, frozen=True, kw_only=True, omit_defaults=True):
    """A character gained a Condition: the Slots it takes up, and the missing ones (`without`). Rule: FB-COND-03."""

    character: str
    condition: str
    slots: int
    without: int = 0


class ConditionWorsened(ConditionGained, frozen=True, kw_only=True, omit_defaults=True):
    """A Condition worsened: the added Slots it takes up, and the missing ones (`without`). Rule: FB-COND-07."""


class ConditionCleared(Event, frozen=True, kw_only=True):
    """A Condition was cleared."""

    character: str
    condition: str
    reason: str


class RoomNeeded(Event, frozen=True, kw_only=True):
    """A character gained a Condition without a free Slot for it, and must name an Item to drop.

    `rolls` are the rolls that led to the Condition.
    """

    room: str
    character: str
    condition: str
    slots: int
    rolls: tuple[str, ...] | UnsetType = UNSET


class RoomMade(Event, frozen=True, kw_only=True):
    """A character no longer has to make room for a Condition: it freed the Slots, or the Condition takes no Slots."""

    room: str
    character: str


# ---------------------------------------------------------------- judgement


class Growth(Struct, frozen=True, kw_only=True):
    """A Condition that a character gains or that worsens, and the number of Slots that it takes up."""

    condition: str
    slots: int = 1
    event: type[ConditionGained] = ConditionGained


@judge
def gain_condition(ctx: CampaignContext, command: GainCondition) -> None:
    """Make a character gain a Condition.

    Rule:    FB-COND-02, FB-COND-03, FB-R-12, FB-R-82, FB-R-97
    Refuses: ConditionHeldAlready, AnswerFirst, and all refusals of `_grow`
    """
    bearer = (letting_go if command.drop else acting)(ctx, command.character)
    held = bearer.condition_named(command.condition)
    if held is not None and ctx.state.settings.conditions.repeat == "ignore":
        raise ConditionHeldAlready(needs="not held", has=held, field="condition")
    if held is None:
        check_room(bearer.conditions, MAX_CONDITIONS)
    _grow(ctx, bearer, Growth(condition=held or command.condition), command.drop)


@judge
def worsen_condition(ctx: CampaignContext, command: WorsenCondition) -> None:
    """Worsen a character's Condition. Rule: FB-COND-07, FB-R-97. Refuses: ConditionNotHeld, and all of `_grow`."""
    bearer = (letting_go if command.drop else acting)(ctx, command.character)
    growth = Growth(condition=_held_name(bearer, command.condition), slots=command.slots, event=ConditionWorsened)
    _grow(ctx, bearer, growth, command.drop)


@judge_given(there_are("rooms", field="room"))
def make_room(ctx: CampaignContext, command: MakeRoom) -> None:
    """Drop Items to make room for a Condition that a roll caused. Rule: FB-COND-04, FB-R-10."""
    room = entry_of(ctx.state.rooms, command.room, "room")
    bearer = available(ctx, room.character)
    check_owns(ctx, bearer.seat)
    ctx.emit(RoomMade(room=room.id, character=room.character))
    _grow(ctx, bearer, Growth(condition=room.condition, slots=room.slots), command.drop)


def _grow(ctx: CampaignContext, bearer: Character, growth: Growth, drop: Sequence[str]) -> None:
    """Add the Slots of a Condition, after dropping the Items that the player named to make room.

    Rule:    FB-COND-03, FB-COND-04, FB-COND-07, FB-R-10
    Refuses: DropFreesNothing, DropNotNeeded, RoomNotMade, NoRoomForCondition
    """
    slots = growth.slots
    room = free(bearer) + _slots_freed(bearer, drop)
    if drop and free(bearer) >= slots:
        raise DropNotNeeded(needs=0, has=len(drop), field="drop")
    if ctx.state.form and slots == 1 and len(drop) > 1:
        raise DropNotNeeded(needs=1, has=len(drop), field="drop")
    if room < slots:
        if _freeing(bearer, drop):
            raise RoomNotMade(needs=slots, has=room, field="drop")
        if ctx.state.settings.conditions.overflow == "refuse":
            raise NoRoomForCondition(needs=slots, has=room, field="condition")
    for item in drop:
        ctx.emit(ItemDropped(character=bearer.id, item=item))
    _hold(ctx, bearer.id, growth)


def _hold(ctx: CampaignContext, character: str, growth: Growth) -> None:
    fits = min(growth.slots, max(free(ctx.character(character)), 0))
    ctx.emit(growth.event(character=character, condition=growth.condition, slots=fits, without=growth.slots - fits))
    if fits:
        settle_full(ctx, character)


def has_room(state: CampaignState, room: Room) -> bool:
    """Return whether a character has, or can make, room for a Condition.

    A character has room if a Slot is free or the Condition needs none. It makes room by dropping an Item.

    Rule: FB-COND-04, FB-R-10
    """
    bearer = state.characters[room.character]
    records = state.settings.conditions.overflow == "record_without_slot"
    return records or free(bearer) >= room.slots or _freeing(bearer)


def _freeing(bearer: Character, but: Sequence[str] = ()) -> bool:
    """Return whether a character carries an Item, other than those in `but`, that would free a Slot when dropped.

    Rule: FB-R-10.
    """
    return any(item.slots and item.id not in but for item in bearer.items.values())


def _slots_freed(bearer: Character, drop: Sequence[str]) -> int:
    for item in drop:
        if item not in bearer.items or not bearer.items[item].slots:
            raise DropFreesNothing(needs="an Item that frees a Slot", has=item, field="drop")
    if len(set(drop)) < len(drop):
        raise DropFreesNothing(needs="each Item once", has=tuple(drop), field="drop")
    return sum(bearer.items[item].slots for item in drop)


def afflict(ctx: CampaignContext, character: str, condition: str, rolls: tuple[str, ...] = ()) -> None:
    """Give a character a Condition that rolls caused. If no Slot is free, the player must name an Item to drop.

    Rule:    FB-COND-03, FB-COND-04, FB-R-10, FB-R-12
    """
    bearer = ctx.character(character)
    settings = ctx.state.settings.conditions
    held = bearer.condition_named(condition)
    if held is not None and settings.repeat == "ignore":
        return
    condition = held or condition
    if free(bearer) > 0 or (settings.overflow == "record_without_slot" and not _freeing(bearer)):
        _hold(ctx, character, Growth(condition=condition))
    else:
        room, known = ctx.new_id("room"), rolls if rolls and ctx.state.amended else UNSET
        ctx.emit(RoomNeeded(room=room, character=character, condition=condition, slots=1, rolls=known))


@judge
def clear_condition(ctx: CampaignContext, command: ClearCondition) -> None:
    """Clear a Condition. The game master may also do this to free a Slot for another Condition.

    Rule:    FB-COND-08, FB-R-10
    Refuses: ConditionNotHeld, ConditionNeedsReason
    """
    who = command.character
    bearer = available(ctx, who) if ctx.leads else act_as(ctx, who, f"deal with {command.condition}")
    held = _held_name(bearer, command.condition)
    if command.reason is None:
        raise ConditionNeedsReason(needs="a reason", field="reason")
    ctx.emit(ConditionCleared(character=bearer.id, condition=held, reason=command.reason))


def _held_name(bearer: Character, condition: str, field: str = "condition") -> str:
    """Return a Condition's name as the character's sheet spells it.

    Rule:    FB-COND-06, FB-R-82
    Refuses: ConditionNotHeld
    """
    held = bearer.condition_named(condition)
    if held is None:
        raise ConditionNotHeld(needs=condition, has=bearer.hindrances, field=field)
    return held


def clear_by_rest(ctx: CampaignContext, bearer: Character, conditions: Sequence[str]) -> Character:
    """Clear what a rest addresses; return who rolls. Rule: FB-COND-08, FB-R-36, FB-R-102. Refuses: ConditionNotHeld."""
    for condition in conditions:
        held = _held_name(ctx.character(bearer.id), condition, "addresses")
        ctx.emit(ConditionCleared(character=bearer.id, condition=held, reason="rest"))
    return ctx.character(bearer.id) if ctx.state.amended else bearer


# ---------------------------------------------------------------- fold


@fold
def _condition_grew(state: CampaignState, event: ConditionGained | ConditionWorsened) -> CampaignState:
    held = state.characters[event.character].conditions
    before = held.get(event.condition, Held(slots=0))
    after = Held(slots=before.slots + event.slots, without=before.without + event.without)
    return state.change(event.character, conditions={**held, event.condition: after})


@fold
def _condition_cleared(state: CampaignState, event: ConditionCleared) -> CampaignState:
    """Remove the Condition. From version 2 of the rules on, also remove the Positions that were set because of it."""
    bearer = state.characters[event.character]
    held, gone = without(bearer.conditions, event.condition), key_of(event.condition)
    state = state.change(event.character, conditions=held)
    if not state.amended:
        return state
    reasons = ((one, one.stance.condition) for one in bearer.positions)
    kept = tuple([one for one, reason in reasons if reason is None or key_of(reason) != gone])
    return state.change(event.character, positions=kept)


@fold
def _room_needed(state: CampaignState, event: RoomNeeded) -> CampaignState:
    state = state.having("rooms", form(Room, event, id=event.room))
    return replace(state, room_rolls={**state.room_rolls, event.room: event.rolls}) if event.rolls else state


@fold
def _room_made(state: CampaignState, event: RoomMade) -> CampaignState:
    return state.without(event.room, "rooms", "room_rolls")


# ---------------------------------------------------------------- samples


AILMENTS: Final = ("tired", "sick", "starved", "poisoned")
GROWTH: Final = 10
"""The maximum number of Slots by which one command can worsen a Condition."""


def _dropping(state: CampaignState, who: str | None, slots: int) -> Mapping[str, Choice]:
    """Return the options for the field `drop`: enough Items to free the Slots that a Condition of this size lacks."""
    bearer = state.characters.get(who or "")
    sizes = sorted(item.slots for item in bearer.items.values()) if bearer else []
    lack = slots - (free(bearer) if bearer else SLOTS)
    freeing = [size for size in sizes if size]
    if bearer is None or lack <= 0 or not freeing:
        return {}
    enough = (count for count, freed in enumerate(accumulate(freeing), 1) if freed >= lack)
    items = in_order(item.id for item in bearer.items.values() if item.slots)
    most = 1 if state.form and slots == 1 else MAX_DROPPED
    return {"drop": lists(items, least=next(enough, len(freeing)), most=most)}


def _droppable(fields: Mapping[str, Choice]) -> tuple[str, ...]:
    """Return only as many of the Items to drop as the Condition needs."""
    drop = fields.get("drop")
    if not isinstance(drop, Field) or drop.items is None:
        return ()
    return tuple(drop.items.options or ())[: drop.least]


@samples
def _conditions_gained(state: CampaignState, seat: str) -> Samples[GainCondition]:
    """Offer to gain Conditions of any name if gaining one twice worsens it. Otherwise offer only known names."""
    for who in mine(state, seat):
        drop, held = _dropping(state, who, 1), held_by(state, who)
        full = len(held) >= MAX_CONDITIONS
        known = held if full else tuple(dict.fromkeys((*AILMENTS, *held)))
        gained = GainCondition(character=who, condition=known[0], drop=_droppable(drop))
        worsens = state.settings.conditions.repeat == "worsen" and not full
        yield offer(gained, condition=TEXT if worsens else known, **drop)


@samples
def _conditions_worsened(state: CampaignState, seat: str) -> Samples[WorsenCondition]:
    """Offer to worsen each Condition, and to drop Items only if it would take more Slots than are free."""
    for who in mine(state, seat):
        held, bearer = held_by(state, who) or (NOBODY,), state.characters.get(who)
        room = free(bearer) if bearer else SLOTS
        worse, named = WorsenCondition(character=who, condition=held[0]), {"condition": Field(options=held)}
        if room > 0 or held == (NOBODY,):
            yield offer(worse, slots=Field(least=1, most=min(max(room, 1), GROWTH)), **named)
        for slots in range(max(room, 0) + 1, GROWTH + 1) if held != (NOBODY,) else ():
            drop = _dropping(state, who, slots)
            yield offer(replace(worse, slots=slots, drop=_droppable(drop)), **named, **drop)


@samples
def _conditions_cleared(state: CampaignState, seat: str) -> Samples[ClearCondition]:
    for who in mine(state, seat) if state.led_by(seat) else free_to_act(state, seat):
        held = Field(options=held_by(state, who) or (NOBODY,))
        yield offer(ClearCondition, character=who, condition=held, reason=(WHY, TEXT))


@samples
def _rooms_made(state: CampaignState, _: str) -> Samples[MakeRoom]:
    for room in some(state.rooms):
        waiting = state.rooms.get(room)
        drop = _dropping(state, waiting.character if waiting else None, waiting.slots if waiting else 1)
        yield offer(MakeRoom(room=room, drop=_droppable(drop)), **drop)
