"""Cold Iron: the ten steps of creating a character, one die after another."""

from random import Random
from typing import Final

import msgspec
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from services.bones.catalogue import STEPS, Data
from services.bones.chapters.people.characters import CreatureAppeared
from services.bones.chapters.people.cold_iron import (
    MAX_DRAFTS,
    SHEET,
    BackgroundNotOpen,
    BackgroundSecond,
    ChooseSource,
    CultureFirst,
    DieCompleted,
    DraftEnded,
    GiveUpDraft,
    NamedWithoutDice,
    NotOnThisFace,
    OccupationNotOpen,
    OwnSourceOnly,
    SecondNotOpen,
    SheetFinished,
    SourceChosen,
    StartDraft,
    StepOutOfOrder,
    allowed_icons,
)
from services.bones.chapters.people.data import LoadData
from services.bones.chapters.people.dice import check_dice
from services.bones.game import bones
from services.bones.state.creatures import Die, Path, Sheet
from shared.kernel.campaign.seats import NotKnownHere, NotYours, TooManyHere
from tests.bones.making import ANY, Making
from tests.bones.play import allowed_of
from tests.support.campaigns import pick_command

GAUL: Final = ("Universal", "Physical", "Outdoorsman", "Riding", "Melee", "Defend")
HUNTER: Final = ("Universal", "Physical", "Outdoorsman", "Perception", "Melee", "Defend")
ARMSMAN: Final = ("Universal", "Physical", "Melee", "Defend", "Missile", "Maneuver")


@pytest.mark.rule(
    "BN-EX-48", "BN-EX-49", "BN-EX-50", "BN-CI-01", "BN-CI-02", "BN-CI-03", "BN-CI-06", "BN-CI-25", "BN-CI-17",
    "BN-CI-18", "BN-CI-27",
)  # fmt: skip
def test_ragnar() -> None:
    """A hunter of Gaul becomes an armsman twice; the character's dice are stored in order, each with its source."""
    play = Making()
    steps = [
        (play.choice("culture", "Gaul"), SourceChosen(draft="draft-1", of="culture", name="Gaul")),
        (play.die(*GAUL), DieCompleted(draft="draft-1", die=Die(faces=GAUL, of="Gaul"))),
        (
            play.choice("background", "Hunter/Gatherer"),
            SourceChosen(draft="draft-1", of="background", name="Hunter/Gatherer"),
        ),
        (play.die(*HUNTER), DieCompleted(draft="draft-1", die=Die(faces=HUNTER, of="Hunter/Gatherer"))),
        *[
            (play.choice("occupation", "Armsman"), SourceChosen(draft="draft-1", of="occupation", name="Armsman")),
            (play.die(*ARMSMAN), DieCompleted(draft="draft-1", die=Die(faces=ARMSMAN, of="Armsman"))),
        ]
        * 2,
        (
            play.sheet(age="22", equipment=("Spear", "Buckler")),
            SheetFinished(draft="draft-1", sheet=Sheet(name="Ragnar", age="22"), equipment=("Spear", "Buckler")),
        ),
    ]
    for number, (command, event) in enumerate(steps, 1):
        assert number == play.draft.step
        play.when(command, seat="ann").then(event)
    ended, appeared = play.do(play.story(), seat="ann")
    assert DraftEnded(draft="draft-1") == ended
    assert isinstance(appeared, CreatureAppeared)
    ragnar = play.who(appeared.creature.id)

    assert ["Gaul", "Hunter/Gatherer", "Armsman", "Armsman"] == [die.of for die in ragnar.dice]
    assert Path(culture="Gaul", background="Hunter/Gatherer", occupations=("Armsman", "Armsman")) == ragnar.path
    assert (4, 4) == tuple(sum(bool(die.bears(skill)) for die in ragnar.dice) for skill in ("Melee", "Defend"))
    assert "Born in the cold." == ragnar.sheet.back_story
    assert (False, ("Spear", "Buckler"), {}) == (ragnar.ready, ragnar.asked, play.state.drafts)


@pytest.mark.rule(
    "BN-CI-09", "BN-CI-10", "BN-CI-11", "BN-CI-12", "BN-CI-13", "BN-CI-14", "BN-CI-15", "BN-CI-16", "BN-CI-17",
    "BN-CI-18",
)  # fmt: skip
def test_the_steps_of_creation_have_an_order() -> None:
    """At each of the ten steps only the commands of that step are legal. A refusal names the step."""
    play = Making()
    taken = [
        play.choice("culture", "Gaul"), play.die(*GAUL), play.choice("background", "Hunter/Gatherer"),
        play.die(*HUNTER), play.choice("occupation", "Armsman"), play.die(*ARMSMAN), play.choice("culture", "Gaul"),
        play.die(*GAUL), play.sheet(), play.story(),
    ]  # fmt: skip
    for number, command in enumerate(taken, 1):
        for other in taken:
            if type(other) is not type(command):
                play.when(other, seat="ann").then_refused(
                    StepOutOfOrder, needs=f"step {number}: {STEPS[number - 1].does}"
                )
        play.do(command, seat="ann")
    assert 1 == len(play.state.characters)


