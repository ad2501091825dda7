"""The catalogue `house`: a few weapons, components and energies that were invented for this game.

A group can play with them at once, although the rule book prints numbers for only one weapon.
"""

from __future__ import annotations

from pathlib import Path
from typing import Final

import msgspec

from services.rpg_specialist_total.catalogue import Data
from shared.kernel.catalogue import Catalogue, Tables


def _read_tables(tables: Tables) -> Data:
    return msgspec.convert(tables["house"], Data)


SETS: Final = Catalogue(Path(__file__).parent, _read_tables)
"""Every release of the catalogue `house`. A campaign keeps the release with which it was opened."""
HOUSE: Final = SETS.today
