"""The short form of crash/run.py: a killed server loses nothing that it has acknowledged, and the check can fail."""

import asyncio

import pytest

from .run import crash


@pytest.mark.slow
def test_a_killed_server_loses_nothing():
    outcome = asyncio.run(crash(kills=4, moves=800, games=15))
    assert outcome.kills == 4
    assert outcome.acknowledged >= 800
    assert outcome.sound, outcome
    assert outcome.refused == 0


@pytest.mark.slow
def test_a_server_that_acknowledges_too_early_is_caught():
    outcome = asyncio.run(crash(kills=4, moves=400, games=15, control=True))
    assert outcome.lost > 0
