"""The pages that the server renders itself, which need no script: the guide, and the contract on one page."""

from __future__ import annotations

import pytest

from services.page.guide_pages import ORDER
from tests.web.conftest import Visit
from tests.web.readable import EVERYTHING, hold_readable

pytestmark = pytest.mark.asyncio(loop_scope="session")

PLACES = (*(f"guide/{one}" for one in ORDER), "schema/") if EVERYTHING else (f"guide/{ORDER[0]}",)
"""The pages to open. The contract is thousands of elements long: `make test` leaves it out."""


@pytest.mark.rule("AR-PAGE-102")
@pytest.mark.parametrize("place", PLACES)
async def test_a_rendered_page_can_be_read(visit: Visit, place: str) -> None:
    """Each page has a heading and no axe finding, in light and dark mode, on a desktop and on a phone."""
    visitor = await visit()
    page = visitor.page
    await page.goto(visitor.at(f"/{place}"))
    await page.locator("h1").first.wait_for()
    await hold_readable(page, f"rendered-{place.strip('/').replace('/', '-')}")
