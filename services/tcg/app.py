"""The match service, wired."""

from __future__ import annotations

from shared.platform.http.app import Served

from .routes import GAME, ROUTES

served = Served(game=GAME, routes=ROUTES)
