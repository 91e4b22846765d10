"""Who somebody is: a guest, known by a signed token in a cookie. No accounts, no passwords."""

import hashlib
import hmac
import re
import secrets
from base64 import urlsafe_b64encode

from projectl.service.entries import PlayerId

COOKIE = "projectl_guest"
COOKIE_AGE = 400 * 86_400  # the longest a browser keeps one

_ID = re.compile(r"[a-z2-7]{26}")
_SIGNATURE_BYTES = 24


def new_guest() -> PlayerId:
    """A new guest, unlike any other."""
    return PlayerId("".join(secrets.choice("abcdefghijklmnopqrstuvwxyz234567") for _ in range(26)))


class Signer:
    """Makes and reads tokens; the key is shared by all nodes and kept in the database."""

    def __init__(self, key: bytes) -> None:
        self._key = key

    def token(self, player: PlayerId) -> str:
        """What the guest keeps."""
        return f"{player}.{self._signature('guest', player)}"

    def player(self, token: str) -> PlayerId | None:
        """Who holds this token; None if it is not one of ours."""
        return self._read("guest", token)

    def seat_token(self, player: PlayerId) -> str:
        """For a link that brings a guest's seats to another device."""
        return f"{player}.{self._signature('seat', player)}"

    def seat_player(self, token: str) -> PlayerId | None:
        """Whose seats a link brings."""
        return self._read("seat", token)

    def _read(self, purpose: str, token: str) -> PlayerId | None:
        player, _, signature = token.partition(".")
        if not _ID.fullmatch(player) or not signature.isascii():
            return None
        good = hmac.compare_digest(signature, self._signature(purpose, player))
        return PlayerId(player) if good else None

    def _signature(self, purpose: str, player: str) -> str:
        digest = hmac.new(self._key, f"{purpose}:{player}".encode(), hashlib.sha256).digest()
        return urlsafe_b64encode(digest[:_SIGNATURE_BYTES]).decode()
