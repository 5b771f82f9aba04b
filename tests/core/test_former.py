"""Logs of a game whose moves, draws and options have other names today are read for good."""

from __future__ import annotations

from dataclasses import replace
from typing import ClassVar

import pytest
from tests.testing.glimpse import Glimpse, GlimpseState, Toss

from facedown.core.errors import BadOption, OtherRules
from facedown.core.facts import Earlier, Facts, Option
from facedown.core.game import Game
from facedown.core.log import check_shuffle, read_log, read_recorded, write_log
from facedown.core.match import Match
from facedown.core.moves import Action, Move
from facedown.core.registry import override_game
from facedown.core.seats import Seat
from facedown.core.state import State
from facedown.core.view import Event


def played() -> Match:
    """A game of Glimpse as it was, played to its end: with a coin, and with bids."""
    match = Match(Glimpse(chatty=False), seed="former")
    while match.outcome is None:
        seat = match.actors[0]
        match.play(seat, (match.legal(seat) or ())[0])
    return match


class Coin(
    Move, kind="coin", by_nature=True, former=("throw", "toss"), former_parts={"seat": "falls_to"}
):
    """Once a toss, of a seat."""

    falls_to: int


class Offer(Move, kind="offer", former=("bid",), former_parts={"amount": "price"}):
    """Once a bid, of an amount."""

    price: int | None


class LaterState(GlimpseState):
    __slots__ = ()

    def draw_name(self) -> str:
        return f"later {super().draw_name()}"

    def move_of(self, seat: Seat, action: Action) -> Move:
        move = super().move_of(seat, action)
        if isinstance(move, Toss):
            return Coin(move.seat)
        return Offer(action) if isinstance(action, int) and action < 3 and seat >= 0 else move

    def action_of(self, seat: Seat, move: Move) -> Action:
        match move:
            case Coin(falls_to=looker):
                return super().action_of(seat, Toss(looker))
            case Offer(price=int(price)):
                return price
        return super().action_of(seat, move)


class Later(Glimpse):
    """Glimpse some versions on."""

    facts: ClassVar[Facts] = replace(
        Glimpse.facts,
        rules_version=2,
        earlier=(Earlier(1),),
        options=(
            Option(
                "talk",
                "aloud",
                "whether seats may talk",
                choices=("aloud", "never"),
                former=("chatty",),
                former_values=((True, "aloud"), (False, "never")),
            ),
        ),
        moves=tuple(
            {"bid": Offer, "toss": Coin}.get(move.kind, move) for move in Glimpse.facts.moves
        ),
    )

    def start(self) -> LaterState:
        return LaterState(self.options["talk"] == "aloud")

    def witness(
        self, before: State, seat: Seat, action: Action, after: State, viewer: Seat
    ) -> Event:
        return Game.witness(self, before, seat, action, after, viewer)


def test_a_log_is_read_whatever_its_moves_draws_and_options_were_called() -> None:
    before = played()
    text = write_log(before.log)
    assert {form["move"]["move"] for form in read_recorded(text).entries} >= {"bid", "toss"}
    with override_game(Later):
        match = Match.resume(read_log(text))
        assert match.game.options == {"talk": "never"}
        assert match.outcome == before.outcome
        kinds = [entry.move.kind for entry in match.log.entries if entry.move is not None]
        assert kinds[:4] == ["deal", "offer", "offer", "coin"]
        assert not check_shuffle(match.log).checked
        # What is written has today's names, and the rules that it was begun with.
        again = read_log(write_log(match.log))
        assert again == match.log
        assert (again.rules, again.options) == (1, {"talk": "never"})


def test_an_unfinished_log_is_played_on_and_new_draws_have_their_new_names() -> None:
    text = write_log(Match(Glimpse(chatty=False), seed="former").log)
    with override_game(Later):
        match = Match.resume(read_log(text))
        for seat in (0, 1):
            match.play(seat, Offer(1))
        kinds = [entry.move.kind for entry in match.log.entries if entry.move is not None]
        assert kinds == ["deal", "offer", "offer", "coin"]
        assert Match.resume(read_log(write_log(match.log))).view(0) == match.view(0)


def test_a_draw_that_is_not_what_the_seed_gives_is_found_under_rules_of_the_same_draws() -> None:
    log = played().log
    log.seed = "another"
    same = replace(Glimpse.facts, rules_version=2, earlier=(Earlier(1, same_draws=True),))
    with override_game(type("Same", (Glimpse,), {"facts": same})):
        found = check_shuffle(log)
        assert (found.checked, found.first_mismatch is None) == (True, False)


def test_nobody_is_offered_a_former_name() -> None:
    with pytest.raises(BadOption, match="no option 'chatty'"):
        Later.facts.option("chatty")
    assert [option.name for option in Later.facts.options] == ["talk"]


class Gone(Later):
    """Glimpse after a rule has changed that nobody kept."""

    facts: ClassVar[Facts] = replace(Later.facts, earlier=(Earlier(1, rules="gone"),))


class Kept(Later):
    """Glimpse after a rule has changed of which the older one was kept."""

    facts: ClassVar[Facts] = replace(Later.facts, earlier=(Earlier(1, rules="kept"),))

    @classmethod
    def under(cls, rules: int) -> type[Game]:
        return Glimpse if rules == 1 else super().under(rules)


def test_a_log_of_rules_that_are_gone_is_not_played_but_can_be_shown() -> None:
    text = write_log(played().log)
    with override_game(Gone):
        with pytest.raises(OtherRules, match=r"A rule has changed since, so it is shown as it was"):
            read_log(text)
        recorded = read_recorded(text)
        assert recorded.entries[1] == {"seat": 0, "move": {"move": "bid", "amount": 0}}


def test_a_log_of_rules_that_were_kept_is_played_by_them() -> None:
    with override_game(Kept):
        match = Match.resume(read_log(write_log(played().log)))
        assert type(match.game) is Glimpse
        assert match.outcome == played().outcome


def test_a_log_of_a_newer_version_is_not_played() -> None:
    with override_game(Later):
        text = write_log(Match(Later(), seed="new").log)
    with override_game(Glimpse), pytest.raises(OtherRules, match="this program has version 1"):
        read_log(text)
