# Proof search: whether a side wins by force within so many turns of its own.
#
# It is an AND/OR search over whole turns: `win_within` for the winner, `lost_within` for the loser.
# It tries everything that the rules allow, so a result is a proof or a refutation. `left` counts
# the winner's turns that are still to end, including one that has begun.
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
    const Game *game, const Board *board, int side, int turns
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


cdef bint win_within(Search *search, int left, int ply, int turns) noexcept nogil:
    """Whether the side to decide wins by force within so many of its turns."""
    cdef const Game *game = search.game
    cdef Board *board = &search.board
    cdef int side = board.side, value = 0, move = NO_MOVE
    cdef bint by_row, wins = False
    cdef uint64_t key
    cdef Found found
    cdef Picker picker

    # Step 1. Count the node. The game may be over, or the opponent's reserve too large.
    search.pv_length[ply] = 0
    if not goes_on(search) or ply >= MAX_PLY - 1:
        return False
    if settled(game, board, turns, &value, &move):
        return value > EVALUATION_LIMIT
    if left <= 0 or reserve_lasts(game, board, 1 - side, left - 1):
        return False

    # Step 2. The table may know the result.
    key = proof_key(board, left, game.by_reserve, True)
    found = probe(&search.table, key, turns)
    if found.bound == BOUND_LOWER and ply > 0:
        return True
    if found.bound == BOUND_UPPER:
        return False

    # Step 3. One move must win. In the last turn, if the opponent has its next piece in reserve,
    # the only win is to take its last GIPF-piece, and that takes a row.
    by_row = board.placing and left == 1 and board.reserve[1 - side] >= next_worth(board, 1 - side)
    order_proof(search, &picker, ply, found.move)
    while picker.next < picker.count and not wins:
        move = take_best(&picker)
        if by_row and not makes_own_row(board, move):
            continue
        play(game, board, &search.memory, move, &search.undo[ply])
        if board.side == side:
            wins = win_within(search, left, ply + 1, turns)
        else:
            wins = lost_within(search, left - 1, ply + 1, turns + 1)
        undo_move(game, board, &search.memory, move, &search.undo[ply])
        if search.stopped != RUNNING:
            return False
    if wins:
        extend_pv(search, move, ply, search.pv_length[ply + 1])
        remember_cutoff(search, move, left, ply)
    store(
        &search.table, key, move if wins else NO_MOVE, 0,
        BOUND_LOWER if wins else BOUND_UPPER, 0, turns,
    )
    return wins


cdef bint lost_within(Search *search, int left, int ply, int turns) noexcept nogil:
    """Whether the side to decide loses by force within so many turns of the opponent."""
    cdef const Game *game = search.game
    cdef Board *board = &search.board
    cdef int side = board.side, value = 0, move = NO_MOVE
    cdef bint lost = True
    cdef uint64_t key
    cdef Found found
    cdef Picker picker

    # Step 1. As above. Where a piece is due and no turn is left, the winner has played its last
    # one.
    search.pv_length[ply] = 0
    if not goes_on(search) or ply >= MAX_PLY - 1:
        return False
    if settled(game, board, turns, &value, &move):
        return value < -EVALUATION_LIMIT
    if (left <= 0 and board.placing) or reserve_lasts(game, board, side, left):
        return False

    # Step 2. The table may know the result.
    key = proof_key(board, left, game.by_reserve, False)
    found = probe(&search.table, key, turns)
    if found.bound == BOUND_LOWER:
        return True
    if found.bound == BOUND_UPPER:
        return False

    # Step 3. Every move must lose.
    order_proof(search, &picker, ply, found.move)
    while picker.next < picker.count and lost:
        move = take_best(&picker)
        play(game, board, &search.memory, move, &search.undo[ply])
        if board.side == side:
            lost = lost_within(search, left, ply + 1, turns)
        else:
            lost = win_within(search, left, ply + 1, turns + 1)
        undo_move(game, board, &search.memory, move, &search.undo[ply])
        if search.stopped != RUNNING:
            return False
    if not lost:
        remember_cutoff(search, move, left, ply)
    store(
        &search.table, key, NO_MOVE if lost else move, 0,
        BOUND_LOWER if lost else BOUND_UPPER, 0, turns,
    )
    return lost


cdef inline bint makes_own_row(const Board *board, int move) noexcept nogil:
    """Whether the piece brought in makes a row for its side."""
    cdef int entry = move % ENTRIES
    cdef Push push = push_of(board, entry)
    return has_row(pushed(board.piece[board.side], &push, entry) | push.first)
