"""Totals of an allotment: caps, bought and automatic successes, and successes lost to fear."""

from typing import Any

import pytest
from msgspec.structs import replace

from services.bones.chapters.fights.allotting import (
    Allot,
    MoreThanShown,
    NothingToPut,
    OverTheCap,
    TakenByFear,
)
from tests.bones.arena import Arena, assert_refused, between, blow, keep, met, to


@pytest.mark.rule("BN-SKILL-18", "BN-R-011", "BN-R-009")
def test_unarmed_successes_are_capped_at_twice_the_icons() -> None:
    """Universal, Mental and Unarmed successes share one cap, which does not limit Defend faces and bought successes."""
    faces = ("Unarmed", "Universal", "Mental", "Defend")
    table, one, foe = met(*faces, said={"unarmed": True})
    table.state = table.state.change(
        one, dice=tuple(replace(die, faces=(die.faces[0], *["Magic"] * 5)) for die in table.who(one).dice)
    )
    table.state = table.state.roll_changed(table.roll_of(one).id, bought=1)

    assert_refused(OverTheCap, table, one, to(foe, 1), to(foe, 2), keep(3))
    assert_refused(OverTheCap, table, one, keep(1), keep(2), keep(3))
    found = table.put(one, to(foe, 1), to(foe, 2), keep(4), to(foe, "bonus"), seat="ann")
    assert 3 == blow(found).damage


@pytest.mark.rule("BN-R-011", "BN-R-086", "BN-R-008")
@pytest.mark.parametrize(
    ("settings", "over"),
    [
        ({}, True),
        ({"spiffs": {"bought_success_over_cap": False}}, False),
        ({"tasks": {"cap_before_bonus": False}}, False),
    ],
)
def test_settings_put_bought_successes_under_the_cap_of_unarmed(settings: dict[str, Any], over: bool) -> None:  # noqa: FBT001 a row
    """By default a bought success is added on top of the cap.

    If `bought_success_over_cap` or `cap_before_bonus` is false, it counts under the cap.
    """
    table = Arena(**settings)
    one = table.one("ann", [("Unarmed", *["Magic"] * 5), ("Universal",) * 6])
    foe = table.of("gm", *["Magic"] * 5)
    table.fought((foe,), (one,), said={one: {"unarmed": True}})
    table.state = table.state.roll_changed(table.roll_of(one).id, bought=1)

    command = Allot(creature=one, puts=(to(foe, 1), to(foe, 2), to(foe, "bonus")))
    if over:
        assert 3 == blow(table.do(command, seat="ann")).damage
    else:
        table.no(OverTheCap, command, seat="ann")


@pytest.mark.rule("BN-R-274", "BN-R-095", "BN-R-245", "BN-IMP-14")
@pytest.mark.parametrize(("may_defend", "most"), [(True, 3), (False, 2)])
def test_bought_and_automatic_successes_are_allotted_like_universal_ones(may_defend: bool, most: int) -> None:  # noqa: FBT001 a row
    """Bought and automatic successes are allotted to attack or defence.

    If `auto_success_may_defend` is false, automatic ones cannot defend.
    """
    table, one, foe = met("Magic", "Melee", by={"automatic": 1}, improvement={"auto_success_may_defend": may_defend})
    table.state = table.state.roll_changed(table.roll_of(one).id, bought=1, taken=1)

    assert_refused(MoreThanShown, table, one, keep("bonus", most + 1))
    assert_refused(MoreThanShown, table, one, to(foe, "bonus", 4))
    assert_refused(NothingToPut, table, one, keep("bonus", way=1))
    assert 1 == blow(table.put(one, to(foe, "bonus", 3 - most + 1, defend=most - 1), seat="ann")).damage - (3 - most)


@pytest.mark.rule("BN-ABIL-01", "BN-R-177", "BN-R-178", "BN-R-259", "BN-R-008")
@pytest.mark.parametrize(
    ("settings", "side", "metres", "left"),
    [
        ({}, "side 0", 10, 1),
        ({}, "side 1", 10, 1),
        ({}, "side 0", 11, 3),
        ({"fear_stacks": False}, "side 0", 0, 2),
        ({"fear_spares_allies": True}, "side 1", 0, 3),
        ({"fear_spares_allies": True}, "side 0", 0, 1),
    ],
)
def test_victims_of_fear_choose_the_lost_successes(settings: dict[str, Any], side: str, metres: int, left: int) -> None:
    """Each Fear icon removes a success from every creature nearby. The creature's owner chooses which are lost."""
    table = Arena(beasts=settings)
    ghost = table.of("gm", "FearCaster*2", kind="beast")
    one, foe = table.of("ann", "Melee*2", "Defend", "Scholar"), table.of("gm", *["Magic"] * 5)
    sides = ((ghost, foe), (one,)) if side == "side 0" else ((foe,), (one, ghost))
    table.fought(*sides, between=between(ghost, one, distance=metres))

    for kept in range(left + 1, 4):
        assert_refused(TakenByFear, table, one, to(foe, 1, min(kept, 2)), *([keep(2)] if kept > 2 else []))
    puts = [to(foe, 1, min(left, 2)), *([keep(2)] if left > 2 else [])]
    assert min(left, 2) == blow(table.put(one, *puts, seat="ann")).damage
