"""What may be asked of a campaign, by chapter."""

from __future__ import annotations

from typing import Final

from services.rpg_boundless.commands import characters, combat, overrides, proposals, rolls, scenes
from services.rpg_boundless.settings import Settings
from shared.kernel.game import Opening
from shared.kernel.messages import Command, Line


class OpenCampaign(Opening, frozen=True, kw_only=True):
    """Open a campaign for a game master and players."""

    title: Line | None = None
    settings: Settings = Settings()


COMMANDS: Final[tuple[type[Command], ...]] = (
    characters.CreateCharacter, characters.FinishCharacter, characters.TakeItem, characters.DropItem,
    characters.WearArmor, characters.TakeOffArmor, characters.RepairArmor, characters.GainCondition,
    characters.WorsenCondition, characters.ClearCondition, characters.MakeRoom,
    rolls.SetPosition, rolls.PledgeHelp, rolls.Check, rolls.FaceConsequence, rolls.Save, rolls.Accept,
    rolls.CriticalSave, rolls.HelpDying, rolls.DeclareDeath, rolls.Rest, rolls.SpendRecovery, rolls.ReachMilestone,
    rolls.SpendHit, rolls.CastSpell, rolls.BeginDay,
    combat.StoreEnemy, combat.StoreItem, combat.ForgetStored, combat.GiveItem, combat.BringEnemy, combat.RevealEnemy,
    combat.SendEnemyAway, combat.StartFight, combat.JoinFight, combat.LeaveFight, combat.StartRound, combat.SettleTies,
    combat.SwapInitiative, combat.Attack, combat.EnemyAttack, combat.Act, combat.Move, combat.EndTurn, combat.EndFight,
    scenes.OpenPool, scenes.RollPool, scenes.AskFortune, scenes.OpposeFortune, scenes.PrepareEncounter,
    scenes.RevealEncounter, scenes.RollEncounter, scenes.RollReaction,
    overrides.AdjustHp, overrides.AdjustStamina, overrides.AdjustAttribute, overrides.AdjustEnemy,
    overrides.AdjustPool, overrides.AdjustConsequence, overrides.AdjustCondition, overrides.AdjustFortune,
    overrides.AdjustRoll, overrides.AdjustAction,
    characters.HandOver, characters.AcceptItem, characters.PickUp, scenes.RevealHidden,
    proposals.Propose, proposals.ConfirmProposal, proposals.DeclineProposal, proposals.WithdrawProposal,
)  # fmt: skip

GM_ONLY: Final[frozenset[type[Command]]] = frozenset({
    characters.RepairArmor,
    rolls.SetPosition, rolls.FaceConsequence, rolls.DeclareDeath, rolls.ReachMilestone, rolls.BeginDay,
    combat.StoreEnemy, combat.StoreItem, combat.ForgetStored, combat.GiveItem, combat.BringEnemy, combat.RevealEnemy,
    combat.SendEnemyAway, combat.StartFight, combat.JoinFight, combat.LeaveFight, combat.StartRound, combat.SettleTies,
    combat.EnemyAttack, combat.EndFight,
    scenes.OpenPool, scenes.RollPool, scenes.AskFortune, scenes.OpposeFortune, scenes.PrepareEncounter,
    scenes.RevealEncounter, scenes.RollEncounter, scenes.RollReaction,
    overrides.AdjustHp, overrides.AdjustStamina, overrides.AdjustAttribute, overrides.AdjustEnemy,
    overrides.AdjustPool, overrides.AdjustConsequence, overrides.AdjustCondition, overrides.AdjustFortune,
    overrides.AdjustRoll, overrides.AdjustAction,
    scenes.RevealHidden, proposals.ConfirmProposal, proposals.DeclineProposal,
})  # fmt: skip
"""What is the game master's to say."""
