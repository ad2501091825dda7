"""Strategic actions rolled as tasks: lasting magic, treatment, the making of items, and orders within a season."""

from typing import Any

import pytest
from msgspec.structs import replace

from services.bones.chapters.fights.reporting import ReportDice
from services.bones.chapters.lasting_magic.minds import (
    GiveIn,
    GiveOrder,
    OrderGiven,
    OrderStands,
    ResistanceOpened,
    SetMagnitude,
)
from services.bones.chapters.lasting_magic.sacrifices import HealthSacrificed, SacrificeHealth
from services.bones.chapters.magic.casting import MagicUsed
from services.bones.chapters.magic.effects import EffectBegan, EffectEnded
from services.bones.chapters.rolls.healing import DamageHealed
from services.bones.chapters.rolls.settling import TaskSettled
from services.bones.chapters.rolls.wounds import Died
from services.bones.chapters.seasons.seasons import CloseSeason, OpenSeason, SeasonIsOpen
from services.bones.chapters.seasons.strategic import (
    ActionDeclared,
    DeclareAction,
    NotItsSkill,
    SeasonIsOver,
    SetActionTerms,
    ThreeASeason,
)
from services.bones.chapters.seasons.strategic_tasks import ActionTaken, NotForASeason, TakeAction
from services.bones.chapters.tasks.making import ThingMade
from services.bones.chapters.tasks.rolling import RollTask
from services.bones.chapters.tasks.tasks import CallTask, DropTask, TaskWithdrawn
from services.bones.game import bones
from services.bones.reading.magic import successes_lost
from services.bones.state.campaign import FORM
from services.bones.state.magic import Casting
from services.bones.state.seasons import MOST_ACTIONS, Orders
from services.bones.state.tasks import Terms
from services.bones.views import view
from shared.kernel.campaign.fights import AnswerFirst
from tests.bones.casting import goes_on, mage, shows
from tests.bones.off_stage import asks, close_season, declare_action, end_season, open_season, season
from tests.bones.play import Play, allowed_of

HOLY = Casting(theme="Ground")
RITE = Terms(skill="Magic", purpose="effect")


def consecrates(play: Play, *, casting: Casting = HOLY, **terms: Any) -> list[Any]:  # noqa: ANN401 fields of the terms
    """Play a consecration in a season as a task, with 4 successes; return the events."""
    action = declare_action(play, "creature-1", "other", skill="Magic")
    play.do(TakeAction(action=action, terms=replace(RITE, **terms), casting=casting))
    (task,) = play.state.tasks
    return play.do(RollTask(task=task), *shows(4), seat="ann")


@pytest.mark.rule("BN-CAMP-161", "BN-SAC-03", "BN-SAC-04")
@pytest.mark.parametrize("given", [True, False])
def test_a_consecration_outlasts_the_season_by_a_sacrifice(given: bool) -> None:  # noqa: FBT001 a row
    """A sacrificed die sustains the consecration beyond the season. Without a sacrifice, it ends at the close."""
    play = Play()
    assert "creature-1" == mage(play)
    open_season(play)
    (began,) = [event.effect for event in consecrates(play) if isinstance(event, EffectBegan)]
    assert (4, "held") == (began.successes, began.lasts)
    if given:
        assert 1 == play.the(HealthSacrificed, SacrificeHealth(effect=began.id, die=1), seat="ann").die
    happened = play.do(CloseSeason())
    end_season(play)

    assert given == (began.id in play.state.effects)
    assert given != any(isinstance(event, EffectEnded) for event in happened)
    assert given == (1 in play.who("creature-1").lost)


@pytest.mark.rule("BN-CAMP-161", "BN-SAC-09")
def test_a_victim_is_sacrificed_off_stage() -> None:
    """A victim sacrificed in a season dies, and its blood sustains the effect."""
    play = Play()
    mage(play)
    victim = play.one("gm")
    open_season(play)
    happened = consecrates(play, casting=replace(HOLY, victim=victim), takes_victim=True)

    assert Died(creature=victim, cause="sacrifice") in happened
    close_season(play)
    assert ["blood"] == [one.lasts for one in play.state.effects.values()]


