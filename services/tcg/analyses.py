"""Analyses of a match: each seat's win chance at each version, and a seat's win chance after each possible move.

A trial starts from a position of the match, and computer players play on from there to the end. In a `Course`, all
hands stay as they were, and only the decks are reordered. For `Chances`, the trials deal again every card that the
deciding seat did not know, so the result depends only on that seat's knowledge. If the settings allow it, a seat may
request its `Chances` while the match runs.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Annotated, Any, Final, TypeAlias

from msgspec import Meta, Struct
from msgspec.structs import replace

from services.tcg.game import match as match_game
from services.tcg.players import BY_NAME, COSTS, QuickName
from services.tcg.playing.asking import question_of
from services.tcg.playing.dealing import deal, deal_decks, leaves_in_flight
from services.tcg.playing.knowledge import Knowledge
from services.tcg.playing.lists import possible_lists
from services.tcg.playing.moves import moves
from services.tcg.playing.naming import named_moves
from services.tcg.playing.position import RESTING, PlayedMatch, act
from services.tcg.state.match import Match
from shared.kernel.forbidden import body_of
from shared.kernel.jobs.analysis import Analysis, Past, SeatHelp, still_runs
from shared.kernel.jobs.kind import Kind
from shared.kernel.jobs.tally import Value
from shared.kernel.messages import MAX_NUMBER, Id, Seat
from shared.kernel.players.house import fold_known
from shared.kernel.players.luck import Luck
from shared.kernel.players.position import Key
from shared.kernel.refusals import Refusal
from shared.kernel.stream import Stream, TakenBack, with_counters

MOST_VERSIONS: Final = 100
"""The maximum number of versions that a course analyses."""
MOST_MOVES: Final = 64
MOST_DECISIONS: Final = 5_000
"""The maximum number of decisions in one trial. If no player has won by then, the trial has no winner."""
DEALT: Final = b"what a seat may know"
"""The seed for dealing hidden cards again, before the trials measure the win chance of each move."""
Move: TypeAlias = Annotated[str, Meta(min_length=1, max_length=2_000, description="a move, as the measures name it")]
Version: TypeAlias = Annotated[int, Meta(ge=1, le=MAX_NUMBER)]


class NobodyDecidedThere(Refusal, rule="TC-PLAY-10"):
    """No player had to decide anything at this version: ask about a version or a match that `needs` names."""


class AnotherSeatDecided(Refusal, rule="TC-PLAY-11"):
    """Another seat had to decide at this version of the match: name a seat that is listed in `needs`."""


class NotInThisMatch(Refusal, rule="TC-PLAY-10"):
    """This seat did not play in the match: name only seats that are listed in `needs`."""


class MoveUnknown(Refusal, rule="TC-PLAY-11"):
    """This was not a legal move of the seat at this version: name only moves listed in `needs`, or no moves at all."""


class HelpNotAllowed(Refusal, rule="TC-PLAY-12"):
    """This match does not allow analysis while it is running (`allow_analysis`): ask again once it is over."""


class HelpNeedsASeat(Refusal, rule="TC-PLAY-12"):
    """No seat is named, though the match still runs: name yours, since win chances depend on what that seat knows."""


class NotTheCurrentVersion(Refusal, rule="TC-PLAY-12"):
    """The match is running, and this is not its current version: ask about the version named in `needs`."""


class OthersAreChoosing(Refusal, rule="TC-PLAY-12"):
    """Another player's unfinished play or effect concerns hidden cards: ask again once it is finished."""


