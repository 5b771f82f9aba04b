"""The rules of Solid, paragraph by paragraph of its rulebook."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from facedown.core.moves import Move
from facedown.core.seats import NATURE, ONLOOKER
from facedown.games.solid import Solid
from facedown.games.solid.cards import DECKS, counts_of, names_of
from facedown.games.solid.moves import (
    Discard,
    Draw,
    EndTurn,
    First,
    LetHappen,
    Play,
    Protect,
    Share,
    UseEvent,
)
from facedown.games.solid.rules import TURN, SolidState
from facedown.games.solid.studio.card_list import SMALL_LIST


def scene(
    mine: str,
    theirs: str = "H H H H H",
    pods: tuple[str, str] = ("", ""),
    shared: tuple[str, str] = ("", ""),
    discard: str = "",
    **options: bool | int | str,
) -> SolidState:
    """Seat 0's first turn with these cards; a pod is written by its types' letters."""
    state = Solid(2, **options).start()
    assert isinstance(state, SolidState)
    setting = state.setting
    state.phase, state.turn, state.mover = TURN, 1, 0
    state.hands = [counts_of(setting.kinds, cards.split()) for cards in (mine, theirs)]
    state.shared = [counts_of(setting.kinds, cards.split()) for cards in shared]
    state.pods = [[pod.count(letter) for letter in "HBMCS"] for pod in pods]
    state.discard = counts_of(setting.kinds, discard.split())
    for kind, card in enumerate(setting.deck):
        gone = sum(cards[kind] for cards in (*state.hands, *state.shared, state.discard))
        gone += sum(pod[card.type] for pod in state.pods) if card.type >= 0 else 0
        state.pile[kind] = card.copies - gone
        assert state.pile[kind] >= 0, card.name
    return state


def make(state: SolidState, *moves: Move) -> SolidState:
    """Makes these moves, each by whoever is to move."""
    for move in moves:
        (seat,) = state.actors()
        action = state.action_of(seat, move)
        refusal = state.verify(seat, action)
        assert refusal is None, refusal.sentence
        state.apply(seat, action)
    return state


def refused(state: SolidState, move: Move, seat: int = 0) -> tuple[str, str, str]:
    refusal = state.verify(seat, state.action_of(seat, move))
    assert refusal is not None
    assert state.action_of(seat, move) not in state.legal(seat)
    return refusal.code, refusal.paragraph, refusal.sentence


def cards(state: SolidState, counts: list[int]) -> Counter[str]:
    return Counter(names_of(state.setting.deck, counts))


def points(state: SolidState) -> tuple[tuple[int, ...], tuple[int, ...]]:
    outcome = state.outcome()
    assert outcome is not None
    return outcome.points, outcome.winners


@pytest.mark.parametrize(("deck", "total", "kinds"), [("two-sided", 81, 33), ("separate", 91, 36)])
def test_the_decks_have_the_cards_that_the_rulebook_lists(
    deck: str, total: int, kinds: int
) -> None:
    """L12, L13: how many cards, and how many of each event."""
    chosen = DECKS[deck].cards
    assert (sum(card.copies for card in chosen), len(chosen)) == (total, kinds)
    effects = Counter[str]()
    for card in chosen:
        effects[card.effect] += card.copies
    del effects[""]
    assert effects == {
        "destroy data": 5,
        "destroy sharing": 4,
        "destroy any": 1,
        "steal": 2,
        "take": 1,
        "protect": 3,
    }
    assert Counter(card.points for card in chosen if card.shares) == dict.fromkeys(
        (1, 3, 7, 10, 15), 5
    )
    needs = {card.name: card.needs for card in chosen if card.shares}
    assert needs["S3+3"] == (3, 0, 0, 0, 3)
    assert needs["H5+3+3"] == (5, 3, 0, 0, 3)
    assert max(map(max, needs.values())) == 7


def test_everybody_is_dealt_five_cards_and_the_lot_decides_who_begins() -> None:
    """L9: hands are hidden, from onlookers too."""
    state = Solid().start()
    assert isinstance(state, SolidState)
    make(state, First(1), *(Draw(1, "H") for _ in range(5)), *(Draw(0, "B") for _ in range(5)))
    assert (state.actors(), state.turn, sum(state.pile)) == ((1,), 1, 71)
    assert state.view(1).hand == ("H",) * 5
    for viewer in (0, ONLOOKER):
        told = [done.card for done in state.view(viewer).record if done.move == "draw"]
        assert told[:5] == [None] * 5
    assert state.view(ONLOOKER).hand is None


@pytest.mark.parametrize(
    ("seats", "total", "drawn"), [(2, 81, 0), (3, 121, 15), (4, 162, 0), (5, 202, 15), (6, 243, 0)]
)
def test_half_a_set_is_added_for_each_player_beyond_two(seats: int, total: int, drawn: int) -> None:
    """L9: with an odd number 25 data, 12 sharing cards and 3 events of a set, openly by lot."""
    state, rng = Solid(seats).start(), random.Random(seats)
    assert isinstance(state, SolidState)
    while not state.turn:
        state.apply(NATURE, state.draw(rng))
    assert sum(state.pile) + 5 * seats == total
    added = state.view(ONLOOKER).added
    deck = {card.name: card for card in state.setting.deck}
    assert Counter(deck[name].shares for name in added) == ({True: 12, False: 3} if drawn else {})
    assert all(number <= deck[name].copies for name, number in Counter(added).items())
    data = [copies for copies, card in zip(state.setting.whole, deck.values(), strict=True)
            if card.type >= 0]  # fmt: skip
    assert data == [5 * seats] * 5


def test_whoever_may_protect_is_asked_in_the_order_of_seats() -> None:
    """L3: option anyone, with four; the next is named when one lets it happen."""
    game = Solid(4, anyone=True)
    state = game.start()
    assert isinstance(state, SolidState)
    make(state, First(2))
    for seat, cards in ((2, "steal B B B B"), (3, "H H H H H"), (0, "M M M M M"), (1, "C C C C C")):
        make(state, *(Draw(seat, card) for card in cards.split()))
    make(state, EndTurn(), Play("H"), EndTurn(), Draw(3, "S"), EndTurn(), EndTurn())
    make(state, UseEvent("steal", 3, "H"))
    asked = []
    while len(state.legal(state.actors()[0])) < 3:
        before, (seat,) = state.clone(), state.actors()
        asked.append(seat)
        state.apply(seat, state.setting.let)
        told = game.witness(before, seat, state.setting.let, state, ONLOOKER).text
        following = {3: "{0} may protect.", 0: "{1} may protect.", 1: "A health card goes to {2}."}
        assert told.endswith(following[seat])
    assert asked == [3, 0, 1]


def test_three_plays_then_discards_then_the_hand_is_filled_up() -> None:
    """L6: up to three plays, none after the first discard."""
    state = make(scene("H H B M C"), Play("H"), Play("H"), Play("B"))
    assert refused(state, Play("M"))[:2] == ("no-plays-left", "L6")
    make(state, Discard("M"), EndTurn())
    assert state.actors() == (NATURE,)
    make(state, *(Draw(0, "S") for _ in range(4)))
    assert (state.actors(), sum(state.hands[0]), state.plays) == ((1,), 5, 0)
    other = make(scene("H H B M C"), Discard("M"))
    assert refused(other, Play("H"))[:2] == ("discarding", "L6")


def test_data_are_a_threshold_and_are_not_spent() -> None:
    """L1: two cards need the same data, both are shared, and both stay."""
    state = scene("H2 H4 H7 M H5+3+3", pods=("HHHH", ""))
    assert refused(state, Share("H7")) == (
        "missing",
        "L1",
        "To share H7 the pod lacks 3 health.",
    )
    make(state, Share("H2"), Share("H4"))
    assert (state.pods[0], state.points(0)) == ([4, 0, 0, 0, 0], 4)


def test_an_event_side_needs_no_data_and_goes_to_the_discard_pile() -> None:
    """L5, L14: H7 by its event side; the sharing card keeps though its data are gone (L1)."""
    state = scene("H7 B B B B", pods=("", "MM"), shared=("", "M2"))
    make(state, UseEvent("H7", 1, "M"), LetHappen())
    assert cards(state, state.discard) == {"H7": 1, "M": 1}
    assert (state.pods[1], state.points(1), state.plays) == ([0, 0, 1, 0, 0], 1, 1)


def test_take_takes_what_lay_there_but_not_itself() -> None:
    """L5: any card of the discard pile; everybody knows it in that hand then (L11)."""
    state = scene("take B B B B", discard="steal")
    assert refused(state, UseEvent("take", None, "take"))[:2] == ("not-discarded", "L5")
    make(state, UseEvent("take", None, "steal"))
    assert cards(state, state.discard) == {"take": 1}
    assert state.view(ONLOOKER).known == (("steal",), ())
    make(state, Discard("steal"))
    assert state.view(1).known == ((), ())


def test_steal_moves_data_and_destroy_hits_ones_own_too() -> None:
    """L4, L14."""
    state = scene("steal H7 B B B", pods=("C", "MM"))
    assert refused(state, UseEvent("steal", 0, "C"))[:2] == ("own-data", "L4")
    assert refused(state, UseEvent("steal", 1, "S"))[:2] == ("no-target", "L4")
    make(state, UseEvent("steal", 1, "M"), LetHappen())
    assert state.pods == [[0, 0, 1, 1, 0], [0, 0, 1, 0, 0]]
    make(state, UseEvent("H7", 0, "C"))
    assert (state.actors(), state.pods[0]) == ((0,), [0, 0, 1, 0, 0])


def test_which_sharing_cards_can_be_destroyed() -> None:
    """L15: under 8 points, but any by S5+3+3."""
    state = scene("H5+3+3 S5+3+3 B B B", shared=("", "M7 M3+3"))
    legal = [state.setting.moves[action] for action in state.legal(0)]
    hits = {(move.card, move.target) for move in legal if isinstance(move, UseEvent)}
    assert hits == {("H5+3+3", "M3+3"), ("S5+3+3", "M3+3"), ("S5+3+3", "M7")}
    make(state, UseEvent("S5+3+3", 1, "M7"), LetHappen())
    assert (state.points(1), cards(state, state.discard)) == (7, Counter(["S5+3+3", "M7"]))


def test_protect_prevents_and_both_cards_are_discarded() -> None:
    """L3: out of turn, not one of the plays; the hand is not filled up (L6)."""
    state = scene("steal steal B B B", "protect H H H H", pods=("", "MM"))
    assert refused(state, Protect("protect"))[:2] == ("nothing-to-answer", "L3")
    make(state, UseEvent("steal", 1, "M"))
    assert (state.actors(), len(state.legal(1))) == ((1,), 2)
    assert refused(state, Play("H"), 1)[0] == "answer-first"
    assert refused(state, Play("B"))[0] == "not-your-turn"
    make(state, Protect("protect"))
    assert (state.actors(), state.pods[1], state.plays) == ((0,), [0, 0, 2, 0, 0], 1)
    assert cards(state, state.discard) == {"steal": 1, "protect": 1}
    assert sum(state.hands[1]) == 4


@pytest.mark.parametrize("anyone", [False, True])
def test_a_steal_is_not_prevented_where_the_option_leaves_steals_out(anyone: bool) -> None:
    """L3: option steals; what destroys is asked about all the same."""
    state = scene("steal H7 B B B", "protect H H H H", pods=("", "MM"), anyone=anyone, steals=False)
    before = state.clone()
    steal = state.action_of(0, UseEvent("steal", 1, "M"))
    make(state, UseEvent("steal", 1, "M"))
    assert (state.actors(), state.pods) == ((0,), [[0, 0, 1, 0, 0], [0, 0, 1, 0, 0]])
    told = Solid(2, anyone=anyone, steals=False).witness(before, 0, steal, state, 1).text
    assert told == (
        "{0} plays an event to steal a data card: a mobility card of {1}. "
        "A mobility card goes to {0}."
    )
    make(state, UseEvent("H7", 1, "M"))
    assert (state.actors(), len(state.legal(1))) == ((1,), 2)


def test_nobody_protects_more_than_twice_in_a_turn() -> None:
    """L3: after two the third event is not even asked about."""
    state = scene("steal steal H7 B B", "protect protect protect H H", pods=("", "MMM"))
    for event in ("steal", "steal"):
        make(state, UseEvent(event, 1, "M"), Protect("protect"))
    make(state, UseEvent("H7", 1, "M"))
    assert (state.actors(), state.pods[1][2]) == ((0,), 2)


@pytest.mark.parametrize("anyone", [False, True])
def test_who_may_protect_what_the_attacker_destroys_of_its_own(anyone: bool) -> None:
    """L3: the owner of the target, or with the option anybody else."""
    state = scene("H7 B B B B", pods=("C", ""), anyone=anyone)
    make(state, UseEvent("H7", 0, "C"))
    assert state.actors() == ((1,) if anyone else (0,))


@pytest.mark.parametrize(("theirs", "choices"), [("protect H H H H", 2), ("H H H H H", 1)])
def test_who_is_asked_does_not_depend_on_the_hand(theirs: str, choices: int) -> None:
    """L10: the window opens with and without the card."""
    state = make(scene("steal B B B B", theirs, pods=("", "MM")), UseEvent("steal", 1, "M"))
    assert (state.actors(), len(state.legal(1))) == ((1,), choices)


def test_nobody_is_asked_who_is_proven_to_hold_no_protect() -> None:
    """L10: all three lie in the discard pile, or the third was seen being taken by the attacker."""
    state = scene("steal B B B B", pods=("", "MM"), discard="protect protect protect")
    make(state, UseEvent("steal", 1, "M"))
    assert (state.actors(), state.pods[0][2]) == ((0,), 1)
    state = scene("take steal B B B", pods=("", "MM"), discard="protect protect protect")
    make(state, UseEvent("take", None, "protect"), UseEvent("steal", 1, "M"))
    assert (state.actors(), state.pods[0][2]) == ((0,), 1)


def test_what_the_attacker_holds_unseen_proves_nothing() -> None:
    """L10: the attacker knows that all protect cards are in its own hand; the others do not."""
    state = scene("steal protect protect protect B", pods=("", "MM"))
    make(state, UseEvent("steal", 1, "M"))
    assert state.actors() == (1,)


def _shuffled(mine: str, discard: str) -> SolidState:
    """Seat 1's turn after seat 0 had the discard pile shuffled and drew a card of it."""
    state = scene(mine, pods=("MM", "MM"), discard=discard)
    state.pile = [0] * len(state.pile)
    make(state, Play("B"), EndTurn(), Draw(0, "C"))
    assert [done.move for done in state.view(1).record][-2:] == ["shuffle", "draw"]
    return state