@pytest.mark.rule("BN-CAMP-161", "BN-ACT-05")
def test_an_action_rolled_as_a_task_is_one_of_the_three() -> None:
    """An action rolled as a task is one of the character's three, and the view counts it: two more can be declared."""
    play = Play()
    who = mage(play)
    open_season(play)
    consecrates(play)
    assert ({who: 1}, {}) == (season(play).taken, season(play).actions)
    assert {who: 1} == view(play.state, "ann").season.taken  # type: ignore[union-attr]
    for _ in range(MOST_ACTIONS - 1):
        declare_action(play, who)
    play.no(ThreeASeason, asks(who))


@pytest.mark.rule("BN-CAMP-183", "BN-CAMP-161", "BN-ACT-05")
@pytest.mark.parametrize(("form", "taken"), [(FORM, 1), (1, 2)])
def test_a_dropped_strategic_task_gives_its_action_back(form: int, taken: int) -> None:
    """If one of two tasks is dropped before its roll, exactly one other action may be declared.

    A task that was rolled still counts, and so does that of another creature.
    """
    play = Play()
    play.state = replace(play.state, form=form)
    who, other = [play.one("ann", [("Craft",) * 6] * 4) for _ in range(2)]
    open_season(play)
    making = Terms(skill="Craft", purpose="making", days=9)
    theirs = declare_action(play, other, "item", skill="Craft")
    rolled, dropped, _ = [declare_action(play, who, "item", skill="Craft") for _ in range(MOST_ACTIONS)]
    for action in (theirs, rolled):
        play.do(TakeAction(action=action, terms=making))
        play.do(RollTask(task=next(iter(play.state.tasks))), 1, 1, 1, 1)
    play.do(TakeAction(action=dropped, terms=making))
    assert (season(play).declared[who][0], "2 as tasks") == play.no(ThreeASeason, asks(who)).has
    (task,) = play.state.tasks

    gone = TaskWithdrawn(task=task, reason="the forge is cold")
    assert [gone] == play.do(DropTask(task=task, reason="the forge is cold"))

    assert {who: taken, other: 1} == season(play).taken
    if form == FORM:
        declare_action(play, who)
    play.no(ThreeASeason, asks(who))


@pytest.mark.rule("BN-R-366", "BN-R-082", "BN-MAG-08")
@pytest.mark.parametrize(("form", "tired", "uses"), [(FORM, [0, 0, 0], (1,)), (1, [0, 1, 2], (1, 0, 0, 0))])
def test_magic_of_a_season_does_not_tire(form: int, tired: list[int], uses: tuple[int, ...]) -> None:
    """Three rites of a season lose no success to fatigue, and neither counts as a use nor ends earlier ones."""
    play = Play()
    play.state = replace(play.state, form=form)
    who = mage(play, dice=[*[("Magic", *["Universal"] * 5)] * 2, *[("Universal",) * 6] * 2], uses=(1,))
    plain = play.one("bob", [("Craft",) * 6])
    open_season(play)
    assert int(form != FORM) == successes_lost(play.state, plain)
    found = []
    for _ in range(MOST_ACTIONS):
        action = declare_action(play, who, "other", skill="Magic")
        play.do(TakeAction(action=action, terms=RITE, casting=HOLY))
        happened = play.do(RollTask(task=next(iter(play.state.tasks))), 1, 1, 1, 1, seat="ann")
        found += [(event.number, event.tired) for event in happened if isinstance(event, MagicUsed)]

    assert (tired, uses) == ([lost for _, lost in found], play.who(who).uses)
    assert (form != FORM) == play.who(who).fatigued
    assert [number for number, _ in found] == ([1, 1, 1] if form == FORM else [2, 3, 4])


@pytest.mark.rule("BN-R-366", "BN-MAG-09")
def test_a_view_shows_what_magic_costs_off_stage() -> None:
    """A view shows what a creature's next magic costs now, even if the creature is the same as before the season."""
    play = Play()
    play.one("bob", [("Craft",) * 6])
    costs = []
    for turn in (open_season, close_season, lambda _: None):
        costs += [one.magic.next_loses for one in view(play.state, "bob").characters]
        turn(play)
    assert costs == [1, 0, 1]


