# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True
# cython: initializedcheck=False, embedsignature=True
"""`five` once more, with what experiments on the search need: events, delays, lockstep."""

include "five.pyx"


def note_events(int depth, int64_t most):
    """Record from now on what becomes of each brother in nodes of this depth and more.

    At most so many events; 0: none.
    """
    free(laboratory.events)
    laboratory.events = NULL
    laboratory.event_depth, laboratory.event_count = depth, 0
    laboratory.most_events = most
    if most > 0:
        laboratory.events = <Event *>calloc(most, sizeof(Event))
        if laboratory.events == NULL:
            raise MemoryError("no memory for events")


def events():
    """(nodes, tried, ply, kind, depth) of each event in order; kinds as in `core/hooks.pxi`.

    Raises OverflowError if there were more than could be kept.
    """
    cdef Event *event
    cdef int64_t i
    if laboratory.event_count > laboratory.most_events:
        raise OverflowError(
            f"{laboratory.event_count} events, kept were {laboratory.most_events}"
        )
    found = []
    for i in range(laboratory.event_count):
        event = &laboratory.events[i]
        found.append((event.nodes, event.tried, event.ply, event.kind, event.depth))
    return found


def dawdle(unsigned int delay_us):
    """Let workers of crews formed from now on wait at random, up to so long, at split points."""
    laboratory.delay_us = delay_us
    laboratory.dice = 0


def keep_in_step(uint64_t quantum):
    """Let no worker of a crew formed from now on get so many nodes ahead; 0: all run free.

    Sets the steps of all workers to 0.
    """
    if laboratory.steps == NULL:
        laboratory.steps = <Step *>mmap(
            NULL, MOST_WORKERS * sizeof(Step), PROT_READ | PROT_WRITE,
            MAP_SHARED | MAP_ANONYMOUS, -1, 0,
        )
        if <void *>laboratory.steps == MAP_FAILED:
            laboratory.steps = NULL
            raise MemoryError("no memory for the steps")
    memset(laboratory.steps, 0, MOST_WORKERS * sizeof(Step))
    laboratory.quantum = quantum
    laboratory.told_nodes = laboratory.job = 0


def steps():
    """In lockstep: nodes, and time waited counted as nodes, of worker 0 since `keep_in_step`."""
    return steps_of(0)[0]
