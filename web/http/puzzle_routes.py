"""The routes for puzzles, lessons, and for positions outside of games."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from web.contract import positions, puzzles
from web.engines.judging import judge_try, views_along
from web.http.route import GAME, Routes
from web.records.lessons import ENGLISH, all_courses
from web.records.puzzles import FAMILIES, mistakes_of, puzzle_list, puzzle_view
from web.words import LANGUAGES

if TYPE_CHECKING:
    from web.game_service import GameService
    from web.http.route import Call

PUZZLES_OF = {"type": "string", "enum": list(FAMILIES)}
LANGUAGE = {"type": "string", "enum": list(LANGUAGES)}

PUZZLE_ROUTES = api = Routes()


@api.add("GET", "/api/puzzles", of=PUZZLES_OF)
async def list_puzzles(_: GameService, call: Call) -> list[puzzles.PuzzleEntry]:
    """The puzzles of a family, easiest first."""
    return puzzle_list(call.query.get("of", FAMILIES[0]))


@api.add("GET", "/api/puzzles/{id}")
async def puzzle(_: GameService, call: Call) -> puzzles.PuzzleView:
    """A puzzle with its solution."""
    return puzzle_view(call.id)


@api.add("GET", "/api/lessons", language=LANGUAGE)
async def list_lessons(_: GameService, call: Call) -> list[puzzles.Lessons]:
    """The lessons of all games, in a language."""
    return all_courses(call.query.get("language", ENGLISH))


@api.add("GET", f"{GAME}/mistakes")
async def mistakes(service: GameService, call: Call) -> list[puzzles.Mistake]:
    """The mistakes that a review has marked in a game, as puzzles."""
    return mistakes_of(await service.games.session(call.id))


@api.add("POST", "/api/line", puzzles.LineFrom)
async def line(_: GameService, call: Call) -> list[positions.PositionView]:
    """A position, and the positions after each of some moves."""
    return await asyncio.to_thread(views_along, call.body)


@api.add("POST", "/api/judge", puzzles.Try)
async def judge_move(service: GameService, call: Call) -> puzzles.Judged:
    """What a move in a position is worth, and how the opponent answers it."""
    return await judge_try(service.pool, call.body)
