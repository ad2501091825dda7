"""A seat's knowledge of hidden cards.

The knowledge contains only what the seat could see, and nothing false.
"""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterable, Sequence
from random import Random
from typing import Any, Final

import msgspec
import pytest

from services.tcg.catalogue.language.effects import AnyCard
from services.tcg.chapters.departures import CardReturned, Gone, SpiritsSentToVoid
from services.tcg.chapters.entering import CommandFlipped, CommandSet, Spiritualized
from services.tcg.chapters.hands import CardPutBack, CardsDrawn, DeckShuffled, Discarded, Rescued, Shown
from services.tcg.chapters.operations.decks import DeckArranged, DeckLooked
from services.tcg.chapters.revealing import Revealed
from services.tcg.chapters.setup import DeckCut
from services.tcg.chapters.winning import PlayerRemoved
from services.tcg.game import match as match_game
from services.tcg.playing.knowledge import NOTHING_HIDDEN, SEEN, Knowledge
from services.tcg.playing.pins import HAND, Pin
from shared.kernel.messages import Event, Secret
from tests.tcg.board import board, effect, form, number, own, record, side
from tests.tcg.knowing import positions, readers_of, rebuilt
from tests.tcg.playing import Playing
from tests.tcg.twins import twin

POSITIONS: Final = int(os.environ.get("ARBITER_TEST_TCG_KNOWN", "120"))
PARTS: Final = 6
"""The number of parts into which the positions are split, so that several workers can test them in parallel."""


# ---------------------------------------------------------------- random matches


@pytest.mark.long
@pytest.mark.rule("TC-PLAY-01")
@pytest.mark.parametrize("part", range(PARTS))
def test_the_true_match_never_contradicts_what_a_seat_knows(part: int) -> None:
    """The true match never contradicts a seat's knowledge.

    Copies of the match whose hidden cards were dealt without regard to that knowledge sometimes contradict it.
    """
    random, counts, played = Random(part), Counter[str](), part
    while counts["positions"] < POSITIONS // PARTS:
        for at in positions(played):
            seat = random.choice(readers_of(at.match))
            known = at.known[seat]
            assert [] == known.contradictions(at.match), (played, seat)
            counts["positions"] += 1
            counts["twins"] += bool(known.contradictions(twin(at.match, seat, random, own=True)))
        played += PARTS
    assert counts["twins"] > 0


@pytest.mark.long
@pytest.mark.rule("TC-PLAY-01")
def test_knowledge_depends_only_on_what_the_seat_may_read() -> None:
    """Knowledge rebuilt only from the events and states that the seat may read equals the original knowledge."""
    random = Random(1)
    for played in (1, 3, 4, 8):
        last = list(positions(played))[-1]
        for seat in random.sample([*last.known], 2):
            assert last.known[seat] == rebuilt(last.events, seat), (played, seat)


@pytest.mark.rule("TC-PLAY-01")
def test_every_event_type_is_listed_by_its_effect_on_knowledge() -> None:
    """Each event type either changes knowledge, or is listed as neither moving nor showing a hidden card."""
    assert set(match_game.events) == SEEN.keys() | NOTHING_HIDDEN
    assert not SEEN.keys() & NOTHING_HIDDEN


# ---------------------------------------------------------------- one event after another


class Remembering:
    """A board, and what seats `a` and `b` know about its hidden cards."""

    def __init__(self, *, cards: Iterable[AnyCard] = (), **sides: Any) -> None:  # noqa: ANN401 sides by seat
        """Set up a board about whose hidden cards neither seat knows anything yet."""
        self.game: Playing = board(cards=cards, **sides)
        self.of = {seat: Knowledge(seat=seat) for seat in sides}

    def happens(self, *events: Event) -> None:
        """Record events and let both seats read them."""
        for event in events:
            for known in self.of.values():
                known.see(event, self.game.state)
            record(self.game, event)
        for seat, known in self.of.items():
            assert [] == known.contradictions(self.game.state), seat

    def fresh(self) -> int:
        """Return the next unused card number."""
        return self.game.state.made + 1

    def shows(self, *cards: str, to: str = "b") -> None:
        """Reveal cards of a's hand to a seat."""
        self.happens(Revealed(seat="a", n=len(cards), origin="hand", to=own(to, cards)))

    def sets(self, card: str) -> int:
        """Set a command of a's hand face-down; return the command's number."""
        thing, hand = self.fresh(), number(self.game, "a", card, "hand")
        zone = self.game.state.players["a"].commands.index(0)
        self.happens(CommandSet(seat="a", thing=thing, zone=zone, card=own("a", card), hand=own("a", hand)))
        return thing

    def discards(self, card: str) -> None:
        """Discard a card of a's hand."""
        hand = number(self.game, "a", card, "hand")
        shown = (Shown(card=card, thing=self.fresh()),)
        self.happens(Discarded(seat="a", cards=shown, hand=own("a", (hand,))))

    def pins(self, seat: str = "b") -> list[tuple[str, tuple[int, ...]]]:
        """Return each copy of a's cards that a seat knows, and the places where it may be."""
        return [(pin.card, pin.spots) for pin in self.of[seat].pins.get("a", ())]


