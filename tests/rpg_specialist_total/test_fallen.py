"""Attacks on fallen or drugged combatants, and the actions that drugged combatants may take."""

from collections.abc import Mapping
from typing import Any, Final

import pytest
from msgspec.structs import replace

from services.rpg_specialist_total.chapters import states
from services.rpg_specialist_total.chapters.attacks import Attack, AttackDeclared, ComponentNotKnown
from services.rpg_specialist_total.chapters.damage import DamageRolled, RollDamage, RollMitigation
from services.rpg_specialist_total.chapters.defence import Block, Evade, EvasionRolled
from services.rpg_specialist_total.chapters.drugs import DrugTaken, EndDrug, EndStupor, StuporBegan, TakeDrug
from services.rpg_specialist_total.chapters.exchanges import DropExchange, ExchangeEnded
from services.rpg_specialist_total.chapters.items import DropItem, ItemGiven
from services.rpg_specialist_total.chapters.movement import Move, NotMobile, TakeUpItem
from services.rpg_specialist_total.chapters.outcomes import AttackSettled, DefenceForgone
from services.rpg_specialist_total.chapters.recovery import PassRound, Restore, Revive
from services.rpg_specialist_total.chapters.skills import SkillAction
from services.rpg_specialist_total.chapters.states import CannotAct, Died, FatigueLost, health
from services.rpg_specialist_total.state.combatants import Invested
from services.rpg_specialist_total.state.exchange import Outcome
from shared.kernel.campaign.fights import AnswerFirst, EndFight, EndTurn, JoinFight, LeaveFight
from shared.kernel.messages import Event
from tests.rpg_specialist_total.play import Play, hurt

ATTACKER, TARGET = "character-1", "character-3"
FIVES, LOW, FAILURE = (5,) * 5, 50, 1
"""The to-hit faces of a long blade, a percentile face without a critical, and the face for 01."""


def facing(target: dict[str, Any] | None = None, blade: str = "long blade", **groups: Any) -> Play:  # noqa: ANN401
    """Return a campaign with an armed combatant, and a target with heavy armor and evasion training."""
    play = Play(**groups)
    play.one(items=[blade], luck=3)
    play.one("bob", **{"armor": "heavy", "evasion_training": 2, "luck": 3, "experience": 4, **(target or {})})
    return play


def blow(play: Play, **more: Any) -> Attack:  # noqa: ANN401 fields of an attack
    """Return an attack of 1 AP with the attacker's first item."""
    (weapon,) = play.who(ATTACKER).items
    return Attack(**{"attacker": ATTACKER, "target": TARGET, "weapon": weapon, "ap": 1, **more})


def exhaust(play: Play, who: str = TARGET) -> Play:
    """Make a combatant unconscious by taking all its Fatigue."""
    return play.given(FatigueLost(character=who, amount=20, cause="a march"))


def names_of(events: list[Event]) -> list[str]:
    """Return the type names of these events."""
    return [type(event).__name__ for event in events]


@pytest.mark.rule("SC-UNC-05", "SC-R-42", "SC-R-68")
def test_a_successful_attack_on_the_unconscious_kills_at_once() -> None:
    """A successful attack kills an unconscious target at once.

    No defence, damage or mitigation is rolled, even in heavy armor.
    """
    play = exhaust(facing())

    _, declared, *rest = play.do(blow(play), *(1,) * 5, LOW)

    assert isinstance(declared, AttackDeclared)
    exchange = declared.exchange
    assert [
        DefenceForgone(exchange=exchange, total=0),
        AttackSettled(exchange=exchange, outcome="hit"),
        Died(character=TARGET, cause="coup de grace", experience=4),
        ExchangeEnded(exchange=exchange),
    ] == rest
    assert 40 == play.who(TARGET).vitality


@pytest.mark.rule("SC-UNC-05", "SC-R-42")
def test_an_attack_on_the_unconscious_must_succeed() -> None:
    """An attack that rolls 01 or a to-hit total below 0 does not kill an unconscious target."""
    play = exhaust(facing())
    found = play.do(blow(play), *FIVES, FAILURE)
    assert "missed" == next(event.outcome for event in found if isinstance(event, AttackSettled))
    assert "unconscious" == health(play.state, TARGET)

    found = play.do(blow(play, luck=2), 2, *(1,) * 5, 4, 4, LOW)
    assert "glancing" == next(event.outcome for event in found if isinstance(event, AttackSettled))
    assert "unconscious" == health(play.state, TARGET)


