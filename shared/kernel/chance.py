"""Random draws as data: every face comes from a tape (a source of draws) that the caller passes in.

Every draw is recorded. The byte layout below is published in `contracts/` with test vectors; anyone can derive the same
faces from the seed:

    block b of draw k  = HMAC-SHA256(seed, salts digest (32) | version (u64) | length of purpose (u16) | purpose
                                           | length of lane (u16) | lane | k (u32) | b (u32)), big-endian
    a die of n sides   = the next word w of those blocks with w < limit, as w mod n + 1; a word is 1 byte for n <= 256,
                         2 bytes for n <= 65 536, else 4 bytes; limit is the greatest multiple of n in the word's range
    a shuffle of n     = for i = n-1 down to 1: swap the items at i and j, where j + 1 is a die of i + 1 sides

`version` is the stream's version before the commit. Each audience draws in its own lane, so that no index reveals
another audience's draws: `lane` is the canonical JSON of the audience, or empty if everyone sees the draw; `k` counts
the draws of the commit in its lane from 0. `salts digest` is SHA-256 of the canonical JSON of the epoch's [seat, salt]
pairs sorted by seat.
"""

from __future__ import annotations

import hashlib
from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import Any, Final, Literal, Protocol, TypeAlias, TypeVar

from msgspec import UNSET, Struct, UnsetType
from msgspec.structs import replace

from shared.kernel.derivation import derive_faces, derive_order
from shared.kernel.messages import Audience, canonical
from shared.kernel.refusals import FaceImpossible, FacesLeft, FacesMissing, faces_of

DrawSource: TypeAlias = Literal["seed", "table", "kept", "lent"]
Salts: TypeAlias = tuple[tuple[str, str], ...]

MAX_SIDES: Final = 2**32
MAX_PURPOSE: Final = 2**16 - 1


class EarlierDraw(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, gc=False):
    """A reference to an earlier draw: the version before its commit, and its index among the draws for its audience."""

    k: int
    version: int


class _AnyDraw(Struct, frozen=True, kw_only=True, tag_field="draw", forbid_unknown_fields=True, gc=False):
    """The base class of draws. The fields of a draw have the order in which the log stores them."""


class DiceDraw(_AnyDraw, frozen=True, kw_only=True, tag="dice"):
    """The faces of dice of one size, rolled together for a purpose. `k` is the draw's index for its audience.

    If a draw repeats the draw of an undone command, its source is `kept`, and `of` names the first draw. If another
    stream rolled the dice, the source is `lent`, and `of` names that stream's version before the roll, and the roll's
    index among all its rolls for this stream.
    """

    faces: tuple[int, ...]
    k: int
    of: EarlierDraw | UnsetType = UNSET
    purpose: str
    sides: int
    source: DrawSource


class ShuffleDraw(_AnyDraw, frozen=True, kw_only=True, tag="shuffle"):
    """The random order of the positions 0 to n-1: `order[i]` is the old position of the item now at position i."""

    k: int
    of: EarlierDraw | UnsetType = UNSET
    order: tuple[int, ...]
    purpose: str
    source: DrawSource


Draw: TypeAlias = DiceDraw | ShuffleDraw
RecordedDraw: TypeAlias = tuple[Audience | None, Draw]
"""A draw and its audience. The audience is None if everyone sees the draw."""


class DrawPlace(Struct, frozen=True, gc=False):
    """A draw's place in its commit: its purpose, its lane (the draws for one audience), and its index in the lane."""

    purpose: str
    audience: Audience | None
    k: int


T_co = TypeVar("T_co", covariant=True)
T = TypeVar("T")


class AnyPool(Protocol[T_co]):
    """The interface of a dice pool: dice that are rolled together and have one result.

    A pool can compute its exact odds.
    """

    def throw(self, chance: Chance, purpose: str, audience: Audience | None) -> T_co:
        """Roll the dice of the pool and return its result."""
        ...

    def odds(self) -> Any:  # noqa: ANN401 each pool has its own form of odds
        """Return the exact odds.

        Refuses: TooCostly
        """
        ...

    def odds_cost(self) -> int:
        """Return a lower bound on the number of steps that `odds` takes; the bound is quick to compute."""
        ...


class Chance(Protocol):
    """The interface through which judges draw faces and shuffled orders."""

    def draw(self, pool: AnyPool[T], purpose: str, *, audience: Audience | None = None) -> T:
        """Roll a pool and return its result. A dry run stops here and reports the pool's odds."""
        ...

    def roll(self, purpose: str, sides: int, count: int = 1, *, audience: Audience | None = None) -> tuple[int, ...]:
        """Roll `count` dice of `sides` sides and return their faces."""
        ...

    def shuffle(self, purpose: str, size: int, *, audience: Audience | None = None) -> tuple[int, ...]:
        """Return a random order of `size` positions."""
        ...

    def entropy(self) -> str:
        """Return 32 fresh random bytes as hex.

        A judge may use them only as a new seed, and must store it as a secret.
        """
        ...


