"""The views of the page, each of which opens by its own link without console errors."""

import pytest

from tests.web.conftest import Visit
from tests.web.readable import hold_readable

pytestmark = [pytest.mark.asyncio(loop_scope="session"), pytest.mark.installs]

PLACES = ("", "play", "replay", "judge", "design", "rules")


@pytest.mark.parametrize("place", PLACES)
async def test_each_place_opens_and_can_be_read(visit: Visit, place: str) -> None:
    """Each page has a heading and no axe finding, in light and dark mode, on a desktop and on a phone."""
    visitor = await visit()
    page = await visitor.go_with_key(place)
    await page.locator("h1").first.wait_for()

    assert "key=" not in page.url
    await hold_readable(page, place or "home")
    visitor.watch.hold(page)
