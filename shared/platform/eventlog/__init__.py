"""The event log: commands decided and appended atomically to Redis streams, state and history read back."""

from shared.platform.eventlog.archive_files import Archive
from shared.platform.eventlog.archiving import StreamArchiver
from shared.platform.eventlog.asks import Appended, Ask, Bounds, Durability, Idempotency, Page, Snapshot, Stored
from shared.platform.eventlog.connection import StoreConnection, check_keys
from shared.platform.eventlog.listing import ListedStream, ListPage, Wanted
from shared.platform.eventlog.log import EventLog, now_ms
from shared.platform.eventlog.meters import Meters, NoMeters
from shared.platform.eventlog.offloaded import stream_codec
from shared.platform.eventlog.refusals import (
    ArchiveAway,
    CannotStart,
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
from shared.platform.eventlog.tombstone import was_of
from shared.platform.eventlog.waiting import DecidedCommits, StreamOpening

__all__ = [
    "Appended",
    "Archive",
    "ArchiveAway",
    "Ask",
    "Bounds",
    "CannotStart",
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
    "Page",
    "Snapshot",
    "StaleVersion",
    "StoreAway",
    "StoreConnection",
    "StoreRefuses",
    "Stored",
    "StreamArchiver",
    "StreamBroken",
    "StreamBusy",
    "StreamErased",
    "StreamExists",
    "StreamOpening",
    "StreamUnknown",
    "VersionUnknown",
    "Wanted",
    "check_keys",
    "now_ms",
    "stream_codec",
    "was_of",
]