def test_after_a_shuffle_without_protect_in_hands_only_who_draws_is_asked() -> None:
    """L10: the protect cards went from the discard pile into the pile."""
    state = _shuffled("steal B B H B", "protect protect protect C C")
    state.hands[1][state.setting.kinds["steal"]] += 1
    make(state, UseEvent("steal", 0, "M"))
    assert state.actors() == (0,)
    make(state, LetHappen(), EndTurn())
    make(state, UseEvent("steal", 1, "M"))
    assert (state.actors(), state.pods[1][2]) == ((0,), 2)


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_everybody_is_told_of_a_shuffle(seats: int) -> None:
    """L6: with the move that ends a turn, or with the draw before it, once for each shuffle."""
    game, told, shuffles = Solid(seats, cards=SMALL_LIST, turns=60), 0, 0
    for seed in range(4):
        rng, state = random.Random(seed), game.start()
        assert isinstance(state, SolidState)
        while actors := state.actors():
            (seat,) = actors
            action = state.draw(rng) if seat == NATURE else rng.choice(state.legal(seat))
            before = state.clone()
            state.apply(seat, action)
            for viewer in (0, seats - 1, ONLOOKER):
                text = game.witness(before, seat, action, state, viewer).text
                told += "the discard pile is shuffled and becomes the pile" in text
        shuffles += len(state.shuffled)
    assert shuffles > 0
    assert told == 3 * shuffles


