"""The hash and set commands of the simulated store."""

from __future__ import annotations

from tests.simulation.store.keyspace import Store, command
from tests.simulation.store.values import Error, Hash, Members, Reply, integer


@command("HSET")
def set_fields(store: Store, key: bytes, first: bytes, value: bytes, *more: bytes) -> Reply:
    """Set fields; return how many did not exist."""
    words = (first, value, *more)
    if len(words) % 2:
        raise Error("ERR wrong number of arguments for 'hset' command")
    found = store.make(key, Hash)
    before = len(found)
    found.update(zip(words[::2], words[1::2], strict=True))
    return len(found) - before


@command("HSETNX")
def set_new_field(store: Store, key: bytes, field: bytes, value: bytes) -> Reply:
    """Set a field unless it is already set; return 1 if this call has set it, else 0."""
    found = store.make(key, Hash)
    if field in found:
        return 0
    found[field] = value
    return 1


@command("HGET")
def get_field(store: Store, key: bytes, field: bytes) -> Reply:
    """Return the value of a field."""
    return (store.find(key, Hash) or Hash()).get(field)


@command("HMGET")
def get_fields(store: Store, key: bytes, first: bytes, *others: bytes) -> Reply:
    """Return the values of fields."""
    found = store.find(key, Hash) or Hash()
    return [found.get(field) for field in (first, *others)]


@command("HGETALL")
def get_hash(store: Store, key: bytes) -> Reply:
    """Return all fields with their values."""
    return dict(store.find(key, Hash) or Hash())


@command("HVALS")
def values(store: Store, key: bytes) -> Reply:
    """Return the values of all fields."""
    return list((store.find(key, Hash) or Hash()).values())


@command("HLEN")
def count_fields(store: Store, key: bytes) -> Reply:
    """Count the fields of a hash."""
    return len(store.find(key, Hash) or ())


@command("HEXISTS")
def has_field(store: Store, key: bytes, field: bytes) -> Reply:
    """Return whether a field is set."""
    return int(field in (store.find(key, Hash) or ()))


@command("HDEL")
def remove_fields(store: Store, key: bytes, first: bytes, *others: bytes) -> Reply:
    """Remove fields; return how many were set."""
    found = store.find(key, Hash)
    if found is None:
        return 0
    count = sum([found.pop(field, None) is not None for field in (first, *others)])
    store.drop_empty(key, found)
    return count


@command("HINCRBY")
def increase_field(store: Store, key: bytes, field: bytes, by: bytes) -> Reply:
    """Add to the number in a field."""
    step, found = integer(by), store.find(key, Hash)
    try:
        number = integer((found or Hash()).get(field, b"0")) + step
    except Error:
        raise Error("ERR hash value is not an integer") from None
    store.make(key, Hash)[field] = b"%d" % number
    return number


# ---------------------------------------------------------------- sets


@command("SADD")
def add_members(store: Store, key: bytes, first: bytes, *others: bytes) -> Reply:
    """Add members to a set; return how many are new."""
    found = store.make(key, Members)
    before = len(found)
    found.update(dict.fromkeys((first, *others)))
    return len(found) - before


@command("SREM")
def remove_members(store: Store, key: bytes, first: bytes, *others: bytes) -> Reply:
    """Remove members from a set; return how many were in it."""
    found = store.find(key, Members)
    if found is None:
        return 0
    before = len(found)
    for member in (first, *others):
        found.pop(member, None)
    count = before - len(found)
    store.drop_empty(key, found)
    return count


@command("SMEMBERS")
def members(store: Store, key: bytes) -> Reply:
    """Return the members of a set."""
    return sorted(store.find(key, Members) or ())


@command("SISMEMBER")
def has_member(store: Store, key: bytes, member: bytes) -> Reply:
    """Return whether a set has a member."""
    return int(member in (store.find(key, Members) or ()))


@command("LLEN")
def count_items(store: Store, key: bytes) -> Reply:
    """Count the items of a list."""
    return len(store.find(key, list) or ())
