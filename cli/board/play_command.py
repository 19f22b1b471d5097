"""Commands of the board in the browser: `play` opens it, `serve` only serves it."""

from __future__ import annotations

import secrets
import sys
from dataclasses import dataclass

import rich_click as click

from arena.records.reading import FileGame
from cli.extra import from_extra
from cli.options import FROM, file_options, json_option, path_option, ply_option, whole
from cli.output.settings import is_json, setting
from cli.reading import read_one_game
from search.levels import LEVELS, find_level

LOOPBACK = ("127.0.0.1", "localhost", "::1")
STANDARD = "-"  # FILE that is standard input
DEFAULT_GAME = "pente"
SIDES = ("first", "second")


@dataclass(frozen=True, slots=True)
class Endpoint:
    """Where the server listens, the folder of its games, and the address of a proxy before it."""

    host: str
    port: int
    data: str | None
    token: str | None = None
    public_url: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Wanted:
    """What `play` opens: the game of a record at `ply`, or a `new` one of this name, or none.

    level   the level of the engine on `engine_side`; None: the strongest in a new game, and none
            in the game of a record
    script  moves are read from standard input, and no browser is opened
    """

    recorded: FileGame | None
    ply: int | None
    new: str | None
    level: int | None
    engine_side: int
    script: bool


data_option = path_option(
    "--data",
    metavar="FOLDER",
    text="Folder of the saved games. [default: pente-engine in the user's data folder]",
)
port_option = whole("--port", least=0, most=65_535, default=8123, text="Port; 0 = any free port.")


@click.command(epilog="Example: pente play game.sgf")
@click.argument("file", required=False)
@file_options
@ply_option
@click.option(
    "--level",
    metavar="LEVEL",
    help=f"Level of the engine as the opponent, 1 to {len(LEVELS)} or its name. "
    "[default: the strongest in a new game, people in the game of FILE]",
)
@click.option(
    "--side",
    type=click.Choice(SIDES),
    default="first",
    help="Side of the person or script against the engine.",
)
@port_option
@data_option
@json_option
def play(
    *,
    file: str | None,
    game: str | None,
    number: int | None,
    ply: int | None,
    level: str | None,
    side: str,
    port: int,
    data: str | None,
) -> None:
    """Open the board in the browser, with the game of FILE if given.

    FILE is a record of any format, a position, or a harness folder; - is standard input. The game
    is saved with the others, with its variations and comments. -g, --level and --json open a new
    game where there is no FILE.

    --json prints one JSON object on a line for each move as it is played, with the engine's score,
    and one with the outcome at the end. If standard input is a pipe or a file, no browser is
    opened, and each line of it is a move to play, `undo` or `resign`. The command then ends with
    the game.
    """
    as_json = is_json()
    if file is None and (setting(FROM) or number or ply is not None):
        raise click.UsageError("--from, --number and --ply need a FILE")
    script = as_json and file != STANDARD and sys.stdin is not None and not sys.stdin.isatty()
    recorded = None if file is None else read_one_game(file, game, number)
    new = (game or DEFAULT_GAME) if file is None and (game or level or as_json) else None
    wanted = Wanted(
        recorded=recorded,
        ply=ply,
        new=new,
        level=None if level is None else find_level(level).number,
        engine_side=1 - SIDES.index(side),
        script=script,
    )
    _serve(Endpoint("127.0.0.1", port, data), wanted)


@click.command(epilog="Example: pente serve --host 192.168.1.5 --allow-remote")
@port_option
@click.option(
    "--host",
    default="127.0.0.1",
    metavar="ADDRESS",
    help="Address to listen on.",
)
@click.option("--allow-remote", is_flag=True, help="Accept other machines; they need the token.")
@click.option(
    "--token",
    metavar="TOKEN",
    help="Access token. [default with --allow-remote: a new one, printed]",
)
@click.option(
    "--public-url",
    metavar="URL",
    help="Address of a proxy or a forwarded port, where others open the board.",
)
@data_option
@json_option
def serve(
    *,
    port: int,
    host: str,
    allow_remote: bool,
    token: str | None,
    public_url: str | None,
    data: str | None,
) -> None:
    """Serve the board without opening a browser.

    --json prints a JSON object when the server listens (addresses, process, database) and another
    when it has ended.
    """
    if not allow_remote and (host not in LOOPBACK or public_url):
        raise click.UsageError(
            f"other machines can reach {public_url or host}: add --allow-remote, which sets an "
            "access token"
        )
    if allow_remote and token is None:
        token = secrets.token_urlsafe(24)
    if token is not None and len(token) < 16:
        raise click.UsageError("a token needs at least 16 characters")
    _serve(Endpoint(host, port, data, token, public_url))


def _serve(endpoint: Endpoint, wanted: Wanted | None = None) -> None:
    """Serve until interrupted, as `serve_board`. Raises UsageError without the extra."""
    with from_extra("web"):
        from cli.board.serving import serve_board  # noqa: PLC0415 - other commands do not need it
    serve_board(endpoint, wanted)
