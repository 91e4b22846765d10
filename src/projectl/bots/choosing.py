"""A bot's whole move, from a position as its seat may imagine it."""

from typing import Any

from projectl.game import Game
from projectl.game.moves import SEATS
from projectl.rules import chance

from . import BOTS
from .playout import Scratch


def choose_move(bot: str, position: dict[str, Any], seat: str, seed: int) -> str:
    """The move, as text, that this bot makes for a seat that is to move."""
    game = Game.from_position(position)
    choose = BOTS[bot]
    number = SEATS.index(seat)
    scratch = Scratch(seed, chance.BOTS)
    while not game.history:
        game.take_step(choose(game.config.rules, game.state, number, scratch), seat)
    return str(game.history[0].move)
