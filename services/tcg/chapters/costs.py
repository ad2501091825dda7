"""Costs of effects: which cards can pay them, and what happens to these cards.

A player pays a cost completely or not at all. A replacement effect does not undo a payment, and never keeps a discarded
card in the hand. If it keeps another card or a spirit in its zone, the cost still counts as paid.

Rule: TC-READ-10, TC-RUL-063, TC-RUL-134
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final, TypeAlias, cast

from services.tcg.catalogue.language.conditions import Selector
from services.tcg.catalogue.language.costs import (
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
)
from services.tcg.chapters import continuous, entering, hands, leaving
from services.tcg.chapters.paying import Options, Paid
from services.tcg.chapters.reading import read_condition, read_selector
from services.tcg.chapters.revealing import reveal
from services.tcg.chapters.sources import CounterChanged
from services.tcg.chapters.terms import MatchContext, Picked
from services.tcg.state.match import Card, Match
from services.tcg.state.tasks import Running
from shared.kernel.chapter import fold
from shared.kernel.messages import Event

# ---------------------------------------------------------------- events


class AttackGivenUp(Event, frozen=True, kw_only=True):
    """A card gave up one of its attacks of this turn as a cost, perhaps before the combat step."""

    thing: int


# ---------------------------------------------------------------- judgement


BEFORE_COMBAT_ENDS: Final = frozenset({"draw", "invoke", "act1", "combat"})
"""The steps of a turn in which a card can still give up an attack of that turn."""


def _discard(cost: PayDiscard) -> Paid:
    """Compile a cost that is paid by discarding cards. Rule: TC-KEY-05, TC-KEY-06, TC-RUL-039."""
    return Paid(
        "discard", cost, count=cost.n, options=_in_hand(cost, spirits=False), hidden=cost.filter is not None,
        pay=lambda ctx, running, picked: hands.discard(ctx, [(running.seat, picked)]),
    )  # fmt: skip


def _in_hand(cost: PayDiscard | PayReveal | PaySpiritFromHand, *, spirits: bool | None) -> Options:
    """Return a function that lists the cards in the payer's hand that can pay. The activated card itself cannot pay."""
    filtered = None if isinstance(cost, PaySpiritFromHand) else read_condition(cost.filter)

    def options(ctx: MatchContext, running: Running) -> list[int]:
        table, printed = ctx.state.table, ctx.pool.printed
        found = []
        for number in ctx.state.players[running.seat].hand:
            fits = spirits is None or (printed[table[number].card].kind == "spirit") is spirits
            if fits and number != running.card and (filtered is None or filtered(ctx, running, number)):
                found.append(number)
        return found

    return options


def _spirit_from_hand(cost: PaySpiritFromHand) -> Paid:
    """Compile a cost that is paid with spirits from the hand. Rule: TC-ZONE-19."""
    return Paid(
        "spirit_from_hand", cost, count=cost.n, options=_in_hand(cost, spirits=True),
        pay=lambda ctx, _running, picked: leaving.to_void(ctx, "cost", hand=picked),
    )  # fmt: skip


def _reveal(cost: PayReveal) -> Paid:
    if cost.from_ == "main_deck_top":
        count = cost.n
        return Paid(
            "reveal", cost, can=lambda ctx, running: len(ctx.state.players[running.seat].deck) >= count,
            pay=lambda ctx, running, _picked: _show_top(ctx, running, count),
        )  # fmt: skip

    def pay(ctx: MatchContext, running: Running, picked: Picked) -> None:
        cards = [ctx.state.table[number].card for number in picked]
        reveal(ctx, running.seat, cards, origin="hand")

    return Paid(
        "reveal", cost, count=cost.n, options=_in_hand(cost, spirits=None), pay=pay, hidden=cost.filter is not None
    )


def _show_top(ctx: MatchContext, running: Running, count: int) -> None:
    deck = ctx.state.players[running.seat].deck
    reveal(ctx, running.seat, deck[: -count - 1 : -1], origin="main_deck")


