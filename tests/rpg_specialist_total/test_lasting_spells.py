"""Lasting spells: prepared spells, concentration spells, and shields that last a number of rounds."""

from typing import Any

import pytest
from msgspec.structs import replace

from services.rpg_specialist_total.chapters.attacks import (
    Attack,
    AttackDeclared,
    ComponentNotKnown,
    EnergyNotCast,
    NotATarget,
)
from services.rpg_specialist_total.chapters.combatants import ChangeCombatant
from services.rpg_specialist_total.chapters.damage import (
    RollDamage,
    RollMitigation,
)
from services.rpg_specialist_total.chapters.defence import Stand
from services.rpg_specialist_total.chapters.dice import TooManyLuckDice
from services.rpg_specialist_total.chapters.drugs import ComaBegan, DrugTaken, EndDrug
from services.rpg_specialist_total.chapters.movement import Move, Moved, NoSpellInMotion, NotMoving
from services.rpg_specialist_total.chapters.recovery import PassRound
from services.rpg_specialist_total.chapters.spells import (
    CastPrepared,
    EndSpell,
    NotPrepared,
    OneEnergyOfAShield,
    PreparedSpellCast,
    SpellEnded,
    SpellHeld,
    SpellWaned,
)
from services.rpg_specialist_total.chapters.states import (
    CannotAct,
    FatigueLost,
    LoseFatigue,
    LoseVitality,
    VitalityLost,
)
from services.rpg_specialist_total.chapters.turns import ApSpent, RollOrder, TierExceeded
from services.rpg_specialist_total.state.combatants import Held, Invested
from shared.kernel.campaign.fights import (
    EndFight,
    JoinFight,
    LeaveFight,
    NotYourTurn,
    OrderSet,
    RoundBegan,
    StartFight,
    TurnBegan,
)
from shared.kernel.campaign.seats import NotKnownHere, NotYours, TooManyHere
from tests.rpg_specialist_total.magic import PLAIN, SHOWN, Magic, holding, roll_of
from tests.rpg_specialist_total.play import Play


@pytest.mark.rule("SC-MOVE-09", "SC-ACT-01")
@pytest.mark.parametrize("moving", [True, False])
def test_a_prepared_spell_is_cast_later_and_in_motion(moving: bool) -> None:  # noqa: FBT001
    """The caster pays the AP of a spell when preparing it. During movement the game refuses an unprepared spell."""
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
    assert roll_of(5, 5, 5, 5, modifier=2, percentile=PLAIN) == declared.to_hit
    assert ({}, 3, True) == (play.who(play.ann).spells, play.fighter(play.ann).ap, play.fighter(play.ann).magic)
    play.do(Stand(), seat="bob")
    play.do(RollDamage(), 6, 6, seat="ann")
    play.do(RollMitigation(), seat="bob")
    assert 12 == play.vitality_lost(play.bob)


@pytest.mark.rule("SC-MOVE-09")
def test_only_a_prepared_spell_is_cast_at_a_target() -> None:
    """A concentration spell cannot be cast at a target. A caster who cannot act casts nothing."""
    play = Magic()
    play.do(holding(play, "concentration"))
    (spell,) = play.who(play.ann).spells
    use = CastPrepared(character=play.ann, spell=spell, target=play.bob)
    play.no(NotPrepared, use)
    play.no(NotYourTurn, replace(use, character=play.bob, target=play.ann))
    play.given(FatigueLost(character=play.ann, amount=20, cause="the heat"))
    play.no(CannotAct, use)


@pytest.mark.rule("SC-MOVE-10", "SC-CAMP-32")
def test_unconsciousness_ends_concentration() -> None:
    """Movement does not end a concentration spell, but unconsciousness does. Other lasting spells continue."""
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


def test_a_lasting_spell_may_be_ended() -> None:
    """The caster's seat or the Keeper may end a lasting spell while no attack is pending."""
    play = Magic()
    play.do(holding(play))
    (spell,) = play.who(play.ann).spells
    play.no(NotYours, EndSpell(character=play.ann, spell=spell), seat="bob")
    play.no(NotKnownHere, EndSpell(character=play.ann, spell="spell-99"), seat="ann")

    play.when(EndSpell(character=play.ann, spell=spell), seat="ann").then(
        SpellEnded(character=play.ann, spell=spell, cause="let go")
    )


@pytest.mark.rule("SC-CSP-13", "SC-CAMP-31")
def test_a_shield_lasts_its_number_of_rounds() -> None:
    """A shield ends after its number of rounds. Each new round of the fight counts as one."""
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


@pytest.mark.rule("SC-CAMP-43", "SC-CAMP-31")
@pytest.mark.parametrize("form", [2, 1])
def test_a_fight_that_starts_takes_no_round_from_a_shield(form: int) -> None:
    """A shield of 1 round that was raised before a fight lasts through its first round.

    In older campaigns it ends at once.
    """
    play = Play(form=form)
    bob = play.one("bob", energies=("fire",))
    held = Held(id="spell-90", kind="shield", what="fire", energies=("fire",), ap=1, dice=2, rounds=1)
    play.given(SpellHeld(character=bob, held=held))
    over = SpellEnded(character=bob, spell="spell-90", cause="its duration is over")

    events = play.do(StartFight(participants=(bob,), order="fixed"))

    assert ([] if form > 1 else [over]) == [event for event in events if isinstance(event, SpellEnded)]
    play.do(RollOrder(participant=bob), 5, 5, 5)
    assert (form > 1) == (over in play.turn())


