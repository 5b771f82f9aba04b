"""Schemathesis on the description: no request, however odd, breaks the server or lies to it."""

from __future__ import annotations

from typing import Any

import httpx
import schemathesis
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    status_code_conformance,
)
from tests.web.browser import Server
from tests.web.test_api import check

from facedown.web.api.openapi import OPERATIONS
from facedown.web.api.operations import Operation


def post(url: str, body: dict[str, object]) -> dict[str, str]:
    answer = httpx.post(url, json=body, timeout=60)
    assert answer.is_success, answer.text
    told: dict[str, str] = answer.json()
    return told


def check_answer(answer: schemathesis.Response, good: Operation) -> None:
    """Checks an answer's body; Schemathesis cannot read the tuples of JSON Schema 2020-12."""
    if answer.status_code == good.status and good.gives is not None:
        name = good.gives if isinstance(good.gives, str) else good.gives.__name__
        check(answer.json(), name)
    elif answer.status_code not in {good.status, 413, 429}:
        check(answer.json(), "Refused")


def test_odd_requests(server: Server) -> None:
    description = schemathesis.openapi.from_url(f"{server.base}/api/openapi.json")
    made = post(f"{server.base}/api/tables", {"game": "suspense", "seats": 2})
    table = made["table"]
    claims = [post(f"{server.base}/api/tables/{table}/claim", {}) for _ in range(2)]
    secrets = ["", "x", made["host_secret"], *(claim["secret"] for claim in claims)]
    statuses: set[int] = set()
    described = {(op.method.upper(), f"/api{op.path}"): op for op in OPERATIONS}

    def try_out(operation: Any, good: Operation) -> None:
        @settings(max_examples=8, suppress_health_check=list(HealthCheck), database=None)
        @given(case=operation.as_strategy(), here=st.booleans(), secret=st.sampled_from(secrets))
        def ask(case: Any, here: bool, secret: str) -> None:
            if here and "table" in (case.path_parameters or {}):
                case.path_parameters["table"] = table
            case.query.pop("wait", None)
            answer = case.call(headers={"authorization": f"Bearer {secret}"} if secret else {})
            statuses.add(answer.status_code)
            case.validate_response(
                answer,
                checks=[not_a_server_error, content_type_conformance, status_code_conformance],
            )
            check_answer(answer, good)

        ask()

    for found in description.get_all_operations():
        operation: Any = found.ok()  # type: ignore[union-attr]  # an Err has no such method
        good = described[(operation.method.upper(), operation.path)]
        if good.media != "text/event-stream":  # which has no end to be read to
            try_out(operation, good)
    assert statuses >= {200, 400, 401, 403, 404}
