"""What has happened to enemies and in fights.

Names and fields are the storage format; they change by additions only.
"""

from __future__ import annotations

from msgspec import Struct

from services.rpg_boundless.words import EnemySheet, ItemSheet, Side
from shared.kernel.messages import Event, Secret


class Combatant(Struct, frozen=True, kw_only=True):
    """One who takes part in a fight, and on which side."""

    id: str
    side: Side


class Initiative(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """The initiative of one participant; `again` are the dice thrown to break ties."""

    id: str
    face: int
    again: tuple[int, ...] = ()
    off_guard: bool = False


class EnemyStored(Event, frozen=True, kw_only=True):
    """A stat block of an enemy was stored."""

    stored: str
    sheet: Secret[EnemySheet]


class ItemStored(Event, frozen=True, kw_only=True):
    """An Item was stored."""

    stored: str
    item: Secret[ItemSheet]


class StoredForgotten(Event, frozen=True, kw_only=True):
    """Something stored was given up."""

    stored: str


class EnemyAppeared(Event, frozen=True, kw_only=True):
    """An enemy appeared. What it can take and do is the game master's to know."""

    enemy: str
    name: str
    sheet: Secret[EnemySheet]


class EnemyRevealed(Event, frozen=True, kw_only=True):
    """The HP and Attacks of an enemy are known to all from now on."""

    enemy: str
    sheet: EnemySheet
    hp: int
    armor: int


class EnemyLeft(Event, frozen=True, kw_only=True):
    """An enemy left the scene."""

    enemy: str


class EnemyHurt(Event, frozen=True, kw_only=True):
    """An enemy took Damage; `left` are its HP and Armor HP after it."""

    enemy: str
    damage: int
    left: tuple[int, int] | Secret[tuple[int, int]]


class EnemyTakenOut(Event, frozen=True, kw_only=True):
    """An enemy is at 0 HP and out of the fight."""

    enemy: str


class FightStarted(Event, frozen=True, kw_only=True):
    """A fight began, its participants in the order in which they joined."""

    participants: tuple[Combatant, ...]


class FightJoined(Event, frozen=True, kw_only=True):
    """Another takes part."""

    participant: Combatant


class FightLeft(Event, frozen=True, kw_only=True):
    """One left the fight."""

    participant: str


class RoundStarted(Event, frozen=True, kw_only=True):
    """A round began; initiative in the order in which they joined, and the order of turns."""

    round: int
    initiative: tuple[Initiative, ...]
    order: tuple[str, ...]


class TiesSettled(Event, frozen=True, kw_only=True):
    """The order of turns among those who tie was declared."""

    order: tuple[str, ...]


class SwapOffered(Event, frozen=True, kw_only=True):
    """A player offers another to exchange initiative dice."""

    character: str
    other: str


class InitiativeSwapped(Event, frozen=True, kw_only=True):
    """Two players exchanged their initiative dice; this is the order of turns after it."""

    character: str
    other: str
    order: tuple[str, ...]


class ActionTaken(Event, frozen=True, kw_only=True, omit_defaults=True):
    """One used the action of the round, or (`granted`) one the game master had granted."""

    participant: str
    what: str
    granted: bool = False


class MoveMade(Event, frozen=True, kw_only=True):
    """One moved a short distance."""

    participant: str
    where: str


class TurnEnded(Event, frozen=True, kw_only=True):
    """One ended the turn."""

    participant: str


class FightEnded(Event, frozen=True, kw_only=True):
    """The fight is over."""


class AttackHit(Event, frozen=True, kw_only=True, omit_defaults=True):
    """An attack hit for this Damage; `reason` is why it is not the Damage Rating."""

    character: str
    target: str
    damage: int
    weapon: str | None = None
    reason: str | None = None


class AttackMissed(Event, frozen=True, kw_only=True):
    """An attack missed."""

    character: str
    target: str


class EnemyAttacked(Event, frozen=True, kw_only=True):
    """An enemy used one of its Attacks."""

    enemy: str
    attack: str
    targets: tuple[str, ...]
