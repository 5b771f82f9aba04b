"""Copies and logs: the same state again, the same game from a seed, and no other text is read."""

from __future__ import annotations

import json
import random
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any
from unittest import mock

from facedown.core.errors import BadLog, FacedownError
from facedown.core.game import Game
from facedown.core.log import Entry, Log, read_log, replay, write_log
from facedown.core.match import Match
from facedown.core.registry import override_game
from facedown.core.seats import NATURE, ONLOOKER, Seat
from facedown.core.state import State
from facedown.testing.facts import check_sentence
from facedown.testing.playing import (
    Frozen,
    changed_fields,
    choose,
    fields_of,
    looked_at,
    random_games,
    random_match,
    styles,
    text_of,
    viewers,
)


def check_copies(game: Game, *, seed: int = 0, games: int = 3) -> None:
    """A clone equals its original field by field; neither ever changes the other.

    Clones of a game are kept to its end, each of them was played on a little, and then none
    may have changed, neither in what it holds nor in what it shows.
    """
    for number, style in styles(games):
        rng = random.Random(f"{seed}/{number}")
        state = game.start()
        kept: list[tuple[State, dict[str, Frozen], str]] = []
        for number_of_move in range(game.longest):
            actors = state.actors()
            if not actors:
                break
            if looked_at(number_of_move):
                before, shown = fields_of(state), face(game, state)
                clone = state.clone()
                _check_equal(state, clone, before)
                kept.append((clone, before, shown))
                _check_apart(game, state, before, shown, rng)
            seat = rng.choice(actors)
            state.apply(seat, choose(game, state, seat, rng, style))
        for clone, before, shown in kept:
            changed = changed_fields(before, fields_of(clone))
            assert not changed, f"An earlier clone changed while the game went on: {changed}."
            assert face(game, clone) == shown, "An earlier clone shows other things than before."


def _check_equal(state: State, clone: State, before: dict[str, Frozen]) -> None:
    assert clone is not state, "The clone is the state itself."
    assert type(clone) is type(state), f"The clone is a {type(clone).__name__}."
    different = changed_fields(before, fields_of(clone))
    assert not different, f"The clone differs from its original: {different}."


def _check_apart(
    game: Game, state: State, before: dict[str, Frozen], shown: str, rng: random.Random
) -> None:
    """Plays on a clone of a clone, several moves deep, and looks whether anybody else noticed."""
    middle = state.clone()
    ahead = middle.clone()
    moved: list[Seat] = []
    while (actors := ahead.actors()) and len(moved) < 4:
        seat = rng.choice(actors)
        ahead.apply(seat, choose(game, ahead, seat, rng, "varied"))
        moved.append(seat)
    for each, name in ((state, "original"), (middle, "clone between")):
        changed = changed_fields(before, fields_of(each))
        assert not changed, f"Playing on a clone changed the {name}: {changed}."
        assert face(game, each) == shown, f"Playing on a clone changed what the {name} shows."


def face(game: Game, state: State) -> str:
    """Everything a state shows to anybody, as one text."""
    legal = [list(state.legal(seat)) for seat in range(game.seats)]
    return text_of([legal, *(state.view(viewer) for viewer in viewers(game))])


_METHODS = ("random", "getrandbits", "seed", "__init__")


@contextmanager
def no_chance() -> Iterator[None]:
    """Lets every use of a random generator of the standard library fail."""

    def fail(*_: object, **__: object) -> Any:
        raise AssertionError("A random generator was used where nothing is left to chance.")

    patches = [
        mock.patch.object(kind, name, fail)
        for kind in (random.Random, random.SystemRandom)
        for name in _METHODS
    ]
    functions = [name for name in random.__all__ if isinstance(getattr(random, name), Callable)]  # type: ignore[arg-type]  # the abstract class of functions
    patches += [mock.patch.object(random, name, fail) for name in functions if name.islower()]
    try:
        for patch in patches:
            patch.start()
        yield
    finally:
        for patch in patches:
            patch.stop()


@contextmanager
def no_global_chance() -> Iterator[None]:
    """Fails when the random generators that all programs share were used inside."""
    before = _global_generators()
    yield
    after = _global_generators()[: len(before)]  # NumPy may have been imported meanwhile
    assert after == before, "The random generator that all programs share was used."


def _global_generators() -> list[object]:
    found: list[object] = [random.getstate()]
    numpy = sys.modules.get("numpy")
    if numpy is not None:
        name, keys, *rest = numpy.random.get_state()
        found.append((name, keys.tobytes(), *rest))
    return found


def check_replay(game: Game, *, seed: int = 0, games: int = 3) -> None:
    """A log, written and read again, leads to an equal state, with no random generator at all."""
    with override_game(type(game)):
        for number, style in styles(games):
            with no_global_chance():
                match = random_match(game, f"{seed}/{number}", style)
                text = write_log(match.log)
                with no_chance():
                    again = Match.resume(read_log(text))
                    state = replay(game, read_log(text))
            assert write_log(again.log) == text, "A log read and written again is another."
            for other, what in ((again.state(), "resumed"), (state, "replayed")):
                different = changed_fields(fields_of(match.state()), fields_of(other))
                assert not different, f"The {what} state differs from the one played: {different}."
            for viewer in viewers(game):
                told = text_of(match.events(viewer))
                assert text_of(again.events(viewer)) == told, (
                    f"Seat {viewer} was told other things."
                )
                assert again.view(viewer) == match.view(viewer)


