"""Gives a method the name, the parameters and the docstring of its call, so that `help`, editors and
`inspect.signature` show them."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from typing import Any, TypeVar

T = TypeVar("T", bound=Callable[..., Any])


def dressed(method: T, call: Callable[..., Any], gives: str = "{}") -> T:
    """The method with the call's name, docstring and parameters. In its return type, the call's answer takes
    the place of `{}` in `gives`.

    >>> def me() -> Call[Me]:
    ...     '''The player whose token this is.'''
    >>> print(inspect.signature(dressed(lambda self: None, me, "Awaitable[{}]")))
    (self, /) -> 'Awaitable[Me]'
    """
    signature = inspect.signature(call)
    answer = str(signature.return_annotation).removeprefix("Call[").removesuffix("]")
    if "Iterator" in gives:
        answer = answer.removeprefix("Page[").removesuffix("]")
    own = inspect.Parameter("self", inspect.Parameter.POSITIONAL_ONLY)
    method.__name__, method.__doc__ = call.__name__, call.__doc__
    method.__signature__ = signature.replace(  # type: ignore[attr-defined]  # `help` reads this attribute
        parameters=[own, *signature.parameters.values()], return_annotation=gives.format(answer)
    )
    return method
