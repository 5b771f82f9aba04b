"""A game on paper: a PDF of what is needed to play it at a table."""

from __future__ import annotations

import asyncio
import contextlib
import secrets
import tempfile
from collections.abc import AsyncIterator, Mapping
from pathlib import Path
from typing import Any, Final, TypeAlias
from urllib.parse import urlencode

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import FileResponse, Response

from facedown.core.errors import BadOption, FacedownError
from facedown.core.facts import OptionValue
from facedown.core.game import Game
from facedown.core.messages import phrase, phrase_in
from facedown.core.registry import game_class
from facedown.languages import Language, current_language, language_named, speaking
from facedown.languages.catalogues import catalogue
from facedown.paper.decks import CARDS, deck_pdf, has_cards
from facedown.paper.press import PAPERS as SIZES
from facedown.table.errors import Crashed, TooSlow
from facedown.table.pool import WorkerProcess, as_record
from facedown.table.thinking import GameName, name_of
from facedown.web.pages.common import kind_at, options_at, query_of
from facedown.web.streams import slot_in

BOOK: Final = "book"
"""What is printed of a game whatever its options."""
PRINT_SECONDS: Final = 180.0
"""What a drawing may take: the first on a machine compiles before it finds the solutions."""
PATIENCE_SECONDS: Final = 30.0
"""For so long a drawing waits for those before it."""
MOST_MEMORY: Final = 1 << 30
"""Bytes that a drawing may take up. The book of sixty puzzles takes 400 MB, a solution 230."""
MOST_SEED: Final = 40
"""Characters of a seed that count."""
MOST_SHEETS: Final = 50
"""After so many the process is another one: drawing leaves something behind each time."""

_Book: TypeAlias = tuple[str, str, Language]


class Printer:
    """Draws what games print, in a process of its own, and nothing twice at the same time.

    Books are kept as files until the server ends, by game, paper and language; after one the
    process ends, and with it what it took up. ``drawn`` counts the drawings.
    """

    def __init__(self, folder: Path, most_memory: int = MOST_MEMORY) -> None:
        self.drawn = 0
        self._folder = folder
        self._most_memory = most_memory
        self._turn = asyncio.Lock()
        self._process = WorkerProcess()
        self._sheets = 0
        self._books: dict[_Book, asyncio.Task[Path]] = {}

    @classmethod
    @contextlib.asynccontextmanager
    async def open(cls) -> AsyncIterator[Printer]:
        """A printer, and a folder for its files, which are gone afterwards."""
        with tempfile.TemporaryDirectory(prefix="facedown-print-") as folder:
            printer = cls(Path(folder))
            try:
                yield printer
            finally:
                for task in printer._books.values():
                    task.cancel()
                await asyncio.gather(*printer._books.values(), return_exceptions=True)
                await printer._process.end()

    async def book(self, kind: type[Game], paper: str, language: Language) -> Path:
        """The file of a game's book: drawn once, for all who ask meanwhile and later.

        Raises ``BadOption`` for what is not printed, ``TooSlow`` and ``Crashed``.
        """
        which = kind.facts.name, paper, language
        task = self._books.get(which)
        if task is None:
            task = self._books[which] = asyncio.ensure_future(
                self._draw(kind(), paper, BOOK, language)
            )
            task.add_done_callback(lambda done: self._forget(which, done))
        return await asyncio.shield(task)

    def _forget(self, which: _Book, task: asyncio.Task[Path]) -> None:
        """Has a book that could not be drawn drawn anew by who asks next."""
        if task.cancelled() or task.exception() is not None:
            self._books.pop(which, None)

    async def sheet(
        self, game: Game, paper: str, what: str, language: Language, seed: str = "0"
    ) -> bytes:
        """What else a game with its options prints; raises what :meth:`book` raises."""
        file = await self._draw(game, paper, what, language, seed)
        try:
            return await asyncio.to_thread(file.read_bytes)
        finally:
            file.unlink()

    async def _draw(
        self, game: Game, paper: str, what: str, language: Language, seed: str = "0"
    ) -> Path:
        try:
            async with asyncio.timeout(PATIENCE_SECONDS):
                await self._turn.acquire()
        except TimeoutError:
            raise TooSlow(phrase("The helpers of this server are all busy.")) from None
        spent = True
        try:
            self.drawn += 1
            file = self._folder / f"{self.drawn}.pdf"
            wanted = paper, what, language.code, seed[:MOST_SEED]
            about = str(file), name_of(game), wanted, self._most_memory
            await self._process.start()
            async with asyncio.timeout(PRINT_SECONDS):
                kind, said = as_record(tuple[str, Any], await self._process.run(draw, about))
            self._sheets += 1
            spent = what == BOOK or self._sheets >= MOST_SHEETS
        except TimeoutError:
            raise TooSlow(phrase("That took too long.")) from None
        except (OSError, EOFError):
            raise Crashed(phrase("A helper of this server broke down.")) from None
        finally:
            if spent:
                self._sheets = 0
                await self._process.end()
            self._turn.release()
        if kind == "refused":
            raise BadOption(said)
        return file


