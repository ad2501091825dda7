"""Checks that a card does what its text says, and that each of its steps, conditions and timings has an effect."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from services.tcg.catalogue.faults import Fault
from services.tcg.catalogue.language import conditions, effects, operations
from services.tcg.catalogue.language import costs as prices
from services.tcg.catalogue.lints.amounts import bounds_of, printed
from services.tcg.catalogue.lints.selectors import DECKS, zones_named
from services.tcg.catalogue.walk import Scope, positive_parts

# ---------------------------------------------------------------- cards in decks

NAMED: Final = ("TC-ZONE-13", "TC-ZONE-18", "TC-RUL-162")
SEARCH: Final = "a step cannot name cards in a deck: write a search or a look_top step, or name another zone"
TOP: Final = (
    "only the top of a main deck can be revealed: name main_deck alone, without a filter, and by you if n is set"
)
UNPICKED: Final = "the top of the spirit deck is taken, and no spirit is picked: remove spirit"
COUNTED: Final = "cards in a deck can only be counted: write count or exists without a filter, or name another zone"


def in_decks(part: operations.Operation, scope: Scope) -> Iterator[Fault]:
    """Check that a step does not name cards in decks, because players cannot pick these cards.

    Rule: TC-ZONE-13, TC-RUL-162
    """
    tag, reach = part.__struct_config__.tag, {**part.reach, **part.reach_since_form_2}
    if getattr(part, "from_", "") == "spirit_deck" and getattr(part, "spirit", None) is not None:
        yield scope.fault("spirit", UNPICKED, *NAMED)
        return
    for name in part.__struct_fields__:
        of = getattr(part, name)
        if not isinstance(of, conditions.Selector) or not (decks := zones_named(of) & DECKS):
            continue
        if tag == "reveal":
            if not _is_top(of):
                yield scope.fault(name, TOP, *NAMED)
        elif name not in reach or decks <= reach[name].zones:
            yield scope.fault(name.rstrip("_"), SEARCH, *NAMED)


def _is_top(of: conditions.Selector) -> bool:
    """Return whether a selector names the top of main decks, as one card or as a fixed number of cards."""
    counted = of.n is None or isinstance(of.n, int)
    return zones_named(of) == {"main_deck"} and counted and of.filter is None and of.by not in ("opponent", "random")


def of_decks(part: conditions.OfCards | conditions.Reckoned, scope: Scope) -> Iterator[Fault]:
    """Check that conditions and amounts only count the cards in decks, since nobody knows these cards.

    Rule: TC-ZONE-12, TC-RUL-162
    """
    counting = isinstance(part, conditions.Count | conditions.Exists)
    for name in part.__struct_fields__:
        of = getattr(part, name)
        in_deck = isinstance(of, conditions.Selector) and of.who == "you" and zones_named(of) & DECKS
        if in_deck and (of.filter is not None or not (counting or name == "count")):
            yield scope.fault(name, COUNTED, *NAMED)


# ---------------------------------------------------------------- numbers of cards


def each_sacrifices(part: operations.OnCards, scope: Scope) -> Iterator[Fault]:
    """Check that, if several players sacrifice, each of them picks from their own forms.

    Rule: TC-FORM-20, TC-RUL-163
    """
    if part.__struct_config__.tag != "sacrifice" or getattr(part, "who", "you") not in operations.SEVERAL:
        return
    if part.of.n not in (None, "all") and part.of.by not in (None, "controller"):
        reason = "several players sacrifice, and each picks from their own forms: write controller, or remove by"
        yield scope.fault("of.by", reason, "TC-FORM-20", "TC-RUL-163")


def check_one_spirit_each(part: operations.OnCards, scope: Scope) -> Iterator[Fault]:
    """Check that a step names exactly one spirit for each card that it spiritualizes. Rule: TC-KEY-09, TC-RUL-164."""
    spirit = getattr(part, "spirit", None)
    if part.__struct_config__.tag != "spiritualize" or not isinstance(spirit, conditions.Selector):
        return
    if (hosts := fixed_number(part.of, scope)) is None:
        reason = "each card is spiritualized with exactly 1 spirit: write a fixed number of cards"
        yield scope.fault("of.n", reason, "TC-KEY-09", "TC-RUL-164")
    elif spirit.n != hosts and not (hosts == 1 and spirit.n is None):
        instead = "write 1, or remove n" if hosts == 1 else f"write {hosts}"
        reason = f"each card is spiritualized with exactly 1 spirit: {instead}"
        yield scope.fault("spirit.n", reason, "TC-KEY-09", "TC-RUL-164")


def fixed_number(of: conditions.Selector, scope: Scope) -> int | None:
    """Return the maximum number of cards that a step's selector can name, or None if it is not a fixed number."""
    if of.ref is not None and of.ref.startswith("chosen.") and scope.effect is not None:
        targets, index = scope.effect.targets, int(of.ref.removeprefix("chosen."))
        many = targets[index].n if index < len(targets) else 1
    else:
        many = of.n
    if isinstance(many, conditions.Span):
        return 1 if many.max == 1 else None
    return None if many == "all" else many or 1


UNPICKED_CARDS: Final = "every matching card is taken here, so nobody picks: write a number, or remove by"
PICKERS: Final = ("opponent", "controller", "random")


