"""Play two games on a running board server, which saves them. Makes the sample databases.

Start the server of an older checkout, then run this module of ours:

    pente serve --port 8231 --data FOLDER
    python -m tests.web.make_saved_games http://127.0.0.1:8231 [--review]

A game of Pente gets a clock, a capture, a variation, comments and a resignation; a game of Gipf
gets a handicap, a variation and comments. `--review` also has the engine score the game of Pente.
The test `test_saved_games.py` opens the files that older servers left.
"""

from __future__ import annotations

import argparse
import time
from typing import Any

import httpx

PEOPLE = [{"kind": "human", "name": "Ada"}, {"kind": "human", "name": "Ben"}]
CLOCK = {"initial_s": 600, "increment_s": 5}
MAIN = ("K10", "K11", "N10", "K12", "K13", "L12", "M11")  # K13 captures K11 and K12
VARIATION = ("M12", "H9")
GIPF = ("e1-e3", "c1-c2", "d1-d2")
DEADLINE_S = 60.0


class Board:
    """The commands of a board server that this script uses."""

    def __init__(self, address: str) -> None:
        self._client = httpx.Client(base_url=f"{address}/api", timeout=DEADLINE_S)

    def post(self, path: str, **body: Any) -> Any:
        """Return the answer to a command."""
        answer = self._client.post(path, json=body)
        answer.raise_for_status()
        return answer.json()

    def get(self, path: str) -> Any:
        """Return the answer to a query."""
        answer = self._client.get(path)
        answer.raise_for_status()
        return answer.json()

    def play(self, game: Any, moves: tuple[str, ...]) -> Any:
        """Play these moves from the current node and return the game."""
        for move in moves:
            game = self.post(f"games/{game['id']}/play", node=game["current"], move=move)
        return game


def play_pente(board: Board, *, review: bool) -> None:
    """Save a game of Pente with a variation after the third move."""
    game = board.post("games", preset="pente", players=PEOPLE, clock=CLOCK)
    address = f"games/{game['id']}"
    board.post(f"{address}/comment", node=0, text="The start.\nTwo lines, with ünïcode.")
    game = board.play(game, MAIN)
    if review:
        board.post(f"{address}/review", nodes=500)
        deadline = time.monotonic() + DEADLINE_S
        while any(node["score"] is None for node in board.get(address)["nodes"]):
            if time.monotonic() > deadline:
                raise SystemExit(f"the review did not end within {DEADLINE_S:.0f} s")
            time.sleep(0.1)
    board.post(f"{address}/goto", node=3)
    game = board.play(board.get(address), VARIATION)
    board.post(f"{address}/comment", node=game["current"], text="A variation.")
    board.post(f"{address}/goto", node=len(MAIN))
    board.post(f"{address}/resign")


def play_gipf(board: Board) -> None:
    """Save an unfinished game of basic Gipf with a handicap and a variation of the first turn."""
    game = board.post("games", preset="gipf-basic", players=PEOPLE, pieces=[15, 17])
    address = f"games/{game['id']}"
    game = board.play(game, GIPF)
    board.post(f"{address}/comment", node=1, text="The first piece.")
    game = board.post(f"{address}/goto", node=0)
    game = board.play(game, ("c1-c2",))
    board.post(f"{address}/comment", node=game["current"], text="From the other side.")
    board.post(f"{address}/goto", node=len(GIPF))


def main() -> None:
    """Play on the server whose address is given."""
    parser = argparse.ArgumentParser(description="Save two games on a running board server.")
    parser.add_argument("address", help="address of the server, such as http://127.0.0.1:8231")
    parser.add_argument("--review", action="store_true", help="have the engine score the moves")
    options = parser.parse_args()
    board = Board(options.address)
    play_pente(board, review=options.review)
    play_gipf(board)


if __name__ == "__main__":
    main()
