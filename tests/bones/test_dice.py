"""Legal faces of dice: their number and positions, racial icons, and the printed dice."""

from collections import Counter
from collections.abc import Sequence

import msgspec
import pytest

from services.bones.catalogue import PRINTED, Run
from services.bones.chapters.people.characters import CreateCharacter, CreatureAppeared
from services.bones.chapters.people.dice import (
    MOST,
    BeastsHaveNeither,
    DieOrFaces,
    FaceNotCovered,
    FourDiceAtStart,
    Held,
    IconNotForThisDie,
    MasteryNotEarned,
    NoMasteryAtStart,
    NoSuchMastery,
    OneOfPhysicalAndMental,
    OneUniversal,
    RacialIconInstead,
    UniversalFirst,
    check_icon,
    check_made_dice,
    dice_from,
    die_faults,
    raise_first,
)
from services.bones.state.creatures import Die
from shared.kernel.campaign.seats import NotKnownHere, OutOfRange
from shared.kernel.refusals import Refusal
from tests.bones.making import DWARF, EARNED, PLAIN, building_of, creation_of
from tests.bones.play import BOB, STANDARD, Play
from tests.support.spec import refuses


def like(*faces: str) -> CreateCharacter:
    """Return the command that creates a character whose second die has these faces."""
    return creation_of((BOB[0], faces, BOB[2], BOB[3]))


@pytest.mark.rule(
    "BN-EX-02", "BN-DICE-02", "BN-DICE-04", "BN-DICE-05", "BN-DICE-06", "BN-DICE-07", "BN-DICE-12", "BN-IMP-02",
    "BN-R-213",
)  # fmt: skip
def test_bob_builds_a_wizard() -> None:
    """Bob has four dice with 24 faces. One die may have the same icon several times, and no face is blank."""
    play = Play()
    bob = play.the(CreatureAppeared, creation_of(BOB), seat="ann").creature
    icons = Counter(face for die in bob.dice for face in die.faces if face not in ("Universal", "Physical", "Mental"))

    assert (4, 24) == (len(bob.dice), sum(len(die.faces) for die in bob.dice))
    assert {
        "Magic": 5, "Scholar": 3, "Defend": 3, "Missile": 2, "Craft": 1, "Riding": 1, "Healer": 1,
    } == icons  # fmt: skip
    assert (1, 2, 3, 4) == play.who(bob.id).numbers


@pytest.mark.rule("BN-DICE-02")
@pytest.mark.parametrize("faces", [PLAIN[:5], (*PLAIN, "Melee")])
def test_a_die_has_six_faces(faces: tuple[str, ...]) -> None:
    """The rules refuse a die with five or seven faces."""
    body = {"type": "CreateCharacter", "sheet": {"name": "Bob"}, "dice": [{"faces": faces}] * 4}

    with pytest.raises(msgspec.ValidationError, match="faces"):
        msgspec.convert(body, CreateCharacter)


@pytest.mark.rule("BN-DICE-07", "BN-R-213")
@pytest.mark.parametrize("count", [3, 5])
def test_a_new_character_has_four_dice(count: int) -> None:
    """The rules refuse a new character with three or five dice."""
    play = Play()
    play.when(creation_of([PLAIN] * count), seat="ann").then_refused(FourDiceAtStart, needs=4, has=count)


