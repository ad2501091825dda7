"""Structured time: a fight, or any exchange that is kept in rounds and turns. A chapter.

The game declares the command that rolls for the order, and says what follows from `RoundBegan`, `TurnBegan` and
`TurnEnded`. Its `after` calls `go_on`, so that whatever takes a turn away lets the next one begin.
"""

from __future__ import annotations

from typing import Annotated, Any, Final, Literal, TypeAlias

from msgspec import UNSET, Meta, UnsetType
from msgspec.structs import replace

from shared.kernel.campaign.authority import GameMasterCommand, Led
from shared.kernel.campaign.rounds import Rounds, Scored
from shared.kernel.campaign.samples import NOBODY
from shared.kernel.campaign.seats import NotKnownHere, check_once, check_owns, check_room
from shared.kernel.campaign.state import FightingCampaign
from shared.kernel.chapter import fold, judge, samples
from shared.kernel.messages import Command, Event, Id
from shared.kernel.refusals import Refusal
from shared.kernel.samples import Field, Sample, Samples

MAX_FIGHTERS: Final = 40

OrderMode: TypeAlias = Literal["each_round", "fixed"]
Fighters: TypeAlias = Annotated[tuple[Id, ...], Meta(min_length=1, max_length=MAX_FIGHTERS)]

# ---------------------------------------------------------------- refusals


class NoFight(Refusal, rule="AR-FIGHT-01"):
    """There is no fight this could be part of."""


class FightIsOn(Refusal, rule="AR-FIGHT-01"):
    """One fight is kept at a time, and what needs quiet waits for its end."""


class NotInFight(Refusal, rule="AR-FIGHT-02"):
    """This one takes no part in the fight."""


class InFightAlready(Refusal, rule="AR-FIGHT-02"):
    """This one takes part in the fight already."""


class OrderFirst(Refusal, rule="AR-FIGHT-03"):
    """Nobody acts before the order of the round is settled: all roll for it, and ties are decided."""


class RolledAlready(Refusal, rule="AR-FIGHT-03"):
    """Each rolls once for the order of a round."""


class NoSuchTie(Refusal, rule="AR-FIGHT-04"):
    """The order of those who are tied is said by naming just them, each once."""


class NotYourTurn(Refusal, rule="AR-FIGHT-05"):
    """Turns run in their order, and what is done in a fight is done in one's own turn."""


class AnswerFirst(Refusal, rule="AR-FIGHT-06"):
    """What waits for an answer is answered before anything new is done."""


class OutsideTheFight(Refusal, rule="AR-FIGHT-07"):
    """What is done to others falls between those who are in the fight, or between those who are not."""


# ---------------------------------------------------------------- commands


class StartFight(GameMasterCommand, frozen=True, kw_only=True):
    """Begin structured time. `order` says whether everybody rolls anew each round; left out, the campaign says it."""

    participants: Fighters
    order: OrderMode | UnsetType = UNSET


class JoinFight(GameMasterCommand, frozen=True, kw_only=True):
    """Bring one more into the fight."""

    participant: Id


class LeaveFight(GameMasterCommand, frozen=True, kw_only=True):
    """Let one leave the fight at once."""

    participant: Id


class SettleTie(GameMasterCommand, frozen=True, kw_only=True):
    """Say in which order those who are tied act."""

    order: Fighters


class EndTurn(Command, frozen=True, kw_only=True):
    """End the turn of the one who acts."""

    participant: Id


class EndFight(GameMasterCommand, frozen=True, kw_only=True):
    """End structured time."""


# ---------------------------------------------------------------- events


class FightStarted(Event, frozen=True, kw_only=True):
    """Structured time began for these."""

    participants: tuple[str, ...]
    each_round: bool


class RoundBegan(Event, frozen=True, kw_only=True):
    """A round began."""

    round: int


class FightJoined(Event, frozen=True, kw_only=True):
    """One more takes part, from this round on."""

    participant: str
    since: int


class FightLeft(Event, frozen=True, kw_only=True):
    """One left the fight."""

    participant: str


class TieSettled(Event, frozen=True, kw_only=True):
    """Those who were tied act in this order."""

    order: tuple[str, ...]


class OrderSet(Event, frozen=True, kw_only=True, omit_defaults=True):
    """The order of the turns stands; the turn of `passed` has gone by this round."""

    order: tuple[str, ...]
    passed: tuple[str, ...] = ()


