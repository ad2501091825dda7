"""Every cost and replacement of the card language.

The tests compare the text of a cost with its payment, and the text of a replacement with the steps that it
carries out.
"""

from __future__ import annotations

from typing import Any, Final, get_args

import msgspec
import pytest

from services.tcg.catalogue.language.costs import Cost
from services.tcg.catalogue.language.effects import Would
from services.tcg.catalogue.text.face import text_of
from services.tcg.catalogue.text.speech import say
from services.tcg.chapters.costs import read_costs
from services.tcg.chapters.sources import CounterChanged
from services.tcg.state.match import Decision
from services.tcg.state.tasks import Running
from shared.kernel.chance import SeedTape
from tests.tcg.board import command, effect, number, record
from tests.tcg.playing import Playing
from tests.tcg.steps import answer, cast, spell

from . import holding, truths  # noqa: F401 they register what words claim
from .claims import claims_of, says
from .measuring import Measured, difference, measure
from .reading import READER, Asked, Table, change_by_leaving, change_by_moving
from .test_steps import declare_effects, of
from .trying import Part, laid

THIS: Final = {"ref": "this"}
ONE: Final = of("form", n=1, by="you")
COSTS: Final[dict[str, list[Part]]] = {
    "discard": [{"pay": "discard", "n": n} for n in (1, 2)],
    "despiritualize": [
        {"pay": "despiritualize", "of": of("savior"), **what} for what in ({"n": 1}, {"n": 2}, {"n": 1, "type": "mist"})
    ],
    "sacrifice": [{"pay": "sacrifice", "of": ONE}],
    "send_self": [{"pay": "send_self", "to": to} for to in ("drop", "hand", "main_deck_bottom")],
    "spirit_from_hand": [{"pay": "spirit_from_hand", "n": n} for n in (1, 2)],
    "spirit_from_deck": [{"pay": "spirit_from_deck", "n": n} for n in (1, 2)],
    "return_from_drop": [
        {"pay": "return_from_drop", "n": 2, "to": to} for to in ("main_deck_shuffle", "main_deck_bottom")
    ],
    "reveal": [{"pay": "reveal", "n": 1, "from": place} for place in ("hand", "main_deck_top")],
    "give_up_attack": [{"pay": "give_up_attack", "of": ONE}],
    "remove_counter": [{"pay": "remove_counter", "of": THIS, "name": "seal", "n": n} for n in (1, 2)],
}  # fmt: skip


@says(r"reveal \d from (?:the hand|the top of your main deck)")
def _reveal(_table: Table, _found: Any) -> Measured:  # noqa: ANN401 a match
    return {}


@says(r"send this card to (?P<to>the drop zone|the hand|the bottom of the main deck)")
def _send_self(table: Table, found: Any) -> Measured:  # noqa: ANN401 a match
    (card,) = table.cards("this card")
    return change_by_leaving(table, card, {"the drop zone": "drop", "the hand": "hand"}.get(found["to"], "deck"))


@says(r"send (?P<n>\d) of the spirits in your hand to the void")
def _hand_to_void(_table: Table, found: Any) -> Measured:  # noqa: ANN401 a match
    return change_by_moving(int(found["n"]), READER, "hand", "void")


@says(r"send (?P<n>\d) from the top of your spirit deck to the void")
def _deck_to_void(_table: Table, found: Any) -> Measured:  # noqa: ANN401 a match
    return change_by_moving(int(found["n"]), READER, "spirits", "void")


@says(
    r"return (?P<n>\d) of the cards in your drop zone to (?:the main deck and shuffle it|the bottom of the main deck)"
)
def _drop_to_deck(_table: Table, found: Any) -> Measured:  # noqa: ANN401 a match
    return change_by_moving(int(found["n"]), READER, "drop", "deck")


@says(r"give up the attack of @cards")
def _give_up(table: Table, found: Any) -> Measured:  # noqa: ANN401 a match
    return {("attacks", one.id): -1 for one in table.cards(found["cards"])}


@says(r"remove (?P<n>\d) seal counters? from @cards")
def _remove(table: Table, found: Any) -> Measured:  # noqa: ANN401 a match
    return {("counters", one.id): -int(found["n"]) for one in table.cards(found["cards"])}


class Payment:
    """A payment of a cost with the first cards that can pay it."""

    def __init__(self, raw: Part) -> None:
        """Set up two equal boards, and pay the cost on one of them."""
        cost = msgspec.convert(raw, Cost)
        (price,) = read_costs((cost,))
        self.words = say(cost)
        self.game, before = (self._board() for _ in range(2))
        source = number(before, "a", "spell", "command")
        running = Running(seat="a", card=source, printed="spell", effect="spell#cast")
        picked = tuple(price.options(self.game, running))[: price.count]
        price.pay(self.game, running, picked)
        options = tuple(price.options(before, running)) if price.count else ()
        asked = Asked(Decision(number=1, seat=READER, kind="choose_cards", options=options), picked)
        self.table = Table(before, source, [asked] if price.count else [])

    @staticmethod
    def _board() -> Playing:
        game = laid(spell({"do": "draw", "n": 1}))
        game.chance = SeedTape(seed=bytes(32), digest=bytes(32), version=1, fresh=bytes)
        return record(game, CounterChanged(thing=number(game, "a", "spell"), name="seal", n=3))


