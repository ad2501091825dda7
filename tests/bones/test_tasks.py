"""Tasks: one per creature, their opposition, and their results."""

import pytest

from services.bones.chapters.fights.combat import Entrant, StartCombat
from services.bones.chapters.rolls.rolls import NoDiceLeft, RollMade, RollMoved
from services.bones.chapters.rolls.settling import DicePutAway, TaskSettled
from services.bones.chapters.tasks.rolling import DiceAreRolled, RollTask, TaskRolled, TermsNeeded
from services.bones.chapters.tasks.tasks import (
    Attempt,
    CalledByTheGameMaster,
    CallTask,
    DropTask,
    NoMoreTries,
    NotToTryAgain,
    OneTask,
    SetTask,
    TaskProposed,
    TaskSet,
    TaskWithdrawn,
    WithdrawTask,
)
from services.bones.chapters.tasks.terms import (
    MayNotTry,
    OneOpposition,
    OpposesItself,
    WrongTerms,
)
from services.bones.state.rolls import Roll, Shown
from services.bones.state.tasks import Circumstances, Opponent, Result, SkillName, Task, Terms
from shared.kernel.campaign.seats import NamedTwice, NotKnownHere, NotYours, OnlyTheGameMaster
from tests.bones.play import BOB, STANDARD, allowed_of, odds
from tests.bones.trying import CLIMBER, LOST, NONE, NULL, WON, Tries

WRONG: tuple[SkillName, ...] = ("Social", "Physical")


@pytest.mark.rule("BN-EX-01", "BN-TASK-06", "BN-TASK-14")
def test_bob_climbs_a_tree() -> None:
    """Two successes against one Null succeed by 1, and Bob's player narrates."""
    play = Tries()
    bob = play.one("ann", [CLIMBER] * 4)

    came = play.comes(play.easy(bob, "Maneuver"), 1, 3, 4, 5, NULL, NONE)

    assert Result(
        id=came.id, task=came.task, creature=bob, aim="it tries", skill="Maneuver", success=True, narrator="ann",
        successes=2, nulls=1, margin=1,
    ) == came  # fmt: skip


@pytest.mark.rule("BN-EX-06", "BN-TASK-08", "BN-TASK-11", "BN-TASK-12", "BN-DICE-10")
def test_bob_spies_a_goblin() -> None:
    """Bob's 3 successes beat the goblin's 2 by 1. The game master rolls for the goblin."""
    play = Tries()
    bob = play.one("ann", BOB)
    goblin = play.one("gm", [STANDARD["Primitive"]] * 2)
    perceives = STANDARD["Primitive"].index("Perception") + 1
    task = play.against(bob, goblin)

    happened = play.roll(task, 1, 2, 1, 6, 1, perceives)

    rolls = {one.roll.creature: one.roll for one in happened if isinstance(one, RollMade)}
    assert "gm" == play.state.owner(rolls[goblin].creature)
    assert ["Universal", "Perception"] == [one.face for one in rolls[goblin].dice]
    (came,) = next(one for one in happened if isinstance(one, TaskSettled)).results
    assert (3, 1, True, goblin, "ann") == (came.successes, came.margin, came.success, came.against, came.narrator)