KEEPER: Final = form(
    "keeper",
    effect("keep", replace={"event": "would_go_to_void", "do": "prevent", "of": {"who": "you", "zone": "spirit_deck"}}),
)


def look_at(*cards: str) -> DeckLooked:
    """Return an event in which `a` looks at the top cards of the main deck."""
    return DeckLooked(seat="a", deck="main", n=len(cards), cards=own("a", cards))


def arrange(order: Sequence[int], *, bottom: bool = False) -> DeckArranged:
    """Return an event in which `a` puts cards back on the main deck, or under it, in this order."""
    return DeckArranged(seat="a", deck="main", n=len(order), bottom=bottom, order=own("a", tuple(order)))


def shuffle(*order: int) -> DeckShuffled:
    """Return an event that shuffles the main deck of `a`."""
    return DeckShuffled(seat="a", deck="main", order=Secret(audience=(), value=order))


DECK: Final = ("feint", "kindle", "gate-whelp", "riptide")


@pytest.mark.rule("TC-PLAY-01")
def test_cards_seen_on_a_deck_are_known_until_it_is_shuffled() -> None:
    """A player who looked at cards of a deck knows them until a shuffle, even after a change of their order.

    The other players do not know them.
    """
    table = Remembering(a=side(deck=DECK), b=side())
    table.happens(look_at("feint", "kindle"), arrange((1, 0)))
    assert [None, None, "feint", "kindle"] == table.of["a"].main["a"]
    assert [None] * 4 == table.of["b"].main["a"]
    table.happens(shuffle(3, 2, 1, 0))
    assert [None] * 4 == table.of["a"].main["a"]


@pytest.mark.rule("TC-PLAY-01")
def test_cards_put_under_a_deck_stay_known_when_cards_are_drawn() -> None:
    """Cards put under a deck stay known when cards are drawn from the top or the deck is cut."""
    table = Remembering(a=side(deck=DECK), b=side())
    drawn = CardsDrawn(seat="a", n=1, first=table.fresh(), cards=own("a", ("gate-whelp",)))
    table.happens(look_at("feint", "kindle"), arrange((0, 1), bottom=True), drawn)
    assert ["kindle", "feint", None] == table.of["a"].main["a"]
    table.happens(DeckCut(seat="a", by="b", deck="main", position=1))
    assert [None, "kindle", "feint"] == table.of["a"].main["a"]


@pytest.mark.rule("TC-PLAY-01")
def test_a_card_that_is_drawn_in_sight_is_known_in_the_hand() -> None:
    """When a revealed top card is drawn, all seats know that it is in that hand, and under which number."""
    table = Remembering(a=side(deck=DECK), b=side())
    first = table.fresh()
    drawn = CardsDrawn(seat="a", n=2, first=first, cards=own("a", ("feint", "kindle")))
    table.happens(Revealed(seat="a", n=1, origin="main_deck", cards=("feint",)), drawn)
    assert [("feint", (HAND,))] == table.pins()
    assert {first: "feint"} == table.of["b"].numbers
    assert [] == table.pins("a")


@pytest.mark.rule("TC-PLAY-01")
def test_a_known_card_may_be_the_one_that_was_set() -> None:
    """When a player sets a command face-down, a known command of that hand may be the set one.

    Known cards of other kinds are still in the hand.
    """
    table = Remembering(a=side(hand=["feint", "kindle", "riptide"]), b=side())
    table.shows("feint", "kindle")
    thing = table.sets("riptide")
    assert [("feint", (HAND, thing)), ("kindle", (HAND,))] == table.pins()
    table.happens(CommandFlipped(seat="a", thing=thing, card="riptide"))
    assert [("feint", (HAND,)), ("kindle", (HAND,))] == table.pins()


