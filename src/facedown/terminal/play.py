"""Play a game here, line by line: alone, against bots, or several people at one screen.

``facedown play GAME [--seats human,bot:NAME,…] [--seed N] [--option NAME=VALUE]… [--daily [DATE]]
[--log FILE] [--hints all|none|NAME,…] [--from LOG --at N]``

``--first`` plays the game's first game, told step by step.
"""

from __future__ import annotations

import argparse
import shlex
from pathlib import Path
from typing import Final

from facedown.core.branching import branch
from facedown.core.errors import BadOption, UnknownName
from facedown.core.facts import OptionValue
from facedown.core.first_game import first_game
from facedown.core.game import Game
from facedown.core.log import Log
from facedown.core.match import Match
from facedown.core.messages import joined, phrase
from facedown.core.registry import game_class
from facedown.core.seats import HUMAN, bot_of, bot_player, bot_words, seat_words
from facedown.terminal.arguments import (
    BadArguments,
    add_options,
    moves,
    players_of,
    read_options,
    read_seats,
    seat_bots,
    seed,
    usual_seats,
)
from facedown.terminal.console import (
    INTERRUPTED,
    Console,
    EndOfInput,
    Stopped,
    called,
    stoppable,
    undisturbed,
)
from facedown.terminal.dialogue import Dialogue
from facedown.terminal.logfile import (
    CannotWrite,
    LogFile,
    is_taken,
    keep_somewhere,
    read_log_file,
)
from facedown.terminal.output import option_value, progress, speak_of
from facedown.terminal.table import HotSeat

SUMMARY: Final = phrase(
    "Play a game here, line by line: alone, against bots, or several people at one screen."
)


def arguments(parser: argparse.ArgumentParser) -> None:
    """Adds the arguments."""
    parser.add_argument("game", metavar="GAME", help=phrase("the game's name"))
    parser.add_argument(
        "--seats",
        metavar="WHO,WHO",
        help=phrase("who plays, such as human,human or human,bot:NAME"),
    )
    parser.add_argument(
        "--daily",
        metavar="DATE",
        nargs="?",
        const="",
        help=phrase("the puzzle of today, the same for everybody, or of a day such as 2026-07-30"),
    )
    parser.add_argument(
        "--first",
        action="store_true",
        help=phrase("a first game: each of its steps says what is good, and why"),
    )
    parser.add_argument("--seed", metavar="N", type=seed, help=phrase("the same draws every time"))
    add_options(parser)
    parser.add_argument(
        "--log",
        metavar="FILE",
        help=phrase(
            "keep the game in this file after every move; a game already in it is gone on with"
        ),
    )
    parser.add_argument(
        "--from",
        dest="source",
        metavar="LOG",
        help=phrase("what if: go on from a moment of this recorded game, which has to be over"),
    )
    parser.add_argument(
        "--at", metavar="N", type=moves, help=phrase("after how many moves of the recorded game")
    )
    parser.add_argument(
        "--hints",
        metavar="NAME,NAME",
        default="all",
        help=phrase("the hints that may be asked for at this table: all, none, or their names"),
    )


def run(chosen: argparse.Namespace) -> int:
    """Plays a game; returns the exit code."""
    with stoppable():
        return _converse(*_table(chosen))


