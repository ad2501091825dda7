"""Escapes from a melee: which tasks are escapes, and how many of their successes count as defence."""

from typing import Final

import pytest
from msgspec.structs import replace

from services.bones.chapters.fights.allotting import Allot
from services.bones.chapters.fights.blows import BlowStruck
from services.bones.chapters.fights.combat import JoinCombat, LeaveCombat, SceneSet, SetScene
from services.bones.chapters.fights.declaring import Declare, NoTarget
from services.bones.chapters.fights.round_tasks import NobodyToEscape, RoundTaskSet, SetRoundTask
from services.bones.chapters.fights.rounds import (
    RoundTaskSettled,
)
from services.bones.chapters.people.riding import Dismount, Mount
from services.bones.chapters.rolls.settling import TaskSettled
from services.bones.chapters.rolls.wounds import (
    TakeDamage,
)
from services.bones.chapters.tasks.corrections import ChangeCreature
from services.bones.state.campaign import FORM
from services.bones.state.tasks import Opponent, Terms
from shared.kernel.messages import Event
from tests.bones.fight import BLANK, MELEE, PHYSICAL, Fight, only, strikes
from tests.bones.play import BOB, allowed_of

AVERAGE: Final = Terms(skill="Maneuver", difficulty="Average")


def steve(*faces: int) -> tuple[Fight, str, str, list[Event]]:
    """Return the rolled fight in which Bob escapes Steve by the chandelier; the challenge dice show two Nulls."""
    table = Fight()
    bob = table.one("ann", BOB)
    foe = table.die("gm", 4)
    table.begin([bob], [foe])
    table.says(bob, "other", aim="out of the window by the chandelier", skill="Maneuver", seat="ann")
    table.says(foe)
    table.do(SetRoundTask(creature=bob, terms=AVERAGE, guards=(foe,), escapes=True))
    found = table.roll(*[MELEE] * 4, *faces, 1, 2, 3, 4)
    return table, bob, foe, found


@pytest.mark.rule("BN-CMB-12", "BN-CMB-13", "BN-CMB-14", "BN-CMB-20", "BN-TASK-05", "BN-R-119", "BN-R-120", "BN-EX-20")
def test_an_escape_counts_as_defence_despite_its_nulls() -> None:
    """Three Maneuver successes stop three of four attack successes. Despite two Nulls, the escape succeeds."""
    table, bob, foe, found = steve(1, 1, 5, 2)

    (settled,) = [event for event in found if isinstance(event, TaskSettled)]
    assert (True, 3) == (settled.success, settled.successes)
    assert [RoundTaskSettled(creature=bob, gross=3, escaped=(foe,))] == only(found, RoundTaskSettled)
    assert ((foe,),) == table.combat.groups
    found = table.do(Allot(creature=foe, puts=strikes(bob, "die-1", "die-2", "die-3", "die-4")))
    assert [(4, 3, 1)] == [(one.successes, one.stopped, one.damage) for one in found if isinstance(one, BlowStruck)]
    (wound,) = table.state.wounds
    table.do(TakeDamage(wound=wound, dice=(4,)), seat="ann")
    assert ((4,), (foe,), 2) == (table.who(bob).lost, table.fighter(bob).fled, table.combat.round)
    table.no(NoTarget, Declare(creature=foe, doing="fight", targets=(bob,)))
    table.says(foe)
    table.says(bob, "nothing")
    table.roll(*[MELEE] * 4)
    table.no(NoTarget, Allot(creature=foe, puts=strikes(bob, "die-1")))


@pytest.mark.rule("BN-CMB-12", "BN-CMB-13", "BN-EX-21")
def test_four_successes_of_an_escape_stop_an_attack_of_four() -> None:
    """Four successes of an escape stop an attack of four, and the feat succeeds."""
    table, bob, foe, found = steve(1, 1, 1, 2)

    assert [RoundTaskSettled(creature=bob, gross=4, escaped=(foe,))] == only(found, RoundTaskSettled)
    found = table.do(Allot(creature=foe, puts=strikes(bob, "die-1", "die-2", "die-3", "die-4")))
    assert [(4, 0)] == [(one.stopped, one.damage) for one in found if isinstance(one, BlowStruck)]
    assert ((), (foe,)) == (table.who(bob).lost, table.fighter(bob).fled)


