"""What Solid's learned value sees, and who plays by it."""

from __future__ import annotations

import hashlib
import json
import random
from importlib import resources

import numpy as np
import pytest
from numpy.typing import NDArray
from tests.games.solid.test_rules import scene
from tests.players.solid.test_bots import points_of
from tests.players.solid.test_engine import placed

from facedown.core.log import draw
from facedown.core.play import play_bots
from facedown.core.roster import new_bot, planned_seconds
from facedown.core.seats import NATURE
from facedown.games.solid import Solid
from facedown.games.solid.moves import EndTurn, Play, Share, UseEvent
from facedown.games.solid.rules import REACTION, SolidState
from facedown.players.solid import value_kernels as kernels
from facedown.players.solid.rows import BLOCK, CARDS, SEATS, SIZE, Row, rules_of
from facedown.players.solid.strong import CarefulBot, ExperiencedBot, StrongBot
from facedown.players.solid.trial import Playoff

GAME = Solid()
RULES, WHOLE = rules_of(GAME.setting), kernels.whole_of(GAME.setting)
NET = kernels.shipped_value()


def seen_in(row: Row, seat: int = 0) -> NDArray[np.float32]:
    """What a seat sees."""
    seen = np.zeros(kernels.SEEN, np.float32)
    kernels.look(row, RULES, WHOLE, seat, seen)
    return seen


def named(state: SolidState) -> dict[str, float]:
    """The same by name."""
    seen = seen_in(placed(state, random.Random(1))).tolist()
    return dict(zip(kernels.FEATURES, seen, strict=True))


def test_each_number_has_a_name_of_its_own() -> None:
    assert len(set(kernels.FEATURES)) == kernels.SEEN == 94


def test_what_is_seen() -> None:
    state = scene(
        "B H4 steal S S",
        pods=("HHHB", "MMMMMMMCCCCCC"),
        shared=("H2", "M7 M4"),
        discard="M3+3 C H7",
    )
    state.plays = 1
    seen = named(state)

    def many(*names: str) -> list[float]:
        return [round(seen[name], 4) for name in names]

    assert many(*(f"{who} data, type 1" for who in ("own", "held", "other's"))) == [0.6, 0, 0]
    assert many("own data, type 2", "held data, type 2") == [0.2, 0.3333]
    assert many("held data, type 3", "other's data, type 4") == [0.6667, 1.4]
    assert many("other's data, its type 1", "other's data, its type 3") == [1.4, 0]
    assert many("own pod lacks for each", "own pod lacks for twice") == [1.375, 1.25]
    assert many("other's pod lacks for twice", "other's pod lacks for total") == [0.125, 0.75]
    assert many("other's pod lacks 1 at most", "own pod lacks 3 at most") == [1, 0]
    assert many("own lack once the data in hand are played") == [1.0]
    assert many("own points", "other's points", "behind", "lead") == [0.1, 1.3, 1, -1.2]
    assert many("steal in hand", "protect in hand") == [1, 0]
    assert many("points in hand that lack 1", "points in hand that lack 0") == [0.3, 0]
    assert many("points in hand to share in this turn") == [0]  # no H in hand
    assert many("other's points that can be destroyed") == [0.3]
    assert many("other's points that only destroy any hits") == [1]
    assert many("points discarded that the other can share") == [0.7]
    assert many("cards discarded", "own turn, 2 plays left", "discarding") == [0.075, 1, 0]
    assert many("other's expected protect") == [round(3 * 5 / (81 - 5 - 17 - 3 - 3), 4)]


def turned(text: str) -> str:
    """Cards or data, each type told as the next one."""
    return text.translate(str.maketrans("HBMCS", "BMCSH"))


def test_no_type_is_another_than_the_others() -> None:
    """Five times the same position, told with other types, looks the same."""
    hand, pods = "H H4 B3+3 steal C", ("HHHB", "MMCS")
    shared, discard = ("H2", "B2"), "M7 C protect"
    looks = []
    for _ in range(5):
        state = scene(hand, pods=pods, shared=shared, discard=discard)
        looks.append(seen_in(placed(state, random.Random(1))))
        hand, discard = (
            " ".join(w if w in {"steal", "protect"} else turned(w) for w in cards.split())
            for cards in (hand, discard)
        )
        pods, shared = (turned(pods[0]), turned(pods[1])), (turned(shared[0]), turned(shared[1]))
    for look in looks[1:]:
        assert look.tolist() == pytest.approx(looks[0].tolist())


def test_what_the_other_holds_changes_nothing() -> None:
    """All along games: neither what is seen nor the move, whatever hand and pile there are."""
    rng, bot = random.Random(4), ExperiencedBot(GAME)
    asked = 0
    for number in range(4):
        state = GAME.start()
        assert isinstance(state, SolidState)
        while state.actors():
            seat = state.actors()[0]
            if seat == NATURE:
                state.apply(seat, draw(state, f"unseen/{number}"))
                continue
            view = state.view(seat)
            action = bot.act(view, rng)
            other = GAME.state_from_world(view, GAME.worlds(view).sample(rng))
            assert other.view(seat) == view
            assert bot.act(other.view(seat), rng) == action
            rows = [placed(each, rng) for each in (state, other)]  # with hands and pile in them
            at = SEATS + BLOCK * (1 - seat)
            rows[1][at + CARDS : at + CARDS + rows[1][at + SIZE]] = GAME.setting.kinds["protect"]
            assert seen_in(rows[0], seat).tolist() == seen_in(rows[1], seat).tolist()
            room = kernels.new_room(NET, len(rows[0]), GAME.actions)
            for row in rows:
                found = kernels.choose_by_value(
                    row, RULES, WHOLE, seat, NET, room, np.zeros(1, np.uint64)
                )
                assert found == action
            asked += state.phase == REACTION and len(view.legal) > 1
            state.apply(seat, action)
    assert asked > 0


