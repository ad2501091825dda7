"""Sacrifices of value and blood, which make magic last."""

from typing import Any

import pytest
from msgspec.structs import replace

from services.bones.chapters.fights.combat import Entrant, StartCombat
from services.bones.chapters.fights.declaring import Declare
from services.bones.chapters.fights.rounds import RollRound
from services.bones.chapters.lasting_magic.holding import PassRounds, RoundsPassed
from services.bones.chapters.lasting_magic.sacrifices import (
    SacrificeHealth,
    SacrificeMade,
)
from services.bones.chapters.magic.effects import (
    EffectBegan,
    EffectEnded,
    NotHeldByIt,
    RoundsRanDown,
)
from services.bones.chapters.magic.themes import (
    BeingWithASoul,
    NaturalAndOfValue,
    NothingToKeepUp,
    OneSacrifice,
    OnlyByCoupDeGrace,
    WorthNoRound,
)
from services.bones.chapters.rolls.rolls import RollMade
from services.bones.chapters.rolls.settling import TaskSettled
from services.bones.chapters.rolls.wounds import DealDamage, Died
from services.bones.chapters.tasks.corrections import ChangeCreature
from services.bones.chapters.tasks.recovery import PassTime
from services.bones.chapters.tasks.rolling import RollTask
from services.bones.chapters.tasks.tasks import Attempt, CallTask, SetTask, TaskProposed
from services.bones.state.campaign import FORM
from services.bones.state.magic import Casting
from services.bones.state.tasks import Opponent, Terms
from shared.kernel.campaign.fights import AnswerFirst
from shared.kernel.campaign.seats import NotKnownHere, NotYours
from tests.bones.casting import (
    BLANKS,
    NULL,
    PLAIN,
    POWER,
    cast,
    effect_begun,
    goes_on,
    mage,
    magic,
    propose_casting,
    shows,
)
from tests.bones.play import Play

THING = "Carpenter's tool kit"
"""An item that is neither weapon nor armor."""


# ---------------------------------------------------------------- value


@pytest.mark.rule("BN-SAC-07", "BN-SAC-08", "BN-R-170", "BN-R-293", "BN-R-296")
def test_a_gem_of_55_coins_buys_5_rounds() -> None:
    """The roll uses up the gem. The effect lasts for 5 rounds without any task of its caster, and then ends."""
    play = Play()
    who = mage(play, items=(THING,))
    (gem,) = play.who(who).items
    happened = cast(play, who, magic(number=1), shows(3), casting={"gem": gem, "coins": 55})
    effect = effect_begun(happened)

    assert [SacrificeMade(task=effect_task(play), creature=who, gem=gem, coins=55)] == [
        one for one in happened if isinstance(one, SacrificeMade)
    ]
    assert ("value", 5, {}) == (effect.lasts, effect.rounds, play.who(who).items)
    play.when(PassRounds(rounds=4)).then(
        RoundsPassed(rounds=4), RoundsRanDown(effects=(effect.id,), fresh=(), rounds=4)
    )
    play.when(PassRounds(rounds=1)).then(
        RoundsPassed(rounds=1),
        RoundsRanDown(effects=(effect.id,), fresh=(), rounds=1),
        EffectEnded(effect=effect.id, why="run down", caster=who),
    )


def effect_task(play: Play) -> str:
    """Return the task whose result came last."""
    return [*play.state.results.values()][-1].task


@pytest.mark.rule("BN-R-293", "BN-SAC-07")
def test_a_failed_casting_uses_up_the_gem() -> None:
    """A casting without a success uses up the gem, and no effect begins."""
    play = Play()
    who = mage(play, items=(THING,))
    (gem,) = play.who(who).items

    happened = cast(play, who, magic(number=1), shows(0), casting={"gem": gem, "coins": 55})

    assert [] == [one for one in happened if isinstance(one, EffectBegan)]
    assert {} == play.who(who).items


