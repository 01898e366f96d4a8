import { describe, expect, it } from "vitest";
import { callGate } from "@/test/requests/call-gate";
import { expectChallenge, gateScene } from "@/test/requests/gate-scene";

const { callsOf, key, offline } = gateScene();

describe("security 85: an original request", () => {
  const pair = (method: string, uri: string) => ({
    "x-forwarded-method": method,
    "x-forwarded-uri": uri,
  });

  it.each<[string, Record<string, string>, RegExp]>([
    [
      "that a second pair of headers contradicts",
      { ...original(), ...pair("GET", "/ping/x") },
      /two original requests/,
    ],
    [
      "beside which a caller sent X-Forwarded-Uri",
      { ...original(), "x-forwarded-uri": "/ping/x" },
      /two original requests/,
    ],
    [
      "beside which a caller sent an empty X-Forwarded-Method",
      { ...original(), "x-forwarded-method": "" },
      /two original requests/,
    ],
    [
      "beside which a caller sent X-Original-Method",
      { ...pair("GET", "/ping/x"), "x-original-method": "GET" },
      /two original requests/,
    ],
    ["that is missing", {}, /no original request/],
    ["without a method", { "x-original-uri": "/ping/x" }, /no original request/],
    ["without a path", { "x-forwarded-method": "GET" }, /no original request/],
    [
      "with half of each pair",
      { "x-original-method": "GET", "x-forwarded-uri": "/ping/x" },
      /two original requests/,
    ],
    [
      "with two methods",
      { "x-original-method": "GET, GET", "x-original-uri": "/ping/x" },
      /no original request/,
    ],
    [
      "with an empty path",
      { "x-original-method": "GET", "x-original-uri": "" },
      /no original request/,
    ],
  ])("%s is denied", async (_what, headers, message) => {
    const answer = await askWith(headers, await offline());
    expect([answer.status, answer.body.error]).toEqual([403, "call_denied"]);
    expect(answer.body.message).toMatch(message);
    expectChallenge(answer);
    expect(await callsOf()).toEqual([]);
  });

  it("of Caddy or Traefik is allowed like that of nginx", async () => {
    const token = await offline();
    expect((await askWith(original(), token)).status).toBe(200);
    expect((await askWith(pair("GET", "/ping/x"), token)).status).toBe(200);
    expect((await askWith(pair("DELETE", "/ping/x"), token)).status).toBe(403);
  });
});

function original() {
  return { "x-original-method": "GET", "x-original-uri": "/ping/x" };
}

const askWith = (headers: Record<string, string>, token: string) =>
  callGate({ key: key(), token, headers });
