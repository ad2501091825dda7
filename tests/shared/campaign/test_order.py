"""The order of a fight: rolls, ties, and changes while a fight is under way."""

from itertools import permutations

import pytest

from shared.kernel.campaign.fights import (
    EndTurn,
    FightLeft,
    FightStarted,
    JoinFight,
    LeaveFight,
    NoSuchTie,
    NotInFight,
    OrderFirst,
    OrderSet,
    RolledAlready,
    RoundBegan,
    SettleTie,
    TieSettled,
    TurnBegan,
)
from shared.kernel.campaign.seats import NotYours, OnlyTheGameMaster
from tests.shared.campaign.game import (
    RolledAgain,
    RollForOrder,
    Strike,
    fight,
    person,
    table,
)
from tests.shared.campaign.persons import P1, P2, P3, P4, THREE, death_of, end, kill, roll

# ---------------------------------------------------------------- the order


@pytest.mark.rule("AR-FIGHT-03")
def test_no_participant_acts_before_all_have_rolled() -> None:
    """A refusal names the participants who have not rolled.

    Each player rolls once, and only for the player's own participant.
    """
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
def test_the_order_does_not_wait_for_a_participant_that_left(leaves: bool) -> None:  # noqa: FBT001 a parameter of a test
    """A participant who leaves or dies before rolling delays nobody."""
    play = table(*THREE).given(FightStarted(participants=(P1, P2), each_round=False), RoundBegan(round=1))
    roll(play, P1, 1)

    gone = FightLeft(participant=P2) if leaves else death_of(P2)
    play.when(LeaveFight(participant=P2) if leaves else kill(P2)).then(
        gone, OrderSet(order=(P1,)), TurnBegan(participant=P1)
    )
    play.when(RollForOrder(participant=P2)).then_refused(NotInFight if leaves else RolledAlready)


@pytest.mark.rule("AR-FIGHT-03")
def test_an_order_is_kept_or_rolled_each_round() -> None:
    """A fight's turn order is rolled again each round only if the fight's `each_round` is true."""
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
    """If a rule for ties decides, the quicker of two tied participants acts first without the game master."""
    play = fight(table(person(1), person(2, quick=1)), 2, 2)
    assert (P2, P1) == play.state.fight.order if play.state.fight else ()


@pytest.mark.rule("AR-FIGHT-04")
@pytest.mark.parametrize("order", list(permutations((P1, P2, P3))))
def test_the_game_master_orders_the_tied(order: tuple[str, ...]) -> None:
    """The turn order waits for the game master, who may put tied participants in any order."""
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
    """To settle a tie, the game master names each tied participant once, and no other participant."""
    play = fight(table(*THREE), 2, 2, 1)
    play.when(SettleTie(order=order)).then_refused(NoSuchTie, needs=(P1, P2), has=order)


@pytest.mark.rule("AR-FIGHT-04")
def test_two_ties_may_be_settled_in_any_order() -> None:
    """The game master may settle two ties in any order; the turn order is final after the last one."""
    play = fight(table(*THREE, person(4)), 2, 1, 2, 1)
    play.when(SettleTie(order=(P4, P2))).then(TieSettled(order=(P4, P2)))
    play.when(SettleTie(order=(P3, P1))).then(
        TieSettled(order=(P3, P1)), OrderSet(order=(P3, P1, P4, P2)), TurnBegan(participant=P3)
    )


@pytest.mark.rule("AR-FIGHT-04")
def test_a_tie_ends_when_the_tied_leave() -> None:
    """A tie of two participants is over when either of them leaves."""
    play = fight(table(*THREE), 2, 2, 1)
    play.when(LeaveFight(participant=P1)).then(
        FightLeft(participant=P1), OrderSet(order=(P2, P3)), TurnBegan(participant=P2)
    )

    play = fight(table(*THREE, person(4)), 3, 2, 2, 3)
    play.when(kill(P2)).then(death_of(P2))
    play.when(SettleTie(order=(P2, P3))).then_refused(NoSuchTie, needs=(P1, P4))
    play.when(kill(P4)).then(death_of(P4), OrderSet(order=(P1, P3)), TurnBegan(participant=P1))


@pytest.mark.rule("AR-FIGHT-04")
def test_a_newcomer_to_a_settled_tie_is_tied_with_all_of_them() -> None:
    """When a newcomer has the same score as participants of a settled tie, the game master orders all of them again.

    Turns continue in the meantime.
    """
    play = fight(table(*THREE), 2, 2)
    play.when(SettleTie(order=(P2, P1))).take_events()
    play.when(JoinFight(participant=P3)).take_events()
    roll(play, P3, 2)
    play.when(SettleTie(order=(P3, P1))).then_refused(NoSuchTie, needs=(P3, P1, P2))

    play.when(SettleTie(order=(P2, P3, P1))).then(TieSettled(order=(P2, P3, P1)), OrderSet(order=(P2, P3, P1)))
    end(play, P2, TurnBegan(participant=P3))


@pytest.mark.rule("AR-FIGHT-04", "AR-FIGHT-05")
def test_a_changed_order_ends_no_turn() -> None:
    """A participant moved ahead of the current turn acts next; a newcomer at that place waits for the next round."""
    play = fight(table(*THREE), 2, 2)
    play.when(SettleTie(order=(P1, P2))).take_events()
    play.when(JoinFight(participant=P3)).take_events()
    roll(play, P3, 2)
    play.when(SettleTie(order=(P2, P3, P1))).then(
        TieSettled(order=(P2, P3, P1)), OrderSet(order=(P2, P3, P1), passed=(P3,))
    )
    assert P1 == play.state.turn

    end(play, P1, TurnBegan(participant=P2))
    end(play, P2, RoundBegan(round=2), TurnBegan(participant=P2))


@pytest.mark.rule("AR-FIGHT-04")
def test_a_game_may_let_the_tied_roll_again() -> None:
    """If two of three tied participants tie again, the game master orders these two.

    The third keeps the place that it rolled.
    """
    play = fight(table(*THREE), 2, 2, 2)
    play.given(*(RolledAgain(participant=who, face=face) for who, face in ((P1, 3), (P2, 9), (P3, 9))))

    play.when(SettleTie(order=(P1, P2, P3))).then_refused(NoSuchTie, needs=(P2, P3))
    play.when(SettleTie(order=(P3, P2))).then(
        TieSettled(order=(P3, P2)), OrderSet(order=(P3, P2, P1)), TurnBegan(participant=P3)
    )


@pytest.mark.rule("AR-FIGHT-03", "AR-FIGHT-04")
def test_a_round_waits_for_a_tie_that_is_left_from_the_round_before() -> None:
    """The game master must settle a newcomer's tie from the last round before the first turn of the next round."""
    play = fight(table(*THREE), 2, 1)
    play.when(JoinFight(participant=P3)).take_events()
    roll(play, P3, 2)
    end(play, P1, TurnBegan(participant=P2))
    end(play, P2, RoundBegan(round=2))
    play.when(Strike(participant=P1, target=P2)).then_refused(OrderFirst, needs=(P1, P3))

    play.when(SettleTie(order=(P3, P1))).then(
        TieSettled(order=(P3, P1)), OrderSet(order=(P3, P1, P2)), TurnBegan(participant=P3)
    )
