"""Orders to controlled minds in a season.

The next strategic action of a controlled mind must carry out the order.
"""

from typing import NamedTuple

import pytest
from msgspec.structs import replace

from services.bones.awaits import awaits
from services.bones.chapters.fights.reporting import NothingToRoll, ReportDice
from services.bones.chapters.fights.rounds import OrderTakenUp
from services.bones.chapters.lasting_magic.minds import GiveOrder, OrderGiven, SetMagnitude
from services.bones.chapters.magic.effects import ReleaseEffect
from services.bones.chapters.seasons.closing import RollAction
from services.bones.chapters.seasons.season_orders import UnderAnOrder
from services.bones.chapters.seasons.seasons import CloseSeason, OpenSeason
from services.bones.chapters.seasons.strategic import (
    ActionChanged,
    ActionDeclared,
    ChangeAction,
    SetActionTerms,
    WithdrawAction,
)
from services.bones.chapters.seasons.strategic_tasks import TakeAction
from services.bones.chapters.tasks.rolling import RollTask
from services.bones.chapters.tasks.tasks import DropTask, WithdrawTask
from services.bones.context import FacesNeeded
from services.bones.game import bones
from services.bones.reading.strategic import disobeying
from services.bones.state.campaign import FORM
from services.bones.state.tasks import Terms
from shared.kernel.campaign.seats import NotYours
from tests.bones.casting import goes_on, mage
from tests.bones.off_stage import AVERAGE, asks, close_season, declare_action, open_season, season, set_to
from tests.bones.play import Play, allowed_of
from tests.bones.test_reporting import TABLE

MILL = "burn the mill"


class Bound(NamedTuple):
    """A campaign with an open season, in which a player's character is under an order by magic."""

    play: Play
    effect: str
    mind: str
    order: str


def bind(form: int = 1) -> Bound:
    """Open a season in which Bob's character is ordered to burn down the mill."""
    play = Play()
    who, mind = mage(play), play.one("bob", [("Craft", *["Healer"] * 5)] * 4)
    effect = goes_on(play, who, kind="mind", target=mind, degree=5, successes=3, lasts="health", die=1)
    play.state = play.state.change(who, lost=(1,))
    open_season(play)
    order = play.the(OrderGiven, GiveOrder(effect=effect, text=MILL), seat="ann").order.id
    play.do(SetMagnitude(order=order, magnitude=2))
    play.state = replace(play.state, form=form)
    return Bound(play, effect, mind, order)


@pytest.mark.rule("BN-CAMP-165", "BN-CAMP-162")
@pytest.mark.parametrize("seat", ["bob", "gm"])
def test_the_next_action_carries_out_the_order(seat: str) -> None:
    """The game refuses an action whose aim is not the text of the order. Later actions may have any aim."""
    play, _, mind, order = bind()

    refused = play.no(UnderAnOrder, asks(mind), seat=seat)
    assert (MILL, "win her over", "aim") == (refused.needs, refused.has, refused.field)
    happened = play.do(asks(mind, aim=MILL), seat=seat)
    assert [ActionDeclared, OrderTakenUp] == [type(event) for event in happened]
    assert (order,) == season(play).obeyed
    assert [ActionDeclared] == [type(event) for event in play.do(asks(mind), seat=seat)]


@pytest.mark.rule("BN-CAMP-165")
def test_the_action_that_obeys_is_kept() -> None:
    """The action that obeys an order cannot be withdrawn or get another aim; its skill can change.

    Other actions can be changed freely.
    """
    play, effect, mind, _ = bind()
    obeys = play.the(ActionDeclared, asks(mind, aim=MILL), seat="bob").action.id
    other = declare_action(play, mind)

    def change_to(action: str, aim: str) -> ChangeAction:
        return ChangeAction(action=action, gains=("other",), aim=aim, skill="Stealth")

    play.no(UnderAnOrder, WithdrawAction(action=obeys), seat="bob")
    play.no(UnderAnOrder, change_to(obeys, "guard the mill"), seat="bob")
    play.no(NotYours, change_to(obeys, "guard the mill"), seat="ann")
    assert "Stealth" == play.the(ActionChanged, change_to(obeys, MILL), seat="bob").skill
    play.do(change_to(other, "hide"), seat="bob")
    play.do(WithdrawAction(action=other), seat="bob")
    play.do(ReleaseEffect(effect=effect), seat="ann")
    play.do(WithdrawAction(action=obeys), seat="bob")


