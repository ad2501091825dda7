"""Printed creatures: the dice of the cast and of beasts, their other names, and settings for unclear faces."""

from typing import Final

import pytest

from services.bones.catalogue import Data, Run, Sample
from services.bones.chapters.people.creatures import (
    BuildCreature,
    SpawnSample,
)
from services.bones.chapters.people.data import DataLoaded
from services.bones.chapters.people.dice import (
    OneUniversal,
)
from services.bones.faces import halves
from services.bones.reading.printed import power
from services.bones.state.creatures import NewCreature
from shared.kernel.campaign.seats import NotKnownHere
from tests.bones.play import Play
from tests.bones.spawning import (
    BEAST_DICE,
    CAST_DICE,
    PLAIN,
    STANDARD,
    build,
    faces,
    faces_of_dice,
    rows_with_rules,
    spawn,
)

DOCTOR = "Universal, Mental, Healer, Healer, Social, Perception"
ENTERTAINER = "Universal, Mental, Artisan, Artisan, Social, Social"
PRIEST = "Universal, Mental, Social, Social, Merchant, Perception"
CAPTAIN = "Universal, Mental, Merchant, Sailor:Captain, Melee, Social"
SWORDS: Final = (
    "Universal, Physical, Melee:Riposte, Defend:Turtle, Maneuver, Social",
    "Universal, Physical, Melee:Two Weapon, Defend:Turtle, Social, Maneuver",
)
CAST: Final[dict[str, tuple[str, list[str]]]] = {
    "BN-CAST-26": ("Assassin", ["Sneak", "Sneak", "Criminal", "Criminal", "Killer", "Killer"]),
    "BN-CAST-27": ("Bartender", ["Commoner", "Merchant"]),
    "BN-CAST-28": ("Doctor", ["Sage", "Sage", DOCTOR, DOCTOR]),
    "BN-CAST-29": ("Entertainer", ["Commoner", ENTERTAINER, ENTERTAINER]),
    "BN-CAST-30": ("Footpad", ["Criminal", "Sneak", "Thug"]),
    "BN-CAST-31": ("Fur Trader", ["Primitive", "Primitive", "Merchant"]),
    "BN-CAST-32": ("Hedge Wizard", ["Commoner", "Wizard", "Wizard"]),
    "BN-CAST-33": ("Knight", ["Aristocrat", "Fighter", "Cavalry", "Cavalry", "Cavalry"]),
    "BN-CAST-34": ("Mercenary", ["Fighter"] * 4),
    "BN-CAST-35": ("Priest", ["Sage", "Wizard", PRIEST, PRIEST]),
    "BN-CAST-36": ("Ship's Captain", [*["Sailor"] * 4, CAPTAIN, CAPTAIN]),
    "BN-CAST-37": ("Swordmaster", ["Fighter", "Fighter", "Killer", "Killer", *SWORDS]),
    "BN-CAST-38": ("Townsperson", ["Commoner", "Commoner"]),
}
"""The sample cast: each member's dice, by name or by their faces."""
BASILISK = "Universal, FearCaster, PoisonAttack:missile, PoisonAttack:missile, PoisonAttack:melee, PoisonAttack:melee"
COBRA = "Universal, PoisonAttack:melee, PoisonAttack:melee, PoisonAttack:melee, Defend, Defend"
DRAKE: Final = (
    "Universal, FireBreathing, FireBreathing, FireBreathing, Perception, Perception",
    "Universal, FearCaster, Defend*2, Defend*2, FireBreathing, HoarFrost",
)
GHOST = "Universal, Incorporeal, Incorporeal, Incorporeal, FearCaster, HoarFrost"
HARPY = "Universal, Flight, FearCaster, FearCaster, Melee, Defend"
MANTICORE = "Universal, Flight, Prickly, Missile, Missile, blank"
BEASTS: Final[dict[str, tuple[str, list[str], float, int | None]]] = {
    "BN-BCAT-01": ("Barrow Wight", ["Fighter", "Fighter", "Undead", "Undead", "Spirit", "Spirit"], 15, None),
    "BN-BCAT-02": ("Basilisk", ["Predator", "Predator", BASILISK, BASILISK], 15, None),
    "BN-BCAT-03": ("Cobra", ["Stalker", "Pouncer", "Predator", COBRA, COBRA], 30, None),
    "BN-BCAT-04": ("Cow", ["Herbivore"] * 3, 15, None),
    "BN-BCAT-05": ("Falcon", ["Flier", "Raptor"], 15, 120),
    "BN-BCAT-06": ("Fire Drake", [*["Flier"] * 3, *["Giant"] * 5, *[DRAKE[0]] * 3, *[DRAKE[1]] * 4], 30, 240),
    "BN-BCAT-07": ("Ghost", ["Flier", "Undead", GHOST, GHOST, GHOST], 15, 30),
    "BN-BCAT-08": ("Griffon", [*["Flier"] * 2, *["Behemoth"] * 3, *["Predator"] * 2], 30, 120),
    "BN-BCAT-09": ("Grizzly Bear", [*["Predator"] * 2, *["Behemoth"] * 4], 15, None),
    "BN-BCAT-10": ("Harpy", ["Flier", "Raptor", HARPY, HARPY], 15, 60),
    "BN-BCAT-11": ("Manticore", ["Flier", *["Behemoth"] * 2, *["Raptor"] * 2, *[MANTICORE] * 3], 30, 90),
    "BN-BCAT-12": ("Tiger", ["Stalker", *["Predator"] * 2, *["Raptor"] * 2, "Pouncer"], 30, None),
    "BN-BCAT-13": ("Velociraptor", ["Behemoth", "Predator", "Raptor", "Stalker", "Pouncer"], 30, None),
    "BN-BCAT-14": ("Wolf", ["Stalker", "Predator", "Pouncer"], 30, None),
    "BN-BCAT-15": ("Zombie", ["Undead", "Undead"], 7.5, None),
}
"""The sample beasts: their dice, and how far they move in a round on the ground and in the air."""