def test_each_of_two_knows_the_other_hand_when_the_pile_is_empty() -> None:
    """L11: but an onlooker does not, and what was drawn since is unknown."""
    state = _shuffled("steal B B H B", "C C C")
    assert Counter(state.view(1).known[0]) == Counter(["steal", "B", "B", "H"])
    assert state.view(ONLOOKER).known == ((), ())
    assert state.view(ONLOOKER).emptied == ()
    assert sum(state.discard) == 0


@pytest.mark.parametrize(
    ("pod", "last", "ends"),
    [
        ("HHBBBMMMCCCSSS", "H", True),
        ("HHHHHHHBBBBBB", "B", True),
        ("HHHHHHHHHHBBBBBMMMMMM", "C", True),
        ("HHHHHHHBBBBB", "B", False),
        ("HHBBBMMMCCCSS", "H", False),
    ],
)
def test_a_full_pod_ends_the_game_at_once(pod: str, last: str, ends: bool) -> None:
    """L7: in the middle of a turn, whoever has most points; here the other seat."""
    state = scene(f"{last} S S S S", pods=(pod, ""), shared=("", "B2"), theirs="C C")
    make(state, Play(last))
    assert (state.outcome() is not None) == ends
    if ends:
        assert points(state) == ((0, 1), (1,))
        assert refused(state, EndTurn())[0] == "game-over"


