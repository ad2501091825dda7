"""Cards that need the other side of a savior, a number that cards there never have, or a cost that nobody can pay.

Rule: TC-RUL-235, TC-RUL-236, TC-RUL-237, TC-RUL-238
"""

from __future__ import annotations

from typing import Any, Final

import pytest
from msgspec.structs import replace

from services.tcg.catalogue.language.conditions import Reckoned, SaviorSide, Selector
from services.tcg.catalogue.language.effects import Form, Savior
from services.tcg.catalogue.lints import faults_in
from services.tcg.chapters.operations.hands import Draw
from tests.tcg.cards.making import DRAW, MINE, ONCE, THIS, Raw, always, auto, faults_of, form, load_card, savior, uses

FLIP: Final[Raw] = {"do": "flip_savior"}
BOUND: Final[Raw] = {"op": "savior_side", "who": "you", "side": "bound"}
BOUNDLESS: Final[Raw] = {**BOUND, "side": "boundless"}


def fields(card: Raw, rule: str) -> list[str]:
    """Return the fields of a card's faults that name the ruling."""
    return [fault.field for fault in faults_of(card) if rule in fault.rules]


# ---------------------------------------------------------------- sides of saviors


def sided(side: str, effect: Raw) -> Raw:
    """Return a savior with a named effect on one side."""
    named = {**effect, "name": "Storm"}
    return savior(named) if side == "boundless" else savior(bound={"effects": [named]})


@pytest.mark.rule("TC-RUL-235", "TC-SAV-11", "TC-RUL-015")
def test_boundless_savior_does_not_flip_itself() -> None:
    """The loader refuses a flip of your savior on the boundless side, and accepts it on the bound side."""
    assert ["boundless.effects[0].do[0]"] == fields(sided("boundless", uses(FLIP)), "TC-RUL-235")
    for other in (sided("bound", uses(FLIP)), sided("boundless", uses({**FLIP, "who": "opponent"})), form(uses(FLIP))):
        assert () == faults_of(other)


@pytest.mark.rule("TC-RUL-235", "TC-RUL-019")
def test_effect_of_one_side_does_not_need_the_other() -> None:
    """The loader refuses an effect of the boundless side for a bound savior, and the other way round."""
    for side, other, asked in (("boundless", "bound", BOUND), ("bound", "boundless", BOUNDLESS)):
        found = [f"{side}.effects[0].when.side"]
        assert found == fields(sided(side, uses(when=asked)), "TC-RUL-235")
        assert () == faults_of(sided(other, uses(when=asked)))
        state = auto(on={"event": "state", "when": asked})
        assert [f"{side}.effects[0].on.when.side"] == fields(sided(side, state), "TC-RUL-235")
    assert () == faults_of(sided("boundless", uses(when={**BOUND, "who": "opponent"})))
    assert () == faults_of(sided("boundless", uses(when={"op": "not", "of": BOUND})))
    assert () == faults_of(sided("bound", uses(FLIP, {"do": "if", "when": BOUNDLESS, "then": [DRAW]})))


@pytest.mark.rule("TC-RUL-235")
def test_savior_that_must_be_boundless_is_not_flipped() -> None:
    """The loader refuses steps that flip your savior only if it is boundless, also within other steps."""
    within: Raw = {"do": "may", "then": [FLIP]}

    for step in (FLIP, within):
        assert ["effects[0].do"] == fields(form(uses(step, when=BOUNDLESS)), "TC-RUL-235")
        asks = {"do": "if", "when": BOUNDLESS, "then": [step]}
        assert ["effects[0].do[0].then"] == fields(form(uses(asks)), "TC-RUL-235")
        assert () == faults_of(form(uses({**asks, "then": [DRAW], "else": [step]})))
        assert () == faults_of(form(uses(step, when=BOUND)))
    assert () == faults_of(form(uses({**FLIP, "who": "opponent"}, when=BOUNDLESS)))


@pytest.mark.rule("TC-RUL-235")
def test_savior_never_shows_both_sides() -> None:
    """The loader refuses an effect for a savior that is bound and boundless; two opponents' saviors may be both."""
    theirs = {"who": "opponent"}

    assert ["effects[0].when.of"] == fields(form(uses(when={"op": "all", "of": [BOUND, BOUNDLESS]})), "TC-RUL-235")
    assert () == faults_of(form(uses(when={"op": "any", "of": [BOUND, BOUNDLESS]})))
    assert () == faults_of(form(uses(when={"op": "all", "of": [{**BOUND, **theirs}, {**BOUNDLESS, **theirs}]})))


