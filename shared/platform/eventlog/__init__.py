"""The event log, which decides commands, appends their events to Redis streams, and reads state and history back."""

from shared.platform.eventlog.asks import (
    Appended,
    Ask,
    Bounds,
    Durability,
    Idempotency,
    Origin,
    Page,
    Snapshot,
    Stored,
)
from shared.platform.eventlog.log import EventLog, now_ms
from shared.platform.eventlog.log_meters import Meters, NoMeters
from shared.platform.eventlog.reading.chains import PLACE_PATTERN, CausedCommit, is_place
from shared.platform.eventlog.reading.listing import ListedStream, ListPage, Wanted
from shared.platform.eventlog.reading.pool_folding import stream_codec
from shared.platform.eventlog.reading.tombstone import was_of
from shared.platform.eventlog.redis.connection import StoreConnection, check_keys
from shared.platform.eventlog.redis.replies import ConnectionLost
from shared.platform.eventlog.refusals import (
    ArchiveAway,
    CannotStart,
    CauseUnknown,
    KeyNotHeld,
    KeyReused,
    LogRefusal,
    NewerRelease,
    NotArchived,
    NotToArchive,
    StaleVersion,
    StoreAway,
    StoreRefuses,
    StreamBroken,
    StreamBusy,
    StreamErased,
    StreamExists,
    StreamUnknown,
    VersionUnknown,
)
from shared.platform.eventlog.writing.waiting import DecidedCommits, StreamOpening

__all__ = [
    "PLACE_PATTERN",
    "Appended",
    "ArchiveAway",
    "Ask",
    "Bounds",
    "CannotStart",
    "CauseUnknown",
    "CausedCommit",
    "ConnectionLost",
    "DecidedCommits",
    "Durability",
    "EventLog",
    "Idempotency",
    "KeyNotHeld",
    "KeyReused",
    "ListPage",
    "ListedStream",
    "LogRefusal",
    "Meters",
    "NewerRelease",
    "NoMeters",
    "NotArchived",
    "NotToArchive",
    "Origin",
    "Page",
    "Snapshot",
    "StaleVersion",
    "StoreAway",
    "StoreConnection",
    "StoreRefuses",
    "Stored",
    "StreamBroken",
    "StreamBusy",
    "StreamErased",
    "StreamExists",
    "StreamOpening",
    "StreamUnknown",
    "VersionUnknown",
    "Wanted",
    "check_keys",
    "is_place",
    "now_ms",
    "stream_codec",
    "was_of",
]