def metres(move: str) -> float:
    """Return the metres per round for a move score."""
    return 15 * halves(move) / 2


@pytest.mark.rule("BN-CAST-09")
@pytest.mark.parametrize(("name", "row"), rows_with_rules(CAST_DICE))
def test_a_standard_die_of_the_cast_has_the_faces_that_are_printed(name: str, row: str) -> None:
    """A member of the cast built from a standard die's name has these six faces, in this order."""
    one = build(Play(), Run(n=1, die=name))

    assert [tuple(row.split(", "))] == faces(one)
    assert (name, "cast") == (one.dice[0].of, one.kind)


@pytest.mark.rule("BN-BEAST-08")
@pytest.mark.parametrize(("name", "row"), rows_with_rules(BEAST_DICE))
def test_a_standard_die_of_beasts_has_the_faces_that_are_printed(name: str, row: str) -> None:
    """A beast built from a standard die's name has these six faces, in this order."""
    one = build(Play(), Run(n=1, die=name), kind="beast")

    assert [tuple(row.split(", "))] == faces(one)
    assert (name, "beast") == (one.dice[0].of, one.kind)


@pytest.mark.rule("BN-R-046", "BN-R-048")
@pytest.mark.parametrize(("name", "dice"), rows_with_rules(CAST))
def test_the_sample_cast_has_the_dice_that_are_printed(name: str, dice: list[str]) -> None:
    """Each spawned member of the sample cast has these dice, is on foot, and belongs to the game master's seat."""
    one = spawn(Play(), name)

    assert faces_of_dice(dice) == faces(one)
    assert (name, "cast", "gm", "1", None) == (one.name, one.kind, one.seat, one.move, one.flying)


@pytest.mark.rule("BN-BEAST-08", "BN-R-043", "BN-R-045", "BN-R-047")
@pytest.mark.parametrize(("name", "dice", "ground", "air"), rows_with_rules(BEASTS))
def test_the_sample_beasts_have_the_dice_that_are_printed(
    name: str, dice: list[str], ground: float, air: float | None
) -> None:
    """Each spawned sample beast has these dice, and moves this many metres in a round."""
    one = spawn(Play(), name)

    assert faces_of_dice(dice) == faces(one)
    assert (name, "beast", "gm") == (one.name, one.kind, one.seat)
    assert (ground, air) == (metres(one.move), None if one.flying is None else metres(one.flying))