@pytest.mark.rule("BN-TASK-01", "BN-TASK-13", "BN-DICE-03", "BN-CHAL-03")
def test_a_task_step_by_step() -> None:
    """The player states the aim, and the game master the terms.

    All dice are rolled once, and the game settles the task.
    """
    play = Tries()
    bob = play.die("ann", 2)
    task = Task(id="task-2", creature=bob, aim="past the guard", skill="Stealth")
    play.when(Attempt(creature=bob, aim="past the guard", skill="Stealth"), seat="ann").then(TaskProposed(task=task))
    play.no(TermsNeeded, RollTask(task=task.id), seat="ann")
    terms = Terms(skill="Stealth", difficulty="Easy")
    play.when(SetTask(task=task.id, terms=terms)).then(TaskSet(task=task.id, skill="Stealth", terms=terms))

    happened = play.do(RollTask(task=task.id), 5, LOST, NULL, NONE, seat="ann")

    dice = tuple(Shown(die=f"die-{n}", kind="character", face=face) for n, face in ((1, "Stealth"), (2, "blank")))
    came = Result(
        id="result-4", task=task.id, creature=bob, aim="past the guard", skill="Stealth", success=False,
        successes=1, nulls=1, margin=0,
    )  # fmt: skip
    assert [
        RollMade(roll=Roll(id="roll-3", of=task.id, creature=bob, dice=dice, skill="Stealth")),
        TaskRolled(task=task.id, rolls=("roll-3",), challenge=(NULL, NONE)),
        RollMoved(roll="roll-3", stage="final"),
        TaskSettled(task=task.id, success=False, results=(came,), successes=1),
        DicePutAway(tasks=(task.id,), rolls=("roll-3",)),
    ] == happened
    assert not play.state.tasks
    assert not play.state.rolls
    play.no(NotKnownHere, RollTask(task=task.id), seat="ann")


@pytest.mark.rule("BN-CHAL-03", "BN-TASK-01")
def test_the_skill_of_a_task_is_the_one_that_the_game_master_sets() -> None:
    """The terms decide the skill, even if the player named another skill or no skill."""
    play = Tries()
    bob = play.die()
    for named in ("Stealth", None):
        task = play.the(TaskProposed, Attempt(creature=bob, aim="past the guard", skill=named), seat="ann").task.id
        play.do(SetTask(task=task, terms=Terms(skill="Craft", number=1)))

        assert "Craft" == play.state.tasks[task].skill
        assert ("Craft", 1) == ((came := play.comes(task, 4)).skill, came.successes)


@pytest.mark.rule("BN-TASK-07")
def test_a_task_is_opposed_or_unopposed() -> None:
    """An opposed task is compared with other rolls.

    An unopposed task has challenge dice, a number to reach, or neither of them.
    """
    other = Opponent(creature="creature-1", skill="Perception")

    assert "opposed" == Terms(skill="Stealth", opponents=(other,)).type
    for unopposed in ({"difficulty": "Easy"}, {"number": 2}, {}):
        assert "unopposed" == Terms(skill="Stealth", **unopposed).type


@pytest.mark.rule("BN-TASK-02", "BN-TASK-13", "BN-TASK-01")
def test_a_creature_has_one_task_at_a_time() -> None:
    """The game refuses a second task, proposed or called, until the first is settled, withdrawn or dropped."""
    play = Tries()
    bob, goblin = play.die("ann"), play.die("gm")
    task = play.easy(bob)

    play.no(OneTask, Attempt(creature=bob, aim="a lock"), seat="ann")
    play.no(OneTask, CallTask(creature=bob, aim="a lock", terms=Terms(skill="Physical")))
    play.do(Attempt(creature=goblin, aim="a lock"))
    play.roll(task, WON, NONE, NONE)
    play.do(Attempt(creature=bob, aim="a lock"), seat="ann")


@pytest.mark.rule("BN-TASK-03")
def test_an_unrelated_icon_adds_nothing() -> None:
    """Craft and Mental successes do not count in a Stealth task."""
    play = Tries()
    bob = play.die("ann", 2)

    assert 0 == play.comes(play.easy(bob), 4, 3, NONE, NONE).successes


