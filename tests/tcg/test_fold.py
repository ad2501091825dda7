"""Folds of events: card numbers, the conservation of cards, and the encoding of a match."""

from typing import Literal

import msgspec
import pytest

from services.tcg.chapters import chain, control, damage, entering, limits, setup, triggers, turn, winning
from services.tcg.chapters.course import AttackEnded, CombatChecked, StepEnded
from services.tcg.chapters.decisions import DecisionAnswered, DecisionOpened
from services.tcg.chapters.departures import CardSentToDrop, FormSacrificed, Gone, SpiritsSentToVoid
from services.tcg.chapters.operations.decks import DeckArranged
from services.tcg.chapters.sources import CounterChanged, PwrChanged, ShieldRaised
from services.tcg.game import match as match_game
from services.tcg.settings import MatchSettings
from services.tcg.state.match import Asked, Match
from services.tcg.state.tasks import Running
from shared.kernel.messages import NOBODY, Secret
from shared.kernel.stream import StreamOpened
from tests.tcg.folding import (
    change,
    draw,
    encode,
    fold,
    invoke,
    lively,
    own,
    play_form,
    put_under,
    start_match,
    trigger_of,
)


def test_every_event_has_a_fold() -> None:
    """Every type of event has a function that folds it."""
    assert {*match_game.events, StreamOpened} == set(match_game.folds)


def test_match_survives_storage() -> None:
    """A match that is encoded and decoded is equal to the original, including its tasks and the cards' numbers."""
    match = lively()
    assert msgspec.json.decode(msgspec.json.encode(match), type=Match) == match


def test_mutable_copy_shares_nothing() -> None:
    """Events folded into a mutable copy leave the original match unchanged."""
    match = lively()
    before = encode(match)
    after = match.mutable_copy()
    form = after.players["north"].forms[0]
    fold(
        after,
        chain.EffectNegated(number=1, seat="south"),
        CombatChecked(attacker_pwr=1, target_pwr=0, victor=form, loser=2),
        CounterChanged(thing=form, name="seal", n=3),
        limits.EffectUsed(keys=("turn|1|e",)),
        damage.DamagePrevented(thing=form, shield=1),
        draw(after, "north", 2),
        invoke(after, "south", 1),
        setup.DeckCut(seat="south", by="north", deck="main", position=3),
        chain.TriggersOrdered(seat="north", order=(1, 0)),
        CardSentToDrop(thing=form, card="gate-whelp", owner="north", cause="effect"),
        DecisionAnswered(number=1, seat="south"),
        winning.PlayerLost(seat="south", reason="effect"),
        winning.PlayerRemoved(seat="south"),
    )
    running = after.pending[2]
    assert isinstance(running, Running)
    running.at = 9
    assert encode(match) == before


def test_pending_tasks_do_not_change_their_events() -> None:
    """Changing a pending task does not change the event that created it."""
    task = Running(seat="north", card=1, printed="gate-whelp", effect="e")
    event = DecisionOpened(
        number=1, seat="north", kind="may", since=0, asked=own("north", Asked()),
        agenda=Secret(audience=NOBODY, value=(task,)),
    )  # fmt: skip
    match = fold(start_match(), event)
    copied = match.pending[-1]
    assert isinstance(copied, Running)
    copied.at = 3
    assert 0 == task.at


@pytest.mark.rule("TC-SPI-06")
def test_spirit_goes_to_its_owners_void() -> None:
    """A spirit that leaves another player's form goes to its owner's void and keeps its number."""
    match = start_match()
    form = play_form(match, "south")
    spirit = put_under(match, form, "north")
    assert "south" == match.table[spirit].seat
    gone = Gone(owner="north", card=match.table[spirit].card, thing=spirit, origin="under", was=spirit)
    fold(match, SpiritsSentToVoid(cause="effect", spirits=(gone,)))
    assert [spirit] == match.players["north"].void
    assert () == match.table[form].under


@pytest.mark.rule("TC-FORM-19")
@pytest.mark.parametrize("inherits", [False, True])
def test_spirits_move_under_the_form_that_is_played(*, inherits: bool) -> None:
    """A sacrificed form's spirits move under the new form in the same order.

    The new form inherits the used limit of spirits only if `sacrifice_inherits_limit` is true.
    """
    match = start_match(MatchSettings(sacrifice_inherits_limit=inherits))
    old = play_form(match)
    first, second = put_under(match, old), put_under(match, old)
    fold(match, draw(match, "north", 1))
    hand = match.made
    fold(
        match,
        FormSacrificed(seat="north", thing=old, card=match.table[old].card, cause="play"),
        entering.FormPlayed(
            seat="north", card=match.table[hand].card, thing=hand + 1, zone=0, origin="hand", hand=own("north", hand)
        ),
        entering.SpiritsMoved(spirits=(first, second), to=hand + 1),
    )  # fmt: skip
    new = match.table[hand + 1]
    assert (first, second) == new.under
    assert 2 * inherits == new.spiritualized
    assert ([old], 1) == (match.players["north"].drop, match.players["north"].sacrifices)
    assert 0 == match.table[old].spiritualized


