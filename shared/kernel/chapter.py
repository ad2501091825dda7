"""A chapter of a game's rules: a module that declares refusals, commands and events, and functions for them.

The kernel finds each function by its mark and by the types of its two parameters: `@judge` takes a context and a
command, `@fold` a state and an event, `@samples` a state and a seat (and returns `Samples[<command>]`), `@hides` a
state and a command, `@guard` a context and a command of any chapter, `@follows` a context and an event. A function for
a union serves each member of the union. A function for a base class that no chapter declares serves each declared
message that derives from the class, unless the message has a function of its own. A notice is an event without a fold.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from types import FunctionType, ModuleType, SimpleNamespace, UnionType
from typing import Any, Final, NamedTuple, TypeVar, Union, get_args, get_origin, get_type_hints

from msgspec import Struct

from shared.kernel.context import Context, Follow
from shared.kernel.messages import Command, Event, Notice, Seat, StreamEvent
from shared.kernel.refusals import Refusal
from shared.kernel.samples import Samples

X = TypeVar("X", bound=Context[Any])
S = TypeVar("S")
C = TypeVar("C", bound=Command)
E = TypeVar("E", bound=Event)

PART: Final = "part_of_chapter"
NEEDS: Final = "needs_of_judge"
MARKS: Final = frozenset({"judge", "guard", "fold", "samples", "hides", "follows"})
COMPILED: Final = "COMPILED_PARTS"
"""The name of the table in a compiled chapter that lists each marked function's mark and annotations."""


def judge(function: Callable[[X, C], None]) -> Callable[[X, C], None]:
    """Mark the judge of a command: the function that either refuses the command or emits its events."""
    return mark(function, "judge")


def judge_given(*needs: Callable[[Any], object]) -> Callable[[Callable[[X, C], None]], Callable[[X, C], None]]:
    """Mark the judge of a command with conditions on the state, such as a fight, a season, or an attack to answer.

    Each of `needs` is a function of the state alone, which raises a refusal if the state does not meet its condition.
    The conditions are checked before everything else except the sender's role. So a list of legal commands checks each
    condition once, and tries no bodies of commands whose conditions are not met.
    """

    def marked(function: Callable[[X, C], None]) -> Callable[[X, C], None]:
        setattr(function, NEEDS, needs)
        return judge(function)

    return marked


def guard(function: Callable[[X, C], None]) -> Callable[[X, C], None]:
    """Mark a function that checks the commands of other chapters.

    It runs before the command's judge. It may refuse the command, but it may not emit events.
    """
    return mark(function, "guard")


def fold(function: Callable[[S, E], S | None]) -> Callable[[S, E], S | None]:
    """Mark the fold of an event: it returns the new state, or None if it changed a mutable copy in place."""
    return mark(function, "fold")


def samples(function: Callable[[S, Seat], Samples[C]]) -> Callable[[S, Seat], Samples[C]]:
    """Mark the samples of a command: the function that lists command bodies that may be legal for a seat now."""
    return mark(function, "samples")


def hides(function: Callable[[S, C], Sequence[str]]) -> Callable[[S, C], Sequence[str]]:
    """Mark the function that names a command's secret fields, for fields that are secret only in some cases."""
    return mark(function, "hides")


def follows(function: Callable[[X, E], None]) -> Callable[[X, E], None]:
    """Mark the function that adds the consequences of an event, whichever command caused it.

    The function may emit more events, but it may not refuse.
    """
    return mark(function, "follows")


F = TypeVar("F")


def mark(function: F, part: str) -> F:
    """Mark a function as a part of its chapter. A game may define its own kinds of parts besides those in MARKS."""
    setattr(function, PART, part)
    return function


class Parts(Struct, frozen=True, kw_only=True):
    """The functions and types that a game's chapters declare, found by type."""

    commands: tuple[type[Command], ...]
    events: tuple[type[Event], ...]
    judges: Mapping[type, Callable[[Any, Any], None]]
    folds: Mapping[type, Callable[[Any, Any], Any]]
    samples: Mapping[type, Callable[[Any, Seat], Samples[Any]]]
    hides: Mapping[type, Callable[[Any, Any], Sequence[str]]]
    guards: Mapping[type, tuple[Callable[[Any, Any], None], ...]]
    follows: Mapping[type, tuple[Follow, ...]]
    needs: Mapping[type, tuple[Callable[[Any], object], ...]]
    missing: tuple[str, ...]


