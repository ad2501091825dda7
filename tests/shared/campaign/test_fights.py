"""Fights: participants, turns, and rounds."""

import pytest

from shared.kernel.campaign.fights import (
    MAX_FIGHTERS,
    AnswerFirst,
    EndFight,
    EndTurn,
    FightEnded,
    FightIsOn,
    FightJoined,
    FightLeft,
    FightStarted,
    InFightAlready,
    JoinFight,
    LeaveFight,
    NoFight,
    NotInFight,
    NotYourTurn,
    OrderSet,
    OutsideTheFight,
    RoundBegan,
    SettleTie,
    StartFight,
    TurnBegan,
    TurnEnded,
    check_quiet,
)
from shared.kernel.campaign.seats import NamedTwice, NotKnownHere, NotYours, OnlyTheGameMaster, TooManyHere
from shared.kernel.chance import Faces
from tests.shared.campaign.game import (
    Answer,
    Answered,
    Cheer,
    Cheered,
    PointsSet,
    RollForOrder,
    SetPoints,
    Strike,
    Struck,
    fight,
    person,
    table,
)
from tests.shared.campaign.persons import P1, P2, P3, P4, THREE, death_of, end, kill, roll
from tests.support.spec import refuses


def rise(who: str) -> SetPoints:
    """Return the command that brings a person back to life."""
    return SetPoints(person=who, points=3, reason="so it is")


def rose(who: str) -> PointsSet:
    """Return an event that records that a person came back to life."""
    return PointsSet(person=who, points=3)


# ---------------------------------------------------------------- beginning and end


@pytest.mark.rule("AR-FIGHT-01")
def test_the_game_master_begins_and_ends_a_fight() -> None:
    """Only the game master may begin or end a fight, and there is at most one fight at a time."""
    play = table(*THREE)
    start = StartFight(participants=(P1, P2))
    play.when(EndFight()).then_refused(NoFight, needs="a fight")
    play.when(start, seat="ann").then_refused(OnlyTheGameMaster)
    check_quiet(play.state)

    play.when(start).then(FightStarted(participants=(P1, P2), each_round=False), RoundBegan(round=1))
    play.when(StartFight(participants=(P3,))).then_refused(FightIsOn, has="round 1")
    with refuses(FightIsOn):
        check_quiet(play.state)

    play.when(EndFight()).then(FightEnded())
    assert play.state.fight is None


@pytest.mark.rule("AR-FIGHT-01")
@pytest.mark.parametrize(("order", "anew", "each_round"), [("each_round", False, True), ("fixed", True, False)])
def test_a_fight_may_have_another_order_than_the_campaign(order: str, *, anew: bool, each_round: bool) -> None:
    """The command that starts a fight may decide whether each round rolls again; the campaign sets the default."""
    play = table(*THREE, anew=anew)
    play.when(StartFight(participants=(P1,), order=order)).then(  # type: ignore[arg-type]
        FightStarted(participants=(P1,), each_round=each_round), RoundBegan(round=1)
    )

    table(*THREE, anew=anew).when(StartFight(participants=(P1,))).then(
        FightStarted(participants=(P1,), each_round=anew), RoundBegan(round=1)
    )


@pytest.mark.rule("AR-FIGHT-01")
def test_a_fight_that_all_have_left_is_over() -> None:
    """When the last participant leaves, the fight ends by itself, with an event."""
    play = fight(table(*THREE), 3, 2)
    play.when(LeaveFight(participant=P1)).then(
        TurnEnded(participant=P1), FightLeft(participant=P1), TurnBegan(participant=P2)
    )
    play.when(LeaveFight(participant=P2)).then(TurnEnded(participant=P2), FightLeft(participant=P2), FightEnded())
    assert play.state.fight is None


# ---------------------------------------------------------------- who takes part


@pytest.mark.rule("AR-FIGHT-02")
def test_participants_exist_live_and_are_named_once() -> None:
    """The game refuses to start a fight with a missing or dead participant, or with one named twice.

    The refusal names the participant.
    """
    play = table(*THREE, person(4, points=0))
    play.when(StartFight(participants=(P1, "person-9"))).then_refused(NotKnownHere, has="person-9")
    play.when(StartFight(participants=(P1, P4))).then_refused(NotKnownHere, has=P4)
    play.when(StartFight(participants=(P1, P2, P1))).then_refused(NamedTwice, has=(P1,))


@pytest.mark.rule("AR-FIGHT-02")
def test_the_game_master_lets_others_join_and_leave() -> None:
    """The game master may let each person join once and leave once. A person who has left has no more turns."""
    play = fight(table(*THREE, person(4, points=0)), 3, 2)
    play.when(JoinFight(participant=P1)).then_refused(InFightAlready, has=P1)
    play.when(JoinFight(participant=P4)).then_refused(NotKnownHere, has=P4)
    play.when(JoinFight(participant=P3), seat="ann").then_refused(OnlyTheGameMaster)
    play.when(LeaveFight(participant=P3)).then_refused(NotInFight, needs=(P1, P2), has=P3)

    play.when(JoinFight(participant=P3)).then(FightJoined(participant=P3, since=1))
    play.when(LeaveFight(participant=P2)).then(FightLeft(participant=P2))
    roll(play, P3, 1, OrderSet(order=(P1, P3)))
    end(play, P1, TurnBegan(participant=P3))


