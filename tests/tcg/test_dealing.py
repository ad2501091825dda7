"""Deals: hidden cards are dealt again at random, so that the seat cannot distinguish the result from the true match.

A deal agrees with everything that the seat knows, and depends on nothing else.
"""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import permutations
from random import Random
from typing import Any, Final

import msgspec
import pytest

from services.tcg.chapters.activating import Activate
from services.tcg.playing.allotting import ImpossibleDeal
from services.tcg.playing.dealing import Brings, deal, leaves_in_flight
from services.tcg.playing.knowledge import Knowledge
from services.tcg.playing.memory import may_lie_down
from services.tcg.playing.pins import HAND, Pin
from services.tcg.playing.position import act
from services.tcg.state.match import Decision, Match
from services.tcg.state.tasks import Declaring, Flipping, Go, Settling, Window
from shared.kernel.chance import SeedTape
from shared.kernel.messages import Seat
from shared.kernel.players.luck import Luck
from tests.tcg.answering import DISCARD, uses
from tests.tcg.board import board, form, number, side
from tests.tcg.invariants.listing import anything, entries_for
from tests.tcg.knowing import Moment, positions, readers_of
from tests.tcg.playing import Playing, run
from tests.tcg.policy import pick
from tests.tcg.twins import SeenOutcome, is_disclosed, role_of, view_and_list

POSITIONS: Final = int(os.environ.get("ARBITER_TEST_TCG_DEALT", "60"))
PARTS: Final = 6
"""The number of parts into which the positions are split, so that several workers can test them in parallel."""
DEALS: Final = 3000
"""How many deals of a tiny board the tests count, to compare them with an enumeration."""
BEYOND: Final = 4
"""The number of standard deviations by which a chi-square statistic may exceed its mean."""


def deal_again(match: Match, known: Knowledge, seed: int = 0) -> Match:
    """Deal a match's hidden cards again, with randomness from this seed."""
    return deal(match, known, Luck(seed.to_bytes(4, "big")))


def encode(match: Match) -> bytes:
    """Return a match's whole state encoded as bytes."""
    return msgspec.msgpack.encode(match)


# ---------------------------------------------------------------- random matches


def rearrange(match: Match, known: Knowledge, random: Random) -> Match:
    """Return a match with other hidden cards, stops, waits and waived windows, but with the same view for the seat."""
    other = deal_again(match, known, random.randrange(2**32))
    other.pace = (random.randrange(6),)
    for player in other.players.values():
        if player.seat != known.seat:
            player.stops, player.stops_until = ("W3",), "changed"
    others = tuple(seat for seat in other.order if seat != known.seat)
    for task in other.pending:
        if isinstance(task, Window):
            task.waived = (*task.waived, *others)
        elif isinstance(task, Declaring | Flipping) and task.seat != known.seat:
            task.waive = True
    return other


def same_answers(at: Moment, other: Match, seat: Seat, random: Random) -> int:
    """Check that random commands of a seat have the same results in both matches; return how many were refused."""
    refused = 0
    for _ in range(3):
        command = anything(at.match, seat, entries_for(at.match, seat), random.randrange)
        first, second = (SeenOutcome(one, seat, command, sender=seat) for one in (at.match, other))
        assert (first.refusal is None) == (second.refusal is None), (seat, command)
        refused += first.refusal is not None
        if first.refusal is not None:
            assert first.page == second.page, (seat, command)
        elif first.after.stage != "finished":
            assert first.page == second.page or is_disclosed(first, second), (seat, command)
    return refused


def with_settings(other: Match, match: Match) -> Match:
    """Return a dealt match with the stops, waits and waived windows of the true match, which a deal hides."""
    same = other.mutable_copy()
    for seat, player in match.players.items():
        same.players[seat].stops, same.players[seat].stops_until = player.stops, player.stops_until
    same.pace, same.decisions, same.pending = match.pace, match.decisions, match.mutable_copy().pending
    return same


@pytest.mark.long
@pytest.mark.rule("TC-PLAY-02")
@pytest.mark.parametrize("part", range(PARTS))
def test_a_seat_cannot_distinguish_a_deal_from_the_true_match(part: int) -> None:
    """In a deal, a seat has the same view, legal list and results of commands as in the true match."""
    random, counts, played = Random(part), Counter[str](), part
    while counts["positions"] < POSITIONS // PARTS:
        for at in positions(played):
            seat = random.choice(readers_of(at.match))
            other = deal_again(at.match, at.known[seat], counts["positions"])
            assert [] == at.known[seat].contradictions(other), (played, seat)
            assert view_and_list(at.match, seat) == view_and_list(other, seat), (played, seat)
            if role_of(at.match, seat) == "player":
                counts["refused"] += same_answers(at, with_settings(other, at.match), seat, random)
            counts["positions"] += 1
        played += PARTS
    assert counts["refused"] > 0


