"""In every game, a 400 explains where a body is wrong, what the field accepts and what was sent."""

from typing import Annotated, Any, Final, Literal

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec import Meta, Struct

from services.gateway.served import SERVICES
from services.rpg_boundless.game import campaign
from shared.kernel.campaign.fights import EndFight
from shared.kernel.jobs.commands import Width
from shared.kernel.messages import Command
from shared.platform.http.expected import in_words
from shared.platform.http.hosting import asking_type
from tests.http.test_bad_input import WRONG
from tests.support.http import JSON, Table, assert_problem
from tests.support.sampling import sampled

ID: Final = "an id: lower-case letters, digits, _ and -; at most 64"
LINE: Final = "one line of text, 1 to 200 characters"
JARGON: Final = ("regex", "Expected `", "got `", "\\x00", "[a-z", "(?!")
ASKING: Final = asking_type(campaign)
GAMES: Final = [game for one in SERVICES for game in one.games]


def explanation(body: Any, hint: Any = ASKING) -> tuple[str, str]:  # noqa: ANN401 JSON, a declared type
    """Return the invalid field of a body, and the sentence that explains the error."""
    sent = msgspec.json.encode(body)
    with pytest.raises(msgspec.ValidationError) as raised:
        msgspec.json.decode(sent, type=hint)
    wrong = in_words(str(raised.value), hint, sent)
    return wrong.field, wrong.detail.removeprefix(f"{wrong.field or 'the body'}: ")


CHECK: Final = {"type": "Check", "character": "character-1"}
MADE: Final = {"type": "CreateCharacter", "name": "Ash", "keepsake": "coin", "items": []}
SENTENCES: Final = {
    "an id": (CHECK | {"character": "Ash Grey"}, "character", f'expected {ID}; got "Ash Grey"'),
    "no id": (CHECK | {"character": None}, "character", f"expected {ID}; got null"),
    "a name": (MADE | {"name": ""}, "name", f'expected {LINE}; got ""'),
    "two lines": (
        MADE | {"name": "a\nb"},
        "name",
        f'expected {LINE}; got "a<U+000A>b"; U+000A cannot be seen: leave it out',
    ),
    "a long name": (MADE | {"name": "a" * 201}, "name", f'expected {LINE}; got "{"a" * 60}…"'),
    "a small number": (CHECK | {"stamina": -1}, "stamina", "expected a whole number from 0 to 100; got -1"),
    "a text for it": (CHECK | {"stamina": "6"}, "stamina", 'expected a whole number from 0 to 100; got "6"'),
    "a half": (CHECK | {"stamina": 2.5}, "stamina", "expected a whole number from 0 to 100; got 2.5"),
    "a huge number": (
        CHECK | {"stamina": 10**30},
        "stamina",
        "expected a whole number from 0 to 100; got a larger number",
    ),
    "a choice": (
        CHECK | {"attribute": "luck"},
        "attribute",
        'expected one of strength, dexterity, willpower or null; got "luck"',
    ),
    "a number in a list": (
        MADE | {"items": [{"name": "rope"}, {"name": "axe", "weapon": {"damage": 1001}}]},
        "items[1].weapon.damage",
        "expected a whole number from 0 to 1000; got 1001",
    ),
    "an object for a list": (MADE | {"items": {}}, "items", "expected a list, at most 10 entries; got an object"),
    "a list that is too long": (
        MADE | {"items": [{"name": "rope"}] * 11},
        "items",
        "expected a list, at most 10 entries; got a list of 11",
    ),
    "a pair": (
        {"type": "OpposeFortune", "sides": [{}]},
        "sides",
        "expected a list of 2; got a list of 1",
    ),
    "a field that lacks": ({"type": "Check"}, "", f"character is missing: {ID}"),
    "a field misspelt": (CHECK | {"stamnia": 1}, "", 'there is no field "stamnia"; did you mean stamina?'),
    "a command misspelt": ({"type": "Cheek"}, "type", 'there is no "Cheek"; did you mean Check?'),
    "no command at all": ({}, "", "type is missing: a name that the contract lists"),
    "a proposal of something else": (
        {"type": "Propose", "command": {"type": "Check"}},
        "command.type",
        'there is no "Check"; there are TakeItem, ClearCondition, Rest, CreateCharacter',
    ),
    "deep in a proposal": (
        {"type": "Propose", "command": {"type": "TakeItem", "character": "c", "item": {"name": 5}}},
        "command.item.name",
        f"expected {LINE}; got 5",
    ),
}


@pytest.mark.parametrize("row", SENTENCES.values(), ids=SENTENCES.keys())
def test_an_error_is_explained_in_words(row: tuple[dict[str, Any], str, str]) -> None:
    """The problem names the field, what the field accepts and what was sent.

    It suggests a correction for a misspelt name.
    """
    command, field, sentence = row

    where, said = explanation({"command": command})

    assert f"command.{field}".rstrip(".") == where
    assert sentence == said


class Odd(Struct, forbid_unknown_fields=True):
    """A struct with field types that no command has yet."""

    counts: dict[str, Annotated[int, Meta(ge=1)]] = {}
    trials: Annotated[int, Meta(ge=1, le=9, description="more than 5 are refused")] = 1
    passing: Annotated[Literal["never", "always"], Meta(description="who passes")] = "never"
    faces: Annotated[tuple[int, ...], Meta(max_length=3, description="faces of dice")] | None = None
    half_width: Width = "0.05"
    names: dict[Annotated[str, Meta(pattern="^a$", description="the letter a")], int] = {}
    most: Literal["dice", "3"] = "dice"
    share: float = 0.5
    open: bool = True


