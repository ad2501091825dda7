"""Spells: those that mimic a physical attack or none, prohibitive energies, and spells that last."""

from typing import Any

import pytest
from msgspec.structs import replace

from services.rpg_specialist_total.chapters.attacks import (
    Attack,
    AttackDeclared,
    EnergyNotCast,
    NotATarget,
    TierExceeded,
)
from services.rpg_specialist_total.chapters.charging import ChargeWeapon
from services.rpg_specialist_total.chapters.counterspells import CounterByAttack
from services.rpg_specialist_total.chapters.damage import (
    DamageDealt,
    DamageRolled,
    MitigationRolled,
    RollDamage,
    RollMitigation,
)
from services.rpg_specialist_total.chapters.defence import Block, Evade, MagicAlone, Stand
from services.rpg_specialist_total.chapters.dice import TooManyLuckDice
from services.rpg_specialist_total.chapters.drugs import ComaBegan, DrugTaken, EndDrug
from services.rpg_specialist_total.chapters.energies import (
    EnergyJudged,
    EnergyResisted,
    EnergyTookEffect,
    RollStatedDefence,
    SpellFaded,
)
from services.rpg_specialist_total.chapters.exchanges import EnergyMet, ExchangeEnded, NothingToAnswer
from services.rpg_specialist_total.chapters.movement import Move, Moved, NoSpellInMotion, NotMoving
from services.rpg_specialist_total.chapters.outcomes import AttackSettled
from services.rpg_specialist_total.chapters.proposals import Propose
from services.rpg_specialist_total.chapters.recovery import PassRound
from services.rpg_specialist_total.chapters.spells import (
    CastPrepared,
    CastProhibitive,
    EndSpell,
    HoldSpell,
    NotPrepared,
    OneEnergyOfAShield,
    PreparedSpellCast,
    ProhibitiveSpellCast,
    RequirementNotStated,
    SpellEnded,
    SpellFailed,
    SpellHeld,
    SpellWaned,
)
from services.rpg_specialist_total.chapters.states import (
    BerserkersCastNothing,
    CannotAct,
    FatigueLost,
    IsDead,
    LoseFatigue,
    LoseVitality,
    VitalityLost,
)
from services.rpg_specialist_total.chapters.turns import ApSpent, NotEnoughAp, OneApAtLeast
from services.rpg_specialist_total.state.combatants import Held, Invested
from services.rpg_specialist_total.state.exchange import Added, CastSpell
from shared.kernel.campaign.fights import EndFight, NotYourTurn, RoundBegan
from shared.kernel.campaign.proposals import CommandProposed, ConfirmProposal
from shared.kernel.campaign.seats import NotKnownHere, NotYours, OnlyTheGameMaster, ReasonNeeded, TooManyHere
from tests.rpg_specialist_total.magic import PLAIN, SHOWN, Magic, rolled

GUARDED: dict[str, Any] = {"evasion_training": 1, "block": 1, "armor": "light"}
"""One die of evasion, of block and of mitigation."""


@pytest.mark.rule("SC-PMA-01", "SC-PMA-02", "SC-PMA-03", "SC-MAG-02", "SC-R-60", "SC-X-14")
@pytest.mark.parametrize("structure", ["Bolt", "Laying On", "Lance", None])
def test_a_spell_that_mimics_a_physical_attack_meets_the_same_defence(structure: str | None) -> None:
    """Projected, touching and thrown spells meet evasion, then block, then mitigation."""
    play = Magic(bob=GUARDED)
    if structure is None:
        play.strike("hunting bow", 10, 10, 10, 10, 10)
    else:
        play.cast(structure, ("fire",), *((10, 10) if structure != "Lance" else (10, 10, 10)), dice=2)

    play.do(Evade(), 3, SHOWN, seat="bob")
    play.do(Block(), 4, seat="bob")
    play.do(RollDamage(), *((9,) if structure is None else (9, 9)), seat="ann")
    play.do(RollMitigation(), 5, seat="bob")

    assert (4 if structure is None else 13) == play.lost(play.bob)


