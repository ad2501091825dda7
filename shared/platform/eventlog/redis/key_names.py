"""The names of the keys in the store. Every key of a partition has the partition's hash tag, so all share a slot.

{p0}:e:<stream>   the stream itself, with one entry for each commit, whose id is `<version after it>-0`. Fields:
                  p: public bytes; h: head after it; s: encrypted secret parts; i: name of the idempotency record
{p0}:m:<stream>   the stream's metadata: v: version; h: head; st: open, closed or erased; k: its own key, encrypted;
                  l: the facts that lists show (see `listing`); o: a mark of the owner, if the stream is erased;
                  a: the stub of its file, if it is archived; f: the same stub, if it was restored (see `archiving`)
{p0}:i:<stream>:<name>   the idempotency record of a request, for 24 hours: fingerprint, first and last version
{p0}:s:<stream>   the snapshot: v: version; sc: schema; b: encrypted bytes
{p0}:b:<stream>   the log of an archived stream while it is being restored, until the key is renamed to `e`
{p0}:l:<kind>:<tenant>   the index of an app's streams of one kind, by opening time and id
{p0}:c:<tenant>:<correlation>   the index of a chain's commits, by time, until 90 days after the last commit
{p0}:f            the partition's feed, whose entries have the id `<number>-0` and the fields
                  s: stream; a: first version; z: last version; h: the beginning of the head after them
{p0}:fc           the counter that numbers the feed's entries
{p0}:ck           the position of each consumer of the feed
{p0}:w            an empty value; it is written to make replicas confirm all earlier writes, and to test the store
arbiter:partitions   the number of partitions, written at the first start
arbiter:key-check    values encrypted with the keys of the store's key file (see `key_check`)
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