def draw(
    file: str, name: GameName, wanted: tuple[str, str, str, str], most_memory: int
) -> tuple[str, str]:
    """Draws something of a game into a file, in a process that takes up so many bytes at most.

    ``wanted`` is the paper, what is printed, the language, and a seed for what is drawn by lot.
    Returns ``("drawn", "")``, or ``("refused", sentence)`` where the game does not print that.
    """
    _limit_memory(most_memory)
    kind, seats, options = name
    paper, what, language, seed = wanted
    game = game_class(kind)(seats, **dict(options))
    spoken_in = language_named(language)
    try:
        with speaking(spoken_in):
            if what == CARDS:
                pdf = deck_pdf(game, paper)
            else:
                pdf = game.printed(paper, what, catalogue(spoken_in), seed)
    except FacedownError as problem:
        return "refused", problem.message
    Path(file).write_bytes(pdf)
    return "drawn", ""


def _limit_memory(most: int) -> None:
    """What this process asks for beyond that it does not get, where the system knows of limits."""
    with contextlib.suppress(ImportError, OSError, ValueError):  # no such thing, or not allowed
        import resource

        resource.setrlimit(resource.RLIMIT_DATA, (most, most))


PAPERS: Final = {"a4": "A4", "letter": phrase_in("paper", "Letter")}
"""Formats of paper as people call them."""


def print_links(
    kind: type[Game], options: Mapping[str, OptionValue]
) -> list[tuple[str, list[tuple[str, str]]]]:
    """What of a game with these options is printed, each with papers and their addresses.

    Cards are, where an option says which there are.
    """
    links: dict[str, str] = {"": phrase("Print it")} if kind.papers else {}
    links |= kind.more_printed
    if not links and has_cards(kind) and kind.subject:
        links = {CARDS: phrase("Print the cards")}
    return [
        (words, papers_of(kind, options, what)) for what, words in links.items() if what != BOOK
    ]


def papers_of(
    kind: type[Game], options: Mapping[str, OptionValue], what: str = ""
) -> list[tuple[str, str]]:
    """Formats of paper, each with the address at which something of a game is printed."""
    query = {} if what == BOOK else query_of(options)
    query |= {"what": what} if what else {}
    address = f"/games/{kind.facts.name}/print?"
    return [
        (PAPERS.get(paper, paper), address + urlencode(query | {"paper": paper}))
        for paper in kind.papers or SIZES
    ]


async def printed(request: Request) -> Response:
    """The game with the options of the address, on its paper."""
    kind = kind_at(request)
    query = request.query_params
    what = query.get("what", "")
    if not (kind.papers or what in kind.more_printed or (what == CARDS and has_cards(kind))):
        raise HTTPException(404, phrase("{title} is not printed.", title=kind.facts.title))
    paper = query.get("paper", next(iter(SIZES)))
    named = {"content-disposition": f'inline; filename="{kind.facts.name}.pdf"'}
    printer: Printer = request.app.state.printer
    with slot_in(request, request.app.state.workshops):
        if what == BOOK:
            book = await printer.book(kind, paper, current_language())
            return FileResponse(book, headers=named, media_type="application/pdf")
        game = kind(None, **options_at(request, kind))
        drawn = query.get("seed") or str(secrets.randbelow(10**9))
        pdf = await printer.sheet(game, paper, what, current_language(), drawn)
    return Response(pdf, media_type="application/pdf", headers=named)
