"""Every step of the card language.

The tests compare the literal text of each step with the changes that it makes to a board.
"""

from __future__ import annotations

from typing import Any, Final

import pytest

from services.tcg.chapters import operations
from services.tcg.chapters.chain import EffectDeclared
from services.tcg.chapters.course import AttackDeclared
from services.tcg.state.tasks import TriggerEvent
from tests.tcg.board import number, record
from tests.tcg.playing import Playing

from . import holding, truths  # noqa: F401 they register what words claim
from .claims import claims_of
from .measuring import Measured, difference, measure
from .trying import Part, Trial

THIS: Final = {"ref": "this"}
CHOSEN: Final = {"ref": "chosen.0"}
LEVEL_TWO: Final = {"op": "is", "of": {"ref": "each"}, "level": 2}
DRAW: Final = {"do": "draw", "n": 1}
INVOKE: Final = {"do": "invoke", "n": 2}


def of(zone: str | list[str], who: Any = "you", **more: Any) -> Part:  # noqa: ANN401 fields of a selector
    """Return a selector of the cards in a zone."""
    return {"who": who, "zone": zone, **more}


PLAYERS: Final = ("you", "opponent", "each_opponent", "any")
ONE: Final = {"n": 1, "by": "you"}
STEPS: Final[dict[str, list[Any]]] = {
    "draw": [{"do": "draw", "n": 2, "who": who} for who in (*PLAYERS, "owner", "controller")],
    "invoke": [{"do": "invoke", "n": 2, "who": who} for who in PLAYERS],
    "rescue": [{"do": "rescue", "n": 1, "who": who} for who in PLAYERS],
    "discard": [
        {"do": "discard", "n": 1, "who": who, "by": by}
        for who in PLAYERS
        for by in ("controller", "you", "opponent", "random")
        if not (by == "opponent" and who in ("opponent", "each_opponent"))
    ],
    "devour": [{"do": "devour", "n": 2, "from": who} for who in ("opponent", "each_opponent")],
    "spiritualize": [
        {
            "do": "spiritualize",
            "of": of("form", **ONE),
            "spirit": of("hand", filter={"op": "is", "of": {"ref": "each"}, "kind": "spirit"}, **ONE),
            "ignore_limit": free,
        }
        for free in (True, False)
    ],
    "attach_spirit": [
        {"do": "attach_spirit", "of": of("form", **ONE), "from": place} for place in ("void", "spirit_deck", "under")
    ],
    "despiritualize": [
        {"do": "despiritualize", "of": of("form", who), "n": 1, **kind}
        for who in PLAYERS[:1]
        for kind in ({}, {"type": "mist"})
    ]
    + [{"do": "despiritualize", "of": of(["form", "savior"], "any"), "n": 1}],
    "move_spirits": [{"do": "move_spirits", "from": of("form"), "to": of("savior"), "n": n} for n in (1, 2, "all")],
    "sacrifice": [{"do": "sacrifice", "of": of("form", who, n=1), "who": who} for who in ("you", "opponent")]
    + [{"do": "sacrifice", "of": of("form", "each_opponent"), "who": "each_opponent"}],
    "destroy": [
        {"do": "destroy", "of": of(zone, who)} for zone in ("form", ["form", "command"]) for who in ("opponent", "any")
    ]
    + [
        {"do": "destroy", "of": of("form", "any", n=2, by="you")},
        {"do": "destroy", "of": of("form", "opponent", n=1, by="opponent")},
    ],
    "spirit_to_void": [
        {"do": "spirit_to_void", "from": place, "n": 1, "who": who}
        for place in ("spirit_deck", "hand", "under")
        for who in ("you", "each_opponent")
    ]
    + [{"do": "spirit_to_void", "from": "under", "n": 1, "spirit": of("under", "opponent")}],
    "return_to_hand": [
        {"do": "return_to_hand", "of": of(zone, who), "from": zone}
        for zone in ("form", "command", "drop")
        for who in ("you", "opponent")
    ],
    "put_in_deck": [
        {"do": "put_in_deck", "of": of(zone, "you", n=1), "at": at}
        for zone, at in (("drop", "bottom"), ("hand", "top"), ("form", "top"))
    ],
    "play_form": [
        {
            "do": "play_form",
            "of": of(zone, "you", n=1, filter={"op": "is", "of": {"ref": "each"}, "kind": "form"}),
            "from": zone,
            "sacrifice": "none",
        }
        for zone in ("hand", "drop")
    ],
    "play_command": [
        {
            "do": "play_command",
            "of": of(zone, "you", n=1, filter={"op": "is", "of": {"ref": "each"}, "name": "Relic"}),
            "from": zone,
        }
        for zone in ("hand", "drop")
    ],
    "set_command": [
        {
            "do": "set_command",
            "of": of("hand", "you", n=1, filter={"op": "is", "of": {"ref": "each"}, "kind": "command"}),
            "from": "hand",
        }
    ],
    "search": [
        {"do": "search", "deck": deck, "n": 2, "to": to}
        for deck, to in (("main", "hand"), ("main", "drop"), ("spirit", "hand"), ("spirit", "void"))
    ],
    "look_top": [
        {"do": "look_top", "deck": deck, "n": 2, "then": then}
        for deck in ("main", "spirit")
        for then in ("keep_order", "reorder", "bottom")
    ],
    "shuffle": [{"do": "shuffle", "deck": "main", "who": who} for who in PLAYERS],
    "reveal": [
        {"do": "reveal", "of": of("hand", who), "to": to} for who in ("you", "opponent") for to in ("all", "you")
    ],
    "damage": [{"do": "damage", "of": of("form", who)} for who in ("you", "opponent", "any")]
    + [{"do": "damage", "of": of("form", "any", n=2, by="controller")}],
    "modify_pwr": [
        {"do": "modify_pwr", "of": of("form", who, filter=kind), "by": by}
        for who in ("you", "opponent", "each_opponent", "any")
        for by, kind in ((2, None), (-1, LEVEL_TWO))
    ],
    "set_pwr": [{"do": "set_pwr", "of": of("form", who), "to": 4} for who in ("you", "any")],
    "grant": [
        {
            "do": "grant",
            "of": of("form"),
            "effect": {"id": "given", "eti": "auto", "on": {"event": "drawn"}, "do": [INVOKE]},
        }
    ],
    "restrict": [
        {"do": "restrict", "of": of("form", who), "static": {"static": "cannot_attack"}} for who in ("you", "opponent")
    ],
    "extra_attack": [{"do": "extra_attack", "of": of("form"), "n": n} for n in (1, 2)],
    "negate": [{"do": "negate", "of": {"ref": "event.link"}}],
    "end_attack": [{"do": "end_attack"}],
    "prevent_damage": [
        {"do": "prevent_damage", "of": of(["form", "savior"], who), "times": 2} for who in ("you", "any")
    ],
    "flip_savior": [{"do": "flip_savior", "who": who} for who in PLAYERS],
    "gain_control": [
        {"do": "gain_control", "of": of("form", "opponent", n=1, by="you"), "for": lasts}
        for lasts in ("end_of_turn", "game")
    ],
    "choose": [
        {
            "do": "may",
            "then": [
                {"do": "choose", "of": of("form", "any", n=2, by="you"), "store": "s"},
                {"do": "modify_pwr", "of": {"var": "s"}, "by": 1},
            ],
        },
    ],
    "choose_player": [
        {
            "do": "may",
            "then": [
                {"do": "choose_player", "store": "p", "among": among},
                {"do": "draw", "n": 1, "who": {"var": "p"}},
            ],
        }
        for among in ("opponents", "all")
    ],
    "choose_mode": [{"do": "choose_mode", "n": n, "modes": [[DRAW], [INVOKE], [{"do": "end_attack"}]]} for n in (1, 2)],
    "may": [
        {"do": "may", "who": who, "then": [{"do": "discard", "n": 1, "who": then}]}
        for who in ("you", "opponent")
        for then in PLAYERS
    ],
    "if": [{"do": "if", "when": {"op": "turn_of", "who": "you"}, "then": [DRAW], "else": [INVOKE]}],
    "for_each": [
        {"do": "for_each", "of": of("form"), "then": [{"do": "draw", "n": 1, "who": "each_opponent"}]},
        {"do": "for_each", "of": of("form"), "then": [{"do": "put_counter", "of": {"ref": "each"}, "name": "seal"}]},
    ],
    "repeat": [{"do": "repeat", "n": 2, "then": [DRAW]}],
    "roll_die": [{"do": "roll_die", "sides": 6, "store": "r", "table": {"1-3": [DRAW], "4-6": [INVOKE]}}],
    "put_counter": [
        {"do": "put_counter", "of": of("form", who), "name": "seal", "n": n} for who in ("you", "any") for n in (1, 2)
    ],
    "delay": [{"do": "delay", "until": {"event": "turn_started", "by": "you"}, "then": [DRAW]}],
    "win_game": [{"do": "win_game", "who": "you"}, {"do": "win_game"}],
    "lose_game": [{"do": "lose_game", "who": "opponent"}],
}


