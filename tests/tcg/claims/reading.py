"""Reads a card's printed words as a player would: which players and cards a phrase means, and what it claims.

This code does not know the card's data. `Table` is the board before the card was used, together with the decisions that
players made during its use. A phrase that refers to a decision removes it from
the recorded decisions, so that each decision is matched only once.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping
from typing import Any, Final, NamedTuple

from services.tcg.state.match import Card, Decision
from services.tcg.state.tasks import TriggerEvent
from shared.kernel.messages import Seat
from tests.tcg.playing import Playing

from .measuring import Measured

READER: Final = "a"
NOUN: Final = r"(?:forms?|saviors?|commands?|cards?|spirits?)"
WHERE: Final = (
    r"(?:(?:you|an opponent|your opponents|that player|this card's owner|this card's controller) controls?|in play"
    r"|underneath cards (?:\w+ )*?(?:controls?|in play)"
    r"|in (?:your|an opponent's|each opponent's|any player's|that player's|this card's owner's|this card's controller's"
    r"|all opponents'|all players') (?:hand|drop zone|main deck|spirit deck|void)s?)"
)
FILTER: Final = r'(?: that is (?P<kind>of level \d|a \w+|"\w+"))?'
BY: Final = r"(?P<by>, (?:picked by an opponent|that many from each controller, picked by them))?"
MANY: Final = r"(?:each|a|\d+ to \d+|\d+)"
CARDS: Final = rf"(?:{MANY} )?{NOUN}(?: or {NOUN})* {WHERE}{FILTER.replace('?P<kind>', '?:')}"
NAMED: Final = (
    rf"(?:this card|the chosen card|the cards picked before|it|{CARDS}"
    r"(?:, (?:picked by an opponent|that many from each controller, picked by them))?)"
)
WHO: Final = r"(?:you|an opponent|each opponent|each player|that player|this card's owner|this card's controller)"
ZONES: Final = {"hand": "hand", "drop zone": "drop", "void": "void"}


class Asked(NamedTuple):
    """A decision that a player made in the match, with the picked options."""

    decision: Decision
    picked: tuple[int, ...]


class Table:
    """A board before an effect, and the decisions made during the effect."""

    def __init__(self, game: Playing, source: int, asked: list[Asked], *, chosen: tuple[int, ...] = ()) -> None:
        """Set the game before an effect, and the number of the card with the text."""
        self.game = game
        self.source = source
        self.chosen = chosen
        self.asked = asked
        self.picked: tuple[int, ...] = ()
        self.player: Seat = ""
        self.it = 0
        self.rolled = 0
        self.used = 0
        self.event: TriggerEvent | None = None

    # ---------------------------------------------------------------- players

    def players(self, words: str) -> list[Seat]:
        """Return the players that a phrase names; "an opponent" is the opponent picked by the card's player."""
        match words:
            case "" | "you" | "your" | "this card's owner" | "this card's controller":
                return [READER]
            case "each player":
                return self.game.state.clockwise(READER)
            case "each opponent":
                return self.game.state.opponents(READER)
            case "that player":
                return [self.player]
            case "an opponent":
                return [self._picked_player(self.game.state.opponents(READER))]
            case _:
                raise AssertionError(f"no player is called {words}")

    def _picked_player(self, expected: list[Seat]) -> Seat:
        if len(expected) == 1:
            return expected[0]
        asked = self.next("choose_player", READER)
        assert expected == list(asked.decision.words)
        return self.game.state.order[asked.picked[0]]

    def next(self, kind: str, seat: Seat | None) -> Asked:
        """Consume and return the next decision, which must be of this kind and for this seat."""
        assert self.asked, f"the text announces a {kind} that nobody was asked for"
        asked = self.asked.pop(0)
        assert kind == asked.decision.kind
        assert seat in (None, asked.decision.seat), f"{asked.decision.seat} was asked, not {seat}"
        return asked

    # ---------------------------------------------------------------- cards

    def cards(self, words: str, *, kinds: Collection[str] = ()) -> list[Card]:
        """Return the cards that a phrase names: for "each" all of them, otherwise those that the named player picked.

        `kinds` are the kinds of cards to which the rules let the step apply.
        """
        table = self.game.state.table
        match words:
            case "this card":
                return [table[self.source]]
            case "it":
                return [table[self.it]]
            case "the chosen card":
                return [table[number] for number in self.chosen]
            case "the cards picked before":
                return [table[number] for number in self.picked]
            case _:
                return self._phrase(words, kinds)

    def _phrase(self, words: str, kinds: Collection[str]) -> list[Card]:
        found = re.fullmatch(rf"(?:(?P<many>{MANY}) )?(?P<all>.*?){BY}", words)
        assert found is not None, words
        fitting = [one for one in self.fitting(found["all"]) if not kinds or self._kind(one) in kinds]
        if found["many"] in (None, "each"):
            return fitting
        return [self.game.state.table[number] for number in self._picks(found, fitting)]

    def _picks(self, found: re.Match[str], fitting: list[Card]) -> list[int]:
        least, _, most = found["many"].replace("a", "1").partition(" to ")
        by, numbers = found["by"] or "", [card.id for card in fitting]
        if "each controller" in by:
            return [
                one
                for seat in dict.fromkeys(card.seat for card in fitting)
                for one in self._of(seat, numbers, int(least))
            ]
        if not most and int(least) >= len(numbers):
            self.asked[:] = [one for one in self.asked if set(one.decision.options) != set(numbers)]
            return numbers
        picker = self.players("an opponent" if by else "you")[0]
        asked = self.next("choose_cards", picker)
        assert set(numbers) == set(asked.decision.options)
        assert int(least) <= len(asked.picked) <= int(most or least)
        return list(asked.picked)

    def _of(self, seat: Seat, numbers: list[int], count: int) -> tuple[int, ...]:
        own = tuple(one for one in numbers if self.game.state.table[one].seat == seat)
        if len(own) <= count:
            return own
        asked = self.next("choose_cards", seat)
        assert set(own) == set(asked.decision.options)
        assert count == len(asked.picked)
        return asked.picked

    def about(self, numbers: list[int]) -> tuple[int, ...]:
        """Consume the decision whose options are exactly these card numbers; return the cards picked in it."""
        asked = next(one for one in self.asked if set(numbers) == set(one.decision.options))
        assert READER == asked.decision.seat
        self.asked.remove(asked)
        return asked.picked

    def fitting(self, words: str) -> list[Card]:
        """Return the cards that match a phrase and are in the zone that it names."""
        found = re.fullmatch(rf"(?P<nouns>{NOUN}(?: or {NOUN})*) (?P<where>{WHERE}){FILTER}", words)
        assert found is not None, f"not a phrase for cards: {words}"
        nouns = {noun.removesuffix("s") for noun in found["nouns"].split(" or ")}
        there = [card for card in self.game.state.table.values() if self._lies(card, nouns, found["where"])]
        return [card for card in there if self.is_called(card, found["kind"] or "")]

    def _lies(self, card: Card, nouns: set[str], where: str) -> bool:
        if where.startswith("in ") and where != "in play":
            whose, zone = re.fullmatch(r"in (.*?) (hand|drop zone|void|main deck|spirit deck)s?", where).groups()  # type: ignore[union-attr]
            return card.place == ZONES.get(zone) and self._is_of(card.seat, re.sub(r"'s?$", "", whose))
        if where.startswith("underneath cards "):
            host = self.game.state.table.get(card.host)
            held = where.removeprefix("underneath cards ")
            return card.place == "under" and host is not None and self._is_of(host.seat, held)
        return card.place in nouns and self._is_of(card.seat, where)

    def _is_of(self, seat: Seat, words: str) -> bool:
        """Return whether a phrase such as "you control" includes this seat."""
        match re.sub(r" controls?$", "", words):
            case "in play" | "any player" | "all players":
                return True
            case "you" | "your" | "this card's owner" | "this card's controller":
                return seat == READER
            case "that player":
                return seat == self.player
            case "an opponent" | "each opponent" | "your opponents" | "all opponents":
                return seat != READER
            case other:
                raise AssertionError(f"nobody is called {other}")

    def _kind(self, card: Card) -> str:
        printed = self.game.pool.printed[card.card]
        return printed.type or printed.kind

    def is_called(self, card: Card, words: str) -> bool:
        """Return whether a word such as "form" names the kind of this card."""
        printed = self.game.pool.printed[card.card]
        if words.startswith("of level "):
            return printed.kind == "form" and printed.level == int(words.removeprefix("of level "))
        return not words or f'"{printed.name}"' == words or printed.kind == words.removeprefix("a ")


# ---------------------------------------------------------------- changes


def sum_of(*parts: Mapping[Any, int]) -> Measured:
    """Return the sum of several changes, without entries of 0."""
    total: Measured = {}
    for part in parts:
        for key, change in part.items():
            total[key] = total.get(key, 0) + change
    return {key: change for key, change in total.items() if change}


def change_by_moving(count: int, seat: Seat, origin: str, to: str) -> Measured:
    """Return the change that results from moving this many cards from one pile to another."""
    return {(origin, seat): -count, (to, seat): count}


def change_by_leaving(table: Table, card: Card, to: str) -> Measured:
    """Return the change when a card leaves play: it moves to its destination, and its spirits to the void."""
    zone = "forms" if card.place == "form" else "commands"
    spirits = [{("void", table.game.state.table[one].owner): 1} for one in card.under]
    return sum_of({("in play", card.id): -1, (zone, card.seat): -1, (to, card.owner): 1}, *spirits)
