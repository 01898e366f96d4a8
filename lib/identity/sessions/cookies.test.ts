import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { newId } from "@/lib/core/crypto/ids";
import { db } from "@/lib/core/db/client";
import { env } from "@/lib/core/env/env";
import { endSessions } from "@/lib/identity/sessions/open-session";
import { readSession } from "@/lib/identity/sessions/read-session";
import {
  readSessionId,
  sessionCookieName,
  signSessionId,
} from "@/lib/identity/sessions/session-cookie";
import {
  csrfCookieName,
  newCsrfCookie,
  readCsrfToken,
} from "@/lib/identity/sessions/sign-in-cookies";
import { startSignIn } from "@/lib/identity/sessions/sign-in-form";
import { mintUser } from "@/test/factories/mint";

describe("the session cookie", () => {
  const idIn = (value: string) => readSessionId(`${sessionCookieName()}=${value}`);

  it("identifies the session that was signed into it, even among other cookies", () => {
    const id = newId();
    const cookie = `a=b; ${sessionCookieName()}=${signSessionId(id)}; c=d`;
    expect(readSessionId(cookie)).toBe(id);
  });

  it("identifies no session when any one character is changed, or when it is longer or shorter", () => {
    const id = newId();
    const signed = signSessionId(id);
    const character = fc.stringMatching(/^[0-9a-zA-Z_.-]$/);
    fc.assert(
      fc.property(fc.nat(signed.length - 1), character, (at, other) => {
        fc.pre(signed[at] !== other);
        expect(idIn(signed.slice(0, at) + other + signed.slice(at + 1))).toBeNull();
      }),
    );
    for (const changed of [signed.replace(id, newId()), signed.slice(0, -1), `${signed}A`, id]) {
      expect(idIn(changed), changed).toBeNull();
    }
  });

  it("identifies no session when it contains any other text", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), (text) => {
        expect([readSessionId(text), idIn(text)]).toEqual([null, null]);
      }),
    );
    expect(readSessionId(null)).toBeNull();
  });

  it("belongs to its person until the session is ended, immediately and permanently", async () => {
    const { userId, email, cookie } = await mintUser();
    const read = () => readSession(new Headers({ cookie }));
    const session = await read();
    expect(session).toMatchObject({ userId, email });
    await endSessions(db(), { id: session?.sessionId ?? "" });
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
    expect(readCsrfToken(null)).toBeNull();
  });
});

describe("the start of sign-in", () => {
  const start = (query: string) => {
    const { status, headers } = startSignIn(new Request(`${env().baseUrl}/sign-in/start?${query}`));
    return { status, location: headers.get("location"), cookie: headers.get("set-cookie") ?? "" };
  };

  it("sets the CSRF cookie, and keeps only the notices of sign-in", () => {
    const { status, location, cookie } = start("signed_out=1&evil=1&return_to=/profile");
    expect([status, location]).toEqual([
      302,
      "/sign-in?started=1&return_to=%2Fprofile&signed_out=1",
    ]);
    expect(cookie).toMatch(/; Path=\/; HttpOnly; SameSite=Lax$/);
    expect(readCsrfToken(cookie.split(";")[0] ?? "")).toMatch(/^[0-9a-f]{64}$/);
  });

  it.each(["https://evil.example", "//evil.test"])(
    "security 26: never returns to %s",
    (address) => {
      expect(start(`return_to=${address}`).location).toBe("/sign-in?started=1&return_to=%2F");
    },
  );
});
