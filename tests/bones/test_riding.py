"""Riding: mounts and their riders."""

from typing import Final

import pytest
from msgspec.structs import replace

from services.bones.chapters.fights.declaring import Declare
from services.bones.chapters.people.characters import CreatureAppeared
from services.bones.chapters.people.creatures import SpawnSample
from services.bones.chapters.people.riding import (
    CannotRide,
    Dismount,
    Dismounted,
    DoesNotRide,
    InTheSaddle,
    Mount,
    Mounted,
    NoMount,
    SetWarTraining,
    TrainedSo,
    WarTrainingSet,
)
from services.bones.chapters.rolls.falls import FallBegan
from services.bones.chapters.rolls.wounds import CoupDeGrace, DealDamage, Died, Incapacitated
from services.bones.chapters.tasks.corrections import ChangeCreature
from services.bones.reading.order_of_allotment import edge
from services.bones.state.campaign import FORM, CampaignState
from shared.kernel.campaign.roster import RemoveCharacter
from shared.kernel.campaign.seats import OnlyTheGameMaster
from tests.bones.fight import Fight
from tests.bones.play import Play, allowed_of


def spawn(table: Play, name: str) -> str:
    """Add a sample creature; return its id."""
    return table.the(CreatureAppeared, SpawnSample(sample=name)).creature.id


@pytest.mark.rule("BN-MNT-04", "BN-R-241", "BN-R-202")
@pytest.mark.parametrize("name", ["Horse", "Griffon", "Wolf"])
def test_any_beast_may_be_a_mount(name: str) -> None:
    """The game master can mount a rider on a horse, a flier or a wolf. The beast keeps its own dice."""
    table = Play()
    bob, beast = table.one(), spawn(table, name)
    table.no(OnlyTheGameMaster, Mount(creature=bob, mount=beast), seat="ann")
    table.when(Mount(creature=bob, mount=beast)).then(Mounted(creature=bob, mount=beast))

    assert (beast, None) == (table.who(bob).mount, table.who(beast).mount)
    table.when(Dismount(creature=bob)).then(Dismounted(creature=bob))
    assert table.who(bob).mount is None


@pytest.mark.rule("BN-R-374", "BN-CAMP-14")
def test_a_beast_may_be_carried() -> None:
    """The game master lets a wolf ride a horse: without a Riding icon the wolf has no edge. A horde rides nothing."""
    table = Play()
    wolf, horse, horde = spawn(table, "Wolf"), spawn(table, "Horse"), table.one("gm", kind="horde")
    table.when(Mount(creature=wolf, mount=horse)).then(Mounted(creature=wolf, mount=horse))
    table.do(SetWarTraining(creature=horse, war_trained=True))
    assert not edge(table.state, wolf)
    table.no(CannotRide, Mount(creature=horde, mount=spawn(table, "Horse")))


@pytest.mark.rule("BN-MNT-01", "BN-R-241")
def test_the_game_master_states_training_for_war() -> None:
    """A beast trained for war gives its rider the edge. The game refuses to set training that the beast already has."""
    table = Play()
    bob, horse = table.one(), spawn(table, "Horse")
    table.do(Mount(creature=bob, mount=horse))
    assert not edge(table.state, bob)
    table.no(TrainedSo, SetWarTraining(creature=horse, war_trained=False))
    table.when(SetWarTraining(creature=horse, war_trained=True)).then(WarTrainingSet(creature=horse, war_trained=True))

    assert edge(table.state, bob)
    table.no(NoMount, SetWarTraining(creature=bob, war_trained=True))


@pytest.mark.rule("BN-MNT-04")
def test_only_beasts_with_a_die_left_are_mounted() -> None:
    """People, hordes and beasts without a die left cannot be mounts."""
    table = Play()
    bob, ash, horse = table.one(), table.one("gm"), spawn(table, "Horse")
    table.no(NoMount, Mount(creature=bob, mount=ash))
    table.state = table.state.change(horse, lost=(1, 2, 3))
    table.no(NoMount, Mount(creature=bob, mount=horse))


