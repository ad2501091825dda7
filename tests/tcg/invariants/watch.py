"""The facts that the invariants remember about a match, and the event types after which each invariant is checked."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable
from typing import Any, Final, NamedTuple, TypeAlias

from services.tcg.chapters import chain, control, damage, entering, hands, paying, setup, turn, winning
from services.tcg.chapters.costs import AttackGivenUp
from services.tcg.chapters.course import AttackDeclared, CombatChecked, PhaseEntered
from services.tcg.chapters.departures import (
    CardReturned,
    CardSentToDrop,
    FormSacrificed,
    SpiritsReturned,
    SpiritsSentToVoid,
)
from services.tcg.chapters.operations.decks import DeckArranged
from services.tcg.chapters.operations.lasting import AttackAllowed
from services.tcg.chapters.operations.searching import Searched
from services.tcg.settings import VOID_LIMIT
from services.tcg.state.match import Match
from shared.kernel.messages import Event, Seat
from tests.tcg.playing import Playing

Check: TypeAlias = Callable[["Watch", Any], None]
Fact: TypeAlias = tuple[str, Seat, int]
"""An event's name, its player and its card."""

MOVES: Final = (
    setup.MatchStarted, hands.CardsDrawn, setup.MulliganTaken, hands.SpiritsInvoked, FormSacrificed,
    entering.FormPlayed,
    entering.SpiritsMoved, entering.CommandPlayed, entering.CommandSet, entering.Spiritualized, entering.SpiritAttached,
    SpiritsSentToVoid, CardSentToDrop, CardReturned, hands.CardPutBack, hands.Discarded, hands.Rescued,
    SpiritsReturned, control.ControlChanged, Searched, DeckArranged, winning.PlayerRemoved,
)  # fmt: skip
"""The event types that move cards."""

AFTER: Final[defaultdict[type, list[Check]]] = defaultdict(list)
"""The invariants to check after events of each type."""
EVERY: Final[list[Check]] = []
"""The invariants to check after every event."""
RESTING: Final[list[Callable[[Watch], None]]] = []
"""The invariants to check at the end of a commit, when a seat must decide or the match is over."""


def after(*kinds: type) -> Callable[[Check], Check]:
    """Register an invariant for events of these types; without types, for every event."""

    def register(check: Check) -> Check:
        for into in (AFTER[kind] for kind in kinds) if kinds else (EVERY,):
            into.append(check)
        return check

    return register


def at_rest(check: Callable[[Watch], None]) -> Callable[[Watch], None]:
    """Register an invariant for the end of each commit."""
    RESTING.append(check)
    return check


class GivenUp(NamedTuple):
    """A form that was sacrificed: the spirits under it, and the sizes of the voids at that time."""

    spirits: tuple[int, ...]
    voids: dict[Seat, int]


class Watch:
    """A checker that observes each event of a match.

    During a check, `match` already includes the event, but the remembered facts do not.
    """

    def __init__(self, game: Playing, *, live: bool = True) -> None:
        """Set up the checks of a match before its first turn.

        `live` means that the match is being played, not folded from recorded events.
        """
        self.game, self.live = game, live
        self.finished = False
        self.brought: dict[Seat, list[str]] = {}
        """The cards that each player brought to the match, sorted: the deck and the savior."""
        self.under: dict[int, tuple[int, ...]] = {}
        """The spirits under each card."""
        self.void: Counter[Seat] = Counter()
        self.filled = False
        """Whether any void has been full."""
        self.saviors: dict[Seat, int] = {}
        self.flips: Counter[Seat] = Counter()
        self.spiritualized: Counter[int] = Counter()
        self.spiritualized_now: set[int] = set()
        """The cards that have been spiritualized in this turn."""
        self.sacrifices: Counter[Seat] = Counter()
        self.uses: dict[str, Counter[tuple[Any, ...]]] = {"turn": Counter(), "combat": Counter(), "game": Counter()}
        self.attacks: Counter[int] = Counter()
        self.allowed: Counter[int] = Counter()
        """How many additional attacks effects allow each card in this turn."""
        self.inherited = 0
        self.given: GivenUp | None = None
        self.draws: Counter[Seat] = Counter()
        self.point = ""
        self.turn_of: Seat = ""
        self.facts: set[Fact] = set()
        """The events of this turn to which an effect may respond."""
        self.flipped = 0
        """The number of the command that was turned face up last."""
        self.unpaid: tuple[int, Seat] | None = None
        self.fought: CombatChecked | None = None
        self.owing: Counter[Seat] = Counter()
        """How many spirits each seat must still send to the void because of damage to its savior."""

    @property
    def match(self) -> Match:
        """Return the current match."""
        return self.game.state

    def see(self, event: Event) -> None:
        """Check an event that was emitted and folded, then remember it."""
        kind = type(event)
        for check in EVERY:
            check(self, event)
        for check in AFTER.get(kind, ()):
            check(self, event)
        remember = REMEMBER.get(kind)
        if remember is not None:
            remember(self, event)

    def rest(self) -> None:
        """Check a match after a commit."""
        for check in RESTING:
            check(self)


