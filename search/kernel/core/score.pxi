# The scales that games and search share: scores as in `search/score.py`, and ranked moves.
#
# Included after the game has defined RANK_BITS, the number of bits of a move in a ranked move.

cdef enum:
    WIN = 1_000_000
    EVALUATION_LIMIT = 998_999
    INFINITE = 1_000_001
    NO_MOVE = 0xFFFF
    RANK_MASK = (1 << RANK_BITS) - 1
    HIGHEST_RANK = 0x7FFFFFFF - RANK_MASK   # its order is above every other

# order << RANK_BITS | (RANK_MASK - move): a higher one goes first; of equal order, the lower move.
ctypedef int32_t Ranked


cdef inline int min_int(int a, int b) noexcept nogil:
    return a if a < b else b


cdef inline int max_int(int a, int b) noexcept nogil:
    return a if a > b else b
