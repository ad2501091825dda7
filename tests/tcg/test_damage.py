"""Damage: prevention, triggered effects, and what a damaged card loses."""

from __future__ import annotations

import pytest

from services.tcg.chapters import damage
from services.tcg.chapters.activating import Activate
from services.tcg.chapters.course import AttackDeclared, CombatChecked, PhaseEntered
from services.tcg.chapters.damage import CardDamaged, DamagePrevented, DamageSettled
from services.tcg.chapters.departures import CardSentToDrop, SpiritsSentToVoid
from services.tcg.chapters.hands import Rescued
from services.tcg.chapters.turn import TurnStarted
from services.tcg.chapters.windows import Pass
from services.tcg.chapters.winning import PlayerLost
from services.tcg.settings import MatchSettings
from services.tcg.state.match import Card
from services.tcg.state.tasks import Go, Paying
from tests.tcg.board import Side, board, card, effect, event_names, form, heard, number, side, static
from tests.tcg.playing import Playing, run
from tests.tcg.steps import CARDS, answer, cast, done, events_of, lost_spirit, of, open_decision, spell
from tests.tcg.third_turn import SIX, laid
from tests.tcg.third_turn import spell as laid_spell

THEIRS = {"who": "opponent", "zone": ["form", "savior"]}
SPELL = spell({"do": "damage", "of": THEIRS})
SAVIOR = "lantern-marshal"


def damage_by_attack(
    target: str, b: Side, *, cards: object = (), settings: MatchSettings | None = None
) -> tuple[Playing, Card]:
    """Return a board on which a's form has attacked and damaged a card of `b`, and the damaged card."""
    game = board(
        cards=[*CARDS, *cards], a=side(forms=["brute"]), b=b, step="combat", settings=settings  # type: ignore[misc]
    )  # fmt: skip
    attacker, loser = card(game, "a", "brute"), card(game, "b", target)
    game.emit(AttackDeclared(seat="a", attacker=attacker.id, target=loser.id, of="b"))
    game.emit(CombatChecked(attacker_pwr=6, target_pwr=3, victor=attacker.id, loser=loser.id))
    game.emit(PhaseEntered(phase="damage"))
    game.events.clear()
    damage.in_combat(game, loser, attacker)
    return game, loser


def settle(game: Playing) -> Playing:
    """Settle all damage, as the rules do after an effect."""
    game.push(Go(to="settle"))
    run(game)
    return game


# ---------------------------------------------------------------- damage in general


@of("step damage")
@pytest.mark.rule("TC-RUL-080", "TC-FORM-22", "TC-FORM-23", "TC-CBT-12")
def test_damage_by_effect_removes_a_form_and_costs_a_savior_a_spirit() -> None:
    """A savior damaged by an effect pays a spirit from the spirit deck, and a damaged form goes to the drop zone."""
    game = board(
        cards=[*CARDS, SPELL],
        a=side(commands=["spell"]),
        b=side(forms=[("whelp", "boost")], spirits=["rescue", "boost"]),
    )
    whelp, boost, savior = number(game, "b", "whelp"), number(game, "b", "boost"), number(game, "b", SAVIOR)
    source, first = number(game, "a", "spell"), game.state.made + 1
    cast(game)
    assert [CardDamaged(thing=whelp, by=source), CardDamaged(thing=savior, by=source, together=True)] == done(game)
    settle(game)
    assert [
        DamageSettled(things=(savior,)),
        SpiritsSentToVoid(cause="damage", spirits=(lost_spirit("b", "rescue", first, "spirit_deck"),)),
        SpiritsSentToVoid(cause="damage", spirits=(lost_spirit("b", "boost", boost),)),
        CardSentToDrop(thing=whelp, card="whelp", owner="b", cause="damage"),
    ] == done(game)[2:]


@pytest.mark.rule("TC-CBT-15")
def test_damage_effects_come_before_any_card_moves() -> None:
    """A form's effect that triggers when the form is damaged resolves while the form is still in its zone."""
    martyr = form(
        "martyr", effect("pain", "auto", on={"event": "damaged", "card": {"ref": "this"}},
                         do=[{"do": "put_counter", "of": {"ref": "this"}, "name": "pain"}]),
    )  # fmt: skip
    game = board(
        cards=[*CARDS, martyr, spell({"do": "damage", "of": {"who": "opponent", "zone": "form"}})],
        a=side(commands=["spell"]), b=side(forms=["martyr"]),
    )  # fmt: skip
    settle(cast(game))
    names = [type(event).__name__ for event in done(game)]
    assert names.index("CounterChanged") < names.index("CardSentToDrop")


