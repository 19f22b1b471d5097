# The learned order of moves: a small network on the windows of a point, apart from the one that
# values positions. docs/learning.md defines it.
#
#     vector     the bias, what captured stones add, and the rows of the point's four windows as the
#                side to move sees them: eight numbers of 16 bits, clipped as in net.pxi
#     order      the vector times the weights
#
# A net may lack it; then the weights order the moves. No number can overflow: the writer of a net
# checks the vector's bounds, and an order is at most 8 * CLIP * 2^15 >> POLICY_SHIFT, below 2^20.

cdef inline Eight policy_base(const GameTables *game, const Board *board) noexcept nogil:
    """What all vectors of a position begin with."""
    cdef const Net *net = game.net
    cdef int own = min_captured(board.captured[board.side])
    cdef int other = min_captured(board.captured[1 - board.side])
    cdef Eight base = plus_eight(net.policy_bias[0], &net.policy_own_captured[own])
    return plus_eight(base, &net.policy_other_captured[other])


cdef inline Ranked ranked_by_policy(
    int reach, const GameTables *game, const Board *board, int point, Eight vector
) noexcept nogil:
    """A candidate with its learned order; `vector` is the position's base."""
    cdef const Net *net = game.net
    cdef const PointLines *place = &game.place[point]
    cdef int d
    for d in range(4):
        vector = plus_eight(vector, &net.policy_row[
            row_number(net, reach, board.line[d][place.line[d]], place.shift[d], board.side)
        ])
    return <Ranked>(weighed(vector, net.policy_weights) * (RANK_MASK + 1) + RANK_MASK - point)
