"""Limits: how often an effect may be used, and how the uses are counted.

`match.used` counts by key: `turn|card|effect`, `combat|…`, `game|…`, with the number of the card; a limit for all cards
of a name has its player and that name instead. A turn's counts end with the start of any turn, a combat's with that of
a combat step.
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
    """A use of an effect was counted against its limit."""

    keys: tuple[str, ...]


# ---------------------------------------------------------------- judgement


ONCE_A_TURN: Final = Limit(count=1, per="turn")


def limit_of(ctx: MatchContext, ability: Ability) -> Limit | None:
    """Return the limit of an ability: the printed one, else what the match has for those that are used at will.

    Rule: TC-RUL-070, TC-RUL-112
    """
    if ability.limit is not None or ability.main or not ability.voluntary:
        return ability.limit
    return ONCE_A_TURN if ctx.state.settings.default_effect_limit == "once_per_turn" else None


def key(per: str, card: int, effect: str) -> str:
    """Return what the uses of an effect of one card are counted by."""
    return f"{per}|{card}|{effect}"


def left(ctx: MatchContext, seat: Seat, card: int, ability: Ability) -> int | None:
    """Return how often an effect may still be used; None where nothing limits it. Rule: TC-RUL-070."""
    limit = limit_of(ctx, ability)
    if limit is None:
        return None
    return max(0, limit.count - ctx.state.used.get(_key(ctx, limit, (seat, card, ability)), 0))


def used_keys(ctx: MatchContext, seat: Seat, card: int, ability: Ability) -> tuple[str, ...]:
    """Return the keys that a use is counted under: of its limit, and where its card asks how often it was used."""
    limit = limit_of(ctx, ability)
    if limit is None and not ability.counted:
        return ()
    keys = dict.fromkeys(key(per, card, ability.key) for per in ability.counted)
    if limit is not None:
        keys[_key(ctx, limit, (seat, card, ability))] = None
    return tuple(keys)


def _key(ctx: MatchContext, limit: Limit, use: tuple[Seat, int, Ability]) -> str:
    """Rule: TC-RUL-138, TC-RUL-152."""
    seat, card, ability = use
    if limit.scope == "card":
        return key(limit.per, card, ability.key)
    return f"{limit.per}|{seat}|{ctx.pool.printed[ability.card].key}|{ability.effect.id}"


# ---------------------------------------------------------------- fold


@fold
def _effect_used(match: Match, event: EffectUsed) -> None:
    for key in event.keys:
        match.used[key] = match.used.get(key, 0) + 1
