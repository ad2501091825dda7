"""The language cards are written in. Every form is closed: a field nobody knows is refused when a card is loaded."""
