"""The impact of changed rules on recorded streams of every game, counted by hand for one change in each game."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from operator import attrgetter
from pathlib import Path
from typing import Any, Final

import pytest
from msgspec.structs import replace

import services.tcg.chapters.setup as tcg_setup
import services.tcg.chapters.winning as tcg_winning
from shared.kernel.audit import lines_of
from shared.kernel.audit.lines import read_chain
from shared.kernel.audit.report import Findings
from shared.kernel.decided import decisions_of
from shared.kernel.impact import (
    NO_CHANGE,
    Change,
    RecordedCommit,
    StreamImpact,
    UnknownSetting,
    deciding,
    impact_of,
    summarize,
)
from shared.kernel.replay import log_reader_of
from shared.kernel.stream import Memory, Settled, Stream, settle

from .fixture import TESTS, Fixture, fixture_of
from .test_logs import logs_of, records_of

Found = tuple[str, str, tuple[str, ...], str]
"""A difference: its kind, its name, the fields that differ, and the innermost rule involved."""


def impact_on(service: str, log: Path, change: Change = NO_CHANGE) -> StreamImpact:
    """Decide a recorded stream's commands again, with a change of the rules or without one; return the impact."""
    entries = read_chain(lines_of(log.read_bytes()), Findings())
    commits = (RecordedCommit(entry.public, entry.opened) for entry in entries)
    return impact_of(log_reader_of(fixture_of(service).game), entries[0].record.stream, commits, change)


def golden(service: str, session: str) -> Path:
    """Return the recorded stream of a session."""
    return TESTS / service / "golden" / f"{session}.ndjson"


def differences(found: StreamImpact) -> list[Found]:
    """Return the differences of a stream, each with its innermost rule."""
    return [(one.kind, one.what, one.fields, one.rules[0] if one.rules else "") for one in found.differences]


@pytest.mark.golden
@pytest.mark.rule("AR-IMPACT-01")
def test_the_same_rules_change_nothing(fixture: Fixture) -> None:
    """With unchanged rules, all decisions of all recorded streams have the same result, and none is left out."""
    found = summarize(impact_on(fixture.service, log) for log in logs_of(fixture))
    commands = sum("split" not in record for log in logs_of(fixture) for record in records_of(log))

    assert found.rows == ()
    assert found.stopped == {}
    assert found.same == found.decisions >= commands
    assert found.streams == len(logs_of(fixture))


@pytest.mark.golden
@pytest.mark.rule("AR-IMPACT-01")
def test_deciding_again_leads_to_the_folded_stream(fixture: Fixture) -> None:
    """After each tenth decision, the stream is the one that its records fold to, with the same trail for undos."""
    reader, compared = log_reader_of(fixture.game), 0
    for log in logs_of(fixture):
        entries = read_chain(lines_of(log.read_bytes()), Findings())
        empty: Stream[Any] = Stream(id=entries[0].record.stream, game=fixture.game.initial)
        again, folded, memory = deciding.Deciding(reader, empty, NO_CHANGE), empty, Memory[Any]()
        for number, decision in enumerate(decisions_of(entries, attrgetter("goes_on"))):
            commits = [RecordedCommit(entry.public, entry.opened) for entry in decision]
            folded = reader.fold(folded, [(commit.public, commit.opened) for commit in commits], memory)
            assert (len(commits) == 1 and again.go_on_quickly(commits[0])) or again.go_on_slowly(commits)
            if number % 10 == 0:
                assert again.stream == folded
                compared += 1

    assert compared > len(logs_of(fixture))


