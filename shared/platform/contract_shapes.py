"""The schemas of the contract: the JSON Schema of types, in a form that client generators accept.

The name of a component is a letter followed by letters and digits. It is chosen as follows:

- A struct has the name of its class, or its own `contract_name`.
- A union of structs has its name in the code, or a name from the `contract_unions` of a struct. If another component
  already has that name, the union is written out wherever it is used.
- A `Secret[…]` is named after its content: `SecretOutcomeList`, `SecretText`.
- If two schemas have the same name, each gets the prefix of its service: `DiceOddsBody`, `BonesOddsBody`.

The schema of a command states the kind of the command in `x-arbiter-kind`. Unions of tagged structs are `oneOf`,
with a `const` in each member and a mapping from tags to members. A tuple of fixed length is bounded by `minItems`
and `maxItems`. Every default fits its own schema.
"""

from __future__ import annotations

import inspect
import re
import sys
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from types import UnionType
from typing import Any, Final, Union, get_args, get_origin

import msgspec
from msgspec import Struct

from shared.kernel.messages import Command

KIND: Final = "x-arbiter-kind"
REF: Final = "#/components/schemas/{name}"
MAPS: Final = ("properties",)
LISTS: Final = ("anyOf", "oneOf", "prefixItems")
ONES: Final = ("items", "additionalProperties", "propertyNames")
PLAIN: Final[Mapping[str, str]] = {
    "string": "Text", "integer": "Number", "number": "Number", "boolean": "Flag", "null": "Null",
}  # fmt: skip
GENERIC: Final = re.compile(r"(?:[a-z][a-z_0-9]*\.)*([A-Z][A-Za-z0-9]*)_")


class Shapes(Struct, frozen=True):
    """The schemas of some types, and the components to which these schemas refer."""

    schemas: list[Any]
    components: dict[str, Any]


class NamedUnion(Struct, frozen=True):
    """A union of structs that has a name in the contract: where it is used, its name and its members."""

    module: str
    name: str
    of: Any


def shapes_of(asked: Sequence[Any], answered: Sequence[Any] = ()) -> Shapes:
    """Return the schemas of types, and their components. In types that only responses use, every field is required.

    Refuses: ValueError if two types would have the same name
    """
    types = [*asked, *answered]
    owners = _owners(types)
    unions = list(_named_unions(owners))
    drawn, found = msgspec.json.schema_components([*types, *(one.of for one in unions)], ref_template=REF)
    sent = _reachable(drawn[: len(asked)], found)
    found = {name: one if name in sent else _whole(one, owners.get(name)) for name, one in found.items()}
    shapes = [every_schema(one, _in_common_form) for one in drawn]
    named = {f"{one.module}.{one.name}": shape for one, shape in zip(unions, shapes[len(types) :], strict=True)}
    lift = partial(_refer_to_named, {_members(shape): name for name, shape in named.items()})
    shapes = [every_schema(one, lift) for one in shapes[: len(types)]]
    components = {name: every_schema(every_schema(one, _in_common_form), lift) for name, one in found.items()}
    components = _reachable(shapes, components | named)
    components = {name: _with_kind(one, owners.get(name)) for name, one in components.items()}
    names = _final_names(components, owners)
    rename = partial(_with_names, names)
    return Shapes(
        [every_schema(one, rename) for one in shapes],
        {names[name]: every_schema(one, rename) for name, one in components.items()},
    )


def every_schema(schema: Any, change: Callable[[dict[str, Any]], dict[str, Any]]) -> Any:  # noqa: ANN401 JSON
    """Apply a change to a schema and to each schema inside it, starting with the innermost."""
    if not isinstance(schema, dict):
        return schema
    drawn = dict(schema)
    for word in MAPS:
        if word in drawn:
            drawn[word] = {name: every_schema(one, change) for name, one in drawn[word].items()}
    for word in LISTS:
        if word in drawn:
            drawn[word] = [every_schema(one, change) for one in drawn[word]]
    for word in ONES:
        if word in drawn:
            drawn[word] = every_schema(drawn[word], change)
    return change(drawn)


# ---------------------------------------------------------------- changing schemas


def _in_common_form(schema: dict[str, Any]) -> dict[str, Any]:
    drawn = {name: value for name, value in schema.items() if name != "title"}
    if "description" in drawn:
        drawn["description"] = inspect.cleandoc(drawn["description"])
    if "pattern" in drawn:
        drawn["pattern"] = _portable(drawn["pattern"])
    if drawn.get("type") == "array":
        drawn = _as_list(drawn)
    if "discriminator" in drawn:
        drawn["oneOf"] = drawn.pop("anyOf")
    return _with_fitting_default(_with_words(drawn))


def _portable(pattern: str) -> str:
    """Return an equivalent pattern that works in every regex dialect.

    It lacks the check for a final line break, which only Python's `$` needs, and the exclusion of surrogates, which
    valid JSON cannot contain.
    """
    return pattern.replace(r"(?!\n)", "").replace(r"\ud800-\udfff", "")


