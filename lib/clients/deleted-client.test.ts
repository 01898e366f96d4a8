import { beforeEach, describe, expect, it } from "vitest";
import {
  type MintedClient,
  type MintedOrganization,
  mintClient,
  mintDeletion,
  mintOrganization,
} from "@/test/factories/mint";
import { callOperation, managementOperations } from "@/test/requests/management-operations";

const DAY_MS = 86_400_000;

let organization: MintedOrganization;
let client: MintedClient;

beforeEach(async () => {
  organization = await mintOrganization();
  client = await mintClient(organization.organizationId);
});

const ofOneClient = managementOperations.filter(
  ({ operation, onDeleted }) => operation.path.includes("{client_id}") && !onDeleted,
);

describe.each(ofOneClient)("$operation.id of a deleted client", (operation) => {
  it("returns 404 and says when it was deleted and until when it can be restored", async () => {
    const deletedAt = new Date(Date.now() - DAY_MS);
    await mintDeletion(client.clientId, deletedAt);
    const as = organization.owner;
    const { status, body } = await callOperation(operation, organization, client, { as });
    expect(status).toBe(404);
    const end = new Date(deletedAt.getTime() + 30 * DAY_MS);
    expect(body).toMatchObject({
      error: "not_found",
      message: `This client was deleted on ${day(deletedAt)}. It can be restored until ${day(end)}.`,
    });
  });
});

it("returns a plain 404 for clients deleted longer ago and other organizations' deleted clients", async () => {
  const otherOrganization = await mintOrganization();
  const getClient = ofOneClient.find(({ operation }) => operation.id === "getClient");
  if (!getClient) throw new Error("getClient is not exercised");
  await mintDeletion(client.clientId, new Date(Date.now() - DAY_MS));
  const foreign = await callOperation(getClient, otherOrganization, client, {
    as: otherOrganization.owner,
  });
  const formerClient = await mintClient(organization.organizationId);
  await mintDeletion(formerClient.clientId, new Date(Date.now() - 31 * DAY_MS));
  const old = await callOperation(getClient, organization, formerClient, {
    as: organization.owner,
  });
  for (const { status, body } of [foreign, old]) {
    expect(status).toBe(404);
    expect(body.message).toBe("This organization has no such client.");
  }
});

function day(timestamp: Date): string {
  return timestamp.toISOString().slice(0, 10);
}
