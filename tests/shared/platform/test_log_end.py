"""The end of the store's log file.

The tests cut the log at each byte and flip each bit: a torn write is cut off, and any other error is refused.
"""

from pathlib import Path
from typing import Final

import pytest

from shared.platform.embedded_store.log_end import LogDamaged, mend_log, whole_writes

pytestmark = pytest.mark.rule("AR-STORE-10")


def write(*words: bytes) -> bytes:
    """Return the bytes of a write as the server appends them."""
    return b"*%d\r\n" % len(words) + b"".join(b"$%d\r\n%s\r\n" % (len(word), word) for word in words)


GROUP: Final = write(b"MULTI") + write(b"XADD", b"s", b"1-0", b"b", bytes(range(256))) + write(b"EXEC")
WHOLE: Final = (
    write(b"SELECT", b"0"), b"#TS:1764400000\r\n", write(b"SET", b"a", b"1" * 12), GROUP, write(b"SET", b"b", b""),
    GROUP,
)  # fmt: skip
"""A log with writes, groups of writes and a comment. A group is kept or dropped as a whole."""
LOG: Final = b"".join(WHOLE)
ENDS: Final = [sum(map(len, WHOLE[:count])) for count in range(len(WHOLE) + 1)]


@pytest.mark.parametrize("zeros", [0, 1, 7, 4096])
def test_a_log_that_is_cut_anywhere_keeps_its_whole_writes(zeros: int) -> None:
    """Wherever a log is cut, it keeps its complete writes, even if zeros follow in place of the missing bytes."""
    for cut in range(len(LOG) + 1):
        assert max(end for end in ENDS if end <= cut) == whole_writes(LOG[:cut] + bytes(zeros)), cut


def test_no_flipped_bit_cuts_off_a_whole_write() -> None:
    """A flipped bit changes the content of a write, or the store refuses the log; no complete write is cut off.

    The test skips the name of a group's last command, which only the server knows.
    """
    names = {place for end in ENDS if LOG[:end].endswith(write(b"EXEC")) for place in range(end - 6, end - 2)}
    for place in range(len(LOG)):
        for bit in range(8):
            flipped = bytearray(LOG)
            flipped[place] ^= 1 << bit
            try:
                kept = whole_writes(bytes(flipped))
            except LogDamaged:
                continue
            assert kept == len(LOG) or place in names, (place, bit)


def test_a_wrong_length_is_refused_with_its_position() -> None:
    """The error for a wrong length names its position, and the position up to which the log is intact."""
    wrong = LOG.replace(b"$12\r\n", b"$712\r\n")

    with pytest.raises(LogDamaged, match=r"at byte \d+, .*`arbiter restore`.*to its first 39 bytes"):
        whole_writes(wrong)


def test_a_wrong_number_of_words_in_the_last_write_looks_torn() -> None:
    """A last write that announces too many arguments is cut off, because it looks like a write torn by a power cut."""
    alone = write(b"SET", b"a", b"1")

    assert len(LOG) == whole_writes(LOG + alone.replace(b"*3", b"*7"))
    with pytest.raises(LogDamaged):
        whole_writes(LOG + alone.replace(b"*3", b"*7") + alone)


def test_the_last_file_of_the_manifest_is_cut(tmp_path: Path) -> None:
    """Only the last file of the manifest is cut. The other files and an intact log do not change."""
    said = "".join(f"file a.{number}.incr.aof seq {number} type i\n" for number in (1, 2))
    (tmp_path / "a.manifest").write_text("file a.1.base.rdb seq 1 type b\n" + said, "utf-8")
    first, last = tmp_path / "a.1.incr.aof", tmp_path / "a.2.incr.aof"
    first.write_bytes(LOG[:-1])
    last.write_bytes(LOG[:-1])

    assert (last, len(GROUP) - 1) == mend_log(tmp_path)
    assert (LOG[:-1], LOG[: ENDS[-2]]) == (first.read_bytes(), last.read_bytes())
    assert mend_log(tmp_path) is None


def test_a_folder_without_a_log_has_nothing_to_mend(tmp_path: Path) -> None:
    """Nothing changes in a folder that has no manifest, or whose manifest names no file."""
    assert mend_log(tmp_path) is None
    (tmp_path / "a.manifest").write_text("file a.1.incr.aof seq 1 type i\n", "utf-8")
    assert mend_log(tmp_path) is None
