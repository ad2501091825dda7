"""Payment of costs. The player first picks the cards for all parts of a cost, then all parts are paid."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from functools import lru_cache
from itertools import combinations
from typing import Any, Final, TypeAlias

from services.tcg.catalogue.language.conditions import Part
from services.tcg.catalogue.language.costs import Cost, PayReveal, PaySpiritFromDeck
from services.tcg.catalogue.text.speech import say
from services.tcg.chapters.decisions import pick
from services.tcg.chapters.terms import MatchContext, Picked, Price
from services.tcg.state.match import Match
from services.tcg.state.tasks import Declaring, Flipping, Running
from shared.kernel.chapter import fold
from shared.kernel.messages import Event, Seat
from shared.kernel.refusals import Refusal

# ---------------------------------------------------------------- refusals


class CostNotPayable(Refusal, rule="TC-READ-10"):
    """You cannot pay the full cost: choose an action whose cost you can pay in full."""


# ---------------------------------------------------------------- events


class CostPaid(Event, frozen=True, kw_only=True):
    """The cost of a declared effect was paid. Later events move the cards that paid it.

    Rule: TC-READ-07, TC-READ-10, TC-RUL-063
    """

    number: int
    seat: Seat
    costs: tuple[str, ...]


# ---------------------------------------------------------------- judgement


Options: TypeAlias = Callable[[MatchContext, Running], list[int]]
Pay: TypeAlias = Callable[[MatchContext, Running, Picked], None]
Count: TypeAlias = Callable[[MatchContext, Running], int]
Can: TypeAlias = Callable[[MatchContext, Running], bool]
Used: TypeAlias = Mapping[int, bool]
"""The cards that pay a part of a cost, and whether each leaves, so that the spirits under it leave too."""


SENT: Final = "send_self"
"""The name of a part of a cost by which the card of the effect leaves its zone."""
STAYING: Final = frozenset({"give_up_attack", "remove_counter"})
"""The names of the parts of a cost that leave their cards, and the spirits under them, where they are."""


class Paid:
    """A part of a cost that can be paid.

    `rest` lists the parts of the same cost that are paid after it. `only_others` says that the effect's own card cannot
    pay this part, because it leaves its zone to pay another part. `stay` says for each earlier part whether its cards
    stay where they are.
    """

    __slots__ = ("_can", "_options", "_pay", "count", "hidden", "name", "only_others", "printed", "rest", "stay")

    def __init__(  # noqa: PLR0913 each parameter is one property of a cost
        self, name: str, printed: Cost, *, count: int = 0, options: Options | None = None, can: Can | None = None,
        pay: Pay, hidden: bool = False,
    ) -> None:  # fmt: skip
        """Set the part's name, its printed form, the number of cards to pick, and its functions."""
        self.name: Final = name
        self.printed: Final = printed
        self.count: Final = count
        self.hidden: Final = hidden
        """Whether the number of options is secret from other players."""
        self._options: Final = options
        self._can: Final = can
        self._pay: Final = pay
        self.rest: tuple[Paid, ...] = ()
        self.only_others = False
        self.stay: tuple[bool, ...] = ()

    def options(self, ctx: MatchContext, running: Running, already: tuple[Picked, ...] = ()) -> list[int]:
        """Return the cards that can pay this part after the earlier parts, and leave enough cards for the later parts.

        Rule: TC-RUL-063, TC-RUL-225
        """
        if self._options is None:
            return []
        revised = ctx.state.revised
        used = {
            number: not (stays and revised)
            for picked, stays in zip(already, self.stay, strict=False) for number in picked
        }  # fmt: skip
        gone = {**used, running.card: True} if self.only_others and revised else used
        found = self.all_options(ctx, running)
        if gone:
            found = [one for one in found if not _is_used(ctx, one, gone)]
        if not self.rest or not found:
            return found
        leaves = not (self.name in STAYING and revised)
        return [one for one in found if _all(ctx, running, self.rest, {**used, one: leaves})]

    def all_options(self, ctx: MatchContext, running: Running) -> list[int]:
        """Return the cards that could pay this part if the cost had no other parts."""
        return [] if self._options is None else self._options(ctx, running)

    def payable(self, ctx: MatchContext, running: Running) -> bool:
        """Return whether this part and all later parts can be paid in full. Rule: TC-RUL-063."""
        return self.possible(ctx, running) and (not self.rest or _all(ctx, running, (self, *self.rest), {}))

    def possible(self, ctx: MatchContext, running: Running) -> bool:
        """Return whether this part could be paid in full if the cost had no other parts."""
        if self._can is not None and not self._can(ctx, running):
            return False
        return self._options is None or len(self._options(ctx, running)) >= self.count

    def among(self, parts: Sequence[Any], place: int) -> Paid:
        """Return a copy of this part at this place among the parts of a cost. Rule: TC-RUL-225."""
        part = Paid(
            self.name, self.printed, count=self.count, options=self._options, can=self._can, pay=self._pay,
            hidden=self.hidden,
        )  # fmt: skip
        part.rest = tuple(parts[place + 1 :])
        others = parts if self.name == "sacrifice" else parts[:place]
        part.only_others = any(other.name == SENT for other in others)
        part.stay = tuple(other.name in STAYING for other in parts[:place])
        return part

    def within(self, payer: Running, kept: Collection[int]) -> Paid:
        """Return a copy of this part to be paid by the effect `payer`, but with none of the `kept` cards."""
        return Paid(
            self.name, self.printed, count=self.count, pay=self._pay, hidden=self.hidden,
            options=lambda ctx, _running: [one for one in self.all_options(ctx, payer) if one not in kept],
        )  # fmt: skip

    def pay(self, ctx: MatchContext, running: Running, picked: Picked) -> None:
        """Pay this part with the picked cards."""
        self._pay(ctx, running, picked)