def test_a_bound_that_is_excluded_is_explained_in_words() -> None:
    """A number below 24 is explained as one of at most 23."""
    kind = Annotated[int, Meta(ge=0, lt=24)]
    assert explanation(25, kind) == ("", "expected a whole number from 0 to 23; got 25")


@pytest.mark.parametrize(
    ("body", "field", "sentence"),
    [
        ({"counts": {"x": 1, "y": 0}}, "counts.y", "expected a whole number, at least 1; got 0"),
        ({"names": {"b": 1}}, "names", "each name must be the letter a"),
        ({"share": "x"}, "share", 'expected a number; got "x"'),
        ({"open": 1}, "open", "expected true or false; got 1"),
        ({"trials": 0}, "trials", "expected a whole number from 1 to 9 (more than 5 are refused); got 0"),
        ({"passing": "nobody"}, "passing", 'expected one of never, always (who passes); got "nobody"'),
        ({"most": 3}, "most", 'expected one of dice, "3"; got 3'),
        ({"faces": 4}, "faces", "expected a list, at most 3 entries (faces of dice) or null; got 4"),
        (
            {"half_width": 0.1},
            "half_width",
            'expected a number above 0 as text: a decimal or a fraction, such as "0.05" or "1/20"; got 0.1',
        ),
        ([], "", "expected an object; got a list of 0"),
        ({"opeen": True}, "", 'there is no field "opeen"; did you mean open?'),
        (
            {"zzz": True},
            "",
            'there is no field "zzz"; there are counts, trials, passing, faces, half_width, names, most, share, open',
        ),
    ],
)
def test_maps_numbers_and_booleans_are_explained_in_words(body: Any, field: str, sentence: str) -> None:  # noqa: ANN401 JSON
    """The explanation names the map's entry, and states only bounds that exist."""
    assert (field, sentence) == explanation(body, Odd)


def test_a_command_without_fields_is_reported_as_such() -> None:
    """For a command without fields, the explanation does not suggest attributes of the command's class as fields."""
    assert ("", 'there is no field "x"; there are none') == explanation({"type": "EndFight", "x": 1}, EndFight)


def kinds() -> list[tuple[str, Any, type[Command]]]:
    """Return every command of every game."""
    return [(game.service, asking_type(game), kind) for game in GAMES for kind in game.commands]


def test_there_are_commands_to_check() -> None:
    """The tests in this file cover commands of every game."""
    assert {"dice", "rpg_boundless", "tcg"} <= {service for service, _, _ in kinds()}


@pytest.mark.parametrize(
    ("hint", "kind"), [pytest.param(hint, kind, id=f"{name} {kind.__name__}") for name, hint, kind in kinds()]
)
def test_no_error_about_a_field_shows_a_pattern_or_type(hint: Any, kind: type[Command]) -> None:  # noqa: ANN401 a type
    """No explanation shows a pattern or a Python type, whatever value was sent for a field."""
    for field in msgspec.structs.fields(kind):
        values: tuple[Any, ...] = ({"x": {}}, "", "A\n", -(10**9), [[]], None, "x" * 999)
        for value in values:
            body = {"command": {"type": kind.__name__, field.encode_name: value}}
            try:
                msgspec.json.decode(msgspec.json.encode(body), type=hint)
            except msgspec.ValidationError as error:
                wrong = in_words(str(error), hint, msgspec.json.encode(body))
                assert not [word for word in JARGON if word in wrong.detail], wrong
                assert wrong.needs
                assert "another value" not in wrong.detail


@pytest.mark.parametrize("body", WRONG.values(), ids=WRONG.keys())
def test_the_problem_explains_the_error_in_words(table: Table, body: str) -> None:
    """The problem has a detail, the field and what the field accepts; it shortens the quoted value."""
    problem = assert_problem(table.app.post(f"{table.path}/commands", content=body, headers=JSON), 400)

    assert not [word for word in JARGON if word in problem["detail"]]
    assert problem["needs"]
    assert len(problem["detail"]) < 600


JSON_VALUES: Final = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner, max_size=4),
    max_leaves=12,
)
COMMANDS: Final = st.fixed_dictionaries(
    {"type": st.sampled_from([kind.__name__ for kind in campaign.commands])},
    optional={name: JSON_VALUES for kind in campaign.commands for name in kind.__struct_fields__},
)


@settings(max_examples=sampled(40, of=200), deadline=None, derandomize=True)
@given(body=COMMANDS.map(lambda command: {"command": command}) | JSON_VALUES)
def test_every_bad_value_is_explained(body: Any) -> None:  # noqa: ANN401 JSON
    """Every bad value gets an explanation that is not empty."""
    sent = msgspec.json.encode(body)
    try:
        msgspec.json.decode(sent, type=ASKING)
    except msgspec.ValidationError as error:
        wrong = in_words(str(error), ASKING, sent)
        assert wrong.detail
        assert wrong.needs


@pytest.mark.parametrize("name", ["x - at `$.y`", "`", "a.b[0]", "\u0000", "", "🎲" * 99])
def test_an_odd_field_name_is_explained(name: str) -> None:
    """The server reports a field name with odd characters as an unknown field."""
    assert explanation({"command": CHECK | {name: 1}})[1]