def _whole(schema: dict[str, Any], kind: type[Struct] | None) -> dict[str, Any]:
    """Return the schema of a type for responses: a field with a default is never absent there, so it is required."""
    if kind is None or kind.__struct_config__.omit_defaults or kind.__struct_config__.array_like:
        return schema
    fields = schema["properties"]
    plain = {name: {word: value for word, value in one.items() if word != "default"} for name, one in fields.items()}
    needed = [name for name, one in fields.items() if name in schema["required"] or "default" in one]
    return schema | {"properties": plain, "required": needed}


def _as_list(schema: dict[str, Any]) -> dict[str, Any]:
    """Return the schema of an array with an explicit schema of its items.

    Some client generators fail if the items have no schema, or the schema `false`.
    """
    parts = schema.get("prefixItems", [])
    drawn = {name: value for name, value in schema.items() if name != "items" or value is not False}
    if parts and all(one == parts[0] for one in parts) and len(parts) == schema.get("maxItems"):
        del drawn["prefixItems"]
        drawn["items"] = parts[0]
    return drawn if "prefixItems" in drawn else {"items": {}} | drawn


def _with_words(schema: dict[str, Any]) -> dict[str, Any]:
    """Add the `type` to a schema that lists allowed values, and turn a list of one value into a `const`."""
    if "enum" not in schema:
        return schema
    rest = {name: value for name, value in schema.items() if name != "enum"}
    words = [one for one in schema["enum"] if isinstance(one, str)]
    numbers = [one for one in schema["enum"] if isinstance(one, int)]
    forms = [_one_of(kind, found) for kind, found in (("string", words), ("integer", numbers)) if found]
    return rest | (forms[0] if len(forms) == 1 else {"anyOf": forms})


def _one_of(kind: str, choices: list[Any]) -> dict[str, Any]:
    return {"type": kind} | ({"const": choices[0]} if len(choices) == 1 else {"enum": choices})


def _with_fitting_default(schema: dict[str, Any]) -> dict[str, Any]:
    """Return the schema with a default that every client generator accepts.

    An empty string is not a valid default for a field with a pattern that forbids it. A default that is a list of names
    moves into the description, because generators of strictly typed Python would type it as a list of any string.
    """
    drawn = dict(schema)
    default = drawn.get("default")
    if default == "" and "pattern" in drawn:
        drawn["pattern"] = f"^$|{drawn['pattern']}"
    if isinstance(default, list | tuple) and "enum" in drawn.get("items", {}):
        words = ", ".join(f"`{word}`" for word in drawn.pop("default"))
        drawn["description"] = f"{drawn.get('description', '')} Left out: {words or 'none'}.".strip()
    return drawn


def _with_kind(schema: dict[str, Any], kind: type[Struct] | None) -> dict[str, Any]:
    """Add the kind of a command to its schema. Rule: AR-KIND-01."""
    return schema | {KIND: kind.counts_as} if kind is not None and issubclass(kind, Command) else schema


# ---------------------------------------------------------------- names


def _owners(types: Sequence[Any]) -> dict[str, type[Struct]]:
    """Return the structs that occur in the given types, each under both names that msgspec may use for it."""
    found: dict[str, type[Struct]] = {}
    waiting: list[Any] = list(msgspec.inspect.multi_type_info(types))
    seen = set[str]()
    while waiting:
        one = waiting.pop()
        if isinstance(one, msgspec.inspect.StructType):
            if repr(one.cls) in seen:
                continue
            seen.add(repr(one.cls))
            kind: Any = get_origin(one.cls) or one.cls
            found |= {kind.__name__: kind, f"{kind.__module__}.{kind.__qualname__}": kind}
        for part in msgspec.structs.asdict(one).values():
            inner = part if isinstance(part, tuple) else (part,)
            waiting += [each for each in inner if isinstance(each, msgspec.inspect.Type | msgspec.inspect.Field)]
    return found


def _named_unions(owners: Mapping[str, type[Struct]]) -> Iterator[NamedUnion]:
    """Yield the unions of tagged structs that have a name of their own, sorted by name."""
    kinds = {*owners.values()}
    found: dict[Any, NamedUnion] = {}
    for kind in sorted(kinds, key=repr):
        places = {**vars(sys.modules[kind.__module__]), **getattr(kind, "contract_unions", {})}
        for name, value in places.items():
            if _is_union(value) and {*get_args(value)} <= kinds and name[0].isupper():
                found.setdefault(frozenset(get_args(value)), NamedUnion(kind.__module__, name, value))
    taken = Counter((_service(one.module), one.name) for one in found.values())
    taken.update({(_service(kind.__module__), kind.__name__) for kind in kinds})
    yield from sorted(
        (one for one in found.values() if taken[_service(one.module), one.name] == 1),
        key=lambda one: (one.name, one.module),
    )


