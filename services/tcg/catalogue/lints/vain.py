"""Checks for useless steps, costs and conditions: those that name something that can never exist."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from msgspec.structs import replace

from services.tcg.catalogue.faults import Fault
from services.tcg.catalogue.language import conditions, effects, operations
from services.tcg.catalogue.language import costs as prices
from services.tcg.catalogue.lints.effects import FACTS
from services.tcg.catalogue.lints.promises import fixed_number, parts_of_condition
from services.tcg.catalogue.lints.selectors import DECKS, zones_meant
from services.tcg.catalogue.walk import Scope, branches_of

VAIN: Final = "TC-RUL-173"
OTHERS: Final = frozenset({"opponent", "each_opponent"})
FROM_OWN_HAND: Final = {
    "play_form": "of", "play_command": "of", "set_command": "of", "spiritualize": "spirit",
}  # fmt: skip
"""The steps that can use cards from a hand only if it is the hand of the effect's player.

Each step is listed with the field that names these cards.
"""
TAKEN_FROM: Final = {
    "play_form": "of", "play_command": "of", "set_command": "of", "return_to_hand": "of", "attach_spirit": "spirit",
}  # fmt: skip
"""The steps that take cards from the zone in their field `from`, each with the field that names these cards."""
IN_PLAY: Final = frozenset({"form", "command", "savior", "under"})
CARDS: Final = frozenset({"card", "target", "spirit"})
"""The cards of an event that an effect can refer to."""


def check_own_cards(part: operations.OnCards, scope: Scope) -> Iterator[Fault]:
    """Check that a step does not ask a player for another player's forms, or for cards in another hand.

    Rule: TC-FORM-20, TC-RUL-173, TC-RUL-227
    """
    tag = part.__struct_config__.tag
    if tag == "sacrifice":
        own = ("owner", "controller")
        who, whose = getattr(part, "who", "you"), _whose(part.of)
        if isinstance(who, conditions.Var):
            who = _picked_among(who, scope) or who
        if isinstance(scope.card, effects.Savior) and not scope.granted and whose in own:
            whose = "you"
        wrong = {
            **dict.fromkeys(("you", *own), (*OTHERS, "any")), **dict.fromkeys(OTHERS, ("you", "any")),
            "any": ("you", "opponent", *own),
        }  # fmt: skip
        if whose in wrong.get(str(who), ()):
            reason = f"a player sacrifices only forms that this player controls: write {_as_written(part)}"
            yield scope.fault("of.who", reason, "TC-FORM-20", VAIN)
        return
    name = FROM_OWN_HAND.get(str(tag), "")
    of = getattr(part, name, None)
    if isinstance(of, conditions.Selector) and _whose(of) in (*OTHERS, "any") and zones_meant(of, scope) == {"hand"}:
        yield scope.fault(f"{name}.who", "only cards in the player's own hand can be used: write you", VAIN)


def _picked_among(var: conditions.Var, scope: Scope) -> conditions.Who | None:
    """Return "opponent" if an earlier step has the effect's player pick one of the opponents."""
    picked = scope.stored.get(var.var)
    return "opponent" if getattr(picked, "among", "all") == "opponents" else None


def _as_written(part: operations.Operation) -> str:
    """Return the player that a step names, as the card file writes it."""
    who = getattr(part, "who", "you")
    return f'{{"var":"{who.var}"}}' if isinstance(who, conditions.Var) else who


def _whose(of: conditions.Selector) -> conditions.Who | None:
    """Return the players whose cards a selector names: `any` if it names a zone without a player."""
    return of.who if of.zone is None else of.who or "any"


