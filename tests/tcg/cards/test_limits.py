"""Cards that reach a limit of the loader without exceeding it."""

import pytest

from tests.tcg.cards.making import (
    ASH,
    DRAW,
    MINE,
    THIS,
    UNLESS_END,
    Raw,
    always,
    auto,
    command,
    faults_of,
    form,
    negate,
    nest,
    spirit,
    uses,
)

GOOD: dict[str, Raw] = {
    "steps five deep": form(uses(nest(4, DRAW))),
    "conditions eight deep": form(uses(when=negate(7))),
    "an [AUTO] effect in the hand": form(auto(zones=["hand"])),
    "an independent one": form(uses(independent=True, zones=["hand", "drop"])),
    "a swift one of a bound command": command("bound", uses(eti="swift")),
    "an interrupt of a spirit": spirit(uses({"do": "draw", "n": 1}, eti="interrupt")),
    "a replacement once a turn": form(
        always(replace={"event": "would_be_damaged", "of": THIS}, limit={"count": 1, "per": "turn"})
    ),
    "a timing said plainly": form(uses(when={"op": "any", "of": [{"op": "step_is", "step": "end"}, negate(1)]})),
    "a negated step in [AUTO]": form(auto(when=UNLESS_END)),
    "any two discards": form(uses(cost=[{"pay": "discard", "n": 1}, {"pay": "discard", "n": 1}])),
    "a sacrifice at last": form(
        uses(cost=[{"pay": "despiritualize", "of": THIS, "n": 1}, {"pay": "sacrifice", "of": THIS}])
    ),
    "a roll that is used": form(
        uses(
            {"do": "roll_die", "sides": 6, "store": "r"},
            {"do": "draw", "n": {"var": "r"}},
            {"do": "draw", "n": {"die": 4}},
        )
    ),
    "a roll used in its own table": form(
        uses({"do": "roll_die", "sides": 2, "store": "r", "table": {"1-2": [{"do": "draw", "n": {"var": "r"}}]}})
    ),
    "a later event": form(
        uses(
            {
                "do": "delay",
                "until": {"event": "damaged"},
                "then": [{"do": "draw", "n": {"pwr": {"ref": "event.card"}}}],
            }
        )
    ),
    "each of several": form(uses({"do": "for_each", "of": MINE, "then": [{"do": "damage", "of": {"ref": "each"}}]})),
    "a filter": form(uses({"do": "damage", "of": {**MINE, "filter": ASH}})),
    "a die in a replacement": form(
        always(replace={"event": "would_draw", "who": "you", "do": [{"do": "invoke", "n": {"die": 4}}]})
    ),
}


@pytest.mark.parametrize("card", [pytest.param(card, id=name) for name, card in GOOD.items()])
def test_card_just_within_the_rules_is_accepted(card: Raw) -> None:
    """The loader accepts each card at a limit; `test_lints` has a card beyond it."""
    assert () == faults_of(card)
