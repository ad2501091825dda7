"""The event log: commands decided and appended atomically to Redis streams, state and history read back."""

from shared.platform.eventlog.asks import Ask, Bounds, Done, Durability, Idempotency, Page, Standing, Stored
from shared.platform.eventlog.link import Link
from shared.platform.eventlog.log import EventLog
from shared.platform.eventlog.meters import Meters, NoMeters
from shared.platform.eventlog.offloaded import stream_codec
from shared.platform.eventlog.refusals import (
    CannotStart,
    KeyReused,
    LogRefusal,
    NewerRelease,
    StaleVersion,
    StoreAway,
    StreamBroken,
    StreamBusy,
    StreamErased,
    StreamExists,
    StreamUnknown,
    VersionUnknown,
)
from shared.platform.eventlog.tombstone import was_of
from shared.platform.eventlog.waiting import Decided, Founding

__all__ = [
    "Ask",
    "Bounds",
    "CannotStart",
    "Decided",
    "Done",
    "Durability",
    "EventLog",
    "Founding",
    "Idempotency",
    "KeyReused",
    "Link",
    "LogRefusal",
    "Meters",
    "NewerRelease",
    "NoMeters",
    "Page",
    "StaleVersion",
    "Standing",
    "StoreAway",
    "Stored",
    "StreamBroken",
    "StreamBusy",
    "StreamErased",
    "StreamExists",
    "StreamUnknown",
    "VersionUnknown",
    "stream_codec",
    "was_of",
]  # fmt: skip
