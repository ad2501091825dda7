"""One seat's knowledge about hidden cards, derived from the events as that seat reads them.

The state of a match keeps no record of cards that players have seen only briefly, such as the top of a deck, a hand, or
a card that visibly went back to a hand. A player remembers such cards. Knowledge contains only certain facts, so
nothing is inferred from what another player did or did not do. When a fact is no longer certain, it becomes less exact
or is dropped.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Final

from msgspec.structs import replace

from services.tcg.chapters import (
    agreement,
    chain,
    control,
    costs,
    course,
    damage,
    decisions,
    decks,
    departures,
    entering,
    hands,
    lapsing,
    leaving,
    limits,
    opening,
    paying,
    revealing,
    setup,
    sources,
    taking_back,
    triggers,
    turn,
    winning,
)
from services.tcg.chapters.operations import decks as deck_steps
from services.tcg.chapters.operations import lasting, searching
from services.tcg.chapters.pool import pool_of
from services.tcg.chapters.reading import amounts
from services.tcg.playing import pins
from services.tcg.playing.memory import Memory, Places, face_down, may_lie_down
from services.tcg.playing.pins import HAND, Pin
from services.tcg.state.match import Match
from shared.kernel.messages import Event, Seat, Secret


class Knowledge(Memory, kw_only=True):
    """The knowledge of `seat` about hidden cards, derived from events."""

    def copy(self) -> Knowledge:
        """Return a copy that shares no mutable part with the original."""
        return replace(
            self,
            main={seat: places.copy() for seat, places in self.main.items()},
            spirits={seat: places.copy() for seat, places in self.spirits.items()},
            pins={seat: known.copy() for seat, known in self.pins.items()},
            numbers=self.numbers.copy(),
        )

    def see(self, event: Event, match: Match) -> None:
        """Update the knowledge with what the seat may read in an event. `match` is the state before the event.

        This reads only public parts of the state and cards that are not hidden from the seat.
        """
        fold = SEEN.get(type(event))
        if fold is not None:
            fold(self, event, match)


# ---------------------------------------------------------------- decks


def _forget_order(known: Knowledge, event: hands.DeckShuffled, match: Match) -> None:
    places = known.places(match, event.seat, event.deck)
    places[:] = [None] * len(places)


def _cut(known: Knowledge, event: setup.DeckCut, match: Match) -> None:
    places = known.places(match, event.seat, event.deck)
    if event.position:
        places[:] = (*places[-event.position :], *places[: -event.position])


def _take(known: Knowledge, event: hands.CardsDrawn | hands.SpiritsInvoked, match: Match) -> None:
    """Move cards from the top of a deck to a hand. Cards that were known in the deck stay known in the hand."""
    places = known.places(match, event.seat, "main" if isinstance(event, hands.CardsDrawn) else "spirit")
    taken = _off_the_top(places, event.n)
    known.arrive(event.seat, ((number, card) for number, card in enumerate(taken, event.first) if card))


def _off_the_top(places: Places, count: int) -> Places:
    return [places.pop() for _ in range(min(count, len(places)))]


def _put_on(places: Places, cards: Iterable[str | None], *, bottom: bool) -> None:
    for card in cards:
        places.insert(0 if bottom else len(places), card)


def _see_top(places: Places, cards: Sequence[str]) -> None:
    """Record the cards on top of a deck, from the top down."""
    top = cards[: len(places)]
    places[len(places) - len(top) :] = top[::-1]


def _look(known: Knowledge, event: deck_steps.DeckLooked, match: Match) -> None:
    cards = known.reads(event.cards)
    if cards is not None:
        _see_top(known.places(match, event.seat, event.deck), cards)


def _arrange(known: Knowledge, event: deck_steps.DeckArranged, match: Match) -> None:
    """Move the known cards of a rearranged deck to their new positions.

    If the seat may not read the order, these positions become unknown.
    """
    places, order = known.places(match, event.seat, event.deck), known.reads(event.order)
    looked = _off_the_top(places, event.n)
    upwards = [None if order is None else looked[place] for place in reversed(order or range(len(looked)))]
    places[:] = [*upwards, *places] if event.bottom else [*places, *upwards]


def _search(known: Knowledge, event: searching.Searched, match: Match) -> None:
    """Forget the order of a deck that was searched.

    Later events remove the cards that go to the void or into play.
    """
    places = known.places(match, event.seat, event.deck)
    places[:] = [None] * (len(places) - (event.n if event.to in ("hand", "drop") else 0))
    if event.to == "hand":
        known.arrive(event.seat, enumerate(event.revealed or (), event.first))


def _out_of_deck(places: Places, card: str) -> None:
    """Remove the topmost copy of a card from a deck.

    If an unknown card above it may also be a copy, the cards in between become unknown.
    """
    at = _topmost(places, card)
    unknown = _topmost(places, None)
    if at > unknown:
        del places[at]
    else:
        lowest = max(at, 0)
        places[lowest : unknown + 1] = [None] * (unknown - lowest)


def _topmost(places: Places, card: str | None) -> int:
    return next((at for at in range(len(places) - 1, -1, -1) if places[at] == card), -1)


# ---------------------------------------------------------------- hands and commands


def _discard(known: Knowledge, event: hands.Discarded, _match: Match) -> None:
    for shown in event.cards:
        pins.leave(known.pins_of(event.seat), shown.card, HAND)


def _rescue(known: Knowledge, event: hands.Rescued, _match: Match) -> None:
    known.arrive(event.seat, enumerate(event.cards, event.first))


def _spirits_return(known: Knowledge, event: departures.SpiritsReturned, _match: Match) -> None:
    known.arrive(event.owner, enumerate(event.cards, event.first))


def _put_back(known: Knowledge, event: hands.CardPutBack, match: Match) -> None:
    cards = _out_of_hand(known, event.seat, event.n, event.hand, match=match)
    _put_on(known.places(match, event.seat, "main"), cards, bottom=event.to == "deck_bottom")


def _mulligan(known: Knowledge, event: setup.MulliganTaken, match: Match) -> None:
    cards = _out_of_hand(known, event.seat, event.n, event.back, match=match)
    _put_on(known.places(match, event.seat, "main"), cards, bottom=False)


def _out_of_hand(
    known: Knowledge, owner: Seat, count: int, hand: Secret[tuple[int, ...]], *, match: Match
) -> Places:  # fmt: skip
    """Return the cards that left a hand, with None for each card that the seat did not see.

    If the seat did not see them, also drop the hand's pins for cards with the main deck's back.
    """
    numbers = known.reads(hand)
    if numbers is not None:
        return [match.table[number].card for number in numbers if number in match.table]
    if count:
        printed, left = pool_of(match).printed, known.pins_of(owner)
        left[:] = [pin for pin in left if HAND not in pin.spots or printed[pin.card].back != "main"]
    return [None] * count


def _return(known: Knowledge, event: departures.CardReturned, match: Match) -> None:
    """Move a card from play or from a drop zone to a hand or a deck. A face-down command is not revealed."""
    was = match.table.get(event.thing)
    if was is None:
        return
    card, left = event.card or known.name_of(was), known.pins_of(was.seat)
    if not was.up and card:
        pins.leave(left, card, event.thing)
    elif not was.up and event.to == "hand":
        pins.clear(left, event.thing, to=HAND)
    elif not was.up:
        left[:] = [pin for pin in left if event.thing not in pin.spots]
    if event.to != "hand":
        _put_on(known.places(match, event.owner, "main"), [card or None], bottom=event.to == "deck_bottom")
    elif card:
        known.arrive(event.owner, [(event.first, card)])


def _play(known: Knowledge, event: entering.FormPlayed | entering.CommandPlayed, match: Match) -> None:
    if event.origin == "hand":
        pins.leave(known.pins_of(event.seat), event.card, HAND)
    elif event.origin == "main_deck":
        _out_of_deck(known.places(match, event.seat, "main"), event.card)


def _set(known: Knowledge, event: entering.CommandSet, match: Match) -> None:
    """Pin a command that was set from a drop zone.

    A command that was set from the hand may be any of the hand's pinned cards that can be set.
    """
    left = known.pins_of(event.seat)
    if event.origin == "drop" and event.was in match.table:
        left.append(Pin(match.table[event.was].card, (event.thing,)))
    elif event.origin == "hand":
        for at, pin in enumerate(left):
            if HAND in pin.spots and may_lie_down(match, pin.card):
                left[at] = Pin(pin.card, (*pin.spots, event.thing))


def _flip(known: Knowledge, event: entering.CommandFlipped, _match: Match) -> None:
    pins.leave(known.pins_of(event.seat), event.card, event.thing)


def _to_drop(known: Knowledge, event: departures.CardSentToDrop, match: Match) -> None:
    was = match.table.get(event.thing)
    if was is not None and not was.up:
        pins.leave(known.pins_of(was.seat), event.card, event.thing)


def _spiritualize(known: Knowledge, event: entering.Spiritualized, _match: Match) -> None:
    pins.leave(known.pins_of(event.seat), event.card, HAND)


def _attach(known: Knowledge, event: entering.SpiritAttached, match: Match) -> None:
    if event.origin == "spirit_deck":
        _off_the_top(known.places(match, event.owner, "spirit"), 1)


def _to_void(known: Knowledge, event: departures.SpiritsSentToVoid, match: Match) -> None:
    """Remove spirits that went to the void from hands and decks.

    If no replacement effect can keep spirits in their decks, the removed spirits were on top.
    """
    from_top = "would_go_to_void" not in pool_of(match).holding
    for gone in event.spirits:
        if gone.origin == "hand":
            pins.leave(known.pins_of(gone.owner), gone.card, HAND)
        elif gone.origin == "spirit_deck" and from_top:
            _off_the_top(known.places(match, gone.owner, "spirit"), 1)
        elif gone.origin == "spirit_deck":
            _out_of_deck(known.places(match, gone.owner, "spirit"), gone.card)


def _reveal(known: Knowledge, event: revealing.Revealed, match: Match) -> None:
    """Remember cards that were shown to the seat.

    A card whose ability works from the hand is a different copy from the cards shown before. Spirits that an effect has
    kept in a deck are not remembered, because they need not lie on top.
    """
    cards = event.cards if event.cards is not None else known.reads(event.to)
    if cards is None or event.origin == "spirit_deck":
        return
    if event.origin == "main_deck":
        _see_top(known.places(match, event.seat, "main"), cards)
    elif event.origin == "command":
        pins.show(known.pins_of(event.seat), Counter(cards), tuple(face_down(match, event.seat)))
    elif event.seat != known.seat:
        held = Counter(cards)
        if event.thing:
            known.numbers[event.thing] = cards[0]
            others = (match.table[number] for number in match.players[event.seat].hand)
            held.update(card.card for card in others if card.known and card.card == cards[0])
        pins.show(known.pins_of(event.seat), held, (HAND,))


def _remove(known: Knowledge, event: winning.PlayerRemoved, match: Match) -> None:
    """Forget a player who left the match, since all the player's cards are public now."""
    for of_all in (known.main, known.spirits, known.pins):
        of_all.pop(event.seat, None)
    for number, card in match.table.items():
        if card.owner == event.seat and not card.up:
            pins.clear(known.pins_of(card.seat), number)


