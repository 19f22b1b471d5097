"""A position of Gipf on one line.

The line gives the side to bring in a piece, White's reserve, Black's reserve, then the pieces: `W`
or `K` (white, black) before the spot, and `G` before that for a GIPF-piece. Pieces in neither place
were lost.

    w 6 3 Wb2 Wc3 Wd4 We6 We7 We8 Wf4 Wg3 Wh2

Words with a `=` may follow:

    add=WK        who may still bring in GIPF-pieces: WK, W, K or -; required in a tournament
                  position, except on the empty board, where WK is the default
    turn=W        whose turn it is while a row must be removed; the line's first word then says who
                  removes it
    left=e1-e9    lines, joined by commas, whose row was left standing in this turn
    pieces=15,17  White's and Black's pieces in all, if they differ from the preset's
    turns=12      turns played, if the rules limit them
"""

from __future__ import annotations

from games.errors import NotationError
from games.gipf.board import LINE_NAMES, SPOTS, parse_line, parse_spot
from games.gipf.diagram import PIECE_NAMES, PIECES
from games.gipf.position import GipfPosition
from games.gipf.rules import GIPF_PRESETS, LONGEST_GAME, TOURNAMENT, GipfRules
from games.rules import EMPTY

SIDE_LETTERS = "wb"
ADDING = {"WK": (True, True), "W": (True, False), "K": (False, True), "-": (False, False)}
LONGEST_COUNT = 18  # digits
OPTIONS = ("add", "turn", "left", "pieces", "turns")


def format_position(position: GipfPosition) -> str:
    """The position as one line; `parse_position` reads it back."""
    rules = position.rules
    pieces = [
        PIECE_NAMES[cell] + SPOTS[spot] for spot, cell in enumerate(position.cells) if cell != EMPTY
    ]
    words = [SIDE_LETTERS[position.side], *map(str, position.reserves), *sorted(pieces)]
    if rules.variant == TOURNAMENT and (pieces or position.adding != [True, True]):
        words.append(f"add={''.join(_sides(position.adding)) or '-'}")
    if not position.placing:
        words.append(f"turn={'WK'[position.turn]}")
    if position.left:
        words.append(f"left={','.join(LINE_NAMES[line] for line in position.left)}")
    preset = GIPF_PRESETS.get(rules.name)
    if preset is None or preset.pieces != rules.pieces:
        words.append(f"pieces={rules.pieces[0]},{rules.pieces[1]}")
    if rules.most_turns:
        words.append(f"turns={position.turns}")
    return " ".join(words)


def _sides(flags: list[bool]) -> list[str]:
    return [letter for letter, flag in zip("WK", flags, strict=True) if flag]


def parse_position(text: str, rules: GipfRules) -> GipfPosition:
    """The position that a line gives, for the rules given.

    Raises NotationError saying what was expected.
    """
    words = [word for word in text.split() if "=" not in word]
    options = _options([word for word in text.split() if "=" in word])
    if len(words) < 3 or words[0] not in tuple(SIDE_LETTERS) or not all(map(_is_count, words[1:3])):
        raise NotationError(
            "a position of Gipf reads 'w|b RESERVE_OF_WHITE RESERVE_OF_BLACK PIECES', "
            f"not {text[:80]!r}"
        )
    try:
        if "pieces" in options:
            rules = rules.with_pieces(_parse_counts(options["pieces"]))
        return GipfPosition(
            rules,
            _parse_pieces(words[3:]),
            SIDE_LETTERS.index(words[0]),
            [int(count) for count in words[1:3]],
            adding=_parse_adding(options.get("add"), rules, empty=len(words) == 3),
            turn=_parse_turn(options.get("turn")),
            turns=_parse_turns(options.get("turns", "0")),
            left=sorted(map(parse_line, filter(None, options.get("left", "").split(",")))),
        )
    except NotationError:
        raise
    except ValueError as error:
        raise NotationError(f"{error}: {text!r}") from error


def _is_count(word: str) -> bool:
    """Whether the word is a number of pieces or turns, without sign; a longer number is none."""
    return word.isascii() and word.isdigit() and len(word) <= LONGEST_COUNT


def _options(words: list[str]) -> dict[str, str]:
    options: dict[str, str] = {}
    for word in words:
        name, _, value = word.partition("=")
        if name not in OPTIONS or name in options:
            what = "is repeated" if name in options else "is not known"
            raise NotationError(
                f"{word!r} {what}: expected {', '.join(OPTIONS)}, each once at most"
            )
        options[name] = value
    return options


def _parse_counts(text: str) -> tuple[int, int]:
    counts = [_parse_count(word) for word in text.split(",")]
    if len(counts) != 2:
        raise NotationError(f"pieces={text}: expected two numbers, as pieces=15,17")
    return counts[0], counts[1]


def _parse_count(word: str) -> int:
    if not _is_count(word):
        raise NotationError(f"{word[:20]!r} is no count: expected a number")
    return int(word)


def _parse_turns(word: str) -> int:
    turns = _parse_count(word)
    if turns > LONGEST_GAME:
        raise NotationError(f"turns={word[:20]}: a limit is {LONGEST_GAME} turns at most")
    return turns


def _parse_pieces(words: list[str]) -> list[int]:
    cells = [EMPTY] * len(SPOTS)
    for word in words:
        letters = word.rstrip("123456789")[:-1]
        if letters not in PIECES:
            raise NotationError(f"{word!r} is no piece: expected W, K, GW or GK before a spot")
        spot = parse_spot(word.removeprefix(letters))
        if cells[spot] != EMPTY:
            raise NotationError(f"{word!r}: a piece stands on {SPOTS[spot]} already")
        cells[spot] = PIECES[letters]
    return cells


def _parse_adding(text: str | None, rules: GipfRules, *, empty: bool) -> tuple[bool, bool] | None:
    """Who may still bring in GIPF-pieces; None: the default of `GipfPosition`."""
    if text is None:
        if rules.variant == TOURNAMENT and not empty:
            raise NotationError(
                "a tournament position says who adds GIPF-pieces: add=WK, W, K or -"
            )
        return None
    if text not in ADDING:
        raise NotationError(f"add={text}: expected add=WK, add=W, add=K or add=-")
    return ADDING[text]


def _parse_turn(text: str | None) -> int | None:
    """The side whose turn it is while a row must be removed; None if a piece must come in."""
    if text is None:
        return None
    if text not in ("W", "K"):
        raise NotationError(f"turn={text}: expected turn=W or turn=K")
    return "WK".index(text)