@pytest.mark.rule("BN-CMB-12", "BN-CMB-13", "BN-CMB-15", "BN-TASK-06", "BN-R-262", "BN-EX-22")
def test_a_failed_escape_still_defends() -> None:
    """Two successes stop two of four attack successes, but fail against two Nulls: Bob falls to the floor."""
    table, bob, foe, found = steve(1, 5, 5, 2)

    (settled,) = [event for event in found if isinstance(event, TaskSettled)]
    (result,) = settled.results
    assert (False, None) == (settled.success, result.narrator)
    assert [RoundTaskSettled(creature=bob, gross=2, escaped=())] == only(found, RoundTaskSettled)
    table.do(Allot(creature=foe, puts=strikes(bob, "die-1", "die-2", "die-3", "die-4")))
    (wound,) = table.state.wounds.values()
    assert 2 == wound.amount
    table.do(TakeDamage(wound=wound.id, dice=(1, 2)), seat="ann")
    table.do(ChangeCreature(creature=bob, prone=True, reason="he falls from the chandelier"))
    assert (True, ()) == (table.who(bob).prone, table.fighter(bob).fled)
    table.says(foe, targets=(bob,))


@pytest.mark.rule("BN-CMB-16", "BN-R-119", "BN-R-272")
def test_a_task_without_named_attackers_is_no_defence() -> None:
    """If the game master names no attackers for a task, its successes stop no attack."""
    table = Fight()
    bob, foe = table.one("ann", BOB), table.die("gm")
    table.begin([bob], [foe])
    table.says(bob, "other", aim="to recall who he is", skill="Scholar")
    table.says(foe)
    table.do(SetRoundTask(creature=bob, terms=Terms(skill="Scholar", number=1)))
    found = table.roll(MELEE, 6, 1, 5, 5)

    assert [RoundTaskSettled(creature=bob, gross=4, escaped=())] == only(found, RoundTaskSettled)
    found = table.do(Allot(creature=foe, puts=strikes(bob, "die-1")))
    assert [(0, 1)] == [(one.stopped, one.damage) for one in found if isinstance(one, BlowStruck)]


@pytest.mark.rule("BN-R-119", "BN-CMB-20", "BN-R-255")
@pytest.mark.parametrize(("escapes", "free"), [(True, ("second",)), (False, ())])
def test_an_escape_succeeds_against_each_opponent_separately(escapes: bool, free: tuple[str, ...]) -> None:  # noqa: FBT001
    """The escape is compared with each opponent separately.

    If a won task is not an escape, the fighter does not escape from any opponent.
    """
    table = Fight()
    bob, first, second = table.die("ann", 2), table.die("gm", 2), table.die("gm", 2)
    table.begin([bob], [first, second])
    table.says(bob, "other", aim="past both")
    table.all_fight(first, second)
    terms = Terms(
        skill="Maneuver",
        opponents=(Opponent(creature=first, skill="Physical"), Opponent(creature=second, skill="Physical")),
    )
    table.do(SetRoundTask(creature=bob, terms=terms, guards=(first, second), escapes=escapes))

    found = table.roll(PHYSICAL, BLANK, PHYSICAL, PHYSICAL, BLANK, BLANK)

    named = {"second": second}
    assert [RoundTaskSettled(creature=bob, gross=1, escaped=tuple(named[one] for one in free))] == only(
        found, RoundTaskSettled
    )


@pytest.mark.rule("BN-CAMP-64", "BN-CMB-16", "BN-CMB-20")
def test_the_game_master_decides_which_task_is_an_escape() -> None:
    """Unless the game master says so, a Scholar task that succeeds counts as defence, but not as an escape."""
    table = Fight()
    bob, foe = table.one("ann", BOB), table.die("gm")
    table.begin([bob], [foe])
    table.says(bob, "other", aim="to read it a book", skill="Scholar")
    table.says(foe)
    (allotted,) = table.do(SetRoundTask(creature=bob, terms=Terms(skill="Scholar", number=1), guards=(foe,)))
    assert isinstance(allotted, RoundTaskSet)
    assert not allotted.escapes

    found = table.roll(MELEE, 6, 1, 5, 5)

    assert [RoundTaskSettled(creature=bob, gross=4, escaped=())] == only(found, RoundTaskSettled)
    table.do(Allot(creature=foe, puts=strikes(bob, "die-1")))
    assert (2, ()) == (table.combat.round, table.fighter(bob).fled)
    table.says(foe, targets=(bob,))


