"""What a roll comes to against challenge dice, another roll or a number."""

from __future__ import annotations

from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from services.bones.catalogue import DIFFICULTIES
from services.bones.reading import allotted
from services.bones.reading.counting import count
from services.bones.settings import Settings
from services.bones.state.campaign import CampaignState
from services.bones.state.tasks import Circumstances, Opponent, Task, Terms
from shared.kernel.pools.character import NULL_FACES
from shared.kernel.pools.task_totals import Total, margins

LEVELS: Final = sorted(DIFFICULTIES.values(), key=lambda one: one.level)
NULLS_BEYOND: Final = 2
"""So many automatic Nulls each level beyond the last may add. Rule: BN-R-151."""


class Outcome(Struct, frozen=True, kw_only=True):
    """What a task came to, against one opponent or none. `wins`: who else has won."""

    success: bool
    successes: int
    margin: int
    nulls: int | None = None
    against: str | None = None
    tie: bool = False
    wins: str | None = None


def challenge(settings: Settings, terms: Terms) -> tuple[int, int]:
    """Return how many challenge dice terms ask for, and the Nulls that are added without dice.

    Rule: BN-CHAL-04 to BN-CHAL-11, BN-R-151, BN-R-152, BN-R-204
    """
    if terms.difficulty is None:
        return 0, 0
    missing = settings.tasks.missing_tool_levels if "tool_missing" in terms.circumstances.aids else 0
    level = DIFFICULTIES[terms.difficulty].level + missing
    found = LEVELS[min(level, len(LEVELS)) - 1]
    beyond = max(level - len(LEVELS), 0) if settings.tasks.beyond_impossible == "plus_2_auto_nulls_each" else 0
    return found.challenge_dice, found.auto_nulls + NULLS_BEYOND * beyond


def nulls(faces: tuple[int, ...]) -> int:
    """Return how many Nulls challenge dice show. Rule: BN-CHAL-01, BN-CHAL-02."""
    return sum(face <= NULL_FACES for face in faces)


def outcomes(state: CampaignState, task: Task) -> tuple[Outcome, ...]:
    """Return what a task came to: against each opponent, or by itself.

    Rule: BN-TASK-06, BN-TASK-08, BN-TASK-10, BN-TASK-12, BN-R-007, BN-R-173, BN-R-250, BN-R-255
    """
    terms = task.terms
    if terms is None:
        return ()
    mine = counted(state, task, task.creature, terms.circumstances)
    if terms.opponents:
        return _pairs(state, task, terms.opponents, mine)
    if terms.number is not None:
        left = mine.total - terms.number
        return (Outcome(success=left >= 0, successes=mine.total, margin=left),)
    shown = nulls((*task.challenge, *(task.unseen.challenge if task.unseen else ())))
    against = shown + challenge(state.settings, terms)[1] if terms.difficulty else None
    left = mine.total - (against or 0)
    return (Outcome(success=left > 0, successes=mine.total, margin=left, nulls=against),)


def counted(state: CampaignState, task: Task, who: str, here: Circumstances) -> Total:
    """Return what somebody's roll in a task counts; without one, nothing. Rule: BN-ABIL-01, BN-R-230, BN-R-257."""
    unseen = task.unseen.roll if task.unseen else None
    roll = state.rolls[task.rolls[who]] if who in task.rolls else unseen
    feared = allotted.feared(state, who) if task.fight else 0
    return Total() if roll is None else count(state, roll, replace(here, loss=here.loss + feared))


def _pairs(
    state: CampaignState, task: Task, opponents: tuple[Opponent, ...], mine: Total
) -> tuple[Outcome, ...]:  # fmt: skip
    """Compare each pair by itself: the higher roll wins, and a tie fails whoever set out.

    Rule: BN-TASK-08, BN-MAST-36, BN-R-006, BN-R-038, BN-R-255
    """
    theirs = [counted(state, task, one.creature, one.circumstances) for one in opponents]
    ahead = margins(
        (mine.total, mine.senses), [(one.total, one.senses) for one in theirs],
        sneaks=task.skill == "Stealth", sneaking=[one.skill == "Stealth" for one in opponents],
    )  # fmt: skip
    lost = 1 if state.settings.tasks.opposed_tie == "initiator_fails" else 0
    return tuple(
        Outcome(
            success=left > 0, successes=mine.total, margin=left, against=one.creature, tie=left == 0,
            wins=one.creature if left < lost else None,
        )
        for one, left in zip(opponents, ahead, strict=True)
    )  # fmt: skip
