"""Whether a game is as its facts say, and its records, words, hints and folder as they must be."""

from __future__ import annotations

import json
import random
from collections.abc import Iterable, Iterator

from facedown.core.codec import Json, from_json, to_json
from facedown.core.errors import FacedownError, MalformedMove, NotListed
from facedown.core.game import Game
from facedown.core.hooks import check_folder
from facedown.core.moves import Action, Move, move_to_json
from facedown.core.roster import new_bot, roster_of
from facedown.core.seats import NATURE, ONLOOKER, Outcome, Seat, Seats
from facedown.core.state import State
from facedown.testing.playing import Ply, looked_at_steps, random_games, text_of, viewers


def check_facts(game: Game, *, seed: int = 0, games: int = 3) -> None:
    """The facts are complete, and play stays within them: seats, points, actions, longest."""
    facts = game.facts
    fewest, most = game.seats_with(game.options)
    assert 1 <= fewest <= game.seats <= most, (
        f"{facts.title}: {game.seats} seats, not in the facts."
    )
    for text in (facts.name, facts.title, facts.summary, facts.designers):
        assert text.strip(), f"{facts.title}: a fact that should be words is empty."
    assert facts.name == facts.name.lower(), f"The name {facts.name!r} is not in lower case."
    assert facts.points[0] <= facts.points[1], f"No range of points: {facts.points}"
    assert facts.rules_version >= 1, "Rules versions count from 1."
    earlier = [one.version for one in facts.earlier]
    assert earlier == list(range(1, facts.rules_version)), (
        f"{facts.title} has rules version {facts.rules_version}, and Facts.earlier says what logs "
        f"of the versions {earlier} are today, not of each before it."
    )
    for one in facts.earlier:
        kept = one.rules != "kept" or type(game).under(one.version) is not type(game)
        assert kept, f"{facts.title} has no class for the rules of version {one.version}."
    assert all(getattr(move, "kind", "") for move in facts.moves), (
        f"{facts.title}: a move does not say its kind."
    )
    names = [name for kind in facts.moves for name in (kind.kind, *kind.former)]
    assert len(names) == len(set(names)), f"{facts.title}: two kinds of move share a name."
    assert game.longest > 0, "The longest game has no moves."
    names = [name for option in facts.options for name in (option.name, *option.former)]
    assert len(names) == len(set(names)), f"{facts.title}: two options share a name."
    for option in facts.options:
        assert option.meaning.strip(), f"The option {option.name} does not say what it means."
        assert len(option.said) in {0, len(option.choices)}, (
            f"The option {option.name} says {len(option.said)} of its choices in words."
        )
        for value in (option.default, *option.choices, *option.examples):
            assert option.check(value) == value
    for aid in facts.aids:
        assert aid.name, "An aid has no name."
        assert aid.meaning.strip(), f"The aid {aid.name} does not say what it means."
    for played in random_games(game, seed, games):
        for step in played:
            _check_claims_at(game, step.before.actors())
        _check_end(game, played)


def _check_claims_at(game: Game, actors: Seats) -> None:
    facts = game.facts
    assert facts.chance or NATURE not in actors, f"{facts.title}: nature moves, against the facts."
    assert facts.simultaneous or len(actors) < 2, (
        f"{facts.title}: seats {actors} are to move at once, against the facts."
    )


def _check_end(game: Game, played: list[Ply]) -> None:
    outcome = played[-1].after.outcome()
    assert outcome is not None, f"{game.facts.title}: a game ended without an outcome."
    assert len(outcome.points) == game.seats, f"Points for {len(outcome.points)} seats: {outcome}"
    low, high = game.facts.points
    for points in outcome.points:
        assert low <= points <= high, f"{points} points are outside {low} to {high}."
    seats = range(game.seats)
    assert sorted(set(outcome.winners)) == list(outcome.winners), f"Winners: {outcome.winners}"
    assert set(outcome.winners) <= set(seats), f"Winners who do not play: {outcome.winners}"
    check_line(named(outcome.reason, [f"Seat {seat}" for seat in seats]))
    assert from_json(Outcome, to_json(outcome)) == outcome


