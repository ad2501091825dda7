"""Costs: what an effect is paid with, all or nothing, and what paying does.

A cost that is paid is paid: no replacement keeps a discarded card in the hand, and where one keeps a card or a spirit
in its place, the cost counts as paid all the same.

Rule: TC-READ-10, TC-RUL-063, TC-RUL-134
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from copy import copy
from itertools import combinations
from typing import Any, Final, TypeAlias

from services.tcg.agenda import Running
from services.tcg.cards.language import (
    Cost,
    PayDespiritualize,
    PayDiscard,
    PayGiveUpAttack,
    PayRemoveCounter,
    PayReturnFromDrop,
    PayReveal,
    PaySacrifice,
    PaySendSelf,
    PaySpiritFromDeck,
    PaySpiritFromHand,
    Selector,
)
from services.tcg.events import AttackGivenUp, CounterChanged
from services.tcg.rules import moves, standing
from services.tcg.rules.reading import read_condition, read_selector
from services.tcg.rules.terms import Game, Price
from services.tcg.state.match import Card

Picked: TypeAlias = tuple[int, ...]
Options: TypeAlias = Callable[[Game, Running], list[int]]
Pay: TypeAlias = Callable[[Game, Running, Picked], None]
Count: TypeAlias = Callable[[Game, Running], int]
Can: TypeAlias = Callable[[Game, Running], bool]

BEFORE_COMBAT_ENDS: Final = frozenset({"draw", "invoke", "act1", "combat"})
"""The steps in which there is still an attack to give up."""


class Paid:
    """A part of a cost. `rest` are the parts of the same cost that are paid after it."""

    __slots__ = ("_can", "_options", "_pay", "count", "hidden", "name", "rest")

    def __init__(  # noqa: PLR0913 a cost has that many parts
        self, name: str, *, count: int = 0, options: Options | None = None, can: Can | None = None, pay: Pay,
        hidden: bool = False,
    ) -> None:  # fmt: skip
        """Take what it is called, how many cards are picked for it and of which, and what paying does."""
        self.name: Final = name
        self.count: Final = count
        self.hidden: Final = hidden
        """Others may not know how many cards would do."""
        self._options: Final = options
        self._can: Final = can
        self._pay: Final = pay
        self.rest: tuple[Paid, ...] = ()

    def options(self, game: Game, ctx: Running, already: tuple[Picked, ...] = ()) -> list[int]:
        """List what it can be paid with after the parts before it, so that the parts after it can be paid too.

        Rule: TC-RUL-063
        """
        if self._options is None:
            return []
        used = {number for picked in already for number in picked}
        found = [one for one in self.all_options(game, ctx) if not _used(game, one, used)]
        if not self.rest or not found:
            return found
        return [one for one in found if _all(game, ctx, self.rest, {*used, one})]

    def all_options(self, game: Game, ctx: Running) -> list[int]:
        """List what it could be paid with by itself."""
        return [] if self._options is None else self._options(game, ctx)

    def payable(self, game: Game, ctx: Running) -> bool:
        """Tell whether it can be paid in full, with the parts after it. Rule: TC-RUL-063."""
        return self.possible(game, ctx) and (not self.rest or _all(game, ctx, (self, *self.rest), set()))

    def possible(self, game: Game, ctx: Running) -> bool:
        """Tell whether it can be paid in full by itself."""
        if self._can is not None and not self._can(game, ctx):
            return False
        return self._options is None or len(self._options(game, ctx)) >= self.count

    def before(self, rest: Sequence[Any]) -> Paid:
        """Give the same part of a cost that goes on with these parts."""
        part = copy(self)
        part.rest = tuple(rest)
        return part

    def pay(self, game: Game, ctx: Running, picked: Picked) -> None:
        """Pay it with what was picked."""
        self._pay(game, ctx, picked)


def payable(game: Game, ctx: Running, prices: Sequence[Price]) -> bool:
    """Tell whether all parts of a cost can be paid, each with cards of its own. Rule: TC-RUL-063."""
    return all(price.payable(game, ctx) for price in prices)


def _used(game: Game, number: int, used: set[int]) -> bool:
    """Tell whether a card pays already, or lies under one that will not be there any more."""
    if number in used:
        return True
    card = game.match.table.get(number)
    return card is not None and card.place == "under" and card.host in used


def _all(game: Game, ctx: Running, parts: Sequence[Paid], used: set[int]) -> bool:
    """Tell whether cards can be dealt out to all parts that need some: each card pays once. Rule: TC-RUL-063."""
    return all(part.possible(game, ctx) for part in parts) and _dealt(game, ctx, parts, used)


def _dealt(
    game: Game, ctx: Running, parts: Sequence[Paid], used: set[int], *, places: Sequence[Sequence[int]] = ()
) -> bool:  # fmt: skip
    """Whether the parts can be paid in their order: what lies under a card that has left pays no later part.

    Shape: a matching of places to cards, found by letting a place that finds nothing push another aside; of the forms
    that are sacrificed, each choice is tried
    """
    for at, part in enumerate(parts):
        found = [one for one in part.all_options(game, ctx) if not _used(game, one, used)]
        if part.name == "sacrifice":
            rest, left = parts[at + 1 :], places
            return any(
                _dealt(game, ctx, rest, {*used, *chosen}, places=[sorted({*one} - {*chosen}) for one in left])
                for chosen in combinations(found, part.count)
            )
        if part.name == "send_self":
            used = {*used, ctx.card}
        places = [*places, *([found] * part.count)]
    taken: dict[int, int] = {}
    return all(_seated(place, places, taken, set()) for place in range(len(places)))


def _seated(place: int, places: Sequence[Sequence[int]], taken: dict[int, int], tried: set[int]) -> bool:
    for card in places[place]:
        if card not in tried:
            tried.add(card)
            if card not in taken or _seated(taken[card], places, taken, tried):
                taken[card] = place
                return True
    return False


# ---------------------------------------------------------------- from the hand


def _discard(cost: PayDiscard) -> Paid:
    """Rule: TC-KEY-05, TC-KEY-06, TC-RUL-039."""
    return Paid(
        "discard", count=cost.n, options=_in_hand(cost, spirits=False), hidden=cost.filter is not None,
        pay=lambda game, ctx, picked: moves.discard(game, [(ctx.seat, picked)]),
    )  # fmt: skip


def _in_hand(cost: PayDiscard | PayReveal | PaySpiritFromHand, *, spirits: bool | None) -> Options:
    """List the cards of the payer's hand that would do; the card that is activated itself never does."""
    filtered = None if isinstance(cost, PaySpiritFromHand) else read_condition(cost.filter)

    def options(game: Game, ctx: Running) -> list[int]:
        table, printed = game.match.table, game.pool.printed
        found = []
        for number in game.match.players[ctx.seat].hand:
            fits = spirits is None or (printed[table[number].card].kind == "spirit") is spirits
            if fits and number != ctx.card and (filtered is None or filtered(game, ctx, number)):
                found.append(number)
        return found

    return options


