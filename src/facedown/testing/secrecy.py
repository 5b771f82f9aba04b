"""Nothing that a seat is given depends on what it cannot know."""

from __future__ import annotations

import itertools
import json
import random
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import islice

from facedown.core.codec import from_json
from facedown.core.errors import FacedownError, NotListed
from facedown.core.game import Game
from facedown.core.moves import Action, Move
from facedown.core.play import random_move
from facedown.core.roster import new_bot, roster_of
from facedown.core.seats import NATURE, ONLOOKER, Seat
from facedown.core.standing import open_question
from facedown.core.state import State
from facedown.core.view import View
from facedown.testing.playing import (
    Ply,
    check_frequencies,
    check_plain,
    looked_at_steps,
    random_games,
    text_of,
    viewers,
)
from facedown.testing.refusals import key_of, says
from facedown.testing.replay import no_global_chance

_WORLDS_TRIED = 2
_MOVES_TRIED = 3
_OTHERS_TRIED = 12
_MOST_STEPS = 60


def rebuilt(game: Game, view: View) -> View:
    """The same view made anew from its JSON text, so that nothing but its content goes along."""
    return from_json(game.facts.view, json.loads(text_of(view)))


def has_worlds(game: Game) -> bool:
    """Whether worlds can be listed or sampled in this setting of the game."""
    return game.worlds_known != "none"


def check_plain_views(game: Game, *, seed: int = 0, games: int = 3) -> None:
    """Views and events are plain values: no way to a state, nothing that their JSON hides."""
    for played in random_games(game, seed, games):
        for step in looked_at_steps(played):
            for viewer in viewers(game):
                check_plain(step.after.view(viewer), f"the view of seat {viewer}")
                event = game.witness(step.before, step.seat, step.action, step.after, viewer)
                check_plain(event, f"the event of seat {viewer}")
            refusal = step.before.verify(step.seat, -1)
            if refusal is not None:
                check_plain(refusal, "the refusal")


def given(game: Game, state: State, seat: Seat, moves: Sequence[Move]) -> Iterator[tuple[str, str]]:
    """Everything a seat can get out of a state: what it is, and its text."""
    view = state.view(seat)
    yield "view", text_of(view)
    yield "repr of the view", repr(view)
    yield "actors", repr(state.actors())
    yield "outcome", repr(state.outcome())
    yield "legal list", repr(list(state.legal(seat)))
    yield "words", game.show(view)
    yield "prompt", game.prompt(view)
    for action in (*range(-1, game.actions + 1), *moves):
        yield f"answer to {key_of(action)}", says(state, seat, action)


def arrangements(
    game: Game, state: State, seat: Seat, rng: random.Random, count: int = _WORLDS_TRIED
) -> Iterator[State]:
    """States in which what the seat cannot know is arranged otherwise, each sampled anew.

    Onlookers may be left out by a game's ``worlds``, which then raises ``FacedownError``.
    """
    view = rebuilt(game, state.view(seat))
    try:
        worlds = game.worlds(view)
    except FacedownError:
        if seat != ONLOOKER:
            raise
        return
    for _ in range(count):
        yield game.state_from_world(rebuilt(game, view), worlds.sample(rng))


def check_secrecy(game: Game, *, seed: int = 0, games: int = 3) -> None:
    """What a seat cannot know is replaced; all it is given stays the same to the byte.

    View, its ``repr``, legal list, words, prompt, and the answers to every action number and to
    moves it has seen; for every seat and for an onlooker, at states of random games.
    """
    if not has_worlds(game):
        return
    for number, played in enumerate(random_games(game, seed, games)):
        rng = random.Random(f"{seed}/{number}/worlds")
        for step in some(played, rng):
            state = step.after
            for viewer in viewers(game):
                moves = _witnessed(game, played, viewer)
                truth = dict(given(game, state, viewer, moves))
                for other in arrangements(game, state, viewer, rng):
                    for what, text in given(game, other, viewer, moves):
                        assert text == truth[what], (
                            f"With other secrets the {what} of seat {viewer} is\n  {text}\n"
                            f"instead of\n  {truth[what]}"
                        )


