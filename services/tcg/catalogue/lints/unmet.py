"""Checks for triggers, conditions and numbers that can never be met. Rule: TC-RUL-173."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final, TypeAlias

from services.tcg.catalogue.faults import Fault
from services.tcg.catalogue.language import conditions, effects, operations
from services.tcg.catalogue.lints.amounts import most_of, printed
from services.tcg.catalogue.lints.cards import effects_of
from services.tcg.catalogue.lints.never import THERE, property_of_none
from services.tcg.catalogue.lints.promises import parts_of_condition
from services.tcg.catalogue.lints.selectors import HIDDEN, zones_named
from services.tcg.catalogue.lints.vain import OTHERS, VAIN, is_played_in_act_steps
from services.tcg.catalogue.walk import Scope
from services.tcg.settings import VOID_LIMIT

# ---------------------------------------------------------------- cards of events

FIGHTING: Final = frozenset({"form", "savior"})
CARDS_OF: Final[Mapping[tuple[effects.EventName, str], frozenset[str]]] = {
    ("discarded", "card"): frozenset({"drop"}), ("form_played", "card"): frozenset({"form"}),
    ("form_sacrificed", "card"): frozenset({"form"}), ("left_play", "card"): frozenset({"form", "command"}),
    ("command_played", "card"): frozenset({"command"}), ("command_set", "card"): frozenset({"command"}),
    ("command_flipped", "card"): frozenset({"command"}), ("savior_flipped", "card"): frozenset({"savior"}),
    ("attack_declared", "card"): FIGHTING, ("attack_declared", "target"): FIGHTING,
    ("combat_won", "card"): FIGHTING, ("combat_won", "target"): FIGHTING, ("damages", "target"): FIGHTING,
    ("damaged", "card"): FIGHTING, ("spiritualized", "card"): FIGHTING, ("despiritualized", "card"): FIGHTING,
}  # fmt: skip
"""For each card of an event, the zones where it can be when the event triggers effects. Other cards can be anywhere."""
OWN: Final[frozenset[effects.EventName]] = frozenset(
    {
        "discarded", "form_played", "form_sacrificed", "left_play", "command_played", "command_set", "command_flipped",
        "effect_declared", "effect_resolved", "effect_negated", "attack_declared", "combat_won", "damages",
        "savior_flipped",
    }
)  # fmt: skip
"""The events that a card's own player causes."""


def check_cards_of_event(part: effects.Pattern, scope: Scope) -> Iterator[Fault]:
    """Check that the event of a trigger can happen to the cards that the trigger names. Rule: TC-RUL-173."""
    for name in ("card", "target"):
        of, zones = getattr(part, name), CARDS_OF.get((part.event, name))
        if of is None or zones is None or (of.filter is not None and of.who != "you" and zones_named(of) <= HIDDEN):
            continue
        named = zones_named(of)
        kinds = frozenset(kind for zone in zones for kind in THERE[zone])
        own = of.ref == "this" and not scope.granted
        if (named and not named & zones) or (own and scope.card.__struct_config__.tag not in kinds):
            reason = f"{part.event} never has such a card: name cards of {' or '.join(sorted(zones))}"
            yield scope.fault(name, reason, "TC-RUL-143", VAIN)


def check_whose_event(part: effects.Pattern, scope: Scope) -> Iterator[Fault]:
    """Check that the player of an event can be the player of its card. Rule: TC-RUL-173."""
    if part.event not in OWN or part.card is None:
        return
    mine = part.card.who == "you" or part.card.ref in ("this", "host")
    theirs = part.card.who in OTHERS
    if (mine and part.by in OTHERS) or (theirs and part.by == "you"):
        reason = f"the player who controls the card is the one who causes {part.event}: remove by"
        yield scope.fault("by", reason, "TC-RUL-143", VAIN)


# ---------------------------------------------------------------- the open attack

NO_ATTACK: Final = "no attack is open when this card is played: give the effect another timing, or name other cards"
ATTACK: Final = (conditions.IsAttacking, conditions.IsAttacked)


def check_open_attack(part: operations.Operation | effects.Effect, scope: Scope) -> Iterator[Fault]:
    """Check that a command for act steps does not need an open attack, unless its steps wait for one.

    Rule: TC-CMD-10, TC-CMD-30, TC-RUL-173
    """
    effect = scope.effect
    if effect is None or scope.granted or scope.on is not None or not is_played_in_act_steps(effect, scope):
        return
    if isinstance(part, effects.Effect):
        if any(isinstance(one, ATTACK) for one in parts_of_condition(part.when)):
            yield scope.fault("when", NO_ATTACK, VAIN)
        return
    if part.__struct_config__.tag == "end_attack":
        yield scope.fault("", NO_ATTACK, VAIN)
    for name in part.__struct_fields__:
        of = getattr(part, name)
        if isinstance(of, conditions.Selector) and of.ref in ("attacker", "defender"):
            yield scope.fault(name.rstrip("_"), NO_ATTACK, VAIN)


NO_COMBAT: Final = "no attack is open when this event happens: name an event of the combat step"
AFTER_COMBAT: Final = frozenset({"act2", "end"})