def _spirit_from_hand(cost: PaySpiritFromHand) -> Paid:
    """Rule: TC-ZONE-19."""
    return Paid(
        "spirit_from_hand", count=cost.n, options=_in_hand(cost, spirits=True),
        pay=lambda game, _ctx, picked: moves.to_void(game, "cost", hand=picked),
    )  # fmt: skip


def _reveal(cost: PayReveal) -> Paid:
    if cost.from_ == "main_deck_top":
        count = cost.n
        return Paid(
            "reveal", can=lambda game, ctx: len(game.match.players[ctx.seat].deck) >= count,
            pay=lambda game, ctx, _picked: _show_top(game, ctx, count),
        )  # fmt: skip

    def pay(game: Game, ctx: Running, picked: Picked) -> None:
        cards = [game.match.table[number].card for number in picked]
        moves.reveal(game, ctx.seat, cards, origin="hand")

    return Paid("reveal", count=cost.n, options=_in_hand(cost, spirits=None), pay=pay, hidden=cost.filter is not None)


def _show_top(game: Game, ctx: Running, count: int) -> None:
    deck = game.match.players[ctx.seat].deck
    moves.reveal(game, ctx.seat, deck[: -count - 1 : -1], origin="main_deck")


# ---------------------------------------------------------------- spirits, forms and counters


def _despiritualize(cost: PayDespiritualize) -> Paid:
    """Rule: TC-KEY-13, TC-SPI-06."""
    select, kind = read_selector(cost.of), cost.type

    def options(game: Game, ctx: Running) -> list[int]:
        table, printed = game.match.table, game.pool.printed
        hosts = [table[number] for number in select(game, ctx, 0)]
        spirits = [spirit for host in hosts if host.place in moves.HOSTS for spirit in host.under]
        return [one for one in spirits if kind is None or printed[table[one].card].type == kind]

    def pay(game: Game, ctx: Running, picked: Picked) -> None:
        table = game.match.table
        hosts = dict.fromkeys(table[number].host for number in picked if number in table)
        taken = [(host, [one for one in picked if one in table and table[one].host == host]) for host in hosts]
        moves.despiritualize(game, ctx.seat, taken, "cost")

    return Paid("despiritualize", count=cost.n, options=options, pay=pay)


def _spirit_from_deck(cost: PaySpiritFromDeck) -> Paid:
    """Rule: TC-ZONE-19."""
    count = cost.n
    return Paid(
        "spirit_from_deck", can=lambda game, ctx: len(game.match.players[ctx.seat].spirits) >= count,
        pay=lambda game, ctx, _picked: moves.to_void(game, "cost", deck=moves.top_of(game, ctx.seat, count)),
    )  # fmt: skip


def _sacrifice(cost: PaySacrifice) -> Paid:
    """Rule: TC-FORM-20, TC-ACT-04."""
    return Paid(
        "sacrifice", count=_number(cost.of), options=_own(cost.of, _may_be_given),
        pay=lambda game, _ctx, picked: moves.sacrifice(game, _cards(game, picked)),
    )  # fmt: skip


