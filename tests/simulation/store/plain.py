"""The key, string and server commands of the simulated store."""

from __future__ import annotations

import fnmatch
import re
from typing import Final

from tests.simulation.store.keyspace import Store, command
from tests.simulation.store.values import OK, Error, Reply, Status, integer

SETTINGS: Final = {b"appendonly": b"yes", b"appendfsync": b"always", b"maxmemory-policy": b"noeviction"}
INFO: Final = b"redis_version:7.2.4\r\nloading:0\r\n"
UNITS: Final = {b"EX": 1000, b"PX": 1}


# ---------------------------------------------------------------- the server


@command("PING")
def ping(_: Store, text: bytes = Status(b"PONG")) -> Reply:
    """Reply with PONG."""
    return text


@command("CLIENT")
def client(_: Store, *_words: bytes) -> Reply:
    """Accept the information that a client sends about itself."""
    return OK


@command("CONFIG")
def config(_: Store, _what: bytes, *names: bytes) -> Reply:
    """Return the values of settings."""
    return {name: SETTINGS[name] for name in names if name in SETTINGS}


@command("TIME")
def time(store: Store) -> Reply:
    """Return the time as seconds and microseconds."""
    return [b"%d" % part for part in divmod(store.microseconds(), 1_000_000)]


@command("INFO")
def info(_: Store, *_sections: bytes) -> Reply:
    """Return information about the server."""
    return INFO


@command("COMMAND")
def about_commands(_: Store, *_words: bytes) -> Reply:
    """Reply that a command is unknown."""
    return [None]


@command("FLUSHALL")
def flush(store: Store) -> Reply:
    """Remove all keys."""
    for each in (*store.keys, *store.expiries):
        each.clear()
    return OK


# ---------------------------------------------------------------- keys


@command("SCAN")
def scan(store: Store, _cursor: bytes, *options: bytes) -> Reply:
    """Return all keys that match a pattern, in one reply."""
    words = [word.upper() for word in options]
    pattern = options[words.index(b"MATCH") + 1] if b"MATCH" in words else b"*"
    found = re.compile(fnmatch.translate(pattern.decode("latin1")).encode("latin1"))
    return [b"0", [key for key in sorted(store.keys[store.database]) if found.fullmatch(key) and store.exists(key)]]


@command("EXISTS")
def exists(store: Store, *keys: bytes) -> Reply:
    """Count the keys that exist."""
    return sum(map(store.exists, keys))


@command("DEL")
def delete(store: Store, first: bytes, *others: bytes) -> Reply:
    """Remove keys; return how many existed."""
    return sum([store.drop(key) for key in (first, *others)])


@command("UNLINK")
def unlink(store: Store, first: bytes, *others: bytes) -> Reply:
    """Remove keys; return how many existed."""
    return delete(store, first, *others)


@command("PEXPIRE")
def expire_ms(store: Store, key: bytes, milliseconds: bytes) -> Reply:
    """Set the time after which a key expires. Units: milliseconds."""
    life = integer(milliseconds)
    if not store.exists(key):
        return 0
    if life <= 0:
        store.drop(key)
    else:
        store.expire(key, store.milliseconds + life)
    return 1


@command("EXPIRE")
def expire(store: Store, key: bytes, seconds: bytes) -> Reply:
    """Set the time after which a key expires. Units: seconds."""
    return expire_ms(store, key, b"%d" % (integer(seconds) * 1000))


@command("PTTL")
def time_to_live(store: Store, key: bytes) -> Reply:
    """Return the remaining time to live of a key: -1 if it never expires, -2 if it is missing."""
    if not store.exists(key):
        return -2
    at = store.expiry(key)
    return -1 if at is None else at - store.milliseconds


@command("RENAME")
def rename(store: Store, before: bytes, after: bytes) -> Reply:
    """Rename a key."""
    found = store.find(before, object)
    if found is None:
        raise Error("ERR no such key")
    if before != after:
        at = store.expiry(before)
        store.drop(before)
        store.drop(after)
        store.put(after, found)
        store.expire(after, at)
    return OK


# ---------------------------------------------------------------- strings


@command("GET")
def get(store: Store, key: bytes) -> Reply:
    """Return the string at a key."""
    return store.find(key, bytes)


@command("SET")
def set_string(store: Store, key: bytes, value: bytes, *options: bytes) -> Reply:
    """Set a string. NX sets it only if it is missing, XX only if it exists; EX and PX set when it expires."""
    words = [word.upper() for word in options]
    until = None
    for word, unit in UNITS.items():
        if word in words:
            life = integer(words[words.index(word) + 1])
            if life <= 0:
                raise Error("ERR invalid expire time in 'set' command")
            until = store.milliseconds + life * unit
    if (b"NX" in words and store.exists(key)) or (b"XX" in words and not store.exists(key)):
        return None
    store.drop(key)
    store.put(key, bytes(value))
    store.expire(key, until)
    return OK


@command("INCR")
def increment(store: Store, key: bytes) -> Reply:
    """Add one to the number at a key."""
    found = store.find(key, bytes)
    number = integer(b"0" if found is None else found) + 1
    store.put(key, b"%d" % number)
    return number
