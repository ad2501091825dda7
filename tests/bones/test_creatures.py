"""The cast, beasts and hordes appear as they are printed."""

from typing import Any, Final

import pytest
from msgspec.structs import replace

from services.bones.catalogue import Data, ItemKind, Run, Sample, Threat
from services.bones.chapters.people.characters import CreatureAppeared
from services.bones.chapters.people.companions import GainCompanion
from services.bones.chapters.people.creatures import (
    BuildCreature,
    CreaturePrepared,
    NamedSo,
    NamePrepared,
    PrepareCreature,
    PreparedNamed,
    SpawnedAsAThreat,
    SpawnHorde,
    SpawnSample,
)
from services.bones.chapters.people.data import DataLoaded, LoadData
from services.bones.chapters.people.dice import (
    BeastsHaveNeither,
    DieOrFaces,
    IconNotForThisDie,
    MasteryNotEarned,
    OneOfPhysicalAndMental,
    OneUniversal,
)
from services.bones.chapters.people.items import DieNeeded, GiveItem
from services.bones.faces import halves
from services.bones.reading.printed import power
from services.bones.state.creatures import Creature, NewCreature
from services.bones.views import view
from shared.kernel.campaign.keeping import in_order
from shared.kernel.campaign.roster import ForgetPrepared, RevealCharacter
from shared.kernel.campaign.seats import NotKnownHere, OutOfRange, TooManyHere
from shared.kernel.stream import SeatOpened
from tests.bones.play import Play, allowed_of

PLAIN: Final = ("Universal", "Physical", "Melee", "Defend", "Missile", "Maneuver")

CAST_DICE: Final = {
    "BN-CAST-11": ("Archer", "Universal, Physical, Missile, Missile, Missile, Perception"),
    "BN-CAST-12": ("Cavalry", "Universal, Physical, Riding, Riding, Melee, Missile"),
    "BN-CAST-13": ("Commoner", "Universal, Mental, Craft, Perception, Craft, Merchant"),
    "BN-CAST-14": ("Craftsman", "Universal, Mental, Craft, Craft, Craft, Artisan"),
    "BN-CAST-15": ("Criminal", "Universal, Physical, Stealth, Thief, Perception, Maneuver"),
    "BN-CAST-16": ("Fighter", "Universal, Physical, Melee, Defend, Missile, Maneuver"),
    "BN-CAST-17": ("Killer", "Universal, Physical, Melee, Melee, Missile, Defend"),
    "BN-CAST-18": ("Merchant", "Universal, Mental, Merchant, Merchant, Perception, Social"),
    "BN-CAST-19": ("Aristocrat", "Universal, Mental, Social, Social, Merchant, Scholar"),
    "BN-CAST-20": ("Primitive", "Universal, Physical, Outdoorsman, Stealth, Perception, Missile"),
    "BN-CAST-21": ("Sage", "Universal, Mental, Scholar, Scholar, Healer, Social"),
    "BN-CAST-22": ("Sailor", "Universal, Mental, Sailor, Sailor, Sailor, Maneuver"),
    "BN-CAST-23": ("Sneak", "Universal, Physical, Stealth, Stealth, Stealth, Perception"),
    "BN-CAST-24": ("Thug", "Universal, Physical, Melee, Unarmed, Defend, Maneuver"),
    "BN-CAST-25": ("Wizard", "Universal, Mental, Scholar, Perception, Magic, Magic"),
}
"""The standard dice of the cast, by the rule that contains them."""
BEAST_DICE: Final = {
    "BN-BEAST-09": ("Armored", "Universal, Defend, Defend*2, Defend*2, Defend*2, Defend*3"),
    "BN-BEAST-10": ("Behemoth", "Universal, Melee, Melee, Defend, Defend, Defend"),
    "BN-BEAST-11": ("Demonic", "Universal, FearCaster, HoarFrost, Regenerate, Prickly, PoisonAttack:melee"),
    "BN-BEAST-12": ("Flier", "Flight, Flight, Flight, Flight, Flight, Flight"),
    "BN-BEAST-13": ("Giant", "Universal, Defend*2, Defend*2, Defend*2, Melee*2, Melee*2"),
    "BN-BEAST-14": ("Herbivore", "Universal, Perception, Perception, Defend, blank, blank"),
    "BN-BEAST-15": ("Pouncer", "Universal, Maneuver, Maneuver, Stealth, Stealth, Melee"),
    "BN-BEAST-16": ("Predator", "Universal, Stealth, Perception, Stealth, Melee, Melee"),
    "BN-BEAST-17": ("Raptor", "Universal, Perception, Perception, Maneuver, Melee, Melee"),
    "BN-BEAST-18": ("Spirit", "Universal, Defend, Incorporeal, Incorporeal, FearCaster, HoarFrost"),
    "BN-BEAST-19": ("Stalker", "Universal, Stealth, Stealth, Stealth, Perception, Perception"),
    "BN-BEAST-20": ("Undead", "Universal, Defend, Defend, Defend, Melee, FearCaster"),
}
"""The standard dice of beasts, by the rule that contains them."""
STANDARD: Final = {name: tuple(faces.split(", ")) for name, faces in {**CAST_DICE, **BEAST_DICE}.values()}
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
"""The sample cast: the dice of each, by name or by their faces."""
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
"""The sample beasts: their dice, and their metres per round on the ground and in the air."""


