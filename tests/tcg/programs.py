"""Random effects and boards, generated from a seed: any steps in any order, on cards with triggers and replacements."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from random import Random
from typing import Any, Final, get_args

from services.tcg.catalogue.language.conditions import Lasting
from services.tcg.catalogue.language.effects import AnyCard, EventName, Would
from services.tcg.settings import MatchSettings
from tests.tcg.board import SPIRIT_TYPES, Side, effect, form, side

Step = dict[str, Any]
PLACES: Final = ("form", "savior", "command", "under", "hand", "drop", "void")
PICKERS: Final = ("you", "controller", "opponent", "random")
HOSTS: Final = ("form", "savior")
LASTING: Final = tuple(one for one in get_args(Lasting) if one != "while")
HEARD: Final = tuple(one for one in get_args(EventName) if one != "state")
STATICS: Final = ("cannot_attack", "cannot_be_sacrificed", "cannot_be_spiritualized", "cannot_be_damaged")
CARDS: Final = ("whelp", "brute", "keeper", "trap", "order", "spell")
DEEPEST: Final = 2


class Maker:
    """A generator of steps, cards and boards; the same seed always generates the same results."""

    def __init__(self, seed: int) -> None:
        """Set the seed."""
        self.random = Random(seed)

    def one(self, *of: Any) -> Any:  # noqa: ANN401 whatever is offered
        """Return one of the arguments, chosen at random."""
        return self.random.choice(of)

    def some(self, of: Sequence[str], most: int) -> list[str]:
        """Return up to `most` of these values, possibly with repeats."""
        return [self.one(*of) for _ in range(self.random.randint(0, most))]

    # ------------------------------------------------------------ parts of steps

    def who(self) -> str:
        """Return a random word for players, such as `opponent`."""
        return str(self.one("you", "opponent", "each_opponent", "any", "controller", "owner"))

    def cards(self, *places: str) -> Step:
        """Return a random selector of cards in these zones."""
        if self.one(True, *[False] * 7):
            return {"ref": self.one("this", "each", "event.card", "event.spirit", "chosen.0", "attacker", "host")}
        selector: Step = {"zone": self.one(*(places or PLACES)), "who": self.who()}
        if self.one(True, False, False):
            selector["filter"] = self.one(
                {"op": "is", "of": {"ref": "each"}, "kind": self.one("form", "command", "spirit")},
                {"op": "pwr", "of": {"ref": "each"}, "cmp": ">=", "n": 3},
                {"op": "is_spiritualized", "of": {"ref": "each"}},
            )
        if self.one(True, False):
            selector |= {
                "n": self.one(1, 2, {"min": 0, "max": 2}),
                "by": self.one(*PICKERS),
            }
        return selector

    def n(self) -> Any:  # noqa: ANN401 an amount
        """Return a random number, or a random amount for the rules to compute."""
        return self.one(0, 1, 1, 2, 3, {"die": 3}, {"var": "x"}, {"count": {"zone": "form"}}, {"plus": [1, {"die": 2}]})

    # ------------------------------------------------------------ steps

    def step(self, deep: int = 0) -> Step:
        """Return a random step, which may contain further steps up to a maximum depth."""
        made = STEPS if deep >= DEEPEST else {**STEPS, **HOLDING}
        name = self.one(*made)
        return {"do": name, **made[name](self, deep)}

    def steps(self, deep: int = 0) -> list[Step]:
        """Return a few random steps."""
        return [self.step(deep) for _ in range(self.random.randint(1, 3))]

    # ------------------------------------------------------------ cards and boards

    def keeper(self) -> AnyCard:
        """Return a form that has a trigger and a replacement."""
        event = self.one(*get_args(Would))
        of = {"of": self.one({"ref": "this"}, {"zone": "form"}, {"zone": ["under", "hand"], "who": "you"})}
        whose = {"who": self.one("you", "opponent", "any")}
        instead = {"event": event, **(whose if event in ("would_draw", "would_discard") else of)}
        if self.one(True, False):
            instead["do"] = self.steps(DEEPEST)
        listening = effect(
            "hears", "auto", on={"event": self.one(*HEARD)}, do=self.steps(1), limit={"count": 2, "per": "turn"}
        )
        return form("keeper", effect("instead", replace=instead), listening)

    def side(self) -> Side:
        """Return a random side of a board."""
        forms = [(self.one("whelp", "brute", "keeper"), *self.some(SPIRIT_TYPES, 2)) for _ in range(self.one(0, 1, 2))]
        return side(
            savior=("lantern-marshal", *self.some(SPIRIT_TYPES, 2)), forms=forms, commands=["spell"],
            set=self.some(["trap"], 1), hand=self.some((*CARDS, *SPIRIT_TYPES), 6), deck=self.some(CARDS, 6),
            spirits=self.some(SPIRIT_TYPES, 5), drop=self.some(CARDS, 3), void=self.some(SPIRIT_TYPES, 6),
        )  # fmt: skip

    def settings(self) -> MatchSettings:
        """Return random settings about how cards leave play and when full voids are checked."""
        return MatchSettings(
            spirits_on_return=self.one("void", "owner_hand"), loss_check=self.one("immediate", "after_resolution"),
            damage_without_spirits=self.one("nothing", "lose", "take_from_forms"),
            despiritualize_chooser=self.one("effect_player", "card_controller"),
        )  # fmt: skip


Make = Callable[[Maker, int], Step]
STEPS: Final[Mapping[str, Make]] = {
    "draw": lambda make, _: {"n": make.n(), "who": make.who()},
    "discard": lambda make, _: {"n": make.n(), "who": make.who(), "by": make.one(*PICKERS)},
    "rescue": lambda make, _: {"n": make.n(), "who": make.who()},
    "invoke": lambda make, _: {"n": make.n(), "who": make.who()},
    "devour": lambda make, _: {"n": make.n(), "from": make.who()},
    "spiritualize": lambda make, _: {
        "of": make.cards(*HOSTS), "spirit": {"who": "you", "zone": "hand"}, "ignore_limit": make.one(True, False)
    },
    "attach_spirit": lambda make, _: {"of": make.cards(*HOSTS), "from": make.one("void", "spirit_deck", "under")},
    "despiritualize": lambda make, _: {"of": make.cards(*HOSTS), "n": make.n()},
    "move_spirits": lambda make, _: {"from": make.cards(*HOSTS), "to": make.cards(*HOSTS), "n": make.one("all", 1)},
    "sacrifice": lambda make, _: {"of": make.cards("form"), "who": make.who()},
    "destroy": lambda make, _: {"of": make.cards()},
    "spirit_to_void": lambda make, _: {
        "from": make.one("hand", "spirit_deck", "under"), "n": make.n(), "who": make.who(),
        **make.one({}, {"spirit": make.cards("under", "hand")}),
    },
    "return_to_hand": lambda make, _: {"of": make.cards(), "from": make.one("form", "command", "drop")},
    "put_in_deck": lambda make, _: {"of": make.cards(), "at": make.one("top", "bottom", "shuffle")},
    "play_form": lambda make, _: {
        "of": make.cards("hand", "drop"), "from": make.one("hand", "drop"), "sacrifice": make.one("rule", "none")
    },
    "play_command": lambda make, _: {"of": make.cards("hand", "drop"), "from": make.one("hand", "drop")},
    "set_command": lambda make, _: {"of": make.cards("hand", "drop"), "from": make.one("hand", "drop")},
    "search": lambda make, _: {
        "n": make.n(), **make.one(*({"deck": "main", "to": to} for to in ("hand", "drop", "play")),
                                  *({"deck": "spirit", "to": to} for to in ("hand", "void"))),
    },
    "look_top": lambda make, _: {
        "deck": make.one("main", "spirit"), "n": make.n(), "then": make.one("keep_order", "reorder", "bottom")
    },
    "shuffle": lambda make, _: {"deck": make.one("main", "spirit"), "who": make.who()},
    "reveal": lambda make, _: {"of": make.cards("hand", "command", "main_deck"), "to": make.one("all", "you")},
    "damage": lambda make, _: {"of": make.cards(*HOSTS)},
    "modify_pwr": lambda make, _: {"of": make.cards(*HOSTS), "by": make.n(), "for": make.one(*LASTING)},
    "set_pwr": lambda make, _: {"of": make.cards(*HOSTS), "to": make.n(), "for": make.one(*LASTING)},
    "restrict": lambda make, _: {
        "of": make.cards(*HOSTS), "static": {"static": make.one(*STATICS)}, "for": make.one(*LASTING)
    },
    "extra_attack": lambda make, _: {"of": make.cards(*HOSTS), "n": make.n()},
    "negate": lambda _make, _: {"of": {"ref": "event.link"}},
    "end_attack": lambda _make, _: {},
    "prevent_damage": lambda make, _: {"of": make.cards(*HOSTS)},
    "flip_savior": lambda make, _: {"who": make.who()},
    "gain_control": lambda make, _: {"of": make.cards("form"), "who": make.who(), "for": make.one(*LASTING)},
    "choose": lambda make, _: {"of": make.cards(), "store": "x"},
    "choose_player": lambda make, _: {"store": "p", "among": make.one("opponents", "all")},
    "put_counter": lambda make, _: {"of": make.cards(), "name": "c", "n": make.n()},
}  # fmt: skip
"""For each step that contains no other steps, a function that makes random values for its fields."""
HOLDING: Final[Mapping[str, Make]] = {
    "grant": lambda make, deep: {
        "of": make.cards(*HOSTS),
        "for": make.one(*LASTING),
        "effect": effect("given", "auto", on={"event": make.one(*HEARD)}, do=make.steps(deep + 2)),
    },
    "choose_mode": lambda make, deep: {"modes": [make.steps(deep + 1), make.steps(deep + 1)], "n": make.one(1, 2)},
    "may": lambda make, deep: {"then": make.steps(deep + 1), "who": make.who()},
    "if": lambda make, deep: {
        "when": make.one({"op": "turn_of", "who": "you"}, {"op": "exists", "of": make.cards()}),
        "then": make.steps(deep + 1),
        "else": make.steps(deep + 1),
    },
    "for_each": lambda make, deep: {"of": make.cards(), "then": make.steps(deep + 1)},
    "repeat": lambda make, deep: {"n": make.n(), "then": make.steps(deep + 1)},
    "roll_die": lambda make, deep: {
        "sides": 4,
        "store": "x",
        "table": {"1-2": make.steps(deep + 1), "3": make.steps(deep + 1)},
    },
    "delay": lambda make, deep: {"until": {"event": make.one(*HEARD)}, "then": make.steps(deep + 1)},
    "win_game": lambda _make, _: {},
    "lose_game": lambda make, _: {"who": make.who()},
}
"""For each step that contains steps or ends the match, a function that makes random values for its fields.

Such steps are generated less often.
"""
