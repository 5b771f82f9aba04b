"""The log: facts, options and moves, from which a state is played again without a random generator.

In a file a log is JSON Lines: a header, then one line per move or note. Every line carries a
checksum of itself and all lines before it, and the header the number of lines, so that a file cut
short or edited is noticed. A log holds nature's moves and the seed: it is the truth, not a view.
As her moves follow from a seed that was promised before, the shuffle can be checked.
"""

from __future__ import annotations

import hashlib
import json
import random
from dataclasses import dataclass, field

from facedown.core.codec import Json, from_json, schema, to_json
from facedown.core.errors import BadLog, FacedownError, IllegalMove, Reason
from facedown.core.facts import Facts, OptionValue
from facedown.core.game import Game
from facedown.core.messages import phrase
from facedown.core.moves import Action, Move, move_to_json
from facedown.core.registry import game_class
from facedown.core.seats import NATURE, Seat
from facedown.core.state import State

FORMAT = 1
"""Version of the file form itself."""


@dataclass(frozen=True, slots=True)
class Origin:
    """Where the first ``moves`` moves of a log were played: the game that it branched off.

    ``source`` is the name of that game's table, or the checksum of its log.
    """

    source: str
    moves: int


@dataclass(frozen=True, slots=True)
class Header:
    """The first line of a log.

    ``players`` says who sits where ("human", "bot:exact"); ``seed`` is where nature's draws come
    from, kept so that a resumed game draws on as if it had never stopped. ``salt`` goes with it
    into the fingerprint that was shown before the first move, where one was. ``origin`` is only in
    a log that branched off another, ``resigned`` only in one of a game that a seat gave up.
    """

    facedown_log: int
    game: str
    rules: int
    seats: int
    options: dict[str, bool | int | str]
    players: tuple[str, ...]
    seed: str
    lines: int
    check: str
    salt: str = ""
    origin: Origin | None = None
    resigned: Seat | None = None


@dataclass(frozen=True, slots=True)
class Entry:
    """One move of one seat (or of nature), or a note that a seat wrote for itself."""

    seat: Seat
    move: Move | None = None
    note: str | None = None


@dataclass(slots=True)
class Log:
    """A game as it was played, from the first move on.

    With an ``origin`` its first moves are those of another game, and it was a game for practice:
    what chance would bring could be known before. ``resigned`` is the seat that gave the game up
    after its last move, where one of two did.
    """

    game: str
    rules: int
    seats: int
    options: dict[str, OptionValue]
    players: tuple[str, ...]
    seed: str
    entries: list[Entry] = field(default_factory=list)
    salt: str = ""
    origin: Origin | None = None
    resigned: Seat | None = None

    def new_game(self) -> Game:
        """The game this is a log of, under the rules of then.

        Raises :class:`~facedown.core.errors.BadLog` when this program has no such game, and its
        kind :class:`~facedown.core.errors.OtherRules` when it does not play it by those rules.
        """
        try:
            kind = game_class(self.game)
        except FacedownError as problem:
            raise BadLog(
                phrase("The log's game cannot be set up: {problem}", problem=problem.message)
            ) from None
        kind = kind.under(self.rules)
        options = kind.facts.renamed(self.options)
        try:
            for name in options:
                kind.facts.option(name)  # a name that is no option could be another parameter's
            return kind(self.seats, **options)
        except FacedownError as problem:
            raise BadLog(
                phrase("The log's game cannot be set up: {problem}", problem=problem.message)
            ) from None


def replay(game: Game, log: Log) -> State:
    """The state after all moves of a log, each of them verified, with what it says it found out.

    Raises ``BadLog`` at the first move that the rules do not allow.

    >>> from facedown.core import Match, new_game
    >>> match = Match(new_game("turing", cards="4,9,11,14"), seed="7")
    >>> replay(match.game, match.log).view(0) == match.view(0)
    True
    """
    state = game.start()
    for number, entry in enumerate(log.entries, 1):
        if entry.move is None:
            continue
        try:
            apply_move(state, entry.seat, entry.move, doubted=True)
        except FacedownError as problem:
            raise BadLog(
                phrase(
                    "Move {number} of the log cannot be made: {problem}",
                    number=number,
                    problem=problem.message,
                )
            ) from None
    return state


