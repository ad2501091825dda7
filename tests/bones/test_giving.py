"""Successes that are given to another character, and icons that command servants."""

import pytest
from msgspec.structs import replace

from services.bones.catalogue import Data, Race
from services.bones.chapters.people.data import DataLoaded
from services.bones.chapters.rolls.giving import (
    CommandTaken,
    GiveSuccess,
    NoCommand,
    NotGiven,
    SuccessGiven,
    TakeCommand,
)
from services.bones.chapters.rolls.rolls import KeepFaces, KeepSuccesses, OtherStage, RollMade
from services.bones.chapters.rolls.settling import TaskSettled
from services.bones.chapters.rolls.wounds import DealDamage
from services.bones.chapters.tasks.tasks import Attempt, SetTask, TaskProposed, WithdrawTask
from services.bones.reading.giving import gifts
from services.bones.state.combat import Combat, Fighter
from services.bones.state.rolls import Roll, Shown
from services.bones.state.tasks import Result, SkillName, Task, Terms
from shared.kernel.campaign.seats import NotKnownHere, NotYours
from tests.bones.play import allowed_of
from tests.bones.trying import Tries

PLAIN = ("Universal", "Physical", "Maneuver", "blank", "blank", "blank")
MOUNT = ("Universal", "Maneuver", "blank", "blank", "blank", "blank")


def bearing(*icons: str) -> tuple[str, ...]:
    """Return a die with these icons on its first faces; its other faces are blank."""
    return (*icons, *["blank"] * (6 - len(icons)))


def last(play: Tries, who: str) -> Result:
    """Return the result of a character's most recent task."""
    return [one for one in play.state.results.values() if one.creature == who][-1]


@pytest.mark.rule("BN-MAST-20", "BN-MAST-50", "BN-R-029", "BN-R-252")
@pytest.mark.parametrize(("icon", "skill"), [("Maneuver:Pyramid", "Maneuver"), ("Stealth:Guilder", "Stealth")])
def test_success_goes_to_another_character_with_the_same_task(icon: str, skill: SkillName) -> None:
    """A given success adds 1 to the receiver's total and nothing to the giver's, even before the receiver rolls."""
    play = Tries()
    giver, other = play.die("ann", 2, *bearing(icon, "Universal")), play.die("bob", 1, *PLAIN)
    ours, theirs = play.call(giver, skill, number=1), play.call(other, skill, number=2)
    play.roll(ours, 1, 2)
    roll = play.rolled.id
    play.no(NotYours, GiveSuccess(roll=roll, die="die-1", to=other), seat="bob")
    play.no(NotKnownHere, GiveSuccess(roll=roll, die="die-1", to="creature-99"), seat="ann")
    for die, to in (("die-2", other), ("die-1", giver), ("die-9", other)):
        play.no(NotGiven, GiveSuccess(roll=roll, die=die, to=to), seat="ann")
    refused = play.no(NotGiven, GiveSuccess(roll=roll, die="die-1", to=giver), seat="ann")
    assert ("to", (other,), giver) == (refused.field, refused.needs, refused.has)
    refused = play.no(NotGiven, GiveSuccess(roll=roll, die="die-2", to=other), seat="ann")
    assert ("die", ("die-1",), "die-2") == (refused.field, refused.needs, refused.has)

    happened = play.do(GiveSuccess(roll=roll, die="die-1", to=other), seat="ann")

    assert SuccessGiven(roll=roll, die="die-1", to=other, into=theirs) == happened[0]
    assert 1 == last(play, giver).successes
    assert 2 == play.comes(theirs, 1).successes


