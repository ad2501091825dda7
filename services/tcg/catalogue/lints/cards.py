"""Checks of a card as a whole: main effects, ids, names, and the timing of effects."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Final

from services.tcg.catalogue.faults import Fault
from services.tcg.catalogue.language.conditions import Is, Part, PhaseIs, StepIs, Used
from services.tcg.catalogue.language.effects import AnyCard, Card, Command, Effect, Form, Savior, Spirit
from services.tcg.catalogue.walk import Scope
from shared.kernel.messages import BLANKS, HIDDEN, JOINERS, SELECTORS

# ---------------------------------------------------------------- cards and names

SIGNS: Final = frozenset('"“”„«»{}*')
"""Characters with a special meaning in card texts: quotes (names), braces (tribes), asterisks (bold and italics)."""
NAMED: Final[Mapping[type[Part], tuple[str, ...]]] = {
    Card: ("name", "rarity", "archetypes", "tribes"), Effect: ("name",), Is: ("name", "archetype", "tribe")
}  # fmt: skip

UNSEEN: Final = re.compile(f"[\u2800{HIDDEN}{JOINERS}{SELECTORS}]")
"""Characters that nobody sees, and those that change the direction of a text."""
BLANK: Final = re.compile(f"[{BLANKS}]*+\\Z")


def effects_of(card: AnyCard) -> Iterator[tuple[str, Effect]]:
    """Yield every effect printed on a card, with its JSON path."""
    sides = [("bound.", card.bound.effects), ("boundless.", card.boundless.effects)] if isinstance(card, Savior) else []
    for prefix, printed in [("", card.effects), *sides]:
        for index, effect in enumerate(printed):
            yield f"{prefix}effects[{index}]", effect


def savior(card: Savior, scope: Scope) -> Iterator[Fault]:
    """Check that a savior's effects are named and are printed on one of its sides.

    Rule: TC-SAV-05, TC-SAV-09, TC-SAV-10
    """
    if card.effects:
        reason = "a savior's effects belong to its two sides: move them to bound.effects and boundless.effects"
        yield scope.fault("effects", reason, "TC-SAV-03", "TC-SAV-10")
    if card.boundless.pwr is None:
        yield scope.fault("boundless.pwr", "the boundless side needs a PWR: add pwr", "TC-SAV-09")
    for path, effect in effects_of(card):
        if effect.name is None:
            yield scope.fault(f"{path}.name", "a savior's ability needs a name: add it", "TC-SAV-05")


def command(card: Command, scope: Scope) -> Iterator[Fault]:
    """Check that a command has the right number of main effects. Rule: TC-CMD-13, TC-CMD-26, TC-CMD-32, TC-CMD-45."""
    mains = sum(effect.main for effect in card.effects)
    if card.type == "bound" and mains > 1:
        reason = f"a bound command has at most one main effect, this one has {mains}: set main on one of them only"
        yield scope.fault("effects", reason, "TC-CMD-13")
    if card.type != "bound" and mains != 1:
        reason = f"a {card.type} command has exactly one main effect, this one has {mains}: set main on that one only"
        yield scope.fault("effects", reason, "TC-CMD-26", "TC-CMD-32", "TC-CMD-45")


def effect_ids(card: Savior | Form | Command | Spirit, scope: Scope) -> Iterator[Fault]:
    """Check that no two effects of a card share an id."""
    times = Counter(effect.id for _, effect in effects_of(card))
    for path, effect in effects_of(card):
        if times[effect.id] > 1:
            reason = f"{times[effect.id]} effects of the card have the id {effect.id}: give each its own id"
            yield scope.fault(f"{path}.id", reason)


def check_used(part: Used, scope: Scope) -> Iterator[Fault]:
    """Check that the card has the effect whose uses the condition counts."""
    ids = [effect.id for _, effect in effects_of(scope.card)]
    if part.effect not in ids:
        yield scope.fault("effect", f"the card has no effect with this id: write one of {', '.join(ids)}")


def names(part: Card | Effect | Is, scope: Scope) -> Iterator[Fault]:
    """Check that names contain no characters with a special meaning in card texts.

    Rule: TC-READ-01 to TC-READ-03
    """
    for path, name in _named(part):
        if found := sorted(SIGNS.intersection(name)):
            reason = f"a name cannot contain {' '.join(found)}: remove it"
            yield scope.fault(path, reason, "TC-READ-01", "TC-READ-02", "TC-READ-03")


def _named(part: Card | Effect | Is) -> Iterator[tuple[str, str]]:
    """Yield the names in a part, each with its path."""
    for kind, listed in NAMED.items():
        for field in listed if isinstance(part, kind) else ():
            value = getattr(part, field)
            if isinstance(value, tuple):
                yield from ((f"{field}[{at}]", one) for at, one in enumerate(value))
            elif value is not None:
                yield field, value


def seen(part: Card | Effect | Is, scope: Scope) -> Iterator[Fault]:
    """Check that players can see each character of a name, because names distinguish cards.

    Rule: TC-RUL-218
    """
    for path, name in _named(part):
        if unseen := UNSEEN.search(name):
            reason = f"nobody can see the character U+{ord(unseen[0]):04X} in a name: remove it"
            yield scope.fault(path, reason, "TC-READ-01", "TC-RUL-218")
        elif BLANK.match(name):
            yield scope.fault(path, "this name is blank: write at least one letter", "TC-READ-01", "TC-RUL-218")


def asides(card: Card, scope: Scope) -> Iterator[Fault]:
    """Check that reminder notes and flavour text are entirely in italics. Rule: TC-READ-04, TC-READ-05."""
    for field in ("flavour", "notes"):
        if "*" in (getattr(card, field) or ""):
            yield scope.fault(field, "an asterisk would end the italics: remove it", "TC-READ-04", "TC-READ-05")


# ---------------------------------------------------------------- timing

VOLUNTARY: Final = ("interrupt", "swift", "none")
MAIN_TIMING: Final = {"normal": "none", "bound": "none", "interrupt": "interrupt", "swift": "swift"}


def voluntary(effect: Effect, scope: Scope) -> Iterator[Fault]:
    """Check that every effect that a player activates has a cost or a limit. Rule: TC-RUL-070."""
    if effect.eti in VOLUNTARY and not (effect.main or effect.cost or effect.limit):
        reason = "a voluntary effect needs a cost or a limit: add one of them"
        yield scope.fault("", reason, "TC-READ-09", "TC-READ-10", "TC-RUL-070")


def independent(effect: Effect, scope: Scope) -> Iterator[Fault]:
    """Check which effects may be [INDEPENDENT], and from which zones an effect may work.

    Rule: TC-ETI-10, TC-ETI-12, TC-RUL-074
    """
    if effect.independent and (scope.granted or not isinstance(scope.card, Form)):
        yield scope.fault("independent", "only forms have [INDEPENDENT]: remove it", "TC-ETI-10")
    if effect.independent and effect.eti not in VOLUNTARY:
        reason = "[AUTO] and CONT: effects need no spirit: remove independent"
        yield scope.fault("independent", reason, "TC-ETI-03", "TC-ETI-06")
    if set(effect.zones) == {"play"}:
        return
    if scope.granted:
        yield scope.fault("zones", "a granted effect works only in play: remove zones", "TC-RUL-116")
    elif effect.eti in VOLUNTARY and not effect.independent:
        reason = "only an [INDEPENDENT] effect works in the hand or drop zone: set independent, or remove zones"
        yield scope.fault("zones", reason, "TC-ETI-12")


def swift(effect: Effect, scope: Scope) -> Iterator[Fault]:
    """Check that no card has a [SWIFT] effect that its kind does not allow. Rule: TC-ETI-09, TC-RUL-075."""
    card = scope.card
    if effect.eti != "swift" or scope.granted or isinstance(card, Form | Savior):
        return
    if not isinstance(card, Command) or not (card.type == "bound" or (card.type == "swift" and effect.main)):
        reason = "only forms, saviors, bound commands and the main effect of swift commands are [SWIFT]"
        yield scope.fault("eti", f"{reason}: give it another timing", "TC-ETI-09", "TC-RUL-075")


def main(effect: Effect, scope: Scope) -> Iterator[Fault]:
    """Check the timing and zones of a command's main effect, and its other effects. Rule: TC-CMD-08, TC-RUL-132."""
    card = scope.card
    if not isinstance(card, Command) or scope.granted:
        if effect.main:
            yield scope.fault("main", "only a command has a main effect: remove main", "TC-CMD-08")
        return
    if effect.main and effect.eti != (timing := MAIN_TIMING[card.type]):
        reason = f"the main effect of a {card.type} command has timing {timing}, not {effect.eti}: set eti to {timing}"
        yield scope.fault("eti", reason, "TC-CMD-08", "TC-RUL-132")
    if effect.main and effect.zones != ("play",):
        yield scope.fault("zones", "the type of a command decides from where it is used: remove zones", "TC-CMD-08")
    if not effect.main and card.type != "bound" and effect.eti in VOLUNTARY:
        reason = f"a {card.type} command leaves after resolving: make the command bound, or the effect auto or cont"
        yield scope.fault("", reason, "TC-CMD-26", "TC-CMD-32")


