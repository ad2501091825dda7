"""Effects that casters hold by continuing the task, and that end when the casters stop."""

import pytest

from services.bones.awaits import awaits
from services.bones.chapters.fights.combat import EndCombat, Entrant, StartCombat
from services.bones.chapters.lasting_magic.holding import (
    NothingToHold,
    PassRounds,
    RoundsPassed,
)
from services.bones.chapters.lasting_magic.sacrifices import HealthSacrificed, SacrificeHealth
from services.bones.chapters.magic.effects import EffectEnded, EffectHeld, ReleaseEffect, TheDeadReleaseNothing
from services.bones.chapters.rolls.spiffs import AllowSpiffs, SpiffsSpent
from services.bones.chapters.rolls.wounds import CoupDeGrace, DealDamage
from services.bones.chapters.tasks.corrections import ChangeCreature
from services.bones.chapters.tasks.recovery import HoldsAnEffect, PassTime, TimePassed
from services.bones.chapters.tasks.rolling import RollTask
from services.bones.chapters.tasks.tasks import CallTask, TaskProposed, TaskWithdrawn
from services.bones.reading.magic import uses_counted
from services.bones.state.tasks import Opponent, SkillName, Task, Terms
from shared.kernel.campaign.fights import AnswerFirst
from shared.kernel.campaign.roster import RemoveCharacter
from shared.kernel.campaign.seats import NotYours, OnlyTheGameMaster, TooManyHere
from shared.kernel.messages import Event
from tests.bones.casting import NIGHT, cast, effect_begun, ends_and_reasons, goes_on, holds, mage, magic, shows
from tests.bones.play import Play


@pytest.mark.rule("BN-R-290", "BN-R-288", "BN-R-153", "BN-MAG-03", "BN-CAMP-109", "BN-R-168")
def test_an_effect_is_held_for_a_stretch_of_time() -> None:
    """To hold an effect while time passes, its caster needs one roll, which counts as one use of magic.

    The 2 successes of the roll replace the stored 4. The next stretch of time needs a new task.
    """
    play = Play()
    who = mage(play)
    effect = effect_begun(cast(play, who, magic(number=1), shows(4))).id
    task = holds(play)
    assert (who, "the hours of the night", Terms(skill="Magic", purpose="hold", holds=effect)) == (
        play.state.tasks[task].creature, play.state.tasks[task].aim, play.state.tasks[task].terms,
    )  # fmt: skip

    happened = play.do(RollTask(task=task), *shows(2), seat="ann")

    assert EffectHeld(effect=effect, successes=2) in happened
    assert (2, 2) == (play.state.effects[effect].successes, uses_counted(play.state, who))
    assert [] == ends_and_reasons(play.do(PassTime(hours=1)))
    assert [(effect, "let go")] == ends_and_reasons(play.do(PassTime(hours=1)))


@pytest.mark.rule("BN-R-288")
def test_an_effect_ends_if_its_caster_has_no_success_left() -> None:
    """A held effect ends if the roll for the stretch of time shows no success."""
    play = Play()
    effect = goes_on(play, mage(play))

    assert [(effect, "over")] == ends_and_reasons(play.do(RollTask(task=holds(play)), *shows(0), seat="ann"))


@pytest.mark.rule("BN-R-288")
@pytest.mark.parametrize("successes", [0, 2, 6])
def test_a_setting_keeps_the_first_roll(successes: int) -> None:
    """If `holding_an_effect` is `first_roll_stays`, an effect keeps its 4 successes while its caster holds it.

    Later rolls do not change them.
    """
    play = Play(magic={"holding_an_effect": "first_roll_stays"})
    effect = goes_on(play, mage(play))

    happened = play.do(RollTask(task=holds(play)), *shows(successes), seat="ann")

    assert EffectHeld(effect=effect, successes=4) in happened
    assert (4, True) == (play.state.effects[effect].successes, play.state.effects[effect].held)


@pytest.mark.rule("BN-R-153")
@pytest.mark.parametrize(("counts", "uses"), [(True, 1), (False, 0)])
def test_holding_counts_as_a_use_or_not(counts: bool, uses: int) -> None:  # noqa: FBT001 a setting
    """Holding an effect counts as a use of magic, unless the setting `holding_counts_as_use` is false."""
    play = Play(magic={"holding_counts_as_use": counts})
    who = mage(play)
    goes_on(play, who)
    play.do(RollTask(task=holds(play)), *shows(2), seat="ann")

    assert uses == uses_counted(play.state, who)


