"""Reading the state of an adventure: who is left, the fate of each person, and the next event."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from services.bones.catalogue.adventure import Book, Check, Entry
from services.bones.catalogue.sets import SETS
from services.bones.state.adventure import Adventure
from services.bones.state.campaign import CampaignState
from services.bones.state.creatures import Item
from shared.kernel.campaign.keeping import in_order

CONSORT: Final = "The consort"
CAPTIVES: Final = "3"
"""The area of the captives in the key to the caves. The setting `captives_area` may move them. Source: BN-R-215."""
ILLUSION: Final = "illusion"
"""The name under which the end of the illusion that hides the pits is recorded. Source: BN-ADV-51."""
FIRST, LAST = 5, 6
"""The days that repeat until the captives escape or die. Source: BN-ADV-94, BN-ADV-101."""


def book(state: CampaignState) -> Book:
    """Return the data of the printed adventure, in the release with which the campaign was opened."""
    return SETS.of(state).adventure


def there(state: CampaignState, kin: str) -> tuple[str, ...]:
    """Return the creatures of this kind that have appeared in the adventure."""
    return in_order(who for who, of in state.adventure.kin.items() if of == kin) if state.adventure else ()


def alive(state: CampaignState, kin: str) -> int:
    """Return how many creatures of a kind are alive, including those that have not appeared yet.

    Rule:    BN-ADV-97, BN-CAMP-126
    """
    if state.adventure is None:
        return 0
    met = sum(not state.characters[who].dead for who in there(state, kin))
    return state.adventure.stock.get(kin, 0) + met


def survivors(state: CampaignState) -> tuple[str, ...]:
    """Return the living characters of the adventure, who may escape."""
    characters = state.adventure.characters if state.adventure else ()
    return tuple(who for who in characters if not state.characters[who].dead)


def area_of(state: CampaignState, check: Check) -> str | None:
    """Return the area of a check. Checks about the captives follow `captives_area`. Rule: BN-R-215, BN-R-365."""
    moved = state.amended and check.area == CAPTIVES
    return state.settings.adventure.captives_area if moved else check.area


def where(state: CampaignState, text: str) -> str:
    """Return a text of the adventure that names the captives' area as `captives_area` does. Rule: BN-R-365."""
    area = state.settings.adventure.captives_area if state.amended else CAPTIVES
    return text.replace(f"area {CAPTIVES}", f"area {area}")


def fate(state: CampaignState, person: str) -> str | None:
    """Return the recorded fate of a person, or `dead` if the person's creature is dead.

    None means that nothing has happened.

    The consort's fate is `dominated` under lasting magic, and `nobody` once the consort is dead. A person under the
    leader's spell is free once her magic ended with her death.

    Rule: BN-CAMP-128, BN-CAMP-134, BN-CAMP-189
    """
    if state.adventure is None or person not in state.adventure.people:
        return None
    kept = state.adventure.people[person]
    if person == CONSORT and state.adventure.consort:
        ruled = lasting(state, state.adventure.consort)
        return "dominated" if ruled else kept if consort(state) else "nobody"
    if any(state.characters[who].dead for who in there(state, person)):
        return "dead"
    kin = book(state).kin_by_name.get(person)
    return kin.freed if kin and kin.under and kept == kin.under and magic_died(state) else kept


def done(state: CampaignState) -> tuple[str, ...]:
    """Return the one-time checks and events that have happened, among them the end of the leader's illusion.

    Rule: BN-CAMP-125, BN-CAMP-189
    """
    kept = state.adventure.done if state.adventure else ()
    return (*kept, ILLUSION) if magic_died(state) else kept


def magic_died(state: CampaignState) -> bool:
    """Return whether the magic of the tribe's leader ended with her death. Rule: BN-R-295, BN-CAMP-189."""
    outlives = state.settings.magic.effect_outlives_caster
    return state.amended and not outlives and fate(state, book(state).title.leader) == "dead"


def chained(state: CampaignState, who: str) -> bool:
    """Return whether a captive is chained to the wall and cannot leave it. Rule: BN-CAMP-127, BN-CAMP-197."""
    return state.amended and state.adventure is not None and who in state.adventure.wall


def consort(state: CampaignState) -> str | None:
    """Return the captive whom the Matron chose as her consort, or None if there is no consort or the consort is dead.

    Rule: BN-CAMP-134
    """
    who = state.adventure.consort if state.adventure else None
    return who if who in state.characters and not state.characters[who].dead else None


def spells(state: CampaignState, person: str) -> tuple[str, ...]:
    """Return the effects that control the mind of a person. Rule: BN-ADV-19."""
    whose = there(state, person)
    return in_order(key for key, one in state.effects.items() if one.kind == "mind" and one.target in whose)


def lasting(state: CampaignState, who: str) -> bool:
    """Return whether magic sustained by blood already controls a creature's mind. Rule: BN-ADV-88."""
    return any((one.kind, one.target, one.lasts) == ("mind", who, "blood") for one in state.effects.values())


def in_reach(state: CampaignState, who: str) -> bool:
    """Return whether the tribe leader's magic can control a creature, according to the creature's sheet.

    Rule: BN-ADV-13
    """
    return (state.characters[who].sheet.gender or "").strip().casefold() in book(state).title.genders


def targets_of_theme(state: CampaignState, who: str, theme: str, targets: Iterable[str]) -> tuple[str, ...]:
    """Return the targets at which a creature may aim a theme of magic.

    The theme of the tribe's leader works only on targets that her magic can control (`in_reach`).

    Rule:    BN-ADV-13
    """
    now = state.adventure
    bound = now is not None and who == now.leader and theme == book(state).title.theme
    return tuple(one for one in targets if not bound or in_reach(state, one))


def gear(state: CampaignState, who: str) -> tuple[Item, ...]:
    """Return the items of a creature, in the order in which it gained them."""
    items = state.characters[who].items
    return tuple(items[key] for key in in_order(items))


def printed_day(day: int) -> int:
    """Return the day of the printed timetable for a day of play. After day six, days five and six repeat.

    Rule: BN-ADV-101
    """
    return day if day <= LAST else FIRST + (day - FIRST) % (LAST - FIRST + 1)


def next_entry(adventure: Adventure, timetable: Sequence[Entry]) -> tuple[int, int, Entry]:
    """Return the day of the timetable's next entry, the number of the entry in that day, and the entry itself.

    Rule:    BN-ADV-100, BN-R-224
    """
    today = entries(timetable, adventure.day)
    if adventure.come < len(today):
        return adventure.day, adventure.come + 1, today[adventure.come]
    return adventure.day + 1, 1, entries(timetable, adventure.day + 1)[0]


def entries(timetable: Sequence[Entry], day: int) -> tuple[Entry, ...]:
    """Return the entries of the timetable for a day, in order."""
    return tuple(one for one in timetable if one.day == printed_day(day))
