"""Legal faces of dice, and earned mastery icons."""

from collections import Counter
from collections.abc import Sequence
from typing import Any, Final

import msgspec
import pytest

from services.bones.catalogue import PRINTED, Run
from services.bones.chapters.people.campaign import sample
from services.bones.chapters.people.characters import CreateCharacter, CreatureAppeared
from services.bones.chapters.people.creatures import BuildCreature
from services.bones.chapters.people.dice import (
    MOST,
    BeastsHaveNeither,
    DieOrFaces,
    FaceNotCovered,
    FourDiceAtStart,
    Held,
    IconNotForThisDie,
    MasteryNotEarned,
    MasteryOnLaterDice,
    NoMasteryAtStart,
    NoSuchMastery,
    OneMasteryOfASkill,
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
from services.bones.state.creatures import Die, NewCreature, Sheet
from shared.kernel.campaign.seats import NotKnownHere, OutOfRange
from shared.kernel.refusals import Refusal
from tests.bones.play import BOB, STANDARD, Play
from tests.support.spec import refuses

PLAIN: Final = ("Universal", "Physical", "Melee", "Riding", "Missile", "Maneuver")
MUTE: Final = ("Universal", "Mental", "Craft", "Social", "Missile", "Maneuver")
EARNED: Final = (PLAIN, PLAIN, PLAIN, PLAIN)
"""Four dice with Melee and Riding on each: both masteries are open from die 5 on."""


def made(dice: Sequence[Sequence[str]], race: str = "Human") -> CreateCharacter:
    """Return the command for a character with these dice."""
    return CreateCharacter(
        sheet=Sheet(name="Bob", race=race), dice=tuple(Die(faces=tuple(faces)) for faces in dice)
    )  # fmt: skip


def like(*faces: str) -> CreateCharacter:
    """Return the command for a character whose second die has these faces."""
    return made((BOB[0], faces, BOB[2], BOB[3]))


def built(*dice: Sequence[str] | str, kind: Any = "cast", race: str | None = None) -> BuildCreature:  # noqa: ANN401
    """Return the command for a creature of standard dice and dice of its own."""
    runs = tuple(Run(n=1, die=one) if isinstance(one, str) else Run(n=1, faces=tuple(one)) for one in dice)
    return BuildCreature(creature=NewCreature(name="Ash", dice=runs, kind=kind, race=race))


@pytest.mark.rule(
    "BN-EX-02", "BN-DICE-02", "BN-DICE-04", "BN-DICE-05", "BN-DICE-06", "BN-DICE-07", "BN-DICE-12", "BN-IMP-02",
    "BN-R-213",
)  # fmt: skip
def test_bob_builds_a_wizard() -> None:
    """Four dice with 24 faces, with the same icon on several faces of one; no face is blank."""
    play = Play()
    bob = play.the(CreatureAppeared, made(BOB), seat="ann").creature
    icons = Counter(face for die in bob.dice for face in die.faces if face not in ("Universal", "Physical", "Mental"))

    assert (4, 24) == (len(bob.dice), sum(len(die.faces) for die in bob.dice))
    assert {
        "Magic": 5, "Scholar": 3, "Defend": 3, "Missile": 2, "Craft": 1, "Riding": 1, "Healer": 1,
    } == icons  # fmt: skip
    assert (1, 2, 3, 4) == play.who(bob.id).numbers


@pytest.mark.rule("BN-DICE-02")
@pytest.mark.parametrize("faces", [PLAIN[:5], (*PLAIN, "Melee")])
def test_a_die_has_six_faces(faces: tuple[str, ...]) -> None:
    """A die with five or seven faces is refused."""
    body = {"type": "CreateCharacter", "sheet": {"name": "Bob"}, "dice": [{"faces": faces}] * 4}

    with pytest.raises(msgspec.ValidationError, match="faces"):
        msgspec.convert(body, CreateCharacter)


@pytest.mark.rule("BN-DICE-07", "BN-R-213")
@pytest.mark.parametrize("count", [3, 5])
def test_a_new_character_has_four_dice(count: int) -> None:
    """Three or five are refused."""
    play = Play()
    play.when(made([PLAIN] * count), seat="ann").then_refused(FourDiceAtStart, needs=4, has=count)


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
def test_a_fault_is_named_with_its_die_and_face(faces: Sequence[str], refusal: type[Refusal], has: str) -> None:
    """Each rule of character dice has its own refusal."""
    Play().when(like(*faces), seat="ann").then_refused(refusal, has=has)


@pytest.mark.rule("BN-R-022")
def test_four_dice_never_open_a_mastery_at_the_start() -> None:
    """Not even if it could be placed on the fourth die."""
    play = Play(mastery={"mastery_on_same_die": True})
    play.no(NoMasteryAtStart, made((*EARNED[:3], (*PLAIN[:5], "Melee:Riposte"))), seat="ann")


DWARF: Final = ("Universal", "Racial:Dwarf", "Melee", "Riding", "Missile", "Maneuver")


@pytest.mark.rule("BN-RACE-01")
def test_a_racial_icon_takes_the_place_of_physical_or_mental() -> None:
    """A dwarf has it once on every die, and neither of the two beside it."""
    play = Play()

    assert "Dwarf" == play.the(CreatureAppeared, made([DWARF] * 4, "Dwarf"), seat="ann").creature.sheet.race
    for wrong in (PLAIN, (*DWARF[:5], "Physical"), (*DWARF[:5], "Racial:Dwarf")):
        play.no(RacialIconInstead, made([DWARF, DWARF, DWARF, wrong], "Dwarf"), seat="ann")
    play.no(IconNotForThisDie, made([DWARF, DWARF, DWARF, ("Universal", "Racial:Elf", *DWARF[2:])], "Dwarf"))
    for unlike in ("Racial", "Dwarf", "Racial:Elf"):
        alike = made([("Universal", unlike, *DWARF[2:])] * 4, "Dwarf")
        play.when(alike, seat="ann").then_refused(IconNotForThisDie, needs="Racial:Dwarf")
    play.no(NotKnownHere, made([DWARF] * 4, "Alfar"), seat="ann")


@pytest.mark.rule("BN-MAST-01", "BN-R-019")
def test_a_mastery_needs_the_basic_icon_on_four_dice() -> None:
    """Three dice do not open it, nor do several faces of one die."""
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
def test_other_icons_of_the_skill_count_only_where_the_campaign_says_so(counts: str) -> None:
    """With the other setting a mastery icon, and a racial icon usable as one, count as well."""
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
    play.no(IconNotForThisDie, built(("Universal", "Racial:Ogre", "Melee:Riposte", *PLAIN[3:])))


@pytest.mark.rule("BN-MAST-01", "BN-R-021")
@pytest.mark.parametrize("last", [("Scholar:Sage", "Scholar"), ("Scholar", "Scholar:Sage")])
def test_every_other_face_of_the_die_counts_towards_its_mastery(last: tuple[str, ...]) -> None:
    """If the setting allows it on the fourth die, in any order of faces."""
    play = Play(mastery={"mastery_on_same_die": True})
    three = [("Universal", "Mental", "Scholar", *MUTE[3:])] * 3
    dice = tuple(Die(faces=faces) for faces in (*three, ("Universal", "Mental", *last, *MUTE[4:])))

    check_made_dice(play.state, "cast", dice)
    with refuses(MasteryNotEarned):
        check_made_dice(play.state, "cast", dice[1:])


@pytest.mark.rule("BN-MAST-02", "BN-R-021")
@pytest.mark.parametrize("same", [False, True])
def test_mastery_is_placed_on_a_later_die(*, same: bool) -> None:
    """With the icon on dice 1, 3, 4 and 5 the first mastery goes on die 6; on die 5 where the campaign allows it."""
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
    """One of Melee and one of Riding are legal; a second of Melee is refused."""
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
def test_lost_dice_keep_a_mastery_open() -> None:
    """Owned dice count, and injury removes them only for a time."""
    play = Play()
    one = play.who(play.one(dice=EARNED, lost=(1, 2, 3)))
    check_icon(play.state, one, "Melee:Riposte", 5)


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
    """A second Universal, or an icon of no skill, is refused."""
    play = Play()
    one = play.who(play.one(dice=EARNED))
    with refuses(refusal):
        check_icon(play.state, one, icon, 5)


@pytest.mark.rule("BN-R-313")
def test_dice_of_the_cast_are_like_those_of_characters() -> None:
    """They may also have abilities and blanks, and take standard dice as far as needed."""
    play = Play()
    play.do(built("Fighter", ("Universal", "Mental", "Regenerate", "Magic", "PoisonAttack:melee", "blank")))
    for refusal, wrong in (
        (OneUniversal, ("Melee", "Physical", *PLAIN[2:])),
        (OneOfPhysicalAndMental, ("Universal", "Melee", *PLAIN[2:])),
        (IconNotForThisDie, (*PLAIN[:5], "Melee*2")),
        (IconNotForThisDie, (*PLAIN[:5], "Enc")),
        (IconNotForThisDie, (*PLAIN[:5], "Damage")),
        (NoSuchMastery, (*PLAIN[:5], "Melee:Sage")),
        (MasteryNotEarned, (*PLAIN[:5], "Melee:Riposte")),
    ):
        play.no(refusal, built("Fighter", wrong))
    play.do(built("Fighter", "Fighter", "Fighter", "Fighter", ("Physical", "Universal", *PLAIN[3:], "Melee:Riposte")))


@pytest.mark.rule("BN-R-313", "BN-RACE-01")
def test_cast_of_another_race_has_its_icon() -> None:
    """On standard dice and on dice of its own."""
    play = Play()
    (orc,) = play.do(built("Fighter", ("Universal", "Racial:Orc", *PLAIN[2:]), race="Orc"))

    assert isinstance(orc, CreatureAppeared)
    assert ["Racial:Orc", "Racial:Orc"] == [die.faces[1] for die in orc.creature.dice]
    play.no(RacialIconInstead, built("Fighter", PLAIN, race="Orc"))
    play.no(NotKnownHere, built("Fighter", race="Ogre"))


@pytest.mark.rule("BN-BEAST-02")
def test_a_beasts_own_dice_have_neither_physical_nor_mental() -> None:
    """A borrowed Fighter die keeps its Physical."""
    play = Play()
    claws = ("Universal", "Melee*2", "FireBreathing", "Defend+Melee", "Damage", "blank")
    (griffon,) = play.do(built("Fighter", claws, kind="beast"))

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
        play.no(refusal, built(wrong, kind="beast"))
    check_made_dice(play.state, "beast", (Die(faces=claws),), "Orc")


@pytest.mark.rule("BN-R-313")
def test_dice_have_a_name_or_faces() -> None:
    """Each entry has exactly one; names must be known, and a creature has a maximum number of dice."""
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
    """A die counts as a standard one by its faces, whatever its name."""
    play = Play()
    with refuses(OneOfPhysicalAndMental):
        check_made_dice(play.state, "cast", (Die(faces=("Universal", *PLAIN[2:], "Melee"), of="Fighter"),))
    with refuses(OneOfPhysicalAndMental):
        check_made_dice(play.state, "cast", (Die(faces=("Universal", *PLAIN[2:], "Melee"), of="Poet"),))


@pytest.mark.rule("BN-EX-58", "BN-MAST-01", "BN-MAST-02", "BN-MAST-03")
def test_the_mastery_of_the_sample_cast_is_earned() -> None:
    """Swordmaster: Melee and Defend on dice 1 to 4. Captain: Sailor on dice 1 to 4. Matron: Defend on dice 2 to 5."""
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


def test_printed_dice_obey_the_rules() -> None:
    """Standard dice, sample creatures and items of the catalogue have no fault."""
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
