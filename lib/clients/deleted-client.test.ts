import { describe, expect, it } from "vitest";
import { deleteClient, restoreClient } from "@/lib/clients/delete-client";
import { getClient, listClients } from "@/lib/clients/read-clients";
import { db } from "@/lib/core/db/client";
import {
  mintClient,
  mintCompany,
  mintDeletion,
  mintGrant,
  mintOrganization,
} from "@/test/factories/mint";
import { clientScene } from "@/test/requests/client-scene";
import { callOperation, managementOperations } from "@/test/requests/management-operations";
import { listOf } from "@/test/requests/read-json";

const DAY_MS = 86_400_000;

const { organization, id, owner, client, call } = clientScene();
const restore = () => call(restoreClient);
const remove = () => call(deleteClient);
const fetchClient = () => call(getClient);
const day = (timestamp: Date) => timestamp.toISOString().slice(0, 10);
const daysAgo = (days: number) => new Date(Date.now() - days * DAY_MS);

describe("POST restore", () => {
  it("restores a deleted client once, as inactive, with its secrets and a new version, without grants", async () => {
    const { companyId } = await mintCompany();
    const { grantId } = await mintGrant(client().clientId, companyId, ["company/products/read"]);
    expect((await remove()).body).toMatchObject({ version: 2 });
    const answers = await Promise.all(Array.from({ length: 5 }, () => restore()));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409, 409, 409]);
    const restored = answers.find(({ status }) => status === 200);
    expect(restored?.body).toMatchObject({
      client_id: client().clientId,
      is_active: false,
      deleted_at: null,
      version: 3,
      secret: [`••••${client().clientSecret.slice(-4)}`],
    });
    expect(restored?.headers.get("etag")).toBe('"3"');
    expect((await fetchClient()).body.secret).toEqual([client().clientSecret]);
    const include = { events: true };
    const grant = await db().grant.findUniqueOrThrow({ where: { id: grantId }, include });
    expect(grant.revokedAt).not.toBeNull();
    expect(grant.events).toMatchObject([{ change: "revoked", userId: owner().userId }]);
  });

  it("works for 30 days and then explains why it no longer does", async () => {
    await mintDeletion(client().clientId, daysAgo(29.9));
    expect((await restore()).status).toBe(200);
    await mintDeletion(client().clientId, daysAgo(30.1));
    const { status, body } = await restore();
    expect(status).toBe(409);
    expect(body.message).toContain("30 days");
    expect((await fetchClient()).status).toBe(404);
  });

  it("returns 409 for a client that is not deleted and changes nothing", async () => {
    const { status, body } = await restore();
    expect([status, body.message]).toEqual([409, "This client has not been deleted."]);
    expect((await fetchClient()).body).toMatchObject({ is_active: true, version: 1 });
  });
});

it("the list of deleted clients has exactly those that can be restored, and no other list has them", async () => {
  const listed = async (query: Record<string, string>) =>
    listOf((await call(listClients, { query })).body.items).map((item) => item.client_id);
  const [old, living] = [await mintClient(id()), await mintClient(id())];
  await mintDeletion(client().clientId, daysAgo(1));
  await mintDeletion(old.clientId, daysAgo(31));
  expect(await listed({ deleted: "true" })).toEqual([client().clientId]);
  expect(await listed({})).toEqual([living.clientId]);
});

const ofOneClient = managementOperations.filter(
  ({ operation, onDeleted }) => operation.path.includes("{client_id}") && !onDeleted,
);

describe.each(ofOneClient)("$operation.id of a deleted client", (operation) => {
  it("returns 404 and says when it was deleted and until when it can be restored", async () => {
    const deletedAt = daysAgo(1);
    await mintDeletion(client().clientId, deletedAt);
    const { status, body } = await callOperation(operation, organization(), client(), {
      as: owner(),
    });
    const end = new Date(deletedAt.getTime() + 30 * DAY_MS);
    const message = `This client was deleted on ${day(deletedAt)}. It can be restored until ${day(end)}.`;
    expect([status, body]).toMatchObject([404, { error: "not_found", message }]);
  });
});

it("a client deleted longer ago, or of another organization, gets a plain 404", async () => {
  const foreign = await mintClient((await mintOrganization()).organizationId);
  for (const { clientId } of [foreign, await mintClient(id())])
    await mintDeletion(clientId, daysAgo(1));
  await mintDeletion(client().clientId, daysAgo(31));
  for (const { clientId: client_id } of [foreign, client()]) {
    const { status, body } = await call(getClient, { params: { client_id } });
    expect([status, body.message]).toEqual([404, "This organization has no such client."]);
  }
});
