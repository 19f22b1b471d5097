# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True
# cython: initializedcheck=False, embedsignature=True
"""`five` once more, with what experiments on the search need: delays, lockstep."""

include "five.pyx"


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
