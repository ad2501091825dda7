"""Boards for tests: `board(a=side(forms=["gate-whelp"]), b=side(…))` returns a game in the middle of a match.

The cards are those of the starter set, the built-in spirits, and those in `cards` (see `form`, `spirit`, `command`,
`savior`). A card is written as its id; a card with spirits under it as `("gate-whelp", "boost", "rescue")`, where a
built-in spirit can be written as its type. Events place all cards in the first turn of the first seat; then turn number
`turn` of the seat `active` begins, at `step`. The game's list of events starts empty.

    game = board(a=side(forms=[("gate-whelp", "boost")], hand=["riptide"]), b=side(), active="b", step="act2")
    card(game, "a", "gate-whelp")      the seat's first card with that id; `number` returns its number
    heard(game)                        the keys of the triggered effects that wait in the queue
    event_names(game)                  the names of the events since the board was set up
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final

import msgspec
from msgspec import UNSET, Struct, UnsetType

from services.tcg.catalogue.language.effects import AnyCard, Cards
from services.tcg.catalogue.sets import compose
from services.tcg.catalogue.starter import STARTER
from services.tcg.chapters import entering, hands, setup
from services.tcg.chapters import turn as turns
from services.tcg.chapters.decks import DeckAccepted
from services.tcg.chapters.departures import Gone, SpiritsSentToVoid
from services.tcg.chapters.opening import SeatJoined
from services.tcg.chapters.operations.searching import Searched
from services.tcg.forms import NEWEST
from services.tcg.settings import MatchSettings
from services.tcg.state.match import Card, Match
from services.tcg.state.tasks import Change
from services.tcg.words import DeckList, DeckName, Step
from shared.kernel.chance import Faces
from shared.kernel.messages import NOBODY, Event, Seat, Secret
from tests.tcg.playing import Playing

Pile = Sequence[str]
InPlay = str | tuple[str, ...]
"""A card in play: its printed id, or a tuple of its id and the ids of the spirits under it."""
SAVIOR: Final = "lantern-marshal"
SPIRIT_TYPES: Final = ("boost", "rescue", "aggress", "protect", "perfect")


class Side(Struct, frozen=True, kw_only=True):
    """A player's cards on the board: `set` has the face-down commands, and each pile is listed from the top."""

    savior: InPlay = SAVIOR
    boundless: bool = False
    forms: Sequence[InPlay] = ()
    commands: Pile = ()
    set: Pile = ()
    hand: Pile = ()
    deck: Pile = ()
    spirits: Pile = ()
    drop: Pile = ()
    void: Pile = ()


side = Side


def board(
    *, cards: Iterable[AnyCard] = (), settings: MatchSettings | None = None, faces: Sequence[int] = (),
    turn: int = 3, active: Seat = "a", step: Step = "act1", of_form: int = NEWEST, **seats: Side,
) -> Playing:  # fmt: skip
    """Return a match in progress; the seats sit clockwise in the order of the sides."""
    using = MatchSettings() if settings is None else settings
    match = Match(form=of_form, settings=using, cards=compose(_with(tuple(cards)), using.spirit_set).text)
    game = Playing(match, Faces(*faces))
    record(game, *(SeatJoined(seat=seat) for seat in seats))
    record(game, *(DeckAccepted(seat=seat, deck=own(seat, _deck(one))) for seat, one in seats.items()))
    saviors = tuple(hands.Shown(card=_parts(one.savior)[0], thing=at) for at, one in enumerate(seats.values(), 1))
    pace: Secret[tuple[int, ...]] | UnsetType = UNSET
    if using.passes_by_itself:
        pace = Secret(audience=NOBODY, value=(1, 2, 3))
    record(game, setup.MatchStarted(saviors=saviors, pace=pace), turns.TurnStarted(turn=1, seat=next(iter(seats))))
    for seat, one in seats.items():
        _place(game, seat, one)
    record(game, turns.TurnStarted(turn=turn, seat=active), turns.StepEntered(step=step))
    game.events.clear()
    return game


