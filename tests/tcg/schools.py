"""Small card sets that together use every part of the card language: steps, triggers, costs and statics.

Each set specializes in one sort of parts.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from services.tcg.catalogue.language.effects import Cards
from services.tcg.catalogue.loading import load
from services.tcg.words import DeckList

Part = Mapping[str, Any]
ONCE: Final = {"count": 1, "per": "turn"}
THIS: Final = {"ref": "this"}
FIRST: Final = {"ref": "chosen.0"}
MINE: Final = {"who": "you", "zone": "form", "n": 1, "by": "you"}
THEIRS: Final = {"who": "opponent", "zone": "form", "n": 1, "by": "you"}
IN_HAND: Final = {"who": "you", "zone": "hand", "n": 1, "by": "you"}
EACH: Final = {"ref": "each"}
FORMS: Final = {"who": "you", "zone": "form"}
HAS_SPIRIT: Final = {"op": "is_spiritualized", "of": EACH}
DRAW: Final = {"do": "draw", "n": 1}
INVOKE: Final = {"do": "invoke", "n": 1}
SAVIOR: Final = {
    "id": "head", "name": "Head", "kind": "savior", "set_id": "SCHOOL", "number": "00", "rarity": "common",
    "flip": {"when": {"op": "spirits_under", "of": THIS, "cmp": ">=", "n": 3}},
    "bound": {"pwr": 2}, "boundless": {"pwr": 5},
}  # fmt: skip
SPIRITS: Final = {"house-boost": 6, "house-rescue": 2, "house-aggress": 5, "house-protect": 2}


def of_hand(**what: str) -> Part:
    """Return a selector of cards in hand with these properties."""
    return {**IN_HAND, "filter": {"op": "is", "of": EACH, **what}}


def form(name: str, *effects: Part, pwr: int = 3) -> Part:
    """Return a form of level 0."""
    return {"id": name, "name": name.title(), "kind": "form", "level": 0, "pwr": pwr, "effects": list(effects)}


def command(name: str, kind: str, effect: Part) -> Part:
    """Return a command of the given type with this main effect."""
    main = {"id": "main", "main": True, **effect}
    return {"id": name, "name": name.title(), "kind": "command", "type": kind, "effects": [main]}


def uses(name: str, *steps: Part, **more: Any) -> Part:  # noqa: ANN401 fields of an effect
    """Return a voluntary effect that can be used once a turn and needs no spirit."""
    return {"id": name, "eti": "none", "independent": True, "limit": ONCE, "do": list(steps), **more}


def heard(event: str, **more: Any) -> Part:  # noqa: ANN401 fields of a pattern
    """Return an effect that triggers on this event, at most once a turn."""
    on = {"event": event, **more}
    name = event.replace("_", "-")
    return {"id": name, "eti": "auto", "on": on, "limit": ONCE, "do": [{"do": "draw", "n": 0}]}


def holds(name: str, static: str, **more: Any) -> Part:  # noqa: ANN401 fields of a static
    """Return a CONT: effect with one static ability."""
    return {"id": name, "eti": "cont", "static": [{"static": static, **more}]}


def instead(event: str, *steps: Part, **more: Any) -> Part:  # noqa: ANN401 fields of a replacement
    """Return a replacement of an event, usable once a turn. Without steps, it prevents the event."""
    name = event.replace("_", "-")
    replace = {"event": event, "do": list(steps) or "prevent", **more}
    return {"id": name, "eti": "cont", "limit": ONCE, "replace": replace}


def school(name: str, *cards: Part) -> Cards:
    """Return a card set that consists of these cards and a savior."""
    marks = {"set_id": "SCHOOL", "rarity": "common"}
    numbered = [{**card, **marks, "number": f"{at:02}"} for at, card in enumerate(cards, 1)]
    return load({"name": name, "cards": [SAVIOR, *numbered]})


def deck_of(cards: Cards) -> DeckList:
    """Return a deck that contains all cards of a set in about equal numbers."""
    names = [card.id for card in cards.cards[1:]]
    each, more = divmod(30, len(names))
    return DeckList(savior="head", main={name: each + (at < more) for at, name in enumerate(names)}, spirits=SPIRITS)


# ---------------------------------------------------------------- steps

DEEDS: Final = school(
    "Deeds",
    form(
        "scribe",
        uses("draw", DRAW),
        uses("discard", {"do": "discard", "n": 1}),
        uses("rescue", {"do": "rescue", "n": 1}),
        uses("invoke", {"do": "invoke", "n": 2}),
        uses("devour", {"do": "devour", "n": 1}),
        uses("shuffle", {"do": "shuffle", "deck": "spirit"}),
    ),
    form(
        "sexton",
        uses("give", {"do": "spiritualize", "of": THIS, "spirit": of_hand(kind="spirit")}),
        uses("attach", {"do": "attach_spirit", "of": THIS, "from": "spirit_deck"}),
        uses("free", {"do": "despiritualize", "of": THIS, "n": 1}, when={"op": "is_spiritualized", "of": THIS}),
        uses("move", {"do": "move_spirits", "from": THIS, "to": FIRST}, targets=[MINE]),
        uses("lay", {"do": "spirit_to_void", "from": "spirit_deck", "n": 1}),
        uses("part", {"do": "sacrifice", "of": THIS}),
    ),
    form(
        "porter",
        uses("destroy", {"do": "destroy", "of": FIRST}, targets=[THEIRS]),
        uses("return", {"do": "return_to_hand", "of": FIRST}, targets=[{**MINE, "filter": HAS_SPIRIT}]),
        uses("bury", {"do": "put_in_deck", "of": {"who": "you", "zone": "drop", "n": 1}, "at": "bottom"}),
        uses("call", {"do": "play_form", "of": of_hand(kind="form"), "from": "hand", "sacrifice": "none"}),
        uses("lure", {"do": "gain_control", "of": FIRST, "for": "your_next_turn"}, targets=[THEIRS]),
        uses("flip", {"do": "flip_savior"}),
    ),
    form(
        "reader",
        uses("search", {"do": "search", "deck": "main", "n": 1, "to": "hand"}),
        uses("look", {"do": "look_top", "deck": "main", "n": 3, "then": "reorder"}),
        uses("show", {"do": "reveal", "of": IN_HAND}),
        uses("choose", {"do": "choose", "of": MINE, "store": "it"}, {"do": "modify_pwr", "of": {"var": "it"}, "by": 1}),
        uses("whom", {"do": "choose_player", "store": "who"}, {"do": "draw", "n": 1, "who": {"var": "who"}}),
        uses("either", {"do": "choose_mode", "modes": [[DRAW], [INVOKE]]}),
    ),
    form(
        "smith",
        uses("temper", {"do": "modify_pwr", "of": FIRST, "by": 2}, targets=[MINE]),
        uses("recast", {"do": "set_pwr", "of": FIRST, "to": 6}, targets=[MINE]),
        uses("teach", {"do": "grant", "of": FIRST, "effect": heard("step_entered")}, targets=[MINE]),
        uses("chain", {"do": "restrict", "of": FIRST, "static": {"static": "cannot_attack"}}, targets=[THEIRS]),
        uses("guard", {"do": "prevent_damage", "of": FIRST}, targets=[MINE]),
        uses("mark", {"do": "put_counter", "of": THIS, "name": "mark"}),
    ),
    form(
        "gambler",
        uses("perhaps", {"do": "may", "then": [DRAW]}),
        uses("whether", {"do": "if", "when": {"op": "turn_of", "who": "you"}, "then": [DRAW]}),
        uses("every", {"do": "for_each", "of": FORMS, "then": [{"do": "modify_pwr", "of": EACH, "by": 1}]}),
        uses("again", {"do": "repeat", "n": 2, "then": [DRAW]}),
        uses("roll", {"do": "roll_die", "sides": 6, "store": "face", "table": {"1-3": [DRAW], "4-6": [INVOKE]}}),
        uses("later", {"do": "delay", "until": {"event": "step_entered", "step": "end"}, "then": [DRAW]}),
    ),
    form(
        "duellist",
        uses("wound", {"do": "damage", "of": FIRST}, targets=[THEIRS]),
        uses("twice", {"do": "extra_attack", "of": THIS}, when={"op": "phase_is", "phase": "start"}),
        {"id": "stop", "eti": "interrupt", "independent": True, "limit": ONCE,
         "on": {"event": "attack_declared", "by": "opponent"}, "do": [{"do": "end_attack"}]},
        uses("order", {"do": "play_command", "of": of_hand(type="normal"), "from": "hand"}),
        uses("hide", {"do": "set_command", "of": of_hand(type="interrupt"), "from": "hand"}),
        pwr=5,
    ),
    form(
        "judge",
        uses("stow", {"do": "put_in_deck", "of": of_hand(kind="form"), "at": "top"}),
        uses("condemn", {"do": "lose_game", "who": "opponent"}, when={"op": "players", "cmp": ">=", "n": 3}),
        uses("crown", {"do": "win_game"}, when={"op": "players", "cmp": "==", "n": 2}),
    ),
    command("edict", "normal", {"eti": "none", "do": [DRAW]}),
    command("veto", "interrupt", {"eti": "interrupt", "on": {"event": "effect_declared", "by": "opponent"},
                                  "do": [{"do": "negate", "of": {"ref": "event.link"}}]}),
)  # fmt: skip
"""Effects with every step of the card language, for players to use voluntarily."""
LAST: Final = frozenset({"judge#condemn", "judge#crown", "bellman#ruin"})
"""Effects that end the match for a player, and that players therefore use last."""

# ---------------------------------------------------------------- triggers and costs

EARS: Final = school(
    "Ears",
    form("watcher", heard("turn_started"), heard("step_entered", step="act1"), heard("phase_entered", phase="start"),
         heard("drawn"), heard("discarded"), heard("invoked")),
    form("mourner", heard("rescued"), heard("spiritualized"), heard("despiritualized"), heard("devoured"),
         heard("spirit_to_void"), heard("form_sacrificed")),
    form("herald", heard("form_played"), heard("left_play"), heard("command_played"), heard("command_set"),
         heard("command_flipped"), heard("searched")),
    form("clerk", heard("effect_declared"), heard("effect_resolved"), heard("effect_negated"), heard("die_rolled"),
         heard("player_lost"), heard("state", when={"op": "count", "of": FORMS, "cmp": ">=", "n": 2})),
    form("second", heard("attack_declared"), heard("combat_won"), heard("damages"), heard("damaged"),
         heard("savior_flipped"), pwr=4),
    form(
        "crier",
        uses("rescue", {"do": "rescue", "n": 1}),
        uses("discard", {"do": "discard", "n": 1}),
        uses("search", {"do": "search", "deck": "main", "n": 1, "to": "hand"}),
        uses("roll", {"do": "roll_die", "sides": 6, "store": "face"}),
        uses("devour", {"do": "devour", "n": 1}),
        uses("part", {"do": "sacrifice", "of": FIRST}, targets=[MINE]),
    ),
    form(
        "bellman",
        uses("free", {"do": "despiritualize", "of": THIS, "n": 1}, when={"op": "is_spiritualized", "of": THIS}),
        uses("wound", {"do": "damage", "of": FIRST}, targets=[THEIRS]),
        uses("flip", {"do": "flip_savior"}),
        uses("ruin", {"do": "lose_game", "who": "opponent"}, when={"op": "players", "cmp": ">=", "n": 3}),
    ),
    command("notice", "normal", {"eti": "none", "do": [{"do": "invoke", "n": 2}]}),
    command("silence", "interrupt", {"eti": "interrupt", "on": {"event": "effect_declared", "by": "opponent"},
                                     "do": [{"do": "negate", "of": {"ref": "event.link"}}]}),
)  # fmt: skip
"""Effects that trigger on every event of the card language."""

PURSES: Final = school(
    "Purses",
    form(
        "buyer",
        uses("discard", {"do": "rescue", "n": 2}, cost=[{"pay": "discard", "n": 1}]),
        uses("free", {"do": "search", "deck": "main", "n": 1, "to": "hand"},
             cost=[{"pay": "despiritualize", "of": THIS, "n": 1}]),
        uses("offer", {"do": "roll_die", "sides": 6, "store": "r"}, cost=[{"pay": "sacrifice", "of": THIS}]),
        uses("spend", {"do": "put_counter", "of": THIS, "name": "coin"}, cost=[{"pay": "spirit_from_hand", "n": 1}]),
        uses("coin", {"do": "devour", "n": 1}, cost=[{"pay": "remove_counter", "of": THIS, "name": "coin", "n": 1}]),
        uses("leave", DRAW, cost=[{"pay": "send_self", "to": "hand"}]),
    ),
    form(
        "seller",
        uses("burn", {"do": "flip_savior"}, cost=[{"pay": "spirit_from_deck", "n": 1}]),
        uses("restore", DRAW, cost=[{"pay": "return_from_drop", "n": 1, "to": "main_deck_bottom"}]),
        uses("show", {"do": "rescue", "n": 1}, cost=[{"pay": "reveal", "from": "hand", "n": 1}]),
        uses("rest", {"do": "damage", "of": FIRST}, targets=[THEIRS], cost=[{"pay": "give_up_attack", "of": THIS}]),
    ),
    *(form(f"plain-{at}", pwr=at) for at in range(1, 7)),
)  # fmt: skip
"""Effects with every cost of the card language."""

# ---------------------------------------------------------------- statics and replacements

LAWS: Final = school(
    "Laws",
    form("lawyer", holds("more", "modify_pwr", of=THIS, by=1),
         holds("mute", "cannot_activate", who="opponent", what="swift"),
         holds("bare", "attack_without_spirit", of=FORMS), holds("hidden", "cannot_be_target", of=THIS),
         holds("cheap", "change_cost", of=FORMS, cost=[{"pay": "discard", "n": 1}])),
    form("abbot", holds("six", "set_pwr", of=THIS, to=6), holds("calm", "cannot_attack", of=THIS),
         holds("kept", "cannot_be_sacrificed", of=THIS), holds("closed", "cannot_be_spiritualized", of=THIS),
         holds("fast", "extra_attack", of=FORMS)),
    form("warden", holds("walled", "cannot_be_attacked", of=THIS),
         holds("hard", "cannot_be_damaged", of=THIS, by="effect"),
         holds("two", "extra_sacrifice", who="you"), holds("deep", "extra_spiritualize", of=THIS),
         holds("free", "no_sacrifice_needed", of={"who": "you", "zone": "hand"}),
         holds("low", "level_as", of=THIS, level=1)),
    form("saint", instead("would_be_damaged", of={"who": "you", "zone": ["form", "savior"]}),
         instead("would_leave", {"do": "modify_pwr", "of": THIS, "by": -1}, of=FORMS),
         instead("would_be_negated", of={"who": "you", "zone": ["form", "command"]})),
    form("steward", instead("would_draw", INVOKE, who="you"),
         instead("would_discard", DRAW, who="you"),
         instead("would_go_to_void", DRAW, of={"who": "you", "zone": ["spirit_deck", "under", "hand"]})),
    form("striker", uses("strike", {"do": "damage", "of": FIRST}, targets=[THEIRS]),
         uses("burn", {"do": "discard", "n": 1}), uses("sweep", {"do": "destroy", "of": FIRST}, targets=[THEIRS]),
         uses("drain", {"do": "spirit_to_void", "from": "spirit_deck", "n": 1}), uses("draw", DRAW), pwr=5),
    {**form("golem", uses("draw", DRAW), pwr=6), "level": 2},
    command("veto", "interrupt", {"eti": "interrupt", "on": {"event": "effect_declared", "by": "opponent"},
                                  "do": [{"do": "negate", "of": {"ref": "event.link"}}]}),
)  # fmt: skip
"""Effects with every static and every replacement of the card language."""

# ---------------------------------------------------------------- simple sets

PLAIN: Final = school("Plain", *(form(f"plain-{at}", pwr=at) for at in range(1, 9)))
"""Forms without effects."""
ECHO: Final = school(
    "Echo",
    form("echo", {"id": "echo", "eti": "auto", "on": {"event": "effect_resolved"},
                  "do": [{"do": "modify_pwr", "of": THIS, "by": 1}]},
         uses("shout", DRAW)),
    *(form(f"plain-{at}", uses("draw", DRAW)) for at in range(1, 8)),
)  # fmt: skip
"""A form whose effect triggers itself endlessly."""
AIMS: Final = school(
    "Aims",
    *(form(f"archer-{at}", uses("aim", DRAW, targets=[THEIRS], cost=[{"pay": "discard", "n": 1}]), pwr=at)
      for at in range(1, 9)),
)  # fmt: skip
"""Forms with an effect that has a cost and targets another player's form."""
PAID: Final = [{"pay": "discard", "n": 1}]
SIEGE: Final = school(
    "Siege",
    form("archer", uses("aim", {"do": "destroy", "of": FIRST}, eti="swift", targets=[THEIRS, THEIRS], cost=PAID)),
    form("judge", uses("ask", {"do": "damage", "of": FIRST}, targets=[{**THEIRS, "by": "opponent"}], cost=PAID)),
    form("lottery", uses("odds", DRAW, eti="swift", targets=[{**THEIRS, "by": "random"}, THEIRS], cost=PAID)),
    form("giver", uses("give", DRAW, eti="swift", cost=[*PAID, {"pay": "sacrifice", "of": MINE}])),
    form("thief", uses("take", {"do": "gain_control", "of": {"who": "opponent", "zone": "form", "n": 1}})),
    form("robber", uses("rob", {"do": "play_form", "of": {"who": "any", "zone": "drop", "n": 1}, "from": "drop"})),
    form("echo", {"id": "echo", "eti": "auto", "on": {"event": "form_played", "by": "any"}, "targets": [THEIRS],
                  "cost": PAID, "do": [DRAW]}),
    form("mourner", {"id": "mourn", "eti": "auto", "on": {"event": "player_lost"}, "targets": [THEIRS], "do": [DRAW]}),
    command("bolt", "normal", {"eti": "none", "targets": [THEIRS], "do": [{"do": "destroy", "of": FIRST}]}),
    command("bar", "interrupt", {"eti": "interrupt", "on": {"event": "effect_declared", "by": "opponent"},
                                 "cost": PAID, "do": [{"do": "negate", "of": {"ref": "event.link"}}]}),
)  # fmt: skip
"""Cards that need targets and payments, and cards that take other players' cards."""
LOANS: Final = school(
    "Loans",
    *(form(f"thief-{at}",
           uses("keep", {"do": "gain_control", "of": FIRST, "for": "your_next_turn"}, targets=[THEIRS]),
           uses("borrow", {"do": "gain_control", "of": FIRST, "for": "end_of_turn"}, targets=[THEIRS]), pwr=at)
      for at in range(1, 9)),
)  # fmt: skip
"""Forms that take control of one another, for two different durations."""
