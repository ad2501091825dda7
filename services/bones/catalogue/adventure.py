"""The printed sample adventure, from `adventure.toml`. Each row names its rule in the ledger."""

from __future__ import annotations

from functools import cached_property
from typing import Final, Literal

import msgspec
from msgspec import Struct

from services.bones.catalogue import Run, table
from services.bones.faces import Move


class Title(Struct, frozen=True, kw_only=True):
    """An adventure: where its characters wake, and the damage they take. Source: BN-ADV-01, BN-ADV-13, BN-R-227.

    Shape: takes: the armor taken from the characters; leader: the leader of the tribe; theme: the theme of the leader's
           mind-controlling magic; genders: the genders of the creatures that this magic can control; sacrifices: the
           kind of creature that is sacrificed to sustain this control
    """

    rule: str
    name: str
    premise: str
    place: str
    damage: int
    takes: tuple[str, ...]
    leader: str
    theme: str
    genders: tuple[str, ...]
    sacrifices: str


class NamedTheme(Struct, frozen=True, kw_only=True):
    """A theme of magic in the adventure. Source: BN-ADV-13."""

    name: str
    effect: str
    limitation: str


class Kin(Struct, frozen=True, kw_only=True):
    """A kind of creature in the adventure, and how many creatures of this kind may appear.

    Source:  BN-ADV-07 to BN-ADV-18
    Shape: least, each: the minimum number, and how many more for each character; horde: the number of horde dice, in
           place of dice; armor: whether it may wear armor taken from the characters; under: its fate while the leader's
           spell controls it; stored: the successes of that spell; freed: its fate once the spell ends; wall: whether it
           is chained to the wall
    """

    rule: str
    name: str
    looks: str
    least: int = 1
    each: int = 0
    dice: tuple[Run, ...] = ()
    horde: int = 0
    items: tuple[str, ...] = ()
    armor: bool = False
    move: Move = "1"
    gender: str | None = None
    themes: tuple[NamedTheme, ...] = ()
    stored: int = 0
    under: str | None = None
    freed: str = ""
    wall: bool = False


class Person(Struct, frozen=True, kw_only=True):
    """A person of the adventure, with all possible fates.

    A person starts with the first fate, unless `setting` names a setting of the campaign that decides it.
    """

    name: str
    about: str
    fates: tuple[str, ...]
    setting: Literal["karl_state_at_start"] | None = None


class Area(Struct, frozen=True, kw_only=True):
    """An area of the catacombs. `depth` is in metres, and `guards` is the minimum number of guards of each kind.

    Source: BN-ADV-16, BN-ADV-97
    """

    id: str
    name: str
    facts: tuple[str, ...]
    depth: int | None = None
    guards: dict[str, int] = {}


