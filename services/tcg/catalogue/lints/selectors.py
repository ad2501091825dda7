"""Checks of selectors: which players and cards a part may name."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from typing import Final, TypeAlias

from services.tcg.catalogue.faults import Fault
from services.tcg.catalogue.language import conditions, effects, operations
from services.tcg.catalogue.language import costs as prices
from services.tcg.catalogue.language.reach import Reach
from services.tcg.catalogue.walk import Scope, parts_of, steps_before

Fields: TypeAlias = Mapping[type[conditions.Part], tuple[str, ...]]
HIDDEN: Final = frozenset({"hand", "main_deck", "spirit_deck"})
DECKS: Final = frozenset({"main_deck", "spirit_deck"})
"""The zones whose cards a step cannot name (TC-RUL-162). Therefore no fault suggests them."""


def zones_named(selector: conditions.Selector) -> frozenset[str]:
    """Return the zones that a selector names."""
    return frozenset((selector.zone,) if isinstance(selector.zone, str) else selector.zone or ())


def selectors_of(part: conditions.Part, named: Fields) -> Iterator[tuple[str, conditions.Selector]]:
    """Yield the selectors in a part's fields. `named` lists the fields to search for each type of part."""
    for kind, fields in named.items():
        if isinstance(part, kind):
            yield from (
                (name, of) for name in fields if isinstance(of := getattr(part, name, None), conditions.Selector)
            )


# ---------------------------------------------------------------- the fields of a selector


def shape(part: conditions.Selector, scope: Scope) -> Iterator[Fault]:
    """Check that the fields of a selector do not contradict one another. Rule: TC-RUL-146."""
    if sum(named is not None for named in (part.ref, part.var, part.zone)) != 1:
        yield scope.fault("", "a selector has one of ref, var and zone: set just one of them")
    if (part.zone is None) != (part.who is None):
        yield scope.fault("", f"zone and who need each other: add {'zone' if part.zone is None else 'who'}")
    if part.zone is None and (part.filter, part.n, part.by) != (None, None, None):
        yield scope.fault("", "only cards of a zone can be filtered, counted or picked: remove filter, n and by")
    if _counts_in_vain(part, scope):
        reason = "no player picks here, every matching card counts: remove n and by"
        yield scope.fault("", reason, "TC-RUL-146")
    if part.zone == ():
        yield scope.fault("zone", "the list of zones is empty: name at least one")


def _counts_in_vain(part: conditions.Selector, scope: Scope) -> bool:
    """Return whether a selector sets a number of cards or the player who picks, although no player has to pick."""
    if part.n in (None, "all") and part.by is None:
        return False
    within = scope.within
    return bool(scope.conditions or scope.amounts) or (within is not None and not within.picks)


def span(part: conditions.Span, scope: Scope) -> Iterator[Fault]:
    """Check that a range's minimum is not above its maximum."""
    if part.min > part.max:
        yield scope.fault("", "min is more than max: exchange them")


# ---------------------------------------------------------------- references to earlier cards and results


def reference(part: conditions.Selector, scope: Scope) -> Iterator[Fault]:
    """Check that the card to which a selector refers can exist. Rule: TC-ETI-02, TC-FORM-14, TC-RUL-064."""
    targets = len(scope.effect.targets) if scope.effect is not None and scope.section == "do" else 0
    match part.ref:
        case "host" if not isinstance(scope.card, effects.Spirit) or scope.granted:
            yield scope.fault("ref", "only a spirit has a host: name another card", "TC-FORM-14")
        case "each" if not scope.each:
            yield scope.fault("ref", "each is only defined inside a filter or a for_each: name another card")
        case str(ref) if ref.startswith("event.") and not scope.event:
            yield scope.fault("ref", "this effect has no event: name another card", "TC-ETI-02", "TC-ETI-07")
        case "event.by":
            yield scope.fault("ref", "event.by is a player, not a card: use zone and who for a player's cards")
        case "event.link" if not getattr(scope.within, "answers_link", False):
            yield scope.fault("ref", "event.link is an effect, not a card: use it only in negate", "TC-READ-12")
        case str(ref) if ref.startswith("chosen.") and int(ref.removeprefix("chosen.")) >= targets:
            reason = f"the effect has no such target: it has {targets} here, from chosen.0 on"
            yield scope.fault("ref", reason, "TC-RUL-064")
        case _:
            pass


def stored_results(part: conditions.Selector | conditions.Var | conditions.Reckoned, scope: Scope) -> Iterator[Fault]:
    """Check that an earlier step has stored the result that a part refers to."""
    kind, did, store = {
        conditions.Selector: ("cards", "chose cards as", "choose"),
        conditions.Var: ("player", "chose a player as", "choose_player"),
        conditions.Reckoned: ("number", "rolled", "roll_die"),
    }[type(part)]
    found = None if part.var is None else scope.stored.get(part.var)
    if part.var is not None and (found is None or found.stores != kind):
        yield scope.fault("var", f"no step before this {did} {part.var}: add a {store} that stores it")