def attack(game: Playing) -> None:
    """Make the reader's first form attack an opponent's form."""
    record(
        game, AttackDeclared(seat="a", attacker=number(game, "a", "brute"), target=number(game, "b", "brute"), of="b")
    )


def declare_effects(game: Playing) -> None:
    """Declare an opponent's effect while another effect is waiting behind it."""
    for link, seat in enumerate(("c", "b"), 1):
        trap = number(game, seat, "trap", "command")
        record(game, EffectDeclared(number=link, seat=seat, thing=trap, card="trap", effect="trap#main"))


PREPARED: Final = {"end_attack": attack, "negate": declare_effects}
EVENTS: Final = {"negate": TriggerEvent(event="effect_declared", by="b", link=2)}
ENDS: Final = ("win_game", "lose_game")
"""Steps that remove all cards of a player. For these, the tests compare only who won and who lost."""

TRIALS: Final = [
    pytest.param(name, step, id=f"{name}-{at}") for name, steps in STEPS.items() for at, step in enumerate(steps)
]


@pytest.mark.rule("TC-READ-08")
@pytest.mark.parametrize(("name", "step"), TRIALS)
def test_step_matches_its_text(name: str, step: Part) -> None:
    """A step's players, cards, counts and destinations are exactly those in its text."""
    trial = Trial(step, faces=[2] if name == "roll_die" else (), prepare=PREPARED.get(name), event=EVENTS.get(name))
    table = trial.table
    promised = claims_of(table, trial.words)

    assert promised == done_by(trial, ends=name in ENDS)
    assert [] == table.asked, "a seat was asked something that the text does not announce"


def done_by(trial: Trial, *, ends: bool) -> Measured:
    """Return the changes made by a trial's effect; with `ends`, return only who won and who lost."""
    changes = difference(measure(trial.table.game), measure(trial.game))
    return {key: change for key, change in changes.items() if not ends or key[0] in ("won", "lost")}


def test_every_step_is_covered() -> None:
    """The tests cover every step of the card language."""
    assert {*operations.RELEASED} <= set(STEPS)
