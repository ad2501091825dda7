"""The releases of the printed catalogue: the current one, and all earlier ones."""

from __future__ import annotations

from typing import Final

import msgspec
from msgspec import Struct

from services.bones.catalogue import FOLDER, Data, NamedOnly, data_in
from services.bones.catalogue.adventure import Book
from shared.kernel.catalogue import Catalogue, Tables


class Printed(Struct, frozen=True, kw_only=True):
    """One release of the printed data: the catalogue, the sample adventure, and the names that have no data yet."""

    data: Data
    adventure: Book
    named_only: tuple[NamedOnly, ...]


def _read_tables(tables: Tables) -> Printed:
    return Printed(
        data=data_in(tables),
        adventure=msgspec.convert(tables["adventure"], Book),
        named_only=msgspec.convert(tables["cold_iron"]["named_only"], tuple[NamedOnly, ...]),
    )


SETS: Final = Catalogue(FOLDER, _read_tables)
"""The releases of the catalogue, by name. A campaign keeps the release with which it was opened."""
