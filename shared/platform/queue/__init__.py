"""The queue between those who ask for jobs and those who work on them. It is a hint; the log is the truth."""

from shared.platform.queue.app import QueueMisset, address_of, broker_of, queue_app, send_chunks, task_name
from shared.platform.queue.meters import JobMeters, count_chunk
from shared.platform.queue.register import put_down, stalled, strike
from shared.platform.queue.sharing import FairWindow

__all__ = [
    "FairWindow",
    "JobMeters",
    "QueueMisset",
    "address_of",
    "broker_of",
    "count_chunk",
    "put_down",
    "queue_app",
    "send_chunks",
    "stalled",
    "strike",
    "task_name",
]  # fmt: skip
