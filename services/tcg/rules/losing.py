"""Losing and winning: who has lost, what becomes of their cards, and when the match is over."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final, Literal

from services.tcg.agenda import Declaring, Finish, Go, Happening, Paying, Running, Settling, Task, Window
from services.tcg.events import (
    AttackEnded,
    CardSentToDrop,
    Gone,
    MatchFinished,
    PlayerLost,
    PlayerRemoved,
    SpiritsSentToVoid,
    WindowClosed,
)
from services.tcg.rules import triggers
from services.tcg.rules.terms import Game
from services.tcg.settings import VOID_LIMIT
from services.tcg.state.match import Card, Match
from shared.kernel.messages import Seat

Reason = Literal["void", "deck", "effect", "concession", "damage"]
RESOLVING: Final = (Running, Declaring, Paying, Settling, Finish)
"""What the others still have to do when the turn player is out. Rule: TC-RUL-135."""


def check(game: Game, *, complete: bool = False, unable: Sequence[Seat] = ()) -> None:
    """Look whose void is full: at once, or only when an action, cost, damage or effect is complete.

    Who was unable to pay for the same damage loses with them, where the match has it so.

    Rule: TC-WIN-01, TC-ZONE-20, TC-RUL-041, TC-RUL-042, TC-RUL-131, TC-RUL-134
    """
    match = game.match
    due = complete or match.settings.loss_check == "immediate"
    full = [player.seat for player in match.players.values() if due and len(player.void) >= VOID_LIMIT]
    _lose_together(game, {**dict.fromkeys(unable, "damage"), **dict.fromkeys(full, "void")})


def lose(game: Game, seats: Sequence[Seat], reason: Reason) -> None:
    """Let players lose, together. Rule: TC-WIN-05, TC-RUL-042, TC-RUL-046."""
    _lose_together(game, dict.fromkeys(seats, reason))


def _lose_together(game: Game, reasons: Mapping[Seat, Reason]) -> None:
    """Let players lose, each for a reason; the match ends where at most one is left, else they leave the table.

    Rule: TC-WIN-05, TC-RUL-042, TC-RUL-046
    """
    match = game.match
    lost = [seat for seat in reasons if not match.players[seat].lost]
    if game.over or not lost:
        return
    for seat in lost:
        game.tell(PlayerLost(seat=seat, reason=reasons[seat]))
    left = [seat for seat in match.order if not match.players[seat].lost]
    if not left:
        game.tell(MatchFinished(winner=None, reason="simultaneous", drawn=tuple(lost)))
    elif len(left) == 1:
        game.tell(MatchFinished(winner=left[0], reason="last_standing"))
    else:
        _go_on_without(game, lost)


def win(game: Game, seat: Seat) -> None:
    """Win by a card, at once; who has lost before cannot. Rule: TC-WIN-06, TC-WIN-07, TC-RUL-043."""
    if not game.over and not game.match.players[seat].lost:
        game.tell(MatchFinished(winner=seat, reason="effect"))


def _go_on_without(game: Game, lost: Sequence[Seat]) -> None:
    """Rule: TC-RUL-042, TC-RUL-046."""
    happenings = [Happening(event="player_lost", by=seat) for seat in lost]
    for seat in lost:
        happenings += _remove(game, seat)
    check(game)
    if not game.over:
        triggers.happen(game, *happenings)


def _remove(game: Game, seat: Seat) -> list[Happening]:
    """Take a player off the table: own cards are removed, those of others go to their owners.

    Rule: TC-SPI-06, TC-RUL-046, TC-RUL-135
    """
    match = game.match
    attack = match.attack
    if attack is not None and seat in (attack.seat, attack.of):
        game.tell(AttackEnded(reason="gone"))
    if seat == match.active:
        _close_window(game)
    cards = list(match.table.values())
    spirits = [card for card in cards if card.place == "under" and card.owner != seat and _beneath(match, card, seat)]
    happenings = _set_free(game, spirits)
    for card in cards:
        if card.seat == seat and card.owner != seat and card.place in ("form", "command"):
            happenings.append(Happening(event="left_play", by=seat, card=card.id, to="drop", cause="elimination"))
            game.tell(CardSentToDrop(thing=card.id, card=card.card, owner=card.owner, cause="elimination"))
    game.tell(PlayerRemoved(seat=seat))
    _drop_tasks(match, seat)
    return happenings


def _close_window(game: Game) -> None:
    for task in tuple(game.match.agenda):
        if isinstance(task, Window) and task.opened:
            game.tell(WindowClosed(kind=task.kind))


def _beneath(match: Match, spirit: Card, seat: Seat) -> bool:
    return spirit.seat == seat or match.table[spirit.host].owner == seat


def _set_free(game: Game, spirits: Sequence[Card]) -> list[Happening]:
    gone = tuple(Gone(owner=card.owner, card=card.card, thing=card.id, origin="under", was=card.id) for card in spirits)
    if gone:
        game.tell(SpiritsSentToVoid(cause="elimination", spirits=gone))
    return [Happening(event="spirit_to_void", by=one.owner, spirit=one.thing, cause="elimination") for one in gone]


def _drop_tasks(match: Match, seat: Seat) -> None:
    """Forget what a player had yet to do. Of the turn player's turn nothing is left but to finish what others declared.

    Rule: TC-RUL-046, TC-RUL-135
    """
    agenda: list[Task] = [task for task in match.agenda if getattr(task, "seat", "") != seat]
    for task in agenda:
        if isinstance(task, Window):
            task.answers = tuple(one for one in task.answers if one.by != seat or not _vanishes(one))
    if seat == match.active and match.stage == "turns":
        agenda = _ending(match, agenda)
    match.agenda[:] = agenda


def _ending(match: Match, agenda: Sequence[Task]) -> list[Task]:
    """Give what is left of a turn without its player.

    An effect that has declared others goes on only after them: their window is gone, but not their place before it.

    Rule: TC-RUL-135
    """
    ending: list[Task] = [Go(to="next_turn"), Go(to="settle")]
    if match.chain:
        ending.append(Go(to="resolve"))
    for task in agenda:
        if isinstance(task, RESOLVING) or task == Go(to="next_link"):
            ending.append(task)
        elif isinstance(task, Window) and any(one.link == link.number for one in task.answers for link in match.chain):
            ending.append(Go(to="resolve"))
    return ending


def _vanishes(answered: Happening) -> bool:
    """Tell whether this is an effect that was declared, or the flip of a command that declared it."""
    return bool(answered.link) or answered.kind == "activate"


def out_of_turns(game: Game) -> bool:
    """End the match as a draw when it has had all its turns; tell whether it is over. Rule: TC-RUL-095."""
    most = game.match.settings.stall_guard.max_turns
    if most and game.match.turn >= most:
        _drawn(game, "turns")
    return game.over


def stalled(game: Game) -> bool:
    """End a match that goes in circles as a draw; tell whether it is over.

    Too many effects are those that were queued since somebody decided something, or that wait at once: in what order
    they are dealt with is decided by their players, and ends no loop.

    Rule: TC-RUL-095
    """
    match, guard = game.match, game.match.settings.stall_guard
    queued = max(match.idle, len(match.queue))
    circling = (guard.queued and queued > guard.queued) or (guard.links and len(match.chain) > guard.links)
    if circling:
        _drawn(game, "stall")
    return game.over


def _drawn(game: Game, reason: Literal["stall", "turns"]) -> None:
    left = tuple(seat for seat in game.match.order if not game.match.players[seat].lost)
    game.tell(MatchFinished(winner=None, reason=reason, drawn=left))
