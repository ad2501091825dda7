"""Newcomers to a fight: their place in the order, and ties that the Keeper settles before the next turn."""

from typing import Any

import pytest
from msgspec.structs import replace

from services.rpg_specialist_pool.awaits import awaits
from services.rpg_specialist_pool.chapters.attempts import Attempt
from services.rpg_specialist_pool.chapters.initiative import ApRefreshed, RollInitiative
from services.rpg_specialist_pool.chapters.specialists import ChangeSpecialist, SpecialistChanged
from services.rpg_specialist_pool.views import view
from shared.kernel.campaign.fights import (
    EndTurn,
    FightLeft,
    JoinFight,
    LeaveFight,
    NoSuchTie,
    OrderFirst,
    OrderSet,
    RoundBegan,
    SettleTie,
    StartFight,
    TieSettled,
    TurnBegan,
    TurnEnded,
)
from tests.rpg_specialist_pool.play import Play, SecondForm, dice


def tied_newcomer(kind: type[Play] = Play, **groups: dict[str, Any]) -> tuple[Play, str, str, str]:
    """Return a fight in which Ann's Specialist acts, and Bob's has just tied with the Keeper's, who acts next."""
    play = kind(**groups)
    ann, ogre, bob = play.hero(), play.hero("gm"), play.hero("bob")
    play.fight(ann, ogre)
    play.do(JoinFight(participant=bob))
    play.do(RollInitiative(participant=bob), 1, 1, 1)
    return play, ann, ogre, bob


@pytest.mark.rule("SG-R-56", "AR-FIGHT-04")
@pytest.mark.parametrize("each", [False, True])
def test_the_next_turn_waits_until_the_tie_of_a_newcomer_is_settled(*, each: bool) -> None:
    """A turn in progress goes on, but the next one begins only once the Keeper has settled the newcomer's tie."""
    play, ann, ogre, bob = tied_newcomer(initiative={"each_round": each})
    shown = view(play.state, "ann").fight
    assert shown is not None
    assert (ann, (ogre, bob)) == (shown.turn, shown.unsettled)
    play.do(Attempt(character=ann, action=dice(1, ap=1)), 3)
    assert {"ann"} == {*awaits(play.state)}

    play.when(EndTurn(participant=ann)).then(TurnEnded(participant=ann))

    assert {"gm"} == {*awaits(play.state)}
    shown = view(play.state, "ann").fight
    assert shown is not None
    assert (None, (ogre, bob)) == (shown.turn, shown.unsettled)
    for early in (Attempt(character=ogre, action=dice(1, ap=1)), EndTurn(participant=ogre)):
        assert (ogre, bob) == play.no(OrderFirst, early).needs
    play.when(SettleTie(order=(bob, ogre))).then(
        TieSettled(order=(bob, ogre)), OrderSet(order=(ann, bob, ogre)), TurnBegan(participant=bob),
        ApRefreshed(participant=bob, ap=3),
    )  # fmt: skip


@pytest.mark.rule("SG-R-56", "AR-KIND-02")
def test_only_the_keeper_is_awaited_while_a_tie_of_a_newcomer_waits() -> None:
    """The player whose Specialist would act next is not awaited before the tie is settled."""
    play = Play()
    ann, bob, ogre = play.hero(), play.hero("bob"), play.hero("gm")
    play.fight(ann, bob)
    play.do(JoinFight(participant=ogre))
    play.do(RollInitiative(participant=ogre), 1, 1, 1)

    play.do(EndTurn(participant=ann))

    assert {"gm"} == {*awaits(play.state)}
    play.do(SettleTie(order=(bob, ogre)))
    assert {"bob"} == {*awaits(play.state)}


@pytest.mark.rule("SG-R-56")
def test_no_round_begins_over_the_tie_of_a_newcomer() -> None:
    """If the newcomer ties with the last in the order, it has its turn before the next round begins."""
    play, ann, ogre, bob = tied_newcomer()
    play.do(EndTurn(participant=ann))

    play.do(SettleTie(order=(ogre, bob)))
    play.do(EndTurn(participant=ogre))

    assert bob == play.state.turn
    assert RoundBegan(round=2) in play.do(EndTurn(participant=bob))


