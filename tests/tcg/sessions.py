"""The matches recorded in the golden logs. `make bless LOG=…` records one of them again.

Players choose by weights with a fixed seed. A session that needs a certain kind of match uses the first seed
that leads to such a match.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Final

from services.tcg.catalogue.language.effects import Cards
from services.tcg.catalogue.starter import DECKS
from services.tcg.chapters import agreement, taking_back
from services.tcg.chapters.agreement import AnswerDraw, CallTime, Concede, OfferDraw
from services.tcg.chapters.chain import EffectDeclared, EffectNegated, EffectResolved
from services.tcg.chapters.course import AttackDeclared
from services.tcg.chapters.entering import CommandFlipped, FormPlayed, SaviorFlipped
from services.tcg.chapters.lapsing import PlayLapsed
from services.tcg.chapters.taking_back import TakeBack
from services.tcg.chapters.turn import EndStep
from services.tcg.chapters.winning import PlayerRemoved
from services.tcg.playing.entries import Entry
from services.tcg.settings import MatchSettings, StallGuard
from services.tcg.words import WindowKind
from shared.kernel.messages import Event, Seat
from tests.tcg.against_house import against_the_house
from tests.tcg.borrowing import borrowed_back
from tests.tcg.journal import LIKED, Journal, Weigh, lively
from tests.tcg.mourning import last_seen
from tests.tcg.schools import AIMS, DEEDS, EARS, ECHO, LAST, LAWS, PLAIN, PURSES, deck_of

GOLDEN: Final = Path(__file__).with_name("golden")
LANTERN, TIDE = DECKS["lantern"], DECKS["tide"]
LARGEST: Final = 390_000
"""Maximum size of a log in bytes."""
SEEDS: Final = 400
"""Number of seeds that a search tries."""
ANSWERING: Final[tuple[WindowKind, ...]] = ("W1", "W2", "W4")


def first(played: Callable[[int], Journal], fits: Callable[[Journal], bool], *, most: int = LARGEST) -> Journal:
    """Return the match of the first seed that meets a condition and has a log of fewer than `most` bytes."""
    for seed in range(1, SEEDS):
        journal = played(seed)
        if fits(journal) and sum(map(len, journal.lines())) < most:
            return journal
    raise LookupError("no seed gives such a match")


def over(journal: Journal) -> bool:
    """Return whether a match is finished."""
    return journal.state.stage == "finished"


def longest_chain(events: Sequence[Event]) -> int:
    """Return the highest number of declared effects that were on the chain at the same time."""
    longest = links = 0
    for event in events:
        links += isinstance(event, EffectDeclared) - isinstance(event, EffectResolved)
        longest = max(longest, links)
    return longest


def kinds_attacked(journal: Journal) -> set[str]:
    """Return which kinds of cards were attacked: forms, saviors or both."""
    saviors = {player.savior for player in journal.state.players.values()}
    attacks = (event for event in journal.events if isinstance(event, AttackDeclared))
    return {"savior" if event.target in saviors else "form" for event in attacks}


def has_events(journal: Journal, *kinds: type[Event]) -> bool:
    """Return whether the match had an event of each of these types."""
    return set(kinds) <= set(map(type, journal.events))


# ---------------------------------------------------------------- whole matches


def two_lights() -> Journal:
    """Play a two-player match to its end, with chains of three effects, flips of both saviors, and combat."""

    def play(seed: int) -> Journal:
        journal = Journal("ann", "bob", seed=seed)
        journal.begin(LANTERN, TIDE)
        journal.play(lively, until=over)
        return journal

    def fits(journal: Journal) -> bool:
        whole = over(journal) and kinds_attacked(journal) == {"savior", "form"} and longest_chain(journal.events) >= 3
        return whole and has_events(journal, SaviorFlipped, CommandFlipped, EffectNegated)

    return first(play, fits)


def three_at_the_table() -> Journal:
    """Play a three-player match in which one player loses midway and one of the others wins."""

    def play(seed: int) -> Journal:
        journal = Journal("ann", "bob", "cat", settings=MatchSettings(auto_pass="no_legal_response"), seed=seed)
        journal.begin(LANTERN, TIDE, LANTERN, stops=ANSWERING)
        journal.play(lively, until=over)
        return journal

    def fits(journal: Journal) -> bool:
        turns = [event for event in journal.events if type(event).__name__ in {"PlayerRemoved", "TurnStarted"}]
        out = next((at for at, event in enumerate(turns) if isinstance(event, PlayerRemoved)), 0)
        return over(journal) and bool(journal.state.winner) and 3 < out < len(turns) - 3

    return first(play, fits)


# ---------------------------------------------------------------- every part of the card language


CURIOUS: Final = {"EndStep": 4, "DeclareAttack": 2, "SpiritualizeCard": 12, "FlipSavior": 2, "PlayCommand": 12}


def curious(journal: Journal, seat: Seat, entry: Entry) -> int:  # noqa: ARG001 any seat
    """Return the weight of a command for a player who wants to see each effect resolve once."""
    effect = entry.body.get("effect", "")
    if not effect:
        name = entry.kind.__name__
        return CURIOUS.get(name, LIKED[name])
    left = voluntary(journal) - journal.resolved
    if effect in LAST:
        return 60 * (left <= LAST)
    return 60 * (effect in left)


def restless(journal: Journal, seat: Seat, entry: Entry) -> int:
    """Return the weight of a command for a player who wants to see effects resolve repeatedly."""
    return curious(journal, seat, entry) or 2 * (entry.body.get("effect") not in LAST)


def voluntary(journal: Journal) -> set[str]:
    """Return the keys of the match's voluntary effects, except the effects of spirits and commands."""
    printed, abilities = journal.game.pool.printed, journal.game.pool.abilities
    return {key for key, one in abilities.items() if one.voluntary and printed[one.card].kind == "form"}