def check_seeds(game: Game, *, seed: int = 0, games: int = 3) -> None:
    """The same seed gives the same game to the last move; where there is chance, others differ."""
    logs = set()
    for number in range(games + 5):
        match = random_match(game, f"{seed}/{number}")
        again, log = random_match(game, match.log.seed), match.log
        assert write_log(again.log) == write_log(log), f"Seed {log.seed} gave two different games."
        different = changed_fields(fields_of(match.state()), fields_of(again.state()))
        assert not different, f"Seed {log.seed} gave two different games: {different}."
        logs.add(text_of([e.move for e in log.entries if e.seat == NATURE]))
    if game.facts.chance and _has_choice(game, seed):
        assert len(logs) > 1, "Different seeds always gave the same draws of nature."


def check_draw_names(game: Game, *, seed: int = 0, games: int = 3) -> None:
    """Whatever nature draws has a name that says so, and the same name never comes twice."""
    for played in random_games(game, seed, games):
        names = [step.before.draw_name() for step in played if step.seat == NATURE]
        for name in names:
            assert name, "A draw has no name."
            assert name.isprintable(), f"{name!r} does not name what is drawn."
        twice = [name for name, count in Counter(names).items() if count > 1]
        assert not twice, f"Draws of one game have the same name: {', '.join(twice)}."


def _has_choice(game: Game, seed: int) -> bool:
    """Whether nature can do this or that on her first turn."""
    state = game.start()
    if state.actors() != (NATURE,):
        return False
    rng = random.Random(seed)
    return len({text_of(state.move_of(NATURE, state.draw(rng))) for _ in range(30)}) > 1


def check_prefixes(game: Game, *, seed: int = 0, games: int = 1) -> None:
    """However early a match is broken off, it resumes and goes on exactly as it went.

    Nature's draws come again by themselves, and every viewer has been told the same.
    """
    with override_game(type(game)):
        for number, style in styles(games):
            match = random_match(game, f"{seed}/{number}", style)
            entries = match.log.entries
            for length in filter(looked_at, range(len(entries) + 1)):
                again = Match.resume(read_log(write_log(_with(match.log, entries[:length]))))
                went = f"Resumed after {length} of {len(entries)} moves the match went another way"
                for entry in entries[len(again.log.entries) :]:
                    if entry.seat != NATURE and entry.move is not None:
                        try:
                            again.play(entry.seat, entry.move)
                        except FacedownError as problem:
                            raise AssertionError(f"{went}: {problem}") from None
                assert write_log(again.log) == write_log(match.log), f"{went}."
                assert text_of(again.events(ONLOOKER)) == text_of(match.events(ONLOOKER))


def _with(log: Log, entries: list[Entry], **changes: Any) -> Log:
    parts = {name: getattr(log, name) for name in log.__slots__}
    return Log(**{**parts, **changes, "entries": list(entries)})


def check_bad_logs(game: Game, *, seed: int = 0, games: int = 1) -> None:
    """A log cut short, edited, or of another game or rules version is refused in one sentence.

    Also one whose checksums were made anew around a move that the rules do not allow.
    """
    rng = random.Random(seed)
    with override_game(type(game)):
        for number, style in styles(games):
            log = random_match(game, f"{seed}/{number}", style).log
            for text, why in _spoilt(write_log(log), rng):
                _check_refused(text, why)
            for entries, why in _unplayable(game, log, rng):
                _check_refused(write_log(_with(log, entries)), why)
            for changes in (
                {"rules": log.rules + 1},
                {"game": "no-such-game"},
                {"seats": game.facts.seats[1] + 1},
                {"options": {**log.options, "no such option": 1}},
            ):
                _check_refused(write_log(_with(log, log.entries, **changes)), f"with {changes}")


def _check_refused(text: str, why: str) -> None:
    try:
        Match.resume(read_log(text))
    except BadLog as problem:
        check_sentence(str(problem))
    else:
        raise AssertionError(f"A log {why} was accepted.")


def _spoilt(text: str, rng: random.Random) -> Iterator[tuple[str, str]]:
    lines = text.splitlines(keepends=True)
    for index in filter(looked_at, range(len(lines))):
        yield "".join(lines[:index]), f"cut after line {index}"
        yield "".join(lines[:index] + lines[index + 1 :]), f"without line {index + 1}"
        yield "".join([*lines[: index + 1], *lines[index:]]), f"with line {index + 1} twice"
    for index in filter(looked_at, range(len(lines) - 1)):
        swapped = [*lines]
        swapped[index : index + 2] = reversed(lines[index : index + 2])
        yield "".join(swapped), f"with lines {index + 1} and {index + 2} swapped"
    for _ in range(40):
        index = rng.randrange(len(text) - 1)
        yield text[:index], f"cut after {index} characters"
        edited = "7" if text[index] != "7" else "8"
        yield text[:index] + edited + text[index + 1 :], f"edited at character {index}"
    form = json.loads(lines[0])
    yield json.dumps({**form, "seed": "other"}) + "\n" + "".join(lines[1:]), "with another seed"
    yield from ((other, f"that is {other!r}") for other in ("", "\n", "{}", "[]", "null", "\x00"))


def _unplayable(game: Game, log: Log, rng: random.Random) -> Iterator[tuple[list[Entry], str]]:
    moves = log.entries
    yield [*moves, moves[-1]], "with a move after the end"
    for _ in range(4):
        index = rng.randrange(len(moves))
        entry = moves[index]
        seats = [seat for seat in (NATURE, *range(game.seats)) if seat != entry.seat]
        state = replay(game, _with(log, moves[:index]))
        wrong = [seat for seat in seats if seat not in state.actors()]
        if wrong:
            other = Entry(rng.choice(wrong), entry.move)
            yield [*moves[:index], other, *moves[index + 1 :]], "with a move by the wrong seat"