@pytest.mark.rule("BN-CI-02", "BN-CI-03")
def test_culture_comes_first_and_background_second() -> None:
    """The source of the first die must be a culture, and the source of the second die must be a background."""
    play = Making()
    play.no(CultureFirst, play.choice("background", "Hunter/Gatherer"), seat="ann")
    play.no(CultureFirst, play.choice("occupation", "Armsman"), seat="ann")
    play.no(NotKnownHere, play.choice("culture", "Rus"), seat="ann")
    play.come(("culture", "Gaul"))
    play.no(BackgroundSecond, play.choice("occupation", "Armsman"), seat="ann")
    play.no(BackgroundSecond, play.choice("culture", "Gaul"), seat="ann")


@pytest.mark.rule("BN-CI-04", "BN-CI-07", "BN-CI-08", "BN-EX-51")
def test_forbidden_paths() -> None:
    """A Roman cannot become a nomad, nor a Norse villager a student.

    A Mongol man-at-arms may become a cavalry rider, but not a sage.
    """
    roman, norse, mongol = Making(), Making(), Making()
    roman.come(("culture", "Roman"))
    roman.no(BackgroundNotOpen, roman.choice("background", "nomad"), seat="ann")
    norse.come(("culture", "Norse"), ("background", "villager"))
    norse.no(OccupationNotOpen, norse.choice("occupation", "student"), seat="ann")
    mongol.come(("culture", "Mongol"), ("background", "nomad"), ("occupation", "man-at-arms"))
    mongol.no(SecondNotOpen, mongol.choice("occupation", "sage"), seat="ann")
    mongol.do(mongol.choice("occupation", "cavalry rider"), seat="ann")

    assert ("man-at-arms", "cavalry rider") == mongol.draft.occupations


@pytest.mark.rule("BN-CI-04")
def test_gaul_has_no_nobles() -> None:
    """Gaul has villagers and hunters but no nobles, although the book defines nobles elsewhere."""
    play = Making()
    play.do(LoadData(data=msgspec.convert({"backgrounds": [{"name": "noble", "slots": ANY}]}, Data)))
    play.come(("culture", "Gaul"))
    play.no(BackgroundNotOpen, play.choice("background", "noble"), seat="ann")
    play.do(play.choice("background", "villager"), seat="ann")


@pytest.mark.rule("BN-R-209")
def test_named_sources_need_dice_of_the_game_master() -> None:
    """The rules refuse a source that the book only names until the game master defines its dice."""
    roman, play = Making(), Making()
    roman.come(("culture", "Roman"))
    asked = roman.when(roman.choice("background", "slave"), seat="ann")
    asked.then_refused(NamedWithoutDice, needs="LoadData with it among the backgrounds", has="slave")
    play.come(("culture", "Gaul"))
    asked = play.when(play.choice("background", "noble"), seat="ann")
    asked.then_refused(BackgroundNotOpen, needs=("villager", "Hunter/Gatherer"), has="Gaul: noble")
    play.no(NotKnownHere, play.choice("background", "Hunter"), seat="ann")
    play.come(("background", "Hunter/Gatherer"))
    hunter = play.choice("occupation", "Hunter")
    play.no(NamedWithoutDice, hunter, seat="ann")
    play.do(LoadData(data=msgspec.convert({"occupations": [{"name": "Hunter", "slots": ANY}]}, Data)))
    assert play.do(hunter, seat="ann")


@pytest.mark.rule("BN-CI-05")
def test_further_dice_need_the_characters_own_culture_or_background() -> None:
    """The rules refuse other cultures and backgrounds. The character's own may replace both occupations."""
    play = Making()
    play.come(("culture", "Gaul"), ("background", "Hunter/Gatherer"))
    play.no(OwnSourceOnly, play.choice("culture", "Norse"), seat="ann")
    play.no(OwnSourceOnly, play.choice("background", "villager"), seat="ann")
    play.come(("culture", "Gaul"), ("background", "Hunter/Gatherer"))

    assert ["Gaul", "Hunter/Gatherer"] * 2 == [die.of for die in play.draft.dice]
    assert (9, ()) == (play.draft.step, play.draft.occupations)


@pytest.mark.rule("BN-CI-06", "BN-CI-08")
def test_the_same_occupation_twice() -> None:
    """A character may repeat an occupation that limits the next one.

    After an occupation without limits, any may follow.
    """
    play = Making()
    play.come(("culture", "Mongol"), ("background", "nomad"), ("occupation", "man-at-arms"))
    play.do(play.choice("occupation", "man-at-arms"), seat="ann")
    free = Making()
    free.come(("culture", "Norse"), ("background", "villager"), ("occupation", "farmer"))
    free.do(free.choice("occupation", "sage"), seat="ann")


