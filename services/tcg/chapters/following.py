"""Updates of the board after each event.

The board is an index of all sources, which are the cards with abilities that work without being activated.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final, TypeAlias

from services.tcg.chapters import (
    agreement,
    chain,
    control,
    costs,
    course,
    damage,
    decisions,
    decks,
    departures,
    entering,
    hands,
    lapsing,
    leaving,
    limits,
    opening,
    operations,
    paying,
    revealing,
    setup,
    sources,
    taking_back,
    triggers,
    turn,
    winning,
)
from services.tcg.chapters.reading import amounts
from services.tcg.chapters.sources import Board, spirits_under
from services.tcg.chapters.terms import Follow, Following, MatchContext, mark_outdated, mark_outdated_if_hand_or_drop
from shared.kernel.messages import Event

_OfHand: TypeAlias = (
    hands.CardsDrawn
    | hands.SpiritsInvoked
    | setup.MulliganTaken
    | hands.Discarded
    | hands.Rescued
    | hands.CardPutBack
    | revealing.Revealed
    | entering.CommandSet
    | entering.Spiritualized
    | departures.FormSacrificed
)
"""Events that change the hand, the drop zone or the zones of the seat that the event names."""


def _follow_entry(
    board: Board,
    ctx: MatchContext,
    event: entering.FormPlayed | entering.CommandPlayed | entering.CommandFlipped | entering.SaviorFlipped,
) -> None:
    if ctx.pool.elsewhere:
        board.fresh = board.current = False
    else:
        board.look(ctx, event.thing)
    if getattr(event, "origin", "hand") == "hand":
        board.forget(event.seat)
    else:
        board.readings.clear()


def _follow_arrival(board: Board, ctx: MatchContext, event: hands.CardsDrawn | hands.SpiritsInvoked) -> None:
    """Update the board when cards go from a deck to a hand. Most cards cannot be used before they are played."""
    if ctx.pool.elsewhere or not ctx.pool.from_hand.isdisjoint(event.cards.open()):
        _follow_hand(board, ctx, event)
    else:
        board.forget_hand(event.seat)


def _follow_hand(board: Board, ctx: MatchContext, event: _OfHand) -> None:
    board.forget(event.seat)
    if ctx.pool.elsewhere:
        board.fresh = board.current = False


def _follow_setting(board: Board, ctx: MatchContext, event: entering.CommandSet) -> None:
    if event.origin == "hand":
        _follow_hand(board, ctx, event)
    else:
        mark_outdated_if_hand_or_drop(board, ctx, event)


def _follow_spiritualizing(board: Board, ctx: MatchContext, event: entering.Spiritualized) -> None:
    """Update the board when a spirit moves from its player's hand to a place under a card."""
    board.look(ctx, event.spirit)
    host = ctx.state.table.get(event.thing)
    if host is not None:
        board.forget(host.seat)
    _follow_hand(board, ctx, event)


def _follow_attaching(board: Board, ctx: MatchContext, event: entering.SpiritAttached) -> None:
    board.look(ctx, event.spirit)
    mark_outdated_if_hand_or_drop(board, ctx, event)


def _follow_move(board: Board, ctx: MatchContext, event: entering.SpiritsMoved) -> None:
    board.readings.clear()
    for number in event.spirits:
        board.look(ctx, number)


def _follow_sacrifice(board: Board, ctx: MatchContext, event: departures.FormSacrificed) -> None:
    """Update the board when a form goes to its owner's drop zone."""
    board.drop_with_spirits(event.thing)
    form = ctx.state.table.get(event.thing)
    if form is not None:
        board.forget(form.owner)
    _follow_hand(board, ctx, event)


def _follow_departure(
    board: Board, ctx: MatchContext, event: departures.CardSentToDrop | departures.CardReturned
) -> None:
    board.drop_with_spirits(event.thing)
    mark_outdated_if_hand_or_drop(board, ctx, event)


def _follow_void(board: Board, ctx: MatchContext, event: departures.SpiritsSentToVoid) -> None:
    """Update the board when spirits go to the void.

    Most of them come from a deck, where their abilities did not work.
    """
    seen = False
    for gone in event.spirits:
        if gone.was:
            seen = True
            board.drop_with_spirits(gone.was)
    if seen or event.hand is not None:
        mark_outdated_if_hand_or_drop(board, ctx, event)


