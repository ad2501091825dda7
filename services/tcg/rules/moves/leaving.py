"""Cards that leave play: where they go, and what becomes of the spirits beneath."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, Literal

from services.tcg.agenda import Happening
from services.tcg.events import CardReturned, CardSentToDrop, FormSacrificed, SpiritsReturned
from services.tcg.rules import triggers
from services.tcg.rules.moves.control import release
from services.tcg.rules.moves.replacing import first_is_first, replaced
from services.tcg.rules.moves.voids import arrive, strip
from services.tcg.rules.terms import Game
from services.tcg.state.match import Card
from services.tcg.words import Cause

Away = Literal["drop", "hand", "deck_top", "deck_bottom"]
OF_PLAY: Final = frozenset({"form", "command"})
"""Cards that can leave play at all: a savior is permanent. Rule: TC-SAV-02, TC-ZONE-07."""
REPLACED_AS: Final = {"damage": "damage", "effect": "effect", "cost": "effect", "sacrifice": "sacrifice"}
"""As what a cause counts for what is done instead of leaving; a command that has resolved simply leaves."""

RETURNING: Final = frozenset({"effect", "cost"})
"""The ways to leave whose spirits `spirits_on_return` may send to the hand. Rule: TC-RUL-026."""


def leave(game: Game, card: Card, *, to: Away = "drop", cause: Cause) -> bool:
    """Let a form or command leave play for its owner's drop zone, hand or deck; its spirits go to their owners' voids.

    It is one step: losses are looked at once the card is gone too. Tells whether it left.

    Rule: TC-FORM-23, TC-SAV-02, TC-ZONE-07, TC-CBT-13, TC-CBT-14, TC-RUL-026, TC-RUL-042, TC-RUL-091
    """
    if not _goes(game, card, cause):
        return False
    arrive(game, let_go(game, (card,), to=to, cause=cause))
    return True


def leave_together(game: Game, cards: Sequence[Card], *, to: Away = "drop", cause: Cause) -> None:
    """Let several cards leave play as one step: who loses by it loses at the same time. Rule: TC-RUL-042."""
    arrive(game, let_go(game, going(game, cards, cause), to=to, cause=cause))


def going(game: Game, cards: Sequence[Card], cause: Cause) -> list[Card]:
    """List the cards that nothing keeps from leaving play."""
    at = len(game.match.agenda)
    left = [card for card in cards if _goes(game, card, cause)]
    first_is_first(game, at)
    return left


def let_go(game: Game, cards: Sequence[Card], *, to: Away = "drop", cause: Cause) -> list[Happening]:
    """Let cards leave play as one step, without looking yet who loses by it, and give what happened.

    None of them sees another leave.

    Rule: TC-RUL-042, TC-RUL-116
    """
    stripped = _strip(game, cards, cause)
    if to != "drop":
        triggers.leave(game, [_leaving(card, to, cause) for card in cards])
    return [*stripped, *(one for card in cards for one in _left(game, card, to, cause))]


def _leaving(card: Card, to: Away, cause: Cause) -> Happening:
    return Happening(event="left_play", by=card.seat, card=card.id, to=to, cause=cause)


def _left(game: Game, card: Card, to: Away, cause: Cause) -> Sequence[Happening]:
    number, owner = card.id, card.owner
    happenings: Sequence[Happening] = ()
    if to == "drop":
        happenings = (_leaving(card, to, cause),)
        game.tell(CardSentToDrop(thing=number, card=card.card, owner=owner, cause=cause))
    else:
        seen = card.card if card.up else ""
        first = game.match.made + 1 if to == "hand" else 0
        game.tell(CardReturned(thing=number, card=seen, owner=owner, to=to, first=first))
    release(game, "while_in_play", source=number)
    return happenings


def _goes(game: Game, card: Card, cause: Cause) -> bool:
    if card.place not in OF_PLAY:
        return False
    counts = REPLACED_AS.get(cause, "")
    return not counts or not replaced(game, "would_leave", seat=card.seat, card=card.id, cause=counts)


def _strip(game: Game, cards: Sequence[Card], cause: Cause) -> list[Happening]:
    """Take the spirits from beneath cards that leave, together.

    Rule: TC-FORM-20, TC-FORM-23, TC-SPI-06, TC-RUL-026, TC-RUL-042
    """
    under = tuple(spirit for card in cards for spirit in card.under)
    if not under:
        return []
    if game.match.settings.spirits_on_return == "owner_hand" and cause in RETURNING:
        _to_hands(game, under)
        return []
    return strip(game, cause, under)


def _to_hands(game: Game, spirits: tuple[int, ...]) -> None:
    table = game.match.table
    for owner in dict.fromkeys(table[number].owner for number in spirits):
        own = tuple(number for number in spirits if number in table and table[number].owner == owner)
        cards = tuple(table[number].card for number in own)
        game.tell(SpiritsReturned(owner=owner, spirits=own, cards=cards, first=game.match.made + 1))


def sacrifice(game: Game, cards: Sequence[Card]) -> None:
    """Sacrifice forms by effect, also as a cost: their spirits go to their owners' voids, and no limit is used.

    Rule: TC-FORM-20, TC-ACT-04, TC-RUL-042
    """
    given = going(game, [card for card in cards if card.place == "form"], "sacrifice")
    stripped = _strip(game, given, "sacrifice")
    arrive(game, [*stripped, *(one for card in given for one in _sacrificed(game, card))])


def _sacrificed(game: Game, card: Card) -> Sequence[Happening]:
    number, seat = card.id, card.seat
    game.tell(FormSacrificed(seat=seat, thing=number, card=card.card, cause="effect"))
    release(game, "while_in_play", source=number)
    given = Happening(event="form_sacrificed", by=seat, card=number, cause="effect")
    return given, Happening(event="left_play", by=seat, card=number, to="drop", cause="sacrifice")
