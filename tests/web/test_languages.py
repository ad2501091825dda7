"""The page in another language, chosen by the browser or in the footer, without any English text from its sources."""

from __future__ import annotations

import functools
import json
import re
from pathlib import Path
from typing import Final

import httpx
import pytest
from playwright.async_api import Browser, Page, expect

from services.gateway.games import GAMES
from services.gateway.processes.running import Running
from services.gateway.processes.up import fresh_key
from services.page.offline import kept_in
from services.page.serving import page_files
from shared.platform.processes.games import game_of
from tests.support.http import CLOSE, Table, open_table
from tests.support.page_fields import names_of
from tests.web import forms
from tests.web.builds import BuildServer
from tests.web.conftest import Visit
from tests.web.films import place
from tests.web.readable import hold_readable
from tests.web.test_evening import TEXTS

pytestmark = pytest.mark.asyncio(loop_scope="session")

SERVICES: Final = Path(__file__).resolve().parents[2] / "services"
TRANSLATED: Final = [SERVICES / "page/web/texts/de.json", *SERVICES.glob("*/page/de.json")]
CONTRACTS: Final = [
    path for name in ("openapi.json", "rules.toml") for path in (SERVICES.parent / "contracts").glob(f"*/{name}")
]
"""The files with texts that the server writes, including the rules."""
HOLE: Final = re.compile(r"\{[^}]*\}|</?\w+>|[\[\]]")
WORDS: Final = 3
"""The minimum number of words in an English text part that the tests look for.

Shorter parts may be names, or may also appear in texts of the server.
"""
GERMAN: Final = "de-DE"
NAMED: Final = [SERVICES / "page/web/texts/fields/de.json", *SERVICES.glob("*/page/fields/de.json")]
LABELS: Final = """(all) => all.map((one) => [...one.childNodes].filter((part) => part.nodeType === Node.TEXT_NODE)
  .map((part) => part.data).join(' ').replace(/\\s+/g, ' ').trim().toLowerCase())"""
"""A function that returns the texts of elements in small letters, without those of the elements inside them."""
UNTIL_KEPT: Final = """async (path) => {
  const isThere = async () => {
    const kept = await (await caches.open('arbiter-page')).match(path);
    return kept !== undefined && navigator.serviceWorker.controller?.state === 'activated';
  };
  while (!(await isThere())) await new Promise((again) => requestAnimationFrame(again));
}"""
"""A function that waits until a service worker runs and has stored a file."""
LOADED: Final = "() => performance.getEntriesByType('resource').map((one) => one.name)"
"""A function that returns the addresses of what a page loads, without what its service worker stores."""
KEPT: Final = """async () => {
  const requests = await (await caches.open('arbiter-page')).keys();
  return requests.map((request) => new URL(request.url).pathname);
}"""
"""A function that returns the paths of the page's files that the browser stores."""


@functools.cache
def english_parts() -> frozenset[str]:
    """Return the parts of English texts between placeholders, except those in translations or texts of the server."""
    pairs = [pair for path in TRANSLATED for pair in json.loads(path.read_text("utf-8")).items()]
    served = [*(path.read_text("utf-8") for path in CONTRACTS), *(game_of(name).documentation.about for name in GAMES)]
    others = " ".join([*(says for _, says in pairs), *served])
    parts = {part.strip(" .,:;?!\u2013·“”") for text, _ in pairs for part in HOLE.split(text)}
    return frozenset(part for part in parts if len(part.split()) >= WORDS and part not in others)


async def english_in(page: Page) -> list[str]:
    """Return the parts of English texts that are visible on a page."""
    shown = " | ".join(re.sub(r"\s+", " ", text) for text in await page.evaluate(TEXTS))
    likely = (part for part in english_parts() if part in shown)  # much faster than a search for each
    found = (re.search(rf".{{0,30}}(?<!\w){re.escape(part)}(?!\w).{{0,30}}", shown) for part in likely)
    return sorted(one.group() for one in found if one is not None)


