import { beforeEach, expect, it } from "vitest";
import { db } from "@/lib/core/db/client";
import type { Prisma } from "@/lib/core/db/generated/client";
import { type Installation, mintInstallation } from "@/test/factories/mint-installation";
import { callAuthorize, redirectParameters } from "@/test/requests/call-authorize";

// The statement that reads the facts of an authorize request also issues the code. It must not have
// issued a code that later checks reject.

let installation: Installation;

beforeEach(async () => {
  installation = await mintInstallation();
});

/** The installation's codes and their events. */
async function countIssued(): Promise<number[]> {
  const { clientId } = installation.client;
  return Promise.all([
    db().authorizationCode.count({ where: { clientId } }),
    db().authorizationEvent.count({ where: { clientId, outcome: "issued" } }),
  ]);
}

it("launching an installed extension issues one code and one event", async () => {
  expect(redirectParameters(await callAuthorize(installation))).toHaveProperty("code");
  expect(await countIssued()).toEqual([1, 1]);
});

it.each<[string, Prisma.ClientUncheckedUpdateInput]>([
  ["lost a scope that the company still grants", { scopes: ["company/orders/read"] }],
  ["is inactive", { isActive: false }],
  ["was deleted", { isActive: false, deletedAt: new Date() }],
  ["lost its redirect URL", { redirectUrls: ["https://other.example.com/"] }],
  ["lost the grant authorization_code", { grantTypes: ["client_credentials"] }],
  ["must use PKCE and did not", { requirePkce: true }],
])("issues nothing to a client that %s", async (_what, data) => {
  const { clientId } = installation.client;
  await db().client.update({ where: { clientId }, data, select: { clientId: true } });
  expect(redirectParameters(await callAuthorize(installation))).not.toHaveProperty("code");
  expect(await countIssued()).toEqual([0, 0]);
});