@pytest.mark.rule("BN-CAST-09", "BN-EX-46", "BN-R-199", "BN-CAST-04")
def test_a_rake_has_three_dice() -> None:
    """A Rake is built from one Aristocrat, one Fighter and one Criminal die.

    A Rake has 18 faces, and the power level of an experienced commoner.
    """
    table = Play()
    one = build(table, Run(n=1, die="Aristocrat"), Run(n=1, die="Fighter"), Run(n=1, die="Criminal"))

    assert faces_of_dice(["Aristocrat", "Fighter", "Criminal"]) == faces(one)
    assert faces(one) == faces(spawn(table, "Rake (worked example)"))
    assert "Experienced commoner" == power(table.state, len(one.dice))


@pytest.mark.rule("BN-CAST-02", "BN-R-200")
@pytest.mark.parametrize(
    ("dice", "level"),
    [
        (0, None),
        (1, None),
        pytest.param(2, "Average peasant", marks=pytest.mark.rule("BN-CAST-03")),
        pytest.param(3, "Experienced commoner", marks=pytest.mark.rule("BN-CAST-04")),
        pytest.param(4, "Professional", marks=pytest.mark.rule("BN-CAST-05")),
        pytest.param(5, "Experienced", marks=pytest.mark.rule("BN-CAST-06")),
        pytest.param(6, "Experienced", marks=pytest.mark.rule("BN-CAST-06")),
        pytest.param(7, "Elite", marks=pytest.mark.rule("BN-CAST-07")),
        pytest.param(8, "Elite", marks=pytest.mark.rule("BN-CAST-07")),
        pytest.param(9, "Legendary", marks=pytest.mark.rule("BN-CAST-08")),
        pytest.param(10, "Legendary", marks=pytest.mark.rule("BN-CAST-08")),
        (11, "Legendary"),
    ],
)
def test_the_number_of_dice_sets_the_power_level(dice: int, level: str | None) -> None:
    """A creature with fewer than two dice has no power level.

    With more than ten dice, it is Legendary, or has no level if `power_above_ten` is `none`.
    """
    assert level == power(Play().state, dice)
    assert (None if dice > 10 else level) == power(Play(beasts={"power_above_ten": "none"}).state, dice)


@pytest.mark.rule("BN-R-040")
@pytest.mark.parametrize("name", ["Flier", "Flyer", "Flight"])
def test_flier_die_has_three_names(name: str) -> None:
    """All three names mean the die with six Flight faces: a flier's die."""
    assert "Flier" == build(Play(), Run(n=1, die=name), kind="beast").dice[0].of


@pytest.mark.rule("BN-R-041")
@pytest.mark.parametrize(
    ("name", "usual"),
    [
        ("Patriciant", "Aristocrat"), ("Patrician/Aristocrat", "Aristocrat"), ("Commoner/Townfolk", "Commoner"),
        ("Primitive/Savage", "Primitive"),
    ],
)  # fmt: skip
def test_dice_of_the_cast_have_aliases(name: str, usual: str) -> None:
    """Other names under which the book prints a die of the cast mean the same die."""
    assert usual == build(Play(), Run(n=1, die=name)).dice[0].of


@pytest.mark.rule("BN-R-039", "BN-R-051", "BN-DICE-04")
def test_flier_die_has_no_universal() -> None:
    """A cast die with six Flight faces is legal; any other die of the cast must have a Universal."""
    table = Play()
    assert 6 == spawn(table, "Falcon").dice[0].bears("Flight")
    without = Run(n=1, faces=("Physical", *PLAIN[2:], "Melee"))
    table.no(OneUniversal, BuildCreature(creature=NewCreature(name="it", dice=(without,))))


@pytest.mark.rule("BN-R-042")
def test_the_last_face_of_a_drake_is_its_ability() -> None:
    """On a beast's die "Flaming" means the ability Hoar Frost / Flaming, and not the hindering icon."""
    assert {"HoarFrost"} == {die.faces[5] for die in spawn(Play(), "Fire Drake").dice[11:]}


