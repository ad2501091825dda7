"""Magic is kept apart from martial actions, also by corrections and by data that are loaded later."""

from __future__ import annotations

import pytest

from services.rpg_specialist_total.catalogue import Bonus, Component, Weapon
from services.rpg_specialist_total.chapters.attacks import (
    Attack,
    AttackDeclared,
    ComponentNotKnown,
    ComponentNotMagic,
    NothingToAttackWith,
    WrongComponent,
)
from services.rpg_specialist_total.chapters.charging import ModeDoesNotFit
from services.rpg_specialist_total.chapters.corrections import (
    CorrectCharge,
    CorrectSpell,
    NewCharge,
    NewSpell,
    SpellCorrected,
)
from services.rpg_specialist_total.chapters.spells import CastPrepared, PreparedSpellCast
from services.rpg_specialist_total.chapters.turns import OneApAtLeast
from services.rpg_specialist_total.state.combatants import Held
from services.rpg_specialist_total.state.exchange import Declared
from tests.rpg_specialist_total.magic import PLAIN, Magic, holding, roll_of

WHY = "a slip"
FORMS = pytest.mark.parametrize("form", [1, 2])


def spell_of(*components: str, ap: int = 2) -> NewSpell:
    """Return a prepared spell of fire."""
    return NewSpell(kind="prepared", what="a bolt", energies=("fire",), components=components, ap=ap)


@pytest.mark.rule("SC-CAMP-48", "SC-MAG-01")
@FORMS
@pytest.mark.parametrize("component", ["Firm Stroke", "Evade", "Sweep"])
def test_a_correction_gives_a_spell_only_components_of_magic(component: str, form: int) -> None:
    """The Keeper cannot give a spell a martial component. Under version 1 of the rules the game accepts it."""
    play = Magic(form=form)
    correction = CorrectSpell(character=play.ann, held=spell_of("Bolt", component), reason=WHY)
    held = Held(id=f"spell-{play.state.made + 1}", kind="prepared", what="a bolt", energies=("fire",),
                components=("Bolt", component), ap=2)  # fmt: skip

    if form == 1:
        play.when(correction).then(SpellCorrected(character=play.ann, spell=held.id, held=held, reason=WHY))
        return
    refused = play.no(ComponentNotMagic, correction)
    assert ("components of magic", (component,), "held") == (refused.needs, refused.has, refused.field)


@pytest.mark.rule("SC-CAMP-48")
@FORMS
@pytest.mark.parametrize("kind", ["charge", "held"])
def test_a_correction_gives_a_spell_or_a_charge_at_least_one_ap(kind: str, form: int) -> None:
    """The Keeper cannot add a spell or a charge without AP. Under version 1 of the rules the game accepts it."""
    play = Magic(form=form)
    charge = NewCharge(mode="conducted", energies=("cold",), ap=0, by=play.ann)
    correction: CorrectCharge | CorrectSpell = (
        CorrectCharge(item=play.item_named(play.ann, "long blade"), charge=charge, reason=WHY)
        if kind == "charge"
        else CorrectSpell(character=play.ann, held=spell_of("Bolt", ap=0), reason=WHY)
    )
    if form == 1:
        assert 1 == len(play.do(correction))
        return
    refused = play.no(OneApAtLeast, correction)
    assert (1, 0, kind) == (refused.needs, refused.has, refused.field)


@pytest.mark.rule("SC-MAG-01", "SC-DEF-08")
def test_a_refusal_tells_unknown_components_from_those_that_are_not_magic() -> None:
    """A martial component on the sheet is known, but it is not magic."""
    play = Magic(ann={"components": ("Bolt", "Firm Stroke")})
    known = play.no(ComponentNotMagic, holding(play, components=("Bolt", "Firm Stroke")), seat="ann")
    unknown = play.no(ComponentNotKnown, holding(play, components=("Ward",)), seat="ann")
    assert ((("Bolt",), ("Firm Stroke",)), (("Bolt",), ("Ward",))) == tuple(
        (one.needs, one.has) for one in (known, unknown)
    )


