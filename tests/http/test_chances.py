"""Exact odds over HTTP: of commands that the server has accepted, and of commands that a caller might send.

The tests also cover who may request the odds.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import httpx
import pytest

from services.gateway.processes.running import Running
from services.rpg_boundless.game import HERO
from tests.http.test_luck import ASKED, on_a_table
from tests.support.http import CLOSE, Table, assert_problem, open_table, roll


@pytest.fixture
def table(server: Running, app: httpx.Client) -> Table:
    """Open a table of dice."""
    return open_table(server, app)


def odds_of_version(table: Table, version: int | None = None, *, seat: str | None = None) -> httpx.Response:
    """Request the odds of a command that the server has accepted."""
    params = {} if version is None else {"version": str(version)}
    return table.get("/chances", seat=seat, params=params)


def odds_of_command(
    table: Table, command: dict[str, Any], *, seat: str | None = None, **headers: str
) -> httpx.Response:
    """Request the odds of a command that a caller might send."""
    named = {} if seat is None else table.as_seat(seat)
    return table.app.post(f"{table.path}/chances", json={"command": command}, headers=named | headers)


def chances_in(answer: httpx.Response) -> dict[str, Any]:
    """Return the odds in a response, and assert that they are exact and add up to 1."""
    assert answer.status_code == 200, answer.text
    found: dict[str, Any] = answer.json()["chances"]
    assert found["exact"] is True
    left = Fraction(found.get("left_out_chance", {"exact": "0"})["exact"])
    assert sum((Fraction(one["chance"]["exact"]) for one in found["outcomes"]), start=left) == 1
    return found


@pytest.mark.rule("AR-ODDS-04")
def test_the_chances_of_a_roll_that_was_made(table: Table) -> None:
    """The response lists the chance of each total of 2d6, and marks the rolled total."""
    done = table.done(roll("2d6"), seat="ann")
    total = done["events"][0]["outcomes"][0]["total"]
    found = chances_in(odds_of_version(table, done["version"]))

    (happened,) = (one for one in found["outcomes"] if one.get("happened"))
    of_total = next(one for one in found["facts"] if one["fact"] == "DiceRolled.outcomes.0.total")
    chance = next(one["chance"]["exact"] for one in of_total["values"] if one["value"] == total)
    assert happened["facts"]["DiceRolled.outcomes.0.total"] == total
    assert Fraction(chance) == Fraction(6 - abs(7 - total), 36)
    assert odds_of_version(table, seat="ann").json() == odds_of_version(table, done["version"]).json()


@pytest.mark.rule("AR-ODDS-04")
def test_the_chances_of_a_command_that_might_be_sent(table: Table) -> None:
    """A request for odds rolls nothing: the version stays the same, and a second request gets the same response."""
    before = table.version
    first, again = (odds_of_command(table, roll("1d6"), seat="ann") for _ in range(2))

    assert len(chances_in(first)["outcomes"]) == 6
    assert first.json() == again.json()
    assert (before, f'"{before}"') == (table.version, first.headers["ETag"])


@pytest.mark.rule("AR-ODDS-04")
def test_a_command_that_is_not_allowed_has_no_chances(table: Table) -> None:
    """A request for the odds of a forbidden command gets the command's refusal.

    For a command without a roll, the server refuses the odds.
    """
    assert_problem(odds_of_command(table, CLOSE, seat="ann"), 409)
    for version in (1, 2):
        refused = assert_problem(odds_of_version(table, version), 409)
        assert refused["rule"] == "AR-ODDS-04"
    assert_problem(odds_of_version(table, 10_000), 404)
    assert_problem(odds_of_version(table, 0), 400)
    assert_problem(odds_of_command(table, roll("1d6"), seat="ann", **{"If-Match": '"1"'}), 412)


@pytest.mark.rule("AR-ODDS-05")
def test_dice_with_too_many_ways_are_refused(table: Table) -> None:
    """The server refuses the odds of dice with too many outcomes, and states the limit."""
    refused = assert_problem(odds_of_command(table, roll("30d100"), seat="ann"), 409)

    assert ("AR-ODDS-05", 2048) == (refused["rule"], refused["needs"])


@pytest.mark.rule("AR-ODDS-06")
def test_odds_of_hidden_dice_are_refused_until_the_log_is_open(table: Table) -> None:
    """While ann's roll is secret, the server refuses bob its odds. Once the table is closed, he gets them."""
    version = table.done(roll("1d6", secret=True), seat="ann")["version"]

    assert assert_problem(odds_of_version(table, version, seat="bob"), 409)["rule"] == "AR-ODDS-06"
    assert assert_problem(odds_of_command(table, roll("1d6"), seat="bob"), 409)["rule"] == "AR-ODDS-06"
    assert len(chances_in(odds_of_version(table, version))["outcomes"]) == 6
    table.done(CLOSE)
    assert len(chances_in(odds_of_version(table, version, seat="bob"))["outcomes"]) == 6


