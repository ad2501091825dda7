"""Sacrifices of health: dice given up for lasting magic, which heal only after it ends."""

from typing import Any

import pytest
from msgspec.structs import replace

from services.bones.chapters.lasting_magic.sacrifices import (
    HealthSacrificed,
    NotSoaked,
    OneOfThoseLeft,
    SacrificeHealth,
)
from services.bones.chapters.magic.effects import (
    EffectEnded,
    NotHeldByIt,
    ReleaseEffect,
)
from services.bones.chapters.rolls.healing import (
    ChooseHealed,
    DamageHealed,
    DiceComingBack,
    NothingToTreat,
    OneForEachHealed,
)
from services.bones.chapters.rolls.spiffs import (
    AllowSpiffs,
    NotEnoughSpiffs,
    SpiffsSpent,
    SpiffUseAsked,
    SpiffUseVetoed,
    UseSpiffs,
    VetoSpiffs,
)
from services.bones.chapters.rolls.wounds import CoupDeGrace, DealDamage, Died, Incapacitated, TakeDamage
from services.bones.chapters.tasks.corrections import ChangeCreature, GivenForAnEffect
from services.bones.chapters.tasks.recovery import PassTime, RestBroken, TreatmentEnded
from services.bones.chapters.tasks.rolling import RollTask
from services.bones.chapters.tasks.tasks import CallTask, TaskProposed
from services.bones.reading.effects import healable, sacrificed_dice
from services.bones.state.creatures import Treatment
from services.bones.state.tasks import Circumstances, Terms
from shared.kernel.campaign.fights import AnswerFirst
from shared.kernel.campaign.seats import NotKnownHere, NotYours, TooManyHere
from tests.bones.casting import BLANKS, NULL, PLAIN, POWER, cast, effect_begun, goes_on, mage, magic, shows
from tests.bones.play import Play, allowed_of

GROWS = ("Regenerate", "Regenerate", "Regenerate", "blank", "blank", "blank")


@pytest.mark.rule("BN-EX-42", "BN-SAC-01", "BN-SAC-02", "BN-SAC-03", "BN-SAC-04", "BN-SAC-05", "BN-SAC-11")
def test_the_consecration_of_the_graveyard() -> None:
    """The priest has 4 successes and sacrifices a die, which heals only after the effect is released."""
    play = Play()
    father = mage(play)
    effect = effect_begun(cast(play, father, magic(difficulty="Easy"), (*shows(4), NULL, PLAIN)))

    play.when(SacrificeHealth(effect=effect.id, die=3), seat="ann").then(
        HealthSacrificed(effect=effect.id, creature=father, die=3)
    )
    assert replace(effect, lasts="health", die=3) == play.state.effects[effect.id]
    play.do(PassTime(weeks=3, resting=(father,)))
    assert ((3,), 4) == (play.who(father).lost, play.state.effects[effect.id].successes)
    play.do(ReleaseEffect(effect=effect.id), seat="ann")
    play.do(PassTime(weeks=1, resting=(father,)))
    assert () == play.who(father).lost


@pytest.mark.rule("BN-SAC-04", "BN-CAMP-08", "BN-R-286")
def test_a_sacrificed_die_is_not_treated() -> None:
    """If the caster's only lost die is sacrificed, the refusal of a treatment says that it cannot heal."""
    play = Play()
    who, healer = mage(play), play.one("bob", [("Universal", "Mental", "Healer", "Healer", "Healer", "blank")])
    play.do(SacrificeHealth(effect=goes_on(play, who), die=1), seat="ann")

    tends = CallTask(creature=healer, aim="treat", terms=Terms(skill="Healer", purpose="treatment", patient=who))
    refused = play.no(NothingToTreat, tends)

    assert "a lost die that a sacrifice keeps, or whose healing is to be chosen" == refused.has


@pytest.mark.rule("BN-SAC-03", "BN-R-293")
def test_each_sustained_effect_costs_a_die() -> None:
    """Sustaining two effects costs a caster two dice. An effect that already lasts costs no second die."""
    play = Play()
    who, other = mage(play), mage(play, "bob")
    first, second = goes_on(play, who), goes_on(play, who)

    play.no(NotYours, SacrificeHealth(effect=first, die=1), seat="bob")
    play.no(NotKnownHere, SacrificeHealth(effect="effect-99", die=1))
    play.no(OneOfThoseLeft, SacrificeHealth(effect=first, die=7))
    play.do(SacrificeHealth(effect=first, die=1), seat="ann")
    play.no(NotHeldByIt, SacrificeHealth(effect=first, die=2), seat="ann")
    play.no(OneOfThoseLeft, SacrificeHealth(effect=second, die=1))
    play.do(SacrificeHealth(effect=second, die=2), seat="ann")
    assert ((1, 2), (1, 2), ()) == (play.who(who).lost, sacrificed_dice(play.state, who), play.who(other).lost)