def has_seen_all(journal: Journal) -> bool:
    """Return whether every voluntary effect has resolved; players use effects that win the match last."""
    return voluntary(journal) - journal.resolved <= ({"judge#crown"} if journal.state.reason == "effect" else set())


def every_deed() -> Journal:
    """Play a three-player match in which every step of the card language is carried out."""

    def play(seed: int) -> Journal:
        settings = MatchSettings(form_zones=5, spirits_on_return="owner_hand", auto_pass="no_legal_response", cut="ask")
        return _at_school(DEEDS, settings, seed, until=has_seen_all)

    return first(play, has_seen_all)


def every_call() -> Journal:
    """Play a three-player match in which every event of the card language triggers an effect."""

    def play(seed: int) -> Journal:
        settings = MatchSettings(form_zones=5, auto_pass="no_legal_response")
        return _at_school(EARS, settings, seed, until=lambda journal: not unheard(journal), weigh=restless)

    return first(play, lambda journal: not unheard(journal), most=300_000)


def every_cost() -> Journal:
    """Play a two-player match in which players pay every cost of the card language."""

    def play(seed: int) -> Journal:
        settings = MatchSettings(form_zones=5, auto_pass="no_legal_response")
        return _at_school(PURSES, settings, seed, until=has_seen_all, seats=("ann", "bob"))

    return first(play, has_seen_all)


def unheard(journal: Journal) -> set[str]:
    """Return the names of the events that could trigger an effect of this match but have not yet done so."""
    called = {one.event.event for event in journal.events for one in getattr(event, "effects", ())}
    return set(journal.game.pool.heard) - called


def every_law() -> Journal:
    """Play a two-player match in which every static ability applies and every replacement is used."""

    def play(seed: int) -> Journal:
        settings = MatchSettings(form_zones=5, auto_pass="no_legal_response")
        journal = Journal("ann", "bob", settings=settings, cards=LAWS, seed=seed)
        journal.begin(deck_of(LAWS), deck_of(LAWS))
        journal.play(restless, until=lambda journal: not replacements_not_used(journal), most=250)
        return journal

    return first(play, lambda journal: not replacements_not_used(journal) and not forms_not_played(journal))


