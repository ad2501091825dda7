"""Structured time: participants, their order, and what follows when one joins, leaves or dies."""

from itertools import permutations

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
    NoSuchTie,
    NotInFight,
    NotYourTurn,
    OrderFirst,
    OrderSet,
    OutsideTheFight,
    RolledAlready,
    RoundBegan,
    SettleTie,
    StartFight,
    TieSettled,
    TurnBegan,
    TurnEnded,
    check_quiet,
)
from shared.kernel.campaign.seats import NamedTwice, NotKnownHere, NotYours, OnlyTheGameMaster, TooManyHere
from shared.kernel.chance import Faces
from shared.kernel.messages import Event
from tests.shared.campaign.game import (
    LATE,
    Answer,
    Answered,
    Cheer,
    Cheered,
    Person,
    PointsSet,
    Rolled,
    RolledAgain,
    RollForOrder,
    SetPoints,
    Strike,
    Struck,
    Table,
    fight,
    person,
    table,
)
from tests.support.spec import Spec, refuses

P1, P2, P3, P4 = "person-1", "person-2", "person-3", "person-4"
THREE = (person(1), person(2, "bob"), person(3))


def kill(who: str) -> SetPoints:
    """Let a person die."""
    return SetPoints(person=who, points=0, reason="so it is")


def died(who: str) -> PointsSet:
    """Return the event of a death."""
    return PointsSet(person=who, points=0)


def rise(who: str) -> SetPoints:
    """Let a person live again."""
    return SetPoints(person=who, points=3, reason="so it is")


def rose(who: str) -> PointsSet:
    """Return the event of a return to life."""
    return PointsSet(person=who, points=3)


def roll(play: Spec[Table], who: str, face: int, *events: Event) -> None:
    """Roll for the order; assert exactly these events."""
    play.when(RollForOrder(participant=who), faces=Faces(face)).then(Rolled(participant=who, face=face), *events)


def end(play: Spec[Table], who: str, *events: Event) -> None:
    """End a turn; assert exactly these events."""
    play.when(EndTurn(participant=who)).then(TurnEnded(participant=who), *events)


# ---------------------------------------------------------------- beginning and end


@pytest.mark.rule("AR-FIGHT-01")
def test_the_game_master_begins_and_ends_a_fight() -> None:
    """There is one at a time."""
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
    """It says so when it starts; by default the campaign decides."""
    play = table(*THREE, anew=anew)
    play.when(StartFight(participants=(P1,), order=order)).then(  # type: ignore[arg-type]
        FightStarted(participants=(P1,), each_round=each_round), RoundBegan(round=1)
    )

    table(*THREE, anew=anew).when(StartFight(participants=(P1,))).then(
        FightStarted(participants=(P1,), each_round=anew), RoundBegan(round=1)
    )


@pytest.mark.rule("AR-FIGHT-01")
def test_a_fight_that_all_have_left_is_over() -> None:
    """It ends by itself, with an event."""
    play = fight(table(*THREE), 3, 2)
    play.when(LeaveFight(participant=P1)).then(
        TurnEnded(participant=P1), FightLeft(participant=P1), TurnBegan(participant=P2)
    )
    play.when(LeaveFight(participant=P2)).then(TurnEnded(participant=P2), FightLeft(participant=P2), FightEnded())
    assert play.state.fight is None


# ---------------------------------------------------------------- who takes part


@pytest.mark.rule("AR-FIGHT-02")
def test_participants_exist_live_and_are_named_once() -> None:
    """The refusal names the one that is missing, dead or named twice."""
    play = table(*THREE, person(4, points=0))
    play.when(StartFight(participants=(P1, "person-9"))).then_refused(NotKnownHere, has="person-9")
    play.when(StartFight(participants=(P1, P4))).then_refused(NotKnownHere, has=P4)
    play.when(StartFight(participants=(P1, P2, P1))).then_refused(NamedTwice, has=(P1,))


@pytest.mark.rule("AR-FIGHT-02")
def test_the_game_master_lets_others_join_and_leave() -> None:
    """Once each; a participant that has left takes no turn."""
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
    """Nobody joins a full fight."""
    many = tuple(person(number) for number in range(1, MAX_FIGHTERS + 2))
    play = table(*many).given(
        FightStarted(participants=tuple(one.id for one in many[:-1]), each_round=False), RoundBegan(round=1)
    )

    play.when(JoinFight(participant=many[-1].id)).then_refused(TooManyHere, needs="at most 40", has=40)


