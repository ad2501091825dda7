"""A pool of processes for long calculations, which run beside the event loop in fair shares of the apps."""

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
