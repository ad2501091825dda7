"""What has happened in a match. These are stored: a change here is an addition with a default, or a new event.

Cards go by numbers while somebody sees them. An event that brings cards into sight gives them new numbers: `first`, and
those that follow it. What others may not know is a `Secret` of its seat; what nobody may know, one for nobody.
"""

from __future__ import annotations

from typing import Final, Literal

from msgspec import Struct, field

from services.tcg.agenda import Change, Happening, Task
from services.tcg.settings import MatchSettings
from services.tcg.words import Cause, DeckList, DeckName, Phase, Step, WindowKind
from shared.messages import Event, Seat, Secret


class Gone(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A spirit that went to its owner's void: its new number, and where it was."""

    owner: Seat
    card: str
    thing: int
    origin: Literal["spirit_deck", "hand", "under"]
    was: int = 0
    """The number it had under a card."""


class Shown(Struct, frozen=True, kw_only=True):
    """A card that came into everybody's sight: what it is, and its new number."""

    card: str
    thing: int


# ---------------------------------------------------------------- lobby and setup


class MatchCreated(Event, frozen=True, kw_only=True):
    """A match was opened, on these settings and this card set (its text, and SHA-256 of it)."""

    settings: MatchSettings
    card_set: str
    cards: str


class SeatJoined(Event, frozen=True, kw_only=True):
    """A player took the next place clockwise."""

    seat: Seat


class DeckAccepted(Event, frozen=True, kw_only=True):
    """A player handed in a legal deck."""

    seat: Seat
    deck: Secret[DeckList]


class MatchStarted(Event, frozen=True, kw_only=True):
    """Everybody still in has a deck; the saviors lie bound side up, in the order of their seats."""

    saviors: tuple[Shown, ...]


class DeckShuffled(Event, frozen=True, kw_only=True):
    """A deck was shuffled: place i, counted from the bottom, now holds what was at `order[i]`."""

    seat: Seat
    deck: DeckName
    order: Secret[tuple[int, ...]]


class DeckCut(Event, frozen=True, kw_only=True):
    """A cut was offered to the left: so many cards from the top went beneath the others; None when it was declined."""

    seat: Seat
    by: Seat
    deck: DeckName
    position: int | None = None


class CardsDrawn(Event, frozen=True, kw_only=True):
    """A player drew from the main deck."""

    seat: Seat
    n: int
    first: int
    cards: Secret[tuple[str, ...]]


class MulliganTaken(Event, frozen=True, kw_only=True):
    """A player put so many cards of the opening hand back on top of the main deck; 0 keeps all."""

    seat: Seat
    n: int
    back: Secret[tuple[int, ...]]


class DiceRolled(Event, frozen=True, kw_only=True):
    """The players rolled for who chooses; ties for the highest rolled again."""

    rolls: dict[Seat, int]
    highest: tuple[Seat, ...]


class FirstPlayerChosen(Event, frozen=True, kw_only=True):
    """The highest roller chose to go first, or deferred to the left."""

    by: Seat
    seat: Seat


# ---------------------------------------------------------------- turns


class TurnStarted(Event, frozen=True, kw_only=True):
    """A turn began."""

    turn: int
    seat: Seat


class StepEntered(Event, frozen=True, kw_only=True):
    """A step began."""

    step: Step


class PhaseEntered(Event, frozen=True, kw_only=True):
    """A phase of the combat step began."""

    phase: Phase


class StepEnded(Event, frozen=True, kw_only=True):
    """The turn player ended a step."""

    step: Step


class TurnEnded(Event, frozen=True, kw_only=True):
    """A turn is over, with the changes that lasted until its end."""

    turn: int


class SpiritsInvoked(Event, frozen=True, kw_only=True):
    """A player took spirits from the top of the spirit deck to the hand."""

    seat: Seat
    n: int
    first: int
    cards: Secret[tuple[str, ...]]


# ---------------------------------------------------------------- actions


class FormSacrificed(Event, frozen=True, kw_only=True):
    """A form was given up: for a form that is played (its spirits stay for it), or by an effect."""

    seat: Seat
    thing: int
    card: str
    cause: Literal["play", "effect"]


class FormPlayed(Event, frozen=True, kw_only=True):
    """A form entered a form zone. `hand` is the card in hand it was; `was` its number in the drop zone."""

    seat: Seat
    card: str
    thing: int
    zone: int
    origin: Literal["hand", "drop", "main_deck"]
    hand: Secret[int] | None = None
    was: int = 0


class SpiritsMoved(Event, frozen=True, kw_only=True):
    """Spirits moved from under one card to under another, in their order."""

    spirits: tuple[int, ...]
    to: int


class CommandPlayed(Event, frozen=True, kw_only=True):
    """A command was put face-up in a command zone to be activated."""

    seat: Seat
    card: str
    thing: int
    zone: int
    origin: Literal["hand", "drop"]
    hand: Secret[int] | None = None
    was: int = 0


class CommandSet(Event, frozen=True, kw_only=True):
    """A command was put face-down in a command zone; which one only its player knows."""

    seat: Seat
    thing: int
    zone: int
    card: Secret[str]
    hand: Secret[int] | None = None
    was: int = 0
    origin: Literal["hand", "drop"] = "hand"


class CommandFlipped(Event, frozen=True, kw_only=True):
    """A face-down command was turned face-up to activate it."""

    seat: Seat
    thing: int
    card: str


class Spiritualized(Event, frozen=True, kw_only=True):
    """A spirit from the hand was put under a card. It is not counted where an effect ignores the limit."""

    seat: Seat
    thing: int
    spirit: int
    card: str
    hand: Secret[int]
    counted: bool = True


class SpiritAttached(Event, frozen=True, kw_only=True):
    """A spirit was put under a card from a void or a spirit deck: this is not spiritualizing."""

    thing: int
    spirit: int
    card: str
    owner: Seat
    origin: Literal["void", "spirit_deck"]
    was: int = 0


class SaviorFlipped(Event, frozen=True, kw_only=True):
    """A savior entered the boundless state."""

    seat: Seat
    thing: int


# ---------------------------------------------------------------- effects


class EffectDeclared(Event, frozen=True, kw_only=True):
    """An effect was declared, with its targets, as a link of the chain. `card` is its printed card."""

    number: int
    seat: Seat
    thing: int
    card: str
    effect: str
    targets: tuple[tuple[int, ...], ...] = ()
    event: Happening | None = None
    """What it answers, or what called it up."""
    command: bool = False
    """It is the main effect of a command, which leaves when it has resolved."""
    names: dict[str, tuple[int, ...]] = field(default_factory=dict)


class CostPaid(Event, frozen=True, kw_only=True):
    """The cost of a declared effect is paid; what it moved follows."""

    number: int
    seat: Seat
    costs: tuple[str, ...]


class WindowOpened(Event, frozen=True, kw_only=True):
    """Players may respond, or use what the moment allows."""

    kind: WindowKind


class Passed(Event, frozen=True, kw_only=True):
    """A player who was asked passed."""

    seat: Seat


class WindowClosed(Event, frozen=True, kw_only=True):
    """Everybody passed in a row."""

    kind: WindowKind


class EffectNegated(Event, frozen=True, kw_only=True):
    """A declared effect will not resolve; its cost stays paid."""

    number: int
    seat: Seat


class EffectResolved(Event, frozen=True, kw_only=True):
    """A link of the chain is done with; `negated` ones have done nothing."""

    number: int
    negated: bool = False


class Called(Struct, frozen=True, kw_only=True):
    """An [AUTO] effect that was called up, and what called it."""

    seat: Seat
    thing: int
    card: str
    effect: str
    event: Happening
    targets: tuple[tuple[int, ...], ...] = ()
    names: dict[str, tuple[int, ...]] = field(default_factory=dict)


class TriggersQueued(Event, frozen=True, kw_only=True):
    """[AUTO] effects were called up, and wait for the chain to be empty."""

    effects: tuple[Called, ...]


class TriggersOrdered(Event, frozen=True, kw_only=True):
    """A player put its [AUTO] effects of the same timing in order: their places in the queue, in the new order."""

    seat: Seat
    order: tuple[int, ...]


class TriggerBegun(Event, frozen=True, kw_only=True):
    """The [AUTO] effect at a place of the queue waits no more: it is dealt with now."""

    place: int = 0


class EffectDelayed(Event, frozen=True, kw_only=True):
    """Steps of an effect wait for a later event, with what the effect has chosen so far."""

    number: int
    seat: Seat
    thing: int
    card: str
    effect: str
    targets: tuple[tuple[int, ...], ...] = ()
    names: dict[str, tuple[int, ...]] = field(default_factory=dict)


class DelayEnded(Event, frozen=True, kw_only=True):
    """What waited for an event waits no more."""

    number: int


# ---------------------------------------------------------------- combat


class AttackDeclared(Event, frozen=True, kw_only=True):
    """A card attacks another."""

    seat: Seat
    attacker: int
    target: int
    of: Seat


class CombatChecked(Event, frozen=True, kw_only=True):
    """PWR was compared; the attacker wins a tie."""

    attacker_pwr: int
    target_pwr: int
    victor: int
    loser: int


class AttackEnded(Event, frozen=True, kw_only=True):
    """The attack is over: after its damage, or because there is nothing left to compare."""

    reason: Literal["damage", "gone", "ended"]


class CardDamaged(Event, frozen=True, kw_only=True):
    """A card was damaged, by a card or by an effect."""

    thing: int
    by: int = 0


class DamagePrevented(Event, frozen=True, kw_only=True):
    """A card would have been damaged, and was not. `shield` is the number of the shield that this used up once."""

    thing: int
    shield: int = 0


class DamageSettled(Event, frozen=True, kw_only=True):
    """What a damage of these cards brought about is done: those still in play are damaged once less, a form no more."""

    things: tuple[int, ...]


class AttackAllowed(Event, frozen=True, kw_only=True):
    """A card may attack more often in this combat step."""

    thing: int
    n: int


class AttackGivenUp(Event, frozen=True, kw_only=True):
    """This turn's attack of a card was used up as a cost, also before the combat step."""

    thing: int


# ---------------------------------------------------------------- what effects do


class SpiritsSentToVoid(Event, frozen=True, kw_only=True):
    """Spirits arrived together in their owners' voids. `hand` are those that were in hands, in their order."""

    cause: Cause
    spirits: tuple[Gone, ...]
    hand: Secret[tuple[int, ...]] | None = None


class CardSentToDrop(Event, frozen=True, kw_only=True):
    """A card in play went to its owner's drop zone."""

    thing: int
    card: str
    owner: Seat
    cause: Cause


class CardReturned(Event, frozen=True, kw_only=True):
    """A card in play or in a drop zone went to its owner's hand or main deck. In hand it goes by a new number.

    `card` is empty where it lay face-down.
    """

    thing: int
    card: str
    owner: Seat
    to: Literal["hand", "deck_top", "deck_bottom"]
    first: int = 0


class CardPutBack(Event, frozen=True, kw_only=True):
    """A player put cards from the hand on the main deck, or beneath it, one after another."""

    seat: Seat
    n: int
    to: Literal["deck_top", "deck_bottom"]
    hand: Secret[tuple[int, ...]]


class Discarded(Event, frozen=True, kw_only=True):
    """A player discarded from the hand."""

    seat: Seat
    cards: tuple[Shown, ...]
    hand: Secret[tuple[int, ...]]


class Rescued(Event, frozen=True, kw_only=True):
    """A player took spirits from the void to the hand; there they go by new numbers."""

    seat: Seat
    spirits: tuple[int, ...]
    cards: tuple[str, ...]
    first: int


class Devoured(Event, frozen=True, kw_only=True):
    """The top of an opponent's spirit deck is devoured; the spirits follow."""

    by: Seat
    seat: Seat
    n: int


class Despiritualized(Event, frozen=True, kw_only=True):
    """Spirits are taken from underneath a card; they follow."""

    by: Seat
    thing: int
    n: int


class SpiritsReturned(Event, frozen=True, kw_only=True):
    """Spirits underneath a card that left went to their owner's hand."""

    owner: Seat
    spirits: tuple[int, ...]
    cards: tuple[str, ...]
    first: int


class PwrChanged(Event, frozen=True, kw_only=True):
    """A card's PWR was changed for a time."""

    thing: int
    change: Change


class EffectGranted(Event, frozen=True, kw_only=True):
    """A card was given an ability for a time."""

    thing: int
    change: Change


class Restricted(Event, frozen=True, kw_only=True):
    """Something holds for a card for a time."""

    thing: int
    change: Change


class ShieldRaised(Event, frozen=True, kw_only=True):
    """The next damages to a card will not happen."""

    thing: int
    change: Change


class ChangesEnded(Event, frozen=True, kw_only=True):
    """Changes of a card are over: those with these numbers."""

    thing: int
    numbers: tuple[int, ...]


class ControlChanged(Event, frozen=True, kw_only=True):
    """A form moved to a form zone of another player."""

    thing: int
    seat: Seat
    zone: int
    change: Change | None = None


class Searched(Event, frozen=True, kw_only=True):
    """A player looked through a deck and took so many cards for `to`.

    This puts them into the hand or the drop zone, by the numbers from `first` on. Into play or into a void they come by
    the events that follow, which take them out of the deck.
    """

    seat: Seat
    deck: DeckName
    n: int
    to: Literal["hand", "drop", "void", "play"]
    places: Secret[tuple[int, ...]]
    """Where in the deck they were, counted from the bottom."""
    cards: Secret[tuple[str, ...]]
    revealed: tuple[str, ...] | None = None
    first: int = 0


class DeckLooked(Event, frozen=True, kw_only=True):
    """A player looked at the top of a deck. `cards` from the top."""

    seat: Seat
    deck: DeckName
    n: int
    cards: Secret[tuple[str, ...]]


class DeckArranged(Event, frozen=True, kw_only=True):
    """A player put the top of a deck back: in an order, or beneath the deck.

    `order` are the cards as they were, counted from 0 at the top, in their new order, the uppermost first.
    """

    seat: Seat
    deck: DeckName
    n: int
    bottom: bool
    order: Secret[tuple[int, ...]]


class Revealed(Event, frozen=True, kw_only=True):
    """Cards were shown: to all, or to one seat alone."""

    seat: Seat
    n: int
    origin: Literal["hand", "main_deck", "command"]
    cards: tuple[str, ...] | None = None
    to: Secret[tuple[str, ...]] | None = None


class DieRolled(Event, frozen=True, kw_only=True):
    """A die decided."""

    seat: Seat
    sides: int
    value: int


class CounterChanged(Event, frozen=True, kw_only=True):
    """So many counters of a name are on a card now."""

    thing: int
    name: str
    n: int


class EffectUsed(Event, frozen=True, kw_only=True):
    """A use of an effect was counted against its limit."""

    keys: tuple[str, ...]


# ---------------------------------------------------------------- decisions and the end


class Asked(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """What a decision offers: options and how many of them are taken; `words` where they are no cards."""

    options: tuple[int, ...] = ()
    least: int = 0
    most: int = 0
    words: tuple[str, ...] = ()


class DecisionOpened(Event, frozen=True, kw_only=True):
    """A seat is asked. What is still to be done after its answer is kept for nobody to read."""

    number: int
    seat: Seat
    kind: str
    since: int
    asked: Secret[Asked]
    agenda: Secret[tuple[Task, ...]]


class DecisionAnswered(Event, frozen=True, kw_only=True):
    """A seat has decided; what comes of it follows."""

    number: int
    seat: Seat
    late: bool = False
    """The clock decided."""


class StopsSet(Event, frozen=True, kw_only=True):
    """A seat said, in private, in which windows it wants to be asked."""

    seat: Seat
    windows: Secret[tuple[WindowKind, ...]]
    until: Literal["my_turn", "changed"]


class PlayerLost(Event, frozen=True, kw_only=True):
    """A player has lost."""

    seat: Seat
    reason: Literal["void", "deck", "effect", "concession", "damage"]


class PlayerRemoved(Event, frozen=True, kw_only=True):
    """A player who has lost leaves the table with all cards."""

    seat: Seat


class DrawOffered(Event, frozen=True, kw_only=True):
    """A player offers a draw."""

    seat: Seat


class DrawAnswered(Event, frozen=True, kw_only=True):
    """A player answers the offer; a refusal withdraws it."""

    seat: Seat
    accept: bool


class DrawWithdrawn(Event, frozen=True, kw_only=True):
    """The offer passed with the moment it was made at."""

    seat: Seat


class MatchFinished(Event, frozen=True, kw_only=True):
    """The match is over: one winner, or a draw among those named."""

    winner: Seat | None
    reason: Literal["last_standing", "effect", "simultaneous", "agreement", "stall", "turns"]
    drawn: tuple[Seat, ...] = ()


EVENTS: Final = (
    MatchCreated, SeatJoined, DeckAccepted, MatchStarted, DeckShuffled, DeckCut, CardsDrawn, MulliganTaken, DiceRolled,
    FirstPlayerChosen, TurnStarted, StepEntered, PhaseEntered, StepEnded, TurnEnded, SpiritsInvoked, FormSacrificed,
    FormPlayed, SpiritsMoved, CommandPlayed, CommandSet, CommandFlipped, Spiritualized, SpiritAttached, SaviorFlipped,
    EffectDeclared, CostPaid, WindowOpened, Passed, WindowClosed, EffectNegated, EffectResolved, TriggersQueued,
    TriggersOrdered, TriggerBegun, EffectDelayed, DelayEnded, AttackDeclared, CombatChecked, AttackEnded, CardDamaged,
    DamagePrevented, DamageSettled, AttackAllowed, AttackGivenUp, SpiritsSentToVoid, CardSentToDrop, CardReturned,
    CardPutBack, Discarded, Rescued, Devoured, Despiritualized, SpiritsReturned, PwrChanged, EffectGranted, Restricted,
    ShieldRaised, ChangesEnded, ControlChanged, Searched, DeckLooked, DeckArranged, Revealed, DieRolled, CounterChanged,
    EffectUsed, DecisionOpened, DecisionAnswered, StopsSet, PlayerLost, PlayerRemoved, DrawOffered, DrawAnswered,
    DrawWithdrawn, MatchFinished,
)  # fmt: skip
