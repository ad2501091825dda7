"""Cards in hands that were picked for a delayed step, in matches that are dealt again."""

from __future__ import annotations

from collections import Counter
from contextlib import nullcontext
from typing import Any, Final

import pytest

from services.tcg.playing.knowledge import Knowledge
from services.tcg.playing.resampling import resample
from services.tcg.state.match import Match
from shared.kernel.messages import Seat
from shared.kernel.players.house import Resampling
from shared.kernel.players.luck import Luck
from shared.kernel.refusals import NotDealtNow
from tests.tcg.board import board, form, side
from tests.tcg.playing import Playing
from tests.tcg.steps import CARDS, Part, answer, cast, spell

HAND: Final = [f"hand-{one}" for one in "abcde"]
SEEDS: Final = range(40)
LATER: Final = {"do": "delay", "until": {"event": "turn_started"}, "then": [{"do": "reveal", "of": {"var": "x"}}]}


REVEAL_EACH: Final = {"do": "reveal", "of": {"ref": "each"}}
EACH_LATER: Final = {"do": "delay", "until": {"event": "turn_started"}, "then": [REVEAL_EACH]}
RANDOM: Final = {"who": "opponent", "zone": "hand", "by": "random"}


def picked(*, faces: tuple[int, ...] = (), **of: Any) -> Playing:  # noqa: ANN401 fields of the selector
    """Return a match in which an effect of `a` has picked one card in a hand for a delayed step."""
    return after({"do": "choose", "store": "x", "of": {"zone": "hand", "n": 1, **of}}, LATER, faces=faces)


def after(*steps: Part, faces: tuple[int, ...] = ()) -> Playing:
    """Return a match in which an effect of `a` has carried out these steps."""
    hands = side(hand=HAND, commands=["spell"], deck=["whelp"] * 3)
    cards = [*CARDS, *(form(one) for one in HAND), spell(*steps)]
    return cast(board(cards=cards, faces=faces, a=hands, b=hands, c=side(deck=["whelp"] * 3)))


def forks(match: Match, seat: Seat) -> list[Match]:
    """Fork the match for a seat with many seeds."""
    known = {seat: Knowledge(seat=seat)}
    return [
        resample(Resampling(state=match, seat=seat, known=known, luck=Luck(seed.to_bytes(4, "big")))) for seed in SEEDS
    ]


def places_picked(match: Match, seat: Seat) -> Counter[int]:
    """Return the places in the hand of the cards that are picked in forks for a seat."""
    found: Counter[int] = Counter()
    for fork in forks(match, seat):
        ((number,),) = (delayed.names["x"] for delayed in fork.delayed)
        found[sorted(fork.players[fork.table[number].seat].hand).index(number)] += 1
    return found


@pytest.mark.rule("TC-PLAY-15", "AR-FORK-04")
@pytest.mark.parametrize("seat", ["a", "b", "c"])
def test_a_random_pick_is_made_anew_in_each_fork(seat: Seat) -> None:
    """Nobody knows which card in b's hand was picked at random, so forks for any seat pick each of its cards."""
    first, other = (
        picked(who="opponent", by="random", faces=order).state for order in ((1, 2, 3, 4, 5), (5, 4, 3, 2, 1))
    )
    names = [match.delayed[0].names for match in (first, other)]

    assert names[0] != names[1]
    assert len(places_picked(first, seat)) == len(HAND)
    assert places_picked(first, seat) == places_picked(other, seat)


@pytest.mark.rule("TC-PLAY-15", "AR-FORK-04")
def test_a_pick_in_a_players_own_hand_stays_for_its_player_only() -> None:
    """In a fork for the player who picked a card in their own hand, the pick stays; for others it is made anew."""
    game = picked(who="you")
    number = next(iter(game.state.decisions.values())).options[2]
    match = answer(game, number).state

    assert Counter({2: len(SEEDS)}) == places_picked(match, "a")
    assert len(places_picked(match, "b")) > 1


