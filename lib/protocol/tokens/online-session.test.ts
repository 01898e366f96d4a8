import { beforeEach, describe, expect, it } from "vitest";
import { answerOperation } from "@/lib/api/answer-operation";
import { db } from "@/lib/core/db/client";
import { env } from "@/lib/core/env";
import { changePassword } from "@/lib/identity/account/change-password";
import { endOtherSessions } from "@/lib/identity/account/end-other-sessions";
import { endSession } from "@/lib/identity/account/end-session";
import { openSession } from "@/lib/identity/sessions/open-session";
import {
  readSessionId,
  sessionCookieName,
  signSessionId,
} from "@/lib/identity/sessions/session-cookie";
import { signOut } from "@/lib/platform/provider/logout/sign-out";
import { cleanUp } from "@/lib/server/maintenance/clean-up";
import { browserHeaders, MINTED_PASSWORD, type MintedUser } from "@/test/factories/mint";
import { aMinuteAgo, storedHash } from "@/test/factories/mint-code";
import {
  type Installation,
  mintExtension,
  mintInstallation,
} from "@/test/factories/mint-installation";
import { introspect } from "@/test/requests/call-administration";
import { callAuthorize, redirectParameters } from "@/test/requests/call-authorize";
import { addressAfterAllow, pressConsent, requestConsent } from "@/test/requests/call-consent";
import { callProducts } from "@/test/requests/call-products";
import { exchange, refresh } from "@/test/requests/call-token";
import { textOf } from "@/test/requests/read-json";

let installation: Installation;

beforeEach(async () => {
  installation = await mintInstallation();
});

/** The same person in another browser. */
async function anotherBrowser({ userId, email }: MintedUser): Promise<MintedUser> {
  const sessionId = await openSession(db(), userId, "live", { ipAddress: null, userAgent: null });
  return { userId, email, cookie: `${sessionCookieName()}=${signSessionId(sessionId)}` };
}

/** A launch in that browser: one code, both kinds of token. */
async function launch(as: MintedUser) {
  const answer = redirectParameters(await callAuthorize(installation, {}, as));
  return redeem(answer.code ?? "");
}

async function redeem(code: string) {
  const online = await exchange("online", installation, code);
  const offline = await exchange("offline", installation, code);
  return {
    online: textOf(online.body.access_token),
    offline: textOf(offline.body.access_token),
    refreshToken: textOf(offline.body.refresh_token),
  };
}

const sessionIdOf = ({ cookie }: MintedUser) => readSessionId(cookie) ?? "";

function submit(
  form: (request: Request) => Promise<Response>,
  as: MintedUser,
  fields: Record<string, string> = {},
): Promise<Response> {
  const headers = browserHeaders(as);
  const body = new URLSearchParams(fields);
  return form(new Request(`${env().baseUrl}/form`, { method: "POST", headers, body }));
}

const statusOf = async (token: string) => (await callProducts(token)).status;

async function expectSignedOut(token: string): Promise<void> {
  const { status, body } = await callProducts(token);
  expect([status, body.error]).toEqual([401, "invalid_token"]);
  expect(body.message).toMatch(/signed out/);
  expect((await introspect(installation.client, token)).body).toEqual({ active: false });
}

describe("security 62: an online token bound to its person's session", () => {
  it("ends with the sign-out on the next call, while the launch's offline tokens keep working", async () => {
    const { online, offline, refreshToken } = await launch(installation.seller);
    expect(await statusOf(online)).toBe(200);
    await submit(signOut, installation.seller);
    await expectSignedOut(online);
    expect(await statusOf(offline)).toBe(200);
    expect((await refresh(installation, refreshToken)).status).toBe(200);
  });

  it("ends with the sign-out even when consent was given in that session", async () => {
    installation = { ...(await mintExtension()), grantId: "" };
    const id = await requestConsent(installation);
    const address = await addressAfterAllow(await pressConsent(id, installation.seller));
    const { online } = await redeem(address.searchParams.get("code") ?? "");
    expect(await statusOf(online)).toBe(200);
    await submit(signOut, installation.seller);
    await expectSignedOut(online);
  });

  it("keeps working in another browser: each token is bound to its own session", async () => {
    const otherBrowser = await anotherBrowser(installation.seller);
    const [here, there] = [await launch(installation.seller), await launch(otherBrowser)];
    await submit(signOut, installation.seller);
    await expectSignedOut(here.online);
    expect(await statusOf(there.online)).toBe(200);
  });

  it.each([
    ["that session is ended from the profile page", answerOperation(endSession)],
    ["all other sessions are ended", answerOperation(endOtherSessions)],
    ["the password is changed in another browser", answerOperation(changePassword)],
  ])("ends when %s", async (_how, form) => {
    const otherBrowser = await anotherBrowser(installation.seller);
    const [here, there] = [await launch(installation.seller), await launch(otherBrowser)];
    await submit(form, otherBrowser, {
      session_id: sessionIdOf(installation.seller),
      password: MINTED_PASSWORD,
      new_password: "quite another passphrase of mine",
    });
    await expectSignedOut(here.online);
    expect(await statusOf(there.online)).toBe(200);
  });

  it("does not end when the session merely expires", async () => {
    const { online } = await launch(installation.seller);
    const id = sessionIdOf(installation.seller);
    const before = { createdAt: new Date(0), expiresAt: aMinuteAgo() };
    await db().userSession.update({ where: { id }, data: before });
    expect(await statusOf(online)).toBe(200);
  });

  it("is not issued for an earlier code after sign-out, while the offline token is", async () => {
    const { code = "" } = redirectParameters(await callAuthorize(installation));
    await submit(signOut, installation.seller);
    const denied = await exchange("online", installation, code);
    expect([denied.status, denied.body.error]).toEqual([400, "invalid_grant"]);
    expect(denied.body.message).toMatch(/signed out/);
    expect((await exchange("offline", installation, code)).status).toBe(200);
  });

  it("is neither ended nor revived by the clean-up of sessions", async () => {
    const [ended, expired] = [await launch(installation.seller), await launch(installation.seller)];
    const otherBrowser = await anotherBrowser(installation.seller);
    const otherTokens = await launch(otherBrowser);
    await submit(signOut, installation.seller);
    const id = sessionIdOf(otherBrowser);
    const before = { createdAt: new Date(0), expiresAt: aMinuteAgo() };
    await db().userSession.update({ where: { id }, data: before });
    await cleanUp(new AbortController().signal);
    await expectSignedOut(ended.online);
    await expectSignedOut(expired.online);
    expect(await statusOf(otherTokens.online)).toBe(200);
    await db().userSession.deleteMany({ where: { id: sessionIdOf(installation.seller) } });
    await expectSignedOut(ended.online);
  });

  it("works until it expires when it was imported, without a session", async () => {
    const { online } = await launch(installation.seller);
    await db().accessToken.updateMany({
      where: { tokenHash: storedHash(online) },
      data: { sessionId: null },
    });
    await submit(signOut, installation.seller);
    expect(await statusOf(online)).toBe(200);
  });
});

describe("security 44: a person whose account was deactivated", () => {
  it("gets neither session nor online token back when the account is active again", async () => {
    const { online } = await launch(installation.seller);
    const { userId: id } = installation.seller;
    await db().user.update({ where: { id }, data: { deactivatedAt: new Date() } });
    expect(await statusOf(online)).toBe(401);
    await db().user.update({ where: { id }, data: { deactivatedAt: null } });
    await expectSignedOut(online);
    const answer = await callAuthorize(installation);
    expect(answer.headers.get("location")).toMatch(/^\/sign-in\?/);
  });
});
