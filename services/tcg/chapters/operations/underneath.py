"""Lists of spirits: those under cards, and those in hands."""

from __future__ import annotations

from services.tcg.chapters.terms import MatchContext
from services.tcg.state.match import Card
from shared.kernel.messages import Seat


def beneath(ctx: MatchContext, seat: Seat) -> list[int]:
    """Return the spirits under a player's cards. Those under the savior come first. Rule: TC-RUL-089."""
    player, table = ctx.state.players[seat], ctx.state.table
    return [spirit for number in (player.savior, *player.forms) if number for spirit in table[number].under]


def of_type(ctx: MatchContext, host: Card, kind: str | None) -> list[int]:
    """Return the spirits under a card: all of them, or those of the given type."""
    table, printed = ctx.state.table, ctx.pool.printed
    return [spirit for spirit in host.under if kind is None or printed[table[spirit].card].type == kind]


def held_spirits(ctx: MatchContext, seat: Seat) -> list[int]:
    """Return the instance ids of the spirits in a hand."""
    table, printed = ctx.state.table, ctx.pool.printed
    return [one for one in ctx.state.players[seat].hand if printed[table[one].card].kind == "spirit"]
