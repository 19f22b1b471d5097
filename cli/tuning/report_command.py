"""The command `report`: a study as one page of HTML."""

from __future__ import annotations

import json
import os

import rich_click as click

from agent.files import write_whole
from cli.extra import from_extra
from cli.options import json_option


@click.command(epilog="Example: pente report --study night")
@click.argument("study", required=False, type=click.Path(file_okay=False), metavar="[FOLDER]")
@click.option(
    "--study",
    "folder",
    type=click.Path(file_okay=False),
    metavar="FOLDER",
    help="Folder of the study; may also be given without `--study`.",
)
@click.option(
    "--output",
    type=click.Path(dir_okay=False),
    metavar="FILE",
    help="File of the report. [default: FOLDER/report.html]",
)
@json_option
def report(*, study: str | None, folder: str | None, output: str | None, as_json: bool) -> None:
    """Write a report of a study as one page of HTML, and print its path."""
    if (study is None) == (folder is None):
        raise click.UsageError("name one study: --study FOLDER")
    folder = folder or study
    assert folder is not None, "one of them is given"
    with from_extra("tuning"):
        from tuning.report import report as page_of  # noqa: PLC0415 - the extra may be missing
    path = output or os.path.join(folder, "report.html")
    write_whole(path, page_of(folder).encode())
    print(json.dumps({"report": path}) if as_json else path)
