"""A pool of processes for long calculations, which run outside the event loop. Each app gets a fair share of it."""

from shared.platform.processes.pool import Limits, ProcessPool, pool_of
from shared.platform.processes.pool_refusals import (
    PoolClosed,
    PoolRefusal,
    QueueFull,
    ShareFull,
    TaskFailed,
    TookTooLong,
    WorkerDied,
)
from shared.platform.processes.sharing import FairQueue, acting_for, tenant_now

__all__ = [
    "FairQueue",
    "Limits",
    "PoolClosed",
    "PoolRefusal",
    "ProcessPool",
    "QueueFull",
    "ShareFull",
    "TaskFailed",
    "TookTooLong",
    "WorkerDied",
    "acting_for",
    "pool_of",
    "tenant_now",
]