# ---------------------------------------------------------------- the order


@pytest.mark.rule("AR-FIGHT-03")
def test_no_participant_acts_before_all_have_rolled() -> None:
    """The refusal names those that have not; each rolls once, for its own."""
    play = table(*THREE).given(FightStarted(participants=(P1, P2, P3), each_round=False), RoundBegan(round=1))
    roll(play, P1, 1)
    play.when(Strike(participant=P1, target=P2)).then_refused(OrderFirst, needs=(P2, P3))
    play.when(EndTurn(participant=P1)).then_refused(OrderFirst, needs=(P2, P3))
    play.when(RollForOrder(participant=P1)).then_refused(RolledAlready, needs=(P2, P3), has=P1)
    play.when(RollForOrder(participant=P2), seat="ann").then_refused(NotYours)

    roll(play, P2, 2)
    roll(play, P3, 3, OrderSet(order=(P3, P2, P1)), TurnBegan(participant=P3))


@pytest.mark.rule("AR-FIGHT-03")
@pytest.mark.parametrize("leaves", [True, False])
def test_the_order_does_not_wait_for_one_that_left(leaves: bool) -> None:  # noqa: FBT001 a parameter of a test
    """One that leaves, or dies, before the roll."""
    play = table(*THREE).given(FightStarted(participants=(P1, P2), each_round=False), RoundBegan(round=1))
    roll(play, P1, 1)

    gone = FightLeft(participant=P2) if leaves else died(P2)
    play.when(LeaveFight(participant=P2) if leaves else kill(P2)).then(
        gone, OrderSet(order=(P1,)), TurnBegan(participant=P1)
    )
    play.when(RollForOrder(participant=P2)).then_refused(NotInFight if leaves else RolledAlready)


@pytest.mark.rule("AR-FIGHT-03")
def test_an_order_is_kept_or_rolled_each_round() -> None:
    """As the fight's setting says."""
    play = fight(table(*THREE), 3, 2)
    end(play, P1, TurnBegan(participant=P2))
    end(play, P2, RoundBegan(round=2), TurnBegan(participant=P1))
    play.when(RollForOrder(participant=P1)).then_refused(RolledAlready)

    play = fight(table(*THREE), 3, 2, each_round=True)
    end(play, P1, TurnBegan(participant=P2))
    end(play, P2, RoundBegan(round=2))
    roll(play, P1, 1)
    roll(play, P2, 2, OrderSet(order=(P2, P1)), TurnBegan(participant=P2))


# ---------------------------------------------------------------- ties


@pytest.mark.rule("AR-FIGHT-04")
def test_the_rule_for_ties_decides() -> None:
    """The quicker comes first; no decision is needed."""
    play = fight(table(person(1), person(2, quick=1)), 2, 2)
    assert (P2, P1) == play.state.fight.order if play.state.fight else ()


@pytest.mark.rule("AR-FIGHT-04")
@pytest.mark.parametrize("order", list(permutations((P1, P2, P3))))
def test_the_game_master_orders_the_tied(order: tuple[str, ...]) -> None:
    """The order waits for the game master, who may choose any order of all who are tied."""
    play = fight(table(*THREE), 2, 2, 2)
    play.when(Strike(participant=P1, target=P2)).then_refused(OrderFirst, needs=(P1, P2, P3))
    play.when(SettleTie(order=order), seat="ann").then_refused(OnlyTheGameMaster)

    play.when(SettleTie(order=order)).then(
        TieSettled(order=order), OrderSet(order=order), TurnBegan(participant=order[0])
    )
    play.when(SettleTie(order=order)).then_refused(NoSuchTie, needs=())


@pytest.mark.rule("AR-FIGHT-04")
@pytest.mark.parametrize("order", [(P1,), (P1, P3), (P1, P2, P3), (P1, P1), (P1, P2, P2)])
def test_a_tie_is_settled_by_naming_exactly_the_tied(order: tuple[str, ...]) -> None:
    """Each once, and no other."""
    play = fight(table(*THREE), 2, 2, 1)
    play.when(SettleTie(order=order)).then_refused(NoSuchTie, needs=(P1, P2), has=order)


