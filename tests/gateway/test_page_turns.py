"""The log of a game on the page: where turns begin, and whom an event is about."""

from __future__ import annotations

import json
import subprocess
from typing import Any, Final

import pytest

from services.gateway.authoring.page_building import NODE, WEB

TURNS: Final = WEB / "src/parts/play/turns.ts"
SCRIPT: Final = """
const { beginnings, isAbout } = await import(process.argv[1]);
const { events, id } = JSON.parse(process.argv[2]);
const about = events.filter(({ event }) => isAbout(event, id)).map(({ version }) => version);
process.stdout.write(JSON.stringify({ begins: [...beginnings(events)], about }));
"""
"""A script for node that prints the first version of each turn, and the versions of the events about an id."""


def read(events: list[dict[str, Any]], about: str = "") -> dict[str, list[int]]:
    """Return what the page finds in events, of which the first has version 1."""
    given = {"id": about, "events": [{"version": at, "event": event} for at, event in enumerate(events, start=1)]}
    words = [str(NODE / "bin/node"), "--input-type=module", "-e", SCRIPT, "--", TURNS.as_uri(), json.dumps(given)]
    done = subprocess.run(words, check=True, capture_output=True, timeout=60)
    found: dict[str, list[int]] = json.loads(done.stdout)
    return found


@pytest.mark.rule("AR-PAGE-89")
@pytest.mark.parametrize(
    ("types", "begins"),
    [
        (["CombatStarted", "RoundBegan", "RoundRolled", "RoundBegan"], [2, 4]),
        (["RoundStarted", "AttackHit", "TurnEnded", "CheckRolled", "TurnEnded", "RoundStarted"], [1, 4, 6]),
        (["TurnBegan", "TurnEnded", "TurnBegan"], [1, 3]),
        (["RoundTaskSet", "RoundsPassed"], []),
    ],
)
def test_a_turn_begins_with_its_first_event(types: list[str], begins: list[int]) -> None:
    """A turn begins with the event that says so, or with the first event after the end of another turn."""
    assert begins == read([{"type": name} for name in types])["begins"]


@pytest.mark.rule("AR-PAGE-89")
def test_an_event_is_about_the_ids_in_it() -> None:
    """An event is about an id that is anywhere in its fields, as a whole value."""
    events: list[dict[str, Any]] = [
        {"type": "AttackHit", "target": "character-1"},
        {"type": "RoundStarted", "order": [{"who": "character-1"}, "enemy-2"]},
        {"type": "AttackHit", "target": "character-12"},
        {"type": "SceneSet", "secret": None},
    ]

    assert [1, 2] == read(events, about="character-1")["about"]