def test_how_likely_the_other_protects() -> None:
    """One protect card of five lies open, so two of the other 66 may be in its hand of five."""
    state = scene("H7 B C M S", pods=("", "HHH"), discard="protect B B B B B B")
    row = placed(state, random.Random(1))
    unseen = 81 - 5 - 3 - 7
    chance = 1 - np.prod([(unseen - 2 - n) / (unseen - n) for n in range(5)])
    assert kernels.protect_chance(row, RULES, WHOLE, 0) == pytest.approx(chance)
    state.reactions[1] = GAME.setting.limits.reactions
    assert kernels.protect_chance(placed(state, random.Random(1)), RULES, WHOLE, 0) == 0
    before = row.copy()
    room, luck = kernels.new_room(NET, len(row), GAME.actions), np.zeros(1, np.uint64)
    action = state.action_of(0, UseEvent("H7", 1, "H"))
    sure, open_ = row.copy(), row.copy()
    sure[SEATS + BLOCK + 2] = GAME.setting.limits.reactions
    told = [
        kernels.value_after(each, RULES, WHOLE, 0, action, NET, room, luck)
        for each in (sure, open_)
    ]
    assert 0 < told[1] < told[0] < 1
    assert row.tolist() == before.tolist()


def test_experienced_ends_the_game_when_ahead_and_shares_first() -> None:
    ahead = scene("H B2 S S S", pods=("HHBBBMMMCCCSSS", ""), shared=("H4", ""))
    behind = scene("H B3+3 C C C", pods=("HHBBBMMMCCCSSS", ""), shared=("", "M2"))
    for state, moves in ((ahead, {Play("H"), Share("B2")}), (behind, {Share("B3+3")})):
        action = ExperiencedBot(GAME).act(state.view(0), random.Random(1))
        assert isinstance(action, int)
        assert GAME.setting.moves[action] in moves
        assert GAME.setting.moves[action] != EndTurn()


def test_experienced_wins_most_games_against_greedy() -> None:
    """Of forty games, more than luck would give one of two equal players."""
    assert points_of("experienced", "greedy", 20) > 25


@pytest.mark.parametrize("game", [Solid(3), Solid(deck="separate"), Solid(turns=12)])
def test_where_nothing_was_learned_experienced_is_careful_and_strong_plays_to_the_end(
    game: Solid,
) -> None:
    experienced, careful, rng = ExperiencedBot(game), CarefulBot(game), random.Random(2)
    state = game.start()
    for number in range(60):
        seat = state.actors()[0]
        if seat == NATURE:
            state.apply(seat, draw(state, "elsewhere"))
            continue
        view = state.view(seat)
        action = careful.act(view, rng)
        assert experienced.act(view, rng) == action
        if number == 50:
            moves = [
                StrongBot(game, rollouts=200, cut=cut).act(view, random.Random(7)) for cut in (0, 1)
            ]
            assert moves[0] == moves[1]
        state.apply(seat, action)
    assert planned_seconds(game, "strong") == planned_seconds(game, "strong:cut=0")


def test_cut_games_end_with_what_is_expected_and_others_with_who_won() -> None:
    view = scene("H7 H4 steal S S", pods=("HHH", "HHM"), shared=("", "H2")).view(0)
    shares = {}
    for cut in (0, 1, 2):
        trial = Playoff(GAME.setting, view, view.legal, random.Random(1), cut=cut)
        trial.play(40)
        shares[cut] = trial.results
    assert set(shares[0].ravel()) <= {0.0, 0.5, 1.0}
    for cut in (1, 2):
        assert ((shares[cut] > 0) & (shares[cut] < 1)).all()
        assert shares[cut].mean() == pytest.approx(shares[0].mean(), abs=0.15)
    assert (shares[1] != shares[2]).any()


def test_one_seed_makes_one_game() -> None:
    ends = [
        play_bots(GAME, [StrongBot(GAME, rollouts=30), ExperiencedBot(GAME)], "same").outcome()
        for _ in range(2)
    ]
    assert ends[0] == ends[1]
    assert new_bot(GAME, "strong:cut=0") is not None


def test_the_weights_are_those_that_their_record_tells_of() -> None:
    folder = resources.files("facedown.players.solid").joinpath("data")
    data = folder.joinpath(kernels.FILE).read_bytes()
    told = json.loads(folder.joinpath(f"{kernels.FILE}.json").read_text("utf-8"))
    assert hashlib.sha256(data).hexdigest() == told["sha256"]
    assert told["command"].startswith("facedown train solid ")
    assert kernels.to_bytes(kernels.from_bytes(data)) == data
    with pytest.raises(ValueError, match="no value"):
        kernels.from_bytes(data[:-2])
