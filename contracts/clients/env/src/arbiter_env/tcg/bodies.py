"""The translation of legal commands into words, based on what the seat sees.

The words of a command (its body) are the name of the command or question, then the words of its fields, then `done`.
The words for a card in play are its place, those for a card elsewhere are its pile and id, and those for a spirit under
a card are the place of that card and the spirit's id. Cards with the same id in one pile have the same words. The word
for an option without a name is `#` and the option's index.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Final

from arbiter_env.tcg.vocabulary import OPTIONS
from arbiter_env.vocabulary import DONE, Body
from services.tcg.chapters.activating import Activate
from services.tcg.chapters.combat import DeclareAttack
from services.tcg.chapters.commands import PlayCommand, SetCommand
from services.tcg.chapters.decisions import Answer
from services.tcg.chapters.forms import PlayForm
from services.tcg.chapters.setup import ChooseFirst, Mulligan
from services.tcg.chapters.spirits import SpiritualizeCard
from services.tcg.views import MatchView, SeenCommand, SeenDecision, SeenFighter, SeenPlayer
from shared.kernel.messages import Command, Seat
from shared.kernel.players.position import Key

CARDS: Final[Mapping[type[Command], tuple[str, ...]]] = {
    PlayForm: ("card", "sacrifice"),
    PlayCommand: ("card",),
    SetCommand: ("card",),
    SpiritualizeCard: ("target", "spirit"),
    DeclareAttack: ("attacker", "target"),
}
"""The fields of commands that name cards, in the order of their words.

Zones have no words, since all zones are equivalent.
"""
ORDERED: Final = frozenset({"order_cards", "order_triggers"})
"""The kinds of questions in which the seat puts the options in order."""


def bodies(seen: MatchView, seat: Seat, moves: Mapping[Key, Command]) -> dict[Body, Command]:
    """Return legal commands, keyed by their words. Of several commands with the same words, the first is used."""
    speech = Speech(seen, seat)
    found: dict[Body, Command] = {}
    for command in moves.values():
        found.setdefault(speech.body(command), command)
    return found


class Speech:
    """The names of cards and options as one seat sees them."""

    def __init__(self, seen: MatchView, seat: Seat) -> None:
        """Look up the name of every card and seat that this seat can see."""
        self._decision = next((one for one in seen.decisions if one.seat == seat), None)
        self._seats = {one: side_of(one, seat) for one in seen.order}
        self.cards: dict[int, Body] = {}
        """The words of each visible card, by the card's number in the match."""
        for player in seen.players.values():
            self.cards.update(_cards(player, self._seats[player.seat]))

    def body(self, command: Command) -> Body:
        """Return the words of a legal command."""
        match command:
            case Answer():
                said = tuple(self._answer(command))
            case Mulligan():
                said = ("Mulligan", *_joined(sorted(self.cards[one] for one in command.keep)))
            case Activate():
                said = ("Activate", *self.cards.get(command.card, ()), f"effect:{command.effect}")
            case ChooseFirst():
                said = ("ChooseFirst", command.choice)
            case _:
                named = (getattr(command, field) for field in CARDS.get(type(command), ()))
                said = (type(command).__name__, *_joined(self.cards[card] for card in named if card is not None))
        return (*said, DONE)

    def _answer(self, answer: Answer) -> Iterator[str]:
        """Yield the kind of the question, then the words of the chosen options.

        They are sorted unless their order matters.
        """
        decision = self._decision
        if decision is None or decision.options is None:
            raise LookupError("the seat is not asked")
        named = self._options(decision)
        said = [named[option] for option in answer.choice]
        yield decision.kind
        yield from _joined(said if decision.kind in ORDERED else sorted(said))

    def _options(self, decision: SeenDecision) -> dict[int, Body]:
        """Return the words of each option: those that the question supplies, or else those of a card, or else `#n`."""
        options, words = decision.options or (), decision.words or ()
        if len(words) == len(options) and decision.kind != "pay":
            pairs = zip(options, words, strict=True)
            return {option: (self._word(word, at),) for at, (option, word) in enumerate(pairs)}
        numbered = decision.kind == "choose_zone"
        return {
            option: (_option(at),) if numbered else self.cards.get(option, (_option(at),))
            for at, option in enumerate(options)
        }

    def _word(self, word: str, at: int) -> str:
        """Return the word for an option that a question describes: a seat, an effect, a card in a deck, or yes."""
        if word in self._seats:
            return self._seats[word]
        if "#" in word:
            return f"effect:{word}"
        return word if word == "yes" else _option(at) if word.isdigit() else f"deck:{word}"


def side_of(seat: Seat, viewer: Seat) -> str:
    """Return the word for a seat's side of the table."""
    return "me" if seat == viewer else "op"


def _option(at: int) -> str:
    return f"#{min(at, OPTIONS - 1)}"


def _joined(parts: Iterable[Body]) -> Body:
    return tuple(word for part in parts for word in part)


def _cards(player: SeenPlayer, side: str) -> Iterator[tuple[int, Body]]:
    """Yield the words of a player's visible cards, each with the card's number in the match."""
    yield from _in_zone(player.savior, f"{side}.savior")
    for fighter in player.forms:
        yield from _in_zone(fighter, f"{side}.form{0 if fighter is None else fighter.zone}")
    for command in player.commands:
        yield from _in_zone(command, f"{side}.command{0 if command is None else command.zone}")
    yield from ((one.thing, (f"{side}.drop:{one.card}",)) for one in player.drop)
    yield from ((one.thing, (f"{side}.void:{one.card}",)) for one in player.void)
    if side == "me":
        yield from ((one.thing, (f"hand:{one.card}",)) for one in player.hand or ())


def _in_zone(card: SeenFighter | SeenCommand | None, place: str) -> Iterator[tuple[int, Body]]:
    if card is not None:
        yield card.thing, (place,)
        if isinstance(card, SeenFighter):
            yield from ((one.thing, (place, f"under:{one.card}")) for one in card.under)
