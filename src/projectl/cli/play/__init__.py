"""``projectl play``: the game in a terminal."""