@pytest.mark.rule("BN-R-250", "BN-TASK-08")
def test_a_task_has_one_kind_of_opposition() -> None:
    """The game refuses two kinds of opposition, an opponent named twice, and a creature that opposes itself."""
    play = Tries()
    bob, goblin = play.die(), play.die("gm")
    guard = Opponent(creature=goblin, skill="Perception")
    for refusal, more in (
        (OneOpposition, {"difficulty": "Easy", "number": 1}),
        (OneOpposition, {"difficulty": "Easy", "opponents": (guard,)}),
        (NamedTwice, {"opponents": (guard, guard)}),
        (OpposesItself, {"opponents": (Opponent(creature=bob, skill="Perception"),)}),
        (NotKnownHere, {"opponents": (Opponent(creature="creature-9", skill="Perception"),)}),
        (MayNotTry, {"opponents": (Opponent(creature=goblin, skill="Thief"),)}),
    ):
        play.no(refusal, CallTask(creature=bob, aim="past", terms=Terms(skill="Stealth", **more)))
    play.state = play.state.change(goblin, lost=(1,))
    play.no(NoDiceLeft, CallTask(creature=bob, aim="past", terms=Terms(skill="Stealth", opponents=(guard,))))


@pytest.mark.rule("BN-R-230")
def test_an_opponent_that_has_fallen_meanwhile_rolls_nothing() -> None:
    """An opponent that has lost all dice before the roll counts as zero.

    The creature that attempts the task must have a die left.
    """
    play = Tries()
    bob, goblin = play.die(), play.die("gm", automatic=3)
    task = play.against(bob, goblin)
    play.state = play.state.change(goblin, lost=(1,))

    happened = play.roll(task, WON)
    assert [bob] == [one.roll.creature for one in happened if isinstance(one, RollMade)]
    (came,) = next(one for one in happened if isinstance(one, TaskSettled)).results
    assert 1 == came.margin
    again = play.easy(bob)
    play.state = play.state.change(bob, lost=(1,), automatic=1)
    play.no(NoDiceLeft, RollTask(task=again), seat="ann")
    play.do(WithdrawTask(task=again))
    play.no(NoDiceLeft, Attempt(creature=bob, aim="a lock"), seat="ann")
    play.no(NoDiceLeft, CallTask(creature=bob, aim="a lock", terms=Terms(skill="Physical")))


@pytest.mark.rule("BN-R-254")
def test_a_hopeless_task_is_not_refused() -> None:
    """However small the odds, the game refuses a task only for a missing icon or missing dice."""
    play = Tries()
    bob, scholar = play.die(), play.die("ann", 1, "Universal", "Mental", "Scholar", "blank", "blank", "blank")

    assert not play.comes(play.easy(bob, level="Impossible"), WON, *[NONE] * 12).success
    play.no(MayNotTry, CallTask(creature=bob, aim="it reads", terms=Terms(skill="Scholar")))
    play.no(MayNotTry, Attempt(creature=bob, aim="it reads", skill="Scholar"), seat="ann")
    task = play.easy(scholar, "Scholar")
    play.state = play.state.change(scholar, dice=(*play.who(bob).dice, *play.who(scholar).dice), lost=(2,))
    play.no(MayNotTry, RollTask(task=task), seat="ann")


@pytest.mark.rule("BN-R-254")
def test_magic_may_be_proposed_by_an_icon_that_needs_art() -> None:
    """A player may propose magic with an icon that counts as Magic only with art.

    The game master decides whether art is part of the task.
    """
    play = Tries()
    artist = play.die("ann", 1, "Universal", "Mental", "Artisan:Inspired", "blank", "blank", "blank")
    song = Attempt(creature=artist, aim="a song", skill="Magic", casting=play.fire(artist))
    task = play.the(TaskProposed, song, seat="ann").task.id

    play.no(MayNotTry, SetTask(task=task, terms=Terms(skill="Magic")))
    play.do(SetTask(task=task, terms=Terms(skill="Magic", circumstances=Circumstances(aids=("art",)))))


@pytest.mark.rule("BN-R-251")
def test_there_is_no_botch_and_no_critical_success() -> None:
    """Large margins are ordinary successes and failures."""
    play = Tries()
    bob = play.die("ann", 6)

    for faces, margin in (((WON,) * 6 + (NONE,) * 2, 6), ((LOST,) * 6 + (NULL,) * 2, -2)):
        happened = play.roll(play.easy(bob), *faces)
        assert [RollMade, TaskRolled, RollMoved, TaskSettled, DicePutAway] == [type(one) for one in happened]
        assert margin == list(play.state.results.values())[-1].margin


