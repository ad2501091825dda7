"""The sources on the board: every card whose abilities work now, and what of them listens, holds or replaces.

A board is found when it is first asked for, and kept in `game.standing` until an event could have changed it.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from services.tcg.agenda import Change, Running
from services.tcg.events import (
    AttackEnded,
    CardPutBack,
    CardReturned,
    CardsDrawn,
    CardSentToDrop,
    ChangesEnded,
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
from services.tcg.rules.terms import Ability, Game, Holds, Pool, StaticForm, Works
from services.tcg.state.match import Card, Match, Player
from shared.messages import Event

IN_PLAY: Final[frozenset[type[Event]]] = frozenset({
    MatchStarted, FormPlayed, FormSacrificed, CommandPlayed, CommandSet, CommandFlipped, Spiritualized, SpiritAttached,
    SpiritsMoved, SaviorFlipped, SpiritsSentToVoid, CardSentToDrop, CardReturned, SpiritsReturned, EffectGranted,
    Restricted, ChangesEnded, ControlChanged, PlayerLost, PlayerRemoved, TurnStarted, TurnEnded, StepEnded, AttackEnded,
})  # fmt: skip
OUT_OF_PLAY: Final[frozenset[type[Event]]] = frozenset({
    CardsDrawn, SpiritsInvoked, MulliganTaken, Searched, Discarded, Rescued, CardPutBack,
})  # fmt: skip


def stirring(pool: Pool) -> frozenset[type[Event]]:
    """Give the events after which a board may have other sources; after all others it is still good."""
    return IN_PLAY | OUT_OF_PLAY if pool.elsewhere else IN_PLAY


class Lasting(NamedTuple):
    """A condition that a change lasts for, and the context it is looked at in."""

    holds: Holds
    ctx: Running


class Source(NamedTuple):
    """A card whose abilities work: its context (its number and its controller), and what works."""

    ctx: Running
    works: Works
    lasting: Lasting | None = None


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


class Board:
    """The sources of a match as it is, in the order of the seats, and indexes of them."""

    __slots__ = ("abilities", "deep", "listening", "replacing", "standing")

    def __init__(self, game: Game) -> None:
        """Find the sources: those of players who have lost are none."""
        self.deep = 0
        """So many values are just being reckoned, one for another."""
        self.abilities: dict[int, tuple[tuple[int, Ability], ...]] = {}
        self.listening: dict[str, list[Heard]] = {}
        self.standing: dict[str, list[Held]] = {}
        self.replacing: dict[str, list[Heard]] = {}
        match = game.match
        for seat in match.order:
            player = match.players[seat]
            if not player.lost:
                self._in_play(game, player)
                if game.pool.elsewhere:
                    self._elsewhere(game, player)

    def _in_play(self, game: Game, player: Player) -> None:
        """Rule: TC-ETI-03, TC-ETI-05, TC-ETI-06, TC-SAV-10."""
        match, printed = game.match, game.pool.printed
        table = match.table
        for number in (player.savior, *player.forms, *player.commands):
            card = table.get(number) if number else None
            if card is None or not card.up:
                continue
            works = printed[card.card].faces[card.boundless].play
            if not works.idle:
                self._add(match, Source(context(card), works))
            if card.changes:
                self._changed(game, card)
            if card.under and works_below(match, card):
                for spirit in card.under:
                    works = printed[table[spirit].card].faces[0].play
                    if not works.idle:
                        self._add(match, Source(context(table[spirit]), works))

    def _elsewhere(self, game: Game, player: Player) -> None:
        """Rule: TC-RUL-116."""
        table, printed = game.match.table, game.pool.printed
        for zone in game.pool.elsewhere:
            for number in player.hand if zone == "hand" else player.drop:
                card = table[number]
                face = printed[card.card].faces[0]
                works = face.hand if zone == "hand" else face.drop
                if not works.idle:
                    self._add(game.match, Source(context(card), works))

    def _changed(self, game: Game, card: Card) -> None:
        """Add what was granted to a card, and what was let hold for it."""
        for change in card.changes:
            if change.kind == "grant":
                works = game.pool.abilities[change.part].works
                self._add(game.match, Source(context(card), works, lasting(game, change)))
            elif change.kind == "restrict":
                form = game.pool.statics[change.part]
                held = Held(card.id, made_by(change), form, None, lasting(game, change))
                self.standing.setdefault(form.name, []).append(held)

    def _add(self, match: Match, source: Source) -> None:
        ctx, works, lasts = source
        for event, ability in works.listening:
            self.listening.setdefault(event, []).append(Heard(ctx, ability, lasts))
        for ability, form in works.standing:
            on = 0
            if form.on:
                on = ctx.card if form.on == "this" else match.table[ctx.card].host
            self.standing.setdefault(form.name, []).append(Held(on, ctx, form, ability.when, lasts))
        for ability in works.replacing:
            if ability.replacement is not None:
                self.replacing.setdefault(ability.replacement.event, []).append(Heard(ctx, ability, lasts))


def board_of(game: Game) -> Board:
    """Give the board as it is."""
    board = game.standing
    if not isinstance(board, Board):
        board = game.standing = Board(game)
    return board
