"""Reveal hidden Pools and hidden rolls: the events of an open roll follow."""

from __future__ import annotations

from msgspec.structs import replace

from services.rpg_boundless.chapters.encounters import EncounterHappened, EncounterRolled
from services.rpg_boundless.chapters.fortune import FortuneOpposed, FortuneTold
from services.rpg_boundless.chapters.pools import PoolOpened
from services.rpg_boundless.chapters.running_out import PoolEmptied, PoolRolled
from services.rpg_boundless.chapters.seats import MAX_POOLS
from services.rpg_boundless.context import CampaignContext
from services.rpg_boundless.state.campaign import CampaignState, Hidden, Pool
from services.rpg_boundless.state.sheets import EncounterResult, PoolSheet
from shared.kernel.campaign.authority import GameMasterMove
from shared.kernel.campaign.keeping import without
from shared.kernel.campaign.samples import some
from shared.kernel.campaign.seats import check_room, known
from shared.kernel.chapter import fold, judge, samples
from shared.kernel.messages import Event, Id
from shared.kernel.samples import Samples, offer

# ---------------------------------------------------------------- commands


class RevealHidden(GameMasterMove, frozen=True, kw_only=True):
    """Reveal a hidden Pool, or the result of a hidden roll."""

    hidden: Id


# ---------------------------------------------------------------- events


class HiddenRevealed(Event, frozen=True, kw_only=True):
    """The game master revealed a hidden Pool or roll; the events of an open one follow."""

    hidden: str


# ---------------------------------------------------------------- judgement


@judge
def reveal_hidden(ctx: CampaignContext, command: RevealHidden) -> None:
    """Rule: FB-CAMP-18."""
    hidden = known(ctx.state.hidden, command.hidden, "hidden")
    if hidden.pool is not None:
        check_room(ctx.state.pools, MAX_POOLS)
    ctx.emit(HiddenRevealed(hidden=hidden.id))
    if hidden.fortune is not None:
        said = hidden.fortune
        ctx.emit(FortuneTold(question=said.question, roll=said.roll, yes=said.yes, extra=said.extra))
    if hidden.contest is not None:
        fought = hidden.contest
        ctx.emit(
            FortuneOpposed(
                contest=hidden.id, question=fought.question, rolls=fought.rolls, ahead=fought.ahead, by=fought.by
            )
        )
    if hidden.encounter is not None:
        _reveal_encounter(ctx, hidden.id, hidden.encounter)
    if hidden.pool is not None:
        _reveal_pool(ctx, hidden, hidden.pool)


def _reveal_encounter(ctx: CampaignContext, encounter: str, found: EncounterResult) -> None:
    """Rule: FB-ENC-09."""
    prepared = ctx.secret(found.prepared)
    ctx.emit(
        EncounterRolled(
            encounter=encounter, trigger=found.trigger, roll=found.roll, signs=found.signs, prepared=prepared
        )
    )


def _reveal_pool(ctx: CampaignContext, hidden: Hidden, pool: Pool) -> None:
    """Emit how a hidden Pool was set up, its rolls, and whether it ran out; in form 0 only its last state.

    Rule: FB-CAMP-18
    """
    if ctx.state.form and hidden.opened is not None:
        _reveal_rolls(ctx, hidden, pool, hidden.opened)
    elif pool.dice:
        ctx.emit(
            PoolOpened(
                pool=pool.id, name=pool.name, dice=pool.dice, limit=pool.limit, outcome=pool.outcome,
                encounter=pool.encounter,
            )
        )  # fmt: skip
    if pool.dice:
        return
    ctx.emit(PoolEmptied(pool=pool.id, outcome=pool.outcome))
    if hidden.encounter is not None:
        ctx.emit(EncounterHappened(encounter=hidden.id, prepared=ctx.secret(hidden.encounter.prepared)))


def _reveal_rolls(ctx: CampaignContext, hidden: Hidden, pool: Pool, sheet: PoolSheet) -> None:
    ctx.emit(
        PoolOpened(
            pool=pool.id, name=sheet.name, dice=sheet.dice, limit=sheet.limit, outcome=sheet.outcome,
            encounter=pool.encounter,
        )
    )  # fmt: skip
    for fall in hidden.falls:
        ctx.emit(PoolRolled(pool=pool.id, roll=fall.roll, lost=fall.lost, left=fall.left))


# ---------------------------------------------------------------- fold


@fold
def _revealed(state: CampaignState, event: HiddenRevealed) -> CampaignState:
    return replace(state, hidden=without(state.hidden, event.hidden))


# ---------------------------------------------------------------- samples


@samples
def _reveals(state: CampaignState, _: str) -> Samples[RevealHidden]:
    hidden = some(state.hidden)
    yield offer(RevealHidden, hidden=hidden)
