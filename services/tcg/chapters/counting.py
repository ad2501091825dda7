"""The effects that share a count of uses: effects with the same text, on one card or on all cards of one name."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, Final

import msgspec

from services.tcg.chapters.terms import Ability, CardPool

NESTED: Final = "/"
"""The character in the key of an effect that another effect grants."""
TOGETHER: Final = "+"
"""The last character of a key that counts the uses of several effects of one card. No effect has such a key."""
STORING: Final = frozenset({"store", "var"})
"""The fields with the name under which a step stores its result. No text prints these names."""


def count_together(pool: CardPool) -> None:
    """Count the uses of equal effects together, regardless of their ids, and those of different effects separately.

    Effects are equal if their printed texts are equal: only their ids, and the names of their results, may differ. An
    effect that can be gained counts together with equal effects of all cards, since any card may gain it.

    Rule: TC-RUL-196
    """
    of_name, of_card = defaultdict(list), defaultdict(list)
    for ability in pool.abilities.values():
        limit = ability.limit
        if limit is not None and limit.scope == "name":
            of_name[pool.printed[ability.card].key, _printed(ability)].append(ability)
        elif limit is not None or ability.voluntary or ability.event == "state":
            of_card[_printed(ability)].append(ability)
    taken = set[str]()
    for (name, _), equal in of_name.items():
        label = next((one.counted_as for one in equal if one.counted_as not in taken), f"{name}|{equal[0].key}")
        taken.add(label)
        _join(equal, label)
    for equal in of_card.values():
        for joined in _on_one_card(equal):
            if len(joined) > 1:
                _join(joined, joined[0].key + TOGETHER)


def _printed(ability: Ability) -> bytes:
    return msgspec.json.encode(_without_ids(msgspec.to_builtins(ability.effect), {}))


def _without_ids(part: Any, names: dict[str, int]) -> Any:  # noqa: ANN401 any part of a card
    """Return a part without the ids of effects, and with a number for the name of each stored result."""
    if isinstance(part, list | tuple):
        return [_without_ids(one, names) for one in part]
    if not isinstance(part, dict):
        return part
    return {
        name: names.setdefault(value, len(names)) if name in STORING and isinstance(value, str)
        else _without_ids(value, names)
        for name, value in part.items() if name != "id"
    }  # fmt: skip


def _on_one_card(equal: Sequence[Ability]) -> Iterator[Sequence[Ability]]:
    """Yield the groups of equal effects that one card may have, the printed ones first."""
    if any(NESTED in one.key for one in equal):
        yield sorted(equal, key=lambda one: NESTED in one.key)
        return
    of = defaultdict(list)
    for one in equal:
        of[one.card].append(one)
    yield from of.values()


def _join(equal: Iterable[Ability], label: str) -> None:
    for one in equal:
        one.counted_as = label
