# The Gipf board: three words of 37 bits, the reserves, and the side that decides.
#
# Bits of spots, lines and steps are those of `gipf_tables.py`. Moves are numbered as in
# `games/gipf/moves.py`. A move is one decision; a turn is a piece brought in and the removals after
# it.
#
#     piece[side]   a bit for each piece of a side, single or GIPF
#     gipf          a bit for each GIPF-piece of either side
#
# The key is not updated by moves: a push moves up to seven pieces, and mixing three words takes
# less time than looking up so many numbers.

cdef extern from "generated/gipf_tables.h":
    const uint64_t[21] gipf_line_word
    const uint64_t[4] gipf_ring
    const uint64_t[3] gipf_windows
    const uint8_t[37] gipf_spot_bit
    const uint8_t[21] gipf_step
    const uint8_t[21] gipf_length
    const uint8_t[21][7] gipf_line_bit
    const uint8_t[3][64] gipf_line_through

cdef extern from *:
    int lowest_bit "__builtin_ctzll"(uint64_t word) noexcept nogil
    int leading_zeros "__builtin_clzll"(uint64_t word) noexcept nogil
    int count_bits "__builtin_popcountll"(uint64_t word) noexcept nogil

cdef enum:
    SPOTS = 37
    LINES = 21
    ENTRIES = 42
    FIRST_REMOVAL = 84
    TAKEN_SETS = 128
    MOVE_LIMIT = FIRST_REMOVAL + LINES * TAKEN_SETS
    FILE_STEP = 1
    RISING_STEP = 9
    FALLING_STEP = 8
    RINGS = 3               # rings that have a weight: all but the edge
    ENDLESS = 1 << 30       # turns left where there is no limit
    NEAR_END = 127          # with fewer turns left the key depends on them

cdef struct GameTables:     # rules and weights
    bint has_gipf           # a side without a GIPF-piece has lost
    bint by_reserve         # a proof counts only wins by an empty reserve (proof.pxi)
    int captured            # weights, see `search/weights/gipf.py`
    int reserve
    int on_board
    int gipf
    int last_gipf
    int scarce
    int[RINGS] ring
    int open_three
    int closed_three
    int take_next
    int threatened
    int tempo

cdef struct Board:
    uint64_t[2] piece
    uint64_t gipf
    uint32_t left           # lines decided in this turn on which a row still stands
    int turns_left          # until the game is a draw
    uint8_t side            # the side to decide
    uint8_t turn            # the side whose turn it is
    uint8_t placing         # 1: `side` brings a piece in; 0: it removes a row
    uint8_t adding          # a bit for each side: it may still bring in GIPF-pieces
    uint8_t[2] reserve
    uint8_t[2] lost

cdef struct Memory:         # all values are on the board, so nothing is kept
    int nothing

cdef struct Undo:
    Board before

cdef struct Push:           # the effect of bringing a piece in through an entry; bits of spots
    uint64_t gap            # the nearest empty spot, which the last moved piece reaches; 0: none
    uint64_t moved          # the spots whose pieces move on
    uint64_t first          # the spot where the new piece lies


cdef inline int board_side(const Board *board) noexcept nogil:
    return board.side


cdef inline uint64_t mixed(uint64_t word) noexcept nogil:
    """The word with every bit spread over all (the end of MurmurHash3, Appleby)."""
    word = (word ^ word >> 33) * <uint64_t>0xFF51AFD7ED558CCD
    word = (word ^ word >> 33) * <uint64_t>0xC4CEB9FE1A85EC53
    return word ^ word >> 33


cdef inline uint64_t state_word(const Board *board) noexcept nogil:
    """All parts of the position but the pieces; lost pieces follow from these."""
    return (
        <uint64_t>board.left | <uint64_t>board.side << 21 | <uint64_t>board.turn << 22
        | <uint64_t>board.placing << 23 | <uint64_t>board.adding << 24
        | <uint64_t>board.reserve[0] << 26 | <uint64_t>board.reserve[1] << 31
        | <uint64_t>(board.turns_left if board.turns_left < NEAR_END else NEAR_END) << 36
    )


