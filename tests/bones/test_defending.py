"""Defence against several attackers: against which of them it counts, and which blows it can stop."""

from typing import Any

import pytest

from services.bones.chapters.fights.blows import MoreThanStops, NothingToStandAgainst, StandAgainst
from services.bones.state.combat import Aimed, Put, Stand
from shared.kernel.campaign.seats import NamedTwice, NotYours
from tests.bones.arena import CROSSBOW, Arena, between, blow, blows, keep, to
from tests.bones.fight import SWORD


def two_against(*faces: str, **settings: Any) -> tuple[Arena, str, str, str]:  # noqa: ANN401 settings
    """Return a fight in which an archer and a swordsman each allot two successes against one creature."""
    table = Arena(**settings)
    archer, sword = table.of("gm", "Missile*2", items=(CROSSBOW,)), table.of("gm", "Melee*2")
    foe = table.of("ann", *faces, *["Magic"] * 5)
    table.fought((archer, sword), (foe,), between=between(archer, foe, friends=0))
    table.put(archer, to(foe, 1, 2))
    table.put(sword, to(foe, 1, 2))
    return table, archer, sword, foe


@pytest.mark.rule("BN-R-271", "BN-R-105", "BN-CMB-08", "BN-R-280")
def test_defender_chooses_the_attackers_that_it_defends_against() -> None:
    """The defender chooses after all have allotted.

    The service assigns the remaining successes to blows that they can stop.
    """
    table, archer, sword, foe = two_against("Defend*3")
    table.put(foe, keep(1, 3), seat="ann")
    assert "defending" == table.combat.stage
    stands = (Stand(attacker=sword, count=2),)

    table.no(NotYours, StandAgainst(creature=foe, stands=stands), seat="bob")
    table.no(MoreThanStops, StandAgainst(creature=foe, stands=(Stand(attacker=sword, count=3),)), seat="ann")
    both = (Stand(attacker=sword, count=2), Stand(attacker=archer, count=2))
    refused = table.no(MoreThanStops, StandAgainst(creature=foe, stands=both), seat="ann")
    assert (f"at most 1 against {archer}, after the stands before it", 2) == (refused.needs, refused.has)
    table.no(MoreThanStops, StandAgainst(creature=foe, stands=(Stand(attacker=foe, count=1),)), seat="ann")
    table.no(NamedTwice, StandAgainst(creature=foe, stands=stands * 2), seat="ann")
    table.no(NothingToStandAgainst, StandAgainst(creature=sword, stands=()))
    found = blows(table.do(StandAgainst(creature=foe, stands=stands), seat="ann"))

    assert {archer: (1, 1), sword: (2, 0)} == {one.attacker: (one.stopped, one.damage) for one in found}
    table.no(NothingToStandAgainst, StandAgainst(creature=foe), seat="ann")


@pytest.mark.rule("BN-R-271")
def test_no_defender_chooses_before_the_last_has_allotted() -> None:
    """A defender chooses only when the last fighter has allotted, even if its own attackers did so earlier."""
    table = Arena(combat={"same_side_allocation": "gm_order"})
    first, second = table.of("gm", "Melee*2"), table.of("gm", "Melee*2")
    foe, last = table.of("ann", "Defend*2", *["Magic"] * 5), table.of("bob", "Melee")
    table.fought((first, second), (foe, last))
    table.put(first, to(foe, 1, 2))
    table.put(second, to(foe, 1, 2))
    table.put(foe, keep(1, 2), seat="ann")

    table.no(NothingToStandAgainst, StandAgainst(creature=foe), seat="ann")

    table.put(last, to(first), seat="bob")
    assert 3 == len(blows(table.stand(foe, seat="ann")))


