"""The sources on the board: every card whose abilities work by themselves, and what of them listens, holds or replaces.

A board is found when it is first asked for, and then follows the events that are told (`FOLLOW`): what is found anew is
always the same. What listens to one event, or holds of one sort, is listed when it is asked for; the oldest source
first, that is the lowest number, and what effects have granted after all that is printed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any, Final, NamedTuple

from services.tcg.agenda import Change, Running
from services.tcg.events import (
    AttackEnded,
    CardPutBack,
    CardReturned,
    CardsDrawn,
    CardSentToDrop,
    CommandFlipped,
    CommandPlayed,
    CommandSet,
    ControlChanged,
    Discarded,
    EffectGranted,
    FormPlayed,
    FormSacrificed,
    MatchStarted,
    MulliganTaken,
    PlayerLost,
    PlayerRemoved,
    Rescued,
    Restricted,
    Revealed,
    SaviorFlipped,
    Searched,
    SpiritAttached,
    SpiritsInvoked,
    SpiritsMoved,
    SpiritsReturned,
    SpiritsSentToVoid,
    Spiritualized,
    StepEnded,
    TurnEnded,
    TurnStarted,
)
from services.tcg.rules.terms import NOTHING, Ability, Game, Holds, StaticForm, Works
from services.tcg.state.match import Card, Match

PRINTED: Final = frozenset({"savior", "form", "command"})
"""The places where a card's own abilities work."""


class Lasting(NamedTuple):
    """A condition that a change lasts for, and the context it is looked at in."""

    holds: Holds
    ctx: Running


class Held(NamedTuple):
    """A static that is in play. `on` is the one card it holds for, 0 where the static's selector tells."""

    on: int
    ctx: Running
    form: StaticForm
    when: Holds | None = None
    lasting: Lasting | None = None


class Heard(NamedTuple):
    """An [AUTO] effect in play, or a replacement."""

    ctx: Running
    ability: Ability
    lasting: Lasting | None = None


class Piece:
    """A source: a card that is somewhere, or what a change does to it."""

    __slots__ = ("ctx", "holding", "host", "listening", "replacing", "works")

    def __init__(self, ctx: Running, works: Works, *, host: int = 0, lasting: Lasting | None = None) -> None:
        """Sort what the abilities do by its names."""
        self.ctx, self.works, self.host = ctx, works, host
        self.listening: dict[str, list[Heard]] = {}
        self.holding: dict[str, list[Held]] = {}
        self.replacing: dict[str, list[Heard]] = {}
        for event, ability in works.listening:
            self.listening.setdefault(event, []).append(Heard(ctx, ability, lasting))
        for ability, form in works.standing:
            on = ctx.card if form.on == "this" else host if form.on == "host" else 0
            self.holding.setdefault(form.name, []).append(Held(on, ctx, form, ability.when, lasting))
        for ability in works.replacing:
            if ability.replacement is not None:
                self.replacing.setdefault(ability.replacement.event, []).append(Heard(ctx, ability, lasting))


def context(card: Card) -> Running:
    """Give the context of a card's own abilities."""
    return Running(seat=card.seat, card=card.id, printed=card.card, effect="")


def made_by(change: Change) -> Running:
    """Give the context of the effect that made a change."""
    return Running(seat=change.seat, card=change.source, printed="", effect=change.part)


def lasting(game: Game, change: Change) -> Lasting | None:
    """Give what a change lasts for, where that is a condition. Rule: TC-RUL-078."""
    return Lasting(game.pool.conditions[change.condition], made_by(change)) if change.condition else None


def works_below(match: Match, card: Card) -> bool:
    """Tell whether the spirits under a card give it their abilities. Rule: TC-FORM-14, TC-RUL-013."""
    return card.place == "form" or (card.place == "savior" and match.settings.spirit_abilities_on_saviors)


def works_of(game: Game, card: Card) -> Works:
    """Give what a card does by itself where it lies.

    Rule: TC-ETI-03, TC-ETI-05, TC-ETI-06, TC-SAV-10, TC-RUL-013, TC-RUL-019, TC-RUL-116
    """
    face, place = game.pool.printed[card.card].faces[card.boundless], card.place
    if place in PRINTED:
        return face.play if card.up else NOTHING
    if place == "under":
        host = game.match.table.get(card.host)
        return face.play if host is not None and works_below(game.match, host) else NOTHING
    if place == "hand":
        return face.hand
    return face.drop if place == "drop" else NOTHING