@pytest.mark.rule("AR-FIGHT-02")
def test_a_fight_has_a_limit_of_participants() -> None:
    """The game refuses a person that would join a full fight."""
    many = tuple(person(number) for number in range(1, MAX_FIGHTERS + 2))
    play = table(*many).given(
        FightStarted(participants=tuple(one.id for one in many[:-1]), each_round=False), RoundBegan(round=1)
    )

    play.when(JoinFight(participant=many[-1].id)).then_refused(TooManyHere, needs="at most 40", has=40)


# ---------------------------------------------------------------- turns


@pytest.mark.rule("AR-FIGHT-05")
def test_participants_act_only_in_their_own_turn() -> None:
    """The game refuses a command of a participant out of turn, and a command that ends another participant's turn."""
    play = fight(table(*THREE), 3, 2)
    play.when(Strike(participant=P2, target=P1)).then_refused(NotYourTurn, needs=P1, has=P2)
    play.when(EndTurn(participant=P2)).then_refused(NotYourTurn, needs=P1, has=P2)
    play.when(EndTurn(participant=P1), seat="bob").then_refused(NotYours)
    play.when(EndTurn(participant=P3)).then_refused(NotInFight, needs=(P1, P2), has=P3)

    play.when(Strike(participant=P1, target=P2)).then(Struck(blow="blow-4", target=P2))
    play.when(Answer(blow="blow-4")).then(Answered(blow="blow-4"), PointsSet(person=P2, points=2))
    play.when(EndTurn(participant=P1), seat="ann").then(TurnEnded(participant=P1), TurnBegan(participant=P2))


@pytest.mark.rule("AR-FIGHT-05")
def test_without_a_fight_there_are_no_turns() -> None:
    """Outside a fight, no seat can join, leave, roll for the order or settle a tie, and persons act freely."""
    play = table(*THREE)
    for command in (
        EndTurn(participant=P1), JoinFight(participant=P1), LeaveFight(participant=P1), RollForOrder(participant=P1),
        SettleTie(order=(P1,)),
    ):  # fmt: skip
        play.when(command).then_refused(NoFight)
    play.when(Strike(participant=P1, target=P2)).then(Struck(blow="blow-4", target=P2))


@pytest.mark.rule("AR-FIGHT-06")
def test_open_blows_are_answered_before_anything_new() -> None:
    """While a blow is unanswered, no turn or fight ends, no fight starts, and no person leaves or strikes."""
    play = table(*THREE).given(Struck(blow="blow-4", target=P3))
    play.when(StartFight(participants=(P1, P2))).then_refused(AnswerFirst, needs=("blow-4",))

    play = fight(table(*THREE), 3, 2)
    play.when(Strike(participant=P1, target=P2)).take_events()
    for command in (
        EndTurn(participant=P1), LeaveFight(participant=P2), EndFight(), Strike(participant=P1, target=P2)
    ):  # fmt: skip
        play.when(command).then_refused(AnswerFirst, needs=("blow-4",))

    play.when(Answer(blow="blow-4")).take_events()
    end(play, P1, TurnBegan(participant=P2))


@pytest.mark.rule("AR-FIGHT-06")
def test_no_turn_begins_before_open_blows_are_answered() -> None:
    """The next turn begins when the last open blow is answered."""
    play = fight(table(*THREE), 3, 2)
    play.when(Strike(participant=P1, target=P1)).take_events()
    play.when(kill(P1)).then(death_of(P1))

    play.when(Answer(blow="blow-4")).then(Answered(blow="blow-4"), death_of(P1), TurnBegan(participant=P2))


@pytest.mark.rule("AR-FIGHT-07")
def test_participants_and_bystanders_cannot_strike_each_other() -> None:
    """Participants cannot strike bystanders, and bystanders cannot strike participants.

    The refusal names the target.
    """
    play = fight(table(*THREE, person(4)), 3, 2)
    play.when(Strike(participant=P1, target=P3)).then_refused(OutsideTheFight, needs="a target in the fight", has=P3)
    play.when(Strike(participant=P3, target=P1)).then_refused(
        OutsideTheFight, needs="a target outside the fight", has=P1
    )
    assert play.outcome is None

    play.when(Strike(participant=P3, target=P4)).then(Struck(blow="blow-5", target=P4))


# ---------------------------------------------------------------- rounds and skipped turns