def _step_outside_combat(on: effects.Pattern | None) -> str:
    """Return the step in which an event always happens, or an empty string if it may be the combat step."""
    step = None if on is None else "draw" if on.event == "turn_started" else on.step
    return "" if step is None or step == "combat" else step


def check_effect_outside_combat(effect: effects.Effect, scope: Scope) -> Iterator[Fault]:
    """Check that an effect triggered outside the combat step does not need that step.

    Rule: TC-RUL-173
    """
    if not _step_outside_combat(effect.on):
        return
    if any(isinstance(one, ATTACK) for one in parts_of_condition(effect.when)):
        yield scope.fault("when", NO_COMBAT, VAIN)
    if effect.limit is not None and effect.limit.per == "combat":
        yield scope.fault("limit.per", "this effect is triggered outside the combat step: write turn", VAIN)


def check_step_outside_combat(part: operations.Operation, scope: Scope) -> Iterator[Fault]:
    """Check the steps of an effect triggered outside combat: they need no attack, and allow none after combat.

    An additional attack that the effect allows earlier in a turn counts in the combat step of that turn.

    Rule: TC-RUL-081, TC-RUL-173
    """
    tag, step = part.__struct_config__.tag, _step_outside_combat(scope.on)
    if not step:
        return
    if tag == "end_attack":
        yield scope.fault("", NO_COMBAT, VAIN)
    if tag == "extra_attack" and step in AFTER_COMBAT:
        yield scope.fault("", "the combat step of the turn is over by then: name an earlier event", "TC-RUL-081", VAIN)
    for name in part.__struct_fields__:
        of = getattr(part, name)
        if isinstance(of, conditions.Selector) and of.ref in ("attacker", "defender"):
            yield scope.fault(name.rstrip("_"), NO_COMBAT, VAIN)


def check_link_of_event(part: operations.OnCards, scope: Scope) -> Iterator[Fault]:
    """Check that a triggered effect that negates "that effect" waits for an effect that is declared.

    Rule: TC-READ-12, TC-RUL-173
    """
    on, effect = scope.on, scope.effect
    if on is None or effect is None or part.of.ref != "event.link" or on.event == "effect_declared":
        return
    if effect.eti == "auto" or on is not effect.on:
        yield scope.fault("of", f"{on.event} has no effect to negate: wait for effect_declared", "TC-READ-12", VAIN)


# ---------------------------------------------------------------- numbers

Numbered: TypeAlias = (
    conditions.CardNumber | conditions.PlayerNumber | conditions.Counters | conditions.Used | conditions.Players
    | conditions.Comparison
)  # fmt: skip
SPIRITS: Final = 15
"""The number of cards in a spirit deck. Rule: TC-SPI-13."""
MAIN_DECK: Final = 30
"""The number of cards in a main deck, to which no other player's cards ever go. Rule: TC-DECK-01."""
MOST_SEATS: Final = 8


def check_number(part: Numbered, scope: Scope) -> Iterator[Fault]:
    """Check that a condition on a number can be met by some number. Rule: TC-RUL-173."""
    n = printed(part.b if isinstance(part, conditions.Comparison) else part.n)
    if n is not None and not scope.negated and (bounds := _bounds(part, scope)) is not None:
        yield from _unmet((part.cmp, n), bounds, scope)


def check_full_void(part: effects.Effect | effects.Flip, scope: Scope) -> Iterator[Fault]:
    """Check that no condition requires a number of spirits in a void at which the void's player loses.

    [AUTO] effects and CONT: effects may have such a condition, because it can be met before the player loses if
    `loss_check` is `after_resolution`.

    Rule: TC-WIN-01, TC-RUL-173
    """
    if isinstance(part, effects.Effect) and part.eti in ("auto", "cont"):
        return
    for one in parts_of_condition(part.when):
        n = printed(one.n) if isinstance(one, conditions.VoidCount) and one.who != "any" else None
        if isinstance(one, conditions.VoidCount) and n is not None and n >= 0:
            yield from _unmet((one.cmp, n), (0, VOID_LIMIT - 1), scope, "when")


def _bounds(part: Numbered, scope: Scope) -> tuple[int, int | None] | None:
    match part:
        case conditions.Players():
            return 2, MOST_SEATS
        case conditions.SpiritDeckCount(who="you") | conditions.MainDeckCount(who="you"):
            return 0, SPIRITS if isinstance(part, conditions.SpiritDeckCount) else MAIN_DECK
        case conditions.Count():
            return 0, most_of(part.of)
        case conditions.Comparison(a=conditions.Reckoned(count=conditions.Selector() as of)):
            return 0, most_of(of)
        case conditions.Comparison():
            return None
        case _:
            return 0, _most_uses(part, scope) if isinstance(part, conditions.Used) else None


PERIODS: Final = ("combat", "turn", "game")
"""The periods in which uses are counted, from the shortest to the longest."""


