"""Draw docs/screens/terminal.svg, the README's picture: a table in the middle of a game, as the terminal shows it."""

import io
import re
from pathlib import Path

from rich.console import Console

from projectl import Game
from projectl.bots import BOTS, Scratch, next_seat
from projectl.cli.play.board import board
from projectl.cli.play.look import Look
from projectl.cli.play.palette import Theme
from projectl.game.moves import SEATS
from projectl.rules import chance

ROUND = 9
PUZZLES = 2


def main() -> None:
    game = Game(["Ann", "Bob"], seed=5)
    mind = Scratch(5, chance.BOTS)
    while game.round < ROUND or game.state.players[game.state.active.bit_length() - 1].open_count < PUZZLES:
        seat = next_seat(game.state, mind)
        game.take_step(BOTS["guided"](game.config.rules, game.state, seat, mind), SEATS[seat])
    console = Console(
        record=True, width=100, file=io.StringIO(), force_terminal=True, color_system="truecolor", highlight=False
    )
    seat_name = game.active[0]
    drawn = board(Look.at(game, Theme.of(console), 100), game.view(seat_name), seat_name)
    for line in drawn.lines:
        console.print(line, no_wrap=True, overflow="crop", crop=True)
    picture = console.export_svg(title="projectl play")
    picture = re.sub(r"@font-face \{.*?\}\s*", "", picture, flags=re.DOTALL)  # fonts from elsewhere
    picture = re.sub(r"<!-- Generated with.*?-->\s*", "", picture)
    (Path(__file__).parent / "terminal.svg").write_text(picture, encoding="utf-8")


if __name__ == "__main__":
    main()
