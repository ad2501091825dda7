"""Shields of energy: shields of an opposing energy that add to a block, and lasting shields."""

import pytest

from services.rpg_specialist_total.chapters.counterspells import (
    CounterByAttack,
    CounterByShield,
    EnergiesCancelled,
    NoSuchShield,
    ShieldRaised,
)
from services.rpg_specialist_total.chapters.damage import RollDamage, RollMitigation
from services.rpg_specialist_total.chapters.defence import Block, BlockRolled, Evade, NotWithAShield
from services.rpg_specialist_total.chapters.energies import (
    SpellFaded,
)
from services.rpg_specialist_total.chapters.exchanges import ExchangeEnded, NothingToAnswer
from services.rpg_specialist_total.chapters.outcomes import AttackSettled
from services.rpg_specialist_total.chapters.spells import SpellEnded, SpellHeld
from services.rpg_specialist_total.chapters.turns import (
    ApSpent,
    NotBeforeFirstTurn,
)
from services.rpg_specialist_total.state.combatants import Held, Invested
from services.rpg_specialist_total.state.exchange import Counter
from shared.kernel.campaign.seats import TooManyHere
from shared.kernel.chance import Faces
from shared.kernel.messages import Event
from tests.rpg_specialist_total.magic import PLAIN, SHOWN, Magic, incoming, roll_of, struck
from tests.rpg_specialist_total.play import allowed_of


@pytest.mark.rule("SC-CSP-08", "SC-CSP-10", "SC-CSP-11")
def test_a_shield_of_an_opposing_energy_adds_to_the_block() -> None:
    """With the shield, a total defence of 15 beats a to-hit of 14. Both energies end, and no damage is dealt."""
    play = incoming(to_hit=(7, 7), bob={"block": 1})
    x = play.exchange.id
    counter = Counter(way="shield", energy="fire", ap=2, block=1)

    play.when(CounterByShield(energy="fire", ap=2, dice=1), seat="bob").then(
        ApSpent(character=play.bob, ap=2, use="defence"), ShieldRaised(exchange=x, counter=counter)
    )
    play.no(NothingToAnswer, CounterByShield(energy="fire", ap=1), seat="bob")
    play.when(Block(), seat="bob", faces=Faces(7, 8, SHOWN)).then(
        BlockRolled(exchange=x, rolled=roll_of(7, 8, percentile=PLAIN)),
        AttackSettled(exchange=x, outcome="countered"),
        EnergiesCancelled(exchange=x, counter="fire", energies=("cold",)),
        ExchangeEnded(exchange=x),
    )
    assert {} == play.who(play.bob).spells


@pytest.mark.rule("SC-CSP-10", "SC-R-88")
def test_evasion_comes_before_the_shield() -> None:
    """If the defender evades, the spell fades without touching the shield. A lasting shield remains."""
    play = incoming(bob={"evasion_training": 2})
    x = play.exchange.id
    play.do(CounterByShield(energy="fire", ap=1, dice=3, rounds=2), seat="bob")

    events = play.do(Evade(), 10, 9, SHOWN, seat="bob")

    held = Held(id=play.new("spell"), kind="shield", what="fire", energies=("fire",), ap=1, dice=3, rounds=2)
    assert [
        AttackSettled(exchange=x, outcome="evaded"),
        SpellHeld(character=play.bob, held=replacing_shield(held, events)),
        SpellFaded(exchange=x, energies=("cold",)),
        ExchangeEnded(exchange=x),
    ] == events[1:]


def replacing_shield(held: Held, events: list[Event]) -> Held:
    """Return the shield in these events, after asserting that it equals `held` except for its id."""
    (found,) = [event.held for event in events if isinstance(event, SpellHeld)]
    assert (held.energies, held.ap, held.dice, held.rounds) == (found.energies, found.ap, found.dice, found.rounds)
    return found


@pytest.mark.rule("SC-CSP-12", "SC-CSP-13", "SC-R-17")
@pytest.mark.parametrize("rounds", [None, 3])
def test_a_shield_that_fails_may_last(rounds: int | None) -> None:
    """After a hit, the AP of the shield mitigate. A shield without a duration ends; one with a duration remains."""
    play = incoming(to_hit=(10, 10), bob={"block": 1, "armor": "light"})
    play.do(CounterByShield(energy="fire", ap=2, dice=1, rounds=rounds), seat="bob")

    events = play.do(Block(), 7, 8, SHOWN, seat="bob")

    assert AttackSettled(exchange=play.exchange.id, outcome="hit") in events
    assert (rounds is not None) == any(isinstance(event, SpellHeld) for event in events)
    assert [rounds] * (rounds is not None) == [spell.rounds for spell in play.who(play.bob).spells.values()]
    play.do(RollDamage(), 9, 9, seat="ann")
    play.do(RollMitigation(), 1, 2, 3, seat="bob")
    assert 18 - 6 == play.vitality_lost(play.bob)


@pytest.mark.rule("SC-R-31")
@pytest.mark.parametrize(("setting", "stays"), [("ends", False), ("persists", True)])
@pytest.mark.parametrize("again", [False, True])
def test_a_setting_keeps_a_lasting_shield_after_a_success(setting: str, stays: bool, again: bool) -> None:  # noqa: FBT001
    """A lasting shield that stopped a spell ends together with the spell's energy.

    If `shield_after_success` is `persists`, the shield remains.
    """
    play = incoming(to_hit=(1, 1), counterspell={"shield_after_success": setting})
    shield = CounterByShield(energy="fire", ap=1, dice=2, rounds=2)
    if again:
        held = Held(id="spell-99", kind="shield", what="fire", energies=("fire",), ap=1, dice=2, rounds=2)
        play.given(SpellHeld(character=play.bob, held=held))
        shield = CounterByShield(energy="fire", spell="spell-99")
    play.do(shield, seat="bob")

    events = play.do(Block(), 9, 9, SHOWN, seat="bob")

    assert AttackSettled(exchange=events[-1].exchange, outcome="countered") in events  # type: ignore[attr-defined]
    assert stays == bool(play.who(play.bob).spells)
    assert (again and not stays) == any(isinstance(event, SpellEnded) for event in events)


