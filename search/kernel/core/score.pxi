# The scales that games and search share: scores as in `search/score.py`, and ranked moves.
#
# Included after the game has said RANK_BITS, how many bits a move takes in a ranked move.

cdef enum:
    WIN = 1_000_000
    EVALUATION_LIMIT = 998_999
    INFINITE = 1_000_001
    NO_MOVE = 0xFFFF
    RANK_MASK = (1 << RANK_BITS) - 1

# order << RANK_BITS | (RANK_MASK - move): a higher one goes first, ties by lower move.
ctypedef int32_t Ranked
