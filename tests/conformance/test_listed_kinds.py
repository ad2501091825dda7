"""Tables of special cases by kind. Each new kind needs an entry in its table or in the list of exceptions here.

Code treats a kind without an entry in the general way. For the listed exceptions, that is right.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, Final, get_args, get_type_hints

import pytest
from msgspec import Struct

from services.bones.chapters.fights.rounds import STEPS
from services.bones.chapters.magic.effects import BEGINS
from services.bones.chapters.tasks.terms import SKILLS_OF
from services.bones.reading.spiffs import NAMES, PRICES
from services.bones.state.combat import CombatStage
from services.bones.state.spiffs import SpiffUseKind
from services.bones.state.tasks import Purpose
from services.dice.chapters.rolls import PURPOSES
from services.dice.notation.dialects import ORDER
from services.dice.notation.expression import ArithmeticSign, Modifier
from services.dice.state import What
from services.dice.views.rendering import BINDS
from services.tcg.catalogue.language import conditions, operations
from services.tcg.catalogue.language import costs as prices
from services.tcg.catalogue.language.conditions import Selector
from services.tcg.catalogue.lints.selectors import LOOKING
from services.tcg.chapters import operations as _steps  # noqa: F401 it declares them
from services.tcg.chapters.decisions import ACTING, CHOOSING
from services.tcg.state.match import DecisionKind
from shared.kernel.audit.draws import _SEED_EVENTS
from shared.kernel.pools.character import AUTOMATIC_NULLS, CHALLENGE_DICE, Difficulty
from shared.kernel.stream import KERNEL_EVENTS, KERNEL_FOLDS
from shared.platform.http.commands.dry_run import FORETELLING


def names_of(kinds: Iterable[Any]) -> set[str]:
    """Return the names of kinds, which are strings or classes."""
    return {kind if isinstance(kind, str) else kind.__name__ for kind in kinds}


def subclasses(kind: type[Any]) -> Iterator[type[Any]]:
    """Yield the subclasses of a class, recursively."""
    for one in kind.__subclasses__():
        yield one
        yield from subclasses(one)


def has_selector(kind: type[Struct]) -> bool:
    """Return whether a part of a card's effect has a field that selects cards."""
    return any(Selector in (hint, *get_args(hint)) for hint in get_type_hints(kind).values())


def naming_cards(*families: type[Struct]) -> list[type[Any]]:
    """Return the parts of card effects with a field that selects cards."""
    found = (kind for family in families for kind in subclasses(family))
    return [kind for kind in found if has_selector(kind) and not kind.__subclasses__()]


NAMING: Final = naming_cards(operations.Operation, prices.Payment)
"""Kinds of steps and costs that name cards."""
REACH: Final = [kind for kind in NAMING if {"reach", "reach_since_form_2"} & {*vars(kind)}]
"""Kinds of steps and costs that declare which cards they affect, or that they may affect all cards."""
OPEN: Final = (
    "AttackedThisStep", "Count", "Counters", "EventIs", "Exists", "IsAttacked", "IsAttacking",
    "IsSpiritualized", "SpiritsUnder", "SpiritualizedThisTurn",
)  # fmt: skip
"""Kinds of conditions that read no hidden card, or only count cards."""


LISTED: Final = {
    "what the kernel folds": (KERNEL_FOLDS, (), KERNEL_EVENTS),
    "what foretells faces": (
        FORETELLING,
        (
            "ChatSent", "DiceLent", "DrawsKept", "DrawsVoided", "Forked", "GoalMissed", "GoalReached",
            "PlayerAppointed", "PlayerDismissed", "SaltAdded", "SeatOpened", "StateDigested", "StreamClosed",
            "StreamOpened", "TakenBack", "TokenRotated", "UndoAgreed", "UndoDeclined", "UndoProposed",
            "UndoWithdrawn",
        ),
        KERNEL_EVENTS,
    ),
    "what an audit reads of seeds": (
        _SEED_EVENTS,
        (
            "ChatSent", "DiceLent", "DrawsKept", "DrawsVoided", "Forked", "GoalMissed", "GoalReached",
            "PlayerAppointed", "PlayerDismissed", "SeatOpened", "StateDigested", "StreamClosed", "StreamOpened",
            "TakenBack", "TokenRotated", "UndoAgreed", "UndoDeclined", "UndoProposed", "UndoWithdrawn",
        ),
        KERNEL_EVENTS,
    ),
    "Nulls that nobody rolls": (
        AUTOMATIC_NULLS, [one for one in get_args(Difficulty) if one != "impossible"], get_args(Difficulty),
    ),
    "challenge dice": (CHALLENGE_DICE, (), get_args(Difficulty)),
    "bones: the steps of a round": (STEPS, ("terms",), get_args(CombatStage)),
    "bones: the skills of a task": (SKILLS_OF, ("task",), get_args(Purpose)),
    "bones: what a task begins": (
        BEGINS,
        ("command", "counter", "hold", "making", "mind", "movement", "task", "treatment"),
        get_args(Purpose),
    ),
    "bones: what spiffs cost": (PRICES, ("major",), get_args(SpiffUseKind)),
    "bones: what spiffs are about": (NAMES, (), get_args(SpiffUseKind)),
    "dice: how closely a sign binds": (BINDS, (), get_args(ArithmeticSign)),
    "dice: the order of modifiers": (ORDER, ("Clamp", "Match"), get_args(Modifier)),
    "dice: the purposes of draws": (
        PURPOSES,
        names_of(get_args(What)) - {"Notation", "SymbolPool"},
        get_args(What),
    ),
    "tcg: kinds of decisions": (
        {*ACTING, *CHOOSING}, ("choose_first", "cut", "mulligan"), get_args(DecisionKind),
    ),
    "tcg: which cards a step can reach": (REACH, (), NAMING),
    "tcg: what looks at cards": ({*LOOKING} - {conditions.Reckoned}, OPEN, naming_cards(conditions.Test)),
}  # fmt: skip
"""Each table of special cases, with the kinds that are treated in the general way, and all existing kinds."""


@pytest.mark.parametrize("table", LISTED)
def test_every_kind_is_listed_or_declared_as_plain(table: str) -> None:
    """Each kind is in its table or in the list of exceptions, and neither contains a kind that does not exist."""
    listed, rest, kinds = LISTED[table]

    assert not names_of(listed) & {*rest}
    assert names_of(kinds) == names_of(listed) | {*rest}
