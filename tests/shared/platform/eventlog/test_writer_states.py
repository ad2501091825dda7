"""The five states of a stream's writer: whether it knows the stream, and whether a call is in flight."""

import asyncio
from typing import Any

import pytest

from shared.platform.eventlog.writing.writer_states import (
    READING,
    READY,
    RESOLVING,
    UNREAD,
    Appending,
    WriterState,
)


@pytest.fixture
def appending() -> WriterState:
    """Return the state of a writer with an append in flight."""
    loop = asyncio.new_event_loop()
    reply: asyncio.Future[Any] = loop.create_future()
    loop.close()
    return Appending(reply)


def test_no_two_states_mean_the_same(appending: WriterState) -> None:
    """Only two states agree in both facts, and these differ in what is in flight: a task or an append."""
    facts = [(state.knows_stream, state.is_idle) for state in (UNREAD, READY, READING, RESOLVING, appending)]
    assert [(False, True), (True, True), (False, False), (True, False), (True, False)] == facts


def test_the_task_reads_an_unknown_stream_and_resolves_a_known_one(appending: WriterState) -> None:
    """A writer can start its task from any state, and is idle when the task is done."""
    assert [READING, RESOLVING, RESOLVING] == [state.with_task() for state in (UNREAD, READY, appending)]
    assert [UNREAD, READY] == [state.without_task() for state in (READING, RESOLVING)]


def test_an_outdated_stream_is_read_again_and_the_task_goes_on() -> None:
    """An outdated writer has to read its stream again; a task in flight continues, and an idle writer stays idle."""
    assert [UNREAD, UNREAD] == [state.as_outdated() for state in (UNREAD, READY)]
    assert [READING, READING] == [state.as_outdated() for state in (READING, RESOLVING)]
