"""Hindering dice: poison and flames, the damage they deal in rolls and outside them, and their remedies."""

from typing import Any, TypeVar

import pytest

from services.bones.chapters.rolls.hindering import (
    GiveHindering,
    HinderingGiven,
    HinderingRemedied,
    HinderingRolled,
    NoHinderingDie,
    OrderHinderingRoll,
    PoisonHasIntensity,
    RemedyHindering,
    TheDeadBearNone,
)
from services.bones.chapters.rolls.rolls import KeepFaces, KeepSuccesses, RollMade
from services.bones.chapters.rolls.settling import TaskSettled
from services.bones.chapters.rolls.wounds import (
    DamageDealt,
    DamageSoaked,
    DamageTaken,
    DieWithSuccessFirst,
    TakeDamage,
)
from services.bones.chapters.tasks.recovery import PassTime
from services.bones.chapters.tasks.rolling import RollTask
from services.bones.chapters.tasks.tasks import CallTask, TaskProposed
from services.bones.state.tasks import Opponent, Terms
from shared.kernel.campaign.fights import AnswerFirst
from shared.kernel.campaign.seats import NamedTwice, NotKnownHere, TooManyHere
from shared.kernel.messages import Event
from tests.bones.play import BOB, Play

E = TypeVar("E", bound=Event)

COUNTED = Terms(skill="Maneuver", number=1)
HURTING = ("Damage", *BOB[0][1:])
"""A creature's own die that has a Damage face."""


def give_poison(play: Play, who: str, *, intensity: Any = None) -> str:  # noqa: ANN401 a strength, or a number of faces
    """Give a creature a poison die; return the die."""
    return play.the(HinderingGiven, GiveHindering(creature=who, kind="poison", intensity=intensity)).die.id


def try_task(play: Play, who: str, *faces: int, terms: Terms = COUNTED) -> list[Event]:
    """Try a task with a creature that rolls these faces; return the events."""
    task = play.the(TaskProposed, CallTask(creature=who, aim="climb", terms=terms)).task.id
    return play.do(RollTask(task=task), *faces)


def only(kind: type[E], happened: list[Event]) -> E:
    """Return the only event of a type."""
    (found,) = [event for event in happened if isinstance(event, kind)]
    return found


@pytest.mark.rule("BN-HIND-01", "BN-HIND-03", "BN-HIND-04", "BN-HIND-05", "BN-HIND-06", "BN-R-062", "BN-R-063")
def test_hindering_die_joins_every_roll() -> None:
    """An average poison die has two Poison faces and joins each roll of the creature, as a flaming die does."""
    play = Play()
    who = play.one()
    poison = give_poison(play, who)
    flames = play.the(HinderingGiven, GiveHindering(creature=who, kind="flaming")).die

    assert ("Poison", "Poison", *["blank"] * 4) == play.who(who).hindering[poison].faces
    assert ("flaming", ("Flaming", "Flaming", *["blank"] * 4)) == (flames.kind, flames.faces)
    for _ in range(2):
        roll = only(RollMade, try_task(play, who, 2, 1, 2, 2, 6, 6)).roll
        assert [*["character"] * 4, *["hindering"] * 2] == [die.kind for die in roll.dice]
        assert [poison, flames.id] == [die.die for die in roll.dice[4:]]


@pytest.mark.rule("BN-HIND-05", "BN-R-062", "BN-R-063")
@pytest.mark.parametrize(
    ("settings", "kind", "intensity", "icons"),
    [
        ({}, "poison", "weak", 1),
        ({}, "poison", "strong", 3),
        ({}, "poison", 6, 6),
        ({"poison_intensities": {"strong": 4}}, "poison", "strong", 4),
        ({"flaming_die_icons": 1}, "flaming", None, 1),
        ({"flaming_die_icons": 3}, "flaming", None, 3),
        ({}, "flaming", 5, 5),
    ],
)
def test_poison_and_flames_have_intensities(settings: dict[str, Any], kind: Any, intensity: Any, icons: int) -> None:  # noqa: ANN401 rows
    """The settings in `dice` state how many Poison faces weak, average and strong poison has.

    The game master can state a number instead.
    """
    play = Play(dice=settings)
    who = play.one()

    given = play.the(HinderingGiven, GiveHindering(creature=who, kind=kind, intensity=intensity))

    assert icons == 6 - given.die.faces.count("blank")


@pytest.mark.rule("BN-HIND-05", "BN-CAMP-08")
def test_limits_of_hindering_dice() -> None:
    """Only poison has a named intensity.

    A creature has at most ten hindering dice, and a dead creature cannot receive any.
    """
    play = Play()
    who, corpse = play.one(), play.one(dead=True)

    play.no(PoisonHasIntensity, GiveHindering(creature=who, kind="flaming", intensity="weak"))
    play.no(TheDeadBearNone, GiveHindering(creature=corpse, kind="poison"))
    for _ in range(10):
        give_poison(play, who)
    play.no(TooManyHere, GiveHindering(creature=who, kind="poison"))


