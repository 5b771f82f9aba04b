"""Every page of the site in the pseudo-language, in the states in which somebody comes to it."""

from __future__ import annotations

import asyncio
import datetime as dt
import itertools
import json
import random
import re
from pathlib import Path
from typing import Final

import pytest
from starlette.routing import Mount, Route
from tests.web.bare import english_in
from tests.web.site import Person, Site, on_site, words

from facedown.core import game_names, new_bot
from facedown.core.registry import game_class
from facedown.languages import PSEUDO, speaking
from facedown.table import Tables, state
from facedown.table.acts.play import play
from facedown.table.all_acts import ACTS
from facedown.web.app import create_app
from facedown.web.environment import script_words

ASSETS: Final = Path(__file__).parents[2] / "src" / "facedown" / "web" / "assets"

PAGES: Final[dict[str, tuple[str, ...]]] = {
    "/": ("",),
    "/today": ("", "?date=2026-01-05", "?date=2999-01-01", "?date=never"),
    "/make": ("",),
    "/learn": ("",),
    "/ratings": ("",),  # where there are none; with some in test_ratings.py
    "/games/{game}": ("",),
    "/games/{game}/rules": ("",),
    "/games/{game}/daily": ("", "?date=2026-01-05", "?date=2999-01-01", "?date=never"),
    "/games/{game}/print": ("?paper=bark",),
    "/games/{game}/strategy": ("",),
    "/games/{game}/first": ("",),
    "/games/{game}/workshop": ("?nothing=1",),
    "/t/{table}": ("",),
    "/t/{table}/replay": (
        "",
        "?turn=3&as=1",
        "?as=open",
        "?turn=x",
        "?as=0",
        "?turn=4&as=1&why=yes",
    ),
    "/t/{table}/same": ("", "?as=1&result=yes"),
}
"""The pages by their routes, each with what stands behind it in the addresses to be looked at.

Those of a table are looked at in each state of a table; editors in test_spoken_editors.py.
"""
STREAMS: Final = {"/t/{table}/live", "/games/{game}/workshop/findings"}
"""Parts of pages that come again when they change."""
FORMS: Final = {"/t/{table}/read", "/t/{table}/{act}", "/forget", "/language", "/tables"}
"""What forms are sent to: pages of the table, or of why that is not done."""
UNREAD: Final = {
    "/api": "programs are answered in English: they go by codes",
    "/t/{table}/log": "a file for programs",
    "/t/{table}/qr.svg": "a picture",
    "/files/{name}": "scripts, styles and pictures; what scripts say is a test of its own",
    "/health": "for whoever runs the server",
    "/metrics": "for whoever runs the server",
    "/robots.txt": "for search engines",
}
WRONG: Final[dict[str, dict[str, str]]] = {
    "bots": {"seat": "0", "bot": "nobody"},
    "claim": {"seat": "0", "name": "Ann"},
    "clock": {"minutes": "soon"},
    "leave": {"csrf": "another page’s"},
    "moves": {},
    "notes": {"text": " "},
    "practice": {"seat": "0", "turn": "2"},
    "rematch": {},
    "rename": {"name": "x" * 99},
    "resign": {"csrf": "another page’s"},
    "return": {"csrf": "another page’s"},
    "chat": {"text": " "},
    "settings": {"minutes": "many"},
    "standing": {"advance": "maybe"},
    "start": {"csrf": "another page’s"},
    "undo": {"csrf": "another page’s"},
    "vacate": {"seat": "9"},
}
"""What a table's forms can be sent that is not done while the game goes on."""
REFUSED_TABLES: Final[tuple[dict[str, str], ...]] = (
    {"game": "chess"},
    {"seats": "99"},
    {"seats": "some"},
    {"name": "x" * 99},
    {"daily": "2999-01-01"},
    {"deal": "nowhere"},
    {"full": "yes", "bot.0": "nobody"},
)
QUICK: Final[dict[str, dict[str, str]]] = {
    "mystery": {"option__puzzle": "the-three-twos"},
    "solid": {"option__turns": "12"},
    "solver": {"option__level": "1"},
    "suspense": {"option__goal": "0", "option__dealer": "1"},
    "turing": {"option__cards": "4,9,11,14", "option__rounds": "2"},
}
"""The options of a short game of each kind."""
SLOWLY: Final = {"solid"}
"""Games whose judge plays thousands of others, which is not waited for here."""
DAY: Final = dt.date(2026, 1, 5)