@pytest.mark.rule("AR-FIGHT-08")
def test_a_new_round_begins_when_every_turn_of_the_last_is_over() -> None:
    """A new round starts after every participant has had a turn, even if there is only one participant."""
    play = fight(table(*THREE), 2)
    end(play, P1, RoundBegan(round=2), TurnBegan(participant=P1))
    end(play, P1, RoundBegan(round=3), TurnBegan(participant=P1))


@pytest.mark.rule("AR-FIGHT-08")
def test_turns_of_those_who_cannot_act_are_skipped() -> None:
    """A participant that dies during its own turn loses the rest of that turn, and the next turn starts."""
    play = fight(table(*THREE), 3, 2, 1)
    play.when(kill(P2)).then(death_of(P2))
    play.when(kill(P1)).then(death_of(P1), TurnBegan(participant=P3))
    end(play, P3, RoundBegan(round=2), TurnBegan(participant=P3))


@pytest.mark.rule("AR-FIGHT-08")
def test_the_current_participant_may_leave() -> None:
    """When the current participant leaves, the next turn or the next round begins."""
    play = fight(table(*THREE), 3, 2, 1)
    play.when(LeaveFight(participant=P1)).then(
        TurnEnded(participant=P1), FightLeft(participant=P1), TurnBegan(participant=P2)
    )
    end(play, P2, TurnBegan(participant=P3))
    play.when(LeaveFight(participant=P3)).then(
        TurnEnded(participant=P3), FightLeft(participant=P3), RoundBegan(round=2), TurnBegan(participant=P2)
    )


@pytest.mark.rule("AR-FIGHT-08")
def test_a_participant_that_dies_as_its_turn_begins_is_skipped() -> None:
    """If a participant dies when its turn starts, the next turn starts at once, unless all participants are dead."""
    play = fight(table(person(1), person(2, burns=True, points=1), person(3, burns=True, points=1)), 3, 2, 1)
    end(
        play, P1,
        TurnBegan(participant=P2), death_of(P2), TurnBegan(participant=P3), death_of(P3),
        RoundBegan(round=2), TurnBegan(participant=P1),
    )  # fmt: skip
    play.when(kill(P1)).then(death_of(P1))
    play.when(Cheer()).then(Cheered())
    play.when(EndTurn(participant=P1)).then_refused(NotYourTurn, has=P1)

    play.when(rise(P1)).then(rose(P1))  # its turn continues
    end(play, P1, RoundBegan(round=3), TurnBegan(participant=P1))


@pytest.mark.rule("AR-FIGHT-08")
def test_a_newcomer_starts_a_round_if_all_others_sleep() -> None:
    """If all other participants sleep, a newcomer rolls for the order and acts."""
    play = fight(table(*THREE), 2)
    play.when(kill(P1)).then(death_of(P1))
    play.when(JoinFight(participant=P2)).then(FightJoined(participant=P2, since=1), RoundBegan(round=2))
    roll(play, P2, 1, OrderSet(order=(P2,)), TurnBegan(participant=P2))


@pytest.mark.rule("AR-FIGHT-08")
def test_a_turn_that_is_over_as_it_begins_lets_the_next_begin() -> None:
    """If all participants sleep, each turn ends when it starts, and the fight waits for the next accepted command."""
    play = fight(table(person(1), person(2, sleeps=True)), 3, 2)
    end(
        play, P1,
        TurnBegan(participant=P2), TurnEnded(participant=P2), RoundBegan(round=2), TurnBegan(participant=P1),
    )  # fmt: skip

    play = table(person(1, sleeps=True)).given(FightStarted(participants=(P1,), each_round=False), RoundBegan(round=1))
    play.when(RollForOrder(participant=P1), faces=Faces(1)).take_events()
    rounds = play.state.fight.round if play.state.fight else 0
    play.when(Cheer()).take_events()
    assert play.state.fight is not None
    assert play.state.fight.round > rounds
    play.when(EndFight()).then(FightEnded())


@pytest.mark.rule("AR-FIGHT-05", "AR-FIGHT-08")
def test_a_participant_that_wakes_up_takes_no_turn_from_another() -> None:
    """A participant that wakes up after its turn was skipped waits for the next round; the current turn continues."""
    play = fight(table(*THREE), 3, 2, 1)
    play.when(kill(P1)).then(death_of(P1), TurnBegan(participant=P2))
    play.when(rise(P1)).then(rose(P1))
    assert P2 == play.state.turn

    end(play, P2, TurnBegan(participant=P3))
    end(play, P3, RoundBegan(round=2), TurnBegan(participant=P1))


@pytest.mark.rule("AR-FIGHT-08")
def test_a_participant_that_wakes_up_before_its_turn_gets_it() -> None:
    """A participant that wakes up before its place in the turn order takes its turn."""
    play = fight(table(*THREE), 3, 2, 1)
    play.when(kill(P2)).then(death_of(P2))
    play.when(rise(P2)).then(rose(P2))
    end(play, P1, TurnBegan(participant=P2))
