"""The five states of a stream's writer: whether it knows the stream's state, and which calls are unanswered."""

from shared.platform.eventlog.writing.writer_states import APPENDING, READING, READY, RESOLVING, UNREAD


def test_no_two_states_mean_the_same() -> None:
    """Only two states have both facts in common: a task is in flight in one of them, and an append in the other."""
    facts = [(state.knows_stream, state.is_idle) for state in (UNREAD, READY, READING, RESOLVING, APPENDING)]
    assert [(False, True), (True, True), (False, False), (True, False), (True, False)] == facts


def test_the_task_reads_an_unknown_stream_and_resolves_a_known_one() -> None:
    """The writer's task reads an unknown stream, and resolves the outcomes of a known one.

    Afterwards the writer is idle.
    """
    assert [READING, RESOLVING, RESOLVING] == [state.with_task() for state in (UNREAD, READY, APPENDING)]
    assert [UNREAD, READY] == [state.without_task() for state in (READING, RESOLVING)]


def test_an_outdated_stream_is_read_again_and_the_task_goes_on() -> None:
    """A writer whose stream is outdated has to read it again.

    A running task continues, and an idle writer stays idle.
    """
    assert [UNREAD, UNREAD] == [state.as_outdated() for state in (UNREAD, READY)]
    assert [READING, READING] == [state.as_outdated() for state in (READING, RESOLVING)]
