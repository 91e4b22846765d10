"""Tables that people sit at: seats, clocks, undo, votes, talk. No network and no disk; those are ports."""
