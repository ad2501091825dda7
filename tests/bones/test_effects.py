"""Effects of magic: the successes they store, the magic they oppose, and how they end."""

from fractions import Fraction
from typing import Any

import pytest

from services.bones.chapters.lasting_magic.sacrifices import SacrificeHealth
from services.bones.chapters.magic.effects import (
    MAX_EFFECTS,
    EffectBegan,
    EffectEnded,
    MagicThatHeals,
    NamesItsEffect,
    NotHeldByIt,
    OnlyMagicMeetsMagic,
    ReleaseEffect,
    WardNeedsDifficulty,
)
from services.bones.chapters.rolls.healing import DamageHealed
from services.bones.chapters.rolls.settling import TaskSettled
from services.bones.chapters.tasks.recovery import PassTime, PatientTreated
from services.bones.chapters.tasks.rolling import RollTask
from services.bones.chapters.tasks.tasks import DropTask, SetTask
from services.bones.reading.effects import stored_successes
from services.bones.state.tasks import Circumstances, Opponent, Result, Terms
from shared.kernel.campaign.seats import NamedTwice, NotKnownHere, NotYours, TooManyHere
from shared.kernel.messages import Event
from shared.kernel.refusals import Refusal
from tests.bones.casting import MAGE, cast, effect_begun, goes_on, mage, magic, propose_casting, shows
from tests.bones.play import Play, odds

HIDDEN_FACE, NULL = 6, 1
"""The faces of a challenge die that show a blank and a Null."""


def result(happened: list[Event]) -> Result:
    """Return the result of the only task that was settled."""
    (settled,) = [event for event in happened if isinstance(event, TaskSettled)]
    return settled.results[0]


def effects_ended(happened: list[Event]) -> list[EffectEnded]:
    """Return the events that end effects."""
    return [event for event in happened if isinstance(event, EffectEnded)]


@pytest.mark.rule("BN-SAC-11", "BN-R-240", "BN-R-247", "BN-MAG-01")
@pytest.mark.parametrize(("setting", "keeps"), [({}, 5), ({"stored_successes": "net"}, 3)])
def test_an_effect_stores_the_successes_of_its_casting(setting: dict[str, Any], keeps: int) -> None:
    """With 5 successes against 2 Nulls, the effect stores 5.

    If `stored_successes` is `net`, it stores the 3 that remain.
    """
    play = Play(magic=setting)
    who = mage(play)

    effect = effect_begun(cast(play, who, magic(difficulty="Easy"), (*shows(5), NULL, NULL)))

    assert (who, "Ground", "bless the ground", "effect", keeps, "held", None) == (
        effect.caster, effect.theme, effect.what, effect.kind, effect.successes, effect.lasts, effect.die,
    )  # fmt: skip
    assert {effect.id: effect} == play.state.effects


@pytest.mark.rule("BN-SAC-11")
def test_failed_magic_leaves_no_effect() -> None:
    """Two successes against two Nulls fail, so no effect begins.

    A task without lasting magic never begins an effect.
    """
    play = Play()
    who = mage(play)

    happened = cast(play, who, magic(difficulty="Easy"), (*shows(2), NULL, NULL))
    happened += cast(play, who, magic("task", difficulty="Easy"), (*shows(5), NULL, NULL))

    assert [] == [event for event in happened if isinstance(event, EffectBegan)]


@pytest.mark.rule("BN-R-248")
def test_ward_has_no_difficulty() -> None:
    """A ward needs one success to begin, and stores its successes. The game master can still set a difficulty."""
    play = Play()
    who = mage(play)

    ward = effect_begun(cast(play, who, magic("ward"), shows(1)))
    happened = cast(play, who, magic("ward"), shows(0))
    harder = effect_begun(cast(play, who, magic("ward", difficulty="Easy"), (*shows(3), NULL, HIDDEN_FACE)))

    assert ("ward", 1) == (ward.kind, ward.successes)
    assert [] == [event for event in happened if isinstance(event, EffectBegan)]
    assert ("ward", 3) == (harder.kind, harder.successes)