def check_claims(several: Iterable[Game], *, seed: int = 0, games: int = 6) -> None:
    """What the facts claim to occur does occur in some of these games (of one class).

    Played at random and, once each, by the weakest bot. Looked for are chance, seats that move at
    once, every kind of move, and both ends of the range of seats.

    >>> from facedown.search.poker.game import KuhnPoker
    >>> check_claims([KuhnPoker()])
    """
    tried = list(several)
    assert tried, "No game was given."
    facts = tried[0].facts
    missing = {f"the move {move.kind}" for move in facts.moves}
    missing |= {"chance"} if facts.chance else set()
    missing |= {"simultaneous"} if facts.simultaneous else set()
    for game in tried:
        for shown in _all_shown(game, seed, games):
            if not missing:
                break
            missing -= shown
    claims = ", ".join(sorted(missing))
    assert not missing, f"{facts.title} claims but never showed: {claims}."
    ends = set(facts.seats) - {game.seats for game in tried}
    assert not ends, f"{facts.title} was not tried with {sorted(ends)} seats."


def _all_shown(game: Game, seed: int, games: int) -> Iterator[set[str]]:
    """What each of some games shows, at random and then by the weakest bot."""
    for played in random_games(game, seed, games):
        yield set().union(*(_shown(step.before, step.seat, step.action) for step in played))
    for name in list(roster_of(game).bots)[:1]:
        yield _shown_by_bots(game, name, random.Random(seed))


def _shown(state: State, seat: Seat, action: Action) -> set[str]:
    actors = state.actors()
    return {
        "chance" if NATURE in actors else "seats",
        "simultaneous" if len(actors) > 1 else "one at a time",
        f"the move {state.move_of(seat, action).kind}",
    }


def _shown_by_bots(game: Game, name: str, rng: random.Random) -> set[str]:
    seen: set[str] = set()
    bots = [new_bot(game, name) for _ in range(game.seats)]
    state = game.start()
    while actors := state.actors():
        seat = actors[0]
        if seat == NATURE:
            action = state.draw(rng)
        else:
            action = game.normal_action(bots[seat].act(state.view(seat), rng))
        seen |= _shown(state, seat, action)
        state.apply(seat, action)
    return seen


def check_page(game: Game, *, seed: int = 0, games: int = 0) -> None:  # noqa: ARG001  # as others
    """Its folder has nothing for pages that nobody asks for (:mod:`facedown.core.hooks`)."""
    try:
        check_folder(game.folder())
    except FacedownError as problem:
        raise AssertionError(problem.message) from None


def check_moves(game: Game, *, seed: int = 0, games: int = 3) -> None:
    """Moves, views and events survive their JSON form; action numbers and records agree."""
    for played in random_games(game, seed, games):
        for step in looked_at_steps(played):
            _check_records(game, step)
            for viewer in viewers(game):
                view = step.after.view(viewer)
                again = from_json(type(view), json.loads(text_of(view)))
                assert type(view) is game.facts.view, f"A view of another class: {view}"
                assert again == view, f"The view {view} came back from JSON as {again}."
                _check_event(game, step, viewer)


def _check_records(game: Game, step: Ply) -> None:
    state = step.before
    for seat in state.actors():
        actions = [action for action, _ in chances(state)] if seat == NATURE else state.legal(seat)
        for action in {*actions, step.action} if seat == step.seat else actions:
            move = state.move_of(seat, action)
            assert isinstance(move, game.facts.moves), f"{move} is no move of the facts."
            assert game.normal_form(move) == move, f"{move} was made, but is not in normal form."
            assert move.by_nature == (seat == NATURE), f"{move} does not say who makes such moves."
            again = game.move_from_json(json.loads(json.dumps(move_to_json(move))))
            assert again == move, f"{move} came back from JSON as {again}."
            assert hash(again) == hash(move), f"{move} has another hash after JSON."
            assert state.action_of(seat, again) == action, f"{move} is not action {action} again."


def chances(state: State, most: int = 500) -> list[tuple[int | Move, int]]:
    """Nature's moves with their weights, or none where they cannot be listed."""
    try:
        listed = list(state.chances())
    except NotListed:
        return []
    assert listed, "Nature is to move but has no moves."
    for action, weight in listed:
        assert type(weight) is int, f"The weight {weight} of {action} is no whole number."
        assert weight > 0, f"The weight {weight} of {action} is not above 0."
    return listed[:most]