def test_changes_end_with_their_durations() -> None:
    """A change ends with its turn, step, attack or source, or at its player's next turn. Other changes remain."""
    match = start_match()
    form, source = play_form(match), play_form(match, zone=1)
    lasting = ("this_attack", "end_of_combat_step", "end_of_turn", "your_next_turn", "while_in_play", "game")
    for number, lasts in enumerate(lasting, 1):
        fold(match, PwrChanged(thing=form, change=change(number, lasts, source=source)))
    ends = (
        AttackEnded(reason="damage"),
        StepEnded(step="combat"),
        turn.TurnEnded(turn=1),
        turn.TurnStarted(turn=3, seat="north"),
        CardSentToDrop(thing=source, card=match.table[source].card, owner="north", cause="effect"),
    )
    for left, event in enumerate(ends, 1):
        fold(match, event)
        assert lasting[left:] == tuple(one.lasts for one in match.table[form].changes)


@pytest.mark.rule("TC-RUL-023", "TC-RUL-112", "TC-ACT-10")
@pytest.mark.parametrize(("reset", "left"), [("controller_turn", 1), ("every_turn", 0)])
def test_limits_of_a_turn_are_reset(reset: Literal["controller_turn", "every_turn"], left: int) -> None:
    """Every turn resets uses and sacrifices. By default, only a controller's own turn resets the spiritualize limit."""
    match = start_match(MatchSettings(spiritualize_reset=reset))
    form = play_form(match)
    put_under(match, form)
    fold(
        match,
        limits.EffectUsed(keys=("turn|1|e", "game|1|e")),
        turn.TurnEnded(turn=1),
        turn.TurnStarted(turn=2, seat="south"),
    )  # fmt: skip
    assert ({"game|1|e": 1}, left) == (match.used, match.table[form].spiritualized)
    fold(match, turn.TurnStarted(turn=3, seat="north"))
    assert 0 == match.table[form].spiritualized


@pytest.mark.rule("TC-RUL-046")
def test_removed_player_leaves_nothing_behind() -> None:
    """All cards of a removed player leave the match, even spirits under other players' forms.

    All decisions of that player are dropped.
    """
    match = lively()
    spirit = put_under(match, match.players["north"].forms[0], "south")
    fold(match, draw(match, "south", 2))
    hand = list(match.players["south"].hand)
    fold(match, winning.PlayerLost(seat="south", reason="concession"), winning.PlayerRemoved(seat="south"))
    removed = [number for number, card in match.table.items() if card.place == "removed"]
    assert 46 == len(removed)
    assert {2, spirit, *hand} <= set(removed)
    assert {} == match.decisions
    assert spirit not in match.table[match.players["north"].forms[0]].under


@pytest.mark.rule("TC-ETI-13")
def test_effects_are_put_in_order_within_the_queue() -> None:
    """The fold reorders only the effects at the listed positions of the queue; other effects keep their positions."""
    match = fold(
        start_match(),
        triggers.TriggersQueued(effects=tuple(trigger_of(thing) for thing in (5, 6, 7))),
        chain.TriggersOrdered(seat="north", order=(2, 0)),
    )  # fmt: skip
    assert [(7, True), (6, False), (5, True)] == [(waiting.card, waiting.ordered) for waiting in match.queue]
    fold(match, chain.TriggerBegun(place=1))
    assert [7, 5] == [waiting.card for waiting in match.queue]


def test_deck_is_arranged_in_the_recorded_order() -> None:
    """An arranged deck has the recorded order from the top down. Cards put at the bottom keep their listed order."""
    match = start_match()
    deck = list(match.players["north"].deck)
    order = own("north", (2, 0, 1))
    fold(match, DeckArranged(seat="north", deck="main", n=3, bottom=False, order=order))
    assert [*deck[:-3], deck[-2], deck[-1], deck[-3]] == match.players["north"].deck
    fold(match, setup.DeckCut(seat="north", by="south", deck="main", position=3))
    assert [deck[-2], deck[-1], deck[-3], *deck[:-3]] == match.players["north"].deck
    fold(match, DeckArranged(seat="north", deck="main", n=2, bottom=True, order=own("north", (1, 0))))
    assert [deck[-4], deck[-5], deck[-2], deck[-1], deck[-3], *deck[:-5]] == match.players["north"].deck


def test_shield_is_used_up() -> None:
    """A shield that prevents damage twice is gone after the second time."""
    match = start_match()
    form = play_form(match)
    fold(
        match,
        ShieldRaised(thing=form, change=change(1, kind="shield")),
        damage.DamagePrevented(thing=form, shield=1),
    )
    assert [1] == [one.value for one in match.table[form].changes]
    assert () == fold(match, damage.DamagePrevented(thing=form, shield=1)).table[form].changes


def test_spirits_stay_under_a_form_that_changes_control() -> None:
    """A form that changes control moves to the new player's zone with its spirit.

    When it returns, the change is removed.
    """
    match = start_match()
    form = play_form(match)
    spirit = put_under(match, form)
    fold(match, control.ControlChanged(thing=form, seat="south", zone=1, change=change(1, kind="control")))
    assert ([0, 0], [0, form]) == (match.players["north"].forms, match.players["south"].forms)
    assert {"south"} == {match.table[form].seat, match.table[spirit].seat}
    fold(match, turn.TurnEnded(turn=1))
    assert 1 == len(match.table[form].changes)
    fold(match, control.ControlChanged(thing=form, seat="north", zone=0))
    assert ([form, 0], ()) == (match.players["north"].forms, match.table[form].changes)


def test_finished_match_has_no_decisions() -> None:
    """The end of a match removes all decisions and tasks, but keeps the result."""
    match = fold(lively(), winning.MatchFinished(winner="north", reason="last_standing"))
    assert ("finished", "north", "last_standing") == (match.stage, match.winner, match.reason)
    assert ({}, [], [], []) == (match.decisions, match.pending, match.queue, match.chain)