@pytest.mark.rule("SC-CAMP-04", "SC-R-68")
def test_only_the_keeper_drops_items_of_the_dead_in_a_fight() -> None:
    """In a fight, only the Keeper may drop items of the dead, who have no turn."""
    play = Play()
    ann, bob = play.one(items=("long blade",)), play.one("bob", items=("hatchet",))
    play.fight(ann, bob)
    play.state = play.state.change(bob, dead=True)
    drop = DropItem(character=bob, item=play.item_named(bob, "hatchet"))
    play.no(CannotAct, drop, seat="bob")

    play.do(drop)

    play.do(TakeUpItem(character=ann, item=drop.item), seat="ann")
    assert "hatchet" == play.who(ann).items[drop.item].name


@pytest.mark.rule("SC-DYING-08", "SC-R-42")
def test_a_successful_attack_on_the_dying_kills_at_once() -> None:
    """A successful attack kills a dying target at once, like an unconscious one."""
    play = facing().given(hurt(41, who=TARGET))

    assert names_of(play.do(blow(play), *FIVES, LOW))[-2:] == ["Died", "ExchangeEnded"]
    assert "dead" == health(play.state, TARGET)


@pytest.mark.rule("SC-R-63")
def test_an_attack_on_a_fallen_non_player_is_a_coup_de_grace_as_well() -> None:
    """By default a non-player at 0 Vitality is still in the fight, and a successful attack kills it at once."""
    play = Play()
    play.one(items=["long blade"])
    play.one("gm")
    play.given(hurt(40, who=TARGET))

    assert "Died" in names_of(play.do(blow(play), *FIVES, LOW))


def take_drug(play: Play, who: str, drug: Any, *, temporary: int = 30) -> Play:  # noqa: ANN401 a Drug
    """Make a combatant take a drug."""
    return play.given(DrugTaken(character=who, drug=drug, doses=1, tier=3, temporary=temporary))


@pytest.mark.rule("SC-BER-05", "SC-BER-06", "SC-MEG-05", "SC-MEG-06", "SC-R-44")
@pytest.mark.parametrize("drug", ["berserk", "meginserk"])
def test_the_drugged_have_a_total_defence_of_minus_10_for_each_tier(drug: str) -> None:
    """A drugged defender chooses no defence, and has a total defence of minus 10 for each tier.

    Armor still mitigates, without Luck.
    """
    refusal = states.BerserkersDoNotDefend if drug == "berserk" else states.MeginserkersDoNotDefend
    play = take_drug(facing(), TARGET, drug)

    _, _, declared, *rest = play.do(blow(play, luck=2), 2, *(1,) * 5, 10, 10, LOW)

    assert isinstance(declared, AttackDeclared)
    assert -15 == declared.to_hit.total
    assert [
        DefenceForgone(exchange=declared.exchange, total=-30),
        AttackSettled(exchange=declared.exchange, outcome="hit", step="damage"),
    ] == rest
    play.do(RollDamage(), 9)
    play.no(refusal, RollMitigation(luck=1), seat="bob")
    play.do(RollMitigation(), 1, 1, 1, 1, seat="bob")
    assert 25 == play.who(TARGET).temporary


@pytest.mark.rule("SC-R-120", "SC-R-42", "SC-R-44")
@pytest.mark.parametrize("drug", ["berserk", "meginserk"])
@pytest.mark.parametrize(("form", "total", "outcome"), [(2, 0, "glancing"), (1, -30, "hit")])
def test_a_drug_lowers_no_defence_of_the_unconscious(drug: str, form: int, total: int, outcome: Outcome) -> None:
    """The total defence of an unconscious target is 0, with a drug as without. Under version 1 it is lower."""
    play = take_drug(exhaust(facing(form=form)), TARGET, drug)

    _, _, declared, *rest = play.do(blow(play, luck=2), 2, *(1,) * 5, 10, 10, LOW)

    assert isinstance(declared, AttackDeclared)
    assert -15 == declared.to_hit.total
    exchange = declared.exchange
    assert [
        DefenceForgone(exchange=exchange, total=total), AttackSettled(exchange=exchange, outcome=outcome),
    ] == rest[:2]  # fmt: skip
    assert ("dead" if outcome == "hit" else "unconscious") == health(play.state, TARGET)