@pytest.mark.rule("BN-EX-07", "BN-HIND-04", "BN-HIND-08", "BN-HIND-09", "BN-R-067")
def test_poison_takes_a_die_that_showed_a_success_before_the_task_is_settled() -> None:
    """Of two dice that showed Universal, poison removes one together with its success.

    Only 1 of the 2 needed successes is left.
    """
    play = Play()
    who = play.one()
    give_poison(play, who)

    wound = only(DamageDealt, try_task(play, who, 1, 3, 3, 1, 1, terms=Terms(skill="Maneuver", number=2))).wound
    assert (("die-1", "die-4"), 1) == (wound.prefer, wound.amount)
    play.no(DieWithSuccessFirst, TakeDamage(wound=wound.id, dice=(2,)), seat="ann")
    settled = play.the(TaskSettled, TakeDamage(wound=wound.id, dice=(4,)), seat="ann")

    assert ((4,), 1, False) == (play.who(who).lost, settled.successes, settled.success)


@pytest.mark.rule("BN-HIND-09", "BN-R-067", "BN-R-110")
def test_the_only_die_that_showed_a_success_leaves_no_choice() -> None:
    """If only one die showed a success, that die is lost. If none did, the owner chooses among all dice."""
    play = Play()
    who = play.one()
    give_poison(play, who)

    settled = only(TaskSettled, try_task(play, who, 3, 1, 3, 3, 1))
    assert ((2,), 0) == (play.who(who).lost, settled.successes)
    wound = only(DamageDealt, try_task(play, who, 3, 3, 3, 1)).wound
    assert () == wound.prefer
    assert not play.the(TaskSettled, TakeDamage(wound=wound.id, dice=(4,)), seat="ann").success


@pytest.mark.rule("BN-R-067")
def test_a_setting_counts_the_success_of_the_lost_die() -> None:
    """If `poisoned_success_counts` is true, the success of a die lost to poison still counts."""
    play = Play(dice={"poisoned_success_counts": True})
    who = play.one()
    give_poison(play, who)

    assert 1 == only(TaskSettled, try_task(play, who, 3, 1, 3, 3, 1)).successes
    assert (2,) == play.who(who).lost


@pytest.mark.rule("BN-R-067", "BN-R-066")
def test_soaked_poison_removes_no_die_from_the_roll() -> None:
    """While the player can soak the poison, the roll waits. After a soak, all dice still count."""
    play = Play()
    who = play.one(spiffs=2)
    give_poison(play, who)
    roll = only(RollMade, try_task(play, who, 1, 3, 3, 3, 1)).roll.id
    wound = play.the(DamageDealt, KeepFaces(roll=roll), seat="ann").wound.id

    play.given(DamageSoaked(wound=wound))
    play.do(GiveHindering(creature=who, kind="flaming"))

    assert 1 == play.the(TaskSettled, KeepSuccesses(roll=roll), seat="ann").successes
    assert () == play.who(who).lost


@pytest.mark.rule("BN-R-064", "BN-R-133", "BN-HORDE-02")
def test_a_broken_horde_takes_no_more_damage() -> None:
    """The first of two Poison faces removes the horde's last die, and the second has no effect."""
    play = Play()
    horde = play.one("gm", [BOB[0]] * 2, kind="horde", lost=(1,))
    give_poison(play, horde)
    play.do(GiveHindering(creature=horde, kind="flaming"))

    happened = play.do(OrderHinderingRoll(creature=horde), 1, 1)

    assert "poison" == only(DamageDealt, happened).wound.source
    assert (True, (1, 2), {}) == (play.who(horde).down, play.who(horde).lost, play.state.wounds)


@pytest.mark.rule("BN-R-064", "BN-HIND-08")
@pytest.mark.parametrize(("stack", "lost"), [(True, 2), (False, 1)])
def test_a_setting_decides_whether_hindering_dice_add_up(stack: bool, lost: int) -> None:  # noqa: FBT001 a row
    """One Poison face and one flame face cost two dice, or one if `hindering_dice_stack` is false.

    This applies both in a task's roll and when the game master orders a roll of hindering dice.
    """
    for ordered in (False, True):
        play = Play(dice={"hindering_dice_stack": stack}, combat={"damage_die_choice": "last_die"})
        who = play.one()
        give_poison(play, who)
        play.do(GiveHindering(creature=who, kind="flaming"))
        if ordered:
            play.do(OrderHinderingRoll(creature=who), 1, 1)
        else:
            try_task(play, who, 3, 3, 3, 3, 1, 1)
        assert lost == len(play.who(who).lost)


@pytest.mark.rule("BN-R-257", "BN-DMG-02")
def test_poison_that_takes_the_last_die_fails_the_task() -> None:
    """Once poison has taken the last die, even automatic successes do not count."""
    play = Play()
    who = play.one(lost=(1, 2, 3), automatic=2)
    give_poison(play, who)

    settled = only(TaskSettled, try_task(play, who, 1, 1))

    assert (False, 0) == (settled.success, settled.successes)
    assert play.who(who).down


