"""The command ``facedown``: finds the command that is meant, and answers every mistake."""

from __future__ import annotations

import contextlib
import errno
import io
import os
import sys
from collections.abc import Iterable, Sequence
from importlib import import_module
from typing import Final

from facedown.core.errors import FacedownError, reason
from facedown.core.messages import joined, listed, phrase
from facedown.core.registry import game_class, game_names, load_games
from facedown.lab.tools import Command, tools_of
from facedown.languages import language_named, language_of_system, speaking
from facedown.terminal.arguments import ArgumentReader, BadArguments, add_json
from facedown.terminal.console import INTERRUPTED, Stopped, called, signals_as_before
from facedown.terminal.output import (
    columns,
    fit,
    likeliest,
    one_line,
    patience,
    progress,
    show,
    speak_of,
)

COMMANDS: Final = {
    "serve": (
        "serve",
        phrase("play in a browser, with friends or bots (facedown alone does the same)"),
    ),
    "games": ("games [GAME]", phrase("list the games, or one game's options, bots and hints")),
    "rules": ("rules GAME", phrase("print a game's rules")),
    "play": ("play GAME", phrase("play a game here, against bots or each other")),
    "print": ("print GAME", phrase("a game’s cards, puzzles and sheets on paper, as a PDF")),
    "replay": ("replay LOG", phrase("tell a recorded game move by move")),
    "analyse": (
        "analyse LOG",
        phrase("judge a recorded game: what each move was worth, what was better"),
    ),
    "arena": ("arena GAME", phrase("let bots play each other, and see which are stronger")),
    "tournament": ("tournament GAME", phrase("rate many players in one table")),
    "export": ("export LOG ...", phrase("recorded games as rows, for programs that learn")),
    "agents": ("agents GAME", phrase("score programs and language models beside exact play")),
    "bench": ("bench [NAME ...]", phrase("measure every speed that is claimed")),
    "rule": (
        "rule check RULE",
        phrase("what a rule of the rule language means; also: rule same, rule answer"),
    ),
    "judge": ("judge RULE", phrase("judge a card by a rule of the rule language")),
    "mcp": ("mcp", phrase("let a language model play: the games as tools of MCP")),
    "bot": ("bot URL", phrase("seat a bot at a table on another server")),
    "backup": ("backup FILE", phrase("copy all tables of a server to one file")),
    "restore": ("restore FILE", phrase("bring the tables of a backup back")),
    "tidy": ("tidy", phrase("remove tables whose games were over long ago, where you want that")),
}
"""The commands that every game has: how each is called, and what it does."""

PATIENCE: Final = 3.0
"""Seconds after which whoever waits for a game's command is told that it goes on."""

BAD_INPUT: Final = 2
NO_READER: Final = 141
NOT_WRITTEN: Final = {errno.ENOSPC, errno.EIO, errno.EBADF, errno.EFBIG}
"""Why printing can fail though somebody reads: a full disk, a terminal that is gone."""


def main(argv: Sequence[str] | None = None) -> int:
    """Runs one command and returns its exit code.

    0 is success, 2 a mistake in what was asked (told in one sentence on stderr), 130 an interrupt.
    """
    if sys.stdout is None:
        return _say(
            phrase("There is nowhere to print to: the standard output is closed."), BAD_INPUT
        )
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        # What a terminal cannot spell must not end a game.
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")
    with speaking(language_of_system(os.environ)):
        if argv is None:
            return _run(sys.argv[1:])
        with signals_as_before():
            return _run(list(argv))


def _run(argv: list[str]) -> int:
    try:
        if argv[:1] == ["--language"]:
            with speaking(language_named(argv[1] if argv[1:] else "")):
                return _run(argv[2:])
        code = _dispatch(argv)
        sys.stdout.flush()
    except FacedownError as problem:
        code = _say(problem.message, BAD_INPUT)
    except Stopped as stop:
        code = _say(stop.args[0], stop.code, interrupted=True)
    except KeyboardInterrupt:
        code = _say(phrase("Interrupted."), INTERRUPTED, interrupted=True)
    except BrokenPipeError:
        _stop_writing()
        code = NO_READER
    except OSError as problem:
        if problem.errno not in NOT_WRITTEN:
            raise
        _stop_writing()
        code = _say(
            phrase("The output cannot be written: {reason}.", reason=reason(problem)), BAD_INPUT
        )
    except SystemExit as leave:  # argparse leaves this way after --help
        code = int(leave.code or 0)
    return code


