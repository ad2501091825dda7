"""Fights: participants, the initiative of each round, ties, surprise, and the exchange of initiative dice."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain, groupby, islice, permutations, product

from msgspec import Struct
from msgspec.structs import replace

from services.rpg_boundless.catalogue import Side
from services.rpg_boundless.chapters.attacks import Several
from services.rpg_boundless.chapters.seats import MAX_OFFERS, MAX_ORDERS, acting, available, living, standing_enemy
from services.rpg_boundless.chapters.turns import NoFight, check_all_answered, participant_of, running
from services.rpg_boundless.context import CampaignContext, CharacterMove
from services.rpg_boundless.samples import lists, mine, ready, standing
from services.rpg_boundless.state.campaign import CampaignState
from services.rpg_boundless.state.fights import NO_FIGHT, Fight, Participant
from shared.kernel.campaign.authority import GameMasterCommand, GameMasterMove
from shared.kernel.campaign.forms import form
from shared.kernel.campaign.samples import NOBODY, fighters, some
from shared.kernel.campaign.seats import check_room
from shared.kernel.chapter import fold, judge, judge_given, samples
from shared.kernel.messages import Event, Id
from shared.kernel.pools.position import SIDES
from shared.kernel.refusals import Refusal
from shared.kernel.samples import Field, Samples, offer

# ---------------------------------------------------------------- refusals


class FightRunning(Refusal, rule="FB-INIT-01", bars="command"):
    """A fight has already begun: end that fight first."""


class InFightAlready(Refusal, rule="FB-INIT-01"):
    """This participant is already in the fight or is named twice: name other participants, each of them once."""


class RoundRunning(Refusal, rule="FB-INIT-01"):
    """The round is not over: end all turns of the round first."""


class TiesNotDeclared(Refusal, rule="FB-R-26"):
    """The game master does not settle ties in this campaign: leave them to dice or to the order of joining."""


class TurnBegun(Refusal, rule="FB-R-26"):
    """A turn of this round has already begun: settle ties before the first turn of a round."""


class OrderImpossible(Refusal, rule="FB-INIT-02"):
    """This order is not possible: name each participant once, and move only those that are tied on one side."""


class NotTwoPlayers(Refusal, rule="FB-INIT-05"):
    """One of the two is an enemy, or both are the same character: name two different characters of players."""


class NoInitiativeDie(Refusal, rule="FB-INIT-05"):
    """This character has no initiative die in this round: name a character that has one."""


class TurnTaken(Refusal, rule="FB-INIT-06"):
    """This character has already begun its turn: name a character whose turn in this round has not begun."""


# ---------------------------------------------------------------- commands


class StartFight(GameMasterMove, frozen=True, kw_only=True):
    """Start a fight with these participants, in the order in which they join."""

    characters: Several
    enemies: Several


class JoinFight(GameMasterMove, frozen=True, kw_only=True):
    """Add a participant. It acts from the next round on."""

    participant: Id


class LeaveFight(GameMasterMove, frozen=True, kw_only=True):
    """Remove a participant from the fight."""

    participant: Id


class EndFight(GameMasterMove, frozen=True, kw_only=True):
    """End the fight."""


class StartRound(GameMasterMove, frozen=True, kw_only=True):
    """Roll initiative for all participants. Participants caught off guard act last."""

    off_guard: Several = ()


class SettleTies(GameMasterCommand, frozen=True, kw_only=True):
    """Set the order of all turns of a round, if `initiative.tie` is `declared`. Only ties on one side can change."""

    counts_as = "answer"

    order: Several


class SwapInitiative(CharacterMove, frozen=True, kw_only=True):
    """Exchange the initiative dice of two players' characters. If they belong to two players, both must request it."""

    character: Id
    other: Id


# ---------------------------------------------------------------- events


class Combatant(Struct, frozen=True, kw_only=True):
    """A participant in a fight, and its side."""

    id: str
    side: Side


class FightStarted(Event, frozen=True, kw_only=True):
    """A fight began with these participants, in the order in which they joined."""

    participants: tuple[Combatant, ...]