@pytest.mark.rule("BN-SAC-01", "BN-MAG-03")
def test_an_effect_with_a_sacrifice_needs_no_task() -> None:
    """An effect with a sacrifice lasts while its caster does something else. An effect without one ends."""
    play = Play()
    who = mage(play)
    given, upheld = goes_on(play, who), goes_on(play, who, 2)
    play.do(SacrificeHealth(effect=given, die=1), seat="ann")

    happened = play.do(PassTime(hours=1))

    assert [upheld] == [one.effect for one in happened if isinstance(one, EffectEnded)]
    assert {given} == {*play.state.effects}


@pytest.mark.rule("BN-R-287", "BN-SAC-04", "BN-HEAL-03", "BN-R-232")
def test_a_sacrificed_die_does_not_heal() -> None:
    """Rest, treatment, healing magic and regeneration do not heal a sacrificed die. Other dice heal as usual."""
    play = Play()
    who, healer = mage(play, dice=(*(POWER,) * 4, GROWS, BLANKS)), mage(play, "bob")
    play.do(SacrificeHealth(effect=goes_on(play, who), die=1), seat="ann")
    play.do(DealDamage(creature=who, amount=1))
    (wound,) = play.state.wounds
    play.do(TakeDamage(wound=wound, dice=(6,)), seat="ann")
    assert (6,) == healable(play.state, who)
    heals = Circumstances(aids=("healing",))
    happened = cast(play, healer, magic("treatment", patient=who, circumstances=heals), shows(12))
    assert [DamageHealed(creature=who, dice=(6,), cause="magic")] == [
        one for one in happened if isinstance(one, DamageHealed)
    ]
    assert (None, 0) == (play.who(who).treatment, play.who(who).treated)

    task = Terms(skill="Physical")
    key = play.the(TaskProposed, CallTask(creature=who, aim="jump", terms=task)).task.id
    happened = play.do(RollTask(task=key), 4, 4, 4, 1, 1)
    assert [] == [one for one in happened if isinstance(one, DamageHealed)]
    assert (1,) == play.who(who).lost


@pytest.mark.rule("BN-R-232", "BN-R-287")
def test_the_owner_chooses_among_the_dice_that_heal() -> None:
    """Of the lost dice 1, 2 and 3 the first was sacrificed, so the owner chooses 2 or 3."""
    play = Play()
    faces = (POWER, GROWS, BLANKS, POWER, POWER)
    who = mage(play, dice=faces, lost=(2, 3))
    play.do(SacrificeHealth(effect=goes_on(play, who), die=1), seat="ann")
    happened = play.do(PassTime(weeks=1, resting=(who,)))
    (coming,) = [one.healing for one in happened if isinstance(one, DiceComingBack)]

    play.no(OneForEachHealed, ChooseHealed(healing=coming.id, dice=(1,)), seat="ann")
    (entry,) = allowed_of(play.state, "ann", ChooseHealed)
    assert entry.fields["dice"].items is not None
    assert (2, 3) == entry.fields["dice"].items.options
    play.do(ChooseHealed(healing=coming.id, dice=(3,)), seat="ann")
    assert (2, 1) == play.who(who).lost


@pytest.mark.rule("BN-SAC-03", "BN-R-145", "BN-R-285")
def test_a_sacrifice_is_new_damage() -> None:
    """A sacrifice of health interrupts rest and ends a treatment, as other damage does."""
    play = Play()
    who = mage(play, lost=(2,), rested=50, treatment=Treatment(days=3))
    effect = goes_on(play, who)

    play.when(SacrificeHealth(effect=effect, die=1), seat="ann").then(
        HealthSacrificed(effect=effect, creature=who, die=1), RestBroken(creature=who), TreatmentEnded(creature=who)
    )


@pytest.mark.rule("BN-R-295", "BN-SAC-05")
def test_a_caster_may_sacrifice_its_last_die() -> None:
    """A caster who sacrifices the last die is incapacitated. The effect stays even if the caster is killed."""
    play = Play()
    who = mage(play, lost=(2, 3, 4, 5, 6))
    effect = goes_on(play, who)

    play.when(SacrificeHealth(effect=effect, die=1), seat="ann").then(
        HealthSacrificed(effect=effect, creature=who, die=1), Incapacitated(creature=who)
    )
    play.when(CoupDeGrace(creature=who)).then(Died(creature=who, cause="coup de grace"))
    assert {effect} == {*play.state.effects}


