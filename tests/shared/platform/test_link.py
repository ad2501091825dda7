"""Workers and their connection to the store: a worker that cannot start leaves no thread running."""

import threading
from collections.abc import Callable
from pathlib import Path

import pytest
from msgspec.structs import replace

from services.dice.simulations import SIMULATION
from shared.kernel.jobs.analysis import JobKinds
from shared.platform.embedded_store.store import EmbeddedStore
from shared.platform.eventlog import CannotStart
from shared.platform.queue import queue_app
from shared.platform.queue.clock import ClockWorker
from shared.platform.queue.work import ChunkWorker
from shared.platform.settings import ServerSettings


def chunks(settings: ServerSettings, store: str) -> ChunkWorker:
    """Return the context of a worker process that computes chunks of jobs."""
    return ChunkWorker(settings, store, {"dice": JobKinds(SIMULATION)})


def clock(settings: ServerSettings, store: str) -> ClockWorker:
    """Return the context of a clock process."""
    return ClockWorker(settings, store, (), queue_app(settings, store))


def threads() -> set[threading.Thread]:
    """Return the threads in which workers call the store."""
    return {one for one in threading.enumerate() if one.name == "wire"}


@pytest.mark.parametrize("begin", [chunks, clock])
def test_a_worker_that_cannot_begin_ends_its_thread(
    durable_store: EmbeddedStore, tmp_path: Path, begin: Callable[[ServerSettings, str], ChunkWorker | ClockWorker]
) -> None:
    """A worker that cannot start ends its thread, for example if the number of partitions or the key file is wrong."""
    store, usual = durable_store.url, ServerSettings(data_folder=tmp_path / "usual", durability="relaxed")
    before = threads()
    worker = begin(usual, store)
    assert 1 == len(threads() - before)
    worker.close()

    broken = tmp_path / "broken"
    broken.mkdir()
    other = replace(usual, data_folder=broken)
    other.keys_at.write_bytes(b"no keys")
    for settings in (replace(usual, partitions=usual.partitions + 1), other):
        with pytest.raises(CannotStart):
            begin(settings, store)
        assert before == threads()
