"""The routes of studying: puzzles, lessons, the explorer, matches between engines."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from web.contract import messages, positions, requests, study
from web.engines.judging import judge_try, views_along
from web.errors import NotFound
from web.http.route import GAME, NODE, Routes
from web.http.safety import EXPLORER_IMPORT
from web.records.lessons import ENGLISH, all_courses
from web.records.puzzles import FAMILIES, mistakes_of, puzzle_list, puzzle_view
from web.words import LANGUAGES

if TYPE_CHECKING:
    from web.game_service import GameService
    from web.http.route import Call

PUZZLES_OF = {"type": "string", "enum": list(FAMILIES)}
LANGUAGE = {"type": "string", "enum": list(LANGUAGES)}
RESULT_OF_WORD = {"first": 0, "second": 1, "draw": 2}  # indexes of RESULTS
FIND = {"type": "string", "maxLength": 200}
RESULT = {"type": "string", "enum": ["", *RESULT_OF_WORD]}
GAMES = {"type": "integer", "minimum": 0, "maximum": study.MOST_GAMES}

STUDY_ROUTES = api = Routes()


@api.add("GET", "/api/puzzles", of=PUZZLES_OF)
async def list_puzzles(_: GameService, call: Call) -> list[study.PuzzleEntry]:
    """The puzzles of a family, easiest first."""
    return puzzle_list(call.query.get("of", FAMILIES[0]))


@api.add("GET", "/api/puzzles/{id}")
async def puzzle(_: GameService, call: Call) -> study.PuzzleView:
    """A puzzle with its solution."""
    return puzzle_view(call.id)


@api.add("GET", "/api/lessons", language=LANGUAGE)
async def list_lessons(_: GameService, call: Call) -> list[study.Lessons]:
    """The lessons of all games, in a language."""
    return all_courses(call.query.get("language", ENGLISH))


@api.add("GET", f"{GAME}/mistakes")
async def mistakes(service: GameService, call: Call) -> list[study.Mistake]:
    """The mistakes that a review has marked in a game, as puzzles."""
    return mistakes_of(await service.games.session(call.id))


@api.add("POST", "/api/line", study.LineFrom)
async def line(_: GameService, call: Call) -> list[positions.PositionView]:
    """A position, and the positions after each of some moves."""
    return await asyncio.to_thread(views_along, call.body)


@api.add("POST", "/api/judge", study.Try)
async def judge_move(service: GameService, call: Call) -> study.Judged:
    """What a move in a position is worth, and how the opponent answers it."""
    return await judge_try(service.pool, call.body)


@api.add("GET", f"{GAME}/explorer", node=NODE, find=FIND, result=RESULT)
async def explored(service: GameService, call: Call) -> study.Explored:
    """What was played in the position of a node: in saved games, collections and the book.

    `find` keeps the games that have all its words in the players' names or the date.
    """
    session, query = await service.games.session(call.id), call.query
    node, result = query.get("node", session.current), RESULT_OF_WORD.get(query.get("result", ""))
    return await service.explorer.look(session, node, query.get("find", ""), result)


@api.add("GET", "/api/explorer")
async def explorer(service: GameService, _: Call) -> study.Explorer:
    """The games of the explorer, and how far an import has come."""
    return await service.explorer.view()


@api.add(
    "POST",
    EXPLORER_IMPORT,
    requests.ImportGames,
    claim=lambda service: service.explorer.import_claimed(),
)
async def import_games(service: GameService, call: Call) -> study.Explorer:
    """Start to import a collection of games into the explorer.

    A game that the explorer has already counts once. An import that was broken off goes on where it
    ended if it is requested again.
    """
    await service.explorer.begin_import(call.body)
    return await service.explorer.view()


@api.add("POST", "/api/explorer/stop", requests.Nothing)
async def stop_import(service: GameService, _: Call) -> study.Explorer:
    """End the current import; the games that were read stay."""
    await service.explorer.stop_import()
    return await service.explorer.view()


@api.add("DELETE", "/api/explorer/collections/{id}")
async def remove_collection(service: GameService, call: Call) -> study.Explorer:
    """Remove a collection from the explorer, with the games that no other collection has."""
    if not (call.id.isascii() and call.id.isdigit() and len(call.id) < 10):
        raise NotFound("there is no such collection")
    await service.explorer.remove(int(call.id))
    return await service.explorer.view()


@api.add("POST", "/api/explorer/open", requests.OpenExplored)
async def open_explored(service: GameService, call: Call) -> messages.Game:
    """Open a game of the explorer: the saved game that it is, or a new one."""
    return (await service.open_explored(call.body.game)).view()


@api.add("GET", "/api/matches")
async def all_matches(service: GameService, _: Call) -> list[study.MatchSummary]:
    """The matches, latest first."""
    return await service.matches.all()


@api.add("POST", "/api/matches", study.NewMatch, 409)
async def new_match(service: GameService, call: Call) -> study.Match:
    """A new match, which begins at once; one match plays at a time."""
    return await service.matches.create(call.body)


@api.add("GET", "/api/matches/{id}", skip=GAMES)
async def match(service: GameService, call: Call) -> study.Match:
    """A match without the first `skip` games that ended; it pauses if nobody asks for it."""
    return await service.matches.view(call.id, call.query.get("skip", 0))


@api.add("POST", "/api/matches/{id}/go", requests.Nothing, 409)
async def go(service: GameService, call: Call) -> study.Match:
    """Play what is left of a match."""
    return await service.matches.go(call.id)


@api.add("POST", "/api/matches/{id}/stop", requests.Nothing)
async def stop(service: GameService, call: Call) -> study.Match:
    """Stop a match; the game that is being played is played anew when it goes on."""
    return await service.matches.stop(call.id)


@api.add("DELETE", "/api/matches/{id}")
async def delete_match(service: GameService, call: Call) -> requests.Nothing:
    """Delete a match."""
    await service.matches.delete(call.id)
    return requests.Nothing()


@api.add("POST", "/api/matches/{id}/open", study.OpenMatchGame)
async def open_game(service: GameService, call: Call) -> messages.Game:
    """A game of a match on the board, also while it is played: then it grows there."""
    return (await service.open_match_game(call.id, call.body.game)).view()
