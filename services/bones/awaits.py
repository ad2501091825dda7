"""The seats that a campaign waits for: players with open questions, fighters, and the game master."""

from __future__ import annotations

from collections.abc import Iterator

from services.bones.chapters.fights import allotting, blows, casting_in_fights, reporting, round_dice, round_tasks
from services.bones.chapters.people.closed import opposes
from services.bones.chapters.tasks import rolling
from services.bones.reading import damage
from services.bones.reading.minds import put_off_for, without_magnitude
from services.bones.reading.reported import entered_for, faces, key_of, left_to_game_master, rolled_before
from services.bones.reading.spiffs import asked_before, asked_for_effects
from services.bones.reading.strategic import lapses_openly, to_roll
from services.bones.reading.taking_part import acts, fighters_roll, owes, pending, pending_first, there
from services.bones.state.campaign import CampaignState
from services.bones.state.combat import Combat
from services.bones.state.magic import Resistance
from services.bones.state.tasks import Task
from services.bones.state.wounds import Fallen
from shared.kernel.campaign.awaited import acting_for, for_proposals
from shared.kernel.campaign.keeping import in_order
from shared.kernel.messages import Seat


def awaits(state: CampaignState) -> Iterator[Seat]:
    """Yield the seats that a campaign waits for.

    While a season closes, it waits only for the game masters, and only if they still have actions to roll.

    Rule: AR-KIND-02, BN-CAMP-113, BN-CAMP-120, BN-CAMP-221, BN-CAMP-223
    """
    if state.season is not None and state.season.stage == "closing":
        yield from state.game_masters if to_roll(state) and not lapses_openly(state) else ()
        return
    yield from acting_for(state, *_answering(state))
    if any(_game_master_rolls(state, one.creature, one.id) for one in _unrolled(state)):
        yield from state.game_masters
    if any(damage.drawn_at_the_table(state, wound) for wound in state.wounds.values()):
        yield from state.game_masters
    for task in state.tasks.values():
        yield from _trying(state, task)
    if state.combat is not None:
        yield from _fighting(state, state.combat)
    yield from for_proposals(state)
    actions = state.season.actions.values() if state.season else ()
    if state.uses or without_magnitude(state) or any(action.waits for action in actions):
        yield from state.game_masters


def _answering(state: CampaignState) -> Iterator[str]:
    """Yield the creatures whose player must decide something about a roll, fall, wound, healing or resistance.

    Rule: BN-R-085, BN-FALL-03, BN-DMG-01, BN-R-232, BN-MIND-03, BN-CAMP-221
    """
    used = {use.on for use in state.uses.values()}
    yield from (
        roll.creature for key, roll in state.rolls.items() if roll.stage in ("faces", "successes") and key not in used
    )
    yield from (
        wound.creature for wound in state.wounds.values()
        if not damage.answers_first(state, wound)
        and (damage.may_stop(state, wound) or not damage.drawn_at_the_table(state, wound))
    )  # fmt: skip
    yield from (healing.creature for healing in state.healings.values())
    yield from (
        one.creature for one in _unrolled(state)
        if one.id in state.resistances or not _game_master_rolls(state, one.creature, one.id)
    )  # fmt: skip


def _unrolled(state: CampaignState) -> Iterator[Fallen | Resistance]:
    """Yield the falls and resistances whose dice have not been rolled."""
    yield from (fall for fall in state.falls.values() if fall.roll is None)
    yield from (mind for mind in state.resistances.values() if mind.roll is None)


def _trying(state: CampaignState, task: Task) -> Iterator[Seat]:
    """Yield the seats that must still set the terms of a task or roll its dice.

    Rule: BN-TASK-06, BN-R-256, BN-CAMP-214, BN-CAMP-217, BN-CAMP-219
    """
    unseen = task.hidden or opposes(state, task.terms) or put_off_for(state, task) is not None
    if task.stage == "proposed" or (task.stage == "set" and (unseen or not acts(state, task.creature))):
        yield from state.game_masters
    elif task.stage == "set" and not _answers_first(state, task):
        yield from state.game_masters if _needs_faces(state, task) else acting_for(state, task.creature)


def _needs_faces(state: CampaignState, task: Task) -> bool:
    """Return whether the game master must enter faces for a task, because players enter none or have entered theirs.

    Rule: BN-CAMP-214, BN-CAMP-217
    """
    who, at_table = task.creature, state.settings.dice.faces_reported
    if not at_table or who not in entered_for(state, task.id):
        return _game_master_rolls(state, who, task.id)
    every = rolling.dice_to_roll(state, task, leads=True)
    return any(one is None or faces(state, one, key_of(state, one, task.id), count) is None for one, count in every)


def _game_master_rolls(state: CampaignState, who: str, of: str) -> bool:
    """Return whether the game master must enter the faces of a creature's roll.

    This is so if players may not enter faces, or if the game master entered the faces of this roll before an undo took
    it back.

    Rule: BN-CAMP-214, BN-CAMP-222
    """
    due = reporting.due(state, who) if state.entered else None
    again = due is not None and due[0] == of and rolled_before(state, who, due[1])
    return again or left_to_game_master(state, who, of)


def _answers_first(state: CampaignState, task: Task) -> bool:
    """Return whether a question must be answered before a task is rolled, such as one to the creature that tries it."""
    return any(key in state.waiting for key in owes(state, task.creature)) or bool(asked_before(state, task))


def _fighting(state: CampaignState, combat: Combat) -> Iterator[Seat]:
    """Yield the seats that the current round of a fight waits for.

    Rule: BN-CMB-02, BN-R-103, BN-CAMP-85, BN-R-270, BN-R-271, BN-R-351, BN-R-362, BN-R-377
    """
    awaited = round_awaits(state, combat)
    yield from acting_for(state, *awaited)
    if combat.stage == "terms" and _unsaid(state):
        yield from state.game_masters
    elif combat.stage == "terms" and not (asked_for_effects(state) or any(owes(state, one.id) for one in there(state))):
        may = fighters_roll(state) and not (round_dice.needs_faces(state) or any(round_tasks.without_icon(state)))
        yield from acting_for(state, *combat.order) if may else state.game_masters
    if combat.stage == "declaring" and not awaited:
        yield from state.game_masters


def round_awaits(state: CampaignState, combat: Combat) -> tuple[str, ...]:
    """Return the fighters who must still declare, allot or choose a defence in the round.

    Rule: BN-CAMP-85, BN-R-103, BN-R-270
    """
    if combat.stage == "declaring":
        return pending_first(state) or pending(state)
    return allotting.who_allots(state) or in_order(blows.waiting(state))


def _unsaid(state: CampaignState) -> bool:
    """Return whether the game master must still set terms for a task or for magic in the round.

    Rule: BN-CMB-11, BN-CAMP-96
    """
    tried = (one for one in there(state) if acts(state, one.id) and one.said.doing == "other")
    return any(one.terms is None for one in tried) or bool(casting_in_fights.casters_without_terms(state))
