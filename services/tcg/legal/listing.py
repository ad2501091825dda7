"""The legal list as a seat reads it: what it may send, and of each other command why not."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Final

import msgspec

from services.tcg import commands
from services.tcg.legal.entries import Entry, entries
from services.tcg.legal.some_deck import some_deck
from services.tcg.refusals import MatchFinishedAlready, OnlyWatches, OutOfTheMatch
from services.tcg.rules import judging
from services.tcg.rules.game import Game
from services.tcg.state.match import Match
from services.tcg.words import WINDOWS
from shared.kernel.chance import FirstDraw, ProbeTape
from shared.kernel.legal import Allowed, Legal, block
from shared.kernel.messages import Command, Role, Seat
from shared.kernel.refusals import Refusal
from shared.kernel.samples import Field

WAIVING: Final = Field(options=(False, True), optional=True)


def legal(state: Match, seat: Seat, role: Role) -> Legal:
    """Tell what a seat may send to a match.

    Rule: TC-READ-09, TC-RUL-066, TC-RUL-093, TC-RUL-094
    """
    out = _out(state, seat, role)
    if out is not None:
        return Legal(blocked=tuple(block(kind, out) for kind in commands.COMMANDS))
    game = Game(state.thaw(), ProbeTape())
    allowed = [_allowed(entry) for entry in (*entries(game, seat), *_beside(game, seat))]
    listed = {one.command for one in allowed}
    blocked = [
        block(kind, refusal)
        for kind in commands.COMMANDS
        if kind.__name__ not in listed and (refusal := _why_not(state, seat, kind)) is not None
    ]
    return Legal(allowed=tuple(allowed), blocked=tuple(blocked))


def _out(state: Match, seat: Seat, role: Role) -> Refusal | None:
    if state.stage == "finished":
        return MatchFinishedAlready(needs="an open match", has="finished")
    player = state.players.get(seat)
    if player is None:
        return OnlyWatches(needs="a player of this match", has=role)
    return OutOfTheMatch(needs="a player still in", has=player.lost) if player.lost else None


def _allowed(entry: Entry) -> Allowed:
    fields = {name: Field(options=tuple(options)) for name, options in entry.options.items()}
    body = {"type": entry.kind.__name__, **entry.body}
    body |= {name: msgspec.to_builtins(options[0]) for name, options in entry.options.items() if options}
    if issubclass(entry.kind, commands.Act):
        fields["waive"] = WAIVING
    if entry.kind is commands.SubmitDeck:
        fields = {"deck": Field(schema="DeckList")}
    return Allowed(command=entry.kind.__name__, body=body, fields=fields)


def _beside(game: Game, seat: Seat) -> Iterable[Entry]:
    """List what may be sent beside the answer to a decision."""
    match = game.match
    if match.stage == "lobby":
        yield Entry(commands.SubmitDeck, {}, {"deck": (msgspec.to_builtins(some_deck(game.pool)),)})
    yield Entry(commands.SetStops, {}, {"windows": (WINDOWS, (), *((kind,) for kind in WINDOWS))})
    if match.settings.allow_concede:
        yield Entry(commands.Concede, {}, {})
    if match.settings.allow_draw_offer and match.offer is None and seat in match.decisions:
        yield Entry(commands.OfferDraw, {}, {})
    if match.offer is not None and seat in match.offer.open:
        yield Entry(commands.AnswerDraw, {}, {"accept": (True, False)})


def _why_not(state: Match, seat: Seat, kind: type[Command]) -> Refusal | None:
    """Give why a command is refused that has no entry: what judgement says to the samples there are."""
    found: Refusal | None = None
    for sample in _samples(state, seat, kind):
        game = Game(state.thaw(), ProbeTape())
        try:
            judging.JUDGES[kind](game, seat, sample)
        except Refusal as refusal:
            found = found or refusal
        except FirstDraw:
            continue
    return found


def _samples(state: Match, seat: Seat, kind: type[Command]) -> list[Command]:
    """Give some commands of a kind, of which one may be refused for a reason that helps."""
    player, table = state.players[seat], state.table
    hand = [number for number in player.hand if number in table] or [state.made + 1]
    savior = player.savior or state.made + 1
    bodies: Mapping[type[Command], list[dict[str, Any]]] = {
        commands.PlayForm: [{"card": one} for one in hand],
        commands.PlayCommand: [{"card": one} for one in hand],
        commands.SetCommand: [{"card": one} for one in hand],
        commands.SpiritualizeCard: [{"target": savior, "spirit": one} for one in hand],
        commands.Activate: [{"card": savior}],
        commands.DeclareAttack: [{"attacker": savior, "target": savior}],
        commands.SubmitDeck: [{"deck": {"savior": "none", "main": {}, "spirits": {}}}],
        commands.CutDeck: [{"position": 0}],
        commands.Mulligan: [{"keep": ()}],
        commands.ChooseFirst: [{"choice": "first"}],
        commands.Answer: [{"decision": 1}],
        commands.SetStops: [{"windows": ()}],
        commands.AnswerDraw: [{"accept": False}],
        commands.CallTime: [{"of": seat}],
    }
    return [msgspec.convert(body, kind) for body in bodies.get(kind, [{}])]
