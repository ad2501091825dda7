"""The Celery app: queues of tasks. If a worker dies, Celery delivers its tasks again.

A message may be lost (between two round trips of the transport) or arrive twice (if its worker is silent for longer
than the visibility timeout). Neither does harm: the dispatcher sends jobs without progress again, and each chunk
counts once. There is no result backend, no chord and no long ETA.
"""

from __future__ import annotations

from collections.abc import Callable, Coroutine, Iterable, Mapping
from contextlib import ExitStack
from typing import Any, Final, TypeVar
from urllib.parse import parse_qs, urlsplit, urlunsplit

from celery import Celery
from celery.signals import worker_process_shutdown

from shared.platform.addresses import parse_address, sentinel_options, with_database
from shared.platform.eventlog import StoreConnection
from shared.platform.queue.broker_link import StoreLink
from shared.platform.queue.due_streams import SENT_MS
from shared.platform.ruleset import simulation_ruleset_of
from shared.platform.settings import ServerSettings
from shared.platform.tracing import Tracing

T = TypeVar("T")
SOFT_SHUTDOWN: Final = 5
SOFT_LIMIT: Final = 0.75
"""The share of a chunk's time limit after which Celery asks the worker to end. At the full limit, Celery kills it."""
LOOKING_SECONDS: Final = 5
"""The maximum seconds for which a dead or sleeping worker keeps other workers from searching for abandoned chunks."""
BROKER_DATABASE: Final = 1
PUBLISHING: Final = {"max_retries": 2, "interval_start": 0.05, "interval_step": 0.1, "interval_max": 0.2}


ALWAYS: Final[Mapping[str, Any]] = {
    "accept_content": ["json"],
    "task_serializer": "json",
    "result_serializer": "json",
    "task_ignore_result": True,
    "task_acks_late": True,
    "task_reject_on_worker_lost": True,
    "worker_prefetch_multiplier": 1,
    "broker_connection_retry_on_startup": True,
    "broker_connection_max_retries": None,
    "broker_channel_error_retry": True,
    "worker_consumer": "shared.platform.queue.patience:PatientConsumer",
    "task_publish_retry_policy": PUBLISHING,
    "worker_soft_shutdown_timeout": SOFT_SHUTDOWN,
    "worker_enable_soft_shutdown_on_idle": True,
    "worker_cancel_long_running_tasks_on_connection_loss": True,
    "worker_hijack_root_logger": False,
    "task_default_queue": "arbiter",
    "task_create_missing_queues": True,
}
"""Celery settings that are the same for every server."""


class QueueMisconfigured(ValueError):
    """The settings of the queue contradict each other. The message says how."""


def queue_app(settings: ServerSettings, store: str) -> Celery:
    """Build the Celery app for a store.

    Refuses: QueueMisconfigured
    """
    if settings.visibility_seconds <= settings.chunk_seconds + SOFT_SHUTDOWN:
        raise QueueMisconfigured(
            f"visibility_seconds ({settings.visibility_seconds}) must exceed chunk_seconds ({settings.chunk_seconds}) "
            f"and {SOFT_SHUTDOWN} more, else a chunk would be given to a second worker while it is being worked on"
        )
    broker, transport = _celery_address(broker_of(settings, store))
    app = Celery("arbiter", broker=broker)
    app.conf.update(_configuration(settings, transport))
    return app


def soft_limit(settings: ServerSettings) -> int:
    """Return the seconds after which a worker ends a chunk that takes too long."""
    return int(settings.chunk_seconds * SOFT_LIMIT)


def _configuration(settings: ServerSettings, transport: Mapping[str, Any]) -> dict[str, Any]:
    visible = {
        **transport,
        "visibility_timeout": settings.visibility_seconds,
        "unacked_restore_interval": 1,
        "unacked_restore_throttle": 1,
        "unacked_mutex_expire": LOOKING_SECONDS,
    }
    return {
        **ALWAYS,
        "task_time_limit": settings.chunk_seconds,
        "task_soft_time_limit": soft_limit(settings),
        "visibility_timeout": settings.visibility_seconds,
        "broker_transport_options": visible,
        "result_backend_transport_options": visible,
    }


# ---------------------------------------------------------------- the broker's address