class FightJoined(Event, frozen=True, kw_only=True):
    """A participant joined the fight."""

    participant: Combatant


class FightLeft(Event, frozen=True, kw_only=True):
    """A participant left the fight."""

    participant: str


class FightEnded(Event, frozen=True, kw_only=True):
    """The fight ended."""


class Initiative(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """The initiative die of one participant. `again` lists its rerolls to break ties."""

    id: str
    face: int
    again: tuple[int, ...] = ()
    off_guard: bool = False


class RoundStarted(Event, frozen=True, kw_only=True):
    """A round began: the initiative of each participant, in the order in which they joined, and the order of turns."""

    round: int
    initiative: tuple[Initiative, ...]
    order: tuple[str, ...]


class TiesSettled(Event, frozen=True, kw_only=True):
    """The game master set the order of turns of tied participants."""

    order: tuple[str, ...]


class SwapOffered(Event, frozen=True, kw_only=True):
    """A player offered another player to exchange initiative dice."""

    character: str
    other: str


class InitiativeSwapped(Event, frozen=True, kw_only=True):
    """Two players exchanged their initiative dice; all other offers to or from them lapsed. `order`: the new order."""

    character: str
    other: str
    order: tuple[str, ...]


# ---------------------------------------------------------------- judgement


@judge
def start_fight(ctx: CampaignContext, command: StartFight) -> None:
    """Start a fight. Rule: FB-INIT-01. Refuses: FightRunning, InFightAlready, NoFight."""
    if ctx.state.fight is not None:
        raise FightRunning(needs="no fight", has=ctx.state.fight.round)
    names = (*command.characters, *command.enemies)
    if len(set(names)) < len(names):
        raise InFightAlready(needs="each once", has=names)
    if not names:
        raise NoFight(needs="at least one fighter", has=0, field="characters")
    for character in command.characters:
        available(ctx, character, "characters")
    for enemy in command.enemies:
        standing_enemy(ctx, enemy, "enemies")
    ctx.emit(FightStarted(participants=tuple(_combatant(ctx.state, who) for who in names)))


def _combatant(state: CampaignState, who: str) -> Combatant:
    return Combatant(id=who, side="enemy" if who in state.enemies else "player")


@judge_given(running)
def join_fight(ctx: CampaignContext, command: JoinFight) -> None:
    """Add a participant to the fight. Rule: FB-INIT-01. Refuses: NoFight, InFightAlready."""
    fight, who = running(ctx.state), command.participant
    if fight.find(who) is not None:
        raise InFightAlready(needs="not in the fight", has=who, field="participant")
    (standing_enemy if who in ctx.state.enemies else available)(ctx, who, "participant")
    ctx.emit(FightJoined(participant=_combatant(ctx.state, who)))


@judge_given(running)
def leave_fight(ctx: CampaignContext, command: LeaveFight) -> None:
    """Remove a participant from the fight. Rule: FB-INIT-01. Refuses: NoFight, NotInFight."""
    participant_of(running(ctx.state), command.participant)
    ctx.emit(FightLeft(participant=command.participant))


@judge_given(running)
def end_fight(ctx: CampaignContext, _: EndFight) -> None:
    """End the fight. Rule: FB-INIT-01. Refuses: NoFight."""
    running(ctx.state)
    ctx.emit(FightEnded())


@judge_given(running)
def start_round(ctx: CampaignContext, command: StartRound) -> None:
    """Begin a round. Rule: FB-INIT-01, FB-INIT-04, FB-R-25, FB-R-26, FB-R-57. Refuses: NoFight, RoundRunning, etc."""
    check_all_answered(ctx)
    fight = running(ctx.state)
    for who in command.off_guard:
        participant_of(fight, who)
    if ctx.state.turn is not None:
        raise RoundRunning(needs="all turns ended", has=ctx.state.turn)
    taking = [one for one in fight.participants if ctx.state.takes_turns(one.id)]
    if not taking:
        raise NoFight(needs="a character or an enemy who can fight", has=0)
    faces = _faces(ctx, taking)
    rolled = [replace(one, face=faces[one.id], off_guard=one.id in command.off_guard) for one in taking]
    again = _reroll_ties(ctx, rolled) if ctx.state.settings.initiative.tie == "reroll" else {}
    initiative = tuple(
        Initiative(id=one.id, face=one.face, again=again.get(one.id, ()), off_guard=one.off_guard) for one in rolled
    )
    ordered = sorted(rolled, key=lambda one: (one.rank, [-face for face in again.get(one.id, ())]))
    ctx.emit(RoundStarted(round=fight.round + 1, initiative=initiative, order=tuple(one.id for one in ordered)))


def _faces(ctx: CampaignContext, taking: Sequence[Participant]) -> dict[str, int]:
    """Roll an initiative die for each participant, or use the enemies' fixed value. Rule: FB-INIT-01, FB-R-25."""
    settings = ctx.state.settings.initiative
    rolls = [one.id for one in taking if one.side == "player" or settings.enemies == "roll"]
    thrown = dict(zip(rolls, ctx.chance.roll("initiative", SIDES, len(rolls)) if rolls else (), strict=True))
    return {one.id: thrown.get(one.id, settings.enemy_value) for one in taking}


def _reroll_ties(ctx: CampaignContext, rolled: Sequence[Participant]) -> dict[str, tuple[int, ...]]:
    """Reroll ties within one side until none is left. A fixed value is never rerolled. Rule: FB-R-26."""
    fixed = ctx.state.settings.initiative.enemies == "fixed_value"
    again: dict[str, tuple[int, ...]] = {one.id: () for one in rolled if not (fixed and one.side == "enemy")}
    while True:
        ranks = {one.id: (one.rank, again[one.id]) for one in rolled if one.id in again}
        tied = [who for who, rank in ranks.items() if list(ranks.values()).count(rank) > 1]
        if not tied:
            return again
        for who, face in zip(tied, ctx.chance.roll("tie", SIDES, len(tied)), strict=True):
            again[who] = (*again[who], face)


@judge_given(running)
def settle_ties(ctx: CampaignContext, command: SettleTies) -> None:
    """Order the tied participants of one side. Rule: FB-R-26. Refuses: TiesNotDeclared, TurnBegun, OrderImpossible."""
    fight = running(ctx.state)
    if (tie := ctx.state.settings.initiative.tie) != "declared":
        raise TiesNotDeclared(needs="declared", has=tie)
    if begun := tuple(one.id for one in fight.participants if one.begun):
        raise TurnBegun(needs="no turn begun", has=begun)
    if _ranks(fight, command.order) != _ranks(fight, fight.order) or set(command.order) != set(fight.order):
        raise OrderImpossible(needs=fight.order, has=command.order, field="order")
    ctx.emit(TiesSettled(order=command.order))


def _ranks(fight: Fight, order: Sequence[str]) -> list[tuple[bool, int, bool]]:
    return [participant_of(fight, who).rank for who in order]


@judge_given(running)
def swap_initiative(ctx: CampaignContext, command: SwapInitiative) -> None:
    """Exchange initiative dice. Rule: FB-INIT-05, FB-INIT-06, FB-R-27, FB-R-95. Refuses: NotInFight, etc."""
    fight = running(ctx.state)
    _check_swaps(fight, command.character, "character")
    _check_swaps(fight, command.other, "other")
    first, second = acting(ctx, command.character), living(ctx, command.other, "other")
    if first.id == second.id:
        raise NotTwoPlayers(needs="two characters", has=first.id, field="other")
    if ctx.leads or second.seat == ctx.seat or (second.id, first.id) in fight.offers:
        order = fight.order_swapped(first.id, second.id, amended=ctx.state.amended)
        ctx.emit(InitiativeSwapped(character=first.id, other=second.id, order=order))
    else:
        check_room(fight.offers, MAX_OFFERS)
        ctx.emit(SwapOffered(character=first.id, other=second.id))


def _check_swaps(fight: Fight, who: str, field: str) -> None:
    found = participant_of(fight, who, field)
    if found.side != "player":
        raise NotTwoPlayers(needs="a player's character", has=who, field=field)
    if who not in fight.order:
        raise NoInitiativeDie(needs=fight.order, has=who, field=field)
    if found.begun:
        raise TurnTaken(needs="no turn taken", has=who, field=field)


# ---------------------------------------------------------------- fold


@fold
def _fight_started(state: CampaignState, event: FightStarted) -> CampaignState:
    return replace(state, fight=Fight(participants=tuple(form(Participant, one) for one in event.participants)))


@fold
def _fight_joined(state: CampaignState, event: FightJoined) -> CampaignState:
    return state.join_fight(form(Participant, event.participant))


@fold
def _fight_left(state: CampaignState, event: FightLeft) -> CampaignState:
    return state.out_of_fight(event.participant)


@fold
def _fight_ended(state: CampaignState, _: FightEnded) -> CampaignState:
    return replace(state, fight=None)


@fold
def _round_started(state: CampaignState, event: RoundStarted) -> CampaignState:
    rolled = {one.id: {"face": one.face, "off_guard": one.off_guard} for one in event.initiative}
    fight = state.fight or NO_FIGHT
    new = tuple(replace(Participant(id=one.id, side=one.side), **rolled.get(one.id, {})) for one in fight.participants)
    return replace(state, fight=Fight(participants=new, round=event.round, order=event.order, away=fight.away))


@fold
def _ties_settled(state: CampaignState, event: TiesSettled) -> CampaignState:
    return replace(state, fight=replace(state.fight or NO_FIGHT, order=event.order))


@fold
def _swap_offered(state: CampaignState, event: SwapOffered) -> CampaignState:
    fight = state.fight or NO_FIGHT
    return replace(state, fight=replace(fight, offers=(*fight.offers, (event.character, event.other))))


@fold
def _initiative_swapped(state: CampaignState, event: InitiativeSwapped) -> CampaignState:
    fight, pair = state.fight or NO_FIGHT, {event.character, event.other}
    offers = tuple(offer for offer in fight.offers if pair.isdisjoint(offer))
    return replace(state, fight=replace(fight.swap_dice(*pair), order=event.order, offers=offers))


# ---------------------------------------------------------------- samples


@samples
def _fights(state: CampaignState, seat: str) -> Samples[StartFight | JoinFight | LeaveFight | EndFight | StartRound]:
    heroes, foes, there = ready(state), standing(state), fighters(state, seat)
    if heroes:
        yield offer(StartFight(characters=heroes, enemies=foes), characters=lists(heroes, least=1), enemies=lists(foes))
    yield offer(StartFight(characters=(), enemies=foes), **({"enemies": lists(foes, least=1)} if foes else {}))
    yield offer(JoinFight, participant=Field(options=some(one for one in (*heroes, *foes) if not state.fighting(one))))
    yield offer(LeaveFight, participant=there)
    yield offer(EndFight)
    several = Field(items=Field(options=there), repeats=True, ordered=True, least=0, most=50)
    yield offer(StartRound(), off_guard=lists(there) if state.amended else several)


@samples
def _orders(state: CampaignState, _: str) -> Samples[SettleTies]:
    """Offer the possible orders of tied participants, but no more than the first few."""
    fight = state.fight or NO_FIGHT
    ties = [list(tied) for _, tied in groupby(fight.order, key=lambda who: _ranks(fight, (who,)))]
    found = (tuple(chain.from_iterable(one)) for one in product(*(permutations(tied) for tied in ties)))
    yield offer(SettleTies(order=fight.order), order=Field(options=tuple(islice(found, MAX_ORDERS))))


@samples
def _swaps(state: CampaignState, seat: str) -> Samples[SwapInitiative]:
    fight = state.fight or NO_FIGHT
    able = [one.id for one in fight.participants if one.side == "player" and one.id in fight.order and not one.begun]
    for first in [one for one in able if one in mine(state, seat)] or [NOBODY]:
        others = tuple(one for one in able if one != first) or (NOBODY,)
        yield offer(SwapInitiative, character=first, other=Field(options=others))
