import { generateKeyPair, SignJWT, UnsecuredJWT } from "jose";
import { describe, expect, it } from "vitest";
import { newId } from "@/lib/core/crypto/ids";
import { backchannelLogout } from "@/lib/platform/provider/logout/backchannel-logout";
import { TEST_VARIABLES } from "@/test/process/test-env";
import { CLAIMS, providerScene } from "@/test/requests/provider-scene";
import { requireStoredSession, signInNewly } from "@/test/requests/provider-session";

const provider = providerScene(CLAIMS);

const EVENTS = { "http://schemas.openid.net/event/backchannel-logout": {} };
const now = () => Math.floor(Date.now() / 1000);
const otherKeyPair = await generateKeyPair("RS256");

describe("security 73: a logout token", () => {
  const logOut = (token: string) =>
    backchannelLogout(
      new Request(`${TEST_VARIABLES.BASE_URL}/api/auth/backchannel-logout`, {
        method: "POST",
        body: new URLSearchParams({ logout_token: token }),
      }),
    );

  const claimsFor = (sub: string) => ({
    iss: provider().issuer,
    aud: provider().clientId,
    iat: now(),
    exp: now() + 120,
    jti: newId(),
    events: EVENTS,
    sub,
  });

  it.each<[string, Record<string, unknown>]>([
    ["for another client", { aud: "someone-else" }],
    ["of another issuer", { iss: "https://evil.example" }],
    ["with a nonce", { nonce: "a" }],
    ["without sid and sub", { sub: undefined }],
    ["without a jti", { jti: undefined }],
    ["without events", { events: undefined }],
    ["of another event", { events: { "http://schemas.openid.net/event/other": {} } }],
    ["that has expired", { exp: now() - 60 }],
    ["issued an hour ago", { iat: now() - 3600 }],
    ["issued in the future", { iat: now() + 3600 }],
  ])("is rejected and ends nothing: %s", async (_, change) => {
    const { sub, browser } = await signInNewly();
    const claims = Object.entries({ ...claimsFor(sub), ...change });
    const response = await logOut(
      await provider().sign(Object.fromEntries(claims.filter(([, value]) => value !== undefined))),
    );
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ error: "invalid_request" });
    expect(await requireStoredSession(browser)).toMatchObject({ endedAt: null });
  });

  it("is rejected and ends nothing when it is signed by another key, unsigned, or malformed", async () => {
    const { sub, browser } = await signInNewly();
    const forged = await new SignJWT(claimsFor(sub))
      .setProtectedHeader({ alg: "RS256", kid: "present" })
      .sign(otherKeyPair.privateKey);
    for (const token of [forged, new UnsecuredJWT(claimsFor(sub)).encode(), "a.b.c", ""]) {
      expect((await logOut(token)).status).toBe(400);
    }
    expect(await requireStoredSession(browser)).toMatchObject({ endedAt: null });
  });

  it("ends the sessions of its sub, and is rejected the second time", async () => {
    const { sub, browser } = await signInNewly();
    const bystander = await signInNewly();
    const token = await provider().sign(claimsFor(sub));
    expect((await logOut(token)).status).toBe(200);
    expect((await requireStoredSession(browser)).endedAt).not.toBeNull();
    expect(await requireStoredSession(bystander.browser)).toMatchObject({ endedAt: null });
    const again = await signInNewly(sub);
    expect((await logOut(token)).status).toBe(400);
    expect(await requireStoredSession(again.browser)).toMatchObject({ endedAt: null });
  });

  it("works once under concurrent use", async () => {
    const { sub } = await signInNewly();
    const token = await provider().sign(claimsFor(sub));
    const responses = await Promise.all(Array.from({ length: 8 }, () => logOut(token)));
    const statuses = responses.map(({ status }) => status).sort();
    expect(statuses).toEqual([200, ...Array.from({ length: 7 }, () => 400)]);
  });
});