@pytest.mark.parametrize(
    ("faces", "refusal", "has"),
    [
        pytest.param(
            ("Universal", "Mental", "Magic", "Craft", "Missile", "blank"), FaceNotCovered, "die 2, face 6: blank",
            marks=pytest.mark.rule("BN-IMP-02"),
        ),
        pytest.param(
            ("Melee", "Mental", "Magic", "Craft", "Missile", "Melee"), OneUniversal, "die 2: 0",
            marks=pytest.mark.rule("BN-DICE-04"),
        ),
        pytest.param(
            ("Universal", "Mental", "Universal", "Craft", "Missile", "Melee"), OneUniversal, "die 2: 2",
            marks=pytest.mark.rule("BN-DICE-04", "BN-R-211"),
        ),
        pytest.param(
            ("Mental", "Universal", "Magic", "Craft", "Missile", "Melee"), UniversalFirst, "die 2, face 1: Mental",
            marks=pytest.mark.rule("BN-SHEET-02"),
        ),
        pytest.param(
            ("Universal", "Mental", "Magic", "Craft", "Missile", "Physical"), OneOfPhysicalAndMental,
            "die 2: Mental, Physical", marks=pytest.mark.rule("BN-DICE-05", "BN-SYM-04", "BN-R-211"),
        ),
        pytest.param(
            ("Universal", "Melee", "Magic", "Craft", "Missile", "Melee"), OneOfPhysicalAndMental, "die 2: none",
            marks=pytest.mark.rule("BN-DICE-05"),
        ),
        pytest.param(
            ("Universal", "Mental", "Mental", "Craft", "Missile", "Melee"), OneOfPhysicalAndMental,
            "die 2: Mental, Mental", marks=pytest.mark.rule("BN-DICE-05", "BN-R-211"),
        ),
        pytest.param(
            ("Universal", "Mental", "Racial:Dwarf", "Craft", "Missile", "Melee"), IconNotForThisDie,
            "die 2, face 3: Racial:Dwarf", marks=pytest.mark.rule("BN-R-211"),
        ),
        pytest.param(
            ("Universal", "Mental", "Magic", "Craft", "Missile", "Melee*2"), IconNotForThisDie,
            "die 2, face 6: Melee*2", marks=pytest.mark.rule("BN-R-211"),
        ),
        pytest.param(
            ("Universal", "Mental", "Magic", "Craft", "Missile", "Melee+Defend"), IconNotForThisDie,
            "die 2, face 6: Melee+Defend", marks=pytest.mark.rule("BN-R-211"),
        ),
        pytest.param(
            ("Universal", "Mental", "Magic", "Craft", "Missile", "Regenerate"), IconNotForThisDie,
            "die 2, face 6: Regenerate", marks=pytest.mark.rule("BN-R-211"),
        ),
        pytest.param(
            ("Universal", "Mental", "Magic", "Craft", "Missile", "Poetry"), IconNotForThisDie,
            "die 2, face 6: Poetry", marks=pytest.mark.rule("BN-R-211"),
        ),
        pytest.param(
            ("Universal", "Mental", "Magic", "Craft", "Missile", "Melee:Riposte"), NoMasteryAtStart,
            "die 2, face 6: Melee:Riposte", marks=pytest.mark.rule("BN-R-211", "BN-R-022"),
        ),
        pytest.param(
            ("Universal", "Mental", "Magic", "Craft", "Missile", "Magic:Flame"), NoSuchMastery,
            "die 2, face 6: Magic:Flame", marks=pytest.mark.rule("BN-MAST-05"),
        ),
    ],
)  # fmt: skip
def test_each_fault_of_a_die_has_its_own_refusal(faces: Sequence[str], refusal: type[Refusal], has: str) -> None:
    """Each rule for a character's dice has its own refusal, which names the die and the face."""
    Play().when(like(*faces), seat="ann").then_refused(refusal, has=has)


@pytest.mark.rule("BN-RACE-01")
def test_a_racial_icon_replaces_physical_or_mental() -> None:
    """Each of a dwarf's dice has the racial icon once, and neither Physical nor Mental."""
    play = Play()

    assert "Dwarf" == play.the(CreatureAppeared, creation_of([DWARF] * 4, "Dwarf"), seat="ann").creature.sheet.race
    for wrong in (PLAIN, (*DWARF[:5], "Physical"), (*DWARF[:5], "Racial:Dwarf")):
        play.no(RacialIconInstead, creation_of([DWARF, DWARF, DWARF, wrong], "Dwarf"), seat="ann")
    play.no(IconNotForThisDie, creation_of([DWARF, DWARF, DWARF, ("Universal", "Racial:Elf", *DWARF[2:])], "Dwarf"))
    for unlike in ("Racial", "Dwarf", "Racial:Elf"):
        alike = creation_of([("Universal", unlike, *DWARF[2:])] * 4, "Dwarf")
        play.when(alike, seat="ann").then_refused(IconNotForThisDie, needs="Racial:Dwarf")
    play.no(NotKnownHere, creation_of([DWARF] * 4, "Alfar"), seat="ann")


@pytest.mark.rule("BN-R-211", "BN-MAST-05")
@pytest.mark.parametrize(
    ("icon", "refusal"),
    [
        ("Universal", IconNotForThisDie), ("Physical", IconNotForThisDie), ("Racial:Dwarf", IconNotForThisDie),
        ("blank", IconNotForThisDie), ("Flight", IconNotForThisDie), ("Melee*2", IconNotForThisDie),
        ("Melee+Defend", IconNotForThisDie), ("Magic:Flame", NoSuchMastery), ("Melee:Sage", NoSuchMastery),
    ],
)  # fmt: skip
def test_only_skill_icons_are_added(icon: str, refusal: type[Refusal]) -> None:
    """The rules refuse a second Universal, or an icon that belongs to no skill, on the faces that a player adds."""
    play = Play()
    one = play.who(play.one(dice=EARNED))
    with refuses(refusal):
        check_icon(play.state, one, icon, 5)


