"""Fights that end, and fighters who leave a fight, while decisions are still open."""

import pytest

from services.bones.chapters.fights.combat import CombatEnded, EndCombat, JoinCombat, LeaveCombat, RoundUnderWay
from services.bones.chapters.rolls.wounds import TakeDamage
from tests.bones.arena import Arena, keep, to


def torn() -> tuple[Arena, str, str, str]:
    """Return a fight in which a defender must still choose which attack its one Melee success stops."""
    table = Arena()
    wolf, rat, bob = table.of("gm", "Melee"), table.of("gm", "Melee"), table.of("ann", "Melee", "blank", "Physical")
    table.fought((wolf, rat), (bob,))
    table.put(wolf, to(bob))
    table.put(rat, to(bob))
    return table, wolf, rat, bob


@pytest.mark.rule("BN-CAMP-81")
def test_a_fight_may_end_at_any_stage() -> None:
    """When a fight ends, attacks not yet compared with a defence hit no creature, and no roll stays open."""
    allotting, wolf, *_ = torn()
    assert [CombatEnded()] == allotting.do(EndCombat())
    assert {} == allotting.state.rolls

    defending, wolf, _, bob = torn()
    defending.put(bob, keep(1), seat="ann")
    assert "defending" == defending.combat.stage
    assert [CombatEnded()] == defending.do(EndCombat())
    assert ((), {}, {}) == (defending.who(bob).lost, defending.state.rolls, defending.state.wounds)
    assert defending.who(wolf).numbers


@pytest.mark.rule("BN-CAMP-81")
@pytest.mark.parametrize("leaves", [False, True])
def test_dealt_damage_is_answered_after_the_fight(leaves: bool) -> None:  # noqa: FBT001 a parameter
    """After the fight, the owner still decides which dice are lost to damage from it."""
    table = Arena()
    wolf, bob = table.of("gm", "Melee"), table.of("ann", "Melee", "blank", "Physical")
    table.fought((wolf,), (bob,))
    table.put(wolf, to(bob))
    table.put(bob, seat="ann")
    (wound,) = table.state.wounds
    table.do(LeaveCombat(creature=bob) if leaves else EndCombat())

    table.do(TakeDamage(wound=wound, dice=(2,)), seat="ann")

    assert ((2,), {}) == (table.who(bob).lost, table.state.wounds)


@pytest.mark.rule("BN-CAMP-81", "BN-CAMP-60")
def test_returning_fighter_does_not_roll_again_in_a_round() -> None:
    """No fighter can return in a round after its dice are rolled. One who returns earlier declares again."""
    table, wolf, _, bob = torn()
    table.do(LeaveCombat(creature=wolf))
    table.no(RoundUnderWay, JoinCombat(creature=wolf, side="side 0"))

    table.put(bob, keep(1), seat="ann")
    assert 2 == table.combat.round
    table.do(JoinCombat(creature=wolf, side="side 0"))
    table.says(wolf)

    table.do(LeaveCombat(creature=wolf))
    table.do(JoinCombat(creature=wolf, side="side 0"))
    assert not table.fighter(wolf).declared
