"""The service on a network: HTTP, websockets, SQL, Redis, worker processes for bots."""