class Check(Struct, frozen=True, kw_only=True):
    """A check of the adventure, which a creature may try. A check without a skill needs no roll.

    Source:  BN-ADV-21 to -75
    Shape: aim: the text for players, if it differs from the task; quiet: whether only the game master learns the
           result; anywhere: whether it can be tried outside its area; until: the day and the event after which it is
           too late; number: the successes to reach; stored: the successes of the spell to beat; opposed_by: a kind of
           the tribe, or `other` for a creature that the game master names; bonus: free successes of the opponents,
           unless the circumstance `averted_by` or the earlier result `done` takes them away; finds: the item found;
           coins: coins gained by a success, coins_each: coins gained by each success rolled; needs: an item that must
           be at hand, which is used up if `spent`; once: a name for something that can be done only once; after: what
           must have been done before; alive: a person who must be alive; captive: whether the check is about the
           consort; by: the only person who may try it; theme: the theme of magic used; person, fates: a person, who
           must have one of these fates; sets, fails: the fate after success or failure; frees: the shackles that it
           removes; shackles, wall: whether it puts the creature in shackles, and chains it to the wall; sacrifices: the
           kind of creature that a success kills, unless lasting magic is in place; kills: whether a success kills the
           creature that tries it; back: the area to return to after a failure; half_move: whether the creature leads
           others at half their move
    """

    rule: str
    id: str
    task: str
    aim: str | None = None
    quiet: bool = False
    anywhere: bool = False
    until: tuple[int, int] | None = None
    area: str | None = None
    day: int | None = None
    skill: str | None = None
    difficulty: str | None = None
    number: int | None = None
    stored: int | None = None
    opposed_by: str | None = None
    opposed_skill: str | None = None
    bonus: int = 0
    averted_by: str | None = None
    done: str | None = None
    success: str | None = None
    failure: str | None = None
    damage: int = 0
    finds: str | None = None
    coins: int = 0
    coins_each: int = 0
    needs: str | None = None
    spent: bool = False
    once: str | None = None
    after: str | None = None
    alive: str | None = None
    captive: bool = False
    by: str | None = None
    theme: str | None = None
    person: str | None = None
    fates: tuple[str, ...] = ()
    sets: str | None = None
    fails: str | None = None
    frees: Literal["hands", "wall", "any"] | None = None
    shackles: bool = False
    wall: bool = False
    sacrifices: str | None = None
    kills: bool = False
    back: str | None = None
    half_move: bool = False

    @property
    def said(self) -> str:
        """Return the text that describes the check to players. Rule: BN-CAMP-132."""
        return self.aim or self.task

    def public_text(self, *, success: bool) -> str | None:
        """Return the text that all players read after a success or failure, or None. Rule: BN-CAMP-132."""
        if self.quiet:
            return None
        return self.success or self.task if success else self.failure


class Turn(Struct, frozen=True, kw_only=True):
    """A change of a person's fate by an event of the timetable. It happens only if the current fate is listed in `of`.

    Shape: alive, dead: a person who must be alive or dead by then; unless: a result that prevents the change
    """

    person: str
    to: str
    of: tuple[str, ...]
    alive: str | None = None
    dead: str | None = None
    unless: str | None = None


class Entry(Struct, frozen=True, kw_only=True):
    """An event of the timetable. It happens at its time unless the characters interfere.

    Source: BN-ADV-76 to BN-ADV-94
    Shape:  captives: whether it happens where the captives are; each: the check that every character has to try
    """

    rule: str
    day: int
    time: str
    event: str
    captives: bool = False
    sets: tuple[Turn, ...] = ()
    each: str | None = None


class Reward(Struct, frozen=True, kw_only=True):
    """A reward in spiffs (points that players may spend) for each character who escapes.

    Nobody earns it if its `person` has one of the fates in `lost`.

    Source: BN-ADV-102 to BN-ADV-105
    """

    rule: str
    id: str
    when: str
    spiffs: int
    person: str | None = None
    lost: tuple[str, ...] = ("dead",)


class Book(Struct, frozen=True, kw_only=True, dict=True):
    """All data of an adventure."""

    title: Title
    kin: tuple[Kin, ...]
    people: tuple[Person, ...]
    areas: tuple[Area, ...]
    checks: tuple[Check, ...]
    timetable: tuple[Entry, ...]
    rewards: tuple[Reward, ...]

    @cached_property
    def kin_by_name(self) -> dict[str, Kin]:
        """Return the kinds of creatures, by name."""
        return {one.name: one for one in self.kin}

    @cached_property
    def people_by_name(self) -> dict[str, Person]:
        """Return the persons whose fates are recorded, by name."""
        return {one.name: one for one in self.people}

    @cached_property
    def areas_by_id(self) -> dict[str, Area]:
        """Return the areas, by id."""
        return {one.id: one for one in self.areas}

    @cached_property
    def checks_by_id(self) -> dict[str, Check]:
        """Return the checks, by id."""
        return {one.id: one for one in self.checks}

    @cached_property
    def rewards_by_id(self) -> dict[str, Reward]:
        """Return the rewards, by id."""
        return {one.id: one for one in self.rewards}


BOOK: Final = msgspec.convert(table("adventure"), Book)
"""The data of the printed sample adventure."""