def test_a_stolen_card_ends_the_game_too_and_a_tie_is_shared() -> None:
    """L7."""
    state = scene("steal B B B B", pods=("HHBBBMMMCCCSSS", "H"))
    make(state, UseEvent("steal", 1, "H"), LetHappen())
    assert points(state) == ((0, 0), (0, 1))


def test_when_nobody_plays_or_discards_the_game_is_counted() -> None:
    """L8."""
    state = scene("H H H H H", shared=("H2", ""), theirs="B B B B B")
    make(state, EndTurn(), Discard("B"), EndTurn(), Draw(1, "B"), EndTurn())
    assert state.outcome() is None
    make(state, EndTurn())
    assert points(state) == ((1, 0), (0,))


def test_the_game_is_counted_after_the_last_turn() -> None:
    """L8: option turns."""
    state = scene("H H H H H", theirs="B B B B B", turns=4)
    for seat, card in ((0, "H"), (1, "B"), (0, "H")):
        make(state, Discard(card), EndTurn(), Draw(seat, card))
    make(state, Discard("B"), EndTurn())
    assert points(state) == ((0, 0), (0, 1))


def test_with_both_piles_empty_one_goes_on_with_fewer_cards() -> None:
    """L6."""
    state = scene("H H H H H", theirs="B B B B B")
    state.pile = [0] * len(state.pile)
    make(state, Play("H"), EndTurn())
    assert (state.actors(), sum(state.hands[0])) == ((1,), 4)


