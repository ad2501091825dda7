"""The cast in a fight: who allots their successes, and how their abilities work."""

import pytest

from services.bones.chapters.fights.allotting import AllotmentsRevealed, SuccessesAllotted
from tests.bones.arena import Arena, damage_dealt, keep, to


@pytest.mark.rule("BN-R-203", "BN-CMB-03", "BN-CAST-01")
def test_the_game_master_allots_for_the_cast() -> None:
    """Before the characters allot, the round waits for the game master to allot for the cast."""
    arena = Arena()
    thug, bob = arena.of("gm", "Melee", "Melee"), arena.of("ann", "Defend")
    assert not [event for event in arena.fought([thug], [bob]) if isinstance(event, SuccessesAllotted)]
    arena.put(thug, to(bob), keep(2))
    assert (thug,) == arena.combat.groups[0]

    assert {} == damage_dealt(arena.put(bob, keep(), seat="ann"))


@pytest.mark.rule("BN-R-203")
def test_by_default_the_cast_allot_everything_to_attack() -> None:
    """By default the service allots the cast's successes to attack, before characters allot.

    Faces that can only defend are allotted to defence.
    """
    arena = Arena(combat={"cast_auto_allocation": "all_attack"})
    thug, bob = arena.of("gm", "Melee*2", "Melee", "Defend"), arena.of("ann", "Defend", "Melee")
    happened = arena.fought([thug], [bob])
    (known,) = [event for event in happened if isinstance(event, AllotmentsRevealed)]
    (put,) = known.allotments

    assert (thug, (to(bob, 1, 2), to(bob, 2), keep(3))) == (put.creature, put.allotment.puts)
    assert {bob: 2} == damage_dealt(arena.put(bob, keep(), to(thug, 2), seat="ann"))


@pytest.mark.rule("BN-R-203")
def test_by_default_the_cast_attack_their_declared_target() -> None:
    """By default the cast attack the target that they declared, or else their first foe."""
    for named in (False, True):
        arena = Arena(combat={"cast_auto_allocation": "all_attack"})
        thug, bob, ash = arena.of("gm", "Melee"), arena.of("ann", "Magic"), arena.of("bob", "Magic")
        arena.fought([thug], [bob, ash], said={thug: {"targets": (ash,)}} if named else {})

        assert (named, not named) == (bool(arena.who(ash).lost), bool(arena.who(bob).lost))


@pytest.mark.rule("BN-R-055", "BN-BEAST-03")
def test_abilities_of_the_cast_work_as_for_beasts() -> None:
    """A member of the cast that shows Regenerate recovers a lost die at the end of the round."""
    arena = Arena()
    troll, bob = arena.of("gm", "Regenerate", "Magic", "Magic", lost=(3,)), arena.of("ann", "Magic")
    arena.fought([troll], [bob])

    assert () == arena.who(troll).lost
