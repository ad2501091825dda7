"""Analyses of a finished match: the win chances at each version, and the win chances of a seat's legal moves."""

from __future__ import annotations

import re
from typing import Final

import msgspec
import pytest
from msgspec.structs import replace

from services.tcg.analyses import (
    CHANCES,
    COURSE,
    MOST_VERSIONS,
    AnotherSeatDecided,
    Chances,
    Course,
    MoveUnknown,
    NobodyDecidedThere,
    NotInThisMatch,
    moments,
)
from services.tcg.chapters.looking import look_at
from services.tcg.game import match as match_game
from services.tcg.playing.dealing import deal, deal_decks
from services.tcg.playing.moves import moves
from services.tcg.playing.naming import named_moves
from services.tcg.simulations import ANALYSES, SIMULATION
from shared.kernel.game import SeatAsk
from shared.kernel.jobs.analysis import MOST_VERSIONS as MOST
from shared.kernel.jobs.analysis import JobKinds, check_stream
from shared.kernel.jobs.chunk import Chunk, play_and_measure, run_chunk, variant_on
from shared.kernel.jobs.commands import CompleteChunk, Precision, RequestJob
from shared.kernel.jobs.events import JobCompleted, JobRequested
from shared.kernel.jobs.game import job_of
from shared.kernel.jobs.refusals import NotOverYet, RequestUnclear, TooLongToAnalyse
from shared.kernel.jobs.report import seed_of
from shared.kernel.messages import canonical
from shared.kernel.players.luck import Luck
from shared.kernel.stream import Stream
from tests.support.spec import Spec
from tests.tcg.analysed import CLEAR, JOB, choice_of_moves, clear_choice, frequencies_of, played_match

EACH = 8
"""The number of trials in each chunk of a job."""

# ---------------------------------------------------------------- the course


@pytest.mark.rule("TC-PLAY-10")
def test_a_course_is_about_all_seats_and_about_the_versions_at_which_a_player_could_act() -> None:
    """A request without seats and versions covers all seats, and all versions at which a player could act."""
    past, end = played_match()
    course = COURSE.complete(Course(match="m"), past)
    acted = [one.version for one in moments(past) if any(each.kind == "act" for each in one.match.decisions.values())]

    assert course.seats == tuple(end.players)
    assert {*course.versions} >= {acted[0], acted[-1]}
    assert len(course.versions) <= MOST_VERSIONS
    assert [*COURSE.measures(course)][:2] == [f"{seat} wins from {course.versions[0]}" for seat in course.seats]


@pytest.mark.rule("TC-PLAY-10")
def test_winner_of_the_match_wins_most_trials_from_its_last_action() -> None:
    """The actual winner wins nearly all trials that start at the last version at which a player could act."""
    past, end = played_match()
    last = COURSE.complete(Course(match="m"), past).versions[-1]
    found = frequencies_of(COURSE, Course(match="m", versions=(last,)), trials=12)

    assert found[f"{end.winner} wins from {last}"] >= 0.8
    assert sum(found.values()) <= 1


@pytest.mark.rule("TC-PLAY-10")
def test_a_trial_of_a_course_plays_on_from_one_version() -> None:
    """Each trial plays on from one version and records a result for every seat, the same for the same seed."""
    past, _ = played_match()
    variant = variant_on(COURSE, msgspec.to_builtins(COURSE.complete(Course(match="m", player="random"), past)), past)
    found = [play_and_measure(COURSE, variant, seed_of(JOB, 0, trial)) for trial in range(8)]

    assert all(len(one) == len(variant.request.seats) for one in found)
    assert len({name for one in found for name in one}) > len(variant.request.seats)
    assert found == [play_and_measure(COURSE, variant, seed_of(JOB, 0, trial)) for trial in range(8)]
    assert {*COURSE.measures(variant.request)} >= {name for one in found for name in one}


@pytest.mark.rule("TC-PLAY-10")
def test_a_course_draws_only_the_order_of_decks() -> None:
    """A trial shuffles the decks, but does not change hands, face-down commands, or cards whose positions are known."""
    moment = next(one for one in moments(played_match()[0]) if one.match.turn > 2)
    seat = next(iter(moment.match.players))
    deck = moment.match.players[seat].deck
    known = {one: known.copy() for one, known in moment.known.items()}
    known[seat].main[seat] = [deck[0], *(None for _ in deck[1:])]
    dealt = [deal_decks(moment.match, known, Luck(bytes([number]))) for number in range(6)]

    assert all(one.table == moment.match.table for one in dealt)
    assert all(sorted(one.players[seat].deck) == sorted(deck) for one in dealt)
    assert all(one.players[seat].deck[0] == deck[0] for one in dealt)
    assert len({tuple(one.players[seat].deck) for one in dealt}) == len(dealt)
    assert moment.match.players[seat].deck == deck


