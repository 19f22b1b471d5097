"""What the command says when it cannot write the folder."""


class SiteError(Exception):
    """Something that the folder is made of is missing or broken; the message says what helps."""
