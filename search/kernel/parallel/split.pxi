# Young brothers wait: the owner of a node searches its first brothers alone; the rest is shared
# out.
#
# Feldmann, Monien, Mysliwietz, Vornberger: "Distributed Game-Tree Search" (ICCA Journal 12/2,
# 1989); Feldmann's thesis (Paderborn, 1993). Included by negamax.pxi, between the order of moves
# and negamax.
#
#     owner     reaches a node that is deep enough while a worker waits, and opens a split point:
#               the remaining brothers, in order. All workers inside draw them one by one.
#     helper    joins the deepest split point, plays the moves to it, draws brothers, leaves.
#     search    Each brother is searched in a null window above the shared bound, and again if it
#               beats the bound. A refutation cuts the split point, and all split points below it.
#     end       The owner closes the split point and waits until it is empty. Meanwhile it joins
#               split points below its own ("helpful master"). Then it takes the best brother.
#
# In plain mode the value is that of one worker in any order of events: bounds only rise, and a
# brother found between an old bound and a newer one is searched again above the newer.


cdef inline bint may_split(const Search *search, int depth, int tried, int best) noexcept nogil:
    """Whether the remaining brothers may be shared out, and a worker waits for work.

    Not while every brother so far has lost: the width does not hold for such a node, so the number
    of moves to try is not known yet.
    """
    cdef Crew *crew = search.crew
    if crew == NULL or depth < crew.split_depth or tried < crew.brothers:
        return False
    if best < -EVALUATION_LIMIT or search.owned >= MOST_SPLITS:
        return False
    return get32(&crew.waiting) != 0


cdef void fill_split(
    Search *search, Split *split, const Node *node, Picker *picker, int most, int tried
) noexcept nogil:
    """Fill a closed split point with the node's other brothers, up to the `most`-th."""
    cdef int move, i
    split.node = node[0]
    split.owner = search.me
    split.parent = search.split
    split.tried = tried
    split.count = 0
    while tried + split.count < most:
        move = next_move(search, picker, node.ply)
        if move == NO_MOVE:
            break
        if node.ply > 0 or not search.excluded[move]:
            split.moves[split.count] = move
            split.count += 1
    for i in range(node.ply):
        split.path[i] = search.path[i]
    for i in range(node.ply + 1):
        split.statics[i] = search.statics[i]
    split.next = split.cut = 0


cdef void publish(Search *search, Split *split, int value, int number) noexcept nogil:
    """Publish the value of the brother of this number; keep its variation if it is the best."""
    cdef int me = search.me, ply = split.node.ply, i, length
    if value >= split.node.beta:
        put32(&split.cut, 1)  # before the bound is raised to beta, where no window is left
    if value > get_bound(&split.alpha):
        if split.node.is_pv:
            length = search.pv_length[ply + 1]
            split.pv[me][0] = split.moves[number - 1]
            for i in range(length):
                split.pv[me][i + 1] = search.pv[ply + 1][i]
            split.pv_length[me] = length + 1
        if atomic_raise(&split.best, packed(value, True, number, me)):
            atomic_raise_bound(&split.alpha, value)
    else:
        atomic_raise(&split.best, packed(value, False, number, me))


cdef void work_in(Search *search, Split *split) noexcept nogil:
    """Draw brothers and search them until none is left, on the board of the split point."""
    cdef uint32_t number
    cdef int value
    while search.stopped == RUNNING and not get32(&split.cut):
        number = add32(&split.next, 1)
        if number >= <uint32_t>split.count:
            return
        on_brother_drawn(search)
        value = brother_value(
            search, &split.node, &split.alpha, split.moves[number], split.tried + number + 1
        )
        if search.stopped == RUNNING:
            publish(search, split, value, number + 1)


cdef bint join(Search *search, Split *split, int above) noexcept nogil:
    """Help at a split point below number `above` (-1: at any), if it is open; whether it was.

    The board is that of the split point `above`, or of the root.
    """
    cdef Crew *crew = search.crew
    cdef uint32_t me = <uint32_t>1 << search.me
    cdef int outer = search.split, ply, first = 0
    cdef StopReason stopped = search.stopped
    set_bits(&split.inside, me)  # until this is cleared the owner does not reuse the split point
    if (
        get32(&split.open) and get32(&split.next) < <uint32_t>split.count
        and is_below(crew, split, above) and not was_cut(crew, split)
    ):
        if above >= 0:
            first = crew.splits[above].node.ply
        else:
            take_job(search)
        for ply in range(first, split.node.ply):
            search.path[ply] = split.path[ply]
            play(
                search.game, &search.board, &search.memory, split.path[ply], &search.undo[ply]
            )
        for ply in range(first, split.node.ply + 1):
            search.statics[ply] = split.statics[ply]
        crew.slots[search.me].joins[split.node.ply] += 1
        search.split = <int>(split - crew.splits)
        work_in(search, split)
        search.split = outer
        for ply in range(split.node.ply - 1, first - 1, -1):
            undo_move(
                search.game, &search.board, &search.memory, split.path[ply], &search.undo[ply]
            )
        if search.stopped == STOPPED_BY_CUT:
            search.stopped = stopped
        report(search)
        first = -1
    clear_bits(&split.inside, me)
    if not get32(&split.open):  # then its owner may be waiting for it to be empty
        tell(crew, search.me)
    return first == -1


