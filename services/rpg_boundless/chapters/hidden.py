"""Reveal hidden Pools and hidden rolls, with the events that an open Pool or roll would have caused."""

from __future__ import annotations

from msgspec.structs import replace

from services.rpg_boundless.chapters.encounters import EncounterHappened, EncounterRolled
from services.rpg_boundless.chapters.fortune import FortuneOpposed, FortuneTold
from services.rpg_boundless.chapters.pools import PoolOpened
from services.rpg_boundless.chapters.running_out import PoolEmptied, PoolRolled
from services.rpg_boundless.chapters.seats import MAX_POOLS
from services.rpg_boundless.context import CampaignContext
from services.rpg_boundless.state.campaign import CampaignState, Hidden, Pool
from shared.kernel.campaign.authority import GameMasterMove
from shared.kernel.campaign.forms import form
from shared.kernel.campaign.keeping import without
from shared.kernel.campaign.samples import some
from shared.kernel.campaign.seats import check_room, entry_of
from shared.kernel.chapter import fold, judge, samples
from shared.kernel.messages import Event, Id
from shared.kernel.samples import Samples, offer

# ---------------------------------------------------------------- commands


class RevealHidden(GameMasterMove, frozen=True, kw_only=True):
    """Reveal a hidden Pool, or the result of a hidden roll."""

    hidden: Id


# ---------------------------------------------------------------- events


class HiddenRevealed(Event, frozen=True, kw_only=True):
    """The game master revealed a hidden Pool or roll; next come the events that an open one would have caused."""

    hidden: str


# ---------------------------------------------------------------- judgement


@judge
def reveal_hidden(ctx: CampaignContext, command: RevealHidden) -> None:
    """Rule: FB-CAMP-18, FB-ENC-09."""
    hidden = entry_of(ctx.state.hidden, command.hidden, "hidden")
    if hidden.pool is not None:
        check_room(ctx.state.pools, MAX_POOLS)
    ctx.emit(HiddenRevealed(hidden=hidden.id))
    if hidden.fortune is not None:
        ctx.emit(form(FortuneTold, hidden.fortune))
    if hidden.contest is not None:
        ctx.emit(form(FortuneOpposed, hidden.contest, contest=hidden.id))
    if hidden.encounter is not None:
        prepared = ctx.secret(hidden.encounter.prepared)
        ctx.emit(form(EncounterRolled, hidden.encounter, encounter=hidden.id, prepared=prepared))
    if hidden.pool is not None:
        _reveal_pool(ctx, hidden, hidden.pool)


def _reveal_pool(ctx: CampaignContext, hidden: Hidden, pool: Pool) -> None:
    """Emit how a hidden Pool was set up, its rolls, and whether it ran out; in form 0 only its last state.

    Rule: FB-CAMP-18
    """
    if ctx.state.form and hidden.opened is not None:
        ctx.emit(form(PoolOpened, hidden.opened, pool=pool.id, encounter=pool.encounter))
        for fall in hidden.falls:
            ctx.emit(form(PoolRolled, fall, pool=pool.id))
    elif pool.dice:
        ctx.emit(form(PoolOpened, pool, pool=pool.id))
    if pool.dice:
        return
    ctx.emit(PoolEmptied(pool=pool.id, outcome=pool.outcome))
    if hidden.encounter is not None:
        ctx.emit(EncounterHappened(encounter=hidden.id, prepared=ctx.secret(hidden.encounter.prepared)))


# ---------------------------------------------------------------- fold


@fold
def _revealed(state: CampaignState, event: HiddenRevealed) -> CampaignState:
    return replace(state, hidden=without(state.hidden, event.hidden))


# ---------------------------------------------------------------- samples


@samples
def _reveals(state: CampaignState, _: str) -> Samples[RevealHidden]:
    hidden = some(state.hidden)
    yield offer(RevealHidden, hidden=hidden)
