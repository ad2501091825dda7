"""Derived faces, which are unbiased and depend only on seed and position, and tapes, which account for each face."""

import hashlib
import hmac
import json
from collections import Counter
from collections.abc import Iterator

import pytest
from hypothesis import given
from hypothesis import strategies as st

from shared.kernel.chance import (
    MAX_SIDES,
    DiceDraw,
    Diverged,
    Faces,
    FirstDraw,
    ProbeTape,
    SeedTape,
    ShuffleDraw,
    TableTape,
    Unseeded,
    salts_digest,
)
from shared.kernel.derivation import DrawBytes
from shared.kernel.messages import Audience
from shared.kernel.recorded_tape import RecordedTape, by_audience
from shared.kernel.refusals import FaceImpossible, FacesLeft, FacesMissing

SEED = bytes(range(32))
DIGEST = salts_digest(())
AUDIENCES = st.none() | st.lists(st.sampled_from(["gm", "ann", "bob"]), max_size=2).map(tuple)


def tape(version: int = 3, seed: bytes = SEED, digest: bytes = DIGEST) -> SeedTape:
    """Return a tape that derives faces from a seed."""
    return SeedTape(seed=seed, digest=digest, version=version)


# ------------------------------------------------------------------ the published layout, written a second time


def stream_of(version: int, purpose: str, audience: Audience | None, k: int, *, seed: bytes = SEED) -> Iterator[int]:
    """Return the random bytes of a draw according to the published layout."""
    lane = b"" if audience is None else json.dumps(audience, separators=(",", ":")).encode()
    message = DIGEST + version.to_bytes(8, "big") + len(purpose.encode()).to_bytes(2, "big") + purpose.encode()
    message += len(lane).to_bytes(2, "big") + lane + k.to_bytes(4, "big")
    for block in range(10_000):
        yield from hmac.new(seed, message + block.to_bytes(4, "big"), hashlib.sha256).digest()


def die_of(source: Iterator[int], sides: int) -> int:
    """Return one face, derived by the published layout."""
    width = next(width for width in (1, 2, 4) if sides <= 256**width)
    while True:
        word = int.from_bytes(bytes(next(source) for _ in range(width)), "big")
        if word < 256**width // sides * sides:
            return word % sides + 1


def shuffle_of(source: Iterator[int], size: int) -> tuple[int, ...]:
    """Return one order, derived by the published layout."""
    order = list(range(size))
    for i in range(size - 1, 0, -1):
        j = die_of(source, i + 1) - 1
        order[i], order[j] = order[j], order[i]
    return tuple(order)


@pytest.mark.rule("AR-SEED-01")
@given(
    version=st.integers(0, 2**53 - 1),
    purpose=st.text(st.characters(codec="utf-8"), max_size=20),
    audience=AUDIENCES,
    dice=st.tuples(st.integers(1, 300) | st.integers(1, MAX_SIDES), st.integers(0, 100)),
)
def test_dice_follow_the_published_layout(
    version: int, purpose: str, audience: Audience | None, dice: tuple[int, int]
) -> None:
    """Anyone who has the seed can derive the same faces from the published layout."""
    sides, count = dice
    source = stream_of(version, purpose, audience, 0)
    expected = tuple(die_of(source, sides) for _ in range(count))
    assert tape(version).roll(purpose, sides, count, audience=audience) == expected


@pytest.mark.rule("AR-SEED-01")
@given(version=st.integers(0, 1000), audience=AUDIENCES, size=st.integers(0, 400))
def test_shuffles_follow_the_published_layout(version: int, audience: Audience | None, size: int) -> None:
    """Each shuffle follows the published procedure, and contains every position exactly once."""
    order = tape(version).shuffle("deck", size, audience=audience)
    assert order == shuffle_of(stream_of(version, "deck", audience, 0), size)
    assert sorted(order) == list(range(size))


@pytest.mark.parametrize("size", [1, 32, 64, 65, 200])
def test_a_seed_of_any_length_is_a_key(size: int) -> None:
    """A key shorter than the hash's block is padded, and a longer one is hashed first, as in RFC 2104."""
    seed = bytes(range(size))
    source = stream_of(3, "dice", None, 0, seed=seed)
    assert tape(seed=seed).roll("dice", 20, 50) == tuple(die_of(source, 20) for _ in range(50))


