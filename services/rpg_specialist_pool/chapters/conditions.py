"""Conditions, which change a Specialist's rolls. The Keeper (the game master) loads, applies and clears them."""

from __future__ import annotations

from typing import Annotated, Final

from msgspec import Meta

from services.rpg_specialist_pool.catalogue import SOURCES, Name, Source
from services.rpg_specialist_pool.context import CampaignContext
from services.rpg_specialist_pool.state import CampaignState
from shared.kernel.campaign.authority import GameMasterCommand
from shared.kernel.campaign.keeping import without
from shared.kernel.campaign.samples import NOBODY, some
from shared.kernel.campaign.seats import check_room, check_within, entry_of
from shared.kernel.chapter import fold, judge, samples
from shared.kernel.messages import Event, Id, Line
from shared.kernel.samples import TEXT, Field, Samples, offer

MAX_BORNE: Final = 10
MAX_LEVEL: Final = 5

# ---------------------------------------------------------------- commands


class ApplyCondition(GameMasterCommand, frozen=True, kw_only=True):
    """Apply a Condition to a Specialist, or add a level to a Condition that stacks."""

    counts_as = "move"

    character: Id
    condition: Name
    source: Source
    reason: Line


class ClearCondition(GameMasterCommand, frozen=True, kw_only=True):
    """End a Condition, or remove some of its levels."""

    counts_as = "move"

    character: Id
    condition: Name
    reason: Line
    levels: Annotated[int, Meta(ge=1, le=MAX_LEVEL)] | None = None


# ---------------------------------------------------------------- events


class ConditionApplied(Event, frozen=True, kw_only=True):
    """A Condition was applied to a Specialist. `level` is its new level."""

    character: str
    condition: str
    level: int
    source: Source
    reason: str


class ConditionCleared(Event, frozen=True, kw_only=True):
    """A Condition ended or lost levels. `level` is its remaining level."""

    character: str
    condition: str
    level: int
    reason: str


# ---------------------------------------------------------------- judgement


@judge
def apply_condition(ctx: CampaignContext, command: ApplyCondition) -> None:
    """Apply a Condition to a Specialist, or add a level to it.

    Rule:    SG-COND-01, SG-COND-02, SG-COND-05, SG-CAMP-22
    Refuses: NotKnownHere, TooManyHere, OutOfRange
    """
    one = ctx.character(command.character)
    entry = entry_of(ctx.state.conditions, command.condition, "condition")
    level = one.conditions.get(entry.name, 0)
    check_room(one.conditions, MAX_BORNE, "condition", more=not level)
    level = level + 1 if entry.stacks else max(level if ctx.state.amended else 0, 1)
    if entry.stacks:
        check_within(level, 1, MAX_LEVEL, "condition")
    ctx.emit(ConditionApplied(
        character=one.id, condition=entry.name, level=level, source=command.source,
        reason=command.reason,
    ))  # fmt: skip


@judge
def clear_condition(ctx: CampaignContext, command: ClearCondition) -> None:
    """End a Condition or remove levels of it. Rule: SG-R-37. Refuses: NotKnownHere, OutOfRange."""
    one = ctx.character(command.character)
    level = entry_of(one.conditions, command.condition, "condition")
    levels = level if command.levels is None else command.levels
    check_within(levels, 1, level, "levels")
    ctx.emit(ConditionCleared(
        character=one.id, condition=command.condition, level=level - levels, reason=command.reason
    ))  # fmt: skip


# ---------------------------------------------------------------- fold


@fold
def _applied(state: CampaignState, event: ConditionApplied) -> CampaignState:
    borne = state.characters[event.character].conditions
    return state.change(event.character, conditions={**borne, event.condition: event.level})


@fold
def _cleared(state: CampaignState, event: ConditionCleared) -> CampaignState:
    rest = without(state.characters[event.character].conditions, event.condition)
    left = {event.condition: event.level} if event.level else {}
    return state.change(event.character, conditions={**rest, **left})


# ---------------------------------------------------------------- samples


@samples
def _applies(state: CampaignState, _: str) -> Samples[ApplyCondition]:
    for who in some(state.characters):
        borne = state.characters[who].conditions if who in state.characters else {}
        room = sorted(state.conditions if len(borne) < MAX_BORNE else borne)
        names = [one for one in room if not state.conditions[one].stacks or borne.get(one, 0) < MAX_LEVEL] or [NOBODY]
        source, shows = ("environment", Field(options=SOURCES)), ("it shows", TEXT)
        yield offer(ApplyCondition, character=who, condition=Field(options=tuple(names)), source=source, reason=shows)


@samples
def _clears(state: CampaignState, _: str) -> Samples[ClearCondition]:
    for who in some(state.characters):
        borne = sorted(state.characters[who].conditions.items()) if who in state.characters else []
        for name, level in borne or [(NOBODY, 1)]:
            levels = Field(options=(None, *range(1, level + 1)))
            yield offer(ClearCondition, character=who, condition=name, levels=levels, reason=("it is over", TEXT))
