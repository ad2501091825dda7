"""The English texts of the server that people read on the page: refusals, and the meanings of commands and fields."""

from __future__ import annotations

import ast
import functools
import json
import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from itertools import count, product
from pathlib import Path
from typing import Any, Final

from services.dice.chapters.rolls import PURPOSES
from services.dice.notation.dice_in_play import EXPLOSION, REROLL, UNIQUE
from services.dice.notation.expected import WORDS
from services.gateway.games import GAMES
from services.tcg.catalogue.starter import SETS, DeckAbout
from shared.kernel.audit.draws import WAITING, WAITS_ALONE
from shared.kernel.audit.lines import check_receipt
from shared.kernel.audit.report import LEVELS, SAYS, SEALED
from shared.platform import feed
from shared.platform.access import Denied
from shared.platform.eventlog import LogRefusal
from shared.platform.eventlog.redis import replies
from shared.platform.processes import PoolRefusal
from shared.platform.processes.games import game_of
from tests.support.page_fields import by_owner, reached_schemas

ROOT: Final = Path(__file__).resolve().parents[2]
SHARED: Final = "page"
"""The owner of texts that no single game has."""
FACTS: Final = {"needs", "has"}
PROBLEMS: Final = {"bad_request": 0, "not_found": 0, "HttpProblem": 2}
"""The functions that build problems, with the position of the problem's text among their arguments."""
ROW: Final = re.compile(r"\| `(\w+)` \| (.+) \| [\w-]+ \| \d+ \|")
WORDED: Final = {"says", "sentence"}
"""The functions that compose the sentence of a refusal from its facts."""
WORD: Final = re.compile(r"[^\W\d]{2}")
SAID: Final = re.compile(r"[A-Z]|\{1\} or")
PURPOSE: Final = re.compile(r'"draw":"\w+"[^{}]*?"purpose":"([^"]+)"')
DRAWING: Final = {"roll": 0, "shuffle": 0, "draw": 1}
"""The methods that draw from chance, with the position of the purpose among their arguments."""
RULES: Final = "Rule: {1}"
RULE: Final = re.compile(r"\b[A-Z]{2}-[A-Z0-9-]+")
NAME: Final = re.compile(r"[\w.-]+")

Texts = Mapping[str, str]
"""English texts, each with the place where it is."""


def refusals() -> Mapping[str, Texts]:
    """Return the sentence of each refusal by owner. A sentence of several games, or of the platform, is shared.

    The conclusions of an audit, and its notes about a log in order, are shared too.
    """
    shared = dict(_sentences("arbiter")) | dict.fromkeys(_conclusions(), "the audit")
    for base in (Denied, LogRefusal, PoolRefusal):
        shared |= {
            (one.__doc__ or "").split("\n", maxsplit=1)[0]: one.__name__ for one in _below(base, _modules_of(base))
        }
    return _shared_apart({game: dict(_sentences(game)) for game in GAMES}, shared)


def _conclusions() -> Iterator[str]:
    """Yield the sentences that state the conclusion of an audit, and its notes about receipts and waiting draws."""
    yield from (says.format(levels="{1}") for says in SAYS.values())
    yield f"{{1}} {SAYS['not honest']}"
    yield f"{{1}}{SEALED}"
    yield from (*LEVELS.values(), WAITS_ALONE, WAITING.format("{1}"))
    for _, nodes in _code(ROOT / "shared/kernel/audit"):
        notes = [one for one in nodes if isinstance(one, ast.FunctionDef) and one.name == check_receipt.__name__]
        returned = [one.value for note in notes for one in ast.walk(note) if isinstance(one, ast.Return) and one.value]
        yield from (text for one in returned for text in _texts(one))


def facts() -> Mapping[str, Texts]:
    """Return the phrases in the facts of refusals, by owner, and the texts of other problems.

    Values from elsewhere are holes, such as in `at most {1}`. Names of code are left out.
    """
    games = {game: dict(_phrases(ROOT / "services" / game)) for game in GAMES}
    games["dice"] |= {text: "the parser of notations" for text in WORDS.values() if WORD.search(text)}
    return _shared_apart(games, dict(_phrases(ROOT / "shared")))


