"""Waiting, in an event loop, until something has happened."""

import asyncio
from collections.abc import Callable

from .running import PATIENCE_S


async def until(happened: Callable[[], object]) -> None:
    async with asyncio.timeout(PATIENCE_S):
        while not happened():
            await asyncio.sleep(0.002)
