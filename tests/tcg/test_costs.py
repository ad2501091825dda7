"""Costs: which payments are possible, payment in full or not at all, and the effects that paying triggers."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from services.tcg.catalogue.language.costs import Cost
from services.tcg.catalogue.text.face import text_of
from services.tcg.chapters import continuous, paying
from services.tcg.chapters.costs import AttackGivenUp, read_costs
from services.tcg.chapters.course import AttackDeclared
from services.tcg.chapters.departures import CardReturned, CardSentToDrop, FormSacrificed, SpiritsSentToVoid
from services.tcg.chapters.hands import DeckShuffled, Discarded, Shown
from services.tcg.chapters.leaving import Despiritualized
from services.tcg.chapters.revealing import Revealed
from services.tcg.chapters.sources import CounterChanged
from services.tcg.chapters.turn import StepEntered
from services.tcg.chapters.winning import PlayerLost
from services.tcg.state.tasks import Running
from tests.tcg.board import board, card, effect, form, number, side, static
from tests.tcg.playing import Playing
from tests.tcg.steps import CARDS, done, events_of, lost_spirit, mine, of, spell, unread

SPELL = spell({"do": "draw", "n": 1})
THIS = {"ref": "this"}
LEVEL_TWO = {"op": "is", "of": {"ref": "each"}, "level": 2}


def read(*printed: dict[str, Any]) -> tuple[paying.Paid, ...]:
    """Return the payments of costs that are written as in a card file."""
    return read_costs(msgspec.convert(printed, tuple[Cost, ...]))


def source(game: Playing, printed: str = "spell", seat: str = "a") -> Running:
    """Return the context for evaluating a card's effect."""
    return Running(seat=seat, card=number(game, seat, printed), printed=printed, effect=f"{printed}#cast")


@of("cost discard")
@pytest.mark.rule("TC-KEY-05", "TC-KEY-06", "TC-READ-10")
def test_discard_is_paid_with_cards_other_than_spirits() -> None:
    """A discard as a cost can be paid with either non-spirit card in hand, but not with the spirit."""
    game = board(cards=[*CARDS, SPELL], a=side(commands=["spell"], hand=["whelp", "boost", "brute"]), b=side())
    (cost,), ctx = read({"pay": "discard", "n": 1}), source(game)
    whelp, brute = number(game, "a", "whelp"), number(game, "a", "brute")
    assert ("discard", 1, False, [whelp, brute]) == (cost.name, cost.count, cost.hidden, cost.options(game, ctx))
    thing = game.state.made + 1
    cost.pay(game, ctx, (brute,))
    assert [Discarded(seat="a", cards=(Shown(card="brute", thing=thing),), hand=mine((brute,)))] == done(game)


@pytest.mark.rule("TC-RUL-039", "TC-RUL-063")
def test_a_cost_is_paid_in_full_or_not_at_all() -> None:
    """A cost of two cards of level 2 cannot be paid with only one such card in hand."""
    game = board(cards=[*CARDS, SPELL], a=side(commands=["spell"], hand=["whelp", "brute"]), b=side())
    cost = read({"pay": "discard", "n": 1, "filter": LEVEL_TWO})[0]
    assert (True, True) == (cost.payable(game, source(game)), cost.hidden)
    assert not read({"pay": "discard", "n": 2, "filter": LEVEL_TWO})[0].payable(game, source(game))


@pytest.mark.rule("TC-RUL-063")
def test_no_card_pays_for_two_parts() -> None:
    """A card pays for only one part of a cost, and is kept for a part that no other card can pay."""
    game = board(cards=[*CARDS, SPELL], a=side(commands=["spell"], hand=["brute"]), b=side())
    parts = read({"pay": "discard", "n": 1}, {"pay": "discard", "n": 1, "filter": LEVEL_TWO})
    assert not paying.payable(game, source(game), parts)
    assert not parts[0].payable(game, source(game))
    game = board(cards=[*CARDS, SPELL], a=side(commands=["spell"], hand=["brute", "whelp"]), b=side())
    whelp, brute = number(game, "a", "whelp"), number(game, "a", "brute")
    assert paying.payable(game, source(game), parts)
    assert [whelp] == parts[0].options(game, source(game))
    assert [brute] == parts[1].options(game, source(game), ((whelp,),))


