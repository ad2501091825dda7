"""All services of this release.

Importing this module imports all games, which a process that serves or reads one game avoids.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from services.gateway.games import GAMES
from shared.platform.http.services import Service, service_of

SERVICES: Final[Sequence[Service]] = tuple(map(service_of, GAMES))