def test_every_route_is_a_page_to_look_at_or_is_not_read() -> None:
    app = create_app(Tables.open).app
    routes = {route.path for route in app.routes if isinstance(route, Route | Mount)}  # type: ignore[attr-defined]
    assert routes == {*PAGES, *STREAMS, *FORMS, *UNREAD}
    assert ACTS.keys() == WRONG.keys()


def test_what_scripts_say_is_a_message() -> None:
    with speaking(PSEUDO):
        told: dict[str, str] = json.loads(script_words())
    assert told
    assert [name for name, text in told.items() if "⟦" not in text] == []


@pytest.mark.parametrize("kind", ["js", "css"])
def test_scripts_and_styles_hold_no_sentence(kind: str) -> None:
    found = []
    for file in ASSETS.glob(f"*.{kind}"):
        code = re.sub(r"(?m)(?<![:\"'`])//.*$|/\*.*?\*/", "", file.read_text("utf-8"))
        texts = re.findall(r'"([^"\n]*)"|`([^`]*)`', code) if kind == "js" else []
        texts += re.findall(r'(?:content|quotes): *"([^"\n]*)"()', code)
        said = re.compile(r"\b[A-Z]?[a-z]+ [a-z]+ [a-z]+|\b[A-Z][a-z]+ [a-z]+")
        found += [f"{file.name}: {text}" for text in map("".join, texts) if said.search(text)]
    assert found == []


class Drawn:
    """Secrets that are the same each time, one after the other: so are the games."""

    def __init__(self) -> None:
        self.numbers = itertools.count(1)

    def token_hex(self, length: int) -> str:
        """The next of them."""
        return f"{next(self.numbers):0{2 * length}x}"


class Walk:
    """Somebody who reads the pseudo-language, host of a table of a game, and what they found."""

    def __init__(self, site: Site, game: str) -> None:
        self.site, self.game = site, game
        self.ann, self.bob = site.person(), site.person()
        for person in (self.ann, self.bob):
            person.http.cookies.set("language", PSEUDO.code)
        self.table = ""
        self.found: dict[str, str] = {}
        self.looked = 0

    def look(self, where: str, page: str) -> None:
        """Looks for bare English on a page."""
        self.looked += 1
        for text in english_in(page, self.game):
            self.found.setdefault(text, where)

    async def see(self, address: str, person: Person | None = None) -> str:
        """Opens an address, and looks at it if it is a page."""
        person = person or self.ann
        answer = await person.http.get(address, follow_redirects=True)
        person.page = answer.text
        if "text/html" in answer.headers["content-type"]:
            self.look(address.replace(self.table, "TABLE") if self.table else address, answer.text)
        return answer.text

    async def see_all(self, state: str, *people: Person) -> None:
        """Every page whose address begins with a table or not, as the state names it."""
        for route, more in PAGES.items():
            if route.startswith("/t/") == bool(state):
                for rest in more:
                    address = route.format(game=self.game, table=self.table) + rest
                    for person in people or (self.ann,):
                        await self.see(address, person)

    async def send(self, state: str, form: str, **given: str) -> None:
        """Sends a form of Ann's page, and looks at the answer."""
        await self.ann.send(form, 200, **given)
        self.look(state, self.ann.page)

    @property
    def secret(self) -> str:
        """The secret of Ann's seat."""
        jar = self.ann.http.cookies.jar
        return next(c.value or "" for c in jar if c.name == "seat" and self.table in c.path)

    async def play(self, moves: int | None = None) -> None:
        """Plays Ann's seat with a bot's moves, looking now and then; to the end or so many."""
        rng, bot, made = random.Random(1), None, 0
        while moves is None or made < moves:
            shot = await self.site.tables.watching.snapshot(self.table, self.secret)
            if shot.info.status == "over":
                return
            if 0 not in shot.info.actors or shot.view is None:
                await asyncio.sleep(0.01)
                continue
            if made < 4 or made % 5 == 0:
                await self.see(f"/t/{self.table}")
            bot = bot or new_bot(shot.game, "beginner")
            await self.site.tables.do(self.table, play(bot.act(shot.view, rng)), self.secret)
            made += 1

    async def refusals(self) -> None:
        """What the table's forms answer when they are not done, to both."""
        for person in (self.ann, self.bob):
            await person.get(f"/t/{self.table}")
            csrf = re.search(r'name="csrf" value="([^"]+)"', person.page)
            assert csrf is not None
            for verb, given in WRONG.items():
                answer = await person.http.post(
                    f"/t/{self.table}/{verb}", data={"csrf": csrf[1], **given}
                )
                assert answer.status_code >= 400, (verb, words(answer.text))
                self.look(verb, answer.text)

    async def streamed(self) -> str:
        """The first drawing of the table that its stream sends."""
        address = f"/t/{self.table}/live?after=0"
        part: list[str] = []
        async with self.ann.http.stream("GET", address) as answer:
            async for line in answer.aiter_lines():
                if part and not line:
                    break
                if line.startswith("event: table" if not part else "data: "):
                    part.append(line.removeprefix("data: "))
        return "\n".join(part[1:])


