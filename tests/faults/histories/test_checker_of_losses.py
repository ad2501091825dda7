"""The checker knows which acknowledged writes a crash or a failover may lose, and reports every other loss."""

from __future__ import annotations

from tests.faults.histories.history import Commit, End
from tests.faults.histories.made_up import Script, head_of

from .test_checker import AHEAD, FAILING_OVER, RELAXED, only

# ---------------------------------------------------------------- permitted losses


def test_relaxed_may_lose_writes_after_the_last_sync() -> None:
    """With `relaxed`, a write lost after the last sync is only counted; with any other promise, it is a violation."""
    script = Script(commits=2)
    script.write("w2", 2)
    script.done("sync")
    script.write("gone", 3, lost=True)
    script.read(3, lost=True)
    script.done("crash")
    script.read(2)
    script.write("w3", 3)

    script.done("crash")
    verdict = script.verdict(RELAXED)
    assert (2, 2, []) == (verdict.crashes, verdict.lost, verdict.violations)
    assert 2 == len(script.verdict().violations)


def test_relaxed_may_not_lose_synced_writes() -> None:
    """The checker reports the loss of a write that was acknowledged before a sync began."""
    script = Script(commits=1)
    script.write("gone", 2, lost=True)
    script.done("sync")
    script.done("crash")
    script.write("w2", 2)

    only(script.verdict(RELAXED).violations, "acknowledged, and lost")


def test_a_sync_does_not_protect_writes_acknowledged_during_it() -> None:
    """A crash may lose a write that was acknowledged during a sync, because the sync had already begun."""
    script = Script()
    op = script.begin("sync")
    script.write("gone", 2, lost=True)
    script.ok(op)
    script.done("crash")

    assert [] == script.verdict(RELAXED).violations


def test_relaxed_loses_the_end_of_a_stream_only() -> None:
    """The checker reports a lost write if a later write to the same stream was kept."""
    script = Script(commits=2)
    script.write("w2", 2)
    script.write("gone", 3, lost=True)
    script.write("w3", 3)
    script.done("crash")

    only(script.verdict(RELAXED).violations, "and version 3 of the same stream was kept")


def test_a_lost_write_is_not_seen_after_the_crash() -> None:
    """The checker reports a read that began after the restart and shows a lost write."""
    script = Script()
    script.write("gone", 2, lost=True)
    script.done("crash")
    script.read(2, lost=True)

    only(script.verdict(RELAXED).violations, "the log never had what it read")


def test_a_read_ahead_of_the_replicas_may_be_of_a_lost_commit() -> None:
    """A read may show a commit that was lost if the commit was never acknowledged; the verdict counts the read.

    If the commit was acknowledged, the read is a violation.
    """
    script = Script()
    script.unknown("gone")
    script.read(2, lost=True)
    verdict = script.verdict(AHEAD)
    assert (1, []) == (verdict.unconfirmed, verdict.violations)
    only(script.verdict().violations, "the log never had what it read")

    script.ok(script.begin("repeat", "gone"), 2, lost=True)
    assert 2 == len(script.verdict(AHEAD).violations)


def test_a_tail_without_events_shows_no_version() -> None:
    """If a client knows a lost version and asks for the events after it, an empty response is correct."""
    script = Script(commits=1)
    script.write("gone", 2, lost=True)
    script.done("crash")
    script.history.end(End(op=script.begin("tail", after=2), outcome="ok", version=2))
    script.write("w2", 2)

    assert [] == script.verdict(RELAXED).violations


def test_a_read_of_a_lost_and_resent_write_is_lost() -> None:
    """A write that was lost and sent again has another time in the log.

    A read that shows the write with the earlier time has seen a lost commit.
    """
    script = Script()
    script.write("w2", 2, lost=True)
    tail = script.begin("tail", after=1)
    script.history.end(End(op=tail, outcome="ok", version=2, seen=[(2, "w2", 1)]))
    script.done("crash")
    script.log.append(Commit(2, 2, head_of(2), "w2", 2))
    script.ok(script.begin("repeat", "w2"), 2)
    assert ([], 2) == ((verdict := script.verdict(RELAXED)).violations, verdict.lost)

    tail = script.begin("tail", after=1)
    script.history.end(End(op=tail, outcome="ok", version=2, seen=[(2, "w2", 1)]))
    only(script.verdict(RELAXED).violations, "the log never had what it read")


# ---------------------------------------------------------------- failovers


def before_a_failover(*, commits: int) -> Script:
    """Return a history in which a primary confirms that its replicas have `w2`, and then accepts a doomed write."""
    script = Script(commits=commits)
    script.write("w2", 2)
    script.sync("one")
    script.write("gone", 3, lost=True)
    script.read(3, lost=True)
    return script


def test_a_failover_is_seen_by_the_primary_that_confirms() -> None:
    """A failover may lose writes acknowledged after the old primary's last sync, even if no test caused it."""
    script = before_a_failover(commits=2)
    script.write("w3", 3)
    script.sync("two")
    script.read(3)

    verdict = script.verdict(FAILING_OVER)
    assert (1, 2, []) == (verdict.crashes, verdict.lost, verdict.violations)


def test_without_a_new_primary_nothing_may_be_lost() -> None:
    """If the same primary confirms both syncs, no acknowledged write may be lost."""
    script = before_a_failover(commits=2)
    script.write("w3", 3)
    script.sync("one")

    assert 2 == len(script.verdict(FAILING_OVER).violations)


def test_a_failover_loses_no_write_that_all_replicas_had() -> None:
    """A failover may not lose a write that was acknowledged before the old primary's last sync began."""
    script = Script()
    script.write("gone", 2, lost=True)
    script.sync("one")
    script.sync("two")

    only(script.verdict(FAILING_OVER).violations, "acknowledged, and lost")


def test_after_a_failover_nothing_is_lost_that_the_new_primary_acknowledged() -> None:
    """No write may be lost that was acknowledged after the new primary's first sync.

    From then on, the old primary accepts no writes.
    """
    script = before_a_failover(commits=1)
    script.sync("two")
    script.write("late", 3, lost=True)
    script.read(3, lost=True)

    said = script.verdict(FAILING_OVER).violations
    assert ["acknowledged, and lost", "the log never had what it read"] == [each.partition("): ")[2] for each in said]


def test_a_read_during_a_failover_may_be_as_old_as_its_beginning() -> None:
    """A read during a failover may lack writes that the new primary acknowledged, but none from before the failover."""
    script = before_a_failover(commits=2)
    script.write("w3", 3)
    script.read(2)
    verdict = script.verdict(FAILING_OVER)
    assert 3 == len(verdict.violations)

    script.sync("two")
    verdict = script.verdict(FAILING_OVER)
    assert ([], 1) == (verdict.violations, verdict.behind)
    only(script.verdict(RELAXED).violations, "stale read: version 3")

    script.read(2)
    only(script.verdict(FAILING_OVER).violations, "stale read: version 3")


def test_a_read_during_a_failover_is_not_older_than_a_confirmed_write() -> None:
    """A read during a failover may not lack a write that the replicas had before the failover began."""
    script = before_a_failover(commits=1)
    script.read(1)
    script.sync("two")

    only(script.verdict(FAILING_OVER).violations, "stale read: version 2")
