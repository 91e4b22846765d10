"""Copying states, compiled."""

import numpy as np

from .layout import Buffer


def copy_state(source: Buffer, target: Buffer) -> None:
    """Copy a state in words of eight bytes, which compiles to vector moves."""
    words = source.view(np.int64)
    copies = target.view(np.int64)
    for index in range(words.shape[0]):
        copies[index] = words[index]
