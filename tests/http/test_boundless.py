"""A campaign over HTTP: proposals and confirmations, hidden rolls, and one JSON shape for every view."""

from typing import Any, Final

import httpx
import pytest

from services.gateway.processes.running import Running
from tests.support.http import Table, assert_problem

CAMPAIGNS: Final = "/rpg_boundless/v1/campaigns"
SEATS: Final = ({"seat": "gm", "role": "gm"}, {"seat": "ann"}, {"seat": "bob"})
KIT: Final = [{"name": "sword", "weapon": {"damage": 3}}, {"name": "rope"}, {"name": "lamp"}]
MADE: Final = {
    "type": "CreateCharacter",
    "name": "Ash",
    "points": {"strength": 2, "dexterity": 1, "willpower": 1},
    "items": KIT,
    "keepsake": "coin",
}
ROPE: Final = {"name": "rope"}


@pytest.fixture
def campaign(server: Running, app: httpx.Client) -> Table:
    """Open a campaign in which Items need the game master's approval, with a character for ann."""
    body = {"type": "OpenCampaign", "seats": SEATS, "settings": {"players_may": {"take_items": "propose"}}}
    opened = app.post(CAMPAIGNS, json=body)
    assert opened.status_code == 201, opened.text
    found = Table(server=server, app=app, path=opened.headers["Location"], opened=opened.json())
    found.done(MADE, seat="ann")
    return found


def game(campaign: Table, seat: str) -> dict[str, Any]:
    """Return the game as a seat sees it."""
    seen: dict[str, Any] = campaign.get(seat=seat).json()["game"]
    return seen


def test_a_proposal_is_refused_made_and_confirmed_over_http(campaign: Table) -> None:
    """A player's command that only the game master may send gets a 403.

    When the player proposes the command, the proposal is listed until the game master confirms it.
    """
    hero = game(campaign, "ann")["characters"][0]["id"]
    take = {"type": "TakeItem", "character": hero, "item": ROPE}
    problem = assert_problem(campaign.send(take, seat="ann"), 403)
    assert ("AR-CAMP-11", "Propose") == (problem["rule"], problem["needs"])

    campaign.done({"type": "Propose", "command": take}, seat="ann")
    (waiting,) = game(campaign, "bob")["proposals"]
    allowed = campaign.get("/legal", seat="gm").json()["legal"]["allowed"]
    listed = [entry["body"]["command"] for entry in allowed if entry["command"] == "ConfirmProposal"]
    assert [waiting["id"]] == [command["proposal"] for command in listed]
    campaign.done(listed[0], seat="gm")

    assert [] == game(campaign, "bob")["proposals"]
    assert {"total": 10, "used": 4, "free": 6} == game(campaign, "bob")["characters"][0]["slots"]


def test_no_route_reveals_a_hidden_roll(campaign: Table) -> None:
    """A player's view and events show neither the question nor the result of a hidden roll before it is revealed.

    After that, they show both.
    """
    question = "is the ferryman lying"
    asked = {"type": "AskFortune", "question": question, "odds": {"likelihood": "even"}, "hidden": True}
    campaign.done(asked, seat="gm")
    routes = ("", "/events?limit=1000", "/legal", "/audit")

    for route in routes:
        assert question not in campaign.get(route, seat="ann").text
    (hidden,) = game(campaign, "ann")["hidden"]
    assert {"kind": "fortune", "fortune": None, "pool": None, "contest": None, "encounter": None, "void": None} == {
        name: value for name, value in hidden.items() if name != "id"
    }
    assert question == game(campaign, "gm")["hidden"][0]["fortune"]["question"]
    campaign.done({"type": "RevealHidden", "hidden": hidden["id"]}, seat="gm")
    assert question in campaign.get("/events?limit=1000", seat="ann").text


def test_all_views_have_the_same_fields(campaign: Table) -> None:
    """A player's view has the same fields as the game master's, including every campaign setting."""
    shown, known = game(campaign, "ann"), game(campaign, "gm")

    assert set(known) == set(shown)
    assert "propose" == shown["settings"]["players_may"]["take_items"]
    assert {"maximum": 6, "spend_on": "check"} == shown["settings"]["stamina"]
    assert [set(one) for one in known["characters"]] == [set(one) for one in shown["characters"]]


def test_invalid_values_from_players_are_refused(campaign: Table) -> None:
    """The server refuses a blank name, and a Weapon with Damage 1000 with the rule and the allowed range."""
    items = [{"name": "doom", "weapon": {"damage": 1000}}, ROPE, ROPE]
    problem = assert_problem(campaign.send(MADE | {"items": items}, seat="bob"), 409)
    assert ("FB-CAMP-14", "1 to 3", 1000) == (problem["rule"], problem["needs"], problem["has"])

    blank = assert_problem(campaign.send(MADE | {"name": " "}, seat="bob"), 409)
    assert ("AR-CAMP-09", "name") == (blank["rule"], blank["field"])


@pytest.mark.rule("FB-CAMP-27", "FB-CAMP-09")
@pytest.mark.parametrize("stored", [True, False])
def test_no_route_reveals_the_name_on_a_stat_block(campaign: Table, stored: bool) -> None:  # noqa: FBT001
    """A player never reads the name on the stat block of an enemy that was brought under another name.

    Neither the revealed enemy nor earlier versions of the campaign nor a fork shows it. The game master reads it.
    """
    sheet = {"name": "the lost duke", "hp": 4, "attacks": [{"name": "bite", "damage": 1}]}
    brought: dict[str, Any] = {"type": "BringEnemy", "name": "a shape", "sheet": sheet}
    if stored:
        campaign.done({"type": "StoreEnemy", "sheet": sheet}, seat="gm")
        (kept,) = game(campaign, "gm")["stored"]
        brought = {"type": "BringEnemy", "name": "a shape", "stored": kept["id"]}
    campaign.done(brought, seat="gm")
    (enemy,) = game(campaign, "ann")["enemies"]

    version = campaign.done({"type": "RevealEnemy", "enemy": enemy["id"]}, seat="gm")["version"]

    (enemy,) = game(campaign, "ann")["enemies"]
    assert ("a shape", None, 4) == (enemy["name"], enemy["true_name"], enemy["hp"])
    answer = campaign.app.post(f"{campaign.path}/forks", json={"at": version})
    fork = Table(server=campaign.server, app=campaign.app, path=answer.headers["Location"], opened=answer.json())
    routes = ("", "/events?limit=1000", "/legal", "/audit", *(f"?at={at}" for at in range(1, version + 1)))
    read = [campaign.get(route, seat="ann") for route in routes] + [fork.get(route, seat="ann") for route in routes[:4]]
    assert {200} == {one.status_code for one in read}
    assert [] == [str(one.url) for one in read if "the lost duke" in one.text]
    for table in (campaign, fork):
        assert ["the lost duke"] == [one["true_name"] for one in game(table, "gm")["enemies"]]
