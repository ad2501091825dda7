"""A chapter (module of rules) for fights in turns. After each roll for the order of turns, a game calls `go_on`."""

from __future__ import annotations

from typing import Annotated, Any, Final, Literal, TypeAlias, get_args

from msgspec import UNSET, Meta, UnsetType
from msgspec.structs import replace

from shared.kernel.campaign.authority import GameMasterCommand, GameMasterMove, Led
from shared.kernel.campaign.order import all_placed, due, due_for_order, has_to_roll, new_order, tie_first, tied
from shared.kernel.campaign.rounds import NO_FIGHT, Rounds
from shared.kernel.campaign.samples import NOBODY, fighters
from shared.kernel.campaign.seats import NotKnownHere, check_once, check_owns, check_room
from shared.kernel.campaign.state import FightingCampaign
from shared.kernel.chapter import fold, judge, judge_given, samples
from shared.kernel.messages import Command, Event, Id
from shared.kernel.refusals import Refusal
from shared.kernel.samples import Field, Samples, offer

MAX_FIGHTERS: Final = 40
OrderMode: TypeAlias = Literal["each_round", "fixed"]
Fighters: TypeAlias = Annotated[tuple[Id, ...], Meta(min_length=1, max_length=MAX_FIGHTERS)]

# ---------------------------------------------------------------- refusals


class NoFight(Refusal, rule="AR-FIGHT-01", bars="command"):
    """There is no fight: start one, or wait until the game master starts one."""


class FightIsOn(Refusal, rule="AR-FIGHT-01", bars="command"):
    """A fight is in progress: end it first, or wait until it is over."""


class NotInFight(Refusal, rule="AR-FIGHT-02"):
    """This participant is not in the fight: name one that is, or have it join first."""


class InFightAlready(Refusal, rule="AR-FIGHT-02"):
    """This participant is already in the fight: name another one."""


class OrderFirst(Refusal, rule="AR-FIGHT-03", bars="value"):
    """The turn order of this round is not settled: wait until all have rolled for it and all ties are settled."""


class RolledAlready(Refusal, rule="AR-FIGHT-03"):
    """This participant does not roll for the turn order now: name one listed in `needs`, or wait for the next roll."""


class NoSuchTie(Refusal, rule="AR-FIGHT-04"):
    """These participants are not tied now: name those that `needs` lists as tied, if any, each of them once."""


class NotYourTurn(Refusal, rule="AR-FIGHT-05"):
    """It is another participant's turn: act when your own turn comes."""


class AnswerFirst(Refusal, rule="AR-FIGHT-06", bars="command"):
    """An earlier action still needs an answer: answer it, or wait for the answer, before you act again."""


class OutsideTheFight(Refusal, rule="AR-FIGHT-07"):
    """Only one of these participants is in the fight: name two in the fight, or two outside it."""


# ---------------------------------------------------------------- commands


class StartFight(GameMasterMove, frozen=True, kw_only=True):
    """Start a fight. `order` states whether all participants roll anew each round; by default the campaign decides."""

    participants: Fighters
    order: OrderMode | UnsetType = UNSET


class JoinFight(GameMasterMove, frozen=True, kw_only=True):
    """Add a participant to the fight."""

    participant: Id


class LeaveFight(GameMasterMove, frozen=True, kw_only=True):
    """Remove a participant from the fight at once."""

    participant: Id


class SettleTie(GameMasterCommand, frozen=True, kw_only=True):
    """Decide the order of tied participants."""

    counts_as = "answer"
    order: Fighters


class EndTurn(Command, frozen=True, kw_only=True):
    """End the current participant's turn."""

    counts_as = "move"
    participant: Id


class EndFight(GameMasterMove, frozen=True, kw_only=True):
    """End the fight."""


# ---------------------------------------------------------------- events


class FightStarted(Event, frozen=True, kw_only=True):
    """A fight between these participants started."""

    participants: tuple[str, ...]
    each_round: bool


class RoundBegan(Event, frozen=True, kw_only=True):
    """A round began."""

    round: int


