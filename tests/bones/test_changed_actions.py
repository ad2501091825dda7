"""Strategic actions that players change or withdraw or that are dropped, and actions that are resolved at once."""

import pytest
from msgspec.structs import replace

from services.bones.chapters.seasons.closing import ActionResolved
from services.bones.chapters.seasons.seasons import CloseSeason
from services.bones.chapters.seasons.strategic import (
    ActionChanged,
    ActionDeclared,
    ActionTermsSet,
    ActionWithdrawn,
    ChangeAction,
    IsResolved,
    SetActionTerms,
    WithdrawAction,
)
from services.bones.state.seasons import Action, Orders
from services.bones.state.tasks import Opponent, Terms
from shared.kernel.campaign.fights import AnswerFirst
from shared.kernel.campaign.roster import RemoveCharacter
from shared.kernel.campaign.seats import NotKnownHere, NotYours
from tests.bones.off_stage import AVERAGE, SKILLED, asks, declare_action, mark_as_resolved, season, set_to, table
from tests.bones.play import allowed_of

# ---------------------------------------------------------------- changed, withdrawn, left


@pytest.mark.rule("BN-R-302")
def test_a_changed_action_needs_new_terms() -> None:
    """Changing an action removes its terms, including the damage and `ends_season`.

    The action keeps its position and its orders.
    """
    play, bob = table(gm_may_end_season=True)
    declare_action(play, bob)
    orders = Orders(reroll=True)
    said = replace(asks(bob), orders=orders)
    action = play.the(ActionDeclared, said).action.id
    play.do(SetActionTerms(action=action, terms=AVERAGE, damage=2, ends_season=True))
    change = ChangeAction(action=action, gains=("travel",), aim="go to the sea", skill="Craft")
    play.when(change, seat="ann").then(
        ActionChanged(action=action, gains=("travel",), aim="go to the sea", skill="Craft")
    )
    assert season(play).actions[action] == Action(
        id=action, creature=bob, place=2, gains=("travel",), aim="go to the sea", skill="Craft", orders=orders
    )
    play.no(NotYours, change, seat="bob")


@pytest.mark.rule("BN-R-302")
def test_resolved_action_cannot_be_changed() -> None:
    """A resolved action can be neither changed nor withdrawn.

    The game master cannot set new terms for it. Other actions can still be changed.
    """
    play, bob = table()
    done, still = declare_action(play, bob), declare_action(play, bob)
    mark_as_resolved(play, done)
    change = ChangeAction(action=done, gains=("travel",), aim="go", skill="Craft")
    for command in (change, WithdrawAction(action=done), SetActionTerms(action=done, terms=AVERAGE)):
        play.no(IsResolved, command)
        play.do(replace(command, action=still))
        if isinstance(command, WithdrawAction):
            still = declare_action(play, bob)
    for kind in (ChangeAction, WithdrawAction, SetActionTerms):
        assert done not in str([(one.body, one.fields) for one in allowed_of(play.state, "gm", kind)])


@pytest.mark.rule("BN-CAMP-110")
def test_later_actions_move_up_when_one_is_withdrawn() -> None:
    """When the first of three actions is withdrawn, the others become first and second."""
    play, bob = table()
    zoe = play.one("bob", SKILLED)
    hers = declare_action(play, zoe)
    first, second, third = (declare_action(play, bob) for _ in range(3))
    play.no(NotYours, WithdrawAction(action=first), seat="bob")
    assert play.do(WithdrawAction(action=first), seat="ann") == [ActionWithdrawn(action=first)]
    assert [(one.id, one.place) for one in season(play).of(bob)] == [(second, 1), (third, 2)]
    another = declare_action(play, bob)
    assert [(one.id, one.place) for one in season(play).of(bob)][2:] == [(another, 3)]
    assert [(one.id, one.place) for one in season(play).of(zoe)] == [(hers, 1)]
    play.no(NotKnownHere, WithdrawAction(action=first))


