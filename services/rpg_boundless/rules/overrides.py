"""What the game master overrides: a closed list, each with a reason, each within what the rules can reach."""

from __future__ import annotations

from services.rpg_boundless.commands.overrides import (
    AdjustAction,
    AdjustAttribute,
    AdjustCondition,
    AdjustConsequence,
    AdjustEnemy,
    AdjustFortune,
    AdjustHp,
    AdjustPool,
    AdjustRoll,
    AdjustStamina,
)
from services.rpg_boundless.events.overrides import (
    ActionGranted,
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
from services.rpg_boundless.events.scenes import PoolCleared
from services.rpg_boundless.refusals import OverrideNeedsReason, OverrideOutOfRange
from services.rpg_boundless.refusals.table import ContestDecided, RollVoidAlready
from services.rpg_boundless.rules.attributes import follow_strength
from services.rpg_boundless.rules.damage import endanger
from services.rpg_boundless.rules.dice import SIDES
from services.rpg_boundless.rules.enemies import kept_from_players, take_out
from services.rpg_boundless.rules.pools import pool_of
from services.rpg_boundless.rules.seats import known, standing_enemy, touched
from services.rpg_boundless.rules.slots import capped
from services.rpg_boundless.rules.telling import Telling
from services.rpg_boundless.rules.turns import participant_of, running


def _reason(reason: str | None) -> str:
    """Rule: FB-CAMP-07. Refuses: OverrideNeedsReason."""
    if reason is None:
        raise OverrideNeedsReason(needs="a reason", field="reason")
    return reason


def _in_range(number: int, least: int, most: int, field: str) -> int:
    """Rule: FB-CAMP-08. Refuses: OverrideOutOfRange."""
    if not least <= number <= most:
        raise OverrideOutOfRange(needs=f"{least} to {most}", has=number, field=field)
    return number


def adjust_hp(telling: Telling, command: AdjustHp) -> None:
    """Rule: FB-CAMP-07, FB-CAMP-08, FB-CRIT-01, FB-R-35."""
    bearer = touched(telling, command.character)
    most = command.max_hp or bearer.max_hp
    hp = _in_range(command.hp, 0, capped(telling, bearer, most), "hp")
    telling.tell(HpAdjusted(character=bearer.id, hp=hp, max_hp=most, reason=_reason(command.reason)))
    if hp == 0 and bearer.hp > 0:
        endanger(telling, bearer.id)


def adjust_stamina(telling: Telling, command: AdjustStamina) -> None:
    """Rule: FB-CAMP-07, FB-CAMP-08, FB-R-06."""
    bearer = touched(telling, command.character)
    stamina = _in_range(command.stamina, 0, telling.state.settings.stamina.maximum, "stamina")
    telling.tell(StaminaAdjusted(character=bearer.id, stamina=stamina, reason=_reason(command.reason)))


def adjust_attribute(telling: Telling, command: AdjustAttribute) -> None:
    """Rule: FB-CAMP-07, FB-CAMP-08, FB-R-39, FB-R-59."""
    bearer = touched(telling, command.character)
    score = _in_range(command.score, 0, SIDES, "score")
    most = max(bearer.maxima.of(command.attribute), score)
    telling.tell(
        AttributeAdjusted(
            character=bearer.id,
            attribute=command.attribute,
            score=score,
            maximum=most,
            reason=_reason(command.reason),
        )
    )
    follow_strength(telling, bearer.id, command.attribute, bearer.scores.strength)


def adjust_enemy(telling: Telling, command: AdjustEnemy) -> None:
    """Rule: FB-CAMP-07, FB-CAMP-09, FB-ENEMY-04."""
    enemy = standing_enemy(telling, command.enemy)
    left = kept_from_players(telling, enemy, (command.hp, enemy.armor))
    telling.tell(EnemyAdjusted(enemy=enemy.id, left=left, reason=_reason(command.reason)))
    take_out(telling, enemy.id)


def adjust_action(telling: Telling, command: AdjustAction) -> None:
    """Rule: FB-CAMP-07, FB-ROUND-09. Refuses: OverrideOutOfRange."""
    found = participant_of(running(telling.state), command.participant)
    if found.id in telling.state.enemies:
        standing_enemy(telling, found.id, "participant")
    else:
        touched(telling, found.id, "participant")
    if found.granted:
        raise OverrideOutOfRange(needs="one granted action at a time", has=found.id, field="participant")
    telling.tell(ActionGranted(participant=found.id, reason=_reason(command.reason)))


def adjust_pool(telling: Telling, command: AdjustPool) -> None:
    """Rule: FB-CAMP-07, FB-CAMP-08."""
    pool = pool_of(telling, command.pool)
    dice = _in_range(command.dice, 0, 8, "dice")
    telling.tell(PoolAdjusted(pool=pool.id, dice=dice, reason=_reason(command.reason)))
    if dice == 0:
        telling.tell(PoolCleared(pool=pool.id))


def adjust_consequence(telling: Telling, command: AdjustConsequence) -> None:
    """Rule: FB-CAMP-07."""
    pending = known(telling.state.consequences, command.consequence, "consequence")
    touched(telling, pending.character, "consequence")
    telling.tell(ConsequenceWithdrawn(consequence=pending.id, reason=_reason(command.reason)))


def adjust_condition(telling: Telling, command: AdjustCondition) -> None:
    """Rule: FB-CAMP-07, FB-R-10."""
    room = known(telling.state.rooms, command.room, "room")
    touched(telling, room.character, "room")
    telling.tell(
        ConditionWaived(
            room=room.id, character=room.character, condition=room.condition, reason=_reason(command.reason)
        )
    )


def adjust_fortune(telling: Telling, command: AdjustFortune) -> None:
    """Rule: FB-CAMP-07, FB-R-45."""
    if command.roll not in telling.state.tied:
        raise ContestDecided(needs="an opposed roll that came out even", has=command.roll, field="roll")
    telling.tell(FortuneFavoured(contest=command.roll, ahead=command.ahead, reason=_reason(command.reason)))


def adjust_roll(telling: Telling, command: AdjustRoll) -> None:
    """Rule: FB-CAMP-07, FB-R-56."""
    if command.roll in telling.state.annulled:
        raise RollVoidAlready(needs="a roll that stands", has=command.roll, field="roll")
    known(dict.fromkeys(telling.state.rolls), command.roll, "roll")
    telling.tell(RollAnnulled(roll=command.roll, reason=_reason(command.reason)))
