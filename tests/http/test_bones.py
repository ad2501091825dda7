"""BONES over HTTP: what it has beside the routes of every game."""

import httpx
import msgspec
import pytest

from services.bones.routes import ODDS, Catalogue, whole
from tests.support.http import held_to_be_a_problem

ODDS_AT = "/bones/v1/odds"


def test_the_catalogue_is_read_without_a_key(app: httpx.Client) -> None:
    """It is what comes with the game, for whoever asks."""
    found = httpx.get(f"{app.base_url}/bones/v1/catalogue")

    assert 200 == found.status_code
    assert whole() == msgspec.json.decode(found.content, type=Catalogue)


@pytest.mark.rule("BN-CAMP-30", "AR-ODDS-01")
def test_odds_are_told_cheap_or_dear_or_refused(app: httpx.Client) -> None:
    """What is worked out between other requests, what comes from the pool, what costs too much, and what is no task."""
    cheap = app.post(ODDS_AT, json={"ours": {"dice": [["Universal"] * 6], "skill": "Stealth"}}).json()
    dear = app.post(ODDS_AT, json=next(iter(ODDS.examples.values()))).json()
    easing = ["Maneuver", "Maneuver*2", "Maneuver*3", "Defend:Endurance", "Maneuver+Defend:Endurance", "Universal*5"]
    armor = {"faces": ["Enc", "Enc*2", "Enc*3", "Enc*4", "Enc*5", "Enc*6"], "worn": True}
    endless = {"dice": [easing] * 20, "skill": "Maneuver", "things": [armor] * 10, "hindering": [["Poison"] * 6] * 3}

    assert cheap["also"]["success"]["exact"] == "1"
    assert sum(one["chance"]["about"] for one in dear["outcomes"]) == pytest.approx(1)
    assert held_to_be_a_problem(app.post(ODDS_AT, json={"ours": endless}), 409)["rule"] == "AR-ODDS-01"
    healer = {"ours": {"dice": [["Universal"] * 6], "skill": "Healer"}}
    assert held_to_be_a_problem(app.post(ODDS_AT, json=healer), 409)["rule"] == "BN-CLASS-05"
    held_to_be_a_problem(app.post(ODDS_AT, json={"ours": {"dice": [], "skill": "Stealth"}}), 400)
