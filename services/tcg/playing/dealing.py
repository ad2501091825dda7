"""Dealing a match again: everything that a seat does not know is drawn at random, consistent with what it knows.

Each way to deal the physical cards that agrees with the knowledge is equally likely. Nothing is inferred from what
other players did: for example, keeping a card in the hand makes no card more likely than another.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TypeAlias

from msgspec import Struct
from msgspec.structs import replace

from services.tcg.chapters.decisions import CHOOSING
from services.tcg.chapters.decks import BACKS
from services.tcg.chapters.hands import deck_of
from services.tcg.chapters.pool import pool_of
from services.tcg.chapters.prompts import FROM_HIDING
from services.tcg.playing.allotting import ImpossibleDeal, Room, allot, deal_picks
from services.tcg.playing.knowledge import Knowledge
from services.tcg.playing.memory import Places, cards_of, face_down, may_lie_down
from services.tcg.playing.pins import HAND, Pin, breadth
from services.tcg.state.match import Match, Player
from services.tcg.state.tasks import IN_LOOP, Declaring, Flipping, Running, Settling, Window
from services.tcg.words import DeckName
from shared.kernel.messages import Seat
from shared.kernel.players.luck import Luck


class Brought(Struct, frozen=True, kw_only=True):
    """The certain facts about an opponent's deck. `cards` counts its known cards.

    `down` is the number of its unknown cards that are face-down in play. These are cards that `may_lie_down`.
    """

    back: DeckName
    size: int
    cards: Counter[str]
    down: int


Brings: TypeAlias = Callable[[Brought], Mapping[str, int]]
"""A function that returns the cards of a deck that an opponent may have brought to the match."""


def deal(match: Match, knowledge: Knowledge, luck: Luck, brings: Brings | None = None) -> Match:
    """Return a mutable copy of a match in which everything that the seat does not know is dealt again.

    This deals the hands, face-down commands and decks of the other players, the order of the seat's own decks, and the
    picks in hands that effects have stored. Other hidden facts that change how a match continues get fixed values (see
    `_hide_settings`). If a seat cannot distinguish two matches, both give the same deal with the same `luck`, with
    these exceptions:

    - An opponent has the cards of the true deck list, unless `brings` returns another. The state keeps the true list,
      but nothing reads it once a match has begun.
    - Cards in use stay as they are: those that another seat is declaring, paying with or choosing from, and those that
      it has chosen for its own unfinished effect. While that seat chooses for such an effect, which may be a search,
      its decks stay as they are too. These cases are rare while a seat is asked to decide something.
    - Hidden cards keep their instance ids. A player must name hidden cards by what they are, never by these ids.

    Refuses: ImpossibleDeal (`brings` lacks a card that an opponent certainly has)
    """
    dealt = match.mutable_copy()
    if match.stage == "finished":
        return dealt
    shown = knowledge.known_cards(match)
    for seat, player in dealt.players.items():
        for back in BACKS:
            if seat == knowledge.seat:
                _deal_own(dealt, knowledge, back, luck)
            else:
                stays = {**shown, **_in_flight(dealt, player)}
                _Side(dealt, knowledge, player, back=back, stay=stays).deal(luck, brings)
    deal_picks(dealt, match, knowledge, luck)
    _hide_settings(dealt, knowledge.seat)
    return dealt


def leaves_in_flight(match: Match, knowledge: Knowledge) -> bool:
    """Return whether a deal leaves hidden cards unchanged because other players use them (see `deal`)."""
    shown = knowledge.known_cards(match)
    others = [player for seat, player in match.players.items() if seat != knowledge.seat]
    return any(
        _chooses_for_effect(match, player.seat)
        or _in_flight(match, player).keys() - shown.keys()
        or _taken_one_by_one(match, player.seat) - shown.keys()
        for player in others
    )


def _taken_one_by_one(match: Match, seat: Seat) -> set[int]:
    """Return the cards in hands that a running `for_each` of a player's effect still has to take, or takes now."""
    return {
        number
        for task in match.pending if isinstance(task, Running) and task.seat == seat
        for name, numbers in task.names.items() if name.startswith("$") and name.endswith(IN_LOOP)
        for number in numbers if number in match.table and match.table[number].place == "hand"
    }  # fmt: skip


