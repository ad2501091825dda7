"""Cards that double their PWR, or that repeat a step without end, over HTTP. Rule: TC-RUL-230, TC-RUL-231."""

from __future__ import annotations

import time
from typing import Any, Final

import pytest

from services.gateway.processes.running import Running, running
from tests.support.http import COLD, Table
from tests.support.matches import acting, open_match, over, play_on, view_of
from tests.tcg.cards.making import Raw, form, savior, uses

THIS: Final = {"ref": "this"}
PWR: Final = {"pwr": THIS}
DOUBLED: Final = {"do": "modify_pwr", "of": THIS, "by": PWR}
OFTEN: Final = {"times": [{"times": [PWR, 99]}, 99]}
EFFECTS: Final[dict[str, Raw]] = {
    "doubled": {"do": "repeat", "n": 64, "then": [DOUBLED]},
    "squared": {"do": "repeat", "n": 64, "then": [{"do": "set_pwr", "of": THIS, "to": {"times": [PWR, PWR]}}]},
    "without end": {"do": "repeat", "n": OFTEN, "then": [DOUBLED]},
}
FORMS: Final = [form(id=f"fill-{at}", name=f"Fill {at}", number=str(at), level=0) for at in range(8)]
SPIRITS: Final = {"house-boost": 5, "house-rescue": 4, "house-aggress": 2, "house-protect": 3, "house-perfect": 1}
DECK: Final = {"savior": "hero", "main": {one["id"]: 4 if at < 6 else 3 for at, one in enumerate(FORMS)},
               "spirits": SPIRITS}  # fmt: skip


def begun(server: Running, app: Any, step: Raw) -> tuple[Table, str, int]:  # noqa: ANN401 a client
    """Return a match in which a player may use a savior's effect with this step, the player, and the savior."""
    hero = savior(id="hero", name="Hero", number="99", bound={"pwr": 3, "effects": [uses(step, name="Grow")]})
    match = open_match(server, app, cards={"name": "Own", "cards": [hero, *FORMS]})
    for seat in ("ann", "bob"):
        match.done({"type": "SubmitDeck", "deck": DECK}, seat=seat)
    game = play_on(match, acting())
    seat = game["active"]
    return match, seat, game["players"][seat]["savior"]["thing"]


@pytest.mark.rule("TC-RUL-230", "TC-RUL-231")
def test_a_match_with_a_card_that_doubles_its_pwr_goes_on(tmp_path: Any) -> None:  # noqa: ANN401 a path
    """The views and the audit answer, both players may act or concede, and the server stops at once."""
    with running(tmp_path, durability="relaxed", **COLD) as server, server.client() as app:
        for name, step in EFFECTS.items():
            match, seat, hero = begun(server, app, step)
            match.done({"type": "Activate", "card": hero, "effect": "e"}, seat=seat)
            if name == "without end":
                assert over(play_on(match, over))
                continue
            play_on(match, acting())

            assert [1_000_000] * 2 == [view_of(match, one)["players"][seat]["savior"]["pwr"] for one in ("ann", "bob")]
            assert "not honest" != match.get("/audit").json()["conclusion"]
            match.done({"type": "Concede"}, seat=seat)
            assert over(view_of(match))
            assert 200 == match.get("/audit").status_code
        since = time.monotonic()
        assert 0 == server.stop()
    assert time.monotonic() - since < 10