@pytest.mark.rule("TC-CBT-11", "TC-RUL-079")
@pytest.mark.parametrize(("by", "prevented"), [("form", True), ("any", True), ("savior", False), ("effect", False)])
def test_card_that_forms_cannot_damage(by: str, *, prevented: bool) -> None:
    """A form that wins does not damage a card protected from forms. Protection from other sources does not help."""
    rock = form("rock", static("cannot_be_damaged", of={"ref": "this"}, by=by))
    game, loser = damage_by_attack("rock", side(forms=["rock"]), cards=[rock])
    event = DamagePrevented(thing=loser.id) if prevented else CardDamaged(thing=loser.id, by=number(game, "a", "brute"))
    assert [event] == done(game)
    assert prevented is not bool(loser.damaged)


@pytest.mark.rule("TC-RUL-079")
def test_only_shields_prevent_damage() -> None:
    """A form's damage is prevented by a shield, but not by a bonus to PWR."""
    steps = ({"do": "modify_pwr", "of": THEIRS, "by": 2}, {"do": "damage", "of": {"who": "opponent", "zone": "form"}})
    game = board(cards=[*CARDS, spell(*steps)], a=side(commands=["spell"]), b=side(forms=["whelp"]))
    cast(game)
    assert ["PwrChanged", "PwrChanged", "CardDamaged"] == event_names(game)


@of("replacement would_be_damaged")
@pytest.mark.rule("TC-RUL-079")
def test_damage_can_be_replaced() -> None:
    """A replacement of damage lets the card's player invoke instead of the card being damaged."""
    rock = form(
        "rock",
        effect("turn", replace={"event": "would_be_damaged", "of": {"ref": "this"}, "do": [{"do": "invoke", "n": 1}]}),
    )
    game = board(
        cards=[*CARDS, rock, spell({"do": "damage", "of": {"who": "opponent", "zone": "form"}})],
        a=side(commands=["spell"]),
        b=side(forms=["rock"], spirits=["boost"]),
    )
    settle(cast(game))
    assert ["DamagePrevented", "SpiritsInvoked"] == event_names(game)


@pytest.mark.rule("TC-CBT-15")
def test_damage_triggers_effects_of_both_cards() -> None:
    """Damage triggers the winning card's effects for dealing it and the losing card's effects for taking it."""
    sees = [
        effect("hits", "auto", on={"event": "damages", "card": {"ref": "this"}}, do=[{"do": "draw", "n": 1}]),
        effect("hurts", "auto", on={"event": "damaged", "card": {"ref": "this"}}, do=[{"do": "draw", "n": 1}]),
    ]
    game = board(cards=[*CARDS, form("rival", *sees)], a=side(forms=["rival"]), b=side(forms=["rival"]), step="combat")
    damage.in_combat(game, card(game, "b", "rival"), card(game, "a", "rival"))
    assert ["rival#hits", "rival#hurts"] == heard(game)


# ---------------------------------------------------------------- forms


@pytest.mark.rule("TC-CBT-13", "TC-CBT-14", "TC-ZONE-14", "TC-RUL-030")
def test_the_loser_of_an_attack_leaves_in_the_damage_phase() -> None:
    """A form that loses an attack leaves in the damage phase, not when effects are settled.

    Its spirits go to the void.
    """
    game, loser = damage_by_attack("whelp", side(forms=[("whelp", "boost", "rescue", "boost")]))
    assert damage.settle(game) is False
    damage.move_loser(game, loser.id)
    assert ["CardDamaged", "SpiritsSentToVoid", "CardSentToDrop"] == event_names(game)
    assert (3, [loser.id]) == (len(game.state.players["b"].void), game.state.players["b"].drop)


@pytest.mark.rule("TC-RUL-030", "TC-FORM-22")
def test_a_match_may_keep_damaged_forms_until_the_end_of_combat() -> None:
    """If `damaged_forms_leave` is `combat_end`, a damaged form stays in play until the end phase of the combat step."""
    settings = MatchSettings(damaged_forms_leave="combat_end")
    game, loser = damage_by_attack("whelp", side(forms=["whelp"]), settings=settings)
    damage.move_loser(game, loser.id)
    assert ("form", 1) == (loser.place, loser.damaged)
    game.emit(PhaseEntered(phase="end"))
    game.state.attack = None
    damage.at_combat_end(game)
    assert ["CardDamaged", "PhaseEntered", "CardSentToDrop"] == event_names(game)


