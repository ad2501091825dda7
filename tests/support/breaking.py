"""Contract changes that break callers: the rules, and the comparison that applies them.

Requests must stay valid: the new contract accepts whatever the old one accepted. Responses must stay readable:
every field that was always present is still present, with one of its former types. Responses may gain fields,
enumerated values and event types; requests may gain choices.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final, Literal, NamedTuple

Way = Literal["asked", "answered"]
LEAST: Final = ("minimum", "minLength", "minItems", "minProperties")
MOST: Final = ("maximum", "maxLength", "maxItems", "maxProperties")
METHODS: Final = ("get", "post", "put", "patch", "delete")
NAMES: Final[Mapping[type, str]] = {str: "string", bool: "boolean", int: "integer", float: "number"}
NOTHING: Final[Mapping[str, Any]] = {}


class Choice(NamedTuple):
    """One form that a value may have. Its tag distinguishes it; its type is empty if any type is allowed."""

    tag: str
    type: str
    schema: Mapping[str, Any]


def breaking(old: Mapping[str, Any], new: Mapping[str, Any]) -> list[str]:
    """List the changes that would break a caller of the old contract."""
    walk = _Walk(old, new)
    found: list[str] = []
    for path, methods in old["paths"].items():
        for method in (one for one in METHODS if one in methods):
            place = f"{method.upper()} {path}"
            other = new["paths"].get(path, NOTHING).get(method)
            found += [f"{place} is gone"] if other is None else walk.operation(place, methods[method], other)
    return list(dict.fromkeys(found))


class _Walk:
    """A comparison of two contracts, part by part."""

    def __init__(self, old: Mapping[str, Any], new: Mapping[str, Any]) -> None:
        self.old, self.new = old["components"]["schemas"], new["components"]["schemas"]
        self.seen = set[tuple[int, int, Way]]()

    def operation(self, place: str, old: Mapping[str, Any], new: Mapping[str, Any]) -> Iterator[str]:
        yield from self.parameters(place, old["parameters"], new["parameters"])
        before, now = (one.get("requestBody", NOTHING) for one in (old, new))
        if now.get("required") and not before.get("required"):
            yield f"{place}: a body is needed now"
        for media, body in before.get("content", NOTHING).items():
            yield from self.content(f"{place} body", media, body, now, way="asked")
        for status, answer in old["responses"].items():
            if status not in new["responses"]:
                yield f"{place}: {status} is no longer answered"
                continue
            for media, body in answer.get("content", NOTHING).items():
                yield from self.content(f"{place} {status}", media, body, new["responses"][status], way="answered")

    def parameters(self, place: str, old: list[dict[str, Any]], new: list[dict[str, Any]]) -> Iterator[str]:
        before, now = ({(one["in"], one["name"]): one for one in each} for each in (old, new))
        for key, one in before.items():
            if key not in now:
                yield f"{place}: the parameter {key[1]} is gone"
            else:
                yield from self.schema(f"{place} {key[1]}", one["schema"], now[key]["schema"], way="asked")
        for key, one in now.items():
            if one["required"] and not before.get(key, NOTHING).get("required"):
                yield f"{place}: the parameter {key[1]} is needed now"

    def content(
        self, place: str, media: str, old: Mapping[str, Any], new: Mapping[str, Any], *, way: Way
    ) -> Iterator[str]:  # fmt: skip
        now = new.get("content", NOTHING).get(media)
        if now is None:
            yield f"{place}: {media} is gone"
        elif media != "text/event-stream" or "$ref" in old["schema"]:  # a text/event-stream once allowed any text
            yield from self.schema(place, old["schema"], now["schema"], way=way)

    def schema(self, place: str, old: Any, new: Any, *, way: Way) -> Iterator[str]:  # noqa: ANN401 JSON
        pair = (id(old), id(new), way)  # keep both contracts alive, so that no other schema gets the same id
        if pair in self.seen:
            return
        self.seen.add(pair)
        before, now = list(choices(old, self.old)), list(choices(new, self.new))
        given, found = (before, now) if way == "asked" else (now, before)
        for one in given:
            like = [other for other in found if _alike(one, other)]
            if not like:
                yield from self.unmatched_ways(place, one, found, way=way)
                continue
            pairs = [(one, other) if way == "asked" else (other, one) for other in like]
            faults = [list(self.form(f"{place}{one.tag and f' {one.tag}'}", *two, way=way)) for two in pairs]
            yield from min(faults, key=len)

    def unmatched_ways(self, place: str, one: Choice, found: list[Choice], *, way: Way) -> Iterator[str]:
        if way == "asked":
            yield f"{place}: {one.tag or one.type or 'any value'} is no longer taken"
        elif not (one.tag and any(other.tag for other in found)):
            yield f"{place}: may be {one.tag or one.type or 'anything'} now"

    def form(self, place: str, before: Choice, now: Choice, *, way: Way) -> Iterator[str]:
        old, new = before.schema, now.schema
        if way == "asked":
            yield from _narrower_limits(place, old, new)
        needed, given = (set(one.get("required", ())) for one in (old, new))
        for name in sorted(given - needed if way == "asked" else needed - given):
            yield f"{place}.{name} is needed now" if way == "asked" else f"{place}.{name} may be missing now"
        closed = new.get("additionalProperties") is False
        for name, field in old.get("properties", NOTHING).items():
            if name in new.get("properties", NOTHING):
                yield from self.schema(f"{place}.{name}", field, new["properties"][name], way=way)
            elif (closed and way == "asked") or (way == "answered" and name not in needed):
                yield f"{place}.{name} is gone"
        for (part, one), (_, other) in zip(_inside(old, new), _inside(new, old), strict=True):
            yield from self.schema(f"{place}{part}", one, other, way=way)


def choices(schema: Mapping[str, Any], components: Mapping[str, Any], tag: str = "") -> Iterator[Choice]:
    """Return the forms that a schema allows."""
    if "$ref" in schema:
        yield from choices(components[schema["$ref"].rpartition("/")[2]], components, tag)
        return
    union = schema.get("oneOf") or schema.get("anyOf")
    if union is not None:
        tags = {ref: name for name, ref in schema.get("discriminator", NOTHING).get("mapping", NOTHING).items()}
        for one in union:
            yield from choices(one, components, tags.get(one.get("$ref", ""), tag))
        return
    kinds = schema.get("type")
    if kinds is not None:
        yield from (Choice(tag, kind, schema) for kind in ([kinds] if isinstance(kinds, str) else kinds))
        return
    named = words(schema) or []
    for kind in dict.fromkeys(type(word) for word in named):
        yield Choice(tag, NAMES[kind], {**schema, "enum": [word for word in named if type(word) is kind]})
    if not named:
        yield Choice(tag, "", schema)


def words(schema: Mapping[str, Any]) -> list[Any] | None:
    """Return the values that a schema enumerates, or None if it enumerates none."""
    return [schema["const"]] if "const" in schema else schema.get("enum")


def _alike(one: Choice, other: Choice) -> bool:
    """Return whether two forms should be compared: tags and types each match, or one side leaves them open."""
    tags = one.tag == other.tag or not (one.tag and other.tag)
    return tags and (one.type == other.type or not one.type or not other.type)


def _narrower_limits(place: str, old: Mapping[str, Any], new: Mapping[str, Any]) -> Iterator[str]:
    """Report limits that accept less than before."""
    before, now = words(old), words(new)
    if now is not None and (before is None or set(before) - set(now)):
        yield f"{place}: fewer words are taken"
    for bound in LEAST:
        if new.get(bound, 0) > old.get(bound, 0) or (bound in new and bound not in old and new[bound] > 0):
            yield f"{place}: {bound} is higher"
    for bound in MOST:
        if bound in new and new[bound] < old.get(bound, float("inf")):
            yield f"{place}: {bound} is lower"
    if "pattern" in new and new["pattern"] not in {old.get("pattern"), f"^$|{old.get('pattern')}"}:
        yield f"{place}: the pattern is another"
    if new.get("additionalProperties") is False and old.get("additionalProperties", True) is not False:
        yield f"{place}: unknown fields are refused"


def _inside(schema: Mapping[str, Any], other: Mapping[str, Any]) -> list[tuple[str, Any]]:
    """Return the schemas for the members of an array or mapping. A side that allows any member gets an empty schema."""
    count = max(len(one.get("prefixItems", ())) for one in (schema, other))
    items = schema.get("items") or NOTHING
    parts = [*schema.get("prefixItems", ())]
    parts += [items] * (count - len(parts))
    found = [(f"[{place}]", one) for place, one in enumerate(parts)]
    if not count and ("items" in schema or "items" in other):
        found.append(("[]", items))
    extra, others = (one.get("additionalProperties") for one in (schema, other))
    if isinstance(extra, dict) or isinstance(others, dict):
        found.append(("{}", extra if isinstance(extra, dict) else {}))
    return found