def deal_decks(match: Match, known: Mapping[Seat, Knowledge], luck: Luck) -> Match:
    """Return a mutable copy of a match with every deck in a random order that agrees with its player's knowledge.

    Hands and face-down commands stay unchanged, because the caller may see them all.
    """
    dealt = match.mutable_copy()
    for seat in dealt.players:
        for back in BACKS:
            _deal_own(dealt, known[seat], back, luck)
    return dealt


def _deal_own(match: Match, knowledge: Knowledge, name: DeckName, luck: Luck) -> None:
    deck = deck_of(match, knowledge.seat, name)
    places = knowledge.places_in(match, knowledge.seat, name)
    pool = _less(deck, (card for card in places if card is not None))
    luck.shuffle(pool)
    _fill(deck, places, pool)


def _less(cards: Iterable[str], known: Iterable[str]) -> list[str]:
    """Return the cards that remain after the known ones are taken out.

    The cards are sorted, since a shuffle that starts from the true order would reveal that order.

    Refuses: ImpossibleDeal
    """
    left = Counter(cards)
    left.subtract(known)
    if lacking := [card for card, count in left.items() if count < 0]:
        raise ImpossibleDeal(f"these cards are known, but not in the deck: {', '.join(sorted(lacking))}")
    return sorted(left.elements())


def _fill(deck: list[str], places: Places, pool: list[str]) -> None:
    deck[:] = [pool.pop() if card is None else card for card in places]


class _Side:
    """Another player's hidden cards with one kind of back. Cards in `stay` keep their instance ids and identities."""

    def __init__(
        self, match: Match, knowledge: Knowledge, player: Player, *, back: DeckName, stay: Mapping[int, str]
    ) -> None:
        self._match, self._player = match, player
        self._back: DeckName = back
        self._deck = deck_of(match, player.seat, back)
        printed, table = pool_of(match).printed, match.table
        held = [number for number in player.hand if printed[table[number].card].back == back]
        down = face_down(match, player.seat) if back == "main" else []
        stay = {**{one: table[one].card for one in down if table[one].owner != player.seat}, **stay}
        self._hand = sorted(number for number in held if number not in stay)
        self._down = tuple(number for number in down if number not in stay)
        chooses = _chooses_for_effect(match, player.seat)
        self._places: Places = [*self._deck] if chooses else knowledge.places_in(match, player.seat, back)
        there = {one: stay[one] for one in (*held, *down) if one in stay}
        self._pins = _unmet(
            [pin for pin in knowledge.pins.get(player.seat, ()) if printed[pin.card].back == back], there, player
        )

    def deal(self, luck: Luck, brings: Brings | None) -> None:
        """Deal the cards that are not in `stay`. Refuses: ImpossibleDeal."""
        known = [card for card in self._places if card is not None]
        if not (self._hand or self._down or self._places):
            return
        certain = [*known, *(pin.card for pin in self._pins)]
        pool = _less(self._cards_to_deal(certain, brings), certain)
        unknown = len(self._places) - len(known)
        if len(pool) + len(self._pins) != len(self._hand) + len(self._down) + unknown:
            raise ImpossibleDeal(f"{self._player.seat} has another number of cards than the deck list")
        settable = [card for card in pool if may_lie_down(self._match, card)] if self._down else []
        room = Room(down=self._down, hand=len(self._hand), deck=unknown, settable=len(settable))
        spots = allot(self._pins, room, luck)
        self._lay(spots, pool, settable, luck)
        _fill(self._deck, self._places, pool)

    def _lay(self, spots: Sequence[int], pool: list[str], settable: list[str], luck: Luck) -> None:
        """Put the pinned copies into their spots, and other cards of the pool into the remaining spots."""
        table, hand = self._match.table, self._hand
        luck.shuffle(hand)
        for pin, spot in zip(self._pins, spots, strict=True):
            table[hand.pop() if spot == HAND else spot].card = pin.card
        for number in self._down:
            if number not in spots:
                table[number].card = card = settable.pop(luck.below(len(settable)))
                pool.remove(card)
        luck.shuffle(pool)
        for number in hand:
            table[number].card = pool.pop()

    def _cards_to_deal(self, certain: Sequence[str], brings: Brings | None) -> list[str]:
        """Return the cards to deal: those that are hidden, or those from a list of `brings` that are not visible."""
        table = self._match.table
        if brings is None:
            return [*(table[number].card for number in (*self._hand, *self._down)), *self._deck]
        printed, dealt = pool_of(self._match).printed, {*self._hand, *self._down}
        seen = [
            card.card for number, card in table.items()
            if card.owner == self._player.seat and number not in dealt and card.place != "savior"
            and printed[card.card].back == self._back
        ]  # fmt: skip
        size = len(seen) + len(self._hand) + len(self._down) + len(self._places)
        pinned = sum(pin.spots != (HAND,) for pin in self._pins)
        brought = Brought(
            back=self._back, size=size, cards=Counter([*seen, *certain]),
            down=max(0, len(self._down) - pinned),
        )  # fmt: skip
        return _less(Counter(brings(brought)).elements(), seen)