def salts_digest(salts: Salts) -> bytes:
    """Return the digest of an epoch's salts; it does not depend on the order in which seats sent them."""
    return hashlib.sha256(canonical(sorted(salts))).digest()


class Diverged(Exception):
    """Raised when a decision asks for a draw that its tape does not contain."""


def no_entropy() -> bytes:
    """Refuse to create a seed. This is the default of tapes for replays, tests and simulations."""
    raise Diverged("a seed was asked for, and this tape makes none")


class Tape(ABC):
    """The base class of tapes. A tape supplies a decision's faces, records each draw, and can create new seeds."""

    source: DrawSource = "seed"

    def __init__(self, fresh: Callable[[], bytes] = no_entropy) -> None:
        """Start without any draw."""
        self.taken: list[RecordedDraw] = []
        self._lanes: dict[Audience | None, int] = {}
        self._fresh = fresh

    def draw(self, pool: AnyPool[T], purpose: str, *, audience: Audience | None = None) -> T:
        """Roll a pool, and return its result."""
        return pool.throw(self, purpose, audience)

    def roll(self, purpose: str, sides: int, count: int = 1, *, audience: Audience | None = None) -> tuple[int, ...]:
        """Roll dice and record the faces."""
        place = self._place(purpose, audience, sides)
        faces = self._faces(place, sides, count)
        draw = DiceDraw(k=place.k, purpose=purpose, sides=sides, faces=faces, source=self.source)
        self.taken.append((audience, draw))
        return faces

    def shuffle(self, purpose: str, size: int, *, audience: Audience | None = None) -> tuple[int, ...]:
        """Shuffle and record the order."""
        place = self._place(purpose, audience, max(size, 1))
        order = self._order(place, size)
        self.taken.append((audience, ShuffleDraw(k=place.k, purpose=purpose, order=order, source=self.source)))
        return order

    def entropy(self) -> str:
        """Return 32 fresh bytes as hex."""
        return self._fresh().hex()

    def finish(self) -> None:  # noqa: B027 most tapes have nothing to check
        """End the decision. A tape that has unused faces raises an error here."""

    def _place(self, purpose: str, audience: Audience | None, sides: int) -> DrawPlace:
        """Return the place of the next draw for an audience.

        An unsupported die size is a bug in the game and raises ValueError.
        """
        if not 1 <= sides <= MAX_SIDES:
            raise ValueError(f"no die has {sides} sides")
        k = self._lanes.get(audience, 0)
        self._lanes[audience] = k + 1
        return DrawPlace(purpose, audience, k)

    @abstractmethod
    def _faces(self, place: DrawPlace, sides: int, count: int) -> tuple[int, ...]: ...

    @abstractmethod
    def _order(self, place: DrawPlace, size: int) -> tuple[int, ...]: ...


class SeedTape(Tape):
    """A tape that derives faces from a committed seed, the epoch's salts, and the draw's place in the log."""

    def __init__(self, *, seed: bytes, digest: bytes, version: int, fresh: Callable[[], bytes] = no_entropy) -> None:
        """Store the epoch's seed, the digest of its salts, the version before the commit, and a source of new seeds."""
        self.taken = []
        self._lanes = {}
        self._fresh = fresh
        self._seed = seed
        self._head = digest + version.to_bytes(8, "big")

    def _faces(self, place: DrawPlace, sides: int, count: int) -> tuple[int, ...]:
        return derive_faces(self._seed, draw_prefix(self._head, place), sides, count)

    def _order(self, place: DrawPlace, size: int) -> tuple[int, ...]:
        return derive_order(self._seed, draw_prefix(self._head, place), size)

    def derive(self, taken: RecordedDraw) -> tuple[int, ...]:
        """Derive the faces or the order of a draw that was already recorded."""
        audience, draw = taken
        place = DrawPlace(draw.purpose, audience, draw.k)
        if isinstance(draw, DiceDraw):
            return self._faces(place, draw.sides, len(draw.faces))
        return self._order(place, len(draw.order))


def draw_prefix(head: bytes, place: DrawPlace) -> bytes:
    """Return the HMAC message of a draw, without the block number at its end."""
    return head + _label(place.purpose, place.audience) + place.k.to_bytes(4, "big")


@lru_cache(maxsize=1024)
def _label(purpose: str, audience: Audience | None) -> bytes:
    """Return the purpose and the lane of a draw as bytes, each after its length."""
    name = purpose.encode()
    lane = b"" if audience is None else canonical(audience)
    return b"".join((len(name).to_bytes(2, "big"), name, len(lane).to_bytes(2, "big"), lane))