class TurnBegan(Event, frozen=True, kw_only=True):
    """A turn began."""

    participant: str


class TurnEnded(Event, frozen=True, kw_only=True):
    """A turn ended."""

    participant: str


class FightEnded(Event, frozen=True, kw_only=True):
    """Structured time ended."""


# ---------------------------------------------------------------- judgement


def running(state: FightingCampaign) -> Rounds[Any]:
    """Return the fight that is on. Rule: AR-FIGHT-01. Refuses: NoFight."""
    if state.fight is None:
        raise NoFight(needs="a fight", has="none")
    return state.fight


def check_quiet(state: FightingCampaign) -> None:
    """Rule: AR-FIGHT-01. Refuses: FightIsOn."""
    if state.fight is not None:
        raise FightIsOn(needs="no fight", has=f"round {state.fight.round}")


def check_nothing_waits(state: FightingCampaign) -> None:
    """Rule: AR-FIGHT-06. Refuses: AnswerFirst."""
    if state.waiting:
        raise AnswerFirst(needs=state.waiting)


def participant_of(state: FightingCampaign, who: str, field: str = "participant") -> Any:  # noqa: ANN401 the game's own
    """Return one who takes part. Rule: AR-FIGHT-02. Refuses: NoFight, NotInFight."""
    found = running(state).find(who)
    if found is None:
        raise NotInFight(needs=tuple(one.id for one in running(state).participants), has=who, field=field)
    return found


def check_turn(ctx: Led[Any], who: str, field: str = "participant") -> None:
    """Hold somebody to its own turn. Rule: AR-FIGHT-03, AR-FIGHT-05. Refuses: NotInFight, OrderFirst, NotYourTurn."""
    fight, state = running(ctx.state), ctx.state
    participant_of(state, who, field)
    if not fight.order:
        raise OrderFirst(needs=unsettled(state), field=field)
    if state.turn != who:
        raise NotYourTurn(needs=state.turn, has=who, field=field)


def hold(ctx: Led[Any], who: str, *targets: str, field: str = "participant") -> None:
    """Hold what somebody does to the fight: in its own turn, with nothing left to answer, among those who take part.

    Rule:    AR-FIGHT-05, AR-FIGHT-06, AR-FIGHT-07
    Refuses: AnswerFirst, OrderFirst, NotYourTurn, OutsideTheFight
    """
    check_nothing_waits(ctx.state)
    inside = ctx.state.fighting(who)
    for target in targets:
        if ctx.state.fighting(target) != inside:
            raise OutsideTheFight(needs="both in the fight, or neither", has=target if inside else who, field=field)
    if inside:
        check_turn(ctx, who, field)


def check_rolls(ctx: Led[Any], who: str) -> Any:  # noqa: ANN401 the game's own participant
    """Return one who has to roll for the order of this round. Rule: AR-FIGHT-03. Refuses: NotInFight, RolledAlready."""
    one = participant_of(ctx.state, who)
    check_owns(ctx, ctx.state.owner(who) or ctx.seat, "participant")
    if one.score is not None or one.since > running(ctx.state).round:
        raise RolledAlready(needs=unsettled(ctx.state), has=who, field="participant")
    return one


def due(state: FightingCampaign) -> tuple[Scored, ...]:
    """Return those who take turns in this round."""
    fight = running(state)
    return tuple(one for one in fight.participants if one.since <= fight.round and state.takes_turns(one.id))


def tied(state: FightingCampaign) -> tuple[tuple[str, ...], ...]:
    """Return each group of those whom nothing sets apart in the order, the highest first."""
    groups: dict[tuple[int, ...], list[str]] = {}
    for one in due(state):
        if one.score is not None:
            groups.setdefault((*state.rank(one), *one.tie), []).append(one.id)
    return tuple(tuple(groups[rank]) for rank in sorted(groups, reverse=True) if len(groups[rank]) > 1)


def unsettled(state: FightingCampaign) -> tuple[str, ...]:
    """Return those for whom the order waits: who has to roll, and if all have, the first who are tied."""
    return tuple(one.id for one in due(state) if one.score is None) or next(iter(tied(state)), ())


