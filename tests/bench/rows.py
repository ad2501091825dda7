"""The results of a bench: one row per measurement, as a table for people and as a JSON record."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from statistics import median
from typing import Any, Final, Literal

import msgspec
from msgspec import Struct
from rich.console import Console
from rich.table import Table

Sign: Final = {"at least": ">=", "at most": "<="}
FEW: Final = 100.0


class Bar(Struct, frozen=True):
    """A limit for the ratio in a row, or for our own figure. Missing a bar that is only an `aim` is not a failure."""

    way: Literal["at least", "at most"]
    value: float
    of: Literal["ratio", "ours"] = "ratio"
    aim: bool = False

    def __str__(self) -> str:
        """Return a short text for the bar."""
        what = "" if self.of == "ratio" else " (ours)"
        return f"{Sign[self.way]} {self.value:g}{what}{' (aim)' if self.aim else ''}"

    def met(self, *, ours: float, ratio: float | None) -> bool | None:
        """Return whether a measurement meets the bar; None if nothing was measured."""
        found = ours if self.of == "ours" else ratio
        if found is None:
            return None
        return found >= self.value if self.way == "at least" else found <= self.value


class Row(Struct, frozen=True, kw_only=True):
    """One measurement: our figure, the peer's, and the ratio of ours to the peer's."""

    row: str
    unit: str
    ours: float | None
    peer: str | None = None
    peer_value: float | None = None
    ratio: float | None = None
    bar: str | None = None
    met: bool | None = None
    note: str = ""


def row(
    name: str, unit: str, ours: Sequence[float], *, peer: str | None = None, theirs: Sequence[float] = (),
    bar: Bar | None = None, note: str = "",
) -> Row:  # fmt: skip
    """Return a row from figures measured in turns: the medians, and the median of the ratios within each turn.

    Shape:   ours and theirs: one figure for each turn
    """
    figure = median(ours)
    ratio = median(a / b for a, b in zip(ours, theirs, strict=True)) if theirs else None
    return Row(
        row=name, unit=unit, ours=round_figure(figure), peer=peer,
        peer_value=round_figure(median(theirs)) if theirs else None, ratio=None if ratio is None else round(ratio, 3),
        bar=None if bar is None else str(bar), met=None if bar is None else bar.met(ours=figure, ratio=ratio),
        note=note,
    )  # fmt: skip


def skip(name: str, unit: str, why: str, *, peer: str | None = None) -> Row:
    """Return a row that has no figure, with the reason."""
    return Row(row=name, unit=unit, ours=None, peer=peer, note=f"skipped: {why}")


def round_figure(value: float) -> float:
    """Round a figure to its significant digits."""
    return float(round(value)) if value >= FEW else float(f"{value:.3g}")


# ---------------------------------------------------------------- telling


def table(rows: Sequence[Row]) -> Table:
    """Return the rows as a table for people."""
    found = Table("row", "unit", title="Arbiter beside its peers: ours, theirs, ours over theirs", title_justify="left")
    for column in ("ours", "theirs", "ratio"):
        found.add_column(column, justify="right")
    for column in ("peer", "bar", "met", "note"):
        found.add_column(column)
    for line in rows:
        figures = (format_figure(line.ours), format_figure(line.peer_value), format_figure(line.ratio))
        found.add_row(line.row, line.unit, *figures, line.peer or "", line.bar or "", verdict(line.met), line.note)
    return found


def format_figure(value: float | None) -> str:
    """Format a figure."""
    if value is None:
        return "-"
    return f"{value:,.0f}" if value >= FEW else f"{value:g}"


def verdict(met: bool | None) -> str:  # noqa: FBT001 the one thing it is about
    """Format whether a bar is met."""
    return {True: "[green]yes[/]", False: "[red]no[/]", None: ""}[met]


def write(path: Path, rows: Sequence[Row], about: dict[str, Any]) -> None:
    """Write the record of a run."""
    path.parent.mkdir(parents=True, exist_ok=True)
    text = msgspec.json.format(msgspec.json.encode({"about": about, "rows": list(rows)}), indent=1)
    path.write_bytes(text + b"\n")


def print_rows(console: Console, rows: Sequence[Row]) -> None:
    """Print the table, and the number of bars that are met."""
    console.print(table(rows))
    held = [line for line in rows if line.met is not None]
    console.print(f"{sum(line.met is True for line in held)} of {len(held)} bars met")
