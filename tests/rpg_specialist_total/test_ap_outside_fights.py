"""AP outside fights: the AP that one action may cost, and AP that only the Keeper's rounds renew."""

from __future__ import annotations

from typing import Any

import pytest

from services.rpg_specialist_total.chapters.attacks import Attack
from services.rpg_specialist_total.chapters.charging import ChargeWeapon
from services.rpg_specialist_total.chapters.counterspells import CounterByShield
from services.rpg_specialist_total.chapters.defence import Block, Evade, Stand
from services.rpg_specialist_total.chapters.exchanges import DropExchange
from services.rpg_specialist_total.chapters.recovery import PassRound
from services.rpg_specialist_total.chapters.skills import SettleSkill, SkillAction
from services.rpg_specialist_total.chapters.spells import HoldSpell
from services.rpg_specialist_total.chapters.turns import ApGained, ApLost, ApSpent, NotEnoughAp
from services.rpg_specialist_total.state.combatants import Dosed, Invested, Lasting
from shared.kernel.campaign.days import StartDay
from shared.kernel.campaign.fights import EndFight, StartFight
from tests.rpg_specialist_total.duel import BLADE, FAILURE, PLAIN, ap, face
from tests.rpg_specialist_total.play import Play, allowed_of

BY_THE_KEEPER: dict[str, Any] = {"outside_fights": "keepers_round"}
SPEED = 3


def two(**groups: Any) -> tuple[Play, str, str]:  # noqa: ANN401 settings
    """Return a campaign without a fight, and two combatants with 3 AP a round."""
    play = Play(**groups)
    mage: dict[str, Any] = {"energies": ("fire", "cold"), "components": ("Bolt", "Evade", "Brace")}
    ann = play.one(items=(BLADE, "long blade", "bare hands"), **mage)
    return play, ann, play.one("bob", **mage)


def settle(play: Play) -> None:
    """Settle the only skill action, which would otherwise delay the end of a turn, a fight or a day."""
    (skill,) = play.state.skills
    play.do(SettleSkill(skill=skill, outcome="up", succeeded=True))


def blow(play: Play, ann: str, bob: str, points: int) -> Attack:
    """Return an attack with this many AP and the small melee weapon."""
    return Attack(attacker=ann, target=bob, weapon=play.item_named(ann, BLADE), ap=points)


@pytest.mark.rule("SC-AP-02", "SC-R-95")
def test_outside_a_fight_an_action_costs_at_most_a_rounds_ap() -> None:
    """Outside a fight, an attack, a spell or a skill action costs at most a round's AP.

    A drug adds its tier to this limit.
    """
    play, ann, bob = two()
    play.no(NotEnoughAp, blow(play, ann, bob, 100), seat="ann")
    play.no(NotEnoughAp, blow(play, ann, bob, SPEED + 1))
    bolt = (Invested(name="Bolt", ap=SPEED + 1),)
    play.no(NotEnoughAp, Attack(attacker=ann, target=bob, components=bolt, energies=("fire",), dice=2), seat="ann")
    play.no(NotEnoughAp, SkillAction(character=ann, what="climb", ap=SPEED + 1), seat="ann")
    skill = SkillAction(character=ann, what="climb", ap=SPEED)
    for _ in range(2):
        assert ApSpent(character=ann, ap=SPEED, use="skill") == play.do(skill, seat="ann")[0]

    play.state = play.state.change(ann, dosed=Dosed(drug="berserk", tier=1))
    assert play.do(blow(play, ann, bob, SPEED + 1), 1, 1, 1, 1, face(PLAIN), seat="ann")


@pytest.mark.rule("SC-R-95")
def test_spells_and_charges_store_at_most_a_rounds_ap() -> None:
    """Outside a fight, a prepared spell, a shield or the energy in a weapon stores at most a round's AP."""
    play, ann, _ = two()
    kinds: dict[Lasting, int | None] = {"prepared": None, "concentration": None, "shield": 9}
    for kind, rounds in kinds.items():
        held = HoldSpell(character=ann, kind=kind, what="fire", energies=("fire",), ap=SPEED + 1, rounds=rounds)
        play.no(NotEnoughAp, held, seat="ann")
    charge = ChargeWeapon(
        character=ann, item=play.item_named(ann, "long blade"), mode="bestowed", energies=("fire",), ap=SPEED + 1
    )
    play.no(NotEnoughAp, charge, seat="ann")
    play.do(HoldSpell(character=ann, kind="prepared", what="fire", energies=("fire",), ap=SPEED), seat="ann")


@pytest.mark.rule("SC-R-95")
def test_outside_a_fight_all_steps_of_a_defence_share_a_rounds_ap() -> None:
    """Outside a fight, AP spent on evasion are not available for the block. The next attack counts as a new round."""
    play, ann, bob = two()
    for _ in range(2):
        play.do(blow(play, ann, bob, 1), 9, 9, 9, 9, face(PLAIN), seat="ann")
        play.no(NotEnoughAp, Evade(components=ap(Evade=SPEED + 1)), seat="bob")
        play.do(Evade(components=ap(Evade=2)), 1, 1, face(PLAIN), seat="bob")
        play.no(NotEnoughAp, Block(components=ap(Brace=2)), seat="bob")
        play.do(Block(components=ap(Brace=1)), 1, seat="bob")
        play.do(DropExchange(reason="enough"))


