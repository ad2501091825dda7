"""Limits: how often an effect may be used, and how the uses are counted.

`match.used` counts by key: `turn|card|effect`, `combat|…`, `game|…`, with the number of the card; a limit for all cards
of a name has its player and that name instead. A turn's counts end with the start of any turn, a combat's with that of
a combat step.
"""

from __future__ import annotations

from typing import Final

from services.tcg.cards.language import Limit
from services.tcg.rules.terms import Ability, Game
from shared.kernel.messages import Seat

ONCE_A_TURN: Final = Limit(count=1, per="turn")


def limit_of(game: Game, ability: Ability) -> Limit | None:
    """Give the limit of an ability: the printed one, else what the match has for those that are used at will.

    Rule: TC-RUL-070, TC-RUL-112
    """
    if ability.limit is not None or ability.main or not ability.voluntary:
        return ability.limit
    return ONCE_A_TURN if game.match.settings.default_effect_limit == "once_per_turn" else None


def key(per: str, card: int, effect: str) -> str:
    """Give what the uses of an effect of one card are counted by."""
    return f"{per}|{card}|{effect}"


def left(game: Game, seat: Seat, card: int, ability: Ability) -> int | None:
    """Tell how often an effect may still be used; None where nothing limits it. Rule: TC-RUL-070."""
    limit = limit_of(game, ability)
    if limit is None:
        return None
    return max(0, limit.count - game.match.used.get(_key(game, limit, (seat, card, ability)), 0))


def used_keys(game: Game, seat: Seat, card: int, ability: Ability) -> tuple[str, ...]:
    """Give the keys that a use is counted under: of its limit, and where its card asks how often it was used."""
    limit = limit_of(game, ability)
    if limit is None and not ability.counted:
        return ()
    keys = dict.fromkeys(key(per, card, ability.key) for per in ability.counted)
    if limit is not None:
        keys[_key(game, limit, (seat, card, ability))] = None
    return tuple(keys)


def _key(game: Game, limit: Limit, use: tuple[Seat, int, Ability]) -> str:
    seat, card, ability = use
    if limit.scope == "card":
        return key(limit.per, card, ability.key)
    return f"{limit.per}|{seat}|{game.pool.printed[ability.card].name}|{ability.effect.id}"