@pytest.mark.rule("BN-MAG-03", "BN-CAMP-109", "BN-MAG-02")
def test_time_ends_effects_that_are_not_held() -> None:
    """An effect that is neither held nor lasting ends after an hour or a round."""
    play = Play()
    who = mage(play)
    effect, lasting = goes_on(play, who), goes_on(play, who, lasts="blood")

    play.when(PassRounds(rounds=1)).then(
        RoundsPassed(rounds=1), EffectEnded(effect=effect, why="let go", caster=who)
    )  # fmt: skip
    effect = goes_on(play, who)
    play.when(PassTime(hours=1)).then(
        TimePassed(hours=1, resting=()), EffectEnded(effect=effect, why="let go", caster=who)
    )
    assert {lasting} == {*play.state.effects}


@pytest.mark.rule("BN-CAMP-109", "BN-MAG-03")
def test_effect_ends_when_its_caster_does_something_else() -> None:
    """A held effect ends with the roll of another task of its caster.

    Another creature's task or a sacrifice does not end it.
    """
    play = Play()
    who, other = mage(play), mage(play, "bob")
    effect, given = goes_on(play, who), goes_on(play, who)
    play.do(SacrificeHealth(effect=given, die=6), seat="ann")

    def climbs(one: str, *faces: int) -> list[Event]:
        task = play.the(TaskProposed, CallTask(creature=one, aim="climb", terms=Terms(skill="Physical"))).task.id
        return play.do(RollTask(task=task), *faces)

    assert [] == ends_and_reasons(climbs(other, *shows(0)))
    assert [(effect, "let go")] == ends_and_reasons(climbs(who, *shows(0, 5)))
    assert {given} == {*play.state.effects}


@pytest.mark.rule("BN-CAMP-209", "BN-R-372", "AR-KIND-02")
@pytest.mark.parametrize("opposes", [True, False])
def test_no_task_is_rolled_before_spiffs_in_place_of_a_sacrifice_are_answered(*, opposes: bool) -> None:
    """A caster asks to sustain an effect by spiffs, and opposes a task, or tries one: it is rolled after the answer."""
    play = Play(magic={"sacrifice_may_be_soaked": True})
    who, other = mage(play, spiffs=2), mage(play, "bob")
    effect = goes_on(play, who)
    terms = Terms(skill="Physical", opponents=(Opponent(creature=who, skill="Physical"),) if opposes else ())
    climbs = CallTask(creature=other if opposes else who, aim="climb", terms=terms)
    task = RollTask(task=play.the(TaskProposed, climbs).task.id)
    before = {*awaits(play.state)}
    play.do(SacrificeHealth(effect=effect), seat="ann")
    (use,) = play.state.uses
    assert (use,) == play.no(AnswerFirst, task).needs
    assert {"gm"} == {*awaits(play.state)}
    play.do(AllowSpiffs(use=use))
    assert before == {*awaits(play.state)}
    assert [] == ends_and_reasons(play.do(task, *shows(0), *(shows(0) if opposes else ())))


@pytest.mark.rule("BN-CAMP-209", "BN-R-256")
def test_a_hidden_task_does_not_wait_for_spiffs_of_its_opponent() -> None:
    """The game master's own caster opposes unseen: waiting for its spiffs would show the player who opposes."""
    play = Play(magic={"sacrifice_may_be_soaked": True})
    who, other = mage(play, "gm", kind="character", spiffs=2), mage(play, "bob")
    effect = goes_on(play, who)
    terms = Terms(skill="Physical", opponents=(Opponent(creature=who, skill="Physical"),))
    task = RollTask(task=play.the(TaskProposed, CallTask(creature=other, aim="x", terms=terms, hidden=True)).task.id)
    play.do(SacrificeHealth(effect=effect))
    play.no(OnlyTheGameMaster, task, seat="bob")
    play.do(task, *shows(0), *shows(0))


@pytest.mark.rule("BN-CAMP-109", "BN-CAMP-93")
@pytest.mark.parametrize("skill", ["Physical", "Magic"])
def test_opposing_a_task_ends_a_held_effect(skill: SkillName) -> None:
    """A held effect ends when its caster opposes another's task, by magic or otherwise."""
    play = Play()
    who, other = mage(play), mage(play, "bob")
    effect = goes_on(play, who)
    terms = Terms(skill="Physical", opponents=(Opponent(creature=who, skill=skill),))
    task = play.the(TaskProposed, CallTask(creature=other, aim="climb", terms=terms)).task.id

    assert [(effect, "let go")] == ends_and_reasons(play.do(RollTask(task=task), *shows(0), *shows(0)))


