import { strict as assert } from "node:assert";
import { REDIRECT_URI } from "./workload.mjs";

const SHORTEST_TOKEN = 32;

/**
 * Checks that a response matches its request.
 *
 * @param {string} operation
 * @param {import("./load.mjs").Answer} answer
 * @param {string} state The `state` sent to authorize.
 * @returns {string[]} Newly issued values, which must never be issued again.
 * @throws {assert.AssertionError}
 */
export function checkAnswer(operation, answer, state) {
  if (operation === "authorize") return [issuedCode(answer, state)];
  const status = operation === "create-client" ? 201 : 200;
  assert.equal(answer.status, status, `status ${answer.status}: ${answer.body.slice(0, 200)}`);
  if (operation === "gate") {
    assert.equal(answer.body, "");
    assert.ok(answer.callId);
    return [answer.callId];
  }
  const body = JSON.parse(answer.body);
  if (operation === "introspect") {
    assert.equal(body.active, true);
    assert.ok(body.client_id && body.sub && body.exp);
    return [];
  }
  if (operation === "list-clients") {
    // better-auth's list is an array.
    assert.equal((body.items ?? body).length, 20);
    return [];
  }
  if (operation === "create-client") {
    assert.ok(body._id && body.meta.name);
    return [body._id];
  }
  assert.match(body.token_type, /^bearer$/i);
  assertToken(body.access_token);
  if (operation === "refresh") {
    // It may omit the refresh token, which stays the same (RFC 6749 section 6).
    if (body.refresh_token !== undefined) assertToken(body.refresh_token);
    return [body.access_token];
  }
  assertToken(body.refresh_token);
  return [body.access_token, body.refresh_token];
}

function issuedCode({ status, location, body }, state) {
  assert.ok(status === 302 || status === 303, `status ${status}: ${body.slice(0, 200)}`);
  assert.ok(location.startsWith(REDIRECT_URI), location);
  const { searchParams } = new URL(location);
  assert.equal(searchParams.get("state"), state);
  assertToken(searchParams.get("code"));
  return searchParams.get("code");
}

function assertToken(token) {
  assert.ok(typeof token === "string" && token.length >= SHORTEST_TOKEN, `no token: ${token}`);
}
