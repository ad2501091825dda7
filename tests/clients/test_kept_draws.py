"""The Python client's verifier and our audit agree on logs with kept draws, honest or forged.

A *kept* draw is one that was undone and is used again for the same roll.
"""

from __future__ import annotations

from random import Random

import pytest

from arbiter_client import verify
from tests.support.forging import tamper
from tests.support.kept_forging import FORGERIES, forgery, honest
from tests.support.second_verifier import ours

from .test_python_verifier import alike


def test_it_proves_the_honest_log() -> None:
    """In an honest log, the client's verifier derives all draws from their seeds, including the kept draws."""
    export = b"\n".join(honest())
    proof = verify(export)
    alike(proof, ours(export, None))
    assert (proof.proven, proof.shown) == (True, 7)


@pytest.mark.parametrize("name", FORGERIES)
def test_it_names_a_forgery(name: str) -> None:
    """The client's verifier finds the forgery at the same line as our audit, at the level of draws."""
    export, line = forgery(name)
    proof = verify(export)
    alike(proof, ours(export, None))
    assert proof.failure is not None
    assert (proof.failure.level, proof.failure.line) == (2, line)


def test_it_names_the_line_of_a_tampered_log() -> None:
    """The verifier names the line of a flipped bit, a truncation or a rewritten commit."""
    luck, export = Random(9), b"\n".join(honest()) + b"\n"
    for _ in range(150):
        wrong = tamper(export, luck)
        alike(verify(wrong), ours(wrong, None))