@pytest.mark.long
@pytest.mark.rule("TC-PLAY-02")
@pytest.mark.parametrize("part", range(PARTS))
def test_equal_knowledge_leads_to_equal_deals(part: int) -> None:
    """The same seed deals the same cards, whatever hidden cards, stops and waived windows the other seats have."""
    random, counts, played = Random(part), Counter[str](), part
    while counts["positions"] < POSITIONS // PARTS:
        for at in positions(played):
            known = at.known[random.choice(readers_of(at.match))]
            other = rearrange(at.match, known, random)
            assert encode(deal_again(at.match, known, 1)) == encode(deal_again(other, known, 1)), (played, known.seat)
            counts["positions"] += 1
            counts["others"] += encode(deal_again(at.match, known, 1)) != encode(deal_again(at.match, known, 2))
        played += PARTS
    assert counts["others"] >= counts["positions"] - counts["positions"] // 4


@pytest.mark.long
@pytest.mark.rule("TC-PLAY-02")
def test_a_dealt_match_can_be_played_to_its_end() -> None:
    """Random players can play a dealt match to its end, because every deal is a possible position."""
    random = Random(5)
    for played in (1, 4, 6):
        for at in list(positions(played, often=0.02))[:3]:
            seat = next(iter(at.match.decisions))
            tape = SeedTape(seed=bytes(32), digest=bytes(32), version=1)
            game = Playing(deal_again(at.match, at.known[seat]), tape)
            while not game.over:
                asked = next(iter(game.state.decisions))
                game.events.clear()
                act(game, asked, pick(game, asked, lambda below: int(random.random() * below)))


# ---------------------------------------------------------------- every deal is equally likely


def count_deals(
    match: Match, known: Knowledge, *, down: Sequence[int], held: Sequence[int]
) -> dict[tuple[str, ...], int]:
    """Count the permutations of b's main cards that agree with the seat's knowledge, grouped by the resulting cards."""
    cards = [match.table[one].card for one in (*down, *held)] + match.players["b"].deck
    places = known.places_in(match, "b", "main")
    pins = known.pins.get("b", [])
    copies = dict(zip(_copies([pin.card for pin in pins], cards, places), pins, strict=True))
    found: Counter[tuple[str, ...]] = Counter()
    for order in permutations(range(len(cards))):
        lying, holding, deck = order[: len(down)], order[len(down) :][: len(held)], order[len(down) + len(held) :]
        spots = {**dict(zip(lying, down, strict=True)), **dict.fromkeys(holding, HAND)}
        if (
            all(may_lie_down(match, cards[one]) for one in lying)
            and all(spots.get(copy) in pin.spots for copy, pin in copies.items())
            and all(place in (None, cards[one]) for place, one in zip(places, deck, strict=True))
        ):
            found[tuple(cards[one] for one in order)] += 1
    return found


def _copies(pinned: Sequence[str], cards: Sequence[str], places: Sequence[str | None]) -> list[int]:
    """For each pinned card, return the index of a different copy of it."""
    assert not {*pinned} & {*places}
    taken: list[int] = []
    for card in pinned:
        taken.append(next(at for at, one in enumerate(cards) if one == card and at not in taken))
    return taken


HIDDEN: Final[Mapping[str, Mapping[str, Any]]] = {
    "a hand": {"b": side(hand=["kindle", "feint"], deck=["kindle", "gate-whelp", "oil-keeper"])},
    "a face-down command": {"b": side(hand=["kindle"], set=["feint"], deck=["riptide", "kindle", "ambush-bell"])},
    "a known copy": {"b": side(hand=["kindle", "oil-keeper"], deck=["kindle", "gate-whelp", "feint"]), "in": [HAND]},
    "a copy that may be face-down": {
        "b": side(hand=["kindle", "feint"], set=["riptide"], deck=["gate-whelp", "ambush-bell", "kindle"]),
        "in": [HAND, "down"], "of": "riptide",
    },
    "two copies and two face-down commands": {
        "b": side(hand=["feint", "kindle"], set=["riptide", "riptide"], deck=["oil-keeper", "feint"]),
        "in": [HAND, "down"], "of": "riptide", "twice": True,
    },
    "a known place": {
        "b": side(hand=["feint", "kindle"], deck=["gate-whelp", "oil-keeper", "feint"]), "top": "gate-whelp",
    },
}  # fmt: skip


