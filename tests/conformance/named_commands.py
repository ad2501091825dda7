"""Commands that refusals name, found in the code that judges commands."""

from __future__ import annotations

import ast
import inspect
import re
import textwrap
from collections.abc import Iterator
from functools import cache
from types import CodeType, FunctionType, ModuleType
from typing import Any, Final, get_args, get_type_hints

from shared.kernel.game import Game
from shared.kernel.messages import Command
from shared.kernel.refusals import Refusal

RULES: Final = ("services.", "shared.kernel.campaign.")
"""Prefixes of the modules whose functions judge a game's commands."""
SEVERAL_WORDS: Final = re.compile(r"\b[A-Z][a-z]+(?:[A-Z][a-z]+)+\b")
"""A pattern for a capitalized compound such as `PlayForm`, which in a sentence must be a command's name."""
PROPOSE: Final = "Propose"


def named_in(text: str, game: Game[Any]) -> Iterator[str]:
    """Yield the commands that a text names: all compounds in it, or the whole text if it is a command's name."""
    known = {kind.__name__ for kind in game.commands}
    yield from SEVERAL_WORDS.findall(text) or ([text] if text in known else [])


def texts_of(function: FunctionType) -> Iterator[str]:
    """Yield the texts of a function's refusals: their `needs` and their sentences."""
    for node in ast.walk(_tree(function)):
        if isinstance(node, ast.keyword) and node.arg == "needs":
            constants = (one.value for one in ast.walk(node) if isinstance(one, ast.Constant))
            yield from (one for one in constants if isinstance(one, str))
    for one in _named_by(function):
        if isinstance(one, type) and issubclass(one, Refusal):
            yield (one.__doc__ or "").split("\n", maxsplit=1)[0]


@cache
def _tree(function: FunctionType) -> ast.AST:
    return ast.parse(textwrap.dedent(inspect.getsource(function)))


@cache
def judging(game: Game[Any], kind: type[Command]) -> tuple[FunctionType, ...]:
    """Return the functions that may run when the game judges a command, including the command's guards."""
    return _functions_from(game, (game.judges[kind], *game.guards.get(kind, ())))


@cache
def held_back(game: Game[Any]) -> frozenset[type[Command]]:
    """Return the commands named in the guards that the game applies to every command."""
    functions = _functions_from(game, (game.deciding.before,) if game.deciding.before else ())
    return frozenset(one for function in functions for one in _named_by(function) if one in game.commands)


def _functions_from(game: Game[Any], starts: tuple[Any, ...]) -> tuple[FunctionType, ...]:
    waiting, found = list(starts), dict[FunctionType, None]()
    while waiting:
        function = inspect.unwrap(waiting.pop())
        if isinstance(function, FunctionType) and function not in found and function.__module__.startswith(RULES):
            found[function] = None
            waiting += [one for one in _named_by(function, game.deciding.context) if inspect.isfunction(one)]
    return tuple(found)


def _named_by(function: FunctionType, context: Any = None) -> Iterator[Any]:  # noqa: ANN401 a class, or a part of one
    """Yield the objects that a function may use: from its module, from modules named in it, and from the context."""
    names = set(_names(function.__code__))
    there = [function.__globals__[name] for name in names if name in function.__globals__]
    yield from there
    modules = [one for one in there if isinstance(one, ModuleType)]
    for where in (*map(vars, modules), *map(vars, getattr(context, "__mro__", ()))):
        yield from (where[name] for name in names if name in where)


def _names(code: CodeType) -> Iterator[str]:
    yield from code.co_names
    for one in code.co_consts:
        if isinstance(one, CodeType):
            yield from _names(one)


def proposable(game: Game[Any]) -> frozenset[type[Command]]:
    """Return the commands that a player may propose to the game master."""
    propose = next((kind for kind in game.commands if kind.__name__ == PROPOSE), None)
    return frozenset() if propose is None else frozenset(get_args(get_type_hints(propose)["command"]))