def marked(table: dict[str, Any]) -> list[Any]:
    """Return the rows of a table, each marked with its rule."""
    return [
        pytest.param(*row, marks=pytest.mark.rule(rule), id=f"{rule} {row[0]}") for rule, row in table.items()
    ]  # fmt: skip


def printed(dice: list[str]) -> list[tuple[str, ...]]:
    """Return faces of dice that are given by name or by faces."""
    return [STANDARD[die] if die in STANDARD else tuple(die.split(", ")) for die in dice]


def faces(one: Creature) -> list[tuple[str, ...]]:
    """Return the faces of the dice of a creature."""
    return [tuple(die.faces) for die in one.dice]


def metres(move: str) -> float:
    """Return the metres per round of a move score."""
    return 15 * halves(move) / 2


def spawned(table: Play, name: str, **more: Any) -> Creature:  # noqa: ANN401 fields of the command
    """Return the creature that is spawned by this name."""
    return table.the(CreatureAppeared, SpawnSample(sample=name, **more)).creature


def built(table: Play, *dice: Run, kind: Any = "cast", **more: Any) -> Creature:  # noqa: ANN401 fields of a creature
    """Return a creature that the game master builds of these dice."""
    new = NewCreature(name="it", kind=kind, dice=dice, **more)
    return table.the(CreatureAppeared, BuildCreature(creature=new)).creature


@pytest.mark.rule("BN-CAST-09")
@pytest.mark.parametrize(("name", "row"), marked(CAST_DICE))
def test_a_standard_die_of_the_cast_has_the_faces_that_are_printed(name: str, row: str) -> None:
    """A member of the cast built with its name has these six faces, in order."""
    one = built(Play(), Run(n=1, die=name))

    assert [tuple(row.split(", "))] == faces(one)
    assert (name, "cast") == (one.dice[0].of, one.kind)


@pytest.mark.rule("BN-BEAST-08")
@pytest.mark.parametrize(("name", "row"), marked(BEAST_DICE))
def test_a_standard_die_of_beasts_has_the_faces_that_are_printed(name: str, row: str) -> None:
    """A beast built with its name has these six faces, in order."""
    one = built(Play(), Run(n=1, die=name), kind="beast")

    assert [tuple(row.split(", "))] == faces(one)
    assert (name, "beast") == (one.dice[0].of, one.kind)


@pytest.mark.rule("BN-R-046", "BN-R-048")
@pytest.mark.parametrize(("name", "dice"), marked(CAST))
def test_the_sample_cast_has_the_dice_that_are_printed(name: str, dice: list[str]) -> None:
    """Each appears with these dice for the game master's seat, on foot."""
    one = spawned(Play(), name)

    assert printed(dice) == faces(one)
    assert (name, "cast", "gm", "1", None) == (one.name, one.kind, one.seat, one.move, one.flying)


