"""The page's sentences for events.

Every event type of every game has a sentence, and none shows a field's name, an id or JSON.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, Final

import pytest

from services.gateway.games import GAMES
from shared.kernel.stream import KERNEL_EVENTS, DrawsVoided
from tests.gateway.page_sentences import build_sentences, run_in_node

ROOT: Final = Path(__file__).resolve().parents[2]
SAID: Final = tuple(sorted(game for game in GAMES if (ROOT / "services" / game / "page/sentences.ts").exists()))
"""Games with their own sentences. For other games, the first line of an event's docstring describes it."""
DRIVER: Final = """
import { readFileSync } from 'node:fs';
const [module, file] = process.argv.slice(2), { isSaid, sentencesOf } = await import(module);
const { game, types, logs } = JSON.parse(readFileSync(file, 'utf8'));
console.log(JSON.stringify({
  unsaid: types.filter((type) => !isSaid(type, game)),
  logs: logs.map((text) => sentencesOf(text, game)),
}));
"""
CODE: Final = re.compile(r"[{}]|\[object|\bundefined\b|\bnull\b|\bNaN\b|\b[a-z0-9]+_[a-z0-9_]+\b|[0-9a-f]{8}…")
"""A pattern for text that no sentence may show: braces, missing values, field names and shortened digests."""
MADE: Final = re.compile(r"[a-z]+(?:-[a-z]+)*-\d+")
"""A pattern for the ids that the server creates in a game."""


