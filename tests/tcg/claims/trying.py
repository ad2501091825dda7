"""A board with many cards for trying out one card: its text, and the changes that its effect makes.

`Trial` tries an effect that is carried out once, and `Standing` a CONT effect.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final, TypeAlias

from services.tcg.catalogue.language.effects import AnyCard
from services.tcg.catalogue.text.face import text_of
from services.tcg.settings import MatchSettings
from services.tcg.state.match import Decision
from services.tcg.state.tasks import TriggerEvent
from shared.kernel.chance import Faces, SeedTape
from tests.tcg.board import Side, board, command, effect, form, number, savior, side, spirit
from tests.tcg.playing import Playing
from tests.tcg.steps import ORDER, TRAP, answer, cast, spell

from .reading import Asked, Table

Part: TypeAlias = dict[str, Any]
CAPTAIN: Final = savior("captain", bound={}, boundless={"pwr": 5})
RELIC: Final = command("relic")
HOP: Final = effect("hop", "none", cost=[{"pay": "discard", "n": 1}], do=[{"do": "draw", "n": 1}])
WHELP: Final = form("whelp", HOP, pwr=3)
DANCER: Final = form("dancer", effect("dance", "swift", limit={"count": 1, "per": "turn"}, do=[{"do": "draw", "n": 1}]))
BRUTE: Final = form("brute", level=2, pwr=6)
CARDS: Final = (CAPTAIN, RELIC, WHELP, DANCER, BRUTE, TRAP, ORDER, spirit("ember"), spirit("mist"))
SETTINGS: Final = MatchSettings(form_zones=4, command_zones=5)


def full(**more: Any) -> Side:  # noqa: ANN401 fields of a side
    """Return a side with cards in every zone, and several different cards in every pile."""
    usual: dict[str, Any] = {
        "savior": ("captain", "ember", "mist"), "forms": [("whelp", "ember", "mist"), ("brute", "mist")],
        "commands": ["relic"], "set": ["trap"], "hand": ["whelp", "order", "relic", "trap", "ember", "mist", "ember"],
        "deck": ["brute", "whelp", "relic", "order", "whelp"], "spirits": ["ember", "mist", "mist", "ember"],
        "drop": ["whelp", "relic", "order"], "void": ["ember", "mist"],
    }  # fmt: skip
    return side(**{**usual, **more})


def laid(*cards: AnyCard, **more: Any) -> Playing:  # noqa: ANN401 fields of the first side
    """Return a board of three players, the first of whom also has the cards that are tried out."""
    usual = {"commands": ["relic", "spell"]} if any(card.id == "spell" for card in cards) else {}
    first = full(**{**usual, **more})
    return board(cards=(*CARDS, *cards), settings=SETTINGS, a=first, b=full(), c=full())


class Standing:
    """Two equal boards: on one of them, a card has a CONT effect."""

    def __init__(self, *static: Part) -> None:
        """Set up the board with the CONT effect and the board without it."""
        self.card = command("spell", effect("held", "cont", static=list(static)))
        self.game, before = laid(self.card), laid(command("spell"))
        self.table = Table(before, number(before, "a", "spell", "command"), [])

    @property
    def words(self) -> str:
        """Return the printed text of the tried card's effect."""
        (line,) = text_of(self.card).lines
        words = line.removeprefix("CONT: ").removesuffix(".")
        return words[:1].lower() + words[1:]


class Trial:
    """A trial of a card's effect: its text, the board before the effect, and the board afterwards."""

    def __init__(
        self, *steps: Part, faces: Sequence[int] = (), targets: Sequence[Part] = (), yes: bool = True,
        event: TriggerEvent | None = None, prepare: Any = None, **more: Any,  # noqa: ANN401 fields of the effect
    ) -> None:  # fmt: skip
        """Carry out the steps, and answer each decision with the options that `pick` returns."""
        self.card = spell(*steps, targets=list(targets), **more)
        self.game, before = (laid(self.card) for _ in range(2))
        for game in (self.game, before):
            game.chance = Faces(*faces) if faces else SeedTape(seed=bytes(32), digest=bytes(32), version=1, fresh=bytes)
            if prepare is not None:
                prepare(game)
            game.events.clear()
        chosen = tuple((number(before, "b", "whelp", "form"),) for _ in targets)
        asked: list[Asked] = []
        cast(self.game, targets=chosen, event=event)
        while self.game.state.decisions:
            (decision,) = self.game.state.decisions.values()
            picked = pick(decision, yes=yes)
            asked.append(Asked(decision, picked))
            answer(self.game, *picked)
        flat = tuple(one for target in chosen for one in target)
        self.table = Table(before, number(before, "a", "spell", "command"), asked, chosen=flat)
        self.table.rolled = faces[0] if faces else 0

    @property
    def words(self) -> str:
        """Return the printed text of the tried card's effect."""
        (line,) = text_of(self.card).lines
        words = line.removesuffix(".")
        return words.partition("; ")[2] if self.card.effects[0].targets else words[:1].lower() + words[1:]


def pick(decision: Decision, *, yes: bool) -> tuple[int, ...]:
    """Return the first options of a decision, as many as it requires.

    If the decision requires none, return as many as it allows if `yes` is true, and otherwise none.
    """
    return decision.options[: decision.least or (decision.most if yes else 0)]
