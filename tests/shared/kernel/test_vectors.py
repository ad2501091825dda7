"""Published test vectors: they match our output byte for byte, so that other verifiers keep working."""

import hashlib
import hmac
import json
from typing import Any

import msgspec
import pytest

from shared.kernel.audit import Receipt, audit, lines_of
from shared.kernel.messages import canonical
from shared.platform.seal import signed_by
from tests.support.long_log import CLOSED_TABLE
from tests.support.vectors import FOLDER, vectors


@pytest.mark.golden
@pytest.mark.parametrize("name", sorted(vectors()))
def test_the_vectors_hold_byte_for_byte(name: str) -> None:
    """The current output equals each published file."""
    assert (FOLDER / name).read_bytes() == vectors()[name]


def test_every_file_of_vectors_is_one_of_ours() -> None:
    """The folder of test vectors contains no obsolete file."""
    assert {path.name for path in FOLDER.iterdir()} == set(vectors())


def test_the_salts_of_the_chain_follow_from_its_key() -> None:
    """Each salt is HMAC-SHA256(stream key, version | number), which the test computes from published facts alone."""
    chain = json.loads((FOLDER / "chain.json").read_bytes())
    for commit in chain["commits"]:
        for number, part in enumerate(commit["parts"]):
            message = commit["version"].to_bytes(8, "big") + number.to_bytes(4, "big")
            assert part["salt"] == hmac.new(bytes.fromhex(chain["stream_key"]), message, hashlib.sha256).hexdigest()


def test_the_heads_of_the_chain_follow() -> None:
    """The test computes the heads of the chain from published facts with SHA-256 alone."""
    head = bytes(32)
    for commit in json.loads((FOLDER / "chain.json").read_bytes())["commits"]:
        assert commit["head_before"] == head.hex()
        digests = [hashlib.sha256(bytes.fromhex(p["salt"]) + p["value"].encode()).digest() for p in commit["parts"]]
        assert [part["digest"] for part in commit["parts"]] == [digest.hex() for digest in digests]
        head = hashlib.sha256(head + commit["public"].encode() + b"".join(digests)).digest()
        assert commit["head"] == head.hex()


def test_the_receipt_is_signed_over_its_facts() -> None:
    """A receipt is an Ed25519 signature over the canonical JSON of `at`, `head`, `stream` and `version`."""
    form: dict[str, Any] = json.loads((FOLDER / "receipt.json").read_bytes())
    receipt = msgspec.convert(form, Receipt)
    signature = bytes.fromhex(receipt.signature)
    assert receipt.signed == canonical({name: form[name] for name in ("at", "head", "stream", "version")})
    assert signed_by(form["public_key"], receipt.signed, signature)
    assert not signed_by(form["public_key"], receipt.signed + b" ", signature)
    assert receipt.key == hashlib.sha256(bytes.fromhex(form["public_key"])).hexdigest()[:16]


def test_the_published_logs_are_audited_as_published() -> None:
    """The audits of the published logs, of which the closed one has a receipt, result in the published reports."""
    lines = lines_of((FOLDER / "closed.ndjson").read_bytes())
    receipt = msgspec.json.decode((FOLDER / "receipt.json").read_bytes(), type=Receipt)
    report = audit(lines, reader_for=lambda _: None, receipt=receipt)
    assert (report.honest, report.head) == (True, CLOSED_TABLE.heads[-1].hex())
