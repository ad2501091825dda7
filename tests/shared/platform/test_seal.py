"""Seals: encrypted data opens only with its context and key, keys can be rotated, and the key file is protected."""

import json
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from shared.platform.seal import (
    KeyFileBroken,
    Keys,
    KeyUnknown,
    SealBroken,
    Sealer,
    derive,
    signed_by,
    signer_id,
)

OLD = Sealer({"old": b"o" * 32}, current="old")
BOTH = Sealer({"old": b"o" * 32, "new": b"n" * 32}, current="new")


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """Return a path for a key file."""
    return tmp_path / "data" / "keys.json"


# ------------------------------------------------------------------ seals


@given(data=st.binary(max_size=200), context=st.binary(max_size=80))
def test_a_seal_opens_in_its_context(data: bytes, context: bytes) -> None:
    """Opening a seal in its context returns the original bytes, whatever they are."""
    assert OLD.open(OLD.seal(data, context), context) == data


def test_a_seal_has_the_layout_that_is_promised() -> None:
    """A seal consists of the version, the key id with its length, the nonce, and the encrypted data plus 16 bytes."""
    sealed = OLD.seal(b"five!", b"")
    assert sealed[:5] == b"\x01\x03old"
    assert len(sealed) == 5 + 12 + 5 + 16


def test_the_key_of_a_seal_follows_rfc_5869() -> None:
    """The derivation of a seal's key equals HKDF-Expand of a library for a single block."""
    from cryptography.hazmat.primitives.hashes import SHA256
    from cryptography.hazmat.primitives.kdf.hkdf import HKDFExpand

    key = bytes(range(32))
    assert derive(key, b"purpose") == HKDFExpand(SHA256(), 32, b"purpose").derive(key)


def test_two_seals_of_the_same_bytes_differ() -> None:
    """Two seals of the same bytes differ, because each seal has a new nonce."""
    assert OLD.seal(b"same", b"c") != OLD.seal(b"same", b"c")


def test_a_seal_does_not_open_in_another_context() -> None:
    """Data that was sealed for one stream and version cannot be opened for another."""
    sealed = OLD.seal(b"seed", b"dice.table:a 1")
    with pytest.raises(SealBroken):
        OLD.open(sealed, b"dice.table:a 2")


@pytest.mark.parametrize("place", range(len(OLD.seal(b"seed", b"c"))))
def test_a_flipped_bit_anywhere_breaks_the_seal(place: int) -> None:
    """A flipped bit in header, nonce, body or tag breaks the seal.

    In the key id, a flipped bit may lead to an unknown key instead.
    """
    sealed = bytearray(OLD.seal(b"seed", b"c"))
    sealed[place] ^= 1
    with pytest.raises((SealBroken, KeyUnknown)):
        OLD.open(bytes(sealed), b"c")


@given(noise=st.binary(max_size=80))
def test_noise_is_refused_by_name(noise: bytes) -> None:
    """Opening any bytes as a seal raises only `SealBroken` or `KeyUnknown`."""
    with pytest.raises((SealBroken, KeyUnknown)):
        OLD.open(noise, b"c")


def test_a_cut_seal_is_broken() -> None:
    """The sealer refuses a seal that lacks bytes at its end."""
    sealed = OLD.seal(b"seed", b"c")
    for length in range(len(sealed)):
        with pytest.raises(SealBroken):
            OLD.open(sealed[:length], b"c")


def test_an_unknown_key_is_named() -> None:
    """The error for an unknown key contains the id of the key, which must be restored."""
    with pytest.raises(KeyUnknown) as caught:
        OLD.open(BOTH.seal(b"seed", b"c"), b"c")
    assert caught.value.key_id == "new"


@pytest.mark.parametrize(
    ("keys", "current"),
    [({"a": b"short"}, "a"), ({"a": bytes(32)}, "b"), ({"a" * 33: bytes(32)}, "a" * 33), ({"": bytes(32)}, "")],
)
def test_unfit_keys_are_refused(keys: dict[str, bytes], current: str) -> None:
    """The sealer refuses a key that is too short, an id that is empty or too long, and a missing current key."""
    with pytest.raises(ValueError, match=r"key"):
        Sealer(keys, current=current)


# ------------------------------------------------------------------ rotation


def test_old_seals_open_after_a_rotation_and_new_ones_use_the_new_key(path: Path) -> None:
    """After a rotation, old seals can still be opened, and new seals use the new key."""
    keys = Keys.open(path)
    before = keys.sealer.seal(b"old", b"c")
    name = keys.rotate()
    after = keys.sealer.seal(b"new", b"c")
    assert keys.sealer.open(before, b"c") == b"old"
    assert after[2 : 2 + after[1]] == name.encode()
    again = Keys.open(path).sealer
    assert (again.open(before, b"c"), again.open(after, b"c")) == (b"old", b"new")


def test_another_process_learns_of_a_rotation_when_it_meets_the_new_key(path: Path) -> None:
    """If a seal has an unknown key, the process reads the key file again and then opens the seal."""
    here, there = Keys.open(path), Keys.open(path)
    there.rotate()
    assert here.sealer.open(there.sealer.seal(b"new", b"c"), b"c") == b"new"
    assert here.sealer.current == there.sealer.current