@pytest.mark.rule("BN-BEAST-08", "BN-R-043", "BN-R-045", "BN-R-047")
@pytest.mark.parametrize(("name", "dice", "ground", "air"), marked(BEASTS))
def test_the_sample_beasts_have_the_dice_that_are_printed(
    name: str, dice: list[str], ground: float, air: float | None
) -> None:
    """Each appears with these dice, and moves this many metres a round."""
    one = spawned(Play(), name)

    assert printed(dice) == faces(one)
    assert (name, "beast", "gm") == (one.name, one.kind, one.seat)
    assert (ground, air) == (metres(one.move), None if one.flying is None else metres(one.flying))


@pytest.mark.rule("BN-CAST-09", "BN-EX-46", "BN-R-199", "BN-CAST-04")
def test_a_rake_is_made_of_three_dice() -> None:
    """Aristocrat, Fighter and Criminal make a member of the cast with 18 faces: an experienced commoner."""
    table = Play()
    one = built(table, Run(n=1, die="Aristocrat"), Run(n=1, die="Fighter"), Run(n=1, die="Criminal"))

    assert printed(["Aristocrat", "Fighter", "Criminal"]) == faces(one)
    assert faces(one) == faces(spawned(table, "Rake (worked example)"))
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
def test_the_number_of_dice_gives_the_power_level(dice: int, level: str | None) -> None:
    """Below two there is no level; above ten it depends on the setting."""
    assert level == power(Play().state, dice)
    assert (None if dice > 10 else level) == power(Play(beasts={"power_above_ten": "none"}).state, dice)


@pytest.mark.rule("BN-R-040")
@pytest.mark.parametrize("name", ["Flier", "Flyer", "Flight"])
def test_flier_die_has_three_names(name: str) -> None:
    """Each of them is the die of six Flight faces."""
    assert "Flier" == built(Play(), Run(n=1, die=name), kind="beast").dice[0].of


@pytest.mark.rule("BN-R-041")
@pytest.mark.parametrize(
    ("name", "usual"),
    [
        ("Patriciant", "Aristocrat"), ("Patrician/Aristocrat", "Aristocrat"), ("Commoner/Townfolk", "Commoner"),
        ("Primitive/Savage", "Primitive"),
    ],
)  # fmt: skip
def test_dice_of_the_cast_have_aliases(name: str, usual: str) -> None:
    """Names printed elsewhere mean the same die."""
    assert usual == built(Play(), Run(n=1, die=name)).dice[0].of


@pytest.mark.rule("BN-R-039", "BN-R-051", "BN-DICE-04")
def test_flier_die_has_no_universal() -> None:
    """Six Flight faces are legal; another die of the cast without Universal is not."""
    table = Play()
    assert 6 == spawned(table, "Falcon").dice[0].bears("Flight")
    without = Run(n=1, faces=("Physical", *PLAIN[2:], "Melee"))
    table.no(OneUniversal, BuildCreature(creature=NewCreature(name="it", dice=(without,))))


@pytest.mark.rule("BN-R-042")
def test_the_last_face_of_a_drake_is_its_ability() -> None:
    """Flaming on a beast's die means Hoar Frost / Flaming, and not a hindrance."""
    assert {"HoarFrost"} == {die.faces[5] for die in spawned(Play(), "Fire Drake").dice[11:]}


@pytest.mark.rule("BN-R-049", "BN-DICE-02")
@pytest.mark.parametrize("sixth", ["blank", "Missile", "Prickly"])
def test_the_sixth_face_of_a_manticore_is_a_setting(sixth: str) -> None:
    """Five faces of its own dice are printed; dice of others keep their blanks."""
    table = Play(dice={"manticore_sixth_face": sixth})

    assert {("Universal", "Flight", "Prickly", "Missile", "Missile", sixth)} == set(
        faces(spawned(table, "Manticore"))[5:]
    )
    assert printed(["Herbivore"] * 3) == faces(spawned(table, "Cow"))


@pytest.mark.rule("BN-R-053")
@pytest.mark.parametrize("kind", ["melee", "missile"])
def test_kind_of_unspecified_poison_is_a_setting(kind: str) -> None:
    """A cobra's Poison has the kind of the setting; a basilisk's names its kind."""
    table = Play(dice={"plain_poison_kind": kind})
    poison = f"PoisonAttack:{kind}"

    assert 2 * [("Universal", poison, poison, poison, "Defend", "Defend")] == faces(spawned(table, "Cobra"))[3:]
    assert printed([BASILISK] * 2) == faces(spawned(table, "Basilisk"))[2:]
    assert "PoisonAttack:melee" == built(table, Run(n=1, die="Demonic"), kind="beast").dice[0].faces[5]