@pytest.mark.rule("TC-PLAY-01")
def test_a_discarded_copy_may_be_any_known_copy() -> None:
    """If two copies are known and one is discarded, the other may be in the hand or face-down."""
    table = Remembering(a=side(hand=["feint", "riptide"], drop=["feint"]), b=side())
    table.shows("feint")
    thing, dropped = table.sets("riptide"), number(table.game, "a", "feint", "drop")
    table.happens(CardReturned(thing=dropped, card="feint", owner="a", to="hand", first=table.fresh()))
    assert [("feint", (HAND, thing)), ("feint", (HAND,))] == table.pins()
    table.discards("feint")
    assert [("feint", (HAND, thing))] == table.pins()


@pytest.mark.rule("TC-PLAY-01")
def test_a_copy_that_leaves_the_hand_may_be_the_one_that_was_set() -> None:
    """If one copy is known and a copy is discarded, no copy is known any more, even if another was set face-down."""
    table = Remembering(a=side(hand=["feint", "feint"]), b=side())
    table.shows("feint")
    table.sets("feint")
    table.discards("feint")
    assert [] == table.pins()


@pytest.mark.rule("TC-PLAY-01")
def test_a_hand_that_is_shown_again_adds_nothing() -> None:
    """When a hand is revealed a second time, cards that are already known are not counted again."""
    table = Remembering(a=side(hand=["feint", "kindle", "feint"]), b=side())
    table.shows("feint")
    table.shows("kindle", "feint")
    assert [("feint", (HAND,)), ("kindle", (HAND,))] == table.pins()
    table.shows("feint", "feint")
    assert [("feint", (HAND,)), ("kindle", (HAND,)), ("feint", (HAND,))] == table.pins()


@pytest.mark.rule("TC-PLAY-01")
def test_knowledge_follows_a_face_down_command_returned_unseen() -> None:
    """A known card that was set face-down and returns to the hand unseen is known there; in a deck it is not known."""
    table = Remembering(a=side(hand=["feint", "riptide"]), b=side())
    table.shows("feint")
    thing = table.sets("feint")
    table.happens(CardReturned(thing=thing, card="", owner="a", to="hand", first=table.fresh()))
    assert [("feint", (HAND,))] == table.pins()
    thing = table.sets("feint")
    table.happens(CardReturned(thing=thing, card="", owner="a", to="deck_top"))
    assert [] == table.pins()
    assert ["feint"] == table.of["a"].main["a"]


@pytest.mark.rule("TC-PLAY-01")
def test_a_command_set_from_a_drop_zone_is_known() -> None:
    """All seats know a command that was set from the drop zone, wherever it moves, because they saw it there."""
    table = Remembering(a=side(drop=["feint"]), b=side())
    thing, was = table.fresh(), number(table.game, "a", "feint")
    table.happens(CommandSet(seat="a", thing=thing, zone=0, card=own("a", "feint"), was=was, origin="drop"))
    assert [("feint", (thing,))] == table.pins()
    table.happens(CardReturned(thing=thing, card="", owner="a", to="deck_bottom"))
    assert ["feint"] == table.of["b"].main["a"]


@pytest.mark.rule("TC-PLAY-01")
def test_commands_shown_together_are_known_without_their_zones() -> None:
    """If face-down commands are shown together, seats know the cards, but not which zone each of them is in."""
    table = Remembering(a=side(set=["feint", "riptide"]), b=side())
    down = tuple(table.game.state.players["a"].commands[:2])
    table.happens(Revealed(seat="a", n=2, origin="command", cards=("riptide", "feint")))
    assert [("riptide", down), ("feint", down)] == table.pins()


@pytest.mark.rule("TC-PLAY-01")
def test_cards_put_back_unseen_make_a_hand_uncertain() -> None:
    """If a main card is put back unseen, known main cards of that hand become uncertain.

    Known spirits stay known, because they have other backs.
    """
    table = Remembering(a=side(hand=["feint", "kindle"], void=["boost"]), b=side())
    table.shows("feint", "kindle")
    spirit = number(table.game, "a", "boost")
    table.happens(Rescued(seat="a", spirits=(spirit,), cards=("house-boost",), first=table.fresh()))
    back = CardPutBack(seat="a", n=1, to="deck_bottom", hand=own("a", (number(table.game, "a", "kindle"),)))
    table.happens(back)
    assert [("house-boost", (HAND,))] == table.pins()
    assert (["kindle"], [None]) == (table.of["a"].main["a"], table.of["b"].main["a"])


