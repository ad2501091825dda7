"""Turns in a fight: one action and one move in each round, and the checks before every action."""

from __future__ import annotations

from typing import Any, Literal, TypeAlias

from msgspec import Struct

from services.rpg_boundless.chapters.seats import acting, check_room_made, check_unburdened, standing_enemy
from services.rpg_boundless.context import CampaignContext, CharacterMove
from services.rpg_boundless.state.campaign import CampaignState, Character
from services.rpg_boundless.state.fights import Fight, Participant
from services.rpg_boundless.state.sheets import Helper
from shared.kernel.campaign.keeping import in_order
from shared.kernel.campaign.samples import fighters
from shared.kernel.campaign.seats import check_leads
from shared.kernel.chapter import fold, judge_given, samples
from shared.kernel.messages import Event, Id, Line
from shared.kernel.refusals import Refusal
from shared.kernel.samples import TEXT, Samples, offer

# ---------------------------------------------------------------- refusals


class NoFight(Refusal, rule="FB-INIT-01", bars="command"):
    """There is no fight, or nobody in it can act: start one with participants who can act, or wait for one."""


class NotInFight(Refusal, rule="FB-INIT-01"):
    """This participant is not in the fight: name a participant that is."""


class NotYourTurn(Refusal, rule="FB-INIT-02"):
    """It is not this participant's turn: wait until that turn comes."""


class RoundNotBegun(Refusal, rule="FB-INIT-01"):
    """No round has begun, or all turns of the round are over: begin the next round, or wait until it begins."""


class ActionUsed(Refusal, rule="FB-ROUND-01"):
    """The participant has already used its action for this round: move if it still can, or end the turn."""


class MoveUsed(Refusal, rule="FB-ROUND-02"):
    """The participant has already used its move for this round: do something else, or end the turn."""


class OutsideTheFight(Refusal, rule="FB-ROUND-06"):
    """Only one of the actor and the target is in the fight: have the other join it, or wait until it has."""


class HelpFromOutside(Refusal, rule="FB-R-63"):
    """This helper is outside the fight and cannot help in this campaign: name a helper who is in the fight."""


class FightGoesOn(Refusal, rule="FB-ROUND-07"):
    """The character is in a fight: wait until that is over, or ask the game master to let the character leave it."""


class RoundWaits(Refusal, rule="FB-ROUND-08"):
    """Some participants have not yet responded to a consequence or to critical danger: wait for their answers first."""


class AnswerFirst(Refusal, rule="FB-SAVE-09"):
    """The character faces a consequence: make the Save or accept the consequence first."""


class AnotherHelps(Refusal, rule="FB-CRIT-09"):
    """The helper is the dying character itself: name another character."""


class HelperDying(Refusal, rule="FB-R-66"):
    """The helper is also dying: name a helper who is not."""


class HelperNotNamed(Refusal, rule="FB-CRIT-09"):
    """It is unclear which character helps: name the helper, or ask another player if you have no character to help."""


# ---------------------------------------------------------------- commands


class Act(CharacterMove, frozen=True, kw_only=True):
    """Use this round's action for something that has no other command, such as a retreat."""

    participant: Id
    what: Line


class Move(CharacterMove, frozen=True, kw_only=True):
    """Move a short distance."""

    participant: Id
    where: Line


class EndTurn(CharacterMove, frozen=True, kw_only=True):
    """End the turn of a participant."""

    participant: Id


# ---------------------------------------------------------------- events


class ActionTaken(Event, frozen=True, kw_only=True, omit_defaults=True):
    """A participant used its action for the round, or an action that the game master had granted (`granted`)."""

    participant: str
    what: str
    granted: bool = False


class MoveMade(Event, frozen=True, kw_only=True):
    """A participant moved a short distance."""

    participant: str
    where: str


class TurnEnded(Event, frozen=True, kw_only=True):
    """A participant ended its turn."""

    participant: str


# ---------------------------------------------------------------- judgement


Use: TypeAlias = Literal["action", "move", "end", "free", "after the fight"]


class Activity(Struct, frozen=True, kw_only=True):
    """An action of a character or enemy, with the facts that the checks of turns need.

    Shape:   who: the character or enemy that acts, or None for someone outside the campaign; by: whether a
             character, an enemy or either may do this; blow: whether the activity is meant to harm its targets;
             rests: whether it is a rest
    """

    who: str | None
    what: str
    use: Use = "action"
    by: Literal["character", "enemy", "either"] = "character"
    field: str = "character"
    targets: tuple[str, ...] = ()
    helpers: tuple[Helper, ...] = ()
    blow: bool = False
    rests: bool = False


def running(state: CampaignState) -> Fight:
    """Return the current fight. Rule: FB-INIT-01. Refuses: NoFight."""
    if state.fight is None:
        raise NoFight(needs="a fight", has="none")
    return state.fight