cdef inline uint64_t board_key(const Board *board) noexcept nogil:
    """The position's key: its words, mixed one by one into one word."""
    cdef uint64_t key = mixed(board.piece[0] + <uint64_t>0x9E3779B97F4A7C15)
    key = mixed(key ^ board.piece[1]) + board.gipf * <uint64_t>0xD6E8FEB86659FD93
    return mixed(key ^ state_word(board) * <uint64_t>0xA0761D6478BD642F)


cdef inline uint64_t fours(uint64_t pieces, int step) noexcept nogil:
    """The bits where four adjacent ones begin, in the direction of this step."""
    cdef uint64_t pairs = pieces & pieces >> step
    return pairs & pairs >> 2 * step


cdef inline bint has_row(uint64_t pieces) noexcept nogil:
    """Whether there is a row of four on any line."""
    return (
        fours(pieces, FILE_STEP) | fours(pieces, RISING_STEP) | fours(pieces, FALLING_STEP)
    ) != 0


cdef uint32_t rows_of(uint64_t pieces) noexcept nogil:
    """The lines on which rows of these pieces stand, a bit for each."""
    cdef uint32_t lines = 0
    cdef uint64_t begin
    cdef int d
    for d in range(3):
        begin = fours(pieces, FILE_STEP if d == 0 else RISING_STEP if d == 1 else FALLING_STEP)
        while begin:
            lines |= <uint32_t>1 << gipf_line_through[d][lowest_bit(begin)]
            begin &= begin - 1
    return lines


cdef inline uint32_t rows_to_decide(const Board *board, int side) noexcept nogil:
    """The lines with rows of this side that it has not left in this turn."""
    if not has_row(board.piece[side]):
        return 0
    return rows_of(board.piece[side]) & ~board.left


cdef inline uint64_t segment(const Board *board, int line) noexcept nogil:
    """The spots connected to the row on this line: all between the gaps on both sides of it."""
    cdef uint64_t whole = gipf_line_word[line]
    cdef uint64_t row = (
        fours(board.piece[0], gipf_step[line]) | fours(board.piece[1], gipf_step[line])
    )
    cdef uint64_t empty = whole & ~(board.piece[0] | board.piece[1]), above, below
    row &= whole
    row &= -row
    above = empty & ~(row - 1)
    below = empty & (row - 1)
    if above:
        whole &= (above & -above) - 1
    if below:
        whole &= ~(<uint64_t>0xFFFFFFFFFFFFFFFF >> leading_zeros(below))
    return whole


cdef inline uint64_t taken_word(int line, int taken) noexcept nogil:
    """The spots of a line, given as bits of its places."""
    cdef uint64_t word = 0
    while taken:
        word |= <uint64_t>1 << gipf_line_bit[line][lowest_bit(taken)]
        taken &= taken - 1
    return word


cdef inline Push push_of(const Board *board, int entry) noexcept nogil:
    """The push of a piece that comes in through this entry."""
    cdef Push push
    cdef uint64_t whole = gipf_line_word[entry >> 1]
    cdef uint64_t empty = whole & ~(board.piece[0] | board.piece[1])
    if empty == 0:
        push.gap = push.moved = push.first = 0
    elif entry & 1:
        push.gap = <uint64_t>1 << (63 - leading_zeros(empty))
        push.moved = whole & ~(push.gap | (push.gap - 1))
        push.first = <uint64_t>1 << (63 - leading_zeros(whole))
    else:
        push.gap = empty & -empty
        push.moved = whole & (push.gap - 1)
        push.first = whole & -whole
    return push


