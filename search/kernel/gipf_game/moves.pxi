# Which decisions there are, and in which order they are tried.
#
# The rules count two entries into the same spot as two moves; so does perft. Of all pushes that
# make the same board, the search tries one. Two pushes make the same board only where they move
# nothing but pieces like the new one: then each adds such a piece on the gap, from whatever entry.

cdef enum:
    ROW_ORDER = 3000        # a push that makes an own row goes first
    TAKEN_ORDER = 400       # for each piece that a removal takes from the opponent
    GIFT_ORDER = -1500      # a push that makes a row for the opponent goes last
    STARVED_ORDER = -8000   # so does a removal that leaves nothing to bring in
    REMOVALS_TRIED = 4      # for each turn of depth, and for the one that has begun


cdef inline Ranked ranked(int order, int move) noexcept nogil:
    return <Ranked>(order * (RANK_MASK + 1) + RANK_MASK - move)


cdef inline bint may_place(const Board *board, bint gipf) noexcept nogil:
    """Whether the side to place may bring in a piece of this kind, if there is a gap for it."""
    cdef int side = board.side, held = board.reserve[side]
    if gipf:
        return board.adding >> side & 1 and held >= 2
    return held >= 1 and next_worth(board, side) == 1


cdef inline int place_order(
    const GameTables *game, const Board *board, const Push *push, int entry
) noexcept nogil:
    """The static order of a push: rows first, then where the pieces come to lie."""
    cdef int side = board.side, order = 0
    cdef uint64_t own = pushed(board.piece[side], push, entry) | push.first
    cdef uint64_t theirs = pushed(board.piece[1 - side], push, entry)
    if has_row(own):
        order += ROW_ORDER
    elif has_row(theirs):
        order += GIFT_ORDER
    return order + positional(game, own, theirs) - positional(game, theirs, own)


cdef inline int generate_placements(
    const GameTables *game, const Board *board, Ranked *moves
) noexcept nogil:
    """Every push, one for each board that it makes."""
    cdef int entry, count = 0, kind
    cdef uint64_t double_own = board.piece[board.side] & board.gipf
    cdef uint64_t single_own = board.piece[board.side] ^ double_own
    cdef uint64_t[2] like_new
    cdef uint64_t[2] seen
    cdef bint[2] allowed
    cdef Push push
    like_new[0], like_new[1] = single_own, double_own
    allowed[0], allowed[1] = may_place(board, False), may_place(board, True)
    seen[0] = seen[1] = 0
    for entry in range(ENTRIES):
        push = push_of(board, entry)
        if push.gap == 0:
            continue
        for kind in range(2):
            if not allowed[kind]:
                continue
            if not push.moved & ~like_new[kind]:
                if seen[kind] & push.gap:
                    continue
                seen[kind] |= push.gap
            moves[count] = ranked(
                place_order(game, board, &push, entry), entry + kind * ENTRIES
            )
            count += 1
    return count


cdef inline int doubles_on(const Board *board, int line, uint64_t inside) noexcept nogil:
    """The GIPF-pieces among the spots `inside`, as bits of the line's places."""
    cdef int places = 0, place
    for place in range(gipf_length[line]):
        if inside & board.gipf & <uint64_t>1 << gipf_line_bit[line][place]:
            places |= 1 << place
    return places


cdef inline int removal_order(const Board *board, uint64_t cleared) noexcept nogil:
    """The static order of clearing these spots: pieces taken, less own GIPF-pieces removed."""
    cdef int side = board.side
    cdef uint64_t own = cleared & board.piece[side], theirs = cleared ^ own
    cdef int doubles = count_bits(own & board.gipf)
    cdef int order = TAKEN_ORDER * (
        count_bits(theirs) + 2 * count_bits(theirs & board.gipf) - doubles
    )
    if board.reserve[side] + count_bits(own) + doubles == 0:
        order += STARVED_ORDER
    return order


