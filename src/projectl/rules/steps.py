"""Step ids: one integer is one small decision.

The layout below is fixed and snapshot-tested, since trained models and stored games rely on it. A *move* (what
a person does in one go, see ``game.moves``) is a sequence of steps. What a PLACE means follows from where the
game stands: a Place action, one piece of a Master, Ambassador or Ghost action, or a finishing touch.

====================  ==========================================================================
PLACE                 slot * PLACEMENTS + placement
TAKE                  market slot
TAKE_DECK             colour of the deck (solo: 0)
RECYCLE               row; then UNDER once for each of its cards but the last, first named uppermost
UNDER                 position in the row
UPGRADE_TAKE          piece taken (option A, R4.3.1)
UPGRADE               piece returned * PIECES + piece taken (option B, R4.3.2)
MASTER                then PLACE one or more times, then DONE
AMBASSADOR            index among the player's unused Ambassador cards, or USE_NOTED; then as MASTER
GHOST                 split (see pieces.SPLIT_COUNT); then PLACE any number of times, then DONE
INSERT                then the steps of one action
COMPLETE              slot (R6.2)
REWARD                piece, or REWARD_NONE
LEVEL_UP              piece returned * PIECES + piece taken, or LEVEL_UP_NONE
CREDIT                the next touch is paid by a credit (R14.11)
DONE                  ends a Master, Ambassador or Ghost action, or a player's touches
END                   ends the turn
====================  ==========================================================================
"""

from .options import MAX_AMBASSADORS, MAX_MARKET, MAX_ROW, MAX_ROWS, MAX_SLOTS
from .pieces import PIECES, PLACEMENTS, SPLITS

PLACE = 0
TAKE = PLACE + MAX_SLOTS * PLACEMENTS
TAKE_DECK = TAKE + MAX_MARKET
RECYCLE = TAKE_DECK + 2
UNDER = RECYCLE + MAX_ROWS
UPGRADE_TAKE = UNDER + MAX_ROW
UPGRADE = UPGRADE_TAKE + PIECES
MASTER = UPGRADE + PIECES * PIECES
AMBASSADOR = MASTER + 1
USE_NOTED = AMBASSADOR + MAX_AMBASSADORS
GHOST = USE_NOTED + 1
INSERT = GHOST + SPLITS
COMPLETE = INSERT + 1
REWARD = COMPLETE + MAX_SLOTS
REWARD_NONE = REWARD + PIECES
LEVEL_UP = REWARD_NONE + 1
LEVEL_UP_NONE = LEVEL_UP + PIECES * PIECES
CREDIT = LEVEL_UP_NONE + 1
DONE = CREDIT + 1
END = DONE + 1
STEPS = END + 1

# The most steps that can be legal at once; buffers for ``engine.legal`` have this size.
MAX_LEGAL = STEPS