@pytest.mark.rule("TC-RUL-063")
def test_spirits_under_a_sacrificed_form_cannot_pay() -> None:
    """If a cost sacrifices a form, the spirits under that form cannot pay for another part of the cost."""
    game = board(cards=[*CARDS, SPELL], a=side(commands=["spell"], forms=[("whelp", "boost")]), b=side())
    whelp = number(game, "a", "whelp")
    of_forms = {"who": "you", "zone": "form"}
    parts = read({"pay": "sacrifice", "of": {**of_forms, "n": 1}}, {"pay": "despiritualize", "of": of_forms, "n": 1})
    assert [] == parts[1].options(game, source(game), ((whelp,),))
    assert [] == parts[0].options(game, source(game))


def test_a_command_in_hand_never_pays_for_itself() -> None:
    """A command activated from the hand is still in hand during the payment, but cannot pay for itself."""
    game = board(cards=[*CARDS, SPELL], a=side(hand=["order", "whelp"]), b=side())
    (cost,) = read({"pay": "discard", "n": 1})
    assert [number(game, "a", "whelp")] == cost.options(game, source(game, "order"))


@of("cost despiritualize")
@pytest.mark.rule("TC-KEY-13", "TC-SPI-06")
def test_spirits_from_under_a_card_go_to_their_owners_voids() -> None:
    """If a cost takes a Boost Spirit from under a savior, its player picks one, and it goes to its owner's void."""
    game = board(
        cards=[*CARDS, SPELL],
        a=side(savior=("lantern-marshal", "boost", "rescue", "boost"), commands=["spell"]),
        b=side(),
    )
    savior = card(game, "a", "lantern-marshal")
    (cost,), ctx = read({"pay": "despiritualize", "of": THIS, "n": 1, "type": "boost"}), source(game, savior.card)
    first, _, last = savior.under
    assert [first, last] == cost.options(game, ctx)
    cost.pay(game, ctx, (last,))
    assert [
        Despiritualized(by="a", thing=savior.id, n=1),
        SpiritsSentToVoid(cause="cost", spirits=(lost_spirit("a", "boost", last),)),
    ] == done(game)


@pytest.mark.rule("TC-RUL-158", "TC-READ-10")
@pytest.mark.parametrize(("of_form", "payers"), [(3, "a"), (2, "ab")])
def test_only_spirits_under_own_cards_pay(of_form: int, payers: str) -> None:
    """A cost that takes a spirit from under any player's form can be paid only with the paying player's own forms.

    Under version 2 of the rules, an opponent's spirits can pay as well.
    """
    game = board(
        cards=[*CARDS, SPELL], a=side(forms=[("whelp", "boost")], commands=["spell"]),
        b=side(forms=[("whelp", "boost")]), of_form=of_form,
    )  # fmt: skip
    (cost,) = read({"pay": "despiritualize", "of": {"who": "any", "zone": "form"}, "n": 1})
    spirits = [spirit for seat in payers for spirit in card(game, seat, "whelp").under]
    assert spirits == cost.options(game, source(game))


@of("cost sacrifice")
@pytest.mark.rule("TC-FORM-20", "TC-ACT-04")
def test_a_form_is_sacrificed_as_by_an_effect() -> None:
    """A sacrifice as a cost offers the player's own forms, sends their spirits to the void, and uses no limit."""
    rock = form("rock", static("cannot_be_sacrificed", of=THIS))
    game = board(
        cards=[*CARDS, rock, SPELL],
        a=side(commands=["spell"], forms=["rock", ("whelp", "boost")]),
        b=side(forms=["whelp"]),
    )
    whelp, boost = number(game, "a", "whelp"), number(game, "a", "boost")
    (cost,), ctx = read({"pay": "sacrifice", "of": {"zone": "form", "n": 1}}), source(game)
    assert (1, [whelp]) == (cost.count, cost.options(game, ctx))
    cost.pay(game, ctx, (whelp,))
    assert [
        SpiritsSentToVoid(cause="sacrifice", spirits=(lost_spirit("a", "boost", boost),)),
        FormSacrificed(seat="a", thing=whelp, card="whelp", cause="effect"),
    ] == done(game)
    assert 0 == game.state.players["a"].sacrifices