cdef int generate_removals(const GameTables *game, const Board *board, Ranked *moves) noexcept nogil:
    """Each row to be decided, with each set of its GIPF-pieces to take."""
    cdef int side = board.side, count = 0, line, doubles, taken
    cdef uint32_t lines = rows_to_decide(board, side)
    cdef uint64_t inside, cleared
    while lines:
        line = lowest_bit(lines)
        lines &= lines - 1
        inside = segment(board, line)
        doubles = doubles_on(board, line, inside)
        taken = 0
        while True:
            cleared = (inside & ~board.gipf) | taken_word(line, taken)
            moves[count] = ranked(
                removal_order(board, cleared), FIRST_REMOVAL + line * TAKEN_SETS + taken
            )
            count += 1
            taken = taken - doubles & doubles  # the next larger subset
            if taken == 0:
                break
    return count


cdef inline int generate(const GameTables *game, const Board *board, Ranked *moves) noexcept nogil:
    """All decisions of the side, pushes that make the same board once."""
    if board.placing:
        return generate_placements(game, board, moves)
    return generate_removals(game, board, moves)


cdef inline bint playable(const GameTables *game, const Board *board, int move) noexcept nogil:
    """Whether the move is legal here; it may come from another position of the same key."""
    cdef int line, taken
    if board.placing:
        if move >= FIRST_REMOVAL or not may_place(board, move >= ENTRIES):
            return False
        return push_of(board, move % ENTRIES).gap != 0
    if not FIRST_REMOVAL <= move < MOVE_LIMIT:
        return False
    line, taken = (move - FIRST_REMOVAL) // TAKEN_SETS, (move - FIRST_REMOVAL) % TAKEN_SETS
    if not rows_to_decide(board, board.side) >> line & 1:
        return False
    return not taken & ~doubles_on(board, line, segment(board, line))


cdef inline bint within_turn(const GameTables *game, const Board *board) noexcept nogil:
    """Whether a turn has begun and rows are to be removed."""
    return not board.placing


cdef inline bint is_tactical(const GameTables *game, const Board *board, int move) noexcept nogil:
    """Whether the move is a removal, or a push that makes a row."""
    cdef int entry = move % ENTRIES, side = board.side
    cdef Push push
    if move >= FIRST_REMOVAL:
        return True
    push = push_of(board, entry)
    return (
        has_row(pushed(board.piece[side], &push, entry) | push.first)
        or has_row(pushed(board.piece[1 - side], &push, entry))
    )


cdef inline int most_tried(const GameTables *game, int depth, bint inside, bint not_improving) noexcept nogil:
    """How many moves a node of this depth tries, unless all lose.

    A row of seven GIPF-pieces can be removed in 128 ways, after every push: without a bound the
    search could not finish a turn.
    """
    if inside:
        return REMOVALS_TRIED * (1 + max_int(depth, 0))
    return 12 + 6 * depth if depth <= 4 else MOVE_LIMIT


# Gipf has no threats but those of last_piece.pxi: the functions of the search that ask for other
# ones return nothing.

cdef inline bint can_threaten(const GameTables *game, const Board *board) noexcept nogil:
    return False


cdef inline int generate_threats(
    const GameTables *game, const Board *board, int last, Ranked *moves
) noexcept nogil:
    return 0


cdef inline int generate_attacks(
    const GameTables *game, const Board *board, Ranked *moves
) noexcept nogil:
    return 0


cdef inline int generate_all(const GameTables *game, const Board *board, Ranked *moves) noexcept nogil:
    return 0


cdef inline bint open_four_threatens(const GameTables *game, const Board *board) noexcept nogil:
    return False


cdef inline int generate_stops(const GameTables *game, const Board *board, Ranked *moves) noexcept nogil:
    return 0


cdef inline bint wins_by_open_four(const GameTables *game, const Board *board) noexcept nogil:
    return False


cdef inline int standing_value(
    const GameTables *game, const Board *board, Memory *memory, int beta
) noexcept nogil:
    return evaluate(game, board, memory)


cdef inline void pass_turn(const GameTables *game, Board *board) noexcept nogil:
    pass