@pytest.mark.rule("SC-BER-05", "SC-BER-06", "SC-MEG-05", "SC-MEG-06", "SC-R-44")
@pytest.mark.parametrize("drug", ["berserk", "meginserk"])
def test_a_setting_lets_the_drugged_roll_defences_without_ap(drug: str) -> None:
    """If `berserk.defence` is `rolls_with_penalty`, drugged defenders of tier 3 roll defences.

    Their evasion is 30 lower, and their block has no penalty.
    """
    refusal = states.BerserkersDoNotDefend if drug == "berserk" else states.MeginserkersDoNotDefend
    target = {"components": ("Evade", "Brace"), "block": 1}
    play = take_drug(facing(target, berserk={"defence": "rolls_with_penalty"}), TARGET, drug)
    assert ["ApSpent", "AttackDeclared"] == names_of(play.do(blow(play), *FIVES, LOW))

    play.no(refusal, Evade(components=(Invested(name="Evade", ap=1),)))
    evaded = play.the(EvasionRolled, Evade(), 9, 9, LOW)
    assert -12 == evaded.rolled.total
    play.no(refusal, Block(components=(Invested(name="Brace", ap=1),)))
    settled = play.the(AttackSettled, Block(), 10)

    assert "hit" == settled.outcome


@pytest.mark.rule("SC-R-43", "SC-UNC-08")
@pytest.mark.parametrize(("coup", "killed"), [(False, False), (True, True)])
def test_an_attack_on_a_dying_berserker_who_is_awake(coup: bool, killed: bool) -> None:  # noqa: FBT001 columns
    """An attack on a dying berserker who is awake rolls damage, or kills at once if `coup_de_grace` is true."""
    play = take_drug(facing(berserk={"coup_de_grace": coup}), TARGET, "berserk", temporary=0)
    play.given(hurt(44, who=TARGET))

    assert killed == ("Died" in names_of(play.do(blow(play), *FIVES, LOW)))
    assert ("damage", None)[killed] == (play.state.exchange.step if play.state.exchange else None)


@pytest.mark.rule("SC-R-51", "SC-R-78")
@pytest.mark.parametrize("state", ["coma", "stupor"])
def test_an_attack_kills_the_comatose_at_once(state: str) -> None:
    """Whatever their Vitality, an attack kills the comatose at once.

    If `stupor.effect` is `as_unconscious`, it kills those in a stupor too.
    """
    play = facing(stupor={"effect": "as_unconscious"})
    play.state = play.state.change(TARGET, **{state: True})

    assert "Died" in names_of(play.do(blow(play), *FIVES, LOW))


@pytest.mark.rule("SC-BER-04", "SC-DRUG-02")
def test_a_berserkers_blow_of_2_ap_at_tier_3_has_5_damage_dice() -> None:
    """Each AP of a berserker's blow and each tier of the drug adds 1d10 damage."""
    play = take_drug(exhaust(facing(berserk={"defence": "no_rolls"})), ATTACKER, "berserk")
    play.state = play.state.change(TARGET, fatigue=20)
    play.given(DrugTaken(character=TARGET, drug="berserk", doses=1, tier=1))
    play.do(blow(play, ap=2), *FIVES, LOW)

    assert (1, 2, 3, 4, 5) == play.the(DamageRolled, RollDamage(), 1, 2, 3, 4, 5).rolled.faces


@pytest.mark.rule("SC-MEG-04", "SC-DRUG-02")
def test_a_meginserkers_spell_of_2_ap_at_tier_3_has_5_damage_dice() -> None:
    """Each AP of a meginserker's spell and each tier of the drug adds 1d10 damage."""
    play = take_drug(take_drug(facing(), TARGET, "berserk"), ATTACKER, "meginserk")
    knowing(play, components=("Bolt",), energies=("fire",))
    bolt = (Invested(name="Bolt", ap=2),)
    play.do(blow(play, weapon=None, ap=0, components=bolt, energies=("fire",), dice=5), *FIVES, LOW)

    assert (1, 2, 3, 4, 5) == play.the(DamageRolled, RollDamage(), 1, 2, 3, 4, 5).rolled.faces


WHIRL: Final[Mapping[str, Any]] = {"components": (Invested(name="Whirlwind", ap=1),), "ap": 0}


def knowing(play: Play, **sheet: Any) -> Play:  # noqa: ANN401 fields of a sheet
    """Return the campaign with components or energies added to the attacker's sheet."""
    play.state = play.state.change(ATTACKER, sheet=replace(play.who(ATTACKER).sheet, **sheet))
    return play


@pytest.mark.rule("SC-BER-08", "SC-BER-09", "SC-R-49")
def test_a_berserker_throws_and_shoots_nothing_and_uses_no_skill() -> None:
    """A berserker may throw a hatchet, but may not shoot an arrow or use a skill."""
    play = take_drug(facing(blade="hatchet"), ATTACKER, "berserk")
    play.no(states.NoBerserkAction, SkillAction(character=ATTACKER, what="climbing"))
    play.do(blow(play), *(5,) * 4, LOW)

    play = take_drug(facing(blade="hunting bow"), ATTACKER, "berserk")
    shot = blow(play)
    arrow = play.item("arrow")
    play.given(ItemGiven(character=ATTACKER, item=arrow))
    play.no(states.BerserkersShootNothing, replace(shot, ammunition=arrow.id))