def payable(ctx: MatchContext, running: Running, prices: Sequence[Price]) -> bool:
    """Return whether all parts of a cost can be paid, each with different cards. Rule: TC-RUL-063."""
    for price in prices:  # noqa: SIM110 a generator is slower for so few
        if not price.payable(ctx, running):
            return False
    return True


@lru_cache(maxsize=4096)
def say_part(part: Part) -> str:
    """Return the text of a part of a card, such as a cost or a condition."""
    return say(part)


def why_unpaid(ctx: MatchContext, running: Running, prices: Sequence[Price]) -> Refusal | None:
    """Return the refusal if a cost cannot be paid, or None.

    The refusal names the first part that cannot be paid. If each part could be paid alone, but there are too few cards
    for all of them, it names all parts.

    Rule: TC-RUL-063
    """
    if payable(ctx, running, prices):
        return None
    for price in prices:
        if isinstance(price, Paid) and not price.possible(ctx, running):
            has = len(price.all_options(ctx, running)) if price.count else _left_in_deck(ctx, running, price.printed)
            return CostNotPayable(needs=say_part(price.printed), has=has)
    return CostNotPayable(needs=tuple(say_part(price.printed) for price in prices), has="too few cards for all of it")


def _left_in_deck(ctx: MatchContext, running: Running, printed: Part) -> int | str:
    """Return how many cards are left in the deck that pays a cost, or "not possible now" if no deck pays it."""
    player = ctx.player(running.seat)
    if isinstance(printed, PaySpiritFromDeck):
        return len(player.spirits)
    return len(player.deck) if isinstance(printed, PayReveal) else "not possible now"


def _is_used(ctx: MatchContext, number: int, used: Used) -> bool:
    """Return whether a card already pays for another part, or is under a card that leaves for one."""
    if number in used:
        return True
    card = ctx.state.table.get(number)
    return card is not None and card.place == "under" and used.get(card.host, False)


def _all(ctx: MatchContext, running: Running, parts: Sequence[Paid], used: Used) -> bool:
    """Return whether all the parts can be paid, with each card used only once. Rule: TC-RUL-063, TC-RUL-225."""
    if ctx.state.revised and sum(part.name == SENT for part in parts) > 1:
        return False
    return all(part.possible(ctx, running) for part in parts) and _can_pay_in_order(ctx, running, parts, used)


def _can_pay_in_order(
    ctx: MatchContext, running: Running, parts: Sequence[Paid], used: Used, *, places: Sequence[Sequence[int]] = ()
) -> bool:  # fmt: skip
    """Return whether the parts can be paid one after another.

    A spirit under a card that has left cannot pay a later part.

    Shape: a bipartite matching of payments to cards, found by augmenting paths for every choice of sacrificed forms
    """
    for at, part in enumerate(parts):
        gone = {**used, running.card: True} if part.only_others and ctx.state.revised else used
        found = [one for one in part.all_options(ctx, running) if not _is_used(ctx, one, gone)]
        if part.name == "sacrifice":
            rest, left = parts[at + 1 :], places
            return any(
                _can_pay_in_order(
                    ctx,
                    running,
                    rest,
                    {**used, **dict.fromkeys(chosen, True)},
                    places=[sorted({*one} - {*chosen}) for one in left],
                )
                for chosen in combinations(found, part.count)
            )
        if part.name == SENT:
            used = {**used, running.card: True}
        places = [*places, *([found] * part.count)]
    taken: dict[int, int] = {}
    return all(_find_place(place, places, taken, set()) for place in range(len(places)))


def _find_place(place: int, places: Sequence[Sequence[int]], taken: dict[int, int], tried: set[int]) -> bool:
    for card in places[place]:
        if card not in tried:
            tried.add(card)
            if card not in taken or _find_place(taken[card], places, taken, tried):
                taken[card] = place
                return True
    return False


def pick_payments(ctx: MatchContext, task: Declaring | Flipping, context: Running, costs: Sequence[Price]) -> bool:
    """Ask for the next payment that is not picked yet, and return whether all payments are picked. Rule: TC-RUL-039."""
    while len(task.payment) < len(costs):
        cost = costs[len(task.payment)]
        options, count = cost.options(ctx, context, task.payment), cost.count
        paid = pick(ctx, task.seat, "pay", options, least=count, most=count, words=(cost.name,), always=cost.hidden)
        if paid is None:
            return False
        task.payment = (*task.payment, paid)
    return True


def pay_all(ctx: MatchContext, task: Declaring | Flipping, context: Running, costs: Sequence[Price]) -> bool:
    """Pay the cost part by part, and return whether the player is still in the match. A loss stops the payment.

    Rule:    TC-RUL-134
    """
    for cost, cards in zip(costs, task.payment, strict=True):
        cost.pay(ctx, context, cards)
        if ctx.over or ctx.player(task.seat).lost:
            return False
    return True


@fold
def _cost_paid(_match: Match, _event: CostPaid) -> None:
    """Change nothing, since other events move the cards."""
