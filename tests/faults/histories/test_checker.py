"""The checker finds each planted error in an artificial history, and no error in a correct one."""

from __future__ import annotations

import ast
import sys
from pathlib import Path
from types import FrameType
from typing import Any

import pytest
from msgspec.structs import replace

from tests.faults.histories import checker, history, made_up
from tests.faults.histories.checker import Promise, judge
from tests.faults.histories.history import Commit, End, load
from tests.faults.histories.made_up import STREAM, Script, at_random, head_of

RELAXED = Promise(may_lose=True)
AHEAD = Promise(reads_ahead=True)
FAILING_OVER = Promise(may_lose=True, reads_behind=True)
SEEDS = range(60)
OPERATIONS = 120


def only(said: list[str], words: str) -> None:
    """Assert that there is exactly one violation, and that it contains this text."""
    assert 1 == len(said), said
    assert words in said[0]


def test_nothing_is_wrong_with_writes_and_reads_in_turn() -> None:
    """The checker accepts alternating writes and reads, where each read sees every write acknowledged before it."""
    script = Script(commits=2)
    script.read(1)
    script.write("w2", 2)
    script.read(2)
    script.write("w3", 3)
    script.read(3)

    verdict = script.verdict()
    assert (5, 5, []) == (verdict.operations, verdict.acknowledged, verdict.violations)


def test_a_stale_read_is_found() -> None:
    """The checker reports a read that does not see a write acknowledged before the read began."""
    script = Script(commits=2)
    script.write("w2", 2)
    script.write("w3", 3)
    script.read(2)

    only(script.verdict().violations, "stale read: version 3")


def test_a_read_that_began_before_may_see_either() -> None:
    """The checker accepts a read that overlaps a write, whether the read shows the stream before or after the write."""
    script = Script(commits=1)
    old, new = script.begin("read"), script.begin("read")
    script.write("w2", 2)
    script.ok(old, 1)
    script.ok(new, 2)

    assert [] == script.verdict().violations


def test_a_read_of_the_future_is_found() -> None:
    """The checker reports a read that shows a write which began after the read had ended."""
    script = Script(commits=1)
    script.read(2)
    script.write("w2", 2)

    only(script.verdict().violations, "is at version 2, and 2 was acknowledged before it began")


def test_a_lost_acknowledgement_is_found() -> None:
    """The checker reports an acknowledged write that is not in the log."""
    script = Script(commits=1)
    script.write("w2", 2)
    script.write("gone", 3)

    only(script.verdict().violations, "acknowledged, and lost")


def test_a_write_that_was_answered_with_another_head_is_found() -> None:
    """The checker reports a write whose acknowledged head differs from the log's head at that version."""
    script = Script(commits=1)
    script.write("w2", 2, lost=True)

    only(script.verdict().violations, "acknowledged, and lost")


def test_a_write_applied_twice_is_found() -> None:
    """The checker reports a write that the log has at two versions."""
    script = Script(commits=2)
    script.log.append(Commit(4, 4, head_of(4), "w3"))
    script.write("w2", 2)
    script.write("w3", 3)

    only(script.verdict().violations, "applied twice: w3 is at [3, 4]")


def test_a_gap_in_a_log_is_found() -> None:
    """The checker reports a log that skips a version."""
    script = Script(commits=1)
    script.write("w2", 2)
    script.log.append(Commit(4, 4, head_of(4)))

    only(script.verdict().violations, "gap: versions 4 to 4 follow version 2")


@pytest.mark.parametrize("versions", [(2, 4), (3, 4), (3, 2)])
def test_a_gap_in_events_that_were_read_is_found(versions: tuple[int, ...]) -> None:
    """The checker reports a read of events that omits a version, starts too late or goes backwards."""
    script = Script(commits=3)
    op = script.begin("tail", after=1)
    seen = [(version, f"w{version}", 0) for version in versions]
    script.history.end(End(op=op, outcome="ok", version=4, seen=seen))
    for version in (2, 3, 4):
        script.history.end(End(op=script.begin("repeat", f"w{version}"), outcome="unknown"))

    only(script.verdict().violations, "gap: after 1 it read")


def test_an_unknown_outcome_is_once_or_never() -> None:
    """The checker accepts and counts a write of unknown outcome that is in the log once or not at all."""
    script = Script(commits=1)
    script.unknown("w2")
    script.unknown("never")

    verdict = script.verdict()
    assert (2, 1, []) == (verdict.unknown, verdict.applied, verdict.violations)