@pytest.mark.rule("BN-R-029")
def test_a_roll_is_not_settled_while_it_may_receive_successes() -> None:
    """A final roll is not settled while another roll shows an icon that can give it a success."""
    play = Tries()
    giver, other = play.die("ann", 1, *bearing("Maneuver:Pyramid")), play.die("bob", 1, *PLAIN)
    ours, theirs = play.call(giver, "Maneuver", number=1), play.call(other, "Maneuver", number=2)
    play.spiffs("bob", 2)
    play.roll(theirs, 1)
    play.roll(ours, 1)
    mine = play.state.tasks[ours].rolls[giver]
    yours = play.state.tasks[theirs].rolls[other]
    play.no(OtherStage, GiveSuccess(roll=yours, die="die-1", to=giver), seat="bob")
    play.do(KeepFaces(roll=yours), seat="bob")
    play.do(KeepSuccesses(roll=yours), seat="bob")
    assert "final" == play.state.rolls[yours].stage
    assert SuccessGiven(roll=mine, die="die-1", to=other, into=yours) in play.do(
        GiveSuccess(roll=mine, die="die-1", to=other), seat="ann"
    )
    assert [0, 2] == [last(play, who).successes for who in (giver, other)]


@pytest.mark.rule("BN-R-029")
def test_keeping_a_success_lets_the_others_be_settled() -> None:
    """Once two acrobats who could give each other successes both keep them, the game settles both rolls."""
    play = Tries()
    one, other = (play.die(seat, 1, *bearing("Maneuver:Pyramid")) for seat in ("ann", "bob"))
    tasks = [play.call(who, "Maneuver", number=1) for who in (one, other)]
    play.roll(tasks[0], 1)
    play.roll(tasks[1], 1)
    first, second = (play.state.tasks[task].rolls[who] for task, who in zip(tasks, (one, other), strict=True))

    assert [] == [event for event in play.do(KeepSuccesses(roll=first), seat="ann") if isinstance(event, TaskSettled)]
    settled = play.do(KeepSuccesses(roll=second), seat="bob")
    assert tasks == [event.task for event in settled if isinstance(event, TaskSettled)]


@pytest.mark.rule("BN-R-029")
@pytest.mark.parametrize("scope", ["same_skill_same_round", "any_ally"])
def test_success_for_another_task_needs_a_setting(scope: str) -> None:
    """By default a success can be given only to a task with the same skill.

    If `given_success_scope` is `any_ally`, any task of an ally may receive it.
    """
    play = Tries(tasks={"given_success_scope": scope})
    giver, other = play.die("ann", 1, *bearing("Maneuver:Pyramid")), play.die("bob", 1, *PLAIN)
    idle = play.die("bob", 1, *PLAIN)
    theirs = play.call(other, "Physical", number=2)
    ours = play.call(giver, "Maneuver", number=1)

    if scope == "same_skill_same_round":
        assert 1 == play.comes(ours, 1).successes
        return
    play.roll(ours, 1)
    roll = play.rolled.id
    assert [other] == [entry.body["to"] for entry in allowed_of(play.state, "ann", GiveSuccess)]
    play.no(NotGiven, GiveSuccess(roll=roll, die="die-1", to=idle), seat="ann")
    play.do(GiveSuccess(roll=roll, die="die-1", to=other), seat="ann")
    assert 2 == play.comes(theirs, 1).successes


@pytest.mark.rule("BN-CAMP-22")
def test_given_success_is_lost_with_its_task() -> None:
    """A character who withdraws from a task loses the success given for it."""
    play = Tries()
    giver, other = play.die("ann", 1, *bearing("Maneuver:Pyramid")), play.die("bob", 1, *PLAIN)
    theirs = play.the(TaskProposed, Attempt(creature=other, aim="over the wall"), seat="bob").task.id
    play.do(SetTask(task=theirs, terms=Terms(skill="Maneuver", number=2)))
    play.roll(play.call(giver, "Maneuver", number=1), 1)
    play.do(GiveSuccess(roll=play.rolled.id, die="die-1", to=other), seat="ann")

    play.do(WithdrawTask(task=theirs), seat="bob")

    assert 1 == play.comes(play.call(other, "Maneuver", number=2), 1).successes


