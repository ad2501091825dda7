"""Withdraw a Critical Save that is due, or everything that is still pending because of an annulled roll."""

from __future__ import annotations

from collections.abc import Collection

from services.rpg_boundless.catalogue import Status
from services.rpg_boundless.chapters.damage import endanger, stop_clock
from services.rpg_boundless.chapters.pools import PoolCleared
from services.rpg_boundless.chapters.saves import Cause, check_can_face, face
from services.rpg_boundless.context import CampaignContext, CharacterChanged
from services.rpg_boundless.samples import WHY
from services.rpg_boundless.state.campaign import CampaignState, Pending
from services.rpg_boundless.state.danger import CriticalSaves
from shared.kernel.campaign.authority import Override
from shared.kernel.campaign.forms import form
from shared.kernel.campaign.keeping import in_order
from shared.kernel.campaign.samples import some
from shared.kernel.campaign.seats import entry_of, reason_for, there_are
from shared.kernel.chapter import fold, judge_given, samples
from shared.kernel.messages import Event, Id
from shared.kernel.samples import TEXT, Samples, offer

# ---------------------------------------------------------------- commands


class AdjustCritical(Override, frozen=True, kw_only=True):
    """Withdraw a Critical Save that is due. HP stay at 0 until a command sets them."""

    critical: Id


# ---------------------------------------------------------------- events


class CriticalSaveWithdrawn(Event, frozen=True, kw_only=True):
    """A Critical Save is no longer due, because the game master withdrew it or annulled the roll that caused it."""

    critical: str
    character: str
    reason: str


class ConditionWaived(Event, frozen=True, kw_only=True):
    """A Condition needs no Slot any more: the game master kept it only in the story, or annulled its roll.

    Rule: FB-CAMP-07, FB-R-56
    """

    room: str
    character: str
    condition: str
    reason: str


class StatusRestored(CharacterChanged, frozen=True, kw_only=True):
    """A character's status was restored to what it would be without the annulled Critical Saves."""

    status: Status


# ---------------------------------------------------------------- judgement


def check_answer_can_return(ctx: CampaignContext, roll: str) -> None:
    """Check that there is room for the consequence of an annulled Save to be pending again.

    Rule: FB-CAMP-06. Refuses: TooManyHere.
    """
    if _returns(ctx.state, roll) is not None:
        check_can_face(ctx, 1)


def _returns(state: CampaignState, roll: str) -> Pending | None:
    """Return the consequence that this annulled Save had answered, if it must be answered again.

    Return None if the roll was no such Save, the roll that caused the consequence is annulled too, or the character
    is dead.

    Rule:    FB-SAVE-10
    """
    answered = state.answered.get(roll)
    if answered is None or answered.check in state.annulled or state.characters[answered.character].status == "dead":
        return None
    return answered


def take_back(ctx: CampaignContext, roll: str, reason: str, before: dict[str, CriticalSaves]) -> None:
    """Withdraw everything that is still pending because of an annulled roll.

    `before`: the Critical Saves that decided each status before the roll was annulled.

    Rule:    FB-CRIT-11, FB-CRIT-12, FB-CRIT-14, FB-ENC-10, FB-SAVE-10, FB-R-56
    """
    changed = {name for name, saves in ctx.state.critical_saves.items() if saves != before.get(name)}
    for critical in in_order(critical for critical, rolls in ctx.state.endangered.items() if roll in rolls):
        changed.add(ctx.state.criticals[critical])
        _withdraw(ctx, critical, reason)
    for room in in_order(room for room, rolls in ctx.state.room_rolls.items() if roll in rolls):
        ctx.emit(form(ConditionWaived, ctx.state.rooms[room], room=room, reason=reason))
    restore_status(ctx, changed)
    for pool in in_order(pool.id for pool in ctx.state.pools.values() if pool.encounter == roll):
        ctx.emit(PoolCleared(pool=pool))
    _face_again(ctx, roll)


@judge_given(there_are("criticals", field="critical"))
def adjust_critical(ctx: CampaignContext, command: AdjustCritical) -> None:
    """Withdraw a Critical Save that is due. Rule: FB-CAMP-07, FB-CRIT-11, FB-R-54. Refuses: NotKnownHere."""
    entry_of(ctx.state.criticals, command.critical, "critical")
    _withdraw(ctx, command.critical, reason_for(command.reason))


def _withdraw(ctx: CampaignContext, critical: str, reason: str) -> None:
    ctx.emit(CriticalSaveWithdrawn(critical=critical, character=ctx.state.criticals[critical], reason=reason))


def restore_status(ctx: CampaignContext, changed: Collection[str] = ()) -> None:
    """Restore the status that each living character would have without its annulled Critical Saves.

    If a character at 0 HP had its last Critical Save annulled, it must make that Critical Save again.

    `changed`: the characters with a Critical Save that was just annulled or withdrawn.

    Rule:    FB-CRIT-12, FB-CRIT-14, FB-CRIT-15, FB-R-22
    """
    for name in in_order(ctx.state.critical_saves):
        saves, bearer = ctx.state.critical_saves[name], ctx.character(name)
        if bearer.status == "dead":
            continue
        if bearer.status != saves.status:
            ctx.emit(StatusRestored(character=name, status=saves.status))
            stop_clock(ctx, name)
        last = saves.last
        free = bearer.hp == 0 and name not in ctx.state.criticals.values()
        if last and last.void and name in changed and free:
            endanger(ctx, name, last.rolls)


def _face_again(ctx: CampaignContext, roll: str) -> None:
    """Make the consequence pending again that an annulled Save had answered. Rule: FB-SAVE-10."""
    answered = _returns(ctx.state, roll)
    if answered is not None:
        cause = Cause(check=answered.check, enemy=answered.enemy, stance=answered.stance)
        face(ctx, (answered.character,), answered.harm, cause)


# ---------------------------------------------------------------- fold


@fold
def _critical_save_withdrawn(state: CampaignState, event: CriticalSaveWithdrawn) -> CampaignState:
    """Remove the Critical Save, and the Position that was set beforehand for it."""
    state = state.without(event.critical, "criticals", "endangered")
    return state.without_position(event.character, "critical_save")


@fold
def _condition_waived(state: CampaignState, event: ConditionWaived) -> CampaignState:
    return state.without(event.room, "rooms", "room_rolls")


# ---------------------------------------------------------------- samples


@samples
def _of_criticals(state: CampaignState, _: str) -> Samples[AdjustCritical]:
    yield offer(AdjustCritical, critical=some(state.criticals), reason=(WHY, TEXT))