@pytest.mark.rule("BN-R-248")
def test_a_setting_requires_a_difficulty_for_a_ward() -> None:
    """If `ward_needs_difficulty` is true, the game refuses terms of a ward that state no difficulty."""
    play = Play(magic={"ward_needs_difficulty": True})
    who = mage(play)
    task = propose_casting(play, who)

    play.no(WardNeedsDifficulty, SetTask(task=task, terms=magic("ward")))
    play.do(SetTask(task=task, terms=magic("ward", difficulty="Easy")))


@pytest.mark.rule("BN-EX-43", "BN-SAC-11", "BN-R-174", "BN-R-175")
def test_consecration_opposes_the_raising() -> None:
    """Six successes against 4 Nulls and a consecration of 4 fail by 2; without the consecration they would succeed."""
    play = Play()
    father, manbane = mage(play), mage(play, "gm")
    consecration = goes_on(play, father, 4)
    challenge = (NULL,) * 4 + (HIDDEN_FACE,) * 4
    raising = magic(difficulty="Difficult", defies=(consecration,))

    fails = result(cast(play, manbane, raising, (*shows(6), *challenge)))
    works = result(cast(play, manbane, magic(difficulty="Difficult"), (*shows(6), *challenge)))

    assert (False, 6, 8, -2) == (fails.success, fails.successes, fails.nulls, fails.margin)
    assert (True, 6, 4, 2) == (works.success, works.successes, works.nulls, works.margin)
    assert 4 == play.state.effects[consecration].successes


@pytest.mark.rule("BN-SAC-11", "BN-R-175")
def test_several_effects_oppose_magic() -> None:
    """Two effects that store 1 and 2 remove 3 successes from magic.

    This is so whether the magic faces a number, an opponent, or neither.
    """
    play = Play()
    who, other = mage(play), mage(play, "gm")
    defies = tuple(goes_on(play, other, stored, lasts="blood") for stored in (1, 2))
    opponent = Opponent(creature=other, skill="Mental")
    plain, number = magic(defies=defies), magic(number=2, defies=defies)
    opposed = magic(opponents=(opponent,), defies=defies)

    found = [
        result(cast(play, who, terms, (*shows(successes), *more)))
        for terms, successes, more in (
            (plain, 3, ()), (plain, 4, ()), (number, 4, ()), (number, 5, ()),
            (opposed, 3, shows(0)), (opposed, 4, shows(0)),
        )
    ]  # fmt: skip

    assert [(False, 0), (True, 1), (False, -1), (True, 0), (False, 0), (True, 1)] == [
        (one.success, one.margin) for one in found
    ]
    assert {3} == {one.nulls for one in found}


@pytest.mark.rule("BN-SAC-11", "BN-SAC-12", "BN-R-172")
@pytest.mark.parametrize(("tie", "counters"), [("effect_stays", (1, 4)), ("effect_ends", (3, 4))])
def test_odds_include_opposing_effects(tie: str, counters: tuple[int, int]) -> None:
    """To counter an effect that stores 1, two of two dice must succeed.

    If `counter_tie` is `effect_ends`, one is enough. New magic that the effect opposes needs both successes under
    every rule for ties, even against an opponent.
    """
    play = Play(magic={"counter_tie": tie})
    half = ("Magic", "Magic", "Magic", "blank", "blank", "blank")
    who, other = mage(play, dice=(half, half)), play.one("gm", (("blank",) * 6,))
    effect, task = goes_on(play, other, 1), propose_casting(play, who)

    def chance(**terms: Any) -> Fraction:  # noqa: ANN401 fields of terms
        play.do(SetTask(task=task, terms=magic(**terms)))
        return Fraction(odds(RollTask(task=task), play.state).also["success"].exact)

    opponents = (Opponent(creature=other, skill="Mental"),)
    assert Fraction(*counters) == chance(purpose="counter", counters=effect)
    assert Fraction(1, 4) == chance(defies=(effect,))
    assert Fraction(1, 4) == chance(opponents=opponents, defies=(effect,))
    assert Fraction(3, 4) == chance(opponents=opponents)


