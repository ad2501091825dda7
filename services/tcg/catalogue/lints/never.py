"""Checks for steps and effects that can never do what the card says, because of a filter, a cost or their timing."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final, get_args

from services.tcg.catalogue.faults import Fault
from services.tcg.catalogue.language import conditions, effects, operations
from services.tcg.catalogue.language import costs as prices
from services.tcg.catalogue.lints.amounts import printed
from services.tcg.catalogue.lints.effects import AT_LEAST_ONE, NUMBERS
from services.tcg.catalogue.lints.promises import parts_of_condition
from services.tcg.catalogue.lints.selectors import DECKS, zones_meant, zones_named
from services.tcg.catalogue.lints.vain import OTHERS, VAIN
from services.tcg.catalogue.walk import Scope, positive_parts
from services.tcg.words import CommandType

# ---------------------------------------------------------------- filters

FORM: Final = frozenset({"form"})
COMMAND: Final = frozenset({"command"})
SPIRIT: Final = frozenset({"spirit"})
MAIN: Final = FORM | COMMAND
THERE: Final[Mapping[str, frozenset[str]]] = {
    "form": FORM, "savior": frozenset({"savior"}), "command": COMMAND, "under": SPIRIT, "void": SPIRIT,
    "spirit_deck": SPIRIT, "main_deck": MAIN, "drop": MAIN, "hand": MAIN | SPIRIT,
}  # fmt: skip
"""The kinds of cards that can be in each zone."""
USED: Final[Mapping[tuple[str, str], frozenset[str]]] = {
    ("play_form", "of"): FORM, ("play_command", "of"): COMMAND, ("set_command", "of"): COMMAND,
    ("spiritualize", "spirit"): SPIRIT, ("attach_spirit", "spirit"): SPIRIT,
}  # fmt: skip
"""The steps that use cards of one kind only, each with the field that names these cards."""
PLACES: Final = frozenset({"form", "savior", "command"})
"""The kinds of cards that are in the zone of their own name while they are in play."""
HIGHEST_LEVEL: Final = 3
COMMAND_TYPES: Final = get_args(CommandType)


def check_filter(part: conditions.Selector, scope: Scope) -> Iterator[Fault]:
    """Check that cards in the named zones can pass a filter. Rule: TC-RUL-173."""
    kinds = frozenset(kind for zone in zones_named(part) for kind in THERE.get(zone, ()))
    yield from _filtered(part.filter, kinds, "filter", scope)


def check_filter_of_use(part: operations.Operation, scope: Scope) -> Iterator[Fault]:
    """Check that the cards that a step plays, sets or searches for can pass its filter. Rule: TC-RUL-173."""
    tag = str(part.__struct_config__.tag)
    for (step, name), kinds in USED.items():
        of = getattr(part, name, None) if step == tag else None
        if isinstance(of, conditions.Selector):
            yield from _filtered(of.filter, kinds, f"{name}.filter", scope)
    if tag == "search":
        kinds = SPIRIT if getattr(part, "deck", "") == "spirit" else FORM if getattr(part, "to", "") == "play" else MAIN
        yield from _filtered(getattr(part, "filter", None), kinds, "filter", scope)


def _filtered(
    condition: conditions.Condition | None, kinds: frozenset[str], field: str, scope: Scope
) -> Iterator[Fault]:  # fmt: skip
    """Yield a fault if a filter requires a property that no card of these kinds has."""
    for one in parts_of_condition(condition):
        if not kinds or not isinstance(one, conditions.Is) or one.of.ref != "each":
            continue
        wrong = property_of_none(one, kinds)
        if wrong:
            reason = f"no {' or '.join(sorted(kinds))} is {wrong}: write another filter"
            yield scope.fault(field, reason, VAIN)


def property_of_none(test: conditions.Is, kinds: frozenset[str]) -> str:
    """Return the words for a property that a condition requires but no card of these kinds has, or an empty string."""
    if test.kind is not None and test.kind not in kinds:
        return f"a {test.kind}"
    if test.level is not None and (test.level > HIGHEST_LEVEL or "form" not in kinds):
        return f"of level {test.level}"
    typed = kinds & {"command"} and test.type in COMMAND_TYPES
    if test.type is not None and not typed and "spirit" not in kinds:
        return f"of the type {test.type}"
    return ""


# ---------------------------------------------------------------- costs

OWN_CARD: Final = frozenset({"attack_declared", "form_played", "combat_won"})
"""The events whose card belongs to the player who causes them."""


def check_payable_card(part: prices.Payment, scope: Scope) -> Iterator[Fault]:
    """Check that the card that a cost refers to can be the payer's own. Rule: TC-READ-10, TC-RUL-158, TC-RUL-173."""
    of, on = getattr(part, "of", None), scope.on
    ref = of.ref if isinstance(of, conditions.Selector) else None
    by = None if on is None else on.by
    named = on is not None and on.event in OWN_CARD and ref == "event.card"
    attacks = on is not None and on.event == "attack_declared"
    theirs = by in OTHERS and (named or (attacks and ref == "attacker"))
    attacked = ref in ("defender", "event.target") and attacks and by == "you"
    if theirs or attacked:
        reason = "this card is always another player's: name one of your own cards"
        yield scope.fault("of", reason, "TC-READ-10", "TC-RUL-158", VAIN)