@pytest.mark.rule("TC-PLAY-15", "AR-FORK-04")
def test_a_pick_in_another_hand_stays_for_the_player_who_saw_it() -> None:
    """A player who picked a card in another hand has seen it, so each fork for this player picks a copy of it."""
    game = picked(who="opponent", by="you")
    asked = next(iter(game.state.decisions.values()))
    card = game.state.table[asked.options[1]].card
    known = Knowledge(seat="a")
    known.arrive("b", ((number, game.state.table[number].card) for number in asked.options))
    match = answer(game, asked.options[1]).state

    for seed in SEEDS:
        luck = Luck(seed.to_bytes(4, "big"))
        fork = resample(Resampling(state=match, seat="a", known={"a": known}, luck=luck))
        assert card == fork.table[fork.delayed[0].names["x"][0]].card


@pytest.mark.rule("TC-PLAY-15", "AR-FORK-04")
@pytest.mark.parametrize("seat", ["a", "b", "c"])
def test_cards_of_a_loop_are_picked_anew_in_each_fork(seat: Seat) -> None:
    """Delayed steps for each of two cards that were picked at random are about two other cards of the hand."""
    loop = {"do": "for_each", "of": {**RANDOM, "n": 2}, "then": [EACH_LATER]}
    found: set[int] = set()
    for fork in forks(after(loop, faces=(3, 1, 2, 4, 5)).state, seat):
        numbers = [number for delayed in fork.delayed for number in delayed.names["$each"]]
        hand = sorted(fork.players["b"].hand)
        assert 2 == len({*numbers} & {*hand})
        found.update(map(hand.index, numbers))

    assert len(HAND) == len(found)


@pytest.mark.rule("TC-PLAY-15", "AR-FORK-04")
def test_a_stored_pick_and_the_card_of_a_loop_stay_the_same_card() -> None:
    """A card that was picked first, and for which steps were delayed then, is one card in each fork."""
    pick = {"do": "choose", "store": "x", "of": {**RANDOM, "n": 2}}
    loop = {"do": "for_each", "of": {"var": "x"}, "then": [EACH_LATER]}
    for fork in forks(after(pick, loop, faces=(3, 1, 2, 4, 5)).state, "b"):
        first, other = fork.delayed
        assert first.names["x"] == other.names["x"] == (*first.names["$each"], *other.names["$each"])


@pytest.mark.rule("TC-PLAY-15", "AR-FORK-04")
@pytest.mark.parametrize(("shows_now", "seen"), [(False, len(HAND)), (True, 1)])
def test_a_pick_is_known_once_it_was_revealed(shows_now: bool, seen: int) -> None:  # noqa: FBT001 pytest passes it so
    """If the whole hand is known, a pick that was revealed stays. One that will be revealed later is made anew."""
    steps = [{"do": "reveal", "of": {"var": "x"}}] if shows_now else []
    game = after({"do": "choose", "store": "x", "of": {**RANDOM, "n": 1}}, *steps, LATER, faces=(3, 1, 2, 4, 5))
    for number in game.state.players["b"].hand:
        game.state.table[number].known = True

    assert seen == len(places_picked(game.state, "c")) == len(places_picked(game.state, "a"))


@pytest.mark.rule("TC-PLAY-14", "AR-FORK-04")
def test_a_match_is_not_dealt_again_while_an_effect_goes_through_a_hand() -> None:
    """While another player's effect goes through cards of a hand one by one, no fork may show which cards are left."""
    asks = {"do": "may", "who": "opponent", "then": [{"do": "reveal", "of": {"ref": "each"}}]}
    loop = {"do": "for_each", "of": {**RANDOM, "n": 2}, "then": [asks]}
    for hand, refused in ((loop, ("b", "c")), ({**loop, "of": {"who": "you", "zone": "savior"}}, ())):
        game = after(hand, faces=(3, 1, 2, 4, 5) if refused else ())
        match = answer(game, *next(iter(game.state.decisions.values())).options[:1]).state
        assert ["may"] == [one.kind for one in match.decisions.values()]
        for seat in ("b", "c"):
            with pytest.raises(NotDealtNow) if seat in refused else nullcontext():
                forks(match, seat)
