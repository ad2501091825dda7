"""The route that checks enemies and Items of Boundless without a campaign."""

from __future__ import annotations

from typing import Any, Final

import httpx
import pytest

from services.gateway.processes.running import Running
from tests.support.http import Table, assert_problem

PATH: Final = "/rpg_boundless/v1/sheets/check"
BITE: Final = {"name": "bite", "damage": 1}
WOLF: Final = {"name": "wolf", "hp": 3, "attacks": [BITE]}
WRONG: Final = {"name": "hydra", "hp": 9, "armor": 2, "attacks": [BITE, BITE, {"name": "roar"}, {"name": "hiss"}]}
SWORD: Final = {"name": "sword", "weapon": {"damage": 2}}


def faults(app: httpx.Client, **body: Any) -> list[tuple[str, str]]:  # noqa: ANN401 fields of the body
    """Return the rule of each fault that the check finds, and what the sheet has."""
    problem = assert_problem(app.post(PATH, json=body), 409)
    assert problem["rule"] == problem["has"][0]["rule"]
    return [(one["rule"], one["has"]) for one in problem["has"]]


@pytest.mark.rule("AR-DESK-09")
def test_a_sheet_without_faults_passes_the_check(app: httpx.Client) -> None:
    """A wolf and a bulky sword pass; the response for the sword has its Slots."""
    enemy, item = (app.post(PATH, json=body) for body in ({"enemy": WOLF}, {"item": SWORD | {"size": "bulky"}}))

    assert [(200, {"slots": None}), (200, {"slots": 2})] == [(one.status_code, one.json()) for one in (enemy, item)]


@pytest.mark.rule("AR-DESK-09")
def test_each_fault_of_a_sheet_is_named(app: httpx.Client) -> None:
    """The check names two equal Attacks, two Attacks without effect, and Armor that the settings do not allow."""
    assert [
        ("FB-ENEMY-02", "bite, bite, roar, hiss"), ("FB-ENEMY-03", "roar"), ("FB-ENEMY-03", "hiss"), ("FB-R-52", "2"),
    ] == faults(app, enemy=WRONG)  # fmt: skip
    assert "FB-R-52" not in {rule for rule, _ in faults(app, enemy=WRONG, settings={"enemies": {"armor": True}})}
    assert "AR-CAMP-09" == faults(app, enemy=WOLF | {"name": " "})[0][0]
    assert "AR-CAMP-09" == faults(app, item={"name": " "})[0][0]


@pytest.mark.rule("AR-DESK-09")
def test_an_invented_item_has_the_limits_of_players(app: httpx.Client) -> None:
    """A game master may store what a player may not invent. The settings change the limits."""
    great = {"name": "great sword", "size": "petty", "weapon": {"damage": 5}}
    allowed = {"items": {"weapon_damage": 5, "petty_gear": True}}

    assert [("FB-CAMP-14", "5"), ("FB-R-74", "petty")] == faults(app, item=great, invented=True)
    for body in ({"item": great}, {"item": great, "invented": True, "settings": allowed}):
        assert 200 == app.post(PATH, json=body).status_code


@pytest.mark.rule("AR-DESK-09")
def test_a_campaign_refuses_the_same_sheet_with_the_first_fault(server: Running, app: httpx.Client) -> None:
    """A campaign refuses the enemy in the same words, and accepts the one that passed."""
    opening = {"type": "OpenCampaign", "seats": [{"seat": "gm", "role": "gm"}]}
    opened = app.post("/rpg_boundless/v1/campaigns", json=opening)
    campaign = Table(server=server, app=app, path=opened.headers["Location"], opened=opened.json())
    refused = assert_problem(campaign.send({"type": "StoreEnemy", "sheet": WRONG}, seat="gm"), 409)
    checked = assert_problem(app.post(PATH, json={"enemy": WRONG}), 409)

    assert (refused["rule"], refused["detail"]) == (checked["rule"], checked["has"][0]["reason"])
    campaign.done({"type": "StoreEnemy", "sheet": WOLF}, seat="gm")


@pytest.mark.rule("AR-DESK-09")
def test_a_check_needs_one_sheet_and_a_credential(app: httpx.Client) -> None:
    """The route refuses both or neither, values outside the contract's limits, and a caller without a key."""
    for body in ({}, {"enemy": WOLF, "item": SWORD}, {"enemy": WOLF | {"hp": 0}}, {"enemy": WOLF | {"attacks": []}}):
        assert_problem(app.post(PATH, json=body), 400)
    assert_problem(httpx.post(f"{app.base_url}{PATH}", json={"enemy": WOLF}), 401)
