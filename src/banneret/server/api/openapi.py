"""OpenAPI 3.1 description of the HTTP API, generated from handlers and their structs."""

from __future__ import annotations

import inspect
from collections.abc import Iterator
from functools import cache
from typing import Annotated, Any, Final, NamedTuple, get_args, get_origin

import msgspec
from litestar import Litestar, Request, Response, get
from litestar.handlers import HTTPRouteHandler
from litestar.params import BodyKwarg, KwargDefinition
from litestar.routes import HTTPRoute
from msgspec import Meta

import banneret
from banneret.kernel.schemas import json_schemas
from banneret.server.api.openapi_examples import EXAMPLES
from banneret.server.api.openapi_forms import ANSWERS, BODIES, MEANING, PROBLEMS, REDIRECTING, ProblemDetails
from banneret.server.people.credentials import COOKIE
from banneret.server.problems import STATUS

PROBLEM_TYPE: Final = "application/problem+json"
JSON_TYPE: Final = "application/json"

_GIVEN: Final = frozenset({"self", "services", "person", "signed_in", "request"})
"""Parameters of handlers that are not part of requests."""
_SAID: Final = {200: "Done.", 201: "Created.", 204: "Done; no content."}
_METHODS: Final = ("GET", "POST", "PUT", "PATCH", "DELETE")
_REF: Final = "#/components/schemas/{name}"


class _Parameter(NamedTuple):
    name: str
    where: str
    required: bool
    type: Any
    default: Any
    description: str | None


def document(app: Litestar) -> dict[str, Any]:
    """Return the OpenAPI description of an application as plain data."""
    operations = sorted(_operations(app), key=lambda one: (one[0], _METHODS.index(one[1])))
    wanted: list[Any] = [ProblemDetails]
    for path, _, handler in operations:
        wanted += [one.type for one in _parameters(path, handler)]
        wanted += [kind for kind in (_body(handler), _answer(handler)[1]) if kind is not None]
    schemas, components = json_schemas(wanted, _REF)
    found = dict(zip(map(repr, wanted), schemas, strict=True))
    for kind, example in EXAMPLES.items():
        components[kind.__name__]["examples"] = [msgspec.to_builtins(example, str_keys=True)]
    paths: dict[str, dict[str, Any]] = {}
    for path, method, handler in operations:
        paths.setdefault(path, {})[method.lower()] = _operation(path, method, handler, found)
    whole = {
        "openapi": "3.1.0",
        "info": {
            "title": "banneret",
            "version": banneret.__version__,
            "summary": "Tables, people and live play.",
            "description": "See docs/api.md for explanations and for the WebSocket.",
            "license": {"name": "MIT", "identifier": "MIT"},
        },
        "servers": [{"url": "/"}],
        "security": [{}, {"cookie": []}, {"token": []}],
        "paths": paths,
        "components": {
            "schemas": dict(sorted(components.items())),
            "securitySchemes": {
                "cookie": {"type": "apiKey", "in": "cookie", "name": COOKIE},
                "token": {"type": "http", "scheme": "bearer"},
            },
        },
    }
    plain: dict[str, Any] = _modern(msgspec.to_builtins(whole, str_keys=True))
    return plain


def bodies(app: Litestar) -> tuple[list[Any], list[Any]]:
    """Return the types of all request bodies, and of all responses."""
    handlers = [handler for _, _, handler in _operations(app)]
    taken, given = [_body(one) for one in handlers], [_answer(one)[1] for one in handlers]
    return [one for one in taken if one is not None], [*(one for one in given if one is not None), ProblemDetails]


def _modern(data: Any) -> Any:
    """Convert tuples from msgspec's older JSON Schema draft to 2020-12."""
    if isinstance(data, list):
        return [_modern(one) for one in data]
    if not isinstance(data, dict):
        return data
    found = {name: _modern(value) for name, value in data.items()}
    if isinstance(found.get("items"), list):
        found["prefixItems"] = found.pop("items")  # `maxItems` excludes further items
    return found


def written(app: Litestar) -> bytes:
    """Return the description as served and committed."""
    return msgspec.json.format(msgspec.json.encode(document(app)), indent=2) + b"\n"


@get("/api/v1/openapi.json", operation_id="openapi", summary="This description", tags=["operating"])
async def openapi(request: Request[Any, Any, Any]) -> Response[bytes]:
    """Return this description of all operations, as OpenAPI 3.1."""
    return Response(_kept(request.app), media_type=JSON_TYPE)


@cache
def _kept(app: Litestar) -> bytes:
    return written(app)


def _operations(app: Litestar) -> Iterator[tuple[str, str, HTTPRouteHandler]]:
    for route in app.routes:
        if isinstance(route, HTTPRoute):
            for handler in route.route_handlers:
                if handler.resolve_include_in_schema():
                    for method in handler.http_methods:
                        yield route.path_format, str(method), handler