@pytest.fixture(scope="module")
def sentences(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Build the sentences for node."""
    return build_sentences(tmp_path_factory)


def said_by(sentences: Path, folder: Path, **task: object) -> dict[str, Any]:
    """Run the code for sentences in node on a task; return its output."""
    found: dict[str, Any] = run_in_node(sentences, folder, DRIVER, **task)
    return found


def events_of(game: str) -> dict[str, Any]:
    """Return the contract of a game's events."""
    contract: dict[str, Any] = json.loads((ROOT / "contracts" / game / "events.json").read_bytes())
    return contract


def golden_logs(game: str) -> list[str]:
    """Return the golden logs of a game, first as the app reads them, then without secret parts as a stranger does."""
    logs = [path.read_text("utf-8") for path in sorted((ROOT / "tests" / game / "golden").glob("*.ndjson"))]
    return logs + ["\n".join(map(without_secrets, log.splitlines())) for log in logs]


def without_secrets(line: str) -> str:
    """Return a line of an export without the parts that are secret from some readers."""
    record = json.loads(line)
    return json.dumps(record | {"parts": [{"digest": part["digest"]} for part in record["parts"]]})


def fields_in(value: object) -> Iterator[tuple[str, object]]:
    """Yield all fields of a value, including those of nested objects, by name."""
    for name, inner in value.items() if isinstance(value, dict) else ():
        yield name, inner
    for inner in value.values() if isinstance(value, dict) else value if isinstance(value, list) else ():
        yield from fields_in(inner)


def made_ids(log: dict[str, Any]) -> set[str]:
    """Return the ids in a log that the server created.

    Seats' names of the same form are excluded.
    """
    fields = [field for said in log["events"] for field in fields_in(said["event"])]
    texts = {
        one for _, value in fields for one in (value if isinstance(value, list) else [value]) if isinstance(one, str)
    }
    seats = {value for name, value in fields if name == "seat"}
    return {text for text in texts - seats if MADE.fullmatch(text)}


def without_notation(says: str, message: dict[str, Any]) -> str:
    """Return a sentence without its dice notation, which may have braces: `{2d6, 1d12}kh1`."""
    for text in sorted({str(value) for name, value in fields_in(message) if name == "text"}, key=len, reverse=True):
        says = says.replace(text, "")
    return says


def spell(name: str) -> str:
    """Return the words of a field's or a type's name."""
    return re.sub(r"([a-z0-9])([A-Z])", r"\1 \2", name).replace("_", " ").lower()


def names_a_field(says: str, event: dict[str, Any]) -> bool:
    """Return whether a sentence lists a field with its value, such as "(season 1)" or "ends season yes"."""
    return any(
        re.search(rf"{'' if '_' in name else '[(;] ?'}{spell(name)} {re.escape(str(value))}\b", says) is not None
        for name, value in fields_in(event)
        if isinstance(value, str | int)
    )


@pytest.mark.rule("AR-PAGE-30")
@pytest.mark.parametrize("game", SAID)
@pytest.mark.long
def test_every_event_type_has_a_sentence(sentences: Path, tmp_path: Path, game: str) -> None:
    """The page or the game has a template or a function for each event type, including those of the kernel."""
    types = list(events_of(game)["events"])

    assert [] == said_by(sentences, tmp_path, game=game, types=types, logs=[])["unsaid"]


@pytest.mark.rule("AR-PAGE-30")
@pytest.mark.parametrize("game", SAID)
@pytest.mark.long
def test_no_sentence_shows_a_field_name_an_id_or_json(sentences: Path, tmp_path: Path, game: str) -> None:
    """No sentence of a golden log, as the app or a stranger reads it, has a field's name, an id or JSON."""
    compound = {name for name in events_of(game)["components"]["schemas"] if re.search(r"[a-z][A-Z]", name)}
    faults = []
    for log in said_by(sentences, tmp_path, game=game, types=[], logs=golden_logs(game))["logs"]:
        ids = made_ids(log)
        for one in log["events"] + log["commands"]:
            message = one.get("event") or one["command"]
            says = without_notation(one["says"], message)
            shown = (ids | compound) & set(re.findall(r"[\w-]+", says)) | set(CODE.findall(says))
            if shown or not one.get("own", True) or names_a_field(says, message):
                faults.append(f"{message['type']}: {says[:200]} {shown or ''}")

    assert [] == faults


@pytest.mark.rule("AR-PAGE-40")
@pytest.mark.parametrize(
    ("game", "kind", "words", "means"),
    [
        ("rpg_boundless", "Rested", "spells may be cast again", lambda event: event.get("renews_spells", False)),
        ("rpg_boundless", "HelpPledged", "no longer helps", lambda event: event["stamina"] == 0),
        ("rpg_boundless", "StoredForgotten", "keeps a stored", lambda _: False),
        ("rpg_specialist_pool", "AttemptMade", " from ", lambda event: bool(event["pool"]["sources"])),
        ("bones", "ItemLost", "drops", lambda event: event.get("to_ground", False)),
        ("tcg", "StreamClosed", "closed:", lambda event: event["reason"] not in {"closed", "over"}),
    ],
)
@pytest.mark.long
def test_sentences_agree_with_their_events(  # noqa: PLR0917 the case
    sentences: Path, tmp_path: Path, game: str, kind: str, words: str, means: Callable[[dict[str, Any]], bool]
) -> None:  # fmt: skip
    """In all golden logs, a sentence contains certain words if and only if its event has the corresponding facts."""
    read = said_by(sentences, tmp_path, game=game, types=[], logs=golden_logs(game))["logs"]
    said = [one for log in read for one in log["events"] if one["event"]["type"] == kind]

    assert said
    assert [means(one["event"]) for one in said] == [words in one["says"] for one in said]


@pytest.mark.rule("AR-PAGE-40")
def test_optional_text_of_a_template_depends_on_a_field() -> None:
    """Each bracket in a template contains a field; without one, its text would be in every sentence."""
    sources = [*ROOT.glob("services/*/page/sentences.ts"), ROOT / "services/page/web/src/parts/sentences/templates.ts"]
    entries = re.findall(r"^ +\w+: (?:\[)?('.*')", "\n".join(map(Path.read_text, sources)), re.MULTILINE)

    assert [] == [one for one in entries for part in re.findall(r"\[([^\[\]]*)\]", one) if "{" not in part]


@pytest.mark.rule("AR-PAGE-41")
def test_events_of_the_stream_are_never_marked_as_taken_back() -> None:
    """The page knows every event type of the kernel that no undo takes back.

    Voided draws are taken back together with their decision.
    """
    source = (ROOT / "services/page/web/src/parts/undo/way.ts").read_text("utf-8")
    known = set(re.findall(r"'(\w+)'", source[source.index("LASTING = new Set") : source.index("]);")]))

    assert known == {kind.__name__ for kind in KERNEL_EVENTS if kind is not DrawsVoided}


def test_every_game_that_is_played_has_its_own_sentences() -> None:
    """Each game with its own part of the page has its own sentences."""
    parts = sorted(path.parents[1].name for path in (ROOT / "services").glob("*/page/part.ts"))

    assert parts == list(SAID)


@pytest.mark.rule("AR-PAGE-78")
@pytest.mark.parametrize(
    ("fields", "says"),
    [
        ({"dice": [2]}, "loses 1 die"),
        ({"dice": [], "ruined": ["item-3"]}, "takes the damage"),
        ({}, "takes the damage"),
    ],
)
def test_damage_that_costs_no_die_has_a_sentence(
    sentences: Path, tmp_path: Path, fields: dict[str, Any], says: str
) -> None:
    """Where a creature loses no die to damage, or it is not visible which, the sentence says that it is hurt."""
    taken = {"type": "DamageTaken", "wound": "wound-2", "creature": "creature-1", **fields}
    intent = {"at": 1, "seat": "gm", "role": "gm", "command": {"type": "TakeDamage", "wound": "wound-2", "dice": []}}
    record = {
        "stream": "bones.campaign:a",
        "version": 1,
        "ruleset": "",
        "intent": intent,
        "draws": [],
        "events": [taken],
    }
    line = json.dumps({"head": "", "parts": [], "public": record})
    (log,) = said_by(sentences, tmp_path, game="bones", types=[], logs=[line])["logs"]

    assert says in log["events"][0]["says"]
    assert log["events"][0]["own"]


@pytest.mark.rule("AR-PAGE-118")
@pytest.mark.parametrize(
    ("event", "says"),
    [
        ({"type": "TimePassed", "hours": 2016}, "Time passes: 12 weeks"),
        ({"type": "TimePassed", "hours": 72}, "Time passes: 3 days"),
        ({"type": "TimePassed", "hours": 30}, "Time passes: 30 hours"),
        ({"type": "TimePassed", "hours": 1}, "Time passes: 1 hour"),
        ({"type": "SeasonClosing", "results": "none"}, "The season closes; results, if any, come at the end"),
    ],
)
def test_a_season_is_said_in_plain_words(sentences: Path, tmp_path: Path, event: dict[str, Any], says: str) -> None:
    """Long times are said in weeks or days, and a season in which nothing was done does not sound hidden."""
    intent = {"at": 1, "seat": "gm", "role": "gm", "command": {"type": "CloseSeason"}}
    record = {
        "stream": "bones.campaign:a",
        "version": 1,
        "ruleset": "",
        "intent": intent,
        "draws": [],
        "events": [event],
    }
    line = json.dumps({"head": "", "parts": [], "public": record})
    (log,) = said_by(sentences, tmp_path, game="bones", types=[], logs=[line])["logs"]

    assert [one["says"] for one in log["events"]] == [says]
