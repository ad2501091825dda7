"""What players make up by themselves, and its bounds. What the game master says is bound by the book alone."""

from __future__ import annotations

from services.rpg_boundless.refusals.table import GearTakesASlot, OneCharacterEach, OutsideTheRange, SeatDoesNotPlay
from services.rpg_boundless.rules.telling import Telling
from services.rpg_boundless.words import ItemSheet

PLAYING = frozenset({"gm", "player"})


def check_made_up(telling: Telling, sheet: ItemSheet, *, field: str) -> None:
    """Hold an Item that a player makes up to the range of such Items.

    Rule:    FB-CAMP-14, FB-R-71, FB-R-72, FB-R-74
    Refuses: OutsideTheRange, GearTakesASlot
    """
    if telling.leads:
        return
    most = telling.state.settings.items
    for number, limit in (
        (sheet.weapon.damage if sheet.weapon else None, most.weapon_damage),
        (sheet.armor.hp if sheet.armor else None, most.armor_hp),
    ):
        if number is not None and not 1 <= number <= limit:
            raise OutsideTheRange(needs=f"1 to {limit}", has=number, field=field)
    if (sheet.weapon or sheet.armor) and sheet.size == "petty" and not most.petty_gear:
        raise GearTakesASlot(needs="normal or bulky", has=sheet.size, field=field)


def check_another_character(telling: Telling, seat: str) -> None:
    """Hold a player to as many characters as the game master allows; the dead do not count, those being made do.

    Rule:    FB-CAMP-13, FB-R-75
    Refuses: SeatDoesNotPlay, OneCharacterEach
    """
    role = telling.state.roles[seat]
    if role not in PLAYING:
        raise SeatDoesNotPlay(needs="player or gm", has=role, field="seat")
    if telling.leads:
        return
    living = sum(one.seat == seat and one.status != "dead" for one in telling.state.characters.values())
    drafted = sum(draft.seat == seat for draft in telling.state.drafts.values())
    most = telling.state.settings.players.characters
    if living + drafted >= most:
        raise OneCharacterEach(needs=f"fewer than {most}", has=living + drafted)