def event(_part: conditions.EventIs, scope: Scope) -> Iterator[Fault]:
    """Check that only an effect with an event (a triggered effect or a response) has a condition on that event.

    Rule: TC-ETI-02, TC-ETI-07
    """
    if not scope.event:
        reason = "this effect has no event: add on, or remove the condition"
        yield scope.fault("", reason, "TC-ETI-02", "TC-ETI-07")


# ---------------------------------------------------------------- hidden cards

OTHERS: Final = "a condition cannot read another player's hidden cards: count them without a filter"
SHOWN: Final = "a public effect cannot depend on hidden cards: count them without a filter"
PICKED: Final = "a player who picks another player's hidden cards cannot see them: remove the filter"
UNSEEN: Final = ("TC-RUL-085", "TC-ZONE-12")

LOOKING: Final[Fields] = {conditions.Is: ("of",), conditions.Pwr: ("of",), conditions.Reckoned: ("pwr", "level")}
"""The parts that read a card's properties, each with the fields that name that card."""
SORTING: Final[Fields] = {
    effects.Pattern: ("card", "target", "spirit"),
    effects.Replacement: ("of",),
    operations.ContinuousEffect: ("of",),
}
"""The parts that apply only to cards that match a condition, each with the fields that select these cards."""


def picks(part: conditions.Selector, scope: Scope) -> Iterator[Fault]:
    """Check that players pick from hidden zones only in permitted ways. Rule: TC-RUL-064, TC-RUL-087."""
    if not zones_named(part) & HIDDEN:
        return
    if scope.section == "targets" and not scope.each:
        yield scope.fault("zone", "a hidden card cannot be a target: name another zone", "TC-RUL-064")
    if part.n not in (None, "all") and part.by is None:
        yield scope.fault("by", "it must say who picks from a hidden zone: add by", "TC-ZONE-13", "TC-RUL-039")


def unseen(part: conditions.Part, scope: Scope) -> Iterator[Fault]:
    """Check that no public result, and no option of another player, depends on the identity of hidden cards.

    Otherwise an option or a public result would reveal these cards. Rule: TC-RUL-085, TC-ZONE-12, TC-TAB-19
    """
    if isinstance(part, conditions.Selector) and part.filter is not None and (scope.conditions or scope.amounts):
        yield from _looks(part, "", scope)
    elif isinstance(part, conditions.Selector) and _is_sorted_by_another(part):
        yield scope.fault("", PICKED, *UNSEEN)
    for name, of in selectors_of(part, LOOKING):
        if of.filter is None:
            yield from _looks(of, name, scope)
    for name, of in selectors_of(part, SORTING):
        if of.filter is not None and of.who != "you" and zones_named(of) & HIDDEN:
            yield scope.fault(name, OTHERS, *UNSEEN)


def _is_sorted_by_another(of: conditions.Selector) -> bool:
    """Return whether another player picks from only those hidden cards that match a filter.

    The options would then reveal which hidden cards match.
    """
    if of.filter is None or of.n in (None, "all") or not zones_named(of) & HIDDEN:
        return False
    return (of.by, of.who) == ("opponent", "you") or (of.by == "you" and of.who != "you")


def _looks(of: conditions.Selector, field: str, scope: Scope) -> Iterator[Fault]:
    if not zones_named(of) & HIDDEN:
        return
    holds_by_itself = scope.effect is not None and scope.effect.eti == "cont" and scope.section in ("when", "static")
    if of.who != "you":
        yield scope.fault(field, OTHERS, *UNSEEN)
    elif holds_by_itself:
        yield scope.fault(field, SHOWN, *UNSEEN)


UNTOLD: Final = "a condition cannot read another player's hidden cards: reveal them to all first"
SORTED: Final = "steps for some of another player's hidden cards would show how many there are: remove the filter"


def unseen_results(part: conditions.Part, scope: Scope) -> Iterator[Fault]:
    """Check that no step reads another player's hidden cards that were picked or named, unless they were revealed.

    Rule: TC-RUL-207
    """
    for name, of in selectors_of(part, LOOKING):
        meant = scope.named if of.ref == "each" else of
        stored = scope.stored.get(meant.var) if meant is not None and meant.var is not None else None
        cards = getattr(stored, "of", meant if of.ref == "each" else None)
        hides = isinstance(cards, conditions.Selector) and _hides_from_others(cards)
        if hides and not is_revealed((of, meant), part, scope):
            yield scope.fault(name, UNTOLD, "TC-RUL-207", *UNSEEN)


def unseen_each(part: operations.Operation, scope: Scope) -> Iterator[Fault]:
    """Check that no step is repeated for each hidden card of another player that passes a filter. Rule: TC-RUL-207."""
    of = getattr(part, "of", None) if part.each_in else None
    if not isinstance(of, conditions.Selector):
        return
    cards = getattr(scope.stored.get(of.var or ""), "of", of)
    if cards.filter is not None and _hides_from_others(cards) and not is_revealed((of,), part, scope):
        yield scope.fault("of.filter" if cards is of else "of", SORTED, "TC-RUL-207", *UNSEEN)