@pytest.mark.rule("TC-PLAY-02")
@pytest.mark.parametrize("hidden", HIDDEN)
def test_each_deal_that_agrees_is_equally_probable(hidden: str) -> None:
    """All deals of a tiny board that agree with the seat's knowledge occur equally often, and no other deals occur."""
    what = HIDDEN[hidden]
    match, known = board(a=side(), b=what["b"]).state, Knowledge(seat="a")
    down = [one for one in match.players["b"].commands if one]
    held = list(match.players["b"].hand)
    if "in" in what:
        spots = tuple(one for place in what["in"] for one in ([HAND] if place == HAND else down))
        pin = Pin(what.get("of", "kindle"), spots)
        known.pins["b"] = [pin, pin] if what.get("twice") else [pin]
    if "top" in what:
        known.main["b"] = [*(None for _ in match.players["b"].deck[1:]), what["top"]]
    due, found = count_deals(match, known, down=down, held=held), Counter[tuple[str, ...]]()
    for seed in range(DEALS):
        other = deal_again(match, known, DEALS + seed)
        found[*(other.table[one].card for one in (*down, *held)), *other.players["b"].deck] += 1
    assert due.keys() == found.keys()
    scale, free = DEALS / sum(due.values()), len(due) - 1
    square = sum((found[one] - scale * count) ** 2 / (scale * count) for one, count in due.items())
    assert square < free + BEYOND * (2 * free) ** 0.5


@pytest.mark.rule("TC-PLAY-02")
def test_seen_cards_of_the_own_deck_keep_their_positions() -> None:
    """A deal orders the unseen cards of the seat's own deck at random, and leaves seen cards in their positions."""
    game = board(a=side(deck=["feint", "kindle", "gate-whelp"]), b=side())
    known = Knowledge(seat="a", main={"a": [None, None, "feint"]})
    decks = {tuple(deal_again(game.state, known, seed).players["a"].deck) for seed in range(20)}
    assert decks == {("kindle", "gate-whelp", "feint"), ("gate-whelp", "kindle", "feint")}


# ---------------------------------------------------------------- what stays, and what is hidden

THROWER: Final = form("thrower", uses("throw", "swift", cost=list(DISCARD), do=[{"do": "draw", "n": 1}]))
HAND_OF_THREE: Final = ["feint", "kindle", "gate-whelp"]


def hand_of(match: Match, seat: Seat) -> list[str]:
    """Return the cards in a hand."""
    return [match.table[number].card for number in match.players[seat].hand]


@pytest.mark.rule("TC-PLAY-02")
def test_hand_of_a_paying_seat_is_not_dealt_again() -> None:
    """While a seat is choosing cards in hand for a payment, a deal leaves that hand as it is."""
    thrower = side(forms=[("thrower", "boost")], hand=HAND_OF_THREE, deck=["riptide"] * 9)
    game = board(cards=[THROWER], a=thrower, b=side())
    game.push(Go(to="open"))
    run(game)
    throw = Activate(card=number(game, "a", "thrower"), effect="throw")
    paying = SeenOutcome(game.state, "a", throw, sender="a").after
    assert paying.decisions["a"].kind == "pay"
    for seed in range(10):
        assert hand_of(deal_again(paying, Knowledge(seat="b"), seed), "a") == HAND_OF_THREE
        assert hand_of(deal_again(game.state, Knowledge(seat="b"), seed), "a") != HAND_OF_THREE


@pytest.mark.rule("TC-PLAY-02", "TC-PLAY-14")
def test_spirit_picked_as_a_payment_is_not_dealt_again() -> None:
    """A spirit in hand that a player has picked to pay for damage stays until the others have picked theirs."""
    spirits = side(hand=["boost", "rescue"])
    match = board(a=spirits, b=spirits).state
    paid = match.players["a"].hand[1]
    match.pending = [Settling(things=(1, 2), paid={"a": (paid,)})]
    assert leaves_in_flight(match, Knowledge(seat="b"))
    assert not leaves_in_flight(match, Knowledge(seat="a"))
    for seed in range(10):
        assert hand_of(deal_again(match, Knowledge(seat="b"), seed), "a")[1] == "house-rescue"


