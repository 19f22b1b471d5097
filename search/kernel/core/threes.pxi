# Forced wins that need more than threats to win at once: open threes, and the quiet stones between.
#
# Included after quiescence.pxi; the game defines beside what stands there
#
#     generate_attacks(game, board, moves)    candidates worth trying first in an attack: those that
#                                             may threaten to win at once, or by an open four
#     generate_all(game, board, moves)        every empty point
#     pass_turn(game, board)                  the other side to move, nothing else changed
#
# An attack is a line of at most `threes` stones, each of which threatens to win by threats to win at
# once (`quiesce`), ended by such a win. The defender may do what he likes: after each stone of the
# attack *every* empty point is tried for him, but for those that are known to leave the attacker an
# open four (`generate_stops`), so what is found is proven, captures and counter-fours included. That is
# dear where the attack wins and cheap where it does not: the first good defence ends it. Nearly all
# attacks fail on their null test, whether the attacker would win if the defender passed.
#
# Values are the attacker's: a proven win, or UNPROVEN.

cdef enum:
    UNPROVEN = -1_000_001     # -INFINITE
    ATTACK_THREATS = 6        # to win at once, in the line that ends an attack
    ATTACK_PLIES = 24         # beyond which no attack goes
    ATTACK_WIDTH = 12         # stones of the attacker tried in a node

cdef uint64_t ATTACK_KEY = <uint64_t>0x9E3779B97F4A7C15   # apart from the other searches in the table


cdef inline int win_by_threats(Search *search, int ply, int turns) noexcept nogil:
    """The value of a win by threats to win at once for the side to move, or UNPROVEN."""
    cdef int value = quiesce(
        search, EVALUATION_LIMIT, EVALUATION_LIMIT + 1, ATTACK_THREATS, ply, turns, False
    )
    return value if value > EVALUATION_LIMIT and search.stopped == RUNNING else UNPROVEN


cdef int attack(Search *search, int threes, int ply, int turns) noexcept nogil:
    """The value of a win of the side to move by an attack of so many stones, or UNPROVEN."""
    cdef const Game *game = search.game
    cdef Board *board = &search.board
    cdef int value = 0, move = NO_MOVE
    cdef uint64_t key = board_key(board) ^ ATTACK_KEY * <uint64_t>(threes + 1)
    cdef bint forced
    cdef Found found
    cdef Picker picker

    # Step 1. Won by threats alone: most wins are.
    search.pv_length[ply] = 0
    if settled(game, board, turns, &value, &move):
        return value if value > EVALUATION_LIMIT else UNPROVEN
    value = win_by_threats(search, ply, turns)
    if value > EVALUATION_LIMIT or threes <= 0 or ply >= ATTACK_PLIES or search.stopped != RUNNING:
        return value

    # Step 2. Tried before?
    found = probe(&search.table, key, turns)
    if found.bound == BOUND_LOWER:
        extend_pv(search, found.move, ply, 0)
        return found.score
    if found.bound == BOUND_UPPER:
        return UNPROVEN

    # Step 3. A stone that threatens, or one that answers a threat and threatens in its turn.
    forced = must_answer(game, board)
    picker.next = 0
    if forced:
        picker.count = generate_answers(game, board, NO_MOVE, picker.moves)
    else:
        picker.count = generate_attacks(game, board, picker.moves)
    value = UNPROVEN
    while picker.next < picker.count and picker.next < ATTACK_WIDTH and value == UNPROVEN:
        move = take_best(&picker)
        search.path[ply] = move
        play(game, board, move, &search.undo[ply])
        value = defend(search, threes - 1, ply + 1, turns + 1)
        undo_move(game, board, move, &search.undo[ply])
    if search.stopped != RUNNING:
        return UNPROVEN
    if value == UNPROVEN:
        store(&search.table, key, NO_MOVE, 0, BOUND_UPPER, 0, turns)
        return UNPROVEN
    extend_pv(search, move, ply, search.pv_length[ply + 1])
    store(&search.table, key, move, 0, BOUND_LOWER, value, turns)
    return value


cdef int defend(Search *search, int threes, int ply, int turns) noexcept nogil:
    """The value, for the attacker, of the best that the side to move can do against him."""
    cdef const Game *game = search.game
    cdef Board *board = &search.board
    cdef int value = 0, worst = INFINITE, move = NO_MOVE
    cdef Picker picker

    # Step 1. Count the node; look at the limits.
    search.pv_length[ply] = 0
    if not goes_on(search):
        return UNPROVEN
    if settled(game, board, turns, &value, &move):
        return -value if value < -EVALUATION_LIMIT else UNPROVEN

    # Step 2. His replies: the answers to a threat to win at once, what may stop an open four, else all
    # points, if there is any threat at all.
    picker.next = 0
    if must_answer(game, board):
        picker.count = generate_answers(game, board, search.path[ply - 1], picker.moves)
        if picker.count == 0:
            return WIN - turns - 2
    elif open_four_threatens(game, board):
        picker.count = generate_stops(game, board, picker.moves)
        worst = WIN - turns - 4   # after any other move
    else:
        pass_turn(game, board)
        search.path[ply] = NO_MOVE
        value = win_by_threats(search, ply + 1, turns + 1)
        pass_turn(game, board)
        if value == UNPROVEN:
            return UNPROVEN
        picker.count = generate_all(game, board, picker.moves)

    # Step 3. Each must lose.
    while picker.next < picker.count:
        move = take_best(&picker)
        search.path[ply] = move
        play(game, board, move, &search.undo[ply])
        value = attack(search, threes, ply + 1, turns + 1)
        undo_move(game, board, move, &search.undo[ply])
        if value == UNPROVEN or search.stopped != RUNNING:
            return UNPROVEN
        if value < worst:
            worst = value
            extend_pv(search, move, ply, search.pv_length[ply + 1])
    return worst if worst != INFINITE else UNPROVEN
