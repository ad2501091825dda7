"""Judgement in a match: a command becomes events, or is refused."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

import msgspec

from services.tcg import catalogue, commands
from services.tcg.cards.loading import BadCards, load
from services.tcg.cards.sets import CardSet, compose
from services.tcg.commands import OpenMatch
from services.tcg.events import MatchCreated, SeatJoined
from services.tcg.refusals import (
    CardsBad,
    MatchFinishedAlready,
    OnlyWatches,
    OrderIncomplete,
    OutOfTheMatch,
    SeatsOutOfRange,
)
from services.tcg.rules import judging
from services.tcg.rules.game import Game
from services.tcg.state.match import Match
from shared.kernel.chance import Chance
from shared.kernel.context import Intent
from shared.kernel.messages import Audience, Command, Event

LEAST_PLAYERS: Final = 2
TIMINGS: Final = frozenset({"auto", "interrupt", "swift", "independent", "none"})
ANYBODY: Final = (commands.CallTime,)
"""Who watches may say these too."""
HIDDEN: Final[Mapping[type[Command], tuple[str, ...]]] = {
    commands.SubmitDeck: ("deck",),
    commands.Mulligan: ("keep",),
    commands.PlayForm: ("card", "waive"),
    commands.PlayCommand: ("card", "waive"),
    commands.SetCommand: ("card", "waive"),
    commands.SpiritualizeCard: ("spirit", "waive"),
    commands.FlipSavior: ("waive",),
    commands.Activate: ("card", "effect", "waive"),
    commands.DeclareAttack: ("waive",),
    commands.EndStep: ("waive",),
    commands.Answer: ("choice",),
    commands.SetStops: ("windows",),
}
"""The fields of commands that only their seat may read. Rule: TC-TAB-19."""


def decide(intent: Intent, state: Match, chance: Chance) -> Sequence[Event]:
    """Judge a command in a match, on a copy that may be changed in place."""
    command = intent.command
    if isinstance(command, OpenMatch):
        return _opened(command)
    _check_plays(intent, state)
    game = Game(state.thaw(), chance, at=intent.at)
    judging.act(game, intent.seat, command)
    return tuple(game.events)


def _check_plays(intent: Intent, state: Match) -> None:
    """Refuses: MatchFinishedAlready, OnlyWatches, OutOfTheMatch. Rule: TC-WIN-05, TC-RUL-046."""
    if state.stage == "finished":
        raise MatchFinishedAlready(needs="an open match", has="finished")
    if isinstance(intent.command, ANYBODY):
        return
    player = state.players.get(intent.seat)
    if player is None:
        raise OnlyWatches(needs="a player of this match", has=intent.role)
    if player.lost:
        raise OutOfTheMatch(needs="a player still in", has=player.lost)


def _opened(command: OpenMatch) -> Sequence[Event]:
    """Open a match with its card set, which it carries for as long as it is kept.

    Rule:    TC-GEN-03, TC-GEN-04, TC-RUL-002, TC-RUL-012
    Refuses: SeatsOutOfRange, OrderIncomplete, CardsBad
    """
    settings = command.settings
    seats = [ask.seat for ask in command.seats if ask.role == "player"]
    if not LEAST_PLAYERS <= len(seats) <= settings.max_players:
        needs = f"{LEAST_PLAYERS} to {settings.max_players} players"
        raise SeatsOutOfRange(needs=needs, has=len(seats), field="seats")
    if set(settings.effect_order) != TIMINGS:
        raise OrderIncomplete(needs=tuple(sorted(TIMINGS)), has=settings.effect_order, field="settings")
    cards = _cards(command)
    return (
        MatchCreated(settings=settings, card_set=cards.hash, cards=cards.text),
        *(SeatJoined(seat=seat) for seat in seats),
    )


def _cards(command: OpenMatch) -> CardSet:
    """Give the card set of a match, the spirits with it. Rule: TC-CARD-01 to TC-CARD-12. Refuses: CardsBad."""
    try:
        cards = catalogue.STARTER if command.cards is None else load(msgspec.to_builtins(command.cards))
        return compose(cards, command.settings.spirit_set)
    except BadCards as error:
        faults = tuple(map(str, error.faults))
        raise CardsBad(needs="a card set without faults", has=faults, field="cards") from error
    except RecursionError as error:
        raise CardsBad(needs="a card set without faults", has="nested too deep", field="cards") from error


def hides(intent: Intent, state: Match) -> Mapping[str, Audience]:  # noqa: ARG001 what is hidden hangs on the command
    """Name the fields of a command that only its own seat may read. Rule: TC-TAB-19."""
    return dict.fromkeys(HIDDEN.get(type(intent.command), ()), (intent.seat,))
