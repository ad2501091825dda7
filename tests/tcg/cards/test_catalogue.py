"""The starter set: two decks that together use the whole card language."""

from collections import Counter
from collections.abc import Iterator

import pytest

from services.tcg.catalogue.language.conditions import Part, PhaseIs, StepIs
from services.tcg.catalogue.language.effects import AnyCard, Command, Effect, Form, Pattern, Savior
from services.tcg.catalogue.loading import load, notes
from services.tcg.catalogue.sets import compose
from services.tcg.catalogue.starter import STARTER, STARTER_DECKS
from services.tcg.catalogue.text.face import text_of
from services.tcg.catalogue.walk import Scope, parts_of, walk
from services.tcg.chapters.operations.control import GainControl
from services.tcg.chapters.operations.decks import LookTop
from services.tcg.chapters.operations.endings import EndAttack, Negate, WinGame
from services.tcg.chapters.operations.flow import If, May, RollDie
from services.tcg.chapters.operations.hands import Invoke, Rescue
from services.tcg.chapters.operations.lasting import ChangePwr, Damage, ExtraAttack, Grant, PutCounter, Restrict
from services.tcg.chapters.operations.playing import PlayFormBy
from services.tcg.chapters.operations.removal import ReturnToHand
from services.tcg.chapters.operations.searching import Search
from services.tcg.chapters.operations.spirits import Despiritualize, Devour
from services.tcg.words import PHASES, STEPS, WINDOWS, DeckList
from shared.kernel.messages import canonical
from shared.platform.ledger import CONTRACTS, ledger_at

SET = compose(STARTER, "house")
DECK = pytest.mark.parametrize("deck", STARTER_DECKS.values(), ids=list(STARTER_DECKS))


def parts() -> Iterator[tuple[AnyCard, Part, Scope]]:
    """Yield every part of the starter cards, each with its card and scope."""
    for card in STARTER.cards:
        for _, part, scope in walk(card):
            yield card, part, scope


def effects_on_cards() -> Iterator[tuple[AnyCard, Effect]]:
    """Yield every effect of the starter cards, each with its card."""
    return ((card, part) for card, part, _ in parts() if isinstance(part, Effect))


def test_walk_and_parts_of_yield_the_same_parts() -> None:
    """`walk`, which also yields scopes, and `parts_of` yield the same parts of a card in the same order."""
    for card in STARTER.cards:
        assert [part for _, part, _ in walk(card)] == [*parts_of(card)]


@DECK
def test_a_starter_deck_is_legal(deck: DeckList) -> None:
    """A starter deck has 30 forms and commands, 15 spirits and one savior.

    It has at most 4 cards of a name, 4 Rescue spirits and 1 Perfect spirit.
    """
    kinds = {SET.kind_of(card) for card in deck.main}
    names = Counter[str]()
    for card, copies in (*deck.main.items(), *deck.spirits.items()):
        names[SET.cards[card].name] += copies

    assert (30, 15, {"form", "command"}) == (sum(deck.main.values()), sum(deck.spirits.values()), kinds)
    assert ("savior", {"spirit"}) == (SET.kind_of(deck.savior), {SET.kind_of(card) for card in deck.spirits})
    assert 4 >= max(names[SET.cards[card].name] for card in deck.main)
    assert (True, True) == (names["Rescue Spirit"] <= 4, names["Perfect Spirit"] <= 1)


def test_every_starter_card_is_in_a_deck() -> None:
    """Each starter card is in one of the decks."""
    held = {card for deck in STARTER_DECKS.values() for card in (deck.savior, *deck.main)}

    assert {card.id for card in STARTER.cards} == held


def test_the_starter_set_loads() -> None:
    """The starter cards have no faults and no notes."""
    assert STARTER == load(canonical(STARTER))
    assert () == notes(STARTER)


@pytest.mark.rule("TC-RUL-104")
def test_only_original_cards_are_shipped() -> None:
    """No card of the printed booklet is shipped."""
    names = {card.name for card in SET.cards.values()}

    assert set() == names & {"Emeraldefender Golem", "Akumaiden's Punishment"}


