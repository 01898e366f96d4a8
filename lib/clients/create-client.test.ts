import { describe, expect, it } from "vitest";
import { createClient, registerClient } from "@/lib/clients/create-client";
import { newId } from "@/lib/core/crypto/ids";
import { db, transaction } from "@/lib/core/db/client";
import type { Caller } from "@/lib/operation/access/caller";
import { mintClient, mintOrganization } from "@/test/factories/mint";

const INFO = { requestId: newId(), ipAddress: null, userAgent: null };

/** Registers a client and returns who is stored as its author and as the creator of its secret. */
async function register(caller: Caller) {
  const body = createClient.body.parse({
    meta: { name: "Deploy" },
    scopes: { permissions: ["company/orders/read"] },
  });
  const { row } = await transaction((tx) => registerClient(tx, caller, INFO, body));
  const { authorId, authorClientId, secrets } = await db().client.findUniqueOrThrow({
    where: { clientId: row.clientId },
    include: { secrets: true },
  });
  return { authorId, authorClientId, createdBy: secrets.map(({ createdBy }) => createdBy) };
}

describe("the author of a client and its first secret", () => {
  it("is the member who registers it", async () => {
    const { organizationId, owner } = await mintOrganization();
    const { userId } = owner;
    const stored = await register({ kind: "user", organizationId, userId, role: "owner" });
    expect(stored).toEqual({ authorId: userId, authorClientId: null, createdBy: [userId] });
  });

  it("is the client whose token registers it", async () => {
    const { organizationId } = await mintOrganization();
    const { clientId } = await mintClient(organizationId);
    const scopes = ["organization/clients/write"];
    const stored = await register({ kind: "client", organizationId, clientId, scopes });
    expect(stored).toEqual({ authorId: null, authorClientId: clientId, createdBy: [null] });
  });
});