@pytest.mark.rule("TC-RUL-235")
def test_older_matches_keep_effects_for_the_other_side() -> None:
    """Under version 2 of the rules, an effect of the boundless side for a bound savior has no fault."""
    card = load_card(sided("boundless", uses(when=BOUNDLESS)))
    assert isinstance(card, Savior)
    (effect,) = card.boundless.effects
    effect = replace(effect, when=SaviorSide(who="you", side="bound"))
    old = replace(card, boundless=replace(card.boundless, effects=(effect,)))

    assert [] == [*faults_in(old, form=2)]
    assert ["boundless.effects[0].when.side"] == [fault.field for fault in faults_in(old)]


# ---------------------------------------------------------------- levels and PWR


def zone(name: str) -> Raw:
    """Return all of your cards in a zone."""
    return {"who": "you", "zone": name}


@pytest.mark.rule("TC-RUL-236", "TC-RUL-170")
@pytest.mark.parametrize(
    ("what", "none", "some"),
    [
        ("level", ("savior", "command", "under", "void"), ("form", "hand", "drop")),
        ("pwr", ("command", "under", "void"), ("form", "savior", "drop")),
    ],
)
def test_number_of_cards_that_never_have_it_is_refused(what: str, none: tuple[str, ...], some: tuple[str, ...]) -> None:
    """The loader refuses the total level of saviors or the total PWR of commands, in steps, statics and conditions."""
    for at, name in enumerate((*none, *some)):
        found = at < len(none)
        n = {what: zone(name)}
        asks = {"op": "compare", "a": n, "cmp": ">=", "b": 1}
        assert [f"effects[0].do[0].n.{what}"] * found == fields(form(uses({**DRAW, "n": n})), "TC-RUL-236")
        assert [f"effects[0].when.a.{what}"] * found == fields(form(uses(when=asks)), "TC-RUL-236")
        if name not in ("hand", "drop"):
            grows = always({"static": "modify_pwr", "of": THIS, "by": n})
            assert [f"effects[0].static[0].by.{what}"] * found == fields(form(grows), "TC-RUL-236")


@pytest.mark.rule("TC-RUL-236", "TC-RUL-170")
def test_level_of_a_chosen_savior_is_refused() -> None:
    """The loader refuses the level of a chosen savior, a picked one or one of a loop, and accepts that of forms."""
    for name, found in (("savior", 1), ("form", 0)):
        one: Raw = {**zone(name), "n": 1, "by": "you"}
        chosen = {**DRAW, "n": {"level": {"ref": "chosen.0"}}}
        assert ["effects[0].do[0].n.level"] * found == fields(form(uses(chosen, targets=[one])), "TC-RUL-236")
        loop = {"do": "for_each", "of": zone(name), "then": [{**DRAW, "n": {"level": {"ref": "each"}}}]}
        assert ["effects[0].do[0].then[0].n.level"] * found == fields(form(uses(loop)), "TC-RUL-236")
        pick = {"do": "choose", "store": "x", "of": one}
        picked = {**DRAW, "n": {"level": {"var": "x"}}}
        assert ["effects[0].do[1].n.level"] * found == fields(form(uses(pick, picked)), "TC-RUL-236")


@pytest.mark.rule("TC-RUL-236")
def test_older_matches_keep_levels_of_saviors() -> None:
    """Under version 2 of the rules, a step with the total level of saviors has no fault."""
    card = load_card(form(uses()))
    assert isinstance(card, Form)
    (effect,) = card.effects
    drawn = Draw(n=Reckoned(level=Selector(who="you", zone="savior")))
    old = replace(card, effects=(replace(effect, do=(drawn,)),))

    assert [] == [*faults_in(old, form=2)]
    assert ["effects[0].do[0].n.level"] == [fault.field for fault in faults_in(old)]


# ---------------------------------------------------------------- added costs


def dearer(of: Raw, *cost: Raw) -> Raw:
    """Return a form that makes effects of these cards dearer."""
    return form(always({"static": "change_cost", "of": of, "cost": list(cost)}))


