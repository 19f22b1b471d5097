"""What a contestant can play, its weights, and the player that it names.

`arena.players.parsing` reads the text of a contestant.
"""

from __future__ import annotations

from contextlib import closing
from typing import Any

from agent.gomocup.protocol import GomocupError, number_of
from arena.errors import ContestantError
from arena.foreign.gomocup_brain import GomocupPlayer
from arena.foreign.harness_agent import FolderAgent
from arena.game.clock import Clock
from arena.game.player import Player
from arena.players.in_process import (
    EnginePlayer,
    LevelPlayer,
    OnePlyPlayer,
    PlainPlayer,
    RandomPlayer,
)
from arena.players.other_checkout import TreeEngine
from arena.players.parsing import (
    AGENT,
    ENGINE,
    GOMOCUP,
    LEVEL,
    MINIMAX,
    ONE_PLY,
    OURS,
    PENT2,
    RANDOM,
    REFERENCE,
    SEEDS,
    Contestant,
)
from arena.players.reference.minimax import MinimaxPlayer
from arena.players.reference.pent2 import Pent2Player
from arena.players.reference.sharpmoku import DEPTH, SharpMokuPlayer
from games.family import AnyRules
from games.registry import family_of
from search.engine import Engine
from search.errors import KernelMissing, NetError, WeightsError
from search.levels import find_level
from search.limits import Limits
from search.net.file import NO_NET
from search.weights import Weights
from search.weights.file import game_weights, shipped_weights

PLAY_ALL = (ENGINE, LEVEL, ONE_PLY, RANDOM, MINIMAX)
TABLE_MB = 16


def require_clock(contestant: Contestant, clock: Clock) -> None:
    """Raise ContestantError unless this contestant can play by this clock.

    An agent needs a clock of seconds.
    """
    if contestant.kind == AGENT and clock.counts is None:
        raise ContestantError(
            f"{contestant.text} must be told the seconds left: expected a clock such as cpu:100, "
            f"not {clock} (our engine may also have its own limit: engine:nodes=10000)"
        )


def require_game(contestant: Contestant, rules: Any) -> None:
    """Raise ContestantError unless this contestant can play this game.

    An agent plays Pente only, as its harness does. A seed program plays games without captures. A
    brain plays the games of its protocol. Games that the harness does not know are for `PLAY_ALL`.
    """
    family = family_of(rules)
    if not family.harness:
        if contestant.kind not in PLAY_ALL:
            raise ContestantError(
                f"{contestant.text} does not play {rules.name}: expected engine[:OPTIONS], "
                "level:N, one-ply, random or minimax[:depth=N], which is plain alpha-beta there"
            )
        return
    if contestant.kind == GOMOCUP:
        try:
            number_of(rules)
        except GomocupError as error:
            raise ContestantError(f"{contestant.text}: {error}") from error
    if contestant.kind in SEEDS and family.captures:
        raise ContestantError(
            f"{contestant.text} does not know captures: expected a game without them, such as "
            f"gomoku-15 or five-19, not {rules.name}"
        )
    if contestant.kind == AGENT and rules.name != "pente":
        raise ContestantError(
            f"{contestant.text} is run by the file harness, which plays only pente, "
            f"not {rules.name}"
        )


def load_contestant_weights(contestant: Contestant, rules: AnyRules) -> Weights | None:
    """The weights of an engine, level or reference; None for other contestants.

    The contestant's file comes first, then the game's, then the defaults. The reference has no net.
    Raises ContestantError.
    """
    if contestant.kind not in OURS:
        return None
    net = NO_NET if contestant.kind == REFERENCE else contestant.net
    try:
        if contestant.weights is None:
            return shipped_weights(rules, net)
        return game_weights(rules, contestant.weights, net)
    except (WeightsError, NetError) as error:
        raise ContestantError(f"{contestant.text}: {error}") from error


def weights_digest(contestant: Contestant, rules: AnyRules) -> str | None:
    """The digest of a contestant's weights; None if it has none.

    Another tree computes its own digest, since its tunables may differ. Raises ContestantError.
    """
    if contestant.tree is not None:
        with closing(open_tree(contestant, contestant.tree, rules)) as engine:
            return engine.weights_digest
    weights = load_contestant_weights(contestant, rules)
    return weights.digest() if weights else None


def open_tree(contestant: Contestant, tree: str, rules: AnyRules) -> TreeEngine:
    """Start the engine of another tree with this contestant's options, in a child process.

    Raises ContestantError.
    """
    table_mb = contestant.numbers.get("table_mb", TABLE_MB)
    return TreeEngine(tree, rules, contestant.weights, contestant.net, table_mb=table_mb)


def make_player(contestant: Contestant, rules: Any) -> Player:
    """Make the player that a contestant names; the caller closes it.

    Raises ContestantError if it cannot play these rules on this computer.
    """
    harness = family_of(rules).harness
    if not harness:
        require_game(contestant, rules)
    if contestant.kind == GOMOCUP:
        assert contestant.program is not None
        return GomocupPlayer(contestant.program.command, rules)
    if contestant.program is not None:
        return FolderAgent(contestant.program)
    if contestant.kind in OURS:
        return make_searcher(contestant, rules)
    if contestant.kind == ONE_PLY:
        return OnePlyPlayer()
    if contestant.kind == RANDOM:
        return RandomPlayer()
    if contestant.kind == PENT2:
        return Pent2Player(rules)
    depth = contestant.numbers.get("depth")
    if contestant.kind == MINIMAX:
        return MinimaxPlayer(rules, depth) if harness else PlainPlayer(depth)
    return SharpMokuPlayer(rules, depth or DEPTH)


def make_searcher(contestant: Contestant, rules: Any) -> EnginePlayer:
    """Make the player for an engine, a level or the reference.

    Raises ContestantError if it cannot play on this computer.
    """
    nodes, depth = contestant.numbers.get("nodes"), contestant.numbers.get("depth")
    fixed = None if nodes is None and depth is None else Limits(nodes=nodes, depth=depth)
    if contestant.tree is not None:
        return EnginePlayer(open_tree(contestant, contestant.tree, rules), fixed)
    weights = load_contestant_weights(contestant, rules)
    if contestant.kind == REFERENCE:
        from search.python_engine import PythonEngine  # noqa: PLC0415 - only if it plays

        return EnginePlayer(PythonEngine(rules, weights), fixed, weights)
    engine = open_engine(contestant, rules, weights)
    if contestant.kind == LEVEL:
        return LevelPlayer(engine, find_level(str(contestant.numbers[LEVEL]), rules.family))
    return EnginePlayer(engine, fixed, weights)


def open_engine(contestant: Contestant, rules: AnyRules, weights: Weights | None) -> Engine:
    """Open our engine with this contestant's options.

    Raises ContestantError without the compiled kernel.
    """
    numbers = contestant.numbers
    table_mb, workers = numbers.get("table_mb", TABLE_MB), numbers.get("workers", 1)
    try:
        return Engine(rules, weights, table_mb=table_mb, workers=workers)
    except KernelMissing as error:
        instead = REFERENCE if family_of(rules).harness else MINIMAX
        raise ContestantError(
            f"{contestant.text}: {error}; `{instead}` plays without it"
        ) from error
