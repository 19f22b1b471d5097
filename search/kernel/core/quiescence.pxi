# The quiescence search: threats to win at once and their answers, until neither side threatens.
#
# Included by negamax.pxi, before `negamax`. Beside what negamax.pxi asks for, the game defines
#
#     can_threaten(game, board)                  whether any candidate may threaten to win at once
#     generate_threats(game, board, last, moves) the candidates that may; must_answer, after the
#                                                move, tells which do. Around the own stone `last`,
#                                                or anywhere (NO_MOVE)
#     wins_by_open_four(game, board)             whether a win in three plies is certain
#     standing_value(game, board, memory, beta)  the value of the side to move without any threat
#
# Contract (fail-soft, as negamax). A side that must answer tries all answers and nothing else, so a
# loss is proven. A side that need not answer may stand pat, or threaten: a win by threats is
# proven, any other value is a lower bound. `threats` is how many more the line may hold.
#
# Below a leaf of the main search each later threat of a line lies around the one before it
# (`local_threats`); this is some three times cheaper. In a proof (`prove`) threats lie anywhere.
# The table holds all these searches, at depths that keep them apart:
#
#     0 .. 15   threats left below a leaf   16 .. 31   threats left in a proof   32 ..   negamax
#
# In a proof an entry of negamax counts only as a proven win or loss (`keep_proven`): any other value
# of a selective search refutes nothing.

cdef enum:
    MOST_THREATS = 15
    LEAF_THREATS = 4    # in one line below a leaf of the main search


cdef inline int main_depth(int depth) noexcept nogil:
    """A depth of negamax as the table holds it."""
    return 2 * (MOST_THREATS + 1) + depth


cdef inline int threat_depth(const Search *search, int threats) noexcept nogil:
    """A number of threats left, as the table holds it."""
    return threats if search.local_threats else MOST_THREATS + 1 + threats


cdef inline bint usable(const Stored *stored, int depth, int alpha, int beta) noexcept nogil:
    """Whether the table's entry settles a node of this depth and window."""
    if stored.bound == BOUND_NONE or stored.depth < depth:
        return False
    if stored.bound == BOUND_EXACT:
        return True
    return stored.score >= beta if stored.bound == BOUND_LOWER else stored.score <= alpha


cdef inline void keep_proven(Stored *stored) noexcept nogil:
    """Reduce an entry of negamax to what it proves: that the side wins, or loses, at least so soon.

    Its value was exact for a selective search only, so it is a bound here.
    """
    if stored.bound == BOUND_NONE or stored.depth < main_depth(0):
        return
    if stored.score > EVALUATION_LIMIT and stored.bound != BOUND_UPPER:
        stored.bound = BOUND_LOWER
    elif stored.score < -EVALUATION_LIMIT and stored.bound != BOUND_LOWER:
        stored.bound = BOUND_UPPER
    else:
        stored.bound = BOUND_NONE


cdef inline int bound_of(int best, int first_alpha, int beta) noexcept nogil:
    """The bound that a value found in this window puts on the true value."""
    return BOUND_LOWER if best >= beta else BOUND_EXACT if best > first_alpha else BOUND_UPPER


cdef inline int stand_pat(Search *search, bint local, int beta) noexcept nogil:
    """The value of the side to move without any threat; after a line's first the static value."""
    if local:
        return evaluate(search.game, &search.board, &search.memory)
    return standing_value(search.game, &search.board, &search.memory, beta)


cdef int quiesce(
    Search *search, int alpha, int beta, int threats, int ply, int turns, bint local
) noexcept nogil:
    """The value of the board's position for the side to move; see the contract above."""
    cdef const GameTables *game = search.game
    cdef Board *board = &search.board
    cdef bint is_pv = beta - alpha > 1, forced, horizon_met = search.horizon_met
    cdef int first_alpha = alpha, best = -INFINITE, best_move = NO_MOVE
    cdef int value = 0, move = NO_MOVE, bound
    cdef uint64_t key
    cdef Stored stored
    cdef Picker picker

    # Step 1. Count the node; look at the limits now and then.
    search.pv_length[ply] = 0
    if not goes_on(search):
        return 0

    # Step 2. The game is over, or there is no threat and nothing to answer.
    if settled(game, board, turns, &value, &move):
        if move != NO_MOVE:
            extend_pv(search, move, ply, 0)
        return value
    key = board_key(board)
    forced = must_answer(game, board)
    if forced or threats > 0:
        prefetch(cluster_of(&search.table, key))
    if ply >= MAX_PLY - 1:
        search.horizon_met = True
        return evaluate(game, board, &search.memory)
    if not forced:
        best = stand_pat(search, local, beta)
        if best >= beta or not can_threaten(game, board):
            return best
        if threats <= 0:
            search.horizon_met = True
            return best
        if not is_pv and wins_by_open_four(game, board):
            return WIN - turns - 3
        # There is no win at once (`settled`): with a threat first it takes three plies.
        if WIN - turns - 3 <= alpha:
            search.horizon_met = True
            return WIN - turns - 3
        if best > alpha:
            alpha = best

    # Step 3. The table may know the value. (To ask it before standing pat does not pay:
    # data/results/experiments.jsonl.)
    stored = probe(&search.table, key, turns)
    if not search.local_threats:
        keep_proven(&stored)
    if not is_pv and usable(&stored, threat_depth(search, threats), alpha, beta):
        search.horizon_met |= stored.depth < threat_depth(search, MOST_THREATS)
        return stored.score

    # Step 4. Try all answers, or all threats. Only threats count against `threats`.
    picker.stage = STAGE_RANKED
    picker.table_move = NO_MOVE
    picker.next = 0
    if forced:
        picker.count = generate_answers(
            game, board, search.path[ply - 1] if ply else NO_MOVE, picker.moves
        )
        if picker.count == 0:
            return turns + 2 - WIN
    else:
        picker.count = generate_threats(
            game, board, search.path[ply - 2] if local else NO_MOVE, picker.moves
        )
        threats -= 1
    put_first(&picker, stored.move)
    search.horizon_met = False
    while picker.next < picker.count:
        move = take_best(&picker)
        search.path[ply] = move
        play(game, board, &search.memory, move, &search.undo[ply])
        if not forced and not must_answer(game, board):
            undo_move(game, board, &search.memory, move, &search.undo[ply])
            continue
        value = -quiesce(search, -beta, -alpha, threats, ply + 1, turns + 1, search.local_threats)
        undo_move(game, board, &search.memory, move, &search.undo[ply])
        if search.stopped != RUNNING:
            return 0
        if value > best:
            best = value
            best_move = move
            if value > alpha:
                alpha = value
                if is_pv:
                    extend_pv(search, move, ply, search.pv_length[ply + 1])
                if value >= beta:
                    break

    # Step 5. Store the value in the table. No number of threats changes a win, nor a value that no
    # horizon has touched.
    if not forced:
        threats += 1
    if best >= beta and best > EVALUATION_LIMIT:
        search.horizon_met = False
    if not search.horizon_met and not search.local_threats:
        threats = MOST_THREATS
    search.horizon_met |= horizon_met
    bound = bound_of(best, first_alpha, beta)
    store(&search.table, key, best_move, threat_depth(search, threats), bound, best, turns)
    return best


cdef inline void put_first(Picker *picker, int move) noexcept nogil:
    """Rank this move above all others, if the picker has it."""
    cdef int i
    for i in range(picker.count):
        if RANK_MASK - (picker.moves[i] & RANK_MASK) == move:
            picker.moves[i] = HIGHEST_RANK | (picker.moves[i] & RANK_MASK)