def _most_uses(part: conditions.Used, scope: Scope) -> int | None:
    """Return how often the limit of an effect allows it to be used, or None without such a limit. Rule: TC-RUL-238.

    The condition of an effect on its own uses is read before they are counted.
    """
    counted = next((one for _, one in effects_of(scope.card) if one.id == part.effect), None)
    limit = None if counted is None else counted.limit
    if limit is None or limit.scope != "card" or PERIODS.index(limit.per) < PERIODS.index(part.per):
        return None
    return limit.count - (scope.section == "when" and scope.effect is counted)


def _unmet(
    test: tuple[conditions.Compare, int], bounds: tuple[int, int | None], scope: Scope, field: str = ""
) -> Iterator[Fault]:
    cmp, n = test
    low, high = bounds
    below = {"<": n <= low, "<=": n < low, "==": n < low}.get(cmp, False)
    above = high is not None and {">": n >= high, ">=": n > high, "==": n > high}.get(cmp, False)
    if below or above:
        possible = f"at least {low}" if high is None else f"{low} to {high}"
        yield scope.fault(field, f"this number is always {possible}: write a condition that it can meet", VAIN)


def check_most(part: effects.Effect, scope: Scope) -> Iterator[Fault]:
    """Check that a target or a cost does not need more of a player's own cards than there can be. Rule: TC-RUL-173."""
    costs = ((f"cost[{at}].of", getattr(cost, "of", None)) for at, cost in enumerate(part.cost))
    targets = ((f"targets[{at}]", target) for at, target in enumerate(part.targets))
    for field, of in (*costs, *targets):
        most = most_of(of) if isinstance(of, conditions.Selector) else None
        n = of.n.min if of is not None and isinstance(of.n, conditions.Span) else getattr(of, "n", None)
        if most is not None and isinstance(n, int) and n > most:
            yield scope.fault(
                f"{field}.n", f"there are never more than {most} of these cards: write at most {most}", VAIN
            )


# ---------------------------------------------------------------- conditions that contradict themselves


def check_one_time(part: conditions.All, scope: Scope) -> Iterator[Fault]:
    """Check that conditions that must all hold do not name two steps, two phases or two turns. Rule: TC-RUL-173."""
    parts = [*parts_of_condition(part)]
    steps = {one.step for one in parts if isinstance(one, conditions.StepIs)}
    phases = {one.phase for one in parts if isinstance(one, conditions.PhaseIs)}
    turns = {one.who in OTHERS for one in parts if isinstance(one, conditions.TurnOf) and one.who in (*OTHERS, "you")}
    if len(steps | ({"combat"} if phases else set())) > 1 or len(phases) > 1 or len(turns) > 1:
        yield scope.fault("of", "these times never come together: name one of them, or write any", VAIN)


def check_own_property(part: conditions.Is, scope: Scope) -> Iterator[Fault]:
    """Check that no condition on the effect's own card requires a property it never has. Rule: TC-RUL-173."""
    if part.of.ref != "this" or scope.granted or scope.negated:
        return
    card = scope.card
    wrong = property_of_none(part, frozenset({str(card.__struct_config__.tag)}))
    if not wrong and isinstance(card, effects.Command | effects.Spirit) and part.type not in (None, card.type):
        wrong = f"of the type {part.type}"
    if wrong:
        yield scope.fault("", f"this card is never {wrong}: name another card, or remove it", VAIN)


def check_comparison_with_itself(part: conditions.Pwr | conditions.Comparison, scope: Scope) -> Iterator[Fault]:
    """Check that a condition does not compare a number with itself. In a filter, `each` is the card that it tests.

    Rule: TC-RUL-173
    """
    same = isinstance(part, conditions.Comparison) and part.a == part.b and not _is_random(part.a)
    if isinstance(part, conditions.Pwr) and isinstance(part.n, conditions.Reckoned):
        same = part.of.ref is not None and part.n == conditions.Reckoned(pwr=part.of)
    if same:
        yield scope.fault("", "it compares a number with itself: name another card or number", VAIN)


def _is_random(amount: conditions.Amount) -> bool:
    return isinstance(amount, conditions.Reckoned) and (
        amount.die is not None or any(map(_is_random, (*(amount.plus or ()), *(amount.times or ()))))
    )


def check_count_of_one(part: conditions.Reckoned, scope: Scope) -> Iterator[Fault]:
    """Check that no amount counts a single card. Rule: TC-RUL-173."""
    of = part.count
    if of is None or of.ref is None or of.ref.startswith("event."):
        return
    targets = scope.effect.targets if scope.effect is not None else ()
    at = int(of.ref.removeprefix("chosen.")) if of.ref.startswith("chosen.") else None
    if at is None or (at < len(targets) and targets[at].n == 1):
        yield scope.fault("count", "this is a single card: write 1, or count cards of a zone", VAIN)


SINCE_FORM_3: Final = (
    check_cards_of_event,
    check_whose_event,
    check_open_attack,
    check_effect_outside_combat,
    check_step_outside_combat,
    check_link_of_event,
    check_number,
    check_full_void,
    check_most,
    check_one_time,
    check_own_property,
    check_comparison_with_itself,
    check_count_of_one,
)
"""Lints that do not apply to matches opened before form 3 (version 3 of the decision rules)."""