@pytest.mark.rule("TC-PLAY-10")
def test_a_course_names_versions_and_seats_of_the_match() -> None:
    """If a version without a decision is requested, the refusal suggests versions near it.

    The refusal of an unknown seat lists the seats of the match.
    """
    past, end = played_match()
    first = next(moments(past)).version

    with pytest.raises(NobodyDecidedThere) as wrong:
        COURSE.complete(Course(match="m", versions=(1,)), past)
    assert str(first) in str(wrong.value.needs)
    with pytest.raises(NotInThisMatch) as other:
        COURSE.complete(Course(match="m", seats=("eve",)), past)
    assert other.value.needs == tuple(end.players)
    with pytest.raises(NobodyDecidedThere):
        COURSE.complete(Course(match="m"), past[:2])


# ---------------------------------------------------------------- the chances of moves


@pytest.mark.rule("TC-PLAY-11")
def test_each_legal_move_has_a_win_chance() -> None:
    """A request without a seat and moves covers all legal moves of the seat that decided."""
    moment = choice_of_moves()
    (seat,) = moment.match.decisions
    legal = named_moves(moment.match, seat)
    found = frequencies_of(CHANCES, Chances(match="m", version=moment.version, player="random"), trials=6)

    assert [*found] == sorted(f"wins with {move}" for move in legal)
    assert all(0 <= share <= 1 for share in found.values())


@pytest.mark.rule("TC-PLAY-11")
def test_win_chances_do_not_depend_on_what_the_seat_does_not_know() -> None:
    """In two matches that differ only in cards hidden from the seat, the same seed produces the same win chances."""
    moment = choice_of_moves()
    (seat,) = moment.match.decisions
    asked = msgspec.to_builtins(Chances(match="m", version=moment.version, player="random"))
    asked = msgspec.to_builtins(CHANCES.complete(msgspec.convert(asked, Chances), played_match()[0]))
    true = variant_on(CHANCES, asked, played_match()[0])
    dealt = deal(moment.match, moment.known[seat], Luck(b"another"))
    other = replace(true, start=replace(true.start, match=dealt))

    assert dealt.players != moment.match.players
    for trial in range(3):
        seed = seed_of(JOB, 0, trial)
        assert play_and_measure(CHANCES, true, seed) == play_and_measure(CHANCES, other, seed)


@pytest.mark.rule("TC-PLAY-11")
def test_win_chances_are_about_a_seat_and_moves_of_that_version() -> None:
    """The service refuses a seat that did not decide, a move that was not legal, or a version without a decision."""
    past, end = played_match()
    moment = choice_of_moves()
    (seat,) = moment.match.decisions
    (other,) = {*end.players} - {seat}
    legal = tuple(named_moves(moment.match, seat))

    with pytest.raises(AnotherSeatDecided) as waiting:
        CHANCES.complete(Chances(match="m", version=moment.version, seat=other), past)
    assert waiting.value.needs == (seat,)
    with pytest.raises(NotInThisMatch):
        CHANCES.complete(Chances(match="m", version=moment.version, seat="eve"), past)
    with pytest.raises(MoveUnknown) as wrong:
        CHANCES.complete(Chances(match="m", version=moment.version, moves=("Pass, twice",)), past)
    assert wrong.value.needs == legal
    with pytest.raises(NobodyDecidedThere):
        CHANCES.complete(Chances(match="m", version=1), past)
    twice = (legal[0], legal[1], legal[0])
    both = CHANCES.complete(Chances(match="m", version=moment.version, moves=twice), past)
    assert both.moves == legal[:2]
    assert [one["type"] for one in both.commands] == [
        type(named_moves(moment.match, seat)[move].command).__name__ for move in legal[:2]
    ]


RAW: Final = re.compile(r"None|_|#|\b\w+-\w+\b(?<!face-down)|\b[a-z]+[A-Z]|\d\d")


def test_moves_are_named_in_the_words_of_players() -> None:
    """Moves are named after cards, zones and seats, without card numbers, fields or ids. No two moves share a name."""
    named, verbs = dict[str, str](), set[str]()
    for one in moments(played_match()[0]):
        for seat in one.match.decisions:
            found = named_moves(one.match, seat)
            assert [move.key for move in found.values()] == [*moves(look_at(one.match), seat)]
            named |= dict.fromkeys(found, seat)
            verbs |= {name.split()[0] for name in found}

    assert [] == [name for name in named if RAW.search(name)]
    assert {"Keep", "Go", "Play", "Sacrifice", "Put", "Activate", "Use", "Attack", "End", "Pay", "Choose"} <= verbs
    attacks = [(name, seat) for name, seat in named.items() if name.startswith("Attack ")]
    assert all(re.fullmatch(r"Attack (ann|bob)'s .+( in zone \d)? with .+", name) for name, _ in attacks)
    assert not [name for name, seat in attacks if f"Attack {seat}'s" in name]


