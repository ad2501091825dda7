"""Help for a seat of a running match: win chances of its moves, and refusals of requests.

Nothing that is hidden from the seat changes a result.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final

import msgspec
import pytest
from msgspec.structs import replace

from services.tcg.analyses import (
    CHANCES,
    COURSE,
    Chances,
    Course,
    HelpNeedsASeat,
    HelpNotAllowed,
    Moment,
    MoveUnknown,
    NotTheCurrentVersion,
    OthersAreChoosing,
    check_help,
    check_settled,
)
from services.tcg.catalogue.starter import DECKS
from services.tcg.chapters.agreement import SetStops
from services.tcg.chapters.decks import SubmitDeck
from services.tcg.chapters.turn import EndStep
from services.tcg.playing.asking import question_of
from services.tcg.playing.knowledge import Knowledge
from services.tcg.settings import MatchSettings
from services.tcg.state.match import Decision
from services.tcg.views import view
from services.tcg.words import DeckList
from shared.kernel.jobs.analysis import Past, check_stream
from shared.kernel.jobs.chunk import Chunk, run_chunk, variant_on
from shared.kernel.jobs.refusals import NotOverYet
from shared.kernel.messages import Command, Seat, canonical
from shared.kernel.players.simple import random_player
from shared.kernel.refusals import Refusal
from tests.tcg.board import board, side
from tests.tcg.journal import Journal
from tests.tcg.steps import CARDS

HELPING: Final = MatchSettings(allow_analysis=True)
LANTERN: Final = DECKS["lantern"]
TURNS: Final = 5
TRIED: Final = 2
"""The number of moves for which the tests play trials."""


def another_list() -> DeckList:
    """Return the lantern deck with one card and one spirit exchanged for others."""
    main, spirits = exchange_a_card(LANTERN.main), exchange_a_card(LANTERN.spirits)
    return replace(LANTERN, main=main, spirits=spirits)


def exchange_a_card(pile: Mapping[str, int]) -> dict[str, int]:
    """Return a pile in which one copy of a card is replaced with a copy of another card in the pile."""
    few = sorted(card for card, count in pile.items() if count < 3)
    changed = {**pile, few[0]: pile[few[0]] - 1, few[-1]: pile[few[-1]] + 1}
    return {card: count for card, count in changed.items() if count}


def begin_match(theirs: DeckList, settings: MatchSettings = HELPING, seed: int = 5) -> Journal:
    """Start a match in which ann has the tide deck and bob has `theirs`."""
    journal = Journal("ann", "bob", settings=settings, seed=seed)
    for seat, deck in (("ann", DECKS["tide"]), ("bob", theirs)):
        journal.send(SetStops(windows=()), seat)
        journal.send(SubmitDeck(deck=deck), seat)
    return journal


def past_of(journal: Journal) -> Past:
    """Return the commits of a match."""
    return [journal.reader.commit_of(record) for record in journal.records]


def request_about(journal: Journal, **fields: Any) -> Chances:  # noqa: ANN401 fields of a request
    """Return ann's request for win chances at the current version."""
    return Chances(**{"match": "one", "version": journal.stream.version, "seat": "ann", "player": "random", **fields})


def next_command(journal: Journal, seat: Seat) -> Command:
    """Return a random command of the seat. Once the turns have begun, bob only ends his steps."""
    if seat == "bob" and journal.state.stage == "turns":
        return EndStep()
    return random_player(question_of(journal.state, seat), b"%d" % journal.stream.version).command


def twins() -> Iterator[tuple[Journal, Journal]]:
    """Yield pairs of matches that differ only in data hidden from ann, at each version at which she must decide."""
    first, second = begin_match(LANTERN), begin_match(another_list())
    while first.state.turn < TURNS and first.state.decisions:
        seat = next(iter(first.state.decisions))
        assert canonical(view(first.state, "ann")) == canonical(view(second.state, "ann"))
        if "ann" in first.state.decisions:
            yield first, second
        command = next_command(first, seat)
        for one in (first, second):
            one.send(command, seat)


