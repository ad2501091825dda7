"""Attacks: what can be declared, the to-hit dice, and sizes."""

from typing import Any, Final

import pytest

from services.rpg_specialist_total.catalogue import Bonus, Component, Weapon
from services.rpg_specialist_total.chapters.attacks import (
    Attack,
    AttackDeclared,
    ComponentNotKnown,
    EnergyNotCast,
    NotATarget,
    NotAWeapon,
    NothingToAttackWith,
    OneApEach,
    WeaponNotReady,
    WrongComponent,
)
from services.rpg_specialist_total.chapters.counterspells import CounterByAttack
from services.rpg_specialist_total.chapters.damage import DamageRolled, RollDamage, RollMitigation
from services.rpg_specialist_total.chapters.defence import Block, Evade, Stand
from services.rpg_specialist_total.chapters.exchanges import (
    CriticallyFailed,
    DropExchange,
    ExchangeDropped,
    NothingToAnswer,
)
from services.rpg_specialist_total.chapters.movement import NoSpellInMotion, NotMobile
from services.rpg_specialist_total.chapters.states import CannotAct, Died, FatigueLost
from services.rpg_specialist_total.chapters.turns import ApSpent, NotEnoughAp, OneApAtLeast, TierExceeded
from services.rpg_specialist_total.state.combatants import Invested
from services.rpg_specialist_total.state.exchange import Added, Declared
from shared.kernel.campaign.fights import AnswerFirst, LeaveFight, NotYourTurn, OutsideTheFight
from shared.kernel.campaign.seats import NamedTwice, NotKnownHere, NotYours, OnlyTheGameMaster
from shared.kernel.chance import Faces
from tests.rpg_specialist_total.duel import (
    BLADE,
    FAILURE,
    MAGE,
    PLAIN,
    Duel,
    ap,
    damage_dealt,
    declare_attack,
    face,
    only,
    outcome,
    roll,
)
from tests.rpg_specialist_total.play import Play, allowed_of

LORE: Final = {"components": (Component(name="Lore", type="skill", use="attack", to_hit=Bonus(flat=1)),)}


@pytest.mark.rule("SC-HIT-01", "SC-HIT-02", "SC-HIT-06", "SC-CORE-02", "SC-AP-05", "SC-R-71", "SC-E-08")
def test_an_attack_rolls_to_hit_and_waits_for_the_defence() -> None:
    """The attacker pays the AP and rolls the small melee weapon's four to-hit dice.

    Nothing else is rolled before the defence.
    """
    duel = Duel(defender={"evasion_training": 1})
    exchange = f"exchange-{duel.state.made + 1}"

    duel.when(duel.attack(), seat="ann", faces=Faces(8, 5, 1, 4, face(PLAIN))).then(
        ApSpent(character=duel.ann, ap=2, use="attack"),
        AttackDeclared(
            exchange=exchange,
            declared=Declared(
                attacker=duel.ann,
                target=duel.bob,
                kind="martial",
                ap=2,
                weapon=duel.item_named(duel.ann, BLADE),
                reach="melee",
            ),
            to_hit=roll(18, 8, 5, 1, 4, percentile=PLAIN),
        ),
    )
    assert "defence" == duel.exchange.step
    assert 1 == duel.fighter(duel.ann).ap


@pytest.mark.rule("SC-HIT-03", "SC-HIT-07", "SC-HIT-06", "SC-R-59", "SC-X-02")
@pytest.mark.parametrize(("training", "dice"), [({BLADE: 2}, 6), ({BLADE: 0}, 4), ({}, 3), ({"hatchet": 2}, 3)])
def test_training_adds_to_hit_dice(training: dict[str, int], dice: int) -> None:
    """The small melee weapon rolls 4d10 to hit, 6d10 with two dice of training, and 3d10 if untrained."""
    duel = Duel({"weapon_training": training})

    assert dice == declare_attack(duel, *[1] * dice).to_hit.total


@pytest.mark.rule("SC-HIT-05", "SC-DMG-03", "SC-ATK-01")
def test_components_add_dice_and_modifiers_to_the_roll() -> None:
    """One component adds a die to the to-hit roll, and another a modifier. Each costs its own AP."""
    known = ("Steady Aim", "Sweep", "Firm Stroke")
    duel = Duel({"components": known})

    found = declare_attack(duel, 9, 4, 3, 2, 1, components=ap(Steady_Aim=1, Sweep=1, Firm_Stroke=1))

    assert roll(21, 9, 4, 3, 2, 1, modifier=2, percentile=PLAIN) == found.to_hit
    assert (3, Added(flat=3)) == (found.declared.ap, found.declared.damage)
    assert 0 == duel.fighter(duel.ann).ap


