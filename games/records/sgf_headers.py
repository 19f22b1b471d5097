"""Headers of a game as properties of an SGF root node, and back.

A header with a property of its own in SGF becomes that property: Site is PC, Event EV, Round RO,
Date DT, the ratings WR and BR, and the time control TM, in seconds. A header that SGF's property
does not give back exactly stands in our own property HD as `NAME:VALUE`:

    PC[Pente.org]DT[2023-02-14]TM[1200]HD[TimeControl:20+0][Rated:Y]

Properties of the root that other programs write, such as GN or AN, are headers under their own
names.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from games.errors import NotationError
from games.markup import KINDS
from games.records.sgf import ENDS, Properties, parse_termination
from games.result import TERMINATION

OWN_PROPERTY = "HD"
PROPERTY_OF_TAG = {"Site": "PC", "Event": "EV", "Round": "RO"}
RATING = {"W": "WR", "B": "BR"}
PROPERTY = re.compile(r"[A-Z]{1,20}")
# Properties that the readers of the games understand, and those that describe the file itself.
UNDERSTOOD = frozenset(
    (
        *("FF", "GM", "CA", "AP", "ST", "RU", "SZ", "PW", "PB", "RE", "SU", "MT", "C", "HD"),
        *KINDS,
        *("AB", "AW", "AE", "PL", "W", "B", "PC", "EV", "RO", "DT", "TM", "WR", "BR"),
    )
)
DATE = re.compile(r"(\d\d)/(\d\d)/(\d{4})")
ISO_DATE = re.compile(r"(\d{4})-(\d\d)-(\d\d)")
MINUTES = re.compile(r"(\d{1,6})(?:\+\d{1,6})?")
SECONDS = re.compile(r"\d{1,9}")


def format_headers(tags: dict[str, str], letters: Sequence[str]) -> Properties:
    """The root's properties for these tags; `letters` are W or B of side 0 and side 1."""
    node: Properties = {}
    for name, value in tags.items():
        if name == TERMINATION and value in ENDS:
            continue  # RE holds it
        property_ = _property_of(name, value, letters)
        if property_ is not None:
            node[property_[0]] = [property_[1]]
    given = _standard(node, letters)
    rest = [
        f"{name}:{value}"
        for name, value in tags.items()
        if given.get(name) != value and not (name == TERMINATION and value in ENDS)
    ]
    return {**node, OWN_PROPERTY: rest} if rest else node


def _property_of(name: str, value: str, letters: Sequence[str]) -> tuple[str, str] | None:
    """The SGF property and value for a header; None if only HD can hold it."""
    if name in PROPERTY_OF_TAG:
        return PROPERTY_OF_TAG[name], value
    for side, letter in enumerate(letters):
        if name == f"Player {side + 1} Rating":
            return RATING[letter], value
    if name == "Date":
        date = DATE.fullmatch(value)
        return "DT", f"{date[3]}-{date[1]}-{date[2]}" if date else value
    minutes = MINUTES.fullmatch(value) if name == "TimeControl" else None
    if minutes is not None:
        return "TM", str(60 * int(minutes[1]))
    if PROPERTY.fullmatch(name) and (name not in UNDERSTOOD or name == "TM"):
        return name, value
    return None


def parse_headers(root: Properties, letters: Sequence[str]) -> dict[str, str]:
    """The tags that the root's properties give. Raises NotationError for a malformed HD."""
    root = {name: values for name, values in root.items() if values}
    tags = _standard(root, letters)
    termination = parse_termination((root.get("RE") or [""])[0])
    if termination:
        tags[TERMINATION] = termination
    for text in root.get(OWN_PROPERTY, []):
        name, colon, value = text.partition(":")
        if not colon:
            raise NotationError(f"SGF: {OWN_PROPERTY}[{text[:40]}]: expected NAME:VALUE")
        tags[name] = value
    return tags


def _standard(root: Properties, letters: Sequence[str]) -> dict[str, str]:
    tags = {}
    for name, property_ in PROPERTY_OF_TAG.items():
        if property_ in root:
            tags[name] = root[property_][0]
    for side, letter in enumerate(letters):
        if RATING[letter] in root:
            tags[f"Player {side + 1} Rating"] = root[RATING[letter]][0]
    if "DT" in root:
        date = ISO_DATE.fullmatch(root["DT"][0])
        tags["Date"] = f"{date[2]}/{date[3]}/{date[1]}" if date else root["DT"][0]
    if "TM" in root:
        seconds = root["TM"][0]
        whole = SECONDS.fullmatch(seconds) and int(seconds) % 60 == 0
        tags["TimeControl" if whole else "TM"] = str(int(seconds) // 60) if whole else seconds
    for name, values in root.items():
        if name not in UNDERSTOOD:
            tags[name] = values[0] if len(values) == 1 else "; ".join(values)
    return tags


def unread_properties(
    nodes: Sequence[tuple[int, Properties]], understood: frozenset[str]
) -> list[str]:
    """The names of the properties after the root that are not understood, sorted."""
    return sorted({name for _, node in nodes[1:] for name in node if name not in understood})