@pytest.mark.rule("BN-R-113")
def test_a_sacrificed_die_counts_towards_death() -> None:
    """A creature that sacrificed one of its six dice has five left to lose.

    It dies when it takes six damage beyond its last die.
    """
    play = Play()
    who = mage(play)
    play.do(SacrificeHealth(effect=goes_on(play, who), die=1), seat="ann")

    play.do(DealDamage(creature=who, amount=10))
    assert ((), 5, False) == (play.who(who).numbers, play.who(who).beyond, play.who(who).dead)
    play.do(DealDamage(creature=who, amount=1))
    assert play.who(who).dead


@pytest.mark.rule("BN-R-295")
def test_a_setting_ends_effects_with_their_caster() -> None:
    """If `effect_outlives_caster` is false, the caster's death ends the caster's effects, but incapacity does not."""
    play = Play(magic={"effect_outlives_caster": False})
    who = mage(play, lost=(2, 3, 4, 5, 6))
    effect = goes_on(play, who)
    play.do(SacrificeHealth(effect=effect, die=1), seat="ann")
    assert {effect} == {*play.state.effects}

    play.when(CoupDeGrace(creature=who)).then(
        Died(creature=who, cause="coup de grace"), EffectEnded(effect=effect, why="caster died", caster=who)
    )


@pytest.mark.rule("BN-SAC-04", "BN-SPIFF-16")
def test_a_survived_death_restores_no_sacrificed_die() -> None:
    """A character who survives death with one die left recovers a die that was not sacrificed."""
    play = Play(spiffs={"survivor_dice_left": 1})
    who = mage(play, spiffs=5, lost=(1, 2, 3, 4))
    effect = goes_on(play, who)
    play.do(SacrificeHealth(effect=effect, die=6), seat="ann")
    play.do(DealDamage(creature=who, amount=7))
    (wound,) = play.state.wounds
    play.do(TakeDamage(wound=wound), seat="ann")
    assert play.who(who).dead

    play.do(UseSpiffs(creature=who, use="survive", text="thrown clear"), seat="ann")
    (use,) = play.state.uses
    play.do(AllowSpiffs(use=use))
    assert (5,) == play.who(who).numbers


@pytest.mark.rule("BN-SAC-04")
def test_a_correction_restores_no_sacrificed_die() -> None:
    """A correction must list the sacrificed die as lost, unless the effect is released first."""
    play = Play()
    who = mage(play, lost=(2,))
    effect = goes_on(play, who)
    play.do(SacrificeHealth(effect=effect, die=1), seat="ann")

    play.no(GivenForAnEffect, ChangeCreature(creature=who, lost=(2,), reason="a slip"))
    play.do(ChangeCreature(creature=who, lost=(1,), reason="a slip"))
    play.do(ReleaseEffect(effect=effect))
    play.do(ChangeCreature(creature=who, lost=(), reason="a slip"))


@pytest.mark.rule("BN-R-169")
def test_a_sacrifice_cannot_be_soaked() -> None:
    """The caster must name the die to sacrifice, and spiffs cannot soak it."""
    play = Play()
    who = mage(play, spiffs=5)

    play.no(NotSoaked, SacrificeHealth(effect=goes_on(play, who)), seat="ann")


@pytest.mark.rule("BN-R-169", "BN-SPIFF-12")
def test_a_setting_lets_spiffs_replace_a_sacrifice() -> None:
    """If `sacrifice_may_be_soaked` is true, a player can pay two spiffs instead of a die, and the effect lasts.

    In form 1 the game master is not asked.
    """
    play = Play(magic={"sacrifice_may_be_soaked": True})
    play.state = replace(play.state, form=1)
    who, poor = mage(play, spiffs=3), mage(play, "bob", spiffs=1)
    effect, other = goes_on(play, who), goes_on(play, poor)

    play.no(NotEnoughSpiffs, SacrificeHealth(effect=other), seat="bob")
    play.when(SacrificeHealth(effect=effect), seat="ann").then(
        SpiffsSpent(use=effect, creature=who, spiffs=2), HealthSacrificed(effect=effect, creature=who)
    )
    assert ((), "health", 1) == (
        play.who(who).lost, play.state.effects[effect].lasts, play.state.spiffs["ann"],
    )  # fmt: skip
    play.do(SacrificeHealth(effect=other, die=1), seat="bob")