CHANGED: Final[Sequence[tuple[str, str, Mapping[str, Any], list[Found]]]] = [
    # Strength is lost once, adjusted three times and restored once; each time the maximum of HP would follow it.
    (
        "rpg_boundless", "wandering_as_usual", {"hp": {"follows_strength": True}},
        [("event", "MaxHpFollowed", (), "FB-R-07")] * 5,
    ),
    # AP are refreshed four times, and each time some were left.
    (
        "rpg_specialist_pool", "fight", {"ap": {"carry_over": True}},
        [("event", "ApRefreshed", ("ap",), "SG-AP-04")] * 4,
    ),
    # One attack comes before the target's first turn, and the target answers it.
    (
        "rpg_specialist_total", "a_counterattack", {"combat": {"first_round_passive_defence": False}},
        [("event", "DefenceForgone", (), "SC-CORE-02")],
    ),
    # One of four uses of Spiffs is a major change.
    (
        "bones", "at_random", {"spiffs": {"major_change_cost": 3}},
        [("event", "SpiffUseAsked", ("use",), "BN-SPIFF-01")],
    ),
    # One player loses in the midst of an attack.
    (
        "tcg", "three_at_the_table", {"loss_check": "after_resolution"},
        [("event", "AttackEnded", (), "TC-CBT-20")],
    ),
]  # fmt: skip


@pytest.mark.golden
@pytest.mark.rule("AR-IMPACT-01", "AR-IMPACT-03")
@pytest.mark.parametrize(("service", "session", "settings", "expected"), CHANGED, ids=[one[0] for one in CHANGED])
def test_another_setting_has_the_differences_that_were_counted_by_hand(
    service: str, session: str, settings: dict[str, Any], expected: list[Found]
) -> None:
    """With another setting, exactly those decisions differ that were counted by hand."""
    assert differences(impact_on(service, golden(service, session), Change(settings))) == expected


NUMBERS: Final[Sequence[tuple[str, str, str, int, list[tuple[int, Found]]]]] = [
    # Two rolls of the evening throw 60 dice or more: 100 exploding ones before version 12, and 13 rolls before 21.
    (
        "dice/an_evening", "services.dice.chapters.rolls", "MAX_THROWS", 60,
        [(at, ("refused", "TooManyDice", (), "DI-LIMIT-02")) for at in (11, 20)],
    ),
    # Ash's Slots are filled once, with more than 2 HP.
    (
        "rpg_boundless/put_right", "services.rpg_boundless.chapters.items", "FULL_HP", 2,
        [(57, ("event", "SlotsFilled", ("hp",), "FB-SLOT-08"))],
    ),
    # Two of six rolls show a 5: 5, 7 and 3 against 2, 8 and 10, and 5, 6 and 9.
    (
        "rpg_specialist_pool/tests", "shared.kernel.pools.luck", "SUCCEEDS_FROM", 5,
        [(at, ("event", "PoolRolled", ("roll",), "SG-DICE-02")) for at in (27, 33)],
    ),
    # One defender is under a drug.
    (
        "rpg_specialist_total/drugs_to_a_coma", "services.rpg_specialist_total.chapters.states", "PENALTY", 2,
        [(35, ("event", "DefenceForgone", ("total",), "SC-CORE-02"))],
    ),
    # One patient is treated, with five successes.
    (
        "bones/on_the_road", "services.bones.chapters.tasks.recovery", "SUCCESSES_FOR_ONE", 1,
        [(131, ("event", "PatientTreated", ("dice",), "BN-HEAL-03"))],
    ),
]  # fmt: skip


@pytest.mark.golden
@pytest.mark.rule("AR-IMPACT-01")
@pytest.mark.parametrize(("log", "module", "name", "value", "expected"), NUMBERS, ids=[one[0] for one in NUMBERS])
def test_another_number_has_the_differences_that_were_counted_by_hand(  # noqa: PLR0917 the columns of the table
    monkeypatch: pytest.MonkeyPatch, log: str, module: str, name: str, value: int, expected: list[tuple[int, Found]]
) -> None:  # fmt: skip
    """With one changed number in the rules, exactly those decisions differ that were counted by hand."""
    monkeypatch.setattr(f"{module}.{name}", value)
    service, _, session = log.partition("/")
    found = impact_on(service, golden(service, session))
    versions = [one.version for one in found.differences]
    assert list(zip(versions, differences(found), strict=True)) == expected
    assert found.same == found.decisions - len(expected)


