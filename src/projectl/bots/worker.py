"""A process that thinks for bots: a position on each line of input, a move on each line of output."""

import json
import resource
import sys

from projectl.errors import ProjectLError

from .choosing import choose_move

MEMORY = 2 << 30


def main() -> None:
    """Answer until the input ends."""
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    for line in sys.stdin:
        asked = json.loads(line)
        try:
            answer = {"move": choose_move(asked["bot"], asked["position"], asked["seat"], asked["seed"])}
        except (ProjectLError, KeyError) as error:
            answer = {"error": str(error)}
        sys.stdout.write(json.dumps(answer) + "\n")
        sys.stdout.flush()


if __name__ == "__main__":
    main()