@pytest.mark.rule("BN-SAC-02", "BN-SAC-07", "BN-SAC-08", "BN-R-170")
def test_value_is_a_natural_object_of_ten_coins_or_more() -> None:
    """As a sacrifice of value, the game refuses weapons, armor, money and other creatures' items.

    It also refuses a second sacrifice.
    """
    play = Play()
    who, other = mage(play, items=(THING, "Dagger / knife"), coins=500), mage(play, "bob", items=(THING,))
    victim = play.one("gm")

    def assert_refused(why: type[Any], **casting: Any) -> None:  # noqa: ANN401 fields of a casting
        said = Casting(theme="Ground", **casting)
        play.no(why, Attempt(creature=who, aim="bless", skill="Magic", casting=said), seat="ann")

    assert_refused(NaturalAndOfValue, gem=play.item_named(who, "Dagger / knife"), coins=50)
    assert_refused(NaturalAndOfValue, coins=50)
    assert_refused(NotKnownHere, gem=play.item_named(other, THING), coins=50)
    assert_refused(WorthNoRound, gem=play.item_named(who, THING), coins=9)
    assert_refused(OneSacrifice, gem=play.item_named(who, THING), coins=10, victim=victim)
    said = Casting(theme="Ground", gem=play.item_named(who, THING), coins=10)
    play.do(Attempt(creature=who, aim="bless", skill="Magic", casting=said), seat="ann")


@pytest.mark.rule("BN-CAMP-106")
def test_a_gem_must_be_present_at_the_roll() -> None:
    """If the gem is gone before the roll, the task needs new terms, or the player must withdraw it."""
    play = Play()
    who = mage(play, items=(THING,))
    (gem,) = play.who(who).items
    task = propose_casting(play, who, gem=gem, coins=20)
    play.do(SetTask(task=task, terms=magic()))
    play.do(ChangeCreature(creature=who, gone=(gem,), reason="lost in the river"))

    refused = play.no(NotKnownHere, RollTask(task=task), seat="ann")
    assert ("DropTask, or SetTask with other terms, since it is gone", gem) == (refused.needs, refused.has)


@pytest.mark.rule("BN-SAC-08", "BN-R-296")
def test_rounds_of_a_fight_count_from_the_one_after_the_casting() -> None:
    """A gem that pays for two rounds sustains the effect in the two rounds after the round of the casting."""
    play = Play()
    who, foe = mage(play), play.one("gm")
    play.do(StartCombat(fighters=(Entrant(creature=who, side="us"), Entrant(creature=foe, side="them"))))
    effect = goes_on(play, who, lasts="value", rounds=2, held=True)

    outcomes = []
    for _ in range(3):
        play.do(Declare(creature=foe, doing="nothing"))
        happened = play.do(Declare(creature=who, doing="nothing"))
        happened += play.do(RollRound()) if play.state.combat and play.state.combat.stage != "declaring" else []
        outcomes.append([one for one in happened if isinstance(one, RoundsRanDown | EffectEnded)])

    ran_down = RoundsRanDown(effects=(effect,), fresh=(), rounds=1)
    assert [
        [RoundsRanDown(effects=(), fresh=(effect,), rounds=1)],
        [ran_down],
        [ran_down, EffectEnded(effect=effect, why="run down", caster=who)],
    ] == outcomes


# ---------------------------------------------------------------- blood


@pytest.mark.rule("BN-SAC-09", "BN-SAC-10", "BN-R-171", "BN-R-297")
def test_a_blood_sacrifice_lasts_until_it_is_countered() -> None:
    """The victim dies with the roll. Years later the effect still lasts, until a counter ends it."""
    play = Play()
    who, villager = mage(play), play.one("gm")
    happened = cast(play, who, magic(number=1, takes_victim=True), shows(3), casting={"victim": villager})
    effect = effect_begun(happened)

    died = [one for one in happened if isinstance(one, SacrificeMade | Died | TaskSettled)]
    assert [SacrificeMade, Died, TaskSettled] == [type(one) for one in died]
    assert ("blood", True) == (effect.lasts, play.who(villager).dead)
    for _ in range(3):
        play.do(PassTime(weeks=52))
    play.do(PassRounds(rounds=1000))
    assert {effect.id} == {*play.state.effects}
    cast(play, who, magic("counter", counters=effect.id), shows(4))
    assert {} == play.state.effects


