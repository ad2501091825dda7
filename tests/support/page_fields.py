"""The names that the page shows as labels and options: the fields and values in a game's contract."""

from __future__ import annotations

import json
import re
from collections import defaultdict
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, Final

CONTRACTS: Final = Path(__file__).resolve().parents[2] / "contracts"
CHECKED: Final = 5
"""The number of parts of a path below which its requests open streams or roll, as in `/dice/v1/rolls`.

The first part of a path is empty.
"""
ASIDE: Final = {"jobs", "odds"}
"""Requests for which the page has other forms, with their own texts."""
UNREAD: Final = {"example", "examples", "default", "description", "discriminator"}
READ: Final = re.compile(r"[^\W\d]")

Schema = Mapping[str, Any]


def names_of(game: str) -> Mapping[str, str]:
    """Return each name of a field or value that a game's forms or views show, with a schema that contains it."""
    schemas, found = _schemas(game), dict[str, str]()
    for schema in _reached(game, sent=False):
        for name in _named_in(schemas[schema]):
            found.setdefault(name, schema)
    return {name: schema for name, schema in found.items() if READ.search(name)}


def lists_of(game: str) -> set[str]:
    """Return the names of the fields in a game's forms that are lists."""
    schemas = _schemas(game)
    fields = [pair for name in _reached(game, sent=True) for pair in schemas[name].get("properties", {}).items()]
    return {name for name, field in fields if any(one.get("type") == "array" for one in _ways(field, schemas))}


def reached_schemas(game: str) -> Mapping[str, Schema]:
    """Return the schemas of the requests that the forms of a game send, by name."""
    schemas = _schemas(game)
    return {name: schemas[name] for name in sorted(_reached(game, sent=True))}


def singular(name: str) -> str:
    """Return the name of one item of a list, as the page makes it."""
    return re.sub(r"dice$", "die", re.sub(r"s$", "", re.sub(r"ies$", "y", name)))


def _contract(game: str) -> Schema:
    contract: Schema = json.loads((CONTRACTS / game / "openapi.json").read_bytes())
    return contract


def _schemas(game: str) -> Mapping[str, Schema]:
    schemas: Mapping[str, Schema] = _contract(game)["components"]["schemas"]
    return schemas


def _roots(game: str, *, sent: bool) -> Iterator[Schema]:
    """Yield the schemas of requests that the page sends to a game and, unless `sent`, of a stream's view."""
    for path, methods in _contract(game)["paths"].items():
        parts = path.split("/")
        if parts[1] != game or ASIDE & set(parts):
            continue
        if "post" in methods and (parts[-1] in {"commands", "check"} or len(parts) < CHECKED):
            yield methods["post"]["requestBody"]
        if "get" in methods and parts[-1] == "{id}" and not sent:
            yield methods["get"]["responses"]["200"]


def _reached(game: str, *, sent: bool) -> set[str]:
    """Return the names of the schemas that can be reached from the roots."""
    schemas, found = _schemas(game), set[str]()
    left = [name for root in _roots(game, sent=sent) for name in _references(root)]
    while left:
        name = left.pop()
        if name not in found:
            found.add(name)
            left += _references(schemas[name])
    return found


def _references(value: object) -> Iterator[str]:
    for part in _parts(value):
        if isinstance(part.get("$ref"), str):
            yield part["$ref"].rpartition("/")[2]


def _named_in(schema: Schema) -> Iterator[str]:
    for part in _parts(schema):
        if isinstance(part.get("properties"), dict):
            yield from part["properties"]
        yield from (one for one in (*_listed(part.get("enum")), part.get("const")) if isinstance(one, str))


def _listed(values: object) -> list[object]:
    return values if isinstance(values, list) else []


def _parts(value: object) -> Iterator[dict[str, Any]]:
    """Yield the objects inside a schema."""
    if isinstance(value, dict):
        yield value
    inside = value.items() if isinstance(value, dict) else enumerate(_listed(value))
    for name, one in inside:
        if name not in UNREAD:
            yield from _parts(one)


def _ways(field: Schema, schemas: Mapping[str, Schema]) -> Iterator[Schema]:
    """Yield a field's schema, and the schemas of its alternatives."""
    found = schemas[field["$ref"].rpartition("/")[2]] if "$ref" in field else field
    yield found
    for one in found.get("anyOf", []):
        yield from _ways(one, schemas)


def by_owner(games: Mapping[str, Mapping[str, str]]) -> Mapping[str, Mapping[str, str]]:
    """Return the names by the folder that has their texts: the only game with that name, or `page`."""
    found: dict[str, dict[str, str]] = defaultdict(dict)
    for game, names in games.items():
        for name, schema in names.items():
            alone = all(name not in others for other, others in games.items() if other != game)
            found[game if alone else "page"][name] = f"{game}: {schema}"
    return found