@pytest.mark.rule("SC-ATK-01", "SC-MAG-01", "SC-R-62")
def test_an_attack_may_combine_martial_magic_and_skill_components() -> None:
    """An attack may combine martial, magic and skill components. AP for magic count only for the magic part."""
    duel = Duel({**MAGE, "components": ("Firm Stroke", "Bolt", "Lore")}, data=LORE)

    mixed = declare_attack(duel, 1, 1, 1, 1, components=ap(Firm_Stroke=1, Bolt=1, Lore=1), energies=("fire",)).declared
    assert ("martial", 2, 1, "projectile", "melee") == (
        mixed.kind, mixed.ap, mixed.magic_ap, mixed.mimics, mixed.reach,
    )  # fmt: skip

    skilled = Duel({**MAGE, "components": ("Lore",)}, data=LORE)
    found = declare_attack(skilled, 5, 5, components=ap(Lore=1), weapon=None, dice=2)
    assert ("skill", 1, 11) == (found.declared.kind, found.declared.ap, found.to_hit.total)


@pytest.mark.rule("SC-MAG-01", "SC-ATK-01", "SC-R-09")
def test_weapon_training_adds_no_dice_to_a_spell() -> None:
    """A spell rolls the dice that its command states; weapon training adds nothing."""
    duel = Duel({**MAGE, "weapon_training": {BLADE: 5}})

    found = duel.strike(7, 7, weapon=None, components=ap(Bolt=2), dice=2, energies=("fire",))

    assert ApSpent(character=duel.ann, ap=2, use="spell") == found[0]
    assert Declared(
        attacker=duel.ann, target=duel.bob, kind="magic", ap=0, magic_ap=2, components=ap(Bolt=2), mimics="projectile",
        energies=("fire",),
    ) == only(found, AttackDeclared).declared  # fmt: skip
    assert 14 == only(found, AttackDeclared).to_hit.total


@pytest.mark.rule("SC-ATK-01", "SC-HIT-02", "SC-R-85")
@pytest.mark.parametrize(
    ("fields", "has"),
    [({}, ()), ({"ap": 1}, ("ap",)), ({"components": ap(Firm_Stroke=1)}, ("Firm Stroke",)),
     ({"components": ap(Firm_Stroke=1, Bolt=1)}, ("Firm Stroke", "Bolt")),
     ({"components": ap(Bolt=1), "ap": 1}, ("Bolt", "ap"))],
)  # fmt: skip
def test_martial_components_and_plain_ap_need_a_weapon(fields: dict[str, Any], has: tuple[str, ...]) -> None:
    """Martial components, and AP without a component, need a weapon. The bare body is listed as a weapon."""
    duel = Duel({"components": ("Firm Stroke", "Bolt"), "items": (BLADE, "bare hands")})

    assert has == duel.no(NothingToAttackWith, duel.attack(weapon=None, **{"ap": 0, **fields}), seat="ann").has
    assert "unarmed" == declare_attack(duel, 1, 1, 1, weapon=duel.item_named(duel.ann, "bare hands")).declared.reach


@pytest.mark.rule("SC-HIT-02", "SC-R-85", "SC-MOVE-04")
def test_only_a_ready_weapon_can_attack() -> None:
    """The game refuses an attack with a shield, or with a weapon that is not ready. The body is always ready."""
    duel = Duel({"items": (BLADE, "round shield")})
    shield = duel.item_named(duel.ann, "round shield")
    duel.no(NotAWeapon, duel.attack(weapon=shield), seat="ann")
    duel.no(NotAWeapon, duel.attack(dice=3), seat="ann")
    duel.no(NotKnownHere, duel.attack(weapon="item-99"), seat="ann")

    bob, ann = duel.bob, duel.ann
    sheathed = duel.state.item_changed(ann, duel.item_named(ann, BLADE), ready=False)
    duel.state = sheathed
    duel.no(WeaponNotReady, duel.attack(), seat="ann")
    assert bob in duel.state.characters

    unarmed = Duel({"items": (BLADE, "bare hands")})
    hands = unarmed.item_named(unarmed.ann, "bare hands")
    unarmed.state = unarmed.state.item_changed(unarmed.ann, hands, ready=False)
    unarmed.strike(1, 1, 1, weapon=hands)