@pytest.mark.rule("SC-MAG-01", "SC-PMA-04", "SC-PMA-06", "SC-R-34")
@pytest.mark.parametrize("energy", ["fire", "electric", "charm"])
@pytest.mark.parametrize("evades", [True, False])
def test_a_spell_that_is_wholly_blocked_fades(energy: str, evades: bool) -> None:  # noqa: FBT001
    """It has no effect with any energy, and uses no weapon training."""
    play = Magic(ann={"weapon_training": {"long blade": 5}}, bob={"evasion_training": 2, "block": 2})
    declared = play.cast("Bolt", (energy,), 5, 5)[-1]
    assert isinstance(declared, AttackDeclared)
    assert ("magic", "projectile", 0, 2) == (
        declared.declared.kind, declared.declared.mimics, declared.declared.ap, declared.declared.magic_ap
    )  # fmt: skip
    assert rolled(5, 5, percentile=PLAIN) == declared.to_hit
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
    assert 0 == play.lost(play.bob)


@pytest.mark.rule("SC-PMA-04", "SC-PMA-05", "SC-R-62", "SC-R-104")
@pytest.mark.parametrize(("energies", "dice", "form"), [
    (("fire",), 1, 1), (("electric",), 0, 1), (("fire", "electric"), 0, 1), (("fire", "charm"), 1, 1),
    (("fire", "electric"), 1, 0),
])  # fmt: skip
def test_armor_mitigates_direct_damage_that_does_not_bypass_it(energies: tuple[str, ...], dice: int, form: int) -> None:
    """Light armor has 1 die against fire, and none against electricity or a mixture with it."""
    play = Magic(bob=GUARDED, form=form)
    play.cast("Bolt", energies, 10, 10, percentile=91)
    play.do(Stand(), seat="bob")
    if "charm" in energies:
        play.do(RollStatedDefence(dice=1), 5, seat="ann")
        play.do(RollStatedDefence(dice=1), 6, seat="bob")
    play.do(RollDamage(), 9, 9, seat="ann")

    play.do(RollMitigation(), *([5] * dice), seat="bob")

    assert 18 - 5 * dice == play.lost(play.bob)


@pytest.mark.rule("SC-PMA-05", "SC-CAMP-33")
def test_energy_without_direct_damage_rolls_none() -> None:
    """Life energy takes effect without damage or mitigation rolls."""
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
def test_an_energy_with_its_own_defence_is_met_with_armor_first(resists: bool) -> None:  # noqa: FBT001
    """A projected charm meets evasion and block, then the opposed check."""
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
def test_what_is_resisted_deals_no_damage_either() -> None:
    """If acid is resisted, the fire in the same spell still deals its damage."""
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
def test_a_spell_that_mimics_nothing_is_met_with_magic_alone() -> None:
    """Evasion, worn armor and block do not count; magic components and counterspells do."""
    play = Magic(bob={**GUARDED, "components": ("Ward", "Brace"), "items": ("round shield",)})
    play.cast("Whisper", ("cold",), 5, 5)
    play.no(MagicAlone, Evade(), seat="bob")
    play.no(MagicAlone, Block(components=(Invested(name="Brace", ap=1),)), seat="bob")
    play.no(MagicAlone, Block(shield=play.held(play.bob, "round shield")), seat="bob")

    play.do(Block(components=(Invested(name="Ward", ap=1),)), 9, SHOWN, seat="bob")
    play.do(RollDamage(), 9, 9, seat="ann")
    play.do(RollMitigation(), 4, seat="bob")

    assert 18 - 4 == play.lost(play.bob)
    other = Magic(bob=GUARDED)
    other.cast("Whisper", ("cold",), 5, 5)
    other.do(CounterByAttack(energy="fire", ap=1, dice=2), 9, 9, SHOWN, seat="bob")
    assert 0 == other.lost(other.bob)


@pytest.mark.rule("SC-R-92")
def test_a_spell_that_mimics_nothing_may_be_met_physically() -> None:
    """By setting all defences count."""
    play = Magic(bob=GUARDED, magic={"unmimicked_defence": "physical"})
    play.cast("Whisper", ("fire",), 10, 10)
    play.do(Evade(), 3, SHOWN, seat="bob")
    play.do(Block(), 4, seat="bob")
    play.do(RollDamage(), 9, 9, seat="ann")
    play.do(RollMitigation(), 5, seat="bob")
    assert 13 == play.lost(play.bob)


