"""A fresh interpreter, for what is only seen at the first start."""

import os
import subprocess
import sys


def fresh(code: str, environment: dict[str, str]) -> str:
    """What this code prints in an interpreter of its own."""
    done = subprocess.run(
        [sys.executable, "-c", code], env=os.environ | environment, capture_output=True, text=True, check=True
    )
    return done.stdout