@pytest.mark.rule("BN-CAMP-140", "BN-R-372")
def test_effect_sustained_by_a_sacrifice_is_not_held() -> None:
    """When a caster sustains an effect by a sacrifice, the task that would hold the effect is withdrawn.

    The same is true once the game master allows spiffs in place of the sacrifice.
    """
    play = Play(magic={"sacrifice_may_be_soaked": True})
    who = mage(play, spiffs=2)
    effect, task = goes_on(play, who), holds(play)
    held = play.state

    play.when(SacrificeHealth(effect=effect, die=6), seat="ann").then(
        HealthSacrificed(effect=effect, creature=who, die=6), TaskWithdrawn(task=task)
    )
    play.state = held
    play.do(SacrificeHealth(effect=effect), seat="ann")
    (use,) = play.state.uses
    play.when(AllowSpiffs(use=use)).then(
        SpiffsSpent(use=use, creature=who, spiffs=2, effect=effect), HealthSacrificed(effect=effect, creature=who),
        TaskWithdrawn(task=task),
    )  # fmt: skip


@pytest.mark.rule("BN-CAMP-141")
def test_caster_who_holds_an_effect_does_not_rest() -> None:
    """A caster must release a held effect before resting; one with an effect sustained by a sacrifice may rest."""
    play = Play()
    who = mage(play)
    effect = goes_on(play, who)
    goes_on(play, who, lasts="blood")
    night = PassTime(hours=8, resting=(who,))

    play.no(HoldsAnEffect, night)
    play.do(ReleaseEffect(effect=effect), seat="ann")
    play.do(night)


@pytest.mark.rule("BN-CAMP-142")
def test_an_effect_of_a_dead_caster_cannot_be_released() -> None:
    """No seat can end an effect that the sacrificed die of a dead caster sustains."""
    play = Play()
    who = mage(play, dead=True)
    effect = goes_on(play, who, lasts="health")

    play.no(TheDeadReleaseNothing, ReleaseEffect(effect=effect), seat="ann")
    play.no(TheDeadReleaseNothing, ReleaseEffect(effect=effect))


@pytest.mark.rule("BN-CAMP-109")
def test_an_effect_held_in_a_fight_must_be_held_again_after_it() -> None:
    """An effect held in the last round of a fight ends an hour later if it is not held again."""
    play = Play()
    who = mage(play)
    play.do(StartCombat(fighters=(Entrant(creature=who, side="us"),)))
    effect = goes_on(play, who, held=True)
    play.do(EndCombat())

    assert [(effect, "let go")] == ends_and_reasons(play.do(PassTime(hours=1)))


@pytest.mark.rule("BN-CAMP-109")
def test_a_new_casting_ends_a_held_effect() -> None:
    """Another casting ends the effect that its caster held, and the new effect continues."""
    play = Play()
    who = mage(play)
    former = goes_on(play, who)

    happened = cast(play, who, magic(), shows(3))

    assert [(former, "let go")] == ends_and_reasons(happened)
    assert {effect_begun(happened).id} == {*play.state.effects}


@pytest.mark.rule("BN-CAMP-109", "BN-R-290")
def test_one_roll_holds_the_control_of_several_minds() -> None:
    """One task holds the control of two minds that came from one casting."""
    play = Play()
    who = mage(play)
    minds = [goes_on(play, who, kind="mind", target=play.one("gm"), degree=1) for _ in range(2)]

    happened = play.do(RollTask(task=holds(play)), *shows(3), seat="ann")

    assert [EffectHeld(effect=one, successes=3) for one in minds] == [
        one for one in happened if isinstance(one, EffectHeld)
    ]


@pytest.mark.rule("BN-R-290", "BN-R-294", "BN-CAMP-105")
def test_releasing_an_effect_withdraws_its_task() -> None:
    """If a caster releases an effect before the roll, the task that would hold it is withdrawn too."""
    play = Play()
    who = mage(play)
    effect, task = goes_on(play, who), holds(play)

    play.when(ReleaseEffect(effect=effect), seat="ann").then(
        EffectEnded(effect=effect, why="released", caster=who), TaskWithdrawn(task=task)
    )


@pytest.mark.rule("BN-R-290")
def test_a_stretch_needs_an_effect_that_can_be_held() -> None:
    """The game master can announce a stretch of time only if an able caster holds an effect and has no other task."""
    play = Play()
    who = mage(play)
    play.no(NothingToHold, NIGHT)
    goes_on(play, who)
    play.no(OnlyTheGameMaster, NIGHT, seat="ann")
    play.do(NIGHT)
    play.no(NothingToHold, NIGHT)


@pytest.mark.rule("BN-R-290")
def test_an_effect_is_held_once_in_a_stretch() -> None:
    """An effect that was held can be held again only after the stretch of time has ended, as the refusal says."""
    play = Play()
    effect = goes_on(play, mage(play), held=True)
    refused = play.no(NothingToHold, NIGHT)

    assert ("PassTime or PassRounds, which ends the stretch", (effect,)) == (refused.needs, refused.has)


