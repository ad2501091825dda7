"""The order of turns in a fight: who has a turn, who has yet to roll, and where newcomers go."""

from __future__ import annotations

from typing import Any

from shared.kernel.campaign.rounds import Rounds, Scored
from shared.kernel.campaign.state import FightingCampaign
from shared.kernel.readings import reading


@reading
def due(state: FightingCampaign) -> tuple[Scored, ...]:
    """Return the participants that have a turn in this round."""
    fight = state.fight
    if fight is None:
        return ()
    return tuple([one for one in fight.participants if one.since <= fight.round and state.takes_turns(one.id)])


def has_to_roll(state: FightingCampaign) -> tuple[str, ...]:
    """Return the participants who have yet to roll for the order of this round."""
    return tuple([one.id for one in due(state) if one.score is None])


@reading
def tied(state: FightingCampaign) -> tuple[tuple[str, ...], ...]:
    """Return each group of tied participants, the highest rank first.

    A settled tie separates its participants; a later participant of the same rank is tied with each of them.
    """
    groups: dict[tuple[tuple[int, ...], tuple[int, ...]], list[str]] = {}
    for one in sorted(_ready(state), key=lambda one: len(one.tie)):
        rank = state.rank(one)
        heads = ((rank, one.tie[:length]) for length in range(len(one.tie)))
        groups.setdefault(next((head for head in heads if head in groups), (rank, one.tie)), []).append(one.id)
    return tuple(tuple(groups[head]) for head in sorted(groups, reverse=True) if len(groups[head]) > 1)


def due_for_order(state: FightingCampaign) -> tuple[str, ...]:
    """Return the participants that hold up the order: those yet to roll or, if none, the first tied group."""
    return has_to_roll(state) or next(iter(tied(state)), ())


def newcomers_tie(state: FightingCampaign) -> tuple[str, ...]:
    """Return the tied group that keeps a newcomer from getting a place in the order. The next turn waits for that tie.

    No turn waits for the tie if the newcomer is too late for a turn this round, or if the campaign was opened before
    version 2 of the decision rules.

    Rule:    AR-FIGHT-03, AR-FIGHT-04
    """
    fight = state.fight
    if fight is None or not fight.order or not state.amended or all_placed(fight) or not _in_time(state, fight):
        return ()
    return next(iter(tied(state)), ())


def tie_first(state: FightingCampaign) -> tuple[str, ...]:
    """Return the tied group of a newcomer that keeps the next turn from beginning; none while a turn is in progress."""
    fight = state.fight
    goes_on = fight is not None and fight.acting is not None and fight.acting == state.turn
    return () if goes_on else newcomers_tie(state)


def new_order(state: FightingCampaign) -> tuple[tuple[str, ...], tuple[str, ...]] | None:
    """Return the new order, and the participants that are too late for a turn this round; None if nothing changes.

    A newcomer's place follows from its score. It is too late if it comes before a turn that has begun and before every
    turn that is still to come. In campaigns opened before version 2 of the decision rules, the first of these
    conditions is enough.

    Rule:    AR-FIGHT-08
    """
    fight = state.fight
    if fight is None:
        return None
    ready = _ready(state)
    if {one.id for one in ready}.issubset(fight.order) or tied(state):
        return None
    if has_to_roll(state) and not fight.order:
        return None
    order = tuple([one.id for one in sorted(ready, key=lambda one: (*state.rank(one), *one.tie), reverse=True)])
    begun = _begun(fight, ready)
    last = max((place for place, who in enumerate(order) if who in begun), default=0)
    if last and state.amended:
        still = {one.id for one in ready if one.id in fight.order and not one.done}
        last = next((place for place, who in enumerate(order[:last]) if who in still), last)
    return order, tuple(who for who in order[:last] if who not in fight.order)


def _in_time(state: FightingCampaign, fight: Rounds[Any]) -> bool:
    """Whether a newcomer may still have a turn this round: nobody of a lower rank has begun one."""
    ready = _ready(state)
    begun = _begun(fight, ready)
    ranks = [state.rank(one) for one in ready if one.id in begun]
    new = (one for one in ready if one.id not in fight.order and not one.done)
    return any(all(state.rank(one) <= rank for rank in ranks) for one in new)


def _begun(fight: Rounds[Any], ready: tuple[Scored, ...]) -> set[str | None]:
    return {fight.acting, *(one.id for one in ready if one.done)}


def all_placed(fight: Rounds[Any]) -> bool:
    """Whether each participant with a score has a place in the order, which is nearly always so."""
    for one in fight.participants:  # noqa: SIM110 asked after each command, where a generator would cost twice as much
        if one.score is not None and one.id not in fight.order:
            return False
    return True


def _ready(state: FightingCampaign) -> tuple[Scored, ...]:
    return tuple([one for one in due(state) if one.score is not None])
