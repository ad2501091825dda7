"""Faces that players entered for their own dice.

Until a roll uses the faces, they count as an open roll. If an undo takes faces back, the same dice must show
them again.
"""

from __future__ import annotations

from collections.abc import Iterable

from msgspec.structs import replace

from services.bones.reading.taking_part import acts
from services.bones.state.campaign import ENTERED_KEPT, CampaignState
from services.bones.state.combat import Combat
from services.bones.state.creatures import Creature
from services.bones.state.rolls import Entered, Reported, Roll, RollDie, Shown
from shared.kernel.campaign.keeping import in_order, without


def of_round(fight: Combat) -> str:
    """Return the key under which players enter their dice of this round."""
    return f"{fight.id}:{fight.round}"


def key_of(state: CampaignState, who: str, of: str) -> str | None:
    """Return the key under which players enter faces for a creature's roll.

    `of` is the task, fall, resistance or fight of the roll. A fighter's roll, and the roll for its own task in the
    round, have the key of the round. A roll that opposes another fighter's task has no key (None), because the game
    master enters its faces.

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
    """Return whether only the game master can enter a creature's faces: players may enter none, and have entered none.

    Rule: BN-CAMP-214
    """
    dice = state.settings.dice
    return dice.faces_reported and not dice.players_report and who not in entered_for(state, of)


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


def ids(dice: Iterable[RollDie | Shown]) -> tuple[str, ...]:
    """Return the ids of dice, in order."""
    return tuple(die.die for die in dice)


def taken_back(state: CampaignState, who: str, dice: tuple[str, ...]) -> Entered | None:
    """Return the first entry of faces for these dice that an undo took back and no later roll has reused, or None.

    If no entry is for exactly these dice, return the entry with faces that has the most of them.

    Rule: BN-CAMP-201, BN-CAMP-222
    """
    found = [one for one in state.entered if one.creature == who and one.number not in state.counted]
    same = next((one for one in found if one.dice == dice), None)
    shared = [one for one in found if one.faces and not {*dice}.isdisjoint(one.dice)]
    return same or max(shared, key=lambda one: len({*dice} & {*one.dice}), default=None)


def faces_again(state: CampaignState, who: str, dice: tuple[str, ...]) -> dict[str, int]:
    """Return the faces, by die, that an undo took back and these dice must show again. Rule: BN-CAMP-201."""
    again = taken_back(state, who, dice) if state.entered else None
    shown = dict(again.shown) if again else {}
    return {die: shown[die] for die in dice if die in shown}


def for_roll(state: CampaignState, who: str, of: str | None, dice: tuple[RollDie, ...]) -> tuple[int, ...] | None:
    """Return the faces that a player entered for a creature's roll, or else those that an undo took back, or None.

    Faces that an undo took back are used only if they are known for all dice of the roll.

    Rule: BN-CAMP-163, BN-CAMP-201
    """
    if not (state.reported or state.entered):
        return None
    if entered := faces(state, who, of, len(dice)):
        return entered
    again = {} if of is None or waiting_for_faces(state, who) else faces_again(state, who, ids(dice))
    return tuple(again.values()) if again and len(again) == len(dice) else None


def rolled_before(state: CampaignState, who: str, dice: tuple[str, ...]) -> bool:
    """Return whether an undo took back a roll for which the game master entered the faces of these dice.

    Rule: BN-CAMP-222
    """
    again = taken_back(state, who, dice) if state.entered else None
    return again is not None and not again.faces


def used_by(state: CampaignState, roll: Roll) -> CampaignState:
    """Return the campaign after a creature's roll, which has used the faces that were entered for it.

    If none were entered, the faces of the same dice that an undo took back count as used. If there are none either,
    the campaign records that the game master entered the faces with the roll.

    Rule: BN-CAMP-163, BN-CAMP-198, BN-CAMP-201, BN-CAMP-222
    """
    by_hand = state.settings.dice.dice_source == "reported" and state.settings.dice.players_report
    if not (by_hand or state.reported):
        return state
    who, one, of = roll.creature, state.reported.get(roll.creature), key_of(state, roll.creature, roll.of)
    if one is not None and (not state.amended or one.of == of):
        left = replace(state, reported=without(state.reported, who))
        return spent(left, who, zip(one.dice, one.faces, strict=False))
    dice = ids(roll.dice)
    again = taken_back(state, who, dice) if of is not None else None
    if again is not None and again.faces:
        return spent(_counted(state, again.number), who, again.shown)
    if not (state.amended and by_hand and of and roll.target is None):
        return state
    return noted(state, who, dice, faces=())


def noted(state: CampaignState, who: str, dice: tuple[str, ...], *, faces: tuple[int, ...]) -> CampaignState:
    """Return the campaign after an entry of faces for these dice. It has no `faces` if the game master rolled them.

    An entry that an undo took back counts again once faces are entered for all of its dice. A new entry is added unless
    that entry has all of these dice.

    Rule: BN-CAMP-201, BN-CAMP-222
    """
    again, entered, numbers = taken_back(state, who, dice), state.entered, list[int]()
    if again is not None and {*again.dice} <= {*dice}:
        numbers.append(again.number)
    if again is None or not {*dice} <= {*again.dice}:
        numbers.append(entered[-1].number + 1 if entered else 1)
        entered = (*entered, Entered(numbers[-1], who, dice, faces))[-ENTERED_KEPT:]
    return _counted(replace(state, entered=entered), *numbers)


def _counted(state: CampaignState, *numbers: int) -> CampaignState:
    """Return the campaign in which the entries with these numbers count too. Entries no longer kept are left out."""
    first = state.entered[0].number
    return replace(state, counted=tuple(one for one in dict.fromkeys((*state.counted, *numbers)) if one >= first))


def spent(state: CampaignState, who: str, rolled: Iterable[tuple[str, int]]) -> CampaignState:
    """Return the campaign after these faces were rolled or corrected.

    Entries for other sets of dice count too if they have the same faces for the dice that they share with these.

    Rule: BN-CAMP-201
    """
    shown, found = dict(rolled), list[int]()
    for one in state.entered:
        shared = [face == shown[die] for die, face in one.shown if die in shown]
        if one.creature == who and one.number not in state.counted and shared and {*one.dice} != {*shown}:
            found += [one.number] * all(shared)
    return _counted(state, *found) if found else state


def creatures_with_faces(state: CampaignState, whose: Iterable[str], of: str | None) -> tuple[str, ...]:
    """Return the creatures in `whose` for which players entered faces for this roll.

    The caller names creatures whose dice have changed since, so that the roll cannot use the entered faces.

    Rule: BN-CAMP-175
    """
    return in_order({who for who in whose if who in state.reported and state.reported[who].of == of})
