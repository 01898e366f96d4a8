import { beforeEach, describe, expect, it } from "vitest";
import { db } from "@/lib/core/db/client";
import { aMinuteAgo, storedHash } from "@/test/factories/mint-code";
import { mintExtension } from "@/test/factories/mint-installation";
import { callAuthorize, redirectParameters } from "@/test/requests/call-authorize";
import { addressAfterAllow, pressConsent, requestConsent } from "@/test/requests/call-consent";
import { callProducts } from "@/test/requests/call-products";
import { exchange, refresh } from "@/test/requests/call-token";
import { textOf } from "@/test/requests/read-json";

let extension: Awaited<ReturnType<typeof mintExtension>>;

beforeEach(async () => {
  extension = await mintExtension();
});

/** Runs the flow with a seller who consents. */
async function runFlow(): Promise<string> {
  const response = await pressConsent(await requestConsent(extension), extension.seller);
  return (await addressAfterAllow(response)).searchParams.get("code") ?? "";
}

/** Runs the flow again: nothing has changed, so no page appears. */
async function runFlowAgain(): Promise<string> {
  return redirectParameters(await callAuthorize(extension)).code ?? "";
}

async function letExpire(token: string): Promise<void> {
  const tokenHash = storedHash(token);
  await db().accessToken.updateMany({ where: { tokenHash }, data: { expiresAt: aMinuteAgo() } });
}

const statusOf = async (token: string) => (await callProducts(token)).status;

describe("spec 3: token lifecycle", () => {
  it("row 1: no token becomes a one-hour offline token and a six-hour online token", async () => {
    const code = await runFlow();
    const online = await exchange("online", extension, code);
    const offline = await exchange("offline", extension, code);
    expect([online.body.expires_in, offline.body.expires_in]).toEqual(["21600", "3600"]);
    expect(await statusOf(textOf(online.body.access_token))).toBe(200);
    expect(await statusOf(textOf(offline.body.access_token))).toBe(200);
  });

  it("row 2: a valid offline token expires after its hour", async () => {
    const { body } = await exchange("offline", extension, await runFlow());
    await letExpire(textOf(body.access_token));
    expect(await statusOf(textOf(body.access_token))).toBe(401);
  });

  it("row 3: an expired offline token is renewed by a refresh, repeatedly", async () => {
    const { body } = await exchange("offline", extension, await runFlow());
    await letExpire(textOf(body.access_token));
    const once = await refresh(extension, textOf(body.refresh_token));
    expect(await statusOf(textOf(once.body.access_token))).toBe(200);
    await letExpire(textOf(once.body.access_token));
    const twice = await refresh(extension, textOf(once.body.refresh_token));
    expect(await statusOf(textOf(twice.body.access_token))).toBe(200);
  });

  it("row 4: a valid online token expires and is renewed without a page", async () => {
    const { body } = await exchange("online", extension, await runFlow());
    await letExpire(textOf(body.access_token));
    expect(await statusOf(textOf(body.access_token))).toBe(401);
    const renewed = await exchange("online", extension, await runFlowAgain());
    expect(await statusOf(textOf(renewed.body.access_token))).toBe(200);
  });

  it("row 5: an expired online token is replaced by a new flow with consent", async () => {
    const { body } = await exchange("online", extension, await runFlow());
    await letExpire(textOf(body.access_token));
    const { clientId } = extension.client;
    await db().grant.updateMany({
      where: { clientId },
      data: { revokedAt: new Date(), epoch: { increment: 1 } },
    });
    const again = await exchange("online", extension, await runFlow());
    expect(await statusOf(textOf(again.body.access_token))).toBe(200);
    expect(await statusOf(textOf(body.access_token))).toBe(401);
  });

  it("spec 5 rule 4: an expired token's error says what to do", async () => {
    const { body } = await exchange("offline", extension, await runFlow());
    await letExpire(textOf(body.access_token));
    const answer = await callProducts(textOf(body.access_token));
    expect(answer.body.message).toMatch(/Offline: refresh it\. Online: run the authorization flow/);
  });
});
