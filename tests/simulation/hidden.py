"""The secrets of a run: what the store holds sealed, and the keys and tokens that the callers were given.

The dice of a secret roll have a million sides, and so two faces beside each other are found nowhere else.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from typing import Any, Final

from msgspec import Struct

from tests.simulation.boot import Image
from tests.simulation.checks import PARTITION
from tests.simulation.scene import Scene
from tests.simulation.store.values import Hash, Stream
from tests.simulation.unsealing import Part, keys_in, parts_in, stream_key_in

PREFIX: Final = f"{PARTITION}:e:"
SEED: Final = re.compile(rb'"([0-9a-f]{64})"')
RUNS: Final = re.compile(rb"\d{4,}(?:, ?\d{4,})+")
"""Two or more large numbers beside each other. Small ones may stand beside each other for other reasons."""
NUMBER: Final = re.compile(rb"\d+")


class Hidden(Struct, frozen=True, kw_only=True):
    """A secret: what it is, and the words that betray it.

    given: the processes that were given it, if it is a key or a token. audience: the seats that may read it, if it is a
    part of a commit of `stream`. rolls: the rolls that it is about, if it can be made public; none if it is a seed.
    """

    what: str
    words: Sequence[bytes]
    given: Sequence[str] = ()
    stream: str = ""
    audience: Sequence[str] = ()
    rolls: Sequence[int] | None = None


def pairs_in(text: bytes) -> Iterator[tuple[bytes, int]]:
    """Yield each two large numbers that stand beside each other, as `1234,5678`, and where they are."""
    for run in RUNS.finditer(text):
        numbers = NUMBER.findall(run[0])
        for first, second in pairwise(numbers):
            yield first + b"," + second, run.start()


def hidden_in(scene: Scene) -> Iterator[Hidden]:
    """Yield all secrets of a run."""
    keys = keys_in(Image.folder / "keys.json")
    for name, key in keys.items():
        yield Hidden(what=f"the key {name} of the key file", words=_forms(bytes.fromhex(key)))
    yield from _credentials(scene)
    for stream, rows in _logs(scene).items():
        meta = scene.store.store.find(f"{PARTITION}:m:{stream}".encode(), Hash) or Hash()
        if b"k" in meta:
            yield Hidden(what=f"the key of {stream}", words=_forms(stream_key_in(meta[b"k"], stream, keys)))
        for version, row in rows:
            fields = dict(zip(row[::2], row[1::2], strict=True))
            if fields.get(b"s"):
                rolls = _rolls_in(json.loads(fields[b"p"]))
                for part in parts_in(fields[b"s"], stream, version, keys):
                    yield from _hidden_in_part(part, f"commit {version} of {stream}", stream, rolls)


def _credentials(scene: Scene) -> Iterator[Hidden]:
    """Yield the keys, the tokens and the webhook's secret."""
    yield Hidden(what="the webhook's secret", words=(scene.hook_secret.removeprefix("whsec_").encode(),))
    for key in (scene.key, scene.other_key):
        yield Hidden(what=f"the app's key {key[:8]}", words=(key.rpartition("_")[2].encode(),))
    for (table, seat), token in scene.tokens.items():
        yield Hidden(what=f"the token of {seat} at {table}", words=(token.encode(),))
    for token in scene.shelf.tokens if scene.shelf is not None else ():
        yield Hidden(what="a token of the archived table", words=(token.encode(),), given=("visitor",))


def _logs(scene: Scene) -> Mapping[str, Sequence[tuple[int, Sequence[bytes]]]]:
    """Return the rows of each stream in the store, and those that the archived table had."""
    store, found = scene.store.store, {}
    store.database = 0
    for key in [key.decode() for key in store.keys[0] if key.startswith(PREFIX.encode())]:
        rows = store.find(key.encode(), Stream) or Stream()
        found[key.removeprefix(PREFIX)] = [(at[0], rows.rows[at]) for at in rows.ids]
    if scene.shelf is not None:
        found[scene.shelf.stream] = [(at[0], row) for at, row in scene.shelf.before]
    return found


def _rolls_in(commit: Mapping[str, Any]) -> Sequence[int]:
    return [roll["number"] for event in commit["events"] for roll in event.get("rolls", ()) if "number" in roll]


def _hidden_in_part(part: Part, place: str, stream: str, rolls: Sequence[int]) -> Iterator[Hidden]:
    """Yield what betrays a secret part: its salt, with which its value could be guessed, and its seed or its faces."""
    audience = part.audience
    yield Hidden(what=f"a salt in {place}", words=_forms(part.salt), stream=stream, audience=audience)
    for seed in SEED.findall(part.data):
        words = _forms(bytes.fromhex(seed.decode()))
        yield Hidden(what=f"the seed in {place}", words=words, stream=stream, audience=audience, rolls=())
    if faces := {pair for pair, _ in pairs_in(part.data)}:
        words = sorted(faces)
        yield Hidden(what=f"faces in {place}", words=words, stream=stream, audience=audience, rolls=rolls)


def _forms(secret: bytes) -> Sequence[bytes]:
    """Return a secret of 32 bytes as it is, and as text."""
    return secret, secret.hex().encode()