@pytest.mark.rule("AR-FIGHT-04")
def test_two_ties_may_be_settled_in_any_order() -> None:
    """The order is final after the last tie."""
    play = fight(table(*THREE, person(4)), 2, 1, 2, 1)
    play.when(SettleTie(order=(P4, P2))).then(TieSettled(order=(P4, P2)))
    play.when(SettleTie(order=(P3, P1))).then(
        TieSettled(order=(P3, P1)), OrderSet(order=(P3, P1, P4, P2)), TurnBegan(participant=P3)
    )


@pytest.mark.rule("AR-FIGHT-04")
def test_a_tie_ends_when_the_tied_leave() -> None:
    """One of two, or both."""
    play = fight(table(*THREE), 2, 2, 1)
    play.when(LeaveFight(participant=P1)).then(
        FightLeft(participant=P1), OrderSet(order=(P2, P3)), TurnBegan(participant=P2)
    )

    play = fight(table(*THREE, person(4)), 3, 2, 2, 3)
    play.when(kill(P2)).then(died(P2))
    play.when(SettleTie(order=(P2, P3))).then_refused(NoSuchTie, needs=(P1, P4))
    play.when(kill(P4)).then(died(P4), OrderSet(order=(P1, P3)), TurnBegan(participant=P1))


@pytest.mark.rule("AR-FIGHT-04")
def test_a_newcomer_to_a_settled_tie_is_tied_with_all_of_them() -> None:
    """The fight continues meanwhile; then the game master orders them all."""
    play = fight(table(*THREE), 2, 2)
    play.when(SettleTie(order=(P2, P1))).happened()
    play.when(JoinFight(participant=P3)).happened()
    roll(play, P3, 2)
    play.when(SettleTie(order=(P3, P1))).then_refused(NoSuchTie, needs=(P3, P1, P2))

    play.when(SettleTie(order=(P2, P3, P1))).then(TieSettled(order=(P2, P3, P1)), OrderSet(order=(P2, P3, P1)))
    end(play, P2, TurnBegan(participant=P3))


@pytest.mark.rule("AR-FIGHT-04", "AR-FIGHT-05")
def test_a_changed_order_ends_no_turn() -> None:
    """The current turn continues; a participant now ahead of it acts next, but a newcomer is too late."""
    play = fight(table(*THREE), 2, 2)
    play.when(SettleTie(order=(P1, P2))).happened()
    play.when(JoinFight(participant=P3)).happened()
    roll(play, P3, 2)
    play.when(SettleTie(order=(P2, P3, P1))).then(
        TieSettled(order=(P2, P3, P1)), OrderSet(order=(P2, P3, P1), passed=(P3,))
    )
    assert P1 == play.state.turn

    end(play, P1, TurnBegan(participant=P2))
    end(play, P2, RoundBegan(round=2), TurnBegan(participant=P2))


@pytest.mark.rule("AR-FIGHT-04")
def test_a_game_may_let_the_tied_roll_again() -> None:
    """A second tie goes to the game master; the third person keeps its rolled place."""
    play = fight(table(*THREE), 2, 2, 2)
    play.given(*(RolledAgain(participant=who, face=face) for who, face in ((P1, 3), (P2, 9), (P3, 9))))

    play.when(SettleTie(order=(P1, P2, P3))).then_refused(NoSuchTie, needs=(P2, P3))
    play.when(SettleTie(order=(P3, P2))).then(
        TieSettled(order=(P3, P2)), OrderSet(order=(P3, P2, P1)), TurnBegan(participant=P3)
    )


@pytest.mark.rule("AR-FIGHT-03", "AR-FIGHT-04")
def test_a_round_waits_for_a_tie_that_the_last_has_left_open() -> None:
    """A newcomer's place is settled before the next round's first turn."""
    play = fight(table(*THREE), 2, 1)
    play.when(JoinFight(participant=P3)).happened()
    roll(play, P3, 2)
    end(play, P1, TurnBegan(participant=P2))
    end(play, P2, RoundBegan(round=2))
    play.when(Strike(participant=P1, target=P2)).then_refused(OrderFirst, needs=(P1, P3))

    play.when(SettleTie(order=(P3, P1))).then(
        TieSettled(order=(P3, P1)), OrderSet(order=(P3, P1, P2)), TurnBegan(participant=P3)
    )


# ---------------------------------------------------------------- turns


