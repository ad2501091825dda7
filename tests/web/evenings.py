"""Plays an evening of a campaign by clicking on the cards of the page.

A seat opens a command's form only if the cards offer it no action.
"""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from typing import Any, Final

from msgspec import Struct
from playwright.async_api import Locator, Page, expect

from tests.support.http import Table

MOST_CLICKS: Final = 400


class Evening(Struct, frozen=True, kw_only=True):
    """A campaign with characters, whose fight is played with the cards on the page.

    The game master first sends the commands of `made`. `acts` are the names of actions in order of preference. A seat
    uses those of `blows` at most once in a turn. `turn` is the action that ends a turn.
    """

    service: str
    opening: dict[str, Any]
    made: Sequence[dict[str, Any]]
    acts: Sequence[str]
    blows: frozenset[str]
    turn: str


class Played(Struct):
    """The counts of an evening: its turns, the clicks on cards, and the opened forms."""

    turns: int = 0
    clicks: int = 0
    forms: int = 0


def hero(seat: str, name: str, weapon: str, scores: tuple[int, int, int]) -> dict[str, Any]:
    """Return the command that creates a character of Boundless."""
    points = dict(zip(("strength", "dexterity", "willpower"), scores, strict=True))
    items = [{"name": weapon, "weapon": {"damage": 1}}, {"name": "rope"}, {"name": "lamp"}]
    return {
        "type": "CreateCharacter", "seat": seat, "name": name, "points": points, "items": items, "keepsake": "a coin",
    }  # fmt: skip


def fighter(seat: str, name: str, *items: str) -> dict[str, Any]:
    """Return the command that builds a creature of BONES."""
    creature = {"name": name, "dice": [{"n": 4, "die": "Fighter"}], "items": items}
    return {"type": "BuildCreature", "seat": seat, "creature": creature}


def specialist(seat: str, name: str, **stats: int) -> dict[str, Any]:
    """Return the command that creates a Specialist of the edition with pools."""
    sheet = {"name": name, "speed": 10, "stats": stats, "equipment": {"mail": 1}, "vitality": 60}
    return {"type": "CreateSpecialist", "seat": seat, "sheet": sheet}


def combatant(seat: str, name: str, armor: str) -> dict[str, Any]:
    """Return the command that creates a combatant of the edition with totals."""
    sheet = {
        "name": name,
        "speed_rating": 3,
        "vitality": 90,
        "fatigue": 60,
        "endurance": 40,
        "stamina": 45,
        "armor": armor,
    }
    items = [{"kind": "weapon", "name": "small melee weapon", "ready": True}]
    return {"type": "CreateCombatant", "seat": seat, "items": items, "sheet": sheet}


TROLL: Final = {"name": "Troll", "hp": 12, "attacks": [{"name": one, "damage": 1} for one in ("fist", "bite")]}
SIDES: Final = (("creature-1", "us"), ("creature-4", "us"), ("creature-7", "them"))
OPENED: Final = {"type": "OpenCampaign"}
EVENINGS: Final = (
    Evening(
        service="rpg_boundless", opening=OPENED, turn="EndTurn", blows=frozenset({"Attack", "EnemyAttack"}),
        made=(
            hero("ann", "Ash", "sword", (2, 2, 0)), hero("bob", "Birch", "axe", (2, 1, 1)),
            {"type": "BringEnemy", "sheet": TROLL},
        ),
        acts=("Save", "CriticalSave", "Attack", "EnemyAttack", "EndTurn", "StartRound", "StartFight"),
    ),
    Evening(
        service="rpg_specialist_pool", opening=OPENED, turn="EndTurn", blows=frozenset({"Oppose"}),
        made=(specialist("ann", "Rook", Might=3), specialist("bob", "Sable", Wits=3), specialist("gm", "Wolf", Fang=4)),
        acts=("RollInitiative", "SettleTie", "Answer", "Oppose", "EndTurn", "StartFight"),
    ),
    Evening(
        service="rpg_specialist_total", opening=OPENED | {"catalogue": "house"}, turn="EndTurn",
        blows=frozenset({"Attack"}),
        made=(combatant("ann", "Tarn", "medium"), combatant("bob", "Ursa", "light"), combatant("gm", "Wolf", "none")),
        acts=(
            "RollOrder", "RollAgain", "SettleTie", "Evade", "Block", "RollDamage", "RollMitigation", "Attack",
            "EndTurn", "StartFight",
        ),
    ),
    Evening(
        service="bones", opening=OPENED, turn="Declare", blows=frozenset(),
        made=(
            fighter("ann", "Mara", "Spear", "Buckler"), fighter("bob", "Odo", "Spear", "Full shield"),
            fighter("gm", "Kell", "Spear", "Medium armor (chain)"),
            {
                "type": "StartCombat",
                "fighters": [{"creature": one, "side": side} for one, side in SIDES],
            },
        ),
        acts=("TakeDamage", "Allot", "StandAgainst", "RollRound", "Declare"),
    ),
)  # fmt: skip


async def wait_for_cards(table: Table, page: Page) -> None:
    """Wait until the cards on a page offer the commands that are legal now."""
    version = table.version
    await expect(page.locator("[data-status]")).to_have_attribute("data-version", str(version))
    await expect(page.locator("arbiter-commands")).to_have_js_property("version", version)


async def act(page: Page, button: Locator) -> int:
    """Click on an action, and on the first target and answer that it asks for; return the number of clicks."""
    await button.click()
    clicks = 1
    for _ in range(2):
        asked = page.locator("[data-aim], [data-way]")
        if not await asked.count():
            break
        await asked.first.click()
        clicks += 1
    return clicks


async def play(table: Table, pages: Mapping[str, Page], evening: Evening, turns: int) -> Played:
    """Play this many turns by clicking on cards.

    A seat opens a form if the game waits for that seat alone and its cards offer no action.
    """
    played, struck = Played(), False
    while played.turns < turns and played.clicks < MOST_CLICKS:
        before, done = table.version, None
        for seat, page in pages.items():
            await wait_for_cards(table, page)
            done = await first_of(page, evening, struck=struck)
            if done is not None:
                played.clicks += await act(page, page.locator(f'[data-act="{done}"]').first)
                break
            played.forms += await form_needed(table, page, seat)
        assert done is not None, "no seat's cards offer anything"
        while table.version == before:  # noqa: ASYNC110 the version is read over HTTP
            await asyncio.sleep(0.05)
        struck = done in evening.blows or (struck and done != evening.turn)
        played.turns += done == evening.turn
    return played


async def first_of(page: Page, evening: Evening, *, struck: bool) -> str | None:
    """Return the preferred action among those that the cards offer, or None if they offer none.

    If the seat has already struck in this turn, the actions of `blows` are left out.
    """
    offered = set(await page.locator("[data-act]").evaluate_all("all => all.map((one) => one.dataset.act)"))
    return next((act for act in evening.acts if act in offered and not (struck and act in evening.blows)), None)


async def form_needed(table: Table, page: Page, seat: str) -> int:
    """Open a form if the game waits for this seat alone; return the number of opened forms."""
    awaits = table.get("/legal", seat=seat).json()["legal"]["awaits"]
    if awaits != [seat]:
        return 0
    await page.locator("[data-group] [data-command] [data-open]").first.click()
    return 1
