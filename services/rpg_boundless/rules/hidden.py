"""What the game master rolls out of sight, and how it is revealed: told as if it had happened openly."""

from __future__ import annotations

from typing import Final

from services.rpg_boundless.catalogue import BOOK
from services.rpg_boundless.commands.scenes import RevealHidden, RollEncounter
from services.rpg_boundless.events.hidden import (
    ContestResult,
    EncounterResult,
    FortuneAnswer,
    HiddenContestRolled,
    HiddenEncounterRolled,
    HiddenFortuneRolled,
    HiddenPoolOpened,
    HiddenPoolRolled,
    HiddenRevealed,
    PoolResult,
    PoolSheet,
)
from services.rpg_boundless.events.scenes import (
    EncounterHappened,
    EncounterRolled,
    FortuneOpposed,
    FortuneTold,
    PoolEmptied,
    PoolOpened,
)
from services.rpg_boundless.refusals import PoolIsEmpty
from services.rpg_boundless.rules.dice import throw_hidden
from services.rpg_boundless.rules.seats import MAX_POOLS, check_room, known
from services.rpg_boundless.rules.telling import Telling
from services.rpg_boundless.state.campaign import CampaignState, Hidden, Pool
from services.rpg_boundless.words import Rolled, RolledPosition

MAX_HIDDEN: Final = 50
SIGNS: Final = "signs of an encounter"


def check_may_hide(telling: Telling) -> None:
    """Rule: FB-CAMP-06. Refuses: TooManyHere."""
    check_room(len(telling.state.hidden), MAX_HIDDEN)


def open_hidden(telling: Telling, sheet: PoolSheet) -> None:
    """Rule: FB-CAMP-18, FB-POOL-01."""
    telling.tell(HiddenPoolOpened(pool=telling.new("pool"), sheet=telling.secret(sheet)))


def hidden_pool(state: CampaignState, pool: str) -> Pool | None:
    """Find a Pool that is out of sight."""
    pools = (one.pool for one in state.hidden.values() if one.pool is not None)
    return next((one for one in pools if one.id == pool), None)


def roll_hidden_pool(telling: Telling, pool: Pool, outcome: str | None, position: RolledPosition) -> None:
    """Roll a hidden Pool; that it runs out is part of what is hidden.

    Rule:    FB-CAMP-18, FB-POOL-02 to FB-POOL-06
    Refuses: PoolIsEmpty
    """
    if not pool.dice:
        raise PoolIsEmpty(needs="dice left", has=pool.id, field="pool")
    roll = throw_hidden(telling, "pool", pool.dice, position)
    lost = min(roll.misses, pool.limit)
    left = pool.dice - lost
    changes = pool.outcome or (None if left else outcome)
    result = PoolResult(pool=pool.id, roll=roll, lost=lost, left=left, outcome=changes)
    telling.tell(HiddenPoolRolled(roll=roll.id, result=telling.secret(result)))


def ask_hidden(telling: Telling, question: str, dice: int, position: RolledPosition) -> None:
    """Rule: FB-CAMP-18, FB-FORT-01, FB-FORT-10 to FB-FORT-12."""
    roll = throw_hidden(telling, "fortune", dice, position)
    answer = FortuneAnswer(question=question, roll=roll, yes=roll.hits > 0, extra=max(roll.hits - 1, 0))
    telling.tell(HiddenFortuneRolled(roll=roll.id, answer=telling.secret(answer)))


def settle_hidden(telling: Telling, question: str, rolls: tuple[Rolled, Rolled], ahead: str) -> None:
    """Keep an opposed Fortune Roll out of sight. Rule: FB-CAMP-18, FB-FORT-09, FB-R-84."""
    first, second = rolls
    result = ContestResult(
        question=question,
        rolls=rolls,
        ahead="first" if ahead == "first" else "second" if ahead == "second" else "even",
        by=abs(first.hits - second.hits),
    )
    contest = telling.new("contest")
    telling.tell(
        HiddenContestRolled(contest=contest, rolls=(first.id, second.id), result=telling.secret(result))
    )  # fmt: skip


def roll_hidden_encounter(telling: Telling, command: RollEncounter, dice: int, position: RolledPosition) -> None:
    """Roll for an encounter out of sight; the Pool of signs has its id whether there are signs or not.

    Rule: FB-CAMP-18, FB-ENC-04 to FB-ENC-06, FB-ENC-08, FB-R-47
    """
    roll = throw_hidden(telling, "encounter", dice, position)
    pool = PoolSheet(name=SIGNS, dice=BOOK.pool.encounter, limit=BOOK.pool.limit) if roll.hits else None
    result = EncounterResult(
        trigger=command.trigger, roll=roll, signs=roll.hits > 0, pool=pool, prepared=command.prepared
    )
    telling.tell(
        HiddenEncounterRolled(encounter=roll.id, pool=telling.new("pool"), result=telling.secret(result))
    )  # fmt: skip


# ---------------------------------------------------------------- revealed


def reveal_hidden(telling: Telling, command: RevealHidden) -> None:
    """Rule: FB-CAMP-18."""
    hidden = known(telling.state.hidden, command.hidden, "hidden")
    if hidden.pool is not None:
        check_room(len(telling.state.pools), MAX_POOLS)
    telling.tell(HiddenRevealed(hidden=hidden.id))
    if hidden.fortune is not None:
        said = hidden.fortune
        telling.tell(FortuneTold(question=said.question, roll=said.roll, yes=said.yes, extra=said.extra))
    if hidden.contest is not None:
        fought = hidden.contest
        telling.tell(
            FortuneOpposed(
                contest=hidden.id, question=fought.question, rolls=fought.rolls, ahead=fought.ahead, by=fought.by
            )
        )
    if hidden.encounter is not None:
        _tell_encounter(telling, hidden.id, hidden.encounter)
    if hidden.pool is not None:
        _tell_pool(telling, hidden, hidden.pool)


def _tell_encounter(telling: Telling, encounter: str, found: EncounterResult) -> None:
    """Rule: FB-ENC-09."""
    prepared = telling.secret(found.prepared)
    telling.tell(
        EncounterRolled(
            encounter=encounter, trigger=found.trigger, roll=found.roll, signs=found.signs, prepared=prepared
        )
    )


def _tell_pool(telling: Telling, hidden: Hidden, pool: Pool) -> None:
    if pool.dice:
        telling.tell(
            PoolOpened(
                pool=pool.id, name=pool.name, dice=pool.dice, limit=pool.limit, outcome=pool.outcome,
                encounter=pool.encounter,
            )
        )  # fmt: skip
        return
    telling.tell(PoolEmptied(pool=pool.id, outcome=pool.outcome))
    if hidden.encounter is not None:
        telling.tell(EncounterHappened(encounter=hidden.id, prepared=telling.secret(hidden.encounter.prepared)))
