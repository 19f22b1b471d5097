"""The option that names a study."""

from __future__ import annotations

import rich_click as click


def study_of_group(context: click.Context) -> str:
    """The study's folder, where it stands before the subcommand. Raises UsageError."""
    above = context.parent.params.get("folder") if context.parent is not None else None
    if above is None:
        raise click.UsageError("name the study's folder: --study FOLDER", context)
    return str(above)


study_option = click.option(
    "--study",
    "folder",
    type=click.Path(file_okay=False),
    callback=lambda context, _option, value: value or study_of_group(context),
    metavar="FOLDER",
    help="Folder of the study.",
)
