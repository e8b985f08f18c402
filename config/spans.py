"""Traces for OpenTelemetry: a span for each request, and one for each database statement in it.

A request's span names the route, and a statement's span has the SQL. No span has a path, a value of a
statement or the words of an error, because these may hold secrets or hidden cards.
"""

from collections.abc import Callable
from contextlib import AbstractContextManager
from typing import Any

from django.db import connection
from django.http import HttpRequest, HttpResponse
from opentelemetry.exporter.otlp.proto.http.trace_exporter import OTLPSpanExporter
from opentelemetry.sdk.resources import SERVICE_NAME, OTELResourceDetector, Resource
from opentelemetry.sdk.trace import TracerProvider
from opentelemetry.sdk.trace.export import BatchSpanProcessor
from opentelemetry.trace import Span, SpanKind, StatusCode

from competitions.metrics import route_of

from .tracing import METHODS, REQUEST_ID


def traced(answer_to: Callable[[HttpRequest], HttpResponse]) -> Callable[[HttpRequest], HttpResponse]:
    """Send a span of each request to the collector, a few seconds later and from another thread."""
    named = Resource({SERVICE_NAME: "evendeal"}).merge(OTELResourceDetector().detect())
    provider = TracerProvider(resource=named)
    provider.add_span_processor(BatchSpanProcessor(OTLPSpanExporter()))
    tracer = provider.get_tracer("evendeal")

    def span_of(name: str, kind: SpanKind) -> AbstractContextManager[Span]:
        return tracer.start_as_current_span(
            name, kind=kind, record_exception=False, set_status_on_exception=False
        )

    def timed(execute: Callable[..., Any], sql: str, params: Any, many: bool, context: Any) -> Any:
        with span_of(sql.partition(" ")[0], SpanKind.CLIENT) as span:
            span.set_attribute("db.system.name", connection.vendor)
            span.set_attribute("db.query.text", sql)
            return execute(sql, params, many, context)

    def middleware(request: HttpRequest) -> HttpResponse:
        with span_of("request", SpanKind.SERVER) as span, connection.execute_wrapper(timed):
            answer = answer_to(request)
            route = route_of(request)
            method = request.method if request.method in METHODS else "other"
            span.update_name(f"{method} {route}")
            span.set_attribute("http.route", route)
            span.set_attribute("http.response.status_code", answer.status_code)
            span.set_attribute("evendeal.request_id", REQUEST_ID.get() or "")
            if answer.status_code >= 500:
                span.set_status(StatusCode.ERROR)
            return answer

    return middleware