@pytest.mark.rule("SG-R-56")
def test_the_order_goes_on_if_a_tied_newcomer_leaves() -> None:
    """If the newcomer leaves the fight, no tie is left, and the next turn begins."""
    play, ann, ogre, bob = tied_newcomer()
    play.do(EndTurn(participant=ann))

    play.when(LeaveFight(participant=bob)).then(
        FightLeft(participant=bob), TurnBegan(participant=ogre), ApRefreshed(participant=ogre, ap=3)
    )


@pytest.mark.rule("SG-R-56", "AR-FIGHT-08")
def test_a_tied_fighter_that_leaves_before_its_turn_keeps_its_turn() -> None:
    """If the fighter whose place is tied leaves, no turn of its ends, and it acts once it is back."""
    play, ann, ogre, bob = tied_newcomer()
    play.do(EndTurn(participant=ann))

    play.when(LeaveFight(participant=ogre)).then(
        FightLeft(participant=ogre), OrderSet(order=(ann, bob)), TurnBegan(participant=bob),
        ApRefreshed(participant=bob, ap=3),
    )  # fmt: skip
    play.do(JoinFight(participant=ogre))
    play.do(EndTurn(participant=bob))
    play.do(SettleTie(order=(bob, ogre)))

    assert ogre == play.state.turn


@pytest.mark.rule("SG-R-56", "AR-FIGHT-08")
def test_no_turn_waits_for_a_tie_of_a_newcomer_that_is_too_late() -> None:
    """If a fighter of a lower rank has begun its turn, the newcomer has none this round, and no turn waits for it."""
    play = Play()
    ann, ogre, bob = play.hero(), play.hero("gm"), play.hero("bob")
    play.fight(ann, ogre)
    play.do(EndTurn(participant=ann))
    play.do(JoinFight(participant=bob))
    play.do(RollInitiative(participant=bob), 6, 1, 1)
    shown = view(play.state, "ann").fight
    assert shown is not None
    assert (ogre, ()) == (shown.turn, shown.unsettled)

    assert RoundBegan(round=2) in play.do(EndTurn(participant=ogre))

    assert {"gm"} == {*awaits(play.state)}
    play.when(SettleTie(order=(bob, ann))).then(
        TieSettled(order=(bob, ann)), OrderSet(order=(bob, ann, ogre)), TurnBegan(participant=bob),
        ApRefreshed(participant=bob, ap=3),
    )  # fmt: skip


@pytest.mark.rule("SG-R-56")
def test_before_form_2_no_turn_waits_for_the_tie_of_a_newcomer() -> None:
    """In campaigns opened before form 2, the next turn begins, and the newcomer has none in this round."""
    play, ann, ogre, _ = tied_newcomer(SecondForm)

    play.when(EndTurn(participant=ann)).then(
        TurnEnded(participant=ann), TurnBegan(participant=ogre), ApRefreshed(participant=ogre, ap=3)
    )
    shown = view(play.state, "ann").fight
    assert shown is not None
    assert (ogre, ()) == (shown.turn, shown.unsettled)
    assert RoundBegan(round=2) in play.do(EndTurn(participant=ogre))


def newcomer_in_a_threefold_tie(kind: type[Play] = Play) -> tuple[Play, str, str, str, str]:
    """Return a fight in which Bob's Specialist has acted, Ann's acts, and a newcomer has tied with both."""
    play = kind()
    ann, bob, ogre, cat = play.hero(), play.hero("bob"), play.hero("gm"), play.hero("bob")
    play.do(StartFight(participants=(ann, bob, ogre)))
    for who, faces in ((ann, (6, 6, 1)), (bob, (6, 6, 1)), (ogre, (6, 1, 1))):
        play.do(RollInitiative(participant=who), *faces)
    play.do(SettleTie(order=(bob, ann)))
    play.do(EndTurn(participant=bob))
    play.do(JoinFight(participant=cat))
    play.do(RollInitiative(participant=cat), 6, 6, 1)
    return play, ann, bob, ogre, cat


