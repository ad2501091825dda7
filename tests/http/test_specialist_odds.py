"""The odds of both editions of the Specialist game over HTTP.

The server computes odds at once or in the pool, or refuses them.
"""

from typing import Any

import httpx
import pytest

from services.rpg_specialist_pool.routes import ODDS as POOL_ODDS
from services.rpg_specialist_total.routes import ODDS as TOTAL_ODDS
from tests.support.http import assert_problem

POOL, TOTAL = "/rpg_specialist_pool/v1/odds", "/rpg_specialist_total/v1/odds"
MOST = {"dice": 100, "luck": 100}


@pytest.mark.rule("SG-ODDS-01", "SC-ODDS-01", "AR-ODDS-01")
def test_odds_have_one_form_whatever_they_cost(app: httpx.Client) -> None:
    """Odds computed at once and odds from the pool have the same form, and their chances add up to 1."""
    cheap: dict[str, Any] = app.post(POOL, json={"what": {"dice": 1}, "context": "skill"}).json()
    dear = app.post(POOL, json=next(iter(POOL_ODDS.examples.values()))).json()
    totals = app.post(TOTAL, json=next(iter(TOTAL_ODDS.examples.values()))).json()

    assert cheap.keys() < dear.keys()
    assert (cheap["win"]["exact"], cheap["outcomes"]["won"]["exact"]) == ("1/2", "1/2")
    assert sum(dear[name]["about"] for name in ("win", "tie", "lose")) == pytest.approx(1)
    assert sum(totals[name]["about"] for name in ("missed", "evaded", "glancing", "hit")) == pytest.approx(1)
    assert totals["missed"]["exact"] == "1/100"


@pytest.mark.rule("AR-ODDS-01", "SG-DICE-07")
def test_odds_are_refused_by_their_rule(app: httpx.Client) -> None:
    """Odds that cost too much, or that name two opponents at once, get a 409 with the rule.

    An invalid body gets a 400.
    """
    for path, body, rule in (
        (POOL, {"what": MOST, "against": MOST}, "AR-ODDS-01"),
        (TOTAL, {"to_hit": MOST, "evasion": MOST, "block": MOST}, "AR-ODDS-01"),
        (POOL, {"what": {"dice": 1}, "resistance": 1, "threshold": 1}, "SG-DICE-07"),
    ):
        assert assert_problem(app.post(path, json=body), 409)["rule"] == rule
    for path, body in ((POOL, {"what": {"dice": -1}}), (TOTAL, {"to_hit": {"dice": 1, "sides": 6}})):
        assert_problem(app.post(path, json=body), 400)
