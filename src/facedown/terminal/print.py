"""A game on paper: its cards, and what else it prints, such as puzzles.

``facedown print GAME [WORD…] --out FILE [--paper PAPER] [--layout LAYOUT] [--backs]
[--book] [--option NAME=VALUE]… [--seats N] [--seed N]``

A word is one that the game prints by, such as ``book``, or fills the option that it is known by,
such as the name of a puzzle; before the latter the name of the game can be left out.
"""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Final

from facedown.core.codec import Json
from facedown.core.errors import BadOption, FacedownError, reason
from facedown.core.game import Game
from facedown.core.messages import joined, listed, phrase
from facedown.core.registry import game_class, game_names, load_games
from facedown.core.texts import text_in
from facedown.lab.tools import Result
from facedown.languages import current_catalogue
from facedown.paper.decks import CARDS, LAYOUTS, deck_pdf
from facedown.paper.pieces import write_singles, write_tabletop
from facedown.paper.press import PAPERS
from facedown.terminal.arguments import BadArguments, add_json, add_options, read_options, seed
from facedown.terminal.output import progress, show, speak_of

SUMMARY: Final = phrase("Cards, puzzles and sheets on paper, as a PDF.")
SOLUTION: Final = "solution"


def arguments(parser: argparse.ArgumentParser) -> None:
    """Adds the arguments."""
    parser.add_argument(
        "what",
        metavar="WHAT",
        nargs="+",
        help=phrase(
            "a game, for all its cards; a puzzle by its name, file or share code; or what else a "
            "game prints, such as book"
        ),
    )
    parser.add_argument("--out", metavar="FILE", help=phrase("the PDF to write"))
    parser.add_argument(
        "--single",
        metavar="FOLDER",
        help=phrase("each card as PNG and SVG with its bleed, in place of a PDF"),
    )
    parser.add_argument(
        "--tabletop",
        metavar="FOLDER",
        help=phrase("sheets of cards and the JSON of a deck for Tabletop Simulator"),
    )
    parser.add_argument(
        "--paper",
        metavar="PAPER",
        default=next(iter(PAPERS)),
        help=joined("", [listed(PAPERS, "or"), f" ({next(iter(PAPERS))})"]),
    )
    parser.add_argument(
        "--layout",
        metavar="LAYOUT",
        default=LAYOUTS[0],
        help=phrase(
            "of cards: nine on a page; gutterfold, both sides on one to be folded; or one, each on "
            "a page of its size and bleed, for a printer of cards"
        ),
    )
    parser.add_argument(
        "--backs", action="store_true", help=phrase("pages of backs too, to print on both sides")
    )
    parser.add_argument(
        "--book", action="store_true", help=phrase("all that is named, as a book with solutions")
    )
    parser.add_argument(
        "--solution",
        action="store_true",
        help=phrase("how best play solves it, in place of the puzzle"),
    )
    parser.add_argument(
        "--seats", metavar="N", type=int, help=phrase("for so many players, where that matters")
    )
    parser.add_argument(
        "--seed", metavar="N", type=seed, default="0", help=phrase("the same draws every time")
    )
    add_options(parser)
    add_json(parser)


def run(chosen: argparse.Namespace) -> int:
    """Prints into a file."""
    kind, words = _kind_and_words(chosen.what)
    speak_of(kind)
    if chosen.book:
        return _book(kind, words, chosen)
    options = read_options(chosen.option, kind)
    what = SOLUTION if chosen.solution else ""
    for word in words:
        if word == CARDS or word in kind.more_printed:
            what = word
        else:
            if not kind.subject or kind.subject in options:
                raise BadOption(_unknown(kind, word))
            options |= kind.options_named(subject_in(word))
    if not what and not (kind.papers and kind.subject in options):
        what = next(iter(kind.more_printed), CARDS) if kind.subject in options else CARDS
    title: str = kind.facts.title
    if kind.subject in options:
        told = kind.option_in_words(kind.subject, options[kind.subject])
        title = title if "\n" in told else told
    progress(phrase("Drawing {title}.", title=title))
    game = kind(chosen.seats, **options)
    if chosen.single is not None or chosen.tabletop is not None:
        return _pieces(game, chosen)
    if chosen.out is None:
        raise BadArguments(phrase("Say with --out FILE where the PDF is to be written."))
    if what == CARDS:
        pdf = deck_pdf(game, chosen.paper, layout=chosen.layout, backs=chosen.backs)
    else:
        pdf = game.printed(chosen.paper, what, current_catalogue(), chosen.seed)
    return _written(pdf, title, chosen)