@pytest.mark.rule("SC-DEF-08", "SC-R-84", "SC-R-85", "AR-CAMP-10")
def test_components_of_an_attack_are_known_suitable_and_named_once() -> None:
    """The game refuses components that are unknown, not on the sheet, defensive or named twice."""
    duel = Duel({"components": ("Firm Stroke", "Brace")})

    duel.no(NotKnownHere, duel.attack(components=ap(Nothing=1)), seat="ann")
    duel.no(ComponentNotKnown, duel.attack(components=ap(Sweep=1)), seat="ann")
    duel.no(WrongComponent, duel.attack(components=ap(Brace=1)), seat="ann")
    twice = (*ap(Firm_Stroke=1), Invested(name="Firm Stroke", ap=1))
    duel.no(NamedTwice, duel.attack(components=twice), seat="ann")


@pytest.mark.rule("SC-R-09", "SC-AP-05")
def test_an_attack_costs_at_least_one_ap() -> None:
    """An attack costs at least 1 AP. Several attacks are possible in one turn as long as AP last."""
    duel = Duel({"components": ("Firm Stroke",)})
    duel.no(OneApAtLeast, duel.attack(ap=0), seat="ann")
    duel.no(OneApEach, duel.attack(components=ap(Firm_Stroke=0)), seat="ann")
    assert "components" == duel.no(OneApEach, duel.attack(ap=1, components=ap(Firm_Stroke=0)), seat="ann").field
    duel.no(NotEnoughAp, duel.attack(ap=4), seat="ann")
    duel.no(NotEnoughAp, duel.attack(ap=3, components=ap(Firm_Stroke=1)), seat="ann")

    for left in (2, 1, 0):
        duel.strike(1, 1, 1, 1, ap=1)
        duel.do(DropExchange(reason="the next, please"))
        assert left == duel.fighter(duel.ann).ap
    duel.no(NotEnoughAp, duel.attack(ap=1), seat="ann")


@pytest.mark.rule("SC-R-09")
def test_under_rules_version_0_a_component_may_have_no_ap() -> None:
    """Under version 0 of the rules, a component with 0 AP is allowed and still adds its bonuses."""
    duel = Duel({"components": ("Firm Stroke",)}, form=0)
    duel.strike(9, 9, 9, 9, percentile=91, ap=1, components=ap(Firm_Stroke=0))

    assert 3 == duel.exchange.declared.damage.flat


@pytest.mark.rule("SC-E-17")
def test_a_setting_makes_tiers_cap_the_ap() -> None:
    """If `tier_caps` is true, an attack or defence costs at most 3 AP, or 6 AP with a basic component."""
    fast = {"speed_rating": 9, "components": ("Firm Stroke", "Sweep", "Brace", "Evade")}
    duel, free = Duel(fast, fast, combat={"tier_caps": True}), Duel(fast)

    duel.no(TierExceeded, duel.attack(ap=4), seat="ann")
    duel.no(TierExceeded, duel.attack(ap=3, components=ap(Firm_Stroke=1)), seat="ann")
    duel.no(TierExceeded, duel.attack(ap=4, components=ap(Firm_Stroke=1, Sweep=2)), seat="ann")
    duel.strike(1, 1, 1, 1, ap=3, components=ap(Firm_Stroke=1, Sweep=2))
    duel.evade(1, 1, components=ap(Evade=2))
    duel.no(TierExceeded, Block(components=ap(Brace=2)), seat="bob")
    duel.block(1, components=ap(Brace=1), percentile=None)
    free.strike(1, 1, 1, 1, ap=9)