@pytest.mark.rule("BN-EX-43", "BN-SAC-15", "BN-R-176", "BN-R-293")
def test_a_failed_raising_still_kills_its_victim() -> None:
    """The villager sacrificed for a failed raising is dead, and cannot be sacrificed again."""
    play = Play()
    manbane, villager = mage(play, "gm"), play.one("gm")
    consecration = goes_on(play, mage(play), 4)
    terms = magic(difficulty="Difficult", defies=(consecration,), takes_victim=True)

    happened = cast(
        play, manbane, terms, (*shows(6), *(NULL,) * 4, *(PLAIN,) * 4), casting={"victim": villager}
    )  # fmt: skip

    (settled,) = [one for one in happened if isinstance(one, TaskSettled)]
    assert (False, -2) == (settled.success, settled.results[0].margin)
    assert play.who(villager).dead
    said = Casting(theme="Ground", victim=villager)
    play.no(BeingWithASoul, Attempt(creature=manbane, aim="raise", skill="Magic", casting=said))


@pytest.mark.rule("BN-SAC-09", "BN-R-171", "BN-R-297")
def test_the_game_master_decides_who_can_be_a_victim() -> None:
    """The game refuses as victims the dead, hordes and the caster.

    It refuses players' characters unless they are incapacitated.
    """
    play = Play()
    who, bob, fallen = mage(play), mage(play, "bob"), mage(play, "bob", lost=(1, 2, 3, 4, 5, 6))
    villager, corpse, horde = play.one("gm"), play.one("gm", dead=True), play.one("gm", kind="horde")

    def attempt_with(victim: str, *, by: str = who) -> Attempt:
        return Attempt(creature=by, aim="curse", skill="Magic", casting=Casting(theme="Ground", victim=victim))

    for victim, why in (
        (corpse, BeingWithASoul), (horde, BeingWithASoul), (who, BeingWithASoul), (bob, OnlyByCoupDeGrace),
        ("creature-99", NotKnownHere),
    ):  # fmt: skip
        play.no(why, attempt_with(victim), seat="ann")
    task = propose_casting(play, who, victim=villager)
    play.no(BeingWithASoul, SetTask(task=task, terms=magic()))
    play.do(SetTask(task=task, terms=magic(takes_victim=True)))
    other = propose_casting(play, bob)
    play.no(BeingWithASoul, SetTask(task=other, terms=magic(takes_victim=True)))
    casting = Casting(theme="Ground", victim=villager)
    called = CallTask(creature=fallen, aim="curse", terms=magic(), casting=casting)
    play.no(BeingWithASoul, called)
    play.do(attempt_with(fallen, by=mage(play)))


@pytest.mark.rule("BN-R-297")
def test_only_a_fighter_who_is_down_is_sacrificed() -> None:
    """The game refuses a goblin who can fight as a victim, and accepts an incapacitated one."""
    play = Play()
    who, goblin = mage(play), play.one("gm")
    play.do(StartCombat(fighters=(Entrant(creature=goblin, side="them"), Entrant(creature=play.one(), side="us"))))
    said = Casting(theme="Ground", victim=goblin)

    play.no(OnlyByCoupDeGrace, Attempt(creature=who, aim="curse", skill="Magic", casting=said), seat="ann")


