"""Structured time: who takes part, in which order they act, and what follows when somebody comes, goes or dies."""

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
    """Let somebody die."""
    return SetPoints(person=who, points=0, reason="so it is")


def died(who: str) -> PointsSet:
    """Return that somebody died."""
    return PointsSet(person=who, points=0)


def rise(who: str) -> SetPoints:
    """Let somebody live again."""
    return SetPoints(person=who, points=3, reason="so it is")


def rose(who: str) -> PointsSet:
    """Return that somebody lives again."""
    return PointsSet(person=who, points=3)


def roll(play: Spec[Table], who: str, face: int, *events: Event) -> None:
    """Roll for the order; just these events follow."""
    play.when(RollForOrder(participant=who), faces=Faces(face)).then(Rolled(participant=who, face=face), *events)


def end(play: Spec[Table], who: str, *events: Event) -> None:
    """End a turn; just these events follow."""
    play.when(EndTurn(participant=who)).then(TurnEnded(participant=who), *events)


# ---------------------------------------------------------------- beginning and end


@pytest.mark.rule("AR-FIGHT-01")
def test_a_fight_begins_and_ends_by_the_game_masters_word() -> None:
    """One at a time."""
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
    """It says so when it starts; left out, the campaign says it."""
    play = table(*THREE, anew=anew)
    play.when(StartFight(participants=(P1,), order=order)).then(  # type: ignore[arg-type]
        FightStarted(participants=(P1,), each_round=each_round), RoundBegan(round=1)
    )

    table(*THREE, anew=anew).when(StartFight(participants=(P1,))).then(
        FightStarted(participants=(P1,), each_round=anew), RoundBegan(round=1)
    )


@pytest.mark.rule("AR-FIGHT-01")
def test_a_fight_that_all_have_left_is_over() -> None:
    """It ends by itself, and says so."""
    play = fight(table(*THREE), 3, 2)
    play.when(LeaveFight(participant=P1)).then(
        TurnEnded(participant=P1), FightLeft(participant=P1), TurnBegan(participant=P2)
    )
    play.when(LeaveFight(participant=P2)).then(TurnEnded(participant=P2), FightLeft(participant=P2), FightEnded())
    assert play.state.fight is None


# ---------------------------------------------------------------- who takes part


@pytest.mark.rule("AR-FIGHT-02")
def test_who_takes_part_is_there_lives_and_is_named_once() -> None:
    """The refusal names the one who is not."""
    play = table(*THREE, person(4, points=0))
    play.when(StartFight(participants=(P1, "person-9"))).then_refused(NotKnownHere, has="person-9")
    play.when(StartFight(participants=(P1, P4))).then_refused(NotKnownHere, has=P4)
    play.when(StartFight(participants=(P1, P2, P1))).then_refused(NamedTwice, has=(P1,))


@pytest.mark.rule("AR-FIGHT-02")
def test_others_join_and_leave_by_the_game_masters_word() -> None:
    """Once; who has left takes no turn."""
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
def test_a_fight_has_so_many_and_no_more() -> None:
    """Nobody joins a fight that is full."""
    many = tuple(person(number) for number in range(1, MAX_FIGHTERS + 2))
    play = table(*many).given(
        FightStarted(participants=tuple(one.id for one in many[:-1]), each_round=False), RoundBegan(round=1)
    )

    play.when(JoinFight(participant=many[-1].id)).then_refused(TooManyHere, needs="at most 40", has=40)


# ---------------------------------------------------------------- the order


@pytest.mark.rule("AR-FIGHT-03")
def test_nobody_acts_before_all_have_rolled() -> None:
    """The refusal names who has not; each rolls once, for its own."""
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
def test_the_order_waits_for_nobody_who_is_gone(leaves: bool) -> None:  # noqa: FBT001 a parameter of a test
    """Who leaves, or dies, before the roll."""
    play = table(*THREE).given(FightStarted(participants=(P1, P2), each_round=False), RoundBegan(round=1))
    roll(play, P1, 1)

    gone = FightLeft(participant=P2) if leaves else died(P2)
    play.when(LeaveFight(participant=P2) if leaves else kill(P2)).then(
        gone, OrderSet(order=(P1,)), TurnBegan(participant=P1)
    )
    play.when(RollForOrder(participant=P2)).then_refused(NotInFight if leaves else RolledAlready)