@pytest.mark.rule("BN-CAMP-14")
def test_a_beast_carries_one_rider() -> None:
    """No creature rides two beasts, itself, or another rider. Ridden and incapacitated creatures cannot mount."""
    table = Play()
    bob, ash, horse, wolf = table.one(), table.one("bob"), spawn(table, "Horse"), spawn(table, "Wolf")
    bees, fallen = table.one("gm", kind="horde"), table.one(lost=(1, 2, 3, 4))
    table.no(DoesNotRide, Dismount(creature=bob))
    table.no(CannotRide, Mount(creature=horse, mount=horse))
    table.do(Mount(creature=bob, mount=horse))
    for who, mount in ((ash, horse), (bob, wolf), (horse, wolf), (bees, wolf), (fallen, wolf)):
        table.no(CannotRide, Mount(creature=who, mount=mount))
    refused = table.no(CannotRide, Mount(creature=bob, mount=wolf))
    assert ("Dismount", horse) == (refused.needs, refused.has)
    table.do(Mount(creature=wolf, mount=spawn(table, "Griffon")))
    table.no(CannotRide, Mount(creature=ash, mount=wolf))


@pytest.mark.rule("BN-CAMP-14")
def test_possible_riders_are_listed() -> None:
    """A rider whose mount has left is on foot, so the list offers this rider another beast."""
    table = Play()
    bob, horse = table.one(), spawn(table, "Horse")
    table.do(Mount(creature=bob, mount=horse))
    assert [] == allowed_of(table.state, "gm", Mount)
    table.do(RemoveCharacter(character=horse, reason="it bolts"))
    assert table.who(bob).mount is None
    other = spawn(table, "Horse")
    (entry,) = allowed_of(table.state, "gm", Mount)

    assert (bob, other) == (entry.body["creature"], entry.body["mount"])


# ---------------------------------------------------------------- whose mount carries it no more

FELLED: Final = {
    "wounded": DealDamage(creature="horse", amount=3),
    "killed": DealDamage(creature="horse", amount=6),
    "no dice": ChangeCreature(creature="horse", lost=(1, 2, 3), reason="it is lame"),
    "dead": ChangeCreature(creature="horse", dead=True, reason="its heart"),
}


@pytest.mark.rule("BN-CAMP-74", "BN-MNT-01", "BN-MNT-04")
@pytest.mark.parametrize("how", FELLED)
def test_a_rider_of_a_fallen_mount_is_on_foot(how: str) -> None:
    """When a mount is felled, its rider is on foot at once, whatever happens to the beast later."""
    table = Play()
    bob, horse = table.one(), spawn(table, "Horse")
    table.do(SetWarTraining(creature=horse, war_trained=True))
    table.do(Mount(creature=bob, mount=horse))
    assert edge(table.state, bob)

    found = table.do(replace(FELLED[how], creature=horse))

    assert [Dismounted(creature=bob)] == [event for event in found if isinstance(event, Dismounted)]
    assert (None, False) == (table.who(bob).mount, edge(table.state, bob))
    table.no(NoMount, Mount(creature=bob, mount=horse))
    table.do(ChangeCreature(creature=horse, lost=(), dead=False, reason="it was asleep"))
    assert table.who(bob).mount is None
    table.do(Mount(creature=bob, mount=horse))


@pytest.mark.rule("BN-CAMP-74")
def test_a_mount_that_is_hurt_carries_on() -> None:
    """A mount with one die left still carries its rider. Damage to other beasts or to their riders has no effect."""
    table = Play()
    bob, ash, horse, other = table.one(), table.one("bob"), spawn(table, "Horse"), spawn(table, "Horse")
    table.do(Mount(creature=bob, mount=horse))
    table.do(Mount(creature=ash, mount=other))
    table.do(ChangeCreature(creature=horse, lost=(1, 2), reason="it is lame"))
    table.do(DealDamage(creature=other, amount=3))
    assert (horse, None) == (table.who(bob).mount, table.who(ash).mount)


@pytest.mark.rule("BN-CAMP-74", "BN-CAMP-41", "BN-BEAST-06")
def test_a_rider_falls_with_the_beast_that_is_felled_in_the_air() -> None:
    """When a beast is felled in the air, the log first records the rider's fall and then that the rider is on foot."""
    table = Play()
    bob, griffon = table.one(), table.one("gm", [("Flight", "Melee") * 3] * 2, kind="beast", airborne=10)
    table.do(Mount(creature=bob, mount=griffon))

    found = table.do(DealDamage(creature=griffon, amount=2))

    kinds = [type(event) for event in found if isinstance(event, FallBegan | Incapacitated | Dismounted)]
    assert [FallBegan, FallBegan, Incapacitated, Dismounted] == kinds


