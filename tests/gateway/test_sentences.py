"""The page's sentences without the page: as data, and filled in word for word as the page does."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from copy import deepcopy
from pathlib import Path
from typing import Any, Final

import msgspec
import pytest

from services.gateway.authoring.page_building import sentence_files
from services.gateway.games import GAMES
from services.page.sentences import filling, functions, names, rolls, wording
from services.page.sentences.data import FILE, SHARED, sentences_of
from services.page.sentences.filling import HOLE, Filler
from services.page.sentences.functions import FUNCTIONS, WRITERS
from services.page.sentences.logs import NotALog, Said, Speaker, read_commits, sentences_in
from services.page.sentences.names import Names
from shared.platform.ledger import CONTRACTS
from tests.gateway.page_sentences import build_sentences, install_tools, run_in_node

TESTS: Final = Path(__file__).resolve().parents[1]
PLAYED: Final = tuple(sorted(game for game in GAMES if (CONTRACTS / game / FILE).exists()))
DRIVER: Final = """
import { readFileSync } from 'node:fs';
const [module, file] = process.argv.slice(2), { sentencesOf } = await import(module);
const { game, logs } = JSON.parse(readFileSync(file, 'utf8'));
console.log(JSON.stringify(logs.map((text) => {
  try {
    const { events, commands } = sentencesOf(text, game);
    return [...events, ...commands].map(({ says }) => says);
  } catch { return null; }
})));
"""
NO_TEXT: Final = re.compile(r"\bundefined\b|\bnull\b|\bNaN\b|\[object ")
"""A pattern for what the page says where an event lacks a field that it always has."""
SPARE: Final = 3
"""How many events of each type are changed, one field at a time."""


@pytest.fixture(scope="module")
def page(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Build the page's own filler for node."""
    return build_sentences(tmp_path_factory)


def said_by_page(page: Path, folder: Path, game: str, logs: Sequence[str]) -> list[list[str] | None]:
    """Return the page's sentences for the events and the commands of each log; None for a log that it cannot say."""
    found: list[list[str] | None] = run_in_node(page, folder, DRIVER, game=game, logs=logs)
    return found


def said_here(game: str, log: str) -> list[str]:
    """Return our sentences for the events and the commands of a log."""
    commits = list(read_commits(log.encode().splitlines()))
    known = Names()
    learner = Filler(game, known)
    events = [(one.before + place + 1, event) for one in commits for place, event in enumerate(one.events)]
    for version, event in events:
        learner.learn(event, version)
    asked = [Filler(game, known, one.version).request(one.command) for one in commits]
    return [Filler(game, known, version).sentence(event) for version, event in events] + asked


def golden_logs(game: str) -> list[str]:
    """Return the golden logs of a game, as the app reads them."""
    return [path.read_text("utf-8") for path in sorted((TESTS / game / "golden").glob("*.ndjson"))]


def with_parts(log: str, change: Callable[[Any], Mapping[str, Any]]) -> str:
    """Return a log with the secret parts of each line changed."""
    lines = (json.loads(line) for line in log.splitlines())
    return "\n".join(json.dumps(line | {"parts": [change(part) for part in line["parts"]]}) for line in lines)


def closed(part: Mapping[str, Any]) -> Mapping[str, Any]:
    """Return a secret part as a reader sees it who may not open it."""
    return {"digest": part["digest"]}


def differences(game: str, logs: Sequence[str], page_says: Sequence[list[str] | None]) -> list[str]:
    """Return where our sentences differ from the page's."""
    return [
        f"{ours!r}, and the page says {theirs!r}"
        for log, all_theirs in zip(logs, page_says, strict=True)
        for ours, theirs in zip(said_here(game, log), all_theirs or [], strict=True)
        if ours != theirs
    ]


# ---------------------------------------------------------------- the data


@pytest.mark.rule("AR-SHOW-01")
@pytest.mark.long
def test_the_sentences_as_data_are_current(tmp_path: Path) -> None:
    """The committed files are what the page's build writes. `make web` writes them."""
    install_tools()
    made = dict(sentence_files(tmp_path))

    assert {path.parent.name for path in made} == {*PLAYED, SHARED}
    assert [] == [str(path) for path, text in made.items() if path.read_text("utf-8") != text]


@pytest.mark.rule("AR-SHOW-01")
@pytest.mark.parametrize("game", PLAYED)
def test_every_event_type_has_a_template_or_a_function_in_the_data(game: str) -> None:
    """A program that reads only the data finds something to say for each event of each game."""
    own, shared = sentences_of(game), sentences_of(SHARED)
    kinds = json.loads((CONTRACTS / game / "events.json").read_bytes())["events"]

    assert [] == sorted(kinds.keys() - own.sentences.keys() - shared.sentences.keys() - set(own.functions))