def kind_of_effect(effect: Effect, scope: Scope) -> Iterator[Fault]:
    """Check that an effect has only fields that its timing allows."""
    yield from (_continuous if effect.eti == "cont" else _resolving)(effect, scope)


def _continuous(effect: Effect, scope: Scope) -> Iterator[Fault]:
    """Check the fields of a CONT: effect. Rule: TC-ETI-05."""
    if not effect.static and effect.replace is None:
        yield scope.fault("", "a CONT: effect needs a static or a replacement: add static or replace", "TC-ETI-05")
    for name in ("on", "targets", "cost", "do"):
        if getattr(effect, name):
            yield scope.fault(name, f"a CONT: effect is always active and has no {name}: remove it", "TC-ETI-05")
    if effect.limit is not None and effect.replace is None:
        yield scope.fault("limit", "only a CONT: effect with a replacement has a limit: remove limit", "TC-ETI-05")


def _resolving(effect: Effect, scope: Scope) -> Iterator[Fault]:
    """Check the fields of an effect that resolves. Rule: TC-ETI-02, TC-READ-08."""
    if effect.static or effect.replace is not None:
        reason = "only CONT: effects have a static or a replacement: set eti to cont, or remove static and replace"
        yield scope.fault("", reason, "TC-ETI-05")
    if not effect.do:
        yield scope.fault("do", "the effect does nothing: add its steps to do", "TC-READ-08")
    if effect.eti == "auto" and effect.on is None:
        yield scope.fault("on", "an [AUTO] effect needs an event that triggers it: add on", "TC-ETI-02")
    if effect.eti in ("none", "swift") and effect.on is not None:
        reason = "only [AUTO] and [INTERRUPT] effects answer an event: remove on, or give it another timing"
        yield scope.fault("on", reason, "TC-ETI-02", "TC-ETI-07")


def timing(_part: StepIs | PhaseIs, scope: Scope) -> Iterator[Fault]:
    """Check that an effect without an indicator names its step or phase directly, not in a negation.

    Rule: TC-RUL-069
    """
    unmarked = scope.section == "when" and scope.effect is not None and scope.effect.eti == "none"
    if unmarked and scope.negated:
        reason = "a negation does not define when an unmarked effect may be used: name the step or phase instead"
        yield scope.fault("", reason, "TC-RUL-069")


LINTS: Final = (
    savior, command, effect_ids, check_used, names, asides, voluntary, independent, swift, main, kind_of_effect, timing
)  # fmt: skip
SINCE_FORM_3: Final = (seen,)
"""Lints that do not apply to matches opened before form 3 (version 3 of the decision rules)."""
