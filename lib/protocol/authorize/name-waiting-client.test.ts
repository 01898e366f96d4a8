import { beforeAll, describe, expect, it } from "vitest";
import { newId } from "@/lib/core/crypto/ids";
import { db } from "@/lib/core/db/client";
import { nameWaitingClient } from "@/lib/protocol/authorize/name-waiting-client";
import { mintClient, mintOrganization } from "@/test/factories/mint";

const PATH = "/service/panel/authentication/v1.0/company/1/oauth/authorize";
let clientId: string;

beforeAll(async () => {
  const { organizationId } = await mintOrganization();
  ({ clientId } = await mintClient(organizationId, { name: "Rate Sync" }));
  await mintClient(organizationId, { name: "Another" });
});

describe("the name on the sign-in page", () => {
  it("is that of the extension whose authorize request waits", async () => {
    expect(await nameWaitingClient(`${PATH}?client_id=${clientId}`)).toBe("Rate Sync");
  });

  it.each([
    ["for another path", () => `/company/1?client_id=${clientId}`],
    ["without a client", () => PATH],
    ["for an unknown client", () => `${PATH}?client_id=${newId()}`],
    ["for what cannot be a client", () => `${PATH}?client_id=%00`],
  ])("is missing %s", async (_what, path) => {
    expect(await nameWaitingClient(path())).toBeNull();
  });

  it.each([
    ["inactive", { isActive: false }],
    ["deleted", { deletedAt: new Date() }],
  ])("is missing for a client that is %s", async (_what, data) => {
    await db().client.update({ where: { clientId }, data });
    expect(await nameWaitingClient(`${PATH}?client_id=${clientId}`)).toBeNull();
    const restored = { isActive: true, deletedAt: null };
    await db().client.update({ where: { clientId }, data: restored });
  });
});
