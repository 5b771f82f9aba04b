"""Games as a table of decisions, for programs that learn: a Parquet file, a row a decision.

A row has the ``game`` (from 0), the ``seed``, the ``seat`` (from 0) and ``player`` who decided, how
many moves of seats were made before (``number``), the view as ``features`` (the observation of the
game's encoder) and as ``view`` (JSON, with the names of its parts), the ``legal`` actions as a
mask, the ``action`` (-1 for a rule in an open language), the ``move`` (JSON), and what became of
it: ``points`` of the seat and ``won``, its share of the win, both null where a game has no end.
Notes and nature's moves are left out. The metadata of the file has the game, its options and what
the features mean.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from importlib import import_module
from itertools import islice
from pathlib import Path
from typing import Any, Final

from facedown import __version__
from facedown.core.codec import to_json
from facedown.core.errors import BadOption, FacedownError, reason
from facedown.core.game import Game
from facedown.core.log import Log, apply_move
from facedown.core.messages import phrase
from facedown.core.moves import move_to_json
from facedown.core.seats import NATURE
from facedown.lab.encoding import encoder_of

ROWS_TOGETHER: Final = 5_000


def decisions_of(game: Game, log: Log, number: int = 0) -> Iterator[dict[str, Any]]:
    """A row for each decision of a log, in order.

    >>> from facedown.core import Match, new_game
    >>> match = Match(new_game("turing", cards="4,9,11,14"), seed="7")
    >>> match.play(0, 40)
    >>> (row,) = decisions_of(match.game, match.log)
    >>> row["seat"], row["action"], row["legal"][40], sum(row["legal"]), row["won"]
    (0, 40, True, 125, None)
    """
    encoder, state, made = encoder_of(game), game.start(), 0
    rows = list[dict[str, Any]]()
    for entry in log.entries:
        if entry.move is None:
            continue
        if entry.seat != NATURE:
            view = state.view(entry.seat)
            legal = [False] * game.actions
            for action in view.legal:
                legal[action] = True
            action_ = state.action_of(entry.seat, entry.move)
            rows.append(
                {
                    "game": number,
                    "seed": log.seed,
                    "seat": entry.seat,
                    "player": log.players[entry.seat],
                    "number": made,
                    "features": list(encoder.observation(view)),
                    "view": json.dumps(to_json(view), separators=(",", ":")),
                    "legal": legal,
                    "action": action_ if isinstance(action_, int) else -1,
                    "move": json.dumps(move_to_json(entry.move), separators=(",", ":")),
                }
            )
            made += 1
        apply_move(state, entry.seat, entry.move)
    outcome = state.outcome()
    for row in rows:
        row["points"] = row["won"] = None
        if outcome is not None:
            seat, winners = row["seat"], outcome.winners
            row["points"] = outcome.points[seat]
            row["won"] = 1 / len(winners) if seat in winners else 0.0
        yield row


def write_decisions(logs: Iterable[Log], path: Path) -> int:
    """Writes the decisions of games of one setting to a Parquet file; how many there are.

    Raises ``BadOption`` without pyarrow, for games of different settings or without a decision, and
    where the file is there already or cannot be written.
    """
    try:
        arrow: Any = import_module("pyarrow")
        parquet: Any = import_module("pyarrow.parquet")
    except ImportError:
        told = phrase("A Parquet file needs pyarrow: install facedown[parquet].")
        raise BadOption(told) from None
    games = iter(logs)
    first = next(games, None)
    if first is None:
        raise BadOption(phrase("There is no game to export."))
    game = first.new_game()
    schema = _schema(arrow, game)
    rows, written = _rows(game, first, games), 0
    part = path.with_name(f"{path.name}.part")
    if path.exists():
        raise BadOption(phrase("{path} is there already.", path=path))
    try:
        with parquet.ParquetWriter(part, schema, compression="zstd") as writer:
            while some := list(islice(rows, ROWS_TOGETHER)):
                writer.write_table(arrow.Table.from_pylist(some, schema=schema))
                written += len(some)
        if not written:
            raise BadOption(phrase("There is no game to export."))
        part.rename(path)
    except OSError as problem:
        why = reason(problem)
        raise BadOption(phrase("{path} cannot be written: {why}.", path=path, why=why)) from None
    finally:
        part.unlink(missing_ok=True)
    return written


def _rows(game: Game, first: Log, others: Iterable[Log]) -> Iterator[dict[str, Any]]:
    yield from decisions_of(game, first)
    for number, log in enumerate(others, 1):
        setting = (log.game, log.rules, log.seats, dict(log.new_game().options))
        if setting != (first.game, first.rules, first.seats, dict(game.options)):
            raise BadOption(
                phrase(
                    "The games are not all of one setting (game, seats, options); "
                    "export those of each by themselves."
                )
            )
        try:
            yield from decisions_of(game, log, number)
        except FacedownError as problem:
            raise BadOption(problem.message) from None


def _schema(arrow: Any, game: Game) -> Any:
    encoder = encoder_of(game)
    told = {
        "facedown": __version__,
        "game": game.facts.name,
        "seats": str(game.seats),
        "options": json.dumps(dict(game.options)),
        "features": (encoder.observation.__doc__ or type(encoder).__doc__ or "").strip(),
    }
    return arrow.schema(
        [
            ("game", arrow.int32()),
            ("seed", arrow.string()),
            ("seat", arrow.int8()),
            ("player", arrow.string()),
            ("number", arrow.int32()),
            ("features", arrow.list_(arrow.uint8(), encoder.observation_size)),
            ("view", arrow.string()),
            ("legal", arrow.list_(arrow.bool_(), game.actions)),
            ("action", arrow.int32()),
            ("move", arrow.string()),
            ("points", arrow.int32()),
            ("won", arrow.float32()),
        ],
        metadata=told,
    )
