"""Secrecy of hidden cards.

A seat's view does not depend on cards hidden from the seat. A twin of a match differs from it only in such
cards.
"""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterator
from random import Random
from typing import Any, Final

import msgspec
import pytest

from services.tcg.chapters import activating, commands, forms, spirits, windows
from services.tcg.chapters.decisions import Answer
from services.tcg.chapters.replacing import replace_event
from services.tcg.chapters.triggers import happen
from services.tcg.chapters.winning import PlayerRemoved
from services.tcg.playing.entries import entries
from services.tcg.settings import MatchSettings
from services.tcg.state.match import Match
from services.tcg.state.tasks import Go, TriggerEvent
from services.tcg.views import view
from shared.kernel.chance import ProbeTape
from shared.kernel.messages import Command, Event, Seat, canonical
from tests.tcg.board import board, card, command, effect, form, side
from tests.tcg.invariants.listing import anything, entries_for
from tests.tcg.matches import Table, begin_match, settings_of
from tests.tcg.playing import Playing, run
from tests.tcg.policy import command_of, pick
from tests.tcg.twins import WATCHER, SeenOutcome, event_for, handles, is_disclosed, mask, role_of, twin, view_and_list

pytestmark = pytest.mark.long

FEW: Final = 80
PAIRS: Final = int(os.environ.get("ARBITER_TEST_TCG_PAIRS", FEW))
PARTS: Final = max(1, min(20, PAIRS // 20))
"""The number of parts into which the pairs are split, so that several workers can test them in parallel."""
REFUSED: Final = 3
"""How many commands that the rules may refuse are tried with each pair."""
SHOWING: Final = (forms.PlayForm, commands.PlayCommand, spirits.SpiritualizeCard)
"""The kinds of commands that reveal a card of the hand to all seats."""
FAR: Final = 7
"""The number of commits for which each pair of matches is continued."""
ENOUGH: Final = 300
"""The minimum number of commands compared in 24 matches."""


def moments(number: int, *, settings: MatchSettings | None = None) -> Iterator[Match]:
    """Yield moments of a random match, from its setup to its end."""
    random = Random(f"moments {number}")
    using = msgspec.structs.replace(settings_of(number), auto_pass="public_possibility", decision_clock_s=0)
    game = begin_match(number, 2 + number % 3, using if settings is None else settings)
    table = Table(game, random)
    table.odd = False
    while not game.over:
        if random.random() < 0.04:
            yield game.state.mutable_copy()
        table.step()


def seats_of(match: Match) -> list[Seat]:
    """Return the seats whose views are compared: the players still in the match, and a spectator."""
    return [*(seat for seat in match.order if not match.players[seat].lost), WATCHER]


def shows_another(one: Match, other: Match, command: Command) -> bool:
    """Return whether a command reveals a card in hand that differs between the two matches."""
    number = getattr(command, "spirit", getattr(command, "card", 0))
    return isinstance(command, SHOWING) and one.table[number].card != other.table[number].card


class Eyes:
    """A comparison of pairs of matches as one seat sees them, with counts of the comparisons."""

    def __init__(self, random: Random) -> None:
        """Set all counts to 0."""
        self.random = random
        self.seen: Counter[str] = Counter()

    def look(self, match: Match, seat: Seat) -> None:
        """Compare a match with its twin for a seat: the view, the legal commands, refusals and the next events.

        Other players' pending tasks are masked only for the view; commands are tried on the match itself.
        """
        other = twin(match, seat, self.random, own=self.random.random() < 0.5)
        assert view_and_list(match, seat) == (canonical(view(mask(other, seat), seat)), view_and_list(other, seat)[1])
        for _ in range(REFUSED):
            self._send(match, other, seat)
        self._play_on(match, other, seat)

    def _send(self, match: Match, other: Match, seat: Seat) -> None:
        """Send a command to both matches; if one refuses it, both refusals must be equal."""
        command: Command = windows.Pass()
        if role_of(match, seat) == "player":
            command = anything(match, seat, entries_for(match, seat), self.random.randrange)
        first, second = (SeenOutcome(one, seat, command, sender=seat) for one in (match, other))
        assert (first.refusal is None) == (second.refusal is None), (seat, command, first.refusal, second.refusal)
        if first.refusal is not None:
            self.seen["refused"] += 1
            assert first.page == second.page, (seat, command)
        elif first.after.stage != "finished":
            assert first.page == second.page or is_disclosed(first, second), (seat, command)

    def _play_on(self, one: Match, other: Match, seat: Seat) -> None:
        """Play both matches in parallel and compare the seat's views, until a command reveals a hidden card."""
        for step in range(1, FAR):
            if one.stage == "finished":
                return
            sender = self.random.choice(list(one.decisions))
            command = self._common(one, other, sender, shows=sender == seat or step % 4 == 0)
            if command is None or shows_another(one, other, command):
                return
            first, second = (SeenOutcome(match, seat, command, sender=sender, step=step) for match in (one, other))
            if first.after.stage == "finished" or is_disclosed(first, second):
                self.seen["disclosed"] += 1
                return
            assert first.page == second.page, (seat, sender, command, first.shown, second.shown)
            if any(isinstance(event, PlayerRemoved) for event in first.events):
                return  # all cards of a player who is out are public
            one, other = first.after, second.after
            assert set(one.decisions) == set(other.decisions)
            if seat in one.decisions:
                assert view_and_list(one, seat) == view_and_list(other, seat)
            self.seen["own" if sender == seat else "others"] += 1

    def _common(self, one: Match, other: Match, seat: Seat, *, shows: bool) -> Command | None:
        """Return a command that is legal for a seat in both matches, or None.

        Only with `shows` may the command reveal a card.
        """
        for _ in range(8):
            command = pick(Playing(one, ProbeTape()), seat, self.random.randrange)
            if (shows or not isinstance(command, SHOWING)) and SeenOutcome(
                other, seat, command, sender=seat
            ).refusal is None:
                return command
        return None


@pytest.mark.rule("TC-SPI-02", "TC-ZONE-11", "TC-ZONE-12", "TC-ZONE-17", "TC-RUL-066", "TC-RUL-085", "TC-RUL-086")
@pytest.mark.parametrize("part", range(PARTS))
def test_a_seats_view_does_not_depend_on_hidden_cards(part: int) -> None:
    """In a match and its twin, a seat has the same view, decisions, legal lists, refusals and events."""
    random = Random(part)
    eyes, number, looked = Eyes(random), part, 0
    while looked < PAIRS // PARTS:
        for match in moments(number):
            if looked < PAIRS // PARTS:
                eyes.look(match, random.choice(seats_of(match)))
                looked += 1
        number += PARTS
    assert min(eyes.seen[what] for what in ("own", "others", "refused")) >= looked // 4


@pytest.mark.rule("TC-RUL-066")
def test_asking_only_seats_that_can_answer_reveals_hands() -> None:
    """If `auto_pass` is `no_legal_response`, whether a seat is asked depends on its hand, so some twins differ.

    By default, whether a seat is asked does not depend on its hand.
    """
    random = Random(1)
    casual = MatchSettings(auto_pass="no_legal_response", interrupt_command_answers="any")
    for number in range(12):
        for match in moments(number, settings=casual):
            try:
                Eyes(random).look(match, random.choice(seats_of(match)))
            except AssertionError:
                return
    raise AssertionError("all twins looked alike")


# ---------------------------------------------------------------- card numbers


def replace_numbers(value: Any, numbers: dict[int, int]) -> Any:  # noqa: ANN401 a part of a command
    """Return the same value with the card numbers replaced."""
    if isinstance(value, tuple):
        return tuple(replace_numbers(one, numbers) for one in value)
    return numbers.get(value, value) if isinstance(value, int) and not isinstance(value, bool) else value


def in_other_words(command: Command, numbers: dict[int, int]) -> Command:
    """Return the same command with the numbers of cards in hand replaced."""
    named = ("card", "spirit", "choice", "keep")
    changed = {name: replace_numbers(getattr(command, name), numbers) for name in named if hasattr(command, name)}
    return msgspec.structs.replace(command, **changed)


def follow(match: Match, holder: Seat, random: Random) -> int:
    """Play on for the owner of a hand, in the match and in a twin whose hand has exchanged card numbers.

    Check that all other seats see the same in both, and return the number of commands.
    """
    other, numbers = handles(match, holder, random)
    seats, after, count = [seat for seat in seats_of(match) if seat != holder], (match, other), 0
    while match.decisions.keys() == {holder} and match.stage == "turns" and count < 6:
        offered = entries(Playing(match, ProbeTape()), holder)
        command = command_of(offered[random.randrange(len(offered))], random.randrange)
        again = in_other_words(command, numbers)
        for seat in seats:
            first = SeenOutcome(match, seat, command, sender=holder, step=count)
            second = SeenOutcome(other, seat, again, sender=holder, step=count)
            assert first.page == second.page, (seat, command, first.shown, second.shown)
            after = first.after, second.after
        match, other = after
        count += 1
    return count


@pytest.mark.rule("TC-ZONE-12", "TC-RUL-085", "TC-RUL-086")
def test_numbers_of_hidden_cards_reveal_nothing() -> None:
    """The number of a card used from the hand does not reveal which hidden card it was."""
    random, count = Random(2), 0
    for number in range(24):
        if PAIRS <= FEW and count > ENOUGH:
            break
        for match in moments(number):
            asked = next(iter(match.decisions))
            if match.stage == "turns":
                count += follow(match, asked, random)
    assert count > ENOUGH


LURKER: Final = form(
    "lurker",
    effect("peek", "auto", on={"event": "form_played", "by": "opponent"}, zones=["hand"], do=[{"do": "draw", "n": 1}]),
)
WARMER: Final = form(
    "warmer",
    effect("warm", zones=["hand"], static=[{"static": "modify_pwr", "by": 1, "of": {"who": "you", "zone": "form"}}]),
)
KEEPER: Final = form(
    "keeper",
    effect(
        "keep",
        zones=["hand"],
        replace={"event": "would_discard", "who": "you", "do": [{"do": "draw", "n": 1}]},
        limit={"count": 1, "per": "turn"},
    ),
)


def acting(*hand: str, **more: Any) -> Playing:  # noqa: ANN401 more of the board
    """Return a match in which `a` has these cards in hand and a decision."""
    there = {"deck": ["kindle", "kindle"], "forms": ["gate-whelp"], **more}
    game = board(
        cards=(LURKER, WARMER, KEEPER), a=side(hand=hand, **there), b=side(hand=["reef-urchin"]), step="combat"
    )
    game.push(Go(to="open"))
    run(game)
    return game


@pytest.mark.rule("TC-ETI-12", "TC-RUL-074", "TC-RUL-085")
def test_card_that_acts_from_the_hand_gets_a_new_number() -> None:
    """A card used from the hand gets a new number, because its old number would reveal when it was drawn."""

    def decided_with(*hand: str) -> SeenOutcome:
        game = acting(*hand)
        command = activating.Activate(card=card(game, "a", "spark-moth").id, effect="flare")
        return SeenOutcome(game.state, "b", command, sender="a")

    first, second = decided_with("spark-moth", "feint"), decided_with("feint", "spark-moth")
    assert first.refusal is None
    assert first.page == second.page


@pytest.mark.rule("TC-RUL-085", "TC-RUL-116")
def test_card_that_works_from_the_hand_is_revealed_with_a_new_number() -> None:
    """An [AUTO] effect or a replacement that works from the hand reveals its card under a new number."""

    def events_with(*hand: str) -> list[Event]:
        game = acting(*hand)
        game.events.clear()
        happen(game, TriggerEvent(event="form_played", by="b", card=1))
        replace_event(game, "would_discard", seat="a")
        return list(game.events)

    def seen_by_b(events: list[Event]) -> list[object]:
        return [event_for(event, "b") for event in events]

    first, second = events_with("lurker", "feint", "keeper"), events_with("keeper", "feint", "lurker")
    assert ["Revealed", "TriggersQueued", "Revealed", "EffectUsed"] == [type(event).__name__ for event in first]
    assert seen_by_b(first) == seen_by_b(second)


@pytest.mark.rule("TC-RUL-077", "TC-RUL-085")
def test_source_of_a_bonus_in_the_hand_is_not_revealed() -> None:
    """The other players see that a card in hand adds to a PWR, but not which card it is."""
    first, second = acting("warmer", "feint"), acting("feint", "warmer")
    form = view(first.state, "b").players["a"].forms[0]
    assert form is not None
    assert (3, 0) == (form.pwr, form.parts[-1].source)
    assert view_and_list(first.state, "b") == view_and_list(second.state, "b")


@pytest.mark.rule("TC-ZONE-12", "TC-RUL-085")
@pytest.mark.parametrize("by", ["controller", "opponent"])
def test_asked_seats_do_not_depend_on_hands(by: str) -> None:
    """Which seats are asked because of their hands does not depend on the hidden cards in those hands."""
    of = {"who": "opponent", "zone": "hand", "n": {"min": 0, "max": 1}, "by": by}
    some = {**of, "filter": {"op": "is", "of": {"ref": "each"}, "kind": "form"}}
    spell = command("spell", effect("main", "none", main=True, do=[{"do": "reveal", "of": some}]), kind="normal")

    def bytes_with(held: str, other: str) -> list[bytes]:
        game = board(cards=[spell], a=side(hand=["spell"]), b=side(hand=[held]), c=side(hand=[other]))
        game.push(Go(to="open"))
        run(game)
        match, pages = game.state, list[bytes]()
        for step in range(1, 6):
            (asked,) = match.decisions
            says: Command = windows.Pass()
            if match.decisions[asked].kind == "choose_cards":
                says = Answer(decision=match.asked, choice=())
            elif match.decisions[asked].kind == "act":
                says = commands.PlayCommand(card=card(game, "a", "spell").id)
            outcome = SeenOutcome(match, "a", says, sender=asked, step=step)
            match, pages = outcome.after, [*pages, outcome.page]
            if match.decisions.keys() == {"a"} and step > 1:
                return pages
        raise AssertionError(pages)

    assert bytes_with("gate-whelp", "kindle") == bytes_with("kindle", "gate-whelp") == bytes_with("kindle", "kindle")