@pytest.mark.rule("BN-CAMP-181", "BN-CAMP-64", "BN-CMB-20")
def test_an_escape_names_whom_it_escapes() -> None:
    """The rules refuse an escape that names no attacker.

    A successful escape frees the creature from the attackers that it names; any other attacker can still reach it.
    """
    table = Fight()
    bob, first, second, third = table.die("ann", 2), table.die("gm"), table.die("gm"), table.die("gm")
    table.begin([bob], [first, second, third])
    table.says(bob, "other", aim="out of the window", skill="Maneuver", seat="ann")
    table.all_fight(first, second, third)
    terms = Terms(skill="Maneuver", number=1)
    refused = table.no(NobodyToEscape, SetRoundTask(creature=bob, terms=terms, escapes=True))
    assert ("guards", (first, second, third)) == (refused.field, refused.needs)
    listed = [one.body for one in allowed_of(table.state, "gm", SetRoundTask)]
    assert [(first,), (first,)] == [one["guards"] for one in listed if one.get("escapes")]

    table.do(SetRoundTask(creature=bob, terms=terms, guards=(first, second), escapes=True))
    found = table.roll(PHYSICAL, BLANK)

    assert [RoundTaskSettled(creature=bob, gross=1, escaped=(first, second))] == only(found, RoundTaskSettled)
    table.no(NoTarget, Declare(creature=first, doing="fight", targets=(bob,)))
    table.says(third, targets=(bob,))


def mounted(*, form: int, flees: str, face: int = PHYSICAL) -> tuple[Fight, str, str, str, list[Event]]:
    """Return a fight in which a rider, or its horse, has escaped one enemy; also the rider, the horse and the enemy."""
    table = Fight()
    table.state = replace(table.state, form=form)
    bob, horse, foe = table.die("ann"), table.die("gm", kind="beast"), table.die("gm")
    table.do(Mount(creature=bob, mount=horse))
    table.begin([bob, horse], [foe])
    who = bob if flees == "rider" else horse
    table.says(who, "other", aim="away", skill="Maneuver")
    table.all_fight(bob, horse, foe)
    table.do(SetRoundTask(creature=who, terms=Terms(skill="Maneuver", number=1), guards=(foe,), escapes=True))
    return table, bob, horse, foe, table.roll(face)


@pytest.mark.rule("BN-R-357", "BN-CMB-20")
@pytest.mark.parametrize("flees", ["rider", "mount"])
def test_rider_and_mount_escape_together(flees: str) -> None:
    """After an escape, the enemy and the two escaped cannot reach each other until rider or mount is caught again."""
    table, bob, horse, foe, found = mounted(form=FORM, flees=flees)
    who, other = (bob, horse) if flees == "rider" else (horse, bob)
    settled = RoundTaskSettled(creature=who, gross=1, escaped=(foe,), together=(other,))
    assert [settled] == only(found, RoundTaskSettled)
    assert (2, (foe,), (foe,)) == (table.combat.round, table.fighter(bob).fled, table.fighter(horse).fled)
    for attacker, target in ((foe, bob), (foe, horse), (bob, foe), (horse, foe)):
        table.no(NoTarget, Declare(creature=attacker, doing="fight", targets=(target,)))

    assert [SceneSet(caught=(other, who))] == table.do(SetScene(caught=(other,)))
    table.says(foe, targets=(bob, horse))


@pytest.mark.rule("BN-R-357")
def test_the_mount_of_a_fallen_rider_escapes_alone() -> None:
    """If a rider has fallen off by the time the task is settled, the rider stays behind and the mount escapes alone."""
    table = Fight()
    bob, horse, foe = table.die("ann"), table.die("gm", kind="beast"), table.die("gm")
    table.do(Mount(creature=bob, mount=horse))
    table.begin([bob, horse], [foe])
    table.says(horse, "other", aim="away", skill="Maneuver")
    table.all_fight(bob, foe)
    table.do(SetRoundTask(creature=horse, terms=Terms(skill="Maneuver", number=1), guards=(foe,), escapes=True))
    table.do(Dismount(creature=bob))
    table.roll(PHYSICAL)

    assert ((), (foe,)) == (table.fighter(bob).fled, table.fighter(horse).fled)


@pytest.mark.rule("BN-R-357")
def test_an_escape_that_fails_names_no_mount() -> None:
    """If the escape has no success, both rider and mount stay within reach of the enemy."""
    table, bob, horse, foe, found = mounted(form=FORM, flees="rider", face=BLANK)
    assert [RoundTaskSettled(creature=bob, gross=0, escaped=())] == only(found, RoundTaskSettled)
    table.says(foe, targets=(bob, horse))

    assert ((), ()) == (table.fighter(bob).fled, table.fighter(horse).fled)


@pytest.mark.rule("BN-R-357")
def test_in_older_campaigns_the_mount_stays_in_reach() -> None:
    """Under version 1 of the rules, only the creature that tried the escape gets away."""
    table, bob, horse, foe, found = mounted(form=1, flees="rider")

    assert [RoundTaskSettled(creature=bob, gross=1, escaped=(foe,))] == only(found, RoundTaskSettled)
    table.no(NoTarget, Declare(creature=foe, doing="fight", targets=(bob,)))
    table.says(foe, targets=(horse,))