@pytest.mark.rule("BN-CAMP-192")
@pytest.mark.parametrize("form", [FORM, 1])
def test_an_action_with_terms_is_not_rolled_before_a_mind_obeys(form: int) -> None:
    """The game master set the terms before the order stands, and would roll the action while the season is open."""
    play = Play(dice={"dice_source": "reported"}, seasons={"season_resolution": "at_once"})
    who, mind = mage(play), play.one("bob")
    effect = goes_on(play, who, kind="mind", target=mind, degree=5, successes=3, lasts="health", die=1)
    open_season(play)
    first, second = declare_action(play, mind), declare_action(play, mind)
    set_to(play, first)
    order = play.the(OrderGiven, GiveOrder(effect=effect, text=MILL), seat="ann").order.id
    play.do(SetMagnitude(order=order, magnitude=2))
    play.state = replace(play.state, form=form)

    rolls = RollAction(action=first)
    if form == FORM:
        refused = play.no(UnderAnOrder, rolls)
        assert ((first,), "action") == (refused.has, refused.field)
        play.do(ChangeAction(action=second, gains=("other",), aim=MILL, skill="Social"), seat="bob")
    play.no(FacesNeeded, rolls)


@pytest.mark.rule("BN-CAMP-192")
@pytest.mark.parametrize("actions", ["resolved", "lapsing", "none"])
def test_a_season_closes_if_no_action_can_obey(actions: str) -> None:
    """The mind's actions are resolved or lapse, or it has none, as the order comes to stand."""
    play = Play(seasons={"season_resolution": "at_once"})
    who, mind = mage(play), play.one("bob")
    effect = goes_on(play, who, kind="mind", target=mind, degree=5, successes=3, lasts="health", die=1)
    open_season(play)
    if actions == "lapsing":
        declare_action(play, mind)
    if actions == "resolved":
        play.do(SetActionTerms(action=declare_action(play, mind), terms=AVERAGE), *[1] * 8)
    order = play.the(OrderGiven, GiveOrder(effect=effect, text=MILL), seat="ann").order.id
    play.do(SetMagnitude(order=order, magnitude=2))
    if actions == "lapsing":
        assert disobeying(play.state)
        play.state = play.state.change(mind, lost=play.who(mind).numbers)

    play.do(CloseSeason())
    assert "closing" == season(play).stage


@pytest.mark.rule("BN-CAMP-192")
def test_a_closing_season_does_not_ask_again_for_obedience() -> None:
    """A mind is incapacitated as the season closes, so that its action lapses; healed meanwhile, it is not bound."""
    play = Play()
    who, mind = mage(play), play.one("bob")
    effect = goes_on(play, who, kind="mind", target=mind, degree=5, successes=3, lasts="health", die=1)
    open_season(play)
    set_to(play, declare_action(play, mind))
    order = play.the(OrderGiven, GiveOrder(effect=effect, text=MILL), seat="ann").order.id
    play.do(SetMagnitude(order=order, magnitude=2))
    play.state = play.state.change(mind, lost=play.who(mind).numbers)
    play.do(CloseSeason())
    play.state = play.state.change(mind, lost=())

    assert () == disobeying(play.state)


@pytest.mark.rule("BN-CAMP-165")
def test_an_earlier_action_may_be_changed_into_the_order_or_withdrawn() -> None:
    """An action declared before the order may stay or be withdrawn.

    If its aim changes, the new aim must be the order's text.
    """
    play = Play()
    who, mind = mage(play), play.one("bob")
    effect = goes_on(play, who, kind="mind", target=mind, degree=5, successes=3, lasts="health", die=1)
    open_season(play)
    first, second = declare_action(play, mind), declare_action(play, mind)
    order = play.the(OrderGiven, GiveOrder(effect=effect, text=MILL), seat="ann").order.id
    play.do(SetMagnitude(order=order, magnitude=2))

    play.no(UnderAnOrder, ChangeAction(action=first, gains=("other",), aim="hide", skill="Social"), seat="bob")
    play.do(WithdrawAction(action=second), seat="bob")
    happened = play.do(ChangeAction(action=first, gains=("other",), aim=MILL, skill="Social"), seat="bob")
    assert OrderTakenUp(creature=mind, order=order) == happened[-1]


