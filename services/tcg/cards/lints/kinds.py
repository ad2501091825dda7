"""What each kind of card must have: named abilities, a main effect, ids that tell its effects apart."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from services.tcg.cards.faults import Fault
from services.tcg.cards.language import AnyCard, Command, Effect, Form, Part, Savior, Spirit, Used
from services.tcg.cards.walk import Scope


def effects_of(card: AnyCard) -> Iterator[tuple[str, Effect]]:
    """Give every effect printed on a card, with its path."""
    sides = [("bound.", card.bound.effects), ("boundless.", card.boundless.effects)] if isinstance(card, Savior) else []
    for prefix, printed in [("", card.effects), *sides]:
        for at, effect in enumerate(printed):
            yield f"{prefix}effects[{at}]", effect


def kinds(part: Part, path: str, scope: Scope) -> Iterator[Fault]:
    """Check a card as a whole."""
    match part:
        case Savior():
            yield from _savior(part, scope)
        case Command():
            yield from _main(part, scope)
        case Used() if part.effect not in {effect.id for _, effect in effects_of(scope.card)}:
            yield scope.fault(f"{path}.effect", "the card has no effect of this id")
        case _:
            pass
    if isinstance(part, Savior | Form | Command | Spirit):
        yield from _ids(part, scope)


def _ids(card: AnyCard, scope: Scope) -> Iterator[Fault]:
    times = Counter(effect.id for _, effect in effects_of(card))
    for path, effect in effects_of(card):
        if times[effect.id] > 1:
            yield scope.fault(f"{path}.id", f"two effects of the card are called {effect.id}")


def _savior(card: Savior, scope: Scope) -> Iterator[Fault]:
    """Rule: TC-SAV-05, TC-SAV-09, TC-SAV-10."""
    if card.effects:
        yield scope.fault("effects", "a savior's effects stand on its two sides", "TC-SAV-03", "TC-SAV-10")
    if card.boundless.pwr is None:
        yield scope.fault("boundless.pwr", "the boundless side has PWR", "TC-SAV-09")
    for path, effect in effects_of(card):
        if effect.name is None:
            yield scope.fault(f"{path}.name", "a savior's abilities are named", "TC-SAV-05")


def _main(card: Command, scope: Scope) -> Iterator[Fault]:
    """Rule: TC-CMD-13, TC-CMD-26, TC-CMD-32, TC-CMD-45."""
    mains = sum(effect.main for effect in card.effects)
    if card.type == "bound" and mains > 1:
        yield scope.fault("effects", "a bound command has at most one main effect", "TC-CMD-13")
    if card.type != "bound" and mains != 1:
        rules = ("TC-CMD-26", "TC-CMD-32", "TC-CMD-45")
        yield scope.fault("effects", f"a {card.type} command has exactly one main effect", *rules)