FALSE = Reason("false", "", "What it says it found out is not so.")


def apply_move(state: State, seat: Seat, move: Move, *, doubted: bool = False) -> Action:
    """Verifies a move and makes it; raises ``MalformedMove`` or ``IllegalMove`` otherwise.

    Returns the move as an action. Of a move that is ``doubted``, as a stranger may have recorded
    it, what it says it found out is found out anew, however long that takes.

    >>> from facedown.core import Match, new_game
    >>> from facedown.games.suspense.moves import Pass, Play
    >>> state = Match(new_game("suspense", 2, goal=0, dealer=1), seed="7").state()
    >>> seat = state.actors()[0]
    >>> apply_move(state, seat, Pass())
    Traceback (most recent call last):
        ...
    IllegalMove: On your first turn of a round you must play a card.
    >>> apply_move(state, seat, Play(card=state.view(seat).hand[0])) in range(15)
    True
    """
    action = state.action_of(seat, move)
    refusal = state.verify(seat, action)
    if refusal is None and doubted and state.is_false(action):
        refusal = FALSE()
    if refusal is not None:
        raise IllegalMove(refusal)
    state.apply(seat, action)
    return action


def _check(previous: str, form: dict[str, Json]) -> str:
    text = previous + json.dumps(form, sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(text.encode()).hexdigest()[:16]


def write_log(log: Log) -> str:
    """The text of a log file.

    >>> from facedown.core import Match, new_game
    >>> log = Match(new_game("turing", cards="4,9,11,14"), seed="7").log
    >>> read_log(write_log(log)) == log
    True
    """
    header = to_json(
        Header(
            facedown_log=FORMAT,
            game=log.game,
            rules=log.rules,
            seats=log.seats,
            options=dict(log.options),
            players=log.players,
            seed=log.seed,
            lines=len(log.entries),
            check="",
            salt=log.salt,
            origin=log.origin,
            resigned=log.resigned,
        )
    )
    for part, nothing in (("salt", ""), ("origin", None), ("resigned", None)):
        if header[part] == nothing:
            del header[part]
    lines, previous = [], ""
    for form in (header, *map(entry_to_json, log.entries)):
        form.pop("check", None)
        previous = _check(previous, form)
        lines.append(json.dumps({**form, "check": previous}))
    return "\n".join(lines) + "\n"


def entry_to_json(entry: Entry) -> dict[str, Json]:
    """The JSON form of a move or note.

    >>> entry_to_json(Entry(1, note="B is high"))
    {'seat': 1, 'note': 'B is high'}
    """
    seat: Json = "nature" if entry.seat == NATURE else entry.seat
    if entry.move is None:
        return {"seat": seat, "note": entry.note}
    return {"seat": seat, "move": move_to_json(entry.move)}


def read_log(text: str) -> Log:
    """Reads the text of a log file, be it of this version or of an older one.

    Raises :class:`~facedown.core.errors.BadLog` with one sentence when it was cut short, edited,
    or belongs to a game or a rules version that this program does not have.

    >>> from facedown.core import Match, new_game
    >>> text = write_log(Match(new_game("turing", cards="4,9,11,14"), seed="7").log)
    >>> log = read_log(text)
    >>> log.game, log.seats, log.seed
    ('turing', 1, '7')
    >>> read_log(text.replace("turing", "Turing"))
    Traceback (most recent call last):
        ...
    BadLog: Line 1 of the log does not match its checksum: it was edited.
    """
    return read_recorded(text).log()


def read_recorded(text: str) -> Recorded:
    """What stands in a log file, whether this program plays its game or not.

    Raises :class:`~facedown.core.errors.BadLog` when it was cut short or edited, or is no log.

    >>> from facedown.core import Match, new_game
    >>> log = Match(new_game("turing", cards="4,9,11,14"), seed="7").log
    >>> recorded = read_recorded(write_log(log))
    >>> recorded.header.rules == log.rules, recorded.entries[0]["move"]["move"]
    (True, 'laws')
    """
    forms, previous = [], ""
    if not text.strip():
        raise BadLog(phrase("The log is empty."))
    for number, line in enumerate(text.splitlines(), 1):
        try:
            form = json.loads(line)
            if "\\u" in line or not line.isascii():  # half a character stands for nothing
                json.dumps(form, ensure_ascii=False).encode()
        except (ValueError, RecursionError):
            raise BadLog(
                phrase("Line {number} of the log is not JSON: it may be cut short.", number=number)
            ) from None
        if not isinstance(form, dict):
            raise BadLog(phrase("Line {number} of the log is not an object.", number=number))
        if number == 1 and form.get("facedown_log") != FORMAT:
            raise BadLog(phrase("This is not a Facedown log, or one of another format."))
        check = form.pop("check", None)
        previous = _check(previous, form)
        if check != previous:
            raise BadLog(
                phrase(
                    "Line {number} of the log does not match its checksum: it was edited.",
                    number=number,
                )
            )
        forms.append(form)
    return _recorded(forms)


@dataclass(frozen=True, slots=True)
class Recorded:
    """What stands in the file of a log that is whole and unedited, whoever can play it.

    ``entries`` are its moves and notes as JSON, in the words of the program that wrote it.
    """

    header: Header
    entries: tuple[dict[str, Json], ...]

    def log(self) -> Log:
        """The log; raises ``BadLog``, or its kind ``OtherRules``, where this program has none."""
        return _log_from(self.header, self.entries)


def _recorded(forms: list[dict[str, Json]]) -> Recorded:
    try:
        header = from_json(Header, {**forms[0], "check": ""})
    except FacedownError as problem:
        raise BadLog(
            phrase("The log's first line cannot be read: {problem}", problem=problem.message)
        ) from None
    if header.lines != len(forms) - 1:
        raise BadLog(
            phrase(
                "The log is cut short: it should have {wanted} moves, not {forms}.",
                wanted=str(header.lines)[:20],
                forms=len(forms) - 1,
            )
        )
    if len(header.players) != header.seats:
        raise BadLog(
            phrase(
                "The log names {players} players for {seats} seats.",
                players=len(header.players),
                seats=str(header.seats)[:20],
            )
        )
    return Recorded(header, tuple(forms[1:]))


def _log_from(header: Header, entries: tuple[dict[str, Json], ...]) -> Log:
    log = Log(
        game=header.game,
        rules=header.rules,
        seats=header.seats,
        options=dict(header.options),
        players=header.players,
        seed=header.seed,
        salt=header.salt,
        origin=header.origin,
        resigned=header.resigned,
    )
    game = log.new_game()
    log.options = dict(game.options)
    log.entries = [entry_from_json(game, form, n) for n, form in enumerate(entries, 1)]
    made = sum(entry.move is not None for entry in log.entries)
    if log.origin is not None and not 0 <= log.origin.moves <= made:
        raise BadLog(phrase("The log cannot be read: it has fewer moves than those it began with."))
    return log


def entry_from_json(game: Game, form: Json, number: int) -> Entry:
    """A move or note from its JSON form; raises ``BadLog``, which names it by its number.

    >>> from facedown.core import new_game
    >>> entry_from_json(new_game("turing"), {"seat": 0, "note": "B is high"}, 1)
    Entry(seat=0, move=None, note='B is high')
    """
    natures = form.get("seat") == "nature"
    seat = NATURE if natures else form.get("seat")
    if type(seat) is not int or not (natures or 0 <= seat < game.seats):
        raise BadLog(phrase("Move {number} of the log has no proper seat.", number=number))
    if set(form) not in ({"seat", "move"}, {"seat", "note"}):
        raise BadLog(
            phrase(
                "Move {number} of the log cannot be read: it has other parts than it should.",
                number=number,
            )
        )
    if "note" in form:
        if natures or not isinstance(form["note"], str):
            raise BadLog(
                phrase(
                    "Move {number} of the log cannot be read: it is no seat's note.", number=number
                )
            )
        return Entry(seat, note=form["note"])
    try:
        return Entry(seat, move=game.move_from_json(form.get("move")))
    except FacedownError as problem:
        raise BadLog(
            phrase(
                "Move {number} of the log cannot be read: {problem}",
                number=number,
                problem=problem.message,
            )
        ) from None


def log_schema(facts: Facts) -> dict[str, Json]:
    """The JSON Schema of the lines of a log of this game.

    >>> from facedown.core.registry import game_class
    >>> form = log_schema(game_class("turing").facts)
    >>> form["title"], len(form["anyOf"])  # the header, moves and notes
    ('Turing Machine log line', 3)
    """
    check = {"type": "string", "pattern": "^[0-9a-f]{16}$"}
    seat = {"anyOf": [{"type": "integer", "minimum": 0}, {"const": "nature"}]}
    header = schema(Header)
    header["properties"]["check"] = check
    moves = {"anyOf": [schema(move) for move in facts.moves]}
    entries = [
        {
            "type": "object",
            "properties": {"seat": seat, key: form, "check": check},
            "required": ["seat", key, "check"],
            "additionalProperties": False,
        }
        for key, form in (("move", moves), ("note", {"type": "string"}))
    ]
    return {"title": f"{facts.title} log line", "anyOf": [header, *entries]}


@dataclass(frozen=True, slots=True)
class ShuffleCheck:
    """What checking a log's draws found.

    ``draws`` is how many nature made and ``first_mismatch`` the number of the first move (from 1)
    that does not follow from the seed, or None. ``fingerprint`` is what promises seed and salt.
    ``checked`` is false for a log of an older version, under which the same seed gave other draws:
    they stand in the log as they were, but nothing can be said of where they came from.
    """

    draws: int
    first_mismatch: int | None
    fingerprint: str
    checked: bool = True


def fingerprint(seed: str, salt: str) -> str:
    """The fingerprint by which a seed is promised before the first move: SHA-256 of both.

    The salt keeps a seed that could be guessed (a daily puzzle's) from being tried out.

    >>> fingerprint("7", "00")[:16]
    '6bcc2600d7a1f816'
    """
    return hashlib.sha256(f"{seed}|{salt}".encode()).hexdigest()


def draw(state: State, seed: str) -> Action:
    """Nature's move now, from a generator that belongs to this one draw of this seed.

    The generator is ``random.Random(f"{seed}/{name}")`` with the name that the state gives what is
    drawn, so that equal seeds draw alike whatever the seats have done.

    >>> from facedown.core.registry import new_game
    >>> state = new_game("suspense", 2, goal=0, dealer=1).start()
    >>> draw(state, "7") == draw(state, "7"), draw(state, "7") == draw(state, "8")
    (True, False)
    """
    return state.draw(random.Random(f"{seed}/{state.draw_name()}"))


def check_shuffle(log: Log) -> ShuffleCheck:
    """Draws all of nature's moves again from the log's seed and compares.

    Raises :class:`~facedown.core.errors.BadLog` when a move of the log cannot be made.

    >>> from facedown.core import Match, new_game
    >>> log = Match(new_game("suspense", 2, goal=0, dealer=1), seed="7").log
    >>> check_shuffle(log).first_mismatch is None
    True
    >>> log.seed = "8"  # these cards are not those of that seed
    >>> check_shuffle(log).first_mismatch
    1
    """
    game = log.new_game()
    under = game.facts.under(log.rules)
    checked = under is not None and under.same_draws
    state = game.start()
    moves = draws = 0
    first_mismatch = None
    for entry in log.entries:
        if entry.move is None:
            continue
        if entry.seat == NATURE:
            draws += 1
            looks = checked and first_mismatch is None
            if looks and entry.move != state.move_of(NATURE, draw(state, log.seed)):
                first_mismatch = moves + 1
        try:
            apply_move(state, entry.seat, entry.move)
        except FacedownError as problem:
            raise BadLog(
                phrase(
                    "Move {moves} of the log cannot be made: {problem}",
                    moves=moves + 1,
                    problem=problem.message,
                )
            ) from None
        moves += 1
    return ShuffleCheck(draws, first_mismatch, fingerprint(log.seed, log.salt), checked)
