import { describe, expect, it } from "vitest";
import { deleteClient } from "@/lib/clients/delete-client";
import { getClient } from "@/lib/clients/get-client";
import { listClients } from "@/lib/clients/list-clients";
import { restoreClient } from "@/lib/clients/restore-client";
import { db } from "@/lib/core/db/client";
import { mintClient, mintCompany, mintDeletion, mintGrant } from "@/test/factories/mint";
import { clientScene } from "@/test/requests/client-scene";
import { listOf } from "@/test/requests/read-json";

const DAY_MS = 86_400_000;

const { id, client, call } = clientScene();
const restore = () => call(restoreClient);
const remove = () => call(deleteClient);
const fetchClient = () => call(getClient);
const daysAgo = (days: number) => new Date(Date.now() - days * DAY_MS);

describe("POST restore", () => {
  it("restores a deleted client as inactive, with its secrets and a new version", async () => {
    expect((await remove()).body).toMatchObject({ version: 2 });
    const { status, body, headers } = await restore();
    expect(status).toBe(200);
    expect(body).toMatchObject({
      client_id: client().clientId,
      is_active: false,
      deleted_at: null,
      version: 3,
    });
    expect(headers.get("etag")).toBe('"3"');
    expect(body.secret).toEqual([`••••${client().clientSecret.slice(-4)}`]);
    expect((await fetchClient()).body.secret).toEqual([client().clientSecret]);
  });

  it("keeps the grants of companies revoked", async () => {
    const { companyId } = await mintCompany();
    const { grantId } = await mintGrant(client().clientId, companyId, ["company/products/read"]);
    await remove();
    await restore();
    const grant = await db().grant.findUniqueOrThrow({ where: { id: grantId } });
    expect(grant.revokedAt).not.toBeNull();
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
    expect(status).toBe(409);
    expect(body.message).toBe("This client has not been deleted.");
    expect((await fetchClient()).body).toMatchObject({ is_active: true, version: 1 });
  });

  it("succeeds once under concurrent requests", async () => {
    await remove();
    const answers = await Promise.all(Array.from({ length: 5 }, () => restore()));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409, 409, 409]);
  });
});

describe("the list of deleted clients", () => {
  const listed = async (query: Record<string, string>) => {
    const answer = await call(listClients, { query });
    return listOf(answer.body.items).map((item) => item.client_id);
  };

  it("contains exactly the clients that can be restored, and no other list contains them", async () => {
    const old = await mintClient(id());
    const living = await mintClient(id());
    await mintDeletion(client().clientId, daysAgo(1));
    await mintDeletion(old.clientId, daysAgo(31));
    expect(await listed({ deleted: "true" })).toEqual([client().clientId]);
    expect(await listed({})).toEqual([living.clientId]);
  });
});
