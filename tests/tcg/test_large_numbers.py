"""Numbers that effects multiply: no number of a match is above 1 000 000. Rule: TC-RUL-230, TC-RUL-231."""

from __future__ import annotations

from typing import Any, Final

import pytest
from msgspec.structs import replace

from services.tcg.chapters import continuous
from services.tcg.chapters.operations.lasting import AttackAllowed
from services.tcg.chapters.sources import CounterChanged, PwrChanged
from services.tcg.chapters.winning import MatchFinished
from shared.kernel.messages import MAX_NUMBER
from tests.tcg.board import board, card, form, side, static
from tests.tcg.playing import Playing
from tests.tcg.steps import CARDS, FORM, cast, events_of, spell

WHELP_PWR: Final = {"pwr": FORM}
DOUBLED: Final = {"do": "modify_pwr", "of": FORM, "by": WHELP_PWR}
SQUARED: Final = {"do": "set_pwr", "of": FORM, "to": {"times": [WHELP_PWR, WHELP_PWR]}}
GREATEST: Final = 1_000_000
FORMS: Final = {"count": FORM}


def power(exponent: int) -> Any:  # noqa: ANN401 an amount
    """Return an amount: 99 times the number of the player's forms, squared this often."""
    amount: Any = {"times": [99, FORMS]}
    for _ in range(exponent):
        amount = {"times": [amount, amount]}
    return amount


def carried_out(*steps: Any, of_form: int = 3) -> Playing:  # noqa: ANN401 steps
    """Return a match in which a player with one form of PWR 3 has carried out these steps."""
    return cast(
        board(cards=[*CARDS, spell(*steps)], a=side(commands=["spell"], forms=["whelp"]), b=side(), of_form=of_form)
    )


def pwr(game: Playing) -> int | None:
    """Return the PWR of the form."""
    return continuous.pwr(game, card(game, "a", "whelp"))


@pytest.mark.rule("TC-RUL-230")
@pytest.mark.parametrize("step", [DOUBLED, SQUARED])
def test_pwr_stops_growing_at_a_million(step: dict[str, Any]) -> None:
    """A form whose PWR is doubled or squared 64 times has PWR 1 000 000, and no change of PWR is greater."""
    game = carried_out({"do": "repeat", "n": 64, "then": [step]})

    assert GREATEST == pwr(game)
    assert GREATEST == max(event.change.value for event in events_of(game, PwrChanged))


@pytest.mark.rule("TC-RUL-230", "TC-RUL-077")
def test_penalty_is_taken_from_the_sum_of_all_changes() -> None:
    """If a form's bonuses add up to 2 000 000, a penalty of 1 000 000 leaves it at 1 000 000, as no order counts."""
    huge, less = power(5), {"times": [-1, power(5)]}
    gain: dict[str, Any] = {"do": "modify_pwr", "of": FORM, "by": huge}
    loss = {**gain, "by": less}

    assert GREATEST == pwr(carried_out(gain, gain, loss))
    assert 3 == pwr(carried_out(gain, loss))
    assert 0 == pwr(carried_out(loss))


@pytest.mark.rule("TC-RUL-230")
def test_sum_of_several_cards_stops_at_a_million() -> None:
    """The total PWR of two forms with PWR 1 000 000 each counts as 1 000 000."""
    steps = ({"do": "set_pwr", "of": FORM, "to": power(5)}, {"do": "modify_pwr", "of": FORM, "by": WHELP_PWR})
    two = board(cards=[*CARDS, spell(*steps)], a=side(commands=["spell"], forms=["whelp"] * 2), b=side())

    assert {GREATEST} == {event.change.value for event in events_of(cast(two), PwrChanged)}


@pytest.mark.rule("TC-RUL-230", "TC-RUL-077")
def test_continuous_effect_reads_at_most_a_million() -> None:
    """A form whose base PWR is 1 000 000 squared by a CONT: effect, with a bonus of 9, has PWR 1 000 000."""
    giant = form("giant", static("set_pwr", of={"ref": "this"}, to=power(6)), static("modify_pwr", of=FORM, by=9))
    game = board(cards=[*CARDS, giant], a=side(forms=["giant"]), b=side())

    assert GREATEST == continuous.pwr(game, card(game, "a", "giant"))


@pytest.mark.rule("TC-RUL-230")
def test_counters_stop_at_a_million() -> None:
    """A card has at most 1 000 000 counters of one name. A step that could put none there changes nothing."""
    put = {"do": "put_counter", "of": FORM, "name": "k"}
    game = carried_out(put, {**put, "n": power(3)}, put)

    assert [1, GREATEST] == [event.n for event in events_of(game, CounterChanged)]


