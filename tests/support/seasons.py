"""Seasons of a campaign of BONES, as large as a test asks for: what is sent, by whatever sends it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any, Final, TypeAlias

Body: TypeAlias = dict[str, Any]
Send: TypeAlias = Callable[[Body], Sequence[Body]]
"""Sends a command as the game master, and returns its events."""

DICE: Final = [{"faces": ["Universal", "Mental", "Scholar", "Social", "Stealth", "Healer"]}] * 4
OPENING: Final[Body] = {"type": "OpenCampaign", "seats": [{"seat": "gm", "role": "gm"}, {"seat": "ann"}]}


def characters(send: Send, count: int) -> list[str]:
    """Make so many characters of ann's, who are ready to play."""
    found = []
    for number in range(count):
        made = send({"type": "CreateCharacter", "sheet": {"name": f"No. {number}"}, "dice": DICE, "seat": "ann"})
        who = made[0]["creature"]["id"]
        send({"type": "AgreeEquipment", "creature": who, "items": [], "coins": 0})
        found.append(who)
    return found


def declare(send: Send, those: Sequence[str], name: str | None = None) -> list[str]:
    """Open the next season, the first one by its name, and declare three actions of each."""
    send({"type": "OpenSeason", "name": name, "results": "all"})
    return [action for place in range(len(those)) for action in _three(send, those[place], those[place - 1])]


def _three(send: Send, who: str, other: str) -> Iterator[str]:
    """Declare an action for income, one against a difficulty, and one against somebody else."""
    against: Sequence[Body] = (
        {},
        {"skill": "Social", "difficulty": "Average"},
        {"skill": "Stealth", "opponents": [{"creature": other, "skill": "Mental"}]},
    )
    aims = (("income", "Scholar"), ("relationship", "Social"), ("information", "Stealth"))
    for (gains, skill), terms in zip(aims, against, strict=True):
        said = {"creature": who, "gains": [gains], "aim": "as every year", "skill": skill}
        action = send({"type": "DeclareAction", **said})[0]["action"]["id"]
        if terms:
            send({"type": "SetActionTerms", "action": action, "terms": terms})
        yield action
