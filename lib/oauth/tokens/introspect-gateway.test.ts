import { beforeEach, expect, it } from "vitest";
import { db } from "@/lib/kernel/db/client";
import { type MintedClient, mintClient, mintOrganization } from "@/test/factories/mint";
import { type Installation, mintInstallation } from "@/test/factories/mint-installation";
import { mintAccessToken, mintRefreshToken } from "@/test/factories/mint-tokens";
import { introspect } from "@/test/requests/call-administration";

let installation: Installation;

beforeEach(async () => {
  installation = await mintInstallation();
});

async function mintAsker(
  clientType: "platform" | "extension",
  verified: boolean,
): Promise<MintedClient> {
  const { organizationId } = await mintOrganization();
  await db().organization.update({
    where: { id: organizationId },
    data: { verified },
    select: { id: true },
  });
  return mintClient(organizationId, { clientType });
}

/** Whether the caller can introspect an access token and a refresh token of the installation. */
async function learns(asker: MintedClient): Promise<unknown[]> {
  const tokens = [
    await mintAccessToken(installation, "offline"),
    await mintRefreshToken(installation),
  ];
  return Promise.all(tokens.map(async (token) => (await introspect(asker, token)).body.active));
}

it("a platform client of a verified organization can introspect every client's tokens", async () => {
  expect(await learns(await mintAsker("platform", true))).toEqual([true, true]);
});

it("a platform client of an unverified organization can introspect only its own tokens", async () => {
  await mintAsker("platform", true);
  expect(await learns(await mintAsker("platform", false))).toEqual([false, false]);
});

it("an extension of a verified organization can introspect only its own tokens", async () => {
  expect(await learns(await mintAsker("extension", true))).toEqual([false, false]);
});