def test_a_lost_key_file_makes_the_key_unknown(path: Path) -> None:
    """If the key file cannot be read again, the error names the key that the seal needs."""
    keys = Keys.open(path)
    path.unlink()
    with pytest.raises(KeyUnknown):
        keys.sealer.open(BOTH.seal(b"seed", b"c"), b"c")


def test_each_use_rotates_alone(path: Path) -> None:
    """A new key for tokens does not change the keys of seals or of receipts."""
    keys = Keys.open(path)
    sealing, receipts, tokens = keys.sealer.current, keys.signer.key_id, keys.tokens.current
    fresh = keys.rotate("tokens")
    assert (keys.sealer.current, keys.signer.key_id) == (sealing, receipts)
    assert (keys.tokens.current, set(keys.tokens.keys)) == (fresh, {tokens, fresh})


# ------------------------------------------------------------------ receipts


def test_a_receipt_is_verified_with_the_public_key_alone(path: Path) -> None:
    """With the public key alone, a signature verifies for the signed bytes and for no others."""
    signer = Keys.open(path).signer
    signature = signer.sign(b"head")
    assert signed_by(signer.public, b"head", signature)
    assert not signed_by(signer.public, b"tail", signature)
    assert not signed_by("zz", b"head", signature)
    assert not signed_by(signer.public, b"head", b"")


def test_old_receipts_verify_after_a_rotation(path: Path) -> None:
    """The public keys of all receipts stay available, under ids that are derived from the keys."""
    keys = Keys.open(path)
    old, signature = keys.signer, keys.signer.sign(b"head")
    keys.rotate("receipts")
    assert keys.signer.public != old.public
    assert signed_by(keys.receipt_keys[old.key_id], b"head", signature)
    assert set(keys.receipt_keys) == {old.key_id, keys.signer.key_id}


def test_signatures_follow_rfc_8032() -> None:
    """Signing produces the first test vector of RFC 8032."""
    from shared.platform.seal import Signer

    key = bytes.fromhex("9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60")
    signer = Signer(signer_id(key), key)
    assert signer.public == "d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a"
    assert signer.sign(b"").hex().startswith("e5564300c360ac729086e2cc806e828a")


# ------------------------------------------------------------------ the key file


def test_the_file_is_made_once_for_its_owner_only(path: Path) -> None:
    """The first start creates the key file with mode 600, and the next start finds the same keys."""
    keys = Keys.open(path)
    assert path.stat().st_mode & 0o777 == 0o600
    assert Keys.open(path).export() == keys.export() == path.read_bytes()
    assert list(path.parent.iterdir()) == [path]


def test_processes_that_start_together_share_one_file(path: Path) -> None:
    """If several processes start together, none overwrites the keys that another has created."""
    with ThreadPoolExecutor(8) as pool:
        made = {keys.export() for keys in pool.map(Keys.open, [path] * 16)}
    assert len(made) == 1


def test_rotations_at_the_same_time_are_all_kept(path: Path) -> None:
    """If several rotations run at the same time, none overwrites the key that another has added."""
    first = Keys.open(path).sealer.current
    with ThreadPoolExecutor(8) as pool:
        names = list(pool.map(lambda _: Keys.open(path).rotate(), range(8)))
    held = json.loads(path.read_bytes())["sealing"]["keys"]
    assert set(held) == {first, *names}


@pytest.mark.parametrize("mode", [0o644, 0o604, 0o620, 0o666])
def test_a_file_open_to_others_is_refused(path: Path, mode: int) -> None:
    """A key file that other users could read or write is refused."""
    Keys.open(path)
    path.chmod(mode)
    with pytest.raises(KeyFileBroken, match="can be read by other users"):
        Keys.open(path)


@pytest.mark.parametrize(
    "change",
    [
        lambda form: form["sealing"].update(current="nobody"),
        lambda form: form["sealing"]["keys"].update(x="deadbeef"),
        lambda form: form.update(version=2),
        lambda form: form.pop("receipts"),
        lambda form: form.update(extra=1),
        lambda form: form["receipts"]["keys"].update({form["receipts"]["current"]: "deadbeef" * 8}),
    ],
)
def test_a_damaged_key_file_is_refused_without_quoting_it(path: Path, change: object) -> None:
    """The error for a damaged key file says what is wrong, and never contains a key."""
    Keys.open(path)
    form = json.loads(path.read_bytes())
    assert callable(change)
    change(form)
    path.write_text(json.dumps(form))
    with pytest.raises(KeyFileBroken) as caught:
        Keys.open(path)
    assert "deadbeef" not in str(caught.value)


def test_nothing_secret_is_shown(path: Path) -> None:
    """No `repr` contains a key."""
    keys = Keys.open(path)
    shown = repr([keys, keys.sealer, keys.signer, keys.tokens, keys._form])
    held = json.loads(path.read_bytes())
    secrets = [key for use in ("sealing", "tokens", "receipts") for key in held[use]["keys"].values()]
    assert [key for key in secrets if key in shown] == []
