"""What a seat sees, does, notes and says."""

from __future__ import annotations

from typing import Any

from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from facedown.core.codec import to_json
from facedown.core.errors import BadRecord
from facedown.core.moves import move_to_json
from facedown.web.api import forms
from facedown.web.api.answers import answer, in_json, need_secret, read, secret_of, table_of


@in_json
async def view(request: Request) -> Response:
    """The game as one's seat, or an onlooker, may know it."""
    tables, name = table_of(request)
    shot = await tables.watching.snapshot(name, secret_of(request), after=None)
    seen = shot.seen()
    return JSONResponse({"head": shot.head, "words": shot.game.show(seen), "view": to_json(seen)})


@in_json
async def legal(request: Request) -> Response:
    """The moves open to one's seat."""
    tables, name = table_of(request)
    shot = await tables.watching.snapshot(name, need_secret(request), after=None)
    prompt = shot.game.prompt(shot.seen())
    typed = shot.game.typed
    listed = [
        forms.LegalMove(action, move_to_json(move), typed(move)) for action, move in shot.legal
    ]
    return answer(forms.LegalMoves(shot.head, prompt, tuple(listed)))


@in_json
async def play(request: Request) -> Response:
    """Makes a move."""
    tables, name = table_of(request)
    secret = need_secret(request)
    asked = await read(request, forms.SendMove)
    given = [part for part in (asked.action, asked.move, asked.line) if part is not None]
    if len(given) != 1:
        raise BadRecord("Send one of action, move and line.")
    more: dict[str, Any] = {"expected": asked.expected, "client": asked.client}
    if asked.line is not None:
        done = await tables.moving.act_in_words(name, secret, asked.line, **more)
    else:
        done = await tables.moving.act(name, secret, given[0], **more)
    return answer(done)


@in_json
async def read_back(request: Request) -> Response:
    """What a typed move would mean; nothing is made."""
    tables, name = table_of(request)
    secret = need_secret(request)
    asked = await read(request, forms.ReadLine)
    head, back = await tables.moving.read_back(name, secret, asked.line)
    if back is None:
        return answer(forms.LineRead(head, None))
    move = None if back.move is None else move_to_json(back.move)
    said = forms.SaidBack(
        move, back.meaning, back.warnings, back.completions, back.confirm, back.problem
    )
    return answer(forms.LineRead(head, said))


@in_json
async def standing(request: Request) -> Response:
    """What one's own seat has answered in advance."""
    tables, name = table_of(request)
    said = await tables.standing.said(name, need_secret(request))
    return answer(forms.AnsweredInAdvance(said))


@in_json
async def answer_in_advance(request: Request) -> Response:
    """Answers a kind of question in advance."""
    tables, name = table_of(request)
    secret = need_secret(request)
    asked = await read(request, forms.AnswerInAdvance)
    done = await tables.standing.say(
        name, secret, asked.question, asked.answer, asked.lasts, asked.client
    )
    return answer(done)


@in_json
async def undo(request: Request) -> Response:
    """Takes one's last move back."""
    tables, name = table_of(request)
    asked = await read(request, forms.Undo)
    done = await tables.moving.undo(
        name, need_secret(request), expected=asked.expected, client=asked.client
    )
    return answer(done)


@in_json
async def notes(request: Request) -> Response:
    """One's own notes, oldest first."""
    tables, name = table_of(request)
    return JSONResponse({"notes": list(await tables.moving.notes(name, need_secret(request)))})


@in_json
async def note(request: Request) -> Response:
    """Keeps a note."""
    tables, name = table_of(request)
    asked = await read(request, forms.SendText)
    done = await tables.moving.note(name, need_secret(request), asked.text, asked.client)
    return answer(done)


@in_json
async def aid(request: Request) -> Response:
    """What an aid says: its words, and what of the things on the table."""
    tables, name = table_of(request)
    aid = request.path_params["aid"]
    advice = await tables.moving.aid(name, need_secret(request), aid)
    return JSONResponse({"aid": aid, "words": advice.words, "marks": to_json(advice.marks)})


@in_json
async def say(request: Request) -> Response:
    """Says something to everybody."""
    tables, name = table_of(request)
    asked = await read(request, forms.SendText)
    done = await tables.moving.say(
        name, asked.text, secret=secret_of(request), name=asked.name, client=asked.client
    )
    return answer(done)
