"""Judgement in a campaign: a command becomes events, or is refused."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

from services.rpg_boundless.commands import (
    GM_ONLY,
    OpenCampaign,
    characters,
    combat,
    overrides,
    proposals,
    rolls,
    scenes,
)
from services.rpg_boundless.events.characters import CampaignOpened
from services.rpg_boundless.refusals import GameMasterNeeded
from services.rpg_boundless.rules import (
    armor,
    attacks,
    attributes,
    checks,
    damage,
    encounters,
    enemies,
    experience,
    fortune,
    handing,
    hidden,
    initiative,
    pools,
    recovery,
    saves,
    slots,
    spells,
)
from services.rpg_boundless.rules import combat as fights
from services.rpg_boundless.rules import overrides as adjusting
from services.rpg_boundless.rules import proposals as proposing
from services.rpg_boundless.rules.seats import check_leads, check_plays, check_readable
from services.rpg_boundless.rules.telling import Telling
from services.rpg_boundless.rules.turns import keep_turns
from services.rpg_boundless.state.campaign import CampaignState
from shared.kernel.chance import Chance
from shared.kernel.context import Intent
from shared.kernel.messages import Audience, Command, Event

Judge = Callable[[Telling, Any], None]

JUDGES: Final[Mapping[type, Judge]] = {
    characters.CreateCharacter: attributes.create_character,
    characters.FinishCharacter: attributes.finish_character,
    characters.TakeItem: slots.take_item,
    characters.DropItem: slots.drop_item,
    characters.WearArmor: armor.wear,
    characters.TakeOffArmor: armor.take_off,
    characters.RepairArmor: armor.repair,
    characters.GainCondition: slots.gain_condition,
    characters.WorsenCondition: slots.worsen_condition,
    characters.ClearCondition: slots.clear_condition,
    characters.MakeRoom: slots.make_room,
    rolls.SetPosition: checks.set_position,
    rolls.PledgeHelp: checks.pledge_help,
    rolls.Check: checks.check,
    rolls.FaceConsequence: saves.face_consequence,
    rolls.Save: saves.save,
    rolls.Accept: saves.accept,
    rolls.CriticalSave: damage.critical_save,
    rolls.HelpDying: damage.help_dying,
    rolls.DeclareDeath: damage.declare_death,
    rolls.Rest: recovery.rest,
    rolls.SpendRecovery: recovery.spend_recovery,
    rolls.ReachMilestone: experience.reach_milestone,
    rolls.SpendHit: experience.spend_hit,
    rolls.CastSpell: spells.cast_spell,
    rolls.BeginDay: spells.begin_day,
    combat.StoreEnemy: enemies.store_enemy,
    combat.StoreItem: enemies.store_item,
    combat.ForgetStored: enemies.forget_stored,
    combat.GiveItem: enemies.give_item,
    combat.BringEnemy: enemies.bring_enemy,
    combat.RevealEnemy: enemies.reveal_enemy,
    combat.SendEnemyAway: enemies.send_away,
    combat.StartFight: fights.start_fight,
    combat.JoinFight: fights.join_fight,
    combat.LeaveFight: fights.leave_fight,
    combat.StartRound: initiative.start_round,
    combat.SettleTies: initiative.settle_ties,
    combat.SwapInitiative: initiative.swap_initiative,
    combat.Attack: attacks.attack,
    combat.EnemyAttack: attacks.enemy_attack,
    combat.Act: fights.act,
    combat.Move: fights.move,
    combat.EndTurn: fights.end_turn,
    combat.EndFight: fights.end_fight,
    scenes.OpenPool: pools.open_pool,
    scenes.RollPool: pools.roll_pool,
    scenes.AskFortune: fortune.ask_fortune,
    scenes.OpposeFortune: fortune.oppose_fortune,
    scenes.PrepareEncounter: encounters.prepare_encounter,
    scenes.RevealEncounter: encounters.reveal_encounter,
    scenes.RollEncounter: encounters.roll_encounter,
    scenes.RollReaction: encounters.roll_reaction,
    scenes.RevealHidden: hidden.reveal_hidden,
    characters.HandOver: handing.hand_over,
    characters.AcceptItem: handing.accept_item,
    characters.PickUp: handing.pick_up,
    proposals.Propose: proposing.propose,
    proposals.ConfirmProposal: proposing.confirm_proposal,
    proposals.DeclineProposal: proposing.decline_proposal,
    proposals.WithdrawProposal: proposing.withdraw_proposal,
    overrides.AdjustHp: adjusting.adjust_hp,
    overrides.AdjustStamina: adjusting.adjust_stamina,
    overrides.AdjustAttribute: adjusting.adjust_attribute,
    overrides.AdjustEnemy: adjusting.adjust_enemy,
    overrides.AdjustPool: adjusting.adjust_pool,
    overrides.AdjustConsequence: adjusting.adjust_consequence,
    overrides.AdjustCondition: adjusting.adjust_condition,
    overrides.AdjustFortune: adjusting.adjust_fortune,
    overrides.AdjustRoll: adjusting.adjust_roll,
    overrides.AdjustAction: adjusting.adjust_action,
}

HIDDEN: Final[Mapping[type, tuple[str, ...]]] = {
    combat.StoreEnemy: ("sheet",),
    combat.StoreItem: ("item",),
    combat.BringEnemy: ("sheet",),
    scenes.PrepareEncounter: ("what", "enemies"),
    scenes.RollEncounter: ("prepared",),
    overrides.AdjustEnemy: ("hp",),
}
"""The fields of commands that only game masters may read."""

OUT_OF_SIGHT: Final[Mapping[type, tuple[str, ...]]] = {
    scenes.OpenPool: ("name", "dice", "limit", "outcome"),
    scenes.AskFortune: ("question", "odds", "position"),
    scenes.OpposeFortune: ("question", "sides", "position"),
    scenes.RollEncounter: ("trigger", "dice", "prepared", "position"),
    scenes.RollPool: ("pool", "outcome", "position"),
}
"""The fields of commands that only game masters may read where the roll is hidden."""


def decide(intent: Intent, state: CampaignState, chance: Chance) -> Sequence[Event]:
    """Judge a command in a campaign.

    Rule: FB-CAMP-01 to FB-CAMP-03
    """
    if isinstance(intent.command, OpenCampaign):
        check_readable(intent.command)
        return (_opened(intent.command),)
    telling = Telling(intent, state, chance)
    check_plays(telling)
    check_readable(intent.command)
    kind = type(intent.command)
    if kind in GM_ONLY:
        check_leads(telling)
    proposing.check_alone(telling, kind)
    judge(telling, intent.command)
    return tuple(telling.events)


def judge(telling: Telling, command: Command) -> None:
    """Judge a command of the game: it keeps to the turns of a fight, does what it does, and wounds may end with it.

    Rule: FB-ROUND-05, FB-CRIT-10
    """
    keep_turns(telling, command)
    JUDGES[type(command)](telling, command)
    damage.heal_wounds(telling)


def _opened(command: OpenCampaign) -> CampaignOpened:
    """Rule: FB-CAMP-01. Refuses: GameMasterNeeded."""
    if not any(ask.role == "gm" for ask in command.seats):
        raise GameMasterNeeded(needs="gm", has=tuple(ask.role for ask in command.seats), field="seats")
    return CampaignOpened(title=command.title, settings=command.settings)


def hides(intent: Intent, state: CampaignState) -> Mapping[str, Audience]:
    """Name the fields of a command that only the game masters may read. Rule: FB-CAMP-09, FB-CAMP-18."""
    command = intent.command
    fields = OUT_OF_SIGHT if _out_of_sight(command, state) else HIDDEN
    return dict.fromkeys(fields.get(type(command), ()), state.game_masters)


def _out_of_sight(command: Command, state: CampaignState) -> bool:
    if isinstance(command, scenes.RollPool):
        return hidden.hidden_pool(state, command.pool) is not None
    return getattr(command, "hidden", None) is True
