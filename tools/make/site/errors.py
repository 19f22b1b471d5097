"""What the command says when it cannot write the folder."""

from tools.programs import ProgramFailed


class SiteError(ProgramFailed):
    """Something that the folder is made of is missing or broken; the message says what helps."""