def _follow_return(board: Board, ctx: MatchContext, event: departures.SpiritsReturned) -> None:
    for number in event.spirits:
        board.drop_with_spirits(number)
    mark_outdated_if_hand_or_drop(board, ctx, event)


def _follow_control(board: Board, ctx: MatchContext, event: control.ControlChanged) -> None:
    for number in (event.thing, *spirits_under(ctx, event.thing)):
        board.look(ctx, number)
    board.readings.clear()
    board.unsettle()


def _follow_change(board: Board, _ctx: MatchContext, _event: Any) -> None:  # noqa: ANN401 any event
    board.current = False


def _follow_turn(board: Board, _ctx: MatchContext, _event: turn.TurnStarted) -> None:
    board.readings.clear()
    board.unsettle()


def _follow_end(board: Board, _ctx: MatchContext, _event: Any) -> None:  # noqa: ANN401 any event
    board.unsettle()


LEAVES_ALONE: Final[tuple[type[Event], ...]] = (
    opening.MatchCreated, opening.SeatJoined, decks.DeckAccepted, setup.DeckCut, setup.DiceRolled,
    setup.FirstPlayerChosen, turn.StepEntered, taking_back.PlayTakenBack, lapsing.PlayLapsed, decisions.DecisionOpened,
    decisions.DecisionAnswered, decisions.DrawWithdrawn, agreement.StopsSet, agreement.DrawOffered,
    agreement.DrawAnswered, limits.EffectUsed, course.AttackDeclared, course.CombatChecked, course.WindowOpened,
    course.Passed, course.WindowClosed, course.PhaseEntered, sources.PwrChanged, sources.ShieldRaised,
    sources.CounterChanged, triggers.TriggersQueued, triggers.EffectDelayed, triggers.DelayEnded, winning.MatchFinished,
    hands.DeckShuffled, leaving.Devoured, leaving.Despiritualized, damage.CardDamaged, damage.DamagePrevented,
    damage.DamageSettled, amounts.DieRolled, paying.CostPaid, costs.AttackGivenUp, chain.EffectDeclared,
    chain.EffectNegated, chain.EffectResolved, chain.TriggersOrdered, chain.TriggerBegun,
    *(kind for kind, change in operations.BOARD.items() if change is None),
)  # fmt: skip
"""The events that change no source, no hand, no drop zone and no turn."""

FOLLOW: Final[Mapping[type, Follow | None]] = {
    **dict.fromkeys(LEAVES_ALONE),
    **dict.fromkeys((setup.MatchStarted, winning.PlayerLost, winning.PlayerRemoved), mark_outdated),
    **dict.fromkeys(
        (entering.FormPlayed, entering.CommandPlayed, entering.CommandFlipped, entering.SaviorFlipped), _follow_entry
    ),
    **dict.fromkeys((departures.CardSentToDrop, departures.CardReturned), _follow_departure),
    **dict.fromkeys((sources.EffectGranted, sources.Restricted), _follow_change),
    **dict.fromkeys((turn.TurnEnded, course.StepEnded, course.AttackEnded), _follow_end),
    **dict.fromkeys(
        (
            setup.MulliganTaken, hands.Discarded, hands.Rescued, hands.CardPutBack, revealing.Revealed,
        ), _follow_hand
    ),
    **dict.fromkeys((hands.CardsDrawn, hands.SpiritsInvoked), _follow_arrival),
    turn.TurnStarted: _follow_turn,
    entering.CommandSet: _follow_setting,
    entering.Spiritualized: _follow_spiritualizing,
    entering.SpiritAttached: _follow_attaching,
    departures.FormSacrificed: _follow_sacrifice,
    entering.SpiritsMoved: _follow_move,
    departures.SpiritsSentToVoid: _follow_void,
    departures.SpiritsReturned: _follow_return,
    control.ControlChanged: _follow_control,
    **operations.BOARD,
}  # fmt: skip
"""The board's update after each event, or None if an event changes nothing on it.

After an event that is not listed, the board searches for all sources again, and drops all cached facts about the seats.
"""
FOLLOWING: Final = Following(
    frozenset(LEAVES_ALONE), {kind: change for kind, change in FOLLOW.items() if change is not None}
)
