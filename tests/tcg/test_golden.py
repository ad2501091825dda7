"""The matches in the golden logs.

Together they use every part of the card language.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple, get_args

import msgspec
import pytest

from services.tcg.catalogue.language.costs import Cost
from services.tcg.catalogue.language.effects import EventName, Would
from services.tcg.catalogue.language.operations import AnyContinuousEffect, Operation
from services.tcg.catalogue.sets import CardSet, card_set
from services.tcg.catalogue.walk import walk
from services.tcg.chapters import operations
from shared.kernel.audit import lines_of
from tests.tcg.sessions import GOLDEN

LOGS = sorted(GOLDEN.glob("*.ndjson"))


# ---------------------------------------------------------------- the card language


def test_every_step_is_in_a_recorded_match() -> None:
    """For each step of the released card language, an effect with that step resolves in a recorded match."""
    done = {tag for log in LOGS for tag in steps_done(log)}

    assert set() == {*operations.RELEASED} - done


def test_every_cost_is_paid_in_a_recorded_match() -> None:
    """Each kind of cost is paid in a recorded match."""
    paid = {cost for log in LOGS for event in of_type(log, "CostPaid") for cost in event["costs"]}

    assert set() == tags(Cost) - paid


def test_every_static_is_in_a_recorded_match() -> None:
    """For each static, a card that has it is in play in a recorded match."""
    held = {tag for log in LOGS for tag in statics_in_play(log)}

    assert set() == tags(AnyContinuousEffect) - held


def test_every_replacement_is_in_a_recorded_match() -> None:
    """Each replaceable event is replaced in a recorded match."""
    replaced = {tag for log in LOGS for tag in replacements_used(log)}

    assert set() == set(get_args(Would)) - replaced


def test_every_event_triggers_in_a_recorded_match() -> None:
    """Each event that can trigger an [AUTO] effect triggers one in a recorded match."""
    called = {
        one["event"]["event"] for log in LOGS for event in of_type(log, "TriggersQueued") for one in event["effects"]
    }

    assert set() == set(get_args(EventName)) - called


def tags(union: Any) -> set[str]:  # noqa: ANN401 a union of parts
    """Return the tags of a union's types."""
    return {str(kind.__struct_config__.tag) for kind in get_args(union)}


def steps_done(log: Path) -> Iterator[str]:
    """Yield the steps of effects that resolved. If an effect ended the match, all its steps count."""
    cards, declared = cards_of(log), {}
    for event in events_of(log):
        if event["type"] == "EffectDeclared":
            declared[event["number"]] = event["effect"]
        resolved = event["type"] == "EffectResolved" and not event["negated"]
        if resolved or (event["type"] == "MatchFinished" and event["reason"] == "effect"):
            key = declared[event["number"]] if resolved else list(declared.values())[-1]
            yield from (found.tag for found in parts_of(cards) if found.key == key.partition("/")[0])


class Found(NamedTuple):
    """A step of a card: the key of its effect, and the name of the step's type."""

    key: str
    tag: str


@cache
def parts_of(cards: CardSet) -> tuple[Found, ...]:
    """Return the steps of a card set's effects, but not the steps of granted effects, which have other keys."""
    return tuple(
        Found(f"{card.id}#{scope.effect.id}", str(part.__struct_config__.tag))
        for card in cards.cards.values()
        for _, part, scope in walk(card)
        if isinstance(part, Operation) and scope.effect is not None and not scope.granted
    )


def statics_in_play(log: Path) -> Iterator[str]:
    """Yield the statics of the cards that were played."""
    cards = cards_of(log)
    for event in (*of_type(log, "FormPlayed"), *of_type(log, "CommandPlayed"), *of_type(log, "Spiritualized")):
        for effect in cards.cards[event["card"]].effects:
            yield from (str(static.__struct_config__.tag) for static in effect.static)


def replacements_used(log: Path) -> Iterator[str]:
    """Yield the replaced event of each replacement that was used."""
    replacing = {
        f"{card.id}#{effect.id}": effect.replace.event
        for card in cards_of(log).cards.values()
        for effect in card.effects
        if effect.replace is not None
    }
    for event in of_type(log, "EffectUsed"):
        yield from (replacing[key] for key in (used.rpartition("|")[2] for used in event["keys"]) if key in replacing)


# ---------------------------------------------------------------- whole matches


def test_whole_match_of_two_is_recorded() -> None:
    """A recorded two-player match has a chain of three effects, flips, a negated effect and both kinds of attacks.

    The attacks are on forms and on saviors.
    """
    log = GOLDEN / "two_lights.ndjson"
    saviors = {shown["thing"] for event in of_type(log, "MatchStarted") for shown in event["saviors"]}
    attacked = {event["target"] in saviors for event in of_type(log, "AttackDeclared")}

    assert {"SaviorFlipped", "CommandFlipped", "EffectNegated"} <= {event["type"] for event in events_of(log)}
    assert {True, False} == attacked
    assert 3 <= longest_chain(log)
    assert ["last_standing"] == endings(log)


def test_whole_match_of_three_is_recorded() -> None:
    """In a recorded three-player match, one player loses midway, the turns continue, and one of the others wins."""
    log = GOLDEN / "three_at_the_table.ndjson"
    events = [event for event in events_of(log) if event["type"] in {"TurnStarted", "PlayerRemoved", "MatchFinished"}]
    out = next(at for at, event in enumerate(events) if event["type"] == "PlayerRemoved")

    assert 3 < out < len(events) - 3
    assert ["last_standing"] == endings(log)
    assert events[-1]["winner"] not in {None, events[out]["seat"]}


@pytest.mark.parametrize(
    ("name", "reason"),
    [("a_draw_agreed", "agreement"), ("a_concession", "last_standing"), ("out_of_time", "last_standing"),
     ("too_many_turns", "turns"), ("without_end", "stall"), ("every_deed", "effect")],
)  # fmt: skip
def test_each_way_a_match_ends_is_recorded(name: str, reason: str) -> None:
    """For each reason for which a match can end, a recorded match ends for that reason.

    The reasons are an agreement, a concession by a player or by the clock, a limit, and a card.
    """
    assert [reason] == endings(GOLDEN / f"{name}.ndjson")


def longest_chain(log: Path) -> int:
    """Return the highest number of declared effects that were on the chain at the same time."""
    longest = links = 0
    for event in events_of(log):
        links += {"EffectDeclared": 1, "EffectResolved": -1}.get(event["type"], 0)
        longest = max(longest, links)
    return longest


def endings(log: Path) -> list[str]:
    """Return the reason of each match end in a log."""
    return [event["reason"] for event in of_type(log, "MatchFinished")]


# ---------------------------------------------------------------- reading logs


@cache
def events_of(log: Path) -> tuple[dict[str, Any], ...]:
    """Return the events of a log in their stored form."""
    lines = lines_of(log.read_bytes())
    return tuple(event for line in lines for event in msgspec.json.decode(line)["public"]["events"])


def of_type(log: Path, name: str) -> list[dict[str, Any]]:
    """Return the events with this type's name."""
    return [event for event in events_of(log) if event["type"] == name]


def cards_of(log: Path) -> CardSet:
    """Return the card set of a recorded match."""
    return card_set(of_type(log, "MatchCreated")[0]["cards"])
