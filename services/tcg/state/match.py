"""What a match is: its players, the cards anybody can see, whose turn it is, and what is asked of whom.

A card has an identity only while somebody sees it: then it is a `Card` with a number, given when it comes into
sight and lost when it goes back into hiding. Decks are mere sequences of printed cards. So no number tells where a
hidden card came from.

The state is folded in place on a private copy (`mutable_copy`); everyone else treats it as frozen.
"""

from __future__ import annotations

from typing import Final, Literal, TypeAlias

from msgspec import Struct
from msgspec.structs import replace

from services.tcg.settings import MatchSettings
from services.tcg.state.tasks import Change, Task, TriggerEvent
from services.tcg.words import DeckList, Phase, Place, Step, WindowKind
from shared.kernel.messages import Seat


class Card(Struct, array_like=True):
    """A card somebody can see. `seat` controls it, or holds it; `under` are the spirits beneath, the oldest first."""

    id: int
    card: str
    owner: Seat
    seat: Seat
    place: Place
    slot: int = 0
    up: bool = True
    boundless: bool = False
    since: int = 0
    """The turn a face-down command was put down, or a card was put into play."""
    host: int = 0
    under: tuple[int, ...] = ()
    spiritualized: int = 0
    attacks: int = 0
    """Attacks declared in this combat step."""
    extra: int = 0
    """How many more attacks an effect allows; fewer where some were given up."""
    damaged: int = 0
    """So many damages have yet to be settled."""
    counters: dict[str, int] = {}
    changes: tuple[Change, ...] = ()
    known: bool = False
    """All have been shown it in its player's hand."""
    spiritualized_in: int = 0
    """The turn in which it was last spiritualized within the limit."""
    spirited_in: int = 0
    """The turn in which it was last spiritualized, within the limit or not."""


