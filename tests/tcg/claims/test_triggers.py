"""Every event that can trigger a card.

The tests compare an [AUTO] effect's text with the events that trigger it.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from itertools import product
from pathlib import Path
from typing import Any, Final, get_args

import msgspec
import pytest

from services.tcg.catalogue.language.effects import EventName, Pattern
from services.tcg.catalogue.lints.effects import FACTS, VALUES
from services.tcg.catalogue.text.speech import say
from services.tcg.chapters.reading import read_pattern
from services.tcg.state.tasks import Running, TriggerEvent
from tests.tcg.board import command, number
from tests.tcg.playing import Playing

from .calls import waited_for
from .reading import Table
from .test_steps import of
from .trying import Part, laid

GOLDEN: Final = Path(__file__).parent.parent / "golden"
SPELL: Final = command("spell")
NAMES: Final[tuple[EventName, ...]] = tuple(name for name in get_args(EventName) if name != "state")
"""All event names except `state`, which is not an event: see `test_state_trigger_has_its_condition`."""
FIELDS: Final = {
    "card": "card",
    "target": "target",
    "step": "step",
    "phase": "phase",
    "cause": "cause",
    "to": "to",
    "from_": "origin",
}
CHOICES: Final[dict[str, tuple[Any, ...]]] = {
    "card": (of("form"), of("form", "opponent"), of(["form", "savior"], "any")),
    "target": (of("form"), of("form", "opponent")),
    "step": ("draw", "act1", "combat", "end"),
    "phase": ("start", "check", "damage", "end"),
}


def patterns(name: EventName) -> list[Part]:
    """Return patterns of an event: with single fields and with all fields, and each with and without a player."""
    named: list[Part] = [{}]
    for field in FACTS[name] - {"spirit"}:
        values = VALUES.get((name, field)) or CHOICES[field]
        named += [{field.rstrip("_"): value} for value in values]
    return [{"event": name, **by, **fact} for by, fact in product(({}, *({"by": who} for who in WHO)), named)]


WHO: Final = ("you", "opponent", "each_opponent", "any")


def happenings(game: Playing, name: EventName) -> Iterator[TriggerEvent]:
    """Yield every possible event of this name.

    An event is caused by either player and is about either player's cards, with every value of each field.
    """
    fields: dict[str, Any] = {"by": ("a", "b")}
    cards = [number(game, seat, "whelp", "form") for seat in ("a", "b")]
    for field in FACTS[name] - {"spirit"}:
        values = VALUES.get((name, field))
        words = tuple(value.replace("-", "_") for value in values) if values else CHOICES[field]
        fields[FIELDS[field]] = cards if field in ("card", "target") else words
    for values in product(*fields.values()):
        facts: dict[str, Any] = dict(zip(fields, values, strict=True))
        event = TriggerEvent(event=name, **facts)
        if name in ("damaged", "despiritualized", "spiritualized") or not event.card or _own(game, event):
            yield event


def _own(game: Playing, event: TriggerEvent) -> bool:
    """Return whether the player who caused an event also controls the event's card."""
    return game.state.table[event.card].seat == event.by


@pytest.mark.rule("TC-ETI-02", "TC-RUL-143")
@pytest.mark.parametrize("name", NAMES)
def test_trigger_matches_its_words(name: EventName) -> None:
    """For each pattern and each possible event, the card triggers exactly when its text describes the event."""
    heard, game = {True: 0, False: 0}, laid(SPELL)
    source = number(game, "a", "spell")
    table, events = Table(game, source, []), list(happenings(game, name))
    for raw in patterns(name):
        pattern = msgspec.convert(raw, Pattern)
        words, answers = say(pattern), read_pattern(pattern)
        for event in events:
            expected = waited_for(table, words, event)
            assert expected == answers(game, Running(seat="a", card=source, printed="spell", effect="x"), event), words
            heard[expected] += 1

    assert all(heard.values())


def test_state_trigger_has_its_condition() -> None:
    """The text of an effect that triggers on a state names only that state."""
    state = {"event": "state", "when": {"op": "turn_of", "who": "you"}}

    assert "when it is your turn" == say(msgspec.convert(state, Pattern))


@pytest.mark.rule("TC-RUL-143")
def test_recorded_events_have_only_known_values() -> None:
    """Events of recorded matches contain only values that a card's trigger may name."""
    seen, facts, words = set(), {str(name): fields for name, fields in FACTS.items()}, dict[Any, Any](VALUES)
    for log in GOLDEN.glob("*.ndjson"):
        for event in trigger_events(log):
            seen.add(event.event)
            for field, name in FIELDS.items():
                value = getattr(event, name)
                known = words.get((event.event, field))
                if value and field not in ("card", "target"):
                    assert field in facts[event.event], (log.stem, event)
                    assert known is None or value.replace("_", "-") in known, (log.stem, event)

    assert set(NAMES) <= seen


def trigger_events(log: Path) -> Iterator[TriggerEvent]:
    """Yield the events that triggered effects in a recorded match."""
    for line in log.read_text().splitlines():
        for event in json.loads(line)["public"]["events"]:
            for one in event.get("effects", ()) if event["type"] == "TriggersQueued" else ():
                yield msgspec.convert(one["event"], TriggerEvent)
