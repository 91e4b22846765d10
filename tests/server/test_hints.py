"""Hints over the network: the solver's answers for one's own seat."""

import pytest

from projectl.client import Client, CommandRefused
from projectl.game import Game
from projectl.service import wire

from .nodes import at_a_node


def test_a_plan_can_be_played_as_it_is_told():
    async def test(url: str) -> None:
        async with Client(url) as ann:
            settings = wire.Settings(players=1, variants=("solo",), seed=3)
            code = await ann.create(settings, chairs=[{"kind": "me"}], start=True)
            async with ann.table(code) as table:
                card = next(card for card in table.view.market if card and card.startswith("W"))
                await table.play("A", f"take {card}")
                hinted = await table.hints("A")
                (hint,) = hinted.cards
                assert hint.card == card
                assert hint.finishable
                assert hint.in_time
                assert "O1" in hint.fits
                game = Game(1, variants=["solo"], seed=3)
                game.play(f"take {card}")
                for move in hint.plan or ():
                    game.play(move)
                assert any(event.kind == "completed" for event in game.history[-1].events)
                with pytest.raises(CommandRefused, match="not your seat"):
                    await table.hints("B")

    at_a_node(test)
