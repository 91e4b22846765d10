"""``projectl solve``: filling cards with pieces."""
