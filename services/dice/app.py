"""The dice service, wired."""

from __future__ import annotations

from shared.platform.http.app import Served
from shared.platform.http.job_game import jobs_of

from .own_table import tend
from .routes import GAME, ROUTES
from .tasks import SIMULATION

served = Served(game=GAME, routes=ROUTES, tended=(tend,), jobs=jobs_of(GAME, SIMULATION))