@pytest.mark.rule("TC-RUL-230", "TC-RUL-081")
def test_additional_attacks_stop_at_a_million() -> None:
    """Effects allow a card at most 1 000 000 additional attacks."""
    more = {"do": "extra_attack", "of": FORM}
    game = carried_out(more, {**more, "n": power(3)}, more)

    assert [1, GREATEST - 1] == [event.n for event in events_of(game, AttackAllowed)]


@pytest.mark.rule("TC-RUL-230")
def test_older_matches_compute_the_number_itself() -> None:
    """Under version 2 of the rules, a form whose PWR is doubled 20 times has PWR 3 * 2^20."""
    often = {"do": "repeat", "n": 20, "then": [DOUBLED]}

    assert 3 * 2**20 == pwr(carried_out(often, of_form=2))
    assert GREATEST == pwr(carried_out(often))


@pytest.mark.rule("TC-RUL-230")
@pytest.mark.parametrize("step", [DOUBLED, SQUARED])
def test_numbers_of_older_matches_fit_into_the_log(step: dict[str, Any]) -> None:
    """Under version 2 of the rules, a form's PWR stops growing at 2^53 - 1, the greatest number that a log can hold."""
    game = carried_out({"do": "repeat", "n": 64, "then": [step]}, of_form=2)

    assert MAX_NUMBER == pwr(game) == max(event.change.value for event in events_of(game, PwrChanged))
    assert (
        -MAX_NUMBER
        == events_of(carried_out({**DOUBLED, "by": {"times": [-1, power(5)]}}, of_form=2), PwrChanged)[0].change.value
    )


@pytest.mark.rule("TC-RUL-230")
def test_counters_and_attacks_of_older_matches_fit_into_the_log() -> None:
    """Under version 2 of the rules, a card has at most 2^53 - 1 counters of one name, and as many more attacks."""
    put = {"do": "put_counter", "of": FORM, "name": "k", "n": power(5)}
    more = {"do": "extra_attack", "of": FORM, "n": power(5)}
    game = carried_out({"do": "put_counter", "of": FORM, "name": "k"}, put, put, more, more, of_form=2)

    assert [1, MAX_NUMBER] == [event.n for event in events_of(game, CounterChanged)]
    assert [MAX_NUMBER] == [event.n for event in events_of(game, AttackAllowed)]


@pytest.mark.rule("TC-RUL-230")
@pytest.mark.parametrize("of_form", [2, 3])
def test_only_the_number_of_a_step_is_limited(of_form: int) -> None:
    """A step that adds 1 to a number beyond the limit, and takes that number away again, puts 1 counter."""
    one = {"plus": [{"plus": [power(5), 1]}, {"times": [-1, power(5)]}]}
    game = carried_out({"do": "put_counter", "of": FORM, "name": "k", "n": one}, of_form=of_form)

    assert [1] == [event.n for event in events_of(game, CounterChanged)]


@pytest.mark.rule("TC-RUL-231", "TC-RUL-180")
def test_effect_that_changes_nothing_for_too_long_ends_the_match() -> None:
    """A step that is repeated a million times, and does nothing each time, ends the match as a draw."""
    nothing = {"do": "if", "when": {"op": "players", "cmp": "==", "n": 3}, "then": [{"do": "draw", "n": 1}]}
    often = {"do": "repeat", "n": power(3), "then": [nothing]}
    game = carried_out({"do": "repeat", "n": power(3), "then": [often]})

    assert [MatchFinished(winner=None, reason="stall", drawn=("a", "b"))] == game.events


@pytest.mark.rule("TC-RUL-231")
def test_reading_many_changes_counts_as_steps() -> None:
    """A form whose PWR is doubled a million times has 1387 changes of its PWR when the match ends as a draw."""
    *changes, last = carried_out({"do": "repeat", "n": power(3), "then": [DOUBLED]}).events

    assert {PwrChanged} == {type(event) for event in changes}
    assert (1386, "stall") == (len(changes), getattr(last, "reason", ""))


@pytest.mark.rule("TC-RUL-231", "TC-RUL-180")
def test_older_matches_end_endless_effects_later() -> None:
    """Under version 2 of the rules, an effect without end puts 100 001 counters before the match ends as a draw."""
    put = {"do": "put_counter", "of": FORM, "name": "k"}
    *counters, last = carried_out({"do": "repeat", "n": power(3), "then": [put]}, of_form=2).events

    assert CounterChanged(thing=1, name="k", n=100_001) == replace(counters[-1], thing=1)
    assert (100_001, "stall") == (len(counters), getattr(last, "reason", ""))


@pytest.mark.rule("TC-RUL-231")
def test_10_000_passes_that_change_nothing_are_carried_out() -> None:
    """A step that is repeated 9801 times, and does nothing each time, leaves the match running."""
    nothing = {"do": "if", "when": {"op": "players", "cmp": "==", "n": 3}, "then": [{"do": "draw", "n": 1}]}

    assert [] == carried_out({"do": "repeat", "n": power(1), "then": [nothing]}).events
