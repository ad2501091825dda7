"""The forms in which a seat sees a campaign. Every field is always there: what is not there or not known is null."""

from __future__ import annotations

from typing import Literal, TypeAlias

from msgspec import Struct

from services.rpg_boundless.catalogue import Ahead, Position, Purpose, RolledPosition, Side, Size, Status, Trigger
from services.rpg_boundless.chapters.proposals import Proposable
from services.rpg_boundless.state.campaign import Pledge
from services.rpg_boundless.state.sheets import ArmorSheet, Scores, WeaponSheet

Chosen: TypeAlias = dict[str, dict[str, int | str | bool | None]]


class SeenSheet(Struct, frozen=True, kw_only=True):
    """What an Item is."""

    name: str
    size: Size
    weapon: WeaponSheet | None
    armor: ArmorSheet | None


class SeenItem(Struct, frozen=True, kw_only=True):
    """An Item: its Slots, the HP its Armor has left and whether that is broken, and to whom it is offered."""

    id: str
    sheet: SeenSheet
    slots: int
    keepsake: bool
    worn: bool
    armor_hp: int
    broken: bool
    offered_to: str | None


class SeenCondition(Struct, frozen=True, kw_only=True):
    """A Condition: the Slots it takes, and those there was no room for."""

    slots: int
    without: int


class SeenSlots(Struct, frozen=True, kw_only=True):
    """The Slots of a character."""

    total: int
    used: int
    free: int


class SeenStance(Struct, frozen=True, kw_only=True):
    """A Position and why."""

    position: Position
    reason: str | None
    condition: str | None


class SeenPosition(Struct, frozen=True, kw_only=True):
    """A Position that was set beforehand, and the roll it belongs to: of a kind, or of that description only."""

    stance: SeenStance
    on: Purpose
    what: str | None


class SeenCharacter(Struct, frozen=True, kw_only=True):
    """A character. `maxima` are the scores rest can restore; `spells` those cast today."""

    id: str
    seat: str
    name: str
    status: Status
    scores: Scores
    maxima: Scores
    stamina: int
    hp: int
    max_hp: int
    slots: SeenSlots
    items: dict[str, SeenItem]
    conditions: dict[str, SeenCondition]
    worn: tuple[str, ...]
    spells: int
    positions: tuple[SeenPosition, ...]
    pledge: Pledge | None


class SeenDraft(Struct, frozen=True, kw_only=True):
    """A character with rolled scores that is not final yet."""

    id: str
    seat: str
    name: str
    items: tuple[SeenSheet, ...]
    keepsake: str
    scores: Scores


class SeenHarm(Struct, frozen=True, kw_only=True):
    """What a consequence brings."""

    what: str
    damage: int
    conditions: tuple[str, ...]
    ignores_armor: str | None


class SeenConsequence(Struct, frozen=True, kw_only=True):
    """A pending consequence: of a failed Check, of an enemy's Attack, or (neither) of something else."""

    id: str
    character: str
    harm: SeenHarm
    check: str | None
    enemy: str | None
    stance: SeenStance | None


class SeenAttack(Struct, frozen=True, kw_only=True):
    """An Attack of an enemy."""

    name: str
    damage: int | None
    conditions: tuple[str, ...]
    effect: str | None


class SeenEnemy(Struct, frozen=True, kw_only=True):
    """An enemy; its numbers and Attacks are null where they are the game master's to know."""

    id: str
    name: str
    out: bool
    revealed: bool
    hp: int | None
    max_hp: int | None
    armor: int | None
    attacks: tuple[SeenAttack, ...] | None


class SeenEnemySheet(Struct, frozen=True, kw_only=True):
    """A stored stat block."""

    name: str
    hp: int
    attacks: tuple[SeenAttack, ...]
    armor: int


class SeenStored(Struct, frozen=True, kw_only=True):
    """Something stored; players know that it is there."""

    id: str
    enemy: SeenEnemySheet | None
    item: SeenSheet | None


class SeenPrepared(Struct, frozen=True, kw_only=True):
    """A prepared encounter."""

    id: str
    revealed: bool
    what: str | None
    enemies: tuple[str, ...] | None


class SeenSigns(Struct, frozen=True, kw_only=True):
    """Signs of an encounter, and for the game master what was prepared for it."""

    id: str
    prepared: str | None


class SeenPool(Struct, frozen=True, kw_only=True):
    """A Pool; `history` are the dice it had after each of its last rolls."""

    id: str
    name: str
    dice: int
    limit: int
    outcome: str | None
    encounter: str | None
    clock_of: str | None
    history: tuple[int, ...]


class SeenRoll(Struct, frozen=True, kw_only=True):
    """A roll."""

    id: str
    dice: int
    position: RolledPosition
    faces: tuple[int, ...]
    hits: int
    misses: int
    zero: bool


class SeenFortune(Struct, frozen=True, kw_only=True):
    """What chance answered out of sight."""

    question: str
    roll: SeenRoll
    yes: bool
    extra: int


class SeenContest(Struct, frozen=True, kw_only=True):
    """How two parties rolled against one another out of sight."""

    question: str
    rolls: tuple[SeenRoll, SeenRoll]
    ahead: Ahead
    by: int


class SeenEncounter(Struct, frozen=True, kw_only=True):
    """What an Encounter Roll out of sight came to."""

    trigger: Trigger
    roll: SeenRoll
    signs: bool
    prepared: str | None


class SeenHidden(Struct, frozen=True, kw_only=True):
    """What is out of sight: all know that it is there and of which kind; the rest is the game master's."""

    id: str
    kind: Literal["pool", "fortune", "contest", "encounter"]
    pool: SeenPool | None
    fortune: SeenFortune | None
    contest: SeenContest | None
    encounter: SeenEncounter | None


class SeenParticipant(Struct, frozen=True, kw_only=True):
    """One who takes part in a fight: the initiative die, what was done this round, and whether an action is granted."""

    id: str
    side: Side
    face: int
    off_guard: bool
    acted: bool
    moved: bool
    done: bool
    granted: bool


class SeenFight(Struct, frozen=True, kw_only=True):
    """A fight: who takes part, the round, the order of turns, and whose turn it is."""

    round: int
    turn: str | None
    order: tuple[str, ...]
    participants: tuple[SeenParticipant, ...]
    offers: tuple[tuple[str, str], ...]


class SeenProposal(Struct, frozen=True, kw_only=True):
    """A command, as it was asked for, that waits for the game master's word."""

    id: str
    seat: str
    command: Proposable
