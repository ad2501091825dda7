"""Spells: those that mimic a physical attack, and those that do not."""

from typing import Any

import pytest

from services.rpg_specialist_total.chapters.attacks import Attack, AttackDeclared, EnergyMissing
from services.rpg_specialist_total.chapters.charging import ChargeWeapon
from services.rpg_specialist_total.chapters.counterspells import CounterByAttack
from services.rpg_specialist_total.chapters.damage import (
    MitigationRolled,
    RollDamage,
    RollMitigation,
)
from services.rpg_specialist_total.chapters.defence import Block, Evade, MagicAlone, Stand
from services.rpg_specialist_total.chapters.drugs import DrugTaken
from services.rpg_specialist_total.chapters.energies import (
    EnergyJudged,
    EnergyResisted,
    EnergyTookEffect,
    RollStatedDefence,
    SpellFaded,
)
from services.rpg_specialist_total.chapters.exchanges import EnergyMet, ExchangeEnded
from services.rpg_specialist_total.chapters.outcomes import AttackSettled
from services.rpg_specialist_total.chapters.spells import (
    CastPrepared,
)
from services.rpg_specialist_total.chapters.states import (
    BerserkersCastNothing,
)
from services.rpg_specialist_total.state.combatants import Invested
from tests.rpg_specialist_total.magic import PLAIN, SHOWN, STRUCTURES, Magic, holding, prohibitive, roll_of
from tests.rpg_specialist_total.play import allowed_of

GUARDED: dict[str, Any] = {"evasion_training": 1, "block": 1, "armor": "light"}
"""Sheet fields that give one die each for evasion, block and mitigation."""


@pytest.mark.rule("SC-PMA-01", "SC-PMA-02", "SC-PMA-03", "SC-MAG-02", "SC-R-60", "SC-X-14")
@pytest.mark.parametrize("structure", ["Bolt", "Laying On", "Lance", None])
def test_a_spell_that_mimics_a_physical_attack_meets_the_same_defence(structure: str | None) -> None:
    """Against projected, touching and thrown spells the target has evasion, then block, then mitigation."""
    play = Magic(bob=GUARDED)
    if structure is None:
        play.strike("hunting bow", 10, 10, 10, 10, 10)
    else:
        play.cast(structure, ("fire",), *((10, 10) if structure != "Lance" else (10, 10, 10)), dice=2)

    play.do(Evade(), 3, SHOWN, seat="bob")
    play.do(Block(), 4, seat="bob")
    play.do(RollDamage(), *((9,) if structure is None else (9, 9)), seat="ann")
    play.do(RollMitigation(), 5, seat="bob")

    assert (4 if structure is None else 13) == play.vitality_lost(play.bob)


@pytest.mark.rule("SC-MAG-01", "SC-PMA-04", "SC-PMA-06", "SC-R-34")
@pytest.mark.parametrize("energy", ["fire", "electric", "charm"])
@pytest.mark.parametrize("evades", [True, False])
def test_a_spell_that_is_completely_blocked_fades(energy: str, evades: bool) -> None:  # noqa: FBT001
    """A spell that is evaded or blocked has no effect, whatever its energy. Weapon training adds no dice to a spell."""
    play = Magic(ann={"weapon_training": {"long blade": 5}}, bob={"evasion_training": 2, "block": 2})
    declared = play.cast("Bolt", (energy,), 5, 5)[-1]
    assert isinstance(declared, AttackDeclared)
    assert ("magic", "projectile", 0, 2) == (
        declared.declared.kind, declared.declared.mimics, declared.declared.ap, declared.declared.magic_ap
    )  # fmt: skip
    assert roll_of(5, 5, percentile=PLAIN) == declared.to_hit
    x = declared.exchange

    if evades:
        events = play.do(Evade(), 10, 1, SHOWN, seat="bob")
    else:
        play.do(Evade(), 1, 1, SHOWN, seat="bob")
        events = play.do(Block(), 9, 1, seat="bob")

    assert [
        AttackSettled(exchange=x, outcome="evaded" if evades else "glancing"),
        SpellFaded(exchange=x, energies=(energy,)),
        ExchangeEnded(exchange=x),
    ] == events[1:]
    assert 0 == play.vitality_lost(play.bob)