class Board:
    """The sources of a match as it is."""

    __slots__ = ("abilities", "deep", "extras", "fresh", "held", "pieces", "settled", "sorted")

    def __init__(self) -> None:
        """Know nothing yet."""
        self.fresh = False
        """The pieces are those of the match as it is."""
        self.settled = False
        """So are the extras."""
        self.pieces: dict[int, Piece] = {}
        self.extras: list[Piece] = []
        """What effects have granted, and let hold."""
        self.sorted: dict[str, list[Heard]] = {}
        self.held: dict[str, list[Held]] = {}
        self.abilities: dict[int, tuple[tuple[Any, ...], tuple[tuple[int, Ability], ...]]] = {}
        """The abilities of cards, with all that they hang on."""
        self.deep = 0
        """So many values are just being reckoned, one for another."""

    # ------------------------------------------------------------ asking

    def listening(self, event: str) -> list[Heard]:
        """List the [AUTO] effects that wait for an event of that name."""
        found = self.sorted.get(event)
        if found is None:
            found = self.sorted[event] = [
                heard for piece in self._oldest_first() if event in piece.listening for heard in piece.listening[event]
            ]
        return found

    def replacing(self, event: str) -> list[Heard]:
        """List what replaces an event of that name."""
        found = self.sorted.get(event)
        if found is None:
            found = self.sorted[event] = [
                heard for piece in self._oldest_first() if event in piece.replacing for heard in piece.replacing[event]
            ]
        return found

    def holding(self, name: str) -> list[Held]:
        """List the statics of a sort."""
        found = self.held.get(name)
        if found is None:
            found = self.held[name] = [
                held for piece in self._oldest_first() if name in piece.holding for held in piece.holding[name]
            ]
        return found

    def _oldest_first(self) -> Iterator[Piece]:
        pieces = self.pieces
        yield from (pieces[number] for number in sorted(pieces))
        yield from self.extras

    # ------------------------------------------------------------ finding

    def find(self, game: Game) -> None:
        """Find the sources; those of players who have lost are none."""
        if not self.fresh:
            self.pieces.clear()
            self._forget()
            for player in game.match.players.values():
                if not player.lost:
                    below = [n for host in (player.savior, *player.forms) if host for n in _under(game, host)]
                    there = (player.savior, *player.forms, *player.commands, *below)
                    for number in (*there, *player.hand, *player.drop) if game.pool.elsewhere else there:
                        self.look(game, number)
            self.fresh = True
        self._find_extras(game)
        self.settled = True

    def look(self, game: Game, number: int) -> None:
        """Look at a card anew: it may be a source now, another one, or none any more."""
        self.drop(number)
        card = game.match.table.get(number)
        if card is None:
            return
        works = works_of(game, card)
        if not works.idle:
            self.pieces[number] = piece = Piece(context(card), works, host=card.host)
            self._forget_of(piece)

    def drop(self, number: int) -> None:
        """Forget a source."""
        piece = self.pieces.pop(number, None)
        if piece is not None:
            self._forget_of(piece)

    def gone(self, number: int) -> None:
        """Forget a card that has left play, and what lay beneath it."""
        self.drop(number)
        for below in [one for one, piece in self.pieces.items() if piece.host == number]:
            self.drop(below)
        self.unsettle()

    def unsettle(self) -> None:
        """Let the extras be found again: one of them may be over, or another's."""
        if self.extras:
            self.settled = False

    def _find_extras(self, game: Game) -> None:
        for piece in self.extras:
            self._forget_of(piece)
        self.extras = []
        table = game.match.table
        for player in game.match.players.values():
            for number in (player.savior, *player.forms, *player.commands):
                card = table.get(number) if number and not player.lost else None
                if card is not None and card.changes and card.up:
                    self.extras += _extras(game, card)
        self.extras.sort(key=lambda piece: piece.ctx.card)
        for piece in self.extras:
            self._forget_of(piece)

    def _forget(self) -> None:
        self.sorted.clear()
        self.held.clear()

    def _forget_of(self, piece: Piece) -> None:
        for event in (*piece.listening, *piece.replacing):
            self.sorted.pop(event, None)
        for name in piece.holding:
            self.held.pop(name, None)


