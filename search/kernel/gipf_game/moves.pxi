# Which decisions there are, and in which order they are tried.
#
# The law counts two entries into the same spot as two moves; so does perft. The search looks at one
# of all pushes that make the same board. Two do so just where all that they move are pieces like the
# new one: then each adds such a piece on the gap, whatever the line and its end.

cdef enum:
    ROW_ORDER = 3000        # a row of one's own is tried first,
    TAKEN_ORDER = 400       # the more it takes, the sooner
    GIFT_ORDER = -1500      # a row made for the enemy is tried last
    STARVED_ORDER = -8000   # so is a removal after which nothing is left to bring in
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
    const Game *game, const Board *board, const Push *push, int entry
) noexcept nogil:
    """The static order of a push: rows first, then where the pieces come to lie."""
    cdef int side = board.side, order = 0
    cdef uint64_t own = pushed(board.piece[side], push, entry) | push.first
    cdef uint64_t enemy = pushed(board.piece[1 - side], push, entry)
    if has_row(own):
        order += ROW_ORDER
    elif has_row(enemy):
        order += GIFT_ORDER
    return order + positional(game, own, enemy) - positional(game, enemy, own)


cdef inline int generate_placements(
    const Game *game, const Board *board, Ranked *moves
) noexcept nogil:
    """Every piece that may be brought in, one for each board that it makes."""
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
    """The static order of clearing these spots: what takes enemies, then what keeps GIPF-pieces."""
    cdef int side = board.side
    cdef uint64_t own = cleared & board.piece[side], enemy = cleared ^ own
    cdef int doubles = count_bits(own & board.gipf)
    cdef int order = TAKEN_ORDER * (
        count_bits(enemy) + 2 * count_bits(enemy & board.gipf) - doubles
    )
    if board.reserve[side] + count_bits(own) + doubles == 0:
        order += STARVED_ORDER
    return order


cdef int generate_removals(const Game *game, const Board *board, Ranked *moves) noexcept nogil:
    """Each row to be decided with each set of its GIPF-pieces; first what takes enemies, keeps own."""
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


cdef inline int generate(const Game *game, const Board *board, Ranked *moves) noexcept nogil:
    """All that the side may decide, pushes that make the same board once."""
    if board.placing:
        return generate_placements(game, board, moves)
    return generate_removals(game, board, moves)


cdef inline bint playable(const Game *game, const Board *board, int move) noexcept nogil:
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


cdef inline bint within_turn(const Game *game, const Board *board) noexcept nogil:
    """Whether a turn has begun and rows are to be removed: that costs no depth, nor is it valued."""
    return not board.placing


cdef inline bint is_loud(const Game *game, const Board *board, int move) noexcept nogil:
    """Removals, and pieces brought in that make a row."""
    cdef int entry = move % ENTRIES, side = board.side
    cdef Push push
    if move >= FIRST_REMOVAL:
        return True
    push = push_of(board, entry)
    return (
        has_row(pushed(board.piece[side], &push, entry) | push.first)
        or has_row(pushed(board.piece[1 - side], &push, entry))
    )


cdef inline int most_tried(const Game *game, int depth, bint inside, bint sinking) noexcept nogil:
    """Of a node of this depth, if one of them does not lose.

    A row of seven GIPF-pieces may be removed in 128 ways, after every piece that is brought in:
    without a bound no turn could be looked at to its end.
    """
    if inside:
        return REMOVALS_TRIED * (1 + max_int(depth, 0))
    return 12 + 6 * depth if depth <= 4 else MOVE_LIMIT


# What there is none of: threats to win with the next move that could be seen at sight.

cdef inline bint must_answer(const Game *game, const Board *board) noexcept nogil:
    return False


cdef inline int generate_answers(
    const Game *game, const Board *board, int last, Ranked *moves
) noexcept nogil:
    return 0


cdef inline bint can_threaten(const Game *game, const Board *board) noexcept nogil:
    return False


cdef inline int generate_threats(
    const Game *game, const Board *board, int last, Ranked *moves
) noexcept nogil:
    return 0


cdef inline int generate_attacks(const Game *game, const Board *board, Ranked *moves) noexcept nogil:
    return 0


cdef inline int generate_all(const Game *game, const Board *board, Ranked *moves) noexcept nogil:
    return 0


cdef inline bint open_four_threatens(const Game *game, const Board *board) noexcept nogil:
    return False


cdef inline int generate_stops(const Game *game, const Board *board, Ranked *moves) noexcept nogil:
    return 0


cdef inline bint wins_by_open_four(const Game *game, const Board *board) noexcept nogil:
    return False


cdef inline int standing_value(const Game *game, const Board *board, int beta) noexcept nogil:
    return evaluate(game, board)


cdef inline void pass_turn(const Game *game, Board *board) noexcept nogil:
    pass
