"""Riding: who sits on which beast."""

import pytest

from services.bones.chapters.characters import CreatureAppeared
from services.bones.chapters.creatures import SpawnSample
from services.bones.chapters.riding import (
    CannotRide,
    Dismount,
    Dismounted,
    DoesNotRide,
    Mount,
    Mounted,
    NoMount,
    SetWarTraining,
    TrainedSo,
    WarTrainingSet,
)
from services.bones.reading.taking_part import edge
from shared.kernel.campaign.roster import RemoveCharacter
from shared.kernel.campaign.seats import OnlyTheGameMaster
from tests.bones.play import Play, allowed_of


def spawned(table: Play, name: str) -> str:
    """Return the id of a sample that appears."""
    return table.the(CreatureAppeared, SpawnSample(sample=name)).creature.id


@pytest.mark.rule("BN-MNT-04", "BN-R-241", "BN-R-202")
@pytest.mark.parametrize("name", ["Horse", "Griffon", "Wolf"])
def test_any_beast_may_be_a_mount(name: str) -> None:
    """If the game master says so: a horse, one that flies, or a wolf; it keeps its own dice."""
    table = Play()
    bob, beast = table.one(), spawned(table, name)
    table.no(OnlyTheGameMaster, Mount(creature=bob, mount=beast), seat="ann")
    table.when(Mount(creature=bob, mount=beast)).then(Mounted(creature=bob, mount=beast))

    assert (beast, None) == (table.who(bob).mount, table.who(beast).mount)
    table.when(Dismount(creature=bob)).then(Dismounted(creature=bob))
    assert table.who(bob).mount is None


@pytest.mark.rule("BN-MNT-01", "BN-R-241")
def test_training_for_war_is_what_the_game_master_says() -> None:
    """It gives the rider its edge, and is said where it changes."""
    table = Play()
    bob, horse = table.one(), spawned(table, "Horse")
    table.do(Mount(creature=bob, mount=horse))
    assert not edge(table.state, bob)
    table.no(TrainedSo, SetWarTraining(creature=horse, war_trained=False))
    table.when(SetWarTraining(creature=horse, war_trained=True)).then(WarTrainingSet(creature=horse, war_trained=True))

    assert edge(table.state, bob)
    table.no(NoMount, SetWarTraining(creature=bob, war_trained=True))


@pytest.mark.rule("BN-MNT-04")
def test_only_beasts_that_stand_are_mounted() -> None:
    """Neither people, nor hordes, nor a beast without a die left."""
    table = Play()
    bob, ash, horse = table.one(), table.one("gm"), spawned(table, "Horse")
    table.no(NoMount, Mount(creature=bob, mount=ash))
    table.state = table.state.changed(horse, lost=(1, 2, 3))
    table.no(NoMount, Mount(creature=bob, mount=horse))


@pytest.mark.rule("BN-CAMP-14")
def test_a_beast_carries_one_rider() -> None:
    """Nobody rides two beasts, itself or a rider, and nobody who is ridden or down mounts."""
    table = Play()
    bob, ash, horse, wolf = table.one(), table.one("bob"), spawned(table, "Horse"), spawned(table, "Wolf")
    bees, fallen = table.one("gm", kind="horde"), table.one(lost=(1, 2, 3, 4))
    table.no(DoesNotRide, Dismount(creature=bob))
    table.no(CannotRide, Mount(creature=horse, mount=horse))
    table.do(Mount(creature=bob, mount=horse))
    for who, mount in ((ash, horse), (bob, wolf), (horse, wolf), (bees, wolf), (fallen, wolf)):
        table.no(CannotRide, Mount(creature=who, mount=mount))
    table.do(Mount(creature=wolf, mount=spawned(table, "Griffon")))
    table.no(CannotRide, Mount(creature=ash, mount=wolf))


@pytest.mark.rule("BN-CAMP-14")
def test_who_may_mount_is_listed() -> None:
    """A rider is off a mount that is gone, and may mount another."""
    table = Play()
    bob, horse = table.one(), spawned(table, "Horse")
    table.do(Mount(creature=bob, mount=horse))
    assert [] == allowed_of(table.state, "gm", Mount)
    table.do(RemoveCharacter(character=horse, reason="it bolts"))
    assert table.who(bob).mount is None
    other = spawned(table, "Horse")
    (entry,) = allowed_of(table.state, "gm", Mount)

    assert (bob, other) == (entry.body["creature"], entry.body["mount"])