@pytest.mark.rule("BN-R-296", "BN-CAMP-40")
def test_rounds_pass_only_when_nothing_is_open() -> None:
    """An open wound must be settled before rounds can pass."""
    play = Play()
    who = play.one()
    play.do(DealDamage(creature=who, amount=1))

    play.no(AnswerFirst, PassRounds(rounds=1))


@pytest.mark.rule("BN-CAMP-108", "BN-SAC-08")
def test_hours_are_more_than_rounds() -> None:
    """An effect that lasts 5 rounds is over after an hour, because an hour has more rounds."""
    play = Play()
    effect = goes_on(play, mage(play), lasts="value", rounds=5)

    assert [(effect, "run down")] == ends_and_reasons(play.do(PassTime(hours=1)))


@pytest.mark.rule("BN-CAMP-105", "BN-R-295")
def test_a_held_effect_ends_with_its_caster() -> None:
    """A held effect ends if its caster is incapacitated, dead or removed.

    Effects sustained by a sacrifice continue.
    """
    play = Play()
    down, dead, gone = mage(play, lost=(1, 2, 3, 4, 5)), mage(play), mage(play)
    first, second, third = (goes_on(play, one) for one in (down, dead, gone))
    stays = goes_on(play, gone, lasts="blood")

    assert [(first, "let go")] == ends_and_reasons(play.do(DealDamage(creature=down, amount=1)))
    assert [(second, "caster died")] == ends_and_reasons(
        play.do(ChangeCreature(creature=dead, dead=True, reason="a fever"))
    )
    assert [(third, "let go")] == ends_and_reasons(play.do(RemoveCharacter(character=gone, reason="moved away")))
    assert {stays} == {*play.state.effects}
    assert "gm" == play.no(NotYours, ReleaseEffect(effect=stays), seat="ann").needs
    assert [(stays, "released")] == ends_and_reasons(play.do(ReleaseEffect(effect=stays)))


@pytest.mark.rule("BN-CAMP-105")
def test_control_ends_with_the_mind_it_controls() -> None:
    """Control of a mind ends when the target dies, is declared dead, or leaves the campaign."""
    play = Play()
    who, targets = mage(play), (play.one("gm", lost=(1, 2, 3, 4)), play.one("gm"), play.one("gm"))
    one, two, three = (goes_on(play, who, kind="mind", target=target, lasts="blood") for target in targets)
    first, second, third = targets

    assert [(one, "over")] == ends_and_reasons(play.do(CoupDeGrace(creature=first)))
    assert [(two, "over")] == ends_and_reasons(play.do(RemoveCharacter(character=second, reason="moved away")))
    assert [(three, "over")] == ends_and_reasons(play.do(ChangeCreature(creature=third, dead=True, reason="a fever")))


@pytest.mark.rule("BN-SAC-14", "BN-R-239", "BN-CAMP-105")
def test_no_seat_learns_of_an_absent_caster_s_effects() -> None:
    """When a counter ends an effect whose caster has left the campaign, no seat is informed."""
    play = Play()
    gone, who = mage(play), mage(play, "bob")
    effect = goes_on(play, gone, 1, lasts="blood")
    play.do(RemoveCharacter(character=gone, reason="moved away"))

    happened = cast(play, who, magic("counter", counters=effect), shows(2))

    assert EffectEnded(effect=effect, why="countered", caster=gone) in happened


@pytest.mark.rule("BN-CAMP-109", "BN-MAG-03")
def test_an_effect_sustained_by_a_sacrifice_is_not_rolled_for() -> None:
    """For two minds controlled by one casting, no roll is needed for the control that a sacrificed die sustains."""
    play = Play()
    who = mage(play)
    lasting, held = (
        goes_on(play, who, kind="mind", target=play.one("gm"), degree=1, lasts=lasts) for lasts in ("health", "held")
    )

    happened = play.do(RollTask(task=holds(play)), *shows(3), seat="ann")

    assert [held] == [one.effect for one in happened if isinstance(one, EffectHeld)]
    assert 4 == play.state.effects[lasting].successes


@pytest.mark.rule("BN-CAMP-109")
def test_a_stretch_needs_room_for_the_tasks_of_all_casters() -> None:
    """With two casters who hold effects and room for only one task, the game master can announce no stretch of time.

    Neither caster receives a task.
    """
    play = Play()
    for _ in range(2):
        goes_on(play, mage(play))
    climber = play.one("bob")
    play.given(*(TaskProposed(task=Task(id=play.new("task"), creature=climber, aim="up")) for _ in range(49)))

    play.no(TooManyHere, NIGHT)
