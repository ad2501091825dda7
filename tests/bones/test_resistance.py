"""Resistance to magic on a mind: its roll, and the faces that count in it."""

from fractions import Fraction

import pytest
from msgspec.structs import replace

from services.bones.chapters.lasting_magic.minds import (
    GiveIn,
    ResistanceOpened,
    ResistanceSettled,
    ResistMagic,
)
from services.bones.chapters.magic.effects import EffectBegan
from services.bones.chapters.rolls.rolls import KeepSuccesses, RollMade, UseAutomatic
from services.bones.chapters.rolls.spiffs import NothingCountsHere, UseSpiffs
from services.bones.chapters.rolls.wounds import DamageDealt, DealDamage
from services.bones.chapters.tasks.tasks import CallTask
from services.bones.reading.giving import may_receive
from services.bones.state.creatures import Hindering
from services.bones.state.magic import Resistance
from services.bones.state.rolls import Roll, Shown
from services.bones.state.tasks import Terms
from shared.kernel.campaign.seats import NotYours, TooManyHere
from tests.bones.play import odds
from tests.bones.smitten import (
    BLANK,
    MAGIC,
    NOTHING,
    RACIAL,
    SKILL,
    WILL,
    WITCH,
    M,
    P,
    Smitten,
    U,
    began,
    outcome_of,
)


@pytest.mark.rule("BN-MIND-01", "BN-MIND-02", "BN-R-167", "BN-R-193")
@pytest.mark.parametrize(
    ("faces", "counts"),
    [
        ((P, P, P, P), 0),
        ((U, M, P, BLANK), 2),
        ((RACIAL, BLANK, BLANK, BLANK), 1),
        ((RACIAL, RACIAL, U, M), 4),
        ((SKILL, SKILL, SKILL, SKILL), 0),
    ],
)
def test_universal_mental_and_racial_icons_resist(faces: tuple[int, ...], counts: int) -> None:
    """Physical and skill icons do not resist. A dwarf's racial icon does, although none of its skills would."""
    play = Smitten()
    play.cast_on_mind(*[MAGIC] * 5)

    assert counts == outcome_of(play.resists(*faces)).successes


@pytest.mark.rule("BN-R-167", "BN-R-193")
@pytest.mark.parametrize(
    ("face", "counts"),
    [("Universal*2", 2), ("Racial:Elf", 1), ("Racial:Orc", 1), ("Racial:Elf*2", 2), ("Magic", 0), ("Mental*2", 2)]
    + [
        (one, 0) for one in ("Magic:Arcane Knowledge", "Healer:Cure", "Social:Boss", "Perception:Sixth Sense", "Defend")
    ],
)
def test_value_of_faces_for_resistance(face: str, counts: int) -> None:
    """A mastery icon counts as 0 in resistance, whatever it counts elsewhere. A racial icon of any race counts as 1."""
    play = Smitten()
    play.bob = play.one("bob", [(face, *["blank"] * 5)] * 1)
    play.cast_on_mind(*[MAGIC] * 5)

    assert counts == outcome_of(play.resists(1)).successes


@pytest.mark.rule("BN-R-166", "BN-MIND-01")
def test_beasts_resist_with_universal_alone_and_the_mental_face_of_a_borrowed_die() -> None:
    """A beast resists with Universal, and with the Mental face of a borrowed die.

    Physical and abilities do not count.
    """
    play = Smitten()
    beast = ("Universal", "Physical", "FearCaster", "Melee", "Maneuver", "Perception")
    play.bob = play.one("gm", [beast] * 3 + [WILL], kind="beast")
    play.cast_on_mind(*[MAGIC] * 5)

    assert 2 == outcome_of(play.resists(U, 2, 3, M)).successes


@pytest.mark.rule("BN-MIND-01", "BN-SYM-05")
def test_null_cancels_a_success_of_resistance() -> None:
    """Two Universal and a Null count as one success of resistance."""
    play = Smitten()
    play.bob = play.one("bob", [("Universal", "Null", *["blank"] * 4)] * 3)
    play.cast_on_mind(*[MAGIC] * 5)

    assert 1 == outcome_of(play.resists(1, 1, 2)).successes


@pytest.mark.rule("BN-MIND-01")
def test_resistance_has_no_cap() -> None:
    """Five successes of resistance count as five, without any skill icon."""
    play = Smitten(will=5)
    play.bob = play.one("bob", [("Universal", "Mental", *["blank"] * 4)] * 5)
    play.cast_on_mind(*[MAGIC] * 5)

    assert (5, 0, False) == ((one := outcome_of(play.resists(U, U, U, M, M))).successes, one.net, one.holds)