@pytest.mark.rule("SC-PMA-07", "SC-R-77")
@pytest.mark.parametrize("energy", ["fire", "charm"])
def test_to_catch_a_bare_energy_gives_up_every_physical_defence(energy: str) -> None:
    """It hits without mitigation, and only a stated defence is offered."""
    play = Magic(bob={"block": 5, "armor": "heavy", "components": ("Catch",)})
    play.cast("Bolt", (energy,), 1, 1)

    events = play.do(Block(components=(Invested(name="Catch", ap=1),)), seat="bob")

    x = play.exchange.id
    assert AttackSettled(exchange=x, outcome="hit") in events
    if energy == "charm":
        assert ("charm",) == play.exchange.stated
        return
    assert MitigationRolled(exchange=x, rolled=rolled()) in play.do(RollDamage(), 5, 5, seat="ann")
    assert 10 == play.lost(play.bob)


def prohibitive(play: Magic, *energies: str, met: bool | None = True, **more: Any) -> CastProhibitive:  # noqa: ANN401
    """Return a prohibitive spell of 3 AP at `bob`."""
    fields: dict[str, Any] = {"ap": 3, "reason": "a huge Vitality pool", **more}
    return CastProhibitive(
        character=play.ann, target=play.bob, energies=energies or ("death",), requirement_met=met, **fields
    )


def as_cast(play: Magic, *energies: str) -> CastSpell:
    """Return the record of that spell."""
    return CastSpell(
        character=play.ann, target=play.bob, energies=energies, ap=3, reason="a huge Vitality pool"
    )  # fmt: skip


@pytest.mark.rule("SC-PROH-01", "SC-PROH-02", "SC-PROH-03", "SC-PROH-04", "SC-PROH-05", "SC-X-16")
def test_a_prohibitive_spell_fails_where_its_requirement_is_not_met() -> None:
    """Its AP are spent without any effect; the Keeper states the reason."""
    play = Magic()
    play.no(RequirementNotStated, prohibitive(play, met=None), seat="ann")
    play.no(RequirementNotStated, prohibitive(play, met=None))
    play.no(OnlyTheGameMaster, prohibitive(play, met=False), seat="ann")
    play.no(ReasonNeeded, prohibitive(play, met=False, reason=None))

    play.when(prohibitive(play, met=False)).then(
        ApSpent(character=play.ann, ap=3, use="spell"), SpellFailed(spell=as_cast(play, "death"))
    )
    assert (2, 0) == (play.fighter(play.ann).ap, play.lost(play.bob))
    assert play.state.exchange is None


@pytest.mark.rule("SC-PROH-06", "SC-PROH-07", "SC-R-74")
def test_a_prohibitive_spell_takes_effect_at_once() -> None:
    """There is no to-hit, defence, counterspell or mitigation; its data set the damage."""
    play = Magic(bob={"evasion_training": 5, "block": 5, "armor": "heavy"})

    events = play.do(prohibitive(play))

    x = play.exchange.id
    assert [
        ApSpent(character=play.ann, ap=3, use="spell"),
        ProhibitiveSpellCast(exchange=x, spell=as_cast(play, "death")),
        EnergyJudged(exchange=x, energies=("death",), acts=True),
        EnergyTookEffect(
            exchange=x, character=play.bob, energies=("death",), ap=0, added=Added(dice=6), deals=True
        ),
    ] == events  # fmt: skip
    for command in (Evade(), Block(), Stand(), CounterByAttack(energy="fire", ap=1), RollStatedDefence(dice=1)):
        play.no(NothingToAnswer, command, seat="bob")
    assert [
        DamageRolled(exchange=x, rolled=rolled(1, 2, 3, 4, 5, 6)),
        MitigationRolled(exchange=x, rolled=rolled()),
        DamageDealt(exchange=x, character=play.bob, amount=21, outcome="hit"),
    ] == play.do(RollDamage(), 1, 2, 3, 4, 5, 6, seat="ann")[:3]
    assert 21 == play.lost(play.bob)
    assert play.state.exchange is None


