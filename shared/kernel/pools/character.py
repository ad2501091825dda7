"""Character dice against challenge dice: icons that count as successes, and Nulls that cancel them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from fractions import Fraction
from typing import Annotated, Final, Literal, TypeAlias

from msgspec import Meta, Struct

from shared.kernel.chance import Chance
from shared.kernel.messages import Audience, Id
from shared.kernel.odds import plan
from shared.kernel.odds.distribution import alike, certain
from shared.kernel.odds.plan import Plan
from shared.kernel.pools.pool import MAX_POOL, DicePool, roll_dice
from shared.kernel.pools.position import SUCCESS
from shared.kernel.pools.symbols import Face

Difficulty: TypeAlias = Literal[
    "easy", "simple", "average", "challenging", "difficult", "almost_impossible", "impossible"
]
SixFaces: TypeAlias = Annotated[tuple[Face, ...], Meta(min_length=6, max_length=6)]

SIDES: Final = 6
NULL_FACES: Final = 2
"""The number of faces of a challenge die that show a Null; they are the lowest faces."""
CHALLENGE_DICE: Final[Mapping[Difficulty, int]] = {
    "easy": 2, "simple": 3, "average": 4, "challenging": 6, "difficult": 8, "almost_impossible": 12, "impossible": 12,
}  # fmt: skip
AUTOMATIC_NULLS: Final[Mapping[Difficulty, int]] = {"impossible": 2}


class IconDie(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A six-faced die of a character, with icons on its faces."""

    name: Id
    faces: SixFaces


class CharacterOutcome(Struct, frozen=True, kw_only=True, tag="character", tag_field="of"):
    """The result of a roll: its successes, its Nulls (automatic ones included), and its successes minus Nulls.

    A roll with more successes than Nulls is a success.
    """

    faces: tuple[int, ...]
    challenge: tuple[int, ...]
    icons: dict[str, int]
    successes: int
    nulls: int
    margin: int
    success: bool

    @property
    def total(self) -> int:
        """Return the successes minus the Nulls."""
        return self.margin


class CharacterDice(DicePool, frozen=True, kw_only=True):
    """Icon dice against challenge dice. `counts` names the icons that are successes for this task.

    The recorded faces are first those of the character's dice, in the order listed, and then those of the challenge
    dice.
    """

    dice: Annotated[tuple[IconDie, ...], Meta(max_length=MAX_POOL)]
    counts: Annotated[tuple[Id, ...], Meta(max_length=50)]
    difficulty: Difficulty

    def throw(self, chance: Chance, purpose: str, audience: Audience | None = None) -> CharacterOutcome:
        """Roll icon dice against challenge dice. Each Null cancels a success; the roll succeeds if a success is left.

        Rule:    DI-CHAR-01, DI-CHAR-02, DI-CHAR-03
        """
        faces = roll_dice(chance, purpose, SIDES, len(self.dice), audience=audience)
        challenge = roll_dice(chance, "challenge", SIDES, CHALLENGE_DICE[self.difficulty], audience=audience)
        icons = Counter(icon for die, face in zip(self.dice, faces, strict=True) for icon in die.faces[face - 1])
        successes = sum(number for icon, number in icons.items() if icon in self.counts)
        nulls = sum(face <= NULL_FACES for face in challenge) + AUTOMATIC_NULLS.get(self.difficulty, 0)
        margin = successes - nulls
        return CharacterOutcome(
            faces=faces, challenge=challenge, icons=dict(sorted(icons.items())), successes=successes, nulls=nulls,
            margin=margin, success=margin > 0,
        )  # fmt: skip

    def dice_thrown(self) -> int:
        """Return the total number of character dice and challenge dice."""
        return len(self.dice) + CHALLENGE_DICE[self.difficulty]

    def plan(self) -> Plan:
        """Plan the distribution of successes minus Nulls. Rule: DI-CHAR-01, DI-CHAR-02, DI-CHAR-03."""
        kinds = Counter(
            tuple(sorted(sum(icon in self.counts for icon in face) for face in die.faces)) for die in self.dice
        )
        own = [(plan.plan_of_known(alike(counts)), number) for counts, number in kinds.items()]
        null = plan.plan_of_known(alike([-1] * NULL_FACES + [0] * (SIDES - NULL_FACES)))
        automatic = plan.plan_of_known(certain(-AUTOMATIC_NULLS.get(self.difficulty, 0)))
        return plan.total([*own, (null, CHALLENGE_DICE[self.difficulty]), (automatic, 1)])

    def also(self) -> Mapping[str, Fraction]:
        """Return the probability of a success. Rule: DI-ODDS-03."""
        margin = self.distribution()
        return {SUCCESS: Fraction(margin.where(lambda left: left > 0), margin.total)}
