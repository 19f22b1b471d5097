# The static value of a Gipf position, and when the game is over.
#
# A side's value is a sum of counts times weights (docs/gipf.md). The position's value is that of
# the side to decide, less the opponent's, plus the tempo and the captures
# that either side could make next (captures_next.pxi).

cdef enum:
    SOONEST_WIN = 1     # in the own turn
    SOONEST_LOSS = 0    # likewise: a row may take the side's own last GIPF-piece
    SCARCE = 4      # pieces in reserve, below which the missing ones count
    VALUED = 2      # so many GIPF-pieces on the board are worth more than two pieces


cdef inline int ring_value(const GameTables *game, uint64_t own) noexcept nogil:
    """The value of pieces by their distance from the centre."""
    cdef int value = 0, i
    for i in range(RINGS):
        value += game.ring[i] * count_bits(own & gipf_ring[i])
    return value


cdef inline int positional(
    const GameTables *game, uint64_t own, uint64_t theirs
) noexcept nogil:
    """The value of a side's pieces by place: rings, and threes that may become rows."""
    cdef int value = ring_value(game, own), i, step
    cdef uint64_t first, second, third, fourth, threes, closed
    for i in range(3):
        step = FILE_STEP if i == 0 else RISING_STEP if i == 1 else FALLING_STEP
        first, second, third, fourth = own, own >> step, own >> 2 * step, own >> 3 * step
        threes = ((first & second & (third ^ fourth)) | ((first ^ second) & third & fourth))
        threes &= gipf_windows[i]
        if threes:
            closed = theirs | theirs >> step | theirs >> 2 * step | theirs >> 3 * step
            value += game.open_three * count_bits(threes & ~closed)
            value += game.closed_three * count_bits(threes & closed)
    return value


cdef inline int side_value(
    const GameTables *game, uint64_t own, uint64_t theirs, uint64_t gipf,
    int reserve, int captured, bint adding,
) noexcept nogil:
    """A side's value; `gipf` are both sides' GIPF-pieces, `captured` is what this side captured."""
    cdef int doubles = count_bits(own & gipf)
    cdef int value = positional(game, own, theirs)
    value += game.captured * captured + game.reserve * reserve
    value += game.on_board * (count_bits(own) + doubles)
    value += game.gipf * (doubles if doubles < VALUED else VALUED)
    if reserve < SCARCE:
        value -= game.scarce * (SCARCE - reserve) * (SCARCE - reserve)
    if game.has_gipf and doubles <= 1 and not adding:
        value -= game.last_gipf
    return value


cdef inline int balance(
    const GameTables *game, const Board *board, int side, uint64_t own, uint64_t theirs,
    uint64_t gipf, int reserve, bint adding,
) noexcept nogil:
    """The value for `side` of these pieces; `reserve` and `adding` are of the other side."""
    cdef int other = 1 - side
    return (
        side_value(
            game, own, theirs, gipf,
            board.reserve[side], board.lost[other], board.adding >> side & 1,
        )
        - side_value(game, theirs, own, gipf, reserve, board.lost[side], adding)
        + game.tempo
        + value_of_next(game, own, theirs, gipf)
    )


cdef inline int evaluate(const GameTables *game, const Board *board, Memory *memory) noexcept nogil:
    """The static value for the side to decide."""
    cdef int side = board.side, other = 1 - side
    return balance(
        game, board, side, board.piece[side], board.piece[other], board.gipf,
        board.reserve[other], board.adding >> other & 1,
    )


cdef inline bint settled(
    const GameTables *game, const Board *board, int turns, int *value, int *move
) noexcept nogil:
    """Whether the game is over: by GIPF-pieces, by an empty reserve with a piece due, or drawn."""
    cdef int side = board.side
    move[0] = NO_MOVE
    if game.has_gipf:
        if board.placing and is_out_of_gipf(game, board, side):
            value[0] = turns - WIN
            return True
        if is_out_of_gipf(game, board, 1 - side):
            value[0] = WIN - turns - 1  # in the turn that is going on
            return True
        if is_out_of_gipf(game, board, side):
            value[0] = turns - WIN
            return True
    if not board.placing:
        return False
    if board.reserve[side] < next_worth(board, side):
        value[0] = turns - WIN
        return True
    if board.turns_left <= 0:
        value[0] = 0
        return True
    return False


cdef inline bint is_over(const GameTables *game, const Board *board) noexcept nogil:
    """Whether the game is over."""
    cdef int value = 0, move = 0
    return settled(game, board, 0, &value, &move)


cdef inline bint quiet_value(
    const GameTables *game,
    const Board *board,
    Memory *memory,
    int move,
    int turns,
    int alpha,
    bint selective,
    int *value,
) noexcept nogil:
    """Set the value, for the other side, of the leaf below a piece that makes no row."""
    cdef int side = board.side, other = 1 - side, entry = move
    cdef bint gipf = move >= ENTRIES
    cdef uint64_t own, theirs, doubles = 0
    cdef Push push
    if (
        not board.placing or board.turns_left <= 1
        or board.reserve[other] < next_worth(board, other)
        or (selective and board.reserve[other] == 1)    # it must answer (last_piece.pxi)
    ):
        return False
    if gipf:
        entry -= ENTRIES
    push = push_of(board, entry)
    own = pushed(board.piece[side], &push, entry) | push.first
    theirs = pushed(board.piece[other], &push, entry)
    if has_row(own) or has_row(theirs):
        return False
    if board.gipf:
        doubles = pushed(board.gipf, &push, entry)
    if gipf:
        doubles |= push.first
    value[0] = balance(
        game, board, other, theirs, own, doubles,
        board.reserve[side] - (2 if gipf else 1), gipf and board.adding >> side & 1,
    )
    return True


cdef inline void board_was_set(
    const GameTables *game, const Board *board, Memory *memory
) noexcept nogil:
    pass
