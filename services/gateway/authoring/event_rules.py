"""The rules behind each event type, as the docstrings of the code cite them."""

from __future__ import annotations

import ast
import inspect
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from importlib import import_module
from itertools import chain
from types import ModuleType
from typing import Any, Final, NamedTuple

from shared.kernel.game import Game
from shared.kernel.impact.citing import rules_in
from shared.kernel.messages import Event
from shared.kernel.stream import KERNEL_EVENTS
from shared.platform.ledger import CONTRACTS, ledger_of

MOST: Final = 3
"""The maximum number of rules of an event type."""
SHARED: Final = "shared/kernel"
PLATFORM: Final = "arbiter"
FORM: Final = "form"
"""The name of the function that converts a message to another type."""
ROOT: Final = CONTRACTS.parent


class Rules(NamedTuple):
    """The rules of an event type: those cited by the functions that emit it, and those cited by their callers."""

    nearby: list[str]
    around: list[str]


Cited = Mapping[type[Event], Rules]


def rules_of_events(game: Game[Any]) -> Mapping[str, Sequence[str]]:
    """Return the ids of the rules behind each event type of a game, by the name of the type.

    The rules are cited in the docstring of the type; if there are none, in the docstrings of the functions that emit
    its events; if there are none either, in those of their callers. If there are more than three, three are chosen:
    rules before rulings, and ids cited for few types before ids cited for many.
    """
    kinds = (*KERNEL_EVENTS, *game.events)
    places = [_cited_in(home) for home in (SHARED, f"services/{game.service}")]
    cited = {kind: rules_in(inspect.getdoc(kind)) or _made_by(kind, places) for kind in kinds}
    types = Counter(rule for rules in cited.values() for rule in rules)
    rulings = {one.id for service in (game.service, PLATFORM) for one in ledger_of(service).rulings}
    return {
        kind.__name__: sorted(sorted(rules, key=lambda one: (one in rulings, types[one]))[:MOST], key=rules.index)
        for kind, rules in cited.items()
    }


def _made_by(kind: type[Event], places: Iterable[Cited]) -> Sequence[str]:
    """Return the rules cited by the functions that emit events of a type or, if they cite none, by their callers."""
    found = [place[kind] for place in places if kind in place]
    return _joined(one.nearby for one in found) or _joined(one.around for one in found)


def _joined(lists: Iterable[Sequence[str]]) -> Sequence[str]:
    return tuple(dict.fromkeys(chain.from_iterable(lists)))


@cache
def _cited_in(home: str) -> Cited:
    """Return the rules that the event-emitting functions in a folder cite, by event type."""
    found: dict[type[Event], Rules] = {}
    for path in sorted((ROOT / home).rglob("[!_]*.py")):
        module = import_module(".".join(path.relative_to(ROOT).with_suffix("").parts))
        for kind, nearby, around in _cited_by(module):
            rules = found.setdefault(kind, Rules([], []))
            rules.nearby.extend(nearby)
            rules.around.extend(around)
    return found


def _cited_by(module: ModuleType) -> Iterator[tuple[type[Event], Sequence[str], Sequence[str]]]:
    """Yield each event type that a function of a module emits, with the rules that it and its callers there cite."""
    nodes = ast.walk(ast.parse(inspect.getsource(module)))
    calls = {one: _calls_in(one) for one in nodes if isinstance(one, ast.FunctionDef)}
    cited = {one: rules_in(ast.get_docstring(one)) for one in calls}
    for function, called in calls.items():
        callers = _joined(cited[one] for one, names in calls.items() if function.name in names)
        for name in called:
            if (kind := _event_named(name, module)) is not None:
                yield kind, cited[function], callers


def _calls_in(function: ast.FunctionDef) -> Sequence[str]:
    """Return the names of the functions that a function calls, and of the message types that it builds with `form`."""
    calls = [one for one in ast.walk(function) if isinstance(one, ast.Call)]
    names = [_path(one.func) for one in calls]
    made = [
        _path(one.args[0])
        for one, name in zip(calls, names, strict=True)
        if name.rpartition(".")[2] == FORM and one.args
    ]
    return [*names, *made]


def _path(value: ast.expr) -> str:
    """Return a dotted name as text; an empty string for any other expression."""
    if isinstance(value, ast.Attribute):
        return f"{_path(value.value)}.{value.attr}"
    return value.id if isinstance(value, ast.Name) else ""


def _event_named(path: str, module: ModuleType) -> type[Event] | None:
    """Return the type of event that has a name in a module, or None if it is something else."""
    found: Any = module
    for name in path.split("."):
        found = getattr(found, name, None)
    return found if isinstance(found, type) and issubclass(found, Event) else None