@pytest.mark.rule("BN-R-355", "BN-IMP-14", "BN-MIND-10")
@pytest.mark.parametrize("uses", [True, False])
def test_a_resistance_waits_for_an_automatic_success_that_is_used_up(uses: bool) -> None:  # noqa: FBT001 a row
    """A mind with one automatic success left uses it or keeps its own successes. Spiffs buy none."""
    play = Smitten(tasks={"automatic_success": "spent_on_use"})
    play.bob = play.one("bob", [WILL] * 4, automatic=1)
    play.state = replace(play.state, spiffs={"bob": 9})
    one = play.cast_on_mind(*[MAGIC] * 3, *[NOTHING] * 2)
    happened = play.resists(U, M, BLANK, BLANK, seat="bob")
    assert not [event for event in happened if isinstance(event, ResistanceSettled)]
    (roll,) = play.state.rolls
    assert ("successes", one, (one, roll)) == (
        play.state.rolls[roll].stage,
        play.state.rolls[roll].of,
        play.state.waiting,
    )
    refused = play.no(NothingCountsHere, UseSpiffs(creature=play.bob, use="success", on=roll), seat="bob")
    assert "a roll that does not resist magic" == refused.needs

    happened = [] if not uses else play.do(UseAutomatic(roll=roll), seat="bob")
    happened += [] if uses else play.do(KeepSuccesses(roll=roll), seat="bob")
    assert (2 + uses, not uses, 1 - uses, {}) == (
        (found := outcome_of(happened)).successes, found.holds, play.who(play.bob).automatic, play.state.rolls
    )  # fmt: skip


@pytest.mark.rule("BN-R-355")
@pytest.mark.parametrize(
    ("form", "rule", "automatic"), [(1, "spent_on_use", 1), (2, "permanent", 1), (2, "spent_on_use", 0)]
)
def test_a_resistance_without_a_success_to_use_up_is_settled_at_once(form: int, rule: str, automatic: int) -> None:
    """A resistance with no automatic success to use up is settled at once. So is every one in an older campaign."""
    play = Smitten(tasks={"automatic_success": rule})
    play.state = replace(play.state, form=form)
    play.bob = play.one("bob", [WILL] * 4, automatic=automatic)
    play.cast_on_mind(*[MAGIC] * 3, *[NOTHING] * 2)

    assert 2 + (rule == "permanent") == outcome_of(play.resists(U, M, BLANK, BLANK)).successes


@pytest.mark.rule("BN-R-292", "BN-MIND-01")
def test_mind_that_gives_in_counts_zero() -> None:
    """If the target's player gives in without a roll, 3 successes of magic give control of degree 3."""
    play = Smitten()
    one = play.cast_on_mind(*[MAGIC] * 3, *[NOTHING] * 2)

    play.no(NotYours, GiveIn(resistance=one), seat="ann")
    happened = play.do(GiveIn(resistance=one), seat="bob")
    (control,) = began(happened)
    assert [
        ResistanceSettled(resistance=one, creature=play.bob, successes=0, net=3, holds=True),
        EffectBegan(effect=control),
    ] == happened
    assert 3 == control.degree


@pytest.mark.rule("BN-CAMP-102", "BN-R-230")
def test_a_mind_with_no_die_left_counts_zero_at_once() -> None:
    """A mind without dice counts as zero, and no seat has to decide.

    This is so whether the last die was lost before the magic or after it.
    """
    play = Smitten(will=1)
    play.cast_on_mind(*[MAGIC] * 2, *[NOTHING] * 3)

    happened = play.do(DealDamage(creature=play.bob, amount=1, source="attack"))
    assert (0, True, [2]) == (
        (one := outcome_of(happened)).successes,
        one.holds,
        [one.degree for one in began(happened)],
    )
    happened = play.casts(*[MAGIC] * 3, *[NOTHING] * 2)
    assert (0, [3]) == (outcome_of(happened).successes, [one.degree for one in began(happened)])


@pytest.mark.rule("BN-CAMP-102", "BN-CAMP-103")
def test_dead_mind_is_not_controlled() -> None:
    """If the target dies before it has resisted, the open resistance lapses, and no control begins."""
    play = Smitten()
    play.cast_on_mind(*[MAGIC] * 5)
    play.do(DealDamage(creature=play.wanda, amount=1, source="attack"))

    play.state = play.state.change(play.bob, lost=(1, 2, 3), beyond=0)
    happened = play.do(DealDamage(creature=play.bob, amount=9, source="attack"))
    assert (5, False, []) == ((found := outcome_of(happened)).net, found.holds, began(happened))
    assert () == play.state.waiting