# ---------------------------------------------------------------- effects that are never used


def check_place_of_effect(effect: effects.Effect, scope: Scope) -> Iterator[Fault]:
    """Check that an effect works in the zone where its card is when the effect's event happens.

    Rule: TC-RUL-116, TC-RUL-173
    """
    on = effect.on
    if on is None or on.card is None or on.card.ref != "this" or effect.eti != "auto" or scope.granted:
        return
    if on.event == "discarded" and "drop" not in effect.zones:
        reason = "a discarded card is in the drop zone: write drop"
        yield scope.fault("zones", reason, "TC-RUL-116", VAIN)
    if on.event == "savior_flipped" and scope.path.startswith("bound."):
        reason = "a savior that has flipped has the effects of its boundless side: write this effect there"
        yield scope.fault("on.event", reason, "TC-SAV-10", VAIN)


def check_limit_per_combat(effect: effects.Effect, scope: Scope) -> Iterator[Fault]:
    """Check that an effect with a limit per combat step can be used in a combat step. Rule: TC-RUL-069, TC-RUL-173."""
    if effect.eti != "none" or effect.limit is None or effect.limit.per != "combat":
        return
    parts = tuple(positive_parts(effect.when))
    if not any(isinstance(one, conditions.StepIs | conditions.PhaseIs) for one in parts):
        reason = "this effect is used in act steps: write turn, or name the combat step in when"
        yield scope.fault("limit.per", reason, "TC-RUL-069", VAIN)


def check_host(_part: conditions.HostIs, scope: Scope) -> Iterator[Fault]:
    """Check that only a spirit has a condition on the card above it. Rule: TC-FORM-14, TC-RUL-173."""
    if not isinstance(scope.card, effects.Spirit) or scope.granted:
        yield scope.fault("", "only a spirit has a card above it: write another condition", "TC-FORM-14", VAIN)


# ---------------------------------------------------------------- steps and continuous effects without effect


def check_cost_of_deck(part: operations.ChangeCost, scope: Scope) -> Iterator[Fault]:
    """Check that a change of costs names cards whose effects can be used. Rule: TC-RUL-173, TC-RUL-176."""
    if zones_named(part.of) & DECKS:
        yield scope.fault("of", "no effect of a card in a deck can be used: name another zone", VAIN)


LEAVES: Final[Mapping[str, frozenset[str]]] = {
    "drop": frozenset({"form", "command", "hand"}), "hand": frozenset({"form", "command", "drop"}),
    "main_deck_bottom": frozenset({"form", "command", "hand", "drop"}),
}  # fmt: skip
"""For each place where a card sends itself as a cost, the zones where it can be before."""


