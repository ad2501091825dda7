"""Faces that players entered for their own dice, and that no roll has used yet. They are an open roll."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec.structs import replace

from services.bones.reading.taking_part import acts
from services.bones.state.campaign import CampaignState
from services.bones.state.combat import Combat
from services.bones.state.creatures import Creature
from services.bones.state.rolls import Entered, Reported, Roll
from shared.kernel.campaign.keeping import in_order, without


def of_round(fight: Combat) -> str:
    """Return the key under which players enter their dice of this round."""
    return f"{fight.id}:{fight.round}"


def key_of(state: CampaignState, who: str, of: str) -> str | None:
    """Return the name under which players enter faces for a creature's roll `of` a task, fall, resistance or fight.

    It is the round for the roll of a fighter, and for that of its own task in the round. Faces that fighters show
    against the task of another have no name: the game master enters them.

    Rule: BN-CAMP-163, BN-CAMP-198
    """
    fight, task = state.combat, state.tasks.get(of)
    if fight is not None and of == fight.id:
        return of_round(fight)
    if fight is None or task is None or not task.fight or task.again:
        return of
    return of_round(fight) if task.creature == who or not state.amended else None


def faces(state: CampaignState, who: str, of: str | None, count: int) -> tuple[int, ...] | None:
    """Return the faces that a player entered for a roll, or None unless there is exactly one face for each die.

    The faces of dice that the creature has lost since are left out.

    Rule: BN-CAMP-163, BN-CAMP-198
    """
    one = state.reported.get(who)
    if one is None or one.of != of:
        return None
    left = tuple(faces_by_die(state, who, one.of).values()) if one.dice else one.faces
    return left if len(left) == count else None


def faces_by_die(state: CampaignState, who: str, of: str) -> dict[str, int]:
    """Return the faces that a player entered for a roll, by die, without dice that the creature has lost since.

    Under versions 0 and 1 of the rules, faces have no dice, and the result is empty.

    Rule: BN-CAMP-198
    """
    one = state.reported.get(who)
    if one is None or one.of != of or not one.dice:
        return {}
    creature = state.characters[who]
    return {die: face for die, face in zip(one.dice, one.faces, strict=True) if _has_die(creature, die)}


def _has_die(one: Creature, die: str) -> bool:
    """Return whether a creature still rolls a die: its own, a hindering die, or the die of an item that is ready."""
    if die in one.items:
        return one.items[die].ready
    return die in one.hindering or die in {f"die-{number}" for number in one.numbers}


def entered_for(state: CampaignState, of: str) -> tuple[str, ...]:
    """Return the creatures whose faces players entered for a roll that has not used them yet. Rule: BN-CAMP-173."""
    return in_order(who for who, one in state.reported.items() if one.of == of)


def left_to_game_master(state: CampaignState, who: str, of: str) -> bool:
    """Return whether only the game master can roll for a creature: players enter no faces, and none are entered.

    Rule: BN-CAMP-214
    """
    dice = state.settings.dice
    return dice.dice_source == "reported" and not dice.players_report and who not in entered_for(state, of)


def waiting_for_faces(state: CampaignState, who: str) -> tuple[str, ...]:
    """Return the open roll for which a creature's faces were entered, or an empty tuple.

    It is a task, a fall, a resistance or the current round of a fight.

    Rule: BN-CAMP-174, BN-CAMP-199
    """
    one = state.reported.get(who)
    return (one.of,) if one and _is_open(state, who, one.of) else ()


def open_reports(state: CampaignState) -> dict[str, Reported]:
    """Return the entered faces that wait for their roll, by creature. Rule: BN-CAMP-163, BN-CAMP-202."""
    if not state.amended or not state.reported:
        return state.reported
    return {who: one for who, one in state.reported.items() if _is_open(state, who, one.of)}


def _is_open(state: CampaignState, who: str, of: str) -> bool:
    """Return whether a creature can still make the roll for which faces were entered. Rule: BN-CAMP-202."""
    fight = state.combat
    if fight is not None and of == of_round(fight):
        return fight.stage == "terms" and who in fight.fighters and acts(state, who)
    return of in state.tasks or of in state.falls or of in state.resistances


def id_of(of: str) -> str:
    """Return the id of the task, fall, resistance or fight for whose roll faces were entered: `of` may name a round."""
    return of.partition(":")[0]


def taken_back(state: CampaignState, who: str, dice: tuple[str, ...]) -> Entered | None:
    """Return the first faces of these dice that an undo took back and that no entry has repeated yet, or None.

    Rule: BN-CAMP-201
    """
    found = (one for one in state.entered if one.creature == who and one.dice == dice)
    return next((one for one in found if one.number not in state.counted), None)


def used_by(state: CampaignState, roll: Roll) -> CampaignState:
    """Return the campaign after a creature's roll, which has used the faces that were entered for it.

    If none were entered, the faces of the same dice that an undo took back count as used.

    Rule: BN-CAMP-163, BN-CAMP-198, BN-CAMP-201
    """
    one = state.reported.get(roll.creature)
    if one is not None and (not state.amended or one.of == key_of(state, roll.creature, roll.of)):
        return replace(state, reported=without(state.reported, roll.creature))
    if not state.entered:
        return state
    again = taken_back(state, roll.creature, tuple(die.die for die in roll.dice))
    return state if again is None else replace(state, counted=(*state.counted, again.number))


def creatures_with_faces(state: CampaignState, whose: Iterable[str], of: str | None) -> tuple[str, ...]:
    """Return the creatures in `whose` for which players entered faces for this roll.

    The caller names creatures whose dice have changed since, so that the roll cannot use the entered faces.

    Rule: BN-CAMP-175
    """
    return in_order({who for who in whose if who in state.reported and state.reported[who].of == of})
