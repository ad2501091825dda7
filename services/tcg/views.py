"""A seat's view of a match: the public cards, the seat's own hand and face-down commands, and its decisions.

Rule: TC-TAB-19, TC-RUL-084 to TC-RUL-088
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from services.tcg.chapters import continuous, limits
from services.tcg.chapters.looking import look_at
from services.tcg.chapters.prompts import SeenWaiting, asker_of, seen_waiting, waits_in_order, words_of
from services.tcg.chapters.terms import MatchContext
from services.tcg.settings import MatchSettings
from services.tcg.state.match import Attack, Card, Decision, Match, Offer, Player
from services.tcg.state.tasks import TriggerEvent, Window
from services.tcg.words import DeckList, WindowKind
from shared.kernel.messages import Seat

MAIN_BACK: Final = "main"


class SeenCard(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A card in a pile, under a card, or in the seat's own hand.

    `owner` is set if the card belongs to another player.
    """

    thing: int
    card: str
    owner: Seat = ""


class SeenPart(Struct, frozen=True, kw_only=True):
    """One part of a PWR: `base`, `set` or `change`, the card that causes it, and its value.

    The card's id is 0 if the card is hidden in a hand.

    Rule: TC-RUL-077
    """

    kind: str
    source: int
    value: int


class SeenChange(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A temporary change of a card by an effect, and its duration."""

    kind: str
    number: int
    seat: Seat
    source: int
    lasts: str
    turn: int
    value: int = 0
    part: str = ""
    condition: str = ""


class SeenFighter(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A savior or a form in its zone. `limits` has the number of uses left for each effect with a limit.

    Rule: TC-CBT-08, TC-ACT-09, TC-RUL-084
    """

    thing: int
    card: str
    owner: Seat
    zone: int
    since: int
    boundless: bool = False
    level: int = 0
    pwr: int | None = None
    parts: tuple[SeenPart, ...] = ()
    under: tuple[SeenCard, ...] = ()
    attacks: int = 0
    attacks_left: int = 0
    spirits_left: int = 0
    """The number of spirits that may still be put under the card this turn."""
    damaged: int = 0
    counters: dict[str, int] = {}
    changes: tuple[SeenChange, ...] = ()
    limits: dict[str, int] = {}


class SeenCommand(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A command in its zone. Its identity is hidden from other players while it is face-down. Rule: TC-RUL-086."""

    thing: int
    zone: int
    since: int
    up: bool
    card: str | None = None
    owner: Seat = ""
    counters: dict[str, int] = {}
    changes: tuple[SeenChange, ...] = ()
    limits: dict[str, int] = {}


class SeenPlayer(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A player's side of the table. Only that player sees `hand`, `deck_list`, `stops` and `stops_until`.

    Rule: TC-SPI-02, TC-ZONE-12, TC-ZONE-17, TC-RUL-085
    """

    seat: Seat
    ready: bool
    turns: int
    deck: int
    spirits: int
    hand_main: int
    hand_spirits: int
    savior: SeenFighter | None
    forms: tuple[SeenFighter | None, ...]
    commands: tuple[SeenCommand | None, ...]
    drop: tuple[SeenCard, ...]
    void: tuple[SeenCard, ...]
    removed: tuple[SeenCard, ...] = ()
    sacrifices_left: int = 0
    flipped: bool = False
    lost: str = ""
    hand: tuple[SeenCard, ...] | None = None
    deck_list: DeckList | None = None
    stops: tuple[WindowKind, ...] | None = None
    stops_until: str = ""


class SeenLink(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A declared effect on the chain."""

    number: int
    seat: Seat
    thing: int
    card: str
    effect: str
    targets: tuple[tuple[int, ...], ...] = ()
    command: bool = False
    negated: bool = False


class SeenWindow(Struct, frozen=True, kw_only=True):
    """The open priority window, and the events to which seats may respond in it."""

    kind: str
    answers: tuple[TriggerEvent, ...]


class SeenDecision(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """An open decision of a seat. Only that seat sees its options and the `event` that caused it.

    `thing` is the instance id of the card whose effect asks, `card` its card id, and `effect` the effect's key. `link`
    is the id of the effect's link once it is declared. Other seats see these four fields only if the chain shows them.
    `part` is the index of the target, or of the part of the cost, that the seat chooses. `words` names options that are
    not cards: players, keys of modes or effects, cards of a deck, or the name of a cost. `things` lists the cards whose
    effects must be put in order, and `waiting` these effects, each with its event and its picks.
    """

    number: int
    seat: Seat
    kind: str
    since: int
    options: tuple[int, ...] | None = None
    least: int | None = None
    most: int | None = None
    words: tuple[str, ...] | None = None
    thing: int = 0
    card: str = ""
    effect: str = ""
    link: int = 0
    part: int | None = None
    event: TriggerEvent | None = None
    things: tuple[int, ...] = ()
    waiting: tuple[SeenWaiting, ...] = ()


class MatchView(Struct, frozen=True, kw_only=True):
    """A match as one seat sees it. `cards` is the SHA-256 of its card set, which is in the log's first event.

    In a `casual` match, being asked to respond may reveal what is in a seat's hand.
    """

    stage: str
    settings: MatchSettings
    casual: bool
    cards: str
    order: tuple[Seat, ...]
    players: dict[str, SeenPlayer]
    turn: int
    active: str
    step: str
    phase: str
    window: SeenWindow | None
    chain: tuple[SeenLink, ...]
    queue: tuple[SeenWaiting, ...]
    delayed: tuple[SeenWaiting, ...]
    attack: Attack | None
    used: dict[str, int]
    decisions: tuple[SeenDecision, ...]
    offer: Offer | None
    dice: dict[str, int]
    winner: str
    drawn: tuple[Seat, ...]
    reason: str


def view(state: Match, seat: Seat | None) -> MatchView:
    """Return the match as a seat sees it.

    The app (None) sees everything that any seat may see. The order of decks is hidden from everyone.

    Rule: TC-TAB-19, TC-RUL-084 to TC-RUL-088
    """
    ctx = look_at(state)
    open_to_all = state.stage == "finished" and state.settings.reveal_log_after_end
    everything = seat is None or open_to_all
    return MatchView(
        stage=state.stage,
        settings=state.settings,
        casual=state.settings.casual,
        cards=ctx.pool.hash,
        order=tuple(state.order),
        players={one: _player(ctx, player, own=everything or one == seat) for one, player in state.players.items()},
        turn=state.turn,
        active=state.active,
        step=state.step,
        phase=state.phase,
        window=_window(state),
        chain=_chain(state),
        queue=tuple(seen_waiting(ctx, one, seat, everything=everything) for one in state.queue),
        delayed=tuple(seen_waiting(ctx, one, seat, everything=everything) for one in state.delayed),
        attack=state.attack,
        used=state.used,
        decisions=tuple(
            _decision(ctx, state.decisions[one], seat, own=everything or one == seat)
            for one in state.order
            if one in state.decisions
        ),
        offer=state.offer,
        dice=state.dice,
        winner=state.winner, drawn=state.drawn, reason=state.reason,
    )  # fmt: skip


def _player(ctx: MatchContext, player: Player, *, own: bool) -> SeenPlayer:
    table, seat = ctx.state.table, player.seat
    hand = [table[number] for number in player.hand]
    backs = [ctx.pool.printed[card.card].back for card in hand]
    main = backs.count(MAIN_BACK)
    savior = table.get(player.savior)
    removed = (card for card in table.values() if card.place == "removed" and card.owner == seat) if player.lost else ()
    return SeenPlayer(
        seat=seat,
        ready=player.ready,
        turns=player.turns,
        deck=len(player.deck),
        spirits=len(player.spirits),
        hand_main=main,
        hand_spirits=len(backs) - main,
        savior=None if savior is None else _fighter(ctx, savior),
        forms=tuple(_fighter(ctx, table[number]) if number else None for number in player.forms),
        commands=tuple(_command(ctx, table[number], own=own) if number else None for number in player.commands),
        drop=_pile((table[number] for number in player.drop), seat),
        void=_pile((table[number] for number in player.void), seat),
        removed=_pile(removed, seat),
        sacrifices_left=max(0, 1 + continuous.more_sacrifices(ctx, seat) - player.sacrifices),
        flipped=player.flipped,
        lost=player.lost,
        hand=_pile(hand, seat) if own else None,
        deck_list=player.deck_list if own else None,
        stops=player.stops if own else None,
        stops_until=player.stops_until if own else "",
    )


def _pile(cards: Iterable[Card], seat: Seat) -> tuple[SeenCard, ...]:
    """Return the cards of a pile in order, as the seat sees them. Rule: TC-RUL-084."""
    return tuple(
        SeenCard(thing=card.id, card=card.card, owner="" if card.owner == seat else card.owner) for card in cards
    )  # fmt: skip


def _fighter(ctx: MatchContext, card: Card) -> SeenFighter:
    """Return a savior or a form in its zone. Rule: TC-CBT-08, TC-RUL-077, TC-RUL-081, TC-RUL-084."""
    table = ctx.state.table
    return SeenFighter(
        thing=card.id,
        card=card.card,
        owner=card.owner,
        zone=card.slot,
        since=card.since,
        boundless=card.boundless,
        level=continuous.level(ctx, card),
        pwr=continuous.pwr(ctx, card),
        parts=tuple(
            SeenPart(kind=part.kind, source=_source(ctx, part.source), value=part.value)
            for part in continuous.pwr_parts(ctx, card)
        ),
        under=_pile((table[number] for number in card.under), card.seat),
        attacks=card.attacks,
        attacks_left=max(0, continuous.attacks_allowed(ctx, card) - card.attacks),
        spirits_left=max(0, 1 + continuous.more_spiritualizing(ctx, card) - card.spiritualized),
        damaged=card.damaged,
        counters=card.counters,
        changes=_changes(card),
        limits=_limits(ctx, card),
    )  # fmt: skip


def _source(ctx: MatchContext, number: int) -> int:
    """Return the instance id of an effect's source, or 0 for a hidden card in a hand. Rule: TC-RUL-085, TC-RUL-116."""
    card = ctx.state.table.get(number)
    return number if card is None or card.place != "hand" or card.known else 0


def _command(ctx: MatchContext, card: Card, *, own: bool) -> SeenCommand:
    """Return a command in its zone, without its identity if it is hidden. Rule: TC-ZONE-11, TC-RUL-086."""
    if not (own or card.up):
        return SeenCommand(thing=card.id, zone=card.slot, since=card.since, up=False)
    return SeenCommand(
        thing=card.id, zone=card.slot, since=card.since, up=card.up, card=card.card, owner=card.owner,
        counters=card.counters, changes=_changes(card), limits=_limits(ctx, card),
    )  # fmt: skip


def _changes(card: Card) -> tuple[SeenChange, ...]:
    return tuple(
        SeenChange(
            kind=change.kind, number=change.number, seat=change.seat, source=change.source, lasts=change.lasts,
            turn=change.turn, value=change.value, part=change.part, condition=change.condition,
        )
        for change in card.changes
    )  # fmt: skip


def _limits(ctx: MatchContext, card: Card) -> dict[str, int]:
    """Return the uses left for each limited effect, by key. For a spirit, its instance id precedes the effect's key.

    Rule:    TC-RUL-070
    """
    found = {}
    for source, ability in continuous.abilities_of(ctx, card):
        left = limits.uses_left(ctx, card.seat, source, ability)
        if left is not None:
            found[ability.key if source == card.id else f"{source} {ability.key}"] = left
    return found


def _window(state: Match) -> SeenWindow | None:
    """Return the open window or None, without the seats' stops and the windows that they waived. Rule: TC-RUL-066."""
    if not state.window:
        return None
    opened = (task for task in reversed(state.pending) if isinstance(task, Window) and task.opened)
    window = next(opened, None)
    return SeenWindow(kind=state.window, answers=() if window is None else window.answers)


def _chain(state: Match) -> tuple[SeenLink, ...]:
    return tuple(
        SeenLink(
            number=link.number, seat=link.seat, thing=link.card, card=link.printed, effect=link.effect,
            targets=link.targets, command=link.command, negated=link.negated,
        )
        for link in state.chain
    )  # fmt: skip


def _decision(ctx: MatchContext, decision: Decision, seat: Seat | None, *, own: bool) -> SeenDecision:
    """Return a decision, with its options if it belongs to the viewer. Rule: TC-RUL-085, TC-RUL-086."""
    match, asker = ctx.state, asker_of(ctx.state, decision)
    if asker is not None and not asker.link and not (own and (not asker.hidden or seat in (None, asker.by))):
        asker = None
    shown = SeenDecision(number=decision.number, seat=decision.seat, kind=decision.kind, since=decision.since)
    if asker is not None:
        shown = replace(shown, thing=asker.thing, card=asker.card, effect=asker.effect, link=asker.link)
    if not own:
        return shown
    waits = waits_in_order(match, decision)
    return replace(
        shown, options=decision.options, least=decision.least, most=decision.most,
        words=words_of(ctx.pool, match, decision), things=tuple(one.card for one in waits),
        waiting=tuple(seen_waiting(ctx, one, seat, everything=seat is None) for one in waits),
        part=None if asker is None else asker.part, event=None if asker is None else asker.event,
    )  # fmt: skip
