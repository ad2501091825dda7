"""Decides from a trigger's printed words whether an event triggers it."""

from __future__ import annotations

import re
from typing import Final

from services.tcg.state.tasks import TriggerEvent

from .reading import MANY, NOUN, READER, WHERE, Table

CARD: Final = rf"(?:an opponent's|any player's|your|a) card|{MANY} {NOUN}(?: or {NOUN})* {WHERE}"
BY: Final = r"(?: by (?P<by>you|an opponent|any player))?"
WITH: Final = rf"(?: (?:against|with|by sacrificing) (?P<with>{CARD}))?"
CAUSES: Final = {
    "damage": "damage", "an effect": "effect", "a cost": "cost", "a sacrifice": "sacrifice", "a devour": "devour",
    "its player's loss": "elimination", "a form being played": "play", "having resolved": "resolved",
}  # fmt: skip
CAUSE: Final = rf"(?: because of (?P<cause>{'|'.join(CAUSES)}))?"
TO: Final = r"(?: to (?P<to>the [\w ]+?))?"
FROM: Final = r"(?: from (?P<origin>the [\w ]+?))?"
STEPS: Final = {"draw step": "draw", "act step 1": "act1", "combat step": "combat", "end step": "end", "turn": ""}
PLACES: Final = {
    "the hand": "hand", "the drop zone": "drop", "the top of the main deck": "deck_top",
    "the bottom of the main deck": "deck_bottom", "the main deck": "main_deck",
}  # fmt: skip
WORDS: Final = {
    "turn_started": "(?P<whose>.*) turn begins",
    "step_entered": "(?:a step of )?(?P<whose>.*?'s|your) (?P<step>.*) begins",
    "phase_entered": "(?:a|the (?P<phase>.*)) phase of (?P<whose>.*) combat step begins", "drawn": "cards are drawn",
    "discarded": "@card is discarded", "invoked": "spirits are invoked", "rescued": "spirits are rescued",
    "spiritualized": "@card is spiritualized with a spirit", "despiritualized": "@card is de-spiritualized",
    "devoured": "spirits are devoured", "spirit_to_void": "(?P<whose>.*) spirit goes to the void",
    "form_played": "@card is played as a form", "form_sacrificed": "@card is sacrificed",
    "left_play": "@card(?: that (?P<whose>you|an opponent) controls?)? leaves play",
    "command_played": "@card is played as a command", "command_set": "@card is put face-down as a command",
    "command_flipped": "@card is flipped face-up", "effect_declared": "an effect of @card is declared",
    "effect_resolved": "an effect of @card has resolved", "effect_negated": "an effect of @card is negated",
    "attack_declared": "@card attacks @target", "combat_won": "@card wins a combat", "damages": "@card damages @target",
    "damaged": "@card is damaged", "savior_flipped": "@card enters the boundless state",
    "searched": "a deck is searched",
    "die_rolled": "a die is rolled", "player_lost": "(?P<whose>you|an opponent|a player) loses?", "state": "it is so",
}  # fmt: skip


def waited_for(table: Table, words: str, event: TriggerEvent) -> bool:
    """Return whether the words after `when` in a trigger's text describe this event."""
    pattern = WORDS[event.event].replace("@card", f"(?P<card>{CARD})").replace("@target", f"(?P<target>{CARD})")
    found = re.fullmatch(f"when {pattern}{BY}{WITH}{CAUSE}{TO}{FROM}", words)
    assert found is not None, f"nobody can read: {words}"
    facts = found.groupdict()
    return (
        all(_is_of(event.by, facts.get(name) or "") for name in ("whose", "by"))
        and _is_card(table, event.card, event.by, facts.get("card") or "")
        and _is_card(table, event.target, event.by, facts.get("target") or "")
        and _is_card(table, event.target, event.by, facts.get("with") or "")
        and STEPS.get(facts.get("step") or "turn") in ("", event.step)
        and facts.get("phase") in (None, event.phase)
        and CAUSES.get(facts.get("cause") or "", event.cause) == event.cause
        and PLACES.get(facts.get("to") or "", event.to) == event.to
        and PLACES.get(facts.get("origin") or "", event.origin) == event.origin
    )


def _is_of(seat: str, words: str) -> bool:
    match words:
        case "you" | "your":
            return seat == READER
        case "an opponent" | "an opponent's":
            return seat != READER
        case "" | "a" | "a player" | "any player" | "any player's":
            return True
        case other:
            raise AssertionError(f"nobody is called {other}")


def _is_card(table: Table, number: int, by: str, words: str) -> bool:
    """Return whether the words describe this card; "your card" is a card of the player who caused the event."""
    if not words or words.endswith(" card"):
        return _is_of(by, words.removesuffix(" card"))
    return number in [card.id for card in table.fitting(re.sub(rf"^{MANY} ", "", words))]