@pytest.mark.rule("BN-CI-07", "BN-CI-25")
def test_culture_and_background_limit_the_first_occupation() -> None:
    """Culture and background also limit the occupation of the fourth die.

    Armsmen exist in every culture whose background allows them.
    """
    norse, mongol = Making(), Making()
    norse.come(("culture", "Norse"), ("background", "villager"), ("culture", "Norse"))
    norse.no(OccupationNotOpen, norse.choice("occupation", "student"), seat="ann")
    norse.no(OccupationNotOpen, norse.choice("occupation", "poet"), seat="ann")
    norse.do(norse.choice("occupation", "Armsman"), seat="ann")
    mongol.come(("culture", "Mongol"), ("background", "nomad"))
    mongol.no(OccupationNotOpen, mongol.choice("occupation", "Armsman"), seat="ann")


@pytest.mark.rule("BN-R-212", "BN-RACE-01")
def test_a_racial_icon_replaces_a_physical_or_mental_face() -> None:
    """A racial icon replaces Physical, Mental, or a choice between the two in a source's faces."""
    play = Making(race="Orc")
    play.do(play.choice("culture", "Gaul"), seat="ann")
    play.no(NotOnThisFace, play.die(*GAUL), seat="ann")
    play.do(play.die("Universal", "Racial:Orc", *GAUL[2:]), seat="ann")
    play.do(play.choice("background", "villager"), seat="ann")
    play.no(NotOnThisFace, play.die("Universal", "Mental", *GAUL[2:]), seat="ann")
    play.do(play.die("Universal", "Racial:Orc", *GAUL[2:]), seat="ann")
    for source in (("culture", "Gaul"), ("background", "villager")):
        play.do(play.choice(*source), seat="ann")
        play.do(play.die("Universal", "Racial:Orc", *GAUL[2:]), seat="ann")
    play.do(play.sheet(), seat="ann")
    play.do(play.story(), seat="ann")

    (orc,) = play.state.characters.values()
    assert "Orc" == orc.sheet.race
    play.no(NotKnownHere, StartDraft(race="Alfar"), seat="ann")


@pytest.mark.rule("BN-CAMP-05")
def test_a_draft_belongs_to_a_seat() -> None:
    """Another player can neither continue nor abandon a draft; its own player and the game master can."""
    play = Making()
    for command in (play.choice("culture", "Gaul"), play.die(*GAUL), GiveUpDraft(draft=play.draft_id)):
        play.no(NotYours, command, seat="bob")
    play.no(NotYours, StartDraft(seat="ann"), seat="bob")
    play.do(play.choice("culture", "Gaul"))
    play.when(GiveUpDraft(draft=play.draft_id), seat="ann").then(DraftEnded(draft=play.draft_id))
    play.no(NotKnownHere, play.choice("culture", "Gaul"), seat="ann")
    play.no(NotKnownHere, GiveUpDraft(draft=play.draft_id), seat="ann")


@pytest.mark.rule("BN-CAMP-05")
def test_number_of_drafts_is_limited() -> None:
    """If a campaign has reached its draft limit, no draft can be started before a player abandons another."""
    play = Making()
    for _ in range(MAX_DRAFTS - 1):
        play.do(StartDraft(), seat="bob")
    play.no(TooManyHere, StartDraft(), seat="ann")
    play.do(GiveUpDraft(draft=play.draft_id), seat="ann")
    play.do(StartDraft(seat="bob"))

    assert "bob" == play.state.drafts["draft-21"].seat


def test_equipment_has_known_names() -> None:
    """A player writes items that are not in the catalogue as other equipment."""
    play = Making()
    play.come(("culture", "Gaul"), ("background", "Hunter/Gatherer"), ("culture", "Gaul"), ("culture", "Gaul"))
    play.no(NotKnownHere, play.sheet(equipment=("Spear", "Moustache comb")), seat="ann")
    play.do(play.sheet(equipment=("Spear",), other_equipment="a comb"), seat="ann")

    assert play.draft.sheet is not None
    assert "a comb" == play.draft.sheet.other_equipment


@pytest.mark.rule("BN-CI-01", "BN-R-022", "BN-R-212")
@pytest.mark.parametrize("race", ["Human", "Halfling"])
@settings(max_examples=20)
@given(chance=st.randoms(use_true_random=False))
def test_any_legal_choices_give_legal_dice(race: str, chance: Random) -> None:
    """Random choices among the listed sources and allowed icons always give legal dice."""
    play = Making(race=race)
    while play.draft.step < SHEET:
        if play.draft.step % 2:
            entries = allowed_of(play.state, "ann", ChooseSource)
            assume(entries)  # the book only names the backgrounds of some cultures
            play.do(pick_command(bones, chance.choice(entries), chance.randrange), seat="ann")
        else:
            play.do(play.die(*map(chance.choice, allowed_icons(play.state, play.draft))), seat="ann")
    check_dice(play.state, play.draft.dice, race, new=True)
