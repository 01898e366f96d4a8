import fc from "fast-check";
import { beforeEach, describe, expect, it } from "vitest";
import { newId } from "@/lib/core/crypto/ids";
import { db } from "@/lib/core/db/client";
import { csrfCookieName, newCsrfCookie, readCsrfToken } from "@/lib/identity/sessions/csrf-cookie";
import { endSession } from "@/lib/identity/sessions/end-session";
import { readSession } from "@/lib/identity/sessions/read-session";
import {
  readSessionId,
  sessionCookieName,
  signSessionId,
} from "@/lib/identity/sessions/session-cookie";
import { startSignIn } from "@/lib/identity/sessions/start-sign-in";
import { type MintedUser, mintUser } from "@/test/factories/mint";
import { aMinuteAgo } from "@/test/factories/mint-code";

describe("the session cookie", () => {
  it("identifies the session that was signed into it, even among other cookies", () => {
    const id = newId();
    const cookie = `a=b; ${sessionCookieName()}=${signSessionId(id)}; c=d`;
    expect(readSessionId(cookie)).toBe(id);
  });

  it("identifies no session when any one character is changed", () => {
    const signed = signSessionId(newId());
    const character = fc.stringMatching(/^[0-9a-zA-Z_.-]$/);
    fc.assert(
      fc.property(fc.nat(signed.length - 1), character, (at, other) => {
        fc.pre(signed[at] !== other);
        const changed = signed.slice(0, at) + other + signed.slice(at + 1);
        expect(readSessionId(`${sessionCookieName()}=${changed}`)).toBeNull();
      }),
    );
  });

  it("identifies no session when it contains any other text", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), (text) => {
        expect(readSessionId(text)).toBeNull();
        expect(readSessionId(`${sessionCookieName()}=${text}`)).toBeNull();
      }),
    );
    expect(readSessionId(null)).toBeNull();
  });
});

describe("a session", () => {
  let person: MintedUser;
  const read = () => readSession(new Headers({ cookie: person.cookie }));

  beforeEach(async () => {
    person = await mintUser();
  });

  it("belongs to its person until it is ended, immediately and permanently", async () => {
    const session = await read();
    expect(session).toMatchObject({ userId: person.userId, email: person.email });
    await endSession(session?.sessionId ?? "");
    expect(await read()).toBeNull();
  });

  it("security 43: expires even while its row still exists", async () => {
    await db().userSession.updateMany({
      where: { userId: person.userId },
      data: { expiresAt: aMinuteAgo(), createdAt: new Date(Date.now() - 120_000) },
    });
    expect(await read()).toBeNull();
  });

  it("ends when the account is deactivated", async () => {
    await db().user.update({ where: { id: person.userId }, data: { deactivatedAt: new Date() } });
    expect(await read()).toBeNull();
  });
});

describe("the CSRF cookie of sign-in", () => {
  it("returns its token, encoded or not", () => {
    const value = newCsrfCookie();
    const [token] = value.split("|");
    expect(readCsrfToken(`${csrfCookieName()}=${value}`)).toBe(token);
    expect(readCsrfToken(`${csrfCookieName()}=${encodeURIComponent(value)}`)).toBe(token);
  });

  it("yields no token for any other text, without an error", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), (text) => {
        expect(readCsrfToken(`${csrfCookieName()}=${text}`)).toBeNull();
      }),
    );
    for (const text of ["%", "%E0%A4%A", "|", "a|b", ""]) {
      expect(readCsrfToken(`${csrfCookieName()}=${text}`)).toBeNull();
    }
  });

  it("is set on the way to the sign-in page, which security 26 keeps on this site", () => {
    const start = (returnTo: string) =>
      startSignIn(new Request(`http://127.0.0.1:3000/sign-in/start?return_to=${returnTo}`));
    const response = start("/consent/abc");
    expect(response.status).toBe(302);
    expect(response.headers.get("location")).toBe("/sign-in?started=1&return_to=%2Fconsent%2Fabc");
    const cookie = response.headers.get("set-cookie") ?? "";
    expect(cookie).toMatch(/; Path=\/; HttpOnly; SameSite=Lax$/);
    expect(readCsrfToken(cookie.split(";")[0] ?? "")).toMatch(/^[0-9a-f]{64}$/);
    expect(start("//evil.test").headers.get("location")).toMatch(/return_to=%2F$/);
  });
});