def check_zone_taken_from(part: operations.OnCards, scope: Scope) -> Iterator[Fault]:
    """Check that the cards that a step names are in the zone from which the step takes them. Rule: TC-RUL-173."""
    name = TAKEN_FROM.get(str(part.__struct_config__.tag), "")
    of, place = getattr(part, name, None), str(getattr(part, "from_", ""))
    if not isinstance(of, conditions.Selector) or place == "spirit_deck":
        return
    zones = zones_meant(of, scope)
    if zones and not zones & DECKS and place not in zones:
        waits = scope.on is not None and "card" in FACTS[scope.on.event] and (of.ref or "").startswith("chosen.")
        if waits and place not in IN_PLAY:
            reason = "a chosen card that has left play is a new card: write event.card for the card of the event"
            yield scope.fault(name, reason, "TC-RUL-138", VAIN)
            return
        reason = f"none of these cards is in the zone {place}: write {' or '.join(sorted(zones))}, or name other cards"
        yield scope.fault("from", reason, VAIN)


def check_one_card_above(part: operations.Operation, scope: Scope) -> Iterator[Fault]:
    """Check that a step puts spirits under exactly one card, since no player is asked to choose among several.

    Rule: TC-RUL-173
    """
    name = {"attach_spirit": "of", "move_spirits": "to"}.get(str(part.__struct_config__.tag), "")
    if name and fixed_number(getattr(part, name), scope) != 1:
        yield scope.fault(f"{name}.n", "spirits are put underneath one card: write 1, or use for_each", VAIN)


def check_moved_spirits(part: operations.Operation, scope: Scope) -> Iterator[Fault]:
    """Check that spirits are not moved from under a card to under the same card. Rule: TC-RUL-173."""
    if part.__struct_config__.tag != "move_spirits":
        return
    from_, to = getattr(part, "from_", None), getattr(part, "to", None)
    if isinstance(from_, conditions.Selector) and (from_.ref or from_.var) and from_ == to:
        yield scope.fault("to", "these spirits are under this card already: name another card", VAIN)


def check_flip_of_flipped(part: operations.Operation, scope: Scope) -> Iterator[Fault]:
    """Check that an effect for the flip of its own player's savior does not flip that savior again.

    Rule: TC-SAV-11, TC-RUL-173
    """
    on = scope.on
    if part.__struct_config__.tag != "flip_savior" or on is None or on.event != "savior_flipped":
        return
    own = on.by == "you" or (on.card is not None and on.card.who == "you")
    own = own or (on.card is not None and on.card.ref == "this")
    if own and getattr(part, "who", "you") == "you":
        yield scope.fault("", "this savior has flipped already, and flips once: write another step", "TC-SAV-11", VAIN)


def check_carrier(part: operations.OnCards, scope: Scope) -> Iterator[Fault]:
    """Check that an effect on players is put only on the savior of the step's own player, which never leaves play.

    Rule: TC-RUL-182
    """
    static = getattr(part, "static", None)
    if static is None or getattr(static, "who", None) is None:
        return
    own = conditions.Selector(who="you", zone="savior")
    if part.of not in (own, replace(own, n=1), replace(own, n=1, by="you")):
        reason = "this effect is on players, and lies on your own savior: write who you and zone savior alone"
        yield scope.fault("of", reason, "TC-RUL-182")


# ---------------------------------------------------------------- events


def check_card_of_event(part: conditions.Selector | conditions.EventIs, scope: Scope) -> Iterator[Fault]:
    """Check that an effect refers to a card of its event only if events of that kind have such a card.

    Rule: TC-ETI-02, TC-RUL-143, TC-RUL-173
    """
    if scope.on is None:
        return
    facts = FACTS[scope.on.event]
    if isinstance(part, conditions.EventIs):
        missing = [name for name in ("card", "target") if getattr(part, name) is not None and name not in facts]
    else:
        fact = (part.ref or "").removeprefix("event.")
        missing = ["ref"] if (part.ref or "").startswith("event.") and fact in CARDS and fact not in facts else []
    for field in missing:
        yield scope.fault(field, f"{scope.on.event} has no such card: name another card", "TC-ETI-02", VAIN)


def check_loss_of_own_player(part: effects.Pattern, scope: Scope) -> Iterator[Fault]:
    """Check that no effect waits for its own player to lose, because that player's effects then vanish.

    Rule: TC-RUL-046, TC-RUL-173
    """
    if part.event == "player_lost" and part.by in ("you", "controller", "owner"):
        reason = "the effects of a player who loses vanish: write opponent, or remove by"
        yield scope.fault("by", reason, "TC-RUL-046", VAIN)


