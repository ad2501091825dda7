"""Cards that the loader refuses because a filter, a cost or a time makes their effects impossible. Rule: TC-RUL-173."""

from __future__ import annotations

from typing import Final

import pytest

from tests.tcg.cards.making import (
    ASH,
    MINE,
    MY_FORM,
    THIS,
    Raw,
    always,
    auto,
    command,
    faults_of,
    form,
    main,
    savior,
    uses,
)
from tests.tcg.cards.making import spirit as spirit_card

EACH: Final[Raw] = {"ref": "each"}
THEIRS: Final[Raw] = {"event": "attack_declared", "by": "opponent"}


def one(zone: str, **test: object) -> Raw:
    """Return a selector that finds one of your cards with this property in a zone."""
    return {"who": "you", "zone": zone, "n": 1, "by": "you", "filter": {"op": "is", "of": EACH, **test}}


def played(do: str, zone: str, **test: object) -> Raw:
    """Return a step that plays or puts down one of your cards with this property."""
    return {"do": do, "from": zone, "of": one(zone, **test)}


def search(to: str, deck: str = "main", **test: object) -> Raw:
    """Return a search for a card with this property."""
    return {"do": "search", "deck": deck, "n": 1, "to": to, "filter": {"op": "is", "of": EACH, **test}}


STEPS: Final[dict[str, tuple[Raw, Raw, str]]] = {
    "a command is no form to play": (
        played("play_form", "hand", kind="command"), played("play_form", "hand", kind="form"), "of.filter"
    ),
    "a form is no command to play": (
        played("play_command", "hand", kind="form"), played("play_command", "hand", type="swift"), "of.filter"
    ),
    "a command has no level": (
        played("set_command", "hand", level=1), played("set_command", "hand", kind="command"), "of.filter"
    ),
    "a form is no spirit": (
        {"do": "spiritualize", "of": MY_FORM, "spirit": one("hand", kind="form")},
        {"do": "spiritualize", "of": MY_FORM, "spirit": one("hand", type="boost")}, "spirit.filter",
    ),
    "no spirit is in the drop zone": (
        {"do": "return_to_hand", "from": "drop", "of": one("drop", kind="spirit")},
        {"do": "return_to_hand", "from": "drop", "of": one("drop", kind="command")}, "of.filter",
    ),
    "no form has level 4": (
        {"do": "destroy", "of": one("form", level=4)}, {"do": "destroy", "of": one("form", level=3)}, "of.filter"
    ),
    "no form in play is a spirit": (
        {"do": "destroy", "of": one("form", kind="spirit")}, {"do": "destroy", "of": one("form", tribe="Ash")},
        "of.filter",
    ),
    "no form has a type": (
        {"do": "destroy", "of": one("form", type="swift")}, {"do": "destroy", "of": one("command", type="swift")},
        "of.filter",
    ),
    "a search puts no command into play": (search("play", kind="command"), search("play", level=1), "filter"),
    "a search puts no bound command into play": (search("play", type="bound"), search("hand", type="bound"), "filter"),
    "no spirit is in the main deck": (
        search("hand", kind="spirit"), search("hand", deck="spirit", type="boost"), "filter"
    ),
    "a type of spirits is no type of commands": (search("hand", type="boost"), search("hand", type="swift"), "filter"),
    "no attack is allowed": (
        {"do": "extra_attack", "of": MY_FORM, "n": 0}, {"do": "extra_attack", "of": MY_FORM}, "n"
    ),
    "no card is looked at": (
        {"do": "look_top", "deck": "main", "n": 0}, {"do": "look_top", "deck": "main", "n": 1}, "n"
    ),
    "each player sacrifices, and only you have such forms": (
        {"do": "sacrifice", "who": "any", "of": MY_FORM}, {"do": "sacrifice", "who": "you", "of": MY_FORM}, "of.who"
    ),
    "the owner sacrifices forms of others": (
        {"do": "sacrifice", "who": "owner", "of": {**MY_FORM, "who": "opponent"}},
        {"do": "sacrifice", "who": "owner", "of": {**MY_FORM, "who": "owner"}}, "of.who",
    ),
}  # fmt: skip


@pytest.mark.rule("TC-RUL-173")
@pytest.mark.parametrize("case", sorted(STEPS))
def test_step_for_cards_that_do_not_exist_is_refused(case: str) -> None:
    """The loader refuses a step for cards that cannot exist, and accepts the step with a possible property."""
    wrong, right, field = STEPS[case]

    assert f"effects[0].do[0].{field}" in [fault.field for fault in faults_of(form(uses(wrong)))]
    assert () == faults_of(form(uses(right)))


