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
  it("rows 1, 2 and 3: an offline token expires after its hour and is refreshed, repeatedly", async () => {
    const { body } = await exchange("offline", extension, await runFlow());
    expect(body.expires_in).toBe("3600");
    let token = textOf(body.access_token);
    for (let round = 0; round < 2; round += 1) {
      expect(await statusOf(token)).toBe(200);
      await letExpire(token);
      expect(await statusOf(token)).toBe(401);
      const renewed = await refresh(extension, textOf(body.refresh_token));
      token = textOf(renewed.body.access_token);
    }
    expect(await statusOf(token)).toBe(200);
  });

  it("rows 4 and 5: an online token expires after six hours and is renewed by the flow", async () => {
    const { body } = await exchange("online", extension, await runFlow());
    expect(body.expires_in).toBe("21600");
    await letExpire(textOf(body.access_token));
    expect(await statusOf(textOf(body.access_token))).toBe(401);
    const renewed = await exchange("online", extension, await runFlowAgain());
    expect(await statusOf(textOf(renewed.body.access_token))).toBe(200);
    const { clientId } = extension.client;
    await db().grant.updateMany({
      where: { clientId },
      data: { revokedAt: new Date(), epoch: { increment: 1 } },
    });
    const again = await exchange("online", extension, await runFlow());
    expect(await statusOf(textOf(again.body.access_token))).toBe(200);
    expect(await statusOf(textOf(renewed.body.access_token))).toBe(401);
  });
});