@pytest.mark.rule("AR-FIGHT-03")
def test_an_order_is_kept_or_rolled_anew() -> None:
    """As the fight says."""
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
def test_what_the_book_lets_decide_among_equals_decides() -> None:
    """The quicker comes first; nobody is asked."""
    play = fight(table(person(1), person(2, quick=1)), 2, 2)
    assert (P2, P1) == play.state.fight.order if play.state.fight else ()


@pytest.mark.rule("AR-FIGHT-04")
@pytest.mark.parametrize("order", list(permutations((P1, P2, P3))))
def test_those_whom_nothing_sets_apart_act_as_the_game_master_says(order: tuple[str, ...]) -> None:
    """The order waits until then; any order of all who are tied will do."""
    play = fight(table(*THREE), 2, 2, 2)
    play.when(Strike(participant=P1, target=P2)).then_refused(OrderFirst, needs=(P1, P2, P3))
    play.when(SettleTie(order=order), seat="ann").then_refused(OnlyTheGameMaster)

    play.when(SettleTie(order=order)).then(
        TieSettled(order=order), OrderSet(order=order), TurnBegan(participant=order[0])
    )
    play.when(SettleTie(order=order)).then_refused(NoSuchTie, needs=())


@pytest.mark.rule("AR-FIGHT-04")
@pytest.mark.parametrize("order", [(P1,), (P1, P3), (P1, P2, P3), (P1, P1), (P1, P2, P2)])
def test_just_the_tied_are_named(order: tuple[str, ...]) -> None:
    """Each once, and nobody else."""
    play = fight(table(*THREE), 2, 2, 1)
    play.when(SettleTie(order=order)).then_refused(NoSuchTie, needs=(P1, P2), has=order)


@pytest.mark.rule("AR-FIGHT-04")
def test_of_two_ties_any_is_settled_first() -> None:
    """The order stands after the last."""
    play = fight(table(*THREE, person(4)), 2, 1, 2, 1)
    play.when(SettleTie(order=(P4, P2))).then(TieSettled(order=(P4, P2)))
    play.when(SettleTie(order=(P3, P1))).then(
        TieSettled(order=(P3, P1)), OrderSet(order=(P3, P1, P4, P2)), TurnBegan(participant=P3)
    )


@pytest.mark.rule("AR-FIGHT-04")
def test_a_tie_is_none_when_the_tied_leave() -> None:
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
def test_who_comes_to_a_tie_that_was_settled_is_tied_with_each_of_them() -> None:
    """The fight goes on meanwhile; then the game master names them all."""
    play = fight(table(*THREE), 2, 2)
    play.when(SettleTie(order=(P2, P1))).happened()
    play.when(JoinFight(participant=P3)).happened()
    roll(play, P3, 2)
    play.when(SettleTie(order=(P3, P1))).then_refused(NoSuchTie, needs=(P3, P1, P2))

    play.when(SettleTie(order=(P2, P3, P1))).then(TieSettled(order=(P2, P3, P1)), OrderSet(order=(P2, P3, P1)))
    end(play, P2, TurnBegan(participant=P3))


@pytest.mark.rule("AR-FIGHT-04", "AR-FIGHT-05")
def test_an_order_that_changes_ends_no_turn() -> None:
    """The one who acts goes on, and whoever is before it now has the next turn; but the newcomer comes too late."""
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
    """Those who tie again are asked about; the third keeps the place that its roll gave it."""
    play = fight(table(*THREE), 2, 2, 2)
    play.given(*(RolledAgain(participant=who, face=face) for who, face in ((P1, 3), (P2, 9), (P3, 9))))

    play.when(SettleTie(order=(P1, P2, P3))).then_refused(NoSuchTie, needs=(P2, P3))
    play.when(SettleTie(order=(P3, P2))).then(
        TieSettled(order=(P3, P2)), OrderSet(order=(P3, P2, P1)), TurnBegan(participant=P3)
    )


@pytest.mark.rule("AR-FIGHT-03", "AR-FIGHT-04")
def test_a_round_waits_for_a_tie_that_the_last_has_left_open() -> None:
    """A newcomer's place is settled before anybody acts in the next round."""
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
    """Out of turn is refused; so is another's turn."""
    play = fight(table(*THREE), 3, 2)
    play.when(Strike(participant=P2, target=P1)).then_refused(NotYourTurn, needs=P1, has=P2)
    play.when(EndTurn(participant=P2)).then_refused(NotYourTurn, needs=P1, has=P2)
    play.when(EndTurn(participant=P1), seat="bob").then_refused(NotYours)
    play.when(EndTurn(participant=P3)).then_refused(NotInFight, needs=(P1, P2), has=P3)

    play.when(Strike(participant=P1, target=P2)).then(Struck(blow="blow-4", target=P2))
    play.when(Answer(blow="blow-4")).then(Answered(blow="blow-4"), PointsSet(person=P2, points=2))
    play.when(EndTurn(participant=P1), seat="ann").then(TurnEnded(participant=P1), TurnBegan(participant=P2))


