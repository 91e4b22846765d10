"""The ``projectl`` command."""
