"""Extras of the app: what a module adds to it (routes, state, background work).

The core imports no extra. `make_app` takes the names of the modules; each module has an `EXTRA`.
"""

from __future__ import annotations

from collections.abc import Callable, Coroutine, Sequence
from importlib import import_module
from typing import Any, TypeAlias

from litestar import Litestar
from litestar.types import ControllerRouterHandler
from msgspec import Struct

from shared.platform.settings import ServerSettings

Beside: TypeAlias = Callable[[Litestar], Coroutine[Any, Any, None]]
"""A background task of an app; it runs from the app's start to its end."""


class AppExtra(Struct, frozen=True, kw_only=True):
    """An extra of the app. `prepare` sets the state that its routes read, before the app starts."""

    routes: Sequence[ControllerRouterHandler] = ()
    prepare: Callable[[Litestar, ServerSettings], None]
    background: Beside


def extra_of(name: str) -> AppExtra:
    """Import a module and return its `EXTRA`.

    Refuses: ImportError, AttributeError
    """
    found: AppExtra = import_module(name).EXTRA
    return found
