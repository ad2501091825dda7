"""The sample adventure that comes with the game: `adventure.toml`. What each row is for is a rule of the ledger."""

from __future__ import annotations

from functools import cached_property
from typing import Final, Literal

import msgspec
from msgspec import Struct

from services.bones.catalogue import Run, table
from services.bones.faces import Move


class Title(Struct, frozen=True, kw_only=True):
    """An adventure: where its characters wake, and how they are hurt. Source: BN-ADV-01, BN-ADV-13, BN-R-227.

    Shape: takes: the armor that is taken from them; leader: of the tribe, who rules minds by this `theme`, those of
           these `genders` alone; sacrifices: of whom one dies to make that last
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
    """A theme of the magic of somebody in the adventure. Source: BN-ADV-13."""

    name: str
    effect: str
    limitation: str


class Kin(Struct, frozen=True, kw_only=True):
    """Somebody who may appear in the adventure, and how many there are. Source: BN-ADV-07 to BN-ADV-18.

    Shape: least, each: so many, and so many more for each character; horde: so many horde dice instead of dice;
           armor: it wears what armor was taken from the characters; stored: the successes of the spell of the leader
           that it is under while its fate is `under`; `freed` is its fate once nothing rules it; wall: it is chained
           to one
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
    """Somebody whose fate is kept, and what it may be; at the start the first, or what this setting says."""

    name: str
    about: str
    fates: tuple[str, ...]
    setting: Literal["karl_state_at_start"] | None = None


class Area(Struct, frozen=True, kw_only=True):
    """A place of the catacombs. `depth`: in metres; guards: the fewest who are there. Source: BN-ADV-16, BN-ADV-97."""

    id: str
    name: str
    facts: tuple[str, ...]
    depth: int | None = None
    guards: dict[str, int] = {}


class Check(Struct, frozen=True, kw_only=True):
    """Something that may be tried in the adventure; without a skill nothing is rolled. Source: BN-ADV-21 to -75.

    Shape: aim: what those may read of it who do not lead, if not the task; quiet: what comes of it is for the game
           master to tell; anywhere: it is tried outside its area too; until: which event of which day is too late;
           number: of successes that have to be reached; stored: successes of the spell that has to be beaten;
           opposed_by: one of the tribe, or `other` whom the game master names; bonus: what opponents have for nothing,
           unless it is `averted_by` something, or by what has been `done`; finds: what is found; coins: what a success
           brings, coins_each: what each of its successes brings; needs: what has to be at hand, and is used up where
           it is `spent`; once: what a success leaves to nobody else; after: what has to be done before;
           alive: who has to be; captive: it is about the consort; by: who alone tries it, theme: with what magic;
           person, fates: whose fate is one of these; sets, fails: its fate after success or failure;
           frees: from which shackles; shackles, wall: it ends in them, and chained to the wall; sacrifices: one of
           these, unless magic lasts already; kills: whoever tries it; back: where failure puts them;
           half_move: it leads others at half their move
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
        """Return what everybody may read of it. Rule: BN-CAMP-132."""
        return self.aim or self.task

    def told(self, *, success: bool) -> str | None:
        """Return what is told of it to all: what was learned by success alone. Rule: BN-CAMP-132."""
        if self.quiet:
            return None
        return self.success or self.task if success else self.failure


class Turn(Struct, frozen=True, kw_only=True):
    """How an event of the timetable changes the fate of somebody, if it was one `of` these.

    Shape: alive, dead: who has to be so by then; unless: what prevents it once it is done
    """

    person: str
    to: str
    of: tuple[str, ...]
    alive: str | None = None
    dead: str | None = None
    unless: str | None = None


class Entry(Struct, frozen=True, kw_only=True):
    """What happens at a time of a day, unless the characters interfere. Source: BN-ADV-76 to BN-ADV-94.

    Shape: captives: it happens where the captives are; each: what each character has to try
    """

    rule: str
    day: int
    time: str
    event: str
    captives: bool = False
    sets: tuple[Turn, ...] = ()
    each: str | None = None


class Reward(Struct, frozen=True, kw_only=True):
    """What earns each who escapes spiffs, unless the person is `lost`. Source: BN-ADV-102 to BN-ADV-105."""

    rule: str
    id: str
    when: str
    spiffs: int
    person: str | None = None
    lost: tuple[str, ...] = ("dead",)


class Book(Struct, frozen=True, kw_only=True, dict=True):
    """The whole of an adventure."""

    title: Title
    kin: tuple[Kin, ...]
    people: tuple[Person, ...]
    areas: tuple[Area, ...]
    checks: tuple[Check, ...]
    timetable: tuple[Entry, ...]
    rewards: tuple[Reward, ...]

    @cached_property
    def kin_by_name(self) -> dict[str, Kin]:
        """Return who may appear, by name."""
        return {one.name: one for one in self.kin}

    @cached_property
    def people_by_name(self) -> dict[str, Person]:
        """Return whose fates are kept, by name."""
        return {one.name: one for one in self.people}

    @cached_property
    def areas_by_id(self) -> dict[str, Area]:
        """Return the places, by id."""
        return {one.id: one for one in self.areas}

    @cached_property
    def checks_by_id(self) -> dict[str, Check]:
        """Return what may be tried, by id."""
        return {one.id: one for one in self.checks}

    @cached_property
    def rewards_by_id(self) -> dict[str, Reward]:
        """Return what earns spiffs, by id."""
        return {one.id: one for one in self.rewards}


BOOK: Final = msgspec.convert(table("adventure"), Book)
"""The adventure that comes with the game."""