# ------------------------------------------------------------------ no bias


def words(text: bytes) -> DrawBytes:
    """Return a reader that takes draws from the given bytes."""
    read = DrawBytes(b"", b"")
    read._bytes = iter(text)
    return read


def everything(read: DrawBytes, bound: int) -> Counter[int]:
    """Draw faces until the bytes run out, and count how often each occurs."""
    found: Counter[int] = Counter()
    try:
        while True:
            found[read.below(bound)] += 1
    except StopIteration:
        return found


@pytest.mark.parametrize("sides", range(1, 257))
def test_every_face_has_the_same_number_of_byte_values(sides: int) -> None:
    """Each face belongs to the same number of the 256 byte values. The draw skips the values that are left over."""
    counts = everything(words(bytes(range(256))), sides)
    assert counts == dict.fromkeys(range(sides), 256 // sides)


@pytest.mark.parametrize("sides", [257, 1000, 10_000, 21_846, 32_768, 32_769, 65_535, 65_536])
def test_every_face_has_the_same_number_of_two_byte_words(sides: int) -> None:
    """Each face belongs to the same number of the 65 536 two-byte words."""
    counts = everything(words(b"".join(word.to_bytes(2, "big") for word in range(65_536))), sides)
    assert counts == dict.fromkeys(range(sides), 65_536 // sides)


@pytest.mark.parametrize("sides", [65_537, 10**6, 10**9, 2**31 + 1, 2**32 - 1])
def test_four_byte_words_from_the_limit_on_are_skipped(sides: int) -> None:
    """The limit is the greatest multiple of the number of sides up to 2**32.

    The word just below the limit still counts.
    """
    limit = 2**32 // sides * sides
    around = b"".join(word.to_bytes(4, "big") for word in (limit, 2**32 - 1, limit - 1, 0))
    assert everything(words(around), sides) == Counter((sides - 1, 0))


def test_the_largest_die_uses_every_word() -> None:
    """A die with 2**32 sides skips no word."""
    assert everything(words(b"\xff" * 4 + b"\x00" * 4), MAX_SIDES) == Counter((2**32 - 1, 0))


@given(sides=st.integers(1, 256), count=st.integers(0, 200))
def test_the_fast_path_for_small_dice_gives_the_same_faces(sides: int, count: int) -> None:
    """For small dice, reading a whole block at once results in the same faces as reading word by word."""
    source = stream_of(3, "x", None, 0)
    expected = tuple(die_of(source, sides) for _ in range(count))
    assert tape().roll("x", sides, count) == expected


@pytest.mark.parametrize("sides", [0, -1, MAX_SIDES + 1])
def test_a_die_without_a_layout_is_a_mistake(sides: int) -> None:
    """Every tape raises an error for a die that has no layout, instead of searching for a face for ever."""
    for each in (tape(), TableTape((1,)), Faces(1), ProbeTape()):
        with pytest.raises(ValueError, match="no die"):
            each.roll("x", sides)


# ------------------------------------------------------------------ public and hidden draws


def test_the_same_draw_for_another_audience_shows_other_faces() -> None:
    """Public faces reveal nothing about hidden faces, even with the same purpose and position."""
    rolls = [tape().roll("x", 100, 20, audience=audience) for audience in (None, (), ("gm",), ("ann",), ("ann", "gm"))]
    assert len(set(rolls)) == 5


@given(hidden=st.integers(0, 5))
def test_hidden_draws_leave_the_public_ones_alone(hidden: int) -> None:
    """Hidden draws change neither the faces nor the numbers of the public draws around them."""
    plain, mixed = tape(), tape()
    faces = [plain.roll("x", 6, 3), plain.roll("x", 6, 3)]
    first = mixed.roll("x", 6, 3)
    for _ in range(hidden):
        mixed.roll("x", 6, audience=("gm",))
    assert [first, mixed.roll("x", 6, 3)] == faces
    assert [draw for audience, draw in mixed.taken if audience is None] == [draw for _, draw in plain.taken]


@pytest.mark.parametrize(
    "other",
    [
        tape(version=4),
        tape(seed=bytes(32)),
        tape(digest=salts_digest((("ann", "ab" * 32),))),
    ],
)
def test_seed_salts_and_version_all_count(other: SeedTape) -> None:
    """Another seed, other salts or another version lead to other faces."""
    assert other.roll("x", 100, 20) != tape().roll("x", 100, 20)


def test_the_order_in_which_salts_came_does_not_matter() -> None:
    """The digest of salts is computed from sorted pairs, so the last seat to add a salt has no special influence."""
    one, other = ("ann", "aa" * 32), ("bob", "bb" * 32)
    assert salts_digest((one, other)) == salts_digest((other, one))
    expected = hashlib.sha256(f'[["ann","{"aa" * 32}"],["bob","{"bb" * 32}"]]'.encode()).digest()
    assert salts_digest((other, one)) == expected


# ------------------------------------------------------------------ a real table


@pytest.mark.rule("AR-FACES-02")
def test_too_few_faces_are_refused() -> None:
    """The game refuses two entered faces for three dice, and states both numbers and the purpose of the roll."""
    with pytest.raises(FacesMissing) as caught:
        TableTape((1, 2)).roll("x", 6, 3)
    assert (caught.value.has, caught.value.rule) == (2, "AR-FACES-02")
    assert 'at least 3, 3 of them for "x"' == caught.value.needs


@pytest.mark.rule("AR-FACES-02")
def test_faces_that_are_missing_are_counted_over_the_whole_command() -> None:
    """If a command rolls two dice and then three, the game refuses four entered faces and asks for at least five."""
    table = TableTape((1, 2, 3, 4))
    table.roll("x", 6, 2)
    with pytest.raises(FacesMissing) as caught:
        table.roll("y", 6, 3)
    assert ('at least 5, 3 of them for "y"', 4) == (caught.value.needs, caught.value.has)


@pytest.mark.rule("AR-FACES-02")
def test_missing_faces_of_a_hidden_roll_do_not_name_its_purpose() -> None:
    """If faces for a hidden roll are missing, the refusal states their number, but not the purpose of the roll."""
    with pytest.raises(FacesMissing) as caught:
        TableTape((1,)).roll("a trap", 6, 3, audience=("gm",))
    assert "at least 3" == caught.value.needs


@pytest.mark.rule("AR-FACES-03")
def test_too_many_faces_are_refused() -> None:
    """The game decides the command and then refuses four entered faces for three dice."""
    table = TableTape((1, 2, 3, 4))
    assert table.roll("x", 6, 3) == (1, 2, 3)
    with pytest.raises(FacesLeft) as caught:
        table.finish()
    assert (caught.value.needs, caught.value.has, caught.value.rule) == (3, 4, "AR-FACES-03")


@pytest.mark.rule("AR-FACES-04")
@pytest.mark.parametrize("face", [0, 7, -1])
def test_an_impossible_face_is_refused(face: int) -> None:
    """The game refuses any entered face of a d6 outside 1 to 6."""
    with pytest.raises(FaceImpossible) as caught:
        TableTape((6, face)).roll("x", 6, 2)
    assert (caught.value.has, caught.value.rule) == (face, "AR-FACES-04")
    assert str(caught.value.needs).startswith("1 to 6")
    assert (face == 0) == ("shows 0 for its highest face shows 6" in str(caught.value.needs))


@pytest.mark.rule("AR-FACES-04")
def test_a_shuffle_at_the_table_names_each_place_once() -> None:
    """Positions in an entered shuffle are counted from 1. The game refuses a position that occurs twice."""
    assert TableTape((3, 1, 2)).shuffle("deck", 3) == (2, 0, 1)
    with pytest.raises(FaceImpossible):
        TableTape((3, 1, 1)).shuffle("deck", 3)


def test_faces_from_a_table_record_their_source() -> None:
    """The record of a draw with entered faces names the real table as their source."""
    table = TableTape((4,))
    table.roll("x", 6)
    assert table.taken == [(None, DiceDraw(k=0, purpose="x", sides=6, faces=(4,), source="table"))]


# ------------------------------------------------------------------ recorded tapes, scripts and dry runs

RECORDED = (
    (None, DiceDraw(k=0, purpose="a", sides=6, faces=(1, 2), source="seed")),
    (("gm",), DiceDraw(k=0, purpose="h", sides=6, faces=(5,), source="seed")),
    (None, ShuffleDraw(k=1, purpose="deck", order=(1, 0), source="seed")),
)


def test_a_recorded_tape_repeats_its_draws() -> None:
    """A recorded tape repeats the draws of each audience in order; the order between audiences does not matter."""
    recorded = RecordedTape(by_audience(RECORDED))
    hidden = recorded.roll("h", 6, audience=("gm",))
    assert (hidden, recorded.roll("a", 6, 2), recorded.shuffle("deck", 2)) == ((5,), (1, 2), (1, 0))
    recorded.finish()
    assert sorted(map(str, recorded.taken)) == sorted(map(str, RECORDED))


@pytest.mark.parametrize(
    ("purpose", "sides", "count", "audience"),
    [("b", 6, 2, None), ("a", 8, 2, None), ("a", 6, 1, None), ("a", 6, 2, ("gm",)), ("a", 6, 2, ())],
)
def test_a_recorded_tape_refuses_other_draws(purpose: str, sides: int, count: int, audience: Audience | None) -> None:
    """A recorded tape raises `Diverged` for a draw with another purpose, die, number or audience than recorded."""
    with pytest.raises(Diverged):
        RecordedTape(by_audience(RECORDED)).roll(purpose, sides, count, audience=audience)


def test_a_recorded_tape_distinguishes_dice_from_shuffles() -> None:
    """A recorded tape raises `Diverged` for a shuffle in place of recorded dice, and for dice in place of a shuffle."""
    with pytest.raises(Diverged):
        RecordedTape(by_audience(RECORDED)).shuffle("a", 2)
    recorded = RecordedTape(by_audience(RECORDED))
    recorded.roll("a", 6, 2)
    with pytest.raises(Diverged):
        recorded.roll("deck", 2, 2)


def test_a_recorded_tape_refuses_unused_and_missing_draws() -> None:
    """A recorded tape raises `Diverged` if a recorded draw is left over, or if a requested draw is not recorded."""
    recorded = RecordedTape(by_audience(RECORDED[:1]))
    with pytest.raises(Diverged, match="not asked for"):
        recorded.finish()
    recorded.roll("a", 6, 2)
    with pytest.raises(Diverged, match="not recorded"):
        recorded.roll("a", 6, 2)


def test_an_unused_scripted_face_fails_a_test() -> None:
    """A scripted tape fails the test if a scripted face is left unused."""
    script = Faces(1, 2)
    assert script.roll("x", 6) == (1,)
    with pytest.raises(FacesLeft):
        script.finish()


def test_a_dry_run_stops_at_the_first_draw() -> None:
    """A dry run stops at the first draw of dice, a shuffle or a seed. It reports the request and reveals no face."""
    with pytest.raises(FirstDraw) as caught:
        ProbeTape().roll("attack", 20, 2)
    assert (caught.value.purpose, caught.value.sides, caught.value.count) == ("attack", 20, 2)
    with pytest.raises(FirstDraw):
        ProbeTape().shuffle("deck", 52)
    with pytest.raises(FirstDraw):
        ProbeTape().entropy()


def test_an_opening_may_not_draw() -> None:
    """The kernel refuses draws in an opening.

    The opening's commit contains the commitment to the seed, so the server could choose a seed for the faces it wants.
    """
    opening = Unseeded(lambda: SEED)
    assert opening.entropy() == SEED.hex()
    with pytest.raises(Diverged):
        opening.roll("x", 6)
    with pytest.raises(Diverged):
        opening.shuffle("x", 6)


def test_only_a_tape_with_a_source_makes_seeds() -> None:
    """Only a tape with a source of randomness creates seeds; a tape for replays raises an error if it has to."""
    with pytest.raises(Diverged):
        tape().entropy()
