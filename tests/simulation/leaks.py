"""Checks that no secret is in any byte that leaves a service for a reader who may not know it at that moment.

- A seat may read the parts of its audience, and the app those that have an audience.
- Everyone may read what the log has in plain text by then, such as a revealed seed.
- Who may read a table may read all of its parts once it is closed.
- The store gets in plain text only what a caller has asked to make public.
- Log lines contain no secret at all. Keys and tokens are only for the caller that was given them.
"""

from __future__ import annotations

import math
import re
from bisect import bisect_right
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from tests.simulation.checks import KIND
from tests.simulation.hidden import NUMBER, Hidden, hidden_in, pairs_in
from tests.simulation.history import Asked
from tests.simulation.plan import STRANGER
from tests.simulation.scene import READING, SEATS, Scene
from tests.simulation.store_process import NAME as STORE

NOBODY: Final = ""
"""A seat that no table has."""
SEES: Final[Mapping[str, str | None]] = {
    "caller-0": None, "asker": None, "visitor": None,
    **{f"caller-{number}": seat for number, seat in enumerate(SEATS) if number},
    **{f"reader-{number}": seat for number, (seat, _) in enumerate(READING)},
    f"caller-{STRANGER}": NOBODY,
}  # fmt: skip
"""The seat as which a process reads; None for the app. Every other process reads what is public."""
SERVICES: Final = ("server-", "dispatcher-", "worker-", "clock-", "archivist-", "ringer")
LOG_LINES: Final = "the log"
CLOSED: Final = b'"type":"StreamClosed"'
HEX: Final = re.compile(rb"[0-9a-f]{64}")


class Sent:
    """All bytes that the services sent to one reader, and when."""

    def __init__(self, reader: str, pieces: Sequence[tuple[float, bytes]]) -> None:
        """Join the pieces, each with its time."""
        self.reader: Final = reader
        self.text: Final = b"".join(data for _, data in pieces)
        self._times: Final = [now for now, _ in pieces]
        self._starts: Final[list[int]] = []
        place = 0
        for _, data in pieces:
            self._starts.append(place)
            place += len(data)

    def when(self, place: int) -> float:
        """Return when the byte at a place was sent."""
        return self._times[bisect_right(self._starts, place) - 1]


def leak_violations(scene: Scene, asked: Sequence[Asked], lines: Sequence[str]) -> Iterator[str]:
    """Yield each secret that left a service for a reader who may not know it.

    `asked` are the requests that make secrets public, and `lines` what the services logged.
    """
    search = Search(scene, asked)
    for sent in _sent_by_services(scene):
        yield from search.leaks_in(sent)
    yield from search.leaks_in(Sent(LOG_LINES, [(scene.world.now, "".join(lines).encode())]))


def _sent_by_services(scene: Scene) -> Iterator[Sent]:
    """Yield what the services sent to each reader. The pieces of each connection stay together, and in order."""
    found = defaultdict[str, dict[int, list[tuple[float, bytes]]]](dict)
    for now, end, data in scene.world.sent:
        if end.link.startswith(SERVICES):
            reader = end.link.partition(">")[2].partition(" ")[0]
            found[reader].setdefault(id(end), []).append((now, data))
    for reader, connections in found.items():
        yield Sent(reader, [piece for pieces in connections.values() for piece in (*pieces, (math.inf, b"\n"))])


class Search:
    """The search for the secrets of a run."""

    def __init__(self, scene: Scene, asked: Sequence[Asked]) -> None:
        """Look up the secrets, and when each of them became public."""
        self._asked: Final = asked
        self._journal: Final = sorted([*scene.store.lost, *scene.store.journal], key=lambda one: one.now)
        self._pairs: Final[dict[bytes, Hidden]] = {}
        self._hex: Final[dict[bytes, Hidden]] = {}
        self._others: Final[dict[bytes, Hidden]] = {}
        self._times: Final[dict[tuple[bytes, ...], float]] = {}
        for secret in hidden_in(scene):
            for word in secret.words:
                self._kind_of(word)[word] = secret

    def _kind_of(self, word: bytes) -> dict[bytes, Hidden]:
        if HEX.fullmatch(word):
            return self._hex
        return self._pairs if NUMBER.match(word) and b"," in word else self._others

    def leaks_in(self, sent: Sent) -> Iterator[str]:
        """Yield each secret that the reader may not know."""
        found = dict[str, None]()
        for secret, word, place in self._secrets_in(sent.text):
            if not self._may(sent.reader, secret, word, sent.when(place)):
                found[secret.what] = None
        yield from (f"{sent.reader} is sent {what}" for what in found)

    def _secrets_in(self, text: bytes) -> Iterator[tuple[Hidden, bytes, int]]:
        """Yield each secret in a text, the word that betrays it, and where that is."""
        for pair, place in pairs_in(text):
            if pair in self._pairs:
                yield self._pairs[pair], pair, place
        for match in HEX.finditer(text):
            if match[0] in self._hex:
                yield self._hex[match[0]], match[0], match.start()
        for word, secret in self._others.items():
            place = text.find(word)
            while place >= 0:
                yield secret, word, place
                place = text.find(word, place + 1)

    # ---------------------------------------------------------------- what a reader may know

    def _may(self, reader: str, secret: Hidden, word: bytes, now: float) -> bool:
        """Return whether a reader may know a secret at a moment."""
        if reader in secret.given:
            return True
        if not secret.stream or reader == LOG_LINES:
            return False
        if reader == STORE:
            return self._store_may(secret, word, now)
        seat = SEES.get(reader, NOBODY)
        if (seat is None and secret.audience) or seat in secret.audience:
            return True
        if self._since(word) <= now:
            return True
        return seat != NOBODY and self._since(CLOSED, secret.stream.encode()) <= now

    def _store_may(self, secret: Hidden, word: bytes, now: float) -> bool:
        """Return whether the store may get a secret in plain text at a moment: a job ends, and is public, by itself."""
        if secret.rolls is not None and not secret.stream.startswith(KIND):
            return self._since(word) < math.inf
        return any(one.now <= now and _ends(one, secret) for one in self._asked)

    def _since(self, *words: bytes) -> float:
        """Return when the store first had all of these words in one text."""
        if words not in self._times:
            having = (one.now for one in self._journal for text in one.words if all(word in text for word in words))
            self._times[words] = next(having, math.inf)
        return self._times[words]


def _ends(asked: Asked, secret: Hidden) -> bool:
    """Return whether a request makes a secret public."""
    if secret.rolls is None or not secret.stream.endswith(f":{asked.table}"):
        return False
    return asked.roll in secret.rolls if secret.rolls else asked.roll is None
