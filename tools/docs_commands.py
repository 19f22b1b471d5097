"""The page of the site that has the help of every command, made from the commands themselves."""

from __future__ import annotations

import inspect
import re
from collections.abc import Iterator

import rich_click as click
from rich_click.rich_panel import RichCommandPanel

from cli.main import pente

ABOUT = """The help of each command, as `pente COMMAND --help` shows it.
[The command line](command-line.md) tells what all of them share."""
BAR = r"\|"  # in a table
SHARED = ("--help", "--quiet", "--verbose", "--json")  # command-line.md explains them


def commands_page() -> str:
    """The page in Markdown: a chapter for each group of people, a section for each command."""
    parts = ["# Commands", ABOUT]
    with click.Context(pente) as context:
        for panel in pente.panels:
            if isinstance(panel, RichCommandPanel):
                parts.append(f"## {panel.name}")
                for name in panel.commands or ():
                    command = pente.get_command(context, name)
                    assert command is not None, "each panel lists commands that there are"
                    parts += sections(f"pente {name}", command, context)
    return "\n\n".join(parts) + "\n"


def sections(words: str, command: click.Command, above: click.Context) -> Iterator[str]:
    """The section of a command, then those of its subcommands."""
    with click.Context(command, parent=above, info_name=words.rpartition(" ")[2]) as context:
        usage = " ".join([words, *command.collect_usage_pieces(context)])
        yield f"### {words}"
        yield f"```text\n{usage}\n```"
        yield plain(inspect.cleandoc(re.sub(r"[\b\f]", "", command.help or "")))
        rows = list(options(command, context))
        if rows:
            yield "\n".join(["| option | meaning |", "|---|---|", *rows])
        if example := str(command.epilog or "").removeprefix("Example: "):
            yield f"Example:\n\n```text\n{example}\n```"
        if isinstance(command, click.Group):
            for name, below in command.commands.items():
                yield from sections(f"{words} {name}", below, context)


def options(command: click.Command, context: click.Context) -> Iterator[str]:
    """The rows of a table of a command's own options."""
    for option in command.get_params(context):
        if isinstance(option, click.Option) and not set(option.opts) & {*SHARED}:
            names, meaning = option.get_help_record(context) or ("", "")
            yield f"| `{names.replace('|', BAR)}` | {plain(meaning)} |"


def plain(text: str) -> str:
    """A text of the help whose signs mean themselves in Markdown, but for code spans."""
    parts = text.split("`")
    parts[::2] = [re.sub(r"([<>*_|\[\]])", r"\\\1", part) for part in parts[::2]]
    return "`".join(parts)
