"""Exact odds of strategic actions, which the game master may request before the season closes."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Final, TypeAlias

import msgspec
from msgspec import Meta, Struct
from msgspec.structs import replace

from services.bones.chapters.seasons import resolving, seasons
from services.bones.reading.strategic import income
from services.bones.state.campaign import CampaignState
from services.bones.state.seasons import Action
from shared.kernel.campaign.seats import OnlyTheGameMaster, check_once, entry_of
from shared.kernel.messages import Id
from shared.kernel.odds.distribution import Number
from shared.kernel.odds.meter import metered
from shared.kernel.odds.plan import check
from shared.kernel.odds.report import Exact, Odds, total_odds
from shared.kernel.pools.pool import WORK
from shared.kernel.pools.position import SUCCESS
from shared.kernel.pools.tasks import TaskDice
from shared.kernel.refusals import Refusal

MOST_PREVIEWED: Final = 10
Previewed: TypeAlias = Annotated[tuple[Id, ...], Meta(min_length=1, max_length=MOST_PREVIEWED)]


class PreviewBody(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The strategic actions whose odds are requested."""

    actions: Previewed


class ActionOdds(Struct, frozen=True, kw_only=True):
    """The odds of an action in the current state, before spiffs.

    Shape: success: the chance of success; margin: the net successes; coins: the coins that the action earns; why: the
           reason if there are no odds
    """

    action: str
    success: Exact | None = None
    margin: Odds | None = None
    coins: Odds | None = None
    why: str | None = None


class Preview(Struct, frozen=True, kw_only=True):
    """The odds of strategic actions. Each action is computed alone, ignoring the gains and costs of earlier actions."""

    version: int
    actions: tuple[ActionOdds, ...]


def asked_of(state: CampaignState, seat: str | None, body: PreviewBody) -> CampaignState:
    """Return the part of a campaign that is needed to compute the odds of these actions.

    `seat` is None if the app itself sends the request.

    Rule:    AR-CAMP-02, BN-CAMP-30
    Refuses: OnlyTheGameMaster, NoSeason, NamedTwice, NotKnownHere
    """
    if seat is not None and not state.led_by(seat):
        raise OnlyTheGameMaster(needs="gm", has=state.roles.get(seat))
    season = seasons.open_season(state)
    check_once(body.actions, "actions")
    actions = {key: entry_of(season.actions, key, "actions") for key in body.actions}
    there = {who for one in actions.values() for who in (one.creature, *one.others)}
    return CampaignState(
        settings=state.settings, data=state.data, roles=state.roles, effects=state.effects,
        characters={who: one for who, one in state.characters.items() if who in there},
        before={who: one for who, one in state.before.items() if who in there},
        season=replace(season, actions=actions, declared={}, done=(), order=()),
    )  # fmt: skip


def preview(state: CampaignState, actions: Sequence[str]) -> tuple[ActionOdds, ...]:
    """Return the odds of strategic actions, in the given order. Rule: BN-CAMP-30, BN-R-074."""
    season, found, spent = seasons.open_season(state), list[ActionOdds](), 0
    for key in actions:
        found.append(_odds(state, season.actions[key], spent))
        spent += found[-1].margin.cost if found[-1].margin else 0
    return tuple(found)


def _odds(state: CampaignState, action: Action, spent: int) -> ActionOdds:
    if action.waits:
        return ActionOdds(action=action.id, why="no terms are set for it")
    if action.creature not in state.characters or state.characters[action.creature].down:
        return ActionOdds(action=action.id, why="its creature cannot act")
    try:
        return _worked_out(state, action, resolving.pool_of(state, action), spent)
    except Refusal as refusal:
        return ActionOdds(action=action.id, why=refusal.says)


def _worked_out(state: CampaignState, action: Action, pool: TaskDice, spent: int) -> ActionOdds:
    """Compute the odds of an action.

    `spent` is the cost of the odds computed before. Refuses: DieLeftToLuck, TooCostly.
    """
    check(spent + pool.odds_cost())
    odds = pool.odds()
    if not action.earns:
        return ActionOdds(action=action.id, success=odds.also[SUCCESS], margin=odds)

    def coins(successes: Number) -> Number:
        return income(state, action.creature, action.skill, max(int(successes), 0))[0]

    with metered(WORK):
        earned = total_odds(pool.distribution().map_outcomes(coins), cost=odds.cost)
    return ActionOdds(action=action.id, success=odds.also[SUCCESS], margin=odds, coins=earned)


def compute_preview(state: bytes, actions: tuple[str, ...]) -> bytes:
    """Compute odds in a worker process, from the part of a campaign that `asked_of` returns."""
    return msgspec.json.encode(preview(msgspec.msgpack.decode(state, type=CampaignState), actions))
