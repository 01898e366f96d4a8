import { beforeEach, describe, expect, it } from "vitest";
import { newId } from "@/lib/core/crypto/ids";
import { db } from "@/lib/core/db/client";
import { env } from "@/lib/core/env/env";
import { CLIENT_ADDRESS_HEADER } from "@/lib/core/http/request-info";
import { answerSecondFactor } from "@/lib/identity/account/second-factor/answer-second-factor";
import { signIn } from "@/lib/identity/sessions/check-password";
import { readPendingSession } from "@/lib/identity/sessions/pending-session";
import { readSession } from "@/lib/identity/sessions/read-session";
import {
  readSessionId,
  sessionCookieName,
  signSessionId,
} from "@/lib/identity/sessions/session-cookie";
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
import { locationOf, sendForm } from "@/test/requests/send-form";

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

/** Sends a code as the browser with a cookie. */
function answer(
  cookie: string,
  code: string,
  { returnTo = "/profile", address = from.ipAddress } = {},
): Promise<Response> {
  return sendForm(answerSecondFactor, {
    fields: { code, return_to: returnTo },
    headers: { cookie, [CLIENT_ADDRESS_HEADER]: address },
  });
}

const setCookie = (response: Response) => response.headers.get("set-cookie")?.split(";")[0] ?? "";
const sessionOf = (cookie: string) => readSession(new Headers({ cookie }));
const pendingOf = (cookie: string) => readPendingSession(cookie);
const wrongCode = "/sign-in/second-factor?return_to=%2Fprofile&problem=wrong_code";

describe("a session that waits for the second factor", () => {
  it("security 55: is not authenticated: neither pages nor the API accept it", async () => {
    const cookie = await pendingCookie();
    expect(await sessionOf(cookie)).toBeNull();
    const expected = { userId: person.userId, account: person.email };
    expect(await pendingOf(cookie)).toMatchObject(expected);
    const call = new Request(env().baseUrl, { headers: { cookie } });
    const { organizationId } = await mintOrganization();
    await expect(authenticateCaller(call, organizationId)).rejects.toMatchObject({ status: 401 });
  });

  it("security 55: launches no extension: authorize asks for sign-in and then resumes the request", async () => {
    const installation = await mintInstallation();
    const { userId } = installation.seller;
    await db().userSession.updateMany({ where: { userId }, data: { secondFactorPending: true } });
    const response = await callAuthorize(installation);
    expect(locationOf(response)).toMatch(/^\/sign-in\?return_to=/);
    await db().userSession.updateMany({ where: { userId }, data: { secondFactorPending: false } });
    const again = await callAuthorize(installation);
    expect(locationOf(again)).toMatch(/[?&]code=lkc_/);
  });

  it("becomes a live session under a new id with the correct code and opens the requested page", async () => {
    const cookie = await pendingCookie();
    const response = await answer(cookie, codeOf(factor.secret));
    expect(locationOf(response)).toBe("/profile");
    const live = setCookie(response);
    expect(readSessionId(live)).not.toBe(readSessionId(cookie));
    expect(await sessionOf(live)).toMatchObject({ userId: person.userId });
    expect(await sessionOf(cookie)).toBeNull();
    expect(await pendingOf(cookie)).toBeNull();
  });

  it("is completed once by a recovery code", async () => {
    const [code = ""] = factor.recoveryCodes;
    expect(await sessionOf(setCookie(await answer(await pendingCookie(), code)))).not.toBeNull();
    const again = await answer(await pendingCookie(), code);
    expect([locationOf(again), setCookie(again)]).toEqual([wrongCode, ""]);
  });

  it("stays pending after a wrong code", async () => {
    const cookie = await pendingCookie();
    const wrong = codeOf(factor.secret) === "000000" ? "000001" : "000000";
    const response = await answer(cookie, wrong);
    expect(locationOf(response)).toBe(wrongCode);
    expect(await pendingOf(cookie)).not.toBeNull();
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
    expect(locationOf(response)).toBe("/sign-in?return_to=%2Fprofile");
  });
});

describe("guessing second-factor codes", () => {
  it.each([
    ["one network", () => from.ipAddress],
    ["five networks", (n: number) => `198.51.100.${n + 1}`],
  ])("security 54: ends the sign-in at the fifth wrong code, from %s", async (_what, addressOf) => {
    const cookie = await pendingCookie();
    const guess = async (n: number) =>
      locationOf(await answer(cookie, `wrong ${n}`, { address: addressOf(n) }));
    for (let n = 0; n < 4; n += 1) expect(await guess(n)).toBe(wrongCode);
    expect(await guess(4)).toBe("/sign-in?return_to=%2Fprofile&error=too_many_codes");
    expect(await pendingOf(cookie)).toBeNull();
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

it("security 26: redirects only within this site, and to sign-in without a session", async () => {
  const there = { returnTo: "//evil.test" };
  const response = await answer(await pendingCookie(), codeOf(factor.secret), there);
  expect(locationOf(response)).toBe("/");
  const unknown = await answer(cookieOf(newId()), codeOf(factor.secret));
  expect(locationOf(unknown)).toBe("/sign-in?return_to=%2Fprofile");
});