@pytest.mark.rule("TC-PLAY-01")
def test_a_rescued_spirit_is_known_until_it_is_used() -> None:
    """A rescued spirit is known in the hand until a spirit of that hand is used, because it may be the used one."""
    table = Remembering(a=side(void=["boost"], forms=["gate-whelp"]), b=side())
    first, spirit, host = table.fresh(), number(table.game, "a", "boost"), number(table.game, "a", "gate-whelp")
    table.happens(Rescued(seat="a", spirits=(spirit,), cards=("house-boost",), first=first))
    assert [("house-boost", (HAND,))] == table.pins()
    under: Any = {"spirit": table.fresh(), "card": "house-boost", "hand": own("a", first)}
    table.happens(Spiritualized(seat="a", thing=host, **under))
    assert [] == table.pins()
    assert {} == table.of["b"].known_cards(table.game.state)


@pytest.mark.rule("TC-PLAY-01", "TC-RUL-131")
def test_a_spirit_that_is_kept_in_its_deck_stays_known() -> None:
    """If a replacement keeps the known top spirit in its deck, the spirit stays known.

    The next spirit of the deck goes to the void.
    """
    spirits = side(spirits=["boost", "rescue", "protect"])
    gone = Gone(owner="a", card="house-rescue", thing=99, origin="spirit_deck")
    seen = DeckLooked(seat="a", deck="spirit", n=1, cards=own("a", ("house-boost",)))
    kept = Remembering(cards=[KEEPER], a=spirits, b=side())
    kept.happens(seen, SpiritsSentToVoid(cause="devour", spirits=(gone,)))
    assert [None, "house-boost"] == kept.of["a"].spirits["a"]
    plain = Remembering(a=spirits, b=side())
    top = msgspec.structs.replace(gone, card="house-boost")
    plain.happens(seen, SpiritsSentToVoid(cause="devour", spirits=(top,)))
    assert [None, None] == plain.of["a"].spirits["a"]


@pytest.mark.rule("TC-PLAY-01", "TC-RUL-219")
def test_a_spirit_that_was_revealed_in_its_deck_is_not_taken_for_a_card_of_the_hand() -> None:
    """A spirit that an effect keeps in its deck is revealed; it is known neither in the hand nor on top of the deck."""
    table = Remembering(a=side(spirits=["boost", "rescue"]), b=side())
    table.happens(Revealed(seat="a", n=1, origin="spirit_deck", cards=("house-rescue",)))
    assert ([], None) == (table.pins(), table.of["b"].spirits.get("a"))


@pytest.mark.rule("TC-PLAY-01")
def test_a_player_who_leaves_is_forgotten() -> None:
    """When a player is out of the match, the others drop their knowledge of that player's cards: all are public."""
    table = Remembering(a=side(hand=["feint"], deck=DECK), b=side(), c=side())
    table.shows("feint")
    table.happens(look_at("feint"), PlayerRemoved(seat="a"))
    assert [] == table.pins()
    assert {} == table.of["a"].main


@pytest.mark.rule("TC-PLAY-01")
def test_a_copy_of_knowledge_shares_nothing_with_it() -> None:
    """Later events change the original knowledge, but not a copy of it made before."""
    table = Remembering(a=side(hand=["feint"], deck=DECK), b=side())
    table.happens(look_at("feint"))
    before = table.of["b"].copy(), table.of["a"].copy()
    table.shows("feint")
    table.happens(shuffle(3, 2, 1, 0))
    assert ({}, ["feint"]) == (before[0].pins, before[1].main["a"][-1:])


@pytest.mark.rule("TC-PLAY-01")
def test_a_match_that_lacks_a_known_card_contradicts() -> None:
    """A match contradicts knowledge if a hand, a deck position or a card number does not have the known card."""
    table = Remembering(a=side(hand=["feint"], deck=DECK), b=side())
    match, known = table.game.state, table.of["b"]
    hand = number(table.game, "a", "feint", "hand")
    match.table[hand].known = True
    known.pins["a"], known.main["a"], known.numbers = (
        [Pin("kindle", (HAND,))],
        [None, None, None, "kindle"],
        {hand: "kindle"},
    )
    assert 3 == len(known.contradictions(match))