def _say(sentence: str, code: int, *, interrupted: bool = False) -> int:
    with contextlib.suppress(OSError):  # the reader of stdout, or the whole terminal, may be gone
        if sys.stdout is not None:
            sys.stdout.flush()
    if sys.stderr is None:
        return code
    with contextlib.suppress(OSError):
        if interrupted and sys.stderr.isatty():
            print(file=sys.stderr)  # the cursor stands behind a prompt and a ^C
        print(one_line(sentence), file=sys.stderr, flush=True)
    return code


def _stop_writing() -> None:
    """Leaves Python nothing to flush into a pipe that nobody reads."""
    with contextlib.suppress(OSError, ValueError):
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, sys.stdout.fileno())
        os.close(nowhere)


def _dispatch(argv: list[str]) -> int:
    argv = argv or ["serve"]
    if argv[0] in {"-h", "--help", "help"}:
        print(fit(_help()))
        return 0
    verb, rest = argv[0], argv[1:]
    if verb == "--version":
        from facedown import __version__

        print(f"facedown {__version__}")
        return 0
    if verb in COMMANDS:
        module = import_module(f"facedown.terminal.{verb}")
        parser = ArgumentReader(verb, module.SUMMARY)
        module.arguments(parser)
        code: int = module.run(parser.parse_intermixed_args(rest))
        return code
    return _game_command(verb, rest)


def _game_command(verb: str, rest: list[str]) -> int:
    """Runs ``facedown VERB GAME …``, a command for one game.

    Where only one game has the command, its name may be left out, before a subject too.
    """
    name = rest[0] if rest and not rest[0].startswith("-") else None
    command, found = None if name is None else _command_of(verb, name), {}
    if command is None:
        found = _verbs(game_names())
        if len(found.get(verb, ())) == 1:
            only = _command_of(verb, found[verb][0])
            subject = only is not None and only.subject and name not in game_names()
            if name is None or subject:
                name, rest, command = found[verb][0], [*found[verb], *rest], only
    if command is not None:
        if name is not None:
            speak_of(game_class(name))
        parser = ArgumentReader(f"{verb} {name}", command.summary)
        command.arguments(parser)
        add_json(parser)
        chosen = parser.parse_args(rest[1:])
        with patience(_at_work(verb, name), PATIENCE):
            result = command.run(chosen, progress)
        show(result, as_json=chosen.json)
        return 0
    if verb not in found:
        known = ", ".join([*COMMANDS, *sorted(found)])
        order = phrase(" Options come after the command.") if verb.startswith("-") else ""
        sentence = phrase(
            "There is no command {verb!r}; the commands are: {known}.{order}",
            verb=verb[:40],
            known=known,
            order=order,
        )
        meant = likeliest(verb, [*COMMANDS, *found])
        if meant is not None:
            sentence = joined(
                " ", [sentence, phrase("Did you mean {word}?", word=f"facedown {meant}")]
            )
        raise BadArguments(sentence)
    having = listed(sorted(found[verb]), "or")
    if name is None:
        raise BadArguments(
            phrase("facedown {verb} needs a game's name next: {having}.", verb=verb, having=having)
        )
    game_class(name)  # says so when there is no such game
    raise BadArguments(
        phrase(
            "{name} has no command {verb}; {having} has it.", name=name, verb=verb, having=having
        )
    )


def _at_work(verb: str, name: str | None) -> str:
    return phrase(
        "{verb} {name} is at work; the first time it also compiles, which takes longer.",
        verb=verb,
        name=name,
    )


def _verbs(games: Iterable[str]) -> dict[str, list[str]]:
    """The commands that there are for some games, with the names of the games that have them."""
    found: dict[str, list[str]] = {}
    for name in games:
        for command in tools_of(name).commands:
            found.setdefault(command.verb, []).append(name)
    return found


def _command_of(verb: str, name: str) -> Command | None:
    return next((command for command in tools_of(name).commands if command.verb == verb), None)


def _help() -> str:
    games, problems = load_games()
    rows: list[tuple[str, str]] = [
        (f"facedown {usage}", summary) for usage, summary in COMMANDS.values()
    ]
    for name in games:
        rows += [(f"facedown {c.verb} {name}", c.summary) for c in tools_of(name).commands]
        problems += tools_of(name).problems
    example = next(iter(games), None)
    return joined(
        "\n",
        [
            phrase("Facedown: games in which something lies face down."),
            "",
            columns(rows),
            "",
            phrase("Every command takes --help; those that print results take --json."),
            phrase("In another language: facedown --language fr COMMAND; without it LANG chooses."),
            *(
                [phrase("To begin: {command}", command=f"{called()} play {example}")]
                if example
                else []
            ),
            *problems,
        ],
    )
