"""The Critical Saves that a character made, and the status that results from them."""

from __future__ import annotations

from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from services.rpg_boundless.catalogue import Status

KEPT: Final = 20
"""The maximum number of Critical Saves that are stored for a character. Older ones are dropped."""


class CriticalSaved(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A Critical Save that a character made: its roll, if there was one, and the rolls that led to it.

    `help`: this entry is no Critical Save, but help that a dying character received between two of them.
    """

    endured: bool
    roll: str | None = None
    rolls: tuple[str, ...] = ()
    void: bool = False
    help: bool = False


HELP: Final = CriticalSaved(endured=True, help=True)


class CriticalSaves(Struct, frozen=True, kw_only=True):
    """The Critical Saves that decide a character's status, with any help in between, and the status before them.

    Void Critical Saves do not count. When the character's wounds heal, all stored Critical Saves are removed.
    """

    before: Status
    made: tuple[CriticalSaved, ...] = ()

    @property
    def status(self) -> Status:
        """Return the status that results from the Critical Saves that are not void, and from any help between them.

        Rule:    FB-CRIT-03, FB-CRIT-04, FB-CRIT-15, FB-R-22
        """
        status = self.before
        for one in self.made:
            if one.help:
                status = "wounded" if status == "dying" else status
            elif not one.void:
                status = status_after(status, endured=one.endured)
        return status

    @property
    def last(self) -> CriticalSaved | None:
        """Return the last Critical Save that was made, or None."""
        return next((one for one in reversed(self.made) if not one.help), None)

    def having(self, one: CriticalSaved) -> CriticalSaves:
        """Return these Critical Saves with another one added.

        If there are too many, the oldest ones are removed and can no longer be annulled. The status before the
        others includes them.
        """
        made = (*self.made, one)
        settled = CriticalSaves(before=self.before, made=made[:-KEPT]).status
        return CriticalSaves(before=settled, made=made[-KEPT:])

    def annul(self, roll: str) -> CriticalSaves:
        """Return these Critical Saves after a roll was annulled.

        Critical Saves that the roll led to are removed. The Critical Save that was made with this roll becomes void.
        """
        kept = [replace(one, void=True) if one.roll == roll else one for one in self.made if roll not in one.rolls]
        return replace(self, made=tuple(kept))


def status_after(status: Status, *, endured: bool) -> Status:
    """Return the status of a character after a Critical Save. Rule: FB-CRIT-03, FB-CRIT-04, FB-R-22."""
    return "wounded" if endured and status != "dying" else "dying"