@pytest.mark.rule("BN-EX-44", "BN-SAC-12", "BN-SAC-13", "BN-SAC-14", "BN-SAC-06", "BN-R-172", "BN-R-239")
def test_the_consecration_is_undone() -> None:
    """Five successes end an effect that stores four.

    The game informs the seat of the effect's caster, and a week of rest restores the sacrificed die.
    """
    play = Play()
    father, manbane = mage(play), mage(play, "gm")
    consecration = goes_on(play, father, 4)
    play.do(SacrificeHealth(effect=consecration, die=2), seat="ann")
    play.do(PassTime(weeks=1, resting=(father,)))
    assert (2,) == play.who(father).lost

    happened = cast(play, manbane, magic("counter", counters=consecration), shows(5))

    assert (True, 5, 4, 1) == (
        result(happened).success, result(happened).successes, result(happened).nulls, result(happened).margin,
    )  # fmt: skip
    assert [EffectEnded(effect=consecration, why="countered", caster=father, told="ann")] == effects_ended(happened)
    assert (2,) == play.who(father).lost
    assert [] == [one for one in play.do(PassTime(days=6, resting=(father,))) if isinstance(one, DamageHealed)]
    assert DamageHealed(creature=father, dice=(2,), cause="rest") in play.do(PassTime(days=1, resting=(father,)))


@pytest.mark.rule("BN-EX-53", "BN-SAC-12", "BN-R-172", "BN-R-298", "BN-SAC-06")
def test_the_domination_of_tomas_is_broken_by_four() -> None:
    """A counter of 3 neither ends nor weakens a spell that stores 3, and a counter of 4 ends it."""
    play = Play()
    matron, tomas = mage(play, "gm"), play.one("gm")
    spell = goes_on(play, matron, 3, kind="mind", target=tomas, degree=4, lasts="blood")
    first, second = mage(play), mage(play, "bob")

    assert [] == effects_ended(cast(play, first, magic("counter", counters=spell), shows(3)))
    assert 3 == play.state.effects[spell].successes
    (end,) = effects_ended(cast(play, second, magic("counter", counters=spell), shows(4)))
    assert (spell, "countered", matron, "gm") == (end.effect, end.why, end.caster, end.told)
    assert {} == play.state.effects


@pytest.mark.rule("BN-R-172")
def test_a_setting_lets_a_tie_end_an_effect() -> None:
    """If `counter_tie` is `effect_ends`, 3 successes end an effect that stores 3, but 2 do not."""
    play = Play(magic={"counter_tie": "effect_ends"})
    who, other = mage(play), mage(play, "gm")
    effect = goes_on(play, other, 3)
    terms = magic("counter", counters=effect)

    assert [] == effects_ended(cast(play, who, terms, shows(2)))
    assert 1 == len(effects_ended(cast(play, who, terms, shows(3))))


@pytest.mark.rule("BN-R-294", "BN-SAC-05")
def test_caster_releases_an_effect() -> None:
    """The caster alone can release an effect. It ends at once without a roll.

    A week of rest restores the sacrificed die.
    """
    play = Play()
    who = mage(play)
    effect = goes_on(play, who)
    play.do(SacrificeHealth(effect=effect, die=1), seat="ann")

    play.no(NotYours, ReleaseEffect(effect=effect), seat="bob")
    play.no(NotKnownHere, ReleaseEffect(effect="effect-99"))
    play.when(ReleaseEffect(effect=effect), seat="ann").then(
        EffectEnded(effect=effect, why="released", caster=who)
    )  # fmt: skip
    assert DamageHealed(creature=who, dice=(1,), cause="rest") in play.do(PassTime(weeks=1, resting=(who,)))