class TableTape(Tape):
    """A tape of faces rolled at a real table. The command must use all of these faces, and each must fit its die."""

    source: DrawSource = "table"

    def __init__(self, faces: Sequence[int], fresh: Callable[[], bytes] = no_entropy) -> None:
        """Start with the faces in the order in which the command needs them."""
        super().__init__(fresh)
        self._left = list(faces)
        self._given = len(self._left)

    def finish(self) -> None:
        """Refuse faces that the command did not use.

        Rule:    AR-FACES-03
        """
        if self._left:
            raise FacesLeft(needs=self._given - len(self._left), has=self._given, field="faces")

    def _faces(self, place: DrawPlace, sides: int, count: int) -> tuple[int, ...]:
        """Return the next faces. A refusal does not name the purpose of a hidden roll."""
        if len(self._left) < count:
            named = f', {count} of them for "{place.purpose}"' if place.audience is None else ""
            needs = f"at least {self._given - len(self._left) + count}{named}"
            raise FacesMissing(needs=needs, has=self._given, field="faces")
        faces, self._left = tuple(self._left[:count]), self._left[count:]
        for face in faces:
            if not 1 <= face <= sides:
                raise FaceImpossible(needs=faces_of(sides, face), has=face, field="faces")
        return faces

    def _order(self, place: DrawPlace, size: int) -> tuple[int, ...]:
        """Read the entered faces of a shuffle as an order of positions. People at a table count positions from 1."""
        order = tuple(face - 1 for face in self._faces(place, size, size))
        if len(set(order)) < size:
            raise FaceImpossible(needs=f"each of 1 to {size} once", has=len(set(order)), field="faces")
        return order


class Unseeded(Tape):
    """The tape of an opening: it creates the stream's first seed and allows no draw.

    If the commit that fixes the seed could also draw a face, the server could choose a seed that leads to that face.
    """

    def _faces(self, place: DrawPlace, sides: int, count: int) -> tuple[int, ...]:  # noqa: ARG002 nothing is drawn
        raise Diverged(f"the opening draws nothing, and was asked for {place.purpose!r}")

    def _order(self, place: DrawPlace, size: int) -> tuple[int, ...]:
        return self._faces(place, size, size)


class RepeatingTape(Tape):
    """The base class of tapes that repeat draws of earlier commits. `of` names the draw that was just repeated."""

    of: EarlierDraw | UnsetType = UNSET

    def roll(self, purpose: str, sides: int, count: int = 1, *, audience: Audience | None = None) -> tuple[int, ...]:
        """Roll dice and record the faces."""
        faces = super().roll(purpose, sides, count, audience=audience)
        self._name_earlier()
        return faces

    def shuffle(self, purpose: str, size: int, *, audience: Audience | None = None) -> tuple[int, ...]:
        """Shuffle and record the order."""
        order = super().shuffle(purpose, size, audience=audience)
        self._name_earlier()
        return order

    def _name_earlier(self) -> None:
        if self.of is not UNSET:
            audience, draw = self.taken[-1]
            self.taken[-1] = audience, replace(draw, of=self.of)


class Faces(TableTape):
    """A scripted tape for tests and enumerations; an unused face is an error."""

    source: DrawSource = "seed"

    def __init__(self, *faces: int, seed: bytes = b"\x5e" * 32) -> None:
        """Start with the faces in order, and the seed to return if the decision asks for one."""
        super().__init__(faces, lambda: seed)


class FirstDraw(Exception):
    """Raised when a dry run reaches its first draw. The dry run predicts nothing beyond this draw."""

    pool: AnyPool[Any] | None = None
    """The pool to which the dice belong; None if they belong to no pool."""

    def __init__(self, place: DrawPlace, sides: int, count: int) -> None:
        """Store the place of the draw and its dice. A shuffle has no sides."""
        super().__init__(place.purpose)
        self.place, self.purpose, self.sides, self.count = place, place.purpose, sides, count


class ProbeTape(Tape):
    """The tape of a dry run: it stops at the first draw and reveals no face."""

    def draw(self, pool: AnyPool[T], purpose: str, *, audience: Audience | None = None) -> T:
        """Stop at the first die of a pool, and report the pool. A pool without dice returns its result."""
        try:
            return pool.throw(self, purpose, audience)
        except FirstDraw as draw:
            draw.pool = pool
            raise

    def entropy(self) -> str:
        """Stop here, because a real decision would create a seed."""
        raise FirstDraw(DrawPlace("seed", None, 0), 0, 0)

    def _faces(self, place: DrawPlace, sides: int, count: int) -> tuple[int, ...]:
        raise FirstDraw(place, sides, count)

    def _order(self, place: DrawPlace, size: int) -> tuple[int, ...]:
        raise FirstDraw(place, 0, size)
