"""Blows: attack against defence, and what lies between attacker and target."""

import pytest

from services.bones.chapters.blows import BlowStruck
from services.bones.chapters.wounds import Incapacitated
from tests.bones.arena import Arena, blows, dealt, keep, to
from tests.bones.play import BOB

CROSSBOW = "Short bow / light crossbow"


@pytest.mark.rule(
    "BN-EX-19", "BN-CMB-03", "BN-CMB-04", "BN-CMB-05", "BN-CMB-06", "BN-CMB-07", "BN-CMB-08", "BN-CMB-09", "BN-CMB-10"
)
def test_badass_bob() -> None:
    """Bob and a goblin sniper: two successes on each side meet, and the goblin has no defence."""
    table = Arena()
    goblin = table.one("gm", [("Universal",) * 6, ("Missile",) * 6], items=(CROSSBOW,))
    bob = table.one("ann", [BOB[0], BOB[1], BOB[1], BOB[2]], items=(CROSSBOW,))
    bow, his = table.held(bob, CROSSBOW), table.held(goblin, CROSSBOW)

    table.fought((goblin,), (bob,), shown={bob: (1, 2, 4, 6, 5), his: 6, bow: 5})
    assert ("Universal", "Physical", "Missile", "Defend", "blank") == tuple(one.face for one in table.roll_of(bob).dice)
    table.put(goblin, to(bob, 1), to(bob, 2))
    found = table.put(bob, to(goblin, 3), to(goblin, 2), keep(4), keep(1), seat="ann")

    assert [
        BlowStruck(attacker=bob, target=goblin, kind="missile", successes=2, damage=2),
        BlowStruck(attacker=goblin, target=bob, kind="missile", successes=2, stopped=2),
    ] == blows(found)
    assert {goblin: 2} == dealt(found)
    assert Incapacitated(creature=goblin) in found
    assert () == table.who(goblin).numbers
