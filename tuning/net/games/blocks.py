"""Blocks: the games that a worker plays as one task. A block is a text, and so is its result."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import TYPE_CHECKING

from tuning.net.games.record import format_learned, parse_learned
from tuning.net.games.self_play import PlayPlan, SelfPlayer, plan_of

if TYPE_CHECKING:
    from tuning.net.games.record import LearnedGame

BLOCK_GAMES = 20


@dataclass(frozen=True, slots=True, kw_only=True)
class Block:
    """Games to play: those of `plan` with the numbers from `first` to before `last`.

    net  the file of the plan's net; "" for none
    """

    plan: PlayPlan
    first: int
    last: int
    net: str = ""


def format_block(block: Block) -> str:
    """Return the block as one line of JSON."""
    fields = {"first": block.first, "last": block.last, "net": block.net}
    return json.dumps({"plan": block.plan.as_dict(), **fields}, separators=(",", ":"))


def parse_block(text: str) -> Block:
    """Return the block in a line of `format_block`."""
    fields = json.loads(text)
    return Block(plan=plan_of(fields.pop("plan")), **fields)


def parse_games(text: str) -> list[LearnedGame]:
    """Return the games in the result of a block."""
    return [parse_learned(line) for line in json.loads(text)]


class BlockPlayer:
    """Plays blocks in this process; keeps the engine from block to block."""

    def __init__(self) -> None:
        self._player: SelfPlayer | None = None
        self._net = ""

    def play(self, text: str) -> str:
        """Play a block; return its games as one line of JSON."""
        block = parse_block(text)
        player = self._player_of(block)
        games = [player.play(number) for number in range(block.first, block.last)]
        return json.dumps([format_learned(game) for game in games], separators=(",", ":"))

    def _player_of(self, block: Block) -> SelfPlayer:
        player = self._player
        if player is None or player.plan != block.plan or self._net != block.net:
            if player is not None:
                player.close()
            player = self._player = SelfPlayer(block.plan, block.net or None)
            self._net = block.net
        return player
