"""The cards that effects have picked for later steps, and who knows which ones.

A pick is a card that an effect has picked for a later step, such as a delayed step. The state stores picks by instance
id. If the card is in a hand, often nobody may know which card was picked, not even the hand's player.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import takewhile
from typing import Final, NamedTuple, TypeAlias

from services.tcg.catalogue.language.conditions import Selector
from services.tcg.catalogue.language.effects import Effect
from services.tcg.catalogue.language.operations import Operation
from services.tcg.catalogue.walk import parts_of, steps_before
from services.tcg.chapters.operations.decks import Reveal
from services.tcg.chapters.operations.flow import Choose, ChoosePlayer, ForEach, RollDie
from services.tcg.chapters.operations.lasting import Delay
from services.tcg.chapters.operations.reader import EACH
from services.tcg.chapters.pool import pool_of
from services.tcg.state.match import TWO_PLAYERS, Delayed, Link, Match, Waiting
from services.tcg.state.tasks import Declaring, Running
from shared.kernel.messages import Seat

Holder: TypeAlias = Delayed | Link | Waiting | Running | Declaring
"""The records that hold the results of an effect's steps."""


STORING: Final = (Choose, ChoosePlayer, RollDie)
"""The steps that store their result under a name from the card."""


class Pick(NamedTuple):
    """Cards that the effect of `seat` has picked.

    If `every` is true, the effect took all cards of the selector, so nobody picked them. `shown` lists to whom it has
    revealed them. `use` is the card and the effect: picks with the same `use` may be about the same cards.
    """

    seat: Seat
    of: Selector
    numbers: tuple[int, ...]
    every: bool
    shown: frozenset[str]
    use: tuple[int, str]


def picks_of(match: Match, holder: Holder) -> Iterator[tuple[str, Pick]]:
    """Yield the picks that an effect has stored, each with its name. They include the current card of a `for_each`.

    Other results of the effect are left out, since they are not cards.
    """
    pool, key = pool_of(match), _whole(match, holder.effect)
    effect, later = pool.abilities[key].effect, pool.nested.get(holder.effect)
    before = steps_before(effect, later)
    chosen = {step.store: step for step in parts_of(effect) if isinstance(step, Choose)}
    loop = next((step for step in reversed(before) if isinstance(step, ForEach) and _contains(step, later)), None)
    for name, numbers in holder.names.items():
        of = loop.of if loop is not None and name == EACH else Selector(var=name)
        step = chosen.get(of.var or "")
        if step is not None or of.var is None:
            shown = frozenset((*_shown(before, name), *_shown_at_once(effect, step)))
            picks = of if step is None else step.of
            every = picks.n == "all" or (step is None and picks.n is None)
            yield name, Pick(holder.seat, picks, numbers, every=every, shown=shown, use=(holder.card, key))


def rolled(match: Match, holder: Holder) -> tuple[int, ...]:
    """Return the numbers that an effect has rolled and stored for later steps. Dice are rolled in public."""
    return tuple(number for found in _stored(match, holder, RollDie) for number in found)


def players_picked(match: Match, holder: Holder) -> tuple[Seat, ...]:
    """Return the players whom an effect has picked for later steps. All players know them."""
    return tuple(match.order[place] for found in _stored(match, holder, ChoosePlayer) for place in found)


def _stored(match: Match, holder: Holder, kind: type[RollDie | ChoosePlayer]) -> list[tuple[int, ...]]:
    """Return the results that an effect's steps of one kind have stored, in the order in which they are printed.

    A name that steps of different kinds use is left out, because the result stored under it may be a hidden card.
    """
    effect = pool_of(match).abilities[_whole(match, holder.effect)].effect
    storing = [(step.store, type(step)) for step in parts_of(effect) if isinstance(step, STORING)]
    others = {name for name, of in storing if of is not kind}
    names = dict.fromkeys(name for name, of in storing if of is kind and name not in others)
    return [holder.names[name] for name in names if name in holder.names]


def _whole(match: Match, key: str) -> str:
    """Return the key of the effect that contains these delayed steps, or of the effect itself."""
    while isinstance(pool_of(match).nested.get(key), Delay):
        key = key.rpartition("/")[0]
    return key


def _contains(step: Operation, later: object) -> bool:
    return any(part is later for part in parts_of(step))


def _shown(before: Iterable[Operation], name: str) -> Iterator[str]:
    """Yield the value of `to` in each step that has revealed the cards stored under a name, such as `all`."""
    for step in before:
        if isinstance(step, Reveal) and (step.of.var == name or (step.of.ref == "each" and name == EACH)):
            yield step.to


def _shown_at_once(effect: Effect, chosen: Choose | None) -> Iterator[str]:
    """Yield the value of `to` in each `reveal` step right after a pick. Other later steps may not have run yet."""
    if chosen is not None:
        steps = [step for step in parts_of(effect) if isinstance(step, Operation)]
        after = takewhile(lambda step: isinstance(step, Reveal), steps[steps.index(chosen) + 1 :])
        yield from _shown(after, chosen.store)


def knows(match: Match, pick: Pick, seat: Seat, *, number: int, known: bool) -> bool:
    """Return whether a seat knows which card in a hand was picked, with its instance id.

    `known` says whether the seat knows the card with this id if it is in another player's hand.
    """
    holder = match.table[number].seat
    own = holder == seat and (pick.every or _picked_by(match, pick, holder, seat))
    return own or (known and saw(match, pick, holder, seat))


def saw(match: Match, pick: Pick, holder: Seat, seat: Seat) -> bool:
    """Return whether a seat has seen the picked card, because it picked the card or the effect revealed it."""
    revealed = "all" in pick.shown or ("you" in pick.shown and seat == pick.seat)
    return revealed or _picked_by(match, pick, holder, seat)


def _picked_by(match: Match, pick: Pick, holder: Seat, seat: Seat) -> bool:
    """Return whether a seat itself has picked the card in a hand."""
    by: Final = "" if pick.every else pick.of.by or "you"
    if by == "you":
        return seat == pick.seat
    if by == "opponent":
        return seat != pick.seat and (holder == seat or len(match.order) == TWO_PLAYERS)
    return by == "controller" and seat == holder