@pytest.mark.rule("BN-CAMP-22")
@pytest.mark.parametrize(("skill", "taken"), [("Stealth", 0), ("Maneuver", 1)])
def test_given_success_is_only_for_its_skill(skill: SkillName, taken: int) -> None:
    """If new terms have another skill, the given success is lost; if they only change the number, it is kept."""
    play = Tries()
    giver, other = play.die("ann", 1, *bearing("Maneuver:Pyramid")), play.die("bob", 1, *PLAIN)
    theirs = play.call(other, "Maneuver", number=2)
    play.roll(play.call(giver, "Maneuver", number=1), 1)
    play.do(GiveSuccess(roll=play.rolled.id, die="die-1", to=other), seat="ann")

    play.do(SetTask(task=theirs, terms=Terms(skill=skill, number=1)))

    assert taken == play.state.tasks[theirs].taken
    assert taken == play.comes(theirs, 6).successes


@pytest.mark.rule("BN-CAMP-22")
def test_nothing_is_given_to_a_creature_without_dice() -> None:
    """A success cannot help a creature without dice, so the giver's roll is final at once."""
    play = Tries()
    giver, other = play.die("ann", 1, *bearing("Maneuver:Pyramid")), play.die("bob", 1, *PLAIN)
    play.call(other, "Maneuver", number=2)
    play.do(DealDamage(creature=other, amount=1))

    assert play.comes(play.call(giver, "Maneuver", number=1), 1).success


@pytest.mark.rule("BN-R-252")
def test_giving_needs_a_giving_icon() -> None:
    """A roll waits only for rolls with a giving icon of the same skill."""
    play = Tries()
    giver, other = play.die("ann", 1, *bearing("Maneuver", "Stealth:Guilder")), play.die("bob", 1, *PLAIN)
    play.call(other, "Maneuver", number=1)

    assert play.comes(play.call(giver, "Maneuver", number=1), 1).success
    assert not play.comes(play.call(giver, "Maneuver", number=1), 2).success


@pytest.mark.rule("BN-MAST-20")
def test_a_double_face_gives_two_successes() -> None:
    """A double face gives two successes, one with each command."""
    play = Tries()
    giver, other = play.die("ann", 1, *bearing("Maneuver:Pyramid*2")), play.die("bob", 1, *PLAIN)
    theirs = play.call(other, "Maneuver", number=2)
    play.roll(play.call(giver, "Maneuver", number=1), 1)

    give = GiveSuccess(roll=play.rolled.id, die="die-1", to=other)
    play.do(give, seat="ann")
    play.do(give, seat="ann")
    assert 0 == last(play, giver).successes
    assert 3 == play.comes(theirs, 1).successes


@pytest.mark.rule("BN-MAST-38", "BN-R-030")
@pytest.mark.parametrize(("setting", "dice"), [("own_icons", {"die-1"}), ("all_riding_successes", {"die-1", "die-2"})])
def test_horseman_adds_to_the_mounts_roll(setting: str, dice: set[str]) -> None:
    """By default only the Horseman icon gives a success to the mount.

    If `horseman_gives` is `all_riding_successes`, every Riding success may be given to the mount, but to no other
    creature.
    """
    play = Tries(mastery={"horseman_gives": setting})
    horse, other = (play.die("ann", 1, *MOUNT, kind="beast") for _ in range(2))
    rider = play.die("ann", 2, *bearing("Riding:Horseman", "Riding"), mount=horse)
    leap = play.call(horse, "Maneuver", number=3)
    play.call(other, "Maneuver", number=3)
    play.roll(play.call(rider, "Riding", number=1), 1, 2)

    offered = {(entry.body["die"], entry.body["to"]) for entry in allowed_of(play.state, "ann", GiveSuccess)}
    assert {(die, horse) for die in dice} == offered
    roll = play.rolled.id
    for die in sorted(dice):
        play.do(GiveSuccess(roll=roll, die=die, to=horse), seat="ann")
    assert 2 - len(dice) == last(play, rider).successes
    assert 1 + len(dice) == play.comes(leap, 2).successes