@pytest.mark.rule("BN-R-253")
def test_one_roll_settles_one_task() -> None:
    """A settled task is over and accepts no more dice."""
    play = Tries()
    bob = play.die()
    task = play.call(bob, number=2)
    play.roll(task, WON)

    play.no(NotKnownHere, RollTask(task=task))
    assert not play.state.rolls


@pytest.mark.rule("BN-R-234")
@pytest.mark.parametrize("limit", [0, 1])
def test_a_failed_task_may_be_tried_again(limit: int) -> None:
    """A player may retry a failed task `retry_limit` times, or without limit if that is 0.

    The game master may always have it retried.
    """
    play = Tries(tasks={"retry_limit": limit})
    bob, goblin = play.die(), play.die("gm")

    def fails(again: str | None = None) -> str:
        asked = Attempt(creature=bob, aim="a lock", again=again)
        task = play.the(TaskProposed, asked, seat="ann").task.id
        play.do(SetTask(task=task, terms=Terms(skill="Physical", number=3)))
        return play.comes(task, WON).id

    first = fails()
    second = fails(first)
    assert [1, 2] == [play.state.results[one].tries for one in (first, second)]
    won = play.comes(play.call(bob, number=1), WON).id
    for who, result in ((goblin, second), (bob, won), (bob, first)):
        play.no(NotToTryAgain, Attempt(creature=who, aim="a lock", again=result))
    play.no(NotKnownHere, Attempt(creature=bob, aim="a lock", again="result-99"), seat="ann")

    once_more = Attempt(creature=bob, aim="a lock", again=second)
    (entry,) = allowed_of(play.state, "ann", Attempt)
    assert (not limit) == ("again" in entry.fields)
    if limit:
        play.no(NoMoreTries, once_more, seat="ann")
        play.do(once_more)
        return
    task = play.the(TaskProposed, once_more, seat="ann").task
    assert (3, second) == (task.tries, task.again_of)
    play.do(WithdrawTask(task=task.id), seat="ann")
    play.do(once_more, seat="ann")


@pytest.mark.rule("BN-R-256")
def test_before_the_roll_a_task_may_be_withdrawn_dropped_or_changed() -> None:
    """Before the roll, the player may withdraw a task, and the game master may drop it or set other terms.

    The latest terms count.
    """
    play = Tries()
    bob = play.die()
    task = play.the(TaskProposed, Attempt(creature=bob, aim="a lock"), seat="ann").task.id
    play.do(SetTask(task=task, terms=Terms(skill="Stealth", difficulty="Easy")))
    harder = Terms(skill="Stealth", difficulty="Impossible")
    play.when(SetTask(task=task, terms=harder)).then(TaskSet(task=task, skill="Stealth", terms=harder))
    play.no(NotYours, WithdrawTask(task=task), seat="bob")
    play.when(WithdrawTask(task=task), seat="ann").then(TaskWithdrawn(task=task))
    other = play.easy(bob)
    play.no(OnlyTheGameMaster, DropTask(task=other, reason="no"), seat="ann")
    play.when(DropTask(task=other, reason="it rains")).then(TaskWithdrawn(task=other, reason="it rains"))

    rolled = play.easy(bob)
    play.spiffs("ann", 1)
    play.roll(rolled, WON, NONE, NONE)
    for refused in (WithdrawTask(task=rolled), SetTask(task=rolled, terms=harder), RollTask(task=rolled)):
        play.no(DiceAreRolled, refused)
    play.no(DiceAreRolled, DropTask(task=rolled, reason="no"))