@pytest.mark.rule("BN-R-372", "BN-SPIFF-19")
def test_the_game_master_allows_spiffs_in_place_of_a_sacrifice() -> None:
    """A caster asks, and sacrifices nothing else meanwhile. The effect lasts once the game master allows the use."""
    play = Play(magic={"sacrifice_may_be_soaked": True})
    who = mage(play, spiffs=3)
    effect = goes_on(play, who)
    (asked,) = play.do(SacrificeHealth(effect=effect), seat="ann")
    assert isinstance(asked, SpiffUseAsked)
    use = asked.use
    assert ("soak", effect, 2, who) == (use.use, use.on, use.cost, use.creature)
    assert "held" == play.state.effects[effect].lasts
    play.state = replace(play.state, uses={f"use-{number}": replace(use, on="", cost=0) for number in range(10)})
    assert 10 == play.no(TooManyHere, SacrificeHealth(effect=effect), seat="ann").has
    play.state = replace(play.state, uses={use.id: use})
    for again in (SacrificeHealth(effect=effect), SacrificeHealth(effect=effect, die=1)):
        assert (use.id,) == play.no(AnswerFirst, again, seat="ann").needs

    play.when(AllowSpiffs(use=use.id)).then(
        SpiffsSpent(use=use.id, creature=who, spiffs=2, effect=effect), HealthSacrificed(effect=effect, creature=who)
    )
    assert ((), "health", 1, {}) == (
        play.who(who).lost, play.state.effects[effect].lasts, play.state.spiffs["ann"], play.state.uses,
    )  # fmt: skip


@pytest.mark.rule("BN-R-372", "BN-SPIFF-19", "BN-CAMP-140")
def test_spiffs_in_place_of_a_sacrifice_are_vetoed_or_too_late() -> None:
    """After a veto the effect is still held. A use is not allowed while the caster has an open wound.

    When the effect ends, the use ends with it, and costs nothing, even where a vetoed use is paid for.
    """
    play = Play(magic={"sacrifice_may_be_soaked": True}, spiffs={"veto_refunds": False})
    who = mage(play, dice=(POWER, BLANKS), spiffs=3)
    effect = goes_on(play, who)
    play.do(SacrificeHealth(effect=effect), seat="ann")
    (use,) = play.state.uses
    asked = play.state
    play.state = replace(asked, spiffs={"ann": 9})
    play.no(NotKnownHere, UseSpiffs(creature=who, use="soak", on=effect), seat="ann")
    play.state = asked
    play.when(VetoSpiffs(use=use)).then(SpiffUseVetoed(use=use, creature=who, lost=2))
    assert ("held", 1, {}) == (play.state.effects[effect].lasts, play.state.spiffs["ann"], play.state.uses)

    play.state = asked
    play.do(ReleaseEffect(effect=effect), seat="ann")
    assert ({}, 3) == (play.state.uses, play.state.spiffs["ann"])
    play.state = asked
    play.do(DealDamage(creature=who, amount=1))
    assert "use" == play.no(AnswerFirst, AllowSpiffs(use=use)).field


@pytest.mark.rule("BN-R-293", "BN-CAMP-25")
def test_a_die_is_sacrificed_only_when_the_caster_has_nothing_open() -> None:
    """The caster's open wounds and rolled dice must be settled before a die can be sacrificed."""
    play = Play()
    who = mage(play, dice=(POWER, BLANKS))
    effect = goes_on(play, who)
    play.do(DealDamage(creature=who, amount=1))

    play.no(AnswerFirst, SacrificeHealth(effect=effect, die=1), seat="ann")


@pytest.mark.rule("BN-SAC-03", "BN-R-169")
@pytest.mark.parametrize("soaks", [False, True])
def test_possible_sacrifices_are_listed(soaks: bool) -> None:  # noqa: FBT001 a setting
    """The legal list offers each remaining die as a sacrifice.

    If `sacrifice_may_be_soaked` is true, it also offers spiffs instead of a die.
    """
    play = Play(magic={"sacrifice_may_be_soaked": soaks})
    who = mage(play, lost=(2,), spiffs=2)
    effect = goes_on(play, who)

    listed = allowed_of(play.state, "ann", SacrificeHealth)

    plain: list[dict[str, Any]] = [{"type": "SacrificeHealth", "effect": effect}] if soaks else []
    assert [*plain, {"type": "SacrificeHealth", "effect": effect, "die": 1}] == [{**one.body} for one in listed]
    assert (1, 3, 4, 5, 6) == listed[-1].fields["die"].options