def meanings() -> Mapping[str, Texts]:
    """Return the first lines of the descriptions of commands and fields in the contracts' forms, by owner.

    The page shows only these, and the short descriptions, which end with ids of rules at most. It also shows the
    description of each game and of each ready-made deck, and the names of the examples of openings.
    """
    about = {game: game_of(game).documentation for game in GAMES}
    named = {game: dict.fromkeys(about[game].openings or (), "an example of an opening") for game in GAMES}
    named["tcg"] |= {
        text: "a ready-made deck"
        for one in SETS.today.sets.values()
        for deck in one.about.values()
        for text in _said_of(deck)
    }
    found = by_owner({game: {**named[game], **dict(_descriptions(game))} for game in GAMES})
    return {**found, SHARED: {**found[SHARED], **{one.about: "the description of a game" for one in about.values()}}}


def _said_of(deck: DeckAbout) -> Iterator[str]:
    """Yield the texts that describe a ready-made deck."""
    yield from filter(None, (deck.plan, deck.about))


def purposes() -> Mapping[str, Texts]:
    """Return the purposes of draws by owner: those in the code, and the words in those of the golden logs.

    At a dice table, people give the purposes in the logs.
    """
    games = {game: dict(_purposes(ROOT / "services" / game)) for game in GAMES}
    games["dice"] |= dict.fromkeys((*PURPOSES.values(), "pool", EXPLOSION, REROLL, UNIQUE), "the dice of a table")
    shared = dict(_purposes(ROOT / "shared"))
    for game in set(GAMES) - {"dice"}:
        forms = [re.compile(re.sub(r"\\{\d\\}", "(.+)", re.escape(text))) for text in games[game] if "{" in text]
        for purpose in _drawn_for(game):
            found = next((match.groups() for form in forms if (match := form.fullmatch(purpose))), (purpose,))
            games[game] |= {word: "the golden logs" for word in found if WORD.search(word)}
    return _shared_apart(games, shared)


def _drawn_for(game: str) -> Iterator[str]:
    """Yield the purposes of the draws in a game's golden logs."""
    for path in sorted((ROOT / "tests" / game / "golden").rglob("*")):
        if path.is_file():
            yield from (json.loads(f'"{text}"') for text in PURPOSE.findall(path.read_text("utf-8")))


def _purposes(folder: Path) -> Iterator[tuple[str, str]]:
    """Yield the purposes of the draws that the code in a folder makes."""
    for path, nodes in _code(folder):
        for node in nodes:
            name = f"{path.relative_to(ROOT)}:{getattr(node, 'lineno', 0)}"
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr in DRAWING:
                given = node.args[DRAWING[node.func.attr] :][:1]
            elif isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == "purpose":
                given = [node.value]
            else:
                continue
            yield from ((text, name) for one in given for text in _texts(one) if WORD.search(text))


def translations(kind: str, owner: str, language: str) -> Mapping[str, str]:
    """Read the translations of one kind: `refusals` or `help`."""
    folder = ROOT / "services" / ("page/web/texts" if owner == SHARED else f"{owner}/page")
    path = folder / kind / f"{language}.json"
    found: Mapping[str, str] = json.loads(path.read_text("utf-8")) if path.exists() else {}
    return found


def _sentences(service: str) -> Iterator[tuple[str, str]]:
    """Yield the sentences in the table of a service's refusals."""
    for line in (ROOT / "contracts" / service / "refusals.md").read_text("utf-8").splitlines():
        if (row := ROW.fullmatch(line)) is not None:
            yield row[2], row[1]


def _modules_of(base: type[Exception]) -> set[str]:
    """Return the modules that declare the denials or refusals of a kind; tests declare others."""
    return {base.__module__, feed.__name__, replies.__name__}


def _below(kind: type[Exception], modules: Collection[str]) -> Iterator[type[Exception]]:
    for one in kind.__subclasses__():
        if one.__module__ in modules:
            yield one
        yield from _below(one, modules)


