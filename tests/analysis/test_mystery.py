"""What Mystery Machine's judge says, held against par's definition in fractions."""

from __future__ import annotations

from fractions import Fraction

from tests.analysis.recorded import counted, judged_moves, recorded, views_of

from facedown.analysis import analyse
from facedown.core.judging import Remark
from facedown.deduce.purchases.reference import Reference
from facedown.games.mystery.cards import COLUMNS, JOKER, NAMES, card_number
from facedown.games.mystery.dealing import dealing_of
from facedown.games.mystery.help.par import problem_of
from facedown.games.mystery.moves import Buy, Name
from facedown.games.mystery.puzzle import PRICES, Puzzle, payments
from facedown.games.mystery.view import MysteryView

LOG = recorded("mystery")
Moment = tuple[list[tuple[tuple[int, ...], int]], tuple[tuple[int, int], ...], tuple[int, ...]]


def moment_of(definition: Reference, view: MysteryView) -> Moment:
    """The orders that are possible, with what was shown, written as the definition has it."""
    ranks = dealing_of(view.puzzle).ranks
    shown: tuple[tuple[int, int], ...] = ()
    blanks = [0] * len(view.puzzle.piles)
    problem = definition.problem
    worlds = [
        (tuple(map(int, order)), t)
        for order in problem.orders
        for t in range(len(problem.arrangements))
    ]
    for pile in range(len(view.puzzle.piles)):
        for name in view.shown(pile):
            card = card_number(name)
            if card == JOKER:
                blanks[pile] += 1
                continue
            rank, suit = divmod(card, COLUMNS)
            thing = ranks.index(rank) * COLUMNS + suit
            shown = (*shown, (thing, pile))
            worlds = [w for w in worlds if problem.arrangements[w[1]].piles[w[0][thing]] == pile]
    many = tuple(blanks)
    return [w for w in worlds if definition._weight(w[1], shown, many)], shown, many


def solutions(definition: Reference, moment: Moment) -> dict[object, int]:
    """What can be the mystery, each with its weight."""
    worlds, shown, blanks = moment
    found: dict[object, int] = {}
    for order, t in worlds:
        wanted = definition.problem.arrangements[t].wanted
        right = tuple(tuple(sorted(order.index(at) for at in group)) for group in wanted)
        found[right] = found.get(right, 0) + definition._weight(t, shown, blanks)
    return found


def asked(definition: Reference, moment: Moment, pile: int) -> Fraction | None:
    """How many questions best play needs that begins with this one."""
    answers = [*definition._answers(moment[0], pile, *moment[1:])]
    if not answers:
        return None
    return 1 + sum(
        (chance * definition._value(*then).expected for chance, then in answers), Fraction(0)
    )


def payable(puzzle: Puzzle, pile: int, hand: tuple[str, ...]) -> bool:
    return any(payments(PRICES[puzzle.piles[pile].price], tuple(map(card_number, hand))))


def test_every_judgement_is_that_of_the_definition() -> None:
    definition, checked = None, 0
    for _, view, judged in judged_moves(LOG, analyse(LOG)):
        definition = definition or Reference(problem_of(view.puzzle))
        moment = moment_of(definition, view)
        possible = solutions(definition, moment)
        assert judged.before is not None
        assert judged.before.value == len(possible)
        if isinstance(judged.move, Name):
            assert judged.verdict.chance is not None
            most = Fraction(max(possible.values()), sum(possible.values()))
            assert judged.verdict.chance.value <= most
            assert (judged.verdict.chance.value == most) == (not judged.verdict.best)
            continue
        assert isinstance(judged.move, Buy)
        piles = range(len(view.puzzle.piles))
        pile = next(p for p in piles if "Q" + str(p + 1) == judged.move.pile)
        made = asked(definition, moment, pile)
        assert made is not None
        others = (asked(definition, moment, p) for p in piles if payable(view.puzzle, p, view.hand))
        best = min(value for value in others if value is not None)
        everywhere = (asked(definition, moment, p) for p in piles)
        dearer = min(value for value in everywhere if value is not None)
        unpaid = [r for r in judged.verdict.remarks if r.code == "unpaid"]
        if len(possible) > 1:
            assert [r.worth[0].value for r in unpaid] == [dearer] * (dearer < best)
        if len(possible) > 1:
            assert judged.verdict.worth[0].value == made
            assert judged.verdict.cost[0].value == made - best
        left = sum(
            chance * len(solutions(definition, then))
            for chance, then in definition._answers(moment[0], pile, *moment[1:])
        )
        assert judged.verdict.left is not None
        assert judged.verdict.left.value == left
        checked += 1
    assert checked >= 6


def test_curve_par_and_what_was_certain_are_those_of_the_definition() -> None:
    first = LOG.new_game().start().view(0)
    assert isinstance(first, MysteryView)
    definition = Reference(problem_of(first.puzzle))
    found: dict[tuple[tuple[str, ...], ...], dict[object, int]] = {}

    def left(view: MysteryView) -> dict[object, int]:
        shown = tuple(view.shown(pile) for pile in range(len(view.puzzle.piles)))
        if shown not in found:
            found[shown] = solutions(definition, moment_of(definition, view))
        return found[shown]

    def count(view: MysteryView) -> int | None:
        return None if view.phase == "dealing" else len(left(view))

    for seat in analyse(LOG).seats:
        assert counted(LOG, seat, count) > 9
        assert seat.lengths is not None
        assert seat.lengths.best[0].value == definition.start().expected
        bought = [e for e in LOG.entries if e.seat == seat.seat and isinstance(e.move, Buy)]
        assert seat.lengths.own == (len(bought),)
        told = {remark for each in seat.settled for remark in each.remarks}
        assert told == certain(left(views_of(LOG, seat.seat)[-1]), first)


def certain(possible: dict[object, int], view: MysteryView) -> set[Remark]:
    """The cards of slots that can be told apart, where all that is possible agrees on them."""
    ranks, sure = dealing_of(view.puzzle).ranks, set[Remark]()
    for group, things in enumerate(zip(*possible, strict=True)):
        assert all(len(each) == 1 for each in things)
        cards = {NAMES[ranks[each[0] // COLUMNS] * COLUMNS + each[0] % COLUMNS] for each in things}
        if len(cards) == 1:
            sure.add(Remark("card", (view.slots[group], cards.pop())))
    return sure