class FightJoined(Event, frozen=True, kw_only=True):
    """A participant joined the fight; `since` is the first round in which it takes turns."""

    participant: str
    since: int


class FightLeft(Event, frozen=True, kw_only=True):
    """A participant left the fight."""

    participant: str


class TieSettled(Event, frozen=True, kw_only=True):
    """The game master decided the order of tied participants."""

    order: tuple[str, ...]


class OrderSet(Event, frozen=True, kw_only=True, omit_defaults=True):
    """The order of turns was set; the participants in `passed` have no turn left this round."""

    order: tuple[str, ...]
    passed: tuple[str, ...] = ()


class TurnBegan(Event, frozen=True, kw_only=True):
    """A turn began."""

    participant: str


class TurnEnded(Event, frozen=True, kw_only=True):
    """A turn ended."""

    participant: str


class FightEnded(Event, frozen=True, kw_only=True):
    """The fight ended."""


# ---------------------------------------------------------------- judgement


def running(state: FightingCampaign) -> Rounds[Any]:
    """Return the current fight. Rule: AR-FIGHT-01. Refuses: NoFight."""
    if state.fight is None:
        raise NoFight(needs="a fight", has="none")
    return state.fight


def check_quiet(state: FightingCampaign) -> None:
    """Check that no fight is in progress. Rule: AR-FIGHT-01. Refuses: FightIsOn."""
    if state.fight is not None:
        raise FightIsOn(needs="no fight", has=f"round {state.fight.round}")


def check_nothing_waits(state: FightingCampaign) -> None:
    """Check that no answer is pending. Rule: AR-FIGHT-06. Refuses: AnswerFirst."""
    if state.waiting:
        raise AnswerFirst(needs=state.waiting)


def participant_of(state: FightingCampaign, who: str, field: str = "participant") -> Any:  # noqa: ANN401 the game's own
    """Return a participant of the fight. Rule: AR-FIGHT-02. Refuses: NoFight, NotInFight."""
    found = running(state).find(who)
    if found is None:
        raise NotInFight(needs=tuple(one.id for one in running(state).participants), has=who, field=field)
    return found


def check_turn(ctx: Led[Any], who: str, field: str = "participant") -> None:
    """Check that it is the participant's turn. Rule: AR-FIGHT-03, AR-FIGHT-05. Refuses: OrderFirst, NotYourTurn."""
    participant_of(ctx.state, who, field)
    if not running(ctx.state).order or (ctx.state.fight.acting != who and tie_first(ctx.state)):
        raise OrderFirst(needs=tie_first(ctx.state) or due_for_order(ctx.state), field=field)
    if ctx.state.turn != who:
        raise NotYourTurn(needs=ctx.state.turn, has=who, field=field)


def hold(ctx: Led[Any], who: str, *targets: str, field: str = "participant", aimed: str = "target") -> None:
    """Check an action in a fight. Rule: AR-FIGHT-05 to AR-FIGHT-07. Refuses: AnswerFirst, OutsideTheFight, …."""
    check_nothing_waits(ctx.state)
    inside = ctx.state.fighting(who)
    for target in targets:
        if ctx.state.fighting(target) != inside:
            raise OutsideTheFight(needs=f"a target {'in' if inside else 'outside'} the fight", has=target, field=aimed)
        if inside and ctx.state.joins_later(target):
            raise OutsideTheFight(needs=f"round {running(ctx.state).round + 1}", has=target, field=aimed)
    if inside:
        check_turn(ctx, who, field)


def check_rolls(ctx: Led[Any], who: str) -> Any:  # noqa: ANN401 the game's own participant
    """Return a participant, after checking that it must roll. Rule: AR-FIGHT-03. Refuses: NotInFight, RolledAlready."""
    one = participant_of(ctx.state, who)
    check_owns(ctx, ctx.state.owner(who) or ctx.seat, "participant")
    if who not in has_to_roll(ctx.state):
        raise RolledAlready(needs=has_to_roll(ctx.state) or "the next roll for the order", has=who, field="participant")
    return one


