"""The doors into the compiled rules. They take byte buffers: passing a record costs 2.5 us a call, bytes 0.2.

Written in the kernel subset and compiled by ``loader`` like everything else; never called uncompiled.
"""

from projectl.bots.playout import choose_step, next_seat
from projectl.rules import chance, engine, scoring, setup
from projectl.rules.options import MAX_SEATS
from projectl.rules.state import OVER

from .copying import copy_state
from .layout import EVENTS, RULES, SCRATCH, STATE, Buffer

# One row of results for each game.
STEPS, ROUNDS, ENDED_BY, WINNERS, SCORES = 0, 1, 2, 3, 4
RESULT_WIDTH = SCORES + MAX_SEATS


def new_game(rules: Buffer, state: Buffer, events: Buffer, seed: int) -> None:
    """Set up a game in a blank state."""
    events.view(EVENTS)[0].count = 0
    setup.new_game(rules.view(RULES)[0], state.view(STATE)[0], events.view(EVENTS)[0], seed)


def legal(rules: Buffer, state: Buffer, scratch: Buffer, seat: int) -> int:
    """Write the legal steps into the scratch's ``out``; how many there are."""
    return engine.legal(rules.view(RULES)[0], state.view(STATE)[0], seat, scratch.view(SCRATCH)[0].out)


def is_legal(rules: Buffer, state: Buffer, seat: int, step: int) -> bool:
    """Whether a seat may take a step."""
    return engine.is_legal(rules.view(RULES)[0], state.view(STATE)[0], seat, step)


def apply(rules: Buffer, state: Buffer, events: Buffer, seat: int, step: int) -> None:
    """Carry out a legal step; the events are those of this step alone."""
    events.view(EVENTS)[0].count = 0
    engine.apply(rules.view(RULES)[0], state.view(STATE)[0], events.view(EVENTS)[0], seat, step)


def choose(rules: Buffer, state: Buffer, scratch: Buffer, seat: int, bot: int) -> int:
    """The step a quick bot takes."""
    return choose_step(rules.view(RULES)[0], state.view(STATE)[0], seat, scratch.view(SCRATCH)[0], bot)


def seat_to_move(state: Buffer, scratch: Buffer) -> int:
    """Who moves next in a simulation."""
    return next_seat(state.view(STATE)[0], scratch.view(SCRATCH)[0])


def score(rules: Buffer, state: Buffer, seat: int) -> int:
    """A seat's points."""
    return scoring.score(rules.view(RULES)[0], state.view(STATE)[0], seat)


def play_games(
    rules: Buffer,
    blank: Buffer,
    states: Buffer,
    events: Buffer,
    scratch: Buffer,
    seeds: Buffer,
    bots: Buffer,
    results: Buffer,
    size: int,
) -> None:
    """Play one whole game per seed; ``states`` keeps the final states, ``results`` a row for each game."""
    table = rules.view(RULES)[0]
    happened = events.view(EVENTS)[0]
    mind = scratch.view(SCRATCH)[0]
    for game in range(seeds.shape[0]):
        here = states[game * size : (game + 1) * size]
        copy_state(blank, here)
        state = here.view(STATE)[0]
        happened.count = 0
        setup.new_game(table, state, happened, seeds[game])
        mind.rng = chance.start(seeds[game], chance.BOTS)
        steps = 0
        while state.phase != OVER:
            seat = next_seat(state, mind)
            step = choose_step(table, state, seat, mind, bots[seat])
            happened.count = 0
            engine.apply(table, state, happened, seat, step)
            steps += 1
        results[game, STEPS] = steps
        results[game, ROUNDS] = state.round
        results[game, ENDED_BY] = state.ended_by
        results[game, WINNERS] = 0
        for seat in range(table.seats):
            results[game, SCORES + seat] = scoring.score(table, state, seat)
            if scoring.is_winner(table, state, seat):
                results[game, WINNERS] |= 1 << seat


def copy_many(source: Buffer, target: Buffer, times: int) -> int:
    """Copy a state many times (a benchmark); the sum keeps the copies from being optimised away."""
    total = 0
    for _ in range(times):
        copy_state(source, target)
        total += target[0]
        source[0] = (source[0] + 1) & 1
    return total


def perft(
    rules: Buffer, states: Buffer, events: Buffer, scratches: Buffer, seats: Buffer, size: int, depth: int
) -> int:
    """Count the step sequences of a length, depth first; level d's state and legal list lie in row d.

    ``seats[d]`` holds the seat whose steps level d is going through, how many there are and which is next.
    """
    table = rules.view(RULES)[0]
    happened = events.view(EVENTS)[0]
    width = scratches.shape[0] // (depth + 1)
    total = 0
    level = 0
    seats[0, 0] = -1
    seats[0, 1] = 0
    seats[0, 2] = 0
    while level >= 0:
        here = states[level * size : (level + 1) * size]
        state = here.view(STATE)[0]
        out = scratches[level * width : (level + 1) * width].view(SCRATCH)[0].out
        if seats[level, 2] == seats[level, 1]:
            seat = seats[level, 0] + 1
            while seat < MAX_SEATS and not engine.is_active(state, seat):
                seat += 1
            if seat == MAX_SEATS:
                level -= 1
                continue
            seats[level, 0] = seat
            seats[level, 1] = engine.legal(table, state, seat, out)
            seats[level, 2] = 0
            if level + 1 == depth:
                total += seats[level, 1]
                seats[level, 2] = seats[level, 1]
            continue
        step = out[seats[level, 2]]
        seats[level, 2] += 1
        there = states[(level + 1) * size : (level + 2) * size]
        copy_state(here, there)
        happened.count = 0
        engine.apply(table, there.view(STATE)[0], happened, seats[level, 0], step)
        level += 1
        seats[level, 0] = -1
        seats[level, 1] = 0
        seats[level, 2] = 0
    return total