@pytest.mark.rule("TC-RUL-104")
def test_notice_has_the_terms_and_attribution() -> None:
    """The NOTICE file repeats the licence terms and the attribution in the rules ledger word for word."""
    source = ledger_at(CONTRACTS / "tcg" / "rules.toml").source
    notice = (CONTRACTS.parent / "NOTICE").read_text(encoding="utf-8")

    assert source["licence"] in notice
    assert source["attribution"] in notice
    assert f"version {source['version']}" in notice


@pytest.mark.rule("TC-RUL-105")
def test_shipped_pwr_is_0_to_12() -> None:
    """The PWR of a starter form grows with its level: 1 to 3 at level 0, then 3 to 5, 5 to 6 and 7 to 9.

    Flipped saviors have a PWR of 5 to 7.
    """
    expected = {0: (1, 3), 1: (3, 5), 2: (5, 6), 3: (7, 9)}

    for card in STARTER.cards:
        if isinstance(card, Form):
            least, most = expected[card.level]
            assert least <= card.pwr <= most, card.id
        if isinstance(card, Savior):
            assert 5 <= (card.boundless.pwr or 0) <= 7


def test_the_decks_use_every_kind_and_timing() -> None:
    """The starter decks have all types of commands, all timings, levels 0 to 3, and effects in hand and drop zone."""
    assert {"normal", "bound", "interrupt", "swift"} == {
        card.type for card in STARTER.cards if isinstance(card, Command)
    }
    assert {"auto", "cont", "interrupt", "swift", "none"} == {effect.eti for _, effect in effects_on_cards()}
    assert {0, 1, 2, 3} == {card.level for card in STARTER.cards if isinstance(card, Form)}
    assert {"play", "hand", "drop"} == {zone for _, effect in effects_on_cards() for zone in effect.zones}
    on = {(type(card), effect.eti) for card, effect in effects_on_cards()}
    assert {(Form, "interrupt"), (Form, "swift"), (Savior, "swift"), (Command, "cont"), (Command, "auto")} <= on


def test_the_decks_use_every_step_and_phase() -> None:
    """For each step of a turn and each phase of combat, some starter card has an effect that refers to it."""
    steps = {part.step for _, part, _ in parts() if isinstance(part, StepIs | Pattern)}
    phases = {part.phase for _, part, _ in parts() if isinstance(part, PhaseIs | Pattern)}
    unmarked = {part.step for _, part, scope in parts() if isinstance(part, StepIs) and scope.effect is not None}

    assert set(STEPS) == steps - {None}
    assert set(PHASES) == phases - {None}
    assert {"draw", "invoke", "end", "act2"} <= unmarked


def test_the_decks_use_every_window() -> None:
    """Starter cards can respond in every window.

    The windows are those after an action, an activation, a step, an attack, damage, and the end of an act step.
    """
    answered = {
        effect.on.event for _, effect in effects_on_cards() if effect.on is not None and effect.eti == "interrupt"
    }
    used = {
        "W1": "form_played" in answered,
        "W2": "effect_declared" in answered,
        "W3": any(isinstance(part, PhaseIs | StepIs) for _, part, _ in parts()),
        "W4": "attack_declared" in answered,
        "W5": "damaged" in answered,
        "W6": any(effect.eti == "swift" and effect.when is None for _, effect in effects_on_cards()),
    }

    assert dict.fromkeys(WINDOWS, True) == used


def test_decks_use_the_main_operations() -> None:
    """Starter cards search, rescue, devour, invoke, return, take control, damage, grant, negate, roll and win."""
    expected = {
        Search, Rescue, Devour, Invoke, Despiritualize,
        ReturnToHand, ExtraAttack, Damage, GainControl,
        PlayFormBy, Grant, Negate, RollDie, WinGame,
        May, If, EndAttack, Restrict, ChangePwr,
        PutCounter, LookTop,
    }  # fmt: skip

    assert set() == expected - {type(part) for _, part, _ in parts()}


def test_every_starter_card_has_a_text() -> None:
    """Every card has a text, and no two cards have the same text."""
    texts = [text_of(card) for card in SET.cards.values()]

    assert [] == [text.name for text in texts if not text.lines]
    assert len(texts) == len({text.lines for text in texts})


@pytest.mark.rule("TC-ETI-16")
def test_every_effect_has_a_timing() -> None:
    """Every effect of every card has a timing, so that simultaneous effects can be ordered."""
    assert all(effect.eti for _, effect in effects_on_cards())
