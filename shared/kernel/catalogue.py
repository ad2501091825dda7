"""The catalogue of a game: named sets of data that commands refer to, such as a starter set or a standard die.

A stream records the set with which it was opened (`StreamOpened.catalogue`, such as `starter@1f2e3d4c5b6a7988`), and
always uses that set; a stream without a recorded set uses the first set ever released. Released sets are never changed
or removed, so later additions change no old decision.

catalogue/sets.toml            names the set, the first release, and the tables that are in the set
catalogue/*.toml               the tables of the current set
catalogue/sets/<name>.json     every released set, one file each; the name is `<set>@<digest of the file>`
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import lru_cache
from hashlib import sha256
from pathlib import Path
from typing import Any, Final, Generic, Protocol, TypeVar

import msgspec
from msgspec import Struct

D_co = TypeVar("D_co", covariant=True)
Tables = Mapping[str, Mapping[str, Any]]
"""The tables of a set, by file and then by name."""

DIGITS: Final = 16
INDEX: Final = "sets.toml"
RELEASED: Final = "sets"


class CatalogueUnknown(LookupError):
    """Raised when a stream was opened with a set that this release does not have."""


class SetIndex(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The list of tables in a game's set: whole files (`lantern`) or single tables of a file (`beasts.creature`)."""

    name: str
    first: str
    tables: tuple[str, ...]


class Named(Protocol):
    """The interface of a state that records which set of the catalogue its stream was opened with."""

    @property
    def catalogue(self) -> str:
        """The name of the set; empty for the first set ever released."""
        ...


class Catalogue(Generic[D_co]):
    """The sets of a game: the current one and every released one.

    `read` converts a set's tables to the objects that the game's rules use.
    """

    def __init__(self, folder: Path, read: Callable[[Tables], D_co]) -> None:
        """Read the current set, and store the folder of the released sets."""
        self.folder: Final = folder
        self.index: Final = read_index(folder)
        text = encode_tables(tables_in(folder, self.index))
        self.text: Final = text
        self.name: Final = set_name(self.index, text)
        self.released: Final = frozenset(file.stem for file in folder.joinpath(RELEASED).glob("*.json"))
        self._read: Final = read
        self._set: Final = lru_cache(maxsize=16)(self._set_named)

    @property
    def today(self) -> D_co:
        """Return the current set, with which new streams are opened."""
        return self._set(self.name)

    def of(self, state: Named) -> D_co:
        """Return the set with which the stream of this state was opened.

        Refuses: CatalogueUnknown
        """
        return self.set_named(state.catalogue)

    def set_named(self, name: str) -> D_co:
        """Return a set by name; without a name, the first set ever released.

        Refuses: CatalogueUnknown
        """
        return self._set(name or self.index.first)

    def __contains__(self, name: str) -> bool:
        return not name or name == self.name or name in self.released

    def _set_named(self, name: str) -> D_co:
        if name not in self:
            raise CatalogueUnknown(name)
        text = self.text if name == self.name else self.folder.joinpath(RELEASED, f"{name}.json").read_bytes()
        if name.rpartition("@")[2] != digest_of(text):
            raise CatalogueUnknown(f"{name}, whose file has another content")
        return self._read(msgspec.json.decode(text))


def read_index(folder: Path) -> SetIndex:
    """Read the list of tables in a game's set."""
    return msgspec.toml.decode(folder.joinpath(INDEX).read_bytes(), type=SetIndex)


def tables_in(folder: Path, index: SetIndex) -> Tables:
    """Read the tables of the catalogue's current set."""
    found: dict[str, dict[str, Any]] = {}
    for file, table in (name.partition(".")[::2] for name in index.tables):
        whole = parse_tables(folder.joinpath(f"{file}.toml").read_bytes())
        found.setdefault(file, {}).update({table: whole[table]} if table else whole)
    return found


@lru_cache(maxsize=16)
def parse_tables(text: bytes) -> Mapping[str, Any]:
    """Parse a TOML file. The process caches the result, because parsing takes most of the startup time."""
    found: Mapping[str, Any] = msgspec.toml.decode(text)
    return found


def encode_tables(tables: Tables) -> bytes:
    """Encode tables as the file of a released set, in their original order, which a view may show."""
    return msgspec.json.format(msgspec.json.encode(tables), indent=1) + b"\n"


def set_name(index: SetIndex, text: bytes) -> str:
    """Return a set's full name: its title and the digest of its content."""
    return f"{index.name}@{digest_of(text)}"


def digest_of(text: bytes) -> str:
    """Return the digest of a set's content, as it appears in the set's full name."""
    return sha256(text).hexdigest()[:DIGITS]
