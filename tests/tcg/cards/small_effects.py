"""Small effects of the same parts, put together in every way, and the meaning of each in a normal form."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import product
from random import Random
from typing import Any, Final

from tests.tcg.cards.making import DRAW, MINE, THIS, Raw

INVOKE: Final[Raw] = {"do": "invoke", "n": 1}
ATTACKING: Final[Raw] = {"op": "is_attacking", "of": THIS}
MY_TURN: Final[Raw] = {"op": "turn_of", "who": "you"}
IT: Final[Raw] = {"ref": "each"}
LOW: Final[Raw] = {"op": "is", "of": IT, "level": 1}
ELF: Final[Raw] = {"op": "is", "of": IT, "tribe": "Elf"}
STRONG: Final[Raw] = {"op": "pwr", "of": IT, "cmp": ">=", "n": 2}
FORMS: Final[Raw] = {"count": MINE}
STRONG_FORMS: Final[Raw] = {"count": {**MINE, "filter": STRONG}}
RUNS: Final = 8
"""The number of ways in which three optional steps can be carried out or not."""
Meaning = str


def meaning(raw: Any) -> Any:  # noqa: ANN401 any part of a card
    """Return a part in a normal form: nested sums, products and conditions of the same kind become one."""
    if isinstance(raw, list):
        return [meaning(one) for one in raw]
    if not isinstance(raw, dict):
        return raw
    for name in ("plus", "times"):
        if name in raw:
            return {name: _flat(raw[name], name)}
    if raw.get("op") in ("all", "any"):
        return {raw["op"]: _flat(raw["of"], raw["op"])}
    return {name: meaning(one) for name, one in raw.items()}


def _flat(parts: Iterable[Any], name: str) -> list[Any]:
    flat: list[Any] = []
    for one in map(meaning, parts):
        flat += one[name] if isinstance(one, dict) and name in one else [one]
    return flat


# ---------------------------------------------------------------- steps


def sequences(steps: Sequence[Raw], most: int) -> Iterator[list[Raw]]:
    """Yield all sequences of up to `most` of these steps."""
    for length in range(1, most + 1):
        yield from map(list, product(steps, repeat=length))


def blocks(bodies: Sequence[list[Raw]], branches: Sequence[list[Raw]]) -> Iterator[Raw]:
    """Yield each kind of step that contains other steps, with each of these bodies or pairs of branches."""
    for then in bodies:
        yield {"do": "may", "then": then}
        yield {"do": "for_each", "of": MINE, "then": then}
        yield {"do": "repeat", "n": 2, "then": then}
        yield {"do": "if", "when": ATTACKING, "then": then}
        yield {"do": "delay", "until": {"event": "turn_started", "by": "you"}, "then": then}
    for first, second in product(branches, branches):
        yield {"do": "if", "when": ATTACKING, "then": first, "else": second}
        yield {"do": "choose_mode", "modes": [first, second]}
        yield {"do": "roll_die", "sides": 2, "store": "r", "table": {"1": first, "2": second}}


SINGLE: Final = (DRAW, INVOKE)
SIMPLE_BLOCKS: Final = tuple(blocks(list(sequences(SINGLE, 2)), list(sequences(SINGLE, 1))))


def nested_blocks(seed: int, count: int) -> Iterator[list[Raw]]:
    """Yield random sequences of blocks within blocks."""
    luck = Random(seed)
    inner = (DRAW, INVOKE, *luck.sample(SIMPLE_BLOCKS, 8))
    bodies = list(sequences(inner, 2))
    outer = [*blocks(bodies, luck.sample(bodies, 12)), *SINGLE * 40]
    for _ in range(count):
        yield luck.choices(outer, k=luck.randint(1, 3))


def steps_in_order(seed: int, count: int) -> Iterator[Raw]:
    """Yield effects with steps and blocks of steps in every order, also as the steps of a replacement."""
    for do in (*sequences((*SINGLE, *SIMPLE_BLOCKS[:15], *SIMPLE_BLOCKS[-6:]), 2), *nested_blocks(seed, count)):
        yield {"eti": "none", "do": do}
        yield {"eti": "cont", "replace": {"event": "would_draw", "who": "you", "do": do}}


# ---------------------------------------------------------------- numbers and conditions


def numbers(depth: int) -> list[Any]:
    """Return sums and products of numbers, up to this depth."""
    if not depth:
        return [3, FORMS, STRONG_FORMS]
    lower = numbers(depth - 1)
    return lower + [{name: [one, other]} for name in ("plus", "times") for one, other in product(lower, lower)]


def steps_with_numbers() -> Iterator[Raw]:
    """Yield effects with numbers, which are also counted by filters that have numbers."""
    counted = [
        {"count": {**MINE, "filter": {"op": "pwr", "of": IT, "cmp": ">=", "n": one}}} for one in numbers(1)
    ]  # fmt: skip
    sums = [{name: pair} for name in ("plus", "times") for one in counted for pair in ([one, 2], [2, one])]
    for n in (*numbers(2), *counted, *sums):
        yield {"eti": "none", "do": [{"do": "draw", "n": n}]}
    for n, of in product(numbers(1), (LOW, STRONG, None)):
        described = {} if of is None else {"filter": of}
        yield {"eti": "none", "do": [{"do": "discard", "n": n, **described}]}
        yield {"eti": "none", "do": [{"do": "search", "deck": "main", "to": "hand", "n": n, **described}]}


def conditions(atoms: Sequence[Raw], depth: int) -> list[Raw]:
    """Return conditions that join these, up to this depth."""
    if not depth:
        return list(atoms)
    lower = conditions(atoms, depth - 1)
    pairs = [(one, other) for one, other in product(lower, lower) if one != other]
    return [
        *lower,
        *({"op": "not", "of": one} for one in lower),
        *({"op": op, "of": list(pair)} for op in ("all", "any") for pair in pairs),
    ]


def steps_with_conditions() -> Iterator[Raw]:
    """Yield effects with conditions, and with filters of which each is part of a condition."""
    for when in conditions((MY_TURN, ATTACKING), 2):
        yield {"eti": "swift", "when": when, "do": [DRAW]}
    for of in (*conditions((LOW, STRONG, ELF), 1), *conditions((LOW, STRONG), 2)):
        forms = {**MINE, "filter": of}
        exists = {"op": "exists", "of": forms}
        yield {"eti": "none", "do": [{"do": "destroy", "of": forms}]}
        yield {"eti": "auto", "on": {"event": "attack_declared", "target": forms, "when": MY_TURN}, "do": [DRAW]}
        for when in (
            exists, {"op": "not", "of": exists}, {"op": "all", "of": [exists, MY_TURN]},
            {"op": "any", "of": [exists, MY_TURN]}, {"op": "count", "of": forms, "cmp": ">=", "n": 2},
        ):  # fmt: skip
            yield {"eti": "swift", "when": when, "do": [DRAW]}


# ---------------------------------------------------------------- picks


def steps_with_picks() -> Iterator[tuple[Raw, Meaning]]:
    """Yield effects that pick cards twice or more and then destroy some, each with what it destroys in every case."""
    atoms: list[Raw] = [
        *({"do": "choose", "store": name, "of": {**MINE, "n": 1}} for name in ("x", "y")),
        *({"do": "destroy", "of": {"var": name}} for name in ("x", "y")),
    ]
    bodies = list(sequences(atoms, 2))
    inside = [{"do": "may", "then": one} for one in bodies] + [{"do": "repeat", "n": 2, "then": one} for one in bodies]
    between = map(list, product(atoms, inside, atoms, atoms))
    for do in (*sequences(atoms, 4), *sequences((*atoms, *inside), 2), *between):
        if _names_only_stored_cards(do, set()):
            yield {"eti": "none", "do": do}, repr((_shape(do), [_destroyed(do, run) for run in range(RUNS)]))


def _names_only_stored_cards(steps: list[Raw], stored: set[str]) -> bool:
    stored = set(stored)
    for step in steps:
        if step["do"] == "choose":
            stored.add(step["store"])
        elif not (
            step["of"]["var"] in stored if step["do"] == "destroy" else _names_only_stored_cards(step["then"], stored)
        ):
            return False
    return True


def _shape(steps: list[Raw]) -> list[Any]:
    return [[step["do"], _shape(step.get("then", []))] for step in steps]


def _destroyed(steps: list[Raw], run: int) -> list[int]:
    """Return which pick each step destroys in one run. The bits of `run` say which optional steps are carried out."""
    one = _Run(steps, run)
    one.play(steps, ())
    return one.destroyed


class _Run:
    """One run through an effect that picks and destroys cards."""

    def __init__(self, steps: list[Raw], run: int) -> None:
        self.places: dict[tuple[int, ...], int] = {}
        self.wishes = iter([bool(run >> bit & 1) for bit in range(RUNS)] * 2)
        self.kept: dict[str, int] = {}
        self.destroyed: list[int] = []
        self._number(steps, ())

    def _number(self, steps: list[Raw], at: tuple[int, ...]) -> None:
        for index, step in enumerate(steps):
            if step["do"] == "choose":
                self.places[*at, index] = len(self.places) + 1
            self._number(step.get("then", []), (*at, index))

    def play(self, steps: list[Raw], at: tuple[int, ...]) -> None:
        """Carry out steps at this place of the effect."""
        for index, step in enumerate(steps):
            if step["do"] == "choose":
                self.kept[step["store"]] = self.places[*at, index]
            elif step["do"] == "destroy":
                self.destroyed.append(self.kept[step["of"]["var"]])
            elif step["do"] == "repeat" or next(self.wishes):
                for _ in range(2 if step["do"] == "repeat" else 1):
                    self.play(step["then"], (*at, index))
