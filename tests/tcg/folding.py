"""Matches built only from events, without commands, for tests of the fold."""

from typing import Any, Final

import msgspec

from services.tcg.catalogue.starter import DECKS, SETS
from services.tcg.chapters import chain, entering, hands, limits, setup, triggers, turn
from services.tcg.chapters.course import AttackDeclared
from services.tcg.chapters.decisions import DecisionOpened
from services.tcg.chapters.decks import DeckAccepted
from services.tcg.chapters.opening import SeatJoined
from services.tcg.chapters.sources import CounterChanged, PwrChanged
from services.tcg.game import match as match_game
from services.tcg.settings import MatchSettings
from services.tcg.state.match import Asked, Match
from services.tcg.state.tasks import Change, Declaring, Finish, Go, Paying, Running, TriggerEvent, Window
from shared.kernel.messages import NOBODY, Event, Secret

SEATS: Final = ("north", "south")
PLAIN: Final = MatchSettings()
DECK: Final = DECKS["lantern"]
HAPPENING: Final = TriggerEvent(event="form_played", by="north", card=5)


def fold(match: Match, *events: Event) -> Match:
    """Fold events into a copy of a match."""
    for event in events:
        match_game.folds[type(event)](match, event)
    return match


def encode(match: Match) -> bytes:
    """Return the match encoded for storage."""
    return msgspec.json.encode(match)


def own(seat: str, value: Any) -> Secret[Any]:  # noqa: ANN401 whatever is secret
    """Return a secret that only one seat may read."""
    return Secret(audience=(seat,), value=value)


def draw(match: Match, seat: str, n: int) -> hands.CardsDrawn:
    """Return an event that draws a seat's top cards."""
    cards = tuple(reversed(match.players[seat].deck[-n:]))
    return hands.CardsDrawn(seat=seat, n=n, first=match.made + 1, cards=own(seat, cards))


def invoke(match: Match, seat: str, n: int) -> hands.SpiritsInvoked:
    """Return an event that invokes a seat's top spirits."""
    cards = tuple(reversed(match.players[seat].spirits[-n:]))
    return hands.SpiritsInvoked(seat=seat, n=n, first=match.made + 1, cards=own(seat, cards))


def start_match(settings: MatchSettings = PLAIN) -> Match:
    """Return a two-player match at the start of north's first turn.

    The saviors are cards 1 and 2, and all hands are empty.
    """
    match = Match(settings=settings, catalogue=SETS.name)
    return fold(
        match,
        *(SeatJoined(seat=seat) for seat in SEATS),
        *(DeckAccepted(seat=seat, deck=own(seat, DECK)) for seat in SEATS),
        setup.MatchStarted(saviors=tuple(hands.Shown(card=DECK.savior, thing=thing) for thing in (1, 2))),
        turn.TurnStarted(turn=1, seat="north"),
    )


def play_form(match: Match, seat: str = "north", zone: int = 0) -> int:
    """Draw a card and play it as a form; return the card's number."""
    fold(match, draw(match, seat, 1))
    hand = match.made
    card = match.table[hand].card
    fold(
        match,
        entering.FormPlayed(seat=seat, card=card, thing=hand + 1, zone=zone, origin="hand", hand=own(seat, hand)),
    )  # fmt: skip
    return hand + 1


def put_under(match: Match, thing: int, seat: str = "north") -> int:
    """Invoke a spirit and put it under a card; return the spirit's number."""
    fold(match, invoke(match, seat, 1))
    hand = match.made
    fold(
        match,
        entering.Spiritualized(
            seat=seat, thing=thing, spirit=hand + 1, card=match.table[hand].card, hand=own(seat, hand)
        ),
    )  # fmt: skip
    return hand + 1


def lively() -> Match:
    """Return a match with effects, triggers, an attack, a decision and pending tasks in progress."""
    match = start_match()
    form = play_form(match)
    put_under(match, form)
    agenda = (
        Go(to="settle"),
        Window(kind="W1", answers=(HAPPENING,)),
        Running(seat="north", card=form, printed="gate-whelp", effect="e", names={"p": (1,)}, event=HAPPENING),
        Declaring(seat="north", card=form, printed="gate-whelp", effect="e", origin="play"),
        Paying(seat="south", savior=2),
        Finish(number=1),
    )
    return fold(
        match,
        PwrChanged(thing=form, change=change(1)),
        CounterChanged(thing=form, name="seal", n=2),
        chain.EffectDeclared(number=1, seat="north", thing=form, card="gate-whelp", effect="e", event=HAPPENING),
        triggers.TriggersQueued(effects=(trigger_of(form), trigger_of(1))),
        triggers.EffectDelayed(
            number=2,
            seat="north",
            thing=form,
            card="gate-whelp",
            effect="e",
            names=Secret(audience=NOBODY, value={"p": (1,)}),
        ),
        AttackDeclared(seat="north", attacker=form, target=2, of="south"),
        limits.EffectUsed(keys=("turn|1|e",)),
        DecisionOpened(
            number=1,
            seat="south",
            kind="respond",
            since=7,
            asked=own("south", Asked(options=(1, 2), least=1, most=2)),
            agenda=Secret(audience=NOBODY, value=agenda),
        ),
    )


def change(number: int, lasts: str = "end_of_turn", *, source: int = 1, kind: str = "pwr") -> Change:
    """Return a change to a card's values that north has made."""
    return Change(kind=kind, number=number, seat="north", source=source, lasts=lasts, turn=1, value=2)


def trigger_of(thing: int) -> triggers.Called:
    """Return a record of a card's effect that has been triggered."""
    return triggers.Called(seat="north", thing=thing, card="gate-whelp", effect="e", event=HAPPENING)