@pytest.mark.rule("BN-R-202")
@pytest.mark.parametrize("dice", [["Herbivore"] * 3, ["Herbivore"] * 2, ["Raptor", "Herbivore"]])
def test_a_horse_has_the_dice_of_the_setting(dice: list[str]) -> None:
    """It is a beast with a move of 4, trained for war or not."""
    table = Play() if dice == ["Herbivore"] * 3 else Play(beasts={"default_horse_dice": dice})
    plain, trained = spawned(table, "Horse"), spawned(table, "Horse", war_trained=True)

    assert printed(dice) == faces(plain) == faces(trained)
    assert ("beast", 60, False, True) == (plain.kind, metres(plain.move), plain.war_trained, trained.war_trained)
    Play(beasts={"default_horse_dice": ["Unicorn"]}).no(NotKnownHere, SpawnSample(sample="Horse"))


@pytest.mark.rule("BN-R-202", "BN-R-049")
def test_creatures_of_the_campaign_ignore_settings() -> None:
    """A horse and a manticore added by the campaign have their own dice."""
    table = Play(dice={"manticore_sixth_face": "Prickly"})
    own = Run(n=1, faces=("Universal", "blank", "blank", "blank", "Melee", "Melee"))
    loaded = tuple(Sample(name=name, kind="beast", dice=(own,)) for name in ("Horse", "Manticore"))
    table.given(DataLoaded(data=Data(creatures=loaded)))

    for name in ("Horse", "Manticore"):
        assert [own.faces] == faces(spawned(table, name))


@pytest.mark.rule("BN-R-201")
def test_goblins_are_built() -> None:
    """They are no sample; two Primitive dice make one."""
    table = Play()
    table.no(NotKnownHere, SpawnSample(sample="Goblin"))

    assert printed(["Primitive", "Primitive"]) == faces(built(table, Run(n=2, die="Primitive")))


@pytest.mark.rule("BN-CAST-01", "BN-R-313")
@pytest.mark.parametrize(
    ("refusal", "row"),
    [
        (OneUniversal, "Physical, Melee, Melee, Melee, Defend, Defend"),
        (OneUniversal, "Universal, Universal, Physical, Melee, Defend, Defend"),
        (OneOfPhysicalAndMental, "Universal, Melee, Melee, Melee, Defend, Defend"),
        (OneOfPhysicalAndMental, "Universal, Physical, Mental, Melee, Defend, Defend"),
        (IconNotForThisDie, "Universal, Physical, Melee*2, Melee, Defend, Defend"),
        (IconNotForThisDie, "Universal, Physical, Null, Melee, Defend, Defend"),
        (MasteryNotEarned, "Universal, Physical, Melee:Riposte, Melee, Defend, Defend"),
    ],
)
def test_dice_of_the_cast_obey_the_rules_of_characters(refusal: Any, row: str) -> None:  # noqa: ANN401 a refusal
    """One Universal, one Physical or Mental, one icon per face, and earned mastery; prepared or not."""
    table = Play()
    new = NewCreature(name="it", dice=(Run(n=1, faces=tuple(row.split(", "))),))
    table.no(refusal, BuildCreature(creature=new))
    table.no(refusal, PrepareCreature(prepared=new))


@pytest.mark.rule("BN-R-313", "BN-R-055", "BN-BEAST-03")
def test_the_cast_may_have_abilities_and_blanks() -> None:
    """If the game master gives them."""
    row = ("Universal", "Physical", "Regenerate", "Prickly", "blank", "Melee")

    assert [row] == faces(built(Play(), Run(n=1, faces=row)))


