"""The tools over the protocol: a server of the SDK, which asks :mod:`facedown.web.mcp.tools`."""

from __future__ import annotations

import logging
from collections.abc import Callable
from typing import Any, Final

import mcp_types
from mcp.server.lowlevel import Server
from mcp.server.stdio import stdio_server

import facedown
from facedown.core.errors import FacedownError
from facedown.table import Tables
from facedown.table.tables import ServerSettings
from facedown.web.mcp import tools, words

log = logging.getLogger("facedown.web")

INSTRUCTIONS: Final = (
    "Card games in which something lies face down, against bots, people and other programs. "
    "games lists them; new_game opens a table; ticket and join give you a seat and its handle; "
    "rules tells the rules of that table and how moves are typed; then look and play until the "
    "game is over. Every answer ends with what to do next. A handle is a secret: whoever has it "
    f"plays your seat. {words.OTHERS_TEXTS}"
)

BROKEN: Final = "Something here is broken. Call look, and go on from what it tells."

Doors = Callable[[Any], tools.Door]
"""Makes of the SDK's context of a call what the tools are called with."""


def _listed(tool: type[tools.Tool]) -> mcp_types.Tool:
    return mcp_types.Tool(
        name=tool.tool,
        description=tool.described(),
        input_schema=tool.input_schema(),
        annotations=mcp_types.ToolAnnotations(
            read_only_hint=not tool.changes,
            destructive_hint=False,
            idempotent_hint=tool is not tools.NewGame,
            open_world_hint=False,
        ),
    )


def new_server(door: Doors) -> Server[Any]:
    """A server of the tools, each called with the door that is made for the call."""

    async def listed(_context: Any, _params: Any) -> mcp_types.ListToolsResult:
        return mcp_types.ListToolsResult(tools=[_listed(tool) for tool in tools.TOOLS.values()])

    async def called(
        context: Any, params: mcp_types.CallToolRequestParams
    ) -> mcp_types.CallToolResult:
        try:
            call, opened = tools.read(params.name, params.arguments), door(context)
            with opened.admitted(call):
                answer = await call.run(opened)
        except FacedownError as problem:
            _note(params.name, "refused")
            return _result(tools.ToolAnswer(tools.refused(problem)), error=True)
        except Exception:
            log.exception("broken")  # its own words may hold anything; they go nowhere
            return _result(tools.ToolAnswer(BROKEN), error=True)
        _note(params.name, "answered")
        return _result(answer)

    return Server(
        "facedown",
        version=facedown.__version__,
        instructions=INSTRUCTIONS,
        on_list_tools=listed,
        on_call_tool=called,
    )


def _note(name: str, result: str) -> None:
    """Logs a call: no argument, as there are secrets among them."""
    log.info("tool", extra={"route": name if name in tools.TOOLS else "-", "why": result})


def _result(answer: tools.ToolAnswer, *, error: bool = False) -> mcp_types.CallToolResult:
    content: list[mcp_types.ContentBlock] = [mcp_types.TextContent(text=answer.text)]
    return mcp_types.CallToolResult(content=content, structured_content=answer.data, is_error=error)


async def over_stdio(url: str, settings: ServerSettings, bearer: str = "") -> None:
    """Serves the tables of a store over standard input and output, until that is closed."""
    async with Tables.open(url, settings) as tables, stdio_server() as (reads, writes):
        server = new_server(lambda _context: tools.Door(tables, bearer))
        await server.run(reads, writes, server.create_initialization_options())
