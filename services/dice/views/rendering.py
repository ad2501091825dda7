"""A roll as one line of text, with its mark as a critical or a fumble and the amount of each label.

The text is derived from the recorded roll, so old rolls are rendered in the newest format.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import Final

from msgspec import Struct

from services.dice.notation.expression import (
    Again,
    Arithmetic,
    Call,
    Comparison,
    Counted,
    Dice,
    Expression,
    Group,
    Labelled,
    Let,
    Mark,
    Negative,
    Node,
    Number,
    children,
)
from services.dice.notation.labels import amounts
from services.dice.notation.notation import Notation
from services.dice.notation.numbers import as_amount
from services.dice.notation.outcomes import LabelAmount, NotationOutcome, ThrownDice, ThrownGroup
from services.dice.notation.parser import parse
from services.dice.state import Outcome, What
from shared.kernel.pools.character import CharacterOutcome
from shared.kernel.pools.flip import FlipOutcome
from shared.kernel.pools.luck import CRITICAL_FAILURE, CRITICAL_SUCCESS, LuckOutcome
from shared.kernel.pools.pool import Places
from shared.kernel.pools.position import PositionOutcome
from shared.kernel.pools.symbols import SymbolOutcome, SymbolPool, ThrownSymbols
from shared.kernel.pools.tasks import TaskOutcome
from shared.kernel.refusals import Refusal

MOST_DICE: Final = 50
"""The maximum number of dice of one term that the text lists one by one."""
D20: Final = 20
BINDS: Final[Mapping[str, int]] = MappingProxyType({"+": 1, "-": 1, "*": 2, "/": 2, "//": 2, "%": 2, "^": 3})
CLOSEST: Final = 4


class Rendered(Struct, frozen=True):
    """A roll as text, with its marks and the amounts of its labels."""

    text: str
    crit: bool = False
    fumble: bool = False
    labels: tuple[LabelAmount, ...] = ()


def render_roll(what: What, outcome: Outcome) -> Rendered:
    """Return the text of a roll.

    Rule:    DI-RENDER-01, DI-RENDER-02, DI-RENDER-03
    """
    match outcome:
        case NotationOutcome():
            return _notation(what, outcome)
        case SymbolOutcome():
            return Rendered(_symbols(what, outcome))
        case PositionOutcome():
            said = "success" if outcome.success else "failure"
            return Rendered(f"({_list(outcome.faces)}) = {_of(outcome.hits, 'hit')}, {said}")
        case LuckOutcome():
            return _luck(outcome)
        case FlipOutcome():
            return _flip(outcome)
        case CharacterOutcome() | TaskOutcome():
            return Rendered(_against(outcome))


# ---------------------------------------------------------------- notation


def _notation(what: What, outcome: NotationOutcome) -> Rendered:
    """Return the text of a notation's roll, from its tree if that still matches the dice, or from the dice alone."""
    read = _expression_of(what, outcome)
    crit, fumble = _marks(() if read is None else read.dice, outcome.dice)
    if read is None:
        text = " + ".join(_term(dice.text, dice) for dice in outcome.dice)
        return Rendered(f"{text or '0'} = {outcome.total}", crit, fumble)
    text = _Writing(outcome.dice, _choices_of(read.root, outcome.groups)).text(read.root)
    total = f"{text} = {outcome.total}"
    labels = amounts(read.root, outcome) if read.labelled else ()
    return Rendered(f"{total} # {outcome.comment}" if outcome.comment else total, crit, fumble, labels)


def _expression_of(what: What, outcome: NotationOutcome) -> Expression | None:
    """Return the expression that was rolled, or None if the notation has changed its meaning since."""
    if not isinstance(what, Notation):
        return None
    try:
        read = parse(what.text, what.dialect)
    except Refusal:
        return None
    return read if [dice.text for dice in read.dice] == [dice.text for dice in outcome.dice] else None