@pytest.mark.rule("BN-R-350", "BN-CAMP-161")
def test_a_strategic_task_is_public() -> None:
    """The result of a strategic task is public, even if the season's results are hidden.

    Its spiff orders lapse, and the deadline waits for it.
    """
    play = Play()
    who = mage(play)
    play.do(OpenSeason(name="spring", results="none", closes_in=60))
    assert bones.timing.due(play.state) is not None
    ordered = replace(asks(who, "other", skill="Magic"), orders=Orders(reroll=True))
    action = play.the(ActionDeclared, ordered, seat="ann").action.id
    play.do(TakeAction(action=action, terms=RITE, casting=HOLY))
    (task,) = play.state.tasks
    assert ({}, None) == (season(play).actions, bones.timing.due(play.state))
    play.do(RollTask(task=task), *shows(4), seat="ann")

    (seen,) = {tuple(one.successes for one in view(play.state, seat).results) for seat in ("gm", "ann", "bob")}
    assert (4,) == seen


@pytest.mark.rule("BN-CAMP-161")
def test_an_action_becomes_a_task_of_its_own_skill() -> None:
    """The game refuses income, a plain task and another skill, and accepts the conversions that it lists."""
    play = Play()
    who = mage(play)
    open_season(play)
    rite, work = declare_action(play, who, "other", skill="Magic"), declare_action(play, who, "income", skill="Social")

    play.no(NotForASeason, TakeAction(action=work, terms=replace(RITE, skill="Social")))
    play.no(NotForASeason, TakeAction(action=rite, terms=Terms(skill="Magic", difficulty="Easy"), casting=HOLY))
    play.no(NotItsSkill, TakeAction(action=rite, terms=Terms(skill="Craft", purpose="making", days=3)))
    bodies = [one.body for one in allowed_of(play.state, "gm", TakeAction)]
    assert {rite} == {body["action"] for body in bodies}
    assert {"effect", "ward"} <= {body["terms"]["purpose"] for body in bodies}


@pytest.mark.rule("BN-CAMP-161")
def test_no_season_closes_during_a_task() -> None:
    """The open task must be rolled or dropped before the season can close."""
    play = Play()
    who = mage(play)
    open_season(play)
    play.do(TakeAction(action=declare_action(play, who, "other", skill="Magic"), terms=RITE, casting=HOLY))
    (task,) = play.state.tasks

    assert (task,) == play.no(AnswerFirst, CloseSeason()).needs
    play.do(RollTask(task=task), *shows(4), seat="ann")
    close_season(play)


@pytest.mark.rule("BN-CAMP-161")
def test_making_and_treating_are_strategic_actions() -> None:
    """Making an item is rolled as a task of Craft, and treatment as a task of Healer."""
    play = Play()
    skilled = [("Craft", "Healer", *["Healer"] * 4)] * 4
    who = play.one("ann", skilled)
    patient = play.one("gm", lost=(1, 2))
    open_season(play)
    made = play.do(
        TakeAction(
            action=declare_action(play, who, "item", skill="Craft"),
            terms=Terms(skill="Craft", purpose="making", days=9),
        )
    )
    assert ActionTaken in {type(event) for event in made}
    happened = play.do(RollTask(task=next(iter(play.state.tasks))), 1, 1, 1, 1, seat="ann")
    assert any(isinstance(event, ThingMade) for event in happened)
    heal = Terms(skill="Healer", purpose="treatment", patient=patient)
    play.do(TakeAction(action=declare_action(play, who, "other", skill="Healer"), terms=heal))
    happened = play.do(RollTask(task=next(iter(play.state.tasks))), 2, 2, 2, 2, seat="ann")
    assert [4] == [event.successes for event in happened if isinstance(event, TaskSettled)]
    assert any(isinstance(event, DamageHealed) for event in happened)