@pytest.mark.rule("BN-CAMP-106", "BN-SAC-17")
@pytest.mark.parametrize("form", [FORM, 1])
def test_a_victim_has_nothing_open_at_the_roll(form: int) -> None:
    """The game refuses the roll if the victim has an open wound, takes part in the task, or has since died.

    From form 2 on, the terms in which the victim takes part are refused already.
    """
    play = Play()
    play.state = replace(play.state, form=form)
    who, villager, other = mage(play), play.one("gm"), play.one("gm")
    task, second = propose_casting(play, who, victim=villager), propose_casting(play, mage(play), victim=other)
    play.do(SetTask(task=task, terms=magic(takes_victim=True)))
    alone = magic(takes_victim=True)
    against = SetTask(task=second, terms=replace(alone, opponents=(Opponent(creature=other, skill="Mental"),)))

    if form == FORM:
        assert "terms" == play.no(BeingWithASoul, against).field
        play.do(SetTask(task=second, terms=alone))
    else:
        play.do(against)
        play.no(BeingWithASoul, RollTask(task=second))
    play.do(DealDamage(creature=villager, amount=1))
    play.no(AnswerFirst, RollTask(task=task), seat="ann")
    play.do(ChangeCreature(creature=other, dead=True, reason="a fever"))
    play.no(BeingWithASoul, RollTask(task=second))


@pytest.mark.rule("BN-CAMP-146")
def test_only_magic_that_may_last_uses_a_sacrifice() -> None:
    """The game refuses a gem or a victim for a plain task or a counter, and accepts a gem for a ward."""
    play = Play()
    who, other = mage(play, items=(THING,)), mage(play, "bob")
    gem = propose_casting(play, who, gem=play.item_named(who, THING), coins=20)
    blood = propose_casting(play, who, victim=play.one("gm"))
    counter = magic("counter", counters=goes_on(play, other))

    play.no(NothingToKeepUp, SetTask(task=gem, terms=counter))
    for task, plain in ((gem, magic("task")), (blood, magic("task", takes_victim=True))):
        play.no(NothingToKeepUp, SetTask(task=task, terms=plain))
    play.do(SetTask(task=gem, terms=magic("ward")))


@pytest.mark.rule("BN-CAMP-106")
def test_an_unknown_task_is_not_rolled() -> None:
    """The game refuses to roll an unknown task because it is unknown, before checking the casting."""
    Play().no(NotKnownHere, RollTask(task="task-900"))


@pytest.mark.rule("BN-R-295")
def test_a_refused_sacrifice_names_the_effect() -> None:
    """The refusal names the field `effect` if the effect is another caster's or already lasts.

    It also does so if the effect's caster has an open wound.
    """
    play = Play()
    who = mage(play)
    lasting, held = goes_on(play, who, lasts="blood"), goes_on(play, who)
    assert "effect" == play.no(NotYours, SacrificeHealth(effect=held, die=1), seat="bob").field
    assert "effect" == play.no(NotHeldByIt, SacrificeHealth(effect=lasting, die=1)).field
    hurt = mage(play, dice=(POWER, BLANKS))
    play.do(DealDamage(creature=hurt, amount=1))
    assert "effect" == play.no(AnswerFirst, SacrificeHealth(effect=goes_on(play, hurt), die=1)).field


@pytest.mark.rule("BN-SAC-07")
def test_a_casting_without_a_sacrifice_uses_nothing_up() -> None:
    """If the command names no sacrifice, the roll uses up no item and kills no victim."""
    play = Play()
    assert not [one for one in cast(play, mage(play), magic(), shows(3)) if isinstance(one, SacrificeMade)]


@pytest.mark.rule("BN-SAC-17")
@pytest.mark.parametrize("form", [FORM, 1])
def test_a_victim_rolls_in_no_later_task(form: int) -> None:
    """The victim of one task opposes another. Once dead, it does not roll, except under version 1 of the rules."""
    play = Play()
    play.state = replace(play.state, form=form)
    who, villager, seeker = mage(play), play.one("gm"), play.one("bob")
    first = propose_casting(play, who, victim=villager)
    play.do(SetTask(task=first, terms=magic(takes_victim=True)))
    against = Terms(skill="Perception", opponents=(Opponent(creature=villager, skill="Stealth"),))
    second = play.the(TaskProposed, CallTask(creature=seeker, aim="where is he?", terms=against)).task.id
    play.do(RollTask(task=first), *shows(4), seat="ann")

    happened = play.do(RollTask(task=second), *[1] * (4 if form == FORM else 8))

    rolled = [event.roll.creature for event in happened if isinstance(event, RollMade)]
    assert rolled == ([seeker] if form == FORM else [seeker, villager])