@pytest.mark.rule("BN-R-313")
def test_dice_of_the_cast_are_like_those_of_characters() -> None:
    """Dice of the cast obey the rules of characters' dice, but may also have abilities and blanks."""
    play = Play()
    play.do(building_of("Fighter", ("Universal", "Mental", "Regenerate", "Magic", "PoisonAttack:melee", "blank")))
    for refusal, wrong in (
        (OneUniversal, ("Melee", "Physical", *PLAIN[2:])),
        (OneOfPhysicalAndMental, ("Universal", "Melee", *PLAIN[2:])),
        (IconNotForThisDie, (*PLAIN[:5], "Melee*2")),
        (IconNotForThisDie, (*PLAIN[:5], "Enc")),
        (IconNotForThisDie, (*PLAIN[:5], "Damage")),
        (NoSuchMastery, (*PLAIN[:5], "Melee:Sage")),
        (MasteryNotEarned, (*PLAIN[:5], "Melee:Riposte")),
    ):
        play.no(refusal, building_of("Fighter", wrong))
    play.do(
        building_of("Fighter", "Fighter", "Fighter", "Fighter", ("Physical", "Universal", *PLAIN[3:], "Melee:Riposte"))
    )


@pytest.mark.rule("BN-R-313", "BN-RACE-01")
def test_cast_of_another_race_has_its_icon() -> None:
    """All dice of a cast member of another race, standard or not, have the icon of that race."""
    play = Play()
    (orc,) = play.do(building_of("Fighter", ("Universal", "Racial:Orc", *PLAIN[2:]), race="Orc"))

    assert isinstance(orc, CreatureAppeared)
    assert ["Racial:Orc", "Racial:Orc"] == [die.faces[1] for die in orc.creature.dice]
    play.no(RacialIconInstead, building_of("Fighter", PLAIN, race="Orc"))
    play.no(NotKnownHere, building_of("Fighter", race="Ogre"))


@pytest.mark.rule("BN-BEAST-02")
def test_a_beasts_own_dice_have_neither_physical_nor_mental() -> None:
    """A beast's own dice have neither Physical nor Mental, but a borrowed Fighter die keeps its Physical face."""
    play = Play()
    claws = ("Universal", "Melee*2", "FireBreathing", "Defend+Melee", "Damage", "blank")
    (griffon,) = play.do(building_of("Fighter", claws, kind="beast"))

    assert isinstance(griffon, CreatureAppeared)
    assert STANDARD["Fighter"] == griffon.creature.dice[0].faces
    for refusal, wrong in (
        (BeastsHaveNeither, (*claws[:5], "Physical")),
        (BeastsHaveNeither, (*claws[:5], "Mental")),
        (OneUniversal, (*claws[:5], "Universal")),
        (IconNotForThisDie, (*claws[:5], "Racial:Elf")),
        (IconNotForThisDie, (*claws[:5], "Universal*2")),
        (IconNotForThisDie, (*claws[:5], "Enc")),
    ):
        play.no(refusal, building_of(wrong, kind="beast"))
    check_made_dice(play.state, "beast", (Die(faces=claws),), "Orc")


@pytest.mark.rule("BN-R-313")
def test_dice_have_a_name_or_faces() -> None:
    """Each entry of dice has either a known name or faces, never both. The number of dice is limited."""
    play = Play()
    for wrong in (Run(n=1), Run(n=1, die="Fighter", faces=STANDARD["Fighter"])):
        with refuses(DieOrFaces):
            dice_from(play.state, (wrong,))
    with refuses(NotKnownHere):
        dice_from(play.state, (Run(n=1, die="Poet"),))
    with refuses(OutOfRange):
        dice_from(play.state, (Run(n=10, die="Fighter"),) * 5)
    assert MOST == len(dice_from(play.state, (Run(n=10, die="Fighter"),) * 4))


def test_standard_die_needs_its_standard_faces() -> None:
    """Whether a die counts as a standard die depends on its faces, not on its name."""
    play = Play()
    with refuses(OneOfPhysicalAndMental):
        check_made_dice(play.state, "cast", (Die(faces=("Universal", *PLAIN[2:], "Melee"), of="Fighter"),))
    with refuses(OneOfPhysicalAndMental):
        check_made_dice(play.state, "cast", (Die(faces=("Universal", *PLAIN[2:], "Melee"), of="Poet"),))


def test_printed_dice_obey_the_rules() -> None:
    """The standard dice, sample creatures and items of the catalogue break no rule."""
    play = Play()
    for one in PRINTED.creatures:
        check_made_dice(play.state, one.kind, dice_from(play.state, one.dice))
    for die in PRINTED.dice:
        check_made_dice(play.state, die.kind, (Die(faces=die.faces),)) if die.name != "Flier" else None
    thing = Held(state=play.state, kind="item")
    for item in PRINTED.items:
        raise_first(die_faults(thing, item.faces or (), "its die"))
    with refuses(IconNotForThisDie):
        raise_first(die_faults(thing, (*STANDARD["Fighter"][:5], "Racial:Elf"), "its die"))
