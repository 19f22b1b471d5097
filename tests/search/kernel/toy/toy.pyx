# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True
# cython: initializedcheck=False, embedsignature=True
"""Doubles: a toy game in which a side moves twice in a row, to test that the search allows it.

Twelve cells in a row. The first player places one stone, from then on a turn is two stones. Four
adjacent stones of one side win at once, even with the turn's first stone; a full row is drawn. The
same search as for the real games is included below; `tests/search` plays the game in plain Python.
"""

cdef enum:
    RANK_BITS = 10

include "core/clock.pxi"
include "core/score.pxi"

cdef enum:
    CELLS = 12
    MOVE_LIMIT = 12
    SOONEST_WIN = 1     # with another stone of the own turn
    ANSWERS_ARE_TURNS = 0
    SOONEST_LOSS = 2

cdef struct Game:
    int cells

cdef struct Board:
    uint32_t[2] stones
    int side
    int left        # stones that the side to move still places in this turn: 1 or 2

cdef struct Memory:         # nothing is kept
    int nothing

cdef struct Undo:
    int side
    int left


cdef inline int board_side(const Board *board) noexcept nogil:
    return board.side


cdef inline uint64_t board_key(const Board *board) noexcept nogil:
    """Different for different positions: the state itself, mixed."""
    cdef uint64_t state = board.stones[0] | <uint64_t>board.stones[1] << 16
    state |= <uint64_t>board.side << 32 | <uint64_t>board.left << 33
    state *= <uint64_t>0x9E3779B97F4A7C15
    return state ^ state >> 29


cdef inline uint64_t likely_key(const Game *game, const Board *board, int cell) noexcept nogil:
    return 0


cdef inline void play(
    const Game *game, Board *board, Memory *memory, int cell, Undo *undo
) noexcept nogil:
    undo.side, undo.left = board.side, board.left
    board.stones[board.side] |= <uint32_t>1 << cell
    board.left -= 1
    if board.left == 0:
        board.side = 1 - board.side
        board.left = 2


cdef inline void undo_move(
    const Game *game, Board *board, Memory *memory, int cell, const Undo *undo
) noexcept nogil:
    board.side, board.left = undo.side, undo.left
    board.stones[board.side] ^= <uint32_t>1 << cell


cdef inline bint has_four(uint32_t stones) noexcept nogil:
    return stones & stones >> 1 & stones >> 2 & stones >> 3 != 0


cdef inline bint settled(
    const Game *game, const Board *board, int turns, int *value, int *move
) noexcept nogil:
    """Won by the side that has four; drawn when the row is full."""
    move[0] = NO_MOVE
    if has_four(board.stones[board.side]):
        value[0] = WIN - turns - 1  # the turn that is going on has won already
    elif has_four(board.stones[1 - board.side]):
        value[0] = turns - WIN
    elif (board.stones[0] | board.stones[1]) == (1 << CELLS) - 1:
        value[0] = 0
    else:
        return False
    return True


cdef inline int pairs(uint32_t stones) noexcept nogil:
    cdef uint32_t both = stones & stones >> 1
    cdef int count = 0
    while both:
        count += 1
        both &= both - 1
    return count


cdef inline int evaluate(const Game *game, const Board *board, Memory *memory) noexcept nogil:
    """Adjacent pairs of the side to move less those of the other."""
    return pairs(board.stones[board.side]) - pairs(board.stones[1 - board.side])


cdef inline int generate(const Game *game, const Board *board, Ranked *moves) noexcept nogil:
    """Every empty cell, in order."""
    cdef int cell, count = 0
    for cell in range(CELLS):
        if not (board.stones[0] | board.stones[1]) >> cell & 1:
            moves[count] = RANK_MASK - cell
            count += 1
    return count


cdef inline bint playable(const Game *game, const Board *board, int cell) noexcept nogil:
    return cell < CELLS and not (board.stones[0] | board.stones[1]) >> cell & 1


cdef inline bint quiet_value(
    const Game *game,
    const Board *board,
    Memory *memory,
    int cell,
    int turns,
    int alpha,
    bint selective,
    int *value,
) noexcept nogil:
    return False


cdef inline int generate_answers(
    const Game *game, const Board *board, int last, Ranked *moves
) noexcept nogil:
    return 0  # never called


cdef inline bint must_answer(const Game *game, const Board *board) noexcept nogil:
    return False


cdef inline int generate_threats(
    const Game *game, const Board *board, int last, Ranked *moves
) noexcept nogil:
    return 0


cdef inline int generate_attacks(
    const Game *game, const Board *board, Ranked *moves
) noexcept nogil:
    return 0


cdef inline int generate_all(const Game *game, const Board *board, Ranked *moves) noexcept nogil:
    return generate(game, board, moves)


cdef inline void pass_turn(const Game *game, Board *board) noexcept nogil:
    board.side = 1 - board.side


cdef inline bint is_tactical(const Game *game, const Board *board, int cell) noexcept nogil:
    return True


cdef inline void board_was_set(
    const Game *game, const Board *board, Memory *memory
) noexcept nogil:
    pass


cdef inline bint within_turn(const Game *game, const Board *board) noexcept nogil:
    return False  # each stone is a turn of depth


cdef inline int least_depth_of_win(const Game *game, const Board *board) noexcept nogil:
    return NO_DEPTH


cdef inline int least_depth_of_loss(const Game *game, const Board *board) noexcept nogil:
    return NO_DEPTH


cdef inline int most_tried(const Game *game, int depth, bint inside, bint sinking) noexcept nogil:
    return MOVE_LIMIT


cdef inline bint can_threaten(const Game *game, const Board *board) noexcept nogil:
    return False


cdef inline bint open_four_threatens(const Game *game, const Board *board) noexcept nogil:
    return False


cdef inline int generate_stops(const Game *game, const Board *board, Ranked *moves) noexcept nogil:
    return 0


cdef inline bint wins_by_open_four(const Game *game, const Board *board) noexcept nogil:
    return False


cdef inline int standing_value(
    const Game *game, const Board *board, Memory *memory, int beta
) noexcept nogil:
    return evaluate(game, board, memory)


include "core/table.pxi"
include "core/negamax.pxi"
include "core/searcher.pxi"


cdef class ToySearch(SearchBase):
    """A search of Doubles."""

    def set_position(self, uint32_t stones_0, uint32_t stones_1, int side, int left):
        """Set a position: a bit for each stone, the side to move, the stones it still places."""
        cdef Board *board = &self.search.board
        if side not in (0, 1) or left not in (1, 2) or (stones_0 | stones_1) >> CELLS:
            raise ValueError(f"no position: side {side}, {left} left, {stones_0:b}, {stones_1:b}")
        board.stones[0], board.stones[1] = stones_0, stones_1
        board.side, board.left = side, left