async def hold_german(page: Page, name: str) -> None:
    """Assert that a view is in German, has no English text, and is accessible."""
    await expect(page.locator("html")).to_have_attribute("lang", "de")
    assert [] == await english_in(page)
    await hold_readable(page, f"german-{name}")


def english_names(game: str) -> set[str]:
    """Return the names of fields and values of a game in English words, except those that are also German words."""
    named = [json.loads(path.read_text("utf-8")) for path in NAMED]
    german = {word.lower() for words in named for word in words.values()}
    return {name.replace("_", " ").lower() for name in names_of(game)} - german


async def labels_in(page: Page, around: str) -> set[str]:
    """Return the labels and options inside the first element of a kind, even those that are folded."""
    parts = page.locator(around).first.locator("label > :first-child, label, legend, option")
    texts: list[str] = await parts.evaluate_all(LABELS)
    return {text for text in texts if text}


def scripts(requests: list[str]) -> set[str]:
    """Return the paths of the page's scripts that were requested."""
    return {path for url in requests if (path := httpx.URL(url).path).startswith("/web/") and path.endswith(".js")}


@pytest.fixture(scope="module")
def key(server: Running) -> str:
    """Return the key of another app. Its lists lack the games that other tests open, whose titles are in English."""
    return fresh_key(server.store.url, tenant="german", label="test").text


async def test_parts_of_english_texts_are_found() -> None:
    """The parts that the tests below look for are numerous and include a heading of the home page."""
    assert "Your newest games" in english_parts()
    assert len(english_parts()) > 1000


@pytest.mark.rule("AR-PAGE-38", "AR-PAGE-64")
async def test_a_table_is_played_in_german(visit: Visit, server: Running, key: str) -> None:
    """The home page, a roll, a table with a roll, and its replay and proof have no English text."""
    visitor = await visit(GERMAN)
    page = await visitor.go_with_key(key=key)
    await expect(page.locator("[data-ready]").first).to_be_visible()
    await expect(page.locator("h1")).to_have_text("Ein Schiedsrichter für Tabletop-Spiele")
    await page.locator("[data-roll] button").click()
    await expect(page.locator("[data-proof]")).to_be_visible()
    await expect(page.locator("[data-language]")).to_have_value("de")
    await hold_german(page, "home")

    with server.client(key) as app:
        table = open_table(server, app)
        await visitor.sit_down(table, "ann")
        await forms.send(table, page, "Roll")
        await expect(page.locator("[data-happened] [data-dice]").first).to_be_visible()
        await expect(page.locator("[data-happened]")).to_contain_text("ann würfelt")
        await hold_german(page, "table")

        table.done(CLOSE)
        await visitor.go(place(table))
        await expect(page.locator("[data-checked]").or_(page.locator("[data-sentence]")).first).to_be_visible()
        await hold_german(page, "replay")
        await visitor.go(place(table, "judge"))
        await expect(page.locator("[data-conclusion]")).to_have_attribute("data-conclusion", "proven")
        await hold_german(page, "judge")
    visitor.watch.hold(page)


@pytest.mark.rule("AR-PAGE-64")
@pytest.mark.parametrize(
    ("ready", "shown"),
    [
        ("bones/duel", "[data-figure]"),
        ("rpg_boundless/duel", "[data-figure]"),
        ("rpg_specialist_pool/duel", "[data-figure]"),
        ("rpg_specialist_total/duel", "[data-figure]"),
        ("tcg/first", "[data-asked]"),
    ],
)
async def test_a_game_opens_in_german(visit: Visit, key: str, ready: str, shown: str) -> None:
    """A campaign with its cards and actions, and a card match with its board, have no English text."""
    visitor = await visit(GERMAN)
    page = await visitor.go_with_key(key=key)
    await page.locator(f"[data-ready='{ready}']").click()
    await expect(page.locator("[data-status]")).to_have_attribute("data-status", "open")
    await expect(page.locator(shown).first).to_be_visible()
    await expect(page.locator("[data-group]").or_(page.locator("[data-forms]")).first).to_be_attached()
    await hold_german(page, ready.replace("/", "-"))
    visitor.watch.hold(page)


