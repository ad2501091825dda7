"""Mastery icons on dice: the basic icons that earn them, and the dice that may have them."""

from typing import Final

import pytest

from services.bones.catalogue import Run
from services.bones.chapters.people.campaign import sample
from services.bones.chapters.people.dice import (
    IconNotForThisDie,
    MasteryNotEarned,
    MasteryOnLaterDice,
    NoMasteryAtStart,
    OneMasteryOfASkill,
    check_icon,
    check_made_dice,
    dice_from,
)
from services.bones.state.creatures import Die
from tests.bones.making import DWARF, EARNED, PLAIN, building_of, creation_of
from tests.bones.play import BOB, Play
from tests.support.spec import refuses

MUTE: Final = ("Universal", "Mental", "Craft", "Social", "Missile", "Maneuver")


@pytest.mark.rule("BN-R-022")
def test_a_new_character_has_no_mastery() -> None:
    """A new character has no mastery, even if `mastery_on_same_die` is true."""
    play = Play(mastery={"mastery_on_same_die": True})
    play.no(NoMasteryAtStart, creation_of((*EARNED[:3], (*PLAIN[:5], "Melee:Riposte"))), seat="ann")


@pytest.mark.rule("BN-MAST-01", "BN-R-019")
def test_a_mastery_needs_the_basic_icon_on_four_dice() -> None:
    """The basic icon must be on four dice. Three dice are not enough, nor are several faces of one die."""
    play = Play()
    three = play.who(play.one(dice=(PLAIN, PLAIN, PLAIN, MUTE)))
    twice = play.who(play.one(dice=(PLAIN, PLAIN, (*PLAIN[:3], "Melee", "Melee", "Melee"), MUTE)))
    four = play.who(play.one(dice=EARNED))

    for one in (three, twice):
        with refuses(MasteryNotEarned) as found:
            check_icon(play.state, one, "Melee:Riposte", 5)
        assert "die 5: Melee:Riposte; Melee on 3" == found.value.has
    check_icon(play.state, four, "Melee:Riposte", 5)
    check_icon(play.state, three, "Melee", 5)


@pytest.mark.rule("BN-R-019")
@pytest.mark.parametrize("counts", ["basic_only", "any_icon_of_skill"])
def test_a_setting_counts_other_icons_of_the_skill(counts: str) -> None:
    """By default only basic icons of the skill earn a mastery.

    If `mastery_prerequisite_counts` is `any_icon_of_skill`, its mastery icons count as well, and so do racial icons
    usable as the basic icon.
    """
    play = Play(mastery={"mastery_prerequisite_counts": counts})
    five = play.who(play.one(dice=(PLAIN, PLAIN, PLAIN, MUTE, (*MUTE[:5], "Melee:Riposte"))))
    dwarf = play.who(play.one(dice=[DWARF] * 4, race="Dwarf"))

    for one, icon, number in ((five, "Melee:Two Weapon", 6), (dwarf, "Craft:Master", 5)):
        if counts == "basic_only":
            with refuses(MasteryNotEarned):
                check_icon(play.state, one, icon, number)
        else:
            check_icon(play.state, one, icon, number)
    with refuses(MasteryNotEarned):
        check_icon(play.state, dwarf, "Healer:Medic", 5)
    play.no(IconNotForThisDie, building_of(("Universal", "Racial:Ogre", "Melee:Riposte", *PLAIN[3:])))


@pytest.mark.rule("BN-MAST-01", "BN-R-021")
@pytest.mark.parametrize("last", [("Scholar:Sage", "Scholar"), ("Scholar", "Scholar:Sage")])
def test_a_setting_counts_faces_of_the_mastery_die(last: tuple[str, ...]) -> None:
    """If `mastery_on_same_die` is true, the basic icon on the fourth die earns a mastery on that die.

    The order of the faces does not matter.
    """
    play = Play(mastery={"mastery_on_same_die": True})
    three = [("Universal", "Mental", "Scholar", *MUTE[3:])] * 3
    dice = tuple(Die(faces=faces) for faces in (*three, ("Universal", "Mental", *last, *MUTE[4:])))

    check_made_dice(play.state, "cast", dice)
    with refuses(MasteryNotEarned):
        check_made_dice(play.state, "cast", dice[1:])