@pytest.mark.rule("AR-FIGHT-05")
def test_each_acts_in_its_own_turn() -> None:
    """Acting out of turn is refused; so is ending another's turn."""
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
    """Nor can anyone join, leave, roll or settle; but persons may act freely."""
    play = table(*THREE)
    for command in (
        EndTurn(participant=P1), JoinFight(participant=P1), LeaveFight(participant=P1), RollForOrder(participant=P1),
        SettleTie(order=(P1,)),
    ):  # fmt: skip
        play.when(command).then_refused(NoFight)
    play.when(Strike(participant=P1, target=P2)).then(Struck(blow="blow-4", target=P2))


@pytest.mark.rule("AR-FIGHT-06")
def test_open_blows_are_answered_before_anything_new() -> None:
    """Until then no turn ends, nobody leaves or strikes, no fight ends or begins."""
    play = table(*THREE).given(Struck(blow="blow-4", target=P3))
    play.when(StartFight(participants=(P1, P2))).then_refused(AnswerFirst, needs=("blow-4",))

    play = fight(table(*THREE), 3, 2)
    play.when(Strike(participant=P1, target=P2)).happened()
    for command in (
        EndTurn(participant=P1), LeaveFight(participant=P2), EndFight(), Strike(participant=P1, target=P2)
    ):  # fmt: skip
        play.when(command).then_refused(AnswerFirst, needs=("blow-4",))

    play.when(Answer(blow="blow-4")).happened()
    end(play, P1, TurnBegan(participant=P2))


@pytest.mark.rule("AR-FIGHT-06")
def test_no_turn_begins_before_open_blows_are_answered() -> None:
    """The answer begins the turn."""
    play = fight(table(*THREE), 3, 2)
    play.when(Strike(participant=P1, target=P1)).happened()
    play.when(kill(P1)).then(died(P1))

    play.when(Answer(blow="blow-4")).then(Answered(blow="blow-4"), died(P1), TurnBegan(participant=P2))


@pytest.mark.rule("AR-FIGHT-07")
def test_a_blow_never_crosses_the_edge_of_a_fight() -> None:
    """Never from one to the other; the refusal is about the target."""
    play = fight(table(*THREE, person(4)), 3, 2)
    play.when(Strike(participant=P1, target=P3)).then_refused(OutsideTheFight, needs="a target in the fight", has=P3)
    play.when(Strike(participant=P3, target=P1)).then_refused(
        OutsideTheFight, needs="a target outside the fight", has=P1
    )
    assert play.outcome is None

    play.when(Strike(participant=P3, target=P4)).then(Struck(blow="blow-5", target=P4))


# ---------------------------------------------------------------- rounds, and who is passed over


@pytest.mark.rule("AR-FIGHT-08")
def test_a_new_round_begins_when_every_turn_of_the_last_is_over() -> None:
    """In a fight of one, too."""
    play = fight(table(*THREE), 2)
    end(play, P1, RoundBegan(round=2), TurnBegan(participant=P1))
    end(play, P1, RoundBegan(round=3), TurnBegan(participant=P1))


@pytest.mark.rule("AR-FIGHT-08")
def test_turns_of_those_who_cannot_act_are_skipped() -> None:
    """A participant that dies in its turn loses it."""
    play = fight(table(*THREE), 3, 2, 1)
    play.when(kill(P2)).then(died(P2))
    play.when(kill(P1)).then(died(P1), TurnBegan(participant=P3))
    end(play, P3, RoundBegan(round=2), TurnBegan(participant=P3))


@pytest.mark.rule("AR-FIGHT-08")
def test_the_current_participant_may_leave() -> None:
    """The next turn begins, or the next round."""
    play = fight(table(*THREE), 3, 2, 1)
    play.when(LeaveFight(participant=P1)).then(
        TurnEnded(participant=P1), FightLeft(participant=P1), TurnBegan(participant=P2)
    )
    end(play, P2, TurnBegan(participant=P3))
    play.when(LeaveFight(participant=P3)).then(
        TurnEnded(participant=P3), FightLeft(participant=P3), RoundBegan(round=2), TurnBegan(participant=P2)
    )


