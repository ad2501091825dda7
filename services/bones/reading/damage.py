"""Taking damage: the armor that absorbs it, the dice that are lost, and what the owner may choose."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import combinations, islice
from operator import attrgetter, itemgetter
from typing import Final

from services.bones.reading import effects, spiffs
from services.bones.reading.reported import waiting_for_faces
from services.bones.state.campaign import CampaignState
from services.bones.state.creatures import Creature, HinderingKind, Item
from services.bones.state.rolls import Roll
from services.bones.state.wounds import Source, Wound
from shared.kernel.campaign.keeping import in_order
from shared.kernel.samples import Field

HINDERING: Final = ("poison", "flaming", "damage")
"""Sources of the damage that the faces of a roll deal immediately."""
BLOWS: Final = ("attack", "fall")
ARMOR: Final = ("armor", "shield")
MOST_LISTED: Final = 100


def open_wounds(state: CampaignState) -> tuple[Wound, ...]:
    """Return the wounds that are not settled yet, in the order in which they were dealt."""
    return tuple([state.wounds[wound] for wound in in_order(state.wounds)]) if state.wounds else ()


def numbers(dice: tuple[int, ...]) -> str:
    """Return the numbers of dice as text, separated by commas."""
    return ", ".join(map(str, dice)) or "none"


def soakable(state: CampaignState, wound: Wound) -> bool:
    """Return whether spiffs could still soak a point of a wound's damage.

    Rule: BN-SPIFF-12, BN-R-066, BN-R-083, BN-R-345
    """
    return not spiffs.is_soaked(state, wound) and spiffs.free(state, wound.creature) >= spiffs.PRICES["soak"]


def leaves_no_choice(state: CampaignState, wound: Wound) -> bool:
    """Return whether a wound can be settled at once, because nobody has anything to choose or to wait for.

    If a creature is partly hidden from players, the game master always chooses, so that the timing reveals nothing.

    Rule: BN-CAMP-171
    """
    one = state.characters[wound.creature]
    if answers_first(state, wound):
        return False
    choosing = may_stop(state, wound) or bool(one.closed)
    return one.dead or (forced_dice(state, wound, cost(state, wound)) is not None and not choosing)


def may_stop(state: CampaignState, wound: Wound) -> bool:
    """Return whether armor or spiffs of the owner could still stop some of a wound's damage."""
    return bool(absorbers(state, wound)) or soakable(state, wound)


def answers_first(state: CampaignState, wound: Wound) -> tuple[str, ...]:
    """Return the ids of the uses of spiffs and the healings that must be settled before a wound is taken."""
    if not (state.uses or state.healings):
        return ()
    uses = [use.id for use in state.uses.values() if use.on == wound.id]
    return in_order([*uses, *(one.id for one in state.healings.values() if one.creature == wound.creature)])


def absorbs(state: CampaignState, wound: Wound, item: Item) -> bool:
    """Return whether an item of the wounded creature may absorb some of this damage.

    Rule: BN-EQ-12, BN-EQ-13, BN-R-066, BN-R-284
    """
    settings = state.settings
    if wound.source in HINDERING:
        stopped = settings.dice.armor_absorbs_hindering_damage
    else:
        blow = {"attacks_and_falls": wound.source in BLOWS, "attacks": wound.source == "attack", "anything": True}
        stopped = blow[settings.combat.armor_absorbs_from]
    return stopped and item.group in ARMOR and item.ready and item.faces is not None


def absorbers(state: CampaignState, wound: Wound) -> tuple[str, ...]:
    """Return the items that could absorb some damage of a wound. Rule: BN-EQ-13, BN-R-183."""
    items = state.characters[wound.creature].items
    could = [item for item in in_order(items) if absorbs(state, wound, items[item])] if items else []
    return tuple([item for item in could if damage_absorbed(state, wound, (item,))]) if could else ()


def damage_absorbed(state: CampaignState, wound: Wound, items: tuple[str, ...]) -> int:
    """Return how much of a wound's damage these items absorb. Rule: BN-R-114."""
    return max(min(sum(damage_stopped(state, wound, items)), wound.amount - wound.past_armor), 0)


def damage_stopped(state: CampaignState, wound: Wound, items: tuple[str, ...]) -> tuple[int, ...]:
    """Return how much damage each of these items stops.

    Each item stops one point of damage or, if `armor_absorbs` is `all_damage_of_the_blow`, all damage of one of the
    largest blows.

    Rule: BN-R-114, BN-R-183
    """
    if not items:
        return ()
    carried, left = state.characters[wound.creature].items, wound.amount - wound.past_armor
    shields = sum(carried[item].group == "shield" for item in items)
    if state.settings.combat.armor_absorbs == 1:
        frost = min(sum(wound.frost), left)
        others = min(len(items), left - frost)
        return (1,) * (others + min(frost, shields, len(items) - others))
    blows = [(blow, False) for blow in wound.blows or (left - sum(wound.frost),)]
    found = list[int]()
    for blow, needs_shield in sorted((*blows, *((one, True) for one in wound.frost)), key=itemgetter(0), reverse=True):
        if len(found) < len(items) and (shields or not needs_shield):
            found.append(blow)
            shields -= needs_shield
    return tuple(found)


def brings(state: CampaignState, wound: Wound, items: tuple[str, ...]) -> tuple[HinderingKind, ...]:
    """Return the hindering dice that a creature receives with a wound after these items absorb what they can.

    Armor, shields and soaking first stop the attacks that bring hindering dice, beginning with the smallest.

    Rule: BN-R-182
    """
    spared, left = Counter((*damage_stopped(state, wound, items), *([1] if wound.soaked else []))), list(wound.riding)
    for one in sorted(wound.riding, key=attrgetter("damage")):
        for taken in (Counter((one.damage,)), Counter({1: one.damage})):
            if one in left and taken <= spared:
                spared -= taken
                left.remove(one)
    return tuple(kind for one in left for kind in one.gives)


