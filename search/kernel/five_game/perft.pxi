# Perft: counts of move sequences; tests compare them with those of `games.five`.

cdef struct PerftCount:
    uint64_t leaves
    uint64_t wins
    uint64_t captured
    bint interrupted    # by a signal: the counts mean nothing


cdef void perft_leaves(const GameTables *game, const Board *board, PerftCount *total) noexcept nogil:
    """Count the moves of a position without playing them: the windows tell what each would do."""
    cdef int held = board.captured[0] + board.captured[1], side = board.side, row, point
    cdef bint bound = opening_binds(game, board)
    cdef uint32_t mask, board_columns = (<uint32_t>1 << game.size) - 1
    cdef Sum sum
    cdef uint64_t allowed = 0, stones = 0, wins = 0
    for row in range(game.size):
        mask = board_columns & ~board.occupied[row + 2]
        while mask:
            point = row * game.size + lowest_bit(mask)
            mask &= mask - 1
            if bound and not opening_allows(game, board, point):
                continue
            sum = sum_at(game, board, point)
            allowed += 1
            stones += takes_of(sum, side)
            wins += wins_here(game, board, sum, side)
    total.leaves += allowed
    total.wins += wins
    total.captured += allowed * held + stones


cdef bint any_allowed(const GameTables *game, const Board *board) noexcept nogil:
    """Whether the opening rule, where it binds, allows any empty point."""
    cdef int point
    for point in range(game.area):
        if not occupied_at(game, board, point) and opening_allows(game, board, point):
            return True
    return False


cdef void perft(
    const GameTables *game, Board *board, Memory *memory, int depth, PerftCount *total
) noexcept nogil:
    """Count sequences of `depth` moves; one that ends the game counts where it ends."""
    cdef int point
    cdef bint bound = opening_binds(game, board) and any_allowed(game, board)
    cdef Sum sum
    cdef Undo undo
    if depth == 0 or board.empty == 0:
        total.leaves += 1
        total.captured += board.captured[0] + board.captured[1]
        return
    if depth == 1 and bound == opening_binds(game, board):
        perft_leaves(game, board, total)
        return
    if depth == 3 and signals_pending():  # every few million leaves: some 50 ms
        total.interrupted = True
    for point in range(game.area):
        if occupied_at(game, board, point) or (bound and not opening_allows(game, board, point)):
            continue
        if total.interrupted:
            return
        sum = sum_at(game, board, point)
        play(game, board, memory, point, &undo)
        if fives_of(sum, 1 - board.side) or (
            game.captured_to_win and board.captured[1 - board.side] >= game.captured_to_win
        ):
            total.leaves += 1
            total.wins += 1
            total.captured += board.captured[0] + board.captured[1]
        else:
            perft(game, board, memory, depth - 1, total)
        undo_move(game, board, memory, point, &undo)