class _Writing:
    """A traversal of a tree from left to right, in parallel with the rolled dice."""

    def __init__(self, thrown: Sequence[ThrownDice], chosen: Mapping[int, ThrownGroup]) -> None:
        self.thrown = iter(thrown)
        self.chosen = chosen

    def text(self, node: Node) -> str:  # noqa: PLR0911 one for each kind of node
        match node:
            case Dice():
                return _term(node.text, next(self.thrown))
            case Number():
                return str(as_amount(node.value))
            case Again():
                return node.name
            case Counted():
                return f"({self.text(node.count)}) {_term(node.dice.text, next(self.thrown))}"
            case Labelled():
                return self._inside(node.of, CLOSEST) + "".join(f" [{label}]" for label in node.labels)
            case Negative():
                return f"-{self._inside(node.of, BINDS['*'])}"
            case _:
                return self._several(node)

    def _several(self, node: Arithmetic | Comparison | Call | Group | Let) -> str:
        match node:
            case Arithmetic() | Comparison():
                binds = BINDS.get(node.sign, 0)
                left = self._inside(node.left, binds + (node.sign == "^"))
                return f"{left} {node.sign} {self._inside(node.right, binds + 1)}"
            case Let():
                return f"{node.name} = {self.text(node.of)}; {self.text(node.then)}"
            case Call():
                return f"{node.name}({self._write_list(node.of)})"
            case Group():
                group = None if node.pooled else self.chosen.get(id(node))
                return f"{{{self._write_list(node.members, () if group is None else group.dropped)}}}"

    def _write_list(self, nodes: Sequence[Node], dropped: Places = ()) -> str:
        texts = [self.text(node) for node in nodes]
        return ", ".join([f"~~{text}~~" if number in dropped else text for number, text in enumerate(texts)])

    def _inside(self, node: Node, binds: int) -> str:
        """Write a part of a calculation. Put it in brackets if its operator binds less tightly than `binds`."""
        own = BINDS.get(node.sign, 0) if isinstance(node, Arithmetic | Comparison) else CLOSEST
        return f"({self.text(node)})" if own < binds else self.text(node)


def _choices_of(root: Node, groups: Sequence[ThrownGroup]) -> Mapping[int, ThrownGroup]:
    """Return the recorded outcome of each group of a tree, if the order in which they were calculated is known."""
    if not groups:
        return {}
    nodes = [node for node in _inner_first(root) if isinstance(node, Group)]
    plain = not any(isinstance(node, Counted | Let) for node in _inner_first(root))
    return {id(node): group for node, group in zip(nodes, groups, strict=False)} if plain else {}


def _inner_first(node: Node) -> Iterator[Node]:
    for child in children(node):
        yield from _inner_first(child)
    yield node


def _term(text: str, dice: ThrownDice) -> str:
    """Write the dice of a term: `4d6kh3: (6, 6, 4, ~~2~~)`. Rule: DI-RENDER-01."""
    return f"{text}: {_show_dice(dice)}"


def _show_dice(dice: ThrownDice) -> str:
    counted = dice.successes is not None or bool(dice.sets)
    joined = _joins_of(dice)
    elsewhere = joined.keys() - joined.values()
    places = [place for place in _order(dice) if place not in elsewhere]
    listed = [_die(dice, place, joined) for place in places[:MOST_DICE]]
    more = [f"… {len(places) - MOST_DICE} more"] if len(places) > MOST_DICE else []
    return f"({', '.join((*listed, *more))})" + (f" → {dice.total}" if counted else "")


def _order(dice: ThrownDice) -> Sequence[int]:
    """Return the indexes of the dice, in the order in which the dice are displayed.

    If the notation sorts the dice, dropped dice come last.
    """
    every = range(len(dice.faces))
    return (*dice.order, *(place for place in every if place not in dice.order)) if dice.order else every


def _joins_of(dice: ThrownDice) -> Mapping[int, int]:
    """Return a mapping from the index of each throw that counts as part of another throw to that throw's index."""
    if not dice.joined:
        return {}
    first = len(dice.faces) - len(dice.sources)
    heads: dict[int, int] = {}
    for place in dice.joined:
        source = dice.sources[place - first]
        heads[place] = heads.get(source, source)
    return heads