@pytest.mark.rule("TC-RUL-120", "TC-RUL-079", "TC-RUL-012")
def test_a_protect_spirit_goes_instead_of_the_damaged_form() -> None:
    """A Protect Spirit goes to the void in place of its damaged form, which stays in play undamaged.

    A second Protect Spirit saves the form again.
    """
    game, loser = damage_by_attack("whelp", side(forms=[("whelp", "protect", "boost", "protect")]))
    protect, _, second = loser.under
    damage.move_loser(game, loser.id)
    run(game)
    assert [
        DamageSettled(things=(loser.id,)),
        SpiritsSentToVoid(cause="effect", spirits=(lost_spirit("b", "protect", protect),)),
    ] == done(game)[1:]
    assert ("form", 0, 2) == (loser.place, loser.damaged, len(loser.under))
    damage.in_combat(game, loser, card(game, "a", "brute"))
    damage.move_loser(game, loser.id)
    run(game)
    assert lost_spirit("b", "protect", second) == events_of(game, SpiritsSentToVoid)[-1].spirits[0]


@pytest.mark.rule("TC-RUL-128")
def test_a_damaged_form_that_has_left_already_is_not_moved() -> None:
    """If another effect has already moved a damaged form, the damage moves no card."""
    game, loser = damage_by_attack(
        "whelp", side(forms=["whelp"]), cards=[spell({"do": "return_to_hand", "of": {"zone": "form"}})]
    )
    game.emit(CardSentToDrop(thing=loser.id, card="whelp", owner="b", cause="effect"))
    damage.move_loser(game, loser.id)
    assert ["CardDamaged", "CardSentToDrop"] == event_names(game)


# ---------------------------------------------------------------- saviors


@pytest.mark.rule("TC-CBT-12", "TC-RUL-032")
def test_a_damaged_savior_costs_the_top_of_the_spirit_deck() -> None:
    """Damage to a savior costs one spirit of the spirit deck, even if spirits are under the savior or in hand."""
    game, loser = damage_by_attack(SAVIOR, side(savior=(SAVIOR, "boost"), hand=["boost"], spirits=["rescue", "boost"]))
    damage.move_loser(game, loser.id)
    run(game)
    assert ["house-rescue"] == [game.state.table[one].card for one in game.state.players["b"].void]


@pytest.mark.rule("TC-WIN-03", "TC-RUL-034")
def test_with_an_empty_spirit_deck_a_spirit_under_the_savior_pays() -> None:
    """If the spirit deck is empty, the damaged player picks a spirit under the savior.

    Spirits under forms are not offered.
    """
    game, loser = damage_by_attack(
        SAVIOR, side(savior=(SAVIOR, "boost", "rescue"), forms=[("whelp", "boost")], hand=["boost"])
    )
    damage.move_loser(game, loser.id)
    run(game)
    one = open_decision(game)
    assert ("b", "damage_spirit", loser.under, 1, 1) == (one.seat, one.kind, one.options, one.least, one.most)
    second = loser.under[1]
    answer(game, second)
    assert SpiritsSentToVoid(cause="damage", spirits=(lost_spirit("b", "rescue", second),)) == done(game)[-1]


@pytest.mark.rule("TC-RUL-034", "TC-SPI-06")
def test_spirit_of_another_player_under_the_savior_may_pay() -> None:
    """An opponent's spirit under a savior may pay for damage to that savior, and goes to its owner's void."""
    game, loser = damage_by_attack(SAVIOR, side(savior=(SAVIOR, "boost")))
    (boost,) = loser.under
    game.state.table[boost].owner = "a"
    damage.move_loser(game, loser.id)
    run(game)
    assert SpiritsSentToVoid(cause="damage", spirits=(lost_spirit("a", "boost", boost),)) == done(game)[-1]


