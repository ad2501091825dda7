"""Card numbers.

A card that enters play gets a new number, a card in a deck has none, and no card is lost.
"""

from collections import Counter

import pytest

from services.tcg.chapters import chain, control, damage, entering, hands, triggers, winning
from services.tcg.chapters.costs import AttackGivenUp
from services.tcg.chapters.departures import CardReturned, CardSentToDrop, Gone, SpiritsSentToVoid
from services.tcg.chapters.operations.lasting import AttackAllowed
from services.tcg.chapters.sources import CounterChanged
from services.tcg.state.match import Match
from tests.tcg.folding import DECK, SEATS, draw, encode, fold, invoke, lively, own, play_form, put_under, start_match


def everything(match: Match) -> Counter[str]:
    """Return the counts of all cards of the match by owner and name."""
    seen = Counter(f"{card.owner} {card.card}" for card in match.table.values())
    for seat, player in match.players.items():
        seen.update(f"{seat} {card}" for card in (*player.deck, *player.spirits))
    return seen


def cards_of_decks() -> Counter[str]:
    """Return the counts of the cards in both decks by owner and name."""
    both: Counter[str] = Counter()
    for seat in SEATS:
        both[f"{seat} {DECK.savior}"] += 1
        both.update({f"{seat} {card}": n for card, n in (*DECK.main.items(), *DECK.spirits.items())})
    return both


@pytest.mark.rule("TC-SPI-02", "TC-RUL-085")
def test_card_in_hand_gets_another_number_when_it_is_played() -> None:
    """A form in play has a number that no card in hand has had."""
    match = start_match()
    fold(match, draw(match, "north", 3))
    hand = tuple(match.players["north"].hand)
    form = match.made + 1
    card = match.table[hand[1]].card
    secret = own("north", hand[1])
    fold(match, entering.FormPlayed(seat="north", card=card, thing=form, zone=1, origin="hand", hand=secret))
    assert [hand[0], hand[2]] == match.players["north"].hand
    assert [0, form] == match.players["north"].forms
    assert hand[1] not in match.table
    assert form == match.made


@pytest.mark.rule("TC-ZONE-11")
def test_face_down_command_keeps_the_number_of_its_zone() -> None:
    """A command set from the hand gets a new number, and keeps it when it is turned face up."""
    match = start_match()
    fold(match, draw(match, "north", 1))
    hand = match.made
    card = match.table[hand].card
    fold(
        match,
        entering.CommandSet(seat="north", thing=hand + 1, zone=0, card=own("north", card), hand=own("north", hand)),
    )  # fmt: skip
    assert (False, 1) == (match.table[hand + 1].up, match.table[hand + 1].since)
    fold(match, entering.CommandFlipped(seat="north", thing=hand + 1, card=card))
    assert match.table[hand + 1].up
    assert [hand + 1, 0] == match.players["north"].commands


@pytest.mark.rule("TC-ZONE-12", "TC-ZONE-17")
def test_card_in_a_deck_has_no_number() -> None:
    """A card that goes back to a deck loses its number, and gets a new one when it is drawn again."""
    match = start_match()
    form = play_form(match)
    fold(match, CardReturned(thing=form, card=match.table[form].card, owner="north", to="deck_top"))
    assert form not in match.table
    fold(match, draw(match, "north", 1))
    assert form < match.players["north"].hand[-1]


@pytest.mark.rule("TC-DECK-09")
def test_no_card_is_lost() -> None:
    """After events of every kind, the match contains exactly the 46 cards of each player."""
    match = start_match()
    first, second = play_form(match), play_form(match, "south")
    put_under(match, first)
    spirit = put_under(match, second, "south")
    other = put_under(match, second, "north")
    fold(match, draw(match, "south", 2))
    fold(match, invoke(match, "south", 2))
    hand, top = match.players["south"].hand, match.players["north"].spirits[-1]
    gone = (
        Gone(owner="south", card=match.table[spirit].card, thing=spirit, origin="under", was=spirit),
        Gone(owner="north", card=match.table[other].card, thing=other, origin="under", was=other),
        Gone(owner="north", card=top, thing=match.made + 1, origin="spirit_deck"),
        Gone(owner="south", card=match.table[hand[-1]].card, thing=match.made + 2, origin="hand"),
    )
    shown = (hands.Shown(card=match.table[hand[0]].card, thing=match.made + 3),)
    fold(
        match,
        SpiritsSentToVoid(cause="effect", spirits=gone, hand=own("south", (hand[-1],))),
        hands.Discarded(seat="south", cards=shown, hand=own("south", (hand[0],))),
        CardSentToDrop(thing=second, card=match.table[second].card, owner="south", cause="damage"),
        hands.Rescued(seat="north", spirits=(other,), cards=(gone[1].card,), first=match.made + 4),
        winning.PlayerLost(seat="south", reason="effect"),
        winning.PlayerRemoved(seat="south"),
    )
    assert cards_of_decks() == everything(match)


def test_unknown_numbers_are_ignored() -> None:
    """Events about cards that have left the match change nothing and raise no error."""
    match = lively()
    before = encode(match)
    fold(
        match,
        CardSentToDrop(thing=99, card="gate-whelp", owner="north", cause="damage"),
        CardReturned(thing=99, card="gate-whelp", owner="north", to="deck_top"),
        entering.SpiritsMoved(spirits=(99,), to=98),
        control.ControlChanged(thing=99, seat="south", zone=0),
        damage.CardDamaged(thing=99),
        damage.DamageSettled(things=(99,)),
        AttackAllowed(thing=99, n=1),
        AttackGivenUp(thing=99),
        CounterChanged(thing=99, name="seal", n=1),
        entering.CommandFlipped(seat="north", thing=99, card="feint"),
        chain.EffectNegated(number=99, seat="north"),
        triggers.DelayEnded(number=99),
    )
    assert encode(match) == before
