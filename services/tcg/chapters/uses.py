"""The uses of effects that a seat could activate from any zone, regardless of timing, and the costs of several uses."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import islice, permutations
from typing import Final, TypeAlias

from services.tcg.catalogue.language.costs import PaySpiritFromDeck
from services.tcg.chapters import continuous, sources
from services.tcg.chapters.terms import MatchContext, Price, Use
from services.tcg.state.match import Card, Player
from services.tcg.state.tasks import Running
from shared.kernel.messages import Seat

ANSWERING: Final = frozenset({"interrupt", "swift"})
"""The types of face-down commands that can be activated. Face-down commands of other types are bluffs.

Rule: TC-RUL-067.
"""


def possible_uses(ctx: MatchContext, seat: Seat) -> list[Use]:
    """Return the uses of all effects that a seat could activate from any zone, regardless of timing.

    Swift commands in the hand come last.

    Rule: TC-CMD-20, TC-CMD-21, TC-ETI-12, TC-RUL-074
    """
    return sources.recall(ctx, _possible_uses, seat)


def _possible_uses(ctx: MatchContext, seat: Seat) -> list[Use]:
    player, pool, table = ctx.state.players[seat], ctx.pool, ctx.state.table
    found: list[Use] = []
    for number in filter(None, (player.savior, *player.forms, *player.commands)):
        card = table.get(number)
        if card is not None:
            found += continuous.powers_of(ctx, card).uses if card.up else _of_face_down(ctx, card)
    swift: list[Use] = []
    for number in player.hand:
        held_id = table[number].card
        if held_id in pool.from_hand:
            held = pool.printed[held_id]
            for ability in held.in_hand:
                found.append(Use(number, number, ability, "hand"))
            if held.swift is not None:
                swift.append(Use(number, number, held.swift, "played"))
    if pool.in_drop:
        found += _of_drop(ctx, player)
    return [*found, *swift] if swift and seat == ctx.state.active else found


def _of_drop(ctx: MatchContext, player: Player) -> list[Use]:
    """Return the uses of effects that a player could activate from the drop zone."""
    table, printed = ctx.state.table, ctx.pool.printed
    found: list[Use] = []
    for number in player.drop:
        for ability in printed[table[number].card].in_drop:
            found.append(Use(number, number, ability, "drop"))  # noqa: PERF401 a comprehension is slower for so few
    return found


def _of_face_down(ctx: MatchContext, card: Card) -> Sequence[Use]:
    """Return the use of a face-down command's main effect, or an empty list if the command is a bluff.

    Rule: TC-RUL-067
    """
    main = ctx.pool.printed[card.card].main
    return () if main is None or main.eti not in ANSWERING else (Use(card.id, card.id, main, "set"),)


SPENT: Final = frozenset({"despiritualize", "discard", "return_from_drop", "sacrifice", "spirit_from_hand"})
"""The kinds of costs whose cards can pay only once."""
FROM_HAND: Final = frozenset({"discard", "spirit_from_hand"})
MOST_ORDERS: Final = 120
"""The maximum number of orders that are tried to find one in which several effects can be paid for.

The first orders tried differ only in their last effects, so effects that cost cards of the hand are put last.
"""
Payer: TypeAlias = tuple[Running, Sequence[Price]]


def payable_together(ctx: MatchContext, payers: Sequence[Payer]) -> bool:
    """Return whether effects of several cards in one hand can be paid for one after another, in some order.

    A card pays neither for its own effect nor for an effect that is paid for earlier. Costs that only reveal cards, and
    costs of counters or attacks, are ignored.

    Rule: TC-RUL-210
    """
    taken = sum(_from_spirit_deck(costs) for _, costs in payers)
    if taken > len(ctx.state.players[payers[0][0].seat].spirits):
        return False
    orders = permutations(sorted(payers, key=_spends))
    return any(_payable_in_order(ctx, order) for order in islice(orders, MOST_ORDERS))


def _payable_in_order(ctx: MatchContext, payers: Sequence[Payer]) -> bool:
    sent = {running.card for running, costs in payers if any(cost.name == "send_self" for cost in costs)}
    parts = []
    for at, (running, costs) in enumerate(payers):
        kept = sent | {later.card for later, _ in payers[at:]}
        parts += [cost.within(running, kept) for cost in costs if cost.name in SPENT]
    return not parts or parts[0].among(parts, 0).payable(ctx, payers[0][0])


def _spends(payer: Payer) -> int:
    """Return 2 if an effect costs cards of the hand, 1 if it costs other cards, or else 0."""
    return max(((cost.name in SPENT) + (cost.name in FROM_HAND) for cost in payer[1]), default=0)


def _from_spirit_deck(costs: Sequence[Price]) -> int:
    return sum(cost.printed.n for cost in costs if isinstance(cost.printed, PaySpiritFromDeck))