cdef inline bint is_below(const Crew *crew, const Split *split, int above) noexcept nogil:
    """Whether the split point lies below number `above`, at any distance; all lie below -1."""
    cdef int number = split.parent
    while number != above and number >= 0:
        number = crew.splits[number].parent
    return number == above


cdef bint find_work(Search *search, int above) noexcept nogil:
    """Join the open split point of the greatest depth below `above`; whether there was one.

    A split point may change until this worker is inside, so `join` checks again.
    """
    cdef Crew *crew = search.crew
    cdef Split *split
    cdef Split *deepest = NULL
    cdef int number
    for number in range(crew.workers * MOST_SPLITS):
        split = &crew.splits[number]
        if split.owner == search.me or not get32(&split.open):
            continue
        if get32(&split.next) >= <uint32_t>split.count or was_cut(crew, split):
            continue
        if is_below(crew, split, above) and (deepest == NULL or split.node.depth > deepest.node.depth):
            deepest = split
    return deepest != NULL and join(search, deepest, above)


cdef void wait_until_empty(Search *search, Split *split) noexcept nogil:
    """Wait until no helper is inside a closed split point; help below it meanwhile."""
    cdef Crew *crew = search.crew
    cdef uint32_t seen
    cdef int64_t now, stopped_ns = 0, moved_ns = 0
    cdef uint64_t nodes = 0
    while get32(&split.inside):
        if get32(&crew.abandon):
            return  # worker 0 waits until all have left (`pick_up`)
        seen = get32(&crew.news)
        if search.stopped == RUNNING and not was_cut(crew, split):
            if find_work(search, <int>(split - crew.splits)):
                stopped_ns = moved_ns = 0
                continue
        if get32(&split.inside):
            wait_for_news(crew, seen, search.me, WAIT_NS)
        poll(search)
        if search.me == 0:
            look_for_lost(crew)
            now = clock_ns(CLOCK_MONOTONIC)
            if others_nodes(crew, 0) != nodes or moved_ns == 0:
                nodes, moved_ns = others_nodes(crew, 0), now
            if search.stopped == RUNNING or search.stopped == STOPPED_BY_CUT or stopped_ns == 0:
                stopped_ns = now
            if now - stopped_ns > GRACE_NS or now - moved_ns > STALL_NS:
                put32(&crew.abandon, 1)


cdef void share_out(
    Search *search, const Node *node, Picker *picker, int most,
    int *tried, int *alpha, int *best, int *best_move
) noexcept nogil:
    """Search the node's other brothers, up to the `most`-th, together with the waiting workers."""
    cdef Crew *crew = search.crew
    cdef int number = search.me * MOST_SPLITS + search.owned, i, worker
    cdef Split *split = &crew.splits[number]
    cdef uint64_t word

    # Step 1. Open the split point and work in it; close it when all brothers are drawn.
    split.alpha = alpha[0]
    split.best = packed(best[0], True, 0, search.me)
    fill_split(search, split, node, picker, most, tried[0])
    if split.count == 0:
        return
    crew.slots[search.me].splits[node.ply] += 1
    search.split = number
    search.owned += 1
    put32(&split.open, 1)
    tell(crew, search.me)
    work_in(search, split)
    put32(&split.open, 0)

    # Step 2. Wait for the helpers inside. They leave early after a refutation, which they see at
    # their next node; also after a cut above and after a stop, which then end the search here too.
    wait_until_empty(search, split)
    search.split = split.parent
    search.owned -= 1
    if search.stopped == STOPPED_BY_CUT:
        search.stopped = RUNNING
    poll(search)
    if (
        search.stopped == RUNNING
        and search.split >= 0
        and was_cut(crew, &crew.splits[search.split])
    ):
        search.stopped = STOPPED_BY_CUT

    # Step 3. Take the best brother, also after a stop: brothers that were finished count. Not after
    # `abandon`, when helpers may still be inside.
    word = split.best
    tried[0] += split.count
    if packed_number(word) == 0 or get32(&crew.abandon):
        return
    best[0] = packed_value(word)
    best_move[0] = split.moves[packed_number(word) - 1]
    if node.ply == 0:
        search.root_best = best[0]
    if best[0] <= alpha[0]:
        return
    alpha[0] = best[0]
    if node.is_pv:
        worker = packed_worker(word)
        for i in range(split.pv_length[worker]):
            search.pv[node.ply][i] = split.pv[worker][i]
        search.pv_length[node.ply] = split.pv_length[worker]
        if node.ply == 0:
            search.root_value = best[0]
    if best[0] >= node.beta and search.stopped == RUNNING:
        remember_cutoff(search, best_move[0], node.depth, node.ply)