@pytest.mark.golden
@pytest.mark.rule("AR-IMPACT-01")
def test_a_larger_opening_hand_changes_one_decision_of_each_match(monkeypatch: pytest.MonkeyPatch) -> None:
    """With an opening hand of six, only the deal of each match differs, because later draws are taken from the log."""
    monkeypatch.setattr(tcg_setup, "OPENING_HAND", 6)
    for log in logs_of(fixture_of("tcg")):
        found = impact_on("tcg", log)
        assert differences(found) == [("event", "CardsDrawn", ("n", "cards"), "TC-SETUP-05")]
        assert found.echoes == 0


@pytest.mark.golden
@pytest.mark.rule("AR-IMPACT-02")
def test_an_earlier_loss_is_one_difference_with_echoes(monkeypatch: pytest.MonkeyPatch) -> None:
    """With a lower limit for the void, a player loses earlier.

    The log does not contain this loss, so each later check finds it again.
    """
    monkeypatch.setattr(tcg_winning, "VOID_LIMIT", 5)
    found = impact_on("tcg", golden("tcg", "two_lights"))

    assert differences(found) == [("event", "PlayerLost", (), "TC-WIN-05")]
    assert found.echoes == 14
    assert found.same + found.echoes + 1 == found.decisions


@pytest.mark.golden
@pytest.mark.rule("AR-IMPACT-01")
def test_a_decision_that_ends_with_its_first_commit_lacks_an_event(monkeypatch: pytest.MonkeyPatch) -> None:
    """If the rules emit only the events in the first commit of a decision, the first event after these is missing."""
    log = golden("tcg", "without_end")
    entries = read_chain(lines_of(log.read_bytes()), Findings())
    split = next(entry for entry in entries if entry.goes_on)
    kept = len(split.record.events)
    after = entries[entries.index(split) + 1].record.events[0]["type"]

    def settle_in_part(*of: Any, **named: Any) -> Settled[Any]:  # noqa: ANN401 as `settle` has them
        again = settle(*of, **named)
        return replace(again, events=again.events[:kept])

    monkeypatch.setattr(deciding, "settle", settle_in_part)
    first = impact_on("tcg", log).differences[0]

    assert (first.kind, first.what, first.version) == ("missing", after, split.before)


@pytest.mark.rule("AR-IMPACT-03")
@pytest.mark.parametrize(
    ("service", "session", "settings", "says"),
    [
        ("rpg_boundless", "put_right", {"hpp": {}}, "there is no setting hpp; there are armor, attack"),
        (
            "rpg_boundless",
            "put_right",
            {"hp": {"grows": 1}},
            "there is no setting hp.grows; there are follows_strength",
        ),
        (
            "rpg_boundless",
            "put_right",
            {"hp": {"follows_strength": 3}},
            "hp.follows_strength: Expected `bool`, got `int`",
        ),
        ("tcg", "two_lights", {"form_zones": 9}, "form_zones: Expected `int` <= 5"),
        ("dice", "a_task", {"keep": 1}, "has no settings"),
    ],
)
def test_a_setting_that_the_game_does_not_have_is_refused(
    service: str, session: str, settings: dict[str, Any], says: str
) -> None:
    """A change of an unknown setting is refused, and the refusal names the existing settings.

    The refusal of an invalid value names the allowed values.
    """
    with pytest.raises(UnknownSetting) as refused:
        impact_on(service, golden(service, session), Change(settings))

    assert says in str(refused.value)


@pytest.mark.golden
@pytest.mark.rule("AR-IMPACT-04")
def test_impact_ends_at_the_first_secret_that_cannot_be_read() -> None:
    """A decision of a seat's export of a match is repeated up to the first commit with a part hidden from the seat."""
    entries = read_chain(lines_of(golden("tcg", "two_lights").read_bytes()), Findings())
    commits = [RecordedCommit(entry.public, (None,) * len(entry.opened)) for entry in entries]
    first_deck = next(at for at, entry in enumerate(entries) if at and entry.opened)

    found = impact_of(log_reader_of(fixture_of("tcg").game), entries[0].record.stream, commits)

    assert found.decisions == found.same == first_deck
    before = entries[first_deck].before
    assert found.stopped == f"after version {before}: parts of the next decision are closed to this reader"
