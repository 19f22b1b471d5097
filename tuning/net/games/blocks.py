"""Blocks: the games that a worker plays as one task. A block is a text, and so is its result."""

from __future__ import annotations

import base64
import json
import os
import tempfile
import zlib
from dataclasses import dataclass, replace
from functools import cache
from hashlib import sha256

from arena.processes.pool import Work
from games.rules import FIVE_FAMILY
from tuning.errors import LearningError
from tuning.net.games.record import LearnedGame, format_learned, parse_learned
from tuning.net.games.self_play import PlayPlan, SelfPlayer, plan_of

BLOCK_GAMES = 20


@dataclass(frozen=True, slots=True, kw_only=True)
class Block:
    """Games to play: those of `plan` with the numbers from `first` to before `last`.

    net      the file of the plan's net; "" for none
    brought  its content for another computer, packed; otherwise ""
    """

    plan: PlayPlan
    first: int
    last: int
    net: str = ""
    brought: str = ""


def parse_games(text: str) -> list[LearnedGame]:
    """The games in the result of a block."""
    return [parse_learned(line) for line in json.loads(text)]


class BlockPlayer:
    """Plays blocks in this process; keeps the engine from block to block."""

    def __init__(self) -> None:
        self._player: SelfPlayer | None = None
        self._net = ""

    def answer(self, task: str) -> str:
        """Play a block in one line; return its games as one line of JSON."""
        fields = json.loads(task)
        block = Block(plan=plan_of(fields.pop("plan")), **fields)
        if block.brought:
            content = zlib.decompress(base64.b64decode(block.brought))
            block = replace(block, net=kept_net(content), brought="")
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

    def close(self) -> None:
        """Release the engine."""
        if self._player is not None:
            self._player.close()


def with_net(block: Block) -> Block:
    """The block with the content of its net."""
    return replace(block, brought=packed_file(block.net)) if block.net else block


@cache
def packed_file(path: str) -> str:
    """The content of a file as text."""
    with open(path, "rb") as file:
        return base64.b64encode(zlib.compress(file.read())).decode()


def kept_net(content: bytes) -> str:
    """The path of a file with this content in this user's folder of temporary files."""
    name = f"pente-net-{os.getuid()}-{sha256(content).hexdigest()[:32]}.net"
    path = os.path.join(tempfile.gettempdir(), name)
    if not os.path.exists(path):
        handle, temporary = tempfile.mkstemp(suffix=".net")
        with open(handle, "wb") as file:
            file.write(content)
        os.replace(temporary, path)
    return path


BLOCKS: Work[Block, list[LearnedGame]] = Work(
    player=BlockPlayer,
    read=parse_games,
    key=lambda block: f"block {block.first}",
    family=lambda _block: FIVE_FAMILY,
    cores=lambda _block: 1,
    packed=with_net,
    failed=lambda error: LearningError(f"self-play failed: {error.reason}\n{error.task[:300]}"),
    deadline_s=1_800.0,
    most_losses=10,
)