def _hides_from_others(of: conditions.Selector) -> bool:
    return of.who not in (None, "you") and bool(zones_named(of) & HIDDEN)


def is_revealed(cards: Collection[conditions.Selector | None], part: conditions.Part, scope: Scope) -> bool:
    """Return whether a step that is always carried out before this part reveals these cards to all players."""
    names = {of.var for of in cards if of is not None and of.var is not None}
    for step in reversed(steps_before(scope.effect, part) if scope.effect is not None else ()):
        shown = getattr(step, "of", None) if step.__struct_config__.tag == "reveal" else None
        if shown is not None and shown in cards and getattr(step, "to", "") == "all":
            return True
        within = [*parts_of(step)]
        if any(getattr(one, "store", None) in names for one in within) and not any(one is part for one in within):
            return False
    return False


# ---------------------------------------------------------------- what a step or a cost can reach

PLACES: Final = ("TC-SAV-02", "TC-ZONE-07", "TC-ZONE-19", "TC-KEY-06", "TC-KEY-10")


def reach(part: operations.Operation | prices.Payment, scope: Scope) -> Iterator[Fault]:
    """Check that a step or a cost names only cards that it can affect."""
    yield from _reach_faults(part, scope, part.reach)


def reach_on_board(
    part: operations.Operation | operations.ContinuousEffect | prices.Payment, scope: Scope
) -> Iterator[Fault]:
    """Check that a temporary change or a continuous effect names only cards in play that it can affect.

    Rule: TC-RUL-143
    """
    yield from _reach_faults(part, scope, part.reach_since_form_2)
    if isinstance(part, prices.PayReveal) and part.from_ == "main_deck_top" and part.filter is not None:
        reason = "the top of a deck is not picked: remove filter, or reveal from the hand"
        yield scope.fault("filter", reason, "TC-RUL-143", "TC-RUL-158")


def _reach_faults(part: conditions.Part, scope: Scope, named: Mapping[str, Reach]) -> Iterator[Fault]:
    for name, (zones, kinds) in named.items():
        of, field = getattr(part, name), name.rstrip("_")
        if not isinstance(of, conditions.Selector):
            continue
        if beyond := zones_meant(of, scope) - zones:
            instead = " or ".join(sorted(zones - DECKS or zones))
            reason = f"it does not work on cards in {', '.join(sorted(beyond))}: name {instead}"
            yield scope.fault(field, reason, *PLACES)
        if of.ref == "this" and not scope.granted and scope.card.__struct_config__.tag not in kinds:
            yield scope.fault(field, "it does not work on this kind of card: name another card", *PLACES)


def zones_meant(of: conditions.Selector, scope: Scope) -> frozenset[str]:
    """Return the zones that a selector names, or an empty set if the card's text alone does not determine them."""
    if of.ref is not None and of.ref.startswith("chosen.") and scope.effect is not None:
        index = int(of.ref.removeprefix("chosen."))
        return zones_named(scope.effect.targets[index]) if index < len(scope.effect.targets) else frozenset()
    chosen = scope.stored.get(of.var or "")
    named = getattr(chosen, "of", None) if chosen is not None and chosen.stores == "cards" else None
    return zones_named(named if isinstance(named, conditions.Selector) else of)


def destination(part: prices.Payment, scope: Scope) -> Iterator[Fault]:
    """Check that the cards or spirits that a payment moves may go to the zone that the cost names."""
    match part:
        case prices.PaySendSelf() if isinstance(scope.card, effects.Savior):
            yield scope.fault("", "a savior never leaves its zone: use another cost", "TC-SAV-02", "TC-ZONE-07")
        case prices.PaySendSelf() if isinstance(scope.card, effects.Spirit) and part.to != "hand":
            reason = "a spirit cannot go to the main deck or the drop zone: pay with despiritualize"
            yield scope.fault("to", reason, "TC-ZONE-04", "TC-KEY-06")
        case prices.PayDiscard() if asks_for_spirits(part.filter):
            yield scope.fault("filter", "spirits can never be discarded: name other cards", "TC-KEY-06")
        case _:
            pass


def asks_for_spirits(condition: conditions.Condition | None) -> bool:
    """Return whether a condition on cards can be true only of spirits."""
    match condition:
        case conditions.Is(kind="spirit"):
            return True
        case conditions.All() | conditions.Any():
            return any(map(asks_for_spirits, condition.of))
        case _:
            return False


SINCE_FORM_3: Final = (unseen_results, unseen_each)
"""The lints that apply only to matches opened under version 3 (or later) of the decision rules."""
SINCE_FORM_2: Final = (reach_on_board,)
"""The lints that apply only to matches opened under version 2 (or later) of the decision rules."""
LINTS: Final = (shape, span, reference, stored_results, event, picks, unseen, reach, destination)