def forms_not_played(journal: Journal) -> set[str]:
    """Return the forms of the card set that no player has played."""
    printed = journal.game.pool.printed
    entered = {event.card for event in journal.events if isinstance(event, FormPlayed)}
    return {card for card, one in printed.items() if one.kind == "form"} - entered


def replacements_not_used(journal: Journal) -> set[str]:
    """Return the keys of the replacements that have not applied yet."""
    keys = {key.rpartition("|")[2] for event in journal.events for key in getattr(event, "keys", ())}
    printed, abilities = journal.game.pool.printed, journal.game.pool.abilities
    replacing = {key for key, one in abilities.items() if one.replacement is not None}
    return {key for key in replacing if printed[abilities[key].card].kind == "form"} - keys


def _at_school(
    cards: Cards, settings: MatchSettings, seed: int, *, until: Callable[[Journal], bool], weigh: Weigh = curious,
    seats: Sequence[Seat] = ("ann", "bob", "cat"),
) -> Journal:  # fmt: skip
    journal = Journal(*seats, settings=settings, cards=cards, seed=seed)
    journal.begin(*[deck_of(cards)] * len(seats))
    journal.play(weigh, until=until, most=350)
    return journal


# ---------------------------------------------------------------- how matches end


def a_draw_agreed() -> Journal:
    """Play until both players agree to a draw, after one offer that lapses and one that is declined."""
    journal = _short(MatchSettings(cut="ask"))
    _offer_draw(journal)
    journal.play(lively, until=lambda journal: journal.state.offer is None)
    journal.send(AnswerDraw(accept=False), _offer_draw(journal))
    journal.send(AnswerDraw(accept=True), _offer_draw(journal))
    return journal


def _offer_draw(journal: Journal) -> Seat:
    """Offer a draw from the seat with the decision; return the other seat."""
    seat = next(iter(journal.state.decisions))
    journal.send(OfferDraw(), seat)
    return journal.state.left_of(seat)


def a_concession() -> Journal:
    """Play some turns until one player concedes. The settings keep the hands secret after the end."""
    journal = _short(MatchSettings(reveal_log_after_end=False))
    journal.send(Concede(), journal.state.active)
    return journal


def only_what_has_changed() -> Journal:
    """Play some turns with all stops set until one player concedes, in a match with form 1 of the log."""
    journal = Journal("ann", "bob")
    journal.begin(LANTERN, TIDE)
    journal.play(lively, until=lambda journal: journal.state.turn == 4)
    journal.send(Concede(), journal.state.active)
    return journal


def a_set_by_name() -> Journal:
    """Open a match with a named release of the starter set; one player concedes in the first turn."""
    journal = Journal("ann", "bob")
    journal.begin(LANTERN, TIDE)
    journal.play(lively, until=lambda journal: journal.state.turn == 1)
    journal.send(Concede(), journal.state.active)
    return journal


def thought_better_of() -> Journal:
    """Play some turns until one player concedes. Each player takes back one play a turn when the rules allow it."""
    journal = Journal("ann", "bob")
    journal.begin(LANTERN, TIDE)
    while journal.state.turn < 5 and not over(journal):
        seat = next(iter(journal.state.decisions))
        if (
            taking_back.why_not(journal.game, seat) is None
            and journal.state.players[seat].taken_back_in < journal.state.turn
        ):
            journal.say(seat, TakeBack())
        else:
            journal.say(seat, journal.choice(seat, lively))
    journal.send(Concede(), journal.state.active)
    return journal


def a_play_lapses() -> Journal:
    """Play with three players until only one of them has forms that can be targets.

    That player concedes before another player has paid for a play with such a target, so the play lapses.
    """

    def play(seed: int) -> Journal:
        journal = Journal(
            "ann", "bob", "cat", settings=MatchSettings(auto_pass="no_legal_response"), cards=AIMS, seed=seed
        )
        journal.begin(*[deck_of(AIMS)] * 3)
        journal.play(restless, until=lambda journal: bool(_only_aim(journal)), most=60)
        if leaver := _only_aim(journal):
            journal.send(Concede(), leaver)
            journal.play(lively, until=over, most=20)
        return journal

    return first(play, lambda journal: has_events(journal, PlayLapsed))