@pytest.mark.rule("SC-R-95")
def test_outside_a_fight_a_counterspell_costs_at_most_a_rounds_ap() -> None:
    """Outside a fight, a counterspell costs at most a round's AP, like any defence."""
    play, ann, bob = two()
    bolt = (Invested(name="Bolt", ap=1),)
    play.do(Attack(attacker=ann, target=bob, components=bolt, energies=("fire",), dice=1), 9, face(PLAIN))
    play.no(NotEnoughAp, CounterByShield(energy="cold", ap=SPEED + 1), seat="bob")


@pytest.mark.rule("SC-R-95", "SC-CRIT-09")
def test_outside_a_fight_a_critical_failure_costs_the_ap_of_that_attack() -> None:
    """Outside a fight, a critical failure takes the combatant's AP until the attack is over.

    The next action has new AP.
    """
    play, ann, bob = two()
    play.do(blow(play, ann, bob, 1), 9, 9, 9, 9, face(PLAIN), seat="ann")
    failed = play.do(Evade(components=ap(Evade=1)), 1, face(FAILURE), seat="bob")
    assert ApLost(character=bob, ap=2, locked=False) in failed
    play.do(DropExchange(reason="enough"))

    play.do(SkillAction(character=bob, what="climb", ap=SPEED), seat="bob")


@pytest.mark.rule("SC-R-95")
def test_a_setting_renews_ap_only_with_the_keepers_rounds() -> None:
    """If `outside_fights` is `keepers_round`, AP spent outside a fight return when the Keeper lets a round pass.

    A new day or a fight renews them too.
    """
    play, ann, bob = two(ap=BY_THE_KEEPER)
    skill = SkillAction(character=ann, what="climb", ap=2)
    for more in (PassRound(), StartDay()):
        play.do(skill, seat="ann")
        play.no(NotEnoughAp, skill, seat="ann")
        settle(play)
        play.do(blow(play, ann, bob, 1), 1, 1, 1, 1, face(PLAIN), seat="ann")
        play.do(Stand(), seat="bob")
        play.do(DropExchange(reason="enough"))
        play.no(NotEnoughAp, blow(play, ann, bob, 1), seat="ann")
        assert ApGained(character=ann, ap=SPEED) == play.do(more)[-1]

    play.do(skill, seat="ann")
    play.do(StartFight(participants=(ann, bob)))
    assert SPEED == play.fighter(ann).ap


@pytest.mark.rule("SC-R-95")
def test_a_short_fight_renews_no_ap_of_the_keepers_round() -> None:
    """If `outside_fights` is `keepers_round`, a fight that ends at once does not renew the AP spent before it."""
    play, ann, bob = two(ap=BY_THE_KEEPER)
    skill = SkillAction(character=ann, what="climb", ap=SPEED)
    play.do(skill, seat="ann")
    settle(play)
    play.do(StartFight(participants=(ann, bob)))
    play.do(EndFight())

    play.no(NotEnoughAp, skill, seat="ann")


@pytest.mark.rule("SC-R-112", "SC-R-95")
@pytest.mark.parametrize("form", [2, 1])
def test_a_second_round_of_a_fight_renews_the_ap_spent_before_it(form: int) -> None:
    """If `outside_fights` is `keepers_round`, AP spent before a fight of two rounds are back after it.

    Under version 1 of the rules they are not.
    """
    play, ann, bob = two(ap=BY_THE_KEEPER, form=form)
    skill = SkillAction(character=ann, what="climb", ap=SPEED)
    play.do(skill, seat="ann")
    settle(play)
    play.fight(ann, bob)
    for _ in (ann, bob):
        play.turn()
    play.do(EndFight())

    if form == 2:
        play.do(skill, seat="ann")
    else:
        play.no(NotEnoughAp, skill, seat="ann")


@pytest.mark.rule("SC-R-112", "SC-R-95")
def test_a_fight_renews_no_ap_of_those_outside_it() -> None:
    """A combatant outside a fight has its AP back when the Keeper passes a round, not after rounds of the fight."""
    play, ann, bob = two(ap=BY_THE_KEEPER)
    cy = play.one()
    skill = SkillAction(character=cy, what="climb", ap=SPEED)
    play.do(skill, seat="ann")
    play.fight(ann, bob)
    for _ in (ann, bob):
        play.turn()

    play.no(NotEnoughAp, skill, seat="ann")
    play.do(PassRound())
    play.do(skill, seat="ann")


@pytest.mark.rule("SC-R-95")
def test_commands_listed_outside_a_fight_keep_to_a_rounds_ap() -> None:
    """Outside a fight, listed attacks, spells, charges and skill actions cost at most a round's AP."""
    play, _, _ = two()
    for kind in (Attack, HoldSpell, ChargeWeapon, SkillAction):
        found = [entry.fields["ap"].most or 0 for entry in allowed_of(play.state, "ann", kind) if "ap" in entry.fields]
        assert found
        assert max(found) <= SPEED
