"""Creatures of a campaign: their dice and items, hordes, and creatures that start hidden."""

from typing import Any, Final

import pytest
from msgspec.structs import replace

from services.bones.catalogue import Data, ItemKind, Run, Threat
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
from services.bones.state.creatures import NewCreature
from services.bones.views import view
from shared.kernel.campaign.keeping import in_order
from shared.kernel.campaign.roster import ForgetPrepared, RevealCharacter
from shared.kernel.campaign.seats import NotKnownHere, OutOfRange, TooManyHere
from shared.kernel.stream import SeatOpened
from tests.bones.play import Play, allowed_of
from tests.bones.spawning import PLAIN, build, faces, faces_of_dice, spawn


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
    """Each die of the cast has one Universal, one Physical or Mental, and no double icon. Masteries must be earned."""
    table = Play()
    new = NewCreature(name="it", dice=(Run(n=1, faces=tuple(row.split(", "))),))
    table.no(refusal, BuildCreature(creature=new))
    table.no(refusal, PrepareCreature(prepared=new))


@pytest.mark.rule("BN-R-313", "BN-R-055", "BN-BEAST-03")
def test_the_cast_may_have_abilities_and_blanks() -> None:
    """The game master may create members of the cast with abilities and blank faces."""
    row = ("Universal", "Physical", "Regenerate", "Prickly", "blank", "Melee")

    assert [row] == faces(build(Play(), Run(n=1, faces=row)))


@pytest.mark.rule("BN-BEAST-02", "BN-R-052")
def test_a_beast_may_borrow_dice_of_the_cast_whole() -> None:
    """A beast's own dice have no Physical or Mental face.

    A borrowed Fighter die keeps its Physical or Mental face, as in the Barrow Wight.
    """
    table = Play()
    table.no(
        BeastsHaveNeither,
        BuildCreature(creature=NewCreature(name="it", kind="beast", dice=(Run(n=1, faces=PLAIN),))),
    )

    assert faces_of_dice(["Fighter", "Undead"]) == faces(
        build(table, Run(n=1, die="Fighter"), Run(n=1, die="Undead"), kind="beast")
    )
    assert 2 == sum(die.bears("Physical") for die in spawn(table, "Barrow Wight").dice)


@pytest.mark.rule("BN-CAST-09", "BN-R-313")
def test_unclear_dice_are_refused() -> None:
    """The rules refuse dice without a known name or faces, dice with both, and a creature with too many dice."""
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
    """Creatures that appear together have numbered names, and each counts towards the campaign's limit."""
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
    """In a campaign with two game masters, a creature belongs to the game master who adds it."""
    table = Play()
    table.given(SeatOpened(seat="assistant", role="gm"))
    for seat in ("gm", "assistant"):
        (cow,) = table.when(SpawnSample(sample="Cow"), seat=seat, role="gm").take_events()
        assert isinstance(cow, CreatureAppeared)
        assert seat == cow.creature.seat


@pytest.mark.rule("BN-CAST-09")
def test_items_of_a_creature_have_unique_ids() -> None:
    """A second spear has its own id, and does not replace the first."""
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
def test_the_threat_sets_the_number_of_horde_dice(threat: str, dice: int) -> None:
    """A horde's threat sets its number of dice. Each die has three Melee, two blanks and one Regenerate."""
    one = Play().the(CreatureAppeared, SpawnHorde(threat=threat)).creature

    assert dice == len(one.dice)
    assert {("Melee", "Melee", "Melee", "Regenerate", "blank", "blank")} == {tuple(sorted(d.faces)) for d in one.dice}
    assert ("horde", "gm", threat) == (one.kind, one.seat, one.name)


def test_a_horde_of_no_kind_is_refused() -> None:
    """A horde must have a known threat, and may have any name."""
    table = Play()
    table.no(NotKnownHere, SpawnHorde(threat="bees"))

    assert "bees" == table.the(CreatureAppeared, SpawnHorde(threat="Nuisance", name="bees")).creature.name


def test_built_creature_has_its_items_ready() -> None:
    """A built creature wears and holds all items that it can use at once; a second suit of armor is carried."""
    table = Play()
    suits = ("Light armor (leather)", "Heavy armor (plate)")
    one = build(table, Run(n=2, die="Thug"), items=(*suits, "Spear"))

    assert {suits[0]: True, suits[1]: False, "Spear": True} == {item.name: item.ready for item in one.items.values()}
    table.no(
        NotKnownHere,
        BuildCreature(creature=NewCreature(name="it", dice=(Run(n=1, die="Thug"),), items=("Excalibur",))),
    )


@pytest.mark.rule("BN-EQ-03")
def test_weapons_without_a_die_are_refused() -> None:
    """Neither a built nor a prepared creature may have a weapon without a die."""
    table = Play()
    table.given(DataLoaded(data=Data(items=(ItemKind(name="Stick", group="melee weapon"),))))
    new = NewCreature(name="it", dice=(Run(n=1, die="Thug"),), items=("Stick",))
    table.no(DieNeeded, BuildCreature(creature=new))
    table.no(DieNeeded, PrepareCreature(prepared=new))


@pytest.mark.rule("AR-ROSTER-01")
def test_prepared_creature_appears_when_revealed() -> None:
    """Players see that the game master has prepared something, but see the creature only when it is revealed."""
    table = Play()
    new = NewCreature(name="Wight", kind="beast", dice=(Run(n=2, die="Undead"),), items=("Spear",))
    event = table.the(CreaturePrepared, PrepareCreature(prepared=new))

    assert ("gm",) == event.prepared.audience
    assert {} == table.state.characters
    one = table.the(CreatureAppeared, RevealCharacter(character=event.creature, seat="bob")).creature
    assert (event.creature, "bob", "Wight") == (one.id, one.seat, one.name)
    assert faces_of_dice(["Undead"] * 2) == faces(one)
    assert ["Spear"] == [item.name for item in one.items.values()]
    assert {} == table.state.prepared

    other = table.the(CreaturePrepared, PrepareCreature(prepared=new)).creature
    table.do(ForgetPrepared(character=other))
    table.no(NotKnownHere, RevealCharacter(character=other))


@pytest.mark.rule("AR-CAMP-06")
def test_a_campaign_has_a_limit_of_creatures() -> None:
    """A campaign has at most a hundred creatures of all kinds, including prepared ones."""
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


UNSEEN: Final = {"combat": {"cast_starts": "prepared"}}


@pytest.mark.rule("BN-R-342", "AR-ROSTER-01")
def test_a_setting_hides_new_members_of_the_cast() -> None:
    """If `cast_starts` is `prepared`, a new creature starts prepared, and players do not see it.

    A creature that is added for a player's seat appears at once.
    """
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
def test_a_setting_hides_new_hordes(dice: int) -> None:
    """If `cast_starts` is `prepared`, a horde starts prepared. Once revealed, it equals one that appeared at once."""
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
    """A horde can only be spawned, because its threat sets its number of dice; the rules refuse to build one."""
    horde = NewCreature(name="Rats", kind="horde", dice=(Run(n=2, die="Killer"),))
    for command in (BuildCreature(creature=horde), PrepareCreature(prepared=horde)):
        assert "SpawnHorde" == Play().no(SpawnedAsAThreat, command).needs


@pytest.mark.rule("BN-CAMP-164")
def test_prepared_creature_can_have_a_public_name() -> None:
    """Players see the public name of a prepared creature and none of its dice; when revealed, it is as it was built."""
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