@pytest.mark.rule("SC-BER-10")
def test_a_berserker_uses_only_purchased_actions() -> None:
    """A berserker may use only those of the seven actions that are on its sheet."""
    play = take_drug(facing(), ATTACKER, "berserk")
    play.no(ComponentNotKnown, blow(play, **WHIRL))
    knowing(play, actions=("Whirlwind",))

    play.do(blow(play, **WHIRL), *FIVES, LOW)


@pytest.mark.rule("SC-BER-09", "SC-R-61")
def test_a_berserker_attacks_in_motion_by_mobile_attack_alone() -> None:
    """A berserker in motion may use Mobile Attack, but not Mobile Shot or Mobile Throw.

    Only the first is among the seven actions.
    """
    play = knowing(take_drug(facing(blade="hatchet"), ATTACKER, "berserk"), actions=("Mobile Attack", "Mobile Throw"))
    play.no(NotMobile, blow(play, part_of_movement="own"))

    play = knowing(take_drug(facing(), ATTACKER, "berserk"), actions=("Mobile Attack",))
    play.do(blow(play, part_of_movement="own"), *FIVES, LOW)


@pytest.mark.rule("SC-MEG-07", "SC-MEG-08", "SC-R-50")
def test_a_meginserker_casts_spells_and_moves() -> None:
    """The game refuses a meginserker's blows and skills. A meginserker may cast a spell, and may then end the turn."""
    play = knowing(
        take_drug(facing({"armor": "none"}), ATTACKER, "meginserk"), components=("Bolt",), energies=("fire",)
    )
    play.fight(ATTACKER, TARGET)

    play.no(states.MeginserkersDoNotFight, blow(play))
    play.no(states.MeginserkersDoMagic, SkillAction(character=ATTACKER, what="climbing"))
    play.do(Move(character=ATTACKER, units=1))
    play.no(states.MeginserkersDoMagic, EndTurn(participant=ATTACKER))
    bolt = (Invested(name="Bolt", ap=1),)
    play.do(blow(play, weapon=None, ap=0, components=bolt, energies=("fire",), dice=5), *FIVES, LOW)
    play.do(DropExchange(reason="enough"))
    play.do(EndTurn(participant=ATTACKER))


@pytest.mark.rule("SC-R-68")
def test_the_unconscious_take_no_action() -> None:
    """The game refuses attacks, movement and skills of an unconscious combatant."""
    play = exhaust(facing(), ATTACKER)

    play.no(CannotAct, blow(play))
    play.no(CannotAct, Move(character=ATTACKER, units=1))
    play.no(CannotAct, SkillAction(character=ATTACKER, what="climbing"))


@pytest.mark.rule("AR-FIGHT-06")
def test_no_combatant_joins_a_fight_during_an_attack() -> None:
    """While an attack is pending, no combatant can join or leave the fight, and the fight cannot end."""
    play = facing()
    play.fight(play.one("gm"))
    play.do(blow(play), *FIVES, LOW)

    for command in (JoinFight(participant=TARGET), LeaveFight(participant="character-4"), EndFight()):
        play.no(AnswerFirst, command)
    play.do(DropExchange(reason="enough"))
    play.do(JoinFight(participant=TARGET))


@pytest.mark.rule("AR-FIGHT-06")
def test_no_combatant_changes_between_the_steps_of_an_attack() -> None:
    """While an attack is pending, the game refuses losses, healing, drugs, and the passing of a round."""
    play = take_drug(facing(vitality={"points_per_rank": 5}), ATTACKER, "berserk")
    dead, stupefied = play.one(), play.one()
    play.given(Died(character=dead, cause="a blow"), StuporBegan(character=stupefied))
    play.do(blow(play), *FIVES, LOW)

    for command in (
        states.LoseVitality(character=TARGET, amount=1, reason="a fall"),
        states.LoseFatigue(character=TARGET, amount=1, reason="a march"),
        states.DeclareDying(character=TARGET),
        Restore(character=TARGET, cause="magic", vitality=1),
        Revive(character=dead, energy="life", sufficient=True),
        PassRound(),
        TakeDrug(character=TARGET, drug="berserk", tier=1),
        EndDrug(character=ATTACKER),
        EndStupor(character=stupefied),
    ):
        play.no(AnswerFirst, command)
