"""Every condition of the card language.

On several boards, the tests compare the truth of a condition's printed words with the result that the game
computes.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final, get_args

import msgspec
import pytest

from services.tcg.catalogue.language.conditions import Condition
from services.tcg.catalogue.text.speech import say
from services.tcg.chapters.course import AttackDeclared, PhaseEntered
from services.tcg.chapters.entering import SaviorFlipped
from services.tcg.chapters.limits import EffectUsed, key
from services.tcg.chapters.reading import read_condition
from services.tcg.chapters.sources import CounterChanged
from services.tcg.chapters.turn import StepEntered
from services.tcg.state.tasks import Running, TriggerEvent
from tests.tcg.board import board, command, number, record, side
from tests.tcg.playing import Playing

from .reading import Table
from .test_steps import of
from .truths import true
from .trying import CARDS, SETTINGS, Part, full, laid

THIS: Final = {"ref": "this"}
COMPARED: Final = ("==", "!=", "<", "<=", ">", ">=")
WHOSE: Final = ("you", "opponent", "each_opponent", "any")
SPELL: Final = command("spell")


def plain() -> Playing:
    """Return the board that most tests use."""
    return laid(SPELL)


def fighting() -> Playing:
    """Return a board in a combat step in which a form of the reader attacks an opponent's form."""
    game = plain()
    record(game, StepEntered(step="combat"), PhaseEntered(phase="check"))
    whelp, brute = number(game, "a", "whelp", "form"), number(game, "b", "brute", "form")
    return record(game, AttackDeclared(seat="a", attacker=whelp, target=brute, of="b"))


def other() -> Playing:
    """Return a board in another state: another player's turn, a flipped savior, counters, and an effect used twice."""
    poor = side(savior="captain", forms=["whelp"], hand=["mist"], deck=["whelp"], void=["ember"] * 3, spirits=["mist"])
    crowded = full(forms=["whelp", "whelp", "whelp", "brute"], commands=["relic"] * 4, set=["trap"])
    game = board(
        cards=(*CARDS, SPELL), settings=SETTINGS, active="b", step="act2",
        a=full(forms=[("brute", "ember")], commands=["spell"], set=[], void=[]), b=crowded, c=poor,
    )  # fmt: skip
    spell = number(game, "a", "spell")
    record(
        game,
        SaviorFlipped(seat="b", thing=game.state.players["b"].savior),
        CounterChanged(thing=spell, name="seal", n=2),
    )
    for _ in range(2):
        record(game, EffectUsed(keys=tuple(key(per, spell, "spell#cast") for per in ("turn", "game"))))
    return game


BOARDS: Final[dict[str, Callable[[], Playing]]] = {"plain": plain, "fighting": fighting, "other": other}
MINE: Final = of("form")


def each(op: str, **more: Any) -> list[Part]:  # noqa: ANN401 fields of a condition
    """Return a list of the same condition with each comparison operator."""
    return [{"op": op, "cmp": cmp, **more} for cmp in COMPARED]


def whose(op: str, **more: Any) -> list[Part]:  # noqa: ANN401 fields of a condition
    """Return a list of the same condition, once for each word that names players."""
    return [{"op": op, "who": who, **more} for who in WHOSE]