def check_picker(part: operations.Operation | effects.Effect, scope: Scope) -> Iterator[Fault]:
    """Check that a step or a target that takes every matching card does not say who picks. Rule: TC-RUL-195."""
    if isinstance(part, effects.Effect):
        named = [(f"targets[{at}]", of) for at, of in enumerate(part.targets) if of.n in (None, "all")]
    else:
        fields = ((name, getattr(part, name)) for name in part.__struct_fields__)
        selectors = ((name, of) for name, of in fields if isinstance(of, conditions.Selector))
        named = [(name, of) for name, of in selectors if of.n == "all" or (of.n is None and name not in part.one_card)]
    for field, of in named:
        if of.by in PICKERS:
            yield scope.fault(f"{field.rstrip('_')}.by", UNPICKED_CARDS, "TC-RUL-146", "TC-RUL-195")


MOST_PASSES: Final = 99
"""The maximum number of times that nested repeats of an effect may carry out a step. Rule: TC-RUL-180."""


def check_passes(part: operations.Operation, scope: Scope) -> Iterator[Fault]:
    """Check that nested repeats do not carry out a step too often. Rule: TC-RUL-180."""
    passes = _passes(part) if part.__struct_config__.tag == "repeat" else 0
    if passes > MOST_PASSES:
        reason = f"the steps in it would be repeated {passes} times: write at most {MOST_PASSES} times in all"
        yield scope.fault("n", reason, "TC-RUL-180")


def _passes(step: operations.Operation) -> int:
    """Return how often the steps inside a step are carried out, counting only repeats whose number the card prints."""
    n = printed(getattr(step, "n", 1)) if step.__struct_config__.tag == "repeat" else None
    inner = [_passes(one) for steps in step.branches() or () for one in steps]
    return (1 if n is None else n) * max(inner, default=1)


def check_base_pwr(part: operations.Operation | operations.SetPwr, scope: Scope) -> Iterator[Fault]:
    """Check that no base PWR is below 0. Rule: TC-RUL-077."""
    if part.__struct_config__.tag == "set_pwr" and bounds_of(getattr(part, "to", 0))[1] < 0:
        yield scope.fault("to", "PWR is never below 0: write 0 or more", "TC-RUL-077")


def check_own_spirits(part: prices.PayDespiritualize, scope: Scope) -> Iterator[Fault]:
    """Check that a cost takes spirits from under the payer's own cards. Rule: TC-READ-10, TC-RUL-158."""
    if part.of.zone is not None and part.of.who not in ("you", "controller"):
        yield scope.fault(
            "of.who", "a cost is paid with the player's own cards: write you", "TC-READ-10", "TC-RUL-158"
        )  # fmt: skip


# ---------------------------------------------------------------- timing

ANSWERED: Final[frozenset[effects.EventName]] = frozenset(
    {
        "step_entered", "phase_entered", "spiritualized", "form_played", "command_played", "command_set",
        "command_flipped", "effect_declared", "attack_declared", "combat_won", "damages", "damaged", "savior_flipped",
    }
)  # fmt: skip
"""The events that open a window in which [INTERRUPT] effects may respond to them. Source: TC-TAB-18."""
UNANSWERED: Final = {"step": ("act1", "act2"), "phase": ("check", "damage")}
"""The steps and phases that begin without a window for responses. Source: TC-TAB-18."""
NEVER: Final = ("TC-RUL-143", "TC-RUL-165")


def check_answered_event(effect: effects.Effect, scope: Scope) -> Iterator[Fault]:
    """Check that an [INTERRUPT] effect names an event with a window. Rule: TC-ETI-07, TC-RUL-053, TC-RUL-165."""
    if effect.eti != "interrupt" or effect.on is None:
        return
    if effect.on.event not in ANSWERED:
        reason = f"no player can respond to {effect.on.event}: write one of {', '.join(sorted(ANSWERED))}"
        yield scope.fault("on.event", reason, "TC-ETI-07", *NEVER)
    for field, silent in UNANSWERED.items():
        if (value := getattr(effect.on, field)) in silent:
            reason = f"no player can respond when {value} begins: write another {field}"
            yield scope.fault(f"on.{field}", reason, "TC-ETI-07", *NEVER)


def in_own_turn(effect: effects.Effect, scope: Scope) -> Iterator[Fault]:
    """Check that an effect without an indicator does not wait for a turn in which it cannot be used.

    Rule: TC-RUL-069, TC-RUL-165
    """
    if effect.eti != "none":
        return
    needed = tuple(parts_of_condition(effect.when))
    own = conditions.Not(of=conditions.TurnOf(who="you"))
    theirs = any(isinstance(one, conditions.TurnOf) and one.who in ("opponent", "each_opponent") for one in needed)
    named = any(isinstance(one, conditions.StepIs | conditions.PhaseIs) for one in positive_parts(effect.when))
    if own in needed or (theirs and (effect.main or not named)):
        reason = "this effect is used in your own act steps: name a step of an opponent's turn with it, or write swift"
        yield scope.fault("when", reason, "TC-RUL-069", *NEVER)


def parts_of_condition(condition: conditions.Condition | None) -> Iterator[conditions.Condition]:
    """Yield the parts of a condition that must all hold."""
    if isinstance(condition, conditions.All):
        for part in condition.of:
            yield from parts_of_condition(part)
    elif condition is not None:
        yield condition


SINCE_FORM_3: Final = (
    in_decks,
    of_decks,
    each_sacrifices,
    check_one_spirit_each,
    check_picker,
    check_passes,
    check_base_pwr,
    check_own_spirits,
    check_answered_event,
    in_own_turn,
)
"""Lints that do not apply to matches opened before form 3 (version 3 of the decision rules)."""
