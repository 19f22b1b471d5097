# Proof search: whether a side wins by force within so many turns of its own.
#
# It is an AND/OR search over whole turns that tries everything that the rules allow, so a result is
# a proof or a refutation. `left` counts the winner's turns that are still to end, including one
# that has begun.
#
# In the basic game only an empty reserve loses, and the loser brings in one piece a turn. A loser
# with more pieces in reserve than turns to come cannot lose in time; this cuts nearly everything.
# With GIPF-pieces the last turn must at least make a row. With `by_reserve` such a game is cut like
# the basic game: a win is still a proof, but failing to find one refutes nothing.
#
# Entries of the table depend on the number of the winner's turns and on the side's role.

cdef uint64_t PROOF_KEY = <uint64_t>0xD1B54A32D192ED03  # keeps entries apart from other searches'


cdef inline uint64_t proof_key(
    const Board *board, int left, bint by_reserve, bint attacks
) noexcept nogil:
    return board_key(board) ^ PROOF_KEY * <uint64_t>(4 * left + 2 * <int>by_reserve + attacks + 1)


cdef inline bint reserve_lasts(
    const GameTables *game, const Board *board, int side, int turns
) noexcept nogil:
    """Whether the side's reserve outlasts so many turns."""
    return (game.by_reserve or not game.has_gipf) and board.reserve[side] > turns


cdef inline void order_proof(
    Search *search, Picker *picker, int ply, int table_move
) noexcept nogil:
    """Generate and rank the moves of a node, the table's move first."""
    picker.next = 0
    picker.count = generate(search.game, &search.board, picker.moves)
    rank_by_memory(search, picker, ply)
    if table_move != NO_MOVE:
        put_first(picker, table_move)


cdef bint decided_within(Search *search, bint wins, int left, int ply, int turns) noexcept nogil:
    """Whether the side to decide wins by force within so many turns of the winner; else it loses.

    `wins`: whether the side to decide is to win, or to lose.
    """
    cdef const GameTables *game = search.game
    cdef Board *board = &search.board
    cdef int side = board.side, value = 0, move = NO_MOVE, least
    cdef int loser = 1 - side if wins else side
    cdef bint by_row, proved
    cdef uint64_t key
    cdef Stored stored
    cdef Picker picker

    # Step 1. Count the node. The game may be over, or the loser's reserve too large. Where a piece
    # of the loser is due and no turn is left, the winner has played its last one.
    search.pv_length[ply] = 0
    if not goes_on(search) or ply >= MAX_PLY - 1:
        return False
    if settled(game, board, turns, &value, &move):
        return value > EVALUATION_LIMIT if wins else value < -EVALUATION_LIMIT
    if (left <= 0 and (wins or board.placing)) or reserve_lasts(game, board, loser, left - wins):
        return False

    # Step 2. The table may know the result.
    key = proof_key(board, left, game.by_reserve, wins)
    stored = probe(&search.table, key, turns)
    if stored.bound == BOUND_LOWER and (ply > 0 or not wins):
        return True
    if stored.bound == BOUND_UPPER:
        return False

    # Step 3. One move must win, or every move must lose. In the winner's last turn, if the opponent
    # has its next piece in reserve, the only win is to take its last GIPF-piece: that takes a row.
    least = next_worth(board, loser)
    by_row = wins and board.placing and left == 1 and board.reserve[loser] >= least
    order_proof(search, &picker, ply, stored.move)
    proved = not wins
    while picker.next < picker.count and proved != wins:
        move = take_best(&picker)
        if by_row and not makes_own_row(board, move):
            continue
        play(game, board, &search.memory, move, &search.undo[ply])
        if board.side == side:
            proved = decided_within(search, wins, left, ply + 1, turns)
        else:
            proved = decided_within(search, not wins, left - wins, ply + 1, turns + 1)
        undo_move(game, board, &search.memory, move, &search.undo[ply])
        if search.stopped != RUNNING:
            return False
    if proved == wins:  # this move decided the node
        remember_cutoff(search, move, left, ply)
        if wins:
            extend_pv(search, move, ply, search.pv_length[ply + 1])
    store(
        &search.table, key, move if proved == wins else NO_MOVE, 0,
        BOUND_LOWER if proved else BOUND_UPPER, 0, turns,
    )
    return proved


cdef inline bint makes_own_row(const Board *board, int move) noexcept nogil:
    """Whether the piece brought in makes a row for its side."""
    cdef int entry = move % ENTRIES
    cdef Push push = push_of(board, entry)
    return has_row(pushed(board.piece[board.side], &push, entry) | push.first)