@pytest.mark.rule("SC-PROH-06")
def test_a_prohibitive_energy_without_damage_is_recorded() -> None:
    """The Keeper applies its effect."""
    play = Magic()

    events = play.do(prohibitive(play, "dread"))

    assert isinstance(events[-2], EnergyTookEffect)
    assert isinstance(events[-1], ExchangeEnded)


@pytest.mark.rule("SC-PROH-07", "SC-R-74")
@pytest.mark.parametrize("resists", [True, False])
def test_a_defence_that_the_description_names_is_offered(resists: bool) -> None:  # noqa: FBT001
    """Only the check of Doom counts against it, and a success prevents all damage."""
    play = Magic()
    play.do(prohibitive(play, "doom"))
    play.no(NothingToAnswer, Evade(), seat="bob")
    play.do(RollStatedDefence(dice=1), 5, seat="ann")

    events = play.do(RollStatedDefence(dice=1), 6 if resists else 5, seat="bob")

    if resists:
        assert isinstance(events[-1], ExchangeEnded)
        return
    assert isinstance(events[-1], EnergyTookEffect)
    assert Added(dice=2) == events[-1].added
    play.do(RollDamage(), 3, 4, seat="ann")
    assert 7 == play.lost(play.bob)


@pytest.mark.rule("SC-PROH-01", "SC-PROH-08")
def test_prohibitive_energies_are_cast_by_themselves() -> None:
    """They are refused in attacks, held spells and weapons; other energies are refused in such a spell."""
    play = Magic()
    bolt = (Invested(name="Bolt", ap=1),)
    play.no(EnergyNotCast, Attack(attacker=play.ann, target=play.bob, energies=("death",), components=bolt, dice=1))
    hold = HoldSpell(character=play.ann, kind="prepared", what="an end", energies=("death",), ap=1)
    play.no(EnergyNotCast, hold)
    hands = play.held(play.ann, "bare hands")
    play.no(EnergyNotCast, ChargeWeapon(character=play.ann, item=hands, mode="charged", energies=("death",), ap=1))
    play.no(EnergyNotCast, prohibitive(play, "fire"))
    play.no(EnergyNotCast, prohibitive(play, "death", "fire"))


@pytest.mark.rule("SC-PROH-03", "SC-ACT-01")
def test_a_prohibitive_spell_is_cast_like_a_spell() -> None:
    """It takes one's own turn, AP, and a living target on the same side of the fight."""
    play = Magic()
    play.no(NotEnoughAp, prohibitive(play, ap=6))
    play.no(OneApAtLeast, prohibitive(play, ap=0))
    play.no(NotYourTurn, replace(prohibitive(play), character=play.bob, target=play.ann))
    play.no(NotYours, prohibitive(play), seat="bob")
    play.do(LoseVitality(character=play.bob, amount=200, reason="a fall"))
    play.no(IsDead, prohibitive(play))


def holding(play: Magic, kind: Any = "prepared", **more: Any) -> HoldSpell:  # noqa: ANN401
    """Return a spell that `ann` prepares, by default fire by a bolt of 3 dice and 2 AP."""
    fields: dict[str, Any] = {"energies": ("fire",), "components": ("Lance",), "ap": 2, "dice": 3, **more}
    return HoldSpell(character=play.ann, kind=kind, what="a spell", **fields)


