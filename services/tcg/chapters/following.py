"""What becomes of the sources on the board when something has happened."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from services.tcg.chapters.control import ControlChanged
from services.tcg.chapters.course import AttackEnded, StepEnded
from services.tcg.chapters.departures import (
    CardReturned,
    CardSentToDrop,
    FormSacrificed,
    SpiritsReturned,
    SpiritsSentToVoid,
)
from services.tcg.chapters.entering import (
    CommandFlipped,
    CommandPlayed,
    CommandSet,
    FormPlayed,
    SaviorFlipped,
    SpiritAttached,
    SpiritsMoved,
    Spiritualized,
)
from services.tcg.chapters.hands import CardPutBack, CardsDrawn, Discarded, Rescued, SpiritsInvoked
from services.tcg.chapters.operations.searching import Searched
from services.tcg.chapters.revealing import Revealed
from services.tcg.chapters.setup import MatchStarted, MulliganTaken
from services.tcg.chapters.sources import Board, EffectGranted, Restricted, spirits_under
from services.tcg.chapters.terms import MatchContext
from services.tcg.chapters.turn import TurnEnded, TurnStarted
from services.tcg.chapters.winning import PlayerLost, PlayerRemoved


def _anew(board: Board, _ctx: MatchContext, _event: Any) -> None:  # noqa: ANN401 any event
    board.fresh = False


def _thing(board: Board, ctx: MatchContext, event: FormPlayed | CommandPlayed | CommandFlipped | SaviorFlipped) -> None:
    if ctx.pool.elsewhere:
        board.fresh = False
    else:
        board.look(ctx, event.thing)


def _spirit(board: Board, ctx: MatchContext, event: Spiritualized | SpiritAttached) -> None:
    board.look(ctx, event.spirit)
    _elsewhere(board, ctx, event)


def _moved(board: Board, ctx: MatchContext, event: SpiritsMoved) -> None:
    for number in event.spirits:
        board.look(ctx, number)


def _gone(board: Board, ctx: MatchContext, event: FormSacrificed | CardSentToDrop | CardReturned) -> None:
    board.gone(event.thing)
    _elsewhere(board, ctx, event)


def _voided(board: Board, ctx: MatchContext, event: SpiritsSentToVoid) -> None:
    for gone in event.spirits:
        if gone.was:
            board.gone(gone.was)
    _elsewhere(board, ctx, event)


def _returned(board: Board, ctx: MatchContext, event: SpiritsReturned) -> None:
    for number in event.spirits:
        board.gone(number)
    _elsewhere(board, ctx, event)


def _elsewhere(board: Board, ctx: MatchContext, _event: Any) -> None:  # noqa: ANN401 any event
    """Rule: TC-RUL-116."""
    if ctx.pool.elsewhere:
        board.fresh = False


def _controlled(board: Board, ctx: MatchContext, event: ControlChanged) -> None:
    for number in (event.thing, *spirits_under(ctx, event.thing)):
        board.look(ctx, number)
    board.unsettle()


def _changed(board: Board, _ctx: MatchContext, _event: Any) -> None:  # noqa: ANN401 any event
    board.settled = False


def _ended(board: Board, _ctx: MatchContext, _event: Any) -> None:  # noqa: ANN401 any event
    board.unsettle()


FOLLOW: Final[Mapping[type, Callable[[Board, MatchContext, Any], None]]] = {
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
