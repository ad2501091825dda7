"""Places: no step or cost moves a savior, puts a spirit among other cards, or another card into a void."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final, TypeAlias

from services.tcg.cards.faults import Fault
from services.tcg.cards.language import (
    All,
    Any,
    AnyCard,
    AttachSpirit,
    Choose,
    Command,
    Condition,
    Damage,
    Despiritualize,
    Destroy,
    Discard,
    ExtraAttack,
    Form,
    GainControl,
    Is,
    MoveSpirits,
    Part,
    PayDespiritualize,
    PayDiscard,
    PayGiveUpAttack,
    PaySacrifice,
    PaySendSelf,
    PlayCommandBy,
    PlayFormBy,
    PutInDeck,
    ReturnToHand,
    Sacrifice,
    Savior,
    Search,
    Selector,
    SetCommandBy,
    Spirit,
    SpiritToVoid,
    Spiritualize,
)
from services.tcg.cards.walk import Scope

from .selectors import zones_named

FORMS: Final = (frozenset({"form"}), (Form,))
IN_PLAY: Final = (frozenset({"form", "command"}), (Form, Command))
FIGHTING: Final = (frozenset({"form", "savior"}), (Form, Savior))
SPIRITS: Final = (frozenset({"hand", "spirit_deck", "under", "void"}), (Spirit,))
PLAYED_FROM: Final = frozenset({"hand", "drop"})
MAIN: Final = (IN_PLAY[0] | PLAYED_FROM | {"main_deck"}, IN_PLAY[1])

Reach: TypeAlias = tuple[frozenset[str], tuple[type[AnyCard], ...]]
REACH: Final[Mapping[tuple[type[Part], str], Reach]] = {
    (Sacrifice, "of"): FORMS, (PaySacrifice, "of"): FORMS, (GainControl, "of"): FORMS,
    (Destroy, "of"): IN_PLAY, (ReturnToHand, "of"): (IN_PLAY[0] | {"drop"}, IN_PLAY[1]), (PutInDeck, "of"): MAIN,
    (PlayFormBy, "of"): (PLAYED_FROM, (Form,)), (PlayCommandBy, "of"): (PLAYED_FROM, (Command,)),
    (SetCommandBy, "of"): (PLAYED_FROM, (Command,)), (Damage, "of"): FIGHTING, (ExtraAttack, "of"): FIGHTING,
    (Spiritualize, "of"): FIGHTING, (AttachSpirit, "of"): FIGHTING, (Despiritualize, "of"): FIGHTING,
    (PayDespiritualize, "of"): FIGHTING, (PayGiveUpAttack, "of"): FIGHTING, (MoveSpirits, "from_"): FIGHTING,
    (MoveSpirits, "to"): FIGHTING, (Spiritualize, "spirit"): (frozenset({"hand"}), ()),
    (AttachSpirit, "spirit"): SPIRITS, (SpiritToVoid, "spirit"): SPIRITS,
}  # fmt: skip
"""The zones whose cards a step or a cost can reach, and the kinds of cards that can name themselves there."""
RULES: Final = ("TC-SAV-02", "TC-ZONE-07", "TC-ZONE-19", "TC-KEY-06", "TC-KEY-10")


def places(part: Part, path: str, scope: Scope) -> Iterator[Fault]:
    """Check where a step or a cost takes cards from, and where it puts them."""
    for (kind, name), reach in REACH.items():
        if type(part) is kind and isinstance(of := getattr(part, name), Selector):
            yield from _reach(of, f"{path}.{name.rstrip('_')}", scope, reach)
    match part:
        case Search():
            yield from _search(part, path, scope)
        case PaySendSelf():
            yield from _send_self(part, path, scope)
        case Discard() | PayDiscard() if _asks_for_spirits(part.filter):
            yield scope.fault(f"{path}.filter", "spirits are never discarded", "TC-KEY-06")
        case _:
            pass


def _reach(of: Selector, path: str, scope: Scope, reach: Reach) -> Iterator[Fault]:
    zones, kinds = reach
    if beyond := _zones(of, scope) - zones:
        yield scope.fault(path, f"it cannot reach cards of {', '.join(sorted(beyond))}", *RULES)
    if of.ref == "this" and not scope.granted and not isinstance(scope.card, kinds):
        yield scope.fault(path, "it cannot be done to this kind of card", *RULES)


def _zones(of: Selector, scope: Scope) -> frozenset[str]:
    """Give the zones a selector speaks of, as far as the card says; none where only the match knows."""
    if of.ref is not None and of.ref.startswith("chosen.") and scope.effect is not None:
        at = int(of.ref.removeprefix("chosen."))
        return zones_named(scope.effect.targets[at]) if at < len(scope.effect.targets) else frozenset()
    stored = scope.stored.get(of.var or "")
    return zones_named(stored.of) if isinstance(stored, Choose) else zones_named(of)


def _search(part: Search, path: str, scope: Scope) -> Iterator[Fault]:
    if part.deck == "main" and part.to == "void":
        yield scope.fault(f"{path}.to", "only spirits go to the void", "TC-ZONE-19")
    if part.deck == "spirit" and part.to in ("drop", "play"):
        yield scope.fault(f"{path}.to", "a spirit is not played and does not go to the drop zone", "TC-ZONE-04")


def _send_self(part: PaySendSelf, path: str, scope: Scope) -> Iterator[Fault]:
    if isinstance(scope.card, Savior):
        yield scope.fault(path, "a savior never leaves its zone", "TC-SAV-02", "TC-ZONE-07")
    if isinstance(scope.card, Spirit) and part.to != "hand":
        yield scope.fault(f"{path}.to", "a spirit goes to no main deck and no drop zone", "TC-ZONE-04", "TC-KEY-06")


def _asks_for_spirits(condition: Condition | None) -> bool:
    match condition:
        case Is(kind="spirit"):
            return True
        case All() | Any():
            return any(map(_asks_for_spirits, condition.of))
        case _:
            return False