@pytest.mark.rule("BN-BEAST-02", "BN-R-052")
def test_a_beast_may_borrow_dice_of_the_cast_whole() -> None:
    """A beast's own die has no Physical or Mental; a borrowed Fighter die keeps them, as a Barrow Wight's."""
    table = Play()
    table.no(
        BeastsHaveNeither,
        BuildCreature(creature=NewCreature(name="it", kind="beast", dice=(Run(n=1, faces=PLAIN),))),
    )

    assert printed(["Fighter", "Undead"]) == faces(
        built(table, Run(n=1, die="Fighter"), Run(n=1, die="Undead"), kind="beast")
    )
    assert 2 == sum(die.bears("Physical") for die in spawned(table, "Barrow Wight").dice)


@pytest.mark.rule("BN-BEAST-08", "BN-BEAST-03")
def test_a_beast_may_have_dice_that_no_other_has() -> None:
    """Doubled faces, abilities and blanks among them."""
    row = ("Universal", "Defend*3", "Swim", "FireBreathing", "blank", "Melee*2")
    one = built(Play(), Run(n=2, faces=row), Run(n=1, die="Giant"), kind="beast", move="2", flying="4", race="Wyvern")

    assert [row, row, STANDARD["Giant"]] == faces(one)
    assert ("2", "4", "Wyvern", None) == (one.move, one.flying, one.sheet.race, one.dice[0].of)


@pytest.mark.rule("BN-CAST-09", "BN-R-313")
def test_unclear_dice_are_refused() -> None:
    """Exactly one of a known name and faces; and no more dice than a creature can have."""
    table = Play()
    wrong: list[tuple[Any, tuple[Run, ...]]] = [
        (DieOrFaces, (Run(n=1),)),
        (DieOrFaces, (Run(n=1, die="Thug", faces=PLAIN),)),
        (NotKnownHere, (Run(n=1, die="Dragon"),)),
        (OutOfRange, 5 * (Run(n=10, die="Thug"),)),
    ]
    for refusal, dice in wrong:
        table.no(refusal, BuildCreature(creature=NewCreature(name="it", dice=dice)))


def test_several_appear_at_once() -> None:
    """They are numbered, and the limit of the campaign counts them."""
    table = Play()
    wolves = table.do(SpawnSample(sample="Wolf", count=3, name="Grey", seat="ann"))

    assert [("Grey 1", "ann"), ("Grey 2", "ann"), ("Grey 3", "ann")] == [
        (event.creature.name, event.creature.seat) for event in wolves if isinstance(event, CreatureAppeared)
    ]
    for _ in range(4):
        table.do(SpawnSample(sample="Zombie", count=20))
    table.do(SpawnSample(sample="Cow", count=16))
    table.no(TooManyHere, SpawnSample(sample="Cow", count=2))
    assert {1} == {
        entry.fields["count"].most for entry in allowed_of(table.state, "gm", SpawnSample) if "count" in entry.fields
    }
    table.do(SpawnSample(sample="Cow"))
    table.no(TooManyHere, SpawnSample(sample="Cow"))
    table.no(TooManyHere, BuildCreature(creature=NewCreature(name="One more", dice=(Run(n=1, die="Thug"),))))


@pytest.mark.rule("BN-CAST-09", "AR-CAMP-05")
def test_creature_belongs_to_the_game_master_who_adds_it() -> None:
    """Also with two game masters."""
    table = Play()
    table.given(SeatOpened(seat="assistant", role="gm"))
    for seat in ("gm", "assistant"):
        (cow,) = table.when(SpawnSample(sample="Cow"), seat=seat, role="gm").happened()
        assert isinstance(cow, CreatureAppeared)
        assert seat == cow.creature.seat


@pytest.mark.rule("BN-CAST-09")
def test_items_of_a_creature_have_unique_ids() -> None:
    """A second spear is added beside the first, and does not replace it."""
    table = Play()
    new = NewCreature(name="Guard", dice=(Run(n=1, die="Thug"),), items=("Spear",))
    guard = table.the(CreatureAppeared, BuildCreature(creature=new)).creature.id

    table.do(GiveItem(creature=guard, item="Spear"))

    assert ["Spear", "Spear"] == [item.name for item in table.who(guard).items.values()]


