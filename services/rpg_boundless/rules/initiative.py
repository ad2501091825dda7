"""Initiative: a die for each at the start of a round, ties, those off guard, and dice exchanged."""

from __future__ import annotations

from collections.abc import Sequence

from services.rpg_boundless.commands.combat import SettleTies, StartRound, SwapInitiative
from services.rpg_boundless.events.combat import (
    Initiative,
    InitiativeSwapped,
    RoundStarted,
    SwapOffered,
    TiesSettled,
)
from services.rpg_boundless.refusals import (
    NoFight,
    NotTwoPlayers,
    OrderImpossible,
    RoundRunning,
    TiesNotDeclared,
    TurnTaken,
)
from services.rpg_boundless.rules.dice import SIDES
from services.rpg_boundless.rules.seats import acting, check_room, living
from services.rpg_boundless.rules.telling import Telling
from services.rpg_boundless.rules.turns import current, participant_of, running, takes_part
from services.rpg_boundless.state.campaign import Fight, Participant

MAX_OFFERS = 50


def start_round(telling: Telling, command: StartRound) -> None:
    """Rule: FB-INIT-01, FB-INIT-04, FB-R-25, FB-R-26, FB-R-57. Refuses: NoFight, NotInFight, RoundRunning."""
    fight = running(telling.state)
    for who in command.off_guard:
        participant_of(fight, who)
    turn = current(telling.state, fight)
    if turn is not None:
        raise RoundRunning(needs="all turns ended", has=turn)
    taking = [one for one in fight.participants if takes_part(telling.state, one.id)]
    if not taking:
        raise NoFight(needs="somebody who can fight", has=0)
    faces = _faces(telling, taking)
    rolled = [
        Initiative(id=one.id, face=faces[one.id], off_guard=one.id in command.off_guard) for one in taking
    ]  # fmt: skip
    enemies = {one.id for one in taking if one.side == "enemy"}
    if telling.state.settings.initiative.tie == "reroll":
        rolled = _reroll_ties(telling, rolled, enemies)
    order = tuple(one.id for one in sorted(rolled, key=lambda one: _rank(one, enemies)))
    telling.tell(RoundStarted(round=fight.round + 1, initiative=tuple(rolled), order=order))


def _faces(telling: Telling, taking: Sequence[Participant]) -> dict[str, int]:
    """Roll a die for each; enemies may have a fixed value instead. Rule: FB-INIT-01, FB-R-25."""
    settings = telling.state.settings.initiative
    rolls = [one.id for one in taking if one.side == "player" or settings.enemies == "roll"]
    faces = telling.chance.roll("initiative", SIDES, len(rolls)) if rolls else ()
    thrown = dict(zip(rolls, faces, strict=True))
    return {one.id: thrown.get(one.id, settings.enemy_value) for one in taking}


def _rank(one: Initiative, enemies: set[str]) -> tuple[bool, int, bool, tuple[int, ...]]:
    """Rank one for the order of turns: off guard last, high before low, enemies first on a tie.

    Rule:    FB-INIT-02, FB-INIT-03, FB-INIT-04, FB-R-26
    """
    return one.off_guard, -one.face, one.id not in enemies, tuple(-face for face in one.again)


def _reroll_ties(telling: Telling, rolled: list[Initiative], enemies: set[str]) -> list[Initiative]:
    """Let those of one side who tie roll again among themselves until none do. Rule: FB-R-26."""
    fixed = enemies if telling.state.settings.initiative.enemies == "fixed_value" else set()
    again: dict[str, tuple[int, ...]] = {one.id: () for one in rolled if one.id not in fixed}
    while True:
        ranks = {one.id: (*_rank(one, enemies)[:3], again[one.id]) for one in rolled if one.id in again}
        tied = [who for who, rank in ranks.items() if list(ranks.values()).count(rank) > 1]
        if not tied:
            break
        for who, face in zip(tied, telling.chance.roll("tie", SIDES, len(tied)), strict=True):
            again[who] = (*again[who], face)
    return [
        Initiative(id=one.id, face=one.face, off_guard=one.off_guard, again=again.get(one.id, ())) for one in rolled
    ]


def settle_ties(telling: Telling, command: SettleTies) -> None:
    """Rule: FB-R-26. Refuses: TiesNotDeclared, TurnTaken, OrderImpossible."""
    fight = running(telling.state)
    if telling.state.settings.initiative.tie != "declared":
        raise TiesNotDeclared(needs="declared", has=telling.state.settings.initiative.tie)
    if any(one.begun for one in fight.participants):
        raise TurnTaken(needs="no turn taken", has="a turn")
    if _ranks(fight, command.order) != _ranks(fight, fight.order) or set(command.order) != set(fight.order):
        raise OrderImpossible(needs=fight.order, has=command.order, field="order")
    telling.tell(TiesSettled(order=command.order))


def _ranks(fight: Fight, order: Sequence[str]) -> list[tuple[bool, int, str]]:
    found = (participant_of(fight, who) for who in order)
    return [(one.off_guard, one.face, one.side) for one in found]


def swap_initiative(telling: Telling, command: SwapInitiative) -> None:
    """Exchange dice when both players want it: the first to ask offers, the second agrees.

    Rule:    FB-INIT-05, FB-INIT-06, FB-R-27
    Refuses: NotTwoPlayers, TurnTaken
    """
    fight = running(telling.state)
    for who in (command.character, command.other):
        _check_swaps(fight, who)
    first = acting(telling, command.character)
    second = living(telling, command.other, "other")
    if first.id == second.id:
        raise NotTwoPlayers(needs="two characters", has=first.id, field="other")
    agreed = telling.leads or second.seat == telling.seat or (second.id, first.id) in fight.offers
    if not agreed:
        check_room(len(fight.offers), MAX_OFFERS)
        telling.tell(SwapOffered(character=first.id, other=second.id))
        return
    order = _swapped(fight, first.id, second.id)
    telling.tell(InitiativeSwapped(character=first.id, other=second.id, order=order))


def _check_swaps(fight: Fight, who: str) -> None:
    found = fight.find(who)
    if found is None or found.side != "player" or who not in fight.order:
        raise NotTwoPlayers(needs="a player's character in the round", has=who)
    if found.begun:
        raise TurnTaken(needs="no turn taken", has=who)


def _swapped(fight: Fight, first: str, second: str) -> tuple[str, ...]:
    """Give the order after an exchange: each takes the place of the other's die, but whoever is off guard stays last.

    Ties among the others stay as they were settled, and turns that have begun come first.

    Rule:    FB-INIT-02, FB-R-26, FB-R-27
    """
    trade = {first: second, second: first}
    one, other = participant_of(fight, first), participant_of(fight, second)
    traded = tuple(trade.get(who, who) for who in fight.order)
    if one.off_guard == other.off_guard:
        return traded
    faces = {found.id: found.face for found in fight.participants} | {first: other.face, second: one.face}
    enemies = {found.id for found in fight.participants if found.side == "enemy"}
    again = [Initiative(id=who, face=faces[who], off_guard=participant_of(fight, who).off_guard) for who in traded]
    begun = {found.id for found in fight.participants if found.begun}
    return tuple(found.id for found in sorted(again, key=lambda found: (found.id not in begun, _rank(found, enemies))))