@pytest.mark.rule("BN-CAMP-74")
def test_a_dead_mount_grants_no_edge() -> None:
    """A dead mount gives its rider no edge, even with dice left."""
    table = Play()
    bob, horse = table.one(), table.one("gm", kind="beast", war_trained=True)
    table.state = table.state.change(bob, mount=horse)
    assert edge(table.state, bob)
    table.state = table.state.change(horse, dead=True)
    assert not edge(table.state, bob)


@pytest.mark.rule("BN-CAMP-75", "BN-R-262")
def test_a_rider_does_not_lie_down() -> None:
    """The list offers a rider no way to lie down.

    A fighter who is prone, or has secretly declared to lie down, cannot mount.
    """
    table = Fight()
    rider, other, horse, wolf = table.die("ann"), table.die("bob"), spawn(table, "Horse"), spawn(table, "Wolf")
    table.do(Mount(creature=rider, mount=horse))
    table.begin([rider], [other])
    table.no(InTheSaddle, Declare(creature=rider, doing="fight", posture="lie"), seat="ann")
    fields = [one.fields.get("posture") for one in allowed_of(table.state, "ann", Declare)]
    assert all(field is None or field.options == (None,) for field in fields)
    table.says(other, posture="lie", seat="bob")
    table.no(CannotRide, Mount(creature=other, mount=wolf))
    table.says(rider, seat="ann")

    assert (True, horse) == (table.who(other).prone, table.who(rider).mount)
    table.no(CannotRide, Mount(creature=other, mount=wolf))


@pytest.mark.rule("BN-CAMP-75")
def test_a_prone_rider_is_off_its_mount() -> None:
    """If the game master makes a rider prone, the rider is on foot, and the mount stays standing."""
    table = Play()
    bob, horse = table.one(), spawn(table, "Horse")
    table.do(Mount(creature=bob, mount=horse))

    found = table.do(ChangeCreature(creature=bob, prone=True, reason="it throws him"))

    assert [Dismounted(creature=bob)] == found[1:]
    assert (True, None) == (table.who(bob).prone, table.who(bob).mount)


@pytest.mark.rule("BN-CAMP-195", "BN-CAMP-14")
@pytest.mark.parametrize("form", [FORM, 1])
def test_the_dead_leave_the_saddle(form: int) -> None:
    """A rider without dice stays up; once it is dead, another mounts the horse."""
    table = Play()
    table.state = replace(table.state, form=form)
    bob, ash, horse = table.one(lost=(1, 2, 3, 4)), table.one("bob"), spawn(table, "Horse")
    table.state = table.state.change(bob, mount=horse)
    mounts = Mount(creature=ash, mount=horse)
    table.no(CannotRide, mounts)

    died = Died(creature=bob, cause="coup de grace")
    table.when(CoupDeGrace(creature=bob)).then(died, *((Dismounted(creature=bob),) if form == FORM else ()))

    table.do(mounts) if form == FORM else table.no(CannotRide, mounts)


@pytest.mark.rule("BN-CAMP-196", "BN-CAMP-75")
@pytest.mark.parametrize("form", [FORM, 1])
def test_a_ridden_beast_does_not_lie_down(form: int) -> None:
    """It lies down without a rider, and then nobody mounts it."""
    table = Fight()
    table.state = replace(table.state, form=form)
    bob, horse, foe = table.die("ann"), table.die("gm", kind="beast"), table.die("gm")
    table.do(Mount(creature=bob, mount=horse))
    table.begin([bob, horse], [foe])
    lies = Declare(creature=horse, doing="nothing", posture="lie")

    def postures(state: CampaignState) -> tuple[object, ...]:
        """Return the postures that are listed for the horse when it does nothing else."""
        listed = [one for one in allowed_of(state, "gm", Declare) if one.body["creature"] == horse]
        (nothing,) = [one for one in listed if one.body["doing"] == "nothing"]
        return nothing.fields["posture"].options or ()

    assert ((None, "lie") if form != FORM else (None,)) == postures(table.state)
    assert (None, "rise") == postures(table.state.change(horse, prone=True))
    if form == FORM:
        refused = table.no(InTheSaddle, lies)
        assert ("Dismount", (bob,), "posture") == (refused.needs, refused.has, refused.field)
    table.do(Dismount(creature=bob))
    table.do(lies)

    mounts = Mount(creature=bob, mount=horse)
    table.no(NoMount, mounts) if form == FORM else table.do(mounts)
