"""The preview image of a dice table: the last roll that every spectator could see."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Final

from services.dice.notation.notation import Notation
from services.dice.notation.outcomes import NotationOutcome, ThrownDice
from services.dice.state import Outcome, TableState, What
from services.dice.views.table import SeenRoll, view
from shared.kernel.pictures import ONLOOKER, DieMark, Names, Picture, PictureDie, counted
from shared.kernel.pools.character import CharacterDice, CharacterOutcome
from shared.kernel.pools.flip import FlipOutcome
from shared.kernel.pools.luck import LuckOutcome
from shared.kernel.pools.position import PositionOutcome
from shared.kernel.pools.symbols import SymbolOutcome, SymbolPool
from shared.kernel.pools.tasks import TaskOutcome

SIDES: Final = re.compile(r"d(\d+|%)")
TEN: Final = 10
HITS_FROM: Final = {"good": 4, "standard": 5, "bad": 6}
"""The lowest face that is a Hit, for each Position. In a Position that is not listed, no face is a Hit."""
NO_HIT: Final = 7
SUCCEEDS_FROM: Final = 6


def picture_of(state: TableState, names: Names) -> Picture:
    """Return what the preview picture of a table shows."""
    shown = view(state, ONLOOKER)
    says = counted(shown.rolls, "roll")
    last = next((roll for roll in reversed(shown.recent) if roll.outcome is not None and roll.void is None), None)
    if last is None or last.outcome is None:
        return Picture(place="dice", title=shown.title or "", says=says)
    purpose = f" ({last.purpose})" if last.purpose else ""
    return Picture(
        place="dice", title=shown.title or "", says=f"{says}, the last one by {names.get(last.who, last.who)}{purpose}",
        dice=tuple(_dice(last.what, last.outcome)), rolled=_rolled(last.what), result=_result(last, last.outcome),
    )  # fmt: skip


def _rolled(what: What) -> str:
    """Return what was rolled: its notation, or the kind of pool in words."""
    if isinstance(what, Notation):
        return what.text
    words = re.findall(r"[A-Z][a-z]+", type(what).__name__)
    return " ".join(words).capitalize()


def _result(roll: SeenRoll, outcome: Outcome) -> str:
    """Return the result of a roll: its total, or what follows the dice in the line of text that the table shows."""
    if isinstance(outcome, NotationOutcome):
        return f"= {outcome.total}"
    return "= " + (roll.rendered or "").rpartition(" = ")[2]


def _dice(what: What, outcome: Outcome) -> Iterator[PictureDie]:  # noqa: PLR0911 one for each kind of outcome
    """Yield the dice of a roll of any kind."""
    match outcome:
        case NotationOutcome():
            return (die for thrown in outcome.dice for die in _thrown(thrown))
        case SymbolOutcome():
            return _symbols(what, outcome)
        case CharacterOutcome():
            return _icons(what, outcome)
        case TaskOutcome():
            sides = (outcome.ours, *outcome.theirs)
            return _plain((*(face for side in sides for face in side.faces), *outcome.challenge), 6, NO_HIT)
        case PositionOutcome():
            return _plain(outcome.faces, 6, HITS_FROM.get(getattr(what, "position", ""), NO_HIT))
        case LuckOutcome():
            return _plain((*outcome.faces, *outcome.luck), TEN, SUCCEEDS_FROM)
        case FlipOutcome():
            return _plain((*outcome.faces, *outcome.luck), TEN, TEN + 1)


def _plain(faces: Iterable[int], sides: int, hits_from: int) -> Iterator[PictureDie]:
    return (PictureDie(face=face, sides=sides, mark="hit" if face >= hits_from else "") for face in faces)


def _thrown(thrown: ThrownDice) -> Iterator[PictureDie]:
    """Yield the dice of a term. A die that does not count is struck through."""
    found = SIDES.search(thrown.text)
    sides = int(found[1]) if found and found[1] != "%" else TEN
    hits, dropped = set(thrown.successes or ()), {*thrown.dropped, *thrown.rerolled}
    values = thrown.values or thrown.faces
    for place, value in enumerate(values):
        mark: DieMark = "dropped" if place in dropped else "hit" if place in hits else ""
        yield PictureDie(face=value if isinstance(value, int) else str(value), sides=sides, mark=mark)


def _symbols(what: What, outcome: SymbolOutcome) -> Iterator[PictureDie]:
    """Yield symbol dice with the first symbol of their face."""
    rolled = what.faces_shown(outcome) if isinstance(what, SymbolPool) else ()
    for _, faces in rolled:
        yield from (PictureDie(face=symbols[0] if symbols else "blank") for symbols in faces)


def _icons(what: What, outcome: CharacterOutcome) -> Iterator[PictureDie]:
    """Yield a character's dice with the first icon of their face, then the challenge dice."""
    dice = what.dice if isinstance(what, CharacterDice) else ()
    counts = set(what.counts) if isinstance(what, CharacterDice) else set()
    for die, face in zip(dice, outcome.faces, strict=False):
        icons = die.faces[face - 1]
        yield PictureDie(face=icons[0] if icons else "blank", mark="hit" if counts.intersection(icons) else "")
    yield from (PictureDie(face=face) for face in outcome.challenge)
