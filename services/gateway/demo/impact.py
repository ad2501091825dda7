"""The demo of `impact`: a job decides the commands of stored campaigns again under a changed rule."""

from __future__ import annotations

from typing import Final

from rich.console import Console

from arbiter_client import Arbiter
from arbiter_client.types.rpg_boundless import Findings, ImpactRequest, OpenCampaign, RpgBoundlessJobAsk, SeatAsk
from services.gateway.demo.player import players_of
from services.gateway.demo.undo import KIT

SEATS: Final = [SeatAsk(seat="gm", role="gm"), SeatAsk(seat="ann")]
CHANGED: Final = {"hp": {"follows_strength": True}}
RULING: Final = "FB-R-07"
"""The ruling that the setting belongs to: whether maximum HP changes when Strength changes later."""
MOST_STREAMS: Final = 50


def change_a_rule(console: Console, app: Arbiter) -> bool:
    """Find out how one changed rule would affect all stored campaigns.

    Return whether the job finds the decision that depends on the rule, and reports all others as unchanged.
    """
    campaign = _drink_a_potion(app)
    console.print(f"\nthe impact of one changed rule: maximum HP follow Strength ({RULING})")
    job = app.rpg_boundless.jobs.open(RpgBoundlessJobAsk(impact=ImpactRequest(settings=CHANGED), trials=MOST_STREAMS))
    for _ in job.follow():
        pass
    result = job.look().result
    if result is None or not isinstance(result.findings, Findings):
        return False
    found = result.findings
    _print(console, found)
    return _accounts_for_all(found) and any(
        row.rules[0] == RULING and row.first_stream == campaign for row in found.rows
    )


def _drink_a_potion(app: Arbiter) -> str:
    """Play a campaign in which the Strength of a character rises. Return the name of its stream."""
    opened = app.rpg_boundless.open(OpenCampaign(seats=SEATS))
    gm, ann = players_of(app, "rpg_boundless", opened).values()
    scores = {"strength": 2, "dexterity": 1, "willpower": 1}
    ann.send("CreateCharacter", name="Ash", points=scores, items=KIT, keepsake="coin")
    (hero,) = ann.game()["characters"]
    gm.send("AdjustAttribute", character=hero["id"], attribute="strength", score=3, reason="a potion")
    return opened.stream


def _print(console: Console, found: Findings) -> None:
    counts = found.counts
    console.print(
        f"  {counts['decisions']} decisions of {counts['streams']} campaigns were decided again on the dice that were "
        f"rolled; {counts['same']} come out the same", highlight=False, soft_wrap=True,
    )  # fmt: skip
    for row in found.rows:
        console.print(
            f"  {row.decisions} differ: {row.what} ({row.kind}), by {', '.join(row.rules)}; the first is version "
            f"{row.first_version} of {row.first_stream}", highlight=False, soft_wrap=True,
        )  # fmt: skip


def _accounts_for_all(found: Findings) -> bool:
    """Return whether the report counts each decision exactly once.

    A decision is counted as unchanged, in a row of the report, or as a consequence of an earlier difference.
    """
    counts = found.counts
    return counts["decisions"] == counts["same"] + counts["echoes"] + sum(row.decisions for row in found.rows)
