"""Strategic actions whose dice are rolled at a physical table: who resolves them, and which need no dice."""

import pytest
from msgspec.structs import replace

from services.bones.chapters.seasons.closing import LetRest, NotTheNextStep, ResolveAction, RollAction, due
from services.bones.chapters.seasons.strategic import ActionDeclared, DeclareAction, SetActionTerms
from services.bones.context import FacesNeeded
from services.bones.game import bones
from services.bones.state.campaign import FORM
from services.bones.state.outcomes import ActionOutcome
from services.bones.state.tasks import Terms
from shared.kernel.chance import Faces, TableTape
from shared.kernel.context import Intent
from tests.bones.closings import OffStage
from tests.bones.play import allowed_of
from tests.bones.trying import DIE, LOST, NONE, WON


@pytest.mark.rule("BN-CAMP-120", "BN-R-001", "BN-R-300")
def test_game_master_sends_reported_dice() -> None:
    """With reported dice, the game master rolls each action; the clock takes no step before the last action."""
    play = OffStage(dice={"dice_source": "reported"})
    bob = play.die()
    play.open()
    one, two = play.earn(bob, skill="Craft"), play.declare(bob, skill="Stealth", difficulty="Easy")
    play.close()
    assert due(play.state) is None
    assert (one,) == play.no(NotTheNextStep, RollAction(action=two)).needs, "the action that is due"
    play.when(RollAction(action=one), faces=Faces(WON)).then_refused(FacesNeeded)
    for key, faces in ((one, (WON,)), (two, (LOST, NONE, NONE))):
        report_dice(play, key, *faces)
    play.no(NotTheNextStep, RollAction(action=two))
    assert LetRest(after=0) == play.due
    play.end()
    assert play.state.season is None
    refused = play.no(NotTheNextStep, RollAction(action=two))
    assert "an action that can be rolled" == refused.needs


def report_dice(play: OffStage, key: str, *faces: int) -> ActionOutcome:
    """Report the dice of an action as the game master; return its outcome."""
    rolls = RollAction(action=key)
    intent = Intent(id="one", seat="gm", role="gm", at=1, by="seat:gm@0", command=rolls, faces=faces)
    play.state = bones.decide(intent, play.state, TableTape(faces)).state
    return play.state.outcomes[key]


@pytest.mark.rule("BN-CAMP-154", "BN-R-300", "BN-R-001")
def test_reported_dice_with_resolution_at_once() -> None:
    """Reported dice can be combined with resolution at once.

    The game master rolls income when it is declared, and other actions once they have terms, in any order.
    """
    play = OffStage(dice={"dice_source": "reported"}, seasons={"season_resolution": "at_once"})
    bob = play.die()
    play.open()
    waits = play.declare(bob, skill="Stealth")
    asked = DeclareAction(creature=bob, gains=("income",), aim="so it is", skill="Craft")
    earns = play.the(ActionDeclared, asked, seat="ann").action.id
    assert (earns,) == play.no(NotTheNextStep, RollAction(action=waits)).needs
    assert [earns] == [one.body["action"] for one in allowed_of(play.state, "gm", RollAction)]
    assert 1 == report_dice(play, earns, WON).successes
    play.do(SetActionTerms(action=waits, terms=Terms(skill="Stealth", difficulty="Easy")))
    assert not report_dice(play, waits, LOST, NONE, NONE).success
    assert "an action that can be rolled" == play.no(NotTheNextStep, RollAction(action=waits)).needs
    play.close()
    play.end()


@pytest.mark.rule("BN-CAMP-120", "BN-R-001")
def test_lapsed_action_needs_no_reported_dice() -> None:
    """The action of an incapacitated creature lapses without reported dice, even if players see outcomes only later."""
    play = OffStage(dice={"dice_source": "reported"})
    bob = play.die()
    play.open()
    key = play.declare(bob, skill="Stealth", difficulty="Easy")
    play.close("none")
    play.state = play.state.change(bob, lost=(1,))
    assert "incapacitated" == report_dice(play, key).lapsed


@pytest.mark.rule("BN-CAMP-223", "BN-CAMP-120")
@pytest.mark.parametrize("form", [FORM, 1])
def test_the_clock_lets_an_action_lapse_where_dice_are_reported(form: int) -> None:
    """The dead roll nothing: the clock goes on to the next action. In older campaigns the game master is awaited."""
    play = OffStage(dice={"dice_source": "reported"})
    play.state = replace(play.state, form=form)
    bob, ann = play.die(), play.die()
    play.open()
    gone, earns = play.declare(bob, skill="Stealth", difficulty="Easy"), play.earn(ann, skill="Craft")
    play.state = play.state.change(bob, lost=(1,), beyond=1, dead=True)
    play.close("none")
    if form < FORM:
        assert (due(play.state), [*bones.timing.awaits(play.state)]) == (None, ["gm"])
        return
    assert (play.due, [*bones.timing.awaits(play.state)]) == (ResolveAction(action=gone), [])
    assert "incapacitated" == play.resolve().lapsed
    assert (due(play.state), [*bones.timing.awaits(play.state)]) == (None, ["gm"])
    assert 1 == report_dice(play, earns, WON).successes
    play.end()


@pytest.mark.rule("BN-CAMP-223", "BN-CAMP-121")
@pytest.mark.parametrize(("results", "closed"), [("none", ()), ("all", ()), ("all", ("dice",))])
def test_a_lapse_for_a_hidden_reason_waits_for_the_game_master(results: str, closed: tuple[str, ...]) -> None:
    """A failure that nobody may see yet took the last die, or the dice are closed: the clock shows no lapse."""
    play = OffStage(dice={"dice_source": "reported"})
    bob = play.die("gm")
    play.open()
    lost = play.declare(bob, skill="Stealth", difficulty="Easy", damage=1)
    later = play.declare(bob, skill="Stealth", difficulty="Easy")
    play.state = play.state.change(bob, closed=closed)
    play.close(results)
    assert (1,) == report_dice(play, lost, LOST, NONE, NONE).lost
    if results == "all" and not closed:
        assert ResolveAction(action=later) == play.due
        return
    assert (due(play.state), [*bones.timing.awaits(play.state)]) == (None, ["gm"])
    assert "incapacitated" == report_dice(play, later).lapsed
    play.end()


@pytest.mark.rule("BN-CAMP-223", "BN-R-376")
def test_the_clock_lets_an_action_lapse_whose_icon_all_know_to_be_lost() -> None:
    """The only die with Healer is lost before the close, so nobody has dice to roll and no game master is awaited."""
    play = OffStage(dice={"dice_source": "reported"})
    bob = play.one("ann", [DIE, ("Universal", "Healer", *["blank"] * 4)])
    play.open()
    heals = play.declare(bob, skill="Healer", difficulty="Easy")
    play.state = play.state.change(bob, lost=(2,))
    play.close()
    assert (ResolveAction(action=heals), []) == (play.due, [*bones.timing.awaits(play.state)])
    assert "no icon" == play.resolve().lapsed
    play.end()
