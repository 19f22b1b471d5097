# The scales that games and search share: scores as in `search/score.py`, and ranked moves.

cdef enum:
    WIN = 1_000_000
    EVALUATION_LIMIT = 998_999
    INFINITE = 1_000_001
    NO_MOVE = 0xFFFF
    RANK_MASK = 1023

# order * 1024 + (1023 - move): a higher one goes first, ties by lower move.
ctypedef int32_t Ranked
