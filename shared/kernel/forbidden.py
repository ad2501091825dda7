"""The commands and single command bodies that a seat may not send, with their refusals, grouped by reason."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from itertools import islice
from typing import Any, Final, NamedTuple

import msgspec
from msgspec import NODEFAULT, Struct
from msgspec.structs import fields

from shared.kernel.messages import Command
from shared.kernel.refusals import Fact, Refusal

NO_ID: Final = "nobody-0"
"""An id that names nothing. A sample uses it if the seat has nothing to name, so that its refusal states the reason."""
MOST_BODIES: Final = 32
"""Maximum number of forbidden bodies listed for a command."""


class Blocked(Struct, frozen=True, kw_only=True):
    """The commands and command bodies that a seat may not send now, for one reason.

    `bodies` lists single refused bodies of commands whose other bodies are allowed, or are refused for other reasons.
    Such a body explains, for example, why one card cannot be played now. The list has at most 32 bodies per command.
    """

    commands: tuple[str, ...]
    rule: str
    says: str
    needs: Any = None
    has: Any = None
    bodies: tuple[dict[str, Any], ...] = ()


class Forbidden(NamedTuple):
    """A refusal, and what it forbids: a whole command by its name, or a single body."""

    refusal: Refusal
    command: str = ""
    body: dict[str, Any] | None = None


def body_of(command: Command) -> dict[str, Any]:
    """Return a command as the JSON body a client would send, without the fields that hold their defaults."""
    usual = _defaults(type(command))
    body: dict[str, Any] = msgspec.to_builtins(command)
    return {name: value for name, value in body.items() if name not in usual or getattr(command, name) != usual[name]}


@lru_cache(maxsize=512)
def _defaults(kind: type[Command]) -> Mapping[str, Any]:
    found = {field.name: field.default for field in fields(kind) if field.default is not NODEFAULT}
    return found | {field.name: field.default_factory() for field in fields(kind) if callable(field.default_factory)}


def forbidden_of(name: str, refused: Sequence[tuple[Command, Refusal]], *, wholly: bool) -> list[Forbidden]:
    """Return the refused command, its refused bodies, or both.

    The command itself is returned if all its bodies are refused (`wholly`). Single bodies are returned if other bodies
    are allowed, or if the reasons differ.
    """
    whole = [Forbidden(refused[0][1], name)] if refused and wholly else []
    if not whole or len({_reason(refusal) for _, refusal in refused}) > 1:
        bodies = ((body_of(command), refusal) for command, refusal in refused)
        real = (Forbidden(refusal, body=body) for body, refusal in bodies if NO_ID not in body.values())
        whole += islice(real, MOST_BODIES)
    return whole


def _fact_of(refusal: Refusal) -> Fact:
    """Return the value `has` of a refusal; None if the sample command used the unknown id `NO_ID`."""
    return None if refusal.has == NO_ID else refusal.has


def _reason(refusal: Refusal) -> bytes:
    return msgspec.json.encode((refusal.rule, refusal.says, refusal.needs, _fact_of(refusal)))


def group_by_reason(forbidden: Iterable[Forbidden]) -> tuple[Blocked, ...]:
    """Group forbidden commands and bodies by their reason."""
    groups: dict[bytes, list[Forbidden]] = {}
    for one in forbidden:
        groups.setdefault(_reason(one.refusal), []).append(one)
    return tuple(map(_block_of, groups.values()))


def _block_of(group: Sequence[Forbidden]) -> Blocked:
    refusal = group[0].refusal
    return Blocked(
        commands=tuple(one.command for one in group if one.command),
        rule=refusal.rule, says=refusal.says, needs=refusal.needs, has=_fact_of(refusal),
        bodies=tuple(one.body for one in group if one.body is not None),
    )  # fmt: skip
