"""The names of the keys in the store. Every key of a partition has the partition's hash tag, so all share a slot.

{p0}:e:<stream>   the stream itself, one entry per commit, entry id `<version after it>-0`:
                  p public bytes, h head after it, s sealed secret parts, i idempotency record's name
{p0}:m:<stream>   v version, h head, st open | closed | erased, k the stream's own key, sealed;
                  o if erased: a mark of its owner; l the facts that lists show (see `listing`);
                  a if archived: the stub of its file; f once restored: the same stub (see `archiving`)
{p0}:i:<stream>:<name>   fingerprint, first and last version of a request, for 24 hours
{p0}:s:<stream>   the snapshot: v version, sc schema, b sealed bytes
{p0}:b:<stream>   the log of an archived stream while it is restored, until it is renamed to `e`
{p0}:l:<kind>:<tenant>   the streams of a kind that an app has, by their opening time and their id
{p0}:c:<tenant>:<correlation>   the commits of a chain of causes, by their time, for 90 days after the last
{p0}:f, {p0}:fc   the partition's feed, entry id `<number>-0`: s stream, a first version, z last, h the
                  beginning of the head after them; and its counter
{p0}:ck           the position of each consumer of the feed
{p0}:w            no data; written to make replicas confirm all earlier writes, and to test that writes are accepted
arbiter:partitions   the number of partitions, written at the first start
arbiter:key-check    values sealed with the keys of the store's key file (see `key_check`)
"""

from __future__ import annotations

import binascii
from typing import Final

PARTITIONS: Final = "arbiter:partitions"
SEALED_CHECKS: Final = "arbiter:key-check"


class StreamKeys:
    """The names of the store's keys for one stream and for its partition."""

    __slots__ = ("coming_back", "counter", "events", "feed", "idempotency", "meta", "partition", "snapshot")

    def __init__(self, stream: str, partitions: int) -> None:
        """Build the names of the keys for a stream."""
        self.partition: Final = partition_of(stream, partitions)
        tag = tag_of(self.partition)
        self.events: Final = f"{tag}:e:{stream}".encode()
        self.meta: Final = f"{tag}:m:{stream}".encode()
        self.idempotency: Final = f"{tag}:i:{stream}:".encode()
        self.snapshot: Final = f"{tag}:s:{stream}".encode()
        self.coming_back: Final = f"{tag}:b:{stream}".encode()
        self.feed: Final = f"{tag}:f".encode()
        self.counter: Final = f"{tag}:fc".encode()


def tag_of(partition: int) -> str:
    """Return the hash tag of a partition."""
    return f"{{p{partition}}}"


def partition_of(stream: str, partitions: int) -> int:
    """Return a stream's partition: CRC-16 (XMODEM) of the stream's id, modulo the number of partitions."""
    return binascii.crc_hqx(stream.encode(), 0) % partitions


def index_key(partition: int, kind: str, tenant: str) -> bytes:
    """Return the key of the index that lists an app's streams of one kind in a partition."""
    return f"{tag_of(partition)}:l:{kind}:{tenant}".encode()


def chain_key(partition: int, tenant: str, correlation: str) -> bytes:
    """Return the key of the index that lists a chain's commits in a partition."""
    return chains_prefix(partition, tenant) + correlation.encode()


def chains_prefix(partition: int, tenant: str) -> bytes:
    """Return the common prefix of an app's chain indexes in a partition."""
    return f"{tag_of(partition)}:c:{tenant}:".encode()


def feed_key(partition: int) -> bytes:
    """Return the key of a partition's feed."""
    return f"{tag_of(partition)}:f".encode()


def counter_key(partition: int) -> bytes:
    """Return the key of the counter that numbers the entries of a partition's feed."""
    return f"{tag_of(partition)}:fc".encode()


def checkpoint_key(partition: int) -> bytes:
    """Return the key of the hash that holds the consumers' checkpoints in a partition's feed."""
    return f"{tag_of(partition)}:ck".encode()


def confirmation_key(partition: int) -> bytes:
    """Return the key of an empty value. Writing it makes replicas confirm all earlier writes of a partition."""
    return f"{tag_of(partition)}:w".encode()
