import { describe, expect, it } from "vitest";
import { db } from "@/lib/core/db/client";
import { scopePermissions } from "@/lib/core/permissions/permissions";
import {
  mintClient,
  mintDeletion,
  mintManagementToken,
  mintOrganization,
  mintSecret,
} from "@/test/factories/mint";
import { callOperation, managementOperations } from "@/test/requests/management-operations";

describe.each(managementOperations)("security 47: $operation.id", ({ onDeleted, ...managed }) => {
  const path = managed.operation.path.replace("{organization_id}", "");

  it("returns 404 for another organization and what it has, and changes nothing there", async () => {
    const [own, other] = [await mintOrganization(), await mintOrganization()];
    const { organizationId } = other;
    const client = await mintClient(organizationId, { baseUrl: "http://127.0.0.1:9" });
    await mintSecret(client.clientId);
    if (onDeleted) await mintDeletion(client.clientId);
    const scopes = Object.keys(scopePermissions);
    const { token } = await mintManagementToken(own.organizationId, scopes);
    const stored = () =>
      db().client.findUnique({ where: { clientId: client.clientId }, include: { secrets: true } });
    const before = await stored();
    // Only a person who is signed in can run it.
    const callers =
      managed.operation.id === "runConformanceCheck" ? [own.owner] : [own.owner, token];
    const organizations = path.includes("{")
      ? [organizationId, own.organizationId]
      : [organizationId];
    for (const organization_id of organizations) {
      for (const as of callers) {
        const call = { as, params: { organization_id } };
        const { status, body } = await callOperation(managed, other, client, call);
        expect([status, body.error]).toEqual([404, "not_found"]);
      }
    }
    expect(await stored()).toEqual(before);
    expect(await db().auditRow.count({ where: { organizationId } })).toBe(0);
  });

  it.runIf(managed.operation.method !== "GET")("rejects a page of another origin", async () => {
    const own = await mintOrganization();
    const client = await mintClient(own.organizationId);
    const call = { as: own.owner, headers: { origin: "https://evil.example" } };
    const { status, body } = await callOperation(managed, own, client, call);
    expect([status, body.error]).toEqual([403, "access_denied"]);
  });
});
