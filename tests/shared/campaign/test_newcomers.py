"""Participants who join a fight, leave it, or return to it."""

import pytest

from shared.kernel.campaign.fights import (
    FightJoined,
    FightLeft,
    FightStarted,
    JoinFight,
    LeaveFight,
    OrderSet,
    RolledAlready,
    RoundBegan,
    TurnBegan,
    TurnEnded,
)
from tests.shared.campaign.game import (
    LATE,
    Answer,
    Answered,
    Person,
    RollForOrder,
    Strike,
    fight,
    person,
    table,
)
from tests.shared.campaign.persons import P1, P2, P3, P4, THREE, death_of, end, kill, roll

# ---------------------------------------------------------------- newcomers


@pytest.mark.rule("AR-FIGHT-08")
def test_a_newcomer_acts_at_the_next_place_that_fits() -> None:
    """A newcomer with a lower score than the current participant acts in this round.

    Other newcomers wait for the next round.
    """
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
    """The current round continues to its end, but the next round does not start before the newcomer has rolled."""
    play = fight(table(*THREE), 3, 2)
    play.when(JoinFight(participant=P3)).take_events()
    end(play, P1, TurnBegan(participant=P2))
    end(play, P2, RoundBegan(round=2))
    roll(play, P3, 1, OrderSet(order=(P1, P2, P3)), TurnBegan(participant=P1))


@pytest.mark.rule("AR-FIGHT-08")
@pytest.mark.parametrize("each_round", [True, False])
def test_waiting_newcomers_roll_in_the_next_round(each_round: bool) -> None:  # noqa: FBT001 as above
    """Newcomers who wait for the next round roll when it starts, even if the others keep their order."""
    play = fight(table(*THREE, game=LATE), 3, 2, each_round=each_round)
    play.when(JoinFight(participant=P3)).then(FightJoined(participant=P3, since=2))
    play.when(RollForOrder(participant=P3)).then_refused(RolledAlready, needs="the next roll for the order", has=P3)
    end(play, P1, TurnBegan(participant=P2))
    end(play, P2, RoundBegan(round=2))

    for who, face in ((P1, 3), (P2, 2)) if each_round else ():
        roll(play, who, face)
    roll(play, P3, 4, OrderSet(order=(P3, P1, P2)), TurnBegan(participant=P3))


@pytest.mark.rule("AR-FIGHT-08")
def test_a_newcomer_before_the_order_is_set_joins_it_or_waits() -> None:
    """The game decides whether a participant that joins before all have rolled rolls at once or waits a round."""
    for game, waits in ((None, False), (LATE, True)):
        play = table(*THREE) if game is None else table(*THREE, game=game)
        play.given(FightStarted(participants=(P1,), each_round=False), RoundBegan(round=1))
        play.when(JoinFight(participant=P2)).then(FightJoined(participant=P2, since=1 + waits))
        roll(play, P1, 1, *((OrderSet(order=(P1,)), TurnBegan(participant=P1)) if waits else ()))


@pytest.mark.rule("AR-FIGHT-08")
def test_if_only_waiting_newcomers_are_left_their_round_begins() -> None:
    """The newcomers' round begins when all other participants have left, even if no participant has rolled yet."""
    play = table(*THREE, game=LATE).given(FightStarted(participants=(P1,), each_round=False), RoundBegan(round=1))
    play.when(JoinFight(participant=P2)).take_events()
    play.when(LeaveFight(participant=P1)).then(FightLeft(participant=P1), RoundBegan(round=2))
    roll(play, P2, 1, OrderSet(order=(P2,)), TurnBegan(participant=P2))


@pytest.mark.rule("AR-FIGHT-08")
def test_a_newcomer_between_turns_takes_no_place_that_has_passed() -> None:
    """While a blow between two turns is unanswered, a newcomer cannot take an earlier place in the order."""
    people: tuple[Person, ...] = (*THREE, person(4))
    play = fight(table(*people), 3, 2, 1)
    end(play, P1, TurnBegan(participant=P2))
    play.when(JoinFight(participant=P4)).take_events()
    play.when(Strike(participant=P2, target=P2)).take_events()
    play.when(kill(P2)).then(death_of(P2))
    roll(play, P4, 4, OrderSet(order=(P4, P1, P3), passed=(P4,)))
    play.when(Answer(blow="blow-5")).then(Answered(blow="blow-5"), death_of(P2), TurnBegan(participant=P3))


# ---------------------------------------------------------------- leaving and coming back


@pytest.mark.rule("AR-FIGHT-09")
def test_a_participant_that_returns_gets_no_second_turn_in_a_round() -> None:
    """A participant who leaves after its turn and returns has its next turn in the next round, not in this one."""
    play = fight(table(*THREE), 3, 2)
    play.when(LeaveFight(participant=P1)).then(
        TurnEnded(participant=P1), FightLeft(participant=P1), TurnBegan(participant=P2)
    )
    play.when(JoinFight(participant=P1)).then(
        FightJoined(participant=P1, since=1), OrderSet(order=(P1, P2), passed=(P1,))
    )
    end(play, P2, RoundBegan(round=2), TurnBegan(participant=P1))


@pytest.mark.rule("AR-FIGHT-09")
def test_a_participant_that_returns_keeps_its_place_in_a_fixed_order() -> None:
    """A participant who returns does not roll again, and acts if its place is still to come."""
    play = fight(table(*THREE), 3, 2)
    play.when(LeaveFight(participant=P2)).then(FightLeft(participant=P2))
    play.when(JoinFight(participant=P2)).then(FightJoined(participant=P2, since=1), OrderSet(order=(P1, P2)))
    play.when(RollForOrder(participant=P2)).then_refused(RolledAlready)
    end(play, P1, TurnBegan(participant=P2))
