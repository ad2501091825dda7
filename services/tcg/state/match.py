"""The state of a match: its players, the visible cards, the turn, and the open decisions.

A card has an identity only while at least one player can see it. It is then a `Card` with an instance id, which it
receives when it becomes visible, and loses when it is hidden again. Decks are plain sequences of card ids, so no
instance id reveals where a hidden card came from. Events are folded in place on a private copy (`mutable_copy`). All
other code treats the state as frozen. Its parts are values, as messages are, so the garbage collector does not track
them (`gc=False`).
"""

from __future__ import annotations

from typing import Final, Literal, TypeAlias

from msgspec import Struct
from msgspec.structs import replace

from services.tcg.forms import AMENDED, REVISED
from services.tcg.settings import MatchSettings
from services.tcg.state.tasks import Change, Task, TriggerEvent
from services.tcg.words import GREATEST, DeckList, Phase, Place, Step, WindowKind
from shared.kernel.messages import MAX_NUMBER, Seat


class Card(Struct, array_like=True, gc=False):
    """A visible card. `seat` is its controller or holder, and `under` lists the spirits under it, oldest first."""

    id: int
    card: str
    owner: Seat
    seat: Seat
    place: Place
    slot: int = 0
    up: bool = True
    boundless: bool = False
    since: int = 0
    """The turn in which the command was set face-down, or the card was put into play."""
    host: int = 0
    under: tuple[int, ...] = ()
    spiritualized: int = 0
    attacks: int = 0
    """The number of attacks that the card has made in this combat step."""
    extra: int = 0
    """The number of additional attacks that effects have allowed, minus those that were given up."""
    damaged: int = 0
    """The card's unsettled damage: the number of times that it was damaged."""
    counters: dict[str, int] = {}
    changes: tuple[Change, ...] = ()
    known: bool = False
    """Whether the card was shown to all players while it was in its player's hand."""
    spiritualized_in: int = 0
    """The turn in which the card was last spiritualized in a way that counts against the limit."""
    spirited_in: int = 0
    """The turn in which the card was last spiritualized, whether or not that counts against the limit."""


class Player(Struct, kw_only=True):
    """A player: the cards by zone, and the uses that count against limits this turn.

    The last card of a pile is its top.

    `forms` and `commands` have an entry for each zone, indexed from 0. The entry is a card's instance id, or 0 for an
    open zone.
    """

    seat: Seat
    savior: int = 0
    forms: list[int] = []
    commands: list[int] = []
    hand: list[int] = []
    deck: list[str] = []
    spirits: list[str] = []
    drop: list[int] = []
    void: list[int] = []
    deck_list: DeckList | None = None
    ready: bool = False
    """Whether the player has submitted a deck or, later, made the mulligan decision."""
    cuts: tuple[str, ...] = ()
    turns: int = 0
    sacrifices: int = 0
    """The number of forms that the player sacrificed this turn to play another form."""
    inherited: int = 0
    """The number of times that the form being sacrificed was spiritualized within its limit.

    The new form keeps the count (TC-RUL-024).
    """
    flipped: bool = False
    stops: tuple[WindowKind, ...] | None = None
    stops_until: Literal["my_turn", "changed", ""] = ""
    missed: int = 0
    """The number of this player's consecutive turns that the clock has ended."""
    acted: int = 0
    """The time at which the player's last answered decision to act, attack or respond was opened.

    The clock reads it.
    """
    resumed: int = 0
    """The time from which the clock counts the next decision after a play was taken back.

    It is 0 if the clock counts from the decision's opening.
    """
    taken_back: int = 0
    """The number of plays that the player took back in the turn `taken_back_in`."""
    taken_back_in: int = 0
    lost: str = ""


class Link(Struct, kw_only=True, gc=False):
    """A declared effect that waits for responses."""

    number: int
    seat: Seat
    card: int
    printed: str
    effect: str
    """The key of the effect."""
    targets: tuple[tuple[int, ...], ...] = ()
    event: TriggerEvent | None = None
    names: dict[str, tuple[int, ...]] = {}
    places: dict[int, str] = {}
    """Each target's zone when the effect was declared, by the target's instance id."""
    command: bool = False
    """Whether this is the main effect of a command, which leaves play after it resolves."""
    negated: bool = False