def _under(game: Game, host: int) -> tuple[int, ...]:
    card = game.match.table.get(host)
    return () if card is None else card.under


def _extras(game: Game, card: Card) -> Iterator[Piece]:
    """Give what was granted to a card, and what was let hold for it."""
    for change in card.changes:
        if change.kind == "grant":
            yield Piece(context(card), game.pool.abilities[change.part].works, lasting=lasting(game, change))
        elif change.kind == "restrict":
            form = game.pool.statics[change.part]
            piece = Piece(made_by(change), NOTHING)
            piece.holding[form.name] = [Held(card.id, piece.ctx, form, None, lasting(game, change))]
            yield piece


def board_of(game: Game) -> Board:
    """Give the board as it is."""
    board: Board | None = game.standing
    if board is None:
        board = game.standing = Board()
    if not (board.fresh and board.settled):
        board.find(game)
    return board


# ---------------------------------------------------------------- following


def _anew(board: Board, _game: Game, _event: Any) -> None:  # noqa: ANN401 whatever was told
    board.fresh = False


def _thing(board: Board, game: Game, event: FormPlayed | CommandPlayed | CommandFlipped | SaviorFlipped) -> None:
    if game.pool.elsewhere:
        board.fresh = False
    else:
        board.look(game, event.thing)


def _spirit(board: Board, game: Game, event: Spiritualized | SpiritAttached) -> None:
    board.look(game, event.spirit)
    _elsewhere(board, game, event)


def _moved(board: Board, game: Game, event: SpiritsMoved) -> None:
    for number in event.spirits:
        board.look(game, number)


def _gone(board: Board, game: Game, event: FormSacrificed | CardSentToDrop | CardReturned) -> None:
    board.gone(event.thing)
    _elsewhere(board, game, event)


def _voided(board: Board, game: Game, event: SpiritsSentToVoid) -> None:
    for gone in event.spirits:
        if gone.was:
            board.gone(gone.was)
    _elsewhere(board, game, event)


def _returned(board: Board, game: Game, event: SpiritsReturned) -> None:
    for number in event.spirits:
        board.gone(number)
    _elsewhere(board, game, event)


def _elsewhere(board: Board, game: Game, _event: Any) -> None:  # noqa: ANN401 whatever was told
    """Rule: TC-RUL-116."""
    if game.pool.elsewhere:
        board.fresh = False


def _controlled(board: Board, game: Game, event: ControlChanged) -> None:
    for number in (event.thing, *_under(game, event.thing)):
        board.look(game, number)
    board.unsettle()


def _changed(board: Board, _game: Game, _event: Any) -> None:  # noqa: ANN401 whatever was told
    board.settled = False


def _ended(board: Board, _game: Game, _event: Any) -> None:  # noqa: ANN401 whatever was told
    board.unsettle()


FOLLOW: Final[Mapping[type, Callable[[Board, Game, Any], None]]] = {
    **dict.fromkeys((MatchStarted, PlayerLost, PlayerRemoved), _anew),
    **dict.fromkeys((FormPlayed, CommandPlayed, CommandFlipped, SaviorFlipped), _thing),
    **dict.fromkeys((Spiritualized, SpiritAttached), _spirit),
    **dict.fromkeys((FormSacrificed, CardSentToDrop, CardReturned), _gone),
    **dict.fromkeys((EffectGranted, Restricted), _changed),
    **dict.fromkeys((TurnStarted, TurnEnded, StepEnded, AttackEnded), _ended),
    **dict.fromkeys(
        (
            CardsDrawn, SpiritsInvoked, MulliganTaken, Searched, Discarded, Rescued, CardPutBack, CommandSet,
            Revealed,
        ), _elsewhere
    ),
    SpiritsMoved: _moved,
    SpiritsSentToVoid: _voided,
    SpiritsReturned: _returned,
    ControlChanged: _controlled,
}  # fmt: skip
"""What a board makes of the events after which other sources may be there; all others leave them as they are."""