@pytest.mark.rule("AR-PAGE-64")
@pytest.mark.parametrize(
    ("game", "label", "option"),
    [
        ("dice", "zurücknehmen", "mit zustimmung"),
        ("rpg_boundless", "waffenschaden", "verschlimmern"),
        ("tcg", "gestaltzonen", "erst aufbauen, dann abhandeln"),
    ],
)
async def test_the_settings_of_a_game_are_named_in_german(visit: Visit, game: str, label: str, option: str) -> None:
    """The labels and options of the settings of a table, a campaign and a match are German words."""
    visitor = await visit(GERMAN)
    page = await visitor.go_with_key(f"play/{game}")
    await page.locator("form details > summary").first.click()
    await expect(page.locator("form [data-field]").first).to_be_attached()
    labels = await labels_in(page, "form.card")

    assert {label, option} <= labels
    assert set() == labels & english_names(game)
    visitor.watch.hold(page)


@pytest.mark.rule("AR-PAGE-64")
@pytest.mark.parametrize(
    ("ready", "command", "label"),
    [("rpg_boundless/duel", "BringEnemy", "angriffe"), ("tcg/first", "SetStops", "bis")],
)
async def test_the_form_of_a_command_is_in_german(visit: Visit, ready: str, command: str, label: str) -> None:
    """The labels and options of a command's form in a campaign and in a match are German words."""
    visitor = await visit(GERMAN)
    page = await visitor.go_with_key()
    await page.locator(f"[data-ready='{ready}']").click()
    await expect(page.locator("[data-status]")).to_have_attribute("data-status", "open")
    await expect(page.locator("[data-group]").or_(page.locator("[data-forms]")).first).to_be_attached()
    if await page.locator("[data-forms]").count():
        await page.locator("[data-forms] > summary").click()
    await forms.open_form(await forms.find(page, command))
    labels = await labels_in(page, f'[data-command="{command}"] form')

    assert label in labels
    assert set() == labels & english_names(ready.partition("/")[0])


@pytest.mark.rule("AR-PAGE-64")
async def test_the_names_of_an_enemy_stay_as_they_were_typed(visit: Visit, server: Running, key: str) -> None:
    """The page shows a game master both names of an enemy as they were typed, even if other fields have such a word."""
    sheet = {"name": "guard", "hp": 4, "attacks": [{"name": "bite", "damage": 1}]}
    seats = [{"seat": "gm", "role": "gm"}, {"seat": "ann"}]
    visitor = await visit(GERMAN)
    with server.client(key) as app:
        opened = app.post("/rpg_boundless/v1/campaigns", json={"type": "OpenCampaign", "seats": seats})
        table = Table(server=server, app=app, path=opened.headers["Location"], opened=opened.json())
        table.done({"type": "BringEnemy", "sheet": sheet, "name": "beast"}, seat="gm")
        page = await visitor.sit_down(table, "gm")
        card = page.locator("[data-figure]")
        await card.locator("summary").click()
        await expect(card.locator("h3")).to_have_text("beast")
        await expect(card.locator("dd", has_text="guard")).to_have_text("guard")
    visitor.watch.hold(page)


@pytest.mark.rule("AR-PAGE-64")
@pytest.mark.parametrize("view", ["learn", "play", "design", "design/odds", "rules", "rules/tcg"])
async def test_each_view_has_no_english_text(visit: Visit, key: str, view: str) -> None:
    """The views in which no game is played are also in German."""
    visitor = await visit(GERMAN)
    page = await visitor.go_with_key(view, key=key)
    await page.locator("h1").first.wait_for()
    await expect(page.locator("main [role=status]", has_text="…")).to_have_count(0)
    await hold_german(page, view.replace("/", "-"))