@pytest.mark.rule("BN-CAMP-165", "BN-CAMP-161")
def test_an_order_that_is_rolled_as_a_task_is_carried_out() -> None:
    """Once the action that obeys has become a task, the order is carried out, and later actions are free."""
    play, _, mind, order = bind()
    obeys = play.the(ActionDeclared, asks(mind, aim=MILL, skill="Craft"), seat="bob").action.id
    play.do(TakeAction(action=obeys, terms=Terms(skill="Craft", purpose="making", days=9)))
    assert (order,) == season(play).obeyed
    play.do(asks(mind), seat="bob")


@pytest.mark.rule("BN-CAMP-183", "BN-CAMP-165")
@pytest.mark.parametrize(("form", "again", "back"), [(FORM, False, True), (FORM, True, False), (1, False, False)])
@pytest.mark.parametrize("give_up", [DropTask(task="", reason="it rains"), WithdrawTask(task="")])
def test_a_dropped_task_does_not_carry_out_its_order(
    give_up: DropTask | WithdrawTask, form: int, *, again: bool, back: bool
) -> None:
    """When the task that obeys an order is dropped, the next action must obey it, unless another one already does.

    In form 1 the order counts as obeyed.
    """
    play, _, mind, order = bind(form)
    obeys = play.the(ActionDeclared, asks(mind, aim=MILL, skill="Craft"), seat="bob").action.id
    if again:
        play.do(asks(mind, aim=MILL), seat="bob")
    play.do(TakeAction(action=obeys, terms=Terms(skill="Craft", purpose="making", days=9)))
    (task,) = play.state.tasks

    play.do(replace(give_up, task=task))

    assert (() if back else (order,)) == season(play).obeyed
    play.no(UnderAnOrder, asks(mind), seat="bob") if back else play.do(asks(mind), seat="bob")
    play.do(asks(mind, aim=MILL), seat="bob")
    assert order in season(play).obeyed


@pytest.mark.rule("BN-CAMP-183", "BN-CAMP-165")
def test_an_order_stays_carried_out_when_another_task_is_dropped() -> None:
    """An order whose task was rolled is still carried out when the task of another action is dropped."""
    play, _, mind, order = bind(FORM)
    making = Terms(skill="Craft", purpose="making", days=9)
    for aim in (MILL, "mend the roof"):
        action = play.the(ActionDeclared, asks(mind, aim=aim, skill="Craft"), seat="bob").action.id
        play.do(TakeAction(action=action, terms=making))
        (task,) = play.state.tasks
        play.do(RollTask(task=task), 1, 1, 1, 1) if aim == MILL else play.do(DropTask(task=task, reason="it rains"))

    assert (order,) == season(play).obeyed
    assert {mind: 1} == season(play).taken
    play.do(asks(mind), seat="bob")


@pytest.mark.rule("BN-CAMP-165")
def test_a_lasting_order_binds_in_the_next_season() -> None:
    """A lasting order binds the first action of every season."""
    play, _, mind, order = bind()
    close_season(play)
    open_season(play)

    assert order in play.state.orders
    play.no(UnderAnOrder, asks(mind), seat="bob")


@pytest.mark.rule("BN-CAMP-192")
@pytest.mark.parametrize("form", [FORM, 1])
def test_no_action_of_a_mind_is_rolled_before_it_obeys(form: int) -> None:
    """Three actions were declared before the order: no terms, and no end of the season, until one carries it out."""
    play = Play()
    who, mind = mage(play), play.one("bob")
    effect = goes_on(play, who, kind="mind", target=mind, degree=5, successes=3, lasts="health", die=1)
    play.do(OpenSeason(name="spring", closes_in=60))
    first, second, third = [declare_action(play, mind) for _ in range(3)]
    set_to(play, first)
    order = play.the(OrderGiven, GiveOrder(effect=effect, text=MILL), seat="ann").order.id
    play.do(SetMagnitude(order=order, magnitude=2))
    play.state = replace(play.state, form=form)

    terms = SetActionTerms(action=second, terms=AVERAGE)
    if form == FORM:
        refused = play.no(UnderAnOrder, terms)
        assert (MILL, (second,), "action") == (refused.needs, refused.has, refused.field)
        play.no(UnderAnOrder, TakeAction(action=third, terms=Terms(skill="Social", purpose="making")))
        closing = play.no(UnderAnOrder, CloseSeason())
        assert (MILL, (first, second, third), None) == (closing.needs, closing.has, closing.field)
        assert bones.timing.due(play.state) is None
        play.do(ChangeAction(action=third, gains=("other",), aim=MILL, skill="Social"), seat="bob")
    else:
        assert bones.timing.due(play.state) is not None
    play.do(terms)


