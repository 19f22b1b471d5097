"""The commands of the documentation's pages, and what a trial runs for each of them.

A command is a line of a fenced block marked `sh`, or a code span that begins with a program in the
first column of a table, if that cell has nothing but code spans. A comment of the page before the
block or table changes what is run:

    <!-- nightly
    FOLDER -> handin                  replaces text in its commands
    skip pente play: a reason         leaves out the commands that begin so; `skip: REASON` all
    exit pente elo: 0 1 3             exit codes that count as success, instead of 0
    seconds pente bench: 600          the time-out, instead of SECONDS
    serves pente serve:               prints an address, which must answer, until it is interrupted
    background dask scheduler:        runs until the end of the page
    ci pente bundle: NAME=VALUE       belongs to the short journey of the full check as well, there
                                      with these variables, if any
    run test -s handin/homework.py    a further command, where the comment stands; or `ci run ...`
    -->

A command that begins like more than one of the lines obeys all of them. A line that concerns no
command is an error, and so is a word in capitals that nothing replaces.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field, replace

SECONDS = 300
FENCE = "```"
PROGRAMS = ("pente ", "pbrain-pente", ".venv/bin/", "python", "sh ", "mkdocs", "optuna-dashboard")
COMMENT = re.compile(r"<!-- nightly\b(.*?)-->", re.DOTALL)
SPAN = re.compile(r"`([^`]+)`")
CAPITALS = re.compile(r"\b[A-Z]+\b")
MARK = re.compile(r"(skip|exit|seconds|serves|background|ci) ?(.*?):(?: (.*)|$)")


class PageError(Exception):
    """A page has a command without a decision, or a mark without a command."""


@dataclass(frozen=True)
class Command:
    """A command of a page, and how to run it."""

    page: str
    line: int
    printed: str  # as the page has it; empty for a further command of a comment
    run: str
    skipped: str = ""  # the reason, or empty
    codes: tuple[int, ...] = (0,)
    seconds: int = SECONDS
    serves: bool = False
    background: bool = False
    ci: bool = False
    variables: str = ""  # in the short journey

    @property
    def place(self) -> str:
        """The page and the line."""
        return f"{self.page}:{self.line}"


@dataclass
class Marks:
    """The lines of the comments before a block or table, and which of them were used."""

    line: int = 0
    texts: list[str] = field(default_factory=list)
    used: set[str] = field(default_factory=set)

    def apply(self, command: Command) -> Command:
        """The command as the marks change it."""
        for text in self.texts:
            if " ->" in text:
                old, new = (part.strip() for part in text.split(" ->", 1))
                if old in command.run:
                    self.used.add(text)
                    command = replace(command, run=replaced(command.run, old, new))
            elif mark := MARK.fullmatch(text):
                kind, prefix, rest = mark.groups("")
                if command.printed.startswith(prefix):
                    self.used.add(text)
                    command = marked(command, kind, rest)
            else:
                raise PageError(f"{command.page}:{self.line}: {text!r} is no mark")
        return command

    def unused(self) -> list[str]:
        """The lines that concerned no command."""
        return [text for text in self.texts if text not in self.used]


def replaced(command: str, old: str, new: str) -> str:
    """The command with `old` replaced; a word in capitals only where it stands alone."""
    if CAPITALS.fullmatch(old):
        return re.sub(rf"\b{old}\b", lambda _: new, command)
    return command.replace(old, new).strip()


def marked(command: Command, kind: str, rest: str) -> Command:
    """The command with one mark applied."""
    if kind == "skip":
        if not rest:
            raise PageError(f"{command.place}: `skip` needs a reason")
        return replace(command, skipped=rest)
    if kind == "exit":
        return replace(command, codes=tuple(int(code) for code in rest.split()))
    if kind == "seconds":
        return replace(command, seconds=int(rest))
    if kind == "serves":
        return replace(command, serves=True)
    if kind == "background":
        return replace(command, background=True)
    return replace(command, ci=True, variables=rest)


def without_comment(line: str) -> str:
    """A line of shell without its comment."""
    return re.sub(r"(^|\s+)#( .*|$)", "", line).rstrip()


def blocks_of(text: str) -> Iterator[tuple[int, str, str]]:
    """The parts of a page that matter: (line, "comment" | "sh" | "table", text), in order."""
    lines = text.split("\n")
    at = 0
    while at < len(lines):
        begun, line = at, lines[at].strip()
        at += 1
        if line.startswith("<!-- nightly"):
            while "-->" not in lines[at - 1]:
                at += 1
            yield begun + 1, "comment", "\n".join(lines[begun:at])
        elif line.startswith(FENCE):
            while lines[at].strip() != FENCE:
                at += 1
            if line == FENCE + "sh":
                yield begun + 2, "sh", "\n".join(lines[begun + 1 : at])
            at += 1
        elif line.startswith("|"):
            while at < len(lines) and lines[at].strip().startswith("|"):
                at += 1
            yield begun + 1, "table", "\n".join(lines[begun:at])


def printed_in(kind: str, first: int, text: str) -> Iterator[tuple[int, str]]:
    """The commands of a block or table, with their lines."""
    if kind == "table":
        for line, row in enumerate(text.split("\n"), first):
            cell = row.split("|")[1]
            spans = SPAN.findall(cell) if not SPAN.sub("", cell).strip(" ,") else []
            yield from ((line, span) for span in spans if span.startswith(PROGRAMS))
        return
    waiting: list[str] = []
    for line, row in enumerate(text.split("\n"), first):
        waiting.append(without_comment(row.strip()))
        if waiting[-1].endswith("\\"):
            waiting[-1] = waiting[-1][:-1].rstrip()
        else:
            if any(waiting):
                yield line - len(waiting) + 1, " ".join(waiting)
            waiting = []


def commands_of(page: str, text: str) -> list[Command]:
    """All commands of a page, in order; raises PageError."""
    commands: list[Command] = []
    marks = Marks()
    for first, kind, block in blocks_of(text):
        if kind == "comment":
            marks.line = marks.line or first
            for line, mark in further_lines(first, block):
                if further := re.match(r"(ci )?run (.*)", mark):
                    command = Command(page, line, "", further[2], ci=bool(further[1]))
                    commands.append(decided(command, marks))
                else:
                    marks.texts.append(mark)
            continue
        found = list(printed_in(kind, first, block))
        commands += [
            decided(Command(page, line, printed, printed), marks) for line, printed in found
        ]
        if found and marks.unused():
            raise PageError(f"{page}:{marks.line}: no command for {marks.unused()}")
        if found:
            marks = Marks()
    if marks.texts:
        raise PageError(f"{page}:{marks.line}: no command after {marks.texts}")
    return commands


def further_lines(first: int, comment: str) -> Iterator[tuple[int, str]]:
    """The lines of a comment, with their numbers."""
    inner = comment.strip().removeprefix("<!-- nightly").removesuffix("-->")
    for line, text in enumerate(inner.split("\n"), first):
        if text.strip():
            yield line, text.strip()


def decided(command: Command, marks: Marks) -> Command:
    """The command as it is run; raises PageError if that is not certain."""
    if not command.printed:
        return command
    command = marks.apply(command)
    open_words = CAPITALS.findall(re.sub(r"\$\w+|\b[A-Z]+=|'[^']*'", "", command.run))
    if open_words and not command.skipped:
        raise PageError(f"{command.place}: `{command.run}` has {open_words}: replace, or skip it")
    return command
