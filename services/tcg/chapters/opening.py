"""The opening of a match: its players, settings and card set."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, ClassVar, Final, TypeAlias

import msgspec
from msgspec import Meta

from services.tcg.catalogue import contract
from services.tcg.catalogue.faults import BadCards
from services.tcg.catalogue.language.effects import Cards
from services.tcg.catalogue.loading import load
from services.tcg.catalogue.sets import CardSet, SpiritSet, compose
from services.tcg.catalogue.starter import SETS, our_set
from services.tcg.chapters.terms import MatchContext
from services.tcg.settings import MatchSettings
from services.tcg.state.match import Match, Player
from shared.kernel.chapter import fold, judge
from shared.kernel.game import Opening
from shared.kernel.messages import Event, Seat
from shared.kernel.refusals import Refusal

# ---------------------------------------------------------------- refusals


class SeatsOutOfRange(Refusal, rule="TC-GEN-03"):
    """Wrong number of players: open the match with the number of players in `needs`."""


class CardsBad(Refusal, rule="TC-CARD-02"):
    """The card set has faults: correct each fault listed in `has`."""


class CardSetUnknown(Refusal, rule="TC-CARD-02"):
    """No card set has this name: name one of the sets listed in `needs`, or send your own cards."""


class OrderIncomplete(Refusal, rule="TC-ETI-04"):
    """The order of simultaneous effects is incomplete: name each of the five timings once."""


# ---------------------------------------------------------------- commands


NameOfSet: TypeAlias = Annotated[str, Meta(max_length=60, description="the name of a built-in set")]
"""The name of a card set. This type accepts any text, so that the refusal can list the sets of the match's release.

The API description lists the current sets.
"""


class OpenMatch(Opening, frozen=True, kw_only=True):
    """Create a match. The seats are in clockwise order. `cards` names a built-in set, or contains your own cards.

    Without `cards`, the match uses the starter set.
    """

    by_reference: ClassVar[Mapping[str, type[Refusal]]] = {"cards": CardsBad}
    contract_form: ClassVar[type[Opening]] = contract.OpenMatch
    settings: MatchSettings = MatchSettings()
    cards: Cards | NameOfSet | None = None


# ---------------------------------------------------------------- events


class MatchCreated(Event, frozen=True, kw_only=True):
    """A match was created with these settings and this card set. The set is recorded as text with its SHA-256."""

    settings: MatchSettings
    card_set: str
    cards: str


class SeatJoined(Event, frozen=True, kw_only=True):
    """A player took the next seat in clockwise order."""

    seat: Seat


# ---------------------------------------------------------------- judgement


LEAST_PLAYERS: Final = 2
TIMINGS: Final = frozenset({"auto", "interrupt", "swift", "independent", "none"})


@judge
def open_match(ctx: MatchContext, command: OpenMatch) -> None:
    """Create a match with its settings and card set.

    Rule:    TC-GEN-03, TC-GEN-04, TC-RUL-002, TC-RUL-012
    Refuses: SeatsOutOfRange, OrderIncomplete, CardsBad, CardSetUnknown
    """
    settings = command.settings
    seats = [ask.seat for ask in command.seats if ask.role == "player"]
    if not LEAST_PLAYERS <= len(seats) <= settings.max_players:
        needs = f"{LEAST_PLAYERS} to {settings.max_players} players"
        raise SeatsOutOfRange(needs=needs, has=len(seats), field="seats")
    if set(settings.effect_order) != TIMINGS:
        raise OrderIncomplete(needs=tuple(sorted(TIMINGS)), has=settings.effect_order, field="settings")
    cards = _cards(ctx.state, command)
    ctx.emit(MatchCreated(settings=settings, card_set=cards.hash, cards=cards.text))
    for seat in seats:
        ctx.emit(SeatJoined(seat=seat))


def _cards(match: Match, command: OpenMatch) -> CardSet:
    """Return the card set of the match, including its spirits.

    Rule:    TC-CARD-01 to TC-CARD-12
    Refuses: CardsBad, CardSetUnknown
    """
    spirits = command.settings.spirit_set
    if not isinstance(command.cards, Cards):
        return _ours(match, command.cards or "starter", spirits)
    written = msgspec.to_builtins(command.cards)
    try:
        cards = load(written, form=match.form)
        return compose(cards, spirits, SETS.of(match).house)
    except BadCards as error:
        faults = tuple(map(str, error.faults))
        raise CardsBad(needs="a card set without faults", has=faults, field="cards") from error
    except RecursionError as error:
        raise CardsBad(needs="a card set without faults", has="nested too deeply", field="cards") from error


def _ours(match: Match, name: str, spirits: SpiritSet) -> CardSet:
    """Return a built-in card set, from the release with which the match was opened. Refuses: CardSetUnknown."""
    known = SETS.of(match).sets
    if name not in known:
        raise CardSetUnknown(needs=tuple(known), has=name, field="cards")
    return our_set(spirits, match.catalogue, cards=name)


# ---------------------------------------------------------------- fold


@fold
def _match_created(match: Match, event: MatchCreated) -> None:
    match.settings, match.cards = event.settings, event.cards


@fold
def _seat_joined(match: Match, event: SeatJoined) -> None:
    match.order.append(event.seat)
    match.players[event.seat] = Player(seat=event.seat)