@pytest.mark.rule("AR-FIGHT-05")
def test_without_a_fight_nobody_has_a_turn() -> None:
    """Nor joins, leaves, rolls or settles anything; but who wants to act may."""
    play = table(*THREE)
    for command in (
        EndTurn(participant=P1), JoinFight(participant=P1), LeaveFight(participant=P1), RollForOrder(participant=P1),
        SettleTie(order=(P1,)),
    ):  # fmt: skip
        play.when(command).then_refused(NoFight)
    play.when(Strike(participant=P1, target=P2)).then(Struck(blow="blow-4", target=P2))


@pytest.mark.rule("AR-FIGHT-06")
def test_what_waits_is_answered_before_anything_new() -> None:
    """No turn ends, nobody leaves or strikes, no fight ends or begins meanwhile."""
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
def test_no_turn_begins_before_what_waits_is_answered() -> None:
    """It begins with the answer."""
    play = fight(table(*THREE), 3, 2)
    play.when(Strike(participant=P1, target=P1)).happened()
    play.when(kill(P1)).then(died(P1))

    play.when(Answer(blow="blow-4")).then(Answered(blow="blow-4"), died(P1), TurnBegan(participant=P2))


@pytest.mark.rule("AR-FIGHT-07")
def test_blows_fall_within_the_fight_or_outside_of_it() -> None:
    """Never across; the refusal is about the target."""
    play = fight(table(*THREE, person(4)), 3, 2)
    play.when(Strike(participant=P1, target=P3)).then_refused(OutsideTheFight, needs="somebody in the fight", has=P3)
    play.when(Strike(participant=P3, target=P1)).then_refused(
        OutsideTheFight, needs="somebody outside the fight", has=P1
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
def test_the_turns_of_those_who_can_act_no_more_are_passed_over() -> None:
    """Whoever dies in its turn has lost it."""
    play = fight(table(*THREE), 3, 2, 1)
    play.when(kill(P2)).then(died(P2))
    play.when(kill(P1)).then(died(P1), TurnBegan(participant=P3))
    end(play, P3, RoundBegan(round=2), TurnBegan(participant=P3))


@pytest.mark.rule("AR-FIGHT-08")
def test_whoever_acts_may_leave() -> None:
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
def test_whoever_dies_as_its_turn_begins_is_passed_over_at_once() -> None:
    """Each of them; and when all are dead, nobody's turn begins."""
    play = fight(table(person(1), person(2, burns=True, points=1), person(3, burns=True, points=1)), 3, 2, 1)
    end(
        play, P1,
        TurnBegan(participant=P2), died(P2), TurnBegan(participant=P3), died(P3),
        RoundBegan(round=2), TurnBegan(participant=P1),
    )  # fmt: skip
    play.when(kill(P1)).then(died(P1))
    play.when(Cheer()).then(Cheered())
    play.when(EndTurn(participant=P1)).then_refused(NotYourTurn, has=P1)

    play.when(rise(P1)).then(rose(P1))  # its turn goes on
    end(play, P1, RoundBegan(round=3), TurnBegan(participant=P1))


@pytest.mark.rule("AR-FIGHT-08")
def test_where_nobody_can_act_a_newcomer_begins_a_round() -> None:
    """It rolls, and acts."""
    play = fight(table(*THREE), 2)
    play.when(kill(P1)).then(died(P1))
    play.when(JoinFight(participant=P2)).then(FightJoined(participant=P2, since=1), RoundBegan(round=2))
    roll(play, P2, 1, OrderSet(order=(P2,)), TurnBegan(participant=P2))


@pytest.mark.rule("AR-FIGHT-08")
def test_a_turn_that_is_over_as_it_begins_lets_the_next_begin() -> None:
    """And if all sleep, the fight goes on with the next command that stands; it can be ended."""
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
def test_who_can_act_again_takes_no_turn_from_another() -> None:
    """A turn that was passed over is over for this round; the one who acts goes on acting."""
    play = fight(table(*THREE), 3, 2, 1)
    play.when(kill(P1)).then(died(P1), TurnBegan(participant=P2))
    play.when(rise(P1)).then(rose(P1))
    assert P2 == play.state.turn

    end(play, P2, TurnBegan(participant=P3))
    end(play, P3, RoundBegan(round=2), TurnBegan(participant=P1))


@pytest.mark.rule("AR-FIGHT-08")
def test_who_can_act_again_before_its_turn_has_it() -> None:
    """Nothing was passed over."""
    play = fight(table(*THREE), 3, 2, 1)
    play.when(kill(P2)).then(died(P2))
    play.when(rise(P2)).then(rose(P2))
    end(play, P1, TurnBegan(participant=P2))


# ---------------------------------------------------------------- newcomers


@pytest.mark.rule("AR-FIGHT-08")
def test_a_newcomers_place_is_the_next_that_fits() -> None:
    """Below the one who acts: in this round. Above: from the next round on."""
    play = fight(table(*THREE, person(4)), 3, 2)
    end(play, P1, TurnBegan(participant=P2))
    play.when(JoinFight(participant=P3)).then(FightJoined(participant=P3, since=1))
    roll(play, P3, 1, OrderSet(order=(P1, P2, P3)))
    play.when(JoinFight(participant=P4)).then(FightJoined(participant=P4, since=1))
    roll(play, P4, 4, OrderSet(order=(P4, P1, P2, P3), passed=(P4,)))

    end(play, P2, TurnBegan(participant=P3))
    end(play, P3, RoundBegan(round=2), TurnBegan(participant=P4))


@pytest.mark.rule("AR-FIGHT-08")
def test_a_newcomer_who_has_not_rolled_holds_nobody_up() -> None:
    """The round ends; the next waits for its roll."""
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
def test_who_joins_before_the_order_stands_is_waited_for_or_waits() -> None:
    """As the game has it."""
    for game, waits in ((None, False), (LATE, True)):
        play = table(*THREE) if game is None else table(*THREE, game=game)
        play.given(FightStarted(participants=(P1,), each_round=False), RoundBegan(round=1))
        play.when(JoinFight(participant=P2)).then(FightJoined(participant=P2, since=1 + waits))
        roll(play, P1, 1, *((OrderSet(order=(P1,)), TurnBegan(participant=P1)) if waits else ()))


@pytest.mark.rule("AR-FIGHT-08")
def test_if_all_but_those_who_wait_are_gone_their_round_begins() -> None:
    """Before anybody has rolled, too."""
    play = table(*THREE, game=LATE).given(FightStarted(participants=(P1,), each_round=False), RoundBegan(round=1))
    play.when(JoinFight(participant=P2)).happened()
    play.when(LeaveFight(participant=P1)).then(FightLeft(participant=P1), RoundBegan(round=2))
    roll(play, P2, 1, OrderSet(order=(P2,)), TurnBegan(participant=P2))


@pytest.mark.rule("AR-FIGHT-08")
def test_who_comes_while_nobody_acts_has_its_place_behind_those_who_had_their_turns() -> None:
    """What waits keeps the next turn from beginning, and the places from being given twice."""
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
def test_whoever_comes_back_in_the_same_round_has_had_its_turn() -> None:
    """It ended when it left; the next round begins with nobody's second turn."""
    play = fight(table(*THREE), 3, 2)
    play.when(LeaveFight(participant=P1)).then(
        TurnEnded(participant=P1), FightLeft(participant=P1), TurnBegan(participant=P2)
    )
    play.when(JoinFight(participant=P1)).then(
        FightJoined(participant=P1, since=1), OrderSet(order=(P1, P2), passed=(P1,))
    )
    end(play, P2, RoundBegan(round=2), TurnBegan(participant=P1))


@pytest.mark.rule("AR-FIGHT-09")
def test_whoever_comes_back_keeps_its_place_in_a_fixed_order() -> None:
    """It does not roll again, and its turn comes if its place is still to come."""
    play = fight(table(*THREE), 3, 2)
    play.when(LeaveFight(participant=P2)).then(FightLeft(participant=P2))
    play.when(JoinFight(participant=P2)).then(FightJoined(participant=P2, since=1), OrderSet(order=(P1, P2)))
    play.when(RollForOrder(participant=P2)).then_refused(RolledAlready)
    end(play, P1, TurnBegan(participant=P2))