@pytest.mark.rule("SC-R-105", "SC-CSP-08", "SC-CSP-09", "SC-CSP-10")
def test_a_shield_of_energy_is_raised_after_a_failed_evasion() -> None:
    """After a failed evasion the defender may raise one shield of energy, which adds to the block.

    The game refuses a counterspell by attack, which would replace the whole defence.
    """
    play = incoming(bob={"evasion_training": 1, "components": ("Ward", "Brace")})
    play.do(Evade(), 1, SHOWN, seat="bob")
    play.no(NothingToAnswer, CounterByAttack(energy="fire", ap=1, dice=2), seat="bob")
    assert allowed_of(play.state, "bob", CounterByShield)
    assert not allowed_of(play.state, "bob", CounterByAttack)

    play.do(CounterByShield(energy="fire", ap=1, dice=2), seat="bob")
    play.no(NothingToAnswer, CounterByShield(energy="fire", ap=1), seat="bob")
    play.no(NotWithAShield, Block(components=(Invested(name="Brace", ap=1),)), seat="bob")
    events = play.do(Block(), 9, 9, seat="bob")

    assert "countered" == next(event.outcome for event in events if isinstance(event, AttackSettled))


@pytest.mark.rule("SC-CSP-13", "SC-R-30", "SC-CAMP-31")
def test_lasting_shield_is_used_again_without_ap() -> None:
    """A lasting shield is used again without AP, with the dice of its casting.

    The game refuses another energy, or a spell that is not a shield.
    """
    play = Magic(bob={"block": 1})
    play.given(
        SpellHeld(character=play.bob, held=Held(id="spell-98", kind="prepared", what="a bolt", energies=("fire",))),
        SpellHeld(
            character=play.bob,
            held=Held(id="spell-99", kind="shield", what="fire", energies=("fire",), ap=1, dice=2, rounds=2),
        ),
    )
    play.cast("Bolt", ("cold", "life"), 10, 10)
    play.no(NoSuchShield, CounterByShield(energy="fire", spell="spell-98"), seat="bob")
    for more in ({"ap": 1}, {"dice": 1}, {"rounds": 1}):
        refused = play.no(NoSuchShield, CounterByShield(energy="fire", spell="spell-99", **more), seat="bob")
        assert (refused.field, "left out", 1) == (*more, refused.needs, refused.has)

    (raised,) = play.do(CounterByShield(energy="fire", spell="spell-99"), seat="bob")

    assert Counter(way="shield", energy="fire", ap=0, block=2, spell="spell-99") == raised.counter  # type: ignore[attr-defined]
    play.do(Block(), 1, 1, 1, SHOWN, seat="bob")
    assert "spell-99" in play.who(play.bob).spells

    first = Magic(round=1)
    shield = Held(id="spell-99", kind="shield", what="fire", energies=("fire",), ap=1, dice=2, rounds=2)
    first.given(SpellHeld(character=first.bob, held=shield))
    first.cast("Bolt", ("cold",), 10, 10)
    first.no(NotBeforeFirstTurn, CounterByShield(energy="fire", spell="spell-99"), seat="bob")


@pytest.mark.rule("SC-CSP-09")
def test_shield_components_add_to_a_shield_of_energy() -> None:
    """Shielding and Ward add dice to a shield of energy even if the defender has no wooden shield; Brace does not."""
    play = incoming(bob={"components": ("Shielding", "Brace", "Ward")})
    play.do(CounterByShield(energy="fire", ap=1, dice=1), seat="bob")
    play.no(NotWithAShield, Block(components=(Invested(name="Brace", ap=1),)), seat="bob")

    together = (Invested(name="Shielding", ap=1), Invested(name="Ward", ap=1))
    events = play.do(Block(components=together), 5, 6, 8, SHOWN, seat="bob")

    assert AttackSettled(exchange=events[-1].exchange, outcome="countered") in events  # type: ignore[attr-defined]


def test_a_lasting_shield_needs_room_among_the_lasting_spells() -> None:
    """A combatant with the maximum number of lasting spells cannot raise a lasting shield."""
    play = Magic()
    shields = (Held(id=f"spell-{90 + number}", kind="shield", what="x", rounds=1) for number in range(10))
    play.given(*(SpellHeld(character=play.bob, held=one) for one in shields))
    play.cast("Bolt", ("cold",), 9, 9)
    play.no(TooManyHere, CounterByShield(energy="fire", ap=1, rounds=1), seat="bob")


@pytest.mark.rule("SC-R-65", "SC-CSP-13", "SC-R-31")
@pytest.mark.parametrize(("faces", "stays"), [((5, 6), False), ((5, 5), True)])
def test_a_shield_against_the_energy_of_a_weapon_lasts_its_rounds(faces: tuple[int, ...], stays: bool) -> None:  # noqa: FBT001
    """A shield that stops the energy of a weapon ends. A shield that fails lasts its number of rounds."""
    play = struck(counterspell={"charged_weapons": True})

    play.do(CounterByShield(energy="fire", ap=1, dice=2, rounds=2), *faces, seat="bob")

    assert [2] * stays == [spell.rounds for spell in play.who(play.bob).spells.values()]
