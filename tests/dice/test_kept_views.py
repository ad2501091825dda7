"""The cache of views, which never serves another seat's view or the view of another version."""

from __future__ import annotations

from random import Random
from typing import Final

import msgspec

from services.dice.chapters.secrets import RollRevealed
from services.dice.chapters.voids import RollVoided
from services.dice.game import table
from services.dice.state import RECENT, TableState
from shared.kernel.game import fold_events
from shared.kernel.messages import Event
from shared.platform.http.answers import encode, with_parts_encoded

from .scenes import public_roll, secret_roll, showing, table_opened

SEATS: Final = (None, "gm", "ann", "bob")
STEPS: Final = 90
STATE: Final = msgspec.msgpack.Decoder(TableState)


def view_of(state: TableState, seat: str | None) -> bytes:
    """Return a seat's view as sent, built with the cached parts of earlier views."""
    return encode(with_parts_encoded(table.view(state, seat)))


def seen_without_cache(state: TableState, seat: str | None) -> bytes:
    """Return a seat's view as sent, built without the cache from a stored and reloaded state."""
    return encode(table.view(STATE.decode(msgspec.msgpack.encode(state)), seat))


def next_event(state: TableState, luck: Random) -> Event:
    """Return a random event: a roll, secret or not, or one that reveals or voids a recent roll."""
    number, face = state.rolls + 1, luck.randint(1, 20)
    if state.secrets and luck.random() < 0.2:
        secret = luck.choice(sorted(state.secrets))
        outcome = state.secrets[secret].outcome
        assert outcome is not None
        return RollRevealed(roll=secret, outcome=outcome)
    countable = [kept.rolled.number for kept in state.recent if kept.void is None]
    if countable and luck.random() < 0.2:
        return RollVoided(roll=luck.choice(countable), reason="cocked")
    return luck.choice((public_roll, secret_roll))(face, number, luck.choice(("ann", "bob")))


def test_a_view_does_not_depend_on_the_cache() -> None:
    """While rolls are made, revealed and voided, random seats see the same views with and without the cache."""
    luck = Random(83)
    spec = table_opened()
    for _ in range(STEPS):
        spec.given(next_event(spec.state, luck))
        for seat in luck.sample(SEATS, luck.randint(1, len(SEATS))):
            assert seen_without_cache(spec.state, seat) == view_of(spec.state, seat)
    assert spec.state.rolls > RECENT


def test_a_later_view_leaves_an_earlier_one_unchanged() -> None:
    """A view built after more events does not change a view that was built before."""
    before = table_opened().given(*(public_roll(face, face) for face in range(1, 6)), secret_roll(17, 6)).state
    first = view_of(before, "bob")
    later = fold_events(table, before, [RollRevealed(roll=6, outcome=showing(17))])
    assert b"17" in view_of(later, "bob")
    assert first == view_of(before, "bob") == seen_without_cache(before, "bob")
    assert b"17" not in first
