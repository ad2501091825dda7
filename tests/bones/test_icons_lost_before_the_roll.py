"""Icons that are lost between the terms of a task and its roll, in fights and outside them."""

import pytest
from msgspec.structs import replace

from services.bones.awaits import awaits
from services.bones.chapters.fights.casting_in_fights import SetRoundMagic
from services.bones.chapters.fights.combat import LeaveCombat
from services.bones.chapters.fights.reporting import ReportDice
from services.bones.chapters.fights.round_tasks import SetRoundTask
from services.bones.chapters.fights.rounds import RollRound
from services.bones.chapters.magic.casting import MagicUsed
from services.bones.chapters.rolls.rolls import RollMade
from services.bones.chapters.rolls.settling import TaskSettled
from services.bones.chapters.tasks.rolling import RollTask, TaskRolled
from services.bones.chapters.tasks.tasks import CallTask, SetTask, TaskProposed
from services.bones.chapters.tasks.terms import MayNotTry
from services.bones.state.campaign import FORM
from services.bones.state.tasks import Opponent, Terms
from shared.kernel.campaign.seats import OnlyTheGameMaster
from tests.bones.casters import RING, Holders
from tests.bones.closings import OffStage
from tests.bones.trying import LOST, WON, Tries


@pytest.mark.rule("BN-R-377", "BN-CLASS-07")
@pytest.mark.parametrize("form", [FORM, 1])
def test_magic_without_its_icon_is_not_rolled(form: int) -> None:
    """A caster loses both Magic dice after the game master set the magic, which must be dismissed before the roll."""
    table = Holders()
    table.state = replace(table.state, form=form)
    bob, foe = table.caster("Magic", "Universal"), table.of("gm", "blank")
    table.begin((bob,), (foe,))
    table.casts(bob, RING)
    table.state = table.state.change(bob, lost=(1, 3))

    if form == 1:
        assert [bob] == [event.creature for event in table.rolls({}) if isinstance(event, MagicUsed)]
        return
    refused = table.no(MayNotTry, RollRound())
    assert ("an icon of Magic, or SetRoundMagic without magic", bob, "creature") == (
        refused.needs, refused.has, refused.field
    )  # fmt: skip
    assert {"gm"} == {*awaits(table.state)}
    table.do(SetRoundMagic(creature=bob))
    assert [] == [event for event in table.rolls({}) if isinstance(event, MagicUsed)]


@pytest.mark.rule("BN-R-377", "BN-CLASS-05")
@pytest.mark.parametrize("source", ["service", "reported"])
def test_another_task_without_its_icon_is_not_rolled(source: str) -> None:
    """A healer loses the Healer die: the round waits for other terms, and once faces are entered, for the creature."""
    table = Holders(dice={"dice_source": source, "players_report": source == "reported"})
    bob, foe = table.of("ann", "Healer", "Universal"), table.of("gm", "blank")
    table.begin((bob,), (foe,))
    table.says(bob, "other", skill="Healer", aim="a bandage", seat="ann")
    table.says(foe, "nothing")
    table.do(SetRoundTask(creature=bob, terms=Terms(skill="Healer", number=1)))
    if source == "reported":
        table.do(ReportDice(creature=bob, faces=(1, 1)), seat="ann")
    table.state = table.state.change(bob, lost=(1,))
    instead = "LeaveCombat" if source == "reported" else "SetRoundTask with other terms, or without"

    assert f"an icon of Healer, or {instead}" == table.no(MayNotTry, RollRound()).needs
    if source == "reported":
        table.do(LeaveCombat(creature=bob))
    else:
        table.do(SetRoundTask(creature=bob, terms=Terms(skill="Physical", number=1)))
        table.rolls({})


