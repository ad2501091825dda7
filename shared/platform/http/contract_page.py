"""The contract as it is served, whole and of each service alone, and a page for people that needs no other host."""

from __future__ import annotations

from typing import Any, Final

from litestar import Litestar
from litestar.enums import MediaType
from litestar.openapi.plugins import OpenAPIRenderPlugin

from shared.platform.contract import About, build
from shared.platform.ruleset import release

from .answers import encode
from .page import page
from .problems import Problem
from .requests import AnyRequest

ABOUT: Final = About(
    title="Arbiter",
    version=release(),
    description="A referee for tabletop games: commands in, events out, every die and every decision provable.",
)


def contract_of(app: Litestar, *, only: str | None = None) -> dict[str, Any]:
    """Return the contract of an app; `only` keeps the paths of one service."""
    return build(app, ABOUT, problem=Problem, only=only)


class ContractPlugin(OpenAPIRenderPlugin):
    """Names the path of the contract, whole or of one service; it is answered by `Documents`."""

    def __init__(self, only: str | None = None) -> None:
        """Take the usual path, or that of a service: what is committed under `contracts/` is served there."""
        super().__init__(path="/openapi.json" if only is None else f"/{only}.json", media_type=MediaType.JSON)
        self._only = only

    def render(self, request: AnyRequest, openapi_schema: dict[str, Any]) -> bytes:  # noqa: ARG002 ours is built from the app
        """Render the contract."""
        return self.drawn(request.app)

    def drawn(self, app: Litestar) -> bytes:
        """Return the contract of an app, in about a second."""
        return encode(contract_of(app, only=self._only))


class PagePlugin(OpenAPIRenderPlugin):
    """Names the path of the contract as a page to read."""

    def __init__(self) -> None:
        """Take the root of the schema's path."""
        super().__init__(path="/", media_type=MediaType.HTML)

    def render(self, request: AnyRequest, openapi_schema: dict[str, Any]) -> bytes:  # noqa: ARG002 as above
        """Render the page."""
        return self.drawn(request.app)

    def drawn(self, app: Litestar) -> bytes:
        """Return the page of an app, in about a second."""
        return page(contract_of(app)).encode()