@pytest.mark.rule("BN-MAST-38", "BN-R-030")
def test_giving_to_the_mount_needs_a_horseman_icon() -> None:
    """If no Horseman icon shows, Riding successes stay with the rider."""
    play = Tries(mastery={"horseman_gives": "all_riding_successes"})
    horse = play.die("ann", 1, *MOUNT, kind="beast")
    rider = play.die("ann", 2, *bearing("Riding:Horseman", "Riding"), mount=horse)
    play.call(horse, "Maneuver", number=3)

    assert 2 == play.comes(play.call(rider, "Riding", number=1), 2, 2).successes


@pytest.mark.rule("BN-MAST-42")
def test_a_captain_serves_the_crew() -> None:
    """A captain can give a success only to the captain's own crew."""
    play = Tries()
    captain = play.die("ann", 1, *bearing("Sailor:Captain"))
    crew = play.die("ann", 1, *bearing("Sailor"), kind="cast", master=captain, service="crew")
    strangers = play.die("gm", 1, *bearing("Sailor"))
    sail = play.call(crew, "Sailor", number=2)
    play.call(strangers, "Sailor", number=2)
    play.roll(play.call(captain, "Sailor", number=1), 1)

    roll = play.rolled.id
    play.no(NotGiven, GiveSuccess(roll=roll, die="die-1", to=strangers), seat="ann")
    play.do(GiveSuccess(roll=roll, die="die-1", to=crew), seat="ann")
    assert 0 == last(play, captain).successes
    assert 2 == play.comes(sail, 1).successes


@pytest.mark.rule("BN-MAST-31", "BN-MAST-47", "BN-R-028")
@pytest.mark.parametrize(
    ("icon", "skill", "service"),
    [("Outdoorsman:Animal Friend", "Outdoorsman", "companion"), ("Social:Boss", "Social", "lackey")],
)
def test_command_replaces_the_success(icon: str, skill: SkillName, service: str) -> None:
    """A companion or lackey with a die left obeys its own master's command without a roll.

    The icon that commands adds no success.
    """
    play = Tries()
    master = play.die("ann", 1, *bearing(icon))
    servant = play.die("ann", 1, *MOUNT, kind="beast", master=master, service=service)
    other = play.die("ann", 1, *MOUNT, kind="beast")
    play.roll(play.call(master, skill, number=1), 1)
    roll = play.rolled.id
    play.no(NoCommand, TakeCommand(roll=roll, die="die-1", to=other), seat="ann")
    play.no(NotKnownHere, TakeCommand(roll=roll, die="die-1", to="creature-99"), seat="ann")
    play.no(NoCommand, TakeCommand(roll=roll, die="die-2", to=servant), seat="ann")

    happened = play.do(TakeCommand(roll=roll, die="die-1", to=servant), seat="ann")

    assert CommandTaken(roll=roll, die="die-1", to=servant) == happened[0]
    assert [] == [one for one in happened if isinstance(one, RollMade)]
    assert 0 == last(play, master).successes
    play.state = play.state.change(servant, lost=(1,))
    assert 1 == play.comes(play.call(master, skill, number=1), 1).successes


@pytest.mark.rule("BN-R-028")
def test_a_command_icon_works_in_any_roll() -> None:
    """An icon that is rolled in any task can command a servant."""
    play = Tries()
    master = play.die("ann", 1, *bearing("Social:Boss"))
    lackey = play.die("ann", 1, kind="cast", master=master, service="lackey")
    play.roll(play.call(master, "Stealth", number=1), 1)

    assert [lackey] == [entry.body["to"] for entry in allowed_of(play.state, "ann", TakeCommand)]


