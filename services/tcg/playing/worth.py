"""An estimate of a match's value for a seat.

It compares the weighted sum of the seat's features with the sum of the strongest opponent.

The weights are thousandths of a point. A lead of one point means winning three matches out of four. The weights were
set by hand. Decisions 0143 and 0148 say how strong a player is with these weights.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from services.tcg.chapters.continuous import pwr
from services.tcg.chapters.terms import MatchContext
from services.tcg.state.match import Match, Player
from shared.kernel.messages import Seat
from shared.kernel.players.position import SURE

WEIGHTS: Final[Mapping[str, int]] = MappingProxyType({
    "void": -450,
    "void squared": -40,
    "power": 70,
    "spirits": 100,
    "hand": 50,
    "flipped": 400,
    "commands": 30,
    "began": -400,
})  # fmt: skip
"""The weight of each of a player's features. `void` counts spirits in the void, `spirits` those under cards in play.

`began` is 1 for the player who had the first turn, in which nobody attacks. This value never changes during a match, so
it matters only for the decision who goes first.
"""
HALF: Final = SURE // 2
POINT: Final = 1000


def worth(ctx: MatchContext, seat: Seat) -> int:
    """Return a match's estimated value for a seat, in millionths of a win, from 0 to `SURE`.

    An even match has 500 000.
    """
    match = ctx.state
    if match.stage == "finished":
        return SURE if match.winner == seat else 0 if match.winner else HALF
    if match.players[seat].lost:
        return 0
    ours = points(ctx, match.players[seat])
    theirs = max(points(ctx, match.players[one]) for one in match.opponents(seat))
    ahead = ours - theirs
    return HALF + HALF * ahead // (POINT + abs(ahead))


def points(ctx: MatchContext, player: Player) -> int:
    """Return the weighted sum of a player's features, in thousandths of a point."""
    return sum(WEIGHTS[name] * count for name, count in features(ctx, player).items())


def features(ctx: MatchContext, player: Player) -> Mapping[str, int]:
    """Return a player's features, keyed by the names in `WEIGHTS`."""
    table, void = ctx.state.table, len(player.void)
    inplay = [table[number] for number in (player.savior, *player.forms) if number]
    return {
        "void": void,
        "void squared": void * void,
        "power": sum(pwr(ctx, card) or 0 for card in inplay),
        "spirits": sum(len(card.under) for card in inplay),
        "hand": len(player.hand),
        "flipped": int(any(card.boundless for card in inplay)),
        "commands": sum(map(bool, player.commands)),
        "began": int(_began(ctx.state) == player.seat),
    }


def _began(match: Match) -> Seat:
    """Return the seat that had the first turn, or an empty string before that turn and once a player has lost."""
    if not match.turn or match.out:
        return ""
    return match.order[(match.order.index(match.active) - match.turn + 1) % len(match.order)]
