"""Words used in the texts of several card parts. Each part's phrase is an attribute of its class.

In a phrase, `{who:draw}` is a player with a verb: `draw 2` for the reader, `an opponent draws 2` for another player.
`{whose}` is the possessive of that player. An unset field becomes an empty string.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from services.tcg.catalogue.language import effects

COMPARED: Final = {
    "==": "is", "!=": "is not", "<": "is less than", "<=": "is at most", ">": "is more than", ">=": "is at least"
}  # fmt: skip
PLAYERS: Final = {
    "you": ("you", "your", "you control"),
    "opponent": ("an opponent", "an opponent's", "an opponent controls"),
    "each_opponent": ("each opponent", "each opponent's", "your opponents control"),
    "any": ("each player", "any player's", "in play"),
    "owner": ("this card's owner", "this card's owner's", "this card's owner controls"),
    "controller": ("this card's controller", "this card's controller's", "this card's controller controls"),
}
"""The words for each player: as a subject, as a possessive, and for the cards in play that they control.

The owner and the controller are those of the card that has the effect (TC-RUL-171).
"""
TOGETHER: Final = {
    "opponent": ("all opponents'", "your opponents control"),
    "each_opponent": ("all opponents'", "your opponents control"),
    "any": ("all players'", "in play"),
}
"""The words for several players whose cards are counted together: a possessive, and words for their cards in play."""
REFS: Final = {
    "this": "this card", "host": "the card above", "each": "it", "attacker": "the attacker",
    "defender": "the attacked card", "event.card": "that card", "event.target": "its target",
    "event.spirit": "that spirit", "event.by": "that player's card", "event.link": "that effect",
}  # fmt: skip
OTHER_CARD: Final[Mapping[effects.EventName, str]] = {
    "damaged": "the card that damaged it", "form_played": "the sacrificed form", "combat_won": "the card that lost",
}  # fmt: skip
"""The words for the second card of an event, where "its target" would mean another card."""
COUNTED: Final = (
    "first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth", "eleventh",
    "twelfth",
)  # fmt: skip
ORDINALS: Final = ("", "second ", "third ", "fourth ")
IN_PLAY: Final = {"form": ("form", "forms"), "savior": ("savior", "saviors"), "command": ("command", "commands")}
ELSEWHERE: Final = {
    "under": ("spirit", "spirits", "underneath cards {held}"),
    "hand": ("card", "cards", "in {whose} hand"),
    "drop": ("card", "cards", "in {whose} drop zone"),
    "main_deck": ("card", "cards", "in {whose} main deck"),
    "spirit_deck": ("spirit", "spirits", "in {whose} spirit deck"),
    "void": ("spirit", "spirits", "in {whose} void"),
}
PICKED: Final = {
    "opponent": ", picked by an opponent",
    "random": ", picked at random",
    "controller": ", that many from each controller, picked by them",
}
STEP_NAMES: Final = {
    "draw": "the draw step", "invoke": "the invoke step", "act1": "act step 1", "combat": "the combat step",
    "act2": "act step 2", "end": "the end step",
}  # fmt: skip
LASTING: Final = {
    "end_of_turn": "until the end of the turn", "end_of_combat_step": "until the combat step or the turn ends",
    "this_attack": "until an attack or the turn ends", "your_next_turn": "until your next turn begins",
    "while_in_play": "for as long as this card is in play", "while": "while",
    "game": "for the rest of the game",
}  # fmt: skip
VALUES: Final[Mapping[str, Mapping[str, str]]] = {
    "to": {
        "drop": "the drop zone", "hand": "the hand", "void": "the void", "play": "play", "all": "all players",
        "you": "you alone", "main_deck_bottom": "the bottom of the main deck",
        "main_deck_shuffle": "the main deck and shuffle it",
    },
    "from_": {
        "hand": "the hand", "drop": "the drop zone", "void": "the void", "under": "underneath a card",
        "spirit_deck": "the top of the spirit deck", "main_deck_top": "the top of your main deck",
        "form": "a form zone", "command": "a command zone",
    },
    "at": {"top": "on top of", "bottom": "at the bottom of", "shuffle": "into"},
    "then": {
        "keep_order": "put them back", "reorder": "put them back in any order", "bottom": "put them at the bottom",
    },
    "among": {"opponents": "an opponent", "all": "a player"},
    "back": {"main": "main-deck cards", "spirit": "spirits", "any": "cards"},
    "step": STEP_NAMES,
    "what": {
        "any": "anything", "savior": "saviors", "form": "forms", "command": "commands", "normal": "normal commands",
        "bound": "bound commands", "interrupt": "interrupts", "swift": "swift effects",
    },
    "by": {"any": "anything", "opponent": "opponents", "form": "forms", "savior": "saviors", "effect": "effects"},
}  # fmt: skip
"""The words for values of fields. A value without an entry is written unchanged."""

EVENTS: Final[Mapping[effects.EventName, str]] = {
    "turn_started": "{whose} turn begins",
    "step_entered": "{step} begins",
    "phase_entered": "{phase} of {whose} combat step begins",
    "drawn": "cards are drawn",
    "discarded": "{card} is discarded",
    "invoked": "spirits are invoked",
    "rescued": "spirits are rescued",
    "spiritualized": "{card} is spiritualized with {spirit}",
    "despiritualized": "{card} is de-spiritualized",
    "devoured": "spirits are devoured",
    "spirit_to_void": "{spirit} goes to the void",
    "form_played": "{card} is played as a form",
    "form_sacrificed": "{card} is sacrificed",
    "left_play": "{card} leaves play",
    "command_played": "{card} is played as a command",
    "command_set": "{card} is put face-down as a command",
    "command_flipped": "{card} is flipped face-up",
    "effect_declared": "an effect of {card} is declared",
    "effect_resolved": "an effect of {card} has resolved",
    "effect_negated": "an effect of {card} is negated",
    "attack_declared": "{card} attacks {target}",
    "combat_won": "{card} wins a combat",
    "damages": "{card} damages {target}",
    "damaged": "{card} is damaged",
    "savior_flipped": "{card} enters the boundless state",
    "searched": "a deck is searched",
    "die_rolled": "a die is rolled",
    "player_lost": "{loses}",
    "state": "it is so",
}
TARGETED: Final[Mapping[str, str]] = {
    "combat_won": " against {target}",
    "damaged": " with {target}",
    "form_played": " by sacrificing {target}",
}
"""Words to add for an event's second card if the event's own words do not mention that card."""
CAUSES: Final = {
    "effect": "an effect", "cost": "a cost", "sacrifice": "a sacrifice", "devour": "a devour",
    "elimination": "its player's loss", "play": "a form being played", "resolved": "having resolved",
}  # fmt: skip
"""The words for the causes of events. A cause without an entry is written unchanged."""
DONE_TO_CARDS: Final = ("damaged", "despiritualized", "spiritualized")
"""The events whose text must name the acting player, who need not be the card's controller."""
LOSERS: Final = {"you": "you lose", "opponent": "an opponent loses"}
PLACES: Final = {
    "hand": "the hand", "drop": "the drop zone", "deck-top": "the top of the main deck",
    "deck-bottom": "the bottom of the main deck", "main-deck": "the main deck",
}  # fmt: skip
NAMELESS: Final = {"spirit": "a spirit", "of": "it"}
NOTHING: Final = "—"
"""The character printed for an empty condition or cost."""
ON_PLAY: Final = "when this card is played"
"""The words for the main effect of a bound command, whose other effects could otherwise have the same text."""
FROM: Final = {"play": "play", "hand": "your hand", "drop": "your drop zone"}
TIMES: Final = {1: "once", 2: "twice"}
PERIODS: Final = {"turn": "turn", "combat": "combat step", "game": "game"}
SACRIFICED: Final = {
    "any": " other than as the sacrifice for a form that is played",
    "sacrifice": " because an effect sacrifices it",
}
"""For each cause that a replacement names, the words that say which sacrifices it covers.

A sacrifice that pays for a form is never replaced.
"""
BENEATH: Final = " while the card above it stays"
BENEATH_OR_ELSEWHERE: Final = " (from underneath a card only while that card stays)"
UNPAID: Final = " other than as a cost"
"""The words that limit a replacement to discards that do not pay a cost."""
WOULD: Final[Mapping[effects.Would, str]] = {
    "would_be_damaged": "{of} would be damaged",
    "would_leave": "{of} would leave play",
    "would_draw": "{who:would draw}",
    "would_go_to_void": "{of} would go to the void",
    "would_discard": "{who:would discard}",
    "would_be_negated": "{of} would be negated",
}