def record(game: Playing, *events: Event) -> Playing:
    """Record and fold events in order; return the game after them."""
    for event in events:
        game.emit(event)
    return game


# ---------------------------------------------------------------- finding


def card(game: Playing, seat: Seat, printed: str, place: str = "") -> Card:
    """Return a seat's first card with this printed id, among those it controls or holds.

    With `place`, consider only the cards in that zone.
    """
    found = [one for one in game.state.table.values() if one.seat == seat and one.card == _spirit(game, printed)]
    return next(one for one in found if place in ("", one.place))


def number(game: Playing, seat: Seat, printed: str, place: str = "") -> int:
    """Return the number of a seat's first card with this printed id.

    With `place`, consider only the cards in that zone.
    """
    return card(game, seat, printed, place).id


def heard(game: Playing) -> list[str]:
    """Return the keys of the triggered effects that wait in the queue."""
    return [waiting.effect for waiting in game.state.queue]


def event_names(game: Playing) -> list[str]:
    """Return the names of the events since the board was set up."""
    return [type(event).__name__ for event in game.events]


def change(
    game: Playing, kind: str, *, seat: Seat = "a", source: int = 0, lasts: str = "end_of_turn",
    **more: Any,  # noqa: ANN401 the other fields
) -> Change:  # fmt: skip
    """Return a change to a card, with the next unused id, for an event that records the change."""
    return Change(kind, game.state.changes + 1, seat, source, lasts, game.state.turn, **more)


def own(seat: Seat, value: Any) -> Secret[Any]:  # noqa: ANN401 whatever is secret
    """Return a secret that only one seat may read."""
    return Secret(audience=(seat,), value=value)


# ---------------------------------------------------------------- cards


def form(name: str, *effects: Mapping[str, Any], level: int = 0, pwr: int = 3, **more: Any) -> AnyCard:  # noqa: ANN401
    """Return a form; its effects are written as in a card file."""
    return _card(name, effects, kind="form", level=level, pwr=pwr, **more)


def spirit(name: str, *effects: Mapping[str, Any], **more: Any) -> AnyCard:  # noqa: ANN401 fields of a spirit
    """Return a spirit whose type is its name."""
    return _card(name, effects, **{"kind": "spirit", "type": name, **more})


def command(name: str, *effects: Mapping[str, Any], kind: str = "bound", **more: Any) -> AnyCard:  # noqa: ANN401
    """Return a command of the given type."""
    return _card(name, effects, **{**more, "kind": "command", "type": kind})


def savior(name: str, *, bound: Mapping[str, Any], boundless: Mapping[str, Any], **more: Any) -> AnyCard:  # noqa: ANN401
    """Return a savior with these two sides, whose flip requires one spirit under it."""
    flip = {"when": {"op": "is_spiritualized", "of": {"ref": "this"}}}
    return _card(name, (), **{"flip": flip, **more, "kind": "savior", "bound": bound, "boundless": boundless})


def effect(name: str, eti: str = "cont", **more: Any) -> dict[str, Any]:  # noqa: ANN401 fields of an effect
    """Return an effect written as in a card file."""
    return {"id": name, "eti": eti, **more}


def static(name: str, **more: Any) -> dict[str, Any]:  # noqa: ANN401 fields of a static
    """Return a CONT effect with one static ability; the effect's id is the ability's name."""
    condition = {"when": more.pop("when")} if "when" in more else {}
    return {"id": name.replace("_", "-"), "eti": "cont", "static": [{"static": name, **more}], **condition}


def _card(name: str, effects: Sequence[Mapping[str, Any]], **fields: Any) -> AnyCard:  # noqa: ANN401
    about = {"id": name, "name": name.title(), "set_id": "TEST", "number": name.upper().replace("-", "")[:8]}
    fields = {**about, "rarity": "test", "effects": effects, **fields}
    converted: AnyCard = msgspec.convert(fields, AnyCard)
    return converted


def _with(more: tuple[AnyCard, ...]) -> Cards:
    return msgspec.structs.replace(STARTER, cards=(*STARTER.cards, *more))


