"""What has happened in a campaign, by chapter.

Names and fields are the storage format; they change by additions only.
"""

from __future__ import annotations

from typing import Final

from services.rpg_boundless.events import characters, combat, hidden, overrides, proposals, rolls, scenes
from shared.kernel.messages import Event

EVENTS: Final[tuple[type[Event], ...]] = (
    characters.CampaignOpened, characters.ScoresRolled, characters.CharacterCreated, characters.ItemTaken,
    characters.ItemDropped, characters.ArmorWorn, characters.ArmorTakenOff, characters.ArmorRepaired,
    characters.ConditionGained, characters.ConditionWorsened, characters.ConditionCleared, characters.RoomNeeded,
    characters.RoomMade, characters.SlotsFilled, characters.MaxHpFollowed,
    rolls.PositionSet, rolls.HelpPledged, rolls.CheckMade, rolls.ConsequenceFaced, rolls.SaveMade,
    rolls.ConsequenceAccepted, rolls.ArmorHit, rolls.DamageTaken, rolls.CriticalSaveDue, rolls.CriticalSaveMade,
    rolls.DyingHelped, rolls.WoundsHealed, rolls.CharacterDied, rolls.Rested, rolls.RecoverySpent,
    rolls.MilestoneReached, rolls.MaxHpRaised, rolls.AttributeTried, rolls.SpellCast, rolls.DayBegan,
    combat.EnemyStored, combat.ItemStored, combat.StoredForgotten, combat.EnemyAppeared, combat.EnemyRevealed,
    combat.EnemyLeft, combat.EnemyHurt, combat.EnemyTakenOut, combat.FightStarted, combat.FightJoined,
    combat.FightLeft, combat.RoundStarted, combat.TiesSettled, combat.SwapOffered, combat.InitiativeSwapped,
    combat.ActionTaken, combat.MoveMade, combat.TurnEnded, combat.FightEnded, combat.AttackHit, combat.AttackMissed,
    combat.EnemyAttacked,
    scenes.PoolOpened, scenes.PoolRolled, scenes.PoolEmptied, scenes.PoolCleared, scenes.FortuneTold,
    scenes.FortuneOpposed, scenes.EncounterPrepared, scenes.EncounterRevealed, scenes.EncounterRolled,
    scenes.EncounterHappened, scenes.ReactionRolled,
    overrides.HpAdjusted, overrides.StaminaAdjusted, overrides.AttributeAdjusted, overrides.EnemyAdjusted,
    overrides.PoolAdjusted, overrides.ConsequenceWithdrawn, overrides.ConditionWaived, overrides.FortuneFavoured,
    overrides.RollAnnulled, overrides.ActionGranted,
    characters.ItemOffered, characters.ItemHandedOver, characters.ItemPickedUp,
    hidden.HiddenPoolOpened, hidden.HiddenPoolRolled, hidden.HiddenFortuneRolled, hidden.HiddenContestRolled,
    hidden.HiddenEncounterRolled, hidden.HiddenRevealed,
    proposals.CommandProposed, proposals.ProposalConfirmed, proposals.ProposalDeclined, proposals.ProposalWithdrawn,
)  # fmt: skip
