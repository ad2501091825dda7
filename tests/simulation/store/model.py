"""The simulated store with all of its commands."""

from __future__ import annotations

from tests.simulation.store import hashes, plain, scripts, sorted_sets, streams
from tests.simulation.store.keyspace import COMMANDS, Store

__all__ = ["COMMANDS", "Store", "hashes", "plain", "scripts", "sorted_sets", "streams"]
