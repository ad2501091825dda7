"""Structs that commands, events and the state share: sheets of Items and enemies, harm, Positions and rolls."""

from __future__ import annotations

from typing import Annotated, Final, TypeAlias

from msgspec import Meta, Struct
from msgspec.structs import replace

from services.rpg_boundless.catalogue import Ahead, Attribute, Position, Purpose, Reach, RolledPosition, Size, Trigger
from shared.kernel.messages import Line
from shared.kernel.pools.position import OUTRIGHT

MAX_DICE: Final = 20
MAX_POINTS: Final = 1000

Dice: TypeAlias = Annotated[int, Meta(ge=0, le=MAX_DICE, description="a number of dice; 0 is the 0D roll")]
Points: TypeAlias = Annotated[int, Meta(ge=0, le=MAX_POINTS)]
Some: TypeAlias = Annotated[int, Meta(ge=1, le=MAX_POINTS)]
Score: TypeAlias = Annotated[int, Meta(ge=0, le=20)]
Conditions: TypeAlias = Annotated[tuple[Line, ...], Meta(max_length=5)]


class Scores(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A score for each Attribute."""

    strength: Score
    dexterity: Score
    willpower: Score

    def of(self, attribute: Attribute) -> int:
        """Return the score of an Attribute."""
        return {"strength": self.strength, "dexterity": self.dexterity, "willpower": self.willpower}[attribute]

    def having(self, attribute: Attribute, score: int) -> Scores:
        """Return the scores with one Attribute changed."""
        return replace(self, **{attribute: score})

    @property
    def total(self) -> int:
        """Return the sum of the three scores."""
        return self.strength + self.dexterity + self.willpower


class WeaponSheet(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The Weapon values of an Item: its Damage Rating and its reach."""

    damage: Points
    reach: Reach = "melee"


class ArmorSheet(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The Armor values of an Item: its full HP."""

    hp: Some


class ItemSheet(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """An Item. It may be a Weapon, Armor or both."""

    name: Line
    size: Size = "normal"
    weapon: WeaponSheet | None = None
    armor: ArmorSheet | None = None


class Harm(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """The harm of a consequence: a description, Damage and Conditions.

    `ignores_armor` is the reason why Armor does not help.
    """

    what: Line
    damage: Points = 0
    conditions: Conditions = ()
    ignores_armor: Line | None = None


class AttackSheet(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """An enemy's Attack: a Damage Rating, Conditions, or another effect described in words."""

    name: Line
    damage: Points | None = None
    conditions: Conditions = ()
    effect: Line | None = None


class EnemySheet(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """An enemy: its HP and Attacks, and Armor if the setting `enemies.armor` is true."""

    name: Line
    hp: Some
    attacks: Annotated[tuple[AttackSheet, ...], Meta(min_length=1, max_length=10)]
    armor: Points = 0


class Stance(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """A Position and the reason for it. `condition` names a Condition of the character that causes the Position."""

    position: Position = "standard"
    reason: Line | None = None
    condition: Line | None = None

    @property
    def why(self) -> str | None:
        """Return the reason for the Position: the stated one, or else the Condition that causes it, or None."""
        return self.reason or self.condition

    @property
    def outright(self) -> bool | None:
        """Return the result that the Position decides without dice, or None if dice decide.

        Rule: FB-POS-02, FB-POS-06
        """
        return OUTRIGHT.get(self.position)


class PlacedStance(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A Position set beforehand for the next roll of a kind.

    With `what`, it applies only to a roll with this description.
    """

    stance: Stance
    on: Purpose = "check"
    what: str | None = None


class Helper(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """An ally, and the Stamina that the ally adds to a Check."""

    character: Annotated[str, Meta(max_length=64)]
    stamina: Some


class Rolled(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A roll, with an id, its number of dice, and their faces.

    `zero`: a roll of 0 dice (0D), for which one die is rolled.
    """

    id: str
    dice: int
    position: RolledPosition
    faces: tuple[int, ...]
    hits: int
    misses: int
    zero: bool = False


def same_words(first: str | None, second: str | None) -> bool:
    """Return whether two descriptions are the same, ignoring case and blanks."""
    return _bare(first) == _bare(second)


def _bare(text: str | None) -> str | None:
    return None if text is None else " ".join(text.casefold().split())


class Carried(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """An Item that a character carries: the Slots that it takes up and, for Armor, its remaining HP."""

    id: str
    sheet: ItemSheet
    slots: int
    armor_hp: int = 0
    keepsake: bool = False


class PoolSheet(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """The values of a hidden Pool when it was created."""

    name: str
    dice: int
    limit: int
    outcome: str | None = None


class PoolFall(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """One roll of a hidden Pool: the dice that it lost, and the dice that remain.

    `void` is the reason why the roll was annulled. In that case, the Pool lost no dice.
    """

    roll: Rolled
    lost: int
    left: int
    void: str | None = None


class FortuneAnswer(Struct, frozen=True, kw_only=True):
    """The answer of a hidden Fortune Roll. Each of the `extra` Hits strengthens a yes."""

    question: str
    roll: Rolled
    yes: bool
    extra: int


class ContestResult(Struct, frozen=True, kw_only=True):
    """The result of an opposed roll of two parties."""

    question: str
    rolls: tuple[Rolled, Rolled]
    ahead: Ahead
    by: int


class EncounterResult(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """The result of an Encounter Roll: whether it found signs, and their Pool."""

    trigger: Trigger
    roll: Rolled
    signs: bool
    pool: PoolSheet | None = None
    prepared: str | None = None