@pytest.mark.rule("SC-CAMP-43")
def test_fights_that_end_at_once_take_no_round_from_a_shield() -> None:
    """A shield of 3 rounds still has all of them after three fights that ended at once."""
    play = Play()
    bob = play.one("bob", energies=("fire",))
    held = Held(id="spell-90", kind="shield", what="fire", energies=("fire",), ap=1, dice=2, rounds=3)
    play.given(SpellHeld(character=bob, held=held))

    for _ in range(3):
        play.do(StartFight(participants=(bob,), order="fixed"))
        play.do(EndFight())

    assert {held.id: held} == play.who(bob).spells


@pytest.mark.rule("SC-CAMP-31", "SC-CAMP-43")
@pytest.mark.parametrize("form", [2, 1])
def test_rounds_of_a_fight_count_for_shields_outside_it(form: int) -> None:
    """A shield held by a bystander loses a round in each later round of the fight, and none when the Keeper passes one.

    In older campaigns it loses one only when the Keeper passes a round.
    """
    play = Magic(form=form)
    cara = play.one("bob", energies=("fire",))
    held = Held(id="spell-90", kind="shield", what="fire", energies=("fire",), ap=1, dice=2, rounds=2)
    play.given(SpellHeld(character=cara, held=held))
    waned, over = (
        SpellWaned(character=cara, spell="spell-90", rounds=1),
        SpellEnded(character=cara, spell="spell-90", cause="its duration is over"),
    )

    assert (form == 1) == (waned in play.do(PassRound()))
    play.turn()
    assert (form > 1) == (waned in play.turn())

    play.given(OrderSet(order=(play.ann, play.bob)), TurnBegan(participant=play.ann))
    play.turn()
    assert (form > 1) == (over in play.turn())


@pytest.mark.rule("SC-CAMP-31", "SC-CAMP-43")
@pytest.mark.parametrize(("form", "left"), [(2, 1), (1, 2)])
def test_a_caster_that_is_away_keeps_no_shield_fresh(form: int, left: int) -> None:
    """A shield loses a round as one begins while its caster has left the fight. In older campaigns it loses none."""
    play = Magic(form=form)
    held = Held(id="spell-90", kind="shield", what="fire", energies=("fire",), ap=1, dice=2, rounds=2)
    play.given(SpellHeld(character=play.ann, held=held))

    play.do(LeaveFight(participant=play.ann))
    assert RoundBegan(round=3) in play.turn()
    play.do(JoinFight(participant=play.ann))

    assert left == play.who(play.ann).spells["spell-90"].rounds


@pytest.mark.rule("SC-CAMP-31", "SC-R-81")
def test_rounds_that_pass_outside_a_fight_count_too() -> None:
    """Outside a fight, a shield of 1 round ends when the Keeper passes a round."""
    play = Magic()
    held = Held(id="spell-90", kind="shield", what="fire", energies=("fire",), ap=1, dice=2, rounds=1)
    play.given(SpellHeld(character=play.bob, held=held))
    play.do(EndFight())

    assert SpellEnded(character=play.bob, spell="spell-90", cause="its duration is over") in play.do(PassRound())


@pytest.mark.rule("SC-CAMP-31")
@pytest.mark.parametrize(("kind", "more", "said"), [
    ("shield", {"rounds": None}, ("rounds", "a number of rounds", None)),
    ("shield", {"rounds": 2, "energies": ("fire", "cold")}, ("energies", "one energy", ("fire", "cold"))),
    ("prepared", {"rounds": 2}, ("rounds", "no rounds", 2)),
    ("concentration", {"rounds": 2}, ("rounds", "no rounds", 2)),
])  # fmt: skip
def test_only_shields_have_a_duration(kind: str, more: dict[str, Any], said: tuple[object, ...]) -> None:
    """A shield must have a duration and exactly one energy. Other lasting spells have no duration."""
    play = Magic()
    refused = play.no(OneEnergyOfAShield, holding(play, kind, **more))
    assert said == (refused.field, refused.needs, refused.has)


@pytest.mark.rule("SC-E-17", "SC-CAMP-30")
def test_a_prepared_spell_has_limits() -> None:
    """A caster prepares only known energies, with AP within the tier's limit.

    A caster has at most ten prepared spells.
    """
    play = Magic(ann={"speed_rating": 20}, combat={"tier_caps": True})
    play.no(TierExceeded, holding(play, ap=4))
    play.no(EnergyNotCast, holding(play, energies=("night",)))
    for _ in range(10):
        play.do(holding(play, ap=1))
    play.no(TooManyHere, holding(play, ap=1))


@pytest.mark.rule("SC-CAMP-32")
def test_concentration_ends_with_a_coma() -> None:
    """A caster kept awake by a drug loses concentration when the drug wears off."""
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


@pytest.mark.rule("SC-R-121", "SC-CAMP-30")
def test_a_lasting_spell_outlasts_what_its_caster_knows() -> None:
    """A prepared spell is cast although its caster has lost its energy and its component. A new one is refused."""
    play = Magic()
    play.do(holding(play, components=("Bolt",), dice=1), seat="ann")
    (spell,) = play.who(play.ann).spells
    sheet = replace(play.who(play.ann).sheet, energies=("cold",), components=())
    play.do(ChangeCombatant(character=play.ann, sheet=sheet, reason="a curse"))
    play.no(ComponentNotKnown, holding(play, energies=("cold",), components=("Bolt",)), seat="ann")
    play.no(EnergyNotCast, holding(play, components=()), seat="ann")

    play.do(CastPrepared(character=play.ann, spell=spell, target=play.bob), 5, PLAIN, seat="ann")

    assert (("fire",), 1) == (play.exchange.declared.energies, len(play.exchange.to_hit.faces))
