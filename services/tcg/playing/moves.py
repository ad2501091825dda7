"""A decision's legal moves by key. These are a computer player's options, and the branches of a search tree.

A key has the same meaning in all matches that a seat cannot distinguish. A card in a hand that the seat sees is named
by its card id, because its instance id differs from deal to deal. Any other card is named by its instance id. Moves
that differ only in the choice among equal cards of such a hand, or among open zones, count as one move.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import combinations, islice, permutations, product
from typing import Any, Final

from services.tcg.chapters.decisions import Answer
from services.tcg.chapters.setup import ChooseFirst, CutDeck, Mulligan
from services.tcg.chapters.terms import MatchContext
from services.tcg.chapters.turn import EndStep
from services.tcg.playing.entries import CANDIDATES, ORDERED, Entry, candidates
from services.tcg.playing.memory import hidden_from
from services.tcg.state.match import Decision, Match
from shared.kernel.messages import Command, Seat
from shared.kernel.players.position import Key

WIDEST: Final = 12
"""For one decision, the maximum number of moves that choose several cards.

Moves that choose the most cards come first.
"""
READ: Final = 400
"""The maximum number of choices that are examined to find `WIDEST` moves with different keys."""
ENDS: Final[Key] = EndStep.__name__
"""The key of the move that does nothing but end a step."""
NAMED: Final = frozenset({"choose_cards", "order_cards"})
"""Kinds of decisions whose words name cards, so that the words mean the same in every deal."""


def moves(ctx: MatchContext, seat: Seat) -> Mapping[Key, Command]:
    """Return the legal moves of a seat's open decision by key. There is always at least one."""
    decision = ctx.state.decisions[seat]
    if decision.kind in CANDIDATES:
        return _acts(ctx, seat, decision)
    if decision.kind == "choose_first":
        return {"first": ChooseFirst(choice="first"), "defer": ChooseFirst(choice="defer")}
    if decision.kind == "cut":
        return {"cut": CutDeck(position=decision.options[0])}
    return _answers(ctx.state, decision)


def matters(decision: Decision) -> bool:
    """Return whether a decision often affects who wins. Decisions to act or attack often do, others rarely."""
    return decision.kind in {"act", "combat"}


# ---------------------------------------------------------------- acts, attacks and responses


def _acts(ctx: MatchContext, seat: Seat, decision: Decision) -> Mapping[Key, Command]:
    found: dict[Key, Command] = {}
    for make, what in candidates(ctx, seat, decision.kind):
        entry = make(ctx, seat, what)
        if entry is not None:
            for body in _bodies(entry):
                found.setdefault(_key_of(ctx.state, entry, body, seat), entry.kind(**body))
    return found


def _bodies(entry: Entry) -> Iterator[dict[str, Any]]:
    """Yield the command bodies for an entry.

    If several zones are open, only the first is used, since they are equivalent.
    """
    options = {name: _distinct(name, values) for name, values in entry.options.items()}
    for values in product(*options.values()):
        yield {**entry.body, **dict(zip(options, values, strict=True))}


def _distinct(name: str, values: Sequence[Any]) -> Sequence[Any]:
    return values[:1] if name == "zone" else values


def _key_of(match: Match, entry: Entry, body: Mapping[str, Any], seat: Seat) -> Key:
    words = (f"{name} {value if name == 'zone' else _name(match, value, seat)}" for name, value in body.items())
    return ", ".join((entry.kind.__name__, *words))


def _name(match: Match, value: Any, seat: Seat) -> Any:  # noqa: ANN401 a card's number, or another value
    """Return the card id of a card that is in a hand which the seat sees, or else the card's instance id.

    Cards that are hidden from the seat differ only in their instance ids, which are the same in every deal.
    """
    card = match.table.get(value) if type(value) is int else None
    return card.card if card is not None and card.place == "hand" and not hidden_from(seat, card) else value


# ---------------------------------------------------------------- answers


def _answers(match: Match, decision: Decision) -> Mapping[Key, Command]:
    found: dict[Key, Command] = {}
    names = dict(zip(decision.options, decision.words, strict=False)) if decision.kind in NAMED else {}
    for choice in islice(_choices(match, decision, names), READ):
        said = [str(names.get(one) or _name(match, one, decision.seat)) for one in choice]
        key = ", ".join((decision.kind, *(said if decision.kind in ORDERED else sorted(said))))
        if key not in found:
            found[key] = _answer(decision, choice)
            if len(found) == WIDEST:
                break
    return found


def _choices(match: Match, decision: Decision, names: Mapping[int, str]) -> Iterable[tuple[int, ...]]:
    """Yield the choices of a decision. Those with the most cards come first.

    The order of the options is the same in every deal.
    """
    options = sorted(decision.options, key=lambda one: (str(names.get(one) or _name(match, one, decision.seat)), one))
    several = permutations if decision.kind in ORDERED else combinations
    for count in range(decision.most, decision.least - 1, -1):
        yield from several(options, count)


def _answer(decision: Decision, choice: tuple[int, ...]) -> Command:
    if decision.kind == "mulligan":
        return Mulligan(keep=choice)
    return Answer(decision=decision.number, choice=choice)
