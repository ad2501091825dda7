"""Moves: what can happen to cards, each told as it happens and looked at for what it calls up."""

from .control import release, return_control, return_for_turn, take_control
from .decks import DeckEnd, discard, draw, draw_for_step, invoke, put_back, rescue, reveal, shuffle, take_back
from .entering import (
    HOSTS,
    attach,
    attach_from_deck,
    flip,
    move_spirits,
    open_to,
    put_command,
    put_form,
    put_form_from_deck,
    set_command,
    spiritualize,
)
from .leaving import Away, going, leave, leave_together, let_go, sacrifice
from .replacing import first_is_first, replaced
from .voids import Decked, arrive, despiritualize, devour, send, to_void, top_of

__all__ = [
    "HOSTS",
    "Away",
    "DeckEnd",
    "Decked",
    "arrive",
    "attach",
    "attach_from_deck",
    "despiritualize",
    "devour",
    "discard",
    "draw",
    "draw_for_step",
    "first_is_first",
    "flip",
    "going",
    "invoke",
    "leave",
    "leave_together",
    "let_go",
    "move_spirits",
    "open_to",
    "put_back",
    "put_command",
    "put_form",
    "put_form_from_deck",
    "release",
    "replaced",
    "rescue",
    "return_control",
    "return_for_turn",
    "reveal",
    "sacrifice",
    "send",
    "set_command",
    "shuffle",
    "spiritualize",
    "take_back",
    "take_control",
    "to_void",
    "top_of",
]