@pytest.mark.rule("BN-HORDE-02", "BN-HORDE-04", "BN-HORDE-05")
@pytest.mark.parametrize(
    ("threat", "dice"),
    [
        pytest.param("Nuisance", 2, marks=pytest.mark.rule("BN-HORDE-06")),
        pytest.param("Threatening", 3, marks=pytest.mark.rule("BN-HORDE-07")),
        pytest.param("Dangerous", 4, marks=pytest.mark.rule("BN-HORDE-08")),
        pytest.param("Deadly", 5, marks=pytest.mark.rule("BN-HORDE-09")),
        pytest.param("Overwhelming", 6, marks=pytest.mark.rule("BN-HORDE-10")),
    ],
)
def test_the_threat_says_how_many_horde_dice_there_are(threat: str, dice: int) -> None:
    """A horde die has three Melee, two blanks and one Regenerate; members of the horde have no dice of their own."""
    one = Play().the(CreatureAppeared, SpawnHorde(threat=threat)).creature

    assert dice == len(one.dice)
    assert {("Melee", "Melee", "Melee", "Regenerate", "blank", "blank")} == {tuple(sorted(d.faces)) for d in one.dice}
    assert ("horde", "gm", threat) == (one.kind, one.seat, one.name)


def test_a_horde_of_no_kind_is_refused() -> None:
    """The game master names an existing threat, and can give another name."""
    table = Play()
    table.no(NotKnownHere, SpawnHorde(threat="bees"))

    assert "bees" == table.the(CreatureAppeared, SpawnHorde(threat="Nuisance", name="bees")).creature.name


def test_built_creature_has_its_items_ready() -> None:
    """As far as possible at the same time: a second suit of armor is carried."""
    table = Play()
    suits = ("Light armor (leather)", "Heavy armor (plate)")
    one = built(table, Run(n=2, die="Thug"), items=(*suits, "Spear"))

    assert {suits[0]: True, suits[1]: False, "Spear": True} == {item.name: item.ready for item in one.items.values()}
    table.no(
        NotKnownHere,
        BuildCreature(creature=NewCreature(name="it", dice=(Run(n=1, die="Thug"),), items=("Excalibur",))),
    )


@pytest.mark.rule("BN-EQ-03")
def test_weapons_without_a_die_are_refused() -> None:
    """For built and for prepared creatures."""
    table = Play()
    table.given(DataLoaded(data=Data(items=(ItemKind(name="Stick", group="melee weapon"),))))
    new = NewCreature(name="it", dice=(Run(n=1, die="Thug"),), items=("Stick",))
    table.no(DieNeeded, BuildCreature(creature=new))
    table.no(DieNeeded, PrepareCreature(prepared=new))


@pytest.mark.rule("AR-ROSTER-01")
def test_prepared_creature_appears_when_revealed() -> None:
    """Before that players see that something was prepared, but not what."""
    table = Play()
    new = NewCreature(name="Wight", kind="beast", dice=(Run(n=2, die="Undead"),), items=("Spear",))
    event = table.the(CreaturePrepared, PrepareCreature(prepared=new))

    assert ("gm",) == event.prepared.audience
    assert {} == table.state.characters
    one = table.the(CreatureAppeared, RevealCharacter(character=event.creature, seat="bob")).creature
    assert (event.creature, "bob", "Wight") == (one.id, one.seat, one.name)
    assert printed(["Undead"] * 2) == faces(one)
    assert ["Spear"] == [item.name for item in one.items.values()]
    assert {} == table.state.prepared

    other = table.the(CreaturePrepared, PrepareCreature(prepared=new)).creature
    table.do(ForgetPrepared(character=other))
    table.no(NotKnownHere, RevealCharacter(character=other))


@pytest.mark.rule("AR-CAMP-06")
def test_a_campaign_has_a_limit_of_creatures() -> None:
    """A hundred, including prepared ones; built or not, and whatever they are."""
    table = Play()
    new = NewCreature(name="it", dice=(Run(n=1, die="Thug"),))
    friend = table.one(dice=2 * (("Universal", "Physical", "Outdoorsman:Animal Friend", "Melee", "Melee", "Melee"),))
    for _ in range(4):
        table.do(SpawnSample(sample="Zombie", count=20))
    table.do(SpawnSample(sample="Zombie", count=18))
    table.do(PrepareCreature(prepared=new))
    companion = GainCompanion(creature=friend, service="companion", name="Fang", dice=3 * ("Predator",))

    for command in (BuildCreature(creature=new), PrepareCreature(prepared=new), SpawnHorde(threat="Deadly"), companion):
        table.no(TooManyHere, command)