@pytest.mark.rule("BN-MAST-02", "BN-R-021")
@pytest.mark.parametrize("same", [False, True])
def test_mastery_is_placed_on_a_later_die(*, same: bool) -> None:
    """With the icon on dice 1, 3, 4 and 5, the first mastery may be placed on die 6.

    If `mastery_on_same_die` is true, it may be placed on die 5.
    """
    play = Play(mastery={"mastery_on_same_die": same})
    fifth = ("Universal", "Mental", "Scholar", "blank", "blank", "blank")
    one = play.who(play.one(dice=(BOB[0], PLAIN, *(("Universal", "Mental", "Scholar", *MUTE[3:]),) * 2, fifth)))

    if same:
        check_icon(play.state, one, "Scholar:Sage", 5)
    else:
        with refuses(MasteryOnLaterDice) as found:
            check_icon(play.state, one, "Scholar:Sage", 5)
        assert "a die after die 5" == found.value.needs
    with refuses(MasteryOnLaterDice):
        check_icon(play.state, one, "Scholar:Sage", 4)
    check_icon(play.state, one, "Scholar:Sage", 6)


@pytest.mark.rule("BN-MAST-03", "BN-MAST-04", "BN-EX-09")
def test_two_masteries_share_a_die_only_of_different_skills() -> None:
    """A die may have a mastery of Melee and one of Riding. The rules refuse two masteries of Melee on it."""
    play = Play()
    fifth = ("Universal", "Mental", "Melee:Riposte", "blank", "blank", "blank")
    one = play.who(play.one(dice=(*EARNED, fifth)))

    check_icon(play.state, one, "Riding:Knight", 5)
    both = play.who(play.one(dice=(*EARNED, (*fifth[:5], "Riding:Knight"))))
    for icon in ("Melee:Two Weapon", "Melee:Riposte"):
        with refuses(OneMasteryOfASkill):
            check_icon(play.state, both, icon, 5)
    check_icon(play.state, both, "Melee:Two Weapon", 6)


@pytest.mark.rule("BN-R-020")
def test_lost_dice_count_towards_a_mastery() -> None:
    """Lost dice count towards a mastery, because injury removes dice only for a time."""
    play = Play()
    one = play.who(play.one(dice=EARNED, lost=(1, 2, 3)))
    check_icon(play.state, one, "Melee:Riposte", 5)


@pytest.mark.rule("BN-EX-58", "BN-MAST-01", "BN-MAST-02", "BN-MAST-03")
def test_the_mastery_of_the_sample_cast_is_earned() -> None:
    """The sample creatures have the icons that earn their masteries.

    The Swordmaster has Melee and Defend on dice 1 to 4, the Captain has Sailor on dice 1 to 4, and the Matron has
    Defend on dice 2 to 5.
    """
    play = Play()
    for name, skills in (("Swordmaster", ("Melee", "Defend")), ("Ship's Captain", ("Sailor",))):
        dice = dice_from(play.state, sample(play.state, name).dice)
        check_made_dice(play.state, "cast", dice)
        assert all(die.bears(skill) for die in dice[:4] for skill in skills)
    matron = (
        Run(n=1, die="Primitive"),
        Run(n=2, faces=("Universal", "Physical", "Social", "Magic", "Defend", "Regenerate")),
        Run(n=2, faces=("Universal", "Mental", "Magic", "Defend", "Melee", "FearCaster")),
        Run(n=1, faces=("Universal", "Mental", "Defend:Turtle", "Magic", "Melee", "blank")),
    )
    check_made_dice(play.state, "cast", dice_from(play.state, matron))
    with refuses(MasteryNotEarned):
        check_made_dice(play.state, "cast", dice_from(play.state, matron[:2] + matron[3:]))
