"""The contract as it is served: `/schema/openapi.json`, and a page for people that needs no other host."""

from __future__ import annotations

from typing import Any, Final

from litestar import Litestar
from litestar.enums import MediaType
from litestar.openapi.plugins import OpenAPIRenderPlugin

from shared.contract import About, build
from shared.ruleset import release

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
    """Give the contract of an app; `only` keeps the paths of one service."""
    return build(app, ABOUT, problem=Problem, only=only)


class ContractPlugin(OpenAPIRenderPlugin):
    """Serves the contract in place of what Litestar would draw."""

    def __init__(self) -> None:
        """Take the usual path."""
        super().__init__(path="/openapi.json", media_type=MediaType.JSON)
        self._bytes = b""

    def render(self, request: AnyRequest, openapi_schema: dict[str, Any]) -> bytes:  # noqa: ARG002 ours is built from the app
        """Give the contract; it does not change while the process lives."""
        if not self._bytes:
            self._bytes = encode(contract_of(request.app))
        return self._bytes


class PagePlugin(OpenAPIRenderPlugin):
    """Serves the contract as a page to read."""

    def __init__(self) -> None:
        """Take the root of the schema's path."""
        super().__init__(path="/", media_type=MediaType.HTML)

    def render(self, request: AnyRequest, openapi_schema: dict[str, Any]) -> bytes:  # noqa: ARG002 as above
        """Draw the page, with commands for the address it is read from."""
        return page(contract_of(request.app), str(request.base_url).rstrip("/")).encode()