def check_aid_secrecy(game: Game, *, seed: int = 0, games: int = 3) -> None:
    """Aids and bots say the same when what the seat cannot know is replaced.

    A bot's move is compared under equal random generators, and it must be legal. Of several seats
    that are to move at once, one is asked.
    """
    if not has_worlds(game):
        return
    for number, played in enumerate(random_games(game, seed, games)):
        rng = random.Random(f"{seed}/{number}/aids")
        for step in some(played, rng, 2 + games):
            seats = [seat for seat in step.before.actors() if seat != NATURE]
            if not seats:
                continue
            seat = rng.choice(seats)
            truth = _advice(game, step.before, seat)
            for other in arrangements(game, step.before, seat, rng, 2):
                assert _advice(game, other, seat) == truth, (
                    f"With other secrets seat {seat} is advised otherwise."
                )


def _advice(game: Game, state: State, seat: Seat) -> dict[str, str]:
    said: dict[str, str] = {}
    for aid in game.facts.aids:
        try:
            words = game.aid(aid.name, rebuilt(game, state.view(seat)), ())
            marks = game.aid_marks(aid.name, rebuilt(game, state.view(seat)), ())
            said[aid.name] = f"{words} {sorted(map(repr, marks))}"
        except FacedownError as problem:
            said[aid.name] = str(problem)
    for name in roster_of(game).bots:
        with no_global_chance():
            action = new_bot(game, name).act(rebuilt(game, state.view(seat)), random.Random(7))
        action = game.normal_action(action)
        refusal = state.verify(seat, action)
        assert refusal is None, f"The bot {name} made a move that is refused: {refusal.sentence}"
        said[f"bot {name}"] = key_of(action)
    return said


def some(played: list[Ply], rng: random.Random, most: int = 6) -> list[Ply]:
    """Some steps of a game in order, the last among them."""
    if len(played) <= most:
        return played
    chosen = sorted(rng.sample(range(len(played) - 1), most - 1))
    return [*(played[index] for index in chosen), played[-1]]


def _witnessed(game: Game, played: list[Ply], viewer: Seat) -> list[Move]:
    """The moves of a game as a viewer saw them, each once."""
    seen = (
        game.witness(step.before, step.seat, step.action, step.after, viewer).move
        for step in played[-10:]
    )
    return list(dict.fromkeys(seen))


class Diary:
    """Remembers what each viewer was told between two views, and fails at a contradiction.

    A view holds everything its seat was ever told. So what is told of a move is decided by the
    view before it and the view after it; were it not, it would tell more than the views do.
    """

    def __init__(self, game: Game) -> None:
        self._game = game
        self._known: dict[tuple[str, str], str] = {}

    def add(self, before: State, seat: Seat, action: Action, after: State, viewer: Seat) -> None:
        """One move as one viewer witnessed it."""
        views = text_of(before.view(viewer)), text_of(after.view(viewer))
        event = text_of(self._game.witness(before, seat, action, after, viewer))
        known = self._known.setdefault(views, event)
        assert event == known, (
            f"Between equal views seat {viewer} was told\n  {event}\nand also\n  {known}"
        )


def check_events(game: Game, *, seed: int = 0, games: int = 3) -> None:
    """Nobody is told more of a move than the views before and after it show.

    Tried on all moves of random games, and on moves made from the same view with other secrets.
    """
    told = Diary(game)
    for number, played in enumerate(random_games(game, seed, games)):
        rng = random.Random(f"{seed}/{number}/events")
        for step in looked_at_steps(played):
            for viewer in viewers(game):
                told.add(step.before, step.seat, step.action, step.after, viewer)
        for step in some(played, rng) if has_worlds(game) else ():
            for viewer in viewers(game):
                others = arrangements(game, step.before, viewer, rng)
                for state in itertools.chain([step.before], others):
                    for seat, action in _next_moves(game, state, step, rng):
                        after = state.clone()
                        after.apply(seat, action)
                        told.add(state, seat, action, after, viewer)


def _next_moves(
    game: Game, state: State, step: Ply, rng: random.Random
) -> Iterator[tuple[Seat, Action]]:
    """The move that was made, where it can be made, and a few other moves."""
    if state.verify(step.seat, step.action) is None:
        yield step.seat, step.action
    for seat in state.actors():
        for _ in range(_MOVES_TRIED):
            yield seat, random_move(game, state, seat, rng)