@pytest.mark.rule("BN-R-377", "BN-CLASS-05", "BN-TASK-08")
@pytest.mark.parametrize(("form", "rolls"), [(FORM, False), (1, True)])
@pytest.mark.parametrize("theirs", ["Thief", "Perception"])
def test_an_opponent_without_the_icon_rolls_nothing(theirs: str, form: int, rolls: bool) -> None:  # noqa: FBT001
    """A thief whose only Thief die is gone shows nothing against the creature, but a universal skill needs no icon."""
    play = Tries()
    play.state = replace(play.state, form=form)
    bob, thief = play.die(), play.one("gm", [("Thief",) * 6, ("Universal",) * 6])
    against = (Opponent(creature=thief, skill=theirs),)  # type: ignore[arg-type]
    task = play.call(bob, opponents=against)
    play.state = play.state.change(thief, lost=(1,))
    rolls = rolls or theirs == "Perception"

    happened = play.roll(task, WON, *([LOST] * rolls))
    assert [bob, *([thief] * rolls)] == [one.roll.creature for one in happened if isinstance(one, RollMade)]
    (came,) = next(one for one in happened if isinstance(one, TaskSettled)).results
    assert (not rolls or (theirs == "Thief" and form == 1), came.against) == (came.success, thief)


@pytest.mark.rule("BN-R-377", "BN-CLASS-05", "BN-R-256")
@pytest.mark.parametrize("form", [FORM, 1])
def test_a_hidden_task_is_not_rolled_against_one_that_has_lost_its_icon(form: int) -> None:
    """The hidden opponent loses its only Thief die, so the game master sets other terms. Older campaigns roll."""
    play = Tries()
    play.state = replace(play.state, form=form)
    bob, thief = play.die(), play.one("gm", [("Thief",) * 6, ("Universal",) * 6])
    terms = Terms(skill="Stealth", opponents=(Opponent(creature=thief, skill="Thief"),))
    task = play.the(TaskProposed, CallTask(creature=bob, aim="past", terms=terms, hidden=True)).task.id
    play.state = play.state.change(thief, lost=(1,))
    if form == FORM:
        refused = play.no(MayNotTry, RollTask(task=task))
        assert ("an icon of Thief", thief, "task") == (refused.needs, refused.has, refused.field)
        play.no(OnlyTheGameMaster, RollTask(task=task), seat="ann")
        other = Terms(skill="Stealth", opponents=(Opponent(creature=thief, skill="Perception"),))
        play.do(SetTask(task=task, terms=other, hidden=True))
    (rolled,) = (event for event in play.roll(task, WON, LOST) if isinstance(event, TaskRolled))
    assert 1 == len(rolled.rolls)


@pytest.mark.rule("BN-R-377", "BN-R-351", "AR-KIND-02")
def test_the_game_master_is_awaited_for_a_round_that_fighters_cannot_roll() -> None:
    """Where fighters roll the round, one who has lost the icon stops it until the game master has acted."""
    table = Holders(combat={"round_rolled_by": "fighters"})
    bob, foe = table.caster("Magic", "Universal"), table.of("bob", "blank")
    table.begin((bob,), (foe,))
    table.casts(bob, RING)
    assert {"ann", "bob"} == {*awaits(table.state)}
    table.state = table.state.change(bob, lost=(1, 3))
    assert {"gm"} == {*awaits(table.state)}
    table.do(SetRoundMagic(creature=bob))
    assert {"ann", "bob"} == {*awaits(table.state)}


@pytest.mark.rule("BN-R-377", "BN-R-304")
@pytest.mark.parametrize(("form", "faces"), [(FORM, (WON,)), (1, (WON, LOST))])
def test_an_opponent_of_an_action_without_the_icon_rolls_nothing(form: int, faces: tuple[int, ...]) -> None:
    """An opponent off stage loses its only Thief die before the season closes, and shows nothing."""
    play = OffStage()
    play.state = replace(play.state, form=form)
    bob, thief = play.die(), play.one("bob", [("Thief",) * 6, ("Universal",) * 6])
    play.open()
    play.declare(bob, skill="Social", opponents=(Opponent(creature=thief, skill="Thief"),))
    play.state = play.state.change(thief, lost=(1,))
    play.close()

    assert 1 == play.resolve(*faces).margin


@pytest.mark.rule("BN-R-377", "BN-DMG-02")
def test_a_caster_without_dice_does_not_stop_the_round() -> None:
    """Who is out of action tries nothing, so the round is rolled without an answer of the game master."""
    table = Holders()
    bob, foe = table.caster("Magic", "Universal"), table.of("gm", "blank")
    table.begin((bob,), (foe,))
    table.casts(bob, RING)
    table.state = table.state.change(bob, lost=(1, 2, 3))

    assert [] == [event for event in table.rolls({}) if isinstance(event, MagicUsed)]