def _check_event(game: Game, step: Ply, viewer: int) -> None:
    event = game.witness(step.before, step.seat, step.action, step.after, viewer)
    move = step.before.move_of(step.seat, step.action)
    assert event.seat == step.seat, f"Seat {event.seat} is said to have moved, not {step.seat}."
    assert type(event.move) is type(move), f"{move} was witnessed as {event.move}."
    shown, true = move_to_json(event.move), move_to_json(move)
    assert _is_part_of(shown, true), f"{move} was witnessed as {event.move}."
    assert game.move_from_json(json.loads(json.dumps(shown))) == event.move
    first, *more = named(event.text, [f"Seat {seat}" for seat in range(game.seats)]).split("\n")
    check_line(first)
    assert all(line.startswith("  ") and line.strip() for line in more), (
        f"What a move is told in beside its first line is not indented: {event.text!r}"
    )
    if viewer == ONLOOKER:
        told = {
            game.witness(step.before, step.seat, step.action, step.after, each).reveals
            for each in viewers(game)
        }
        assert len(told) == 1, f"Viewers are told different things of what {move} reveals."


def _is_part_of(shown: Json, true: Json) -> bool:
    """Whether a JSON value is another one with parts left out, that is, null."""
    if isinstance(shown, dict) and isinstance(true, dict):
        return shown.keys() == true.keys() and all(_is_part_of(shown[k], true[k]) for k in shown)
    if isinstance(shown, list) and isinstance(true, list):
        return len(shown) == len(true) and all(map(_is_part_of, shown, true))
    return shown is None or bool(shown == true)


def check_words(game: Game, *, seed: int = 0, games: int = 2) -> None:
    """Every view can be said in words, and every typed line is read or refused in one sentence."""
    rng = random.Random(seed)
    names = [f"Seat {seat}" for seat in range(game.seats)]
    for played in random_games(game, seed, games):
        for step in looked_at_steps(played):
            for viewer in viewers(game):
                view = step.after.view(viewer)
                assert named(game.show(view), names).strip(), "A view has no words."
                check_line(named(game.prompt(view), names))
            _check_reading(game, step.after, rng)


_TYPED = ("", " ", "?", "0", "-1", "99999999999999999999", "{0}", "\x00", "é" * 300, "move", "²٣")


def _check_reading(game: Game, state: State, rng: random.Random) -> None:
    view = state.view(rng.choice(range(game.seats)))
    for text in (*_TYPED, "".join(rng.choices("abc123 ,+{}\"'", k=8))):
        try:
            move = game.read(text, view)
        except MalformedMove as problem:
            check_sentence(str(problem))
        else:
            assert isinstance(move, game.facts.moves), f"{text!r} was read as {move!r}."


def named(text: str, names: list[str]) -> str:
    """A text with the names of the seats in their places; fails where it has other places."""
    try:
        return text.format(*names)
    except (ValueError, LookupError, AttributeError) as problem:
        raise AssertionError(f"Names cannot be put into {text!r}: {problem!r}") from None


def check_line(text: str) -> None:
    """Fails unless a text is one line with something on it."""
    assert text.strip(), "There should be words, but there are none."
    assert "\n" not in text, f"Not one line: {text!r}"


def check_sentence(text: str) -> None:
    """Fails unless a text is one line that begins and ends as a sentence does."""
    check_line(text)
    assert text == text.strip(), f"With spaces around it: {text!r}"
    assert text[-1] in ".?!", f"Not a whole sentence: {text!r}"
    assert not text[0].islower(), f"Not the beginning of a sentence: {text!r}"
    assert len(text) < 400, f"Too long to be read: {text[:80]!r}…"


def check_aids(game: Game, *, seed: int = 0, games: int = 1) -> None:
    """Every aid answers from every view of a seat to move, with words or one sentence."""
    for played in random_games(game, seed, games):
        for step in played[:12]:
            for seat in step.before.actors():
                for aid in game.facts.aids if seat >= 0 else ():
                    try:
                        said = game.aid(aid.name, step.before.view(seat), ())
                        assert said.strip(), f"The aid {aid.name} has nothing to say."
                    except FacedownError as problem:
                        check_sentence(str(problem))