YOURS: Final = {"op": "turn_of", "who": "you"}
ACT: Final = {"op": "step_is", "step": "act1"}
CONDITIONS: Final[dict[str, list[Part]]] = {
    "all": [{"op": "all", "of": [YOURS, ACT]}, {"op": "all", "of": [YOURS, {"op": "phase_is", "phase": "check"}]}],
    "any": [{"op": "any", "of": [YOURS, ACT]}, {"op": "any", "of": [ACT, {"op": "phase_is", "phase": "check"}]}],
    "not": [{"op": "not", "of": YOURS}, {"op": "not", "of": {"op": "exists", "of": MINE}}],
    "compare": [one for b in (1, 2, 3) for one in each("compare", a=2, b=b)],
    "count": [one for who in WHOSE for one in each("count", of=of("form", who), n=2)],
    "exists": [{"op": "exists", "of": of(zone, who)} for zone in ("form", "command", "drop", "void") for who in WHOSE],
    "spirits_under": [one for kind in ({}, {"type": "mist"}) for one in each("spirits_under", of=MINE, n=1, **kind)],
    "is_spiritualized": [{"op": "is_spiritualized", "of": one} for one in (THIS, *(of("form", who) for who in WHOSE))],
    "spiritualized_this_turn": [{"op": "spiritualized_this_turn", "of": MINE}],
    "host_is": [],
    "is_attacking": [{"op": "is_attacking", "of": of("form", who)} for who in WHOSE],
    "is_attacked": [{"op": "is_attacked", "of": of(["form", "savior"], who)} for who in WHOSE],
    "attacked_this_step": [{"op": "attacked_this_step", "of": of("form", who)} for who in WHOSE],
    "zone_open": [one for zone in ("form", "command") for one in whose("zone_open", zone=zone)],
    "void_count": [one for cmp in COMPARED for one in whose("void_count", cmp=cmp, n=2)],
    "spirit_deck_count": [one for cmp in COMPARED for one in whose("spirit_deck_count", cmp=cmp, n=4)],
    "main_deck_count": [one for cmp in COMPARED for one in whose("main_deck_count", cmp=cmp, n=5)],
    "hand_count": [one for back in ("main", "spirit", "any") for one in whose("hand_count", cmp=">=", n=4, back=back)],
    "savior_side": [one for up in ("bound", "boundless") for one in whose("savior_side", side=up)],
    "step_is": [{"op": "step_is", "step": step} for step in ("draw", "invoke", "act1", "combat", "act2", "end")],
    "phase_is": [{"op": "phase_is", "phase": phase} for phase in ("start", "check", "damage", "end")],
    "turn_of": whose("turn_of"),
    "is": [
        {"op": "is", "of": one, **what} for one in (THIS, MINE, of("form", "opponent"))
        for what in ({"name": "Whelp"}, {"name": "Spell"}, {"level": 2}, {"kind": "form"}, {"type": "bound"},
                     {"name": "Whelp", "level": 2})
    ],
    "pwr": [one for who in WHOSE for one in each("pwr", of=of("form", who), n=4)],
    "event": [
        {"op": "event", **fact}
        for fact in ({"by": "you"}, {"by": "opponent"}, {"card": MINE}, {"card": of("form", "opponent")},
                     {"target": of("form", "opponent")}, {"target": THIS}, {"kind": "attack"}, {"kind": "activate"},
                     {"source": "form"}, {"source": "command"}, {"by": "you", "kind": "attack"})
    ],
    "used": [one for per in ("turn", "game") for one in each("used", effect="cast", per=per, n=1)],
    "counters": each("counters", of=THIS, name="seal", n=1),
    "players": each("players", n=3),
}  # fmt: skip
TRIALS: Final = [
    pytest.param(one, where, id=f"{name}-{at}-{where}")
    for name, some in CONDITIONS.items() for at, one in enumerate(some) for where in BOARDS
]  # fmt: skip


def looked_at(game: Playing, source: int) -> tuple[Table, Running]:
    """Return the board for which a card's text is read, and the context in which its condition is evaluated."""
    attack, printed = game.state.attack, game.state.table[source].card
    event = TriggerEvent(event="effect_declared", by="b", card=number(game, "b", "brute", "form"), kind="activate")
    if attack is not None:
        event = TriggerEvent(event="attack_declared", by="a", card=attack.attacker, target=attack.target, kind="attack")
    table = Table(game, source, [])
    table.event, table.used = event, game.state.used.get(key("turn", source, "spell#cast"), 0)
    return table, Running(seat="a", card=source, printed=printed, effect="spell#cast", event=event)


@pytest.mark.rule("TC-READ-06")
@pytest.mark.parametrize(("raw", "where"), TRIALS)
def test_condition_holds_exactly_when_its_words_are_true(raw: Part, where: str) -> None:
    """On each board, a condition holds exactly when its words are true."""
    game = BOARDS[where]()
    condition = msgspec.convert(raw, Condition)
    table, running = looked_at(game, number(game, "a", "spell"))
    holds = read_condition(condition)

    assert holds is not None
    assert true(table, say(condition)) == holds(game, running, 0)


@pytest.mark.rule("TC-FORM-14", "TC-READ-06")
@pytest.mark.parametrize("kind", ["form", "savior"])
@pytest.mark.parametrize("host", ["form", "savior"])
def test_condition_on_a_spirits_host(kind: str, host: str) -> None:
    """The text of a condition about the card above a spirit names a form or a savior; it holds for that kind only."""
    game = plain()
    above = game.state.players["a"].savior if host == "savior" else number(game, "a", "whelp", "form")
    condition = msgspec.convert({"op": "host_is", "kind": kind}, Condition)
    table, running = looked_at(game, game.state.table[above].under[0])
    holds = read_condition(condition)

    assert holds is not None
    assert true(table, say(condition)) == holds(game, running, 0) == (kind == host)


def test_every_condition_is_covered() -> None:
    """The tests cover every condition of the card language."""
    assert {kind.__struct_config__.tag for kind in get_args(Condition)} == set(CONDITIONS)


@pytest.mark.parametrize("name", [name for name in CONDITIONS if name not in ("host_is", "spiritualized_this_turn")])
def test_every_condition_is_true_and_false_somewhere(name: str) -> None:
    """Each condition is true on at least one board and false on another, so the tests notice a constant result."""
    found = set()
    for raw in CONDITIONS[name]:
        for lay in BOARDS.values():
            game = lay()
            holds = read_condition(msgspec.convert(raw, Condition))
            _, running = looked_at(game, number(game, "a", "spell"))
            assert holds is not None
            found.add(holds(game, running, 0))

    assert {True, False} == found