def _die(dice: ThrownDice, place: int, joined: Mapping[int, int]) -> str:
    """Write one die: its face, its value and any mark. A die that does not count is struck out."""
    face = str(dice.faces[place])
    joined_faces = [str(dice.faces[other]) for other, head in joined.items() if head == place]
    text = "+".join([face, *joined_faces])
    value = str(dice.values[place]) if dice.values else face
    if not joined_faces and value != face:
        text = f"{face}→{value}"
    if place in dice.rerolled or place in dice.dropped:
        return f"~~{text}~~"
    if dice.successes is not None and place in dice.successes:
        text = f"{text}✓"
    if dice.failures is not None and place in dice.failures:
        text = f"{text}✗"
    return f"**{text}**" if place in dice.criticals or place in dice.fumbles else text


def _marks(terms: Sequence[Dice], thrown: Sequence[ThrownDice]) -> tuple[bool, bool]:
    """Return whether a roll is a critical, and whether it is a fumble. Rule: DI-RENDER-02."""
    crit = any(dice.criticals for dice in thrown)
    fumble = any(dice.fumbles for dice in thrown)
    for term, dice in zip(terms, thrown, strict=False):
        marked = any(isinstance(modifier, Mark) for modifier in term.modifiers)
        if not marked and term.die.sides == D20 and term.die.values is None and (face := _only(dice)):
            crit, fumble = crit or face == D20, fumble or face == 1
    return crit, fumble


def _only(dice: ThrownDice) -> int | None:
    """Return the face of the only die that counts, or None unless exactly one die counts."""
    away = {*dice.rerolled, *dice.dropped}
    places = [place for place in range(len(dice.faces)) if place not in away][:2]
    return dice.faces[places[0]] if len(places) == 1 else None


# ---------------------------------------------------------------- pools


def _list(faces: Sequence[int]) -> str:
    listed = [str(face) for face in faces[:MOST_DICE]]
    return ", ".join((*listed, "…") if len(faces) > MOST_DICE else listed)


def _of(number: int, word: str) -> str:
    return f"{number} {word}" if number == 1 else f"{number} {word}{'es' if word.endswith('s') else 's'}"


def _critical(said: str | None) -> tuple[bool, bool]:
    return said == CRITICAL_SUCCESS, said == CRITICAL_FAILURE


def _luck(outcome: LuckOutcome) -> Rendered:
    luck = f" luck ({_list(outcome.luck)})" if outcome.luck else ""
    text = f"({_list(outcome.faces)}){luck} = {_of(outcome.successes, 'success')}, {_of(outcome.failures, 'failure')}"
    return Rendered(text, *_critical(outcome.critical))


def _flip(outcome: FlipOutcome) -> Rendered:
    sign = "" if outcome.lucky is None else f" {'+' if outcome.lucky else '-'} luck ({_list(outcome.luck)})"
    percent = "" if outcome.percentile is None else f", {outcome.percentile:02}%"
    return Rendered(f"({_list(outcome.faces)}){sign} = {outcome.total}{percent}", *_critical(outcome.critical))


def _against(outcome: CharacterOutcome | TaskOutcome) -> str:
    challenge = [f"({_list(outcome.challenge)})"]
    if isinstance(outcome, CharacterOutcome):
        ours, against = f"({_list(outcome.faces)})", challenge
    else:
        ours, *others = [f"({_list(side.faces)}) → {side.total}" for side in (outcome.ours, *outcome.theirs)]
        against = [*others, *challenge] if outcome.challenge or not others else others
    said = "success" if outcome.success else "failure"
    return f"{ours} against {' and '.join(against)} = {outcome.margin}, {said}"


def _symbols(what: What, outcome: SymbolOutcome) -> str:
    rolled = what.faces_shown(outcome) if isinstance(what, SymbolPool) else ()
    listed = "; ".join(f"{dice.die} ({', '.join(_sides(dice, faces))})" for dice, faces in rolled if dice.faces)
    left = ", ".join(f"{number} {symbol}" for symbol, number in outcome.left.items())
    return f"{listed or 'no dice'} = {left or 'nothing'}"


def _sides(dice: ThrownSymbols, faces: Sequence[Sequence[str]]) -> Iterator[str]:
    for place, face in enumerate(faces[:MOST_DICE]):
        symbols = " ".join(face) or "blank"
        yield f"~~{symbols}~~" if place in dice.rerolled else symbols
