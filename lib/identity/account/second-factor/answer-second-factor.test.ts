import { beforeEach, describe, expect, it } from "vitest";
import { answerOperation } from "@/lib/api/answer-operation";
import { newId } from "@/lib/core/crypto/ids";
import { db } from "@/lib/core/db/client";
import { env } from "@/lib/core/env";
import { CLIENT_ADDRESS_HEADER } from "@/lib/core/http/request-info";
import { answerSecondFactor } from "@/lib/identity/account/second-factor/answer-second-factor";
import { readPendingSession } from "@/lib/identity/sessions/pending-session";
import { readSession } from "@/lib/identity/sessions/read-session";
import {
  readSessionId,
  sessionCookieName,
  signSessionId,
} from "@/lib/identity/sessions/session-cookie";
import { signIn } from "@/lib/identity/sessions/sign-in";
import { authenticateCaller } from "@/lib/protocol/bearer/authenticate-caller";
import {
  MINTED_PASSWORD,
  type MintedUser,
  mintOrganization,
  mintUser,
} from "@/test/factories/mint";
import { mintInstallation } from "@/test/factories/mint-installation";
import {
  codeOf,
  type MintedSecondFactor,
  mintSecondFactor,
} from "@/test/factories/mint-second-factor";
import { callAuthorize } from "@/test/requests/call-authorize";

const from = { ipAddress: "203.0.113.9", userAgent: "a browser" };

let person: MintedUser;
let factor: MintedSecondFactor;

beforeEach(async () => {
  person = await mintUser();
  factor = await mintSecondFactor(person.userId);
});

const cookieOf = (sessionId: string) => `${sessionCookieName()}=${signSessionId(sessionId)}`;

/** The cookie of a browser after the password step. */
async function pendingCookie(): Promise<string> {
  const newSession = await signIn(person.email, MINTED_PASSWORD, from);
  return cookieOf(newSession?.sessionId ?? "");
}

function answer(
  cookie: string,
  code: string,
  { returnTo = "/profile", origin = env().baseUrl, address = from.ipAddress } = {},
): Promise<Response> {
  return answerOperation(answerSecondFactor)(
    new Request(`${env().baseUrl}/sign-in/second-factor/answer`, {
      method: "POST",
      headers: { cookie, origin, [CLIENT_ADDRESS_HEADER]: address },
      body: new URLSearchParams({ code, return_to: returnTo }),
    }),
  );
}

const locationOf = (response: Response) => response.headers.get("location");
const setCookie = (response: Response) => response.headers.get("set-cookie")?.split(";")[0] ?? "";
const sessionOf = (cookie: string) => readSession(new Headers({ cookie }));

describe("a session that waits for the second factor", () => {
  it("security 55: is not authenticated: neither pages nor the API accept it", async () => {
    const cookie = await pendingCookie();
    expect(await sessionOf(cookie)).toBeNull();
    expect(await readPendingSession(new Headers({ cookie }))).toMatchObject({
      userId: person.userId,
      account: person.email,
    });
    const call = new Request(env().baseUrl, { headers: { cookie } });
    const { organizationId } = await mintOrganization();
    await expect(authenticateCaller(call, organizationId)).rejects.toMatchObject({ status: 401 });
  });

  it("security 55: launches no extension: authorize asks for sign-in and then resumes the request", async () => {
    const installation = await mintInstallation();
    const { userId } = installation.seller;
    await db().userSession.updateMany({ where: { userId }, data: { secondFactorPending: true } });
    const response = await callAuthorize(installation);
    const location = response.headers.get("location") ?? "";
    expect(location).toMatch(/^\/sign-in\?return_to=/);
    await db().userSession.updateMany({ where: { userId }, data: { secondFactorPending: false } });
    const again = await callAuthorize(installation);
    expect(again.headers.get("location")).toMatch(/[?&]code=lkc_/);
  });

  it("becomes a live session under a new id with the correct code and opens the requested page", async () => {
    const cookie = await pendingCookie();
    const response = await answer(cookie, codeOf(factor.secret));
    expect([response.status, response.headers.get("location")]).toEqual([303, "/profile"]);
    const live = setCookie(response);
    expect(readSessionId(live)).not.toBe(readSessionId(cookie));
    expect(await sessionOf(live)).toMatchObject({ userId: person.userId });
    expect(await sessionOf(cookie)).toBeNull();
    expect(await readPendingSession(new Headers({ cookie }))).toBeNull();
  });

  it("is completed once by a recovery code", async () => {
    const [code = ""] = factor.recoveryCodes;
    expect(await sessionOf(setCookie(await answer(await pendingCookie(), code)))).not.toBeNull();
    const again = await answer(await pendingCookie(), code);
    expect(again.headers.get("location")).toMatch(/problem=wrong_code$/);
    expect(again.headers.has("set-cookie")).toBe(false);
  });

  it("stays pending after a wrong code", async () => {
    const cookie = await pendingCookie();
    const wrong = codeOf(factor.secret) === "000000" ? "000001" : "000000";
    const response = await answer(cookie, wrong);
    expect(response.headers.get("location")).toBe(
      "/sign-in/second-factor?return_to=%2Fprofile&problem=wrong_code",
    );
    expect(await readPendingSession(new Headers({ cookie }))).not.toBeNull();
  });

  it("is completed once, however many codes arrive concurrently", async () => {
    const cookie = await pendingCookie();
    const answers = await Promise.all(
      factor.recoveryCodes.slice(0, 5).map((code) => answer(cookie, code)),
    );
    const live = answers.filter((response) => response.headers.has("set-cookie"));
    expect(live).toHaveLength(1);
    const { userId } = person;
    expect(await db().recoveryCode.count({ where: { userId, usedAt: { not: null } } })).toBe(1);
  });

  it("expires after ten minutes or when the account is deactivated", async () => {
    const cookie = await pendingCookie();
    const id = readSessionId(cookie) ?? "";
    const { expiresAt } = await db().userSession.findUniqueOrThrow({ where: { id } });
    expect((expiresAt.getTime() - Date.now()) / 60_000).toBeCloseTo(10, 0);
    await db().user.update({ where: { id: person.userId }, data: { deactivatedAt: new Date() } });
    const response = await answer(cookie, codeOf(factor.secret));
    expect(response.headers.get("location")).toBe("/sign-in?return_to=%2Fprofile");
  });
});