@pytest.mark.rule("SC-MOVE-09", "SC-ACT-01")
@pytest.mark.parametrize("moving", [True, False])
def test_a_prepared_spell_is_used_later_and_in_motion(moving: bool) -> None:  # noqa: FBT001
    """It is paid when prepared; an unprepared spell is refused during movement."""
    play = Magic(ann={"luck": 9})
    spent, held = play.do(holding(play), seat="ann")
    assert ApSpent(character=play.ann, ap=2, use="spell") == spent
    assert isinstance(held, SpellHeld)
    spell = held.held.id
    use = CastPrepared(character=play.ann, spell=spell, target=play.bob, part_of_movement=moving)
    if moving:
        play.no(NotMoving, use, seat="ann")
        play.do(Move(character=play.ann, units=1), seat="ann")
        bolt = Attack(
            attacker=play.ann, target=play.bob, energies=("fire",), components=(Invested(name="Bolt", ap=1),),
            dice=1, part_of_movement="own",
        )  # fmt: skip
        play.no(NoSpellInMotion, bolt, seat="ann")
    play.no(TooManyLuckDice, replace(use, luck=5), seat="ann")
    play.no(NotATarget, replace(use, target=play.ann), seat="ann")
    play.no(NotKnownHere, replace(use, spell="spell-77"), seat="ann")

    cast, declared = play.do(use, 5, 5, 5, 5, SHOWN, seat="ann")

    assert PreparedSpellCast(character=play.ann, spell=spell) == cast
    assert isinstance(declared, AttackDeclared)
    assert ("magic", 2, ("fire",), "thrown", True) == (
        declared.declared.kind, declared.declared.magic_ap, declared.declared.energies, declared.declared.mimics,
        declared.declared.prepared,
    )  # fmt: skip
    assert rolled(5, 5, 5, 5, modifier=2, percentile=PLAIN) == declared.to_hit
    assert ({}, 3, True) == (play.who(play.ann).spells, play.fighter(play.ann).ap, play.fighter(play.ann).magic)
    play.do(Stand(), seat="bob")
    play.do(RollDamage(), 6, 6, seat="ann")
    play.do(RollMitigation(), seat="bob")
    assert 12 == play.lost(play.bob)


@pytest.mark.rule("SC-MOVE-09")
def test_only_a_prepared_spell_is_used() -> None:
    """A concentration spell is no attack, and casters who cannot act use nothing."""
    play = Magic()
    play.do(holding(play, "concentration"))
    (spell,) = play.who(play.ann).spells
    use = CastPrepared(character=play.ann, spell=spell, target=play.bob)
    play.no(NotPrepared, use)
    play.no(NotYourTurn, replace(use, character=play.bob, target=play.ann))
    play.given(FatigueLost(character=play.ann, amount=20, cause="the heat"))
    play.no(CannotAct, use)


@pytest.mark.rule("SC-MOVE-10", "SC-CAMP-32")
def test_concentration_is_kept_in_motion_and_ends_with_waking() -> None:
    """Movement does not end it; unconsciousness ends it, and no other lasting spell."""
    play = Magic()
    kept, _ = (play.do(holding(play, kind, **more))[-1] for kind, more in (
        ("concentration", {}), ("shield", {"rounds": 3, "components": ()})
    ))  # fmt: skip
    assert isinstance(kept, SpellHeld)
    assert isinstance(play.do(Move(character=play.ann, units=1), seat="ann")[-1], Moved)
    assert 2 == len(play.who(play.ann).spells)

    events = play.do(LoseFatigue(character=play.ann, amount=20, reason="the heat"))

    ended = SpellEnded(character=play.ann, spell=kept.held.id, cause="nobody keeps it")
    assert ended == events[1]
    assert ["shield"] == [spell.kind for spell in play.who(play.ann).spells.values()]
    died = play.do(LoseVitality(character=play.ann, amount=200, reason="a fall"))
    assert any(isinstance(event, SpellEnded) for event in died)
    assert {} == play.who(play.ann).spells


def test_a_spell_is_let_go() -> None:
    """The caster's seat or the Keeper ends it, while nothing waits for an answer."""
    play = Magic()
    play.do(holding(play))
    (spell,) = play.who(play.ann).spells
    play.no(NotYours, EndSpell(character=play.ann, spell=spell), seat="bob")
    play.no(NotKnownHere, EndSpell(character=play.ann, spell="spell-99"), seat="ann")

    play.when(EndSpell(character=play.ann, spell=spell), seat="ann").then(
        SpellEnded(character=play.ann, spell=spell, cause="let go")
    )


