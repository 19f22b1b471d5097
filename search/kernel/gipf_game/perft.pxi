# Perft: counts of sequences of decisions; tests compare them with those of `games.gipf`.

cdef struct PerftCount:
    uint64_t leaves
    bint interrupted    # by a signal: the count means nothing


cdef void perft_leaves(
    const GameTables *game, Board *board, Memory *memory, PerftCount *total
) noexcept nogil:
    """Count the turns from a position with a piece to bring in; most end with the push itself."""
    cdef int side = board.side, entry, kind
    cdef int kinds = <int>may_place(board, False) + <int>may_place(board, True)
    cdef Push push
    cdef Undo undo
    for entry in range(ENTRIES):
        push = push_of(board, entry)
        if push.gap == 0:
            continue
        if not (
            has_row(pushed(board.piece[side], &push, entry) | push.first)
            or has_row(pushed(board.piece[1 - side], &push, entry))
        ):
            total.leaves += kinds
            continue
        for kind in range(2):
            if may_place(board, kind):
                play(game, board, memory, entry + kind * ENTRIES, &undo)
                perft(game, board, memory, 0 if board.placing else 1, total)
                undo_move(game, board, memory, entry, &undo)


cdef void perft(
    const GameTables *game, Board *board, Memory *memory, int depth, PerftCount *total
) noexcept nogil:
    """Count the sequences of decisions that make up so many turns; a begun turn counts as one."""
    cdef Ranked[MOVE_LIMIT] moves
    cdef int count = 0, i, entry
    cdef Undo undo
    if depth == 0:
        total.leaves += 1
        return
    if is_over(game, board) or total.interrupted:
        return
    if depth == 1 and board.placing:
        perft_leaves(game, board, memory, total)
        return
    if depth == 3 and board.placing and signals_pending():  # every 74,000 leaves
        total.interrupted = True
    if board.placing:  # two entries into the same spot are two moves
        for entry in range(2 * ENTRIES):
            if may_place(board, entry >= ENTRIES) and push_of(board, entry % ENTRIES).gap:
                moves[count] = ranked(0, entry)
                count += 1
    else:
        count = generate_removals(game, board, moves)
    for i in range(count):
        play(game, board, memory, RANK_MASK - (moves[i] & RANK_MASK), &undo)
        perft(game, board, memory, depth - <int>(board.placing or is_over(game, board)), total)
        undo_move(game, board, memory, 0, &undo)
