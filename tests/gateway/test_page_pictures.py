"""Pictures of link previews: they are drawn as on the page, in pool processes, with the letters that the font has."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path
from typing import Any, Final

import msgspec
import pytest

from services.page.pictures import shapes
from services.page.pictures.canvas import HIGH, WIDE, Canvas
from services.page.pictures.composing import draw_neutral
from services.page.pictures.lettering import ACCENTS, FURTHER, lettering_of
from services.page.pictures.outlines import outlines_of
from services.tcg import picture as cards
from shared.kernel.pictures import hash_of

ROOT: Final = Path(__file__).resolve().parents[2]
PAGE: Final = ROOT / "services/page/web/src/parts"
EMBLEMS: Final = (shapes.FIELDS, shapes.METALS, shapes.SHIELD, shapes.DIVISIONS, shapes.CHARGES, shapes.PAW)
WITHOUT: Final = {"dice": 3, "cards": 3}
"""Places that the pictures draw without the page's last shapes, which are the dice and cards there."""


def texts_of(part: Any) -> list[str]:  # noqa: ANN401 any data
    """Return all texts in some data that are paths or colours."""
    if isinstance(part, str):
        return [part] if part else []
    if isinstance(part, dict | tuple | list):
        return [text for one in (part.values() if isinstance(part, dict) else part) for text in texts_of(one)]
    return texts_of(msgspec.to_builtins(part)) if isinstance(part, msgspec.Struct) else []


@pytest.mark.rule("AR-PAGE-66")
@pytest.mark.parametrize(
    ("source", "drawn"),
    [
        (PAGE / "emblem.ts", EMBLEMS),
        (PAGE / "ready/scene.ts", shapes.PLACES),
        (PAGE / "campaign/dice.ts", (shapes.BODIES, shapes.ICONS)),
        (ROOT / "services/tcg/page/play/art.ts", ([path for _, path in cards.EMBLEMS], cards.OTHER)),
    ],
    ids=["emblems", "places", "dice", "cards"],
)  # fmt: skip
def test_the_picture_has_the_shapes_of_the_page(source: Path, drawn: object) -> None:
    """Each path and colour is in the page's source, and each of the page's corresponding paths is drawn."""
    text = source.read_text("utf-8")
    used = texts_of(drawn)
    assert [] == [one for one in used if f"'{one}'" not in text]
    paths = {one for one in re.findall(r"'(M[^']*)'", text) if not re.fullmatch(r"M\w*[a-z]{3}.*", one)}
    left = paths - {*used}
    assert len(left) == (sum(WITHOUT.values()) if source.name == "scene.ts" else 0), left


@pytest.mark.rule("AR-PAGE-66")
def test_an_emblem_is_chosen_as_on_the_page() -> None:
    """The number of a text is its 32-bit FNV-1a hash, whose test vectors are known; case makes no difference."""
    assert [0x811C9DC5, 0xE40C292C, 0xBF9CF968] == [hash_of(text) for text in ("", "a", "foobar")]
    assert shapes.emblem_of("YLVA") == shapes.emblem_of("ylva") != shapes.emblem_of("odo")
    assert shapes.PAW == shapes.emblem_of("ylva", beast=True).charge


@pytest.mark.rule("AR-PAGE-66")
@pytest.mark.parametrize(
    ("text", "drawn", "accents"),
    [
        ("Odo & Sons", "Odo & Sons", ()),
        ("Söhne", "Sohne", ((1, "diaeresis"),)),
        ("Ågot Straße", "Agot Strasse", ((0, "ring"),)),
        ("naïve façade", "naive facade", ((2, "diaeresis"), (8, "cedilla"))),
        ("日本の", "···", ()),
        ("a\u200bb\N{GRINNING FACE}\ufe0f", "ab·", ()),
        ("½ \N{EM DASH} “x”", "1/2 - “x”", ()),
        ("한국어 o\u030a\u0301", "··· o", ((4, "ring"), (4, "acute"))),
        ("Ω\u0301", "·", ()),
    ],
)
def test_each_letter_is_drawn_spelled_or_replaced(
    text: str, drawn: str, accents: tuple[tuple[int, str], ...]
) -> None:  # fmt: skip
    """Letters with accents are drawn, a few are spelled in ASCII, and the rest become a dot, so no box is shown."""
    assert (drawn, accents) == ((found := lettering_of(text)).text, found.accents)


@pytest.mark.rule("AR-PAGE-66")
def test_the_font_has_every_letter_that_is_drawn() -> None:
    """Each printable ASCII character and each further letter looks different from a missing one; so do accents."""

    def shown(text: str) -> bytes:
        canvas = Canvas("#ffffff", (200, 200))
        canvas.text(text, (30, 60), 60, "#000000", width=WIDE)
        return canvas.pixels()

    blank = Canvas("#ffffff", (200, 200)).pixels()
    letters = [*map(chr, range(33, 127)), *FURTHER]
    drawn = {shown(letter): letter for letter in letters}
    assert blank not in drawn
    assert len(letters) == len(drawn), "two letters that look alike are boxes"
    assert [] == [mark for mark in ACCENTS if shown(f"o{mark}") == shown("o")]


@pytest.mark.rule("AR-PAGE-66")
def test_a_text_that_is_too_wide_ends_with_an_ellipsis() -> None:
    """No text is wider than the room for it, whatever its letters."""
    canvas = Canvas("#ffffff")
    for text in ("W" * 400, "i" * 400, "Ä" * 400, "a b " * 100):
        for size in (8, 30, 62):
            assert 0 < canvas.text(text, (0, 100), size, "#000000", width=200) <= 200
    assert canvas.text("short", (0, 100), 30, "#000000", width=200) < 200


def test_an_outline_follows_its_path() -> None:
    """Lines, curves and arcs end where the path says, and a circle is as wide as two radii."""
    ((*_, last),) = outlines_of("M2 3h4v5H1L0 0Q1 2 3 4t2 2C1 1 2 2 7 7s1 1 2 3A5 5 0 0 1 12 9")
    assert (12, 9) == pytest.approx(last)
    (circle,) = outlines_of("M0 0a5 5 0 1 1 10 0a5 5 0 1 1 -10 0Z")
    xs, ys = zip(*circle, strict=True)
    assert (0, 10, -5, 5) == pytest.approx((min(xs), max(xs), min(ys), max(ys)), abs=0.05)
    assert 2 == len(outlines_of("M0 0h1v1ZM4 4h1v1Z"))


@pytest.mark.rule("AR-PAGE-65")
def test_a_picture_is_the_same_in_every_process() -> None:
    """Another process draws the same bytes, so all servers send the same ETag."""
    code = (
        "import sys; from services.page.pictures.drawing import draw_nothing; sys.stdout.buffer.write(draw_nothing())"
    )
    run = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, check=True)
    from services.page.describing import NOTHING

    assert run.stdout == draw_neutral(*NOTHING)
    assert (1200, 630) == (WIDE, HIGH)


@pytest.mark.rule("AR-PAGE-66")
@pytest.mark.long
def test_a_server_imports_no_pillow() -> None:
    """Neither the app, nor the gateway's commands, nor the process that forks servers and workers imports Pillow."""
    code = (
        "import sys, services.gateway.app as app, services.gateway.cli; "
        "from services.gateway.processes.nursery import SERVERS, WORKERS, prepare; prepare((SERVERS, WORKERS), None); "
        "app.page_routes(pictures=app.draws_pictures()); print(app.draws_pictures(), 'PIL' in sys.modules)"
    )
    run = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True)
    assert "True False\n" == run.stdout
