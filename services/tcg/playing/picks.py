"""Cards in hands that effects have picked for a later step, such as a delayed step.

The state stores these picks by instance id. Often nobody may know which card was picked, not even the hand's player.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Final, NamedTuple, TypeAlias, TypeVar

from msgspec.structs import replace

from services.tcg.catalogue.language.conditions import Selector
from services.tcg.catalogue.walk import parts_of
from services.tcg.chapters.operations.decks import Reveal
from services.tcg.chapters.operations.flow import Choose
from services.tcg.chapters.pool import pool_of
from services.tcg.playing.knowledge import Knowledge
from services.tcg.state.match import TWO_PLAYERS, Delayed, Link, Match, Waiting
from services.tcg.state.tasks import Declaring, Running
from shared.kernel.messages import Seat
from shared.kernel.players.luck import Luck

Holder = TypeVar("Holder", bound=Delayed | Link | Waiting | Running | Declaring)


class Pick(NamedTuple):
    """Cards that the effect of `seat` has picked. `shown` lists to whom the effect reveals them."""

    seat: Seat
    of: Selector
    numbers: tuple[int, ...]
    shown: frozenset[str]


Rewrite: TypeAlias = Callable[[Pick], tuple[int, ...]]


def rewrite_picks(match: Match, rewrite: Rewrite) -> None:
    """Replace the picks of all declared, waiting, delayed and running effects, in place."""
    match.chain = [_rewritten(match, one, rewrite) for one in match.chain]
    match.queue = [_rewritten(match, one, rewrite) for one in match.queue]
    match.delayed = [_rewritten(match, one, rewrite) for one in match.delayed]
    match.pending = [
        _rewritten(match, task, rewrite) if isinstance(task, Running | Declaring) else task for task in match.pending
    ]


def _rewritten(match: Match, holder: Holder, rewrite: Rewrite) -> Holder:
    names = holder.names
    found = {name: rewrite(pick) for name, pick in _picks(match, holder)} if names else {}
    return replace(holder, names={**names, **found}) if found else holder


def _picks(match: Match, holder: Delayed | Link | Waiting | Running | Declaring) -> Iterator[tuple[str, Pick]]:
    """Yield the picks that an effect has stored, each with its name. An effect's other results are no cards."""
    outer = pool_of(match).abilities[holder.effect.partition("/")[0]].effect
    parts = [*parts_of(outer)]
    for part in parts:
        if isinstance(part, Choose) and part.store in holder.names:
            shown = frozenset(one.to for one in parts if isinstance(one, Reveal) and one.of.var == part.store)
            yield part.store, Pick(holder.seat, part.of, holder.names[part.store], shown)


# ---------------------------------------------------------------- deals


def deal_picks(dealt: Match, true: Match, knowledge: Knowledge, luck: Luck) -> None:
    """Pick anew, in place, the cards in hands of which the seat does not know that they were picked.

    `true` is the match before the deal. Each card of the hand is equally likely, or, if the effect says which cards may
    be picked, each card with the same back. If the seat knows the picked card in another hand, but not its instance id,
    a copy of this card is picked.

    Rule: TC-PLAY-15
    """
    shown = knowledge.known_cards(true)

    def pick_anew(pick: Pick) -> tuple[int, ...]:
        picked: dict[int, int] = {}
        for number in pick.numbers:
            card = true.table.get(number)
            if card is None or card.place != "hand" or _knows(true, pick, knowledge.seat, number=number, shown=shown):
                picked[number] = number
        for number in pick.numbers:
            if number not in picked:
                options = _options(dealt, true, pick, seat=knowledge.seat, number=number)
                left = [one for one in options if one not in picked.values()]
                picked[number] = luck.one_of(left) if left else number
        return tuple(picked[number] for number in pick.numbers)

    rewrite_picks(dealt, pick_anew)


def _knows(match: Match, pick: Pick, seat: Seat, *, number: int, shown: Mapping[int, str]) -> bool:
    """Return whether a seat knows which card in a hand was picked, with its instance id."""
    holder = match.table[number].seat
    own = holder == seat and _picked_by(match, pick, holder, seat)
    return own or (number in shown and ("all" in pick.shown or _picked_by(match, pick, holder, seat)))


def _picked_by(match: Match, pick: Pick, holder: Seat, seat: Seat) -> bool:
    """Return whether a seat has picked a card in a hand itself."""
    by: Final = pick.of.by or "you"
    if by == "you":
        return seat == pick.seat
    if by == "opponent":
        return seat != pick.seat and (holder == seat or len(match.order) == TWO_PLAYERS)
    return by == "controller" and seat == holder


def _options(dealt: Match, true: Match, pick: Pick, *, seat: Seat, number: int) -> list[int]:
    """Return the cards in the dealt hand that may be the picked one."""
    card, printed = true.table[number], pool_of(true).printed
    hand = sorted(dealt.players[card.seat].hand)
    if _picked_by(true, pick, card.seat, seat) or ("you" in pick.shown and seat == pick.seat):
        return [one for one in hand if dealt.table[one].card == card.card]
    if pick.of.filter is None:
        return hand
    back = printed[card.card].back
    return [one for one in hand if printed[dealt.table[one].card].back == back]