def _may_be_given(game: Game, card: Card) -> bool:
    return card.place == "form" and not standing.may_not_be_sacrificed(game, card)


def _number(of: Selector) -> int:
    """Give how many cards a cost takes of those that are named: one, where nothing else is said."""
    return of.n if isinstance(of.n, int) else 1


def _own(of: Selector, fit: Callable[[Game, Card], bool]) -> Options:
    """List the cards the payer controls that are named and fit."""
    select = read_selector(of)

    def options(game: Game, ctx: Running) -> list[int]:
        table = game.match.table
        cards = [table[number] for number in select(game, ctx, 0)]
        return [card.id for card in cards if card.seat == ctx.seat and fit(game, card)]

    return options


def _cards(game: Game, numbers: Picked) -> list[Card]:
    table = game.match.table
    return [table[number] for number in numbers if number in table]


def _give_up_attack(cost: PayGiveUpAttack) -> Paid:
    """Only an attack that could still be used can be given up: in the own turn, until the combat step is over.

    Rule: TC-CBT-21, TC-CBT-22
    """

    def left(game: Game, card: Card) -> bool:
        match = game.match
        if match.active != card.seat or match.step not in BEFORE_COMBAT_ENDS or card.place not in moves.HOSTS:
            return False
        used = card.attacks if match.step == "combat" else 0
        return used < standing.attacks_allowed(game, card)

    def pay(game: Game, _ctx: Running, picked: Picked) -> None:
        for number in picked:
            game.tell(AttackGivenUp(thing=number))

    return Paid("give_up_attack", count=_number(cost.of), options=_own(cost.of, left), pay=pay)


def _remove_counter(cost: PayRemoveCounter) -> Paid:
    name, count = cost.name, cost.n

    def pay(game: Game, _ctx: Running, picked: Picked) -> None:
        for card in _cards(game, picked):
            game.tell(CounterChanged(thing=card.id, name=name, n=max(card.counters.get(name, 0) - count, 0)))

    options = _own(cost.of, lambda _game, card: card.counters.get(name, 0) >= count)
    return Paid("remove_counter", count=_number(cost.of), options=options, pay=pay)


# ---------------------------------------------------------------- the source, and the drop zone


def _send_self(cost: PaySendSelf) -> Paid:
    """The source leaves play, the hand or the drop zone, if it is there and can; a savior never can.

    Rule: TC-SAV-02, TC-READ-10
    """
    to = cost.to

    def can(game: Game, ctx: Running) -> bool:
        card = game.match.table.get(ctx.card)
        if card is None or game.pool.printed[card.card].kind not in ("form", "command"):
            return False
        return card.place in ("form", "command") or (card.place in ("hand", "drop") and card.place != to)

    def pay(game: Game, ctx: Running, _picked: Picked) -> None:
        card = game.match.table.get(ctx.card)
        if card is not None:
            _send(game, card, "deck_bottom" if to == "main_deck_bottom" else to)

    return Paid("send_self", can=can, pay=pay)


def _send(game: Game, card: Card, to: moves.Away) -> None:
    if card.place == "hand":
        if to == "drop":
            moves.discard(game, [(card.seat, (card.id,))])
        else:
            moves.put_back(game, card.seat, (card.id,), "deck_bottom")
    elif card.place == "drop":
        moves.take_back(game, card, "hand" if to == "hand" else "deck_bottom")
    else:
        moves.leave(game, card, to=to, cause="cost")


def _return_from_drop(cost: PayReturnFromDrop) -> Paid:
    """Rule: TC-ZONE-13, TC-RUL-092."""
    filtered, mixed = read_condition(cost.filter), cost.to == "main_deck_shuffle"

    def options(game: Game, ctx: Running) -> list[int]:
        drop = game.match.players[ctx.seat].drop
        return [one for one in drop if one != ctx.card and (filtered is None or filtered(game, ctx, one))]

    def pay(game: Game, ctx: Running, picked: Picked) -> None:
        for card in _cards(game, picked):
            moves.take_back(game, card, "deck_bottom")
        if mixed:
            moves.shuffle(game, ctx.seat, "main")

    return Paid("return_from_drop", count=cost.n, options=options, pay=pay)


READERS: Final[Mapping[type, Callable[[Any], Paid]]] = {
    PayDiscard: _discard,
    PayDespiritualize: _despiritualize,
    PaySacrifice: _sacrifice,
    PaySendSelf: _send_self,
    PaySpiritFromHand: _spirit_from_hand,
    PaySpiritFromDeck: _spirit_from_deck,
    PayReturnFromDrop: _return_from_drop,
    PayReveal: _reveal,
    PayGiveUpAttack: _give_up_attack,
    PayRemoveCounter: _remove_counter,
}
"""Who reads each cost of the card language."""


def read_costs(costs: Sequence[Cost]) -> tuple[Paid, ...]:
    """Read a cost, part by part: each knows the parts that are paid after it."""
    parts = tuple(READERS[type(cost)](cost) for cost in costs)
    for place, part in enumerate(parts):
        part.rest = parts[place + 1 :]
    return parts
