"""The chain of declared effects, and the [AUTO] effects that wait until it is empty."""

from __future__ import annotations

from services.tcg.agenda import Declaring, Finish, Go, Happening, Running, Window
from services.tcg.events import EffectResolved, TriggerBegun, TriggersOrdered
from services.tcg.rules import damage, losing, moves, triggers
from services.tcg.rules.game import Game
from services.tcg.state.match import Link, Waiting
from shared.kernel.messages import Seat


def resolve(game: Game) -> None:
    """Resolve the last link. Last in, first out; nothing is activated between two links.

    Rule: TC-READ-12, TC-RUL-057
    """
    match = game.match
    match.agenda.pop()
    if not match.chain or _under_way(game):
        return
    link = match.chain[-1]
    game.later(Go(to="next_link"), Finish(number=link.number))
    if link.negated:
        return
    running = Running(
        seat=link.seat, card=link.card, printed=link.printed, effect=link.effect, targets=link.targets,
        names=link.names, event=link.event, link=link.number,
    )  # fmt: skip
    if not any(link.targets) or _aimed(game, running, link):
        game.later(running)


def _aimed(game: Game, running: Running, link: Link) -> bool:
    """Leave out the targets that are gone or no longer fit; tell whether any is left. Rule: TC-RUL-064."""
    specs, table, left = game.pool.abilities[link.effect].targets, game.match.table, []
    for at, numbers in enumerate(link.targets):
        there = [number for number in numbers if number in table and table[number].place == link.places.get(number)]
        left.append(tuple(one for one in there if at >= len(specs) or specs[at].fits(game, running, one)))
    running.targets = tuple(left)
    return any(left)


def next_link(game: Game) -> None:
    """Go on with the chain, or let players respond to what is left of it. Rule: TC-RUL-057."""
    match = game.match
    match.agenda.pop()
    if not match.chain or _under_way(game):
        return
    if match.settings.chain_style == "build_then_resolve":
        game.later(Go(to="resolve"))
        return
    answers = tuple(declared(link) for link in match.chain)
    game.later(Window(kind="W2", answers=answers, by=match.chain[-1].seat))


def _under_way(game: Game) -> bool:
    """Tell whether the last link is just resolving: it has activated what has resolved before it, and goes on now."""
    number = game.match.chain[-1].number
    return any(isinstance(task, Finish) and task.number == number for task in game.match.agenda)


def declared(link: Link, kind: str = "response") -> Happening:
    """Give the declaring of a link as effects look at it."""
    return Happening(event="effect_declared", by=link.seat, card=link.card, link=link.number, kind=kind)


def finish(game: Game, task: Finish) -> None:
    """Be done with a link: a command leaves, but a bound one that took effect stays.

    Rule: TC-CMD-12, TC-CMD-26, TC-CMD-32, TC-CMD-45, TC-ZONE-15, TC-RUL-072
    """
    match = game.match
    match.agenda.pop()
    link = next((one for one in match.chain if one.number == task.number), None)
    if link is None:
        return
    game.tell(EffectResolved(number=link.number, negated=link.negated))
    if link.command:
        _leave(game, link)
    if not link.negated:
        triggers.happen(game, Happening(event="effect_resolved", by=link.seat, card=link.card, link=link.number))
    losing.check(game, complete=True)


def _leave(game: Game, link: Link) -> None:
    card = game.card(link.card)
    if card is None or card.place != "command":
        return
    if link.negated or game.pool.printed[link.printed].type != "bound":
        moves.leave(game, card, to="drop", cause="resolved")


def settle(game: Game) -> None:
    """Settle what an action, cost, damage or effect has left: losses, [AUTO] effects one by one, then damage.

    While there is a chain (an effect that is just resolving has activated another), all but losses wait for its end.

    Rule: TC-ETI-02, TC-ETI-15, TC-RUL-043, TC-RUL-058, TC-RUL-080
    """
    match = game.match
    losing.check(game, complete=True)
    if not match.agenda or not isinstance(match.agenda[-1], Go):
        return
    if match.chain:
        match.agenda.pop()
        return
    triggers.state_triggers(game)
    if match.queue:
        _next_waiting(game)
    elif not damage.settle(game):
        match.agenda.pop()


def _next_waiting(game: Game) -> None:
    """Begin the next [AUTO] effect: the turn player's first, then clockwise, each in the order its player wants.

    Rule: TC-ETI-13, TC-ETI-14, TC-RUL-060, TC-RUL-061
    """
    match = game.match
    if losing.stalled(game):
        return
    ranks = [_rank(game, waiting) for waiting in match.queue]
    for rank in sorted(set(ranks)):
        for seat in match.clockwise(match.active):
            places = [place for place, one in enumerate(match.queue) if one.seat == seat and ranks[place] == rank]
            if places:
                _begin(game, seat, places)
                return
    for _ in tuple(match.queue):
        game.tell(TriggerBegun(place=0))


def _rank(game: Game, waiting: Waiting) -> int:
    """Give the place of an effect's indicator in the order of effects; what CONT: has delayed comes first."""
    order, mark = game.match.settings.effect_order, game.pool.abilities[waiting.effect].mark
    return next((place for place, timing in enumerate(order) if timing == mark), -1)


def _begin(game: Game, seat: Seat, places: list[int]) -> None:
    queue = game.match.queue
    ordered = [place for place in places if queue[place].ordered]
    if not ordered and len(places) > 1:
        order = _order(game, seat, places)
        if order is None:
            return
        game.tell(TriggersOrdered(seat=seat, order=order))
        place = min(order)
    else:
        place = (ordered or places)[0]
    waiting = queue[place]
    game.tell(TriggerBegun(place=place))
    _declare(game, waiting)


def _order(game: Game, seat: Seat, places: list[int]) -> tuple[int, ...] | None:
    """Rule: TC-ETI-13."""
    queue = game.match.queue
    if len({(queue[place].card, queue[place].effect, queue[place].event) for place in places}) == 1:
        return tuple(places)
    count = len(places)
    words = tuple(queue[place].effect for place in places)
    picked = game.pick(seat, "order_triggers", range(count), least=count, most=count, words=words, always=True)
    return None if picked is None else tuple(places[one] for one in picked)


def _declare(game: Game, waiting: Waiting) -> None:
    game.later(
        Declaring(
            seat=waiting.seat, card=waiting.card, printed=waiting.printed, effect=waiting.effect, origin="trigger",
            event=waiting.event, targets=waiting.targets, names=waiting.names,
        )
    )  # fmt: skip
