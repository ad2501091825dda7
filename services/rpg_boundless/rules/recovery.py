"""Recovery Rolls: rest, and the Hits it gives to spend."""

from __future__ import annotations

from services.rpg_boundless.catalogue import BOOK
from services.rpg_boundless.commands.rolls import Rest, SpendRecovery
from services.rpg_boundless.events.rolls import RecoverySpent, Rested
from services.rpg_boundless.refusals import (
    AttributeAtMaximum,
    CriticalSaveFirst,
    HitsLeft,
    PointsLeft,
    TooManyHitsSpent,
    TooManyPointsRestored,
)
from services.rpg_boundless.rules.attributes import follow_strength, missing
from services.rpg_boundless.rules.dice import Occasion, as_rolled, reason_of, stance_of, throw
from services.rpg_boundless.rules.seats import MAX_PENDING, acting, check_owns, check_room, known, living
from services.rpg_boundless.rules.slots import capped, clear_by_rest
from services.rpg_boundless.rules.telling import Telling
from services.rpg_boundless.state.campaign import Character
from services.rpg_boundless.words import Attribute, Scores


def rest(telling: Telling, command: Rest) -> None:
    """Rule: FB-REC-01 to FB-REC-04, FB-COND-05, FB-COND-08, FB-R-20, FB-R-28, FB-R-36, FB-R-41."""
    bearer = acting(telling, command.character)
    position = stance_of(telling, bearer, command.stance, Occasion(on="rest"))
    rolled_at = as_rolled(position.position)
    check_room(len(telling.state.recoveries), MAX_PENDING)
    clear_by_rest(telling, bearer.id, command.addresses)
    roll = throw(telling, f"{command.length} rest", BOOK.rest[command.length], rolled_at)
    renews = command.length == "long" and telling.state.settings.spells.reset_on == "long_rest"
    telling.tell(
        Rested(
            recovery=roll.id,
            character=bearer.id,
            length=command.length,
            roll=roll,
            reason=reason_of(position),
            conditions=bearer.hindrances,
            renews_spells=renews,
        )
    )


def spend_recovery(telling: Telling, command: SpendRecovery) -> None:
    """Spend all Hits of a rest together.

    Rule:    FB-REC-05, FB-REC-06, FB-REC-08, FB-REC-09, FB-R-34
    Refuses: CriticalSaveFirst, and as `_check_most` and `_check_whole`
    """
    hits = known(telling.state.recoveries, command.recovery, "recovery")
    bearer = living(telling, hits.character, "recovery")
    check_owns(telling, bearer.seat)
    if bearer.id in telling.state.criticals.values():
        raise CriticalSaveFirst(needs="no Critical Save due", has=bearer.id, field="recovery")
    _check_most(command, hits.hits)
    scores = bearer.scores
    for attribute in command.restore:
        scores = _restored(bearer, scores, attribute)
    _check_whole(command, hits.hits, missing(bearer))
    telling.tell(
        RecoverySpent(
            recovery=hits.id,
            character=bearer.id,
            spend=command.spend,
            restore=command.restore,
            stamina=_stamina(telling, bearer, command.spend.count("stamina")),
            hp=_hp(telling, bearer, command.spend.count("hp")),
            scores=scores,
        )
    )
    follow_strength(telling, bearer.id, "strength", bearer.scores.strength)


def _check_most(command: SpendRecovery, hits: int) -> None:
    """Rule: FB-REC-05, FB-REC-06. Refuses: TooManyHitsSpent, TooManyPointsRestored."""
    if len(command.spend) > hits:
        raise TooManyHitsSpent(needs=hits, has=len(command.spend), field="spend")
    if len(command.restore) > hits:
        raise TooManyPointsRestored(needs=hits, has=len(command.restore), field="restore")


def _check_whole(command: SpendRecovery, hits: int, below: int) -> None:
    """Hold what is spent to every Hit, and to every point that has a place, so that none is lost unseen.

    Rule:    FB-REC-09, FB-R-34
    Refuses: HitsLeft, PointsLeft
    """
    if len(command.spend) < hits:
        raise HitsLeft(needs=hits, has=len(command.spend), field="spend")
    if len(command.restore) < min(hits, below):
        raise PointsLeft(needs=min(hits, below), has=len(command.restore), field="restore")


def _restored(bearer: Character, scores: Scores, attribute: Attribute) -> Scores:
    """Rule: FB-REC-06, FB-REC-07, FB-R-23, FB-R-59. Refuses: AttributeAtMaximum."""
    score, most = scores.of(attribute), bearer.maxima.of(attribute)
    if score >= most:
        raise AttributeAtMaximum(needs=f"below {most}", has=score, field="restore")
    return scores.having(attribute, score + 1)


def _stamina(telling: Telling, bearer: Character, hits: int) -> int:
    """Rule: FB-REC-05, FB-R-06, FB-R-33."""
    most = telling.state.settings.stamina.maximum
    return max(bearer.stamina, min(bearer.stamina + _refill(telling, most, hits), most))


def _hp(telling: Telling, bearer: Character, hits: int) -> int:
    """Rule: FB-REC-05, FB-R-33, FB-R-35."""
    hp = max(bearer.hp, min(bearer.hp + _refill(telling, bearer.max_hp, hits), bearer.max_hp))
    return capped(telling, bearer, hp)


def _refill(telling: Telling, most: int, hits: int) -> int:
    """Give what so many Hits refill: all there can be, or a point each. Rule: FB-R-33."""
    return hits if telling.state.settings.recovery.refill == "one_point" else most * min(hits, 1)
