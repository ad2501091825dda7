"""Standing orders: the spiffs to spend on a strategic action, and the game master's veto."""

from typing import Final

import pytest
from msgspec.structs import replace

from services.bones.chapters.rolls.rolls import NoneToUse
from services.bones.chapters.seasons.seasons import CloseSeason, SeasonIsClosing
from services.bones.chapters.seasons.standing import (
    OrderNotGiven,
    OrderSpiffs,
    OrderVetoed,
    OrderVetoedBefore,
    SpiffsOrdered,
    VetoComesFirst,
    VetoOrder,
)
from services.bones.chapters.seasons.strategic import ActionDeclared, ChangeAction, IsResolved, WithdrawAction
from services.bones.state.seasons import Action, Orders
from shared.kernel.campaign.roster import AssignCharacter
from shared.kernel.campaign.seats import NotKnownHere, NotYours, OnlyTheGameMaster
from tests.bones.off_stage import asks, declare_action, mark_as_resolved, open_season, over, season
from tests.bones.play import Play, allowed_of

BOTH: Final = Orders(reroll=True, success=True)


def table() -> tuple[Play, str]:
    """Return a campaign with an income action of Ann's."""
    play = Play()
    bob = play.one()
    open_season(play)
    return play, declare_action(play, bob, "income")


def action(play: Play, key: str) -> Action:
    """Return the current state of an action."""
    return season(play).actions[key]


@pytest.mark.rule("BN-R-301")
def test_orders_are_given_until_the_action_is_resolved() -> None:
    """Until an action is resolved, its player can give, change and withdraw orders.

    Another player's orders are refused.
    """
    play, income = table()
    for orders in (BOTH, Orders(success=True), Orders()):
        play.when(OrderSpiffs(action=income, orders=orders), seat="ann")
        play.then(SpiffsOrdered(action=income, orders=orders))
        assert action(play, income).orders == orders
    play.no(NotYours, OrderSpiffs(action=income, orders=BOTH), seat="bob")
    play.no(NotKnownHere, OrderSpiffs(action="action-99", orders=BOTH))
    mark_as_resolved(play, income)
    play.no(IsResolved, OrderSpiffs(action=income, orders=BOTH), seat="ann")


@pytest.mark.rule("BN-R-301", "BN-CAMP-152")
def test_the_game_master_vetoes_an_order() -> None:
    """If the game master vetoes one of two orders, the other remains.

    Only the game master can restore the vetoed order. Changing the action or declaring it again does not restore the
    order. In another season the order is legal.
    """
    play, income = table()
    veto = VetoOrder(action=income, order="reroll", reason="too easy")
    play.no(OrderNotGiven, veto)
    play.do(OrderSpiffs(action=income, orders=BOTH), seat="ann")
    play.no(OnlyTheGameMaster, veto, seat="ann")
    play.when(veto).then(OrderVetoed(action=income, order="reroll", reason="too easy"))
    assert action(play, income).orders == Orders(success=True)
    play.no(OrderNotGiven, veto)
    assert play.no(OrderVetoedBefore, OrderSpiffs(action=income, orders=BOTH), seat="ann").has == ("reroll",)
    play.do(OrderSpiffs(action=income, orders=Orders()), seat="ann")
    play.do(OrderSpiffs(action=income, orders=Orders(success=True)), seat="ann")
    play.do(ChangeAction(action=income, gains=("income",), aim="sell pots", skill="Craft"), seat="ann")
    assert action(play, income).orders == Orders(success=True)
    play.no(OrderVetoedBefore, OrderSpiffs(action=income, orders=BOTH), seat="ann")
    play.do(WithdrawAction(action=income), seat="ann")
    again = asks(next(iter(play.state.characters)), "income")
    play.no(OrderVetoedBefore, replace(again, orders=BOTH), seat="ann")
    income = play.the(ActionDeclared, replace(again, orders=Orders(success=True)), seat="ann").action.id
    play.do(OrderSpiffs(action=income, orders=BOTH))
    assert action(play, income).orders == BOTH
    over(play)
    open_season(play)
    play.do(replace(again, orders=BOTH), seat="ann")


@pytest.mark.rule("BN-CAMP-152")
def test_income_resolved_at_once_has_no_orders() -> None:
    """The game refuses orders for income resolved at once, because the game master could not veto them in time.

    Other actions can have orders.
    """
    play = Play(seasons={"season_resolution": "at_once"})
    bob = play.one()
    open_season(play)
    play.no(VetoComesFirst, replace(asks(bob, "income"), orders=BOTH), seat="ann")
    key = play.the(ActionDeclared, replace(asks(bob), orders=BOTH), seat="ann").action.id
    play.no(VetoComesFirst, ChangeAction(action=key, gains=("income",), aim="sell pots", skill="Craft"), seat="ann")
    play.do(VetoOrder(action=key, order="reroll", reason="too easy"))


@pytest.mark.rule("BN-CAMP-153")
def test_orders_end_when_the_character_changes_hands() -> None:
    """When a character is assigned to another player, its orders end, because the new player did not give them."""
    play, income = table()
    play.do(OrderSpiffs(action=income, orders=BOTH), seat="ann")
    play.do(AssignCharacter(character=action(play, income).creature, seat="bob"))
    assert action(play, income).orders == Orders()


@pytest.mark.rule("BN-R-301")
def test_an_order_is_vetoed_until_the_close() -> None:
    """The game master cannot veto an order once the season closes."""
    play, income = table()
    play.do(OrderSpiffs(action=income, orders=BOTH), seat="ann")
    play.do(CloseSeason())
    play.no(SeasonIsClosing, VetoOrder(action=income, order="success", reason="no"))
    assert action(play, income).orders == BOTH


@pytest.mark.rule("BN-R-355")
def test_automatic_successes_are_ordered_only_where_they_are_used_up() -> None:
    """If an automatic success counts on every check, the game lists no order to use one, and refuses such an order."""
    for rule, listed in (("permanent", 4), ("spent_on_use", 8)):
        play = Play(tasks={"automatic_success": rule})
        bob = play.one()
        open_season(play)
        income = declare_action(play, bob, "income")
        (entry,) = allowed_of(play.state, "ann", OrderSpiffs)
        assert listed == len(entry.fields["orders"].options or ())
        ordered = OrderSpiffs(action=income, orders=Orders(automatic=True))
        if rule == "permanent":
            refused = play.no(NoneToUse, ordered, seat="ann")
            assert ("orders", "automatic_success: spent_on_use") == (refused.field, refused.needs)
            play.no(NoneToUse, replace(asks(bob), orders=Orders(automatic=True)), seat="ann")
        else:
            play.do(ordered, seat="ann")
            play.do(VetoOrder(action=income, order="automatic", reason="too easy"))
            assert action(play, income).orders == Orders()


def test_possible_orders_are_listed() -> None:
    """The list offers players each combination of orders that the game master has not vetoed.

    It offers the game master a veto of each order.
    """
    play, income = table()
    (entry,) = allowed_of(play.state, "ann", OrderSpiffs)
    assert len(entry.fields["orders"].options or ()) == 4
    assert not allowed_of(play.state, "gm", VetoOrder)
    play.do(OrderSpiffs(action=income, orders=BOTH))
    assert {one.body["order"] for one in allowed_of(play.state, "gm", VetoOrder)} == {"reroll", "success"}
    play.do(VetoOrder(action=income, order="success", reason="no"))
    (left,) = allowed_of(play.state, "ann", OrderSpiffs)
    assert len(left.fields["orders"].options or ()) == 2