@pytest.mark.rule("AR-PAGE-38", "AR-PAGE-63")
@pytest.mark.installs
async def test_a_chosen_language_stays(visit: Visit) -> None:
    """The footer offers the languages. A chosen language stays after a reload, and is not part of the address."""
    visitor = await visit(GERMAN)
    page = await visitor.go("rules")
    await expect(page.locator("html")).to_have_attribute("lang", "de")
    await expect(page.locator("arbiter-language")).to_contain_text("bleibt Englisch")
    await page.locator("[data-language]").select_option("en")
    await expect(page.locator("h1")).to_have_text("Rules")
    await expect(page.locator("html")).to_have_attribute("lang", "en")
    await page.reload()
    await expect(page.locator("h1")).to_have_text("Rules")

    assert "/#/rules" in page.url
    assert await page.evaluate("localStorage.length") == 1
    visitor.watch.hold(page)


@pytest.mark.rule("AR-PAGE-63")
@pytest.mark.parametrize(
    ("locale", "other"), [("en-GB", "/web/de/"), (GERMAN, "/web/arbiter.js"), ("fr-FR", "/web/de/")]
)
@pytest.mark.installs
async def test_a_visitor_loads_one_language(visit: Visit, locale: str, other: str) -> None:
    """The home page loads no build of another language, and no texts for fields, which it does not show.

    A browser with an unsupported language gets English.
    """
    visitor = await visit(locale)
    page = await visitor.go_with_key()
    await expect(page.locator("[data-ready]").first).to_be_visible()
    await expect(page.locator("[data-language]")).to_be_visible()
    loaded = scripts(visitor.watch.requests)

    assert "/web/start.js" in loaded
    assert [] == [path for path in loaded if path.startswith(other)]
    assert 1 == sum(path.endswith("/arbiter.js") for path in loaded)
    assert [] == [url for url in await page.evaluate(LOADED) if url.endswith("/fields.json")]
    visitor.watch.hold(page)


@pytest.mark.rule("AR-PAGE-38")
@pytest.mark.installs
async def test_the_chosen_language_opens_without_a_connection(visit: Visit) -> None:
    """When the language changes, the browser stores its build in place of the previous one, and opens it offline."""
    visitor = await visit("en-GB")
    page = await visitor.go("")
    await page.evaluate(UNTIL_KEPT, "/web/arbiter.js")
    assert {"/", *(f"/web/{name}" for name in kept_in("en"))} == set(await page.evaluate(KEPT))
    await page.locator("[data-language]").select_option("de")
    await expect(page.locator("html")).to_have_attribute("lang", "de")
    await page.evaluate(UNTIL_KEPT, "/web/de/arbiter.js")
    assert {"/", *(f"/web/{name}" for name in kept_in("de"))} == set(await page.evaluate(KEPT))

    await visitor.context.set_offline(True)
    await page.reload()
    await expect(page.locator("[data-no-connection]")).to_be_visible()
    await expect(page.locator("html")).to_have_attribute("lang", "de")
    await expect(page.locator("[data-language]")).to_be_disabled()
    assert [] == await english_in(page)


@pytest.mark.rule("AR-PAGE-38")
async def test_the_browsers_language_overrides_the_servers_choice(browser: Browser) -> None:
    """Even if a server sends the English HTML to all browsers, the page appears in the browser's language."""
    async with BuildServer(page_files()) as server:
        context = await browser.new_context(base_url=server.address, locale=GERMAN)
        page = await context.new_page()
        await page.goto("/#/replay")
        await expect(page.locator("html")).to_have_attribute("lang", "de")
        await expect(page.locator("[data-file]")).to_be_attached()
        await context.close()