@pytest.mark.rule("BN-CAMP-27")
@pytest.mark.parametrize("hidden", [False, True])
def test_only_the_game_master_drops_a_task_they_called_for(hidden: bool) -> None:  # noqa: FBT001 a row
    """A player cannot withdraw a task that the game master called for, even after its terms have changed.

    The list does not offer to withdraw it.
    """
    play = Tries()
    bob = play.die()
    faint, harder = Terms(skill="Physical", difficulty="Difficult"), Terms(skill="Physical", difficulty="Impossible")
    called = CallTask(creature=bob, aim="do not faint of hunger", terms=faint, hidden=hidden)
    for withdraws in (False, True):
        task = play.the(TaskProposed, called).task.id
        play.do(SetTask(task=task, terms=harder, hidden=hidden))
        play.no(CalledByTheGameMaster, WithdrawTask(task=task), seat="ann")
        assert not allowed_of(play.state, "ann", WithdrawTask)
        play.do(WithdrawTask(task=task) if withdraws else DropTask(task=task, reason="it rains"))


@pytest.mark.rule("BN-R-243")
def test_cast_roll_against_challenge_dice_too() -> None:
    """The game master rolls the dice of the cast and the challenge dice, and narrates the result."""
    play = Tries()
    goblin = play.die("gm", 2)
    task = play.easy(goblin)
    play.no(NotYours, RollTask(task=task), seat="ann")

    came = play.comes(task, WON, WON, NULL, NONE)
    assert (True, 1, None) == (came.success, came.margin, came.narrator)


@pytest.mark.rule("BN-TASK-01")
def test_the_purpose_of_a_task_decides_its_skill() -> None:
    """A treatment needs Healer, and making an item needs Craft. Fields of another purpose must be empty."""
    play = Tries()
    bob, dog = play.die(), play.die("ann", kind="beast")
    for terms in (
        Terms(skill="Stealth", purpose="movement"),
        Terms(skill="Physical", purpose="treatment", patient=bob),
        Terms(skill="Maneuver", purpose="making", days=3),
        Terms(skill="Stealth", patient=dog),
        Terms(skill="Stealth", days=4),
        Terms(skill="Stealth", item="Spear"),
        Terms(skill="Social", purpose="command", patient=dog),
    ):
        play.no(WrongTerms, CallTask(creature=bob, aim="it tries", terms=terms))
    play.no(
        OneOpposition, CallTask(creature=bob, aim="away", terms=Terms(skill="Maneuver", purpose="movement", number=1))
    )


@pytest.mark.rule("BN-R-008")
def test_a_dry_run_shows_the_odds_of_a_task() -> None:
    """One die with three useful faces succeeds against two challenge dice with a probability of 2/9."""
    play = Tries()
    bob = play.die()
    task = play.easy(bob)

    assert "2/9" == odds(RollTask(task=task), play.state).also["success"].exact


@pytest.mark.rule("BN-TASK-02", "BN-CMB-01")
def test_fighters_attempt_only_their_declared_task() -> None:
    """Fighters cannot attempt tasks other than the declared one. A creature outside the fight can."""
    play = Tries()
    bob, goblin, other = play.die(), play.die("gm"), play.die("bob")
    sides = (Entrant(creature=bob, side="one"), Entrant(creature=goblin, side="two"))
    play.do(StartCombat(fighters=sides))

    play.no(OneTask, Attempt(creature=bob, aim="a lock"), seat="ann")
    play.no(OneTask, CallTask(creature=goblin, aim="a lock", terms=Terms(skill="Physical")))
    play.do(Attempt(creature=other, aim="a lock"), seat="bob")


@pytest.mark.rule("BN-R-312")
def test_commanding_a_servant_may_be_a_task_of_its_owner() -> None:
    """Commanding a companion is an Outdoorsman task of its owner. Commanding a lackey is a Social task."""
    play = Tries()
    bob = play.die("ann", 1, "Universal", "Physical", "Outdoorsman", "Social", "blank", "blank")
    dog = play.die("ann", 1, kind="beast", master=bob, service="companion")
    for skill in WRONG:
        terms = Terms(skill=skill, purpose="command", patient=dog)
        play.no(WrongTerms, CallTask(creature=bob, aim="sit", terms=terms))

    assert play.comes(play.call(bob, "Outdoorsman", purpose="command", patient=dog, difficulty="Easy"), 1, 3, 3).success
