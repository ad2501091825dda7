"""The dice service, wired."""

from __future__ import annotations

from shared.http.app import Served

from .own_table import tend
from .routes import GAME, ROUTES

served = Served(game=GAME, routes=ROUTES, tended=(tend,))
