"""The demo's analyses of a card game: the effect of changing one card, and the win chances during a match."""

from __future__ import annotations

from typing import Final

from rich.console import Console

from arbiter_client import Arbiter
from arbiter_client.session import Job
from arbiter_client.types.tcg import Course, DeckList, JobAnswer, SimulateMatch, TcgJobAsk

OUT: Final = "dawn-colossus"
FOR: Final = "gate-whelp"
MATCHES: Final = 24
PLAYOUTS: Final = 100


def change_a_card(console: Console, app: Arbiter) -> bool:
    """Simulate two variants of a deck with the same luck. Return whether the simulation measured their difference."""
    deck = app.tcg.decks().decks["lantern"]
    main = {**deck.main, FOR: deck.main.get(FOR, 0) + 1}
    main = {card: count - (card == OUT) for card, count in main.items() if count > (card == OUT)}
    changed = DeckList(savior=deck.savior, main=main, spirits=deck.spirits)
    console.print(f"\nlantern against tide, with one {FOR} more in place of a {OUT}, {MATCHES} matches each:")
    job = app.tcg.jobs.open(TcgJobAsk(
        simulate=quick_match(changed), against=quick_match("lantern"), trials=MATCHES
    ))  # fmt: skip
    result = wait_for(job).result
    if result is None or result.difference is None:
        return False
    mean = result.difference["first deck wins"].mean
    bounds = "too few matches for bounds" if mean.low is None else f"{mean.low:+.0%} to {mean.high:+.0%}"
    console.print(f"  matches that the changed deck wins more, or less: {mean.value:+.0%} ({bounds})", highlight=False)
    return True


def quick_match(deck: DeckList | str) -> SimulateMatch:
    """Return a simulation request for a deck against the deck `tide`, played at random and without response windows."""
    return SimulateMatch(decks=[deck, "tide"], players=["random", "random"], windows="none")


def wait_for(job: Job[JobAnswer]) -> JobAnswer:
    """Follow a job until it is done, and return it with its results."""
    for _ in job.follow():
        pass
    return job.look()


def follow_the_chances(console: Console, app: Arbiter, match: str) -> bool:
    """Estimate the win chances at several moments of a finished match by simulation.

    Return whether the chances of each seat were estimated.
    """
    job = app.tcg.jobs.open(TcgJobAsk(course=Course(match=match, player="random"), trials=PLAYOUTS))
    found = wait_for(job)
    if found.result is None:
        return False
    seat, *_ = found.request.simulate["seats"]
    versions = [one for one in found.request.simulate["versions"] if f"{seat} wins from {one}" in found.result.ours]
    console.print(f"\nthe chances of {seat} in the match of the house, by {PLAYOUTS} matches played on from it:")
    for version in (versions[0], versions[len(versions) // 2], versions[-1]):
        mean = found.result.ours[f"{seat} wins from {version}"].mean
        console.print(f"  from version {version}: {mean.value:.0%}", highlight=False)
    return True