@pytest.mark.rule("AR-ODDS-04")
def test_odds_of_a_campaign_use_the_names_of_the_game(server: Running, app: httpx.Client) -> None:
    """A Check in Boundless succeeds with the chance of at least one Hit, and the odds use the game's own names."""
    seats = [{"seat": "gm", "role": "gm"}, {"seat": "ann"}]
    opened = app.post("/rpg_boundless/v1/campaigns", json={"type": "OpenCampaign", "seats": seats}).json()
    campaign = Table(server=server, app=app, path=f"/rpg_boundless/v1/campaigns/{opened['id']}", opened=opened)
    made = campaign.done(HERO, seat="ann")
    (who,) = (event["character"] for event in made["events"] if event["type"] == "CharacterCreated")
    check = {"type": "Check", "character": who, "what": "to climb", "attribute": "strength"}
    found = chances_in(odds_of_command(campaign, check, seat="ann"))

    facts = {
        one["fact"]: {value["value"]: value["chance"]["exact"] for value in one["values"]} for one in found["facts"]
    }
    assert sum(Fraction(chance) for hits, chance in facts["CheckMade.roll.hits"].items() if hits) == Fraction(
        facts["CheckMade.success"][True]
    )


@pytest.mark.rule("AR-ODDS-07")
@pytest.mark.parametrize("secret", [False, True])
def test_a_roll_that_comes_again_is_certain(server: Running, app: httpx.Client, secret: bool) -> None:  # noqa: FBT001 a case
    """After an undo, the odds of the same roll have a single certain outcome, and its dry run has no odds.

    Other rolls have the usual odds.
    """
    table = open_table(server, app, undo="by consent")
    before = table.version
    done = table.done(roll("2d6", secret=secret), seat="ann")
    proposal = table.done({"type": "ProposeUndo", "to": before}, seat="ann")["version"]
    for seat in ("bob", "gm"):
        table.done({"type": "AgreeToUndo", "proposal": proposal}, seat=seat)

    (only,) = chances_in(odds_of_command(table, roll("2d6", secret=secret), seat="ann"))["outcomes"]
    tried = table.send(roll("2d6", secret=secret), seat="ann", params={"dry_run": "true"}).json()
    assert (only["chance"]["exact"], tried["draws"], tried["comes_again"], "odds" in tried) == (
        "1", "dice", True, False,
    )  # fmt: skip
    for other in (roll("1d6", secret=secret), roll("2d6", secret=not secret)):
        assert len(chances_in(odds_of_command(table, other, seat="ann"))["outcomes"]) > 1
        assert "odds" in table.send(other, seat="ann", params={"dry_run": "true"}).json()

    again = table.done(roll("2d6", secret=secret), seat="ann")
    assert again["view"]["game"]["recent"][-1]["outcome"] == done["view"]["game"]["recent"][-1]["outcome"]
    (happened,) = chances_in(odds_of_version(table, again["version"], seat="ann"))["outcomes"]
    assert (happened["chance"]["exact"], happened["happened"]) == ("1", True)


@pytest.mark.rule("AR-ODDS-07")
def test_a_check_that_comes_again_states_its_facts(server: Running, app: httpx.Client) -> None:
    """After an undo, the odds of the same Check have one outcome, with the Check's future events and facts."""
    body = {"type": "OpenCampaign", "undo": "by consent", "seats": [{"seat": "gm", "role": "gm"}, {"seat": "ann"}]}
    opened = app.post("/rpg_boundless/v1/campaigns", json=body).json()
    campaign = Table(server=server, app=app, path=f"/rpg_boundless/v1/campaigns/{opened['id']}", opened=opened)
    made = campaign.done(HERO, seat="ann")
    (who,) = (event["character"] for event in made["events"] if event["type"] == "CharacterCreated")
    check = {"type": "Check", "character": who, "what": "to climb", "attribute": "strength"}
    before = campaign.version
    campaign.done(check, seat="ann")
    proposal = campaign.done({"type": "ProposeUndo", "to": before}, seat="ann")["version"]
    campaign.done({"type": "AgreeToUndo", "proposal": proposal}, seat="gm")

    (only,) = chances_in(odds_of_command(campaign, check, seat="ann"))["outcomes"]
    again = campaign.done(check, seat="ann")
    assert only["events"] == [event["type"] for event in again["events"]]
    said = next(event for event in again["events"] if event["type"] == "CheckMade")
    assert (only["facts"]["CheckMade.success"], only["facts"]["CheckMade.roll.hits"]) == (
        said["success"], said["roll"]["hits"],
    )  # fmt: skip
    (happened,) = chances_in(odds_of_version(campaign, again["version"], seat="ann"))["outcomes"]
    assert happened == only | {"happened": True}


@pytest.mark.rule("AR-ODDS-04")
def test_odds_of_lent_dice_are_listed_by_the_campaign(server: Running, app: httpx.Client) -> None:
    """The dice table refuses the odds of a roll that it made for a campaign.

    The campaign lists the outcomes of the Check.
    """
    evening = on_a_table(server, app)
    evening.campaign.done(ASKED, seat="gm")
    refused = assert_problem(odds_of_version(evening.table, evening.table.version), 409)
    assert (refused["rule"], refused["type"].rpartition(":")[2]) == ("AR-ODDS-04", "dice-were-lent")
    assert len(chances_in(odds_of_version(evening.campaign, evening.campaign.version))["outcomes"]) > 1
