"""The house catalogue: a few weapons, components and energies of our own invention, so that one can play at once.

Nothing there is the book's, which prints one weapon only.
"""

from __future__ import annotations

from pathlib import Path
from typing import Final

import msgspec

from services.rpg_specialist_total.catalogue import Data
from shared.kernel.catalogue import Catalogue, Tables


def _read(tables: Tables) -> Data:
    return msgspec.convert(tables["house"], Data)


SETS: Final = Catalogue(Path(__file__).parent, _read)
"""Every release of the house catalogue. A campaign has the one that it was opened with."""
HOUSE: Final = SETS.today
