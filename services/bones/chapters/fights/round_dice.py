"""The dice of a round: who rolls them, for which task, and which faces must be entered at a physical table."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

from services.bones.chapters.rolls import rolls
from services.bones.chapters.tasks import rolling
from services.bones.reading import reported
from services.bones.reading.casting_in_fights import mixes
from services.bones.reading.taking_part import acts, there
from services.bones.state.campaign import CampaignState
from services.bones.state.combat import Fighter
from services.bones.state.rolls import RollDie
from services.bones.state.tasks import Task, Terms

MOVEMENT: Final = Terms(skill="Maneuver", purpose="movement")
"""The default terms of a movement task if the game master set none: its successes are only counted.

Rule: BN-MOVE-04
"""
OTHERWISE: Final = ("other", "move")
"""The kinds of declared tasks for which a fighter rolls dice but neither attacks nor defends."""


def rolls_dice(state: CampaignState, one: Fighter) -> bool:
    """Return whether a fighter rolls dice in this round, for the fight or for another task."""
    with_roll = state.settings.combat.coup_de_grace_roll
    return one.said.doing in ("fight", "magic", *OTHERWISE) or (one.said.doing == "coup_de_grace" and with_roll)


def hands_of(state: CampaignState, one: Fighter) -> Iterator[tuple[str, str | None, tuple[RollDie, ...]]]:
    """Yield (creature, target, dice) for each roll that a creature makes to fight.

    A horde rolls once for each target, and its hindering dice are only in the first roll. For other creatures, the
    target is None.

    Rule: BN-HORDE-03, BN-MNT-04, BN-CAMP-86
    """
    said = one.said
    if said.doing in OTHERWISE:
        return
    fought = rolls.CAST_WITH if said.doing == "magic" and not mixes(state) else rolls.FOUGHT_WITH
    dice = rolls.dice_of(state, one.id, skill=None, weapons=said.weapons, fought=fought)
    horde = state.characters[one.id].kind == "horde"
    for target in (who for who in said.targets if state.in_combat(who)) if horde else (None,):
        yield one.id, target, dice
        dice = tuple(die for die in dice if die.kind != "hindering")


def dice_thrown(state: CampaignState, one: Fighter) -> int:
    """Return the number of dice that a fighter rolls in the round; see `dice_of`."""
    return len(dice_of(state, one))


def dice_of(state: CampaignState, one: Fighter) -> tuple[RollDie, ...]:
    """Return the dice that a fighter rolls in the round, or none for a horde, which rolls for each target.

    A task without terms, and magic that the game master has not set, have no dice yet.

    Rule: BN-CAMP-163, BN-CAMP-200
    """
    if not rolls_dice(state, one) or state.characters[one.id].kind == "horde":
        return ()
    if one.said.doing == "magic" and one.magic is None and state.amended:
        return ()
    if one.said.doing not in OTHERWISE:
        return tuple(die for *_, dice in hands_of(state, one) for die in dice)
    if one.said.doing == "other" and one.terms is None:
        return ()
    return rolls.dice_of(state, one.id, skill=(one.terms or MOVEMENT).skill, weapons=one.said.weapons)


def dice_to_roll(state: CampaignState, able: Iterable[Fighter]) -> tuple[list[tuple[str, int]], tuple[str, ...]]:
    """Return the dice of the round without entered faces, and the creatures whose entered faces do not fit their dice.

    The dice of fighters come first. The dice of each other task follow: first its creature's, then its opponents', then
    the challenge dice.

    Rule: BN-CAMP-175
    """
    if (fight := state.combat) is None:
        return [], ()
    there, of = tuple(able), reported.of_round(fight)
    found: list[tuple[Fighter, str | None, int]] = [
        (one, who, len(dice)) for one in there for who, _, dice in hands_of(state, one)
    ]
    found += [(one, who, count) for one in there for who, count in _dice_of_task(state, one)]
    lacking = [one for one in found if not _are_entered(state, *one, of=of)]
    whose = (who for own, who, _ in lacking if who and (own.id == who or not state.amended))
    return [(who or "the challenge dice", n) for _, who, n in lacking], reported.creatures_with_faces(state, whose, of)


def _are_entered(state: CampaignState, own: Fighter, who: str | None, count: int, *, of: str) -> bool:
    """Return whether the faces of a roll are known: a player entered them, or an undo took them back.

    The faces of challenge dice (`who` is None) and of a creature that opposes the fighter's task are not known.

    Rule: BN-CAMP-198, BN-CAMP-201
    """
    if who is None or (own.id != who and state.amended):
        return False
    again = own.id == who and bool(state.entered) and reported.for_roll(state, who, of, dice_of(state, own))
    return bool(again) or reported.faces(state, who, of, count) is not None


def needs_faces(state: CampaignState) -> bool:
    """Return whether the game master must still enter faces for the round at a physical table. Rule: BN-R-362."""
    able = (one for one in there(state) if acts(state, one.id) and rolls_dice(state, one))
    return state.settings.dice.faces_reported and any(count for _, count in dice_to_roll(state, able)[0])


def _dice_of_task(state: CampaignState, one: Fighter) -> tuple[tuple[str | None, int], ...]:
    """Return (creature, number of dice) for each roll of the task that a fighter tries instead of fighting.

    The creature is None for the challenge dice. Without such a task, the result is empty.
    """
    said = one.said
    if said.doing not in OTHERWISE:
        return ()
    terms = one.terms or MOVEMENT
    task = Task(
        id="", creature=one.id, aim="", stage="set", skill=terms.skill, terms=terms, fight=True, weapons=said.weapons,
        casting=said.casting if terms.skill == "Magic" else None,
    )  # fmt: skip
    return rolling.dice_to_roll(state, task, leads=True)
