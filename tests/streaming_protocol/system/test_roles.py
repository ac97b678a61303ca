"""Who sees what: an operator no content by any route, a stranger nothing at all."""

from datetime import timedelta
from typing import cast

import pytest
from starlette.routing import Route

from labs.streaming_protocol.client import Body, Client
from labs.streaming_protocol.tokens import LIFETIME, OPERATOR, OWNER, Tokens
from tests.streaming_protocol.system.rig import Rig

SECRET = "planted-4711"
CONTENT = (SECRET, "parcel", "ada@example.org", "I have read", "receipt", "payload_hash")
POSTS = ("cancel", "continue", "approvals/{approval}", "readers/x/credit")


async def waiting(rig: Rig) -> tuple[str, str]:
    """A response of Ada's that waits for an approval: the two ids."""
    response_id = await rig.client.create(f"Search, then mail Ada. {SECRET}")
    approval = await rig.approval(response_id)
    return response_id, str(approval["approval_id"])


async def test_the_owner_sees_it_all(rig: Rig) -> None:
    response_id, _ = await waiting(rig)
    body = str(await rig.client.get(response_id))
    assert all(word in body for word in CONTENT if word != "receipt")


async def test_an_operator_sees_states_and_figures(rig: Rig) -> None:
    response_id, _ = await waiting(rig)
    body = await rig.system.operator.get(response_id)
    assert (body["response_id"], body["status"]) == (response_id, "streaming")
    tools = cast(list[Body], body["tools"])
    assert [tool["phase"] for tool in tools] == ["committed", "waiting"]


def routes(rig: Rig, **ids: str) -> list[tuple[str, str]]:
    """Every route that the endpoint has, with each of its methods."""
    found = [route for route in rig.system.endpoint.app().routes if isinstance(route, Route)]
    return [(m, route.path.format(**ids)) for route in found for m in sorted(route.methods or ())]


@pytest.mark.parametrize("state", ["waiting", "ended", "archived"])
async def test_an_operator_reads_no_content_by_any_route(rig: Rig, state: str) -> None:
    response_id, approval_id = await waiting(rig)
    approval = await rig.approval(response_id)
    if state != "waiting":
        await rig.client.decide(approval)
        await rig.ended(response_id)
    if state == "archived":
        await rig.system.desk.journal.archive(rig.system.clock.now() + timedelta(days=1))
    before = await rig.stored(response_id)
    wanted = {"text": SECRET, "granted": True, "payload_hash": approval["payload_hash"]}
    operator, opened = rig.system.operator, set()
    for method, path in routes(rig, response=response_id, approval=approval_id, reader="x"):
        answer = await operator._http.request(
            method,
            f"{operator._url}{path}",
            headers=operator._headers,
            json=wanted if method == "POST" else None,
        )
        said = f"{answer.text} {answer.headers}"
        assert not any(word in said for word in CONTENT), path
        assert answer.status_code in (200, 403), path
        opened |= {path} if answer.status_code == 200 else set()
    assert opened == {f"/responses/{response_id}", "/metrics"}
    assert await rig.stored(response_id) == before


async def test_an_operator_changes_nothing(rig: Rig) -> None:
    response_id, approval_id = await waiting(rig)
    before = await rig.stored(response_id)
    for path in POSTS:
        route = f"/responses/{response_id}/{path.format(approval=approval_id)}"
        assert (await rig.system.operator.post(route, {})).status_code == 403
    assert await rig.stored(response_id) == before


async def test_to_a_stranger_there_is_no_such_response(rig: Rig) -> None:
    response_id, approval_id = await waiting(rig)
    before = await rig.stored(response_id)
    unknown = "response-00000000"
    for path in ("", "/events"):
        answers = [
            await rig.system.stranger.read(f"/responses/{i}{path}") for i in (response_id, unknown)
        ]
        assert [answer.status_code for answer in answers] == [404, 404]
        assert answers[0].text == answers[1].text
    for path in POSTS:
        route = f"/responses/{response_id}/{path.format(approval=approval_id)}"
        assert (await rig.system.stranger.post(route, {})).status_code == 404
    assert await rig.stored(response_id) == before


async def test_figures_are_for_the_operator(mock_rig: Rig) -> None:
    assert (await mock_rig.client.read("/metrics")).status_code == 403


@pytest.mark.parametrize("token", ["", "x", "e30.e30", "x" * 2_000, "é"])
async def test_a_forged_token_opens_nothing(mock_rig: Rig, token: str) -> None:
    assert mock_rig.system.desk.tokens.bearer(token) is None


@pytest.mark.parametrize("path", ["/metrics", "/responses/r1", "/responses/r1/events"])
async def test_without_a_good_token_nothing_is_open(mock_rig: Rig, path: str) -> None:
    client = Client(mock_rig.client._http, mock_rig.client._url, "x")
    assert (await client.read(path)).status_code == 401


async def test_a_token_of_another_secret_or_with_another_role_opens_nothing(mock_rig: Rig) -> None:
    tokens, clock = mock_rig.system.desk.tokens, mock_rig.system.clock
    assert tokens.bearer(Tokens(b"another", clock).sign("otto", OPERATOR)) is None
    good = tokens.sign("ada", OWNER)
    head, _, rest = good.partition(".")
    other = tokens.sign("ada", OPERATOR).partition(".")[0]
    assert tokens.bearer(f"{other}.{rest}") is None
    assert tokens.bearer(good) is not None
    assert head != other


async def test_a_token_ends(mock_rig: Rig) -> None:
    tokens = mock_rig.system.desk.tokens
    token = tokens.sign("ada", OWNER)
    mock_rig.system.clock.advance(LIFETIME - timedelta(microseconds=1))
    assert tokens.bearer(token) is not None
    mock_rig.system.clock.advance(timedelta(microseconds=1))
    assert tokens.bearer(token) is None