def _despiritualize(cost: PayDespiritualize) -> Paid:
    """Compile a cost that is paid with spirits under cards.

    Since version 3 of the decision rules, these must be the payer's own cards.

    Rule: TC-KEY-13, TC-SPI-06, TC-RUL-158
    """
    select, kind = read_selector(cost.of), cost.type

    def options(ctx: MatchContext, running: Running) -> list[int]:
        table, printed = ctx.state.table, ctx.pool.printed
        hosts = [table[number] for number in select(ctx, running, 0)]
        if ctx.state.revised:
            hosts = [host for host in hosts if host.seat == running.seat]
        spirits = [spirit for host in hosts if host.place in entering.HOSTS for spirit in host.under]
        return [one for one in spirits if kind is None or printed[table[one].card].type == kind]

    def pay(ctx: MatchContext, running: Running, picked: Picked) -> None:
        table = ctx.state.table
        hosts = dict.fromkeys(table[number].host for number in picked if number in table)
        taken = [(host, [one for one in picked if one in table and table[one].host == host]) for host in hosts]
        leaving.despiritualize(ctx, running.seat, taken, "cost")

    return Paid("despiritualize", cost, count=cost.n, options=options, pay=pay)


def _spirit_from_deck(cost: PaySpiritFromDeck) -> Paid:
    """Compile a cost that is paid with the top of the spirit deck. Rule: TC-ZONE-19."""
    count = cost.n
    return Paid(
        "spirit_from_deck", cost, can=lambda ctx, running: len(ctx.state.players[running.seat].spirits) >= count,
        pay=lambda ctx, running, _picked: leaving.to_void(ctx, "cost", deck=leaving.top_of(ctx, running.seat, count)),
    )  # fmt: skip


def _sacrifice(cost: PaySacrifice) -> Paid:
    """Compile a cost that is paid by sacrificing forms. Rule: TC-FORM-20, TC-ACT-04."""
    return Paid(
        "sacrifice", cost, count=_number(cost.of), options=_own(cost.of, _may_be_given),
        pay=lambda ctx, _running, picked: leaving.sacrifice(ctx, _cards(ctx, picked)),
    )  # fmt: skip


def _may_be_given(ctx: MatchContext, card: Card) -> bool:
    return card.place == "form" and not continuous.may_not_be_sacrificed(ctx, card)


def _number(of: Selector) -> int:
    """Return the number of cards that a cost takes. It is 1 if the cost gives no number."""
    return of.n if isinstance(of.n, int) else 1


def _own(of: Selector, fit: Callable[[MatchContext, Card], bool]) -> Options:
    """Return a function that lists those of the payer's cards in play that can pay."""
    select = read_selector(of)

    def options(ctx: MatchContext, running: Running) -> list[int]:
        table = ctx.state.table
        cards = [table[number] for number in select(ctx, running, 0)]
        return [card.id for card in cards if card.seat == running.seat and fit(ctx, card)]

    return options


def _cards(ctx: MatchContext, numbers: Picked) -> list[Card]:
    table = ctx.state.table
    return [table[number] for number in numbers if number in table]


def _give_up_attack(cost: PayGiveUpAttack) -> Paid:
    """Compile a cost that is paid by giving up an attack.

    The attack must still be possible: it is the player's own turn, and the combat step has not ended. Since version 3
    of the decision rules, the turn must also have a combat step.

    Rule: TC-CBT-21, TC-CBT-22, TC-RUL-167
    """

    def has_attack_left(ctx: MatchContext, card: Card) -> bool:
        match = ctx.state
        if match.active != card.seat or match.step not in BEFORE_COMBAT_ENDS or card.place not in entering.HOSTS:
            return False
        if match.revised and match.is_combat_skipped:
            return False
        used = card.attacks if match.step == "combat" else 0
        return used < continuous.attacks_allowed(ctx, card)

    def pay(ctx: MatchContext, _running: Running, picked: Picked) -> None:
        for number in picked:
            ctx.emit(AttackGivenUp(thing=number))

    return Paid("give_up_attack", cost, count=_number(cost.of), options=_own(cost.of, has_attack_left), pay=pay)


