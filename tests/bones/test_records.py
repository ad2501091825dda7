"""What is recorded says the same whenever it is decided again."""

from collections.abc import Iterator
from typing import Any, Final, Literal, get_args, get_origin, get_type_hints

from msgspec import Struct
from msgspec.structs import fields

from services.bones.chapters.companions import GainCompanion
from services.bones.chapters.creatures import BuildCreature
from services.bones.game import bones
from tests.bones.road import GUIDE, newest
from tests.bones.tables import Journal
from tests.support.journal import audited

AS_SENT: Final = ("Sample", "NewCreature")
"""What is recorded as it was sent, in a command and in its event alike."""


def inside(hint: Any) -> Iterator[Any]:  # noqa: ANN401 a declared type
    """Yield a type and all it is made of."""
    yield hint
    for part in get_args(hint):
        yield from inside(part)


def structs(kind: Any, seen: set[Any]) -> None:  # noqa: ANN401 a declared type
    """Gather the structs of which a message is made."""
    base = get_origin(kind) or kind
    if not (isinstance(base, type) and issubclass(base, Struct)) or base in seen:
        return
    seen.add(base)
    for hint in get_type_hints(base, include_extras=True).values():
        for part in inside(hint):
            structs(part, seen)


def test_no_text_is_left_out_because_it_is_the_default() -> None:
    """A default is left out only where it is that very object, which a text that was read is not."""
    seen: set[Any] = set()
    for event in bones.events:
        structs(event, seen)
    found = [
        f"{kind.__name__}.{field.name}"
        for kind in seen
        if kind.__struct_config__.omit_defaults and kind.__name__ not in AS_SENT
        for field in fields(kind)
        if isinstance(field.default, str) and field.default
        if all(get_origin(part) is not Literal for part in inside(field.type))
    ]
    assert not found


def test_a_companion_that_walks_is_recorded_as_it_is_decided_again() -> None:
    """Its move score is the usual one, which nobody named."""
    journal = Journal()
    journal.send(BuildCreature(creature=GUIDE))
    journal.send(GainCompanion(creature=newest(journal), service="companion", name="Fang", dice=("Predator",) * 5))
    journal.close()

    assert "proven" == audited(bones, journal.lines()).conclusion
