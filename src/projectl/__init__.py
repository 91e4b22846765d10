"""Project L, the board game of polyomino puzzles and engine building, complete and digital."""
