"""Steps that take cards out of play, or out of a hand or drop zone."""

from __future__ import annotations

from typing import Literal

from msgspec import field
from msgspec.structs import replace

from services.tcg.catalogue.language.conditions import Selector, Span, Who
from services.tcg.catalogue.language.operations import OnCards
from services.tcg.catalogue.language.reach import FORMS, MAIN, Reach, reaching
from services.tcg.catalogue.language.reach import IN_PLAY as PLAYED
from services.tcg.chapters import continuous, hands, leaving
from services.tcg.chapters.operations.reader import Reader, after, reads
from services.tcg.chapters.terms import MatchContext
from services.tcg.state.match import Card
from services.tcg.state.tasks import Running


class Sacrifice(OnCards, frozen=True, kw_only=True, tag="sacrifice"):
    """A step in which players sacrifice forms. The spirits under them go to the void."""

    phrase = "{who:sacrifice} {of}"
    reach = reaching(of=FORMS)
    who: Who = "you"


@reads
def sacrifice(reader: Reader, step: Sacrifice) -> None:
    """Make the players that the step names sacrifice forms.

    These players pick the forms themselves, unless the card names another player who picks. "An opponent" who
    sacrifices and "an opponent" who picks are the same player. In versions 1 and 2 of the decision rules, they could be
    different players.

    Rule: TC-FORM-20, TC-ACT-04, TC-RUL-027, TC-RUL-168
    """
    seats, by = reader.seats(step.who), step.of.by or "controller"
    if reader.revised and step.who == by == "opponent":
        by = "controller"

    def may_be(ctx: MatchContext, running: Running, card: Card) -> bool:
        ours = card.place == "form" and card.seat in seats(ctx, running)
        return ours and not continuous.may_not_be_sacrificed(ctx, card)

    find = reader.cards(replace(step.of, by=by), fit=may_be)

    def operation(ctx: MatchContext, running: Running) -> int:
        table = ctx.state.table
        leaving.sacrifice(ctx, [table[number] for number in find(ctx, running)])
        return after(ctx, running)

    reader.emit(operation)


class Destroy(OnCards, frozen=True, kw_only=True, tag="destroy"):
    """A step that sends a form or command in play to the drop zone."""

    phrase = "destroy {of}"
    reach = reaching(of=PLAYED)


@reads
def destroy(reader: Reader, step: Destroy) -> None:
    """Send forms and commands in play to their owners' drop zones, but never a savior. Rule: TC-SAV-02, TC-CMD-12."""
    find = reader.cards(step.of, fit=_in_play)

    def operation(ctx: MatchContext, running: Running) -> int:
        table = ctx.state.table
        leaving.leave_together(ctx, [table[number] for number in find(ctx, running)], cause="effect")
        return after(ctx, running)

    reader.emit(operation)


def _in_play(_ctx: MatchContext, _running: Running, card: Card) -> bool:
    return card.place in ("form", "command")


def are_several(of: Selector) -> bool:
    """Return whether a selector can select more than one card, by its number or because an earlier step picked them."""
    return of.var is not None or isinstance(of.n, Span) or (isinstance(of.n, int) and of.n > 1)


def owner_of(of: Selector) -> str:
    """Return the possessive words for the owner of a card, or for the owners of several cards."""
    return "their owners'" if are_several(of) else "its owner's"


class ReturnToHand(OnCards, frozen=True, kw_only=True, tag="return_to_hand"):
    """A step that returns cards to their owners' hands. The spirits under them go to the void."""

    phrase = "return {of} from {from_} to {owner} {hand}"
    reach = reaching(of=Reach(PLAYED.zones | {"drop"}, PLAYED.kinds))
    from_: Literal["form", "command", "drop"] = field(name="from", default="form")

    def say_owner(self) -> str:
        """Return the possessive words for the cards' owners."""
        return owner_of(self.of)

    def say_hand(self) -> str:
        """Return "hand", or "hands" if several cards return."""
        return "hands" if are_several(self.of) else "hand"


@reads
def return_to_hand(reader: Reader, step: ReturnToHand) -> None:
    """Return cards from the zone that the step names to their owners' hands, except saviors and spirits.

    Rule: TC-SAV-02, TC-ZONE-07, TC-RUL-026, TC-RUL-091
    """
    place = step.from_
    find = reader.cards(step.of, fit=lambda _ctx, _running, card: card.place == place)

    def operation(ctx: MatchContext, running: Running) -> int:
        cards = [ctx.state.table[number] for number in find(ctx, running)]
        if place == "drop":
            for card in cards:
                hands.take_back(ctx, card, "hand")
        else:
            leaving.leave_together(ctx, cards, to="hand", cause="effect")
        return after(ctx, running)

    reader.emit(operation)


class PutInDeck(OnCards, frozen=True, kw_only=True, tag="put_in_deck"):
    """A step that returns cards to their owners' main decks."""

    phrase = "put {of} {at} {owner} main {deck}"
    reach = reaching(of=MAIN)
    at: Literal["top", "bottom", "shuffle"]

    def say_owner(self) -> str:
        """Return the possessive words for the cards' owners."""
        return owner_of(self.of)

    def say_deck(self) -> str:
        """Return "deck", or "decks" if several cards are put there."""
        return "decks" if are_several(self.of) else "deck"


@reads
def put_in_deck(reader: Reader, step: PutInDeck) -> None:
    """Return cards to their owners' main decks, except spirits and saviors.

    Rule: TC-SAV-02, TC-ZONE-13, TC-RUL-026, TC-RUL-091, TC-RUL-092
    """
    find = reader.cards(step.of, fit=_main_backed, backs=_main_backed)
    to: hands.DeckEnd = "deck_top" if step.at == "top" else "deck_bottom"

    def operation(ctx: MatchContext, running: Running) -> int:
        table = ctx.state.table
        found = [table[number] for number in find(ctx, running)]
        owners = dict.fromkeys(card.owner for card in found)
        for card in found:
            if card.place == "hand":
                hands.put_back(ctx, card.seat, (card.id,), to)
            elif card.place == "drop":
                hands.take_back(ctx, card, to)
        leaving.leave_together(ctx, found, to=to, cause="effect")
        for owner in owners if step.at == "shuffle" else ():
            if not ctx.over and not ctx.state.players[owner].lost:
                hands.shuffle(ctx, owner, "main")
        return after(ctx, running)

    reader.emit(operation)


def _main_backed(ctx: MatchContext, _running: Running, card: Card) -> bool:
    return ctx.pool.printed[card.card].kind in ("form", "command")