class Waiting(Struct, frozen=True, kw_only=True, gc=False):
    """A triggered [AUTO] effect that waits to go onto the chain."""

    seat: Seat
    card: int
    printed: str
    effect: str
    event: TriggerEvent
    targets: tuple[tuple[int, ...], ...] = ()
    names: dict[str, tuple[int, ...]] = {}
    ordered: bool = False
    """Whether the player has already put this effect in order."""


class Delayed(Struct, frozen=True, kw_only=True, gc=False):
    """Steps that will be carried out at a later event."""

    number: int
    seat: Seat
    card: int
    printed: str
    effect: str
    targets: tuple[tuple[int, ...], ...] = ()
    names: dict[str, tuple[int, ...]] = {}


class Attack(Struct, kw_only=True, gc=False):
    """The current attack: its player, the attacker and the target."""

    seat: Seat
    attacker: int
    target: int
    of: Seat
    victor: int = 0
    loser: int = 0


DecisionKind: TypeAlias = Literal[
    "act", "combat", "respond", "mulligan", "cut", "choose_first", "choose_cards", "choose_mode", "choose_player",
    "may", "choose_zone", "damage_spirit", "order_cards", "order_triggers", "choose_targets", "pay",
]  # fmt: skip
"""The kinds of decisions for which a seat may be asked."""


class Decision(Struct, frozen=True, kw_only=True, gc=False):
    """An open decision: the seat that is asked, the kind, and the options.

    `number` identifies the decision, so that a late answer to an earlier decision is refused.
    """

    number: int
    seat: Seat
    kind: DecisionKind
    since: int = 0
    """The time at which the decision was opened, in milliseconds UTC. The clock reads it."""
    options: tuple[int, ...] = ()
    least: int = 0
    most: int = 0
    words: tuple[str, ...] = ()
    """The meanings of the options, if these are not cards."""
    passes_at: int = 0
    """The time at which the clock may pass for a seat that can only pass, in milliseconds UTC, or 0 for never."""


class Offer(Struct, frozen=True, kw_only=True, gc=False):
    """An offered draw, and the seats that have not answered it yet."""

    by: Seat
    open: tuple[Seat, ...]


Stage: TypeAlias = Literal["lobby", "setup", "turns", "finished"]


TWO_PLAYERS: Final = 2