@pytest.mark.rule("TC-WIN-04", "TC-RUL-034")
def test_with_nothing_under_the_savior_a_spirit_of_the_hand_pays() -> None:
    """If only one spirit is left in hand, it pays automatically. Spirits under forms and other cards never pay."""
    game, loser = damage_by_attack(SAVIOR, side(forms=[("whelp", "boost")], hand=["brute", "rescue"]))
    damage.move_loser(game, loser.id)
    run(game)
    assert ["house-rescue"] == [one.card for one in events_of(game, SpiritsSentToVoid)[0].spirits]
    assert 1 == len(game.state.players["b"].hand)


@pytest.mark.rule("TC-RUL-033")
@pytest.mark.parametrize(
    ("mode", "expected"),
    [
        ("nothing", ["DamageSettled"]),
        ("lose", ["DamageSettled", "PlayerLost", "MatchFinished"]),
        ("take_from_forms", ["DamageSettled", "SpiritsSentToVoid"]),
    ],
)
def test_damage_without_spirits_follows_its_setting(mode: str, expected: list[str]) -> None:
    """By default, damage has no effect on a player who has no spirit to pay.

    If `damage_without_spirits` is `lose`, the player loses; if it is `take_from_forms`, a spirit under a form pays.
    """
    settings = MatchSettings(damage_without_spirits=mode)  # type: ignore[arg-type]
    game, loser = damage_by_attack(SAVIOR, side(forms=[("whelp", "boost")]), settings=settings)
    damage.move_loser(game, loser.id)
    run(game)
    assert ["CardDamaged", *expected] == event_names(game)


@pytest.mark.rule("TC-RUL-032", "TC-RUL-080")
def test_a_savior_pays_for_each_damage() -> None:
    """A savior that one effect damages twice pays two spirits, one after the other."""
    twice = {"do": "repeat", "n": 2, "then": [{"do": "damage", "of": {"who": "opponent", "zone": "savior"}}]}
    game = board(cards=[*CARDS, spell(twice)], a=side(commands=["spell"]), b=side(spirits=["boost"] * 3))
    settle(cast(game))
    assert (2, 0) == (len(game.state.players["b"].void), card(game, "b", SAVIOR).damaged)


@pytest.mark.rule("TC-RUL-080", "TC-CBT-15")
def test_effect_damage_to_an_attacked_savior_is_settled_separately() -> None:
    """If an effect damages an attacked savior, that damage is paid at once, before the damage of the attack."""
    game, loser = damage_by_attack(
        SAVIOR, side(spirits=["boost"] * 3), cards=[spell({"do": "damage", "of": THEIRS}, name="bolt")]
    )
    game.emit(CardDamaged(thing=loser.id))
    settle(game)
    assert (1, 1) == (len(game.state.players["b"].void), loser.damaged)
    damage.move_loser(game, loser.id)
    run(game)
    assert (2, 0) == (len(game.state.players["b"].void), loser.damaged)


def test_loser_pays_no_damage() -> None:
    """When a player loses, damage for which the player has not paid yet is dropped."""
    game = board(a=side(), b=side(), c=side(spirits=["boost"]))
    game.emit(TurnStarted(turn=4, seat="a"))
    game.state.players["c"].lost = "void"
    game.push(Paying(seat="c", savior=number(game, "c", SAVIOR)))
    run(game)
    assert ["TurnStarted"] == event_names(game)
    assert [] == game.state.pending


@pytest.mark.rule("TC-RUL-214", "TC-RUL-057", "TC-RUL-080")
def test_damage_takes_hold_after_the_rest_of_the_chain() -> None:
    """A player with 6 spirits in the void who is damaged in answer to a rescue rescues first, and does not lose.

    The damaged savior is paid for when the chain is empty.
    """
    bolt = laid_spell({"do": "damage", "of": {"who": "opponent", "zone": "savior", "n": 1}}, name="bolt")
    play = laid(
        laid_spell({"do": "rescue", "n": 3}), bolt, a=side(commands=["spell"], void=SIX, spirits=["boost"]),
        b=side(commands=["bolt"], spirits=["boost"]),
    )  # fmt: skip
    events = list(play.do("a", Activate(card=play.find("a", "spell", "command"))))
    events += play.do("a", Pass())
    events += play.do("b", Activate(card=play.find("b", "bolt", "command")))
    events += play.pass_all()
    events += play.answer(*play.decision().options[:3])
    events += play.pass_all()

    found = [one for one in events if isinstance(one, CardDamaged | Rescued | DamageSettled | PlayerLost)]
    assert [CardDamaged, Rescued, DamageSettled] == [type(one) for one in found]
    assert 4 == len(play.player("a").void)