def broker_of(settings: ServerSettings, store: str) -> str:
    """Return the address of the message broker in Celery's form.

    By default it is another database of the store's server.

    For a store on a `unix:` socket, Celery's form is `redis+socket:` with the database as `virtual_host`.

    Refuses: QueueMisconfigured
    """
    if settings.broker_url:
        if parse_address(address_of(settings.broker_url)).kind == "cluster":
            raise QueueMisconfigured(
                "ARBITER_BROKER_URL names a cluster, on which Celery keeps no queue; name a single server"
            )
        return settings.broker_url
    kind = parse_address(store).kind
    if kind == "cluster":
        raise QueueMisconfigured(
            "ARBITER_REDIS_URL names a cluster, on which Celery keeps no queue: set ARBITER_BROKER_URL to a Redis or "
            "Valkey beside it, for example redis://127.0.0.1:6379/0; no data is lost if that server loses its memory"
        )
    parts = urlsplit(store)
    if kind == "sentinel":
        return with_database(store, BROKER_DATABASE)
    if parts.scheme == "unix":
        return f"redis+socket://{parts.path}?virtual_host={BROKER_DATABASE}"
    return urlunsplit(parts._replace(path=f"/{BROKER_DATABASE}", query=""))


def address_of(broker: str) -> str:
    """Convert the broker's address from Celery's form to redis-py's form."""
    parts = urlsplit(broker)
    if parts.scheme != "redis+socket":
        return broker
    database = parse_qs(parts.query).get("virtual_host", ["0"])[0]
    return f"unix://{parts.path}?db={database}"


def _celery_address(broker: str) -> tuple[str, dict[str, Any]]:
    """Return the broker's address in Celery's form, and the options of its transport.

    Refuses: QueueMisconfigured
    """
    parts = urlsplit(broker)
    if not parts.scheme.endswith("+sentinel"):
        return broker, {}
    if parts.scheme.startswith("rediss"):
        raise QueueMisconfigured("Celery cannot use TLS with sentinels; set ARBITER_BROKER_URL to a server of its own")
    address = parse_address(broker)
    login = parts.netloc.rpartition("@")[0]
    database = address.options.get("db", 0)
    each = [f"sentinel://{login + '@' if login else ''}{host}:{port}/{database}" for host, port in address.hosts]
    return ";".join(each), {"master_name": address.primary, "sentinel_kwargs": sentinel_options(address)}


def traced_link(
    settings: ServerSettings,
    store: str,
    make: Callable[[StoreConnection], Coroutine[Any, Any, T]],
    tracing: Tracing | None,
) -> StoreLink[T]:
    """Connect to the store, and export the remaining spans when this worker ends or if it cannot connect.

    Refuses: StoreAway, CannotStart
    """
    if tracing is None:
        return StoreLink(settings, store, make)
    with ExitStack() as undone:
        undone.callback(tracing.close)
        link = StoreLink(settings, store, make)
        undone.pop_all()
    worker_process_shutdown.connect(lambda **_: tracing.close(), weak=False)
    return link


# ---------------------------------------------------------------- sending


def task_name(service: str) -> str:
    """Return the name of the task that plays a chunk of a service's job."""
    return f"{service}.simulate_chunk"


def job_queue(service: str, ruleset: str) -> str:
    """Return the name of the queue for a service's jobs that are played under these rules.

    Workers of another release serve other queues.

    Rule: AR-JOB-18
    """
    return f"{service}@{ruleset}"


def own_job_queue(service: str) -> str:
    """Return the name of the queue of a service's jobs that workers of this release serve."""
    return job_queue(service, simulation_ruleset_of(service))


def send_chunks(app: Celery, queue: str, job: str, chunks: Iterable[int]) -> None:
    """Send chunks of a job to the workers that serve a queue.

    Refuses: kombu.exceptions.OperationalError if the broker is unreachable
    """
    service = job.partition(".")[0]
    with app.producer_pool.acquire(block=True) as producer:
        for chunk in chunks:
            app.send_task(
                task_name(service), kwargs={"job": job, "chunk": chunk}, queue=queue, task_id=f"{job}:{chunk}",
                producer=producer,
            )  # fmt: skip


# ---------------------------------------------------------------- the clock


def clock_queue(service: str) -> str:
    """Return the name of the queue for a service's streams in which a timed command is due."""
    return f"{service}.clock"


def clock_task(service: str) -> str:
    """Return the name of the task that sends the timed commands of a service's stream."""
    return f"{service}.advance_stream"


def send_clock(app: Celery, stream: str) -> None:
    """Queue a stream, so that a worker sends its timed commands. A task that arrives too late does nothing.

    Refuses: kombu.exceptions.OperationalError if the broker is unreachable
    """
    service = stream.partition(".")[0]
    app.send_task(
        clock_task(service), kwargs={"stream": stream}, queue=clock_queue(service), expires=SENT_MS / 1000
    )  # fmt: skip