def test_an_unknown_write_in_the_past_is_found() -> None:
    """The checker reports a write of unknown outcome that the log has before a version acknowledged earlier."""
    script = Script(commits=2)
    script.write("w3", 3)
    script.unknown("w2")

    only(script.verdict().violations, "is at version 2, and 3 was acknowledged before it began")


def test_a_refused_write_in_the_log_is_found() -> None:
    """The checker reports a refused write that is in the log."""
    script = Script(commits=1)
    script.history.end(End(op=script.begin("write", "w2"), outcome="fail"))

    only(script.verdict().violations, "it was refused, and is in the log at version 2")


def test_a_write_that_nobody_sent_is_found() -> None:
    """The checker reports a commit whose name does not belong to any write."""
    only(Script(commits=1).verdict().violations, "no client sent it there")


def test_a_write_at_another_version_than_expected_is_found() -> None:
    """The checker reports a write that expected one version and was applied at a later one."""
    script = Script(commits=2)
    script.write("w2", 2)
    script.ok(script.begin("write", "w3", expected=1), 3)

    only(script.verdict().violations, "applied from version 3, though it expected 1")


def test_a_repeat_is_answered_as_the_log_has_it() -> None:
    """The checker accepts a retry that gets the first response, and reports a retry that gets another version."""
    script = Script(commits=2)
    script.unknown("w2")
    script.write("w3", 3)
    script.ok(script.begin("repeat", "w2"), 2)
    assert [] == script.verdict().violations
    script.ok(script.begin("repeat", "w2"), 4)

    only(script.verdict().violations, "acknowledged, and lost")


# ---------------------------------------------------------------- at random


@pytest.mark.parametrize("seed", SEEDS)
def test_nothing_is_wrong_with_random_histories_of_a_right_stream(seed: int) -> None:
    """The checker accepts random histories of a correct stream, with overlapping operations and unknown outcomes."""
    assert [] == at_random(seed, OPERATIONS).verdict().violations


@pytest.mark.parametrize("seed", SEEDS)
def test_any_wrong_answer_is_found(seed: int) -> None:
    """The checker reports a random history if the log does not have an acknowledged write, or has it twice."""
    script = at_random(seed, OPERATIONS)
    answered = {end.version for end in script.history.entries if isinstance(end, End) and end.outcome == "ok"}
    named = [commit for commit in script.log if commit.name and commit.version in answered]
    victim, last = named[seed % len(named)], script.log[-1]
    missing = [each for each in script.log if each != victim]
    twice = [*script.log, replace(victim, first=last.version + 1, version=last.version + 1)]

    for log in (missing, twice):
        assert judge(script.history.entries, {STREAM: log}).violations


# ---------------------------------------------------------------- the checker itself


def test_the_checker_has_no_code_of_the_services() -> None:
    """The checker imports only the standard library, msgspec and the types of a history.

    An error in the services' code therefore cannot hide itself.
    """
    for module in (checker, history, made_up):
        tree = ast.parse(Path(str(module.__file__)).read_text("utf-8"))
        imported = {node.module or "" for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)}
        imported |= {name.name for node in ast.walk(tree) if isinstance(node, ast.Import) for name in node.names}
        foreign = {name for name in imported if name.partition(".")[0] not in {*sys.stdlib_module_names, "msgspec"}}
        assert foreign <= {"tests.faults.histories.checker", "tests.faults.histories.history"}


def lines_run(script: Script) -> int:
    """Return the number of lines that the checker executes for a history."""
    count, before = 0, sys.gettrace()

    def line(_: FrameType, event: str, __: object) -> Any:  # noqa: ANN401 as Python has it
        nonlocal count
        count += event == "line"
        return line

    sys.settrace(line)
    try:
        script.verdict()
    finally:
        sys.settrace(before)
    return count


def test_twice_the_history_is_twice_the_work() -> None:
    """A history of twice the length takes the checker twice the work, because the checker does not search."""
    assert lines_run(at_random(1, 4000)) < 2.2 * lines_run(at_random(1, 2000))


def test_a_history_is_read_back_from_its_file(tmp_path: Path) -> None:
    """A saved history equals the history that is read back from its file."""
    script = at_random(1, OPERATIONS)
    script.history.save(tmp_path / "history.ndjson")

    assert script.history.entries == load(tmp_path / "history.ndjson")


def test_an_end_without_a_beginning_is_no_history() -> None:
    """The checker refuses a history with an end without a beginning, or with two ends of one operation."""
    script = Script()
    script.history.end(End(op=7, outcome="ok"))

    with pytest.raises(ValueError, match="ends an operation that is not running"):
        script.verdict()