def parts_of(
    chapters: Sequence[ModuleType], *, unoffered: type[Command], state: type, context: Callable[..., Context[Any]]
) -> Parts:  # fmt: skip
    """Collect the parts that the chapters declare, and report missing parts. `unoffered` commands need no samples."""
    kinds = [kind for chapter in chapters for kind in _classes(chapter)]
    commands = tuple(kind for kind in kinds if issubclass(kind, Command))
    events = tuple(kind for kind in kinds if issubclass(kind, Event))
    untouched = {kind: _keeps_nothing for kind in events if issubclass(kind, Notice)}
    found: dict[str, dict[type, Any]] = {"judge": {}, "fold": {**untouched}, "samples": {}, "hides": {}}
    several: dict[str, dict[type, tuple[Any, ...]]] = {"guard": {}, "follows": {}}
    marked = [one for chapter in chapters for one in marked_functions(chapter) if one.part in MARKS]
    wrong = [fault for one in marked for fault in _misfits(one, state, context)]
    for function, part, hints in marked:
        for kind in _takes(part, hints):
            if part in several:
                several[part][kind] = (*several[part].get(kind, ()), function)
                continue
            if kind in found[part]:
                wrong.append(f"{part} of {kind.__name__} is declared twice")
            found[part][kind] = function
    _inherit(found, kinds)
    offered = [kind for kind in commands if not issubclass(kind, unoffered)]
    missing = (
        *(f"no judge of {kind.__name__}" for kind in commands if kind not in found["judge"]),
        *(f"no samples of {kind.__name__}" for kind in offered if kind not in found["samples"]),
        *(f"no fold of {kind.__name__}" for kind in events if kind not in found["fold"]),
        *_find_undeclared(kinds),
        *_strangers({**found, **several}, kinds),
        *wrong,
    )
    return Parts(
        commands=commands, events=events, judges=found["judge"], folds=found["fold"], samples=found["samples"],
        hides=found["hides"], guards=several["guard"], follows=several["follows"], needs=_needs(found), missing=missing,
    )  # fmt: skip


def _needs(found: Mapping[str, Mapping[type, Any]]) -> Mapping[type, tuple[Callable[[Any], object], ...]]:
    """Return the conditions on the state (`judge_given`) of each command that has any."""
    return {kind: getattr(function, NEEDS) for kind, function in found["judge"].items() if hasattr(function, NEEDS)}


def _inherit(found: Mapping[str, dict[type, Any]], kinds: Sequence[type]) -> None:
    """Assign the functions for a base class to derived messages that have no function of their own."""
    for of in found.values():
        for base in [kind for kind in of if kind not in kinds]:
            heirs = [kind for kind in kinds if issubclass(kind, base)]
            of |= {heir: of.get(heir, of[base]) for heir in heirs}
            if heirs:
                del of[base]


def _keeps_nothing(_: object, __: Notice) -> None:
    """Do nothing. This is the fold of a notice, an event that only informs and does not change the state."""


def _find_undeclared(kinds: Sequence[type]) -> Iterator[str]:
    """Yield an error for each command without `counts_as` and each refusal without a rule."""
    for kind in kinds:
        if issubclass(kind, Command) and not hasattr(kind, "counts_as"):
            yield f"no kind of {kind.__name__} (counts_as)"
        if issubclass(kind, Refusal) and not hasattr(kind, "rule"):
            yield f"no rule of {kind.__name__}"


def _strangers(found: Mapping[str, Mapping[type, Any]], kinds: Sequence[type]) -> Iterator[str]:
    """Yield an error for each function that takes an undeclared command or event.

    Folds of kernel events are allowed.
    """
    for part, of in found.items():
        for kind in of:
            if kind not in kinds and not (part == "fold" and issubclass(kind, StreamEvent)):
                yield f"{part} of {kind.__name__}, which no chapter declares"


def _classes(chapter: ModuleType) -> Iterator[type]:
    """List the messages and refusals that a chapter's module itself declares, in order of declaration."""
    for value in vars(chapter).values():
        declared = isinstance(value, type) and value.__module__ == chapter.__name__
        if declared and issubclass(value, (Command, Event, Refusal)) and not value.__name__.startswith("_"):
            yield value


class Marked(NamedTuple):
    """A marked function of a chapter: its mark, and the types of its parameters and result."""

    function: Callable[..., Any]
    part: str
    hints: Mapping[str, Any]


def marked_functions(chapter: ModuleType) -> Iterator[Marked]:
    """List the functions of a chapter that have a mark such as `@judge`, in source order.

    A compiled function keeps no mark, so a compiled chapter has a table of its marks.
    """
    compiled = getattr(chapter, COMPILED, {})
    for name, value in list(vars(chapter).items()):
        if name in compiled:
            part, annotations = compiled[name]
            hints = get_type_hints(SimpleNamespace(__annotations__=annotations), vars(chapter))
            yield Marked(value, part, hints)
        elif isinstance(value, FunctionType) and value.__module__ == chapter.__name__ and hasattr(value, PART):
            yield Marked(value, getattr(value, PART), get_type_hints(value))


def _takes(part: str, hints: Mapping[str, Any]) -> tuple[type, ...]:
    """Return the commands or events that a function takes."""
    if part == "samples":
        inside = get_args(hints["return"])  # Iterable[Sample[C]]
        return _members(get_args(inside[0])[0])
    return _members([*hints.values()][1])


def _misfits(marked: Marked, state: type, context: Callable[..., Context[Any]]) -> Iterator[str]:
    """Yield an error if a function takes a context or a state of another type than the game's."""
    name, hint = marked.function.__name__, next(iter(marked.hints.values()))
    if marked.part in ("judge", "guard", "follows"):
        yield from _misfit(name, get_origin(hint) or hint, getattr(context, "func", context))
        hint = next(iter(get_args(hint)), Any)
    yield from _misfit(name, hint, state)


def _misfit(name: str, takes: Any, has: Any) -> Iterator[str]:  # noqa: ANN401 declared types
    if isinstance(takes, type) and isinstance(has, type) and takes is not Any and not issubclass(has, takes):
        yield f"{name} takes a {takes.__name__}, and the game has a {has.__name__}"


def _members(hint: Any) -> tuple[type, ...]:  # noqa: ANN401 a declared type
    if get_origin(hint) in (Union, UnionType):
        return tuple(kind for member in get_args(hint) for kind in _members(member))
    return (hint,)