def test_the_worked_turn_goes_as_the_rulebook_tells() -> None:
    """The worked turn at the end of the rulebook, with and without Ben's protect."""
    for answer in (LetHappen(), Protect("protect")):
        state = scene("H B H3+3 steal H7", "protect H H H H", pods=("HHHBBM", "MMMM"))
        make(state, Play("B"), Share("H3+3"), UseEvent("steal", 1, "M"))
        assert state.actors() == (1,)
        make(state, answer)
        assert state.points(0) == 7
        assert state.pods[0][2] == (1 if isinstance(answer, Protect) else 2)
        make(state, Discard("H7"), EndTurn(), *(Draw(0, "S") for _ in range(4)))
        assert (state.actors(), sum(state.hands[0])) == ((1,), 5)
        assert sum(state.hands[1]) == (4 if isinstance(answer, Protect) else 5)


@pytest.mark.parametrize("seed", range(4))
def test_no_card_is_lost_and_each_draw_has_a_name_of_its_own(seed: int) -> None:
    """All copies of a kind are somewhere, after every move of random games."""
    game, rng, names = Solid(), random.Random(seed), set[str]()
    state = game.start()
    assert isinstance(state, SolidState)
    while state.actors():
        (seat,) = state.actors()
        if seat == NATURE:
            assert state.draw_name() not in names
            names.add(state.draw_name())
        state.apply(seat, state.draw(rng) if seat == NATURE else rng.choice(state.legal(seat)))
        for kind, card in enumerate(game.setting.deck):
            there = sum(each[kind] for each in (*state.hands, *state.shared))
            there += sum(pod[card.type] for pod in state.pods) if card.type >= 0 else 0
            assert there + state.pile[kind] + state.discard[kind] == card.copies
        assert all(sum(hand) <= 5 for hand in state.hands)
