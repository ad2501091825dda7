"""The queue between those who ask for jobs and those who work on them. It is a hint; the log is the truth."""

from shared.platform.queue.app import QueueMisset, address_of, broker_of, queue_app, send_chunks, task_name
from shared.platform.queue.meters import JobMeters, count_chunk
from shared.platform.queue.open_jobs import record_progress, remove_job, stalled
from shared.platform.queue.sharing import FairWindow

__all__ = [
    "FairWindow",
    "JobMeters",
    "QueueMisset",
    "address_of",
    "broker_of",
    "count_chunk",
    "queue_app",
    "record_progress",
    "remove_job",
    "send_chunks",
    "stalled",
    "task_name",
]