class Player(Struct, kw_only=True):
    """A player: where this player's cards are, and what this turn has used up. The top of a pile is its end.

    A zone goes by its place in `forms` or `commands`, from 0; an open one holds 0.
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
    """The deck was handed in; in the mulligan: it was answered."""
    cuts: tuple[str, ...] = ()
    turns: int = 0
    sacrifices: int = 0
    """Forms given up this turn to play another."""
    inherited: int = 0
    """What the next form takes over of the limit of the one given up for it (TC-RUL-024)."""
    flipped: bool = False
    stops: tuple[WindowKind, ...] | None = None
    stops_until: Literal["my_turn", "changed", ""] = ""
    missed: int = 0
    """So many own turns in a row were ended by the clock."""
    acted: int = 0
    """Since when the decision was open that was answered by the last act, attack or response, for the clock."""
    resumed: int = 0
    """Since when the next decision counts as open, after a play was taken back; 0: since it opens."""
    taken_back: int = 0
    """So many plays were taken back in the turn `taken_back_in`."""
    taken_back_in: int = 0
    lost: str = ""


class Link(Struct, kw_only=True):
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
    """Where its targets were when it was declared."""
    command: bool = False
    """It is the main effect of a command, which leaves when it has resolved."""
    negated: bool = False


class Waiting(Struct, frozen=True, kw_only=True):
    """An [AUTO] effect that was called up and waits for its turn."""

    seat: Seat
    card: int
    printed: str
    effect: str
    event: TriggerEvent
    targets: tuple[tuple[int, ...], ...] = ()
    names: dict[str, tuple[int, ...]] = {}
    ordered: bool = False
    """Its player has put it in its place."""


class Delayed(Struct, frozen=True, kw_only=True):
    """Steps that wait for a later event."""

    number: int
    seat: Seat
    card: int
    printed: str
    effect: str
    targets: tuple[tuple[int, ...], ...] = ()
    names: dict[str, tuple[int, ...]] = {}


class Attack(Struct, kw_only=True):
    """The attack that is going on."""

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
"""What somebody may be asked for."""


class Decision(Struct, frozen=True, kw_only=True):
    """A question that is open: who is asked, what for, and the choices.

    `number` names it, so that no late answer meets another question.
    """

    number: int
    seat: Seat
    kind: DecisionKind
    since: int = 0
    """Milliseconds UTC, for the clock."""
    options: tuple[int, ...] = ()
    least: int = 0
    most: int = 0
    words: tuple[str, ...] = ()
    """What the options stand for, where they are no cards."""
    passes_at: int = 0
    """From when on the clock passes for a seat that can do nothing else, in milliseconds UTC; 0: it does not."""


class Offer(Struct, frozen=True, kw_only=True):
    """A draw that was offered, and who has yet to answer."""

    by: Seat
    open: tuple[Seat, ...]


Stage: TypeAlias = Literal["lobby", "setup", "turns", "finished"]


NEWEST: Final = 2
"""The form of matches that are opened today."""


class Match(Struct, kw_only=True):
    """A match as folded so far."""

    form: int = 0
    """Its form: 0 writes decisions whole, 1 what has changed (see `chapters.decisions`), 2 is `amended` beside that."""
    catalogue: str = ""
    """The release of the starter set that it was opened with; none named: the first."""
    settings: MatchSettings = MatchSettings()
    cards: str = ""
    """The card set, as its canonical text."""
    stage: Stage = "lobby"
    players: dict[Seat, Player] = {}
    order: list[Seat] = []
    """The seats clockwise."""
    table: dict[int, Card] = {}
    """All cards that somebody can see, by number."""
    made: int = 0
    """The last number given to a card."""
    out: int = 0
    """So many players have lost."""
    turn: int = 0
    active: str = ""
    step: Step | Literal[""] = ""
    phase: Phase | Literal[""] = ""
    window: WindowKind | Literal[""] = ""
    chain: list[Link] = []
    links: int = 0
    """The last number given to a link."""
    queue: list[Waiting] = []
    delayed: list[Delayed] = []
    attack: Attack | None = None
    hurt: int = 0
    """So many damages of cards in play are not settled yet."""
    damages: list[tuple[int, ...]] = []
    """The cards they are of, in their order; those that one step has damaged stand together."""
    used: dict[str, int] = {}
    """How often effects were used: by `turn|card|effect` and the like (see `rules.limits`)."""
    changes: int = 0
    """The last number given to a change, or to steps that wait."""
    decisions: dict[Seat, Decision] = {}
    asked: int = 0
    pace: tuple[int, ...] = ()
    """What the waits of questions come from, where the clock passes; nobody knows it before the log opens."""
    pending: list[Task] = []
    """What is still to be done once the open decision is answered, the next last."""
    hurried: int = 0
    """The turn that the clock ends for its player."""
    idle: int = 0
    """So many effects were queued since a player decided something (TC-RUL-095)."""
    offer: Offer | None = None
    dice: dict[Seat, int] = {}
    winner: str = ""
    drawn: tuple[Seat, ...] = ()
    reason: str = ""

    @property
    def amended(self) -> bool:
        """Whether the rulings of form 2 hold; matches opened before are decided as they were. See decision 0118."""
        return self.form >= NEWEST

    def mutable_copy(self) -> Match:
        """Return a copy that may be changed in place, and shares nothing that changes."""
        after = replace(self)
        after.players = {seat: _copied(player) for seat, player in self.players.items()}
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
        """List the others still in the match, clockwise from the left of a seat. Rule: TC-RUL-003, TC-RUL-004."""
        return self.clockwise(seat)[1:] if not self.players[seat].lost else self.clockwise(seat)

    def clockwise(self, seat: Seat) -> list[Seat]:
        """List who is still in the match, clockwise from a seat on."""
        order = self.order
        at = order.index(seat)
        around = order[at:] + order[:at] if at else order.copy()
        return [one for one in around if not self.players[one].lost] if self.out else around

    def left_of(self, seat: Seat) -> Seat:
        """Return the next player clockwise who is still in the match. Rule: TC-RUL-004."""
        return self.opponents(seat)[0]


def _copied(player: Player) -> Player:
    return replace(
        player, forms=player.forms.copy(), commands=player.commands.copy(), hand=player.hand.copy(),
        deck=player.deck.copy(), spirits=player.spirits.copy(), drop=player.drop.copy(), void=player.void.copy(),
    )  # fmt: skip


class Asked(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """What a decision offers: options and how many of them are taken; `words` where they are no cards."""

    options: tuple[int, ...] = ()
    least: int = 0
    most: int = 0
    words: tuple[str, ...] = ()