@pytest.mark.rule("TC-RUL-237", "TC-READ-10")
@pytest.mark.parametrize(
    ("to", "never", "sometimes"),
    [
        ("drop", ("savior", "drop", "under"), ("form", "command", "hand")),
        ("hand", ("savior", "hand", "under"), ("form", "command", "drop")),
        ("main_deck_bottom", ("savior", "under"), ("form", "command", "hand", "drop")),
    ],
)
def test_card_is_not_sent_where_it_cannot_go(to: str, never: tuple[str, ...], sometimes: tuple[str, ...]) -> None:
    """The loader refuses an added cost by which saviors leave, or cards of the drop zone go to the drop zone."""
    leaves = {"pay": "send_self", "to": to}
    for name in never:
        assert ["effects[0].static[0].cost[0]"] == fields(dearer(zone(name), leaves), "TC-RUL-237")
    for name in sometimes:
        assert () == faults_of(dearer(zone(name), leaves))
        assert () == faults_of(dearer({"who": "you", "zone": [name, never[0]]}, leaves))


@pytest.mark.rule("TC-RUL-237", "TC-READ-10")
def test_card_pays_an_added_cost_with_what_it_can_have() -> None:
    """The loader refuses an added cost of an attack of commands, or of a sacrifice of saviors themselves."""
    attack = {"pay": "give_up_attack", "of": THIS}
    for name, cost, found in (
        ("command", attack, 1), ("savior", attack, 0), ("form", attack, 0),
        ("savior", {"pay": "sacrifice", "of": THIS}, 1), ("form", {"pay": "sacrifice", "of": THIS}, 0),
        ("savior", {"pay": "sacrifice", "of": {**MINE, "n": 1, "by": "you"}}, 0),
    ):  # fmt: skip
        assert ["effects[0].static[0].cost[0]"] * found == fields(dearer(zone(name), cost), "TC-RUL-237")


@pytest.mark.rule("TC-RUL-237")
def test_older_matches_keep_added_costs_of_saviors() -> None:
    """Under version 2 of the rules, saviors may have to go to the hand."""
    card = load_card(dearer(zone("form"), {"pay": "send_self", "to": "hand"}))
    assert isinstance(card, Form)
    (effect,) = card.effects
    (static,) = effect.static
    of_saviors: Any = replace(static, of=Selector(who="you", zone="savior"))
    old = replace(card, effects=(replace(effect, static=(of_saviors,)),))

    assert [] == [*faults_in(old, form=2)]
    assert ["effects[0].static[0].cost[0]"] == [fault.field for fault in faults_in(old)]


# ---------------------------------------------------------------- uses beyond a limit


def used(effect: str, per: str, n: int) -> Raw:
    """Return the condition that an effect was used at least so often."""
    return {"op": "used", "effect": effect, "per": per, "cmp": ">=", "n": n}


@pytest.mark.rule("TC-RUL-238", "TC-READ-09")
def test_effect_is_not_used_more_often_than_its_limit() -> None:
    """The loader refuses a condition on more uses in a period than the effect's limit allows in it."""
    for count, per, asked, n, found in (
        (1, "turn", "turn", 1, 0), (1, "turn", "turn", 2, 1), (1, "turn", "combat", 2, 1), (1, "turn", "game", 2, 0),
        (1, "game", "turn", 2, 1), (2, "game", "game", 2, 0), (2, "game", "game", 3, 1),
    ):  # fmt: skip
        counted = uses(id="x", limit={"count": count, "per": per})
        asks = uses(id="y", when=used("x", asked, n))
        assert ["effects[1].when"] * found == fields(form(counted, asks), "TC-RUL-173")
    by_name = uses(id="x", limit={**ONCE, "scope": "name"})
    assert () == faults_of(form(by_name, uses(id="y", when=used("x", "turn", 2))))


@pytest.mark.rule("TC-RUL-238")
def test_effect_does_not_wait_for_its_own_last_use() -> None:
    """The loader refuses an effect that can be used once a turn after it has been used this turn."""
    for n, found in ((1, 1), (0, 0)):
        asks = {**used("e", "turn", n), "cmp": "=="}
        assert ["effects[0].when"] * found == fields(form(uses(when=asks)), "TC-RUL-173")
    twice = {"count": 2, "per": "turn"}
    assert () == faults_of(form(uses(limit=twice, when=used("e", "turn", 1))))
    asks_later = {"do": "if", "when": used("e", "turn", 1), "then": [DRAW]}
    assert () == faults_of(form(uses(asks_later)))