@pytest.mark.rule("SG-R-61", "AR-FIGHT-08")
@pytest.mark.parametrize("kind", [Play, SecondForm])
def test_a_newcomer_placed_behind_the_one_who_acts_is_next(kind: type[Play]) -> None:
    """A newcomer right behind the one who acts is next, although one behind it has acted already.

    In campaigns opened before form 2 it has no turn in this round.
    """
    play, ann, bob, ogre, cat = newcomer_in_a_threefold_tie(kind)
    late = (cat,) if kind is SecondForm else ()

    assert OrderSet(order=(ann, cat, bob, ogre), passed=late) in play.do(SettleTie(order=(ann, cat, bob)))

    play.do(EndTurn(participant=ann))
    assert (ogre if late else cat) == play.state.turn
    if not late:
        play.do(EndTurn(participant=cat))
        assert ogre == play.state.turn


@pytest.mark.rule("SG-R-61", "AR-FIGHT-08")
@pytest.mark.parametrize("first", [True, False])
def test_a_newcomer_behind_one_who_is_to_act_has_a_turn_in_this_round(*, first: bool) -> None:
    """Between two turns too, a newcomer behind the next to act has a turn. One before all who are to act has none."""
    play = Play()
    ann, bob, cat = play.hero(), play.hero("bob"), play.hero("gm")
    play.do(StartFight(participants=(ann, bob)))
    for who in (ann, bob):
        play.do(RollInitiative(participant=who), 6, 6, 1)
    play.do(SettleTie(order=(bob, ann)))
    play.do(JoinFight(participant=cat))
    play.do(RollInitiative(participant=cat), 6, 6, 1)
    play.do(EndTurn(participant=bob))
    assert play.state.fight is not None
    assert play.state.fight.acting is None
    order = (cat, ann, bob) if first else (ann, cat, bob)

    assert OrderSet(order=order, passed=(cat,) if first else ()) in play.do(SettleTie(order=order))

    assert ann == play.state.turn
    assert first == (RoundBegan(round=2) in play.do(EndTurn(participant=ann)))
    assert cat == play.state.turn


def faster(play: Play, who: str) -> ChangeSpecialist:
    """Return the command that makes a Specialist the fastest one."""
    sheet = replace(play.state.characters[who].sheet, speed=100)
    return ChangeSpecialist(character=who, sheet=sheet, reason="winged")


@pytest.mark.rule("SG-R-63", "SG-R-19", "AR-FIGHT-04")
@pytest.mark.parametrize("kind", [Play, SecondForm])
def test_a_changed_speed_ends_a_tie(kind: type[Play]) -> None:
    """A Specialist whose Speed changes while it is tied acts before the slower one, and no tie is left to settle.

    In a campaign of an older form the tie waits for the Keeper.
    """
    play = kind()
    ann, bob = play.hero(), play.hero("bob")
    play.do(StartFight(participants=(ann, bob)))
    for who in (ann, bob):
        play.do(RollInitiative(participant=who), 6, 6, 1)

    events = play.do(faster(play, bob))

    if kind is Play:
        assert OrderSet(order=(bob, ann)) in events
        assert bob == play.state.turn
        play.no(NoSuchTie, SettleTie(order=(ann, bob)))
    else:
        assert [SpecialistChanged] == [type(event) for event in events]
        assert (ann, bob) == play.the(OrderSet, SettleTie(order=(ann, bob))).order


@pytest.mark.rule("SG-R-63", "SG-R-56")
def test_a_changed_speed_sets_a_newcomer_apart() -> None:
    """A tied newcomer whose Speed changes gets its place by its Speed. One that has a place already keeps it."""
    play, ann, ogre, bob = tied_newcomer()
    assert [SpecialistChanged] == [type(event) for event in play.do(faster(play, ann))]
    shown = view(play.state, "gm").fight
    assert shown is not None
    assert (ogre, bob) == shown.unsettled

    assert (ann, bob, ogre) == play.the(OrderSet, faster(play, bob)).order
