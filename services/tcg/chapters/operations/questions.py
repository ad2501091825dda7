"""The questions that the operations of an effect ask, and the players who are asked.

Questions list cards by instance id, and players by their index in the turn order.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from typing import NamedTuple, TypeAlias

from services.tcg.chapters.terms import MatchContext
from services.tcg.state.match import Card
from services.tcg.state.tasks import Running
from shared.kernel.messages import Seat

Find: TypeAlias = Callable[[MatchContext, Running], Sequence[int]]
Whom: TypeAlias = Callable[[MatchContext, Running], Sequence[Seat]]
Test: TypeAlias = Callable[[MatchContext, Running], bool]
Fit: TypeAlias = Callable[[MatchContext, Running, Card], bool]


class Question(NamedTuple):
    """A question to a seat. `about` distinguishes it from the operation's other questions."""

    about: int
    seat: Seat
    options: Sequence[int]
    least: int
    most: int
    always: bool = False
    words: tuple[str, ...] = ()


Questions: TypeAlias = Callable[[MatchContext, Running], Sequence[Question]]


class Holders(NamedTuple):
    """The players whose hidden cards may be picked. `backs` tests what all players see of the cards in a hand."""

    whom: Whom
    backs: Fit | None = None

    def may_hold(self, ctx: MatchContext, running: Running, among: Collection[Seat] | None = None) -> bool:
        """Return whether one of these players may have a card that can be picked, judged by what all players see.

        Matches of form 2 do not look at the number of cards in a hand.

        Rule: TC-RUL-045, TC-RUL-085
        """
        if not ctx.state.revised:
            return True
        seats = [seat for seat in self.whom(ctx, running) if among is None or seat in among]
        held = [ctx.state.table[number] for seat in seats for number in ctx.state.players[seat].hand]
        return bool(held) if self.backs is None else any(self.backs(ctx, running, card) for card in held)


def picking(
    found: Find, bounds: tuple[int, int], by: str, *, holders: Holders | None = None, picker: Whom | None = None
) -> Questions:
    """Return the questions with which the effect's player, an opponent, or each controller is asked to pick cards.

    Hidden cards must not influence who is asked. Therefore, if the cards are hidden, each of the `holders` picks from
    their own cards, unless all players see that a holder has no such card. An opponent who picks (the one that `picker`
    returns, or else the one to the left) picks from their own cards or from those of the effect's player.
    """
    (least, most), hidden = bounds, holders is not None

    def asks(ctx: MatchContext, running: Running, among: Collection[Seat] | None = None) -> bool:
        return holders is not None and holders.may_hold(ctx, running, among)

    def questions(ctx: MatchContext, running: Running) -> list[Question]:
        options = found(ctx, running)
        if by == "you":
            return [Question(0, running.seat, options, least, most, asks(ctx, running))]
        table = ctx.state.table
        if by == "opponent":
            seat = picker(ctx, running)[0] if picker else opponent_for(ctx, running, () if hidden else options)
            both = (seat, running.seat)
            theirs = [one for one in options if not hidden or table[one].seat in both]
            return [Question(0, seat, theirs, least, most, asks(ctx, running, both))]
        order, asked = ctx.state.order, []
        seats = holders.whom(ctx, running) if holders else dict.fromkeys(table[number].seat for number in options)
        for seat in seats:
            own = [one for one in options if table[one].seat == seat]
            asked.append(Question(order.index(seat), seat, own, least, most, asks(ctx, running, (seat,))))
        return asked

    return questions


def opponent_for(ctx: MatchContext, running: Running, options: Sequence[int]) -> Seat:
    """Return the opponent who picks if none was chosen: the first who controls an option, or the one to the left."""
    table, opponents = ctx.state.table, ctx.state.opponents(running.seat)
    for number in options:
        if table[number].seat in opponents:
            return table[number].seat
    return opponents[0]


def one_of(meant: Callable[[MatchContext, Running], Sequence[Seat]]) -> Questions:
    """Return the question that asks the effect's player to pick one of several players, by index in the turn order."""

    def questions(ctx: MatchContext, running: Running) -> list[Question]:
        seats = meant(ctx, running)
        places = [ctx.state.order.index(seat) for seat in seats]
        return [Question(0, running.seat, places, 1, 1, words=tuple(seats))]

    return questions


def named_seats(ctx: MatchContext, running: Running, key: str) -> list[Seat]:
    """Return the players that were picked under `key` and are still in the match."""
    match = ctx.state
    seats = [match.order[place] for place in running.names.get(key, ())]
    return [seat for seat in seats if not match.players[seat].lost]