def _book(kind: type[Game], words: list[str], chosen: argparse.Namespace) -> int:
    """Binds what the words mean, in their order."""
    options = read_options(chosen.option, kind)
    made = [{**options, **kind.options_named(subject_in(word))} for word in words if kind.subject]
    games = [kind(chosen.seats, **each) for each in made or [options]]
    progress(phrase("Drawing {title}.", title=kind.facts.title))
    pdf = kind.bound(games, chosen.paper, current_catalogue(), chosen.seed)
    return _written(pdf, kind.facts.title, chosen)


def _written(pdf: bytes, title: str, chosen: argparse.Namespace) -> int:
    """Writes the PDF, and says where it is."""
    if chosen.out is None:
        raise BadArguments(phrase("Say with --out FILE where the PDF is to be written."))
    file = Path(chosen.out)
    try:
        file.write_bytes(pdf)
    except OSError as problem:
        raise BadOption(
            phrase("{file} cannot be written: {reason}.", file=file, reason=reason(problem))
        ) from None
    json: Json = {"file": str(file), "bytes": len(pdf), "paper": chosen.paper, "title": title}
    told = phrase("{title} is in {file}; print it at 100 %.", title=title, file=file)
    show(Result(json, told), as_json=chosen.json)
    return 0


def _pieces(game: Game, chosen: argparse.Namespace) -> int:
    """Writes cards one by one, or sheets of them, or both."""
    files: list[Path] = []
    if chosen.single is not None:
        files += write_singles(game, Path(chosen.single))
    if chosen.tabletop is not None:
        files += write_tabletop(game, Path(chosen.tabletop))
    names: list[Json] = [str(file) for file in files]
    title = game.facts.title
    told = phrase(
        "{title}: {n} files are in {folder}.",
        title=title,
        n=len(files),
        folder=listed(sorted({str(file.parent) for file in files})),
    )
    show(Result({"files": names, "title": title}, told), as_json=chosen.json)
    return 0


def _kind_and_words(what: list[str]) -> tuple[type[Game], list[str]]:
    """The game that is meant, and the words that are not its name."""
    if what[0] in game_names():
        return game_class(what[0]), what[1:]
    games = [kind for kind in load_games()[0].values() if kind.subject or kind.more_printed]
    for kind in games:
        if what[0] in kind.more_printed:
            return kind, what
    problems: list[FacedownError] = []
    for kind in games:
        if kind.subject:
            try:
                kind(None, **kind.options_named(subject_in(what[0])))
            except FacedownError as problem:
                problems.append(problem)
            else:
                return kind, what
    if problems:
        raise problems[0]
    raise BadArguments(
        phrase("facedown print needs a game: {games}.", games=listed(game_names(), "or"))
    )


def _unknown(kind: type[Game], word: str) -> str:
    known = [CARDS, *kind.more_printed] if kind.more_printed else [CARDS]
    return phrase(
        "{title} prints {known}, not {word!r}.",
        title=kind.facts.title,
        known=listed(known, "or"),
        word=word[:40],
    )


def subject_in(word: str) -> str:
    """What a word says: itself, or what stands in the file that it names.

    >>> subject_in("iron-bridge")
    'iron-bridge'
    """
    path = Path(word.removeprefix("@"))
    if not (word.startswith("@") or path.suffix or path.is_file()):
        return word
    text = text_in(path, phrase("What is printed"))
    return text if "=" in text else text.strip()