@pytest.mark.parametrize("game", game_names())
@on_site
async def test_no_page_shows_bare_english(
    site: Site, game: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(state, "secrets", Drawn())
    walk, kind = Walk(site, game), game_class(game)
    ann, bob = walk.ann, walk.bob
    await walk.see_all("")
    for address in ("/nowhere", "/games/chess", "/t/nowhere"):
        await walk.see(address)
    await ann.get(f"/games/{game}")
    for given in REFUSED_TABLES:
        csrf = re.search(r'name="csrf" value="([^"]+)"', ann.page)
        assert csrf is not None
        sent = {"csrf": csrf[1], "game": game, **given}
        answer = await ann.http.post("/tables", data=sent)
        assert answer.status_code >= 400, (given, words(answer.text))
        walk.look(f"/tables {given}", answer.text)
    aids = {f"aid__{aid.name}": "yes" for aid in kind.facts.aids}
    table = {"seats": str(max(2, kind.facts.seats[0])), "handover": "yes", "tables": "2"}
    table |= {"name": "Ann", "chat": "yes", "minutes": "30", **aids, **QUICK[game]}
    walk.table = await ann.play(game, **table)
    await walk.see_all("waiting", ann, bob)
    await ann.get(f"/t/{walk.table}")
    await walk.send("filled with bots", "f-fill", bot="beginner")
    await walk.play(1)
    await walk.see_all("playing", ann, bob)
    await walk.refusals()
    for aid in kind.facts.aids:
        await walk.see(f"/t/{walk.table}?aid={aid.name}")
    walk.look("stream", await walk.streamed())
    await walk.play()
    await walk.see_all("over", ann, bob)
    page = "" if game in SLOWLY else await walk.see(f"/t/{walk.table}/replay?as=1&judged=yes")
    for _ in range(60):
        if 'id="judged-again"' not in page:
            break
        page = await walk.see(f"/t/{walk.table}/replay?as=1&judged=yes")  # which waits a while
    assert 'id="judged-again"' not in page
    page = await walk.see(f"/t/{walk.table}")
    over = walk.table
    await walk.see(f"/t/{over}/replay?as=1&turn=3")
    await walk.send("practice", "f-practice")
    await walk.see(f"/t/{over}")
    await walk.send("rematch", "f-rematch")
    if kind.daily(DAY) is not None:
        await ann.get(f"/games/{game}/daily?date={DAY}")
        await walk.send("daily", f"begin-{game}")
        await walk.see(f"/games/{game}/daily?date={DAY}")
    await walk.see("/")
    assert walk.looked > 80
    told = sorted(f"{where}: {text}" for text, where in walk.found.items())
    assert not told, "\n".join(told)