@pytest.mark.rule("TC-PLAY-02")
def test_cards_known_by_their_number_stay() -> None:
    """A deal leaves revealed cards and cards whose numbers the seat knows in the hand, and deals the others again."""
    game = board(a=side(), b=side(hand=HAND_OF_THREE, deck=["riptide"] * 9))
    match, hand = game.state, game.state.players["b"].hand
    match.table[hand[0]].known = True
    match.decisions["a"] = Decision(number=1, seat="a", kind="choose_cards", options=tuple(hand), most=1)
    known = Knowledge(seat="a", numbers={hand[1]: "kindle"})
    for seed in range(10):
        assert hand_of(deal_again(match, known, seed), "b")[:2] == HAND_OF_THREE[:2]
    assert len({hand_of(deal_again(match, known, seed), "b")[2] for seed in range(10)}) == 2


@pytest.mark.rule("TC-PLAY-02")
def test_hidden_settings_of_others_are_the_same_in_every_deal() -> None:
    """In every deal, the other seats stop at every window, and the seat itself keeps its own stops."""
    game = board(a=side(), b=side())
    match = game.state
    match.pace = (1, 2)
    for player in match.players.values():
        player.stops, player.stops_until = ("W1",), "changed"
    match.pending = [Window(kind="W1", waived=("a", "b"))]
    other = deal_again(match, Knowledge(seat="a"))
    assert (("W1",), None) == (other.players["a"].stops, other.players["b"].stops)
    assert ((), [Window(kind="W1", waived=("a",))]) == (other.pace, other.pending)
    assert ("W1",) == match.players["b"].stops


@pytest.mark.rule("TC-PLAY-02")
def test_a_deal_takes_the_cards_of_another_deck_list() -> None:
    """A deal from another deck list leaves out the cards of that list that are already visible in the match."""
    game = board(a=side(), b=side(hand=["feint"], deck=["kindle", "kindle"], drop=["riptide"]))
    other = deal(game.state, Knowledge(seat="a"), Luck(b""), brings({"riptide": 3, "oil-keeper": 1}))
    there = sorted([*hand_of(other, "b"), *other.players["b"].deck])
    assert ["oil-keeper", "riptide", "riptide"] == there


def brings(main: dict[str, int]) -> Brings:
    """Return a function that assumes this main deck for every opponent."""
    return lambda brought: main if brought.back == "main" else {}


@pytest.mark.rule("TC-PLAY-02")
@pytest.mark.parametrize("main", [{"riptide": 4}, {"feint": 4}, {"riptide": 1, "feint": 5}, {"riptide": 1, "feint": 3}])
def test_a_deck_list_without_a_known_card_is_impossible(main: dict[str, int]) -> None:
    """A deal raises an error if the deck list has another size or lacks a card that the seat knows."""
    game = board(a=side(), b=side(hand=["feint"], deck=["kindle", "kindle"], drop=["riptide"]))
    known = Knowledge(seat="a", pins={"b": [Pin("feint", (HAND,))]})
    if main == {"riptide": 1, "feint": 3}:
        assert ["feint"] == hand_of(deal(game.state, known, Luck(b""), brings(main)), "b")
        return
    with pytest.raises(ImpossibleDeal):
        deal(game.state, known, Luck(b""), brings(main))


@pytest.mark.rule("TC-PLAY-02")
def test_copies_that_do_not_fit_are_impossible() -> None:
    """A deal raises an error if the known cards do not fit in a hand, or if no card can be the face-down command."""
    game = board(a=side(), b=side(hand=["feint"], set=["riptide"], deck=["kindle", "kindle"]))
    (down, *_) = game.state.players["b"].commands
    for pins in (
        [Pin("kindle", (HAND,))] * 2,
        [Pin("riptide", (HAND, down)), Pin("feint", (HAND,)), Pin("kindle", (HAND,))],
    ):
        with pytest.raises(ImpossibleDeal):
            deal_again(game.state, Knowledge(seat="a", pins={"b": pins}))


@pytest.mark.rule("TC-PLAY-02")
def test_a_finished_match_is_not_dealt() -> None:
    """A deal of a finished match returns the match unchanged, because its view may already show every hand."""
    game = board(a=side(), b=side(hand=HAND_OF_THREE, deck=["riptide"] * 9))
    game.state.stage = "finished"
    assert encode(game.state) == encode(deal_again(game.state, Knowledge(seat="a")))
