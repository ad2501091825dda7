"""Heads or tails: assembles the game from its state, its chapters, and the view of a seat."""

from services.NAME.chapters import tosses
from services.NAME.state import Coin
from shared.kernel.game import Documentation, Game, whole_state

ABOUT = Documentation(about="Tosses of a coin.")
game = Game(service="NAME", kind="game", state=Coin, chapters=(tosses,), view=whole_state, documentation=ABOUT)