@pytest.mark.rule("BN-R-068", "BN-MIND-10", "BN-MIND-11")
@pytest.mark.parametrize("rolled", [False, True])
def test_hindering_dice_are_rolled_by_a_setting(rolled: bool) -> None:  # noqa: FBT001 a row of a table
    """By default the target of mind control rolls only its own dice.

    If `hindering_on_independent_rolls` is true, it also rolls its poison die, which can cost it a die.
    """
    play = Smitten(magic={"hindering_on_independent_rolls": rolled}, combat={"damage_die_choice": "last_die"})
    poison = Hindering(id="hindering-90", kind="poison", faces=("Poison", *["blank"] * 5))
    play.bob = play.one("bob", [WILL] * 3, hindering={poison.id: poison})
    one = play.cast_on_mind(*[MAGIC] * 3, *[NOTHING] * 2)

    happened = play.do(ResistMagic(resistance=one), U, M, BLANK, *([1] if rolled else []))
    assert [1 if rolled else 2] == [outcome_of(happened).successes]
    assert int(rolled) == len([event for event in happened if isinstance(event, DamageDealt)])
    assert int(rolled) == len(play.who(play.bob).lost)


@pytest.mark.rule("BN-MIND-11")
def test_resistance_rolls_no_items() -> None:
    """To resist, the mind rolls its three dice without armor and shield. An automatic success counts as usual."""
    play = Smitten()
    play.bob = play.one("bob", [WILL] * 4, items=("Full shield", "Heavy armor (plate)"), automatic=1, lost=(2,))
    play.cast_on_mind(*[MAGIC] * 5)

    assert 2 == outcome_of(play.resists(U, BLANK, BLANK)).successes


@pytest.mark.rule("BN-MIND-10", "BN-SPIFF-10", "BN-SPIFF-11")
def test_no_spiffs_are_used_on_a_resistance_roll() -> None:
    """A resistance roll is final at once, even if the player has spiffs."""
    play = Smitten()
    play.bob = play.one("bob", [WILL] * 2, spiffs=3)
    play.cast_on_mind(MAGIC, MAGIC, *[NOTHING] * 3)

    assert (1, True) == ((one := outcome_of(play.resists(U, BLANK, seat="bob"))).successes, one.holds)


@pytest.mark.rule("BN-MIND-03", "BN-CAMP-30")
def test_a_dry_run_has_the_odds_to_resist() -> None:
    """A die with three useful faces of six resists one success with odds of 1/2, because a tie resists."""
    play = Smitten(will=1)
    one = play.cast_on_mind(MAGIC, *[NOTHING] * 4)

    found = odds(ResistMagic(resistance=one), play.state)
    assert Fraction(1, 2) == sum(Fraction(one.chance.exact) for one in found.outcomes if one.total >= 0)


@pytest.mark.rule("AR-CAMP-06")
def test_the_number_of_minds_resisting_at_once_is_limited() -> None:
    """While forty-nine resistances are open, magic may target one more mind, but not two."""
    play = Smitten(magic={"mind_targets": "each_resists"})
    other = play.one("gm", [WILL] * 2)
    for number in range(49):
        one = Resistance(
            id=f"resistance-{100 + number}", creature=play.bob, caster=play.wanda, theme="", what="", successes=1
        )
        play.given(ResistanceOpened(resistance=one))

    terms = Terms(skill="Magic", purpose="mind", minds=(play.bob, other))
    play.no(TooManyHere, play.call(terms))
    assert play.aims(other) in play.state.tasks


def test_resistance_gives_no_successes_to_a_mount() -> None:
    """A rider's resistance roll gives no successes to the mount, not even with a Horseman icon."""
    play = Smitten()
    horse = play.one("gm", [WITCH] * 2, kind="beast")
    play.bob = play.one("bob", [("Riding:Horseman", *["blank"] * 5)] * 2, mount=horse)
    play.do(CallTask(creature=horse, aim="jump", terms=Terms(skill="Maneuver", difficulty="Easy")))
    play.cast_on_mind(MAGIC, *[NOTHING] * 4)

    assert 0 == outcome_of(play.resists(1, 1)).successes


def test_resistance_receives_no_successes() -> None:
    """A success can be given to a roll in a fight, but not to a resistance roll."""
    play = Smitten()
    dice = (Shown(die="die-1", kind="character", face="blank"),)
    for number, skill in ((80, None), (81, "Resistance")):
        play.given(RollMade(roll=Roll(id=f"roll-{number}", of="none-1", creature=play.bob, dice=dice, skill=skill)))

    assert (("roll-80", None, True),) == may_receive(play.state, play.bob)
