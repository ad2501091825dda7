"""Checks of effects on a card that is out of play: it has left play, or its effect works from another zone.

Rule: TC-RUL-138, TC-RUL-173, TC-RUL-220
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from services.tcg.catalogue.faults import Fault
from services.tcg.catalogue.language import conditions, effects, operations
from services.tcg.catalogue.language import costs as prices
from services.tcg.catalogue.lints.selectors import DECKS
from services.tcg.catalogue.lints.states import STATES
from services.tcg.catalogue.lints.vain import TAKEN_FROM, VAIN
from services.tcg.catalogue.walk import Scope, steps_before

LEFT_TO: Final[Mapping[str | None, frozenset[str]]] = {
    "drop": frozenset({"drop"}), "hand": frozenset({"hand"}), "deck-top": frozenset({"main_deck"}),
    "deck-bottom": frozenset({"main_deck"}), None: frozenset({"drop", "hand", "main_deck"}),
}  # fmt: skip
"""The zones where a card can be after it has left play, by the place to which it went (None means any place)."""
DROP: Final = frozenset({"drop"})
ENDED: Final[Mapping[tuple[effects.EventName, str], frozenset[str]]] = {
    ("form_sacrificed", "card"): DROP, ("form_played", "target"): DROP, ("discarded", "card"): DROP,
}  # fmt: skip
"""The zones where the cards of other events are when effects react to the event."""
MOVES: Final = frozenset({"play_form", "play_command", "set_command", "return_to_hand", "put_in_deck"})
"""The steps that move a card between zones, so that it is elsewhere for the steps after them."""
MOVING: Final = (prices.PayDiscard, prices.PayReturnFromDrop, prices.PaySendSelf)
"""The costs that can move the effect's own card out of the hand or the drop zone."""
ONLY_IN_PLAY: Final[frozenset[effects.EventName]] = frozenset(
    {"attack_declared", "combat_won", "damages", "damaged", "spiritualized", "despiritualized", "command_flipped"}
)
"""The events that happen only to cards in play, where their effects of other zones do not work."""


def check_card_out_of_play(
    part: operations.Operation | operations.ContinuousEffect | prices.Payment, scope: Scope
) -> Iterator[Fault]:
    """Check that a part does not name a card that has left all the zones in which the part can affect it."""
    taken = TAKEN_FROM.get(str(part.__struct_config__.tag))
    for name, (reached, _) in {**part.reach, **part.reach_since_form_2}.items():
        of = None if name == taken else getattr(part, name)
        places = _places(of, part, scope) if isinstance(of, conditions.Selector) else frozenset()
        if places and not places & reached:
            where = " or ".join(sorted(places))
            reason = f"this card is in {where} by then, and a card that comes back is a new one: name another card"
            yield scope.fault(name.rstrip("_"), reason, "TC-RUL-138", VAIN, STATES)


def check_place_of_card(part: operations.OnCards, scope: Scope) -> Iterator[Fault]:
    """Check that a step takes a card that is out of play from the zone where the card is."""
    name = TAKEN_FROM.get(str(part.__struct_config__.tag), "")
    of, place = getattr(part, name, None), str(getattr(part, "from_", ""))
    if not isinstance(of, conditions.Selector) or (scope.effect is not None and _may_move(scope.effect)):
        return
    places = _places(of, part, scope)
    if places and place not in places:
        where = " or ".join(sorted(places))
        instead = "name another card" if places <= DECKS else f"write {' or '.join(sorted(places - DECKS))}"
        yield scope.fault("from", f"this card is in {where} by then: {instead}", "TC-RUL-138", VAIN, STATES)


def _may_move(effect: effects.Effect) -> bool:
    """Return whether the cost of an effect may move the effect's own card."""
    return any(isinstance(cost, MOVING) for cost in effect.cost)


def _places(of: conditions.Selector, part: conditions.Part, scope: Scope) -> frozenset[str]:
    """Return the zones where the card that an effect refers to may be, or no zones if it may be in play."""
    effect = scope.effect
    if effect is None or of.ref is None:
        return frozenset()
    for step in steps_before(effect, part):
        moved = getattr(step, "of", None)
        if step.__struct_config__.tag in MOVES and isinstance(moved, conditions.Selector) and moved.ref == of.ref:
            return frozenset()
    for on in (scope.on,) if of.ref.startswith("event.") else (scope.on, effect.on):
        if on is not None and (places := _after(on, of.ref)):
            return places
    away = of.ref == "this" and not scope.granted and "play" not in effect.zones
    return frozenset(effect.zones) if away else frozenset()


def _after(on: effects.Pattern, ref: str) -> frozenset[str]:
    """Return the zones where a card may be after an event, or no zones if it may be in play."""
    for name in ("card", "target"):
        of = getattr(on, name)
        if ref == f"event.{name}" or (of is not None and of.ref == ref and ref in ("this", "host")):
            left = (on.event, name) == ("left_play", "card")
            return LEFT_TO.get(on.to, frozenset()) if left else ENDED.get((on.event, name), frozenset())
    return frozenset()


def check_event_of_card(part: effects.Pattern, scope: Scope) -> Iterator[Fault]:
    """Check that an effect that works only out of play does not wait for an event of its own card in play."""
    effect = scope.effect
    if effect is None or scope.granted or part is not effect.on or "play" in effect.zones:
        return
    for name in ("card", "target"):
        of = getattr(part, name)
        if of is not None and of.ref == "this" and part.event in ONLY_IN_PLAY:
            reason = f"{part.event} only happens to a card in play, where this effect does not work: write play"
            yield scope.fault(f"{name}", reason, "TC-RUL-116", VAIN, STATES)


SINCE_FORM_3: Final = (check_card_out_of_play, check_place_of_card, check_event_of_card)
"""Lints that do not apply to matches opened before form 3 (version 3 of the decision rules)."""