class Course(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Each seat's win chance at each version of a match, if computer players had played on from that version.

    By default, `versions` are those at which a player could act, attack or change its hand, at most 100 of them. Other
    decisions, such as responses and choices for an effect, are analysed only if `versions` names them. By default,
    `seats` lists all seats. Each trial starts at one of the versions, chosen at random. Twenty trials per version give
    a first impression.
    """

    match: Id
    versions: Annotated[tuple[Version, ...], Meta(max_length=MOST_VERSIONS)] = ()
    seats: Annotated[tuple[Seat, ...], Meta(max_length=8)] = ()
    player: QuickName = "greedy"


class Chances(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A seat's win chance with each of its moves at a version, if computer players then play to the end.

    By default, `seat` is the seat that had to decide at that version, and `moves` lists all of its moves. The server
    adds `commands`, which lists the command for each move, in the same order. The job ends as soon as the best move is
    clear, or else after all trials. If the settings have `allow_analysis`, a seat may request its own win chances while
    the match runs, at the current version.
    """

    match: Id
    version: Version
    seat: Seat | None = None
    moves: Annotated[tuple[Move, ...], Meta(max_length=MOST_MOVES)] = ()
    commands: Annotated[tuple[dict[str, Any], ...], Meta(max_length=MOST_MOVES)] = ()
    player: QuickName = "greedy"


class Moment(Struct, frozen=True):
    """A version of a match at which a player had to decide: the match's state then, and each seat's knowledge."""

    version: int
    match: Match
    known: Mapping[Seat, Knowledge]


def moments(past: Past) -> Iterator[Moment]:
    """Yield the versions of a match at which a player had to decide, in order.

    A player's knowledge is recorded from the time when the player joins, since no hidden event happens before that.
    """
    known = dict[Seat, Knowledge]()
    match: Match = match_game.initial
    needed = {event.to for commit in past for event in commit.events if isinstance(event, TakenBack)}
    kept: dict[int, Moment] = {}
    for commit in past:
        match = fold_known(match_game, match, known, commit.events)
        for event in commit.events[-1:]:
            if isinstance(event, TakenBack):
                match = with_counters(match_game, match, kept[event.to].match)
                known = {seat: one.copy() for seat, one in kept[event.to].known.items()}
        known |= {seat: Knowledge(seat=seat) for seat in match.players if seat not in known}
        if commit.version in needed:
            kept[commit.version] = Moment(commit.version, match, {seat: one.copy() for seat, one in known.items()})
        if match.stage != "finished" and match.decisions:
            yield Moment(commit.version, match, {seat: one.copy() for seat, one in known.items()})


def play_out(game: PlayedMatch, player: str, luck: Luck) -> Seat:
    """Have computer players play a match to its end, and return the winner, or an empty string if nobody wins."""
    for _ in range(MOST_DECISIONS):
        if game.over:
            return game.state.winner
        seat = next(iter(game.state.decisions))
        choice = BY_NAME[player](question_of(game.state, seat, open_lists=True), luck.seed())
        game.events.clear()
        act(game, seat, choice.command)
    return ""


def cost_of_playout(request: Course | Chances) -> int:
    """Estimate the time of a trial, in microseconds. On average, a trial is half a match between two players."""
    return COSTS[request.player]


# ---------------------------------------------------------------- the course of a match


def complete_course(request: Course, past: Past) -> Course:
    """Return the request with the missing versions and seats filled in.

    Rule:    TC-PLAY-10
    Refuses: NobodyDecidedThere, NotInThisMatch
    """
    there = list(moments(past))
    versions = [moment.version for moment in there]
    for version in request.versions:
        if version not in versions:
            raise NobodyDecidedThere(needs=_near(versions, version), has=version, field="course.versions")
    players = tuple(there[-1].match.players) if there else ()
    for seat in request.seats:
        if seat not in players:
            raise NotInThisMatch(needs=players, has=seat, field="course.seats")
    could_act = [one.version for one in there if any(asked.kind in RESTING for asked in one.match.decisions.values())]
    if not request.versions and not could_act:
        raise NobodyDecidedThere(needs="a match in which a player had a turn", has=request.match, field="course.match")
    asked, seats = tuple(sorted({*request.versions})), tuple(dict.fromkeys(request.seats))
    return replace(request, versions=asked or _spread(could_act), seats=seats or players)


def _near(versions: Sequence[int], version: int) -> tuple[str, ...]:
    """Return up to five of the versions in ascending order: those nearest to the requested version."""
    return tuple(map(str, sorted(sorted(versions, key=lambda one: (abs(one - version), one))[:5])))


def _spread(versions: Sequence[int]) -> tuple[int, ...]:
    """Return at most `MOST_VERSIONS` of the given versions, evenly spread, including the first and the last."""
    last, steps = len(versions) - 1, MOST_VERSIONS - 1
    if last <= steps:
        return tuple(versions)
    return tuple(versions[last * step // steps] for step in range(MOST_VERSIONS))


class _Course(Struct, frozen=True):
    request: Course
    moments: Sequence[Moment]


def prepare_course(request: Course, past: Past) -> _Course:
    """Return the positions from which the trials of a course start."""
    return _Course(request, [one for one in moments(past) if one.version in request.versions])


def measure_course(course: _Course, seed: bytes) -> Mapping[str, Value]:
    """Play on from one of the versions, chosen at random, and return who wins. Rule: TC-PLAY-10."""
    luck = Luck(seed)
    moment = luck.one_of(course.moments)
    game = PlayedMatch.seeded(deal_decks(moment.match, moment.known, luck), luck.seed())
    winner = play_out(game, course.request.player, luck)
    return {_wins_from(seat, moment.version): int(seat == winner) for seat in course.request.seats}


def measures_of_course(request: Course) -> Mapping[str, Kind]:
    """Return the names and kinds of the measures: for each version and seat, how often the seat wins from there."""
    return {_wins_from(seat, version): "share" for version in request.versions for seat in request.seats}


def _wins_from(seat: Seat, version: int) -> str:
    return f"{seat} wins from {version}"


# ---------------------------------------------------------------- the chances of moves


def complete_chances(request: Chances, past: Past) -> Chances:
    """Return the request with the seat and the moves filled in if they are missing.

    Rule:    TC-PLAY-11, TC-PLAY-12
    Refuses: NobodyDecidedThere, NotInThisMatch, AnotherSeatDecided, OthersAreChoosing, MoveUnknown
    """
    moment = _moment_at(past, request.version)
    seat = request.seat or next(iter(moment.match.decisions))
    if seat not in moment.match.players:
        raise NotInThisMatch(needs=tuple(moment.match.players), has=seat, field="chances.seat")
    if seat not in moment.match.decisions:
        raise AnotherSeatDecided(needs=tuple(moment.match.decisions), has=seat, field="chances.seat")
    if still_runs(past):
        check_settled(moment, seat)
    legal = named_moves(_deal_unknown(moment, seat), seat)
    for move in request.moves:
        if move not in legal:
            raise MoveUnknown(needs=tuple(legal)[:MOST_MOVES], has=move, field="chances.moves")
    asked = tuple(dict.fromkeys(request.moves)) or tuple(legal)[:MOST_MOVES]
    return replace(request, seat=seat, moves=asked, commands=tuple(body_of(legal[move].command) for move in asked))


def check_settled(moment: Moment, seat: Seat) -> None:
    """Check that no other seat has an unfinished play or effect with hidden cards, which cannot be dealt again.

    Rule:    TC-PLAY-12
    Refuses: OthersAreChoosing
    """
    if leaves_in_flight(moment.match, moment.known[seat]):
        raise OthersAreChoosing(needs="a finished play or effect", has="an unfinished one", field="chances.version")


def _moment_at(past: Past, version: int) -> Moment:
    versions = []
    for moment in moments(past):
        if moment.version == version:
            return moment
        versions.append(moment.version)
    raise NobodyDecidedThere(needs=_near(versions, version), has=version, field="chances.version")


class _Chances(Struct, frozen=True):
    """The starting point of all trials: a match that agrees with the seat's knowledge, and this knowledge."""

    request: Chances
    match: Match
    known: Knowledge
    keys: Mapping[str, Key]
    """The key of each move, by the move's name."""


def prepare_chances(request: Chances, past: Past) -> _Chances:
    """Return the position from which the trials start. It contains nothing that was hidden from the seat."""
    moment, seat = _moment_at(past, request.version), request.seat or ""
    dealt = _deal_unknown(moment, seat)
    legal = named_moves(dealt, seat)
    return _Chances(request, dealt, moment.known[seat], {move: legal[move].key for move in request.moves})


def _deal_unknown(moment: Moment, seat: Seat) -> Match:
    """Return the match at a moment, after dealing again all cards that the seat does not know. Rule: TC-PLAY-12."""
    luck = Luck(DEALT)
    dealt = deal(moment.match, moment.known[seat], luck, possible_lists(moment.match, luck))
    for other, player in dealt.players.items():
        player.deck_list = player.deck_list if other == seat else None
    return dealt


def measure_chances(chances: _Chances, seed: bytes) -> Mapping[str, Value]:
    """Deal the cards that the seat does not know, and play on after each move, each time with the same random numbers.

    Rule:    TC-PLAY-11
    """
    request, match, luck = chances.request, chances.match, Luck(seed)
    seat = request.seat or ""
    dealt = deal(match, chances.known, luck, possible_lists(match, luck))
    after, found = luck.seed(), dict[str, Value]()
    for move in request.moves:
        same_luck = Luck(after)
        game = PlayedMatch.seeded(dealt.mutable_copy(), same_luck.seed())
        act(game, seat, moves(game, seat)[chances.keys[move]])
        found[_wins_with(move)] = int(play_out(game, request.player, same_luck) == seat)
    return found


def measures_of_chances(request: Chances) -> Mapping[str, Kind]:
    """Return the names and kinds of the measures: for each move, how often the seat wins after it."""
    return {_wins_with(move): "share" for move in request.moves}


def _wins_with(move: str) -> str:
    return f"wins with {move}"


def check_help(request: Chances, stream: Stream[Match]) -> None:
    """Check that a running match may be analysed for a seat.

    Rule:    TC-PLAY-12
    Refuses: HelpNotAllowed, HelpNeedsASeat, NotTheCurrentVersion
    """
    if not stream.game.settings.allows_analysis:
        raise HelpNotAllowed(needs="allow_analysis, or a match that is over", has="a running match", field="chances")
    if request.seat is None:
        raise HelpNeedsASeat(needs=tuple(stream.game.players), field="chances.seat")
    if request.version != stream.version:
        raise NotTheCurrentVersion(needs=stream.version, has=request.version, field="chances.version")


def _check(_: Course | Chances) -> None:
    """Accept every request at first. Its contents are checked later, once its match is loaded."""


COURSE: Final = Analysis[Match, Course](
    game=match_game, request=Course, check=_check, stream=lambda request: request.match,
    cost=cost_of_playout, measures=measures_of_course,
    complete=complete_course, prepare=prepare_course, measured=measure_course,
    examples={"how likely was each seat to win, as the match went on?": {"course": {"match": "m1"}, "trials": 2_000}},
)  # fmt: skip
CHANCES: Final = Analysis[Match, Chances](
    game=match_game, request=Chances, check=_check, stream=lambda request: request.match,
    cost=lambda request: cost_of_playout(request) * max(1, len(request.moves)), measures=measures_of_chances,
    complete=complete_chances, prepare=prepare_chances, measured=measure_chances,
    rivals=lambda request: [*measures_of_chances(request)],
    help=SeatHelp(seat=lambda request: request.seat, check=check_help),
    examples={"which move was best?": {"chances": {"match": "m1", "version": 20}, "trials": 200}},
)  # fmt: skip
ANALYSES: Final[Mapping[str, Analysis[Match, Course] | Analysis[Match, Chances]]] = {
    "course": COURSE, "chances": CHANCES,
}  # fmt: skip
