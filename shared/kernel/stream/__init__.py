"""Streams: the parts that all streams share, in every game.

Seats, seed epochs, the opening and the end are the kernel's own messages; this package judges and folds them.
"""

from shared.kernel.stream.commits import RecordForm, Written, WrittenDecision, carry_out
from shared.kernel.stream.judgement import (
    MAX_SEATS,
    Settled,
    decide,
    fingerprint,
    hold_faces,
    hold_size,
    settle,
    tape_for,
)
from shared.kernel.stream.messages import (
    KERNEL_COMMANDS,
    KERNEL_EVENTS,
    AddSalt,
    Close,
    Continue,
    DrawsVoided,
    KernelCommand,
    OpenSeat,
    RotateSeed,
    RotateToken,
    SaltAdded,
    SeatOpened,
    SeedCommitted,
    SeedRevealed,
    StreamClosed,
    StreamOpened,
    TokenRotated,
)
from shared.kernel.stream.state import KERNEL_FOLDS, Epoch, SeatState, Stream, advance

__all__ = [
    "KERNEL_COMMANDS",
    "KERNEL_EVENTS",
    "KERNEL_FOLDS",
    "MAX_SEATS",
    "AddSalt",
    "Close",
    "Continue",
    "DrawsVoided",
    "Epoch",
    "KernelCommand",
    "OpenSeat",
    "RecordForm",
    "RotateSeed",
    "RotateToken",
    "SaltAdded",
    "SeatOpened",
    "SeatState",
    "SeedCommitted",
    "SeedRevealed",
    "Settled",
    "Stream",
    "StreamClosed",
    "StreamOpened",
    "TokenRotated",
    "Written",
    "WrittenDecision",
    "advance",
    "carry_out",
    "decide",
    "fingerprint",
    "hold_faces",
    "hold_size",
    "settle",
    "tape_for",
]
