"""The paths that serve the contract: as OpenAPI (whole or for one service), and as one readable page."""

from __future__ import annotations

from typing import Any, Final

from litestar import Litestar
from litestar.enums import MediaType
from litestar.openapi.plugins import OpenAPIRenderPlugin

from shared.platform.contract import About, build
from shared.platform.http.answers import encode
from shared.platform.http.documents.page import page
from shared.platform.http.problems import Problem
from shared.platform.http.requests import AnyRequest
from shared.platform.ruleset import release

ABOUT: Final = About(
    title="Arbiter",
    version=release(),
    description="A referee for tabletop games: commands in, events out, every die and every decision provable.",
)


def contract_of(app: Litestar, *, only: str | None = None) -> dict[str, Any]:
    """Return the contract of an app. `only` limits it to the paths of one service."""
    return build(app, ABOUT, problem=Problem, only=only)


class ContractPlugin(OpenAPIRenderPlugin):
    """The path that serves the contract, for all services or for one. `Documents` answers the requests."""

    def __init__(self, only: str | None = None) -> None:
        """Serve the whole contract, or with `only` the contract of one service, which is also in `contracts/`."""
        super().__init__(path="/openapi.json" if only is None else f"/{only}.json", media_type=MediaType.JSON)
        self._only = only

    def render(self, request: AnyRequest, openapi_schema: dict[str, Any]) -> bytes:  # noqa: ARG002 built from the app
        """Render the contract. Litestar calls this."""
        return self.draw(request.app)

    def draw(self, app: Litestar) -> bytes:
        """Build the contract of an app, which takes about a second."""
        return encode(contract_of(app, only=self._only))


class PagePlugin(OpenAPIRenderPlugin):
    """The path that serves the readable page of the contract. `Documents` answers the requests."""

    def __init__(self) -> None:
        """Use the root path of the documents."""
        super().__init__(path="/", media_type=MediaType.HTML)

    def render(self, request: AnyRequest, openapi_schema: dict[str, Any]) -> bytes:  # noqa: ARG002 as above
        """Render the page. Litestar calls this."""
        return self.draw(request.app)

    def draw(self, app: Litestar) -> bytes:
        """Build the page of an app's contract, which takes about a second."""
        return page(contract_of(app)).encode()
