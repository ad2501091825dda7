"""How rolls, and what comes of them, change a campaign."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from msgspec.structs import replace

from services.rpg_boundless.events.rolls import (
    ArmorHit,
    AttributeTried,
    CharacterDied,
    CheckMade,
    ConsequenceAccepted,
    ConsequenceFaced,
    CriticalSaveDue,
    CriticalSaveMade,
    DamageTaken,
    DayBegan,
    DyingHelped,
    HelpPledged,
    MaxHpRaised,
    MilestoneReached,
    PositionSet,
    RecoverySpent,
    Rested,
    SaveMade,
    SpellCast,
    WoundsHealed,
)
from services.rpg_boundless.state.campaign import CampaignState, Hits, Pending, Pledge
from services.rpg_boundless.state.fold import changed, counted, last, rolled, rolled_by, without
from services.rpg_boundless.words import PlacedStance, same_words


def _position_set(state: CampaignState, event: PositionSet) -> CampaignState:
    """Put it in place of what was set for the same."""
    held = state.characters[event.character].positions
    others = tuple(one for one in held if one.on != event.on or not same_words(one.what, event.what))
    if event.stance is None:
        return changed(state, event.character, positions=others)
    placed = PlacedStance(stance=event.stance, on=event.on, what=event.what)
    return changed(state, event.character, positions=(*others, placed))


def _help_pledged(state: CampaignState, event: HelpPledged) -> CampaignState:
    pledge = Pledge(ally=event.ally, stamina=event.stamina) if event.stamina else None
    return changed(state, event.character, pledge=pledge)


def _check_made(state: CampaignState, event: CheckMade) -> CampaignState:
    stamina = state.characters[event.character].stamina - event.stamina
    state = changed(rolled(state, event.check), event.character, stamina=stamina)
    state = rolled_by(state, event.character, event.kind, event.what)
    for helper in event.helpers:
        left = state.characters[helper.character].stamina - helper.stamina
        state = changed(state, helper.character, stamina=left)
    state = _pledges_met(state, event.character)
    if event.success:
        return state
    sharing = (event.character, *(helper.character for helper in event.helpers))
    return replace(state, failures=last({**state.failures, event.check: sharing}))


def _pledges_met(state: CampaignState, ally: str) -> CampaignState:
    """Let what was pledged for an ally's next Check be over with that Check; what others were promised stands."""
    for name, one in state.characters.items():
        if one.pledge is not None and one.pledge.ally == ally:
            state = changed(state, name, pledge=None)
    return state


def _consequence_faced(state: CampaignState, event: ConsequenceFaced) -> CampaignState:
    pending = Pending(
        id=event.consequence, character=event.character, harm=event.harm,
        check=event.check, enemy=event.enemy, stance=event.stance,
    )  # fmt: skip
    consequences = {**state.consequences, pending.id: pending}
    failures = without(state.failures, event.check or "")
    return replace(counted(state, pending.id), consequences=consequences, failures=failures)


def _save_made(state: CampaignState, event: SaveMade) -> CampaignState:
    if event.roll is not None:
        state = rolled(state, event.roll.id)
    pending = state.consequences.get(event.consequence)
    state = rolled_by(state, event.character, "save", pending.harm.what if pending else None)
    state = replace(state, consequences=without(state.consequences, event.consequence))
    stamina = state.characters[event.character].stamina - event.lost
    return changed(state, event.character, stamina=stamina)


def _consequence_accepted(state: CampaignState, event: ConsequenceAccepted) -> CampaignState:
    return replace(state, consequences=without(state.consequences, event.consequence))


def _armor_hit(state: CampaignState, event: ArmorHit) -> CampaignState:
    items = state.characters[event.character].items
    hit = replace(items[event.item], armor_hp=event.hp)
    return changed(state, event.character, items={**items, event.item: hit})


def _damage_taken(state: CampaignState, event: DamageTaken) -> CampaignState:
    return changed(state, event.character, hp=event.hp)


def _critical_save_due(state: CampaignState, event: CriticalSaveDue) -> CampaignState:
    return replace(counted(state, event.critical), criticals={**state.criticals, event.critical: event.character})


