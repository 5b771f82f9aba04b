"""What is legal, what is refused, and that a refusal changes nothing."""

from __future__ import annotations

import random
from collections.abc import Iterator

from facedown.core.codec import Json, from_json, to_json
from facedown.core.errors import FacedownError, IllegalMove, MalformedMove, Refusal
from facedown.core.game import Game
from facedown.core.log import write_log
from facedown.core.match import Match
from facedown.core.moves import Action, Move, move_to_json
from facedown.core.seats import NATURE, ONLOOKER, Seat
from facedown.core.state import State
from facedown.core.typed import LONGEST_LINE, read_line, say_back
from facedown.core.view import View
from facedown.testing.facts import chances, check_line, check_sentence
from facedown.testing.playing import (
    changed_fields,
    choose,
    fields_of,
    looked_at,
    looked_at_steps,
    random_games,
    styles,
    text_of,
    viewers,
)


def check_typed_moves(game: Game, *, seed: int = 0, games: int = 2) -> None:
    """``Game.typed`` says every listed move, and every open one that is made, so that it is read.

    What is read is the same move, and so is what is said back before it is made.
    """
    for played in random_games(game, seed, games):
        for step in looked_at_steps(played):
            for seat in step.before.actors():
                if seat != NATURE:
                    made = (step.action,) if seat == step.seat else ()
                    _check_moves(game, step.before, seat, made)


def _check_moves(game: Game, state: State, seat: Seat, made: tuple[Action, ...]) -> None:
    view = state.view(seat)
    for action in dict.fromkeys((*state.legal(seat), *made)):
        _check_move(game, view, state.move_of(seat, action))


def _check_move(game: Game, view: View, move: Move) -> None:
    text = game.typed(move)
    check_line(text)
    assert len(text) <= LONGEST_LINE, f"{move} is too long to be typed: {len(text)} characters."
    try:
        read = read_line(game, text, view)
    except MalformedMove as problem:
        raise AssertionError(f"{move} is typed {text!r}, which is not read: {problem}") from None
    assert read == move, f"{move} is typed {text!r}, which is read as {read}."
    back = say_back(game, text, view)
    assert back is None or back.move == move, (
        f"{move} is typed {text!r}, which is said back: {back}"
    )


_NEVER_NUMBERS = (-1, -2, -1000, 10**6, 10**30)


def check_legality(game: Game, *, seed: int = 0, games: int = 3) -> None:
    """At every state of random games: :func:`check_state`."""
    for played in random_games(game, seed, games):
        for step in looked_at_steps(played):
            check_state(game, step.before)
            refusal = step.before.verify(step.seat, step.action)
            assert refusal is None, f"A move that was made is refused: {refusal.sentence}"
        check_state(game, played[-1].after)


def check_state(game: Game, state: State) -> None:
    """Legal lists and ``verify`` agree on every action number, and asking changes nothing."""
    before = fields_of(state)
    actors = state.actors()
    assert list(actors) == sorted(set(actors)), f"Actors should be ascending: {actors}"
    allowed = set(range(game.seats))
    assert actors == (NATURE,) or set(actors) <= allowed, f"Actors that are no seats: {actors}"
    assert (state.outcome() is None) == bool(actors), (
        f"Outcome {state.outcome()} while {actors or 'nobody'} is to move."
    )
    for seat in (NATURE, ONLOOKER, *range(-4, -2), *range(game.seats + 2)):
        _check_seat(game, state, seat)
    if actors == (NATURE,):
        for action, _ in chances(state):
            assert state.verify(NATURE, action) is None, f"Nature may not do {action}."
        assert state.verify(NATURE, state.draw(random.Random(0))) is None, "A draw is refused."
    for viewer in viewers(game):
        view = state.view(viewer)
        assert (view.seat, view.seats) == (viewer, game.seats), f"A view of another: {view}"
        assert view.actors == actors, f"Other actors than {actors} in {view}"
        assert view.outcome == state.outcome(), f"Another outcome in {view}"
        legal = tuple(state.legal(viewer)) if viewer >= 0 else ()
        assert view.legal == legal, f"The view of seat {viewer} lists {view.legal}, not {legal}."
    changed = changed_fields(before, fields_of(state))
    assert not changed, f"Asking what is legal changed the state: {changed}."


