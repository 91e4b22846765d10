"""The only source of randomness (R0.6): a small generator whose state is one integer below 2**63.

It is a multiply-with-carry generator: the low 32 bits are the digit, the rest is the carry. No product here
passes 2**63, so it runs alike on Python's integers and on 64-bit ones, where an overflow would be undefined.
"""

# _FACTOR * 2**32 - 1 is a safe prime, which makes the period as long as the state allows.
_FACTOR = 2131995753
_DIGIT = 0xFFFFFFFF
_CHUNK = 0x7FFFFFFF

# Streams: one seed gives independent sequences for different uses.
SETUP = 1
PLAY = 2
BOTS = 3
SEATS = 4


def start(seed: int, stream: int) -> int:
    """The first state of a stream of this seed (0 to 2**63 - 1)."""
    state = 1013904223 * (stream + 1)
    for shift in range(0, 63, 31):
        state = advance(state ^ ((seed >> shift) & _CHUNK))
    for _ in range(8):
        state = advance(state ^ (state >> 29))
    return state


def advance(state: int) -> int:
    """The next state."""
    return _FACTOR * (state & _DIGIT) + (state >> 32)


def draw(state: int, bound: int) -> int:
    """A number from 0 to bound - 1 (bound below 2**31) read off this state; call ``advance`` before the next."""
    mixed = (state ^ (state >> 32)) & _DIGIT
    return (mixed * bound) >> 32
