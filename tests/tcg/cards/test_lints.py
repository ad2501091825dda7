"""Checks of cards beyond their types: one bad card for each fault that the loader reports."""

import pytest

from tests.tcg.cards.making import (
    ASH,
    DRAW,
    MINE,
    MY_FORM,
    THIS,
    UNLESS_END,
    Raw,
    always,
    auto,
    command,
    faults_of,
    form,
    main,
    negate,
    nest,
    savior,
    spirit,
    uses,
)

CHOSEN: Raw = {"ref": "chosen.0"}
WEAKER: Raw = {"static": "modify_pwr", "of": MINE, "by": -1}


def nest_sums(times: int) -> Raw | int:
    """Return an amount nested in `times` sums."""
    return {"plus": [1, nest_sums(times - 1)]} if times else 1


BAD: dict[str, tuple[Raw, str, str]] = {
    # the card as a whole
    "two effects of one id": (form(uses(), uses()), "effects[0].id", "have the id e"),
    "effects beside a savior's sides": (savior(effects=[uses(name="E")]), "effects", "two sides"),
    "a boundless side without PWR": (savior(boundless={}), "boundless.pwr", "needs a PWR"),
    "a normal command without main": (command("normal"), "effects", "exactly one main"),
    "two mains": (command("swift", main("swift"), main("swift", id="b")), "effects", "exactly one main"),
    "two mains of a bound command": (command("bound", main("none"), main("none", id="b")), "effects", "at most one"),
    "an effect that is counted but not there": (
        form(uses(when={"op": "used", "effect": "z", "per": "turn", "cmp": "==", "n": 0})),
        "effects[0].when.effect",
        "no effect with this id",
    ),
    # timing
    "free and unlimited": (form(uses(limit=None)), "effects[0]", "a cost or a limit"),
    "free and unlimited, granted": (
        form(uses({"do": "grant", "of": THIS, "effect": uses(limit=None)})),
        "effects[0].do[0].effect",
        "a cost or a",
    ),
    "independent and automatic": (form(auto(independent=True)), "effects[0].independent", "need no spirit"),
    "independent, granted": (
        form(uses({"do": "grant", "of": THIS, "effect": uses(independent=True)})),
        "effects[0].do[0].effect.independent",
        "only forms",
    ),
    "from the hand, not independent": (form(uses(zones=["hand"])), "effects[0].zones", "only an [INDEPENDENT] effect"),
    "from the hand, granted": (
        form(uses({"do": "grant", "of": THIS, "effect": auto(zones=["hand"])})),
        "effects[0].do[0].effect.zones",
        "in play",
    ),
    "swift on a spirit": (spirit(uses(eti="swift")), "effects[0].eti", "swift commands are [SWIFT]"),
    "swift beside a main effect": (
        command("swift", main("swift"), uses(eti="swift")),
        "effects[1].eti",
        "swift commands are [SWIFT]",
    ),
    "a main effect on a form": (form(main("none")), "effects[0].main", "only a command"),
    "a normal command marked swift": (command("normal", main("swift")), "effects[0].eti", "has timing none"),
    "a main effect from the drop zone": (
        command("normal", main("none", zones=["drop"])),
        "effects[0].zones",
        "the type of a command",
    ),
    "a normal command that stays": (command("normal", main("none"), uses()), "effects[1]", "leaves after resolving"),
    "CONT: without anything": (form(always()), "effects[0]", "needs a static"),
    "CONT: with a cost": (form(always(WEAKER, cost=[{"pay": "discard", "n": 1}])), "effects[0].cost", "no cost"),
    "CONT: with steps": (form(always(WEAKER, do=[DRAW])), "effects[0].do", "no do"),
    "CONT: with targets": (form(always(WEAKER, targets=[MY_FORM])), "effects[0].targets", "no targets"),
    "CONT: with a trigger": (form(always(WEAKER, on={"event": "drawn"})), "effects[0].on", "no on"),
    "CONT: once a turn": (
        form(always(WEAKER, limit={"count": 1, "per": "turn"})),
        "effects[0].limit",
        "with a replacement has a limit",
    ),
    "a static that resolves": (form(uses(static=[WEAKER])), "effects[0]", "only CONT:"),
    "nothing to do": (form(uses(do=[])), "effects[0].do", "does nothing"),
    "[AUTO] that waits for nothing": (form(auto(on=None)), "effects[0].on", "needs an event"),
    "an unmarked effect that waits": (form(uses(on={"event": "drawn"})), "effects[0].on", "only [AUTO]"),
    "a timing under not": (form(uses(when=UNLESS_END)), "effects[0].when.of", "does not define when"),
    # statics, triggers and durations
    "a static of nobody": (form(always({"static": "cannot_attack"})), "effects[0].static[0].of", "must name the cards"),
    "a static named twice": (
        form(uses({"do": "restrict", "of": THIS, "static": {"static": "cannot_attack", "of": THIS}})),
        "effects[0].do[0].static.of",
        "already names",
    ),
    "a draw replaced for a card": (
        form(always(replace={"event": "would_draw", "who": "you", "of": THIS})),
        "effects[0].replace.of",
        "has no of",
    ),
    "a damage replaced for nobody": (
        form(always(replace={"event": "would_leave"})),
        "effects[0].replace.of",
        "needs of",
    ),
    "negating replaced": (
        form(always(replace={"event": "would_be_negated", "of": THIS, "do": [DRAW]})),
        "effects[0].replace.do",
        "prevented",
    ),
    "a step of no step": (form(auto(on={"event": "drawn", "step": "end"})), "effects[0].on.step", "only step_entered"),
    "a phase of no phase": (form(auto(on={"event": "drawn", "phase": "end"})), "effects[0].on.phase", "only phase_ent"),
    "a state of nothing": (form(auto(on={"event": "state"})), "effects[0].on.when", "needs its condition"),
    "while without as long as": (
        form(uses({"do": "modify_pwr", "of": THIS, "by": 1, "for": "while"})),
        "effects[0].do[0].as_long_as",
        "only a duration of `while`",
    ),
    "as long as without while": (
        form(uses({"do": "modify_pwr", "of": THIS, "by": 1, "as_long_as": negate(0)})),
        "effects[0].do[0].as_long_as",
        "only a duration of `while`",
    ),
    "control while": (
        form(uses({"do": "gain_control", "of": CHOSEN, "for": "while"}, targets=[MY_FORM])),
        "effects[0].do[0].for",
        "last",
    ),
    # selectors
    "a selector of nothing": (form(uses({"do": "damage", "of": {}})), "effects[0].do[0].of", "one of ref"),
    "a selector of two things": (
        form(uses({"do": "damage", "of": {"ref": "this", **MINE}})),
        "effects[0].do[0].of",
        "one of ref",
    ),
    "a zone of nobody": (
        form(uses({"do": "damage", "of": {"zone": "form"}})),
        "effects[0].do[0].of",
        "need each other",
    ),
    "no zone at all": (
        form(uses({"do": "damage", "of": {"who": "you", "zone": []}})),
        "effects[0].do[0].of.zone",
        "list of zones is empty",
    ),
    "a filtered reference": (
        form(uses({"do": "damage", "of": {"ref": "this", "filter": ASH}})),
        "effects[0].do[0].of",
        "only cards of a zone",
    ),
    "a host of no spirit": (form(uses({"do": "damage", "of": {"ref": "host"}})), "effects[0].do[0].of.ref", "a host"),
    "each of nothing": (
        form(uses({"do": "damage", "of": {"ref": "each"}})),
        "effects[0].do[0].of.ref",
        "inside a filter",
    ),
    "an event that is not": (
        form(uses({"do": "damage", "of": {"ref": "event.card"}})),
        "effects[0].do[0].of.ref",
        "no event",
    ),
    "a question about no event": (form(uses(when={"op": "event", "by": "you"})), "effects[0].when", "no event"),
    "a target that is not": (form(uses({"do": "damage", "of": CHOSEN})), "effects[0].do[0].of.ref", "no such target"),
    "a target before it is chosen": (
        form(uses({"do": "damage", "of": CHOSEN}, targets=[MY_FORM], when={"op": "exists", "of": CHOSEN})),
        "effects[0].when.of.ref",
        "no such target",
    ),
    "cards nobody picked": (form(uses({"do": "damage", "of": {"var": "v"}})), "effects[0].do[0].of.var", "chose cards"),
    "cards picked in another branch": (
        form(
            uses(
                {"do": "may", "then": [{"do": "choose", "of": MY_FORM, "store": "v"}]},
                {"do": "damage", "of": {"var": "v"}},
            )
        ),
        "effects[0].do[1].of.var",
        "chose cards",
    ),
    "a player nobody picked": (
        form(uses({"do": "draw", "n": 1, "who": {"var": "p"}})),
        "effects[0].do[0].who.var",
        "a player",
    ),
    "cards as a player": (
        form(uses({"do": "choose", "of": MY_FORM, "store": "v"}, {"do": "draw", "n": 1, "who": {"var": "v"}})),
        "effects[0].do[1].who.var",
        "a player",
    ),
    "a roll nobody rolled": (form(uses({"do": "draw", "n": {"var": "r"}})), "effects[0].do[0].n.var", "rolled r"),
    "more than max": (
        form(uses({"do": "damage", "of": CHOSEN}, targets=[{**MY_FORM, "n": {"min": 2, "max": 1}}])),
        "effects[0].targets[0].n",
        "more than max",
    ),
    "a hidden target": (
        form(uses(targets=[{"who": "opponent", "zone": "hand", "n": 1, "by": "you"}])),
        "effects[0].targets[0].zone",
        "hidden card",
    ),
    "a hidden card nobody picks": (
        form(uses({"do": "reveal", "of": {"who": "opponent", "zone": "hand", "n": 1}})),
        "effects[0].do[0].of.by",
        "who picks",
    ),
    # costs
    "two discards, one of Ash": (
        form(uses(cost=[{"pay": "discard", "n": 1, "filter": ASH}, {"pay": "discard", "n": 1}])),
        "effects[0].cost",
        "same p",
    ),
    "spirits of two types": (
        form(uses(cost=[{"pay": "despiritualize", "of": THIS, "n": 1, "type": kind} for kind in ("boost", "protect")])),
        "effects[0].cost",
        "same place",
    ),
    "a discard of certain cards twice": (
        form(uses(cost=[{"pay": "discard", "n": 1, "filter": ASH}] * 2)),
        "effects[0].cost",
        "write one of them, with a greater n",
    ),
    "discards of different cards": (
        form(uses(cost=[{"pay": "discard", "n": 1, "filter": ASH}, {"pay": "discard", "n": 1}])),
        "effects[0].cost",
        "remove one, as only certain cards can pay it",
    ),
    "a sacrifice before the rest": (
        form(uses(cost=[{"pay": "sacrifice", "of": THIS}, {"pay": "despiritualize", "of": THIS, "n": 1}])),
        "effects[0].cost[0]",
        "paid last",
    ),
    "a flip paid twice over": (
        savior(
            flip={
                "when": negate(0),
                "cost": [{"pay": "discard", "n": 1, "filter": ASH}, {"pay": "reveal", "n": 1, "from": "hand"}],
            }
        ),
        "flip.cost",
        "same place",
    ),
    # places
    "a form to destroy in the void": (
        form(uses({"do": "destroy", "of": {"who": "you", "zone": "void"}})),
        "effects[0].do[0].of",
        "does not work on cards in void",
    ),
    "a spirit put into the main deck": (
        form(uses({"do": "put_in_deck", "of": {"who": "you", "zone": "void"}, "at": "top"})),
        "effects[0].do[0].of",
        "does not work on cards in void",
    ),
    "a command spiritualized": (
        form(uses({"do": "despiritualize", "of": {"who": "you", "zone": "command"}, "n": 1})),
        "effects[0].do[0].of",
        "does not work on cards in command",
    ),
    "picked cards out of reach": (
        form(
            uses(
                {"do": "choose", "of": {"who": "you", "zone": "drop", "n": 1}, "store": "v"},
                {"do": "sacrifice", "of": {"var": "v"}},
            )
        ),
        "effects[0].do[1].of",
        "does not work on cards in drop",
    ),
    "a command that fights": (
        command("bound", uses({"do": "extra_attack", "of": THIS})),
        "effects[0].do[0].of",
        "this kind",
    ),
    "a form searched into the void": (
        form(uses({"do": "search", "deck": "main", "n": 1, "to": "void"})),
        "effects[0].do[0].to",
        "only spirits",
    ),
    "a spirit searched into the drop zone": (
        form(uses({"do": "search", "deck": "spirit", "n": 1, "to": "drop"})),
        "effects[0].do[0].to",
        "a spirit cannot be played",
    ),
    "a spirit that leaves for the deck": (
        spirit(uses(cost=[{"pay": "send_self", "to": "main_deck_bottom"}])),
        "effects[0].cost[0].to",
        "a spirit cannot go",
    ),
    "a spirit discarded": (
        form(uses({"do": "discard", "n": 1, "filter": {"op": "any", "of": [{**ASH, "kind": "spirit"}]}})),
        "effects[0].do[0].filter",
        "never be discarded",
    ),
    # numbers
    "an amount of nothing": (form(uses({"do": "draw", "n": {}})), "effects[0].do[0].n", "exactly one source"),
    "an amount of two things": (
        form(uses({"do": "draw", "n": {"die": 6, "var": "r"}})),
        "effects[0].do[0].n",
        "exactly one",
    ),
    "a die in a condition": (
        form(uses(when={"op": "players", "cmp": ">", "n": {"die": 6}})),
        "effects[0].when.n.die",
        "only steps",
    ),
    "a die in a static": (form(always({**WEAKER, "by": {"die": 6}})), "effects[0].static[0].by.die", "only steps"),
    "a table with a hole": (
        form(uses({"do": "roll_die", "sides": 6, "store": "r", "table": {"1-2": [], "4-6": []}})),
        "effects[0].do[0].table",
        "each of 1 to 6",
    ),
    "a table listed twice": (
        form(uses({"do": "roll_die", "sides": 4, "store": "r", "table": {"1-3": [], "3-4": []}})),
        "effects[0].do[0].table",
        "each of 1 to 4",
    ),
    "three of two modes": (
        form(uses({"do": "choose_mode", "n": 3, "modes": [[DRAW], [DRAW]]})),
        "effects[0].do[0].n",
        "fewer modes",
    ),
    "a question about nothing": (
        form(uses(when={"op": "is", "of": THIS})),
        "effects[0].when",
        "compares nothing",
    ),
    "steps too deep": (form(uses(nest(5, DRAW))), "effects[0].do[0]" + ".then[0]" * 5, "deeper than 5"),
    "conditions too deep": (form(uses(when=negate(8))), "effects[0].when" + ".of" * 8, "deeper than 8"),
    "amounts too deep": (
        form(uses({"do": "draw", "n": nest_sums(9)})),
        "effects[0].do[0].n" + ".plus[1]" * 8,
        "deeper than 8",
    ),
}


@pytest.mark.parametrize(("card", "field", "reason"), [pytest.param(*bad, id=name) for name, bad in BAD.items()])
def test_a_bad_card_is_refused(card: Raw, field: str, reason: str) -> None:
    """The loader refuses a bad card; the fault names the card, the field and the reason."""
    found = [fault for fault in faults_of(card) if fault.field == field and reason in fault.reason]

    assert ["x"] == [fault.card for fault in found]


@pytest.mark.rule("TC-RUL-070")
def test_faults_name_their_rules() -> None:
    """A fault cites the rules that the card breaks."""
    (fault,) = faults_of(form(uses(limit=None)))

    assert ("TC-READ-09", "TC-READ-10", "TC-RUL-070") == fault.rules
    assert (
        "x: effects[0]: a voluntary effect needs a cost or a limit: add one of them "
        "(TC-READ-09, TC-READ-10, TC-RUL-070)"
    ) == str(fault)