@pytest.mark.rule("SC-CSP-13", "SC-CAMP-31")
def test_the_rounds_of_a_shield_run_down() -> None:
    """Each new round of the fight takes one, and the last one ends the shield."""
    play = Magic()
    held = Held(id="spell-90", kind="shield", what="fire", energies=("fire",), ap=1, dice=2, rounds=2)
    play.given(SpellHeld(character=play.bob, held=held))
    play.turn()

    events = play.turn()
    assert RoundBegan(round=3) in events
    assert SpellWaned(character=play.bob, spell="spell-90", rounds=1) in events
    play.turn()
    assert SpellEnded(character=play.bob, spell="spell-90", cause="its duration is over") in play.turn()
    assert {} == play.who(play.bob).spells


@pytest.mark.rule("SC-CAMP-31", "SC-R-81")
def test_rounds_that_pass_outside_a_fight_count_too() -> None:
    """A shield of 1 round ends when the Keeper passes a round."""
    play = Magic()
    held = Held(id="spell-90", kind="shield", what="fire", energies=("fire",), ap=1, dice=2, rounds=1)
    play.given(SpellHeld(character=play.bob, held=held))
    play.do(EndFight())

    assert SpellEnded(character=play.bob, spell="spell-90", cause="its duration is over") in play.do(PassRound())


@pytest.mark.rule("SC-CAMP-31")
@pytest.mark.parametrize(("kind", "more"), [
    ("shield", {"rounds": None}), ("shield", {"rounds": 2, "energies": ("fire", "cold")}), ("prepared", {"rounds": 2}),
    ("concentration", {"rounds": 2}),
])  # fmt: skip
def test_what_lasts_is_of_one_sort(kind: str, more: dict[str, Any]) -> None:
    """Only a shield has a duration, and it has one energy."""
    play = Magic()
    play.no(OneEnergyOfAShield, holding(play, kind, **more))


@pytest.mark.rule("SC-E-17", "SC-CAMP-30")
def test_what_is_put_into_a_spell_is_bounded() -> None:
    """Known energies, tier limits and the number of lasting spells limit it."""
    play = Magic(ann={"speed_rating": 20}, combat={"tier_caps": True})
    play.no(TierExceeded, holding(play, ap=4))
    play.no(EnergyNotCast, holding(play, energies=("night",)))
    for _ in range(10):
        play.do(holding(play, ap=1))
    play.no(TooManyHere, holding(play, ap=1))


@pytest.mark.rule("SC-CAMP-32")
def test_concentration_ends_with_a_coma() -> None:
    """The drug that kept the caster awake wears off, and the spell ends."""
    play = Magic(ann={"meginserk_training": 1})
    play.do(holding(play, "concentration"))
    play.given(
        DrugTaken(character=play.ann, drug="meginserk", doses=1, tier=1, temporary=5),
        VitalityLost(character=play.ann, amount=45, cause="a fall", temporary=5),
    )
    assert 1 == len(play.who(play.ann).spells)

    *_, coma, ended = play.do(EndDrug(character=play.ann))

    assert ComaBegan(character=play.ann) == coma
    assert isinstance(ended, SpellEnded)
    assert {} == play.who(play.ann).spells


@pytest.mark.rule("SC-PROH-01")
def test_a_player_proposes_a_prohibitive_spell() -> None:
    """By confirming it the Keeper states that the requirement is met."""
    play = Magic()
    (proposed,) = play.do(Propose(command=prohibitive(play, "dread")), seat="ann")
    assert isinstance(proposed, CommandProposed)

    events = play.do(ConfirmProposal(proposal=proposed.proposal))

    assert any(isinstance(event, EnergyTookEffect) for event in events)


@pytest.mark.rule("SC-BER-07")
def test_a_berserker_casts_nothing_at_all() -> None:
    """Charging, held, prohibitive and prepared spells are refused."""
    play = Magic()
    play.do(holding(play))
    (spell,) = play.who(play.ann).spells
    play.given(DrugTaken(character=play.ann, drug="berserk", doses=1, tier=1))
    hands = play.held(play.ann, "bare hands")

    for command in (
        ChargeWeapon(character=play.ann, item=hands, mode="charged", energies=("fire",), ap=1), holding(play),
        prohibitive(play), CastPrepared(character=play.ann, spell=spell, target=play.bob),
    ):  # fmt: skip
        play.no(BerserkersCastNothing, command)