cdef inline uint64_t pushed(uint64_t pieces, const Push *push, int entry) noexcept nogil:
    """These pieces after the push, without the new one."""
    cdef uint64_t on_the_way = pieces & push.moved
    cdef int step = gipf_step[entry >> 1]
    return (pieces ^ on_the_way) | (on_the_way >> step if entry & 1 else on_the_way << step)


cdef inline bint is_out_of_gipf(const GameTables *game, const Board *board, int side) noexcept nogil:
    """Whether the game has GIPF-pieces and this side has none and can bring none in."""
    return game.has_gipf and not board.adding >> side & 1 and not board.piece[side] & board.gipf


cdef inline int next_worth(const Board *board, int side) noexcept nogil:
    """The pieces of the reserve that the side needs at least for its next one."""
    return 2 if board.adding >> side & 1 and not board.piece[side] & board.gipf else 1


cdef inline void pass_on(Board *board) noexcept nogil:
    """Give the decision to a side that has a row to remove, else the turn to the other side."""
    if rows_to_decide(board, board.turn):
        board.side = board.turn
    elif rows_to_decide(board, 1 - board.turn):
        board.side = 1 - board.turn
    else:
        board.side = board.turn = 1 - board.turn
        board.placing = True
        board.left = 0
        board.turns_left -= 1


cdef inline void bring_in(Board *board, int move) noexcept nogil:
    """Bring a piece in; all pieces up to the nearest gap move on by one spot."""
    cdef bint gipf = move >= ENTRIES
    cdef int entry = move - ENTRIES if gipf else move, side = board.side
    cdef Push push = push_of(board, entry)
    board.piece[0] = pushed(board.piece[0], &push, entry)
    board.piece[1] = pushed(board.piece[1], &push, entry)
    if board.gipf:
        board.gipf = pushed(board.gipf, &push, entry)
    board.piece[side] |= push.first
    if gipf:
        board.gipf |= push.first
    else:
        board.adding &= ~(1 << side)
    board.reserve[side] -= 2 if gipf else 1
    board.placing = False


cdef inline void take_row(Board *board, int move) noexcept nogil:
    """Clear a row: own pieces go to the reserve, the opponent's are lost."""
    cdef int line = (move - FIRST_REMOVAL) // TAKEN_SETS, side = board.side, owner
    cdef int taken = (move - FIRST_REMOVAL) % TAKEN_SETS
    cdef uint64_t cleared = segment(board, line), own, theirs
    if board.gipf:
        cleared = (cleared & ~board.gipf) | taken_word(line, taken)
    own = cleared & board.piece[side]
    theirs = cleared ^ own
    board.reserve[side] += count_bits(own) + count_bits(own & board.gipf)
    board.lost[1 - side] += count_bits(theirs) + count_bits(theirs & board.gipf)
    board.piece[side] ^= own
    board.piece[1 - side] ^= theirs
    if cleared & board.gipf:
        board.gipf &= ~cleared
        for owner in range(2):  # a side that still adds has only GIPF-pieces: it lost its last one
            if (own if owner == side else theirs) and not board.piece[owner] & board.gipf:
                board.adding &= ~(1 << owner)
    if board.left or board.gipf:
        board.left |= <uint32_t>1 << line
        board.left &= rows_of(board.piece[0]) | rows_of(board.piece[1])


cdef inline uint64_t likely_key(const GameTables *game, const Board *board, int move) noexcept nogil:
    return 0  # not known before the move is played


cdef inline void play(
    const GameTables *game, Board *board, Memory *memory, int move, Undo *undo
) noexcept nogil:
    undo.before = board[0]
    if move < FIRST_REMOVAL:
        bring_in(board, move)
    else:
        take_row(board, move)
        if game.has_gipf and (is_out_of_gipf(game, board, 0) or is_out_of_gipf(game, board, 1)):
            return  # the game is over here
    pass_on(board)


cdef inline void undo_move(
    const GameTables *game, Board *board, Memory *memory, int move, const Undo *undo
) noexcept nogil:
    board[0] = undo.before
