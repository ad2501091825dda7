"""The text of a card, made from its data: nothing of it is written by hand."""

from .face import CardText, Face, flip_line, text_of
from .speech import line, say

__all__ = ["CardText", "Face", "flip_line", "line", "say", "text_of"]