@judge
def start_fight(ctx: Led[Any], command: StartFight) -> None:
    """Rule: AR-FIGHT-01, AR-FIGHT-02. Refuses: FightIsOn, AnswerFirst, NamedTwice, NotKnownHere."""
    check_quiet(ctx.state)
    check_nothing_waits(ctx.state)
    check_once(command.participants, "participants")
    for who in command.participants:
        check_may_fight(ctx.state, who, "participants")
    each = ctx.state.rolls_each_round if command.order is UNSET else command.order == "each_round"
    ctx.emit(FightStarted(participants=command.participants, each_round=each))
    ctx.emit(RoundBegan(round=1))


def check_may_fight(state: FightingCampaign, who: str, field: str) -> None:
    """Rule: AR-FIGHT-02. Refuses: NotKnownHere."""
    if state.owner(who) is None or not state.takes_turns(who):
        raise NotKnownHere(needs="somebody who can fight", has=who, field=field)


@judge
def join_fight(ctx: Led[Any], command: JoinFight) -> None:
    """Rule: AR-FIGHT-02. Refuses: NoFight, InFightAlready, NotKnownHere, TooManyHere."""
    fight = running(ctx.state)
    if fight.find(command.participant) is not None:
        raise InFightAlready(needs="somebody else", has=command.participant, field="participant")
    check_may_fight(ctx.state, command.participant, "participant")
    check_room(fight.participants, MAX_FIGHTERS)
    since = fight.round + (not ctx.state.joins_at_once)
    ctx.emit(FightJoined(participant=command.participant, since=since))


@judge
def leave_fight(ctx: Led[Any], command: LeaveFight) -> None:
    """Rule: AR-FIGHT-02, AR-FIGHT-06. Refuses: NotInFight, AnswerFirst."""
    participant_of(ctx.state, command.participant)
    check_nothing_waits(ctx.state)
    ctx.emit(FightLeft(participant=command.participant))


@judge
def settle_tie(ctx: Led[Any], command: SettleTie) -> None:
    """Rule: AR-FIGHT-04. Refuses: NoFight, NoSuchTie."""
    running(ctx.state)
    if not any(set(group) == set(command.order) and len(group) == len(command.order) for group in tied(ctx.state)):
        raise NoSuchTie(needs=next(iter(tied(ctx.state)), ()), has=command.order, field="order")
    ctx.emit(TieSettled(order=command.order))


@judge
def end_turn(ctx: Led[Any], command: EndTurn) -> None:
    """Rule: AR-FIGHT-05, AR-FIGHT-06. Refuses: NotInFight, NotYours, AnswerFirst, OrderFirst, NotYourTurn."""
    participant_of(ctx.state, command.participant)
    check_owns(ctx, ctx.state.owner(command.participant) or ctx.seat, "participant")
    check_nothing_waits(ctx.state)
    check_turn(ctx, command.participant)
    ctx.emit(TurnEnded(participant=command.participant))


@judge
def end_fight(ctx: Led[Any], _: EndFight) -> None:
    """Rule: AR-FIGHT-01, AR-FIGHT-06. Refuses: NoFight, AnswerFirst."""
    running(ctx.state)
    check_nothing_waits(ctx.state)
    ctx.emit(FightEnded())


def go_on(ctx: Led[Any]) -> None:
    """Let the order stand once all have rolled and no tie is left, and the next turn begin, and the next round.

    Rule: AR-FIGHT-03, AR-FIGHT-05, AR-FIGHT-08
    """
    for _ in range(2 * MAX_FIGHTERS):  # a turn may be over as it begins
        _set_order(ctx)
        state = ctx.state
        fight = state.fight
        if fight is None or state.waiting or (due(state) and not fight.order):
            return
        if state.turn is not None and state.turn != fight.acting:
            ctx.emit(TurnBegan(participant=state.turn))
        elif state.turn is None and any(state.takes_turns(one.id) for one in fight.participants):
            ctx.emit(RoundBegan(round=fight.round + 1))
        else:
            return


def _set_order(ctx: Led[Any]) -> None:
    """Rule: AR-FIGHT-03, AR-FIGHT-08."""
    state = ctx.state
    fight = state.fight
    if fight is None:
        return
    ready = [one for one in due(state) if one.score is not None]
    missing = len(ready) < len(due(state)) and not fight.order
    if missing or tied(state) or all(one.id in fight.order for one in ready):
        return
    order = tuple(
        one.id for one in sorted(ready, key=lambda one: (*state.rank(one), *one.tie), reverse=True)
    )  # fmt: skip
    acting = fight.acting if fight.acting in order else None
    before = order[: order.index(acting)] if acting else ()
    passed = tuple(who for who in before if who not in fight.order)
    ctx.emit(OrderSet(order=order, passed=passed))