describe("guessing second-factor codes", () => {
  it("security 54: ends the sign-in at the fifth wrong code with the error too_many_codes", async () => {
    const cookie = await pendingCookie();
    for (let n = 0; n < 4; n += 1) {
      expect(locationOf(await answer(cookie, `wrong ${n}`))).toMatch(/problem=wrong_code$/);
    }
    const last = await answer(cookie, "wrong 4");
    expect(locationOf(last)).toBe("/sign-in?return_to=%2Fprofile&error=too_many_codes");
    expect(await readPendingSession(new Headers({ cookie }))).toBeNull();
  });

  it("security 54: ends the sign-in even when the codes come from five networks", async () => {
    const cookie = await pendingCookie();
    for (let n = 0; n < 5; n += 1) {
      await answer(cookie, `wrong ${n}`, { address: `198.51.100.${n + 1}` });
    }
    expect(await readPendingSession(new Headers({ cookie }))).toBeNull();
  });

  it("security 54: blocks a network after five wrong codes, even for the correct one, and no other network", async () => {
    await guessFive(from.ipAddress);
    const denied = await answer(await pendingCookie(), codeOf(factor.secret));
    expect(denied.status).toBe(429);
    expect(denied.headers.get("retry-after")).toMatch(/^[1-9]\d*$/);
    const there = { address: "198.51.100.1" };
    const elsewhere = await answer(await pendingCookie(), codeOf(factor.secret), there);
    expect(locationOf(elsewhere)).toBe("/profile");
  });

  it("blocks the account after fifty wrong codes from many networks", async () => {
    for (let n = 0; n < 10; n += 1) await guessFive(`198.51.100.${n + 1}`);
    const there = { address: "192.0.2.1" };
    expect((await answer(await pendingCookie(), codeOf(factor.secret), there)).status).toBe(429);
  });

  it("does not count correct codes", async () => {
    const { recoveryCodes } = factor;
    for (const code of recoveryCodes.slice(0, 7)) {
      expect(locationOf(await answer(await pendingCookie(), code))).toBe("/profile");
    }
  });
});

async function guessFive(address: string): Promise<void> {
  const cookie = await pendingCookie();
  for (let n = 0; n < 5; n += 1) await answer(cookie, `wrong ${n}`, { address });
}

it("rejects a form on another site", async () => {
  const cookie = await pendingCookie();
  const response = await answer(cookie, codeOf(factor.secret), { origin: "https://evil.test" });
  expect(response.status).toBe(403);
  expect(await readPendingSession(new Headers({ cookie }))).not.toBeNull();
});

it("security 26: redirects only within this site", async () => {
  const options = { returnTo: "//evil.test" };
  const response = await answer(await pendingCookie(), codeOf(factor.secret), options);
  expect(response.headers.get("location")).toBe("/");
});

it("redirects a browser whose cookie has no session to sign-in", async () => {
  const response = await answer(cookieOf(newId()), codeOf(factor.secret));
  expect(response.headers.get("location")).toBe("/sign-in?return_to=%2Fprofile");
});