def _table(chosen: argparse.Namespace) -> tuple[HotSeat, str]:
    """The table that was asked for, and the command that goes on with it."""
    game = game_class(chosen.game)
    speak_of(game)
    hints = read_hints(chosen.hints, game)
    options, seed_ = read_options(chosen.option, game), chosen.seed
    usual: tuple[str, ...] = ()  # who plays unless somebody says otherwise
    if chosen.daily is not None:
        if options or seed_ is not None or chosen.source is not None:
            raise BadArguments(
                phrase("--daily goes without --option, --seed and --from: a day has its own.")
            )
        from facedown.table.days import day_of, today

        day = day_of(game, chosen.daily or today().isoformat())
        options, seed_ = dict(day.options), day.seed
        usual = (HUMAN, *(bot_player(bot) for _, bot in sorted(day.bots.items())))
    players = None if chosen.seats is None else read_seats(chosen.seats)
    first = first_game(chosen.game) if chosen.first else None
    if chosen.first:
        if first is None:
            raise BadArguments(phrase("This game has no first game to learn from."))
        if options or seed_ is not None or players is not None or chosen.source is not None:
            raise BadArguments(
                phrase("--first goes without --seats, --option, --seed, --daily and --from.")
            )
    path = None if chosen.log is None else Path(chosen.log)
    file: LogFile | None = None
    if (chosen.source is None) != (chosen.at is None):
        raise BadArguments(
            phrase("--from LOG and --at N go together: a recorded game, and its moment.")
        )
    if path is not None and chosen.source is not None and is_taken(path):
        raise BadArguments(
            phrase("{path} holds a game already; keep the new one in another file.", path=path)
        )
    if path is not None and is_taken(path):
        file, log = LogFile.open(path)
        _agree(log, game, path, options, players, seed_)
        match, players = Match.resume(log), players_of(log)
        seat_bots(match.game, players)
        resumed = True
    elif first is not None:
        match, players, resumed = Match.resume(first.log()), first.players, False
        file = None if path is None else LogFile.create(path, match.log)
    elif chosen.source is not None:
        match, players = _what_if(chosen, game, options, players)
        resumed = False
        file = None if path is None else LogFile.create(path, match.log)
    else:
        players = players or usual or usual_seats(game)
        played = game(len(players), **options)
        seat_bots(played, players)  # a bot that does not exist is refused before anything is drawn
        match, resumed = Match(played, seed_, players), False
        if path is not None:
            file = LogFile.create(path, match.log)
    table = HotSeat(match, players, Console(), file, hints, resumed=resumed)
    return table, _go_on(chosen.game, chosen.hints)


def _what_if(
    chosen: argparse.Namespace,
    game: type[Game],
    options: dict[str, OptionValue],
    players: tuple[str, ...] | None,
) -> tuple[Match, tuple[str, ...]]:
    """The game that branches off a recorded one, and who plays it: as then, unless said."""
    path = Path(chosen.source)
    log = read_log_file(path)
    players = players or players_of(log)
    _agree(log, game, path, options, None, chosen.seed)
    if len(players) != log.seats:
        raise BadOption(
            phrase(
                "{path} has {seats} seats, not {players}.",
                path=path,
                seats=log.seats,
                players=len(players),
            )
        )
    recorded = Match.resume(log)
    seat_bots(recorded.game, players)
    if recorded.outcome is None:
        raise BadOption(
            phrase("The game in {path} is not over: --log {path} goes on with it.", path=path)
        )
    return Match.resume(branch(log, chosen.at, players)), players


def _converse(table: HotSeat, go_on: str) -> int:
    """Plays to the end, or until somebody stops; the log is kept whatever happens."""
    try:
        _greet(table)
        Dialogue(table).run()
    except EndOfInput:
        table.console.say(_kept(table, go_on), whole=True)
    except KeyboardInterrupt as stop:
        code = stop.code if isinstance(stop, Stopped) else INTERRUPTED
        raise Stopped(_kept(table, go_on), code) from None
    except BaseException:
        progress(_kept(table, go_on))
        raise
    else:
        if table.file is not None:
            table.console.say(phrase("The game is kept in {path}.", path=table.file.path))
    return 0


