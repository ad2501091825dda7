"""Each refusal that a game declares is used, tested, and listed in the game's table."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Final

from services.gateway.authoring.refusal_tables import refusals_below
from shared.kernel.messages import Command
from shared.kernel.refusals import Refusal
from shared.platform.http.jobs.job_game import jobs_of
from shared.platform.ledger import CONTRACTS, ledger_at, ledgers

from .fixture import TESTS, Fixture
from .named_commands import PROPOSE, held_back, judging, named_in, proposable, texts_of
from .test_legal import found_in

UNMET: Final[Mapping[str, frozenset[str]]] = {}
"""Refusals that no test covers yet. Remove each one with its first test."""
SERVICES: Final = TESTS.parent / "services"


def refusals_of(service: str) -> list[type[Refusal]]:
    """Return the refusals that a game's folder declares, including those of its jobs, but not base classes."""
    jobs_of(service)  # imports them
    return [*refusals_below(f"services.{service}.")]


@cache
def names_used(folder: Path) -> frozenset[str]:
    """Return the names that the code in a folder uses, apart from imports and declarations."""
    return frozenset(
        name
        for path in sorted(folder.rglob("*.py"))
        for node in ast.walk(ast.parse(path.read_text("utf-8")))
        if (name := node.id if isinstance(node, ast.Name) else node.attr if isinstance(node, ast.Attribute) else "")
    )


@cache
def words_in(folder: Path) -> frozenset[str]:
    """Return the words in a folder's test files, in code and in texts."""
    return frozenset(
        word for path in sorted(folder.rglob("*.py")) for word in re.findall(r"\w+", path.read_text("utf-8"))
    )


def test_every_refusal_is_raised_somewhere(fixture: Fixture) -> None:
    """The game's own code uses each of its refusals outside of imports and the refusal's declaration."""
    used = names_used(SERVICES / fixture.service)
    bases = {base.__name__ for kind in refusals_of(fixture.service) for base in kind.__bases__}

    unused = [kind.__name__ for kind in refusals_of(fixture.service) if kind.__name__ not in used | bases]
    assert [] == unused, "raise each of these in a judge or a guard, or delete it"


def test_every_refusal_is_covered_by_a_test(fixture: Fixture) -> None:
    """Each refusal is the response to an invented command, or is named in a test of the game or of HTTP."""
    met = {kind.__name__ for kind in found_in(fixture.service).refused}
    named = words_in(TESTS / fixture.service) | words_in(TESTS / "http")

    unmet = {kind.__name__ for kind in refusals_of(fixture.service)} - met - named

    assert UNMET.get(fixture.service, set()) == unmet, "write a test in which each of these is raised"


def test_every_refusal_names_a_rule_of_the_ledger(fixture: Fixture) -> None:
    """Each refusal names a rule from the game's own ledger or from the kernel's."""
    known = {rule for name in (fixture.service, "arbiter") for rule in ledger_at(ledgers()[name]).ids}

    assert [] == [
        kind.__name__ for kind in refusals_of(fixture.service) if getattr(kind, "rule", None) not in known and
        not kind.__subclasses__()
    ]  # fmt: skip


def test_every_command_that_a_refusal_names_exists_in_the_game(fixture: Fixture) -> None:
    """Each command that the text of a refusal names is in the game's contract."""
    game = fixture.game
    named = {name for kind in game.commands for name in named_for(fixture, kind)}

    assert set() == named - {kind.__name__ for kind in game.commands}


def test_a_command_that_needs_approval_can_be_proposed(fixture: Fixture) -> None:
    """If a refusal advises a player to propose a command to the game master, the command can be proposed."""
    game = fixture.game
    advised = {kind for kind in game.commands if PROPOSE in named_for(fixture, kind)} | held_back(game)
    of_players = {kind for kind in advised if kind.needs_role in ("player", "spectator")}

    assert set() == {kind.__name__ for kind in of_players - proposable(game)}


def named_for(fixture: Fixture, kind: type[Command]) -> Iterator[str]:
    """Yield the commands that the refusals of a command name."""
    for function in judging(fixture.game, kind):
        for text in texts_of(function):
            yield from named_in(text, fixture.game)


def test_the_table_of_refusals_lists_each_once(fixture: Fixture) -> None:
    """`contracts/<service>/refusals.md` has one row for each refusal of the game, with its sentence and its rule."""
    table = CONTRACTS.joinpath(fixture.service, "refusals.md").read_text("utf-8")
    rows = [line for line in table.splitlines() if line.startswith("| `")]
    listed = [kind for kind in refusals_of(fixture.service) if hasattr(kind, "rule")]
    expected = {f"| `{kind.__name__}` | {kind.explanation()} | {kind.rule} | {kind.status} |" for kind in listed}
    assert expected == set(rows), "make contracts writes the table anew"
    assert len(rows) == len(expected)