@pytest.mark.rule("BN-CAMP-111")
def test_the_actions_of_a_removed_character_are_dropped() -> None:
    """When Bob is removed, his resolved and open actions are dropped. Zoe's action stays, and the season can close."""
    play, bob = table()
    zoe = play.one("bob", SKILLED)
    done, hers = declare_action(play, bob), declare_action(play, zoe, "income")
    declare_action(play, bob)
    mark_as_resolved(play, done)
    play.do(RemoveCharacter(character=bob, reason="gone"))
    assert ([*season(play).actions], season(play).declared, season(play).done) == ([hers], {zoe: (hers,)}, ())
    play.do(CloseSeason())


@pytest.mark.rule("BN-CAMP-112")
def test_opponent_of_an_action_cannot_be_removed() -> None:
    """A guard who opposes an action cannot be removed until the action is changed, withdrawn or resolved."""
    play, bob = table()
    guard = play.one("gm", SKILLED)
    terms = Terms(skill="Social", opponents=(Opponent(creature=guard, skill="Mental"),))
    remove = RemoveCharacter(character=guard, reason="gone")
    action = declare_action(play, bob)
    set_to(play, action, terms)
    assert play.no(AnswerFirst, remove).needs == (action,)
    whole = play.state
    for command in (
        ChangeAction(action=action, gains=("travel",), aim="go", skill="Social"), WithdrawAction(action=action),
    ):  # fmt: skip
        play.do(command)
        play.do(remove)
        play.state = whole
    mark_as_resolved(play, action)
    play.do(remove)


# ---------------------------------------------------------------- when they are resolved


@pytest.mark.rule("BN-R-300")
def test_an_action_is_resolved_at_the_close() -> None:
    """By default an action is rolled at the close of the season, not when it is declared or its difficulty is set."""
    play, bob = table()
    declare_action(play, bob, "income")
    set_to(play, declare_action(play, bob))
    assert not season(play).done


@pytest.mark.rule("BN-R-300")
def test_a_setting_resolves_actions_at_once() -> None:
    """If `season_resolution` is `at_once`, income is resolved when it is declared.

    Other actions are then resolved when their difficulty is set.
    """
    play, bob = table(season_resolution="at_once")
    happened = play.do(asks(bob, "income", skill="Craft"), 1, 1, 1, 1, seat="ann")
    assert [type(one) for one in happened] == [ActionDeclared, ActionResolved]
    action, change = declare_action(play, bob), declare_action(play, bob)
    assert len(season(play).done) == 1
    terms = Terms(skill="Social", difficulty="Easy")
    happened = play.do(SetActionTerms(action=action, terms=terms), 1, 1, 1, 1, 1, 1)
    assert [type(one) for one in happened] == [ActionTermsSet, ActionResolved]
    play.no(IsResolved, SetActionTerms(action=action, terms=terms))
    play.do(ChangeAction(action=change, gains=("travel",), aim="go", skill="Social"))
    assert season(play).done == tuple(one for one in season(play).actions if one != change)


@pytest.mark.rule("BN-R-300", "BN-R-077")
def test_an_action_may_be_changed_to_income_at_once() -> None:
    """With resolution at once, changing an action to income resolves it, because income needs no terms."""
    play, bob = table(season_resolution="at_once")
    action = declare_action(play, bob)
    happened = play.do(ChangeAction(action=action, gains=("income",), aim="trade", skill="Craft"), 1, 1, 1, 1)
    assert [type(one) for one in happened] == [ActionChanged, ActionResolved]


@pytest.mark.rule("BN-CAMP-111")
def test_results_resolved_at_once_disappear_with_their_character() -> None:
    """Bob's resolved income disappears when he leaves; Zoe's results are still shown at the close."""
    play, bob = table(season_resolution="at_once")
    zoe = play.one("bob", SKILLED)
    play.do(asks(bob, "income", skill="Craft"), 1, 1, 1, 1)
    play.do(asks(zoe, "income", skill="Craft"), 1, 1, 1, 1)
    assert (len(season(play).done), season(play).told) == (2, 2)
    play.do(RemoveCharacter(character=bob, reason="gone"))
    assert (len(season(play).done), season(play).told) == (1, 1)