@of("cost send_self")
@pytest.mark.rule("TC-READ-10")
@pytest.mark.parametrize(("to", "place"), [("drop", "drop"), ("hand", "hand"), ("main_deck_bottom", "")])
def test_a_card_may_leave_play_as_its_own_cost(to: str, place: str) -> None:
    """A cost may send its own card to the owner's drop zone, hand or deck."""
    game = board(cards=[*CARDS, SPELL], a=side(commands=["spell"], deck=["whelp"]), b=side())
    (cost,), ctx = read({"pay": "send_self", "to": to}), source(game)
    assert (0, [], True) == (cost.count, cost.options(game, ctx), cost.payable(game, ctx))
    cost.pay(game, ctx, ())
    if to == "drop":
        assert [CardSentToDrop(thing=ctx.card, card="spell", owner="a", cause="cost")] == done(game)
    assert place in {"", *(one.place for one in game.state.table.values() if one.card == "spell")}
    assert (to == "main_deck_bottom") is (game.state.players["a"].deck[0] == "spell")
    assert not cost.payable(game, ctx)


@pytest.mark.rule("TC-SAV-02", "TC-ETI-12")
def test_source_leaves_the_hand_or_drop_zone_but_no_savior_leaves() -> None:
    """A cost may send its own card away from the hand or the drop zone, but never a savior."""
    game = board(cards=[*CARDS, SPELL], a=side(hand=["whelp"], drop=["brute"]), b=side())
    (to_drop,), (to_hand,) = read({"pay": "send_self", "to": "drop"}), read({"pay": "send_self", "to": "hand"})
    held, dropped, savior = (source(game, one) for one in ("whelp", "brute", "lantern-marshal"))
    can = [cost.payable(game, ctx) for ctx in (held, dropped, savior) for cost in (to_drop, to_hand)]
    assert [True, False, False, True, False, False] == can
    first = game.state.made + 1
    to_hand.pay(game, dropped, ())
    to_drop.pay(game, held, ())
    assert [
        CardReturned(thing=dropped.card, card="brute", owner="a", to="hand", first=first),
        Discarded(seat="a", cards=(Shown(card="whelp", thing=first + 1),), hand=mine((held.card,))),
    ] == done(game)


@of("cost spirit_from_hand")
@pytest.mark.rule("TC-ZONE-19")
def test_spirits_of_the_hand_go_to_the_void() -> None:
    """A cost of spirits in hand offers only spirits, and sends the picked ones to the void."""
    game = board(cards=[*CARDS, SPELL], a=side(commands=["spell"], hand=["whelp", "boost"]), b=side())
    (cost,), ctx = read({"pay": "spirit_from_hand", "n": 1}), source(game)
    boost, thing = number(game, "a", "boost"), game.state.made + 1
    assert [boost] == cost.options(game, ctx)
    cost.pay(game, ctx, (boost,))
    spirits = (lost_spirit("a", "boost", thing, "hand"),)
    assert [SpiritsSentToVoid(cause="cost", spirits=spirits, hand=mine((boost,)))] == done(game)
    assert not cost.payable(game, ctx)


