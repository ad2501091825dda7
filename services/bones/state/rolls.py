"""Rolls: each die keeps its identity, so that it can be rerolled, lost, or put to use by itself."""

from __future__ import annotations

from typing import Final, Literal, TypeAlias

from msgspec import Struct

RollStage: TypeAlias = Literal["faces", "hurt", "successes", "final"]
"""The faces may be rerolled; poison and flames act; successes may be bought or given away; it stands as it is."""
DieKind: TypeAlias = Literal["character", "item", "hindering", "horde"]
BONES: Final = ("character", "horde")
"""The dice that a creature is."""


class RollDie(Struct, frozen=True, kw_only=True):
    """A die that is about to be rolled, as `Shown` names it. `worn`: it is that of an armor or a shield."""

    die: str
    kind: DieKind
    faces: tuple[str, ...]
    worn: bool = False


class Shown(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A die of a roll and the face it shows.

    `die` is `die-3` for the third die of a creature, else the id of its item or of the hindering die it bears;
    struck: it has left the roll, with what it showed
    """

    die: str
    kind: DieKind
    face: str
    struck: bool = False


class Roll(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """The dice of one creature, rolled for one task or one round.

    Shape: of: the task, the fight or the resistance it belongs to; skill: None in a fight, Resistance of a mind;
           target: whom a horde rolls it against; rerolled: the die that was; bought: successes bought;
           automatic: those put to it where each is used up;
           given, told: dice a success of which was given away, or was a command; taken: successes received;
           tired: successes that magic beyond the safe level takes off (BN-MAG-09)
    """

    id: str
    of: str
    creature: str
    dice: tuple[Shown, ...]
    stage: RollStage = "faces"
    skill: str | None = None
    target: str | None = None
    rerolled: str | None = None
    bought: int = 0
    automatic: int = 0
    given: tuple[str, ...] = ()
    taken: int = 0
    told: tuple[str, ...] = ()
    tired: int = 0

    @property
    def standing(self) -> tuple[Shown, ...]:
        """Return the dice that are still in the roll."""
        return tuple(one for one in self.dice if not one.struck)

    @property
    def empty(self) -> bool:
        """Whether no die of the creature itself stands: nothing counts any more. Rule: BN-R-257."""
        return not any(one.kind in BONES for one in self.standing)

    def shown(self, die: str) -> Shown | None:
        """Return what a die of the roll shows."""
        return next((one for one in self.dice if one.die == die), None)


class Reported(Struct, frozen=True, kw_only=True):
    """Faces that a player has entered for a roll that is due. Rule: BN-CAMP-163."""

    of: str
    faces: tuple[int, ...]