# ---------------------------------------------------------------- foes behind the screen

UNSEEN: Final = {"combat": {"cast_starts": "prepared"}}


@pytest.mark.rule("BN-R-342", "AR-ROSTER-01")
def test_the_cast_may_start_unseen() -> None:
    """Built or sample creatures are then only prepared; for a player's seat they appear."""
    play = Play(**UNSEEN)
    play.do(BuildCreature(creature=NewCreature(name="Ogre", dice=(Run(n=2, die="Killer"),), items=("Spear",))))
    play.do(SpawnSample(sample="Harpy", count=2, name="Shriek"))
    assert ({}, 3) == (play.state.characters, len(play.state.prepared))
    assert ["Ogre", "Shriek 1", "Shriek 2"] == [one.name for one in play.state.prepared.values() if one]
    assert [] == list(view(play.state, "ann").prepared)
    for key in in_order(play.state.prepared):
        play.do(RevealCharacter(character=key))
    ogre, harpy, _ = play.state.characters.values()
    assert ["Spear"] == [item.name for item in ogre.items.values()]
    open_table = Play()
    open_table.do(SpawnSample(sample="Harpy"))
    (same,) = open_table.state.characters.values()
    assert (same.dice, same.move, same.flying, same.kind) == (harpy.dice, harpy.move, harpy.flying, harpy.kind)
    play.do(SpawnSample(sample="Wolf", seat="ann"))
    assert 4 == len(play.state.characters)


@pytest.mark.rule("BN-R-342", "BN-HORDE-04")
@pytest.mark.parametrize("dice", [1, 10, 11, 20])
def test_a_horde_may_start_unseen(dice: int) -> None:
    """It is then only prepared, and appears as at an open table; for a player's seat it appears."""
    play, open_table = Play(**UNSEEN), Play()
    for one in (play, open_table):
        one.do(LoadData(data=Data(hordes=(Threat(name="Vermin", example="rats", dice=dice),))))
    play.do(SpawnHorde(threat="Vermin", name="Rats"))
    (who,) = play.state.prepared
    assert [] == list(view(play.state, "ann").prepared)
    play.do(RevealCharacter(character=who))
    open_table.do(SpawnHorde(threat="Vermin", name="Rats"))
    (same,) = open_table.state.characters.values()
    assert replace(same, id=who) == play.who(who)
    assert dice == len(same.dice)
    play.do(SpawnHorde(threat="Nuisance", seat="ann"))
    assert (2, 0) == (len(play.state.characters), len(play.state.prepared))


@pytest.mark.rule("BN-HORDE-04", "BN-R-342")
def test_hordes_cannot_be_built() -> None:
    """The kind of threat determines the number of dice."""
    horde = NewCreature(name="Rats", kind="horde", dice=(Run(n=2, die="Killer"),))
    for command in (BuildCreature(creature=horde), PrepareCreature(prepared=horde)):
        assert "SpawnHorde" == Play().no(SpawnedAsAThreat, command).needs


@pytest.mark.rule("BN-CAMP-164")
def test_prepared_creature_can_have_a_public_name() -> None:
    """Players see that name, and none of its dice; when revealed, it is as it was built."""
    play = Play()
    play.do(PrepareCreature(prepared=NewCreature(name="Ogre", dice=(Run(n=2, die="Killer"),))))
    (who,) = play.state.prepared
    play.no(NotKnownHere, NamePrepared(character="creature-99"))
    play.do(NamePrepared(character=who, name="a shape"))
    assert [(who, "a shape", None)] == [(one.id, one.name, one.prepared) for one in view(play.state, "ann").prepared]
    play.no(NamedSo, NamePrepared(character=who, name="a shape"))
    assert "Ogre" == play.the(PreparedNamed, NamePrepared(character=who)).name
    assert [play.state.prepared[who]] == [one.prepared for one in view(play.state, "gm").prepared]
    play.do(RevealCharacter(character=who))
    assert ([], "Ogre") == (list(view(play.state, "ann").prepared), play.who(who).sheet.name)