@pytest.mark.rule("BN-R-271")
def test_defender_without_a_choice_is_not_asked() -> None:
    """The game does not ask a defender whose successes stop every attack, or can stop only one attacker or none."""
    for faces, puts, stopped in (
        ("Defend*4", (keep(1, 4),), (2, 2)), ("Melee*3", (keep(1, 3),), (0, 2)), ("Defend", (), (0, 0))
    ):  # fmt: skip
        table, archer, sword, foe = two_against(faces)
        found = blows(table.put(foe, *puts, seat="ann"))
        assert {archer: stopped[0], sword: stopped[1]} == {one.attacker: one.stopped for one in found}


@pytest.mark.rule("BN-R-106", "BN-MAST-22", "BN-CMB-21", "BN-R-271")
def test_only_deflection_stops_missiles() -> None:
    """Plain Melee successes defend only against melee attacks, because they cannot stop missiles."""
    table, archer, sword, foe = two_against("Melee*2", "Melee:Deflection", "Defend")
    found = blows(table.put(foe, keep(1, 2), keep(2), keep(3), seat="ann"))
    assert {archer: 2, sword: 2} == {one.attacker: one.stopped for one in found}

    table, archer, sword, foe = two_against("Melee*2", "Defend")
    table.put(foe, keep(1, 2), keep(2), seat="ann")
    table.no(MoreThanStops, StandAgainst(creature=foe, stands=(Stand(attacker=archer, count=2),)), seat="ann")


@pytest.mark.rule("BN-R-105")
def test_a_setting_makes_defence_count_against_all() -> None:
    """If `defend_against_all` is true, each success of defence counts against every attacker, without a choice."""
    table, archer, sword, foe = two_against("Defend", "Melee", combat={"defend_against_all": True})

    found = blows(table.put(foe, keep(1), keep(2), seat="ann"))

    assert {archer: 1, sword: 2} == {one.attacker: one.stopped for one in found}


@pytest.mark.rule("BN-R-107")
def test_a_sword_parries() -> None:
    """The Melee face of a sword's die stops a melee blow."""
    table = Arena()
    one, foe = table.of("gm", "Melee*2"), table.of("ann", *["Magic"] * 3, items=(SWORD,))
    table.fought((one,), (foe,))
    table.put(one, to(foe, 1, 2))

    assert 2 == blow(table.put(foe, keep(table.item_named(foe, SWORD), 2), seat="ann")).stopped


@pytest.mark.rule("BN-R-271", "BN-R-280")
def test_listed_defences() -> None:
    """The listed choices of defence offer each attacker with each useful number of successes."""
    table, archer, sword, foe = two_against("Defend", "Melee")
    table.put(foe, keep(1), keep(2), seat="ann")

    for seat in ("ann", "gm"):
        found = [entry.body.get("stands", []) for entry in table.entries(seat, StandAgainst)]
        assert [
            [], *([{"attacker": archer, "count": count}] for count in range(2)),
            *([{"attacker": sword, "count": count}] for count in range(3)),
        ] == [list(stands) for stands in found]  # fmt: skip
    assert [] == table.entries("bob", StandAgainst)


@pytest.mark.rule("BN-R-271", "BN-R-280")
def test_the_game_master_may_choose_for_every_defender() -> None:
    """The game master may choose for every defender. A player chooses only for the seat's own creatures."""
    table = Arena()
    two = [table.of("gm", "Melee*4") for _ in range(2)]
    ann, bob = (table.of(seat, "Defend", *["Magic"] * 5) for seat in ("ann", "bob"))
    table.fought(two, (ann, bob))
    for one in two:
        table.put(one, Put(die="die-1", attack=(Aimed(target=ann, count=2), Aimed(target=bob, count=2))))
    for who in (ann, bob):
        table.put(who, keep())

    for seat, own in (("gm", {ann, bob}), ("ann", {ann}), ("bob", {bob})):
        assert own == {entry.body["creature"] for entry in table.entries(seat, StandAgainst)}
    table.stand(ann, seat="ann")
    assert "defending" == table.combat.stage
    assert 4 == len(blows(table.stand(bob, seat="gm")))
