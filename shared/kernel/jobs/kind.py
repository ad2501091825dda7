"""The common parts of all kinds of jobs: how a request is checked, what its trials cost, and what they measure."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Generic, Literal, TypeAlias, TypeVar

from shared.kernel.game import Game

S = TypeVar("S")
R = TypeVar("R")

Kind: TypeAlias = Literal["share", "amount"]
"""The kind of a measure: a share is 0 or 1 in each trial; an amount can be any number."""


@dataclass(frozen=True, kw_only=True, eq=False)
class JobKind(Generic[S, R]):
    """A kind of job that a game offers.

    `request` is the type of a request; `check` refuses requests that cannot be carried out; `cost` estimates the time
    of a trial; `measures` lists the measures, the leading one first. `examples` are example requests by name.

    Units: `cost` in microseconds of one core
    """

    game: Game[S]
    request: type[R]
    check: Callable[[R], None]
    cost: Callable[[R], int]
    measures: Callable[[R], Mapping[str, Kind]]
    examples: Mapping[str, Any]

    @property
    def service(self) -> str:
        """The name of the service."""
        return self.game.service