@pytest.mark.rule("SC-PMA-04", "SC-PMA-05", "SC-R-62", "SC-R-104")
@pytest.mark.parametrize(("energies", "dice", "form"), [
    (("fire",), 1, 1), (("electric",), 0, 1), (("fire", "electric"), 0, 1), (("fire", "charm"), 1, 1),
    (("fire", "electric"), 1, 0),
])  # fmt: skip
def test_armor_mitigates_direct_damage_that_does_not_bypass_it(energies: tuple[str, ...], dice: int, form: int) -> None:
    """Light armor rolls 1 die against fire, and none against electricity or a spell that includes electricity."""
    play = Magic(bob=GUARDED, form=form)
    play.cast("Bolt", energies, 10, 10, percentile=91)
    play.do(Stand(), seat="bob")
    if "charm" in energies:
        play.do(RollStatedDefence(dice=1), 5, seat="ann")
        play.do(RollStatedDefence(dice=1), 6, seat="bob")
    play.do(RollDamage(), 9, 9, seat="ann")

    play.do(RollMitigation(), *([5] * dice), seat="bob")

    assert 18 - 5 * dice == play.vitality_lost(play.bob)


@pytest.mark.rule("SC-PMA-05", "SC-CAMP-33")
def test_energy_without_direct_damage_rolls_none() -> None:
    """Life energy takes effect without rolls for damage or mitigation."""
    play = Magic(bob=GUARDED)
    play.cast("Bolt", ("life",), 10, 10)
    x = play.exchange.id

    events = play.do(Stand(), seat="bob")

    assert [
        AttackSettled(exchange=x, outcome="hit"),
        EnergyMet(exchange=x, character=play.bob, energies=("life",)),
        EnergyJudged(exchange=x, energies=("life",), acts=True),
        EnergyTookEffect(exchange=x, character=play.bob, energies=("life",)),
        ExchangeEnded(exchange=x),
    ] == events[1:]


@pytest.mark.rule("SC-PMA-09", "SC-PMA-10", "SC-PROH-09", "SC-R-75")
@pytest.mark.parametrize("resists", [True, False])
def test_a_projected_charm_meets_physical_defence_first(resists: bool) -> None:  # noqa: FBT001
    """Against a projected charm the target has evasion and block, and then the opposed check."""
    play = Magic(bob=GUARDED)
    play.cast("Bolt", ("charm",), 10, 10)
    x = play.exchange.id
    play.do(Evade(), 3, SHOWN, seat="bob")
    play.do(Block(), 4, seat="bob")
    assert ("energy", ("charm",)) == (play.exchange.step, play.exchange.stated)

    play.do(RollStatedDefence(dice=2), 5, 5, seat="ann")
    events = play.do(RollStatedDefence(dice=2), 5, 6 if resists else 5, seat="bob")

    assert EnergyResisted(exchange=x, energy="charm", resisted=resists) == events[1]
    took = EnergyTookEffect(exchange=x, character=play.bob, energies=("charm",))
    assert ([] if resists else [took]) == events[2:-1]
    assert ExchangeEnded(exchange=x) == events[-1]


@pytest.mark.rule("SC-PMA-10")
def test_resisted_energy_deals_no_damage() -> None:
    """If the target resists acid, fire in the same spell still deals its damage."""
    play = Magic()
    play.cast("Bolt", ("acid", "fire"), 10, 10)
    play.do(Stand(), seat="bob")
    play.do(RollStatedDefence(dice=1), 1, seat="ann")
    events = play.do(RollStatedDefence(dice=1), 2, seat="bob")
    assert isinstance(events[-1], EnergyTookEffect)
    assert (("fire",), True) == (events[-1].energies, events[-1].deals)

    alone = Magic()
    alone.cast("Bolt", ("acid",), 10, 10)
    alone.do(Stand(), seat="bob")
    alone.do(RollStatedDefence(dice=1), 1, seat="ann")
    assert isinstance(alone.do(RollStatedDefence(dice=1), 2, seat="bob")[-1], ExchangeEnded)


@pytest.mark.rule("SC-R-92", "SC-PMA-02")
def test_only_magic_defends_against_a_spell_that_mimics_nothing() -> None:
    """Against a spell that mimics no physical attack, only magic components and counterspells help."""
    play = Magic(bob={**GUARDED, "components": ("Ward", "Brace"), "items": ("round shield",)})
    play.cast("Whisper", ("cold",), 5, 5)
    play.no(MagicAlone, Evade(), seat="bob")
    play.no(MagicAlone, Block(components=(Invested(name="Brace", ap=1),)), seat="bob")
    play.no(MagicAlone, Block(shield=play.item_named(play.bob, "round shield")), seat="bob")

    play.do(Block(components=(Invested(name="Ward", ap=1),)), 9, SHOWN, seat="bob")
    play.do(RollDamage(), 9, 9, seat="ann")
    play.do(RollMitigation(), 4, seat="bob")

    assert 18 - 4 == play.vitality_lost(play.bob)
    other = Magic(bob=GUARDED)
    other.cast("Whisper", ("cold",), 5, 5)
    other.do(CounterByAttack(energy="fire", ap=1, dice=2), 9, 9, SHOWN, seat="bob")
    assert 0 == other.vitality_lost(other.bob)


