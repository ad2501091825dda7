"""Several server processes on one port. Each process forwards a request to the process that owns its stream."""

from __future__ import annotations

from collections.abc import Sequence

from litestar import Litestar
from litestar.types import ASGIApp

from shared.platform.extras.forwarding.affinity import Affinity
from shared.platform.extras.forwarding.forwarder import Forwarder, outcome_open
from shared.platform.extras.forwarding.siblings import Siblings
from shared.platform.http.edge.edge import Edge
from shared.platform.http.services import Service
from shared.platform.processes.place import Place


def share_port(
    here: ASGIApp, app: Litestar, place: Place, services: Sequence[Service], *, body_bytes: int
) -> tuple[Forwarder, Siblings]:  # fmt: skip
    """Wrap the app of this process in a forwarder. Return the forwarder, and the links to the other processes.

    `here` answers the requests that this process owns.
    """
    siblings = _link(here, app, place)
    lost = Edge(outcome_open, app.state.metrics)
    affinity = Affinity(services, servers=place.servers)
    return Forwarder(here, lost, affinity=affinity, links=siblings.links, most=body_bytes), siblings


def _link(here: ASGIApp, app: Litestar, place: Place) -> Siblings:
    """Create the links to the other server processes, and share this process's metrics with them."""
    files = app.state.metrics.share(place.folder, number=place.number, of=place.servers)
    siblings = Siblings(place, here, keep=files.keep)
    files.runs = siblings.runs
    return siblings
