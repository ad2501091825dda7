"""Armor: characters put it on and take it off, and the game master repairs it."""

from __future__ import annotations

from services.rpg_boundless.chapters.seats import acting
from services.rpg_boundless.chapters.turns import handle_gear
from services.rpg_boundless.context import CampaignContext, ItemMove, ItemMoved
from services.rpg_boundless.samples import REASON, WHY, gear_users, items_of, mine
from services.rpg_boundless.state.campaign import CampaignState, Character
from services.rpg_boundless.state.sheets import Carried, Some
from shared.kernel.campaign.authority import GameMasterMove
from shared.kernel.campaign.samples import NOBODY, likely
from shared.kernel.campaign.seats import entry_of
from shared.kernel.chapter import fold, judge, samples
from shared.kernel.messages import Id, Line
from shared.kernel.refusals import Refusal
from shared.kernel.samples import Field, Samples, offer

# ---------------------------------------------------------------- refusals


class NotArmor(Refusal, rule="FB-ARM-01"):
    """This Item is not Armor: name an Item that is Armor."""


class TooMuchArmor(Refusal, rule="FB-R-28"):
    """The character already wears the maximum number of pieces of Armor (see `needs`): take a piece off first."""


class RepairNeedsReason(Refusal, rule="FB-ARM-05"):
    """The repair needs a reason: say what in the fiction repairs the Armor."""


class RepairTooMuch(Refusal, rule="FB-R-29"):
    """The repair would not raise the HP of the Armor, or would raise them too far: give a number that meets `needs`."""


class ArmorIsWhole(Refusal, rule="FB-R-29"):
    """The Armor has all its HP: name Armor that has lost some."""


class ArmorWornAlready(Refusal, rule="FB-ARM-01"):
    """The character is already wearing this Armor: name another piece of Armor."""


class ArmorNotWorn(Refusal, rule="FB-ARM-05"):
    """The character is not wearing this Armor: name Armor that the character is wearing."""


# ---------------------------------------------------------------- commands


class WearArmor(ItemMove, frozen=True, kw_only=True):
    """Put on carried Armor."""


class TakeOffArmor(ItemMove, frozen=True, kw_only=True):
    """Take off Armor. The character still carries it."""


class RepairArmor(GameMasterMove, frozen=True, kw_only=True):
    """Repair Armor until it has `hp` HP, by default its full HP."""

    character: Id
    item: Id
    hp: Some | None = None
    reason: Line | None = None


# ---------------------------------------------------------------- events


class ArmorWorn(ItemMoved, frozen=True, kw_only=True):
    """Armor was put on."""


class ArmorTakenOff(ItemMoved, frozen=True, kw_only=True):
    """Armor was taken off."""


class ArmorRepaired(ItemMoved, frozen=True, kw_only=True):
    """Armor was repaired and now has this many HP."""

    hp: int
    reason: str


# ---------------------------------------------------------------- judgement


def _armor(bearer: Character, item: str) -> Carried:
    found = entry_of(bearer.items, item, "item")
    if found.sheet.armor is None:
        raise NotArmor(needs="Armor", has=found.sheet.name, field="item")
    return found


@judge
def wear(ctx: CampaignContext, command: WearArmor) -> None:
    """Put on Armor. Rule: FB-ARM-01, FB-R-28. Refuses: NotArmor, ArmorWornAlready, TooMuchArmor."""
    bearer = handle_gear(ctx, command.character)
    item = _armor(bearer, command.item)
    if item.id in bearer.worn:
        raise ArmorWornAlready(needs="not worn yet", has=item.id, field="item")
    most = ctx.state.settings.armor.worn_max
    if len(bearer.worn) >= most:
        raise TooMuchArmor(needs=most, has=len(bearer.worn), field="item")
    ctx.emit(ArmorWorn(character=bearer.id, item=item.id))


@judge
def take_off(ctx: CampaignContext, command: TakeOffArmor) -> None:
    """Take off Armor. Rule: FB-ARM-05. Refuses: NotArmor, ArmorNotWorn."""
    bearer = handle_gear(ctx, command.character)
    _armor(bearer, command.item)
    if command.item not in bearer.worn:
        raise ArmorNotWorn(needs="worn", has=command.item, field="item")
    ctx.emit(ArmorTakenOff(character=bearer.id, item=command.item))


@judge
def repair(ctx: CampaignContext, command: RepairArmor) -> None:
    """Repair Armor. Rule: FB-ARM-05, FB-R-29. Refuses: NotArmor, ArmorIsWhole, RepairNeedsReason, RepairTooMuch."""
    bearer = acting(ctx, command.character)
    item = _armor(bearer, command.item)
    full = item.sheet.armor.hp if item.sheet.armor else 0
    hp = full if command.hp is None else command.hp
    if item.armor_hp >= full:
        raise ArmorIsWhole(needs=f"below {full}", has=item.armor_hp, field="item")
    if not item.armor_hp < hp <= full:
        raise RepairTooMuch(needs=f"more than {item.armor_hp}, at most {full}", has=hp, field="hp")
    if command.reason is None:
        raise RepairNeedsReason(needs="a reason", field="reason")
    ctx.emit(ArmorRepaired(character=bearer.id, item=item.id, hp=hp, reason=command.reason))


# ---------------------------------------------------------------- fold


@fold
def _armor_worn(state: CampaignState, event: ArmorWorn) -> CampaignState:
    return state.change(event.character, worn=(*state.characters[event.character].worn, event.item))


@fold
def _armor_taken_off(state: CampaignState, event: ArmorTakenOff) -> CampaignState:
    worn = tuple(item for item in state.characters[event.character].worn if item != event.item)
    return state.change(event.character, worn=worn)


# ---------------------------------------------------------------- samples


def _armor_of(state: CampaignState, who: str, *, worn: bool) -> tuple[str, ...]:
    """Return the Armor that a character wears, or the Armor that it could put on.

    If there is none, return another Item, which the judge then refuses.
    """
    bearer, items = state.characters.get(who), items_of(state, who)
    found = [one for one in items if bearer and bearer.items[one].sheet.armor and (one in bearer.worn) == worn]
    return tuple(found) or items[:1] or (NOBODY,)


@samples
def _armor_worn_or_not(state: CampaignState, seat: str) -> Samples[WearArmor | TakeOffArmor]:
    able = gear_users(state, seat)
    for who in able:
        yield offer(WearArmor, character=who, item=Field(options=_armor_of(state, who, worn=False)))
    for who in likely(able, lambda one: one in state.characters and bool(state.characters[one].worn)):
        yield offer(TakeOffArmor, character=who, item=Field(options=_armor_of(state, who, worn=True)))


@samples
def _armor_mended(state: CampaignState, seat: str) -> Samples[RepairArmor]:
    for who in mine(state, seat):
        for item in items_of(state, who) or (NOBODY,):
            found = state.characters[who].items.get(item) if who in state.characters else None
            if found is not None and found.sheet.armor is not None and found.armor_hp < found.sheet.armor.hp:
                hp = Field(least=found.armor_hp + 1, most=found.sheet.armor.hp)
                yield offer(RepairArmor(character=who, item=item, reason=WHY), hp=hp, **REASON)
    yield offer(RepairArmor(character=mine(state, seat)[0], item=NOBODY, reason=WHY))
