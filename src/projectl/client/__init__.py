"""A small async client over the server's messages: for tests, the load tool and bots far away."""

from .client import Client, CommandRefused, TableConnection

__all__ = ["Client", "CommandRefused", "TableConnection"]
