"""Sample values for the fields of commands: characters that a seat may act for, enemies, Items and Positions.

Judges try each sample. These functions may therefore return values that a judge refuses, but must not omit values
that a judge allows.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Final

from services.rpg_boundless.catalogue import ATTRIBUTES, Purpose
from services.rpg_boundless.state.campaign import CampaignState, Character
from services.rpg_boundless.state.sheets import MAX_DICE, ItemSheet, Stance
from shared.kernel.campaign.keeping import in_order
from shared.kernel.campaign.samples import NOBODY, some
from shared.kernel.samples import TEXT, Choice, Field

WHY: Final = "so it is ruled"
CHARM: Final = ItemSheet(name="charm", size="petty")
REASON: Final[Mapping[str, Choice]] = {"reason": TEXT}
DICE: Final = Field(least=0, most=MAX_DICE)
ATTRIBUTE: Final = Field(options=ATTRIBUTES)
ITEM: Final = Field(schema="ItemSheet")
HARM: Final = Field(schema="Harm")
STANCE: Final = Field(schema="Stance")
SIGHT: Final = (False, True)
HELP: Final = Field(items=Field(schema="Helper"), ordered=True, least=0, most=8)
ROLLED: Final = (Stance(), Stance(position="good", reason=WHY), Stance(position="bad", reason=WHY))
"""The Positions in which the dice decide, each with a reason if it needs one."""
FREE: Final = Stance()
"""The Standard Position. A command with it ignores a Position that was set beforehand, so that dice are rolled."""


def alive(state: CampaignState) -> list[Character]:
    """Return the living characters."""
    found = (state.characters[one] for one in in_order(state.characters))
    return [character for character in found if character.status != "dead"]


def names(state: CampaignState) -> tuple[str, ...]:
    """Return the ids of the living characters, or `NOBODY` if there are none."""
    return some(character.id for character in alive(state))


def ready(state: CampaignState) -> tuple[str, ...]:
    """Return the living characters with no Critical Save due and no Hits of a rest left to spend."""
    waiting = {*state.criticals.values(), *(hits.character for hits in state.recoveries.values())}
    return tuple(character.id for character in alive(state) if character.id not in waiting)


def mine(state: CampaignState, seat: str) -> tuple[str, ...]:
    """Return the characters that a seat acts for.

    If there are none, return another one, which the judge then refuses.
    """
    if state.led_by(seat):
        return names(state)
    return in_order(one.id for one in alive(state) if one.seat == seat) or names(state)[:1]


def free_to_act(state: CampaignState, seat: str) -> tuple[str, ...]:
    """Return the characters of a seat that can use an action now, or its first character if there are none."""
    found = mine(state, seat)
    return tuple(one for one in found if has_action(state, one)) or found[:1]


def has_action(state: CampaignState, who: str) -> bool:
    """Return whether a character can use an action.

    Outside a fight, it always can. In a fight, it can only on its turn, or if the game master granted it an action.
    """
    one = state.fighter(who)
    return one is None or one.granted or (state.turn == who and not one.acted)


def gear_users(state: CampaignState, seat: str) -> tuple[str, ...]:
    """Return the characters of a seat that may put on, take off or exchange gear now."""
    return mine(state, seat) if state.settings.combat.gear == "free" else free_to_act(state, seat)


def standing(state: CampaignState) -> tuple[str, ...]:
    """Return the enemies that are not taken out."""
    return in_order(enemy.id for enemy in state.enemies.values() if not enemy.out)


def beside(state: CampaignState, who: str, others: Iterable[str]) -> tuple[str, ...]:
    """Return those of `others` within reach: those in the fight if the character is in it, or else those outside it.

    Rule:    FB-ROUND-06, FB-ROUND-11
    """
    inside = state.fighting(who)
    return tuple(other for other in others if (state.within_reach(other) if inside else not state.fighting(other)))


def lists(options: Sequence[str], *, least: int = 0, most: int = 50) -> Field:
    """Return a field that accepts a list of these options, each at most once, in any order."""
    return Field(items=Field(options=tuple(options)), ordered=True, least=least, most=min(most, len(options)))


def items_of(state: CampaignState, character: str) -> tuple[str, ...]:
    """Return the Items of a character."""
    found = state.characters.get(character)
    return in_order(found.items) if found else ()


def light_first(slots: Mapping[str, int]) -> tuple[str, ...]:
    """Return the ids of Items, starting with those that take the fewest Slots, or `NOBODY` if there are none."""
    return tuple(sorted(in_order(slots), key=lambda item: slots[item])) or (NOBODY,)


def held_by(state: CampaignState, character: str) -> tuple[str, ...]:
    """Return the Conditions of a character."""
    return state.characters[character].hindrances if character in state.characters else ()


def curable(state: CampaignState, seat: str, character: str) -> tuple[str, ...]:
    """Return the Conditions of a character that a seat may clear by a rest without a proposal. Rule: FB-CAMP-31."""
    alone = state.settings.players_may.clear_conditions == "alone" or state.led_by(seat) or not state.amended
    return held_by(state, character) if alone else ()


def stamina_of(state: CampaignState, character: str) -> Field:
    """Return the field for the Stamina that a character may spend."""
    found = state.characters.get(character)
    return Field(least=0, most=found.stamina if found else 0)


def position(state: CampaignState) -> Mapping[str, Choice]:
    """Return the field `position` for a roll, or no field if `position.extra_rolls` is `none`."""
    if state.settings.position.extra_rolls == "none":
        return {}
    return {"position": Field(options=("good", "standard", "bad"))}


def fields_for_master(state: CampaignState, seat: str, **fields: Choice) -> Mapping[str, Choice]:
    """Return these fields for the seat of a game master, and no fields for any other seat."""
    return fields if state.led_by(seat) else {}


Effort = tuple[Stance | None, Mapping[str, Choice]]
"""The Position and reason of a roll, and the sample values for the other fields of the roll at that Position."""


def efforts(state: CampaignState, seat: str, roll: tuple[str, Purpose], dice: Mapping[str, Choice]) -> Iterator[Effort]:
    """Yield the possible ways to make a roll.

    If a Position set beforehand decides the roll without dice, offer no Stamina.
    """
    character, on = roll
    found = state.characters.get(character)
    placed = found.position_for(on) if found else None
    stance = fields_for_master(state, seat, stance=STANCE)
    if placed is None or placed.stance.outright is None:
        yield None, {**dice, **stance}
        return
    yield None, stance
    if state.led_by(seat):
        yield FREE, dice


def stamina_fields(state: CampaignState, seat: str, character: str) -> Mapping[str, Choice]:
    """Return the Stamina fields of a Check: the character's own Stamina, and the Stamina of allies who may help."""
    others = [one for one in alive(state) if one.id != character]
    lent = any(
        state.led_by(seat) or one.seat == seat or (one.pledge and one.pledge.ally == character) for one in others
    )
    return {"stamina": stamina_of(state, character), **({"helpers": HELP} if lent else {})}
