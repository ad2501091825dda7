"""The routes of this service beside those every game has: the catalogue that comes with the game."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Final

from litestar import Response, get
from litestar.types import ControllerRouterHandler
from msgspec import Struct

from services.bones import catalogue as printed
from services.bones.catalogue import (
    Ability,
    Background,
    Benchmark,
    Culture,
    Difficulty,
    ItemKind,
    Lore,
    Mastery,
    NamedDie,
    NamedOnly,
    Occupation,
    Power,
    Race,
    Sample,
    Skill,
    Step,
    Symbol,
    Threat,
    Year,
)
from shared.platform.contract import RouteSpec
from shared.platform.http.answers import Reply, encode


class Catalogue(Struct, frozen=True, kw_only=True):
    """What comes with the game: icons and what they do, dice, things, creatures, tasks, and the Cold Iron setting.

    A campaign has these under the same names, unless it has put something of its own in their place. `named_only` are
    cultures, backgrounds and occupations that others speak of; a campaign supplies them. `chronology` has the earliest
    year first.
    """

    symbols: tuple[Symbol, ...]
    skills: tuple[Skill, ...]
    masteries: tuple[Mastery, ...]
    abilities: tuple[Ability, ...]
    races: tuple[Race, ...]
    dice: tuple[NamedDie, ...]
    items: tuple[ItemKind, ...]
    creatures: tuple[Sample, ...]
    hordes: tuple[Threat, ...]
    powers: tuple[Power, ...]
    difficulties: tuple[Difficulty, ...]
    benchmarks: tuple[Benchmark, ...]
    cultures: tuple[Culture, ...]
    backgrounds: tuple[Background, ...]
    occupations: tuple[Occupation, ...]
    named_only: tuple[NamedOnly, ...]
    steps: tuple[Step, ...]
    chronology: tuple[Year, ...]
    lore: tuple[Lore, ...]


CATALOGUE: Final = RouteSpec(gives=Catalogue, about="What comes with the game.", secured=False)


@get("/bones/v1/catalogue", opt={"spec": CATALOGUE}, tags=["bones"], sync_to_thread=False)
def catalogue() -> Response[bytes]:
    """Read what comes with the game: skills, mastery icons, standard dice, things, creatures, tasks and Cold Iron."""
    return Reply(encode(whole()))


@cache
def whole() -> Catalogue:
    """Return the catalogue that comes with the game."""
    data = printed.PRINTED
    return Catalogue(
        symbols=printed.SYMBOLS,
        skills=tuple(printed.SKILLS.values()),
        masteries=tuple(printed.MASTERY.values()),
        abilities=tuple(printed.ABILITIES.values()),
        races=data.races,
        dice=data.dice,
        items=data.items,
        creatures=data.creatures,
        hordes=data.hordes,
        powers=printed.POWERS,
        difficulties=tuple(printed.DIFFICULTIES.values()),
        benchmarks=printed.BENCHMARKS,
        cultures=data.cultures,
        backgrounds=data.backgrounds,
        occupations=data.occupations,
        named_only=printed.NAMED_ONLY,
        steps=printed.STEPS,
        chronology=printed.CHRONOLOGY,
        lore=printed.LORE,
    )


ROUTES: Final[Sequence[ControllerRouterHandler]] = (catalogue,)
