"""The campaign service, wired."""

from __future__ import annotations

from shared.http.app import Served
from shared.http.job_game import jobs_of

from .routes import GAME, ROUTES
from .tasks import SIMULATION

served = Served(game=GAME, routes=ROUTES, jobs=jobs_of(GAME, SIMULATION))
