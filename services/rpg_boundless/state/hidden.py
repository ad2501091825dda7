"""How what is hidden, and what is proposed, change a campaign."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from msgspec.structs import replace

from services.rpg_boundless.events.hidden import (
    HiddenContestRolled,
    HiddenEncounterRolled,
    HiddenFortuneRolled,
    HiddenPoolOpened,
    HiddenPoolRolled,
    HiddenRevealed,
    PoolSheet,
)
from services.rpg_boundless.events.proposals import (
    CommandProposed,
    ProposalConfirmed,
    ProposalDeclined,
    ProposalWithdrawn,
)
from services.rpg_boundless.state.campaign import CampaignState, Hidden, Pool, Proposal
from services.rpg_boundless.state.fold import KEPT, counted, read, rolled, without


def _kept(state: CampaignState, hidden: Hidden) -> CampaignState:
    return replace(state, hidden={**state.hidden, hidden.id: hidden})


def _pool_opened(state: CampaignState, event: HiddenPoolOpened) -> CampaignState:
    sheet = read(event.sheet)
    pool = _pool(event.pool, sheet) if sheet else None
    return _kept(counted(state, event.pool), Hidden(id=event.pool, kind="pool", pool=pool))


def _pool(pool: str, sheet: PoolSheet, encounter: str | None = None) -> Pool:
    return Pool(
        id=pool, name=sheet.name, dice=sheet.dice, limit=sheet.limit, outcome=sheet.outcome, encounter=encounter
    )  # fmt: skip


def _pool_rolled(state: CampaignState, event: HiddenPoolRolled) -> CampaignState:
    state, result = rolled(state, event.roll), read(event.result)
    for hidden in state.hidden.values():
        if result is not None and hidden.pool is not None and hidden.pool.id == result.pool:
            history = (*hidden.pool.history, result.left)[-KEPT:]
            pool = replace(hidden.pool, dice=result.left, history=history, outcome=result.outcome)
            return _kept(state, replace(hidden, pool=pool))
    return state


def _fortune_rolled(state: CampaignState, event: HiddenFortuneRolled) -> CampaignState:
    return _kept(rolled(state, event.roll), Hidden(id=event.roll, kind="fortune", fortune=read(event.answer)))


def _contest_rolled(state: CampaignState, event: HiddenContestRolled) -> CampaignState:
    state = rolled(counted(state, event.contest), *event.rolls)
    return _kept(state, Hidden(id=event.contest, kind="contest", contest=read(event.result)))


def _encounter_rolled(state: CampaignState, event: HiddenEncounterRolled) -> CampaignState:
    """A Pool of signs stands beside the roll, as far as this copy of the log knows of it."""
    state, result = counted(rolled(state, event.encounter), event.pool), read(event.result)
    pool = _pool(event.pool, result.pool, event.encounter) if result and result.pool else None
    return _kept(state, Hidden(id=event.encounter, kind="encounter", encounter=result, pool=pool))


def _revealed(state: CampaignState, event: HiddenRevealed) -> CampaignState:
    return replace(state, hidden=without(state.hidden, event.hidden))


def _proposed(state: CampaignState, event: CommandProposed) -> CampaignState:
    proposal = Proposal(id=event.proposal, seat=event.seat, command=event.command)
    return replace(counted(state, proposal.id), proposals={**state.proposals, proposal.id: proposal})


def _settled(state: CampaignState, event: ProposalConfirmed | ProposalDeclined | ProposalWithdrawn) -> CampaignState:
    return replace(state, proposals=without(state.proposals, event.proposal))


FOLDS: Final[Mapping[type, Callable[[Any, Any], Any]]] = {
    HiddenPoolOpened: _pool_opened,
    HiddenPoolRolled: _pool_rolled,
    HiddenFortuneRolled: _fortune_rolled,
    HiddenContestRolled: _contest_rolled,
    HiddenEncounterRolled: _encounter_rolled,
    HiddenRevealed: _revealed,
    CommandProposed: _proposed,
    ProposalConfirmed: _settled,
    ProposalDeclined: _settled,
    ProposalWithdrawn: _settled,
}