@pytest.mark.rule("BN-CAMP-162", "BN-MIND-09")
def test_a_controlled_mind_is_ordered_in_a_season() -> None:
    """The season cannot close until the order has its magnitude and the target has resisted or given in."""
    play = Play()
    who = mage(play)
    mind = play.one("bob")
    effect = goes_on(play, who, kind="mind", target=mind, degree=5, successes=3, lasts="health", die=1)
    play.state = play.state.change(who, lost=(1,))
    open_season(play)
    order = play.the(OrderGiven, GiveOrder(effect=effect, text="burn the mill"), seat="ann").order.id
    assert (order,) == play.no(AnswerFirst, CloseSeason()).needs
    opens = play.the(ResistanceOpened, SetMagnitude(order=order, magnitude=4)).resistance
    assert order == play.the(OrderStands, GiveIn(resistance=opens.id), seat="bob").order
    close_season(play)

    open_season(play)
    play.state = replace(play.state, form=0)
    play.no(SeasonIsOpen, GiveOrder(effect=effect, text="burn the mill"), seat="ann")


@pytest.mark.rule("BN-R-305")
def test_other_tasks_are_refused_in_a_season() -> None:
    """The game refuses tasks other than strategic actions during the season."""
    play = Play()
    who = mage(play)
    play.do(OpenSeason(name="fall"))
    play.no(SeasonIsOpen, CallTask(creature=who, aim="it glows", terms=RITE, casting=HOLY))
    assert isinstance(asks(who), DeclareAction)


@pytest.mark.rule("BN-CAMP-188", "BN-R-071")
@pytest.mark.parametrize("form", [FORM, 1])
def test_a_season_that_is_over_takes_its_tasks_with_it(form: int) -> None:
    """A failure ends the season: the task of the second action is withdrawn, and the third becomes none."""
    play = Play(seasons={"season_resolution": "at_once", "gm_may_end_season": True})
    play.state = replace(play.state, form=form)
    who = play.one("ann", [("Craft",) * 6] * 4)
    open_season(play)
    first, second, third = [declare_action(play, who, "item", skill="Craft") for _ in range(MOST_ACTIONS)]
    making = Terms(skill="Craft", purpose="making", days=9)
    play.do(TakeAction(action=second, terms=making))
    (task,) = play.state.tasks

    hard = Terms(skill="Craft", difficulty="Impossible")
    happened = play.do(SetActionTerms(action=first, terms=hard, ends_season=True), *(1,) * 16)

    assert (who,) == season(play).over
    gone = [event for event in happened if isinstance(event, TaskWithdrawn)]
    assert gone == ([TaskWithdrawn(task=task, reason="its season is over")] if form == FORM else [])
    if form == FORM:
        refused = play.no(SeasonIsOver, TakeAction(action=third, terms=making))
        assert ("action", who) == (refused.field, refused.has)
    else:
        play.do(RollTask(task=task), 1, 1, 1, 1)
        play.do(TakeAction(action=third, terms=making))


@pytest.mark.rule("BN-CAMP-188")
@pytest.mark.parametrize("kept", ["a success", "another's task", "entered faces", "a roll"])
def test_a_failure_that_ends_a_season_withdraws_only_tasks_that_wait(kept: str) -> None:
    """A failure that ends no season, and one of another creature, withdraw no task; neither does a late one."""
    play = Play(
        dice={"dice_source": "reported", "players_report": True},
        seasons={"season_resolution": "at_once", "gm_may_end_season": True},
    )
    who, other = (play.one(seat, [("Craft",) * 6] * 4, spiffs=3) for seat in ("ann", "bob"))
    open_season(play)
    first = declare_action(play, other if kept == "another's task" else who, "item", skill="Craft")
    second = declare_action(play, who, "item", skill="Craft")
    play.do(TakeAction(action=second, terms=Terms(skill="Craft", purpose="making", days=9)))
    (task,) = play.state.tasks
    if kept == "entered faces":
        play.do(ReportDice(creature=who, faces=(1, 1, 1, 1)), seat="ann")
    settings = play.state.settings
    play.state = replace(play.state, settings=replace(settings, dice=replace(settings.dice, dice_source="service")))
    if kept == "a roll":
        play.do(RollTask(task=task), 1, 1, 1, 1)
    terms, faces = Terms(skill="Craft", difficulty="Impossible"), [1] * 16
    if kept == "a success":
        terms, faces = Terms(skill="Craft", difficulty="Easy"), [1] * 6
    happened = play.do(SetActionTerms(action=first, terms=terms, ends_season=True), *faces)

    assert () == tuple(event for event in happened if isinstance(event, TaskWithdrawn))
    assert (task,) == tuple(play.state.tasks)