@pytest.mark.rule("TC-RUL-173")
def test_only_required_properties_are_refused() -> None:
    """The loader accepts a filter with alternatives or a negation. The fault of a refused card names the property."""
    spirits = {"op": "is", "of": EACH, "kind": "spirit"}
    for filter_ in ({"op": "not", "of": spirits}, {"op": "any", "of": [spirits, ASH]}):
        assert () == faults_of(form(uses({"do": "destroy", "of": {**MY_FORM, "filter": filter_}})))
    both = {"op": "all", "of": [ASH, spirits]}
    (fault,) = faults_of(form(uses({"do": "destroy", "of": {**MY_FORM, "filter": both}})))

    assert ("no form is a spirit: write another filter", ("TC-RUL-173",)) == (fault.reason, fault.rules)


COSTS: Final[dict[str, tuple[Raw, Raw]]] = {
    "an opponent's attacker": (THEIRS, {"pay": "despiritualize", "n": 1, "of": {"ref": "attacker"}}),
    "an opponent's attacker as card": (THEIRS, {"pay": "sacrifice", "of": {"ref": "event.card"}}),
    "an opponent's new form": (
        {"event": "form_played", "by": "opponent"}, {"pay": "sacrifice", "of": {"ref": "event.card"}}
    ),
    "the winner of an opponent": (
        {"event": "combat_won", "by": "opponent"}, {"pay": "despiritualize", "n": 1, "of": {"ref": "event.card"}}
    ),
    "the form that you attack": (
        {"event": "attack_declared", "by": "you"}, {"pay": "sacrifice", "of": {"ref": "defender"}}
    ),
}  # fmt: skip


@pytest.mark.rule("TC-RUL-173", "TC-RUL-158")
@pytest.mark.parametrize("case", sorted(COSTS))
def test_cost_that_another_players_card_would_pay_is_refused(case: str) -> None:
    """The loader refuses an effect whose cost is the card of an event, if that card is always an opponent's."""
    on, cost = COSTS[case]
    other = {"opponent": "you", "you": "opponent"}[str(on["by"])]

    assert ["effects[0].cost[0].of"] == [fault.field for fault in faults_of(form(auto(on=on, cost=[cost])))]
    assert () == faults_of(form(auto(on={**on, "by": other}, cost=[cost])))


@pytest.mark.rule("TC-RUL-173", "TC-ETI-09")
@pytest.mark.parametrize("ref", ["attacker", "defender"])
def test_swift_effect_may_be_paid_with_a_card_in_combat(ref: str) -> None:
    """The loader accepts a swift effect whose cost is a card in combat, because that may be the player's own card."""
    assert () == faults_of(form(uses(eti="swift", cost=[{"pay": "sacrifice", "of": {"ref": ref}}])))


@pytest.mark.rule("TC-RUL-173", "TC-RUL-158")
def test_card_that_an_opponent_has_spiritualized_may_pay() -> None:
    """A form that an opponent spiritualizes may pay a cost, because that form may be the player's own."""
    cost = {"pay": "despiritualize", "n": 1, "of": {"ref": "event.card"}}

    assert () == faults_of(form(auto(on={"event": "spiritualized", "by": "opponent"}, cost=[cost])))


@pytest.mark.rule("TC-RUL-173", "TC-RUL-116", "TC-SAV-10")
def test_effect_works_where_its_card_is() -> None:
    """The loader refuses an effect triggered by its card's own discard or flip, if the effect works only elsewhere."""
    discarded = auto(on={"event": "discarded", "card": THIS})
    assert ["effects[0].zones"] == [one.field for one in faults_of(form(discarded))]
    assert ["effects[0].zones"] == [one.field for one in faults_of(form({**discarded, "zones": ["hand"]}))]
    assert () == faults_of(form({**discarded, "zones": ["drop"]}))

    flipped = auto(on={"event": "savior_flipped", "card": THIS}, name="Flip")
    assert ["bound.effects[0].on.event"] == [one.field for one in faults_of(savior(bound={"effects": [flipped]}))]
    assert () == faults_of(savior(flipped))