# ---------------------------------------------------------------- placing


def _place(game: Playing, seat: Seat, one: Side) -> None:
    match = game.state
    record(game, *_shuffles_for(game, seat, one))
    _put_into(game, seat, "hand", one.hand)
    _put_into(game, seat, "drop", tuple(reversed(one.drop)))
    for slot, form in enumerate(one.forms):
        thing = match.made + 1
        printed, *spirits = _parts(form)
        record(game, entering.FormPlayed(seat=seat, card=printed, thing=thing, zone=slot, origin="main_deck"))
        _attach(game, seat, thing, spirits)
    for slot, printed in enumerate((*one.commands, *one.set)):
        thing = match.made + 1
        if slot < len(one.commands):
            record(game, entering.CommandPlayed(seat=seat, card=printed, thing=thing, zone=slot, origin="hand"))
        else:
            record(game, entering.CommandSet(seat=seat, thing=thing, zone=slot, card=own(seat, printed)))
    _attach(game, seat, match.players[seat].savior, _parts(one.savior)[1:])
    if one.boundless:
        record(game, entering.SaviorFlipped(seat=seat, thing=match.players[seat].savior))
    for printed in reversed(one.void):
        gone = Gone(owner=seat, card=_spirit(game, printed), thing=match.made + 1, origin="spirit_deck")
        record(game, SpiritsSentToVoid(cause="effect", spirits=(gone,)))


def _attach(game: Playing, seat: Seat, thing: int, spirits: Sequence[str]) -> None:
    for printed in spirits:
        below = game.state.made + 1
        record(
            game,
            entering.SpiritAttached(
                thing=thing, spirit=below, card=_spirit(game, printed), owner=seat, origin="spirit_deck"
            ),
        )


def _put_into(game: Playing, seat: Seat, to: Any, cards: Pile) -> None:  # noqa: ANN401 hand or drop
    printed = tuple(_spirit(game, one) for one in cards)
    search = Searched(
        seat=seat, deck="main", n=len(cards), to=to, places=own(seat, ()), cards=own(seat, printed),
        first=game.state.made + 1,
    )  # fmt: skip
    record(game, search)


def _shuffles_for(game: Playing, seat: Seat, one: Side) -> Iterable[Event]:
    """Yield shuffles that put a player's decks in the order given by the side, with cards for other zones on top."""
    decks: tuple[tuple[DeckName, Pile], ...] = (
        ("main", (*_forms(one), *one.deck)), ("spirit", (*_spirits(one), *one.spirits)),
    )  # fmt: skip
    for deck, cards in decks:
        wanted = [_spirit(game, printed) for printed in reversed(cards)]
        left = list(enumerate(sorted(wanted)))
        order = []
        for printed in wanted:
            at = next(at for at, (_, there) in enumerate(left) if there == printed)
            order.append(left.pop(at)[0])
        yield hands.DeckShuffled(seat=seat, deck=deck, order=own(seat, tuple(order)))


def _deck(one: Side) -> DeckList:
    def counts_of(cards: Pile) -> dict[str, int]:
        names = [f"house-{printed}" if printed in SPIRIT_TYPES else printed for printed in cards]
        return {printed: names.count(printed) for printed in names}

    main, spirits = counts_of((*_forms(one), *one.deck)), counts_of((*_spirits(one), *one.spirits))
    return DeckList(savior=_parts(one.savior)[0], main=main, spirits=spirits)


def _forms(one: Side) -> list[str]:
    return [_parts(form)[0] for form in one.forms]


def _spirits(one: Side) -> list[str]:
    """Return the spirits of a side that belong under cards or in the void."""
    return [*(spirit for card in (*one.forms, one.savior) for spirit in _parts(card)[1:]), *one.void]


def _parts(printed: InPlay) -> tuple[str, ...]:
    return (printed,) if isinstance(printed, str) else printed


def _spirit(game: Playing, printed: str) -> str:
    return printed if printed in game.pool.printed else f"house-{printed}"
