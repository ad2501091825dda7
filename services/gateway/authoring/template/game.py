"""Heads or tails, in one screen: its state, its chapters, and what a seat may see of it."""

from services.NAME.chapters import tosses
from services.NAME.state import Coin
from shared.kernel.game import Game, whole_state

game = Game(service="NAME", kind="game", state=Coin, chapters=(tosses,), view=whole_state, about="Tosses of a coin.")