def _operation(path: str, method: str, handler: HTTPRouteHandler, schemas: dict[str, Any]) -> dict[str, Any]:
    media, answer = _answer(handler)
    body = _body(handler)
    found: dict[str, Any] = {
        "operationId": handler.operation_id,
        "summary": handler.summary,
        "description": inspect.getdoc(handler.fn) or "",
        "tags": sorted(handler.resolve_tags()),
    }
    parameters = [_parameter(one, schemas) for one in _parameters(path, handler)]
    if parameters:
        found["parameters"] = parameters
    if body is not None:
        kind = BODIES.get(str(handler.operation_id), (JSON_TYPE, None))[0]
        found["requestBody"] = {"required": True, "content": {kind: {"schema": schemas[repr(body)]}}}
    said: dict[str, Any] = {"description": _SAID.get(handler.status_code, "Done.")}
    if answer is not None:
        said["content"] = {media: {"schema": schemas[repr(answer)]}}
    moved = {"302": {"description": "Found at another URL."}} if handler.operation_id in REDIRECTING else {}
    found["responses"] = {str(handler.status_code): said} | moved | _problems(path, method, handler)
    if "signed_in" in handler.parsed_fn_signature.parameters:
        found["security"] = [{"cookie": []}, {"token": []}]
    return found


def kinds_of(path: str, method: str, handler: HTTPRouteHandler) -> tuple[str, ...]:
    """Return the kinds of problems that an operation may return."""
    kinds: set[str] = set(PROBLEMS.get(str(handler.operation_id), ()))
    if path.startswith("/api/"):
        kinds |= {"too-many", "storage"}
    if _parameters(path, handler) or _body(handler) is not None:
        kinds |= {"bad-request"}
    if _body(handler) is not None:
        kinds |= {"too-large"}
    if method != "GET":
        kinds |= {"not-allowed"}  # from a page of another site
    if "{" in path:
        kinds |= {"not-found"}
    if "signed_in" in handler.parsed_fn_signature.parameters:
        kinds |= {"not-signed-in"}
    return tuple(kind for kind in STATUS if kind in kinds)


def _problems(path: str, method: str, handler: HTTPRouteHandler) -> dict[str, Any]:
    by_status: dict[int, list[str]] = {}
    for kind in kinds_of(path, method, handler):
        by_status.setdefault(STATUS[kind], []).append(kind)
    return {
        str(status): {
            "description": " ".join(f"`{kind}`: {MEANING[kind]}" for kind in kinds),
            "content": {PROBLEM_TYPE: {"schema": {"$ref": _REF.format(name="ProblemDetails")}}},
        }
        for status, kinds in sorted(by_status.items())
    }


def _parameters(path: str, handler: HTTPRouteHandler) -> list[_Parameter]:
    found = []
    for name, field in handler.parsed_fn_signature.parameters.items():
        given = field.kwarg_definition
        if name in _GIVEN or isinstance(given, BodyKwarg):
            continue
        where = "path" if f"{{{name}}}" in path else "header" if _header(given) else "query"
        limits = _limits(given)
        annotation = Annotated[field.annotation, Meta(**limits)] if limits else field.annotation
        if limits and type(None) in get_args(field.annotation):
            inner = next(one for one in get_args(field.annotation) if one is not type(None))
            annotation = Annotated[inner, Meta(**limits)] | None
        described = getattr(given, "description", None)
        has = field.default is not inspect.Parameter.empty and not field.is_required
        default = field.default if has else ...
        found.append(_Parameter(_header(given) or name, where, not has, annotation, default, described))
    return found


def _header(given: Any) -> str | None:  # Litestar's definition of a parameter
    header: str | None = getattr(given, "header", None)
    if header is None and type(given).__name__ == "HeaderParameter":
        header = given.name
    return header


def _limits(given: KwargDefinition | Any) -> dict[str, Any]:  # a dependency has none
    names = ("ge", "le", "min_length", "max_length", "pattern")
    return {name: value for name in names if (value := getattr(given, name, None)) is not None}


def _parameter(one: _Parameter, schemas: dict[str, Any]) -> dict[str, Any]:
    schema = schemas[repr(one.type)]
    if "anyOf" in schema:  # null is expressed by omission
        (schema,) = [part for part in schema["anyOf"] if part != {"type": "null"}]
    elif None in schema.get("enum", ()):
        schema = schema | {"enum": [value for value in schema["enum"] if value is not None]}
    if one.default is not ... and one.default is not None:
        schema = schema | {"default": one.default}
    found = {"name": one.name, "in": one.where, "required": one.required, "schema": schema}
    return found | ({"description": one.description} if one.description else {})


def _body(handler: HTTPRouteHandler) -> Any:  # a type, or None
    field = handler.parsed_fn_signature.parameters.get("data")
    if field is not None:
        return field.annotation
    return BODIES.get(str(handler.operation_id), (None, None))[1]


def _answer(handler: HTTPRouteHandler) -> tuple[str, Any]:
    """Return media type and type of an operation's response; the type is None if it is empty."""
    if handler.operation_id in ANSWERS:
        return ANSWERS[handler.operation_id]
    kind = handler.parsed_fn_signature.return_type.annotation
    if get_origin(kind) is Response:
        (kind,) = get_args(kind)
    return JSON_TYPE, None if kind in (None, type(None)) else kind