def _check_seat(game: Game, state: State, seat: Seat) -> None:
    legal = list(state.legal(seat))
    assert legal == sorted(set(legal)), f"The legal list is not ascending: {legal}"
    if seat not in state.actors() or seat == NATURE:
        assert not legal, f"Seat {seat} is not to move but has the legal list {legal}."
    else:
        assert legal or game.facts.open_moves, f"Seat {seat} is to move but can do nothing."
    assert all(type(action) is int and 0 <= action < game.actions for action in legal), (
        f"Legal actions outside 0 to {game.actions - 1}: {legal}"
    )
    if seat == NATURE:
        return
    listed = set(legal)
    waits = seat not in state.actors()
    # A seat that is not to move is refused everything for the same reason: a part will do.
    every = 1 + game.actions // 20 if waits else 1
    reasons = set()
    for action in (*range(0, game.actions, every), *_NEVER_NUMBERS):
        refusal = state.verify(seat, action)
        if action in listed:
            assert refusal is None, f"The legal action {action} is refused: {refusal.sentence}"
        else:
            assert refusal is not None, (
                f"The action {action} of seat {seat} is allowed but not in the legal list {legal}."
            )
            check_refusal(refusal)
        if action in range(game.actions):
            reasons.add(refusal)
    assert not waits or len(reasons) <= 1, (
        f"Seat {seat} is not to move and gets several reasons: {reasons}"
    )


def check_refusal(refusal: Refusal) -> None:
    """A refusal has a code, its paragraph of the rulebook and one whole sentence."""
    check_sentence(refusal.sentence)
    assert refusal.code, f"Refused without a code: {refusal.sentence}"
    assert refusal.paragraph.strip(), f"Refused without a paragraph: {refusal.sentence}"
    again = from_json(Refusal, to_json(refusal))
    assert again == refusal, f"The refusal {refusal} came back from JSON as {again}."


def check_match_refusals(game: Game, *, seed: int = 0, games: int = 2) -> None:
    """A match refuses whatever is not a legal move, and then nothing in it has changed.

    Tried at every state: wrong seats, action numbers that are not legal, records with parts left
    out, records of other seats and of nature, and JSON that is no move.
    """
    for number, style in styles(games):
        rng = random.Random(f"{seed}/{number}")
        match = Match(game, seed=f"{seed}/{number}")
        while True:
            if looked_at(match.moves):
                _check_nothing_changes(game, match, rng)
            if not match.actors:
                break
            seat = rng.choice(match.actors)
            state = match.state()
            match.play(seat, state.move_of(seat, choose(game, state, seat, rng, style)))


def _check_nothing_changes(game: Game, match: Match, rng: random.Random) -> None:
    state = match.state()
    before, log, events = fields_of(state), write_log(match.log), _told(game, match)
    moves = len(match.log.entries)
    for seat, move in _wrong_moves(game, match, state, rng):
        try:
            match.play(seat, move)
        except IllegalMove as problem:
            check_refusal(problem.refusal)
        except MalformedMove as problem:
            check_sentence(str(problem))
        else:
            raise AssertionError(f"Seat {seat} was allowed the move {move}.")
        assert len(match.log.entries) == moves, f"The refused move {move} went into the log."
    for value in _not_moves(game, rng):
        try:
            game.move_from_json(value)
        except MalformedMove as problem:
            check_sentence(str(problem))
        else:
            raise AssertionError(f"{value!r} was read as a move.")
    assert write_log(match.log) == log, "A refused move changed the log."
    assert _told(game, match) == events, "A refused move was told to somebody."
    changed = changed_fields(before, fields_of(match.state()))
    assert not changed, f"A refused move changed the state: {changed}."


def _told(game: Game, match: Match) -> str:
    return "\n".join(repr(match.events(viewer)) for viewer in viewers(game))


def _wrong_moves(
    game: Game, match: Match, state: State, rng: random.Random
) -> Iterator[tuple[Seat, Action]]:
    seats = (NATURE, ONLOOKER, -3, *range(game.seats + 1))
    for seat in seats:
        legal = set(state.legal(seat)) if seat >= 0 else set()
        numbers = [*rng.choices(range(game.actions), k=6), *_NEVER_NUMBERS]
        yield from ((seat, action) for action in numbers if action not in legal)
        for other in match.actors:
            if other != seat and seat not in match.actors:
                some = state.legal(other)[:3]
                yield from ((seat, state.move_of(other, action)) for action in some)
    # Records with parts left out, as others witnessed them, and nature's moves: not for a seat.
    for event in match.events(ONLOOKER)[-6:]:
        whole = [e.move for e in match.log.entries if e.move is not None]
        if event.seat == NATURE or event.move not in whole:
            yield rng.choice(range(game.seats)), event.move


def _not_moves(game: Game, rng: random.Random) -> Iterator[Json]:
    yield from (None, 3, "move", [], {}, {"move": None}, {"move": "no such move"})
    kind = rng.choice(game.facts.moves)
    yield {"move": kind.kind, "no such part": 1}
    yield [{"move": kind.kind}]


def says(state: State, seat: Seat, move: Action) -> str:
    """What a seat is told when it tries a move: a refusal's sentence and code, or nothing."""
    try:
        action = state.action_of(seat, move) if isinstance(move, Move) else move
        refusal = state.verify(seat, action)
    except FacedownError as problem:
        return f"{type(problem).__name__}: {problem}"
    return "" if refusal is None else text_of(refusal)


def key_of(move: Action) -> str:
    """A short name of a move for messages."""
    return text_of(move_to_json(move)) if isinstance(move, Move) else f"action {move}"
