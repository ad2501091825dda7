"""Damage and Critical Saves: Armor first, critical danger at 0 HP, wounded, dying, helped, dead."""

from __future__ import annotations

from typing import Final

from services.rpg_boundless.catalogue import BOOK
from services.rpg_boundless.commands.rolls import CriticalSave, DeclareDeath, HelpDying
from services.rpg_boundless.events.rolls import (
    ArmorHit,
    CharacterDied,
    CriticalSaveDue,
    CriticalSaveMade,
    DamageTaken,
    DyingHelped,
    WoundsHealed,
)
from services.rpg_boundless.events.scenes import PoolCleared, PoolOpened
from services.rpg_boundless.refusals import (
    DeathNeedsReason,
    NotDying,
    NotEnoughStamina,
    StaminaNotSpent,
    StaminaWithoutRoll,
)
from services.rpg_boundless.rules.attributes import follow_strength, missing
from services.rpg_boundless.rules.dice import Occasion, as_rolled, outright, reason_of, stance_of, throw
from services.rpg_boundless.rules.seats import check_owns, known, living, touched
from services.rpg_boundless.rules.telling import Telling
from services.rpg_boundless.rules.turns import helper_of
from services.rpg_boundless.state.campaign import Character, in_order
from services.rpg_boundless.words import Rolled, Status

CLOCK: Final = "help in time"


def hurt(telling: Telling, character: str, damage: int, *, ignores_armor: bool = False) -> None:
    """Let a character take Damage: worn Armor first, then HP down to 0, where a Critical Save is due.

    Rule:    FB-DMG-01, FB-DMG-02, FB-ARM-02 to FB-ARM-04, FB-CRIT-01, FB-CRIT-08, FB-R-08, FB-R-24, FB-R-53
    """
    left = damage if ignores_armor else _past_armor(telling, character, damage)
    if not left:
        return
    hp = max(telling.character(character).hp - left, 0)
    telling.tell(DamageTaken(character=character, damage=left, hp=hp))
    if hp == 0:
        endanger(telling, character)


def endanger(telling: Telling, character: str) -> None:
    """Put a character in critical danger. Rule: FB-DMG-02, FB-CRIT-01."""
    telling.tell(CriticalSaveDue(critical=telling.new("critical"), character=character))


def _past_armor(telling: Telling, character: str, damage: int) -> int:
    """Give the Damage that gets past Armor. Rule: FB-ARM-02, FB-ARM-03, FB-ARM-04."""
    bearer = telling.character(character)
    for item in bearer.worn:
        taken = min(bearer.items[item].armor_hp, damage)
        if taken:
            left = bearer.items[item].armor_hp - taken
            telling.tell(ArmorHit(character=character, item=item, damage=taken, hp=left))
            damage -= taken
    return damage


def critical_save(telling: Telling, command: CriticalSave) -> None:
    """Rule: FB-CRIT-01 to FB-CRIT-07, FB-R-18, FB-R-21 to FB-R-23."""
    bearer = living(telling, known(telling.state.criticals, command.critical, "critical"))
    check_owns(telling, bearer.seat)
    stance = stance_of(telling, bearer, command.stance, Occasion(on="critical_save"))
    decided = outright(stance.position)
    _check_stamina(telling, bearer, command.stamina, rolls=decided is None)
    attribute = command.attribute or telling.state.settings.critical_save.default_attribute
    score = bearer.scores.of(attribute)
    roll = None
    if decided is None:
        roll = throw(telling, "critical save", score + command.stamina, as_rolled(stance.position))
    endured = bool(roll.hits) if roll else bool(decided)
    after: Status = "wounded" if endured and bearer.status != "dying" else "dying"
    telling.tell(
        CriticalSaveMade(
            critical=command.critical,
            character=bearer.id,
            attribute=attribute,
            position=stance.position,
            endured=endured,
            score=_lowered(score, roll),
            status=after,
            roll=roll,
            reason=reason_of(stance),
            stamina=command.stamina,
            conditions=bearer.hindrances,
        )
    )
    follow_strength(telling, bearer.id, attribute, bearer.scores.strength)
    if after == "dying" and bearer.status != "dying":
        _start_clock(telling, bearer)


def _lowered(score: int, roll: Rolled | None) -> int:
    """Give the score after a Critical Save. Rule: FB-CRIT-05, FB-CRIT-06, FB-CRIT-07."""
    misses = roll.misses if roll else 0
    return max(score - min(misses, BOOK.save.most_lost), 0)


def _check_stamina(telling: Telling, bearer: Character, stamina: int, *, rolls: bool) -> None:
    """Rule: FB-R-15, FB-R-19. Refuses: StaminaNotSpent, StaminaWithoutRoll, NotEnoughStamina."""
    if not stamina:
        return
    if telling.state.settings.stamina.spend_on == "check":
        raise StaminaNotSpent(needs=0, has=stamina, field="stamina")
    if not rolls:
        raise StaminaWithoutRoll(needs=0, has=stamina, field="stamina")
    if stamina > bearer.stamina:
        raise NotEnoughStamina(needs=stamina, has=bearer.stamina, field="stamina")


def _start_clock(telling: Telling, bearer: Character) -> None:
    """Rule: FB-R-22."""
    if telling.state.settings.dying.clock == "pool_2d":
        pool = telling.new("pool")
        telling.tell(PoolOpened(pool=pool, name=CLOCK, dice=BOOK.pool.clock, limit=BOOK.pool.limit, clock_of=bearer.id))


def stop_clock(telling: Telling, character: str) -> None:
    """Clear away the Pool that runs for a dying character. Rule: FB-R-22."""
    for pool in in_order(telling.state.pools):
        if telling.state.pools[pool].clock_of == character:
            telling.tell(PoolCleared(pool=pool))


def help_dying(telling: Telling, command: HelpDying) -> None:
    """Rule: FB-CRIT-04, FB-CRIT-09, FB-R-22."""
    _check_dying(touched(telling, command.character))
    telling.tell(DyingHelped(character=command.character, how=command.how, helper=helper_of(telling, command)))
    stop_clock(telling, command.character)


def heal_wounds(telling: Telling) -> None:
    """Let those be unhurt who have back all that a wound had cost.

    Rule:    FB-CRIT-10, FB-R-65
    """
    ends = telling.state.settings.wounded.ends
    for name in in_order(telling.state.characters) if ends != "never" else ():
        bearer = telling.character(name)
        if bearer.status != "wounded" or bearer.hp < bearer.max_hp or missing(bearer):
            continue
        if ends == "everything" and bearer.stamina < telling.state.settings.stamina.maximum:
            continue
        telling.tell(WoundsHealed(character=name))


def declare_death(telling: Telling, command: DeclareDeath) -> None:
    """Rule: FB-CRIT-04. Refuses: NotDying, DeathNeedsReason."""
    _check_dying(touched(telling, command.character))
    if command.reason is None:
        raise DeathNeedsReason(needs="a reason", field="reason")
    die(telling, command.character, command.reason)


def die(telling: Telling, character: str, reason: str) -> None:
    """Let a character die; no clock runs for the dead."""
    telling.tell(CharacterDied(character=character, reason=reason))
    stop_clock(telling, character)


def _check_dying(bearer: Character) -> None:
    """Rule: FB-CRIT-04, FB-R-60. Refuses: NotDying."""
    if bearer.status != "dying":
        raise NotDying(needs="dying", has=bearer.status)