@judge
def start_fight(ctx: Led[Any], command: StartFight) -> None:
    """Start a fight. Rule: AR-FIGHT-01, AR-FIGHT-02. Refuses: FightIsOn, AnswerFirst, NamedTwice, NotKnownHere."""
    check_quiet(ctx.state)
    check_nothing_waits(ctx.state)
    check_once(command.participants, "participants")
    for who in command.participants:
        check_may_fight(ctx.state, who, "participants")
    each = ctx.state.rolls_each_round if command.order is UNSET else command.order == "each_round"
    ctx.emit(FightStarted(participants=command.participants, each_round=each))
    ctx.emit(RoundBegan(round=1))


def check_may_fight(state: FightingCampaign, who: str, field: str) -> None:
    """Check that a character can fight. Rule: AR-FIGHT-02. Refuses: NotKnownHere."""
    if state.owner(who) is None or not state.takes_turns(who):
        raise NotKnownHere(needs="a character who can fight", has=who, field=field)


@judge_given(running)
def join_fight(ctx: Led[Any], command: JoinFight) -> None:
    """Add a participant. Rule: AR-FIGHT-02, AR-FIGHT-06. Refuses: AnswerFirst, InFightAlready, NotKnownHere, …."""
    fight = running(ctx.state)
    check_nothing_waits(ctx.state)
    if fight.find(command.participant) is not None:
        raise InFightAlready(needs="another participant", has=command.participant, field="participant")
    check_may_fight(ctx.state, command.participant, "participant")
    check_room(fight.participants, MAX_FIGHTERS)
    ctx.emit(FightJoined(participant=command.participant, since=fight.round + (not ctx.state.joins_at_once)))


@judge_given(running)
def leave_fight(ctx: Led[Any], command: LeaveFight) -> None:
    """Remove a participant, which may end its turn. Rule: AR-FIGHT-02, AR-FIGHT-09. Refuses: NotInFight, …."""
    participant_of(ctx.state, command.participant)
    check_nothing_waits(ctx.state)
    if ctx.state.turn == command.participant and not tie_first(ctx.state):
        ctx.emit(TurnEnded(participant=command.participant))
    ctx.emit(FightLeft(participant=command.participant))


@judge_given(running)
def settle_tie(ctx: Led[Any], command: SettleTie) -> None:
    """Put tied participants in order. Rule: AR-FIGHT-04. Refuses: NoFight, NoSuchTie."""
    running(ctx.state)
    if sorted(command.order) not in map(sorted, tied(ctx.state)):
        raise NoSuchTie(needs=next(iter(tied(ctx.state)), ()), has=command.order, field="order")
    ctx.emit(TieSettled(order=command.order))


@judge_given(running)
def end_turn(ctx: Led[Any], command: EndTurn) -> None:
    """End the current turn. Rule: AR-FIGHT-05, AR-FIGHT-06. Refuses: NotYours, AnswerFirst, NotYourTurn, …."""
    participant_of(ctx.state, command.participant)
    check_owns(ctx, ctx.state.owner(command.participant) or ctx.seat, "participant")
    check_nothing_waits(ctx.state)
    check_turn(ctx, command.participant)
    ctx.emit(TurnEnded(participant=command.participant))


@judge_given(running)
def end_fight(ctx: Led[Any], _: EndFight) -> None:
    """End the fight. Rule: AR-FIGHT-01, AR-FIGHT-06. Refuses: NoFight, AnswerFirst."""
    running(ctx.state)
    check_nothing_waits(ctx.state)
    ctx.emit(FightEnded())


def go_on(ctx: Led[Any]) -> None:
    """Emit the events that follow automatically: the order, the next turn or round, or the end of an empty fight."""
    for _ in range(3 * MAX_FIGHTERS):  # a turn may end as soon as it begins; anything further needs a command
        if (event := next_event(ctx.state)) is None:
            return
        ctx.emit(event)