# ---------------------------------------------------------------- memory


def _started(watch: Watch, event: setup.MatchStarted) -> None:
    match = watch.match
    for seat, shown in zip((one for one in match.order if not match.players[one].lost), event.saviors, strict=True):
        deck = match.players[seat].deck_list
        assert deck is not None
        watch.brought[seat] = sorted((*Counter({**deck.main, **deck.spirits}).elements(), deck.savior))
        watch.saviors[seat] = shown.thing


def _turn(watch: Watch, event: turn.TurnStarted) -> None:
    match = watch.match
    watch.point, watch.turn_of = "", event.seat
    watch.facts.clear()
    for counted in (watch.sacrifices, watch.uses["turn"], watch.attacks, watch.allowed):
        counted.clear()
    watch.spiritualized_now.clear()
    if match.settings.spiritualize_reset == "every_turn":
        watch.spiritualized.clear()
    else:
        player = match.players[event.seat]
        for number in (player.savior, *player.forms):
            watch.spiritualized.pop(number, None)


def _step(watch: Watch, event: turn.StepEntered) -> None:
    watch.point = event.step
    watch.facts.add(("step_entered", watch.match.active, 0))
    if event.step == "combat":
        watch.uses["combat"].clear()
        watch.attacks.clear()
    elif event.step == "draw":
        watch.draws[watch.match.active] += 1


def _phase(watch: Watch, event: PhaseEntered) -> None:
    watch.point = f"combat.{event.phase}"
    watch.facts.add(("phase_entered", watch.match.active, 0))


def _sacrificed(watch: Watch, event: FormSacrificed) -> None:
    if event.cause == "play":
        watch.sacrifices[event.seat] += 1
        watch.inherited = watch.spiritualized[event.thing]
        watch.given = GivenUp(watch.under.get(event.thing, ()), dict(watch.void))
    _left(watch, event.thing)


def _left(watch: Watch, thing: int) -> None:
    watch.under.pop(thing, None)
    for counted in (watch.spiritualized, watch.attacks, watch.allowed):
        counted.pop(thing, None)


def _form(watch: Watch, event: entering.FormPlayed) -> None:
    watch.facts.add(("form_played", event.seat, event.thing))
    if watch.given is not None and watch.match.settings.sacrifice_inherits_limit:
        watch.spiritualized[event.thing] = watch.inherited
        watch.spiritualized_now.add(event.thing)
    if watch.given is None or not watch.given.spirits:
        watch.given = None


def _moved(watch: Watch, event: entering.SpiritsMoved) -> None:
    _lifted(watch, event.spirits)
    watch.under[event.to] = (*watch.under.get(event.to, ()), *event.spirits)
    watch.given = None


def _lifted(watch: Watch, spirits: tuple[int, ...]) -> None:
    for host, below in watch.under.items():
        if not set(below).isdisjoint(spirits):
            watch.under[host] = tuple(one for one in below if one not in spirits)


def _spiritualized(watch: Watch, event: entering.Spiritualized) -> None:
    watch.facts.add(("spiritualized", event.seat, event.thing))
    watch.spiritualized[event.thing] += event.counted
    if event.counted:
        watch.spiritualized_now.add(event.thing)
    watch.under[event.thing] = (*watch.under.get(event.thing, ()), event.spirit)


def _taken(watch: Watch, event: control.ControlChanged) -> None:
    """Reset the count of spirits for a card that has changed control. Rule: TC-RUL-139."""
    if watch.match.settings.spiritualize_reset == "controller_turn" and event.thing not in watch.spiritualized_now:
        watch.spiritualized.pop(event.thing, None)


