"""Heads or tails, in one screen: its state, its chapters, and what a seat may see of it."""

from services.NAME.chapters import tosses
from services.NAME.state import Coin
from shared.kernel.game import Documentation, Game, whole_state

ABOUT = Documentation(about="Tosses of a coin.")
game = Game(service="NAME", kind="game", state=Coin, chapters=(tosses,), view=whole_state, documentation=ABOUT)
