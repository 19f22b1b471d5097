"""The text of a game: headers, then numbers, moves, comments in braces, marks, the result.

    [Game "Pente"]
    1. K10 J11 {a good reply} 2. K7! K8?! 3. J7 L7 1-0

`read_headers` takes the headers, and `read_words` splits the rest into words and comments. Each
format decides what a word means. Marks such as `!` and `?` become part of the comment on their
move.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from games.errors import NotationError
from games.tree import LONGEST_TAG

# A quote within the value may be escaped or not; the last one before the bracket ends it.
HEADER = re.compile(r"\[\s*([A-Za-z0-9'?][A-Za-z0-9 '?]*)\"((?:[^\"]|\"(?!\s*\]))*)\"\s*\]")
LONGEST_HEADER = LONGEST_TAG + 100
PART = re.compile(r"\{([^{}]*)\}|([^\s{}]+)|([{}])")
NUMBER = re.compile(r"\d+[.)]+|\d+(?=\s|$)")
MARKS = "!?+#"
POINT = re.compile(r"[A-Za-z]\d{1,2}")
JOINED = re.compile(r"(?:[A-Za-z]\d{1,2}){2,}")
SEPARATORS = re.compile(r"[,;_]+")  # between points that stand without blanks
WIDTH = 80
GROUP = {"{": "a comment that does not end", "}": "a comment that does not begin"}


class Word:
    """A word of the move text; its comment (marks first) is "" if it has none."""

    __slots__ = ("comment", "text")

    def __init__(self, text: str, comment: str = "") -> None:
        self.text = text
        self.comment = comment


def read_headers(text: str, aliases: Mapping[str, str] | None = None) -> tuple[dict[str, str], str]:
    """The headers, and the text after them. Of a repeated header the first one counts.

    `aliases` maps names of headers to those that are kept.
    """
    known = aliases or {}
    headers: dict[str, str] = {}
    lines = text.splitlines()
    for number, line in enumerate(lines):
        if not line.strip():
            continue
        header = HEADER.fullmatch(line.strip()) if len(line) < LONGEST_HEADER else None
        if header is None:
            return headers, "\n".join(lines[number:])
        name = header[1].strip()
        headers.setdefault(known.get(name, name), header[2].replace('\\"', '"'))
    return headers, ""


def read_words(text: str) -> tuple[str, list[Word]]:
    """The comment before the first word, and the words without move numbers.

    Raises NotationError for braces that do not match and for variations, which are not read.
    """
    before = ""
    words: list[Word] = []
    for part in PART.finditer(text):
        if part[3]:
            raise NotationError(f"{GROUP[part[3]]}: {text[part.start() : part.start() + 40]!r}")
        if part[1] is not None:
            said = " ".join(part[1].split())
            if words:
                words[-1].comment = " ".join(filter(None, (words[-1].comment, said)))
            else:
                before = " ".join(filter(None, (before, said)))
            continue
        word = part[2]
        if word[0] == "(" or (word[-1] == ")" and not NUMBER.fullmatch(word)):
            raise NotationError(f"{word[:20]!r}: variations in brackets are not read")
        word = NUMBER.sub("", word, count=1) if NUMBER.match(word) else word
        if word:
            words.append(_marked(word))
    return before, words


def _marked(word: str) -> Word:
    bare = word.rstrip(MARKS)
    return Word(bare, word[len(bare) :]) if bare else Word(word)


def points_of(word: Word) -> list[Word]:
    """A word of several points, as `K10L11` or `K10,L11,`, as one word each.

    The last one takes the comment.
    """
    parts = [
        point
        for part in SEPARATORS.split(word.text)
        for point in (POINT.findall(part) if JOINED.fullmatch(part) else [part])
        if point
    ]
    if not parts:
        return [word] if word.comment else []
    return [*map(Word, parts[:-1]), Word(parts[-1], word.comment)]


def is_pos(text: str) -> bool:
    """Whether a list is in lower case and its points are joined, so that its notation is open."""
    words = SEPARATORS.sub("", text).split()
    return bool(words) and all(JOINED.fullmatch(word) and word.islower() for word in words)


def without_comments(text: str) -> str:
    """The text with its comments removed; a comment that does not end reaches to the end."""
    return re.sub(r"\{[^{}]*(?:\}|$)", " ", text)


def clean(value: str) -> str:
    """A header's value without double quotes and line breaks, which would end it."""
    return " ".join(value.replace('"', "'").split())


def comment_text(comment: str) -> str:
    """A comment in braces, on one line."""
    return "{" + " ".join(comment.replace("{", "(").replace("}", ")").split()) + "}"


def numbered(words: Sequence[str]) -> list[str]:
    """Moves in turn, each first one of a pair with the number of the pair: `1. K10`, `L11`."""
    pairs = enumerate(words)
    return [word if index % 2 else f"{index // 2 + 1}. {word}" for index, word in pairs]


def wrapped(words: Sequence[str]) -> list[str]:
    """The words in lines of at most WIDTH characters."""
    lines = [""]
    for word in (part for text in words for part in text.split() or [text]):
        if lines[-1] and len(lines[-1]) + 1 + len(word) > WIDTH:
            lines.append("")
        lines[-1] += (" " if lines[-1] else "") + word
    return lines
