"""What may be asked about enemies and fights."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta, Struct

from services.rpg_boundless.commands.rolls import Helpers, Stamina
from services.rpg_boundless.words import MAX_POINTS, Attribute, EnemySheet, Harm, ItemSheet, Points, Stance
from shared.kernel.messages import Command, Id, Line

Several = Annotated[tuple[Id, ...], Meta(max_length=50)]
Modifier = Annotated[int, Meta(ge=-MAX_POINTS, le=MAX_POINTS)]


class StoreEnemy(Command, frozen=True, kw_only=True):
    """Keep a stat block of an enemy for later, unseen by the players."""

    sheet: EnemySheet


class StoreItem(Command, frozen=True, kw_only=True):
    """Keep an Item for later, unseen by the players."""

    item: ItemSheet


class ForgetStored(Command, frozen=True, kw_only=True):
    """Give up something stored."""

    stored: Id


class GiveItem(Command, frozen=True, kw_only=True):
    """Hand a stored Item to a character; it stays stored."""

    stored: Id
    character: Id


class BringEnemy(Command, frozen=True, kw_only=True):
    """Let an enemy appear, from a stored stat block or from a new one; the players learn its name only."""

    stored: Id | None = None
    sheet: EnemySheet | None = None
    name: Line | None = None


class RevealEnemy(Command, frozen=True, kw_only=True):
    """Show the players an enemy's HP and Attacks, from now on."""

    enemy: Id


class SendEnemyAway(Command, frozen=True, kw_only=True):
    """Let an enemy leave the scene."""

    enemy: Id


class StartFight(Command, frozen=True, kw_only=True):
    """Let a fight begin between these, in the order in which they join."""

    characters: Several
    enemies: Several


class JoinFight(Command, frozen=True, kw_only=True):
    """Let another take part; it acts from the next round on."""

    participant: Id


class LeaveFight(Command, frozen=True, kw_only=True):
    """Let one leave the fight."""

    participant: Id


class StartRound(Command, frozen=True, kw_only=True):
    """Roll initiative for all; those caught off guard act last."""

    off_guard: Several = ()


class SettleTies(Command, frozen=True, kw_only=True):
    """Declare the order of those of one side who tie, where the settings leave that to the game master."""

    order: Several


class SwapInitiative(Command, frozen=True, kw_only=True):
    """Exchange initiative dice with another player's character, who has to ask for the same."""

    character: Id
    other: Id


class DamageRuling(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """Damage that is enhanced, impaired or unclear: a final value, or a modifier, with the reason."""

    damage: Points | None = None
    modifier: Modifier = 0
    reason: Line | None = None


class Attack(Command, frozen=True, kw_only=True):
    """Attack an enemy or another character; the Weapon names the Attribute unless another is named with a reason."""

    character: Id
    target: Id
    weapon: Id | None = None
    attribute: Attribute | None = None
    reason: Line | None = None
    stamina: Stamina = 0
    helpers: Helpers = ()
    stance: Stance | None = None
    adjust: DamageRuling | None = None
    risk: Harm | None = None


class EnemyAttack(Command, frozen=True, kw_only=True):
    """Let an enemy use one of its Attacks on characters, who may each Save."""

    enemy: Id
    attack: Line
    targets: Several
    stance: Stance | None = None


class Act(Command, frozen=True, kw_only=True):
    """Use the action of this round for something else, such as a retreat."""

    participant: Id
    what: Line


class Move(Command, frozen=True, kw_only=True):
    """Move a short distance."""

    participant: Id
    where: Line


class EndTurn(Command, frozen=True, kw_only=True):
    """End the turn of the one who acts."""

    participant: Id


class EndFight(Command, frozen=True, kw_only=True):
    """Let the fight end."""
