"""A fight: its fighters, the distances and cover between them, and their tasks in the round."""

from __future__ import annotations

from operator import attrgetter
from typing import Annotated, Any, Final, Literal, Self, TypeAlias

from msgspec import Meta, Struct
from msgspec.structs import replace

from services.bones.state.magic import Casting
from services.bones.state.tasks import Few, Light, Metres, Percent, SkillName, Terms, Weapons
from shared.kernel.lasting import Lasting, once
from shared.kernel.messages import Id, Line

COUNT: Final = attrgetter("count")
CombatStage: TypeAlias = Literal["declaring", "terms", "rolling", "allotting", "defending", "damage"]
Doing: TypeAlias = Literal["fight", "magic", "other", "move", "coup_de_grace", "nothing"]
Posture: TypeAlias = Literal["lie", "rise"]
Size: TypeAlias = Annotated[int, Meta(ge=1, le=100)]
Those: TypeAlias = Annotated[tuple[Id, ...], Meta(max_length=40)]


class Between(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """The distance and cover between an attacker and a target. By default, the target is in reach and in the open.

    Shape: cover: cover in percent; distance: metres between them; reach: whether the attacker reaches the target, by
           default only if the distance is 0 (BN-CAMP-83); friends: the number of the attacker's allies in the melee
           that the attacker shoots into, by default counted from declared and allotted attacks (BN-CAMP-82,
           BN-CAMP-180); size: the size of the target as a multiple of the size of those allies
    """

    attacker: Id
    target: Id
    cover: Percent = 0
    distance: Metres = 0
    reach: bool | None = None
    friends: Few | None = None
    size: Size = 1


class Declaration(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """The one task that a fighter declares for a round.

    Rule: BN-CMB-01, BN-CMB-02, BN-R-103

    Shape: weapons: the weapons used in the round, none for bare hands; unarmed: whether the roll uses the Unarmed
           skill; skill, aim: the skill and aim of a task other than combat; target: the target of a coup de grace;
           posture: whether the fighter lies down or rises; casting: the theme and aim of magic; holds: the effect that
           the fighter's magic holds
    """

    doing: Doing
    weapons: Weapons = ()
    unarmed: bool = False
    targets: Those = ()
    skill: SkillName | None = None
    aim: Line | None = None
    target: Id | None = None
    posture: Posture | None = None
    casting: Casting | None = None
    holds: Id | None = None

    @property
    def strikes(self) -> bool:
        """Return whether the fighter fights or casts, so that its successes are allotted to attack and defence.

        Rule: BN-MAGC-01
        """
        return self.doing in ("fight", "magic")


NOTHING: Final = Declaration(doing="nothing")


class RoundMagic(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """The game master's decision on what a fighter's magic can do in a round.

    Rule: BN-MAGC-01, BN-MAGC-02, BN-MAGC-06

    Shape: attacks, protects: whether its successes may attack, or defend; ranged: whether it attacks at a distance, not
           by touch or around its caster; goes_on: whether its effect may be held in later rounds; takes_victim: whether
           the game master accepts the blood sacrifice; defies: effects whose stored successes oppose it
    """

    attacks: bool = False
    protects: bool = False
    ranged: bool = False
    goes_on: bool = False
    takes_victim: bool = False
    defies: Annotated[tuple[Id, ...], Meta(max_length=10)] = ()


class Aimed(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """The number of successes that attack one target."""

    target: Id
    count: Annotated[int, Meta(ge=1, le=20)] = 1


class Put(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """The use of one die's successes. `die` is a die of the roll, or `bonus` for bought and automatic successes.

    Shape: way: the index, from 0, of the chosen way to read the face
    """

    die: Id
    way: Few = 0
    attack: Annotated[tuple[Aimed, ...], Meta(max_length=20)] = ()
    defend: Few = 0

    @property
    def strikes(self) -> int:
        """Return the number of the die's successes that attack."""
        return sum(map(COUNT, self.attack))


class Allotment(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """The successes that a fighter uses to attack each target, and to defend.

    Rule: BN-CMB-19

    Shape: ranged: whether the fighter throws a weapon in hand to attack at range, if it has that choice (BN-EQ-05)
    """

    puts: Annotated[tuple[Put, ...], Meta(max_length=60)] = ()
    ranged: bool = False


class Stand(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The number of a defender's successes that stop one attacker. Rule: BN-R-271."""

    attacker: Id
    count: Few


class Fighter(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A creature in a fight, and its actions in the round.

    Shape: declared, allotted: whether it has declared and allotted, perhaps still in secret; shown: whether its
           declaration is public; guards: attackers against whom its task counts as defence (BN-R-119); escapes:
           attackers that it escapes if its task succeeds; terms: the terms of its task; task: the id of its task;
           gross: the successes of its task before Nulls (BN-R-120), or the successes that its magic has left; magic:
           what its magic can do; defied: the successes that oppose its magic; escaped: attackers that it escaped in
           this round; fled: attackers that it escaped in earlier rounds (BN-CMB-20); rolls: roll ids, for a horde one
           for each target; down: whether it was incapacitated when the round began (BN-R-277); picked: whether it used
           the movement of the round to pick up an item (BN-CAMP-67); order: the magic order that its declaration
           carries out (BN-R-316)
    """

    id: str
    side: str
    declared: bool = False
    declaration: Declaration | None = None
    shown: bool = False
    terms: Terms | None = None
    magic: RoundMagic | None = None
    guards: tuple[str, ...] = ()
    escapes: bool = False
    task: str | None = None
    gross: int = 0
    defied: int = 0
    escaped: tuple[str, ...] = ()
    rolls: tuple[str, ...] = ()
    allotted: bool = False
    allotment: Allotment | None = None
    stood: bool = False
    stands: tuple[Stand, ...] = ()
    fled: tuple[str, ...] = ()
    picked: bool = False
    down: bool = False
    order: str | None = None

    @property
    def said(self) -> Declaration:
        """Return the fighter's declaration if it is known, or else the declaration `nothing`."""
        return self.declaration or NOTHING


class Combat(Lasting, Struct, frozen=True, kw_only=True, omit_defaults=True):
    """The current fight.

    Shape: order: the fighters in the game master's order; groups: the groups of fighters that allot together, one group
           after another; group: the index, from 0, of the group that allots now (BN-R-270); left: the creatures that
           left the fight (BN-SAC-19)
    """

    id: str
    round: int = 1
    stage: CombatStage = "declaring"
    light: Light = "bright"
    between: tuple[Between, ...] = ()
    fighters: dict[str, Fighter] = {}
    order: tuple[str, ...] = ()
    groups: tuple[tuple[str, ...], ...] = ()
    group: int = 0
    left: tuple[str, ...] = ()

    @once
    def there(self) -> tuple[Fighter, ...]:
        """Return the fighters in the order that the game master has set."""
        return tuple(map(self.fighters.__getitem__, self.order))

    @once
    def allotting(self) -> tuple[str, ...]:
        """Return the ids of the fighters in the group that allots now, without those who left."""
        if self.stage != "allotting" or self.group >= len(self.groups):
            return ()
        return tuple([who for who in self.groups[self.group] if who in self.fighters])

    @property
    def conceals(self) -> bool:
        """Return whether declarations, or allotments of the current group, are still hidden from some seats."""
        return any((one.declared and not one.shown) for one in self.fighters.values()) or any(
            self.fighters[who].allotted for who in self.allotting
        )

    def away(self, one: str, other: str) -> bool:
        """Return whether one of two fighters escaped the other in an earlier round.

        If so, neither can reach the other.

        Rule: BN-CAMP-65
        """
        first, second = self.fighters.get(one), self.fighters.get(other)
        return (first is not None and other in first.fled) or (second is not None and one in second.fled)

    def concerns(self, who: str) -> bool:
        """Return whether a creature is a fighter, or a task of the round names it. Rule: BN-CAMP-26."""
        tasks = (one.terms for one in self.fighters.values() if one.terms)
        return who in self.fighters or any(who in terms.others for terms in tasks)

    def pair(self, attacker: str, target: str) -> Between:
        """Return the distance and cover between an attacker and a target."""
        for one in self.between:
            if one.attacker == attacker and one.target == target:
                return one
        return Between(attacker=attacker, target=target)

    def reaches(self, attacker: str, target: str) -> bool:
        """Return whether a target is in reach of an attacker. Rule: BN-CAMP-83, BN-R-263."""
        if not self.between:
            return True
        said = self.pair(attacker, target).reach
        return not self.apart(attacker, target) if said is None else said

    def apart(self, one: str, other: str) -> int:
        """Return the distance between two fighters in metres, in whichever direction it was recorded."""
        return max(self.pair(one, other).distance, self.pair(other, one).distance) if self.between else 0

    def change_fighter(self, who: str, **changes: Any) -> Self:  # noqa: ANN401 fields of a fighter
        """Return the fight after changing fields of a fighter."""
        return replace(self, fighters={**self.fighters, who: replace(self.fighters[who], **changes)})
