"""The fixed policy of a creature in a fight, for simulations and for a computer player of a seat.

- The creature fights with its first weapon, and with a second one where the rules allow it. Without a weapon, it fights
  with bare hands. A horde attacks all foes.
- Every success that can attack is used to attack, except that `guard` of the successes that can also defend are used to
  defend. Successes that can only defend do so. A `ranged` fighter attacks at range as long as it can, and throws a
  weapon that can be thrown.
- Damage takes the last dice first. The creature gives up armor and shields only for damage that would take the last
  die. Dice that were lost first are healed first. The creature changes no roll.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from typing import Final

from msgspec.structs import replace

from services.bones.chapters.fights import allotting, declaring
from services.bones.chapters.people.handling import WEAPONS, check_weapons
from services.bones.chapters.rolls import rolls, wounds
from services.bones.chapters.rolls.healing import ChooseHealed
from services.bones.reading import damage, fighting
from services.bones.reading.plain_allotment import plain
from services.bones.state.campaign import CampaignState
from services.bones.state.combat import Aimed, Allotment, Put
from services.bones.state.creatures import Creature
from services.bones.state.rolls import Roll, RollStage
from services.bones.state.wounds import Wound
from shared.kernel.campaign.keeping import in_order
from shared.kernel.messages import Command
from shared.kernel.refusals import Refusal

KEEPS: Final[Mapping[RollStage, type[rolls.KeepFaces | rolls.KeepSuccesses]]] = {
    "faces": rolls.KeepFaces,
    "successes": rolls.KeepSuccesses,
}
"""The commands that leave a roll unchanged, by the stage of the roll."""


def everybody(_: str) -> bool:
    """Return True, so that the policy acts for all creatures."""
    return True


# ---------------------------------------------------------------- answers


def answers(state: CampaignState, acts_for: Callable[[str], bool] = everybody) -> Iterator[Command]:
    """Yield the commands that decide open questions about the creatures that `acts_for` accepts."""
    for healing in state.healings.values():
        if acts_for(healing.creature):
            lost = state.characters[healing.creature].lost
            yield ChooseHealed(healing=healing.id, dice=tuple(sorted(lost[: healing.dice])))
    for wound in damage.open_wounds(state):
        if acts_for(wound.creature):
            yield _damage(state, wound)
    for roll in in_order(state.rolls):
        keeps = KEEPS.get(state.rolls[roll].stage)
        if keeps is not None and acts_for(state.rolls[roll].creature):
            yield keeps(roll=roll)


def _damage(state: CampaignState, wound: Wound) -> Command:
    """Return the command that takes damage.

    The last dice are lost first, and armor is used only to save the last die.
    """
    one = state.characters[wound.creature]
    every = (given for given, _ in damage.pieces(state, wound))
    given = next((some for some in every if damage.cost(state, wound, some) < len(one.numbers)), ())
    first = damage.firsts(one, wound)
    order = (*reversed(first), *(number for number in reversed(one.numbers) if number not in first))
    chosen = state.settings.combat.damage_die_choice == "owner"
    dice = tuple(sorted(order[: damage.cost(state, wound, given)])) if chosen else ()
    return wounds.TakeDamage(wound=wound.id, dice=dice, items=given)


# ---------------------------------------------------------------- declarations


def declares(state: CampaignState, who: str, foes: Sequence[str]) -> Command:
    """Return the declaration of a creature that fights these foes."""
    one = state.characters[who]
    if one.kind == "horde":
        return declaring.Declare(creature=who, doing="fight", targets=tuple(foes))
    return declaring.Declare(creature=who, doing="fight", weapons=_weapons_of(state, one))


def _weapons_of(state: CampaignState, one: Creature) -> tuple[str, ...]:
    """Return the weapons that a creature fights with."""
    held = tuple(key for key in in_order(one.items) if one.items[key].ready and one.items[key].group in WEAPONS)
    for number in (2, 1):
        with suppress(Refusal):
            check_weapons(state, one, held[:number], fights=True)
            return held[:number]
    return ()


# ---------------------------------------------------------------- allotments


def allots(
    state: CampaignState, roll: Roll, target: str | None, *, guard: int = 0, ranged: bool = False
) -> allotting.Allot:  # fmt: skip
    """Return the command that allots a roll's successes to defence and, if there is a target, to attacks on it."""
    who = roll.creature
    ranged = ranged and "missile" in fighting.kinds(state, who)
    aim = target if fighting.may_attack(state, who) else None
    found = plain(state, roll, aim, ranged=ranged)
    return allotting.Allot(creature=who, puts=tuple(_guarding_allotment(state, roll, found, guard)), ranged=ranged)


def _guarding_allotment(state: CampaignState, roll: Roll, found: Allotment, guard: int) -> Iterator[Put]:
    """Yield an allotment in which `guard` of the successes that could attack or defend are used to defend."""
    if not guard:
        yield from found.puts
        return
    keeps = {put.die: put for put in plain(state, roll, None, ranged=found.ranged).puts}
    weapon = fighting.thrown_weapon(state, roll.creature, fighting.kind(state, roll.creature, ranged=found.ranged))
    out = None if weapon is None else weapon.id
    for put in found.puts:
        kept, attack = keeps.get(put.die, put), put.strikes
        moved = max(min(guard, attack, kept.defend - put.defend), 0) if kept.way == put.way and put.die != out else 0
        guard -= moved
        aimed = tuple(Aimed(target=one.target, count=attack - moved) for one in put.attack if attack > moved)
        yield replace(put, attack=aimed, defend=put.defend + moved)
