"""Tests of the invariants.

Each invariant fails in a match that violates it.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any, Final

import pytest

from services.tcg.chapters import chain, entering, turn, winning
from services.tcg.chapters.course import AttackDeclared, CombatChecked
from services.tcg.chapters.departures import FormSacrificed, Gone, SpiritsSentToVoid
from services.tcg.settings import MatchSettings
from services.tcg.state.match import Card, Decision, Match
from services.tcg.state.tasks import TriggerEvent
from shared.kernel.messages import Event, Secret
from tests.tcg.invariants import Watch, cards, effects, replay_is_exact, turns
from tests.tcg.matches import Table, Watched, begin_match

Spoil = Callable[[Watched], Event]
QUIET: Final = turn.TurnEnded(turn=1)


def middle() -> Watched:
    """Return a match of two players with cards in every zone, and one player's spirit under the other's form."""
    game = begin_match(1, 2, MatchSettings())
    table = Table(game, Random(5))
    table.odd = False
    while not (_one(game, "under") and _one(game, "drop") and _one(game, "void") and game.state.turn > 3):
        table.step()
    return game


def _one(game: Watched, place: str) -> Card | None:
    return next((card for card in game.state.table.values() if card.place == place), None)


def a(game: Watched, place: str) -> Card:
    """Return a card in a zone."""
    card = _one(game, place)
    assert card is not None
    return card


def lose_a_card(game: Watched) -> Event:
    """Remove a card from a deck, so that the match no longer has all its cards."""
    game.state.players["s0"].deck.pop()
    return QUIET


def lie_twice(game: Watched) -> Event:
    """Put the same card number on two piles."""
    player = game.state.players["s0"]
    player.drop.append(player.hand[0])
    return QUIET


def mix_kinds(game: Watched) -> Event:
    """Put a spirit among the forms."""
    a(game, "under").place = "drop"
    return QUIET


def hold_anothers(game: Watched) -> Event:
    """Put a spirit of another player into a void."""
    a(game, "void").owner = "s9"
    return QUIET


def add_a_zone(game: Watched) -> Event:
    """Give a player one form zone more than the settings allow."""
    game.state.players["s0"].forms.append(0)
    return QUIET


def turn_down(game: Watched) -> Event:
    """Turn a card in a hand face-down."""
    a(game, "hand").up = False
    return QUIET


def turn_back(game: Watched) -> Event:
    """Flip a savior back to its bound side."""
    savior = game.state.players["s0"].savior
    game.watch.flips["s0"] = 1
    game.state.table[savior].boundless = True
    return entering.SaviorFlipped(seat="s0", thing=savior)


def lose_spirits(game: Watched) -> Event:
    """Leave a spirit behind in a sacrifice."""
    spirit = a(game, "under")
    game.watch.see(FormSacrificed(seat="s0", thing=spirit.host, card="gate-whelp", cause="play"))
    return entering.SpiritsMoved(spirits=(), to=spirit.host)


def stay_beneath(game: Watched) -> Event:
    """Keep a spirit under a card that has left play."""
    game.state.table[a(game, "under").host].place = "drop"
    return QUIET


def miscount(game: Watched) -> Event:
    """Put one more spirit into a void than the event moved there."""
    game.state.players["s0"].void.append(a(game, "void").id)
    return QUIET


def skip_a_step(game: Watched) -> Event:
    """Skip the invoke step."""
    game.watch.point = "draw"
    return turn.StepEntered(step="act1")


def keep_waiting(game: Watched) -> Event:
    """Begin a step while a seat still has a decision."""
    assert game.state.decisions
    return turn.StepEntered(step="end")


def draw_on(game: Watched) -> Event:
    """Draw in a 27th draw step, which no deck allows."""
    game.watch.draws[game.state.active] = 27
    return turn.StepEntered(step="end")


def put_two_under(game: Watched) -> Event:
    """Put a second spirit under a card in one turn."""
    game.watch.spiritualized[2] = 1
    return entering.Spiritualized(seat="s0", thing=2, spirit=90, card="house-boost", hand=_own(3))


def sacrifice_twice(game: Watched) -> Event:
    """Sacrifice a second form in one turn."""
    game.watch.sacrifices["s0"] = 1
    return FormSacrificed(seat="s0", thing=2, card="gate-whelp", cause="play")


def attack_twice(game: Watched) -> Event:
    """Attack with a card a second time in one combat step."""
    game.watch.attacks[1] = 1
    return AttackDeclared(seat="s0", attacker=1, target=2, of="s1")


def attack_at_once(game: Watched) -> Event:
    """Attack in the first turn."""
    game.state.turn = 1
    return AttackDeclared(seat=game.state.active, attacker=1, target=2, of="s1")


def use_twice(game: Watched) -> Event:
    """Use an effect a second time in a turn, although it is limited to once a turn."""
    game.watch.uses["turn"][7, "gate-whelp#fetch"] = 1
    return _declaration_of(7, "gate-whelp#fetch")


def use_without_spirit(game: Watched) -> Event:
    """Use a voluntary effect of a form that has no spirit."""
    form = a(game, "form")
    form.under = ()
    return _declaration_of(form.id, "gate-whelp#fetch")


def answer_nothing(game: Watched) -> Event:
    """Use an interrupt while no response window is open."""
    game.state.window = ""
    return _declaration_of(7, "kelp-binder#bind", event=TriggerEvent(event="form_played", by="s1", card=9))


def pay_late(game: Watched) -> Event:
    """Emit another event between a declaration and its payment."""
    game.watch.unpaid = (1, "s0")
    return QUIET


def lose_a_tie(game: Watched) -> Event:
    """Make the attacker lose a combat of equal PWR."""
    game.state.attack = None
    game.watch.see(QUIET)
    return CombatChecked(attacker_pwr=1, target_pwr=1, victor=2, loser=1)


def pay_twice(game: Watched) -> Event:
    """Pay for one damage with two spirits."""
    gone = tuple(Gone(owner="s0", card="house-boost", thing=at, origin="spirit_deck") for at in (91, 92))
    game.watch.owing["s0"] = 1
    return SpiritsSentToVoid(cause="damage", spirits=gone)


def fill_a_void(game: Watched) -> Event:
    """Continue the match with seven spirits in a player's void."""
    game.watch.filled = True
    game.state.players["s0"].void = [1] * 7
    return QUIET


