"""A stream embedded in another site's page.

The element `<arbiter-stream>` needs one module, an address and a seat's token.
"""

from __future__ import annotations

import re
from collections import Counter
from typing import Final

import httpx
import pytest
from playwright.async_api import Route

from services.gateway.processes.running import Running
from services.page.serving import FOLDER
from tests.support.http import open_table, roll
from tests.web.conftest import Visit
from tests.web.films import at, hold_described

DEFINED: Final = re.compile(r"customElements\.define\([`'\"]([a-z-]+)")
EMBEDDING: Final = """<!doctype html><title>a page of another site</title>
<script type="module" src="/web/arbiter.js"></script>
<arbiter-stream src="{path}" token="{token}"></arbiter-stream>"""


def test_each_element_is_defined_once() -> None:
    """The page defines each custom element only once.

    A browser refuses a module that defines an element a second time.
    """
    names = Counter(DEFINED.findall((FOLDER / "arbiter.js").read_text("utf-8")))

    assert {"arbiter-page", "arbiter-stream"} <= set(names)
    assert set(names.values()) == {1}


@pytest.mark.asyncio(loop_scope="session")
async def test_a_stream_is_shown_live_in_another_page(visit: Visit, server: Running, app: httpx.Client) -> None:
    """The element shows what its seat may see, with new events live, and sends its token only to the server."""
    table = open_table(server, app)
    table.done(roll("4d6kh3", secret=True), seat="bob")
    visitor = await visit()

    async def give(route: Route) -> None:
        body = EMBEDDING.format(path=table.path, token=table.tokens["ann"])
        await route.fulfill(content_type="text/html", body=body)

    await visitor.page.route("**/embedding", give)
    page = visitor.page
    await page.goto(visitor.at("/embedding"))
    await at(page, table.version)
    await hold_described(page)
    table.done(roll("1d20"), seat="ann")
    await at(page, table.version)
    visitor.watch.hold(page)