def check_added_cost(part: operations.ChangeCost, scope: Scope) -> Iterator[Fault]:
    """Check that the cards whose effects cost more can themselves pay what they have to. Rule: TC-RUL-237."""
    zones = zones_meant(part.of, scope)
    if part.of.ref == "this" and not scope.granted:
        zones = frozenset({str(scope.card.__struct_config__.tag)} & PLACES)
    for at, cost in enumerate(part.cost):
        of = getattr(cost, "of", None)
        reaches = {**cost.reach, **cost.reach_since_form_2}.get("of")
        own = reaches.zones if reaches is not None and of == conditions.Selector(ref="this") else None
        payers = LEAVES[cost.to] if isinstance(cost, prices.PaySendSelf) else own
        if zones and payers is not None and not zones & payers:
            reason = "no card with such an effect can ever pay this: write another cost, or name other cards"
            yield scope.fault(f"cost[{at}]", reason, "TC-READ-10", "TC-RUL-237")


def check_stay(part: operations.Operation, scope: Scope) -> Iterator[Fault]:
    """Check that no change lasts for as long as its source is in play if the source leaves play at once.

    Rule: TC-RUL-078, TC-RUL-173
    """
    card, effect = scope.card, scope.effect
    main = effect is not None and effect.main and not scope.granted
    leaves = isinstance(card, effects.Command) and card.type != "bound"
    if main and leaves and getattr(part, "lasts", "") == "while_in_play":
        reason = "this command leaves play as soon as it has resolved: write another duration"
        yield scope.fault("for", reason, "TC-RUL-078", VAIN)


def check_card_of_loop(part: operations.Operation | prices.Payment, scope: Scope) -> Iterator[Fault]:
    """Check that a step can affect the cards of the `for_each` around it. Rule: TC-RUL-173."""
    zones = frozenset() if scope.over is None else zones_named(scope.over)
    for name, (reached, _) in {**part.reach, **part.reach_since_form_2}.items():
        of = getattr(part, name)
        if isinstance(of, conditions.Selector) and of.ref == "each" and zones and not zones & reached:
            reason = (
                f"it does not work on cards in {', '.join(sorted(zones))}: name {' or '.join(sorted(reached - DECKS))}"
            )
            yield scope.fault(name.rstrip("_"), reason, VAIN)


def check_some(part: operations.Operation, scope: Scope) -> Iterator[Fault]:
    """Check that a step does not look at 0 cards or allow 0 attacks. Rule: TC-RUL-145."""
    if part.__struct_config__.tag in ("extra_attack", "look_top") and printed(getattr(part, "n", 1)) == 0:
        yield scope.fault("n", AT_LEAST_ONE, *NUMBERS)


def check_number_of_this(part: conditions.Reckoned | conditions.Pwr, scope: Scope) -> Iterator[Fault]:
    """Check that an effect reads a level or a PWR only of kinds of cards that have one.

    Rule: TC-RUL-170, TC-RUL-173, TC-RUL-236
    """
    level = isinstance(part, conditions.Reckoned) and part.level is not None
    of = part.of if isinstance(part, conditions.Pwr) else part.level if level else part.pwr
    having = FORM if level else FORM | {"savior"}
    kinds = frozenset() if of is None else _kinds_meant(of, scope)
    if of is None or not kinds or kinds & having:
        return
    what, field = "level" if level else "PWR", "level" if level else "of" if isinstance(part, conditions.Pwr) else "pwr"
    if of.ref == "this":
        yield scope.fault(field, f"this card has no {what}: name another card", "TC-RUL-170", VAIN)
    else:
        yield scope.fault(field, f"these cards have no {what}: name others", "TC-RUL-170", "TC-RUL-236")


def _kinds_meant(of: conditions.Selector, scope: Scope) -> frozenset[str]:
    """Return the kinds of the cards that a selector means, or no kinds if the card's text does not determine them."""
    if of.ref == "this":
        return frozenset() if scope.granted else frozenset({str(scope.card.__struct_config__.tag)})
    named = scope.named if of.ref == "each" and scope.named is not None else of
    return frozenset(kind for zone in zones_meant(named, scope) for kind in THERE.get(zone, ()))


SINCE_FORM_3: Final = (
    check_number_of_this,
    check_filter,
    check_filter_of_use,
    check_payable_card,
    check_place_of_effect,
    check_limit_per_combat,
    check_host,
    check_cost_of_deck,
    check_added_cost,
    check_stay,
    check_card_of_loop,
    check_some,
)
"""Lints that do not apply to matches opened before form 3 (version 3 of the decision rules)."""