@of("cost spirit_from_deck")
@pytest.mark.rule("TC-ZONE-19", "TC-RUL-063")
def test_the_top_of_the_spirit_deck_goes_to_the_void() -> None:
    """A cost sends the top two spirits of the spirit deck to the void, and cannot be paid if only one is left."""
    game = board(cards=[*CARDS, SPELL], a=side(commands=["spell"], spirits=["boost", "rescue", "boost"]), b=side())
    (cost,), ctx = read({"pay": "spirit_from_deck", "n": 2}), source(game)
    thing = game.state.made + 1
    assert cost.payable(game, ctx)
    cost.pay(game, ctx, ())
    spirits = (lost_spirit("a", "boost", thing, "spirit_deck"), lost_spirit("a", "rescue", thing + 1, "spirit_deck"))
    assert [SpiritsSentToVoid(cause="cost", spirits=spirits)] == done(game)
    assert not cost.payable(game, ctx)


@pytest.mark.rule("TC-RUL-134")
def test_a_cost_that_fills_the_void_loses_at_once() -> None:
    """A player whose payment puts the seventh spirit into the void loses at once, before paying the other parts."""
    game = board(
        cards=[*CARDS, SPELL], a=side(commands=["spell"], spirits=["boost"] * 3, void=["boost"] * 6), b=side()
    )  # fmt: skip
    read({"pay": "spirit_from_deck", "n": 1})[0].pay(game, source(game), ())
    assert [PlayerLost(seat="a", reason="void")] == events_of(game, PlayerLost)


@of("cost return_from_drop")
@pytest.mark.rule("TC-ZONE-13", "TC-RUL-092")
@pytest.mark.parametrize("to", ["main_deck_shuffle", "main_deck_bottom"])
def test_cards_of_the_drop_zone_go_back_to_the_deck(to: str) -> None:
    """A cost returns matching cards from the drop zone to the bottom of the deck, or shuffles them into it."""
    game = board(
        cards=[*CARDS, SPELL],
        a=side(commands=["spell"], drop=["whelp", "brute"], deck=["trap"]),
        b=side(),
        faces=[2, 1],
    )
    (cost,), ctx = read({"pay": "return_from_drop", "n": 1, "to": to, "filter": LEVEL_TWO}), source(game)
    brute = number(game, "a", "brute")
    assert [brute] == cost.options(game, ctx)
    cost.pay(game, ctx, (brute,))
    mixed = [DeckShuffled(seat="a", deck="main", order=unread((1, 0)))] if to == "main_deck_shuffle" else []
    assert [CardReturned(thing=brute, card="brute", owner="a", to="deck_bottom"), *mixed] == done(game)


@of("cost reveal")
def test_revealed_cards_are_public() -> None:
    """A cost may reveal a picked card in hand, even a spirit, or the top cards of the deck if there are enough."""
    game = board(cards=[*CARDS, SPELL], a=side(commands=["spell"], hand=["whelp", "boost"], deck=["brute"]), b=side())
    (held,), ctx = read({"pay": "reveal", "n": 1, "from": "hand"}), source(game)
    assert list(game.state.players["a"].hand) == held.options(game, ctx)
    held.pay(game, ctx, (number(game, "a", "boost"),))
    (top,) = read({"pay": "reveal", "n": 1, "from": "main_deck_top"})
    assert top.payable(game, ctx)
    top.pay(game, ctx, ())
    assert [
        Revealed(seat="a", n=1, origin="hand", cards=("house-boost",)),
        Revealed(seat="a", n=1, origin="main_deck", cards=("brute",)),
    ] == done(game)
    assert not read({"pay": "reveal", "n": 2, "from": "main_deck_top"})[0].payable(game, ctx)