def test_a_hidden_card_is_named_by_its_zone() -> None:
    """In the name of a move, a card hidden from the seat is described only by its zone."""
    match = next(one.match for one in moments(played_match()[0]) if one.match.turn > 2).mutable_copy()
    seat, decision = next(iter(match.decisions.items()))
    (other,) = {*match.players} - {seat}
    card = next(one for one in match.table.values() if one.seat == other and one.place == "hand")
    asked = replace(decision, kind="choose_targets", options=(card.id,), least=1, most=1, words=())
    match.decisions[seat] = asked
    assert [f"Choose a card in {other}'s hand"] == [*named_moves(match, seat)]


# ---------------------------------------------------------------- as jobs


def clear_job(precision: Precision | None = None) -> JobRequested:
    """Return the event that requests a job whose trials show clearly which move is best."""
    chances = CHANCES.complete(Chances(match="m", version=clear_choice(), player="random"), played_match()[0])
    asked = msgspec.json.decode(msgspec.json.encode(chances))
    return JobRequested(
        simulate=asked, analysis="chances", trials=10 * CLEAR, chunk_trials=EACH, confidence=95,
        precision=precision, seed=JOB, ruleset="test", at=0,
    )  # fmt: skip


@pytest.mark.rule("AR-JOB-14")
def test_job_of_win_chances_ends_once_the_best_move_is_known() -> None:
    """A job ends with the chunk that shows the best move, in whatever order chunks arrive.

    A job that requests a precision continues.
    """
    asked = clear_job()
    variants = (variant_on(CHANCES, asked.simulate, played_match()[0]),)
    chunks = [
        run_chunk(CHANCES, variants, Chunk(job_seed=bytes.fromhex(JOB), number=at, trials=EACH))
        for at in range(CLEAR // EACH)
    ]
    ends = []
    for order in (range(len(chunks)), reversed(range(len(chunks)))):
        spec, happened = Spec(job_of(JobKinds(SIMULATION, ANALYSES))).given(asked), list[object]()
        for at in order:
            if spec.state.status == "running":
                happened += spec.when(CompleteChunk(chunk=at, result=chunks[at]), seat="clock").take_events()
        ends.append((happened[-1], canonical(spec.state.found)))
    (end, _), other = ends

    assert isinstance(end, JobCompleted)
    assert (end.why, end.trials, end.chunks <= len(chunks)) == ("best", EACH * end.chunks, True)
    assert other == ends[0]
    wide = clear_job(Precision(measure=next(iter(CHANCES.measures(variants[0].request))), half_width="0.001"))
    spec = Spec(job_of(JobKinds(SIMULATION, ANALYSES))).given(wide)
    for at, chunk in enumerate(chunks):
        spec.when(CompleteChunk(chunk=at, result=chunk), seat="clock").take_events()
    assert spec.state.status == "running"


@pytest.mark.rule("AR-JOB-13")
def test_only_a_stream_that_is_over_and_short_enough_is_analysed() -> None:
    """The service refuses to analyse a running match, or a match with more versions than the limit."""
    over, asked = Stream(id="m", game=match_game.initial, version=MOST, closed=True), Course(match="m")

    check_stream(over, "course", None, asked)
    with pytest.raises(TooLongToAnalyse) as long:
        check_stream(replace(over, version=MOST + 1), "course", None, asked)
    assert (long.value.needs, long.value.has, long.value.field) == (MOST, MOST + 1, "course")
    with pytest.raises(NotOverYet):
        check_stream(replace(over, closed=False), "course", None, asked)


@pytest.mark.rule("AR-JOB-13")
def test_analysis_takes_no_comparison() -> None:
    """The service refuses an analysis that the game does not have, and any analysis that uses `against`."""
    past, _ = played_match()
    asked = msgspec.json.decode(msgspec.json.encode(COURSE.complete(Course(match="m"), past)))
    ask = RequestJob(
        seats=(SeatAsk(seat="gm", role="gm"),), simulate=asked, analysis="course", trials=10, seed=JOB, ruleset="test"
    )  # fmt: skip
    job = job_of(JobKinds(SIMULATION, ANALYSES))

    Spec(job).when(replace(ask, against=asked)).then_refused(RequestUnclear, has="course")
    Spec(job).when(replace(ask, analysis="fortune")).then_refused(RequestUnclear, needs=("course", "chances", "impact"))
    assert [type(one).__name__ for one in Spec(job).when(ask).take_events()] == ["JobRequested"]
