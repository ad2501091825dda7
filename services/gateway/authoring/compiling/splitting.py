"""Split a module for mypyc, which does not keep enough of a class's annotations for msgspec.

Messages, refusals and other records are moved to a second module, `<module>_declared`, which stays plain Python.
Functions and other classes are compiled. Decorators of functions (such as `@judge`) become a table, because a compiled
function has neither attributes nor annotations. Every line keeps its number.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator, Sequence
from typing import Final, NamedTuple

from shared.kernel.chapter import COMPILED, MARKS

RECORDS: Final = frozenset({"Struct", "Command", "Event", "Act", "Opening", "Refusal", "NamedTuple", "Protocol"})
STEPS: Final = frozenset({"Step", "ByPlayer", "OnCards", "ForATime"})
"""Base classes whose subclasses stay plain Python, because msgspec and typing inspect them at run time."""
OWN_MARKS: Final = frozenset({"reads"})
"""The decorators that games define in addition to those of the kernel."""
DERIVED_FROM: Final = "Context"
"""The name of the class that other games and tests extend with plain Python classes."""
DECLARED: Final = "_declared"


class Halves(NamedTuple):
    """The two halves of a split module: the declarations, which may be empty, and the code to compile."""

    declared: str
    compiled: str


def split(source: str, module: str) -> Halves:
    """Split the source of a module into its declarations and the code to compile."""
    body = ast.parse(source).body
    classes = [one for one in body if isinstance(one, ast.ClassDef) and _is_record(one)]
    rest = [one for one in body if not isinstance(one, ast.Import | ast.ImportFrom) and one not in classes]
    marked = [one for one in rest if isinstance(one, ast.FunctionDef) and _mark(one) is not None]
    table = {one.name: (_mark(one), dict(_annotations(one))) for one in marked}
    compiled = _Text(source)
    compiled.leave_out([*classes, *(mark for one in marked for mark in one.decorator_list)])
    if table:
        compiled.lines.append(f"{COMPILED} = {table!r}")
    for one in _derived_from(rest):
        compiled.allow_plain_subclasses(one)
    if not classes:
        return Halves("", compiled.text)
    first = classes[0].lineno - 1
    compiled.lines[first] = (
        f"from {module}{DECLARED} import {', '.join(f'{one.name} as {one.name}' for one in classes)}"
    )
    declared = _Text(source)
    needed = list(_assignments_for(rest, classes))
    declared.leave_out([one for one in rest if one not in needed])
    declared.lines[first - 1] = f"__name__ = {module!r}"
    others = [one.name for one in rest if isinstance(one, ast.ClassDef)]
    if others:
        declared.lines[first - 2] = f"import typing\nif typing.TYPE_CHECKING: from {module} import {', '.join(others)}"
    return Halves(declared.text, compiled.text)


class _Text:
    """The lines of a source file, some of which can be emptied."""

    def __init__(self, source: str) -> None:
        self.lines = source.splitlines()

    def leave_out(self, nodes: Iterable[ast.stmt | ast.expr]) -> None:
        """Empty the lines of these nodes, including their decorators."""
        for node in nodes:
            first = min((node.lineno, *(mark.lineno for mark in getattr(node, "decorator_list", ()))))
            last = node.end_lineno or node.lineno
            self.lines[first - 1 : last] = [""] * (last - first + 1)

    def allow_plain_subclasses(self, node: ast.ClassDef) -> None:
        """Allow a compiled class to have plain Python subclasses, with a decorator on the two empty lines before it."""
        self.lines[node.lineno - 3] = "from mypy_extensions import mypyc_attr"
        self.lines[node.lineno - 2] = "@mypyc_attr(allow_interpreted_subclasses=True)"

    @property
    def text(self) -> str:
        """Return the source text, in which the emptied lines are blank."""
        return "\n".join(self.lines) + "\n"


def _is_record(declared: ast.ClassDef) -> bool:
    return any(not (RECORDS | STEPS).isdisjoint(_names(base)) for base in declared.bases)


def _derived_from(rest: Sequence[ast.stmt]) -> Iterator[ast.ClassDef]:
    """Yield the class `Context` and its subclasses, which plain Python classes may extend."""
    classes = (one for one in rest if isinstance(one, ast.ClassDef))
    return (
        one for one in classes if DERIVED_FROM in {one.name, *(name for base in one.bases for name in _names(base))}
    )


def _mark(function: ast.FunctionDef) -> str | None:
    """Return the name of a function's decorator if it is one that the split recognizes, or None."""
    marks = (one.id for one in function.decorator_list if isinstance(one, ast.Name))
    return next((mark for mark in marks if mark in MARKS | OWN_MARKS), None)


def _annotations(function: ast.FunctionDef) -> Iterator[tuple[str, str]]:
    for one in function.args.args:
        if one.annotation is not None:
            yield one.arg, ast.unparse(one.annotation)
    if function.returns is not None:
        yield "return", ast.unparse(function.returns)


def _assignments_for(rest: Sequence[ast.stmt], classes: Sequence[ast.ClassDef]) -> Iterator[ast.stmt]:
    """Yield the assignments, such as constants and type aliases, that the classes use."""
    wanted = {name for one in classes for name in _names(one)}
    for statement in reversed(rest):
        if isinstance(statement, ast.Assign | ast.AnnAssign) and not wanted.isdisjoint(_names_in(statement)):
            wanted |= set(_names(statement))
            yield statement


def _names(node: ast.AST) -> Iterator[str]:
    return (one.id for one in ast.walk(node) if isinstance(one, ast.Name))


def _names_in(statement: ast.Assign | ast.AnnAssign) -> Iterator[str]:
    targets = statement.targets if isinstance(statement, ast.Assign) else [statement.target]
    return (one.id for one in targets if isinstance(one, ast.Name))