def next_event(state: FightingCampaign) -> Event | None:
    """Return the next automatic event. Rule: AR-FIGHT-01, AR-FIGHT-03, AR-FIGHT-05, AR-FIGHT-06, AR-FIGHT-08."""
    fight = state.fight
    if fight is None or not fight.participants:
        return None if fight is None else FightEnded()
    if not (placed := all_placed(fight)) and (found := new_order(state)) is not None:
        return OrderSet(order=found[0], passed=found[1])
    if state.waiting or (not fight.order and due(state)) or (not placed and tie_first(state)):
        return None
    if (turn := state.turn) is not None:
        return None if turn == fight.acting else TurnBegan(participant=turn)
    return RoundBegan(round=fight.round + 1) if any(state.takes_turns(one.id) for one in fight.participants) else None


# ---------------------------------------------------------------- fold


@fold
def _fight_started(state: FightingCampaign, event: FightStarted) -> FightingCampaign:
    taking_part = tuple(state.participant(who) for who in event.participants)
    return replace(state, fight=Rounds(participants=taking_part, each_round=event.each_round))


@fold
def _round_began(state: FightingCampaign, event: RoundBegan) -> FightingCampaign:
    fight = state.fight or NO_FIGHT
    rolls = fight.each_round or event.round == 1
    afresh = {"acted": False, "moved": False, "done": False, **({"score": None, "tie": ()} if rolls else {})}
    fight = replace(fight.each_changed(dict.fromkeys(fight.known, afresh)), round=event.round, acting=None)
    stands = not rolls and all(one.id in fight.order for one in due(replace(state, fight=fight)))
    return replace(state, fight=fight if stands else replace(fight, order=()))


@fold
def _fight_joined(state: FightingCampaign, event: FightJoined) -> FightingCampaign:
    return replace(state, fight=(state.fight or NO_FIGHT).back(state.participant(event.participant), since=event.since))


@fold
def _fight_left(state: FightingCampaign, event: FightLeft) -> FightingCampaign:
    return replace(state, fight=(state.fight or NO_FIGHT).set_aside(event.participant))


@fold
def _tie_settled(state: FightingCampaign, event: TieSettled) -> FightingCampaign:
    fight = state.fight or NO_FIGHT
    shared = min((one.tie for one in fight.participants if one.id in event.order), key=len, default=())
    ties = {who: {"tie": (*shared, -place)} for place, who in enumerate(event.order)}
    return replace(state, fight=fight.each_changed(ties))


@fold
def _order_set(state: FightingCampaign, event: OrderSet) -> FightingCampaign:
    fight = (state.fight or NO_FIGHT).each_changed({who: {"done": True} for who in event.passed})
    return replace(state, fight=replace(fight, order=event.order))


@fold
def _turn_began(state: FightingCampaign, event: TurnBegan) -> FightingCampaign:
    return replace(state, fight=(state.fight or NO_FIGHT).turn_of(event.participant))


@fold
def _turn_ended(state: FightingCampaign, event: TurnEnded) -> FightingCampaign:
    return replace(state, fight=replace((state.fight or NO_FIGHT).change(event.participant, done=True), acting=None))


@fold
def _fight_ended(state: FightingCampaign, _: FightEnded) -> FightingCampaign:
    return replace(state, fight=None)


# ---------------------------------------------------------------- samples


@samples
def _ends(state: FightingCampaign, seat: str) -> Samples[EndTurn | LeaveFight | EndFight]:
    who = fighters(state, seat)
    yield offer(EndTurn, participant=who[0])
    yield offer(LeaveFight, participant=who)
    yield offer(EndFight)


@samples
def _ties(state: FightingCampaign, _: str) -> Samples[SettleTie]:
    for group in tied(state) or ((NOBODY,),):
        whole = Field(items=Field(options=group), least=len(group), most=len(group), ordered=True)
        yield offer(SettleTie(order=group), order=whole)


@samples
def _starts(state: FightingCampaign, _: str) -> Samples[StartFight | JoinFight]:
    free = tuple(who for who in state.known_to_fight if not state.fighting(who)) or (NOBODY,)
    several = Field(items=Field(options=free), least=1, most=min(len(free), MAX_FIGHTERS), ordered=True)
    fields = {"participants": several, "order": Field(options=get_args(OrderMode))}
    yield offer(StartFight(participants=free[:MAX_FIGHTERS]), **fields)
    yield offer(JoinFight, participant=free)
