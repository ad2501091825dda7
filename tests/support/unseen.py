"""Characters that readers cannot see, and that no text from a player may contain."""

from __future__ import annotations

from typing import Final

UNSEEN: Final = (
    0x3164, 0x115F, 0x1160, 0xFFA0, 0x17B4, 0x17B5, 0x034F, 0x180F, 0xFFF0, 0xFFFF, 0xFDD0, 0x1BCA0, 0x1D173, 0x1FFFE,
    0xE0001, 0xE0041, 0xE007F, 0xE0FFF, 0x10FFFF,
)  # fmt: skip
"""Code points of fillers, marks without a shape, shorthand and music controls, tags, and noncharacters."""