See = Callable[[Knowledge, Any, Match], None]
SEEN: Final[Mapping[type[Event], See]] = {
    departures.CardReturned: _return,
    departures.CardSentToDrop: _to_drop,
    departures.SpiritsReturned: _spirits_return,
    departures.SpiritsSentToVoid: _to_void,
    deck_steps.DeckArranged: _arrange,
    deck_steps.DeckLooked: _look,
    entering.CommandFlipped: _flip,
    entering.CommandPlayed: _play,
    entering.CommandSet: _set,
    entering.FormPlayed: _play,
    entering.SpiritAttached: _attach,
    entering.Spiritualized: _spiritualize,
    hands.CardPutBack: _put_back,
    hands.CardsDrawn: _take,
    hands.DeckShuffled: _forget_order,
    hands.Discarded: _discard,
    hands.Rescued: _rescue,
    hands.SpiritsInvoked: _take,
    revealing.Revealed: _reveal,
    searching.Searched: _search,
    setup.DeckCut: _cut,
    setup.MulliganTaken: _mulligan,
    winning.PlayerRemoved: _remove,
}
"""The function that updates a seat's knowledge after each event type that moves or reveals hidden cards."""

NOTHING_HIDDEN: Final[frozenset[type[Event]]] = frozenset({
    agreement.DrawAnswered, agreement.DrawOffered, agreement.StopsSet, amounts.DieRolled, chain.EffectDeclared,
    chain.EffectNegated, chain.EffectResolved, chain.TriggerBegun, chain.TriggersOrdered, control.ControlChanged,
    costs.AttackGivenUp, course.AttackDeclared, course.AttackEnded, course.CombatChecked, course.Passed,
    course.PhaseEntered, course.StepEnded, course.WindowClosed, course.WindowOpened, damage.CardDamaged,
    damage.DamagePrevented, damage.DamageSettled, decisions.DecisionAnswered, decisions.DecisionOpened,
    decisions.DrawWithdrawn, decks.DeckAccepted, departures.FormSacrificed, entering.SaviorFlipped,
    entering.SpiritsMoved, lapsing.PlayLapsed, lasting.AttackAllowed, leaving.Despiritualized, leaving.Devoured,
    limits.EffectUsed, opening.MatchCreated, opening.SeatJoined, paying.CostPaid, setup.DiceRolled,
    setup.FirstPlayerChosen, setup.MatchStarted, sources.CounterChanged, sources.EffectGranted, sources.PwrChanged,
    sources.Restricted, sources.ShieldRaised, taking_back.PlayTakenBack, triggers.DelayEnded, triggers.EffectDelayed,
    triggers.TriggersQueued, turn.StepEntered, turn.TurnEnded, turn.TurnStarted, winning.MatchFinished,
    winning.PlayerLost,
})  # fmt: skip
"""The events that neither move nor reveal a hidden card. A test checks that both lists cover all events of the game."""
