"""Initiative: a die for each at the start of a round, ties, those off guard, and dice exchanged."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain, groupby, islice, permutations, product
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from services.rpg_boundless.chapters.attacks import Several
from services.rpg_boundless.chapters.seats import acting, living
from services.rpg_boundless.chapters.turns import NoFight, check_all_answered, participant_of, running
from services.rpg_boundless.context import CampaignContext
from services.rpg_boundless.samples import mine, participants
from services.rpg_boundless.state.campaign import NO_FIGHT, CampaignState, Fight, Participant
from shared.kernel.campaign.authority import GameMasterCommand
from shared.kernel.campaign.samples import NOBODY
from shared.kernel.campaign.seats import check_room
from shared.kernel.chapter import fold, judge, samples
from shared.kernel.messages import Command, Event, Id
from shared.kernel.pools.position import SIDES
from shared.kernel.refusals import Refusal
from shared.kernel.samples import Field, Sample, Samples

# ---------------------------------------------------------------- refusals


class RoundRunning(Refusal, rule="FB-INIT-01"):
    """The round is not over: all have to take their turns first."""


class TiesNotDeclared(Refusal, rule="FB-R-26"):
    """The game master does not settle ties in this campaign; dice, or the order of joining, do."""


class TurnBegun(Refusal, rule="FB-R-26"):
    """A turn of this round has begun; ties are settled before the first one."""


class OrderImpossible(Refusal, rule="FB-INIT-02"):
    """The order has to name everyone in the round, and may move only tied participants of one side."""


class NotTwoPlayers(Refusal, rule="FB-INIT-05"):
    """Name another player's character; only players' characters exchange initiative dice."""


class NoInitiativeDie(Refusal, rule="FB-INIT-05"):
    """Both characters need an initiative die of the current round."""


class TurnTaken(Refusal, rule="FB-INIT-06"):
    """One of the two has taken a turn; initiative dice are exchanged before that."""


# ---------------------------------------------------------------- commands


class StartRound(GameMasterCommand, frozen=True, kw_only=True):
    """Roll initiative for all; those caught off guard act last."""

    counts_as = "move"

    off_guard: Several = ()


class SettleTies(GameMasterCommand, frozen=True, kw_only=True):
    """Set the order of tied participants of one side, if the settings leave it to the game master."""

    counts_as = "answer"

    order: Several


class SwapInitiative(Command, frozen=True, kw_only=True):
    """Exchange initiative dice with another player's character, who has to ask for the same."""

    counts_as = "move"

    character: Id
    other: Id


# ---------------------------------------------------------------- events