def participant_of(fight: Fight, who: str, field: str = "participant") -> Participant:
    """Return a participant of the fight. Rule: FB-INIT-01. Refuses: NotInFight."""
    found = fight.find(who)
    if found is None:
        raise NotInFight(needs=tuple(one.id for one in fight.participants), has=who, field=field)
    return found


def check_turn(ctx: CampaignContext, who: str) -> Participant:
    """Return a participant of the fight, after checking that it is this participant's turn.

    Rule:    FB-INIT-01, FB-INIT-02
    Refuses: NoFight, NotInFight, and all refusals of `_check_turn`
    """
    found = participant_of(running(ctx.state), who)
    _check_turn(ctx.state.turn, who)
    return found


def _check_turn(turn: str | None, who: str) -> None:
    """Check that it is a participant's turn. Rule: FB-INIT-01, FB-INIT-02. Refuses: RoundNotBegun, NotYourTurn."""
    if turn is None:
        raise RoundNotBegun(needs="StartRound", has=who)
    if turn != who:
        raise NotYourTurn(needs=turn, has=who)


def act_as(ctx: CampaignContext, character: str, what: str, **more: Any) -> Character:  # noqa: ANN401 fields of an activity
    """Check that a character may do `what`, use up its action if one is needed, and return the character.

    Refuses: all refusals of `perform`
    """
    perform(ctx, Activity(who=character, what=what, **more))
    return ctx.character(character)


def handle_gear(ctx: CampaignContext, character: str) -> Character:
    """Return the character, after checking that it may handle its gear now.

    Rule: FB-R-62. Refuses: all refusals of `perform`.
    """
    return act_as(ctx, character, "gear", use=ctx.state.settings.combat.gear)


def letting_go(ctx: CampaignContext, character: str) -> Character:
    """Return a character that drops an Item, after checking that it has answered what it faces.

    Rule:    FB-SAVE-09, FB-R-97
    Refuses: AnswerFirst, and all refusals of `acting`
    """
    bearer = acting(ctx, character)
    if ctx.state.amended:
        check_answered(ctx, character, "character")
    return bearer


def perform(ctx: CampaignContext, activity: Activity) -> None:
    """Check that the turns of the fight allow an activity, and use up the action that it needs.

    Rule:    FB-ROUND-01, FB-ROUND-05 to FB-ROUND-09, FB-SAVE-09, FB-R-63, FB-R-64
    Refuses: RoundNotBegun, NotYourTurn, ActionUsed, OutsideTheFight, HelpFromOutside, FightGoesOn, AnswerFirst,
             RoundWaits, and all refusals of `acting`
    """
    _check_doer(ctx, activity)
    if activity.use == "end":
        check_all_answered(ctx)
    fight = ctx.state.fight
    if fight is None:
        return
    one = None if activity.who is None else fight.find(activity.who)
    _check_reach(ctx, fight, activity, inside=one is not None)
    if one is not None and activity.use == "after the fight":
        raise FightGoesOn(needs="no fight", has=one.id, field=activity.field)
    if one is not None and activity.use == "action":
        _use_action(ctx, one, activity.what)


def _check_doer(ctx: CampaignContext, activity: Activity) -> None:
    """Check that the character or enemy may act.

    Rule:    FB-CAMP-04, FB-ENEMY-04, FB-R-54, FB-SAVE-09, FB-R-64
    Refuses: AnswerFirst, and all refusals of `acting`
    """
    if activity.who is None:
        return
    if activity.by == "enemy" or (activity.by == "either" and activity.who in ctx.state.enemies):
        check_leads(ctx)
        standing_enemy(ctx, activity.who, activity.field)
        return
    acting(ctx, activity.who, activity.field)
    check_answered(ctx, activity.who, activity.field, rests=activity.rests)


def check_ready(ctx: CampaignContext, who: str, field: str | None = None) -> None:
    """Check that a character has no pending answer: no danger, no Hits of a rest, no consequence, no Condition.

    Rule:    FB-CRIT-01, FB-REC-08, FB-SAVE-09, FB-COND-04, FB-R-64
    Refuses: CriticalSaveFirst, HitsFirst, AnswerFirst, RoomFirst
    """
    check_unburdened(ctx.state, who, field)
    check_answered(ctx, who, field)
    check_room_made(ctx, who, field)


def check_answered(ctx: CampaignContext, who: str, field: str | None, *, rests: bool = False) -> None:
    """Check that a character has answered its consequences. Rule: FB-SAVE-09, FB-R-64. Refuses: AnswerFirst."""
    faced = [one.id for one in ctx.state.consequences.values() if one.character == who]
    if faced and (rests or ctx.state.settings.saves.answer == "first"):
        raise AnswerFirst(needs=in_order(faced), has=who, field=field)