@pytest.mark.rule("SC-R-84", "SC-R-94", "SC-PROH-01", "AR-CAMP-10")
def test_energies_need_magic_components_and_a_caster_who_knows_them() -> None:
    """The game refuses energies in a plain blow, energies that are not on the sheet, and prohibitive energies."""
    duel = Duel({**MAGE, "components": ("Bolt",)})
    spell: dict[str, Any] = {"weapon": None, "components": ap(Bolt=1), "dice": 1}

    duel.no(EnergyNotCast, duel.attack(energies=("fire",)), seat="ann")
    duel.no(EnergyNotCast, duel.attack(**spell, energies=("cold",)), seat="ann")
    duel.no(EnergyNotCast, duel.attack(**spell, energies=("death",)), seat="ann")
    duel.no(EnergyNotCast, duel.attack(**spell, energies=("gloom",)), seat="ann")
    duel.when(duel.attack(**spell, energies=("death",)), seat="ann").then_refused(EnergyNotCast, needs=("fire",))
    duel.no(NamedTwice, duel.attack(**spell, energies=("fire", "fire")), seat="ann")
    duel.strike(1, **spell, energies=("fire",))


@pytest.mark.rule("SC-CAMP-21", "SC-R-86")
def test_an_attack_has_one_living_target_other_than_the_attacker() -> None:
    """The game refuses attacks on the attacker itself, on the dead, and on unknown combatants."""
    duel = Duel()
    duel.no(NotATarget, duel.attack(target=duel.ann), seat="ann")
    duel.no(NotKnownHere, duel.attack(target="character-99"), seat="ann")

    duel.given(Died(character=duel.bob, cause="a fall"))
    duel.no(NotATarget, duel.attack(), seat="ann")


@pytest.mark.rule("SC-R-68", "SC-AP-04")
def test_an_attack_needs_a_turn_and_consciousness() -> None:
    """A combatant attacks only in its turn, if it is conscious and no attack is pending.

    Only the combatant's seat or the Keeper may send the command.
    """
    duel = Duel()
    outside = duel.one("bob", items=(BLADE,))
    duel.no(NotYours, duel.attack(), seat="bob")
    duel.no(OutsideTheFight, duel.attack(target=outside), seat="ann")
    early = Attack(attacker=duel.bob, target=duel.ann, weapon=None, components=ap(Bolt=1))
    assert "attacker" == duel.no(NotYourTurn, early, seat="bob").field

    duel.do(duel.attack(), 1, 1, 1, 1, face(PLAIN))
    duel.no(AnswerFirst, duel.attack(ap=1), seat="ann")
    duel.do(DropExchange(reason="a mistake"))
    duel.given(FatigueLost(character=duel.ann, amount=20, cause="a long day"))
    duel.no(CannotAct, duel.attack(ap=1), seat="ann")


@pytest.mark.rule("SC-MOVE-07", "SC-MOVE-08", "SC-MOVE-11")
def test_attacks_in_motion_need_a_component_and_spells_a_mount() -> None:
    """During movement an attack needs the component Mobile Attack, and a spell a vehicle or mount.

    Outside a fight, no movement action has to come before the attack.
    """
    play = Play()
    one, other = (
        play.one(items=(BLADE,), components=("Mobile Attack", "Bolt"), energies=("fire",)),
        play.one("bob", items=(BLADE,)),
    )
    blow = Attack(attacker=other, target=one, weapon=play.item_named(other, BLADE), ap=1, part_of_movement="own")
    spell = Attack(attacker=one, target=other, components=ap(Bolt=1), energies=("fire",), part_of_movement="own")

    play.no(NotMobile, blow)
    play.no(NoSpellInMotion, spell)
    play.do(
        Attack(attacker=one, target=other, weapon=play.item_named(one, BLADE), ap=1, part_of_movement="own"),
        1,
        1,
        1,
        1,
        50,
    )
    play.do(DropExchange(reason="once more"))
    carried = Attack(
        attacker=one, target=other, components=spell.components, energies=("fire",), part_of_movement="beast"
    )
    play.do(carried, face(PLAIN))


@pytest.mark.rule("SC-CAMP-23")
def test_the_keeper_may_drop_an_attack() -> None:
    """The Keeper may drop a pending attack with a reason, but does not return the AP spent on it.

    No combatant may leave the fight while the attack is pending.
    """
    duel = Duel({"luck": 1})
    duel.no(NothingToAnswer, DropExchange(reason="nothing there"))
    duel.strike(1, 1, 1, 1, 1, 1, luck=1)
    waiting = duel.exchange.id

    duel.no(OnlyTheGameMaster, DropExchange(reason="please"), seat="ann")
    duel.no(AnswerFirst, LeaveFight(participant=duel.ann))
    duel.when(DropExchange(reason="a mistake")).then(ExchangeDropped(exchange=waiting, reason="a mistake"))
    assert duel.state.exchange is None
    assert (1, 0) == (duel.fighter(duel.ann).ap, duel.who(duel.ann).luck)