# Clocks and limits; the main loop of a helper; what worker 0 does when a helper is lost.

cdef void report(Search *search) noexcept nogil:
    """Publish this worker's nodes and CPU time."""
    cdef Slot *slot = &search.crew.slots[search.me]
    on_nodes_told(search)
    search.told_ns = clock_ns(CLOCK_PROCESS_CPUTIME_ID)
    put64(&slot.nodes, search.nodes)
    put_ns(&slot.cpu_ns, search.told_ns - search.base_ns)


cdef void poll_with_crew(Search *search) noexcept nogil:
    """Publish nodes and CPU time; stop if another has stopped, or all together reach a limit."""
    cdef Crew *crew = search.crew
    cdef const Limits *limits = &crew.limits if search.me else &search.limits
    cdef int stop = get32(&crew.stop)
    report(search)
    if search.me == 0 and search.polls % LOST_POLLS == 0:
        look_for_lost(crew)
    if search.stopped != RUNNING:
        return
    if get32(&crew.abandon):
        search.stopped = STOPPED_BY_LOSS
        return
    if stop == RUNNING:
        stop = limit_reached(
            limits, search.nodes + others_nodes(crew, search.me),
            others_cpu_ns(crew, search.me) - search.base_ns,
        )
        if search.me == 0 and search.polls % SIGNAL_POLLS == 0 and signals_pending():
            stop = STOPPED_BY_SIGNAL
        if stop != RUNNING:
            put32(&crew.stop, stop)
    search.stopped = <StopReason>stop


cdef void take_job(Search *search) noexcept nogil:
    """Prepare this worker for the root of the current search."""
    cdef Crew *crew = search.crew
    search.board = crew.root
    board_was_set(search.game, &search.board, &search.memory)
    search.stopped = RUNNING
    search.split = -1
    search.owned = 0
    if search.job == get32(&crew.job):
        return
    search.job = get32(&crew.job)
    search.settings = crew.settings
    search.local_threats = True
    search.table.generation = crew.generation
    search.base_ns = search.told_ns  # CPU spent since, while waiting, counts in this search
    search.nodes = search.polls = search.next_poll = 0
    fade_memory(search)


cdef void help_until_told(Search *search, int parent) noexcept nogil:
    """The main loop of a helper: wait, join, leave; until `quit` is set or the parent is gone."""
    cdef Crew *crew = search.crew
    cdef Slot *slot = &crew.slots[search.me]
    cdef uint32_t seen
    cdef bint worked
    while not get32(&crew.quit) and getppid() == parent:
        seen = get32(&crew.news)
        put32(&slot.busy, 1)
        worked = False
        if not get32(&crew.abandon) and not get32(&crew.stop):
            worked = find_work(search, -1)
        put32(&slot.busy, 0)
        if not worked:
            wait_for_news(crew, seen, search.me, IDLE_NS)


cdef void pick_up(Search *search, int64_t grace_ns) noexcept nogil:
    """After `abandon`: wait until every helper is idle, kill late ones, clear the crew."""
    cdef Crew *crew = search.crew
    cdef int64_t deadline = clock_ns(CLOCK_MONOTONIC) + grace_ns
    cdef int worker, number
    tell(crew, search.me)
    on_gathering(crew)
    for worker in range(1, crew.workers):
        while not get32(&crew.lost) >> worker & 1 and get32(&crew.slots[worker].busy):
            if has_ended(crew.slots[worker].pid):  # do not kill: its number may be in use again
                set_bits(&crew.lost, <uint32_t>1 << worker)
            elif clock_ns(CLOCK_MONOTONIC) > deadline:
                kill(crew.slots[worker].pid, SIGKILL)
                set_bits(&crew.lost, <uint32_t>1 << worker)
            usleep(200)
    for number in range(MOST_WORKERS * MOST_SPLITS):
        put32(&crew.splits[number].open, 0)
        put32(&crew.splits[number].inside, 0)
    clear_bits(&crew.waiting, get32(&crew.lost) | 1)
    search.split = -1
    search.owned = 0
    put32(&crew.abandon, 0)
