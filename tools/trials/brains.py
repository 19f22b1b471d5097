"""Games of our Gomocup brain against itself, to be repeated by the same brain elsewhere.

Each of the two brains hears one side of all games. With a limit of nodes a brain's answers follow
from what it hears; so a brain that answers the same lines alike plays the same games.
"""

from __future__ import annotations

import random
from contextlib import closing

from agent.gomocup.brain import Brain
from agent.gomocup.protocol import format_place, parse_place, rules_of
from arena.foreign.gomocup_brain import stone_lines
from games.five.openings import random_opening
from games.five.position import FivePosition

GAMES = ((0, 15), (0, 20), (1, 15), (32, 19), (64, 19))  # `INFO rule` and lines
OPENING_PLIES = 3
TURN_MS = 600_000  # no clock ends a search before its nodes are spent
SWAP2 = ("START 15", "INFO rule 0", "INFO max_node 2000", "SWAP2BOARD", "DONE")


class Seat:
    """One of the brains: the lines that it heard and its answers."""

    def __init__(self) -> None:
        self.heard: list[str] = []
        self.said: list[str] = []
        self.brain = Brain(self.said.append)

    def tell(self, *lines: str) -> None:
        """Let the brain hear these lines and answer."""
        for line in lines:
            self.heard.append(line)
            self.brain.take(line)


def played(games: int, nodes: int) -> tuple[Seat, Seat]:
    """Both brains after so many games, with a limit of nodes for each move."""
    seats = Seat(), Seat()
    with closing(seats[0].brain), closing(seats[1].brain):
        for number in range(games):
            rule, size = GAMES[number % len(GAMES)]
            told = (f"START {size}", f"INFO rule {rule}", f"INFO max_node {nodes}")
            for seat in seats:
                seat.tell(*told, f"INFO timeout_turn {TURN_MS}")
            play(opening_of(rule, size, number), seats)
        seats[0].tell("ABOUT", *SWAP2)
    return seats


def opening_of(rule: int, size: int, seed: int) -> FivePosition:
    """Some stones of a game, which the seed draws."""
    position = random_opening(rules_of(rule, size), OPENING_PLIES, random.Random(seed))
    assert position is not None, "so few stones capture nothing"
    return position


def play(position: FivePosition, seats: tuple[Seat, Seat]) -> None:
    """A game from an opening; who hears of it first gets the whole board."""
    size, begun = position.rules.size, [False, False]
    while position.outcome is None:
        side = position.side
        if begun[side]:
            last = position.moves[-1]
            seats[side].tell(f"TURN {format_place(last, size)}")
        else:
            begun[side] = True
            seats[side].tell("BOARD", *stone_lines(position), "DONE")
        position.play(parse_place(seats[side].said[-1], size))