@pytest.mark.rule("BN-R-049", "BN-DICE-02")
@pytest.mark.parametrize("sixth", ["blank", "Missile", "Prickly"])
def test_the_sixth_face_of_a_manticore_is_a_setting(sixth: str) -> None:
    """The catalogue has five faces for the manticore's own dice; `manticore_sixth_face` adds the sixth.

    Other dice keep their blanks.
    """
    table = Play(dice={"manticore_sixth_face": sixth})

    assert {("Universal", "Flight", "Prickly", "Missile", "Missile", sixth)} == set(
        faces(spawn(table, "Manticore"))[5:]
    )
    assert faces_of_dice(["Herbivore"] * 3) == faces(spawn(table, "Cow"))


@pytest.mark.rule("BN-R-053")
@pytest.mark.parametrize("kind", ["melee", "missile"])
def test_kind_of_unspecified_poison_is_a_setting(kind: str) -> None:
    """`plain_poison_kind` decides the kind of a cobra's Poison; a basilisk's Poison has a printed kind."""
    table = Play(dice={"plain_poison_kind": kind})
    poison = f"PoisonAttack:{kind}"

    assert 2 * [("Universal", poison, poison, poison, "Defend", "Defend")] == faces(spawn(table, "Cobra"))[3:]
    assert faces_of_dice([BASILISK] * 2) == faces(spawn(table, "Basilisk"))[2:]
    assert "PoisonAttack:melee" == build(table, Run(n=1, die="Demonic"), kind="beast").dice[0].faces[5]


@pytest.mark.rule("BN-R-202")
@pytest.mark.parametrize("dice", [["Herbivore"] * 3, ["Herbivore"] * 2, ["Raptor", "Herbivore"]])
def test_a_horse_has_the_dice_of_the_setting(dice: list[str]) -> None:
    """A setting decides a horse's dice. Trained for war or not, a horse moves 60 m."""
    table = Play() if dice == ["Herbivore"] * 3 else Play(beasts={"default_horse_dice": dice})
    plain, trained = spawn(table, "Horse"), spawn(table, "Horse", war_trained=True)

    assert faces_of_dice(dice) == faces(plain) == faces(trained)
    assert ("beast", 60, False, True) == (plain.kind, metres(plain.move), plain.war_trained, trained.war_trained)
    Play(beasts={"default_horse_dice": ["Unicorn"]}).no(NotKnownHere, SpawnSample(sample="Horse"))


@pytest.mark.rule("BN-R-202", "BN-R-049")
def test_creatures_of_the_campaign_ignore_settings() -> None:
    """A horse and a manticore that the campaign adds keep their own dice, whatever the settings."""
    table = Play(dice={"manticore_sixth_face": "Prickly"})
    own = Run(n=1, faces=("Universal", "blank", "blank", "blank", "Melee", "Melee"))
    loaded = tuple(Sample(name=name, kind="beast", dice=(own,)) for name in ("Horse", "Manticore"))
    table.given(DataLoaded(data=Data(creatures=loaded)))

    for name in ("Horse", "Manticore"):
        assert [own.faces] == faces(spawn(table, name))


@pytest.mark.rule("BN-R-201")
def test_goblins_are_built() -> None:
    """The samples have no goblin; the game master builds one from two Primitive dice."""
    table = Play()
    table.no(NotKnownHere, SpawnSample(sample="Goblin"))

    assert faces_of_dice(["Primitive", "Primitive"]) == faces(build(table, Run(n=2, die="Primitive")))


@pytest.mark.rule("BN-BEAST-08", "BN-BEAST-03")
def test_a_beast_may_have_dice_that_no_other_has() -> None:
    """A beast's unique dice may have doubled faces, abilities and blanks."""
    row = ("Universal", "Defend*3", "Swim", "FireBreathing", "blank", "Melee*2")
    one = build(Play(), Run(n=2, faces=row), Run(n=1, die="Giant"), kind="beast", move="2", flying="4", race="Wyvern")

    assert [row, row, STANDARD["Giant"]] == faces(one)
    assert ("2", "4", "Wyvern", None) == (one.move, one.flying, one.sheet.race, one.dice[0].of)
