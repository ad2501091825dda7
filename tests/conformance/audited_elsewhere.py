"""Audits golden logs with the rules and catalogues of the current working folder.

`audited_elsewhere.py <tests> <step> <game> …` audits every `step`th log of each of the named games.
"""

from __future__ import annotations

import importlib
import sys
from pathlib import Path
from typing import Any

import msgspec

from shared.kernel.audit import audit, lines_of
from shared.kernel.game import Game
from shared.kernel.replay import LogReader
from shared.platform.ruleset import KERNEL, rules_digest

TREE = Path.cwd()


def game_of(service: str) -> Game[Any]:
    """Return the game of a service."""
    module = importlib.import_module(f"services.{service}.game")
    assert Path(module.__file__ or "").is_relative_to(TREE)
    return next(value for value in vars(module).values() if isinstance(value, Game))


def said_of(game: Game[Any], log: Path) -> list[str]:
    """Return the audit's findings on a log."""
    reader = LogReader(game)
    report = audit(lines_of(log.read_bytes()), reader_for=lambda _: reader)
    honest = "honest" if report.failure is None else report.failure.why
    return [honest, report.chain.verdict, report.draws.verdict, report.decisions.verdict]


def said_in(service: str, tests: Path, step: int) -> dict[str, Any]:
    """Return the audit's findings on every `step`th log of a game, by log."""
    game = game_of(service)
    assert game.storage.catalogue is not None
    logs = sorted((tests / service / "golden").glob("*.ndjson"))[::step]
    return {
        "set": game.storage.catalogue.name,
        "logs": {log.stem: said_of(game, log) for log in logs},
        "ruleset": rules_digest(TREE, service, KERNEL),
    }


if __name__ == "__main__":
    tests, step, *services = sys.argv[1:]
    found = {service: said_in(service, Path(tests), int(step)) for service in services}
    sys.stdout.buffer.write(msgspec.json.encode(found))