@pytest.mark.rule("AR-FIGHT-08")
def test_one_that_dies_as_its_turn_begins_is_skipped_at_once() -> None:
    """This holds for each of them; when all are dead, no turn begins."""
    play = fight(table(person(1), person(2, burns=True, points=1), person(3, burns=True, points=1)), 3, 2, 1)
    end(
        play, P1,
        TurnBegan(participant=P2), died(P2), TurnBegan(participant=P3), died(P3),
        RoundBegan(round=2), TurnBegan(participant=P1),
    )  # fmt: skip
    play.when(kill(P1)).then(died(P1))
    play.when(Cheer()).then(Cheered())
    play.when(EndTurn(participant=P1)).then_refused(NotYourTurn, has=P1)

    play.when(rise(P1)).then(rose(P1))  # its turn continues
    end(play, P1, RoundBegan(round=3), TurnBegan(participant=P1))


@pytest.mark.rule("AR-FIGHT-08")
def test_a_newcomer_begins_a_round_where_nobody_else_can_act() -> None:
    """It rolls, and acts."""
    play = fight(table(*THREE), 2)
    play.when(kill(P1)).then(died(P1))
    play.when(JoinFight(participant=P2)).then(FightJoined(participant=P2, since=1), RoundBegan(round=2))
    roll(play, P2, 1, OrderSet(order=(P2,)), TurnBegan(participant=P2))


@pytest.mark.rule("AR-FIGHT-08")
def test_a_turn_that_is_over_as_it_begins_lets_the_next_begin() -> None:
    """If all sleep, the fight continues with the next accepted command; it can be ended."""
    play = fight(table(person(1), person(2, sleeps=True)), 3, 2)
    end(
        play, P1,
        TurnBegan(participant=P2), TurnEnded(participant=P2), RoundBegan(round=2), TurnBegan(participant=P1),
    )  # fmt: skip

    play = table(person(1, sleeps=True)).given(FightStarted(participants=(P1,), each_round=False), RoundBegan(round=1))
    play.when(RollForOrder(participant=P1), faces=Faces(1)).happened()
    rounds = play.state.fight.round if play.state.fight else 0
    play.when(Cheer()).happened()
    assert play.state.fight is not None
    assert play.state.fight.round > rounds
    play.when(EndFight()).then(FightEnded())


@pytest.mark.rule("AR-FIGHT-05", "AR-FIGHT-08")
def test_one_that_can_act_again_takes_no_turn_from_another() -> None:
    """A skipped turn is over for this round; the current participant continues."""
    play = fight(table(*THREE), 3, 2, 1)
    play.when(kill(P1)).then(died(P1), TurnBegan(participant=P2))
    play.when(rise(P1)).then(rose(P1))
    assert P2 == play.state.turn

    end(play, P2, TurnBegan(participant=P3))
    end(play, P3, RoundBegan(round=2), TurnBegan(participant=P1))


@pytest.mark.rule("AR-FIGHT-08")
def test_one_that_can_act_again_before_its_turn_gets_it() -> None:
    """Its turn was not skipped."""
    play = fight(table(*THREE), 3, 2, 1)
    play.when(kill(P2)).then(died(P2))
    play.when(rise(P2)).then(rose(P2))
    end(play, P1, TurnBegan(participant=P2))


# ---------------------------------------------------------------- newcomers


@pytest.mark.rule("AR-FIGHT-08")
def test_a_newcomer_acts_at_the_next_place_that_fits() -> None:
    """Below the current one: in this round. Above: from the next round on."""
    play = fight(table(*THREE, person(4)), 3, 2)
    end(play, P1, TurnBegan(participant=P2))
    play.when(JoinFight(participant=P3)).then(FightJoined(participant=P3, since=1))
    roll(play, P3, 1, OrderSet(order=(P1, P2, P3)))
    play.when(JoinFight(participant=P4)).then(FightJoined(participant=P4, since=1))
    roll(play, P4, 4, OrderSet(order=(P4, P1, P2, P3), passed=(P4,)))

    end(play, P2, TurnBegan(participant=P3))
    end(play, P3, RoundBegan(round=2), TurnBegan(participant=P4))


@pytest.mark.rule("AR-FIGHT-08")
def test_a_newcomer_that_has_not_rolled_delays_no_turn() -> None:
    """The round ends; the next one needs the newcomer's roll."""
    play = fight(table(*THREE), 3, 2)
    play.when(JoinFight(participant=P3)).happened()
    end(play, P1, TurnBegan(participant=P2))
    end(play, P2, RoundBegan(round=2))
    roll(play, P3, 1, OrderSet(order=(P1, P2, P3)), TurnBegan(participant=P1))