@pytest.mark.rule("TC-RUL-173", "TC-RUL-069")
def test_limit_per_combat_needs_a_use_in_combat() -> None:
    """The loader refuses an effect for act steps that has a limit per combat step."""
    limit = {"count": 1, "per": "combat"}
    combat = {"op": "step_is", "step": "combat"}

    assert ["effects[0].limit.per"] == [one.field for one in faults_of(command("bound", uses(limit=limit)))]
    assert () == faults_of(command("bound", uses(limit=limit, when=combat)))
    assert () == faults_of(command("bound", uses(limit=limit, eti="swift")))


@pytest.mark.rule("TC-RUL-173", "TC-FORM-14")
def test_only_a_spirit_has_a_card_above_it() -> None:
    """The loader refuses a condition on the card above a card that is no spirit."""
    above = uses(when={"op": "host_is", "kind": "form"})

    assert ["effects[0].when"] == [one.field for one in faults_of(form(above))]
    assert () == faults_of(spirit_card(above))


@pytest.mark.rule("TC-RUL-173", "TC-RUL-176")
def test_no_costs_are_changed_in_a_deck() -> None:
    """The loader refuses a card that changes the costs of cards in a deck."""
    dearer = [{"pay": "discard", "n": 1}]
    for zone, found in (("main_deck", ["effects[0].static[0].of"]), ("command", [])):
        static = {"static": "change_cost", "of": {"who": "any", "zone": zone}, "cost": dearer}
        assert found == [one.field for one in faults_of(form(always(static)))]


@pytest.mark.rule("TC-RUL-173", "TC-RUL-078")
def test_nothing_lasts_as_long_as_a_command_that_leaves_at_once() -> None:
    """The loader refuses a normal command whose effect lasts as long as the command is in play."""
    takes = {"do": "gain_control", "of": {**MINE, "who": "opponent", "n": 1, "by": "you"}, "for": "while_in_play"}

    assert ["effects[0].do[0].for"] == [one.field for one in faults_of(command("normal", main("none", takes)))]
    assert () == faults_of(command("bound", main("none", takes)))


@pytest.mark.rule("TC-RUL-173")
def test_step_of_a_loop_works_on_the_cards_of_the_loop() -> None:
    """Given a step for each card of a zone, when it does not work on cards in that zone, then the card is refused.

    A later step may, because an earlier one may have moved the card; so may a delayed or repeated step.
    """
    each = {"ref": "each"}
    move = {"do": "move_spirits", "from": each, "to": {"ref": "this"}}

    def fields(zone: str, *steps: Raw) -> list[str]:
        loop = {"do": "for_each", "of": {"who": "you", "zone": zone}, "then": [*steps]}
        return [one.field for one in faults_of(form(uses(loop)))]

    assert ["effects[0].do[0].then[0].from"] == fields("under", move)
    assert ["effects[0].do[0].then[0].then[0].from"] == fields("under", {"do": "may", "then": [move]})
    assert [] == fields("form", move)
    play = {"do": "play_form", "from": "hand", "of": each}
    damage = {"do": "damage", "of": each}
    assert [] == fields("hand", play, damage)
    assert [] == fields("hand", {"do": "repeat", "n": 2, "then": [damage, play]})
    again = {"do": "play_form", "from": "drop", "of": each}
    assert [] == fields("form", {"do": "delay", "until": {"event": "form_played"}, "then": [again]})
    assert ["effects[0].do[0].then[0].of"] == fields("form", again)
    assert ["effects[0].do[0].then[0].of"] == fields("hand", {"do": "damage", "of": each})


LEVEL: Final[Raw] = {"do": "draw", "n": {"level": THIS}}
POWER: Final[Raw] = {"do": "draw", "n": {"pwr": THIS}}
STRONG: Final[Raw] = {
    "do": "if",
    "when": {"op": "pwr", "of": THIS, "cmp": ">", "n": 1},
    "then": [{"do": "draw", "n": 1}],
}


@pytest.mark.rule("TC-RUL-170", "TC-RUL-173")
@pytest.mark.parametrize(("step", "field"), [(LEVEL, "n.level"), (POWER, "n.pwr"), (STRONG, "when.of")])
def test_number_that_the_card_does_not_have_is_refused(step: Raw, field: str) -> None:
    """A command has no level and no PWR, so its effects cannot read them. A form has both."""
    (fault,) = faults_of(command("bound", uses(step)))

    assert (f"effects[0].do[0].{field}", ("TC-RUL-170", "TC-RUL-173")) == (fault.field, fault.rules)
    assert () == faults_of(form(uses(step)))
