"""Comparing a roll with challenge dice, with another roll, or with a number."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from types import MappingProxyType
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from services.bones.catalogue import DIFFICULTIES
from services.bones.reading import allotted, counting, effects, magic, minds
from services.bones.reading.owned import may_try
from services.bones.settings import Settings
from services.bones.state.campaign import CampaignState
from services.bones.state.tasks import Circumstances, Opponent, Task, Terms
from shared.kernel.pools.character import NULL_FACES
from shared.kernel.pools.task_totals import Total, margins

LEVELS: Final = sorted(DIFFICULTIES.values(), key=lambda one: one.level)
NOTHING: Final[Mapping[str, int]] = MappingProxyType({})
NULLS_BEYOND: Final = 2
"""The number of automatic Nulls that each level of difficulty beyond the highest one adds. Rule: BN-R-151."""


class Outcome(Struct, frozen=True, kw_only=True):
    """The result of a task against one opponent, or without an opponent. `wins` names the opponent if it won."""

    success: bool
    successes: int
    margin: int
    nulls: int | None = None
    against: str | None = None
    tie: bool = False
    wins: str | None = None


def challenge(settings: Settings, terms: Terms, harder: int = 0) -> tuple[int, int]:
    """Return the number of challenge dice and the number of automatic Nulls that the terms set.

    `harder` is the number of levels by which magic and shackles raise the difficulty.

    Rule: BN-CHAL-04 to BN-CHAL-11, BN-R-151, BN-R-152, BN-R-204
    """
    if terms.difficulty is None:
        return 0, 0
    missing = settings.tasks.missing_tool_levels if "tool_missing" in terms.circumstances.aids else 0
    level = DIFFICULTIES[terms.difficulty].level + missing + harder
    found = LEVELS[min(level, len(LEVELS)) - 1]
    beyond = max(level - len(LEVELS), 0) if settings.tasks.beyond_impossible == "plus_2_auto_nulls_each" else 0
    return found.challenge_dice, found.auto_nulls + NULLS_BEYOND * beyond


def challenges(state: CampaignState, task: Task, terms: Terms) -> tuple[int, int]:
    """Return the number of challenge dice and the number of automatic Nulls for a task. Rule: BN-MAG-05, BN-ADV-02."""
    return challenge(state.settings, terms, magic.harder(state, terms, task.creature, fight=task.fight))


def nulls(faces: tuple[int, ...]) -> int:
    """Return the number of Nulls on challenge dice. Rule: BN-CHAL-01, BN-CHAL-02."""
    return sum(face <= NULL_FACES for face in faces)


def outcomes(state: CampaignState, task: Task) -> tuple[Outcome, ...]:
    """Return the results of a task: one for each opponent, or a single result if there are no opponents.

    Rule: BN-TASK-06, BN-TASK-08, BN-TASK-10, BN-TASK-12, BN-R-007, BN-R-173, BN-R-250, BN-R-255
    """
    terms = task.terms
    if terms is None:
        return ()
    mine = count_for(state, task, task.creature, terms.circumstances)
    stands, number = standing(state, terms, task.opposing)
    against = stands if terms.defies or terms.counters else None
    if terms.opponents:
        return _pairs(state, task, terms.opponents, mine, against=against)
    if number is not None:
        left = mine.total - number - stands
        return (Outcome(success=left >= 0, successes=mine.total, margin=left, nulls=against),)
    if terms.difficulty:
        shown = nulls((*task.challenge, *(task.unseen.challenge if task.unseen else ())))
        against = shown + challenges(state, task, terms)[1] + stands
    left = mine.total - (against or 0)
    return (Outcome(success=left > 0, successes=mine.total, margin=left, nulls=against),)


def standing(state: CampaignState, terms: Terms, rolled: Mapping[str, int] = NOTHING) -> tuple[int, int | None]:
    """Return the number of Nulls that opposing effects add, and the number of successes to reach, or None.

    The Nulls are the successes stored in the opposing effects. `rolled` maps effects to the successes that they stored
    when the task's dice were rolled. For these effects, `rolled` takes precedence.

    Rule: BN-SAC-11, BN-SAC-12, BN-R-172, BN-R-175, BN-R-363
    """
    stands = _stored(state, terms.defies, rolled)
    if terms.counters is None:
        return stands, terms.number
    aimed_at = _stored(state, (terms.counters,), rolled)
    if state.settings.magic.counter_tie == "effect_ends":
        return stands, aimed_at
    return stands + aimed_at, None


def _stored(state: CampaignState, named: Iterable[str], rolled: Mapping[str, int]) -> int:
    return sum(rolled[one] if one in rolled else effects.stored_successes(state, (one,)) for one in named)


def opposing(state: CampaignState, terms: Terms, before: CampaignState) -> dict[str, int]:
    """Return the successes of the effects that oppose a task or that it counters, as its dice are rolled.

    An effect to counter counts with the successes that it had in `before`, the campaign as the round began, since its
    caster may release it during the round.

    Rule: BN-R-363
    """
    named = dict.fromkeys(terms.defies, state) | ({terms.counters: before} if terms.counters else {})
    found = {one: at.effects[one].successes for one, at in named.items() if one in at.effects}
    return found if state.amended else {}


def rolls_against(state: CampaignState, one: Opponent) -> bool:
    """Return whether an opponent rolls dice: it lives, has a die left, and an icon if its skill requires one.

    Rule: BN-R-230, BN-R-377
    """
    it = state.characters[one.creature]
    able = not state.amended or (not it.dead and may_try(state, it.id, one.skill, one.circumstances.aids))
    return able and not it.down


def count_for(state: CampaignState, task: Task, who: str, here: Circumstances) -> Total:
    """Return the counted successes of a creature's roll for a task, or zero if it made no roll.

    Rule: BN-ABIL-01, BN-R-230, BN-R-257
    """
    unseen = task.unseen.roll if task.unseen else None
    roll = state.rolls[task.rolls[who]] if who in task.rolls else unseen
    feared = allotted.lost_to_fear(state, who) if task.fight else 0
    return Total() if roll is None else counting.count(state, roll, replace(here, loss=here.loss + feared))


def with_vest(state: CampaignState, skill: str | None, one: Opponent) -> Circumstances:
    """Return an opponent's circumstances, with one more success if its vest protects it from this magic.

    Rule: BN-ADV-96
    """
    vest = minds.vest_protection(state, one.creature) if skill == "Magic" and one.creature in state.characters else 0
    return replace(one.circumstances, gain=one.circumstances.gain + vest) if vest else one.circumstances


def _pairs(
    state: CampaignState, task: Task, opponents: tuple[Opponent, ...], mine: Total, *, against: int | None
) -> tuple[Outcome, ...]:  # fmt: skip
    """Compare a roll with the roll of each opponent. The higher roll wins. A tie does not count as a success.

    Rule: BN-TASK-08, BN-MAST-36, BN-SAC-11, BN-R-006, BN-R-038, BN-R-255
    """
    theirs = [count_for(state, task, one.creature, with_vest(state, task.skill, one)) for one in opponents]
    ahead = margins(
        (mine.total, mine.senses), [(one.total, one.senses) for one in theirs],
        sneaks=task.skill == "Stealth", sneaking=[one.skill == "Stealth" for one in opponents],
    )  # fmt: skip
    lost = 1 if state.settings.tasks.opposed_tie == "initiator_fails" else 0
    return tuple(
        Outcome(
            success=left > 0, successes=mine.total, margin=left, nulls=against, against=one.creature, tie=left == 0,
            wins=one.creature if left < lost else None,
        )
        for one, left in zip(opponents, (each - (against or 0) for each in ahead), strict=True)
    )  # fmt: skip
