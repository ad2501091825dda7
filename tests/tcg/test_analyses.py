"""The course of a match that is over, and the chances of its moves: what is asked, measured and refused."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any, Final

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
    Moment,
    MoveUnknown,
    NobodyDecidedThere,
    NotInThisMatch,
    moments,
)
from services.tcg.chapters.looking import look_at
from services.tcg.game import match as match_game
from services.tcg.playing.dealing import deal, deal_decks
from services.tcg.playing.moves import moves
from services.tcg.simulations import ANALYSES, SIMULATION
from services.tcg.state.match import Match
from shared.kernel.chance import SeedTape, Unseeded
from shared.kernel.context import Intent
from shared.kernel.game import SeatAsk
from shared.kernel.jobs.analysis import MOST_VERSIONS as MOST
from shared.kernel.jobs.analysis import Analysis, JobKinds, Past, check_stream
from shared.kernel.jobs.chunk import Chunk, play_and_measure, request_of, run_chunk, variant_on
from shared.kernel.jobs.commands import RequestJob
from shared.kernel.jobs.game import job_of
from shared.kernel.jobs.refusals import NotOverYet, RequestUnclear, TooLongToAnalyse
from shared.kernel.jobs.report import seed_of
from shared.kernel.jobs.simulation import NO_SALTS
from shared.kernel.messages import Command
from shared.kernel.players.luck import Luck
from shared.kernel.replay import Commit
from shared.kernel.stream import Sender, Stream, settle
from tests.support.spec import Spec

RANDOM: Final = {"decks": ["lantern", "tide"], "players": ["random", "random"], "windows": "none"}
JOB: Final = "5e" * 32


@cache
def played_match() -> tuple[Past, Match]:
    """Play a match of two random players; return its commits and its end."""
    request, seed = request_of(SIMULATION, dict(RANDOM)), seed_of(JOB, 0, 0)
    stream, past = Stream(id="simulated", game=match_game.initial), list[Commit]()
    asked: Intent | None = intent("gm", SIMULATION.opening(request))
    while asked is not None:
        tape = SeedTape(seed=seed, digest=NO_SALTS, version=stream.version)
        settled = settle(match_game, stream, asked, tape if stream.opened else Unseeded(lambda: seed))
        stream = settled.after
        sender = Sender(asked.seat, asked.role)
        past.append(Commit(version=stream.version, at=0, drew=False, events=settled.events, sender=sender))
        move = None if stream.closed else SIMULATION.policy(request, stream)
        asked = None if move is None else intent(move.seat, move.command)
    return past, stream.game


def intent(seat: str, command: Command) -> Intent:
    """Return a command that a seat sends."""
    return Intent(id="move", seat=seat, role="gm" if seat == "gm" else "player", at=0, by="test", command=command)


def measured(analysis: Analysis[Any, Any], request: Course | Chances, *, trials: int) -> Mapping[str, float]:
    """Return the share of each measure in some trials."""
    past, _ = played_match()
    asked = msgspec.to_builtins(analysis.complete(request, past))
    found = run_chunk(
        analysis, (variant_on(analysis, asked, past),), Chunk(job_seed=bytes(32), number=0, trials=trials)
    )  # fmt: skip
    return {name: int(tally.total) / tally.trials for name, tally in found.ours.items()}


# ---------------------------------------------------------------- the course


@pytest.mark.rule("TC-PLAY-10")
def test_a_course_is_about_all_seats_and_about_the_versions_at_which_a_player_could_act() -> None:
    """What the request leaves out is filled in, so that the measures follow from it."""
    past, end = played_match()
    course = COURSE.complete(Course(match="m"), past)
    acted = [one.version for one in moments(past) if any(each.kind == "act" for each in one.match.decisions.values())]

    assert course.seats == tuple(end.players)
    assert {*course.versions} >= {acted[0], acted[-1]}
    assert len(course.versions) <= MOST_VERSIONS
    assert [*COURSE.measures(course)][:2] == [f"{seat} wins from {course.versions[0]}" for seat in course.seats]


@pytest.mark.rule("TC-PLAY-10")
def test_who_is_about_to_win_wins_most_often() -> None:
    """From the last version at which a player could act, the winner of the match wins nearly always."""
    past, end = played_match()
    last = COURSE.complete(Course(match="m"), past).versions[-1]
    found = measured(COURSE, Course(match="m", versions=(last,)), trials=12)

    assert found[f"{end.winner} wins from {last}"] >= 0.8
    assert sum(found.values()) <= 1


@pytest.mark.rule("TC-PLAY-10")
def test_a_trial_of_a_course_plays_on_from_one_version() -> None:
    """Each trial measures every seat at one of the versions, and the same seed measures the same."""
    past, _ = played_match()
    variant = variant_on(COURSE, msgspec.to_builtins(COURSE.complete(Course(match="m", player="random"), past)), past)
    found = [play_and_measure(COURSE, variant, seed_of(JOB, 0, trial)) for trial in range(8)]

    assert all(len(one) == len(variant.request.seats) for one in found)
    assert len({name for one in found for name in one}) > len(variant.request.seats)
    assert found == [play_and_measure(COURSE, variant, seed_of(JOB, 0, trial)) for trial in range(8)]
    assert {*COURSE.measures(variant.request)} >= {name for one in found for name in one}


@pytest.mark.rule("TC-PLAY-10")
def test_a_course_draws_only_the_order_of_decks() -> None:
    """Hands and face-down commands stay, a deck keeps its cards, and a card whose place its owner knew stays there."""
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
    """A version at which nobody decided is refused with those near it, and a seat that did not play with those."""
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


def choice_of_moves() -> Moment:
    """Return a version in mid-match at which a seat may act in at least three ways."""
    for one in moments(played_match()[0]):
        seat, asked = next(iter(one.match.decisions.items()))
        if one.match.turn > 2 and asked.kind == "act" and len(moves(look_at(one.match), seat)) >= 3:
            return one
    raise AssertionError("no seat had a choice")


@pytest.mark.rule("TC-PLAY-11")
def test_each_legal_move_has_a_chance() -> None:
    """Without a seat and moves, it is about all moves of the seat that decided."""
    moment = choice_of_moves()
    (seat,) = moment.match.decisions
    legal = moves(look_at(moment.match), seat)
    found = measured(CHANCES, Chances(match="m", version=moment.version, player="random"), trials=6)

    assert [*found] == sorted(f"wins with {move}" for move in legal)
    assert all(0 <= share <= 1 for share in found.values())


@pytest.mark.rule("TC-PLAY-11")
def test_chances_do_not_depend_on_what_the_seat_does_not_know() -> None:
    """In a match that differs only in hidden cards, the same seed gives the same results."""
    moment = choice_of_moves()
    (seat,) = moment.match.decisions
    asked = msgspec.to_builtins(Chances(match="m", version=moment.version, player="random"))
    asked = msgspec.to_builtins(CHANCES.complete(msgspec.convert(asked, Chances), played_match()[0]))
    true = variant_on(CHANCES, asked, played_match()[0])
    dealt = deal(moment.match, moment.known[seat], Luck(b"another"))
    other = replace(true, start=replace(true.start, moment=Moment(moment.version, dealt, moment.known)))

    assert dealt.players != moment.match.players
    for trial in range(3):
        seed = seed_of(JOB, 0, trial)
        assert play_and_measure(CHANCES, true, seed) == play_and_measure(CHANCES, other, seed)


@pytest.mark.rule("TC-PLAY-11")
def test_chances_name_a_seat_and_moves_of_that_version() -> None:
    """Another seat, a move that was not legal, and a version at which nobody decided are refused."""
    past, end = played_match()
    moment = choice_of_moves()
    (seat,) = moment.match.decisions
    (other,) = {*end.players} - {seat}
    legal = tuple(moves(look_at(moment.match), seat))

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
    assert CHANCES.complete(Chances(match="m", version=moment.version, moves=twice), past).moves == legal[:2]


# ---------------------------------------------------------------- as jobs


@pytest.mark.rule("AR-JOB-13")
def test_only_a_stream_that_is_over_and_short_enough_is_analysed() -> None:
    """A stream that still runs is refused, and so is one with more versions than the limit."""
    over = Stream(id="m", game=match_game.initial, version=MOST, closed=True)

    check_stream(over, "course")
    with pytest.raises(TooLongToAnalyse) as long:
        check_stream(replace(over, version=MOST + 1), "course")
    assert (long.value.needs, long.value.has, long.value.field) == (MOST, MOST + 1, "course")
    with pytest.raises(NotOverYet):
        check_stream(replace(over, closed=False), "course")


@pytest.mark.rule("AR-JOB-13")
def test_an_analysis_is_never_compared() -> None:
    """With `against` it is refused, and so is an analysis that the game does not have."""
    past, _ = played_match()
    asked = msgspec.json.decode(msgspec.json.encode(COURSE.complete(Course(match="m"), past)))
    ask = RequestJob(
        seats=(SeatAsk(seat="gm", role="gm"),), simulate=asked, analysis="course", trials=10, seed=JOB, ruleset="test"
    )  # fmt: skip
    job = job_of(JobKinds(SIMULATION, ANALYSES))

    Spec(job).when(replace(ask, against=asked)).then_refused(RequestUnclear, has="course")
    Spec(job).when(replace(ask, analysis="fortune")).then_refused(RequestUnclear, needs=("course", "chances"))
    assert [type(one).__name__ for one in Spec(job).when(ask).happened()] == ["JobRequested"]