def _attached(watch: Watch, event: entering.SpiritAttached) -> None:
    watch.under[event.thing] = (*watch.under.get(event.thing, ()), event.spirit)
    watch.void[event.owner] -= event.origin == "void"


def _sent(watch: Watch, event: SpiritsSentToVoid) -> None:
    for gone in event.spirits:
        watch.void[gone.owner] += 1
        watch.filled = watch.filled or watch.void[gone.owner] >= VOID_LIMIT
        if gone.was:
            _lifted(watch, (gone.was,))


def _rescued(watch: Watch, event: hands.Rescued) -> None:
    watch.void[event.seat] -= len(event.spirits)


def _removed(watch: Watch, event: winning.PlayerRemoved) -> None:
    seat, table = event.seat, watch.match.table
    watch.void[seat] = 0
    watch.owing[seat] = 0
    for host in [host for host in watch.under if host not in table or table[host].place == "removed"]:
        del watch.under[host]
    _lifted(watch, tuple(number for number, card in table.items() if card.owner == seat))
    watch.unpaid = watch.fought = None


def _declared(watch: Watch, event: chain.EffectDeclared) -> None:
    ability = watch.game.pool.abilities[event.effect]
    watch.facts.add(("effect_declared", event.seat, event.thing))
    watch.unpaid = (event.number, event.seat) if ability.costs else None
    for uses in watch.uses.values():
        uses[event.thing, event.effect] += 1
        uses[event.seat, watch.game.pool.printed[ability.card].name, ability.effect.id] += 1


def _checked(watch: Watch, event: CombatChecked) -> None:
    seat = watch.match.table[event.victor].seat
    watch.facts |= {("combat_won", seat, event.victor), ("damaged", seat, event.loser)}
    watch.fought = event


def _attacked(watch: Watch, event: AttackDeclared) -> None:
    watch.attacks[event.attacker] += 1
    watch.facts.add(("attack_declared", event.seat, event.attacker))


def _flipped(watch: Watch, event: entering.CommandFlipped) -> None:
    watch.flipped = event.thing
    watch.facts.add(("command_flipped", event.seat, event.thing))


def _turned(watch: Watch, event: entering.SaviorFlipped) -> None:
    watch.flips[event.seat] += 1
    watch.facts.add(("savior_flipped", event.seat, event.thing))


def _settled(watch: Watch, event: damage.DamageSettled) -> None:
    for number in event.things:
        card = watch.match.table.get(number)
        if card is not None and card.place == "savior":
            watch.owing[card.seat] += 1


def _unfought(watch: Watch, _event: Event) -> None:
    watch.fought = None


REMEMBER: Final[dict[type, Check]] = {
    setup.MatchStarted: _started,
    turn.TurnStarted: _turn,
    turn.StepEntered: _step,
    PhaseEntered: _phase,
    FormSacrificed: _sacrificed,
    entering.FormPlayed: _form,
    entering.SpiritsMoved: _moved,
    entering.Spiritualized: _spiritualized,
    entering.SpiritAttached: _attached,
    control.ControlChanged: _taken,
    SpiritsSentToVoid: _sent,
    SpiritsReturned: lambda watch, event: _lifted(watch, event.spirits),
    hands.Rescued: _rescued,
    winning.PlayerRemoved: _removed,
    CardSentToDrop: lambda watch, event: _left(watch, event.thing),
    CardReturned: lambda watch, event: _left(watch, event.thing),
    entering.CommandSet: lambda watch, event: watch.facts.add(("command_set", event.seat, event.thing)),
    entering.CommandPlayed: lambda watch, event: watch.facts.add(("command_played", event.seat, event.thing)),
    entering.CommandFlipped: _flipped,
    entering.SaviorFlipped: _turned,
    chain.EffectDeclared: _declared,
    paying.CostPaid: lambda watch, _event: setattr(watch, "unpaid", None),
    AttackDeclared: _attacked,
    AttackAllowed: lambda watch, event: watch.allowed.update({event.thing: event.n}),
    AttackGivenUp: lambda watch, event: watch.allowed.subtract({event.thing: 1}),
    CombatChecked: _checked,
    damage.CardDamaged: _unfought,
    damage.DamagePrevented: _unfought,
    damage.DamageSettled: _settled,
    winning.MatchFinished: lambda watch, _event: setattr(watch, "finished", True),
}