@pytest.mark.rule("BN-SAC-11", "BN-SAC-12", "BN-MAG-03")
def test_terms_of_magic_name_existing_effects() -> None:
    """Effects oppose only magic.

    A counter or a continuation names one existing effect; other magic names no effect.
    """
    play = Play()
    who, other = mage(play), mage(play, "gm")
    task, effect = propose_casting(play, who), goes_on(play, other)
    lasting = goes_on(play, who, lasts="blood")

    def assert_refused(why: type[Refusal], **terms: Any) -> None:  # noqa: ANN401 fields of terms
        play.no(why, SetTask(task=task, terms=magic(**terms)))

    assert_refused(NamesItsEffect, purpose="counter")
    assert_refused(NamesItsEffect, purpose="effect", counters=effect)
    assert_refused(NamesItsEffect, purpose="hold")
    assert_refused(NotKnownHere, defies=("effect-99",))
    assert_refused(NotKnownHere, purpose="counter", counters="effect-99")
    assert_refused(NamedTwice, defies=(effect, effect))
    assert_refused(NotHeldByIt, purpose="hold", holds=effect)
    assert_refused(NotHeldByIt, purpose="hold", holds=lasting)
    play.no(OnlyMagicMeetsMagic, SetTask(task=task, terms=Terms(skill="Physical", defies=(effect,))))


@pytest.mark.rule("BN-CAMP-106", "BN-R-363")
def test_counter_needs_a_continuing_effect() -> None:
    """An effect that is released before the roll cannot be countered; the task needs new terms."""
    play = Play()
    who, other = mage(play), mage(play, "gm")
    task, effect = propose_casting(play, who), goes_on(play, other)
    play.do(SetTask(task=task, terms=magic("counter", counters=effect)))
    play.do(ReleaseEffect(effect=effect))

    refused = play.no(NotKnownHere, RollTask(task=task), seat="ann")
    assert ("task", "DropTask, or SetTask with other terms, since it is gone", effect) == (
        refused.field, refused.needs, refused.has
    )  # fmt: skip
    assert 0 == stored_successes(play.state, (effect,))


@pytest.mark.rule("BN-CAMP-107")
def test_a_campaign_has_a_limit_of_effects() -> None:
    """With 49 effects there is room for one casting.

    The game refuses the terms of a second casting until the first one is dropped.
    """
    play = Play()
    who, other = mage(play), mage(play, "gm")
    for _ in range(MAX_EFFECTS - 1):
        goes_on(play, other)
    first, second = propose_casting(play, who), propose_casting(play, other)

    play.do(SetTask(task=first, terms=magic(number=1)))
    play.do(SetTask(task=first, terms=magic(number=2)))
    play.no(TooManyHere, SetTask(task=second, terms=magic()))
    play.do(DropTask(task=first, reason="no"))
    play.do(SetTask(task=second, terms=magic()))


@pytest.mark.rule("BN-R-150")
@pytest.mark.parametrize(("rate", "dice"), [(None, 1), (1, 3), (3, 1), (2, 1)])
def test_magic_heals_as_a_treatment_does(rate: int | None, dice: int) -> None:
    """Three net successes heal one die if healing a die needs two or three of them, and three dice if it needs one."""
    play = Play(magic={} if rate is None else {"healing_magic_rate": rate})
    who, hurt = mage(play), play.one("gm", MAGE, lost=(1, 2, 3))
    heals = Circumstances(aids=("healing",))
    terms = magic("treatment", patient=hurt, circumstances=heals, difficulty="Easy")

    happened = cast(play, who, terms, (*shows(4), NULL, HIDDEN_FACE))

    (treated,) = [event for event in happened if isinstance(event, PatientTreated)]
    assert (3, dice) == (treated.successes, treated.dice)
    (healed,) = [event for event in happened if isinstance(event, DamageHealed)]
    assert (dice, "magic") == (len(healed.dice), healed.cause)


@pytest.mark.rule("BN-R-150")
def test_only_healing_magic_treats_wounds() -> None:
    """The terms of a treatment by magic must state healing as their purpose."""
    play = Play()
    who, hurt = mage(play), play.one("gm", MAGE, lost=(1,))

    play.no(MagicThatHeals, SetTask(task=propose_casting(play, who), terms=magic("treatment", patient=hurt)))


@pytest.mark.rule("BN-R-248")
def test_ward_with_a_required_difficulty_accepts_a_number() -> None:
    """If `ward_needs_difficulty` is true, a number to reach is enough as the difficulty of a ward."""
    play = Play(magic={"ward_needs_difficulty": True})
    task = propose_casting(play, mage(play))
    play.do(SetTask(task=task, terms=magic("ward", number=2)))
