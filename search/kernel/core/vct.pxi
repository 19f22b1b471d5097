# Forced wins that need more than threats to win at once (VCF): open threes, and the quiet stones
# between (VCT).
#
# Included after quiescence.pxi. Beside what stands there, the game defines
#
#     generate_attacks(game, board, moves)    the candidates of an attack: those that may threaten
#                                             to win at once, or by an open four
#     generate_all(game, board, moves)        every empty point
#     pass_turn(game, board)                  gives the other side the move, changes nothing else
#
# An attack is a line of at most `threes` stones that ends in a win by threats to win at once
# (`quiesce`). Each of its stones threatens such a win. After each stone the search tries *every*
# empty point for the defender, except those that certainly leave the attacker an open four
# (`generate_stops`). So a win that it finds is proven, captures and counter-fours included. This is
# expensive where the attack wins and cheap elsewhere: the first good defence ends it. Nearly all
# attacks fail the null test: would the attacker win if the defender passed?
#
# Values are the attacker's: a proven win, or UNPROVEN.

cdef enum:
    UNPROVEN = -1_000_001     # -INFINITE
    ATTACK_THREATS = 6        # threats to win at once, in the line that ends an attack
    MOST_STONES = 12          # of the attacker: MAX_PLY leaves room for the threats after them
    ATTACK_WIDTH = 12         # stones of the attacker tried in a node

cdef uint64_t ATTACK_KEY = <uint64_t>0x9E3779B97F4A7C15   # keeps entries apart from other searches'


cdef inline int vcf_value(Search *search, int ply, int turns) noexcept nogil:
    """The value of a win by threats to win at once, for the side to move, or UNPROVEN."""
    cdef int value = quiesce(
        search, EVALUATION_LIMIT, EVALUATION_LIMIT + 1, ATTACK_THREATS, ply, turns, False
    )
    return value if value > EVALUATION_LIMIT and search.stopped == RUNNING else UNPROVEN


cdef int vct_attack(Search *search, int threes, int ply, int turns) noexcept nogil:
    """The value of a win by an attack of the side to move in so many stones, or UNPROVEN."""
    cdef const GameTables *game = search.game
    cdef Board *board = &search.board
    cdef int value = 0, move = NO_MOVE
    cdef uint64_t key = board_key(board) ^ ATTACK_KEY * <uint64_t>(threes + 1)
    cdef bint forced
    cdef Stored stored
    cdef Picker picker

    # Step 1. Most wins are won by threats alone.
    search.pv_length[ply] = 0
    if settled(game, board, turns, &value, &move):
        return value if value > EVALUATION_LIMIT else UNPROVEN
    value = vcf_value(search, ply, turns)
    if value > EVALUATION_LIMIT or threes <= 0 or search.stopped != RUNNING:
        return value

    # Step 2. The table may know the result.
    stored = probe(&search.table, key, turns)
    if stored.bound == BOUND_LOWER:
        extend_pv(search, stored.move, ply, 0)
        return stored.score
    if stored.bound == BOUND_UPPER:
        return UNPROVEN

    # Step 3. Try stones that threaten; where a threat must be answered, all its answers.
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
        play(game, board, &search.memory, move, &search.undo[ply])
        value = vct_defence(search, threes - 1, ply + 1, turns + 1)
        undo_move(game, board, &search.memory, move, &search.undo[ply])
    if search.stopped != RUNNING:
        return UNPROVEN
    if value == UNPROVEN:
        store(&search.table, key, NO_MOVE, 0, BOUND_UPPER, 0, turns)
        return UNPROVEN
    extend_pv(search, move, ply, search.pv_length[ply + 1])
    store(&search.table, key, move, 0, BOUND_LOWER, value, turns)
    return value


cdef int vct_defence(Search *search, int threes, int ply, int turns) noexcept nogil:
    """The value, for the attacker, of the best defence of the side to move."""
    cdef const GameTables *game = search.game
    cdef Board *board = &search.board
    cdef int value = 0, worst = INFINITE, move = NO_MOVE
    cdef Picker picker

    # Step 1. Count the node; read the limits now and then.
    search.pv_length[ply] = 0
    if not goes_on(search):
        return UNPROVEN
    if settled(game, board, turns, &value, &move):
        return -value if value < -EVALUATION_LIMIT else UNPROVEN

    # Step 2. The defender's replies: the answers to a threat to win at once, the stops of an open
    # four, else all points. No defence is needed where the null test finds no threat.
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
        value = vcf_value(search, ply + 1, turns + 1)
        pass_turn(game, board)
        if value == UNPROVEN:
            return UNPROVEN
        picker.count = generate_all(game, board, picker.moves)

    # Step 3. Every reply must lose.
    while picker.next < picker.count:
        move = take_best(&picker)
        search.path[ply] = move
        play(game, board, &search.memory, move, &search.undo[ply])
        value = vct_attack(search, threes, ply + 1, turns + 1)
        undo_move(game, board, &search.memory, move, &search.undo[ply])
        if value == UNPROVEN or search.stopped != RUNNING:
            return UNPROVEN
        if value < worst:
            worst = value
            extend_pv(search, move, ply, search.pv_length[ply + 1])
    return worst if worst != INFINITE else UNPROVEN