def wastes(state: CampaignState, wound: Wound, items: tuple[str, ...]) -> bool:
    """Return whether one of these items could be left out because the rest would absorb as much damage.

    Rule: BN-R-284
    """
    most = damage_absorbed(state, wound, items)
    return any(
        damage_absorbed(state, wound, tuple(other for other in items if other != item)) == most for item in items
    )


def pieces(state: CampaignState, wound: Wound) -> Iterator[tuple[tuple[str, ...], Field | None]]:
    """Yield sample choices of items that absorb damage of a wound, each with the field that lists the alternatives.

    Rule:    BN-EQ-13
    """
    yield (), None
    every = absorbers(state, wound)
    for count in range(1, len(every) + 1):
        found = [some for some in islice(combinations(every, count), MOST_LISTED) if not wastes(state, wound, some)]
        if not wound.frost and found:
            yield found[0], Field(items=Field(options=every), least=count, most=count)
        else:
            yield from ((some, None) for some in found)


def cost(state: CampaignState, wound: Wound, items: tuple[str, ...] = ()) -> int:
    """Return how many dice a creature loses to a wound after these items absorb what they can.

    Rule:    BN-DMG-01, BN-R-133
    """
    left = wound.amount - damage_absorbed(state, wound, items)
    horde = state.characters[wound.creature].kind == "horde"
    return left // state.settings.hordes.horde_damage_per_die if horde else left


def firsts(one: Creature, wound: Wound) -> tuple[int, ...]:
    """Return the numbers of the dice that a wound must take before any others. Rule: BN-HIND-09, BN-R-067."""
    return tuple([number for number in one.numbers if f"die-{number}" in wound.prefer]) if wound.prefer else ()


def forced_dice(state: CampaignState, wound: Wound, count: int) -> tuple[int, ...] | None:
    """Return the dice that a wound takes if there is no choice, or None if the owner or chance decides.

    If all dice have the same faces, there is no choice, unless the dice have been rolled and show faces.

    Rule: BN-DMG-01, BN-R-110, BN-HIND-09, BN-CAMP-198
    """
    one = state.characters[wound.creature]
    numbers, first = one.numbers, firsts(one, wound)
    if one.dead or count <= 0:
        return ()
    if count >= len(numbers):
        return numbers
    if state.settings.combat.damage_die_choice == "last_die":
        others = tuple(number for number in numbers if number not in first)
        return tuple(sorted((*reversed(first), *reversed(others))[:count]))
    if count == len(first):
        return first
    shown = wound.roll is not None or (state.reported and state.amended and waiting_for_faces(state, one.id))
    alike = len({one.dice[number - 1].faces for number in numbers}) == 1 and not shown
    return numbers[-count:] if alike else None


def drawn_at_the_table(state: CampaignState, wound: Wound) -> bool:
    """Return whether a wound that nothing absorbs waits for the game master.

    It waits if dice at the physical table decide which of the creature's dice are lost.

    Rule: BN-CAMP-221
    """
    settings = state.settings
    if not settings.dice.faces_reported or settings.combat.damage_die_choice != "random":
        return False
    return not answers_first(state, wound) and forced_dice(state, wound, cost(state, wound)) is None


def hurt(state: CampaignState, who: str) -> int:
    """Return how much of a creature's damage can still be healed.

    Healed damage does not count, even if the owner still has to choose the dice that are restored.

    Rule: BN-SAC-04
    """
    one = state.characters[who]
    chosen = sum(healing.dice for healing in state.healings.values() if healing.creature == who)
    return len(effects.healable(state, who)) + one.beyond - chosen


def choices(
    state: CampaignState, wound: Wound, items: tuple[str, ...]
) -> tuple[tuple[tuple[int, ...], Field | None], ...]:  # fmt: skip
    """Return sample choices of the dice to lose to a wound after these items absorb damage, each with its alternatives.

    Rule: BN-DMG-01, BN-HIND-09, BN-R-110
    """
    one, needed = state.characters[wound.creature], cost(state, wound, items)
    count, first = min(needed, len(one.numbers)), firsts(one, wound)
    if state.settings.combat.damage_die_choice != "owner" or not count:
        return (((), None),)
    none = () if forced_dice(state, wound, needed) is None else (((), None),)
    if first and count > len(first):
        others = tuple(number for number in one.numbers if number not in first)
        more = islice(combinations(others, count - len(first)), MOST_LISTED)
        return (*none, *(((*first, *some), None) for some in more))
    among = first or one.numbers
    return (*none, (among[:count], Field(items=Field(options=among), least=count, most=count)))


def hurt_by(state: CampaignState, roll: Roll, source: Source) -> tuple[str, ...]:
    """Return the creatures that a face damages: the roller, or its target or opponents if the settings say so.

    Rule: BN-R-260, BN-R-359
    """
    task, target = state.tasks.get(roll.of), roll.target or _declared_target(state, roll)
    if source != "damage" or state.settings.dice.damage_symbol_hits == "bearer" or (task is None and not target):
        return (roll.creature,)
    opposed = () if task is None else tuple(one for one in task.rolls if one != roll.creature)
    return (target,) if target else in_order(opposed)


def _declared_target(state: CampaignState, roll: Roll) -> str | None:
    """Return the first living fighter that a fighting roll's creature declared as a target, or None. Rule: BN-R-359."""
    if state.combat is None or roll.of != state.combat.id or not state.amended:
        return None
    named = state.declaration_of(roll.creature).targets
    return next((one for one in named if state.in_combat(one) and not state.characters[one].dead), None)