@of("cost give_up_attack")
@pytest.mark.rule("TC-CBT-21", "TC-CBT-22")
def test_attack_is_given_up_while_it_could_be_used() -> None:
    """An attack can be given up before or during combat, but not after its use, after combat, or in another turn."""
    game = board(cards=[*CARDS, SPELL], a=side(commands=["spell"], forms=["whelp", "brute"]), b=side())
    (cost,), ctx = read({"pay": "give_up_attack", "of": {"who": "you", "zone": "form", "n": 1}}), source(game)
    whelp, brute = card(game, "a", "whelp"), card(game, "a", "brute")
    assert [whelp.id, brute.id] == cost.options(game, ctx)
    cost.pay(game, ctx, (whelp.id,))
    assert [AttackGivenUp(thing=whelp.id)] == done(game)
    game.emit(StepEntered(step="combat"))
    assert (0, [brute.id]) == (continuous.attacks_allowed(game, whelp), cost.options(game, ctx))
    game.emit(AttackDeclared(seat="a", attacker=brute.id, target=number(game, "b", "lantern-marshal"), of="b"))
    assert [] == cost.options(game, ctx)
    game.emit(StepEntered(step="act2"))
    assert not cost.payable(game, ctx)
    other = board(cards=[*CARDS, SPELL], a=side(commands=["spell"], forms=["whelp"]), b=side(), active="b")
    assert not cost.payable(other, source(other))


@pytest.mark.rule("TC-RUL-167", "TC-CBT-01", "TC-CBT-02")
@pytest.mark.parametrize(("of_form", "turn", "able"), [(3, 1, False), (3, 2, True), (2, 1, True)])
def test_no_attack_is_given_up_in_a_turn_without_combat(of_form: int, turn: int, *, able: bool) -> None:
    """A cost that gives up an attack cannot be paid in a first turn, which has no combat step.

    Under version 2 of the rules, it can be paid.
    """
    game = board(
        cards=[*CARDS, SPELL], a=side(commands=["spell"], forms=["whelp"]), b=side(), turn=turn, of_form=of_form
    )
    (cost,) = read({"pay": "give_up_attack", "of": {"who": "you", "zone": "form", "n": 1}})
    assert able is cost.payable(game, source(game))


@of("cost remove_counter")
def test_counters_are_removed_from_a_card_with_enough_of_them() -> None:
    """A cost that removes two counters can be paid from a card with three, but only once."""
    game = board(cards=[*CARDS, SPELL], a=side(commands=["spell"]), b=side())
    (cost,), ctx = read({"pay": "remove_counter", "of": THIS, "name": "seal", "n": 2}), source(game)
    game.emit(CounterChanged(thing=ctx.card, name="seal", n=3))
    game.events.clear()
    assert [ctx.card] == cost.options(game, ctx)
    cost.pay(game, ctx, (ctx.card,))
    assert [CounterChanged(thing=ctx.card, name="seal", n=1)] == done(game)
    assert not cost.payable(game, ctx)


@pytest.mark.rule("TC-RUL-166")
def test_a_discard_as_a_cost_is_not_replaced() -> None:
    """A replacement of discards does not apply to a card discarded as a cost, and the card's text says so."""
    keeper = form("keeper", effect("hold", replace={"event": "would_discard", "who": "you"}))
    game = board(cards=[*CARDS, keeper, SPELL], a=side(commands=["spell"], forms=["keeper"], hand=["whelp"]), b=side())
    read({"pay": "discard", "n": 1})[0].pay(game, source(game), (number(game, "a", "whelp"),))
    assert ["Discarded"] == [type(event).__name__ for event in done(game)]
    assert ("CONT: If you would discard other than as a cost, that does not happen.",) == text_of(keeper).lines


@pytest.mark.rule("TC-RUL-166", "TC-RUL-155")
def test_a_form_that_pays_a_cost_may_be_kept_in_play() -> None:
    """A form sacrificed as a cost stays in play if a replacement prevents its leaving, and the cost counts as paid."""
    held = {"event": "would_leave", "of": {"who": "you", "zone": "form"}}
    keeper = form("keeper", effect("hold", replace=held))
    game = board(cards=[*CARDS, keeper, SPELL], a=side(commands=["spell"], forms=["keeper"]), b=side())
    cost, ctx = read({"pay": "sacrifice", "of": {"who": "you", "zone": "form"}})[0], source(game)
    cost.pay(game, ctx, tuple(cost.options(game, ctx)))
    assert [] == done(game)
    assert "form" == card(game, "a", "keeper").place