@pytest.mark.rule("AR-FIGHT-08")
@pytest.mark.parametrize("each_round", [True, False])
def test_where_newcomers_wait_they_roll_in_the_next_round(each_round: bool) -> None:  # noqa: FBT001 as above
    """In a fixed order too, where the others roll no more."""
    play = fight(table(*THREE, game=LATE), 3, 2, each_round=each_round)
    play.when(JoinFight(participant=P3)).then(FightJoined(participant=P3, since=2))
    play.when(RollForOrder(participant=P3)).then_refused(RolledAlready, needs="the next roll for the order", has=P3)
    end(play, P1, TurnBegan(participant=P2))
    end(play, P2, RoundBegan(round=2))

    for who, face in ((P1, 3), (P2, 2)) if each_round else ():
        roll(play, who, face)
    roll(play, P3, 4, OrderSet(order=(P3, P1, P2)), TurnBegan(participant=P3))


@pytest.mark.rule("AR-FIGHT-08")
def test_one_that_joins_before_the_order_is_set_joins_it_or_waits() -> None:
    """The game decides which."""
    for game, waits in ((None, False), (LATE, True)):
        play = table(*THREE) if game is None else table(*THREE, game=game)
        play.given(FightStarted(participants=(P1,), each_round=False), RoundBegan(round=1))
        play.when(JoinFight(participant=P2)).then(FightJoined(participant=P2, since=1 + waits))
        roll(play, P1, 1, *((OrderSet(order=(P1,)), TurnBegan(participant=P1)) if waits else ()))


@pytest.mark.rule("AR-FIGHT-08")
def test_if_only_waiting_newcomers_are_left_their_round_begins() -> None:
    """Before anybody has rolled, too."""
    play = table(*THREE, game=LATE).given(FightStarted(participants=(P1,), each_round=False), RoundBegan(round=1))
    play.when(JoinFight(participant=P2)).happened()
    play.when(LeaveFight(participant=P1)).then(FightLeft(participant=P1), RoundBegan(round=2))
    roll(play, P2, 1, OrderSet(order=(P2,)), TurnBegan(participant=P2))


@pytest.mark.rule("AR-FIGHT-08")
def test_a_newcomer_between_turns_acts_after_those_who_had_theirs() -> None:
    """An unanswered blow delays the next turn, and no place is taken twice."""
    people: tuple[Person, ...] = (*THREE, person(4))
    play = fight(table(*people), 3, 2, 1)
    end(play, P1, TurnBegan(participant=P2))
    play.when(JoinFight(participant=P4)).happened()
    play.when(Strike(participant=P2, target=P2)).happened()
    play.when(kill(P2)).then(died(P2))
    roll(play, P4, 4, OrderSet(order=(P4, P1, P3), passed=(P4,)))
    play.when(Answer(blow="blow-5")).then(Answered(blow="blow-5"), died(P2), TurnBegan(participant=P3))


# ---------------------------------------------------------------- leaving and coming back


@pytest.mark.rule("AR-FIGHT-09")
def test_one_that_returns_in_the_same_round_has_had_its_turn() -> None:
    """Its turn ended when it left, and the next round gives no second turn."""
    play = fight(table(*THREE), 3, 2)
    play.when(LeaveFight(participant=P1)).then(
        TurnEnded(participant=P1), FightLeft(participant=P1), TurnBegan(participant=P2)
    )
    play.when(JoinFight(participant=P1)).then(
        FightJoined(participant=P1, since=1), OrderSet(order=(P1, P2), passed=(P1,))
    )
    end(play, P2, RoundBegan(round=2), TurnBegan(participant=P1))


@pytest.mark.rule("AR-FIGHT-09")
def test_one_that_returns_keeps_its_place_in_a_fixed_order() -> None:
    """It does not roll again, and acts if its place is still to come."""
    play = fight(table(*THREE), 3, 2)
    play.when(LeaveFight(participant=P2)).then(FightLeft(participant=P2))
    play.when(JoinFight(participant=P2)).then(FightJoined(participant=P2, since=1), OrderSet(order=(P1, P2)))
    play.when(RollForOrder(participant=P2)).then_refused(RolledAlready)
    end(play, P1, TurnBegan(participant=P2))
