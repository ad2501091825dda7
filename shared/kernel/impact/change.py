"""Changed settings for stored streams, to find out how their games would have turned out under another ruling."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final, TypeVar

import msgspec
from msgspec import Struct
from msgspec.structs import fields, replace

from shared.kernel.game import Game
from shared.kernel.stream import Stream

S = TypeVar("S")


class UnknownSetting(ValueError):
    """Raised when the game has no such setting, or the setting cannot have this value.

    The message names the setting.
    """


class Change(Struct, frozen=True):
    """Settings that replace those of a stream from its opening on; the stream keeps all its other settings.

    Shape:   `{"critical": {"count": "exactly"}}`, as in the opening command of the game
    """

    settings: Mapping[str, Any] = {}

    def apply_to(self, stream: Stream[S]) -> Stream[S]:
        """Return a stream with the changed settings; a stream that is not open yet is returned unchanged.

        Refuses: UnknownSetting
        """
        if not self.settings or not stream.opened:
            return stream
        game: Any = stream.game
        settings = settings_of(stream)
        if settings is None:
            raise UnknownSetting(f"{stream.id} has no settings")
        return replace(stream, game=replace(game, settings=_merge(settings, self.settings, "")))


NO_CHANGE: Final = Change()


def check_settings(game: Game[S], change: Change) -> None:
    """Check that a game has the changed settings, and allows their values.

    Rule:    AR-IMPACT-03
    Refuses: UnknownSetting
    """
    if not change.settings:
        return
    settings = getattr(game.initial, "settings", None)
    if not isinstance(settings, Struct):
        raise UnknownSetting(f"{game.name} has no settings")
    _merge(settings, change.settings, "")


def settings_of(stream: Stream[Any]) -> Struct | None:
    """Return a stream's settings; None if its game has none."""
    found = getattr(stream.game, "settings", None)
    return found if isinstance(found, Struct) else None


def _merge(settings: Struct, changes: Mapping[str, Any], place: str) -> Struct:
    """Return settings with some of them changed, group by group.

    Refuses: UnknownSetting
    """
    declared = {field.encode_name: field for field in fields(settings)}
    new: dict[str, Any] = {}
    for name, value in changes.items():
        field = declared.get(name)
        if field is None:
            raise UnknownSetting(f"there is no setting {place}{name}; there are {', '.join(sorted(declared))}")
        now = getattr(settings, field.name)
        if isinstance(now, Struct) and isinstance(value, Mapping):
            new[field.name] = _merge(now, value, f"{place}{name}.")
            continue
        try:
            new[field.name] = msgspec.convert(value, field.type)
        except msgspec.ValidationError as error:
            raise UnknownSetting(f"{place}{name}: {error}") from error
    return replace(settings, **new)
