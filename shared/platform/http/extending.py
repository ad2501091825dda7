"""Extras: modules that extend the app with routes, state and background work.

The core imports no extra: `make_app` takes the names of modules, and each of them has an `EXTRA`.
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
"""A background task of an app, which runs from the app's start to its end."""


class AppExtra(Struct, frozen=True, kw_only=True):
    """The additions of an extra to the app. `prepare` sets up the state that its routes need, before the app starts."""

    routes: Sequence[ControllerRouterHandler] = ()
    prepare: Callable[[Litestar, ServerSettings], None]
    background: Beside


def extra_of(name: str) -> AppExtra:
    """Import a module and return its `EXTRA`.

    Refuses: ImportError, AttributeError
    """
    found: AppExtra = import_module(name).EXTRA
    return found