@pytest.mark.rule("BN-CAMP-219", "BN-CAMP-192", "BN-CAMP-183")
@pytest.mark.parametrize("way", ["obeys", "form 1", "dropped"])
def test_no_task_of_a_mind_is_rolled_before_it_obeys(way: str) -> None:
    """An action became a task, and then an order stands: the task waits for an action that carries out the order.

    If there is none, the game master drops the task, and the next action must carry out the order.
    """
    play = Play()
    who, mind = mage(play), play.one("bob", [("Craft", *["Healer"] * 5)] * 4)
    effect = goes_on(play, who, kind="mind", target=mind, degree=5, successes=3, lasts="health", die=1)
    open_season(play)
    action = play.the(ActionDeclared, asks(mind, skill="Craft"), seat="bob").action.id
    play.do(TakeAction(action=action, terms=Terms(skill="Craft", purpose="making", days=9)))
    (task,) = play.state.tasks
    order = play.the(OrderGiven, GiveOrder(effect=effect, text=MILL), seat="ann").order.id
    play.do(SetMagnitude(order=order, magnitude=2))
    if way == "form 1":
        play.state = replace(play.state, form=1)
    else:
        for seat in ("gm", "bob"):
            refused = play.no(UnderAnOrder, RollTask(task=task), seat=seat)
            assert (MILL, task, "task") == (refused.needs, refused.has, refused.field)
            assert [] == allowed_of(play.state, seat, RollTask)
        assert {"gm"} == {*awaits(play.state)}

    if way == "dropped":
        play.do(DropTask(task=task, reason="it obeys"))
        play.no(UnderAnOrder, asks(mind), seat="bob")
        return
    if way == "obeys":
        play.do(asks(mind, aim=MILL), seat="bob")
    play.do(RollTask(task=task), 1, 1, 1, 1)


@pytest.mark.rule("BN-CAMP-219")
@pytest.mark.parametrize("before", [True, False])
def test_a_task_whose_faces_are_entered_is_rolled_in_spite_of_an_order(*, before: bool) -> None:
    """Bob has entered the faces of the task before the order stands: they count. Once it stands, he can enter none."""
    play = Play(dice=TABLE)
    who, mind = mage(play), play.one("bob", [("Craft", *["Healer"] * 5)] * 4)
    effect = goes_on(play, who, kind="mind", target=mind, degree=5, successes=3, lasts="health", die=1)
    open_season(play)
    action = play.the(ActionDeclared, asks(mind, skill="Craft"), seat="bob").action.id
    play.do(TakeAction(action=action, terms=Terms(skill="Craft", purpose="making", days=9)))
    (task,) = play.state.tasks
    faces = ReportDice(creature=mind, faces=(1, 1, 1, 1))
    if before:
        play.do(faces, seat="bob")
    order = play.the(OrderGiven, GiveOrder(effect=effect, text=MILL), seat="ann").order.id
    play.do(SetMagnitude(order=order, magnitude=2))
    if not before:
        for seat in ("bob", "gm"):
            play.no(NothingToRoll, faces, seat=seat)
            assert [] == allowed_of(play.state, seat, ReportDice)
        play.do(asks(mind, aim=MILL), seat="bob")
        play.do(faces, seat="bob")
    play.do(RollTask(task=task), seat="bob")


@pytest.mark.rule("BN-CAMP-165")
def test_an_older_campaign_leaves_orders_to_the_game_master() -> None:
    """Under version 0 of the rules any aim can be declared, and no order is carried out automatically."""
    play, _, mind, _ = bind(form=0)

    assert [ActionDeclared] == [type(event) for event in play.do(asks(mind), seat="bob")]


@pytest.mark.rule("BN-CAMP-165")
def test_ordered_aims_are_listed() -> None:
    """Until an action carries out the order, the legal list offers only the order's text as an aim."""
    play, _, mind, _ = bind()

    assert {MILL} == {one.body["aim"] for one in allowed_of(play.state, "bob", asks(mind).__class__)}
    play.do(asks(mind, aim=MILL), seat="bob")
    assert {"ask around"} == {one.body["aim"] for one in allowed_of(play.state, "bob", asks(mind).__class__)}
    changes = allowed_of(play.state, "bob", ChangeAction)
    assert {MILL} == {one.body["aim"] for one in changes}
    assert [] == allowed_of(play.state, "bob", WithdrawAction)
