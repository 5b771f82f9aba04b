"""A program that plays by tools alone: the SDK's own client, which reads what a model would."""

from __future__ import annotations

import random
import re
from typing import Any

from mcp.client.client import Client
from mcp_types import TextContent


class Caller:
    """Calls tools; ``errors`` has every refusal that was answered."""

    def __init__(self, client: Client) -> None:
        self.client = client
        self.data: dict[str, Any] = {}
        self.failed = False

    async def call(self, tool: str, **arguments: Any) -> str:
        """The text of an answer."""
        result = await self.client.call_tool(tool, arguments)
        (content,) = result.content
        assert isinstance(content, TextContent)
        self.failed = result.is_error
        self.data = result.structured_content or {}
        return content.text

    async def done(self, tool: str, **arguments: Any) -> str:
        """The text of an answer that is no refusal."""
        text = await self.call(tool, **arguments)
        assert not self.failed, text
        return text

    async def refused(self, tool: str, **arguments: Any) -> str:
        """The text of a refusal: sentences."""
        text = await self.call(tool, **arguments)
        assert self.failed, text
        assert "\n" not in text
        assert text.endswith(".")
        return text

    async def open(self, game: str, **more: Any) -> str:
        """The name of a new table."""
        text = await self.done("new_game", game=game, **more)
        found = re.match(r"Table (\w+) is open\.", text)
        assert found, text
        return found[1]

    async def sit(self, table: str, **more: Any) -> str:
        """The handle of a seat at a table."""
        ticket = (await self.done("ticket")).split()[0]
        text = await self.done("join", table=table, ticket=ticket, **more)
        found = re.search(r"Your handle: (\S+)", text)
        assert found, text
        return found[1]

    async def move(self, handle: str, rng: random.Random) -> bool:
        """Makes a move drawn from those that are open, if any is; False once the game is over."""
        text = await self.done("look", handle=handle, wait=25, data=True)
        if "The game is over." in text:
            return False
        if "It is your turn." not in text:
            return True
        move = rng.choice(self.data["moves"])
        await self.done("play", handle=handle, head=self.data["head"], move=move, wait=0)
        return True