@pytest.mark.rule("BN-R-029")
def test_the_sides_of_a_fight_give_each_other_nothing() -> None:
    """In a round of a fight, successes go only to fighters of the same side with the same task."""
    play = Tries()
    giver = play.die("ann", 1, *bearing("Maneuver:Pyramid"))
    friend, foe, other = play.die("bob", 1, *PLAIN), play.die("gm", 1, *PLAIN), play.die("bob", 1, *PLAIN)
    shown = Shown(die="die-1", kind="character", face="Maneuver:Pyramid")
    roll = Roll(id="roll-50", of="task-51", creature=giver, dice=(shown,), stage="successes", skill="Maneuver")
    tasks = [
        Task(id=f"task-{number}", creature=who, aim="up", stage="set", skill="Maneuver", fight=who != other)
        for number, who in enumerate((giver, friend, foe, other), 51)
    ]
    sides = {giver: "one", friend: "one", foe: "two"}
    fight = Combat(id="combat-60", fighters={who: Fighter(id=who, side=side) for who, side in sides.items()})
    play.state = replace(play.state, combat=fight, tasks={one.id: one for one in tasks}, rolls={roll.id: roll})

    assert [("die-1", friend, "task-52")] == list(gifts(play.state, roll))


@pytest.mark.rule("BN-MAST-38", "BN-R-030")
def test_horseman_adds_to_the_mounts_roll_in_a_fight() -> None:
    """In a fight, a rider can give successes only to the roll with which the mount fights."""
    play = Tries()
    horse, goblin = play.die("ann", 1, *MOUNT, kind="beast"), play.die("gm")
    rider = play.die("ann", 1, *bearing("Riding:Horseman"), mount=horse)
    shown = Shown(die="die-1", kind="character", face="Riding:Horseman")
    rolls = [
        Roll(id=f"roll-{number}", of="combat-40", creature=who, dice=(shown,), stage="successes")
        for number, who in enumerate((goblin, horse, rider), 50)
    ]
    play.state = replace(play.state, rolls={one.id: one for one in rolls})

    assert [("die-1", horse, "roll-51")] == list(gifts(play.state, rolls[2]))
    assert [] == list(gifts(play.state, rolls[0]))


@pytest.mark.rule("BN-MAST-38", "BN-R-030")
def test_only_riding_successes_are_given_to_the_mount() -> None:
    """In a Riding task, all counted successes may be given to the mount, even Universal ones.

    In other tasks only Riding icons may be given.
    """
    for skill, dice in (("Riding", {"die-1", "die-2"}), ("Physical", {"die-1"})):
        play = Tries(mastery={"horseman_gives": "all_riding_successes"})
        horse = play.die("ann", 1, *MOUNT, kind="beast")
        rider = play.die("ann", 3, *bearing("Riding:Horseman", "Universal", "Scholar"), mount=horse)
        play.call(horse, "Maneuver", number=3)
        play.roll(play.call(rider, skill, number=1), 1, 2, 3)  # type: ignore[arg-type]
        assert dice == {entry.body["die"] for entry in allowed_of(play.state, "ann", GiveSuccess)}


@pytest.mark.rule("BN-MAST-20", "BN-RACE-03")
def test_a_racial_icon_usable_as_a_giving_icon_gives_too() -> None:
    """A race that the campaign adds can use its icon as Pyramid. The icons of other races give nothing."""
    play = Tries()
    play.given(DataLoaded(data=Data(races=(Race(name="Sylph", uses=("Maneuver:Pyramid", "Magic")),))))
    giver = play.die("ann", 1, *bearing("Racial:Sylph", "Racial:Dwarf"), race="Sylph")
    play.call(play.die("bob", 1, *PLAIN), "Maneuver", number=2)
    play.roll(play.call(giver, "Maneuver", number=1), 1)

    assert play.rolled.dice[0].die == allowed_of(play.state, "ann", GiveSuccess)[0].body["die"]
    play.do(KeepSuccesses(roll=play.rolled.id), seat="ann")
    assert play.came(play.call(giver, "Maneuver", number=1), 2)
