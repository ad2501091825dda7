"""What a refusal on the page calls fields and seats."""

from __future__ import annotations

import json

import httpx
import pytest
from playwright.async_api import expect

from services.gateway.processes.running import Running
from tests.support.http import open_table, roll
from tests.web import forms
from tests.web.conftest import Visit

pytestmark = [pytest.mark.asyncio(loop_scope="session"), pytest.mark.rule("AR-PAGE-117")]

SEATS = [{"seat": "a-1", "role": "player", "name": "Zoe"}, {"seat": "b-2", "role": "player", "name": "Bob"}]


async def test_a_refusal_has_labels_of_fields_and_names_of_seats(
    visit: Visit, server: Running, app: httpx.Client
) -> None:
    """Zoe, who rolls for Bob, reads both names and the label of the field, and neither an id nor a path."""
    visitor = await visit()
    page = await visitor.sit_down(open_table(server, app, seats=SEATS), "a-1")
    form = await forms.find(page, "Roll")
    await forms.open_form(form)
    await form.locator("details > summary").last.click()
    body = roll("2d6")
    body["rolls"][0]["who"] = "b-2"
    await form.locator("[data-raw]").fill(json.dumps(body))
    await form.locator("[data-send]").first.click()
    problem = form.locator("arbiter-problem [role=alert]")
    await expect(problem.locator("dd")).to_have_text(["Rolls 1, Who", "Zoe", "Bob"])
    visitor.watch.hold(page, but="403")


async def test_a_form_with_one_field_does_not_name_it(visit: Visit) -> None:
    """A wrong notation on the home page is refused without the place in the request."""
    visitor = await visit()
    page = await visitor.go_with_key("")
    await page.locator("[data-roll] [name=what]").fill("1e3")
    await page.locator("[data-roll] button").click()
    await expect(page.locator("arbiter-roll [role=alert]")).to_be_visible()
    await expect(page.locator("arbiter-roll")).not_to_contain_text("text")