# ---------------------------------------------------------------- fold


@fold
def _fight_started(state: FightingCampaign, event: FightStarted) -> FightingCampaign:
    taking_part = tuple(state.participant(who) for who in event.participants)
    return replace(state, fight=Rounds(participants=taking_part, each_round=event.each_round))


@fold
def _round_began(state: FightingCampaign, event: RoundBegan) -> FightingCampaign:
    fight = running(state)
    rolls = fight.each_round or event.round == 1
    afresh = {"acted": False, "moved": False, "done": False, **({"score": None, "tie": ()} if rolls else {})}
    fight = fight.each_changed({one.id: afresh for one in fight.participants})
    all_scored = all(one.score is not None for one in fight.participants if one.since <= event.round)
    order = fight.order if all_scored else ()
    return replace(state, fight=replace(fight, round=event.round, order=order, acting=None))


@fold
def _fight_joined(state: FightingCampaign, event: FightJoined) -> FightingCampaign:
    joined = replace(state.participant(event.participant), since=event.since)
    return replace(state, fight=running(state).joined(joined))


@fold
def _fight_left(state: FightingCampaign, event: FightLeft) -> FightingCampaign:
    left = running(state).left(event.participant)
    return replace(state, fight=left if left.participants else None)


@fold
def _tie_settled(state: FightingCampaign, event: TieSettled) -> FightingCampaign:
    fight = running(state)
    ties = {one.id: one.tie for one in fight.participants}
    places = {who: {"tie": (*ties[who], -place)} for place, who in enumerate(event.order)}
    return replace(state, fight=fight.each_changed(places))


@fold
def _order_set(state: FightingCampaign, event: OrderSet) -> FightingCampaign:
    fight = running(state).each_changed({who: {"done": True} for who in event.passed})
    return replace(state, fight=replace(fight, order=event.order))


@fold
def _turn_began(state: FightingCampaign, event: TurnBegan) -> FightingCampaign:
    return replace(state, fight=replace(running(state), acting=event.participant))


@fold
def _turn_ended(state: FightingCampaign, event: TurnEnded) -> FightingCampaign:
    fight = running(state).changed(event.participant, done=True)
    return replace(state, fight=replace(fight, acting=None))


@fold
def _fight_ended(state: FightingCampaign, _: FightEnded) -> FightingCampaign:
    return replace(state, fight=None)


# ---------------------------------------------------------------- samples


def fighters(state: FightingCampaign, seat: str) -> tuple[str, ...]:
    """Return those a seat acts for in the fight, whoever's turn it is first; somebody where there is none."""
    there = tuple(one.id for one in state.fight.participants) if state.fight else ()
    own = tuple(who for who in there if state.led_by(seat) or state.owner(who) == seat) or there[:1]
    return tuple(sorted(own, key=lambda who: who != state.turn)) or (NOBODY,)


@samples
def _ends(state: FightingCampaign, seat: str) -> Samples[EndTurn | EndFight]:
    yield Sample(command=EndTurn(participant=fighters(state, seat)[0]))
    yield Sample(command=EndFight())


@samples
def _leavers(state: FightingCampaign, seat: str) -> Samples[LeaveFight]:
    who = fighters(state, seat)
    yield Sample(command=LeaveFight(participant=who[0]), fields={"participant": who})


@samples
def _ties(state: FightingCampaign, _: str) -> Samples[SettleTie]:
    groups = (tied(state) if state.fight else ()) or ((NOBODY,),)
    for group in groups:
        whole = Field(items=Field(options=group), least=len(group), most=len(group), ordered=True)
        yield Sample(command=SettleTie(order=group), fields={"order": whole})


@samples
def _starts(state: FightingCampaign, _: str) -> Samples[StartFight | JoinFight]:
    free = tuple(who for who in state.known_to_fight if not state.fighting(who)) or (NOBODY,)
    most = min(len(free), MAX_FIGHTERS)
    several = Field(items=Field(options=free), least=1, most=most, ordered=True)
    yield Sample(
        command=StartFight(participants=free[:MAX_FIGHTERS]),
        fields={"participants": several, "order": Field(options=("each_round", "fixed"))},
    )
    yield Sample(command=JoinFight(participant=free[0]), fields={"participant": free})
