"""The base class of resources. A resource is a serializer that writes answers and gives their schema."""

from collections.abc import Callable, Iterable
from functools import cache, cached_property
from operator import attrgetter
from typing import Any, Final

from rest_framework import serializers

from ..describe import meaning

Body = dict[str, Any]

ABSENT: Final = object()
"""The value of a field that is left out of the answer. Null would have another meaning."""


class Resource(serializers.Serializer):
    """Reads fields from an object and writes them in order.

        EntryResource.of(entry)

    A field with `required=False` is left out if its value is `ABSENT`, or if it is None and the field has no
    `allow_null`. Only times and nested resources are converted, since all other values have their field's
    type already. So writing a resource is as fast as writing a dictionary.
    """

    @classmethod
    def of(cls, thing: Any) -> Body:
        return _blank(cls).to_representation(thing)

    @classmethod
    def each(cls, things: Iterable[Any]) -> list[Body]:
        return list(map(_blank(cls).to_representation, things))

    def to_representation(self, instance: Any) -> Body:
        body = {}
        for name, value_of, written, nullable in self._parts:
            value = value_of(instance)
            if value is ABSENT or (value is None and not nullable):
                continue
            body[name] = value if value is None or written is None else written(value)
        return body

    @cached_property
    def _parts(self) -> list[tuple[str, Callable[[Any], Any], Callable[[Any], Any] | None, bool]]:
        """For each field: its name, the function that reads its value, the function that converts the value,
        and whether the answer shows None as null."""
        return [
            (name, self._value_of(field), _writer(field), field.allow_null or _is_always_there(field))
            for name, field in self.fields.items()
        ]

    def _value_of(self, field: serializers.Field) -> Callable[[Any], Any]:
        if isinstance(field, serializers.SerializerMethodField):
            method: Callable[[Any], Any] = getattr(self, str(field.method_name))
            return method
        source = str(field.source)
        if source == "*":
            return lambda thing: thing
        return _within(source.split(".")) if field.allow_null else attrgetter(source)


class RenderedResource(Resource):
    """A resource whose JSON is written elsewhere, for example by `competitions.standings`. The class only
    gives the schema."""

    def to_representation(self, instance: Body) -> Body:
        return instance


def _is_always_there(field: serializers.Field) -> bool:
    return field.required or isinstance(field, serializers.SerializerMethodField)


def _writer(field: serializers.Field) -> Callable[[Any], Any] | None:
    """The function that converts the values of a field; None if they need no conversion."""
    if isinstance(field, RenderedResource):
        return None
    if isinstance(field, serializers.ListSerializer):
        assert field.child is not None
        one = _writer(field.child)
        return list if one is None else lambda values: list(map(one, values))
    if isinstance(field, serializers.BaseSerializer | serializers.DateField | serializers.DateTimeField):
        return field.to_representation
    return None


def _within(steps: list[str]) -> Callable[[Any], Any]:
    """Return a function that reads the attributes `steps`, each from the value of the one before. It returns
    None as soon as a value is None."""

    def value_of(thing: Any) -> Any:
        for step in steps:
            if thing is None:
                break
            thing = getattr(thing, step)
        return thing

    return value_of


@cache
def _blank(resource: type[Resource]) -> Resource:
    """An instance of the resource for all answers. It is made only once, because copying its fields is slow.
    Writing does not change the instance, so threads can share it."""
    return resource()


class PageResource(RenderedResource):
    """A page of a list, with the addresses of the next and the previous page."""

    next = serializers.URLField(allow_null=True, help_text="The address of the next page; null at the end.")
    previous = serializers.URLField(
        allow_null=True, help_text="The address of the previous page; null at the beginning."
    )


@cache
def page_of(resource: type[Resource]) -> type[PageResource]:
    """The schema of a page of these resources, as a class."""
    name = f"{resource.__name__.removesuffix('Resource')}Page"
    results = resource(many=True, help_text="The items on this page.")
    page = type(name, (PageResource,), {"results": results, "__module__": resource.__module__})
    return meaning(f"A page of a list: each of its results is of the kind `{name.removesuffix('Page')}`.")(
        page
    )


def one_page(results: list[Any]) -> Body:
    """A whole list as one page, without a next or previous page."""
    return {"next": None, "previous": None, "results": results}
