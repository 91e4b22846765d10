"""The game itself: plain functions over plain numbers, standard library only, no I/O, no global randomness."""
