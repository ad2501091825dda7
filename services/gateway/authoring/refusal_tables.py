"""Tables of the refusals of each service, `contracts/<service>/refusals.md`, as callers read them."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby
from typing import Final

from shared.kernel.refusals import Refusal

HEAD: Final = """# The refusals of {title}

A refused command changes nothing. The problem has the sentence as its `detail`, the id of the rule, and the failing
fact: `needs` is what would be right, `has` is what the command or the stream had.
"""
COLUMNS: Final = "\n| refusal | sentence | rule | status |\n|---|---|---|---|"
KERNEL: Final = "shared."


def table_of(service: str, title: str) -> str:
    """Return the table of a service's refusals, by chapter.

    For `arbiter`, these are the refusals that all games share.
    """
    home = KERNEL if service == "arbiter" else f"services.{service}."
    lines = [HEAD.format(title=title)]
    declared = sorted(
        (kind for kind in refusals_below(home) if hasattr(kind, "rule")), key=lambda kind: kind.__module__
    )
    for module, kinds in groupby(declared, key=lambda kind: kind.__module__):
        lines.append(f"## {_heading(module)}{COLUMNS}")
        lines += [f"| `{kind.__name__}` | {kind.explanation()} | {kind.rule} | {kind.status} |" for kind in kinds]
        lines.append("")
    return "\n".join(lines)


def _heading(module: str) -> str:
    """Return the heading of a chapter. A module named `refusals` gets the name of its folder."""
    *_, folder, name = module.split(".")
    return (folder if name == "refusals" else name).replace("_", " ").capitalize()


def refusals_below(home: str, kind: type[Refusal] = Refusal) -> Iterator[type[Refusal]]:
    """Yield the refusals in modules whose name begins with `home`, except private base classes."""
    for one in kind.__subclasses__():
        if one.__module__.startswith(home) and not one.__name__.startswith("_"):
            yield one
        yield from refusals_below(home, one)
