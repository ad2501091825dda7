"""The keys of the simulated store, and the execution of commands on them."""

from __future__ import annotations

import inspect
from collections import Counter
from collections.abc import Callable
from typing import Any, Final, TypeVar

from tests.simulation.store.values import WRONG_TYPE, Error, Reply

Value = TypeVar("Value")

DATABASES: Final = 2
COMMANDS: Final[dict[bytes, Callable[..., Reply]]] = {}


def command(*names: str) -> Callable[[Callable[..., Reply]], Callable[..., Reply]]:
    """Register a function as the implementation of a command under one or several names."""

    def register(work: Callable[..., Reply]) -> Callable[..., Reply]:
        COMMANDS.update({name.encode(): work for name in names})
        return work

    return register


class Store:
    """The keys of all databases, the functions and the scripts. The caller provides the clock."""

    def __init__(self, microseconds: Callable[[], int]) -> None:
        """Create a store without keys, with this clock."""
        self.microseconds = microseconds
        self.database = 0
        self.keys: Final[list[dict[bytes, Any]]] = [{} for _ in range(DATABASES)]
        self.expiries: Final[list[dict[bytes, int]]] = [{} for _ in range(DATABASES)]
        self.touched: set[tuple[int, bytes]] = set()
        """Changed keys that blocked readers may be waiting for."""
        self.used: Final[Counter[str]] = Counter()
        self.unknown: Final[list[bytes]] = []
        from tests.simulation.store.scripts import Scripts

        self.scripts: Final = Scripts(self)

    @property
    def milliseconds(self) -> int:
        """Return the time of the store's clock in milliseconds."""
        return self.microseconds() // 1000

    def execute(self, words: list[bytes], database: int = 0) -> Reply:
        """Execute a command, and return its reply or its error."""
        self.database = database
        name = words[0].upper()
        self.used[name.decode("latin1")] += 1
        work = COMMANDS.get(name)
        if work is None:
            self.unknown.append(name)
            said = "".join(f"'{word.decode('latin1')}' " for word in words[1:])
            return Error(f"ERR unknown command '{words[0].decode('latin1')}', with args beginning with: {said}")
        try:
            return work(self, *words[1:])
        except Error as error:
            return error
        except TypeError:
            if _accepts(work, len(words)):
                raise
            return Error(f"ERR wrong number of arguments for '{name.decode().lower()}' command")

    # ---------------------------------------------------------------- keys, for the commands

    def find(self, key: bytes, kind: type[Value]) -> Value | None:
        """Return the value of a key, or None. Refuses: Error (the value has another type)."""
        keys, expiries = self.keys[self.database], self.expiries[self.database]
        until = expiries.get(key)
        if until is not None and until <= self.milliseconds:
            keys.pop(key, None)
            del expiries[key]
        found = keys.get(key)
        if found is not None and not isinstance(found, kind):
            raise Error(WRONG_TYPE)
        return found

    def exists(self, key: bytes) -> bool:
        """Return whether a key has a value."""
        return self.find(key, object) is not None

    def make(self, key: bytes, kind: type[Value]) -> Value:
        """Return the value of a key, or create it if it is missing. Refuses: Error (the value has another type)."""
        found = self.find(key, kind)
        if found is None:
            found = self.keys[self.database][key] = kind()
        return found

    def put(self, key: bytes, value: object) -> None:
        """Set the value of a key, and leave its expiry unchanged."""
        self.keys[self.database][key] = value
        self.touch(key)

    def touch(self, key: bytes) -> None:
        """Mark a key as changed, so that its blocked readers are woken."""
        self.touched.add((self.database, key))

    def drop(self, key: bytes) -> bool:
        """Remove a key; return whether it existed."""
        there = self.exists(key)
        self.keys[self.database].pop(key, None)
        self.expiries[self.database].pop(key, None)
        return there

    def drop_empty(self, key: bytes, value: object) -> None:
        """Remove a key if its value has become empty."""
        if not value:
            self.drop(key)

    def expire(self, key: bytes, at: int | None) -> None:
        """Set when a key expires; None means never. Units: milliseconds of the store's clock."""
        if at is None:
            self.expiries[self.database].pop(key, None)
        else:
            self.expiries[self.database][key] = at

    def expiry(self, key: bytes) -> int | None:
        """Return when a key expires, or None if never. Units: milliseconds of the store's clock."""
        return self.expiries[self.database].get(key)


def _accepts(work: Callable[..., Reply], count: int) -> bool:
    try:
        inspect.signature(work).bind(*[None] * count)
    except TypeError:
        return False
    return True
