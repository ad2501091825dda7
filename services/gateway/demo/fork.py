"""The demo's fork: after a match, a player continues from an earlier turn, knowing only what she knew then."""

from __future__ import annotations

from itertools import pairwise

from rich.console import Console

from arbiter_client import Arbiter
from services.gateway.demo.player import Player


def fork(console: Console, app: Arbiter, player: Player) -> bool:
    """Fork a match with a player's token.

    Return whether she sees the same as at that turn, and whether the audit passes.
    """
    items = player.stream.page(limit=1000).items
    turns = [int(one["sequence"]) for _, one in pairwise(items) if one["type"] == "arbiter.tcg.TurnStarted"]
    at = turns[len(turns) // 2]
    then = player.stream.view(at=at)
    opened = player.stream.fork(at, seat=player.seat)
    token = next(one.token for one in opened.seats if one.seat == player.seat)
    seen = app.stream("tcg", opened.id, token=token).view()
    same = seen["game"]["players"][player.seat] == then["game"]["players"][player.seat]
    start = app.stream("tcg", opened.id).audit().fork
    console.print(f"\n{player.seat} plays on from version {at}, on a fork: what she did not know is dealt again")
    for seat in seen["game"]["players"]:
        of_seat = next(one.token for one in opened.seats if one.seat == seat)
        hands = [
            ", ".join(sorted(card["card"] for card in view["game"]["players"][seat].get("hand") or ())) or "none"
            for view in (
                app.stream("tcg", player.stream.id).view(at=at),
                app.stream("tcg", opened.id, token=of_seat).view(),
            )
        ]
        console.print(f"  {seat}'s hand then: {hands[0]}; on the fork: {hands[1]}", highlight=False, soft_wrap=True)
    verdict = None if start is None else start.verdict
    console.print(f"  her own side is as it was: {same}; its start beside the match: {verdict}", highlight=False)
    return same and verdict == "same"
