"""How each part of the language is said: a phrase for each, its fields in braces.

`{who:draw}` is a player doing that: `draw 2` for the reader, `an opponent draws 2` for another; `{whose}` is that
player's. A field that is not set says nothing.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from services.tcg.cards import language as card

COMPARED: Final = {
    "==": "is", "!=": "is not", "<": "is less than", "<=": "is at most", ">": "is more than", ">=": "is at least"
}  # fmt: skip
PLAYERS: Final = {
    "you": ("you", "your", "you control"),
    "opponent": ("an opponent", "an opponent's", "an opponent controls"),
    "each_opponent": ("each opponent", "each opponent's", "your opponents control"),
    "any": ("each player", "any player's", "in play"),
    "owner": ("its owner", "its owner's", "its owner controls"),
    "controller": ("its controller", "its controller's", "its controller controls"),
}
"""Each player: who does it, whose it is, and whose the cards in play are."""
TOGETHER: Final = {
    "opponent": ("all opponents'", "your opponents control"),
    "each_opponent": ("all opponents'", "your opponents control"),
    "any": ("all players'", "in play"),
}
"""Several players whose cards are counted together: whose they are, and whose the cards in play."""
THAT_PLAYER: Final = ("that player", "that player's", "that player controls")
REFS: Final = {
    "this": "this card", "host": "the card above", "each": "it", "attacker": "the attacker",
    "defender": "the attacked card", "event.card": "that card", "event.target": "its target",
    "event.spirit": "that spirit", "event.by": "that player's card", "event.link": "that effect",
}  # fmt: skip
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
    "end_of_turn": "until the end of the turn", "end_of_combat_step": "until the end of the combat step",
    "this_attack": "for this attack", "your_next_turn": "until your next turn begins",
    "while_in_play": "for as long as this card is in play", "while": "for as long as",
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
"""The words of fields that hold one of a few values; others are said as they are."""

PHRASES: Final[Mapping[type[card.Part], str]] = {
    # conditions
    card.Not: "it is not true that {of}",
    card.Comparison: "{a} {cmp} {b}",
    card.Count: "the number of {many} {cmp} {n}",
    card.Exists: "there is at least one of {many}",
    card.SpiritsUnder: "the number of {type}spirits under {of} {cmp} {n}",
    card.IsSpiritualized: "{of} is spiritualized",
    card.SpiritualizedThisTurn: "{of} was spiritualized this turn",
    card.HostIs: "the card above is a {kind}",
    card.IsAttacking: "{of} is attacking",
    card.IsAttacked: "{of} is attacked",
    card.AttackedThisStep: "{of} has attacked in this combat step",
    card.ZoneOpen: "{whose} side has an open {zone} zone",
    card.VoidCount: "the number of spirits in {whose} void {cmp} {n}",
    card.SpiritDeckCount: "the number of spirits left in {whose} spirit deck {cmp} {n}",
    card.MainDeckCount: "the number of cards left in {whose} main deck {cmp} {n}",
    card.HandCount: "the number of {back} in {whose} hand {cmp} {n}",
    card.SaviorSide: "{whose} savior is {side}",
    card.StepIs: "it is {step}",
    card.PhaseIs: "it is the {phase} phase",
    card.TurnOf: "it is {whose} turn",
    card.Pwr: "{pwr} {cmp} {n}",
    card.Used: "the number of times this card's effect {effect} was used this {per} {cmp} {n}",
    card.Counters: "the number of {name} counters on {of} {cmp} {n}",
    card.Players: "the number of players in the game {cmp} {n}",
    # costs
    card.PayDiscard: "discard {n}{filter}",
    card.PayDespiritualize: "de-spiritualize {n} {type}from {of}",
    card.PaySacrifice: "sacrifice {of}",
    card.PaySendSelf: "send this card to {to}",
    card.PaySpiritFromHand: "send {n} of the spirits in your hand to {to}",
    card.PaySpiritFromDeck: "send {n} from the top of your spirit deck to {to}",
    card.PayReturnFromDrop: "return {n} of the cards in your drop zone{filter} to {to}",
    card.PayReveal: "reveal {n} from {from_}{filter}",
    card.PayGiveUpAttack: "give up the attack of {of}",
    card.PayRemoveCounter: "remove {n} {name} {counters} from {of}",
    # what holds
    card.ModifyPwr: "{of} gets {change}",
    card.SetPwr: "the base PWR of {of} is {to}",
    card.CannotAttack: "{of} cannot attack{attacked}",
    card.AttackWithoutSpirit: "{of} attacks saviors without a spirit",
    card.CannotBeAttacked: "{of} cannot be attacked",
    card.CannotBeTarget: "{of} cannot be chosen as a target of {sources}",
    card.CannotBeSacrificed: "{of} cannot be sacrificed",
    card.CannotBeSpiritualized: "{of} cannot be spiritualized",
    card.CannotBeDamaged: "{of} cannot be damaged by {by}",
    card.CannotActivate: "{who:cannot activate} {what}",
    card.MoreAttacks: "{of} attacks {more} in a combat step",
    card.MoreSacrifices: "{who:may sacrifice} to play {more} in a turn",
    card.MoreSpiritualizing: "{of} is spiritualized {more} in a turn",
    card.NoSacrificeNeeded: "{of} is played without a sacrifice",
    card.LevelAs: "{of} counts as level {level}",
    # steps
    card.Draw: "{who:draw} {n}",
    card.Discard: "{who:discard} {n}{filter}{picked}",
    card.Rescue: "{who:rescue} {n}",
    card.Invoke: "{who:invoke} {n}",
    card.Devour: "devour {n} from {from_}",
    card.Spiritualize: "spiritualize {of} with {spirit}{ignore_limit}",
    card.AttachSpirit: "put {spirit} from {from_} underneath {of}",
    card.Despiritualize: "de-spiritualize {n} {type}from {of}",
    card.MoveSpirits: "move {n} of the spirits under {from_} underneath {to}",
    card.Sacrifice: "{who:sacrifice} {of}",
    card.Destroy: "destroy {of}",
    card.SpiritToVoid: "{who:send} {sent} from {from_} to the void",
    card.ReturnToHand: "return {of} from {from_} to its owner's hand",
    card.PutInDeck: "put {of} {at} its owner's main deck",
    card.PlayFormBy: "play {of} from {from_}{sacrifice}",
    card.PlayCommandBy: "play {of} from {from_}",
    card.SetCommandBy: "put {of} from {from_} face-down in a command zone",
    card.Search: "search your {deck} deck for up to {found}{filter}, put {them} into {into} and shuffle the deck",
    card.LookTop: "look at the top {n} of your {deck} deck and {then}",
    card.Shuffle: "shuffle {whose} {deck} deck",
    card.Reveal: "reveal {of} to {to}",
    card.Damage: "damage {of}",
    card.ChangePwr: "{of} gets {change} {lasts}",
    card.PutPwr: "the base PWR of {of} becomes {to} {lasts}",
    card.Grant: "{of} gains the effect «{effect}» {lasts}",
    card.Restrict: "{restriction} {lasts}",
    card.ExtraAttack: "{of} may attack {more} in this combat step",
    card.Negate: "negate {of}",
    card.EndAttack: "end the attack without a victor",
    card.PreventDamage: "prevent the next {times} damage to {of} {lasts}",
    card.FlipSavior: "{who:flip} {whose} savior",
    card.GainControl: "{who:gain} control of {of} {lasts}",
    card.Choose: "pick {of}",
    card.ChoosePlayer: "pick {among}",
    card.May: "{optional}{then}",
    card.ForEach: "for each of {of}, {then}",
    card.Repeat: "{n} times over, {then}",
    card.PutCounter: "put {n} {name} {counters} on {of}",
    card.Delay: "{until}, {then}",
    card.WinGame: "{who:win} the game",
    card.LoseGame: "{who:lose} the game",
}

EVENTS: Final[Mapping[card.EventName, str]] = {
    "turn_started": "{whose} turn begins",
    "step_entered": "{whose} {step} begins",
    "phase_entered": "the {phase} phase of {whose} combat step begins",
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
"""How the other card of an event is named where the event's own words have no place for it."""
WOULD: Final[Mapping[card.Would, str]] = {
    "would_be_damaged": "{of} would be damaged",
    "would_leave": "{of} would leave play",
    "would_draw": "{who:would draw}",
    "would_go_to_void": "{of} would go to the void",
    "would_discard": "{who:would discard}",
    "would_be_negated": "{of} would be negated",
}