@pytest.mark.rule("TC-READ-07", "TC-READ-10")
@pytest.mark.parametrize(
    "raw", [pytest.param(one, id=f"{name}-{at}") for name, some in COSTS.items() for at, one in enumerate(some)]
)
def test_payment_matches_the_words_of_the_cost(raw: Part) -> None:
    """A payment takes the cards that the cost's text names from the zones that it names, and nothing else."""
    paid = Payment(raw)

    assert claims_of(paid.table, paid.words) == difference(measure(paid.table.game), measure(paid.game))


def test_every_cost_is_covered() -> None:
    """The tests cover every cost of the card language."""
    assert {kind.__struct_config__.tag for kind in get_args(Cost)} == set(COSTS)


# ---------------------------------------------------------------- replacements

INVOKE: Final = {"do": "invoke", "n": 1}
REPLACED: Final[dict[str, tuple[Part, Part]]] = {
    "would_draw": ({"event": "would_draw", "who": "you"}, {"do": "draw", "n": 2}),
    "would_discard": ({"event": "would_discard", "who": "you"}, {"do": "discard", "n": 1, "by": "random"}),
    "would_leave": ({"event": "would_leave", "of": of("form")}, {"do": "destroy", "of": of("form")}),
    "would_be_damaged": ({"event": "would_be_damaged", "of": of("form")}, {"do": "damage", "of": of("form")}),
    "would_go_to_void": (
        {"event": "would_go_to_void", "of": of("under")},
        {"do": "spirit_to_void", "from": "under", "n": 1, "spirit": of("under")},
    ),
    "would_be_negated": (
        {"event": "would_be_negated", "of": of("command", "any")},
        {"do": "negate", "of": of("command", "opponent")},
    ),
}
OTHERS: Final[dict[str, Part]] = {
    "would_draw": {"do": "draw", "n": 2, "who": "opponent"},
    "would_discard": {"do": "discard", "n": 1, "who": "each_opponent", "by": "random"},
    "would_leave": {"do": "destroy", "of": of("form", "opponent")},
    "would_be_damaged": {"do": "damage", "of": of("form", "opponent")},
    "would_go_to_void": {"do": "spirit_to_void", "from": "hand", "n": 1},
}
"""For each replacement, a step that causes a similar event to which the replacement does not apply."""


def replacing(replace: Part, step: Part) -> tuple[str, Measured]:
    """Return a replacement's text, and the changes that a step makes on a board where the replacement applies."""
    keeper = command("keeper", effect("instead", "cont", replace=replace))
    game = laid(keeper, spell(step), commands=["spell", "keeper"])
    game.chance = SeedTape(seed=bytes(32), digest=bytes(32), version=1, fresh=bytes)
    if "negate" in str(step):
        declare_effects(game)
    before = measure(game)
    cast(game)
    for decision in tuple(game.state.decisions.values()):
        answer(game, *decision.options[: decision.least])
    (line,) = text_of(keeper).lines
    return line, difference(before, measure(game))


@pytest.mark.rule("TC-RUL-079", "TC-RUL-147", "TC-READ-08")
@pytest.mark.parametrize("name", REPLACED)
def test_replacement_matches_its_words(name: str) -> None:
    """The replacement's steps are carried out instead of the event that its text names."""
    replace, step = REPLACED[name]
    line, instead = replacing({**replace, "do": [INVOKE]}, step)
    prevented, nothing = replacing(replace, step)
    times = 2 if name in ("would_leave", "would_be_damaged", "would_be_negated") else 1
    gain = change_by_moving(times, READER, "spirits", "hand")

    assert (", invoke 1 instead.", ", that does not happen.") == tuple(
        words.removeprefix(INSTEAD[name]) for words in (line, prevented)
    )
    assert (gain, {}) == (instead, nothing)


@pytest.mark.rule("TC-RUL-079", "TC-READ-08")
@pytest.mark.parametrize("name", OTHERS)
def test_only_named_events_are_replaced(name: str) -> None:
    """A replacement does not apply to an event of another player or another card."""
    _, usual = replacing({"event": "would_draw", "who": "owner", "do": [INVOKE]}, OTHERS[name])
    _, beside = replacing({**REPLACED[name][0], "do": [INVOKE]}, OTHERS[name])

    assert usual
    assert usual == beside


def test_every_replacement_is_covered() -> None:
    """The tests cover every replacement of the card language."""
    assert set(get_args(Would)) == set(REPLACED) == set(INSTEAD)


INSTEAD: Final = {
    "would_draw": "CONT: If you would draw",
    "would_discard": "CONT: If you would discard other than as a cost",
    "would_leave": "CONT: If a form you control would leave play other than as the sacrifice for a form that is played",
    "would_be_damaged": "CONT: If a form you control would be damaged",
    "would_go_to_void": (
        "CONT: If a spirit underneath cards you control would go to the void while the card above it stays"
    ),
    "would_be_negated": "CONT: If a command in play would be negated",
}
