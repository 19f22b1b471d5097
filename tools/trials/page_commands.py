"""The commands of the documentation's pages, and what a trial runs for each of them.

A command is a line of a fenced block marked `sh`, or a code span that begins with a program in the
first column of a table, if that cell has nothing but code spans. tools/trials/page_marks.txt says
what is run instead, for the commands between one heading of a page and the next:

    == docs/page.md: The heading
    FOLDER -> handin                  replaces text in its commands
    skip pente play: a reason         leaves out the commands that begin so; `skip: REASON` all
    exit pente elo: 0 1 3             exit codes that count as success, instead of 0
    seconds pente bench: 600          the time-out, instead of SECONDS
    serves pente serve:               prints an address, which must answer, until it is interrupted
    background dask scheduler:        runs until the end of the page
    ci pente bundle: NAME=VALUE       belongs to the short journey of the full check as well, there
                                      with these variables, if any
    run mkdir handin                  a further command, before those below the heading
    then test -s handin/homework.py   a further command, after them; also `ci run` and `ci then`

A command that begins like more than one of the lines obeys all of them. A line that concerns no
command is an error, and so are a heading that the page lacks and a word in capitals that nothing
replaces.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from functools import cache
from pathlib import Path

SECONDS = 300
FENCE = "```"
PROGRAMS = ("pente ", "pbrain-pente", ".venv/bin/", "python", "sh ", "mkdocs", "optuna-dashboard")
SECTIONS = Path(__file__).with_name("page_marks.txt")
HEADING = re.compile(r"#{1,6} (.+)")
SECTION = re.compile(r"== (\S+\.md): (.+)")
FURTHER = re.compile(r"(ci )?(run|then) (.+)")
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
    printed: str  # as the page has it; empty for a further command
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
    """What page_marks.txt says of the commands below one heading; which lines were used."""

    line: int = 0
    texts: list[str] = field(default_factory=list)
    before: list[Command] = field(default_factory=list)
    after: list[Command] = field(default_factory=list)
    used: set[str] = field(default_factory=set)

    def add(self, line: int, text: str) -> None:
        """Take one line of the file."""
        if further := FURTHER.fullmatch(text):
            command = Command(SECTIONS.name, line, "", further[3], ci=bool(further[1]))
            (self.before if further[2] == "run" else self.after).append(command)
        else:
            self.texts.append(text)

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
                raise PageError(f"{SECTIONS.name}:{self.line}: {text!r} is no mark")
        return command

    def check(self) -> None:
        """Raise PageError if a line concerned no command."""
        if unused := [text for text in self.texts if text not in self.used]:
            raise PageError(f"{SECTIONS.name}:{self.line}: no command for {unused}")


def sections_of(text: str) -> dict[str, dict[str, Marks]]:
    """The marks by page and heading; raises PageError."""
    pages: dict[str, dict[str, Marks]] = {}
    marks: Marks | None = None
    for number, line in enumerate(map(str.strip, text.split("\n")), 1):
        if section := SECTION.fullmatch(line):
            marks = pages.setdefault(section[1], {}).setdefault(section[2], Marks(number))
        elif line and not line.startswith("#"):
            if marks is None:
                raise PageError(f"{SECTIONS.name}:{number}: no page before {line!r}")
            marks.add(number, line)
    return pages


@cache
def kept_marks() -> str:
    """The text of page_marks.txt."""
    return SECTIONS.read_text(encoding="utf-8")


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
    """The parts of a page that matter: (line, "heading" | "sh" | "table", text), in order."""
    lines = text.split("\n")
    at = 0
    while at < len(lines):
        begun, line = at, lines[at].strip()
        at += 1
        if heading := HEADING.fullmatch(line):
            yield begun + 1, "heading", heading[1]
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


def commands_of(page: str, text: str, marks_text: str | None = None) -> list[Command]:
    """All commands of a page, in order; `marks_text` replaces page_marks.txt; raises PageError."""
    sections = sections_of(kept_marks() if marks_text is None else marks_text).get(page, {})
    commands: list[Command] = []
    marks = Marks()
    for first, kind, block in blocks_of(text):
        if kind == "heading":
            marks.check()
            commands += marks.after
            marks = sections.pop(block, Marks())
            commands += marks.before
        else:
            commands += [
                decided(Command(page, line, printed, printed), marks)
                for line, printed in printed_in(kind, first, block)
            ]
    marks.check()
    if sections:
        raise PageError(f"{page} has no heading {', '.join(map(repr, sections))}")
    return commands + marks.after


def decided(command: Command, marks: Marks) -> Command:
    """The command as it is run; raises PageError if that is not certain."""
    command = marks.apply(command)
    open_words = CAPITALS.findall(re.sub(r"\$\w+|\b[A-Z]+=|'[^']*'", "", command.run))
    if open_words and not command.skipped:
        raise PageError(f"{command.place}: `{command.run}` has {open_words}: replace, or skip it")
    return command
