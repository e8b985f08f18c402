"""Sending at once, without a task and without a turn of the event loop."""

from typing import Any


def push_bytes(transport: Any, data: bytes) -> bool:
    """Hand bytes to the system; or give False and send nothing, if it has not taken the last ones."""
    if transport.dataBuffer or transport._tempDataBuffer:
        return False
    sent = transport.writeSomeData(data)
    if isinstance(sent, int) and sent < len(data):  # no number if it is lost: whoever reads it will hear
        transport.write(data[sent:])
    return True
