"""Armor: worn, taken off, broken, repaired."""

from __future__ import annotations

from services.rpg_boundless.commands.characters import RepairArmor, TakeOffArmor, WearArmor
from services.rpg_boundless.events.characters import ArmorRepaired, ArmorTakenOff, ArmorWorn, Carried
from services.rpg_boundless.refusals import NotArmor, RepairNeedsReason, RepairTooMuch, TooMuchArmor
from services.rpg_boundless.refusals.table import ArmorNotWorn, ArmorWornAlready
from services.rpg_boundless.rules.seats import acting, known
from services.rpg_boundless.rules.telling import Telling
from services.rpg_boundless.state.campaign import Character


def _armor(bearer: Character, item: str) -> Carried:
    found = known(bearer.items, item, "item")
    if found.sheet.armor is None:
        raise NotArmor(needs="Armor", has=found.sheet.name, field="item")
    return found


def wear(telling: Telling, command: WearArmor) -> None:
    """Rule: FB-ARM-01, FB-R-28. Refuses: NotArmor, ArmorWornAlready, TooMuchArmor."""
    bearer = acting(telling, command.character)
    item = _armor(bearer, command.item)
    if item.id in bearer.worn:
        raise ArmorWornAlready(needs="not worn yet", has=item.id, field="item")
    most = telling.state.settings.armor.worn_max
    if len(bearer.worn) >= most:
        raise TooMuchArmor(needs=most, has=len(bearer.worn), field="item")
    telling.tell(ArmorWorn(character=bearer.id, item=item.id))


def take_off(telling: Telling, command: TakeOffArmor) -> None:
    """Rule: FB-ARM-05. Refuses: NotArmor, ArmorNotWorn."""
    bearer = acting(telling, command.character)
    _armor(bearer, command.item)
    if command.item not in bearer.worn:
        raise ArmorNotWorn(needs="worn", has=command.item, field="item")
    telling.tell(ArmorTakenOff(character=bearer.id, item=command.item))


def repair(telling: Telling, command: RepairArmor) -> None:
    """Rule: FB-ARM-05, FB-R-29. Refuses: NotArmor, RepairNeedsReason, RepairTooMuch."""
    bearer = acting(telling, command.character)
    item = _armor(bearer, command.item)
    full = item.sheet.armor.hp if item.sheet.armor else 0
    hp = full if command.hp is None else command.hp
    if not item.armor_hp < hp <= full:
        raise RepairTooMuch(needs=f"more than {item.armor_hp}, at most {full}", has=hp, field="hp")
    if command.reason is None:
        raise RepairNeedsReason(needs="a reason", field="reason")
    telling.tell(ArmorRepaired(character=bearer.id, item=item.id, hp=hp, reason=command.reason))
