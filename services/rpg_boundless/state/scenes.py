"""How Pools, encounters and what the game master overrides change a campaign."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from msgspec import UNSET
from msgspec.structs import replace

from services.rpg_boundless.events.overrides import (
    AttributeAdjusted,
    ConditionWaived,
    ConsequenceWithdrawn,
    EnemyAdjusted,
    FortuneFavoured,
    HpAdjusted,
    PoolAdjusted,
    RollAnnulled,
    StaminaAdjusted,
)
from services.rpg_boundless.events.scenes import (
    EncounterHappened,
    EncounterPrepared,
    EncounterRevealed,
    EncounterRolled,
    FortuneOpposed,
    FortuneTold,
    PoolCleared,
    PoolEmptied,
    PoolOpened,
    PoolRolled,
    ReactionRolled,
)
from services.rpg_boundless.state.campaign import CampaignState, Pool, Prepared, Signs
from services.rpg_boundless.state.combat import enemy_left_with
from services.rpg_boundless.state.fold import KEPT, changed, counted, read, rolled, without
from shared.kernel.messages import Secret


def _pool_opened(state: CampaignState, event: PoolOpened) -> CampaignState:
    pool = Pool(
        id=event.pool, name=event.name, dice=event.dice, limit=event.limit,
        outcome=event.outcome, encounter=event.encounter, clock_of=event.clock_of,
    )  # fmt: skip
    return replace(counted(state, pool.id), pools={**state.pools, pool.id: pool})


def _pool_rolled(state: CampaignState, event: PoolRolled) -> CampaignState:
    pool = state.pools[event.pool]
    after = replace(pool, dice=event.left, history=(*pool.history, event.left)[-KEPT:])
    return replace(rolled(state, event.roll.id), pools={**state.pools, event.pool: after})


def _pool_emptied(state: CampaignState, event: PoolEmptied) -> CampaignState:
    emptied = (*state.emptied, event.pool)[-KEPT:]
    return replace(state, pools=without(state.pools, event.pool), emptied=emptied)


def _pool_cleared(state: CampaignState, event: PoolCleared) -> CampaignState:
    signs = without(state.signs, state.pools[event.pool].encounter or "")
    return replace(state, pools=without(state.pools, event.pool), signs=signs)


def _fortune_told(state: CampaignState, event: FortuneTold) -> CampaignState:
    return rolled(state, event.roll.id)


def _fortune_opposed(state: CampaignState, event: FortuneOpposed) -> CampaignState:
    state = rolled(counted(state, event.contest), *(roll.id for roll in event.rolls))
    if event.ahead != "even":
        return state
    return replace(state, tied=(*state.tied, event.contest)[-KEPT:])


def _encounter_prepared(state: CampaignState, event: EncounterPrepared) -> CampaignState:
    prepared = Prepared(
        id=event.prepared,
        what="" if event.what.value is UNSET else event.what.value,
        enemies=() if event.enemies.value is UNSET else event.enemies.value,
    )
    return replace(counted(state, prepared.id), prepared={**state.prepared, prepared.id: prepared})


def _encounter_revealed(state: CampaignState, event: EncounterRevealed) -> CampaignState:
    shown = Prepared(id=event.prepared, what=event.what, enemies=event.enemies, revealed=True)
    return replace(state, prepared={**state.prepared, event.prepared: shown})


def _encounter_rolled(state: CampaignState, event: EncounterRolled) -> CampaignState:
    state = rolled(state, event.encounter)
    if not event.signs:
        return state
    prepared = read(event.prepared) if isinstance(event.prepared, Secret) else event.prepared
    signs = Signs(id=event.encounter, prepared=prepared)
    return replace(state, signs={**state.signs, event.encounter: signs})


def _encounter_happened(state: CampaignState, event: EncounterHappened) -> CampaignState:
    return replace(state, signs=without(state.signs, event.encounter))


def _reaction_rolled(state: CampaignState, event: ReactionRolled) -> CampaignState:
    return rolled(state, event.roll.id)


def _hp_adjusted(state: CampaignState, event: HpAdjusted) -> CampaignState:
    return changed(state, event.character, hp=event.hp, max_hp=event.max_hp)


def _stamina_adjusted(state: CampaignState, event: StaminaAdjusted) -> CampaignState:
    return changed(state, event.character, stamina=event.stamina)


def _attribute_adjusted(state: CampaignState, event: AttributeAdjusted) -> CampaignState:
    character = state.characters[event.character]
    scores = character.scores.having(event.attribute, event.score)
    return changed(
        state, event.character, scores=scores, maxima=character.maxima.having(event.attribute, event.maximum)
    )


def _enemy_adjusted(state: CampaignState, event: EnemyAdjusted) -> CampaignState:
    return enemy_left_with(state, event.enemy, event.left)


def _pool_adjusted(state: CampaignState, event: PoolAdjusted) -> CampaignState:
    return replace(state, pools={**state.pools, event.pool: replace(state.pools[event.pool], dice=event.dice)})


def _consequence_withdrawn(state: CampaignState, event: ConsequenceWithdrawn) -> CampaignState:
    return replace(state, consequences=without(state.consequences, event.consequence))


def _condition_waived(state: CampaignState, event: ConditionWaived) -> CampaignState:
    return replace(state, rooms=without(state.rooms, event.room))


def _fortune_favoured(state: CampaignState, event: FortuneFavoured) -> CampaignState:
    return replace(state, tied=tuple(contest for contest in state.tied if contest != event.contest))


def _roll_annulled(state: CampaignState, event: RollAnnulled) -> CampaignState:
    return replace(state, annulled={**state.annulled, event.roll: event.reason})


FOLDS: Final[Mapping[type, Callable[[Any, Any], Any]]] = {
    PoolOpened: _pool_opened,
    PoolRolled: _pool_rolled,
    PoolEmptied: _pool_emptied,
    PoolCleared: _pool_cleared,
    FortuneTold: _fortune_told,
    FortuneOpposed: _fortune_opposed,
    EncounterPrepared: _encounter_prepared,
    EncounterRevealed: _encounter_revealed,
    EncounterRolled: _encounter_rolled,
    EncounterHappened: _encounter_happened,
    ReactionRolled: _reaction_rolled,
    HpAdjusted: _hp_adjusted,
    StaminaAdjusted: _stamina_adjusted,
    AttributeAdjusted: _attribute_adjusted,
    EnemyAdjusted: _enemy_adjusted,
    PoolAdjusted: _pool_adjusted,
    ConsequenceWithdrawn: _consequence_withdrawn,
    ConditionWaived: _condition_waived,
    FortuneFavoured: _fortune_favoured,
    RollAnnulled: _roll_annulled,
}
