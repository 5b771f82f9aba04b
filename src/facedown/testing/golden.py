"""Golden playthroughs: whole games as readable files that change only when behaviour does.

A file tells one game: for every move what each viewer was told and what changed in its view, then
the legal moves; at its end stands the log, from which the file can be made again. So a golden
file also proves that logs of its rules version still replay.

All files of a folder are made anew by ``python -m facedown.testing.golden tests/golden``, which
also makes the first files of games that have none.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

from facedown.core.codec import Json, to_json
from facedown.core.facts import OptionValue
from facedown.core.game import Game
from facedown.core.log import read_log, write_log
from facedown.core.match import Match
from facedown.core.moves import Move
from facedown.core.registry import game_class, game_names, new_game
from facedown.core.seats import NATURE, Seat, seat_words
from facedown.core.state import State
from facedown.core.view import Event, View
from facedown.testing.battery import name_of, settings_of
from facedown.testing.playing import random_match, viewers

LOG_HEADING = "== log =="
PATTERN = "playthrough-*.txt"


def render_playthrough(match: Match) -> str:
    """A match in words and JSON, from its first move to its log.

    >>> from facedown.core import new_game
    >>> text = render_playthrough(random_match(new_game("turing", cards="4,9,11,14"), "1"))
    >>> text.splitlines()[0]
    'Turing Machine, 1 seat'
    """
    return "\n".join(_lines(match)) + "\n"


def _lines(match: Match) -> Iterator[str]:
    game = match.game
    yield f"{game.facts.title}, {game.seats} seat{'s' if game.seats > 1 else ''}"
    yield from (f"{name}: {value}" for name, value in game.options.items())
    state = game.start()
    known: dict[Seat, dict[str, Json]] = {viewer: {} for viewer in viewers(game)}
    moves = [(entry.seat, entry.move) for entry in match.log.entries if entry.move is not None]
    yield from ("", "== start ==", *_standing(game, state, known))
    for number, (seat, move) in enumerate(moves):
        yield from ("", f"== move {number + 1} ==")
        yield f"{seat_words(seat)}: {json.dumps(to_json(move))}"
        yield from _together(
            game, ((viewer, _event(match.events(viewer)[number], move)) for viewer in viewers(game))
        )
        state.apply(seat, state.action_of(seat, move))
        yield from _standing(game, state, known)
    yield from ("", LOG_HEADING, *write_log(match.log).splitlines())


def _event(event: Event, move: Move) -> str:
    shown = "" if event.move == move else f" as {json.dumps(to_json(event.move))}"
    return f"told{shown}: {event.text}{' (shows something)' if event.reveals else ''}"


def _together(game: Game, lines: Iterable[tuple[Seat, str]]) -> Iterator[str]:
    """One line for all viewers of whom the same is to be said."""
    same: dict[str, list[str]] = {}
    for viewer, line in lines:
        same.setdefault(line, []).append(seat_words(viewer))
    for line, names in same.items():
        yield f"{'All' if len(names) == game.seats + 1 else ', '.join(names)} {line}"


def _standing(game: Game, state: State, known: dict[Seat, dict[str, Json]]) -> Iterator[str]:
    """What changed in each view, and the legal moves of everybody who is to move."""
    views = {viewer: state.view(viewer) for viewer in viewers(game)}
    changes = {viewer: _changes(view, known[viewer]) for viewer, view in views.items()}
    seen = ((v, f"sees {json.dumps(change)}") for v, change in changes.items() if change)
    yield from _together(game, seen)
    if game.worlds_known != "none":
        counts = ((seat, game.worlds(views[seat]).count()) for seat in range(game.seats))
        told = ((seat, f"has {count} worlds") for seat, count in counts if count is not None)
        yield from _together(game, told)
    for seat in state.actors():
        if seat != NATURE:
            yield f"{seat_words(seat)} may: {ranges(tuple(state.legal(seat)))}"
    outcome = state.outcome()
    if outcome is not None:
        yield f"Outcome: {json.dumps(to_json(outcome))}"


def _changes(view: View, known: dict[str, Json]) -> dict[str, Json]:
    """What is new in a view since it was last looked at; ``known`` is brought up to date."""
    form = to_json(view)
    for told_apart in ("seat", "legal", "outcome"):
        del form[told_apart]
    changed = dict(
        _change(key, known.get(key), part)
        for key, part in form.items()
        if key not in known or known[key] != part
    )
    known.update(form)
    return changed


def _change(key: str, old: Json, new: Json) -> tuple[str, Json]:
    """A part of a view; of a list that begins as it did, only the rest, such as ``lines[3:]``."""
    if not isinstance(old, list) or not isinstance(new, list):
        return key, new
    same = 0
    while same < min(len(old), len(new)) and old[same] == new[same]:
        same += 1
    return (f"{key}[{same}:]", new[same:]) if same else (key, new)


def ranges(numbers: Sequence[int]) -> str:
    """Ascending numbers with their runs shortened.

    >>> ranges((0, 1, 2, 3, 7, 9, 10))
    '0-3 7 9 10'
    """
    runs: list[list[int]] = []
    for number in numbers:
        if runs and runs[-1][-1] == number - 1:
            runs[-1].append(number)
        else:
            runs.append([number])
    words = (
        [f"{run[0]}-{run[-1]}"] if len(run) > 2 else [str(number) for number in run] for run in runs
    )
    return " ".join(word for run in words for word in run) or "nothing"


def match_of(text: str) -> Match:
    """The match that a golden text tells; raises ``BadLog`` when its log no longer replays.

    >>> text = render_playthrough(random_match(new_game("turing", cards="4,9,11,14"), "1"))
    >>> match_of(text).log.seed
    '1'
    """
    _, _, log = text.partition(f"{LOG_HEADING}\n")
    return Match.resume(read_log(log))


def check_golden(path: Path) -> None:
    """Fails unless the log of a golden file replays to exactly the text of the file.

    >>> from tempfile import TemporaryDirectory
    >>> match = random_match(new_game("turing", cards="4,9,11,14"), "1")
    >>> with TemporaryDirectory() as folder:
    ...     check_golden(write_golden(Path(folder), match))
    """
    text = path.read_text("utf-8")
    again = render_playthrough(match_of(text))
    if again == text:
        return
    pairs = zip([*text.splitlines(), ""], [*again.splitlines(), ""], strict=False)
    line, (old, new) = next((n, pair) for n, pair in enumerate(pairs, 1) if pair[0] != pair[1])
    raise AssertionError(
        f"{path.name} differs from line {line} on. It says\n  {old}\nbut now it is\n  {new}\n"
        f"If that is meant, make it anew: python -m facedown.testing.golden {path.parent.parent}"
    )


def golden_files(folder: Path, game: str) -> list[Path]:
    """The golden files of a game; fails when it has none.

    >>> from tempfile import TemporaryDirectory
    >>> match = random_match(new_game("turing", cards="4,9,11,14"), "1")
    >>> with TemporaryDirectory() as folder:
    ...     _ = write_golden(Path(folder), match)
    ...     [path.name for path in golden_files(Path(folder), "turing")]
    ['playthrough-1-cards=4,9,11,14.txt']
    """
    files = sorted((folder / game).glob(PATTERN))
    assert files, (
        f"{game} has no golden playthrough; make some: python -m facedown.testing.golden {folder}"
    )
    return files


def write_golden(folder: Path, match: Match) -> Path:
    """Writes the golden file of a match and returns where.

    >>> from tempfile import TemporaryDirectory
    >>> match = random_match(new_game("turing", cards="4,9,11,14"), "1")
    >>> with TemporaryDirectory() as folder:
    ...     write_golden(Path(folder), match).name
    'playthrough-1-cards=4,9,11,14.txt'
    """
    name = name_of(match.game).removeprefix(f"{match.game.facts.name}-")
    path = folder / match.game.facts.name / PATTERN.replace("*", name)
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(render_playthrough(match), "utf-8")
    return path


def regenerate(folder: Path) -> Iterator[Path]:
    """Makes every golden file of a folder anew, each with the settings and seed it had.

    A game without any gets one for its fewest and one for its most seats.

    >>> from tempfile import TemporaryDirectory
    >>> with TemporaryDirectory() as folder:
    ...     next(regenerate(Path(folder))).suffix
    '.txt'
    """
    for name in game_names():
        files = sorted((folder / name).glob(PATTERN))
        for path in files:
            header = json.loads(
                path.read_text("utf-8").partition(f"{LOG_HEADING}\n")[2].split("\n")[0]
            )
            options: dict[str, OptionValue] = header["options"]
            game = new_game(name, header["seats"], **options)
            path.write_text(render_playthrough(random_match(game, header["seed"])), "utf-8")
            yield path
        if not files:
            fewest, most = game_class(name).facts.seats
            for game in settings_of(game_class(name))[: most - fewest + 1 : max(1, most - fewest)]:
                yield write_golden(folder, random_match(game, "golden"))


def main(arguments: Sequence[str] | None = None) -> None:
    """``python -m facedown.testing.golden FOLDER [--add GAME --seats N --seed S --option N=V]``.

    >>> from contextlib import redirect_stdout
    >>> from io import StringIO
    >>> from tempfile import TemporaryDirectory
    >>> with TemporaryDirectory() as folder, redirect_stdout(StringIO()):
    ...     main([folder, "--add", "turing", "--option", "cards=4,9,11,14"])
    ...     files = golden_files(Path(folder), "turing")
    >>> len(files)
    1
    """
    parser = argparse.ArgumentParser(prog="python -m facedown.testing.golden")
    parser.add_argument("folder", type=Path, help="where the files are, such as tests/golden")
    parser.add_argument("--add", metavar="GAME", help="add one playthrough instead")
    parser.add_argument("--seats", type=int)
    parser.add_argument("--seed", default="golden")
    parser.add_argument("--option", action="append", default=[], metavar="NAME=VALUE")
    chosen = parser.parse_args(arguments)
    if chosen.add is None:
        paths = regenerate(chosen.folder)
    else:
        facts = game_class(chosen.add).facts
        pairs = (text.partition("=") for text in chosen.option)
        options = {name: facts.option(name).read(value) for name, _, value in pairs}
        game = new_game(chosen.add, chosen.seats, **options)
        paths = iter([write_golden(chosen.folder, random_match(game, chosen.seed))])
    for path in paths:
        sys.stdout.write(f"{path}\n")


if __name__ == "__main__":
    main()
