"""Routes that only BONES has, over HTTP."""

import httpx
import msgspec
import pytest
from msgspec.structs import replace

from services.bones.routes import ODDS, Catalogue, whole, without_adventure
from services.gateway.processes.running import Running
from tests.http.test_erased import erase_stream
from tests.support.http import assert_problem

ODDS_AT = "/bones/v1/odds"
SEATS = [{"seat": "gm", "role": "gm"}, {"seat": "ann"}]


def test_the_catalogue_is_read_without_a_key(app: httpx.Client) -> None:
    """A caller without a key can read the catalogue, because it is part of the game's rules."""
    found = httpx.get(f"{app.base_url}/bones/v1/catalogue")

    assert 200 == found.status_code
    assert whole() == msgspec.json.decode(found.content, type=Catalogue)


@pytest.mark.rule("BN-CAMP-178", "BN-CAMP-190")
def test_the_catalogue_of_a_player_has_no_adventure(app: httpx.Client) -> None:
    """A player's token gets only the title of the adventure, without its leader's secrets.

    The game master's token gets all of the adventure.
    """
    opened = app.post("/bones/v1/campaigns", json={"type": "OpenCampaign", "seats": SEATS}).json()
    tokens = {seat["seat"]: seat["token"] for seat in opened["seats"]}

    def catalogue_for(token: str) -> Catalogue:
        answer = httpx.get(f"{app.base_url}/bones/v1/catalogue", headers={"Authorization": f"Bearer {token}"})
        assert 200 == answer.status_code
        return msgspec.json.decode(answer.content, type=Catalogue)

    players, book = catalogue_for(tokens["ann"]), whole().adventure
    title = replace(book.title, leader="", theme="", genders=(), sacrifices="")
    assert (title, (), ()) == (players.adventure.title, players.adventure.areas, players.adventure.checks)
    assert whole().items == players.items
    assert whole() == catalogue_for(tokens["gm"]) == catalogue_for("no-token")


@pytest.mark.rule("BN-CAMP-178")
def test_the_catalogue_of_an_erased_campaign_has_no_adventure(app: httpx.Client, server: Running) -> None:
    """A token of an erased campaign gets the catalogue that a player gets."""
    opened = app.post("/bones/v1/campaigns", json={"type": "OpenCampaign", "seats": SEATS}).json()
    erase_stream(server, opened["stream"])

    for seat in opened["seats"]:
        headers = {"Authorization": f"Bearer {seat['token']}"}
        answer = httpx.get(f"{app.base_url}/bones/v1/catalogue", headers=headers)
        assert 200 == answer.status_code
        assert without_adventure() == msgspec.json.decode(answer.content, type=Catalogue)


@pytest.mark.rule("BN-CAMP-178")
def test_caches_keep_the_catalogues_of_callers_apart(app: httpx.Client) -> None:
    """The catalogue's response varies by credential, even for a caller without a token."""
    varies = httpx.get(f"{app.base_url}/bones/v1/catalogue").headers["Vary"]

    assert "Authorization" in [name.strip() for name in varies.split(",")]


@pytest.mark.rule("BN-CAMP-30", "AR-ODDS-01")
def test_odds_are_computed_or_refused_by_their_cost(app: httpx.Client) -> None:
    """The server computes cheap odds at once and costly ones in the pool.

    It refuses odds that cost too much, and odds of invalid tasks.
    """
    cheap = app.post(ODDS_AT, json={"ours": {"dice": [["Universal"] * 6], "skill": "Stealth"}}).json()
    dear = app.post(ODDS_AT, json=next(iter(ODDS.examples.values()))).json()
    easing = ["Maneuver", "Maneuver*2", "Maneuver*3", "Defend:Endurance", "Maneuver+Defend:Endurance", "Universal*5"]
    armor = {"faces": ["Enc", "Enc*2", "Enc*3", "Enc*4", "Enc*5", "Enc*6"], "worn": True}
    endless = {"dice": [easing] * 20, "skill": "Maneuver", "things": [armor] * 10, "hindering": [["Poison"] * 6] * 3}

    assert cheap["also"]["success"]["exact"] == "1"
    assert sum(one["chance"]["about"] for one in dear["outcomes"]) == pytest.approx(1)
    assert assert_problem(app.post(ODDS_AT, json={"ours": endless}), 409)["rule"] == "AR-ODDS-01"
    healer = {"ours": {"dice": [["Universal"] * 6], "skill": "Healer"}}
    assert assert_problem(app.post(ODDS_AT, json=healer), 409)["rule"] == "BN-CLASS-05"
    assert_problem(app.post(ODDS_AT, json={"ours": {"dice": [], "skill": "Stealth"}}), 400)


@pytest.mark.rule("BN-CAMP-30", "AR-CAMP-02", "AR-SEAT-01")
def test_only_the_game_master_gets_the_odds_of_strategic_actions(app: httpx.Client) -> None:
    """Players and callers from outside the campaign get no odds of declared actions, nor does a seat that it lacks."""
    opened = app.post("/bones/v1/campaigns", json={"type": "OpenCampaign", "seats": SEATS}).json()
    at = f"/bones/v1/campaigns/{opened['id']}"
    sheet, dice = {"name": "Bob"}, [{"faces": ["Universal", "Mental", "Scholar", "Craft", "Social", "Perception"]}] * 4
    for command in (
        {"type": "CreateCharacter", "sheet": sheet, "dice": dice},
        {"type": "AgreeEquipment", "creature": "creature-1", "items": []},
        {"type": "OpenSeason", "name": "spring"},
        {"type": "DeclareAction", "creature": "creature-1", "gains": ["income"], "aim": "lectures", "skill": "Scholar"},
    ):
        assert 200 == app.post(f"{at}/commands", json={"command": command}).status_code
    asked = {"actions": ["action-2"]}
    found = app.post(f"{at}/odds", json=asked).json()
    assert ("action-2", "200") == (found["actions"][0]["action"], found["actions"][0]["coins"]["mean"]["exact"])
    for refused, headers, status in (
        (asked, {"Arbiter-Seat": "ann"}, 403), ({"actions": ["action-9"]}, {}, 409), ({"actions": []}, {}, 400),
    ):  # fmt: skip
        assert_problem(app.post(f"{at}/odds", json=refused, headers=headers), status)
    unknown = assert_problem(app.post(f"{at}/odds", json=asked, headers={"Arbiter-Seat": "an"}), 409)
    assert ("AR-SEAT-01", "an", [seat["seat"] for seat in SEATS]) == (
        unknown["rule"], unknown["has"], unknown["needs"],
    )  # fmt: skip
    assert_problem(app.post("/bones/v1/campaigns/nowhere/odds", json=asked), 404)
