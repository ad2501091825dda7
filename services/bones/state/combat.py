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
    """What is between an attacker and a target; by default they are in reach and in the open.

    Shape: cover: percent; distance: metres; reach: if left out, whether the distance is 0 (BN-CAMP-83); friends:
           how many of the attacker's side are in the melee that it shoots into, counted if left out (BN-CAMP-82);
           size: how many times as large as those friends the target is
    """

    attacker: Id
    target: Id
    cover: Percent = 0
    distance: Metres = 0
    reach: bool | None = None
    friends: Few | None = None
    size: Size = 1


class Declaration(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """A fighter's one task in a round.

    Rule: BN-CMB-01, BN-CMB-02, BN-R-103

    Shape: weapons: used in the round, none for bare hands; unarmed: the roll uses the Unarmed skill; skill, aim: of
           a task that is not combat; target: of a coup de grace; posture: to lie down or rise; casting: the theme
           of magic, with its aim; holds: the effect that magic holds
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
        """Whether its successes are allotted to attack and defence, because it fights or casts. Rule: BN-MAGC-01."""
        return self.doing in ("fight", "magic")


NOTHING: Final = Declaration(doing="nothing")


class RoundMagic(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """What the magic of a round can do, as set by the game master.

    Rule: BN-MAGC-01, BN-MAGC-02, BN-MAGC-06

    Shape: attacks, protects: its successes may attack, or defend; ranged: it attacks at a distance, not by touch or
           around its caster; goes_on: its effect may be held in later rounds; takes_victim: a blood sacrifice is
           accepted; defies: effects whose stored successes oppose it
    """

    attacks: bool = False
    protects: bool = False
    ranged: bool = False
    goes_on: bool = False
    takes_victim: bool = False
    defies: Annotated[tuple[Id, ...], Meta(max_length=10)] = ()


class Aimed(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """A number of successes that attack one target."""

    target: Id
    count: Annotated[int, Meta(ge=1, le=20)] = 1


class Put(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """How the successes of one die are used. `die` is a die of the roll, or `bonus` for bought and automatic successes.

    Shape: way: the index of the way in which the face is read, from 0
    """

    die: Id
    way: Few = 0
    attack: Annotated[tuple[Aimed, ...], Meta(max_length=20)] = ()
    defend: Few = 0

    @property
    def strikes(self) -> int:
        """Return how many of the successes attack."""
        return sum(map(COUNT, self.attack))


class Allotment(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """The successes used to attack each target, and to defend.

    Rule: BN-CMB-19

    Shape: ranged: throw a weapon in hand to attack at range, if the fighter has that choice (BN-EQ-05)
    """

    puts: Annotated[tuple[Put, ...], Meta(max_length=60)] = ()
    ranged: bool = False


class Stand(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A number of a defender's successes that stop one attacker. Rule: BN-R-271."""

    attacker: Id
    count: Few


class Fighter(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A creature in a fight, and what it does in the round.

    Shape: declared, allotted: it has done so, perhaps still in secret; shown: its declaration is public; guards:
           attackers against whom its task counts as defence (BN-R-119); escapes: success escapes these attackers;
           terms: of its task; task: the task's id; gross: the successes of its task before Nulls (BN-R-120), or
           what is left of its magic; magic: what its magic can do; defied: the successes that oppose its magic;
           escaped: attackers escaped in this round; fled: attackers escaped in earlier rounds (BN-CMB-20); rolls:
           ids, one for each target of a horde; down: it was incapacitated when the round began (BN-R-277); picked:
           it picked up an item with the movement of the round (BN-CAMP-67); order: the accepted order that its
           declaration carries out (BN-R-316)
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
        """Return its declaration, if it is known, and otherwise `nothing`."""
        return self.declaration or NOTHING


class Combat(Lasting, Struct, frozen=True, kw_only=True, omit_defaults=True):
    """The current fight.

    Shape: order: the fighters in the game master's order; groups: fighters who allot together, one group after another;
           group: the index of the group that allots now, from 0 (BN-R-270)
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

    @once
    def there(self) -> tuple[Fighter, ...]:
        """Return the fighters in the order that the game master has set."""
        return tuple(map(self.fighters.__getitem__, self.order))

    @once
    def allotting(self) -> tuple[str, ...]:
        """Return the group whose turn it is to allot, without fighters who left."""
        if self.stage != "allotting" or self.group >= len(self.groups):
            return ()
        return tuple([who for who in self.groups[self.group] if who in self.fighters])

    @property
    def conceals(self) -> bool:
        """Whether declarations, or allotments of the present group, are hidden from some seats."""
        return any((one.declared and not one.shown) for one in self.fighters.values()) or any(
            self.fighters[who].allotted for who in self.allotting
        )

    def away(self, one: str, other: str) -> bool:
        """Whether one of two fighters escaped the other in an earlier round, so that neither reaches the other.

        Rule: BN-CAMP-65
        """
        first, second = self.fighters.get(one), self.fighters.get(other)
        return (first is not None and other in first.fled) or (second is not None and one in second.fled)

    def concerns(self, who: str) -> bool:
        """Whether a creature is a fighter, or is named by a task of the round. Rule: BN-CAMP-26."""
        tasks = (one.terms for one in self.fighters.values() if one.terms)
        return who in self.fighters or any(who in terms.others for terms in tasks)

    def pair(self, attacker: str, target: str) -> Between:
        """Return what is between two fighters."""
        for one in self.between:
            if one.attacker == attacker and one.target == target:
                return one
        return Between(attacker=attacker, target=target)

    def reaches(self, attacker: str, target: str) -> bool:
        """Whether a target is in reach of an attacker. Rule: BN-CAMP-83, BN-R-263."""
        said = self.pair(attacker, target).reach
        return not self.apart(attacker, target) if said is None else said

    def apart(self, one: str, other: str) -> int:
        """Return the distance between two fighters in metres, whichever of them it was set for."""
        return max(self.pair(one, other).distance, self.pair(other, one).distance) if self.between else 0

    def changed(self, who: str, **changes: Any) -> Self:  # noqa: ANN401 fields of a fighter
        """Return the fight with a fighter changed."""
        return replace(self, fighters={**self.fighters, who: replace(self.fighters[who], **changes)})