def _remove_counter(cost: PayRemoveCounter) -> Paid:
    name, count = cost.name, cost.n

    def pay(ctx: MatchContext, _running: Running, picked: Picked) -> None:
        for card in _cards(ctx, picked):
            ctx.emit(CounterChanged(thing=card.id, name=name, n=max(card.counters.get(name, 0) - count, 0)))

    options = _own(cost.of, lambda _ctx, card: card.counters.get(name, 0) >= count)
    return Paid("remove_counter", cost, count=_number(cost.of), options=options, pay=pay)


def _send_self(cost: PaySendSelf) -> Paid:
    """Compile a cost that is paid by moving the source away: out of play, out of the hand, or out of the drop zone.

    A savior can never pay this cost.

    Rule: TC-SAV-02, TC-READ-10
    """
    to = cost.to

    def can(ctx: MatchContext, running: Running) -> bool:
        card = ctx.state.table.get(running.card)
        if card is None or ctx.pool.printed[card.card].kind not in ("form", "command"):
            return False
        return card.place in ("form", "command") or (card.place in ("hand", "drop") and card.place != to)

    def pay(ctx: MatchContext, running: Running, _picked: Picked) -> None:
        card = ctx.state.table.get(running.card)
        if card is not None:
            _send(ctx, card, "deck_bottom" if to == "main_deck_bottom" else to)

    return Paid("send_self", cost, can=can, pay=pay)


def _send(ctx: MatchContext, card: Card, to: leaving.Away) -> None:
    if card.place == "hand":
        if to == "drop":
            hands.discard(ctx, [(card.seat, (card.id,))])
        else:
            hands.put_back(ctx, card.seat, (card.id,), "deck_bottom")
    elif card.place == "drop":
        hands.take_back(ctx, card, "hand" if to == "hand" else "deck_bottom")
    else:
        leaving.leave(ctx, card, to=to, cause="cost")


def _return_from_drop(cost: PayReturnFromDrop) -> Paid:
    """Compile a cost that is paid by returning cards from drop zone to main deck. Rule: TC-ZONE-13, TC-RUL-092."""
    filtered, mixed = read_condition(cost.filter), cost.to == "main_deck_shuffle"

    def options(ctx: MatchContext, running: Running) -> list[int]:
        drop = ctx.state.players[running.seat].drop
        return [one for one in drop if one != running.card and (filtered is None or filtered(ctx, running, one))]

    def pay(ctx: MatchContext, running: Running, picked: Picked) -> None:
        for card in _cards(ctx, picked):
            hands.take_back(ctx, card, "deck_bottom")
        if mixed:
            hands.shuffle(ctx, running.seat, "main")

    return Paid("return_from_drop", cost, count=cost.n, options=options, pay=pay)


Reader: TypeAlias = Callable[[Any], Paid]

# The type of a table cannot say that each reader gets the kind of cost that is its key.
READERS: Final = cast("Mapping[type[Cost], Reader]", {
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
})  # fmt: skip
"""The function that reads each kind of cost."""


def read_costs(costs: Sequence[Cost]) -> tuple[Paid, ...]:
    """Return the parts of a cost. Each part refers to the parts that are paid after it."""
    parts = tuple(READERS[type(cost)](cost) for cost in costs)
    return tuple(part.among(parts, place) for place, part in enumerate(parts))


# ---------------------------------------------------------------- fold


@fold
def _attack_given_up(match: Match, event: AttackGivenUp) -> None:
    card = match.table.get(event.thing)
    if card is not None:
        card.extra -= 1