def bytes_of_answer(journal: Journal, request: Chances) -> bytes:
    """Return what ann may read and what a worker stores.

    This is the job's request, the start of its trials, and their results.
    """
    past = past_of(journal)
    CHANCES.check(request)
    check_stream(journal.stream, "chances", CHANCES.help, request)
    complete = CHANCES.complete(request, past)
    variant = variant_on(CHANCES, msgspec.to_builtins(replace(complete, moves=complete.moves[:TRIED])), past)
    result = run_chunk(CHANCES, (variant,), Chunk(job_seed=bytes(32), number=0, trials=1))
    return msgspec.msgpack.encode((complete, variant.start, result))


def bytes_of_refusal(journal: Journal, request: Chances) -> bytes:
    """Return the details of a refusal, encoded."""
    with pytest.raises(Refusal) as met:
        bytes_of_answer(journal, request)
    return canonical((type(met.value).__name__, met.value.says, met.value.needs, met.value.has, met.value.field))


@pytest.mark.rule("TC-PLAY-12", "AR-JOB-15")
def test_nothing_hidden_from_a_seat_changes_its_help() -> None:
    """If ann cannot distinguish two matches, the job's request, its first state and its results are the same."""
    compared = kinds = 0
    for first, second in twins():
        assert first.state.players["bob"].deck != second.state.players["bob"].deck
        request = request_about(first)
        assert bytes_of_answer(first, request) == bytes_of_answer(second, request)
        compared += 1
        kinds |= 1 if first.state.decisions["ann"].kind == "mulligan" else 2
    assert (compared > 10, kinds) == (True, 3)


@pytest.mark.rule("TC-PLAY-12", "AR-JOB-15")
def test_nothing_hidden_from_a_seat_changes_a_refusal() -> None:
    """In two matches that ann cannot distinguish, refusals of another version, seat or move have the same bytes."""
    met = set[bytes]()
    for first, second in twins():
        for fields in ({"version": 3}, {"moves": ("Fly",)}, {"seat": "eve"}, {"seat": None}, {"seat": "bob"}):
            if fields != {"seat": "bob"} or "bob" not in first.state.decisions:
                says = bytes_of_refusal(first, request_about(first, **fields))
                assert says == bytes_of_refusal(second, request_about(second, **fields))
                met.add(says.split(b",")[0])
    assert len(met) == 5


@pytest.mark.rule("TC-PLAY-12", "AR-JOB-13")
def test_a_running_match_is_analysed_only_if_its_settings_allow_it() -> None:
    """For a running match, the service refuses win chances by default, and always refuses the course of the match."""
    closed, open_ = begin_match(LANTERN, MatchSettings()), begin_match(LANTERN)

    for settings in (MatchSettings(), MatchSettings(allow_analysis=False)):
        with pytest.raises(HelpNotAllowed):
            check_help(request_about(closed), begin_match(LANTERN, settings).stream)
    with pytest.raises(NotOverYet):
        check_stream(open_.stream, "course", COURSE.help, Course(match="one"))
    check_help(request_about(open_), open_.stream)
    assert view(open_.state, "bob").settings.allow_analysis is True


@pytest.mark.rule("TC-PLAY-12")
def test_help_is_about_a_named_seat_at_the_current_version() -> None:
    """In a running match, the service refuses requests without a seat, for an earlier version or an illegal move."""
    journal = begin_match(LANTERN)

    with pytest.raises(HelpNeedsASeat) as nameless:
        check_help(request_about(journal, seat=None), journal.stream)
    assert nameless.value.needs == ("ann", "bob")
    with pytest.raises(NotTheCurrentVersion) as late:
        check_help(request_about(journal, version=2), journal.stream)
    assert (late.value.needs, late.value.has) == (journal.stream.version, 2)
    with pytest.raises(MoveUnknown):
        CHANCES.complete(request_about(journal, moves=("Fly",)), past_of(journal))


@pytest.mark.rule("TC-PLAY-12")
def test_help_is_refused_while_another_seat_chooses_hidden_cards() -> None:
    """The service refuses to help a seat while another player is choosing from cards hidden from that seat."""
    game = board(cards=[*CARDS], a=side(hand=["whelp", "brute"]), b=side())
    known: dict[Seat, Knowledge] = {"b": Knowledge(seat="b")}
    check_settled(Moment(1, game.state, known), "b")
    hand = tuple(game.state.players["a"].hand)
    game.state.decisions["a"] = Decision(number=1, seat="a", kind="choose_cards", options=hand, most=1)

    with pytest.raises(OthersAreChoosing):
        check_settled(Moment(1, game.state, known), "b")