def _greet(table: HotSeat) -> None:
    facts, console = table.match.game.facts, table.console
    console.say(joined(". ", [facts.title, facts.summary]))
    if table.humans and (aim := table.match.game.aim()):
        console.say(aim)
    chosen = [
        f"{option.name}={option_value(table.match.game.options[option.name])}"
        for option in facts.options
        if table.match.game.options[option.name] != option.default
    ]
    if chosen:
        console.say(phrase("Options: {options}.", options=", ".join(chosen)))
    if len(table.players) > 1:
        sitting = [_sits(table, seat) for seat in range(len(table.players))]
        console.say(joined("", [joined(", ", sitting), "."]))
    if table.humans:
        console.say(
            phrase(
                "Type help for what you can type, hint for hints, rules for the rules, quit to "
                "stop."
            )
            if table.hints
            else phrase("Type help for what you can type, rules for the rules, quit to stop.")
        )
    if table.first is not None:
        for sentence in table.first.about:
            console.say(sentence)
    elif (origin := table.match.log.origin) is not None:
        console.say(
            phrase("For practice: it goes on from move {n} of another game.", n=origin.moves)
        )
    if table.file is not None:
        path = table.file.path
        console.say(
            phrase("This game goes on from {path}.", path=path)
            if table.resumed
            else phrase("This game is kept in {path}.", path=path)
        )
    console.say()


def _sits(table: HotSeat, seat: int) -> str:
    bot = bot_of(table.players[seat])
    if bot is not None:
        return phrase("{seat} is the bot {bot}", seat=seat_words(seat), bot=bot_words(bot))
    if table.humans == (seat,):
        return phrase("{seat} is you", seat=seat_words(seat))
    return phrase("{seat} is human", seat=seat_words(seat))


def _go_on(game: str, hints: str) -> str:
    """The command that goes on with a game, but for its log."""
    return f"{called()} play {game}" + ("" if hints == "all" else f" --hints {shlex.quote(hints)}")


def _kept(table: HotSeat, go_on: str) -> str:
    """Keeps the log of a game that was stopped, and says where."""
    with undisturbed():
        try:
            file = _keep(table)
        except CannotWrite as problem:
            return problem.message
    where = file.path
    if table.match.outcome is not None:
        return phrase("The game is kept in {path}.", path=where)
    return phrase(
        "The game is kept in {path}; to go on with it: {command}",
        path=where,
        command=f"{go_on} --log {shlex.quote(str(where))}",
    )


def _keep(table: HotSeat) -> LogFile:
    if table.file is not None:
        try:
            table.file.write(table.match.log)
        except CannotWrite as problem:
            progress(problem.message)
        else:
            return table.file
    return keep_somewhere(table.match.log)


def read_hints(text: str, game: type[Game]) -> tuple[str, ...]:
    """The hints that ``--hints`` allows; raises ``UnknownName`` for one that does not exist."""
    names = tuple(aid.name for aid in game.facts.aids)
    if text in {"all", "none"}:
        return names if text == "all" else ()
    wanted = tuple(part.strip() for part in text.split(","))
    for name in wanted:
        if name not in names:
            known = ", ".join(("all", "none", *names))
            raise UnknownName(
                phrase(
                    "{title} has no hint {name!r}; there are: {known}.",
                    title=game.facts.title,
                    name=name[:40],
                    known=known,
                )
            )
    return wanted


def _agree(
    log: Log,
    game: type[Game],
    path: Path,
    options: dict[str, OptionValue],
    players: tuple[str, ...] | None,
    seed_: str | None,
) -> None:
    """Raises ``BadOption`` when a game to be gone on with is another one than was asked for."""
    if log.game != game.facts.name:
        raise BadOption(
            phrase(
                "{path} holds a game of {game}, not of {name}.",
                path=path,
                game=log.game,
                name=game.facts.name,
            )
        )
    for name, value in options.items():
        begun = log.options.get(name, game.facts.option(name).default)
        if begun != value:
            was, asked = option_value(begun), option_value(value)
            raise BadOption(
                phrase(
                    "The game in {path} was begun with {name}={was}, not {asked}.",
                    path=path,
                    name=name,
                    was=was,
                    asked=asked,
                )
            )
    if players is not None and players != players_of(log):
        seats = ",".join(players_of(log))
        raise BadOption(
            phrase(
                "The game in {path} has the seats {seats}, not {players}.",
                path=path,
                seats=seats,
                players=joined(",", players),
            )
        )
    if seed_ is not None and seed_ != log.seed:
        # The seed itself stays secret: it tells what will be drawn.
        raise BadOption(phrase("The game in {path} was begun with another seed.", path=path))