def check_all_answered(ctx: CampaignContext) -> None:
    """Check that no participant has an unanswered consequence or Critical Save before a turn ends or a round begins.

    Rule:    FB-ROUND-08, FB-CRIT-01, FB-R-64
    Refuses: RoundWaits
    """
    if due := due_before_turn_ends(ctx.state):
        raise RoundWaits(needs=due)


def due_before_turn_ends(state: CampaignState) -> tuple[str, ...]:
    """Return the Critical Saves and consequences that must be answered before a turn ends.

    Rule:    FB-ROUND-08, FB-CRIT-01, FB-R-64
    """
    due = [critical for critical, who in state.criticals.items() if state.fighting(who)]
    if state.settings.saves.answer == "first":
        due += [faced for faced, one in state.consequences.items() if state.fighting(one.character)]
    return in_order(due) if due else ()


def _use_action(ctx: CampaignContext, one: Participant, what: str) -> None:
    """Use up the action of the participant's turn, or an action that the game master granted.

    Rule:    FB-INIT-02, FB-ROUND-01, FB-ROUND-05, FB-ROUND-09
    Refuses: RoundNotBegun, NotYourTurn, ActionUsed
    """
    turn = ctx.state.turn
    own = turn == one.id and not one.acted
    if not own and not one.granted:
        _check_turn(turn, one.id)
        raise ActionUsed(needs="an action left", has=one.id)
    ctx.emit(ActionTaken(participant=one.id, what=what, granted=not own))


def _check_reach(ctx: CampaignContext, fight: Fight, activity: Activity, *, inside: bool) -> None:
    """Check that all targets and helpers are in the fight, or that all are outside it, like the acting character.

    Rule:    FB-ROUND-06, FB-ROUND-11, FB-ROUND-12, FB-CRIT-09, FB-R-63
    Refuses: OutsideTheFight, HelpFromOutside, HelperNotNamed
    """
    doer = None if activity.who is None else fight.find(activity.who)
    if activity.blow and activity.targets and doer is not None and doer.since > fight.round:
        raise OutsideTheFight(needs=f"round {doer.since}", has=doer.id)
    for target in activity.targets:
        there = fight.find(target)
        known = target in ctx.state.enemies or target in ctx.state.characters
        if there is not None and activity.who is None:
            raise HelperNotNamed(needs="a character of the fight", has=None, field=activity.field)
        if known and (there is not None) != inside and (there is not None or activity.blow):
            raise OutsideTheFight(needs="both in the fight, or neither", has=target if inside else activity.who)
        if activity.blow and there is not None and there.since > fight.round:
            raise OutsideTheFight(needs=f"round {there.since}", has=target)
    for helper in activity.helpers if inside and ctx.state.settings.combat.help == "fighters" else ():
        if helper.character in ctx.state.characters and fight.find(helper.character) is None:
            raise HelpFromOutside(needs="allies in the fight", has=helper.character, field="helpers")


@judge_given(running)
def act(ctx: CampaignContext, command: Act) -> None:
    """Use up this round's action without any other effect. Rule: FB-ROUND-01. Refuses: NoFight, NotInFight."""
    perform(ctx, Activity(who=command.participant, what=command.what, by="either", field="participant"))
    participant_of(running(ctx.state), command.participant)


@judge_given(running)
def move(ctx: CampaignContext, command: Move) -> None:
    """Move a participant a short distance. Rule: FB-ROUND-02, FB-R-51. Refuses: MoveUsed."""
    perform(ctx, Activity(who=command.participant, what=command.where, use="move", by="either", field="participant"))
    if check_turn(ctx, command.participant).moved:
        raise MoveUsed(needs="a move left", has=command.participant)
    ctx.emit(MoveMade(participant=command.participant, where=command.where))


@judge_given(running)
def end_turn(ctx: CampaignContext, command: EndTurn) -> None:
    """End the turn of a participant. Rule: FB-INIT-02."""
    perform(ctx, Activity(who=command.participant, what="end", use="end", by="either", field="participant"))
    check_turn(ctx, command.participant)
    ctx.emit(TurnEnded(participant=command.participant))


# ---------------------------------------------------------------- fold


@fold
def _action_taken(state: CampaignState, event: ActionTaken) -> CampaignState:
    used = {"granted": False} if event.granted else {"acted": True}
    return state.fighter_changed(event.participant, **used)


@fold
def _move_made(state: CampaignState, event: MoveMade) -> CampaignState:
    return state.fighter_changed(event.participant, moved=True)


@fold
def _turn_ended(state: CampaignState, event: TurnEnded) -> CampaignState:
    return state.fighter_changed(event.participant, done=True)


# ---------------------------------------------------------------- samples


@samples
def _turns(state: CampaignState, seat: str) -> Samples[Act | Move | EndTurn]:
    who = fighters(state, seat)
    yield offer(Act(participant=who[0], what="retreat"), participant=who, what=TEXT)
    yield offer(Move(participant=who[0], where="behind the table"), where=TEXT)
    yield offer(EndTurn(participant=who[0]))