class Match(Struct, kw_only=True):
    """The state of a match, built from its events."""

    form: int = 0
    """The version of the log's format and of the decision rules.

    Format 0 records whole decisions, and format 1 records only how they change (see `chapters.decisions`). Format 2 is
    format 1 with version 2 of the decision rules (`amended`), and format 3 with version 3 (`revised`).
    """
    catalogue: str = ""
    """The release of the built-in card sets with which the match was opened. It is empty for the first release."""
    settings: MatchSettings = MatchSettings()
    cards: str = ""
    """The match's card set, as canonical text."""
    stage: Stage = "lobby"
    players: dict[Seat, Player] = {}
    order: list[Seat] = []
    """The seats in clockwise order."""
    table: dict[int, Card] = {}
    """All visible cards, by instance id."""
    made: int = 0
    """The highest instance id that any card has had so far."""
    out: int = 0
    """The number of players who have lost so far."""
    turn: int = 0
    active: str = ""
    step: Step | Literal[""] = ""
    phase: Phase | Literal[""] = ""
    window: WindowKind | Literal[""] = ""
    chain: list[Link] = []
    links: int = 0
    """The highest link id so far."""
    queue: list[Waiting] = []
    delayed: list[Delayed] = []
    attack: Attack | None = None
    hurt: int = 0
    """The total unsettled damage of all cards in play."""
    damages: list[tuple[int, ...]] = []
    """The cards with unsettled damage, oldest first. Cards that the same step damaged are in one group."""
    used: dict[str, int] = {}
    """The counts of uses of effects, by keys such as `turn|card|effect` (see `chapters.limits`)."""
    changes: int = 0
    """The highest id of a temporary change or of delayed steps so far."""
    decisions: dict[Seat, Decision] = {}
    asked: int = 0
    pace: tuple[int, ...] = ()
    """The secret from which the waits before automatic passes are computed. It is hidden until the log opens."""
    pending: list[Task] = []
    """The tasks that remain after the open decision is answered. The last task in the list runs next."""
    hurried: int = 0
    """The number of the turn that the clock is ending for its player."""
    idle: int = 0
    """The number of effects that were queued since a player last decided something (TC-RUL-095)."""
    offer: Offer | None = None
    dice: dict[Seat, int] = {}
    winner: str = ""
    drawn: tuple[Seat, ...] = ()
    reason: str = ""

    @property
    def amended(self) -> bool:
        """Return whether version 2 (or later) of the decision rules applies. Older matches keep their rules.

        See decision 0118.
        """
        return self.form >= AMENDED

    @property
    def revised(self) -> bool:
        """Return whether version 3 (or later) of the decision rules applies. Older matches keep their rules.

        See decision 0190.
        """
        return self.form >= REVISED

    @property
    def greatest(self) -> int:
        """Return the greatest number that this match computes: in older matches, the greatest that a log can hold.

        Rule:    TC-RUL-230
        """
        return GREATEST if self.form >= REVISED else MAX_NUMBER

    @property
    def is_combat_skipped(self) -> bool:
        """Return whether this turn has no combat step: turn 1 of a two-player match, or else each player's first turn.

        The number of players at the start of the match counts, even after some players have lost. Since version 3 of
        the decision rules, players who had left before the start do not count: they have no form zones.

        Rule:    TC-CBT-01, TC-CBT-02, TC-RUL-047, TC-RUL-136, TC-RUL-228
        """
        started = len(self.order)
        if started > TWO_PLAYERS and self.revised:
            started = sum(bool(player.forms) for player in self.players.values())
        if started == TWO_PLAYERS:
            return self.turn == 1
        return self.players[self.active].turns == 1

    def mutable_copy(self) -> Match:
        """Return a copy that may be changed in place and shares no mutable part with the original."""
        after = replace(self)
        after.players = {seat: _copy_player(player) for seat, player in self.players.items()}
        after.order = self.order.copy()
        after.table = {number: replace(card) for number, card in self.table.items()}
        after.chain = [replace(link) for link in self.chain]
        after.queue = self.queue.copy()
        after.delayed = self.delayed.copy()
        after.damages = self.damages.copy()
        after.attack = None if self.attack is None else replace(self.attack)
        after.used = self.used.copy()
        after.decisions = self.decisions.copy()
        after.pending = [replace(task) for task in self.pending]
        after.dice = self.dice.copy()
        return after

    def opponents(self, seat: Seat) -> list[Seat]:
        """Return the opponents still in the match, clockwise from the seat's left. Rule: TC-RUL-003, TC-RUL-004."""
        return self.clockwise(seat)[1:] if not self.players[seat].lost else self.clockwise(seat)

    def clockwise(self, seat: Seat) -> list[Seat]:
        """Return the seats that are still in the match, clockwise from this seat, which comes first.

        Callers must not change the list.
        """
        order = self.order
        at = order.index(seat)
        around = order if not at else order[::-1] if len(order) == TWO_PLAYERS else order[at:] + order[:at]
        return self._without_losers(around) if self.out else around

    def to_the_left(self, seat: Seat) -> list[Seat]:
        """Return the seats that are still in the match, clockwise from the seat's left. The seat itself comes last."""
        order = self.order
        left = order.index(seat) + 1
        around = order[left:] + order[:left]
        return self._without_losers(around) if self.out else around

    def _without_losers(self, seats: list[Seat]) -> list[Seat]:
        return [one for one in seats if not self.players[one].lost]

    def left_of(self, seat: Seat) -> Seat:
        """Return the next player clockwise who is still in the match. Rule: TC-RUL-004."""
        return self.opponents(seat)[0]


def _copy_player(player: Player) -> Player:
    return replace(
        player, forms=player.forms.copy(), commands=player.commands.copy(), hand=player.hand.copy(),
        deck=player.deck.copy(), spirits=player.spirits.copy(), drop=player.drop.copy(), void=player.void.copy(),
    )  # fmt: skip


class Asked(Struct, frozen=True, kw_only=True, omit_defaults=True, gc=False):
    """A decision's options, and how many of them the seat must pick. `words` names options that are not cards."""

    options: tuple[int, ...] = ()
    least: int = 0
    most: int = 0
    words: tuple[str, ...] = ()