@pytest.mark.rule("SC-HIT-01")
def test_each_possible_weapon_and_component_is_listed() -> None:
    """The legal list has an attack for each usable weapon and component, within the remaining AP and Luck.

    Out of turn it has no attacks.
    """
    duel = Duel({"luck": 9, "components": ("Firm Stroke", "Bolt"), "energies": ("fire",)})
    weapon = duel.item_named(duel.ann, BLADE)

    found = [entry.body for entry in allowed_of(duel.state, "ann", Attack)]

    usual = {"type": "Attack", "attacker": duel.ann, "target": duel.bob}
    firm, bolt = ({"name": "Firm Stroke", "ap": 1},), ({"name": "Bolt", "ap": 1},)
    assert [
        {**usual, "weapon": weapon, "ap": 1},
        {**usual, "weapon": weapon, "components": firm},
        {**usual, "weapon": weapon, "components": bolt, "energies": ("fire",)},
        {**usual, "components": bolt, "energies": ("fire",), "dice": 1},
        {**usual, "components": bolt, "energies": ("fire",), "dice": 1},
    ] == found
    assert [] == allowed_of(duel.state, "bob", Attack)
    ap_field = allowed_of(duel.state, "ann", Attack)[0].fields
    assert (1, 3) == (ap_field["ap"].least, ap_field["ap"].most)
    assert 4 == ap_field["luck"].most


@pytest.mark.rule("SC-HIT-02", "SC-DMG-03")
def test_a_weapons_data_add_dice_and_modifiers() -> None:
    """A weapon's data may add dice and modifiers to the to-hit roll and the damage roll."""
    heavy = Weapon(name=BLADE, reach="melee", to_hit=Bonus(dice=2, flat=1), damage=Bonus(dice=1, flat=4))
    duel = Duel(data={"weapons": (heavy,)})

    assert 19 == declare_attack(duel, 9, 9).to_hit.total
    duel.do(Stand(), seat="bob")
    assert roll(10, 1, 2, 3, modifier=4) == only(duel.damage(1, 2, 3), DamageRolled).rolled
    assert 10 == damage_dealt(duel.mitigation()).amount


@pytest.mark.rule("SC-AP-05", "SC-CRIT-09", "SC-HIT-01")
def test_unlimited_ap_outside_fights_are_never_spent() -> None:
    """If AP are unlimited outside fights, they are neither spent nor lost, and each still adds its dice."""
    play = Play(ap={"outside_fights": "unlimited"})
    ann, bob = play.one(items=(BLADE,)), play.one("bob", components=("Evade", "Brace"))
    blow = Attack(attacker=ann, target=bob, weapon=play.item_named(ann, BLADE), ap=9)

    found = play.do(blow, 1, 1, 1, 1, face(FAILURE), seat="ann")
    assert [AttackDeclared, CriticallyFailed] == [type(event) for event in found]
    assert "missed" == outcome(play.do(Evade(components=ap(Evade=9)), *[1] * 9, face(PLAIN), seat="bob"))

    play.do(blow, 9, 9, 9, 9, face(PLAIN), seat="ann")
    play.do(Block(components=ap(Brace=2)), 1, 1, face(PLAIN), seat="bob")
    assert 9 == only(play.do(RollDamage(), *[1] * 9, seat="ann"), DamageRolled).rolled.total
    assert 5 == damage_dealt(play.do(RollMitigation(), 1, 1, seat="bob")).amount


@pytest.mark.rule("SC-HIT-01")
def test_an_answer_to_another_step_names_the_awaited_step() -> None:
    """The refusal of an answer to another step names that step, and the step that the attack is waiting for."""
    duel = Duel(defender={"evasion_training": 1})
    duel.when(Evade(), seat="bob").then_refused(NothingToAnswer, needs=("defence",), has="no attack waits")
    duel.strike(9, 9, 9, 9)
    duel.when(RollDamage(), seat="ann").then_refused(NothingToAnswer, needs=("damage",), has="defence")
    duel.evade(1)
    counter = CounterByAttack(energy="fire", ap=1)
    duel.when(counter, seat="bob").then_refused(NothingToAnswer, has="block")