@pytest.mark.rule("AR-SHOW-01")
@pytest.mark.parametrize("game", PLAYED)
def test_every_shape_that_a_template_names_is_in_the_data(game: str) -> None:
    """Each `{field@shape}` names a shape of the game or of all games, and each function is written here."""
    own, shared = sentences_of(game), sentences_of(SHARED)
    texts = [
        *(text for templates in own.sentences.values() for text in templates),
        *(text for shape in own.shapes.values() for text in shape.templates or ()),
        *(text for all_called in own.called.values() for called in all_called for text in called.as_),
    ]
    named = {found[3] for text in texts for found in HOLE.finditer(text) if found[2] == "@"}
    written = {(game, name) for name, shape in own.shapes.items() if shape.function is not None}

    assert texts
    assert named <= own.shapes.keys() | shared.shapes.keys()
    assert written <= FUNCTIONS.keys()
    assert {(game, kind) for kind in own.functions} <= WRITERS.keys()


@pytest.mark.rule("AR-SHOW-01")
def test_each_shape_is_said_in_one_way() -> None:
    """A shape has templates, words or a function, and the functions here are those that the data name."""
    shapes = {(game, name): shape for game in (*PLAYED, SHARED) for name, shape in sentences_of(game).shapes.items()}
    ways = {name: [shape.templates, shape.words, shape.function] for name, shape in shapes.items()}

    assert [] == [name for name, way in ways.items() if sum(one is not None for one in way) != 1]
    assert {name for name, shape in shapes.items() if shape.function is not None} == FUNCTIONS.keys()


@pytest.mark.rule("AR-SHOW-01")
def test_data_with_an_unknown_field_is_refused() -> None:
    """The form is strict: a field that a reader does not know is a fault, not something to ignore."""
    text = (CONTRACTS / "dice" / FILE).read_text("utf-8").replace('"functions"', '"functoins"')

    with pytest.raises(msgspec.ValidationError, match="functoins"):
        msgspec.json.decode(text, type=type(sentences_of("dice")))


# ---------------------------------------------------------------- word for word


@pytest.mark.rule("AR-SHOW-02")
@pytest.mark.parametrize("game", PLAYED)
@pytest.mark.long
def test_every_golden_log_is_said_as_the_page_says_it(page: Path, tmp_path: Path, game: str) -> None:
    """Each event and each command of each golden log, for the app and for a stranger, has the page's sentence."""
    logs = golden_logs(game)
    logs += [with_parts(log, closed) for log in logs]
    page_says = said_by_page(page, tmp_path, game, logs)

    assert all(page_says)
    assert [] == differences(game, logs, page_says)


@pytest.mark.rule("AR-SHOW-02")
@pytest.mark.parametrize("game", PLAYED)
@pytest.mark.long
def test_events_that_lack_something_are_said_as_the_page_says_them(page: Path, tmp_path: Path, game: str) -> None:
    """Events in which any one field is missing, or hidden, have the page's sentence too."""
    logs = list(map(alone, changed_events(game)))
    says = said_by_page(page, tmp_path, game, logs)
    pairs = [
        (log, said) for log, said in zip(logs, says, strict=True) if said is not None and not NO_TEXT.search(said[0])
    ]

    assert len(pairs) > len(logs) / 2
    assert [] == differences(game, [log for log, _ in pairs], [said for _, said in pairs])


def changed_events(game: str) -> Iterator[Mapping[str, Any]]:
    """Yield events of the golden logs, each with one field left out or hidden."""
    found: dict[str, list[Mapping[str, Any]]] = {}
    for log in golden_logs(game):
        for commit in read_commits(log.encode().splitlines()):
            for event in commit.events:
                found.setdefault(event["type"], []).append(event)
    for event in (event for events in found.values() for event in events[:SPARE]):
        for path in paths_in({name: value for name, value in event.items() if name != "type"}):
            without = deepcopy(event)
            del at(without, path[:-1])[path[-1]]
            yield without
        for field in event.keys() - {"type"}:
            yield {**event, field: {"audience": ["gm"]}}


def at(value: Any, path: Sequence[Any]) -> Any:  # noqa: ANN401 JSON
    """Return the value at a path."""
    return at(value[path[0]], path[1:]) if path else value


def paths_in(value: object) -> Iterator[tuple[Any, ...]]:
    """Yield the path of each field of an object, and of the objects in it; of a list, only its first element's."""
    inner = value.items() if isinstance(value, dict) else enumerate(value[:1]) if isinstance(value, list) else ()
    for name, one in inner:
        if isinstance(value, dict):
            yield (name,)
        yield from ((name, *path) for path in paths_in(one))


