"""What values may be, from a JSON schema and from types of Python, in one form in which the two compare."""

from __future__ import annotations

import types
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import (
    Any,
    Literal,
    NotRequired,
    TypeVar,
    Union,
    get_args,
    get_origin,
    get_type_hints,
    is_typeddict,
)


@dataclass
class Shape:
    """One of several things. Its `words` are `null`, `boolean`, `integer`, `number`, `string`, `any`, or
    values in quotes."""

    words: set[str] = field(default_factory=set)
    objects: list[dict[str, tuple[bool, Shape]]] = field(default_factory=list)
    """Each of fields, and whether a field is always there."""
    lists: list[Shape] = field(default_factory=list)
    maps: list[Shape] = field(default_factory=list)

    def __or__(self, other: Shape) -> Shape:
        return Shape(
            self.words | other.words,
            self.objects + other.objects,
            self.lists + other.lists,
            self.maps + other.maps,
        )

    def without_null(self) -> Shape:
        return Shape(self.words - {"null"}, self.objects, self.lists, self.maps)


ANY = "any"


AGAIN = Shape({"again"})
"""What is within itself."""

_open: list[str] = []


def _once(name: str, shape: Callable[[], Shape]) -> Shape:
    """A shape with a name, but for those of that name within it."""
    if name in _open:
        return AGAIN
    _open.append(name)
    try:
        return shape()
    finally:
        _open.pop()


def of_schema(schema: Mapping[str, Any], named: Mapping[str, Any]) -> Shape:
    """`named` are the schemas that are meant by their names."""
    if "$ref" in schema:
        name = schema["$ref"].rpartition("/")[2]
        return _once(name, lambda: of_schema(named[name], named))
    for word in ("oneOf", "anyOf"):
        if word in schema:
            return _one_of([of_schema(each, named) for each in schema[word]])
    if "allOf" in schema:
        (whole,) = schema["allOf"]
        return of_schema(whole, named)
    if "const" in schema:
        return Shape({repr(schema["const"])})
    if "enum" in schema:
        return Shape({"null" if value is None else repr(value) for value in schema["enum"]})
    told = schema.get("type", ANY)
    return _one_of([_of_type(each, schema, named) for each in ([told] if isinstance(told, str) else told)])


def _of_type(word: str, schema: Mapping[str, Any], named: Mapping[str, Any]) -> Shape:
    if word == "array":
        return Shape(lists=[of_schema(schema["items"], named)])
    if word == "object" and "properties" in schema:
        required = schema.get("required", ())
        fields = schema["properties"].items()
        return Shape(objects=[{name: (name in required, of_schema(each, named)) for name, each in fields}])
    if word == "object":
        return Shape(maps=[of_schema(schema.get("additionalProperties") or {}, named)])
    return Shape({word})


WORDS = {
    str: "string",
    int: "integer",
    float: "number",
    bool: "boolean",
    types.NoneType: "null",
    Any: ANY,
    bytes: "string",
}


def of_type(kind: Any, known: Mapping[Any, Any] | None = None) -> Shape:
    """`known` are the types that variables stand for."""
    known = known or {}
    if isinstance(kind, TypeVar):
        return of_type(known[kind])
    origin, arguments = get_origin(kind), get_args(kind)
    if is_typeddict(origin or kind):
        found = origin or kind
        return _once(found.__name__, lambda: _of_typed_dict(found, arguments, known))
    if origin is Literal:
        return Shape({repr(value) for value in arguments})
    if origin in (Union, types.UnionType):
        return _one_of([of_type(each, known) for each in arguments])
    if origin in (list, Sequence):
        return Shape(lists=[of_type(arguments[0], known)])
    if origin in (dict, Mapping):
        return Shape(maps=[of_type(arguments[1], known)])
    return Shape({WORDS[kind]})


def _of_typed_dict(kind: Any, arguments: Sequence[Any], known: Mapping[Any, Any]) -> Shape:
    meant = {each: known.get(given, given) for each, given in _variables(kind, arguments)}
    fields = {}
    for name, hint in get_type_hints(kind, include_extras=True).items():
        left_out = get_origin(hint) is NotRequired
        always = name in kind.__required_keys__ and not left_out
        fields[name] = always, of_type(get_args(hint)[0] if left_out else hint, meant)
    return Shape(objects=[fields])


def _variables(kind: Any, arguments: Sequence[Any]) -> Iterator[tuple[Any, Any]]:
    yield from zip(getattr(kind, "__parameters__", ()), arguments, strict=False)
    for base in getattr(kind, "__orig_bases__", ()):
        if is_typeddict(get_origin(base)):
            yield from _variables(get_origin(base), get_args(base))


def _one_of(several: Sequence[Shape]) -> Shape:
    whole = Shape()
    for each in several:
        whole |= each
    return whole


def differences(ours: Shape, theirs: Shape, at: str = "it") -> Iterator[str]:
    """Where the client's type, `ours`, is another than the schema's. Of what may be anything there, it may
    know more."""
    if theirs.words == {ANY}:
        return
    if ours.words != theirs.words:
        yield f"{at} is {sorted(ours.words)} in the client, {sorted(theirs.words)} in the schema"
    yield from _inside(ours.lists, theirs.lists, at, "list", "each")
    yield from _inside(ours.maps, theirs.maps, at, "map", "value")
    if len(ours.objects) != len(theirs.objects):
        yield f"{at} is one of {len(ours.objects)} objects in the client, {len(theirs.objects)} in the schema"
    for our_fields, their_fields in zip(ours.objects, theirs.objects, strict=False):
        yield from _fields(our_fields, their_fields, at)


def _inside(ours: Sequence[Shape], theirs: Sequence[Shape], at: str, what: str, part: str) -> Iterator[str]:
    if len(ours) < len(theirs):
        yield f"{at} is no {what} in the client"
    elif len(ours) > len(theirs):
        yield f"{at} is a {what} in the client alone"
    for our, their in zip(ours, theirs, strict=False):
        yield from differences(our, their, f"{at}.{part}")


def _fields(
    ours: Mapping[str, tuple[bool, Shape]], theirs: Mapping[str, tuple[bool, Shape]], at: str
) -> Iterator[str]:
    for name in [*theirs, *(name for name in ours if name not in theirs)]:
        inner = f"{at}.{name}"
        if name not in ours:
            yield f"{inner} is missing in the client"
        elif name not in theirs:
            yield f"{inner} is not in the schema"
        else:
            (our_always, our), (their_always, their) = ours[name], theirs[name]
            if our_always != their_always:
                yield f"{inner} is always there {'in the client' if our_always else 'in the schema'} alone"
            yield from differences(our, their, inner)