# ---------------------------------------------------------------- times at which a card can be used

ACTS: Final = ("act1", "act2")


def check_act_step(effect: effects.Effect, scope: Scope) -> Iterator[Fault]:
    """Check that the main effect of a normal or bound command does not need a step in which it cannot be played.

    Rule: TC-CMD-10, TC-CMD-30, TC-RUL-173
    """
    if not is_played_in_act_steps(effect, scope):
        return
    for part in parts_of_condition(effect.when):
        if _is_outside_of_acts(part):
            reason = "this command is played in act steps: name an act step, or remove the condition"
            yield scope.fault("when", reason, VAIN)
    for index, cost in enumerate(effect.cost):
        if isinstance(cost, prices.PaySendSelf) and cost.to == "hand":
            reason = "a command is played from the hand, so it cannot pay by going there: write drop"
            yield scope.fault(f"cost[{index}].to", reason, "TC-READ-10", VAIN)


def is_played_in_act_steps(effect: effects.Effect, scope: Scope) -> bool:
    """Return whether an effect is the main effect of a normal or bound command."""
    card = scope.card
    return effect.main and isinstance(card, effects.Command) and card.type in ("normal", "bound")


def check_flip(part: effects.Flip, scope: Scope) -> Iterator[Fault]:
    """Check that a savior can flip in an act step of the savior's own player. Rule: TC-ACT-05, TC-RUL-173."""
    own = conditions.Not(of=conditions.TurnOf(who="you"))
    for one in parts_of_condition(part.when):
        attack = isinstance(one, conditions.IsAttacking | conditions.IsAttacked | conditions.AttackedThisStep)
        theirs = one == own or (isinstance(one, conditions.TurnOf) and one.who in OTHERS)
        flipped = isinstance(one, conditions.SaviorSide) and one.who == "you" and one.side == "boundless"
        if attack or theirs or flipped or _is_outside_of_acts(one):
            reason = "a bound savior flips in its player's own act steps: write a condition that can be met there"
            yield scope.fault("when", reason, "TC-ACT-05", VAIN)


def _is_outside_of_acts(part: conditions.Condition) -> bool:
    named = isinstance(part, conditions.StepIs) and part.step not in ACTS
    return named or isinstance(part, conditions.PhaseIs)


# ---------------------------------------------------------------- effects and costs in vain


def check_steps(effect: effects.Effect, scope: Scope) -> Iterator[Fault]:
    """Check that the steps of an effect are not all empty. Rule: TC-READ-08, TC-RUL-227."""
    if effect.do and all(map(_is_empty, effect.do)):
        reason = "the effect does nothing: add steps to those that have none inside them"
        yield scope.fault("do", reason, "TC-READ-08", "TC-RUL-227")


def _is_empty(step: operations.Operation) -> bool:
    """Return whether a step only contains other steps, and none of them does anything."""
    branches = None if step.__struct_config__.tag == "roll_die" else branches_of(step)
    return branches is not None and all(_is_empty(one) for branch in branches for one in branch)


def check_spirit_that_leaves(part: prices.PaySendSelf, scope: Scope) -> Iterator[Fault]:
    """Check that no spirit sends itself away as a cost. Rule: TC-ZONE-19, TC-RUL-226."""
    if isinstance(scope.card, effects.Spirit) and not scope.granted and part.to == "hand":
        reason = "a spirit alone never goes to the hand: pay with despiritualize"
        yield scope.fault("to", reason, "TC-ZONE-19", "TC-RUL-226")


SINCE_FORM_3: Final = (
    check_steps,
    check_spirit_that_leaves,
    check_own_cards,
    check_zone_taken_from,
    check_one_card_above,
    check_moved_spirits,
    check_flip_of_flipped,
    check_carrier,
    check_card_of_event,
    check_loss_of_own_player,
    check_act_step,
    check_flip,
)
"""Lints that do not apply to matches opened before form 3 (version 3 of the decision rules)."""
