# A side that brings in its last piece, and how soon a side may run out of pieces.
#
# With one piece left in reserve a side loses with its next turn, unless
#
#     - it makes a row, whose pieces go back to its reserve;
#     - or the opponent cannot bring in a piece without making a row for it.
#
# This is Gipf's threat to win at once, and these pushes are its answers. Rows that they make for
# the opponent count as answers too, since the removal changes the board.
#
# A search sees a win by the reserve only if it is deep enough for the pieces of the loser. Where only
# its full depth is enough, it must not value the position statically, skip a move or search it
# shallower.

cdef enum:
    ANSWERS_ARE_TURNS = 1
    RUNS_OUT = 2        # pieces in reserve: of a side that may run out within the depth


cdef inline bint must_answer(const GameTables *game, const Board *board) noexcept nogil:
    """Whether the side to move brings in its last piece, and the opponent has one left."""
    cdef int other = 1 - board.side
    return (
        board.placing and board.reserve[board.side] == 1
        and board.reserve[other] >= next_worth(board, other) and board.turns_left >= 2
    )


cdef inline bint has_safe_push(uint64_t own, uint64_t theirs) noexcept nogil:
    """Whether a side with these pieces can bring in one that makes no row for the opponent."""
    cdef Board board
    cdef Push push
    cdef int entry
    board.piece[0], board.piece[1] = own, theirs
    for entry in range(ENTRIES):
        push = push_of(&board, entry)
        if push.gap and not has_row(pushed(theirs, &push, entry)):
            return True
    return False


cdef inline bint is_answer(const Board *board, int move) noexcept nogil:
    """Whether the side to move, after it brings in its last piece so, may get another."""
    cdef int entry = move % ENTRIES, side = board.side
    cdef Push push = push_of(board, entry)
    cdef uint64_t own = pushed(board.piece[side], &push, entry) | push.first
    cdef uint64_t theirs = pushed(board.piece[1 - side], &push, entry)
    return has_row(own) or has_row(theirs) or not has_safe_push(theirs, own)


cdef inline int generate_answers(
    const GameTables *game, const Board *board, int last, Ranked *moves
) noexcept nogil:
    """Of all pushes those that may save a side that must answer."""
    cdef int count = generate_placements(game, board, moves), answers = 0, i
    for i in range(count):
        if is_answer(board, RANK_MASK - (moves[i] & RANK_MASK)):
            moves[answers] = moves[i]
            answers += 1
    return answers


# The opponent's turn with its last piece is seen as lost without further depth. With more pieces in
# reserve a side seldom runs out within the depth, and reductions save more than they hide.

cdef inline int least_depth_of_win(const GameTables *game, const Board *board) noexcept nogil:
    """The least depth at which the side to move, a piece being due, may win by the reserve."""
    cdef int left = board.reserve[1 - board.side]
    return 2 * left - 1 if left <= RUNS_OUT else NO_DEPTH


cdef inline int least_depth_of_loss(const GameTables *game, const Board *board) noexcept nogil:
    """The least depth at which it may lose by the reserve."""
    cdef int left = board.reserve[board.side]
    return 2 * left - 2 if left <= RUNS_OUT else NO_DEPTH