class Initiative(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """The initiative of one participant; `again` are the dice thrown to break ties."""

    id: str
    face: int
    again: tuple[int, ...] = ()
    off_guard: bool = False


class RoundStarted(Event, frozen=True, kw_only=True):
    """A round began; initiative in the order in which they joined, and the order of turns."""

    round: int
    initiative: tuple[Initiative, ...]
    order: tuple[str, ...]


class TiesSettled(Event, frozen=True, kw_only=True):
    """The order of turns among those who tie was declared."""

    order: tuple[str, ...]


class SwapOffered(Event, frozen=True, kw_only=True):
    """A player offers another to exchange initiative dice."""

    character: str
    other: str


class InitiativeSwapped(Event, frozen=True, kw_only=True):
    """Two players exchanged their initiative dice; this is the order of turns after it."""

    character: str
    other: str
    order: tuple[str, ...]


# ---------------------------------------------------------------- judgement


MAX_OFFERS = 50


@judge
def start_round(ctx: CampaignContext, command: StartRound) -> None:
    """Rule: FB-INIT-01, FB-INIT-04, FB-R-25, FB-R-26, FB-R-57. Refuses: NoFight, NotInFight, RoundRunning."""
    check_all_answered(ctx)
    fight = running(ctx.state)
    for who in command.off_guard:
        participant_of(fight, who)
    turn = ctx.state.turn
    if turn is not None:
        raise RoundRunning(needs="all turns ended", has=turn)
    taking = [one for one in fight.participants if ctx.state.takes_part(one.id)]
    if not taking:
        raise NoFight(needs="a character or an enemy who can fight", has=0)
    faces = _faces(ctx, taking)
    rolled = [
        Initiative(id=one.id, face=faces[one.id], off_guard=one.id in command.off_guard) for one in taking
    ]  # fmt: skip
    enemies = {one.id for one in taking if one.side == "enemy"}
    if ctx.state.settings.initiative.tie == "reroll":
        rolled = _reroll_ties(ctx, rolled, enemies)
    order = tuple(one.id for one in sorted(rolled, key=lambda one: _rank(one, enemies)))
    ctx.emit(RoundStarted(round=fight.round + 1, initiative=tuple(rolled), order=order))


def _faces(ctx: CampaignContext, taking: Sequence[Participant]) -> dict[str, int]:
    """Roll a die for each; enemies may have a fixed value instead. Rule: FB-INIT-01, FB-R-25."""
    settings = ctx.state.settings.initiative
    rolls = [one.id for one in taking if one.side == "player" or settings.enemies == "roll"]
    faces = ctx.chance.roll("initiative", SIDES, len(rolls)) if rolls else ()
    thrown = dict(zip(rolls, faces, strict=True))
    return {one.id: thrown.get(one.id, settings.enemy_value) for one in taking}


def _rank(one: Initiative, enemies: set[str]) -> tuple[bool, int, bool, tuple[int, ...]]:
    """Rank one for the order of turns: off guard last, high before low, enemies first on a tie.

    Rule:    FB-INIT-02, FB-INIT-03, FB-INIT-04, FB-R-26
    """
    return one.off_guard, -one.face, one.id not in enemies, tuple(-face for face in one.again)


def _reroll_ties(ctx: CampaignContext, rolled: list[Initiative], enemies: set[str]) -> list[Initiative]:
    """Let those of one side who tie roll again among themselves until none do. Rule: FB-R-26."""
    fixed = enemies if ctx.state.settings.initiative.enemies == "fixed_value" else set()
    again: dict[str, tuple[int, ...]] = {one.id: () for one in rolled if one.id not in fixed}
    while True:
        ranks = {one.id: (*_rank(one, enemies)[:3], again[one.id]) for one in rolled if one.id in again}
        tied = [who for who, rank in ranks.items() if list(ranks.values()).count(rank) > 1]
        if not tied:
            break
        for who, face in zip(tied, ctx.chance.roll("tie", SIDES, len(tied)), strict=True):
            again[who] = (*again[who], face)
    return [
        Initiative(id=one.id, face=one.face, off_guard=one.off_guard, again=again.get(one.id, ())) for one in rolled
    ]


@judge
def settle_ties(ctx: CampaignContext, command: SettleTies) -> None:
    """Rule: FB-R-26. Refuses: TiesNotDeclared, TurnBegun, OrderImpossible."""
    fight = running(ctx.state)
    if ctx.state.settings.initiative.tie != "declared":
        raise TiesNotDeclared(needs="declared", has=ctx.state.settings.initiative.tie)
    if any(one.begun for one in fight.participants):
        raise TurnBegun(needs="no turn begun", has=tuple(one.id for one in fight.participants if one.begun))
    if _ranks(fight, command.order) != _ranks(fight, fight.order) or set(command.order) != set(fight.order):
        raise OrderImpossible(needs=fight.order, has=command.order, field="order")
    ctx.emit(TiesSettled(order=command.order))


def _ranks(fight: Fight, order: Sequence[str]) -> list[tuple[bool, int, str]]:
    found = (participant_of(fight, who) for who in order)
    return [(one.off_guard, one.face, one.side) for one in found]


@judge
def swap_initiative(ctx: CampaignContext, command: SwapInitiative) -> None:
    """Exchange dice when both players want it: the first to ask offers, the second agrees.

    Rule:    FB-INIT-05, FB-INIT-06, FB-R-27
    Refuses: NotInFight, NotTwoPlayers, NoInitiativeDie, TurnTaken
    """
    fight = running(ctx.state)
    for field, who in (("character", command.character), ("other", command.other)):
        _check_swaps(fight, who, field)
    first = acting(ctx, command.character)
    second = living(ctx, command.other, "other")
    if first.id == second.id:
        raise NotTwoPlayers(needs="two characters", has=first.id, field="other")
    agreed = ctx.leads or second.seat == ctx.seat or (second.id, first.id) in fight.offers
    if not agreed:
        check_room(fight.offers, MAX_OFFERS)
        ctx.emit(SwapOffered(character=first.id, other=second.id))
        return
    order = _swapped(fight, first.id, second.id)
    ctx.emit(InitiativeSwapped(character=first.id, other=second.id, order=order))


def _check_swaps(fight: Fight, who: str, field: str) -> None:
    found = participant_of(fight, who, field)
    if found.side != "player":
        raise NotTwoPlayers(needs="a player's character", has=who, field=field)
    if who not in fight.order:
        raise NoInitiativeDie(needs=fight.order, has=who, field=field)
    if found.begun:
        raise TurnTaken(needs="no turn taken", has=who, field=field)


def _swapped(fight: Fight, first: str, second: str) -> tuple[str, ...]:
    """Return the order after an exchange: each takes the place of the other's die, but one who is off guard stays last.

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


# ---------------------------------------------------------------- fold


@fold
def _round_started(state: CampaignState, event: RoundStarted) -> CampaignState:
    fight = state.fight or NO_FIGHT
    rolled = {one.id: one for one in event.initiative}
    participants = tuple(
        Participant(id=one.id, side=one.side, face=rolled[one.id].face, off_guard=rolled[one.id].off_guard)
        if one.id in rolled
        else Participant(id=one.id, side=one.side)
        for one in fight.participants
    )
    return replace(state, fight=Fight(participants=participants, round=event.round, order=event.order))


@fold
def _ties_settled(state: CampaignState, event: TiesSettled) -> CampaignState:
    return replace(state, fight=replace(state.fight or NO_FIGHT, order=event.order))


@fold
def _swap_offered(state: CampaignState, event: SwapOffered) -> CampaignState:
    fight = state.fight or NO_FIGHT
    return replace(state, fight=replace(fight, offers=(*fight.offers, (event.character, event.other))))


@fold
def _initiative_swapped(state: CampaignState, event: InitiativeSwapped) -> CampaignState:
    fight = state.fight or NO_FIGHT
    faces = {one.id: one.face for one in fight.participants}
    traded = {event.character: faces.get(event.other, 0), event.other: faces.get(event.character, 0)}
    participants = tuple(replace(one, face=traded.get(one.id, one.face)) for one in fight.participants)
    pair = {event.character, event.other}
    offers = tuple(offer for offer in fight.offers if not pair & set(offer))
    return replace(state, fight=replace(fight, participants=participants, order=event.order, offers=offers))


# ---------------------------------------------------------------- samples


ORDERS: Final = 120


@samples
def _rounds(state: CampaignState, seat: str) -> Samples[StartRound]:
    off_guard = Field(items=Field(options=participants(state, seat)), repeats=True, ordered=True, least=0, most=50)
    yield Sample(command=StartRound(), fields={"off_guard": off_guard})


@samples
def _orders(state: CampaignState, _: str) -> Samples[SettleTies]:
    """Those who tie may stand in any order among themselves; of very many orders the first are named."""
    fight = state.fight
    order = fight.order if fight else ()
    ties = [list(tied) for _, tied in groupby(order, key=lambda who: _ranks(fight, (who,)) if fight else [])]
    found = (tuple(chain.from_iterable(one)) for one in product(*(permutations(tied) for tied in ties)))
    yield Sample(command=SettleTies(order=order), fields={"order": Field(options=tuple(islice(found, ORDERS)))})


@samples
def _swaps(state: CampaignState, seat: str) -> Samples[SwapInitiative]:
    fight = state.fight
    able = (
        [one.id for one in fight.participants if one.side == "player" and one.id in fight.order and not one.begun]
        if fight
        else []
    )
    for first in [one for one in able if one in mine(state, seat)] or [NOBODY]:
        others = tuple(one for one in able if one != first) or (NOBODY,)
        yield Sample(command=SwapInitiative(character=first, other=others[0]), fields={"other": Field(options=others)})
