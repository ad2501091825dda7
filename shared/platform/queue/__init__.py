"""The queue between the servers, which accept jobs, and the workers.

The queue may lose messages without harm, because the log contains all jobs.
"""

from shared.platform.queue.broker_link import connect_to_store, open_store, wait_for_store
from shared.platform.queue.celery_app import (
    QueueMisconfigured,
    address_of,
    broker_of,
    clock_queue,
    job_queue,
    own_job_queue,
    queue_app,
    send_chunks,
    send_clock,
    task_name,
)
from shared.platform.queue.clock import Clock, ClockGame, due_on, next_on
from shared.platform.queue.due_streams import DueStreams
from shared.platform.queue.fair_share import FairWindow
from shared.platform.queue.job_meters import JobMeters, count_chunk
from shared.platform.queue.open_jobs import find_stalled, record_progress, remove_job
from shared.platform.queue.work import fail_job

__all__ = [
    "Clock",
    "ClockGame",
    "DueStreams",
    "FairWindow",
    "JobMeters",
    "QueueMisconfigured",
    "address_of",
    "broker_of",
    "clock_queue",
    "connect_to_store",
    "count_chunk",
    "due_on",
    "fail_job",
    "find_stalled",
    "job_queue",
    "next_on",
    "open_store",
    "own_job_queue",
    "queue_app",
    "record_progress",
    "remove_job",
    "send_chunks",
    "send_clock",
    "task_name",
    "wait_for_store",
]