@pytest.mark.rule("BN-R-364", "BN-R-357")
@pytest.mark.parametrize("form", [FORM, 1])
def test_an_escaped_rider_takes_another_mount_along(form: int) -> None:
    """The rider has escaped an enemy, and mounts another beast of the fight, which is out of reach then."""
    table, bob, _, foe, _ = mounted(form=FORM, flees="rider")
    other = table.die("gm", kind="beast")
    table.do(JoinCombat(creature=other, side=table.fighter(bob).side))
    table.state = replace(table.state, form=form)
    table.do(Dismount(creature=bob))
    table.do(Mount(creature=bob, mount=other))

    assert ((foe,), (foe,) if form == FORM else ()) == (table.fighter(bob).fled, table.fighter(other).fled)
    if form == FORM:
        table.no(NoTarget, Declare(creature=foe, doing="fight", targets=(other,)))
        table.no(NoTarget, Declare(creature=other, doing="fight", targets=(foe,)))
        table.do(SetScene(caught=(bob,)))
        assert ((), ()) == (table.fighter(bob).fled, table.fighter(other).fled)
    table.says(foe, targets=(other,))


@pytest.mark.rule("BN-R-364", "BN-R-357")
@pytest.mark.parametrize("form", [FORM, 1])
@pytest.mark.parametrize("returns", ["rider", "mount"])
def test_one_who_joins_its_escaped_rider_or_mount_is_out_of_reach(form: int, returns: str) -> None:
    """One of the two who escaped leaves the fight, and joins it again."""
    table, bob, horse, foe, _ = mounted(form=FORM, flees="rider")
    table.state = replace(table.state, form=form)
    who, other = (bob, horse) if returns == "rider" else (horse, bob)
    table.do(LeaveCombat(creature=who))
    table.do(JoinCombat(creature=who, side=table.fighter(other).side))

    assert ((foe,) if form == FORM else (), (foe,)) == (table.fighter(who).fled, table.fighter(other).fled)
    attacks = Declare(creature=foe, doing="fight", targets=(who,))
    table.no(NoTarget, attacks) if form == FORM else table.do(attacks)


@pytest.mark.rule("BN-R-364")
def test_who_mounts_an_enemy_that_it_escaped_is_together_with_it() -> None:
    """Rider and mount share whom they have escaped, in earlier rounds and in this one, except each other."""
    table, bob, horse, foe, _ = mounted(form=FORM, flees="rider")
    table.do(Dismount(creature=bob))
    table.state = table.state.fighter_put(bob, fled=(foe, horse), escaped=(horse,))
    table.state = table.state.fighter_put(horse, fled=(bob,), escaped=(foe,))
    table.do(Mount(creature=bob, mount=horse))

    for who in (bob, horse):
        assert ((foe,), (foe,)) == (table.fighter(who).fled, table.fighter(who).escaped)


@pytest.mark.rule("BN-CAMP-181")
def test_older_campaigns_accept_an_escape_from_nobody() -> None:
    """Under version 1 of the rules, an escape may name no attacker."""
    table = Fight()
    table.state = replace(table.state, form=1)
    bob, foe = table.die("ann"), table.die("gm")
    table.begin([bob], [foe])
    table.says(bob, "other", aim="out of the window", skill="Maneuver")
    table.says(foe, "nothing")
    terms = Terms(skill="Maneuver", number=1)

    assert [RoundTaskSet(creature=bob, terms=terms, guards=(), escapes=True)] == table.do(
        SetRoundTask(creature=bob, terms=terms, escapes=True)
    )


@pytest.mark.rule("BN-CAMP-181")
@pytest.mark.parametrize(("form", "least"), [(FORM, 1), (1, 0), (0, 0)])
def test_listed_escapes_name_others_of_the_fight(form: int, least: int) -> None:
    """In older campaigns an escape may name no attacker. No escape is listed for the last creature in a fight."""
    table = Fight()
    table.state = replace(table.state, form=form)
    bob, foe = table.die("ann"), table.die("gm")
    table.begin([bob], [foe])
    table.says(bob, "other", aim="out of the window", skill="Maneuver")
    table.says(foe, "nothing")
    listed = [one for one in allowed_of(table.state, "gm", SetRoundTask) if one.body.get("escapes")]
    assert [(least, 1), (least, 1)] == [(one.fields["guards"].least, one.fields["guards"].most) for one in listed]

    table.do(LeaveCombat(creature=foe))
    listed = allowed_of(table.state, "gm", SetRoundTask)
    assert [bob, bob] == [one.body["creature"] for one in listed]
    assert not any(one.body.get("escapes") for one in listed)