def _unmet(pins: Iterable[Pin], there: Mapping[int, str], player: Player) -> list[Pin]:
    """Return the pins that no card in `there` satisfies. Those with the fewest spots come first."""
    left = sorted(pins, key=breadth)
    for number, card in there.items():
        spot = HAND if number in player.hand else number
        met = next((pin for pin in left if pin.card == card and spot in pin.spots), None)
        if met is not None:
            left.remove(met)
    return left


# ---------------------------------------------------------------- cards that stay, and hidden settings


def _in_flight(match: Match, player: Player) -> dict[int, str]:
    """Return the hidden cards that a player is declaring, paying with or choosing from, or has chosen for an effect."""
    asked = match.decisions.get(player.seat)
    numbers = set(() if asked is None else cards_of(asked))
    for task in match.pending:
        if isinstance(task, Declaring) and task.seat == player.seat:
            numbers.update((task.card,) if task.origin in FROM_HIDING else ())
            numbers.update(*task.targets, *task.payment)
        elif isinstance(task, Flipping) and task.seat == player.seat:
            numbers.update(*task.payment)
        elif isinstance(task, Settling):
            numbers.update(task.paid.get(player.seat, ()))
        elif isinstance(task, Running) and task.seat == player.seat:
            numbers.update(*task.targets, *task.names.values())
    hidden = (*player.hand, *face_down(match, player.seat))
    return {number: match.table[number].card for number in hidden if number in numbers}


def _chooses_for_effect(match: Match, seat: Seat) -> bool:
    """Return whether a seat is choosing for its own effect, and may be looking through its deck."""
    asked, task = match.decisions.get(seat), match.pending[-1] if match.pending else None
    return asked is not None and asked.kind in CHOOSING and isinstance(task, Running) and task.seat == seat


def _hide_settings(match: Match, seat: Seat) -> None:
    """Replace other hidden facts that affect which seats are asked to decide.

    Other seats count as having set no stops and waived no windows. The secret that decides when the clock passes for a
    player becomes empty, so the clock never passes.
    """
    match.pace = ()
    match.decisions = {one: replace(asked, passes_at=0) for one, asked in match.decisions.items()}
    for player in match.players.values():
        if player.seat != seat:
            player.stops, player.stops_until = None, ""
    for task in match.pending:
        if isinstance(task, Window):
            task.waived = tuple(one for one in task.waived if one == seat)
        elif isinstance(task, Declaring | Flipping) and task.seat != seat:
            task.waive = False