def _is_union(value: Any) -> bool:  # noqa: ANN401 anything
    """Return whether a value is a union of tagged structs."""
    return get_origin(value) in {Union, UnionType} and all(
        isinstance(one, type) and issubclass(one, Struct) and one.__struct_config__.tag is not None
        for one in get_args(value)
    )


def _refer_to_named(unions: Mapping[frozenset[str] | None, str], schema: dict[str, Any]) -> dict[str, Any]:
    """Replace the schema of a union that has a name by a reference to its component."""
    members = _members(schema)
    if members is None or members not in unions:
        return schema
    rest = {word: value for word, value in schema.items() if word not in {"oneOf", "discriminator"}}
    return {"$ref": REF.format(name=unions[members]), **rest}


def _members(schema: Any) -> frozenset[str] | None:  # noqa: ANN401 JSON
    """Return the members of a tagged union; None for any other schema."""
    if not isinstance(schema, dict) or "discriminator" not in schema or "oneOf" not in schema:
        return None
    return frozenset(one["$ref"] for one in schema["oneOf"])


def _final_names(components: Mapping[str, Any], owners: Mapping[str, type[Struct]]) -> dict[str, str]:
    """Return the final name of each component in the contract.

    Refuses: ValueError if two types would have the same name
    """
    generic = {name for name in components if _generic(name)}
    own = {name: _own_name(name, owners) for name in components if name not in generic}
    shared = {name for name, count in Counter(own.values()).items() if count > 1}
    final = {name: _with_service(name, owners) if kind in shared else kind for name, kind in own.items()}
    for name in sorted(generic):
        final[name] = f"{_generic(name)}{_content(components[name]['properties']['value'], final)}"
    bad = {name for name, count in Counter(final.values()).items() if count > 1 or not name.isalnum()}
    bad |= {final[name] for name, kind in own.items() if kind in shared} & {*own.values()}
    if bad:
        raise ValueError(f"two shapes of the contract share a name: {sorted(bad)}; give one a contract_name")
    return final


def _generic(name: str) -> str:
    """Return the class of a generic component, such as `Secret` for `Secret_tuple_int__...__`; otherwise ""."""
    found = GENERIC.match(name)
    return found[1] if found else ""


def _own_name(name: str, owners: Mapping[str, type[Struct]]) -> str:
    chosen: str = getattr(owners.get(name), "contract_name", name.rpartition(".")[2])
    return chosen


def _with_service(name: str, owners: Mapping[str, type[Struct]]) -> str:
    """Return a component's name, prefixed with the name of its service."""
    module = owners[name].__module__ if name in owners else name
    service = "".join(part.title() for part in _service(module).split("_"))
    return f"{service}{_own_name(name, owners)}"


def _service(module: str) -> str:
    """Return the package of a module, such as `dice` for `services.dice.state`."""
    return module.split(".")[1] if "." in module else module


def _content(schema: Mapping[str, Any], names: Mapping[str, str]) -> str:
    """Return a name for the type that a `Secret[…]` component holds."""
    match schema:
        case {"$ref": ref}:
            name = names[_target(ref)]
        case {"prefixItems": parts}:
            name = "".join(_content(one, names) for one in parts) + "Tuple"
        case {"items": one, "minItems": least, "maxItems": most} if least == most:
            name = f"{_content(one, names)}Tuple{most}"
        case {"items": one}:
            name = f"{_content(one, names)}List"
        case {"additionalProperties": dict(one)}:
            name = f"{_content(one, names)}Map"
        case {"anyOf": parts} | {"oneOf": parts}:
            name = "Or".join(_content(one, names) for one in parts)
        case {"enum": _} | {"const": _}:
            name = "Word"
        case _:
            name = PLAIN[schema["type"]]
    return name


def _target(ref: str) -> str:
    return ref.rpartition("/")[2]


def _with_names(names: Mapping[str, str], schema: dict[str, Any]) -> dict[str, Any]:
    drawn = dict(schema)
    if "$ref" in drawn:
        drawn["$ref"] = REF.format(name=names[_target(drawn["$ref"])])
    if "discriminator" in drawn:
        mapping = drawn["discriminator"]["mapping"]
        drawn["discriminator"] = drawn["discriminator"] | {
            "mapping": {tag: REF.format(name=names[_target(ref)]) for tag, ref in mapping.items()}
        }
    return drawn


def _reachable(schemas: Sequence[Any], components: Mapping[str, Any]) -> dict[str, Any]:
    """Return the components to which schemas refer, directly or through other components."""
    found: dict[str, Any] = {}
    waiting = list(schemas)
    while waiting:

        def note(schema: dict[str, Any]) -> dict[str, Any]:
            name = _target(schema.get("$ref", ""))
            if name and name not in found:
                found[name] = components[name]
                waiting.append(components[name])
            return schema

        every_schema(waiting.pop(), note)
    return found
