"""What an answer is made of."""

from typing import Any

Body = dict[str, Any]