@pytest.mark.rule("BN-HIND-07", "BN-HIND-08")
def test_the_game_master_may_order_hindering_dice_rolled() -> None:
    """The game master can order a roll of only the hindering dice.

    A Poison face costs a die, which its owner must choose before the next order.
    """
    play = Play()
    who, well = play.one(), play.one()
    first, second = give_poison(play, who), give_poison(play, who)

    play.no(NoHinderingDie, OrderHinderingRoll(creature=well))
    play.no(NotKnownHere, OrderHinderingRoll(creature=who, dice=("poison-99",)))
    play.no(NamedTwice, OrderHinderingRoll(creature=who, dice=(first, first)))
    happened = play.do(OrderHinderingRoll(creature=who, dice=(second,)), 1)
    assert [HinderingRolled, DamageDealt] == [type(event) for event in happened]
    assert [(second, "Poison")] == [(die.die, die.face) for die in only(HinderingRolled, happened).dice]
    play.no(AnswerFirst, OrderHinderingRoll(creature=who))
    (wound,) = play.state.wounds
    play.do(TakeDamage(wound=wound, dice=(2,)), seat="ann")
    assert (2,) == play.who(who).lost
    assert 1 == len(play.do(OrderHinderingRoll(creature=who), 6, 6))


@pytest.mark.rule("BN-R-237")
def test_poison_hurts_the_unconscious_only_by_order() -> None:
    """A day that passes deals no damage to an unconscious creature.

    A roll that the game master orders adds damage beyond the last die, unless the creature is dead.
    """
    play = Play()
    who = play.one(lost=(1, 2, 3, 4), beyond=2)
    give_poison(play, who)

    play.do(PassTime(days=1))
    assert 2 == play.who(who).beyond
    play.do(OrderHinderingRoll(creature=who), 1)
    assert 3 == play.who(who).beyond
    play.do(OrderHinderingRoll(creature=who), 2)
    assert play.who(who).dead
    play.no(TheDeadBearNone, OrderHinderingRoll(creature=who))


@pytest.mark.rule("BN-HIND-10", "BN-R-065")
def test_only_a_remedy_ends_poison_and_flames() -> None:
    """A week of rest ends neither poison nor flames; only a remedy that the game master records does."""
    play = Play()
    who = play.one()
    die = give_poison(play, who)

    play.do(PassTime(weeks=1, resting=(who,)))
    assert [die] == list(play.who(who).hindering)
    play.no(NotKnownHere, RemedyHindering(creature=who, die="poison-99", remedy="an antidote"))
    play.when(RemedyHindering(creature=who, die=die, remedy="an antidote")).then(
        HinderingRemedied(creature=who, die=die, remedy="an antidote")
    )
    assert {} == play.who(who).hindering


@pytest.mark.rule("BN-HIND-02")
def test_a_null_does_no_damage() -> None:
    """Nulls on challenge dice hurt no creature."""
    play = Play()
    who = play.one()

    happened = try_task(play, who, 1, 1, 1, 1, 1, 1, 1, 1, terms=Terms(skill="Maneuver", difficulty="Average"))

    assert not [event for event in happened if isinstance(event, DamageDealt)]


@pytest.mark.rule("BN-R-260")
def test_a_damage_face_hurts_whose_roll_it_is_in() -> None:
    """A creature that rolls a Damage face takes the damage at once, and may lose any of its dice."""
    play = Play()
    who = play.one(dice=(HURTING, *BOB[1:]))

    wound = only(DamageDealt, try_task(play, who, 1, 1, 3, 3)).wound

    assert (who, (), "damage") == (wound.creature, wound.prefer, wound.source)
    play.do(TakeDamage(wound=wound.id, dice=(3,)), seat="ann")
    assert (3,) == play.who(who).lost


@pytest.mark.rule("BN-R-260")
def test_a_setting_makes_damage_faces_hurt_the_opponent() -> None:
    """If `damage_symbol_hits` is `target`, a Damage face deals its damage to the opponent of the task."""
    play = Play(dice={"damage_symbol_hits": "target"})
    who, guard = play.one(dice=(HURTING, *BOB[1:])), play.one("gm", [BOB[3]] * 2)
    terms = Terms(skill="Maneuver", opponents=(Opponent(creature=guard, skill="Maneuver"),))

    happened = try_task(play, who, 1, 1, 3, 3, 1, 1, terms=terms)

    assert [guard] == [event.creature for event in happened if isinstance(event, DamageTaken)]
    assert ((), 1) == (play.who(who).lost, len(play.who(guard).lost))


@pytest.mark.rule("BN-R-260", "BN-HIND-08")
def test_poison_always_hurts_its_bearer() -> None:
    """Poison hurts the creature that bears it, even if `damage_symbol_hits` is `target`."""
    play = Play(dice={"damage_symbol_hits": "target"})
    who, guard = play.one(), play.one("gm", [BOB[3]] * 2)
    give_poison(play, who)
    terms = Terms(skill="Maneuver", opponents=(Opponent(creature=guard, skill="Maneuver"),))

    wound = only(DamageDealt, try_task(play, who, 3, 3, 3, 3, 1, 1, 1, terms=terms)).wound

    assert (who, "poison") == (wound.creature, wound.source)