def go_on(game: Watched) -> Event:
    """Emit an event after the end of the match."""
    game.watch.finished = True
    return QUIET


def win_as_a_loser(_game: Watched) -> Event:
    """Declare one player the last one standing while two remain."""
    return winning.MatchFinished(winner="s0", reason="last_standing")


def _own(number: int) -> Secret[int]:
    return Secret(audience=("s0",), value=number)


def _declaration_of(thing: int, effect: str, **more: Any) -> Event:  # noqa: ANN401 fields of the event
    card = effect.split("#", maxsplit=1)[0]
    return chain.EffectDeclared(number=1, seat="s0", thing=thing, card=card, effect=effect, **more)


SPOILT: Final = (
    (cards.cards_are_conserved, lose_a_card),
    (cards.every_card_is_in_one_place, lie_twice),
    (cards.places_hold_their_kinds, mix_kinds),
    (cards.spirits_stay_with_their_owners, hold_anothers),
    (cards.zones_hold_one_card, add_a_zone),
    (cards.forms_lie_face_up, turn_down),
    (cards.saviors_stay_and_flip_once, turn_back),
    (cards.sacrifice_keeps_spirits, lose_spirits),
    (cards.leaving_play_empties_the_card, stay_beneath),
    (cards.voids_equal_their_history, miscount),
    (turns.steps_are_ordered, skip_a_step),
    (turns.step_changes_are_clean, keep_waiting),
    (turns.decks_run_out, draw_on),
    (turns.spirits_keep_their_limits, put_two_under),
    (turns.sacrifices_keep_their_limit, sacrifice_twice),
    (turns.attacks_keep_their_limit, attack_twice),
    (turns.no_forbidden_attack, attack_at_once),
    (turns.effects_keep_their_limits, use_twice),
    (effects.no_forbidden_activation, use_without_spirit),
    (effects.interrupts_answer, answer_nothing),
    (effects.costs_come_before_responses, pay_late),
    (turns.combat_is_decided_by_pwr, lose_a_tie),
    (turns.savior_damage_takes_one_spirit, pay_twice),
    (turns.a_full_void_loses, fill_a_void),
    (turns.there_is_one_result, go_on),
    (turns.there_is_one_result, win_as_a_loser),
)
"""Each invariant with a function that violates this invariant."""


@pytest.mark.parametrize(("holds", "spoil"), SPOILT, ids=lambda one: one.__name__)
def test_each_invariant_detects_its_violation(holds: Callable[[Watch, Any], None], spoil: Spoil) -> None:
    """Each invariant holds until the middle of a match, and fails after the change that violates it."""
    game = middle()
    event = spoil(game)
    with pytest.raises(AssertionError):
        holds(game.watch, event)


@pytest.mark.parametrize(
    "decisions",
    [
        {},
        {"s9": Decision(number=1, seat="s9", kind="respond")},
        {"s0": Decision(number=1, seat="s0", kind="may", least=2, most=1)},
    ],
    ids=["nobody", "a stranger", "no choice"],
)
def test_dead_end_is_detected(decisions: dict[str, Decision]) -> None:
    """The invariant that a seat can act fails if no seat has a decision, or if a decision has no legal answer."""
    game = middle()
    turns.one_seat_is_asked(game.watch)
    game.state.decisions = decisions
    with pytest.raises((AssertionError, KeyError)):
        turns.one_seat_is_asked(game.watch)


def test_asked_loser_is_detected() -> None:
    """The invariant about full voids fails if a player with a full void has a decision."""
    game = middle()
    game.state.players["s0"].void = [1] * 7
    with pytest.raises(AssertionError):
        turns.nobody_waits_with_a_full_void(game.watch)


def test_inexact_replay_is_detected() -> None:
    """The invariant about replay fails if a counter of the match differs from the state folded from its log."""
    game = middle()
    replay_is_exact(game.state, game.emitted)
    for part in ("made", "turn", "asked"):
        other: Match = game.state.mutable_copy()
        setattr(other, part, 1000)
        with pytest.raises(AssertionError):
            replay_is_exact(other, game.emitted)