def check_histories(game: Game, *, seed: int = 0, games: int = 3) -> None:
    """A seat that sees the same all along was told the same all along, and the other way round.

    Beside a random game a second one is played from its start in which nature and the other seats
    do something else wherever this seat's view does not change by it: then it must have been told
    the same of every move. And likewise one in which it is told the same: then its views must be
    the same, until the game is over and secrets may be laid open.
    """
    for number, played in enumerate(random_games(game, seed, games)):
        for viewer in viewers(game):
            rng = random.Random(f"{seed}/{number}/{viewer}")
            for state, other in otherwise(game, played, viewer, rng):
                assert list(other.legal(viewer)) == list(state.legal(viewer)), (
                    f"Seat {viewer} has other legal moves though its view is the same."
                )
            _check_told_alike(game, played, viewer, rng)


def _check_told_alike(game: Game, played: list[Ply], viewer: Seat, rng: random.Random) -> None:
    other = played[0].before.clone()
    for step in played[:_MOST_STEPS]:
        told = text_of(game.witness(step.before, step.seat, step.action, step.after, viewer))
        for action in _candidates(game, other, step, viewer, rng):
            after = other.clone()
            after.apply(step.seat, action)
            if text_of(game.witness(other, step.seat, action, after, viewer)) == told:
                break
        else:
            return
        if not step.after.actors() or not after.actors():
            return
        seen, true = text_of(after.view(viewer)), text_of(step.after.view(viewer))
        assert seen == true, (
            f"Seat {viewer} was told the same of all moves, but its view is\n  {seen}\n"
            f"instead of\n  {true}"
        )
        other = after


def otherwise(
    game: Game, played: list[Ply], viewer: Seat, rng: random.Random
) -> Iterator[tuple[State, State]]:
    """Pairs of states that look alike to a viewer: of this game, and of one with other secrets.

    Fails when the viewer was told different things on the way.
    """
    other = played[0].before.clone()
    for step in played[:_MOST_STEPS]:
        wanted = text_of(step.after.view(viewer))
        for action in _candidates(game, other, step, viewer, rng):
            after = other.clone()
            after.apply(step.seat, action)
            if text_of(after.view(viewer)) == wanted:
                break
        else:
            return
        event = text_of(game.witness(other, step.seat, action, after, viewer))
        true = text_of(game.witness(step.before, step.seat, step.action, step.after, viewer))
        assert event == true, f"Seat {viewer} was told\n  {event}\ninstead of\n  {true}"
        other = after
        yield step.after, other


def _candidates(
    game: Game, state: State, step: Ply, viewer: Seat, rng: random.Random
) -> Iterator[Action]:
    """Moves to make instead of the one that was made, and at last that one.

    Instead of a move from an open language others from it, so that what was written is replaced.
    """
    if step.seat != viewer:
        spoken = step.seat != NATURE and isinstance(step.action, Move)
        for _ in range(_OTHERS_TRIED):
            move = game.draw_open(state.view(step.seat), rng) if spoken else None
            if move is not None:
                yield state.action_of(step.seat, move)
            elif step.seat in state.actors():
                yield random_move(game, state, step.seat, rng)
    if state.verify(step.seat, step.action) is None:
        yield step.action


def check_standing(game: Game, *, seed: int = 0, games: int = 3) -> None:
    """What an answer in advance comes to is allowed, and whether one is asked for is no secret.

    The number of the turn is the same in everybody's view. Where worlds are known, other hidden
    things never change whether a question is open to another seat.
    """
    names = [question.name for question in game.facts.standing]
    assert len(names) == len(set(names)), f"{game.facts.title}: two questions share a name."
    if not names:
        return
    for number, played in enumerate(random_games(game, seed, games)):
        rng = random.Random(f"{seed}/{number}/standing")
        for step in looked_at_steps(played):
            turns = {game.turn_of(step.before.view(viewer)) for viewer in viewers(game)}
            assert len(turns) == 1, f"The turn has the numbers {sorted(turns)} in several views."
            for seat in range(game.seats):
                _check_answers(game, step.before, seat)
        for step in some(played, rng) if has_worlds(game) else ():
            _check_openness(game, step.before, rng)