@pytest.mark.rule("SC-R-92")
def test_a_setting_allows_physical_defence_against_any_spell() -> None:
    """If `unmimicked_defence` is `physical`, evasion, armor and block defend against every spell."""
    play = Magic(bob=GUARDED, magic={"unmimicked_defence": "physical"})
    play.cast("Whisper", ("fire",), 10, 10)
    play.do(Evade(), 3, SHOWN, seat="bob")
    play.do(Block(), 4, seat="bob")
    play.do(RollDamage(), 9, 9, seat="ann")
    play.do(RollMitigation(), 5, seat="bob")
    assert 13 == play.vitality_lost(play.bob)


@pytest.mark.rule("SC-PMA-07", "SC-R-77")
@pytest.mark.parametrize("energy", ["fire", "charm"])
def test_catching_a_bare_energy_excludes_every_physical_defence(energy: str) -> None:
    """A defender who catches energy is hit without mitigation, and may only roll a stated defence."""
    play = Magic(bob={"block": 5, "armor": "heavy", "components": ("Catch",)})
    play.cast("Bolt", (energy,), 1, 1)

    events = play.do(Block(components=(Invested(name="Catch", ap=1),)), seat="bob")

    x = play.exchange.id
    assert AttackSettled(exchange=x, outcome="hit") in events
    if energy == "charm":
        assert ("charm",) == play.exchange.stated
        return
    assert MitigationRolled(exchange=x, rolled=roll_of()) in play.do(RollDamage(), 5, 5, seat="ann")
    assert 10 == play.vitality_lost(play.bob)


@pytest.mark.rule("SC-R-107")
@pytest.mark.parametrize("structure", ["Bolt", "Whisper"])
@pytest.mark.parametrize("armed", [True, False])
def test_a_spell_attack_needs_an_energy(structure: str, armed: bool) -> None:  # noqa: FBT001
    """The game refuses magic components without energy, even together with a weapon. Older campaigns allow them."""
    play, before = Magic(), Magic(form=1)
    weapon = play.item_named(play.ann, "long blade") if armed else None
    bare = Attack(
        attacker=play.ann, target=play.bob, weapon=weapon, components=(Invested(name=structure, ap=2),), ap=int(armed)
    )  # fmt: skip

    refused = play.no(EnergyMissing, bare, seat="ann")

    assert ("energies", "at least one energy", ()) == (refused.field, refused.needs, refused.has)
    listed = [entry.body for entry in allowed_of(play.state, "ann", Attack) if magic_in(entry.body)]
    assert {armed, not armed} == {body.get("weapon") is None for body in listed}
    assert all(body["energies"] for body in listed)
    before.do(bare, *(1,) * (5 if armed else 0), SHOWN, seat="ann")


def magic_in(body: dict[str, Any]) -> bool:
    """Return whether an attack uses a component of magic."""
    return any(one["name"] in STRUCTURES for one in body.get("components", ()))


@pytest.mark.rule("SC-R-107")
def test_no_spell_is_listed_for_a_caster_without_energies() -> None:
    """The list offers a caster without energies only attacks with weapons."""
    play = Magic(ann={"energies": ()})

    assert not [entry for entry in allowed_of(play.state, "ann", Attack) if magic_in(entry.body)]


@pytest.mark.rule("SC-BER-07")
def test_a_berserker_casts_no_spell_of_any_kind() -> None:
    """Under the berserk drug, the game refuses charging a weapon, and held, prohibitive and prepared spells."""
    play = Magic()
    play.do(holding(play))
    (spell,) = play.who(play.ann).spells
    play.given(DrugTaken(character=play.ann, drug="berserk", doses=1, tier=1))
    hands = play.item_named(play.ann, "bare hands")

    for command in (
        ChargeWeapon(character=play.ann, item=hands, mode="charged", energies=("fire",), ap=1), holding(play),
        prohibitive(play), CastPrepared(character=play.ann, spell=spell, target=play.bob),
    ):  # fmt: skip
        play.no(BerserkersCastNothing, command)


@pytest.mark.rule("SC-R-113", "SC-PMA-01")
@pytest.mark.parametrize(("first", "second", "mimics"), [
    ("Bolt", "Laying On", "projectile"), ("Laying On", "Bolt", "touch"), ("Whisper", "Bolt", "projectile"),
])  # fmt: skip
def test_a_spell_is_defended_against_like_what_its_first_structure_mimics(
    first: str, second: str, mimics: str
) -> None:  # fmt: skip
    """If components of a spell mimic different attacks, the first one named decides the defence."""
    play = Magic()
    both = (Invested(name=first, ap=1), Invested(name=second, ap=1))

    play.do(Attack(attacker=play.ann, target=play.bob, energies=("fire",), components=both, dice=1), 9, SHOWN)

    assert mimics == play.exchange.declared.mimics
