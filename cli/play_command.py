"""Commands of the board in the browser: `play` opens it, `serve` only serves it."""

from __future__ import annotations

import secrets
import threading
import webbrowser

import rich_click as click

from cli.options import asked_format, file_options, ply_option
from cli.reading import Found, read_one_game

PORT = 8123
PORT_HELP = f"Port; 0 = any free port. [default: {PORT}]"
LOOPBACK = ("127.0.0.1", "localhost", "::1")

data_option = click.option(
    "--data",
    type=click.Path(file_okay=False),
    metavar="FOLDER",
    help="Folder of the saved games. [default: pente-engine in the user's data folder]",
)


@click.command(epilog="Example: pente play game.sgf")
@click.argument("file", required=False)
@file_options
@ply_option
@click.option("--port", type=click.IntRange(0, 65_535), default=PORT, metavar="N", help=PORT_HELP)
@data_option
def play(
    *,
    file: str | None,
    game: str | None,
    number: int | None,
    ply: int | None,
    port: int,
    data: str | None,
) -> None:
    """Open the board in the browser, with the game or position of FILE if there is one.

    FILE is a record of any format, a position, or a harness folder; - is standard input. The game
    is saved with the others, with its variations and comments.
    """
    if file is None and (asked_format() or game or number or ply is not None):
        raise click.UsageError("--from, --game, --number and --ply need a FILE")
    found = None if file is None else read_one_game(file, game, number)
    _serve("127.0.0.1", port, data, token=None, browser=True, found=found, ply=ply)


@click.command(epilog="Example: pente serve --host 192.168.1.5 --allow-remote")
@click.option("--port", type=click.IntRange(0, 65_535), default=PORT, metavar="N", help=PORT_HELP)
@click.option(
    "--host",
    default="127.0.0.1",
    show_default=True,
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
def serve(
    *,
    port: int,
    host: str,
    allow_remote: bool,
    token: str | None,
    public_url: str | None,
    data: str | None,
) -> None:
    """Serve the board without opening a browser."""
    if not allow_remote and (host not in LOOPBACK or public_url):
        raise click.UsageError(
            f"other machines can reach {public_url or host}: add --allow-remote, which sets an "
            "access token"
        )
    if allow_remote and token is None:
        token = secrets.token_urlsafe(24)
    if token is not None and len(token) < 16:
        raise click.UsageError("a token needs at least 16 characters")
    _serve(host, port, data, token=token, browser=False, public_url=public_url)


def _serve(
    host: str,
    port: int,
    data: str | None,
    *,
    token: str | None,
    browser: bool,
    public_url: str | None = None,
    found: Found | None = None,
    ply: int | None = None,
) -> None:
    """Serve until interrupted; the address opens the game that was found, if any."""
    try:
        from web.http import addresses  # noqa: PLC0415 - other commands do not need it
        from web.http.server import bind  # noqa: PLC0415 - as above
        from web.http.server import serve as run  # noqa: PLC0415 - as above
        from web.records.reading import session_of  # noqa: PLC0415 - as above
        from web.sessions.store import data_folder  # noqa: PLC0415 - as above
        from web.settings import LOOPBACK as NAMES  # noqa: PLC0415 - as above
        from web.settings import Settings  # noqa: PLC0415 - as above
    except ImportError as missing:
        raise click.ClickException(
            f"{missing}; the board is an extra: pip install '.[web]'"
        ) from missing
    opened = None if found is None else session_of(found.record)
    if opened is not None and ply is not None:
        line = opened.tree.main_line()
        if ply >= len(line):
            raise click.UsageError(f"the game has {len(line) - 1} moves, not {ply}")
        opened.goto(line[ply])
    try:
        public = None if public_url is None else addresses.parse_public_url(public_url)
    except addresses.BadPublicUrl as error:
        raise click.UsageError(f"--public-url {error}") from error
    listener = bind(host, port)
    bound = listener.getsockname()[1]
    if port not in (0, bound):
        click.echo(f"Port {port} is busy: using port {bound} instead.", err=True)
    settings = Settings(
        data=data or data_folder(),
        hosts=NAMES if host in LOOPBACK else (*NAMES, *addresses.own_names(host)),
        public=public,
        token=token,
    )
    end = (f"#token={token}" if token else "") + (f"#game={opened.id}" if opened else "")
    shown = [f"{one}/{end}" for one in addresses.bases(host, bound, public)]

    def ready() -> None:
        click.echo(f"The board is at {shown[0]} (Ctrl-C ends it)")
        for other in shown[1:]:
            click.echo(f"also at {other}")
        if browser:
            threading.Thread(target=webbrowser.open, args=(shown[0],), daemon=True).start()

    run(settings, listener, ready, opened)
