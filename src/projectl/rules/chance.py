"""The only source of randomness (R0.6): a small generator whose state is one integer.

It is a 63-bit congruential generator with a mixed output. 63 bits, because that is what behaves alike as a
Python integer and as a wrapping 64-bit one.
"""

_MASK = (1 << 63) - 1
_FACTOR = 6364136223846793005
_STEP = 1442695040888963407
_SEED_SPREAD = 2862933555777941757

# Streams: one seed gives independent sequences for different uses.
SETUP = 1
PLAY = 2
BOTS = 3
SEATS = 4


def start(seed: int, stream: int) -> int:
    """The first state of a stream of this seed."""
    state = (seed * _SEED_SPREAD + stream * _STEP) & _MASK
    for _ in range(4):
        state = advance(state ^ (state >> 31))
    return state


def advance(state: int) -> int:
    """The next state."""
    return (state * _FACTOR + _STEP) & _MASK


def draw(state: int, bound: int) -> int:
    """A number from 0 to bound - 1 read off this state; call ``advance`` before the next one."""
    mixed = (state ^ (state >> 22)) >> 20
    return ((mixed & 0x7FFFFFFF) * bound) >> 31