def _critical_save_made(state: CampaignState, event: CriticalSaveMade) -> CampaignState:
    if event.roll is not None:
        state = rolled(state, event.roll.id)
    state = replace(state, criticals=without(state.criticals, event.critical))
    state = rolled_by(state, event.character, "critical_save")
    character = state.characters[event.character]
    return changed(
        state,
        event.character,
        scores=character.scores.having(event.attribute, event.score),
        stamina=character.stamina - event.stamina,
        status=event.status,
    )


def _dying_helped(state: CampaignState, event: DyingHelped) -> CampaignState:
    return changed(state, event.character, status="wounded")


def _wounds_healed(state: CampaignState, event: WoundsHealed) -> CampaignState:
    return changed(state, event.character, status="unhurt")


def _character_died(state: CampaignState, event: CharacterDied) -> CampaignState:
    """Nothing waits for the dead, and nobody waits for their help."""
    dead = event.character
    gone = replace(
        state,
        consequences={key: one for key, one in state.consequences.items() if one.character != dead},
        criticals={key: one for key, one in state.criticals.items() if one != dead},
        rooms={key: one for key, one in state.rooms.items() if one.character != dead},
        recoveries={key: one for key, one in state.recoveries.items() if one.character != dead},
        experiences={key: one for key, one in state.experiences.items() if one.character != dead},
    )
    return changed(gone, dead, status="dead", positions=(), pledge=None)


def _rested(state: CampaignState, event: Rested) -> CampaignState:
    state = rolled_by(rolled(state, event.recovery), event.character, "rest")
    if event.renews_spells:
        state = changed(state, event.character, spells=0)
    if not event.roll.hits:
        return state
    hits = Hits(id=event.recovery, character=event.character, hits=event.roll.hits)
    return replace(state, recoveries={**state.recoveries, hits.id: hits})


def _recovery_spent(state: CampaignState, event: RecoverySpent) -> CampaignState:
    state = replace(state, recoveries=without(state.recoveries, event.recovery))
    return changed(state, event.character, stamina=event.stamina, hp=event.hp, scores=event.scores)


def _milestone_reached(state: CampaignState, event: MilestoneReached) -> CampaignState:
    state = rolled(state, event.experience)
    if not event.roll.hits:
        return state
    hits = Hits(id=event.experience, character=event.character, hits=event.roll.hits)
    return replace(state, experiences={**state.experiences, hits.id: hits})


def _one_hit_less(state: CampaignState, experience: str) -> CampaignState:
    left = state.experiences[experience]
    if left.hits == 1:
        return replace(state, experiences=without(state.experiences, experience))
    return replace(state, experiences={**state.experiences, experience: replace(left, hits=left.hits - 1)})


def _max_hp_raised(state: CampaignState, event: MaxHpRaised) -> CampaignState:
    return changed(_one_hit_less(state, event.experience), event.character, max_hp=event.max_hp, hp=event.hp)


def _attribute_tried(state: CampaignState, event: AttributeTried) -> CampaignState:
    state = _one_hit_less(state, event.experience)
    character = state.characters[event.character]
    return changed(
        state,
        event.character,
        scores=character.scores.having(event.attribute, event.score),
        maxima=character.maxima.having(event.attribute, event.maximum),
    )


def _spell_cast(state: CampaignState, event: SpellCast) -> CampaignState:
    return changed(state, event.character, spells=state.characters[event.character].spells + 1)


def _day_began(state: CampaignState, event: DayBegan) -> CampaignState:
    if event.renews_spells:
        for character in state.characters:
            state = changed(state, character, spells=0)
    return replace(state, day=event.day)


FOLDS: Final[Mapping[type, Callable[[Any, Any], Any]]] = {
    PositionSet: _position_set,
    HelpPledged: _help_pledged,
    CheckMade: _check_made,
    ConsequenceFaced: _consequence_faced,
    SaveMade: _save_made,
    ConsequenceAccepted: _consequence_accepted,
    ArmorHit: _armor_hit,
    DamageTaken: _damage_taken,
    CriticalSaveDue: _critical_save_due,
    CriticalSaveMade: _critical_save_made,
    DyingHelped: _dying_helped,
    WoundsHealed: _wounds_healed,
    CharacterDied: _character_died,
    Rested: _rested,
    RecoverySpent: _recovery_spent,
    MilestoneReached: _milestone_reached,
    MaxHpRaised: _max_hp_raised,
    AttributeTried: _attribute_tried,
    SpellCast: _spell_cast,
    DayBegan: _day_began,
}