@pytest.mark.rule("SC-R-116")
def test_a_prepared_spell_may_be_bare_energy() -> None:
    """A prepared spell without components attacks with its energy alone and mimics nothing.

    An attack at once names a component.
    """
    play = Magic()
    bare = Attack(attacker=play.ann, target=play.bob, energies=("fire",), ap=1)
    play.no(NothingToAttackWith, bare, seat="ann")
    play.do(holding(play, components=(), dice=0, ap=1), seat="ann")
    ((spell, held),) = play.who(play.ann).spells.items()

    events = play.do(CastPrepared(character=play.ann, spell=spell, target=play.bob), PLAIN, seat="ann")

    declared = Declared(
        attacker=play.ann, target=play.bob, kind="magic", ap=0, magic_ap=1, energies=("fire",), prepared=True,
        spell=held,
    )  # fmt: skip
    x = play.exchange.id
    assert [
        PreparedSpellCast(character=play.ann, spell=spell),
        AttackDeclared(exchange=x, declared=declared, to_hit=roll_of(percentile=PLAIN)),
    ] == events


@pytest.mark.rule("SC-R-117")
@FORMS
def test_a_prepared_spell_whose_component_is_no_longer_magic_is_not_cast(form: int) -> None:
    """If new data make a component martial, a prepared spell with it can no longer be cast.

    Under version 1 of the rules it is cast with the new data.
    """
    play = Magic(form=form)
    play.do(holding(play, components=("Bolt",), dice=1), seat="ann")
    (spell,) = play.who(play.ann).spells
    cast = CastPrepared(character=play.ann, spell=spell, target=play.bob)
    play.data(components=(Component(name="Bolt", type="martial", use="attack", to_hit=Bonus()),))

    if form == 1:
        assert play.do(cast, 5, PLAIN, seat="ann")
        assert play.exchange.declared.mimics is None
        return
    refused = play.no(ComponentNotMagic, cast, seat="ann")
    assert (("Bolt",), "spell") == (refused.has, refused.field)


@pytest.mark.rule("SC-R-119")
@FORMS
def test_a_prepared_spell_with_a_component_of_defence_is_not_cast_as_an_attack(form: int) -> None:
    """A shielding component can be prepared but adds nothing to an attack: the game refuses it.

    In a campaign of form 1 it is cast, and its bonus to damage counts.
    """
    play = Magic(form=form)
    play.data(components=(Component(name="Ward", type="magic", use="defence", damage=Bonus(flat=5)),))
    play.do(holding(play, components=("Bolt", "Ward"), dice=1), seat="ann")
    (spell,) = play.who(play.ann).spells
    cast = CastPrepared(character=play.ann, spell=spell, target=play.bob)

    if form == 1:
        play.do(cast, 5, PLAIN, seat="ann")
        assert 5 == play.exchange.declared.damage.flat
        return
    refused = play.no(WrongComponent, cast, seat="ann")
    assert ("attack", ("Ward",), "spell") == (refused.needs, refused.has, refused.field)


@pytest.mark.rule("SC-R-117")
@FORMS
def test_no_weapon_attacks_with_energy_in_a_mode_that_no_longer_fits(form: int) -> None:
    """If new data turn a blade into an unarmed weapon, its conducted energy no longer fits, and it cannot attack.

    The Keeper removes the energy. Under version 1 of the rules the attack carries it.
    """
    play = Magic(form=form)
    blade = play.put("long blade", "fire")
    play.data(weapons=(Weapon(name="long blade", reach="unarmed", to_hit=Bonus(dice=1)),))
    strike = Attack(attacker=play.ann, target=play.bob, weapon=blade, ap=1)

    if form == 1:
        play.do(strike, 5, PLAIN, seat="ann")
        assert blade == play.exchange.declared.charged
        return
    refused = play.no(ModeDoesNotFit, strike, seat="ann")
    assert (("charged",), "conducted", "weapon") == (refused.needs, refused.has, refused.field)
    play.do(CorrectCharge(item=blade, reason=WHY))
    play.do(strike, 5, PLAIN, seat="ann")