def _shared_apart(games: Mapping[str, dict[str, str]], shared: Texts) -> Mapping[str, Texts]:
    """Return the texts by owner, each text once."""
    found = {owner: dict(texts) for owner, texts in by_owner(games).items()}
    found[SHARED] = {**found.get(SHARED, {}), **shared}
    return {
        owner: {text: at for text, at in texts.items() if owner == SHARED or text not in found[SHARED]}
        for owner, texts in found.items()
    }


@functools.cache
def _code(folder: Path) -> Sequence[tuple[Path, Sequence[ast.AST]]]:
    """Return the parts of the code in a folder that may contain texts, by file."""
    kinds = (ast.FunctionDef, ast.Assign, ast.Call)
    return [
        (path, [node for node in ast.walk(ast.parse(path.read_text("utf-8"))) if isinstance(node, kinds)])
        for path in sorted(folder.rglob("*.py"))
    ]


def _phrases(folder: Path) -> Iterator[tuple[str, str]]:
    """Yield the phrases of the calls in a folder that build refusals and problems."""
    for path, nodes in _code(folder):
        for node in nodes:
            if isinstance(node, ast.FunctionDef) and node.name in WORDED and path.name == "refusals.py":
                composed = (text for one in ast.walk(node) if isinstance(one, ast.JoinedStr) for text in _texts(one))
                yield from ((text, f"{path.relative_to(ROOT)}:{node.lineno}") for text in composed if SAID.match(text))
            if isinstance(node, ast.Assign) and FACTS & {ast.unparse(target) for target in node.targets}:
                yield from ((text, f"{path.relative_to(ROOT)}:{node.lineno}") for text in _facts_in(node.value))
            if isinstance(node, ast.Call):
                name = f"{path.relative_to(ROOT)}:{node.lineno}"
                yield from ((text, name) for text in _said_in(node) if WORD.search(_without_holes(text)))


def _said_in(call: ast.Call) -> Iterator[str]:
    function = ast.unparse(call.func).rpartition(".")[2]
    for keyword in call.keywords:
        if keyword.arg in FACTS:
            yield from _facts_in(keyword.value)
    place = PROBLEMS.get(function)
    if place is not None and len(call.args) > place and function != "not_found":
        yield from _texts(call.args[place])


def _facts_in(value: ast.expr) -> Iterator[str]:
    return (text for text in _texts(value) if NAME.fullmatch(text) is None and WORD.search(_without_holes(text)))


def _texts(value: ast.expr) -> Iterator[str]:
    """Yield the texts that an expression may have as its value."""
    if isinstance(value, ast.Constant) and isinstance(value.value, str):
        yield value.value
    elif isinstance(value, ast.JoinedStr):
        for parts in product(*(_parts(part) for part in value.values)):
            number = count(1)
            yield "".join(f"{{{next(number)}}}" if part is None else part for part in parts)
    elif isinstance(value, ast.IfExp):
        yield from (*_texts(value.body), *_texts(value.orelse))
    elif isinstance(value, ast.BoolOp):
        yield from (text for one in value.values for text in _texts(one))
    elif isinstance(value, ast.Tuple):
        yield from (text for one in value.elts for text in _texts(one))


def _parts(value: ast.expr) -> list[str | None]:
    """Return the texts that a part of a formatted text may be, or None for a hole."""
    found = list(_texts(value.value if isinstance(value, ast.FormattedValue) else value))
    return [*found] or [None]


def _without_holes(text: str) -> str:
    return re.sub(r"\{\d+\}", "", text)


def _descriptions(game: str) -> Iterator[tuple[str, str]]:
    for name, schema in reached_schemas(game).items():
        for text in _described(schema):
            line, _, rest = text.partition("\n")
            yield from (
                (one, name) for one in (line, RULES if RULES[:5] in rest else "") if WORD.search(RULE.sub("", one))
            )


def _described(value: Any) -> Iterator[str]:  # noqa: ANN401 a part of a schema
    if isinstance(value, dict):
        if isinstance(value.get("description"), str):
            yield value["description"]
        for name, one in value.items():
            if name not in {"example", "examples", "default"}:
                yield from _described(one)
    elif isinstance(value, list):
        for one in value:
            yield from _described(one)