def _only_aim(journal: Journal) -> Seat:
    """Return the one player whose forms can be chosen as targets, or "" if there are none or several."""
    state = journal.state
    asked = next((one for one in state.decisions.values() if one.kind in ("choose_targets", "pay")), None)
    if asked is None or state.out:
        return ""
    others = [seat for seat in state.opponents(asked.seat) if any(state.players[seat].forms)]
    return others[0] if len(others) == 1 else ""


def out_of_time() -> Journal:
    """Play with a clock that passes and ends turns for an absent player, and finally concedes for that player."""
    journal = _short(MatchSettings(decision_clock_s=30))
    while not over(journal):
        journal.waited += 30_000
        seat = next(iter(journal.state.decisions))
        if seat == "ann":
            journal.send(CallTime(of=seat), "bob")
        else:
            journal.say(seat, journal.choice(seat, lively))
    return journal


def passed_by_itself() -> Journal:
    """Play a three-player match in which the clock, after a wait, passes for seats that can only pass."""

    def play(seed: int) -> Journal:
        settings = MatchSettings(auto_pass="nothing_else")
        journal = Journal("ann", "bob", "cat", settings=settings, seed=seed)
        journal.begin(LANTERN, TIDE, LANTERN)
        for _ in range(120):
            due = None if over(journal) else agreement.due(journal.state)
            if due is not None:
                journal.waited += max(0, due.at - journal.now)
                journal.take_due()
            elif not over(journal):
                journal.play(lively, until=lambda _: False, most=1)
        return journal

    def has_enough_passes(journal: Journal) -> bool:
        return journal.sent["PassByItself"] > 10 and journal.sent["Pass"] > 2

    return first(play, has_enough_passes)


def too_many_turns() -> Journal:
    """Play a match until it reaches its maximum number of turns."""
    journal = _short(MatchSettings(stall_guard=StallGuard(max_turns=4)))
    journal.play(_idle, until=over)
    return journal


def without_end() -> Journal:
    """Play a match in which an effect triggers itself endlessly, until the stall guard ends the match."""

    def play(seed: int) -> Journal:
        settings = MatchSettings(stall_guard=StallGuard(queued=60), auto_pass="no_legal_response")
        journal = Journal("ann", "bob", settings=settings, cards=ECHO, seed=seed)
        journal.begin(deck_of(ECHO), deck_of(ECHO), stops=())
        journal.play(lively, until=over, most=120)
        return journal

    return first(play, lambda journal: journal.state.reason == "stall")


def _idle(journal: Journal, seat: Seat, entry: Entry) -> int:  # noqa: ARG001 any seat
    return int(entry.kind is EndStep)


def _short(settings: MatchSettings) -> Journal:
    """Play three turns with cards that have no effects, under these settings."""
    journal = Journal("ann", "bob", settings=settings, cards=PLAIN)
    journal.begin(deck_of(PLAIN), deck_of(PLAIN), stops=())
    journal.play(lively, until=lambda journal: journal.state.turn == 3)
    return journal


def with_concessions(played: Callable[[], Journal]) -> Callable[[], Journal]:
    """Wrap a session so that all players but one concede at its end, if its match is not over."""

    def whole() -> Journal:
        journal = played()
        for seat in journal.state.clockwise(journal.state.active)[1:]:
            if not over(journal):
                journal.send(Concede(), seat)
        return journal

    return whole


PLAYED: Final = (
    two_lights, three_at_the_table, every_deed, every_call, every_cost, every_law, a_draw_agreed, a_concession,
    only_what_has_changed, a_set_by_name, thought_better_of, a_play_lapses, out_of_time, passed_by_itself,
    too_many_turns, without_end, against_the_house, borrowed_back, last_seen,
)  # fmt: skip
SESSIONS: Final[Mapping[str, Callable[[], Journal]]] = {played.__name__: with_concessions(played) for played in PLAYED}