def alone(event: Mapping[str, Any]) -> str:
    """Return a log with one event."""
    intent = {"at": 1, "seat": "gm", "role": "gm", "command": {"type": "Act"}}
    record = {"stream": "a.b:c", "version": 1, "ruleset": "", "intent": intent, "draws": [], "events": [event]}
    return json.dumps({"head": "", "parts": [], "public": record})


@pytest.mark.rule("AR-SHOW-02")
@pytest.mark.parametrize(
    ("game", "module", "name", "planted"),
    [
        ("tcg", filling, "counted", lambda _, noun: f"several {noun}"),
        ("tcg", filling, "worded", lambda _, code: str(code)),
        ("bones", filling, "listed", lambda texts, most=12: ", ".join(texts)),  # noqa: ARG005 the same parameters
        ("dice", rolls, "came_to", lambda *_: "hidden"),
        ("rpg_boundless", filling, "is_nothing", lambda value: value is None),
        ("rpg_specialist_pool", wording, "_said_text", lambda value, *_: value),
        ("rpg_specialist_total", functions, "signed", str),
        ("rpg_specialist_total", names.Names, "of", lambda *_: None),
    ],
)
@pytest.mark.long
def test_a_planted_difference_is_found(  # noqa: PLR0917 the case
    page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch,
    game: str, module: Any, name: str, planted: Callable[..., Any],  # noqa: ANN401 what holds the function
) -> None:  # fmt: skip
    """The comparison with the page finds a filler that says anything otherwise."""
    logs = golden_logs(game)
    page_says = said_by_page(page, tmp_path, game, logs)
    monkeypatch.setattr(module, name, planted)

    assert differences(game, logs, page_says)


# ---------------------------------------------------------------- nothing hidden


def text_of(log: str, seat: str | None = None) -> list[Said]:
    """Return the sentences of a log, as a seat reads them."""
    commits = list(read_commits(log.encode().splitlines(), seat))
    return list(sentences_in(commits, Speaker(commits[0].stream)))


@pytest.mark.rule("AR-SHOW-03")
@pytest.mark.parametrize("game", PLAYED)
def test_logs_that_differ_only_in_closed_parts_give_the_same_text(game: str) -> None:
    """If two logs differ only in their secret parts, a reader who cannot open those parts sees the same text."""
    logs = golden_logs(game)
    twins = [
        with_parts(log, lambda part: part | {"value": {"name": "the secret", "text": "the secret"}}) for log in logs
    ]
    nobody = "nobody"
    texts = [[text_of(log, nobody) for log in all_] for all_ in (logs, twins)]

    assert texts[0] == texts[1]
    assert texts[0] == [text_of(with_parts(log, closed)) for log in logs]


@pytest.mark.rule("AR-SHOW-03")
@pytest.mark.parametrize("game", PLAYED)
def test_a_seat_reads_its_own_parts_alone(game: str) -> None:
    """A seat's text depends on the parts for this seat, and on no other part."""
    for log in golden_logs(game):
        lines = [json.loads(line) for line in log.splitlines()]
        seats = sorted({seat for line in lines for _, audience in places(line["public"]) for seat in audience})
        for seat in seats[:SPARE]:
            twin = "\n".join(json.dumps(line | {"parts": others_changed(line, seat)}) for line in lines)
            assert text_of(log, seat) == text_of(twin, seat)


def others_changed(line: Mapping[str, Any], seat: str) -> list[Mapping[str, Any]]:
    """Return the parts of a line, with another value in each that is not for the seat."""
    audience = dict(places(line["public"]))
    return [
        part if seat in audience.get(place, ()) else part | {"value": {"name": "the secret"}}
        for place, part in enumerate(line["parts"])
    ]


def places(value: object) -> Iterator[tuple[int, Sequence[str]]]:
    """Yield the place of each secret part in a value, and its audience."""
    if isinstance(value, dict):
        if "sealed" in value and "audience" in value:
            yield value["sealed"], value["audience"]
        for inner in value.values():
            yield from places(inner)
    elif isinstance(value, list):
        for inner in value:
            yield from places(inner)


def test_what_is_no_log_is_refused_with_its_line() -> None:
    """A line that is not a commit is named."""
    log = golden_logs("dice")[0].encode().splitlines()
    for wrong in (b"{}", b"[]", b"{", b"7", b"\xff", b'{"parts": [], "public": {"version": 1}}'):
        with pytest.raises(NotALog, match=r"^line 2 is not a commit$"):
            list(read_commits([log[0], wrong]))
