"""Everything that a game may bring, a line each, and a sentence for what nobody asks a game for.

The base classes and the web ask for these names and for no others; the page of them is
``docs/reference/hooks.md``. What an author misspells would be ignored, so it is refused: in a class
what is nearly a name that is not brought, in a game's folder also what nobody else there uses.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable, Mapping
from difflib import get_close_matches
from types import MappingProxyType, MemberDescriptorType
from typing import TYPE_CHECKING, Final, NamedTuple

from facedown.core.errors import UnknownName
from facedown.core.messages import phrase

if TYPE_CHECKING:
    from importlib.resources.abc import Traversable


class Hook(NamedTuple):
    """Something that a game may bring.

    ``form`` is how it is written, ``default`` what holds without it (:data:`NEEDED` where nothing
    does). ``nobody`` says why none of our games brings it.
    """

    name: str
    form: str
    default: str
    meaning: str
    nobody: str = ""


NEEDED: Final = "has to be there"

HOOKS: Final[Mapping[str, tuple[Hook, ...]]] = MappingProxyType({
    "Game": (
        Hook("facts", ": Facts", NEEDED, "what is true of the game whatever happens, as data"),
        Hook("actions", ": int", NEEDED, "action numbers of seats run from 0 to one less"),
        Hook("longest", ": int", NEEDED, "no game has more moves, nature's included"),
        Hook("start", "()", NEEDED, "the state before the first move"),
        Hook("seats_with", "(options)", "as in the facts", "fewest and most seats with options"),
        Hook("worlds", "(view)", "refuses", "every way the hidden things can be"),
        Hook("state_from_world", "(view, world)", "refuses", "the state in which a world is true"),
        Hook("true_world", "(state, seat)", "refuses", "the world that is true, for tests"),
        Hook("judged", ": bool", "yes", "whether with its options moves can be judged"),
        Hook("together", ": bool", "no", "whether all win or lose together"),
        Hook("worlds_known", ": WorldsKnown", "as in the facts", "what `worlds` can do here"),
        Hook("play_again", "(view, world)", "`state_from_world`", "the same, by allowed moves"),
        Hook("check_view", "(view)", "by `play_again`", "refuses a view that cannot be seen"),
        Hook("show", "(view)", "its parts, one a line", "the view in words"),
        Hook("prompt", "(view)", "lists the moves", "what the seat can do, in a line"),
        Hook("read", "(text, view)", "by the moves' parts", "the move that a typed line means"),
        Hook("typed", "(move)", "kind and parts", "a move as its seat types it"),
        Hook("witness", "(before, seat, action, after, viewer)", "kind and parts", "a move told"),
        Hook("typed_as", ": Mapping[str, str]", "as said", "how what events say is typed"),
        Hook("formal", ": dict", "none", "what says a text of a log, such as a rule, by its parts"),
        Hook("normal_form", "(move)", "the move", "the one form of moves that mean the same"),
        Hook("read_back", "(text, view)", "nothing", "what a typed line would mean, said first"),
        Hook("move_from_json", "(value)", "by the facts", "a move as programs send it",
             nobody="the records of their moves are read as they are declared"),
        Hook("draw_open", "(view, rng)", "by `open_chances`", "a move of the open language"),
        Hook("open_chances", "(view)", "none", "all moves of the open language, with weights"),
        Hook("open_numbers", ": int", "0", "how many moves of it can be chosen by number"),
        Hook("open_numbered", "(view)", "none", "those that make sense now, by number"),
        Hook("standing_answer", "(view, question, answer)", "refuses", "an answer in advance"),
        Hook("turn_of", "(view)", "refuses", "the number of the turn that is played"),
        Hook("aid", "(name, view, notes)", "refuses", "a hint, from what the seat may know"),
        Hook("aid_marks", "(name, view, notes)", "none", "what a hint says of things on the table"),
        Hook("aim", "()", "nothing", "what wins, for somebody new"),
        Hook("check_note", "(text, view)", "tidied", "a seat's note as it is kept"),
        Hook("in_brief", "(view)", "whether it is over", "how a game went, telling nothing hidden"),
        Hook("day_result", "(view)", "won or not", "how the puzzle of a day went, in numbers"),
        Hook("day_in_words", "(options)", "nothing", "what the puzzle of a day is like"),
        Hook("took_in_words", "(took)", "nothing", "those numbers for people"),
        Hook("ending", "(view)", "who has won", "how a game ended for a seat, its result first"),
        Hook("option_in_words", "(name, value)", "by the option", "an option's value for people"),
        Hook("collection", "()", "nothing", "what comes with the game, such as puzzles"),
        Hook("daily", "(date)", "none", "the options of the puzzle of a day"),
        Hook("one_click", "()", "the usual ones", "the options of a game begun by one click"),
        Hook("workshop", "()", "none", "where something is made for the game: a `Workshop`"),
        Hook("strategy", "(steps, ask, depth)", "refuses", "best play as a tree"),
        Hook("steps", "(view)", "none", "the answers a seat has got, as steps in that tree"),
        Hook("printed_cards", "()", "none", "its cards, to be printed: `PrintedCard`s"),
        Hook("subject", ": str", "none", "the option by which what is printed is known"),
        Hook("options_named", "(word)", "that option", "what a word or a file's text means"),
        Hook("papers", ": tuple[str, ...]", "none", "formats of paper that it is printed on"),
        Hook("more_printed", ": Mapping[str, str]", "nothing", "what else is printed, by a word"),
        Hook("printed", "(paper, what, catalogue, seed)", "refuses", "the game on paper, as a PDF"),
        Hook("bound", "(games, paper, catalogue, seed)", "refuses", "several as a book"),
        Hook("rulebook", "()", "`rulebook.md`", "the rules, as Markdown"),
        Hook("brief", "()", "`brief.md`", "short rules of this very game, for who reads text",
             nobody="the files say it"),
        Hook("under", "(rules)", "by `Facts.earlier`", "the class that plays earlier rules"),
        Hook("warm_up", "()", "nothing", "loads what moves need, beforehand"),
        Hook("warm_up_aids", "()", "nothing", "loads what hints need, beforehand"),
    ),
    "State": (
        Hook("actors", "()", NEEDED, "who may move now"),
        Hook("legal", "(seat)", NEEDED, "the action numbers open to a seat, ascending"),
        Hook("verify", "(seat, action)", NEEDED, "why a move is not allowed, or None"),
        Hook("apply", "(seat, action)", NEEDED, "makes a move that is allowed"),
        Hook("clone", "()", NEEDED, "a copy that later changes do not touch"),
        Hook("view", "(seat)", NEEDED, "what a seat may know, or an onlooker"),
        Hook("outcome", "()", NEEDED, "how the game ended, or None"),
        Hook("move_of", "(seat, action)", NEEDED, "the record of an action"),
        Hook("action_of", "(seat, move)", NEEDED, "the action of a record"),
        Hook("chances", "()", "fails", "nature's moves, with whole weights"),
        Hook("draw", "(rng)", "from `chances`", "one of nature's moves"),
        Hook("draw_name", "()", "fails", "what nature draws, a name once in a game"),
        Hook("draws_slowly", ": bool", "no", "whether nature's move takes long to work out"),
        Hook("slow_part", "(action)", "none", "what of a move takes long, to be done beforehand"),
        Hook("is_false", "(action)", "no", "whether what a recorded move found out is not so"),
        Hook("give_up", "(seat)", "nothing", "ends a game that was given up, and shows the answer"),
    ),
    "Worlds": (
        Hook("__iter__", "()", "not listed", "the worlds with their weights"),
        Hook("count", "()", "unknown", "how many there are"),
        Hook("sample", "(rng)", NEEDED, "one, as frequent as its weight says"),
        Hook("features", "(world)", "none", "what is true in a world, for the battery to compare"),
    ),
    "page.py": (
        Hook("context", "(view, notes)", "nothing", "what its template needs, there as `extra`"),
        Hook("prompt", "(view)", "`Game.prompt`", "what there is to do where nobody types"),
        Hook("unshown_notes", "(view, notes)", "all", "the notes that the board does not show"),
        Hook("seat_words", "(view)", "nothing", "what stands beside each seat in the strip"),
        Hook("turned_over", "(view)", "nothing", "what each round that is over has shown"),
        Hook("said", "(view, back)", "nothing", "what `saying.html` needs to say a move back"),
        Hook("marked", "(game, move)", "nothing", "where a move is: an id, less `b-`"),
        Hook("again", "(view)", "another one", "what is played next: words, and other options"),
    ),
    "page.html": (
        Hook("table", "block", "nothing", "what lies open, whoever it belongs to"),
        Hook("hand", "block", "not drawn", "the hand or sheet of the seat that looks"),
        Hook("actions", "block", "not drawn", "what that seat can do now"),
        Hook("ended", "block", "nothing", "what is seen first at the end, under who has won"),
        Hook("seats", "block", "a strip", "the seats, where the table does not show them itself"),
        Hook("pictured", "block", "nothing", "the cards of the `move`, drawn beside its words"),
        Hook("symbols", "block", "none", "pictures drawn once a page and referred to"),
        Hook("table_title", "block", "“The table”", "what the place is called"),
        Hook("hand_title", "block", "“Your hand”", "what the place is called"),
        Hook("actions_title", "block", "“What you can do”", "what the place is called"),
    ),
    "folder": (
        Hook("rulebook.md", "Markdown", "none", "the rules; **T6.** is the paragraph `#T6`"),
        Hook("page.html", "template", "words and buttons", "the board: fills `places.html`"),
        Hook("saying.html", "template", "words", "how a typed move is said back"),
        Hook("page.css", "styles", "none", "styles of the board"),
        Hook("page.py", "Python", "none", "what is said beside the board"),
        Hook("lobby.html", "template", "none", "its picture in the lobby"),
        Hook("first.toml", "a script", "none", "a first game: its deal, and its steps"),
        Hook("workshop.html", "template", "field by field", "the form of its workshop"),
        Hook("workshop.css", "styles", "none", "styles of that form"),
        Hook("brief.md", "Markdown", "`rulebook.md`", "short rules; `{option=value}` at a line"),
        Hook("languages", "folder", "English", "its messages in other languages"),
    ),
    "Players": (
        Hook("bots", "{name: game -> Bot}", NEEDED, "who plays it, the weakest first"),
        Hook("encoder", "game -> Encoder", "none", "views as rows of numbers"),
        Hook("judge", "game -> Judge", "none", "what moves were worth"),
        Hook("arena_options", "{option: value}", "as usual", "how bots are measured"),
    ),
    "Bot": (
        Hook("act", "(view, rng)", NEEDED, "its move now"),
        Hook("refused", "(sentence)", "loses its turn", "told why its last move is not allowed",
             nobody="for programs that are run beside this one, which may be wrong about rules"),
        Hook("warm_up", "()", "nothing", "loads what it needs, beforehand"),
    ),
    "Encoder": (
        Hook("observation_size", ": int", NEEDED, "how many numbers `observation` gives"),
        Hook("information_size", ": int", NEEDED, "how many `information_state` gives"),
        Hook("observation", "(view)", NEEDED, "what lies on the table now"),
        Hook("information_state", "(view)", NEEDED, "everything the seat was ever told"),
        Hook("observation_in", "(state, seat)", "from the view", "the same, faster"),
        Hook("information_state_in", "(state, seat)", "from the view", "the same, faster"),
    ),
    "Judge": (
        Hook("measure", ": Measure", NEEDED, "what is counted"),
        Hook("left", "(view)", NEEDED, "how many possibilities a view leaves"),
        Hook("verdict", "(view, move)", NEEDED, "what is to be said of a move"),
        Hook("tell", "(moves)", NEEDED, "moves, inside a sentence"),
        Hook("lengths", "(view)", "unknown", "the length of best play beside a seat's own"),
        Hook("named", "(view)", "none", "the possibilities, by name"),
        Hook("settled", "(view)", "nothing", "what is certain to the seat"),
        Hook("answered", "(view)", "yes", "whether the seat knows what came of its move"),
        Hook("solved", "(view)", "nothing to find", "whether the seat found what was hidden"),
        Hook("guess", "(view)", "none", "the move that names what is likeliest"),
        Hook("refutes", "(view, test, guess)", "unknown", "whether an answer could rule it out"),
        Hook("say", "(remark)", "its code", "a remark of its own, as a sentence"),
    ),
    "Workshop": (
        Hook("title", ": str", NEEDED, "what it is called"),
        Hook("summary", ": str", NEEDED, "what can be made there, in a sentence"),
        Hook("fields", ": tuple[Field, ...]", NEEDED, "what a draft has"),
        Hook("stages", ": tuple[Stage, ...]", NEEDED, "what is found out about one, cheap first"),
        Hook("examples", ": tuple[…, ...]", "none", "drafts to begin with, each with its name"),
        Hook("opening", ": Draft", "as usual", "the draft of a page that is opened without one"),
        Hook("options", "(draft)", NEEDED, "what a table is opened with"),
        Hook("first_moves", "(draft)", "none", "what its maker has moved there already, in secret"),
        Hook("tidy", "(draft)", "the draft", "its one normal form"),
        Hook("flaws", "(draft)", "none", "what keeps it from being played"),
        Hook("unplayable", "(draft)", "None", "a flaw with which it is still looked into"),
        Hook("edit", "(draft, change)", "refuses", "the draft after a button of its form"),
        Hook("context", "(draft)", "nothing", "what its template needs, there as `extra`"),
    ),
    "Tools": (
        Hook("commands", "Command, …", "none", "`facedown VERB GAME`"),
        Hook("benches", "Bench, …", "none", "`facedown bench NAME`"),
        Hook("sticks", "{name: game -> Bot}", "none", "players to measure others with"),
        Hook("twin", ": Mapping[str, str]", "none", "other words for the game's own"),
        Hook("importer", ": Importer", "none", "reads problems of a form of its own"),
    ),
})  # fmt: skip
"""What a game may bring, by where it is written."""

WHERE: Final[Mapping[str, str]] = MappingProxyType({
    "Game": "the class that is published in the group `facedown.games`",
    "State": "what `Game.start` gives",
    "Worlds": "what `Game.worlds` gives",
    "page.py": "functions beside the rulebook; they get a view, and the seat's own notes",
    "page.html": "blocks of the template that draws the board",
    "folder": "files beside the module of the game",
    "Players": "published in the group `facedown.players`",
    "Bot": "what `Players.bots` make",
    "Encoder": "what `Players.encoder` makes",
    "Judge": "what `Players.judge` makes",
    "Workshop": "what `Game.workshop` gives",
    "Tools": "published in the group `facedown.tools`",
})  # fmt: skip
"""What each place is."""

NEARLY: Final = 0.8
"""How alike two names are, as difflib measures it, where one is taken for the other."""


def names_of(where: str) -> frozenset[str]:
    """The names of what may be brought there.

    >>> sorted(names_of("Players"))
    ['arena_options', 'bots', 'encoder', 'judge']
    """
    return frozenset(hook.name for hook in HOOKS[where])


def refuse_misspelled(kind: type, base: type) -> None:
    """Raises ``UnknownName`` where a class has nearly a name that its base asks for.

    A helper of the author's may be called so where the class brings what has the name.

    >>> from facedown.core.worlds import Worlds
    >>> class Cups(Worlds):
    ...     def feature(self, world): ...
    Traceback (most recent call last):
        ...
    UnknownName: Cups has feature, which no Worlds is asked for; did you mean features?
    """
    known = names_of(base.__name__)
    # ``issubclass`` would be remembered wrongly: an abstract class is still being made here
    below = kind.__mro__[: kind.__mro__.index(base)]
    brought = {name for part in below for name in vars(part)}
    for name, part in vars(kind).items():
        # what a state keeps in its slots is called as it likes
        if name in known or name.startswith("_") or isinstance(part, MemberDescriptorType):
            continue
        for meant in get_close_matches(name, known - brought, 1, NEARLY):
            raise UnknownName(
                phrase(
                    "{kind} has {name}, which no {base} is asked for; did you mean {meant}?",
                    kind=kind.__name__,
                    name=name,
                    base=base.__name__,
                    meant=meant,
                )
            )


def check_folder(folder: Traversable) -> None:
    """Raises ``UnknownName`` where a game's folder has something for pages that nobody asks for.

    That is a function of ``page.py`` that nothing there calls, a block of ``page.html`` that the
    frame does not have, a template that no other mentions, or a file that is nearly called so.

    >>> from pathlib import Path
    >>> from tempfile import TemporaryDirectory
    >>> with TemporaryDirectory() as folder:
    ...     _ = Path(folder, "__init__.py").write_text("")
    ...     _ = Path(folder, "page.py").write_text("def contxt(view, notes): ...")
    ...     check_folder(Path(folder))
    Traceback (most recent call last):
        ...
    UnknownName: No game is asked for contxt in its page.py; it may have context, prompt, …
    """
    names = {file.name for file in folder.iterdir()}
    if "__init__.py" not in names:  # a game in no package lies among anything
        return
    texts = {
        name: folder.joinpath(name).read_text("utf-8")
        for name in sorted(names)
        if name == "page.py" or name.endswith(".html")
    }
    _refuse_unknown("page.py", _uncalled(texts.get("page.py", "")))
    page = texts.get("page.html", "")
    if re.search(r'\{%-?\s*extends "places\.html"', page):
        _refuse_unknown("page.html", re.findall(r"\{%-?\s*block (\w+)", page))
    known, mentioned = names_of("folder"), " ".join(texts.values())
    for name in sorted(names - known):
        alone = name.endswith(".html") and f"/{name}" not in mentioned
        if alone or get_close_matches(name, known - names, 1, NEARLY):
            _refuse_unknown("folder", [name])


def _uncalled(text: str) -> list[str]:
    """The public functions of a module that nothing in it names."""
    tree = ast.parse(text)
    named = {node.id for node in ast.walk(tree) if isinstance(node, ast.Name)}
    functions = [part.name for part in tree.body if isinstance(part, ast.FunctionDef)]
    return [name for name in functions if name not in named and not name.startswith("_")]


def _refuse_unknown(where: str, names: Iterable[str]) -> None:
    for name in names:
        if name not in names_of(where):
            raise UnknownName(
                phrase(
                    "No game is asked for {name} in its {where}; it may have {known}.",
                    name=name,
                    where=where,
                    known=", ".join(hook.name for hook in HOOKS[where]),
                )
            )