def _check_answers(game: Game, state: State, seat: Seat) -> None:
    for question in game.facts.standing:
        actions = []
        for answer in ("decline", "always"):
            view = rebuilt(game, state.view(seat))
            action = game.standing_answer(view, question.name, answer)
            actions.append(action)
            if action is None:
                continue
            made = game.normal_action(action)
            refusal = state.verify(seat, made)
            assert refusal is None, (
                f"The answer {answer} to {question.name} comes to {key_of(made)}, which is "
                f"refused: {refusal.sentence}"
            )
        assert (actions[0] is None) == (actions[1] is None), (
            f"Whether {question.name} is open to seat {seat} depends on the answer."
        )


def _check_openness(game: Game, state: State, rng: random.Random) -> None:
    for viewer in viewers(game):
        if viewer == ONLOOKER:
            continue
        truth = _open(game, state, viewer)
        for other in arrangements(game, state, viewer, rng):
            assert _open(game, other, viewer) == truth, (
                f"With other secrets than seat {viewer} knows, other questions are open: "
                f"{_open(game, other, viewer)} instead of {truth}."
            )


def _open(game: Game, state: State, viewer: Seat) -> tuple[str | None, ...]:
    """The questions that are open to the other seats."""
    views: list[View] = [state.view(seat) for seat in range(game.seats) if seat != viewer]
    return tuple(open_question(game, view) for view in views)


_DRAWS = 12
_MANY_DRAWS = 1500
_LISTED = 2
"""How often in a game a law that can be listed is compared with many draws."""

MOST_LISTED = 5000


def check_open_moves(game: Game, *, seed: int = 0, games: int = 3) -> None:
    """A seat draws open moves that are allowed, by the law that its game lists, or has none.

    Drawn from nothing but the seat's view. Whoever is not to move has none, and neither has a
    game whose facts do not say so.
    """
    for number, played in enumerate(random_games(game, seed, games)):
        rng = random.Random(f"{seed}/{number}/open")
        compared = 0
        for step in looked_at_steps(played):
            for seat in viewers(game):
                law = _law(game, step.before, seat)
                often = law is not None and len(law) > 1 and compared < _LISTED
                compared += often
                drawn = _drawn(game, step.before, seat, rng, _MANY_DRAWS if often else _DRAWS)
                if law is not None:
                    what = f"The open moves of seat {seat}"
                    assert bool(law) == bool(drawn), f"{what} are listed or drawn, but not both."
                    check_frequencies([(drawn, law)] if drawn else [], what)


def _drawn(game: Game, state: State, seat: Seat, rng: random.Random, times: int) -> Counter[Move]:
    """What was drawn how often; each of it allowed."""
    view = rebuilt(game, state.view(seat))
    found: Counter[Move] = Counter()
    for _ in range(times):
        move = game.draw_open(view, rng)
        if move is None:
            assert not found, f"Seat {seat} has an open move now and then."
            return found
        found[move] += 1
    assert game.facts.open_moves, f"{game.facts.title} has open moves, against the facts."
    for move in found:
        _check_allowed(state, seat, move)
    return found


def _check_allowed(state: State, seat: Seat, move: Move) -> None:
    action = state.action_of(seat, move)
    assert isinstance(action, Move), f"The open move {move} has the action number {action}."
    refusal = state.verify(seat, action)
    assert refusal is None, f"The open move {move} is refused: {refusal.sentence}"


def _law(game: Game, state: State, seat: Seat) -> dict[Move, int] | None:
    """The open moves listed with their weights; None where they are not."""
    try:
        listed = list(islice(game.open_chances(rebuilt(game, state.view(seat))), MOST_LISTED))
    except NotListed:
        return None
    law = dict(listed)
    assert len(law) == len(listed), "The law of the open language lists a move twice."
    for move, weight in law.items():
        assert type(weight) is int, f"The weight {weight} of {move} is no whole number."
        assert weight > 0, f"The weight {weight} of {move} is not above 0."
        _check_allowed(state, seat, move)
    return law
