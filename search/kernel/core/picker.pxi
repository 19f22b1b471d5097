# The order in which a node's moves are tried: the table's, then by static order and by memory.
#
# Included by negamax.pxi after `Search`. Killers and history remember earlier cutoffs. With both
# settings 0 (plain mode) only the static order counts.

cdef enum Stage:
    STAGE_TABLE = 0     # return the table's move
    STAGE_GENERATE = 1  # generate and rank all candidates
    STAGE_RANKED = 2    # return them, best first

cdef struct Picker:
    Stage stage
    int table_move
    bint answers            # only moves that may stop the opponent's win at once
    bint stops              # only moves that may stop the opponent's open four
    int count
    int next
    Ranked[MOVE_LIMIT] moves


cdef inline void rank_by_memory(Search *search, Picker *picker, int ply) noexcept nogil:
    """Add the bonuses of killers and history to the static order of the generated moves."""
    cdef int32_t *history = search.history[board_side(&search.board)]
    cdef int first = search.killers[ply][0], second = search.killers[ply][1]
    cdef int i, move, bonus
    for i in range(picker.count):
        move = RANK_MASK - (picker.moves[i] & RANK_MASK)
        bonus = history[move] >> HISTORY_SHIFT
        if bonus > search.history_limit:
            bonus = search.history_limit
        if move == first:
            bonus += search.killer_bonus
        elif move == second:
            bonus += search.killer_bonus - search.killer_bonus // 4
        picker.moves[i] += bonus * (RANK_MASK + 1)


cdef inline int take_best(Picker *picker) noexcept nogil:
    """The best of the remaining moves, swapped to the front: one scan finds it, one its place."""
    cdef Ranked best = picker.moves[picker.next]
    cdef int i
    for i in range(picker.next + 1, picker.count):
        best = picker.moves[i] if picker.moves[i] > best else best
    i = picker.next
    while picker.moves[i] != best:
        i += 1
    picker.moves[i] = picker.moves[picker.next]
    picker.moves[picker.next] = best
    picker.next += 1
    return RANK_MASK - (best & RANK_MASK)


cdef inline int next_move(Search *search, Picker *picker, int ply) noexcept nogil:
    """The next move to try in this node, or NO_MOVE after the last."""
    cdef int move
    if picker.stage == STAGE_TABLE:
        picker.stage = STAGE_GENERATE
        if picker.table_move != NO_MOVE:
            if playable(search.game, &search.board, picker.table_move):
                return picker.table_move
            picker.table_move = NO_MOVE
    if picker.stage == STAGE_GENERATE:
        picker.stage = STAGE_RANKED
        picker.next = 0
        picker.count = 0
        if picker.answers:
            picker.count = generate_answers(
                search.game, &search.board, search.path[ply - 1] if ply else NO_MOVE, picker.moves
            )
        if picker.stops:
            picker.count = generate_stops(search.game, &search.board, picker.moves)
        # A lost root still names a move.
        elif picker.count == 0 and (ply == 0 or not picker.answers):
            picker.count = generate(search.game, &search.board, picker.moves)
        if search.history_limit or search.killer_bonus:
            rank_by_memory(search, picker, ply)
    while picker.next < picker.count:
        move = take_best(picker)
        if move != picker.table_move:
            return move
    return NO_MOVE


cdef inline void fade_memory(Search *search) noexcept nogil:
    """Keep an eighth of the last search's history and none of its killers."""
    cdef int side, move
    memset(search.killers, 0xFF, sizeof(search.killers))
    for side in range(2):
        for move in range(MOVE_LIMIT):
            search.history[side][move] //= 8


cdef inline void remember_cutoff(Search *search, int move, int depth, int ply) noexcept nogil:
    """Record in killers and history that this move refuted the position."""
    if search.killers[ply][0] != move:
        search.killers[ply][1] = search.killers[ply][0]
        search.killers[ply][0] = move
    cdef int32_t *history = search.history[board_side(&search.board)]
    cdef int i
    history[move] += depth * depth
    if history[move] > HISTORY_FULL:
        for i in range(MOVE_LIMIT):
            history[i] //= 2
