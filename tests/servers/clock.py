"""The service as tests serve it, with a clock that a test sets."""

from . import set_clock
from .site import application

__all__ = ["application", "set_clock"]
