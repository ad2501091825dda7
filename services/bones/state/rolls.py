"""Rolls: each die keeps its identity, because it can be rerolled, lost or used separately."""

from __future__ import annotations

from typing import ClassVar, Final, Literal, TypeAlias

from msgspec import Struct

from services.bones.faces import Part, parts
from shared.kernel.lasting import Lasting, once

RollStage: TypeAlias = Literal["faces", "hurt", "successes", "final"]
"""The stages of a roll: rerolls, effects of poison and flames, successes bought or given away, and the final stage."""
DieKind: TypeAlias = Literal["character", "item", "hindering", "horde"]
BONES: Final = ("character", "horde")
"""The kinds of dice that a creature consists of."""


class RollDie(Struct, frozen=True, kw_only=True):
    """A die that is about to be rolled, named as in `Shown`. `worn` means that it belongs to armor or a shield."""

    die: str
    kind: DieKind
    faces: tuple[str, ...]
    worn: bool = False


class Shown(Struct, frozen=True, kw_only=True, omit_defaults=True, cache_hash=True):
    """A die of a roll, with the face that it shows.

    `die` is `die-3` for the creature's third die, or the id of an item or hindering die. `struck` means that the die
    has left the roll, so that its face no longer counts.
    """

    die: str
    kind: DieKind
    face: str
    struck: bool = False


class Roll(Lasting, Struct, frozen=True, kw_only=True, omit_defaults=True, cache_hash=True):
    """The dice of one creature, rolled for one task or one round.

    Shape: of: the task, fight or resistance that the roll is for; skill: the skill, None in a fight, Resistance for a
           mind; target: the target that a horde attacks; rerolled: the die that was rerolled; bought: the number of
           bought successes; automatic: the number of automatic successes spent on the roll; given: dice whose success
           was given away; told: dice whose icon was used as a command; taken: successes received from others; tired:
           successes lost to magic beyond the safe level (BN-MAG-09)
    """

    only_dice: ClassVar[tuple[str, ...]] = ("dice",)

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

    @once
    def standing(self) -> tuple[Shown, ...]:
        """Return the dice that are still in the roll."""
        return tuple([one for one in self.dice if not one.struck])

    @once
    def places(self) -> dict[str, int]:
        """Return the position of each die among those that are still in the roll."""
        return {one.die: place for place, one in enumerate(self.standing)}

    @once
    def parts(self) -> tuple[Part, ...]:
        """Return the parts of all faces that the roll shows."""
        return tuple([part for one in self.standing for part in parts(one.face)])

    @once
    def empty(self) -> bool:
        """Return whether none of the creature's own dice is left in the roll, so that nothing in the roll counts.

        Rule: BN-R-257
        """
        return not any(one.kind in BONES for one in self.standing)

    @once
    def icons(self) -> dict[str, int]:
        """Return how many of each icon the roll shows."""
        found: dict[str, int] = {}
        for part in self.parts:
            found[part.icon] = found.get(part.icon, 0) + part.count
        return found

    def face_of(self, die: str) -> Shown | None:
        """Return the face that a die of the roll shows, or None if the die is not in the roll."""
        return next((one for one in self.dice if one.die == die), None)


class Reported(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Faces that a player entered for a creature's next roll. Rule: BN-CAMP-163, BN-CAMP-198.

    `dice` names the die of each face, as in `Shown`. It is empty under versions 0 and 1 of the rules.
    """

    of: str
    faces: tuple[int, ...]
    dice: tuple[str, ...] = ()


class Entered(Struct, frozen=True, order=True):
    """An entry of faces for a roll. It stays in the campaign even if an undo takes the roll back.

    `number` counts the entries. It is the first field, so that a later history compares as greater. `faces` is empty if
    the game master entered them with the roll, which keeps them itself.

    Rule: BN-CAMP-201, BN-CAMP-222
    """

    number: int
    creature: str
    dice: tuple[str, ...]
    faces: tuple[int, ...]

    @property
    def shown(self) -> tuple[tuple[str, int], ...]:
        """Return the dice with their faces."""
        return tuple(zip(self.dice, self.faces, strict=False))
