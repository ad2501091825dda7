"""Limits on how often effects may be used, and the counts of their uses.

`match.used` counts uses by keys such as `turn|card|effect`, `combat|…` or `game|…`, where `card` is the card's instance
id. If a limit covers all cards with the same name, the key has the player and the name instead. Equal effects of one
card, or of cards with one name, have the same key since form 3 (see `counting`). Counts for a turn are reset when any
player's turn starts, and counts for combat when a combat step starts.
"""

from __future__ import annotations

from typing import Final

from services.tcg.catalogue.language.effects import Limit
from services.tcg.chapters.terms import Ability, MatchContext
from services.tcg.state.match import Match
from shared.kernel.chapter import fold
from shared.kernel.messages import Event, Seat

# ---------------------------------------------------------------- events


class EffectUsed(Event, frozen=True, kw_only=True):
    """An effect was used, and the use counts against its limit. Rule: TC-RUL-189, TC-RUL-196."""

    keys: tuple[str, ...]


# ---------------------------------------------------------------- judgement


ONCE_A_TURN: Final = Limit(count=1, per="turn")


def limit_of(ctx: MatchContext, ability: Ability) -> Limit | None:
    """Return an ability's limit: the printed one, or else the match's default limit. None means no limit.

    The default applies only to abilities that players activate.

    Rule: TC-RUL-070, TC-RUL-112
    """
    if ability.limit is not None or ability.main or not ability.voluntary:
        return ability.limit
    return ONCE_A_TURN if ctx.state.settings.default_effect_limit == "once_per_turn" else None


def key(per: str, card: int, effect: str) -> str:
    """Return the key that counts the uses of one card's effect."""
    return f"{per}|{card}|{effect}"


def uses_left(ctx: MatchContext, seat: Seat, card: int, ability: Ability) -> int | None:
    """Return how often an effect may still be used, or None if it has no limit. Rule: TC-RUL-070."""
    limit = limit_of(ctx, ability)
    if limit is None:
        return None
    left = limit.count - ctx.state.used.get(_key(limit, seat, card, ability), 0)
    return left if left > 0 else 0  # noqa: FURB136 a call of max is slower for each use


def used_keys(ctx: MatchContext, seat: Seat, card: int, ability: Ability) -> tuple[str, ...]:
    """Return the keys under which a use is counted: its limit's key, and the keys that its card's conditions read."""
    limit = limit_of(ctx, ability)
    if limit is None and not ability.counted:
        return ()
    keys = dict.fromkeys(key(per, card, ability.key) for per in ability.counted)
    if limit is not None:
        keys[_key(limit, seat, card, ability)] = None
    return tuple(keys)


def _key(limit: Limit, seat: Seat, card: int, ability: Ability) -> str:
    """Return the key under which uses are counted for a limit. Rule: TC-RUL-138, TC-RUL-152, TC-RUL-185."""
    return f"{limit.per}|{card if limit.scope == 'card' else seat}|{ability.counted_as}"


def counts_with(ctx: MatchContext, ability: Ability, effect: str) -> bool:
    """Return whether the uses of an effect with this key count together with those of an ability."""
    return effect == ability.key or (ctx.state.revised and ctx.pool.abilities[effect].counted_as == ability.counted_as)


# ---------------------------------------------------------------- fold


@fold
def _effect_used(match: Match, event: EffectUsed) -> None:
    for key in event.keys:
        match.used[key] = match.used.get(key, 0) + 1
