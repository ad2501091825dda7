"""The encoding of messages: one byte form (RFC 8785), no unknown fields in commands, and readers of secrets."""

import json
from typing import Annotated, TypeAlias

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec import Meta, Struct

from shared.kernel.messages import (
    MAX_NUMBER,
    NOBODY,
    Command,
    Event,
    Hex32,
    Id,
    Line,
    Secret,
    SecretClosed,
    canonical,
    may_read,
    secret_fields,
)

Json: TypeAlias = "bool | int | str | list[Json] | dict[str, Json] | None"
TEXT = st.text(st.characters(codec="utf-8"))
NAME = st.text(st.characters(max_codepoint=127), max_size=8)
SCALAR = st.none() | st.booleans() | st.integers(-MAX_NUMBER, MAX_NUMBER) | TEXT
JSON = st.recursive(SCALAR, lambda inner: st.lists(inner, max_size=4) | st.dictionaries(NAME, inner, max_size=4))


class Move(Command, frozen=True, kw_only=True):
    """Move to a place."""

    to: str = "here"
    at: int = 0


class Moved(Event, frozen=True, kw_only=True):
    """A move was made."""

    to: str | Secret[str]


# ------------------------------------------------------------------ canonical form


def rfc8785(form: Json) -> str:
    """Encode JSON exactly as RFC 8785 (sections 3.2.2 and 3.2.3) requires, for values without fractions."""
    if isinstance(form, dict):
        names = sorted(form, key=lambda name: name.encode("utf-16-be"))
        return "{" + ",".join(f"{rfc8785(name)}:{rfc8785(form[name])}" for name in names) + "}"
    if isinstance(form, list):
        return "[" + ",".join(map(rfc8785, form)) + "]"
    if isinstance(form, str):
        return '"' + "".join(map(_escape, form)) + '"'
    return (
        {None: "null", True: "true", False: "false"}[form]
        if form is None or form is True or form is False
        else str(form)
    )


def _escape(character: str) -> str:
    short = {"\b": "\\b", "\t": "\\t", "\n": "\\n", "\f": "\\f", "\r": "\\r", '"': '\\"', "\\": "\\\\"}
    return short.get(character, f"\\u{ord(character):04x}" if character < " " else character)


@given(form=JSON)
def test_the_canonical_form_is_rfc_8785(form: Json) -> None:
    """The canonical form has sorted names, no blanks, the shortest escapes and UTF-8.

    For every JSON value without fractions, it equals the result of an independent implementation of RFC 8785.
    """
    assert canonical(form) == rfc8785(form).encode()


@given(form=JSON)
def test_the_canonical_form_can_be_read_back(form: Json) -> None:
    """Another JSON parser reads the same value from the canonical form, and that value has the same canonical form."""
    assert json.loads(canonical(form)) == form
    assert canonical(msgspec.json.decode(canonical(form))) == canonical(form)


def test_every_character_below_a_blank_is_escaped_as_rfc_8785_says() -> None:
    """Five of the characters below a blank have a short escape; the others have four lower-case hexadecimal digits."""
    controls = "".join(map(chr, range(0x20)))
    assert canonical(controls) == rfc8785(controls).encode()


def test_a_message_sorts_its_tag_among_its_fields() -> None:
    """The canonical form of a message sorts the tag `type` like any other field."""
    assert canonical(Move(to="é")) == '{"at":0,"to":"é","type":"Move"}'.encode()


def test_the_order_of_a_mapping_does_not_matter() -> None:
    """Two mappings with the same content have the same canonical bytes."""
    assert canonical({"b": 1, "a": {"d": 2, "c": 3}}) == canonical({"a": {"c": 3, "d": 2}, "b": 1})


# ------------------------------------------------------------------ valid and invalid input


def test_a_command_with_an_unknown_field_is_refused() -> None:
    """The decoder refuses a misspelt field of a command instead of ignoring it."""
    with pytest.raises(msgspec.ValidationError, match="unknown field"):
        msgspec.json.decode(b'{"type":"Move","too":"there"}', type=Move)


def test_an_event_with_an_unknown_field_is_read() -> None:
    """The decoder accepts an event with an unknown field, so that a log of another release can be read."""
    assert msgspec.json.decode(b'{"type":"Moved","to":"x","more":1}', type=Moved) == Moved(to="x")


@pytest.mark.parametrize("text", ["", "a\n", "a\nb", "\x7f", "a" * 201, "\x00"])
def test_a_line_is_one_line_of_text(text: str) -> None:
    """The decoder refuses a line of text that is empty, too long, or contains control characters."""
    with pytest.raises(msgspec.ValidationError):
        msgspec.convert(text, Line)


@pytest.mark.parametrize("text", ["", "A", "-a", "_a", "a b", "a{b}", "é", "a" * 65, "a\n"])
def test_an_id_has_a_narrow_form(text: str) -> None:
    """The decoder refuses an id that is empty or too long, starts with - or _, or has other characters than allowed.

    An id may have lower-case letters, digits, _ and -.
    """
    with pytest.raises(msgspec.ValidationError):
        msgspec.convert(text, Id)


# ------------------------------------------------------------------ secrets


@pytest.mark.parametrize("text", ["", "ab" * 31, "AB" * 32, "ab" * 33, "ab" * 32 + "\n"])
def test_hexadecimal_has_one_form(text: str) -> None:
    """The decoder accepts only hexadecimal texts with exactly 64 lower-case digits."""
    with pytest.raises(msgspec.ValidationError):
        msgspec.convert(text, Hex32)


@pytest.mark.parametrize(
    ("audience", "seat", "expected"),
    [
        (("gm",), "gm", True),
        (("gm",), "ann", False),
        (("ann", "gm"), "ann", True),
        (("gm",), None, True),
        (NOBODY, None, False),
        (NOBODY, "gm", False),
    ],
)
def test_who_may_read_a_part(audience: tuple[str, ...], seat: str | None, expected: bool) -> None:  # noqa: FBT001
    """A seat may read the parts that name it; the app may read all parts except those that nobody may read."""
    assert may_read(audience, seat) is expected


def test_a_closed_secret_does_not_open() -> None:
    """Reading the value of a closed secret raises an error instead of returning a default."""
    with pytest.raises(SecretClosed):
        Secret[int](audience=("gm",), digest="00").open()


def test_secret_fields_are_found_in_unions_and_annotations() -> None:
    """A field counts as secret by its declared type, even inside a union or an annotation."""

    class Sent(Event, frozen=True, kw_only=True):
        """A secret was sent."""

        plain: int
        bare: Secret[int]
        either: str | Secret[str]
        noted: Annotated[Secret[str] | None, Meta(description="maybe")] = None

    assert dict(secret_fields(Sent)) == {"bare": Secret[int], "either": Secret[str], "noted": Secret[str]}


class Purse(Struct):
    """A struct that contains a secret."""

    coins: Secret[int]


@pytest.mark.parametrize("hint", [tuple[Secret[int], ...], dict[str, Secret[int]], Purse, list[Purse], Secret[Purse]])
def test_a_secret_inside_a_field_is_refused(hint: object) -> None:
    """The kernel refuses a secret inside a field, because it would not be hidden. Only a whole field can be secret."""
    event_type = type("Sent", (Event,), {"__annotations__": {"what": hint}, "__module__": __name__}, kw_only=True)
    with pytest.raises(TypeError, match="holds a secret inside"):
        secret_fields(event_type)
