"""What a seat may send in a match now, and why not the rest: by the very checks that judge the commands."""

from services.tcg.legal.entries import Entry, entries
from services.tcg.legal.listing import legal

__all__ = ["Entry", "entries", "legal"]
