import { describe, expect, it } from "vitest";
import { db } from "@/lib/core/db/client";
import type { JsonObject } from "@/lib/core/json";
import { syncSandboxMembership } from "@/lib/tenants/membership/set-membership";
import {
  mintClient,
  mintManagementToken,
  mintMember,
  mintOrganization,
  mintSecret,
} from "@/test/factories/mint";
import { expectAuditWords } from "@/test/requests/expect-audit-words";
import { callOperation, managementOperations } from "@/test/requests/management-operations";

type Entry = { action: string; target: RegExp; before: object | null; after: object | null };

const REQUEST_ID = "request-of-a-test";
const CLIENT = /^client:[0-9a-f]{24}$/;
const SECRET = /^secret:[0-9a-f]{24}$/;
const ORGANIZATION = /^organization:[0-9a-f]{24}$/;
const PERSON = /^user:[0-9a-f]{24}$/;
const INVITATION = /^invitation:[0-9a-f]{24}$/;
const ID = expect.stringMatching(/^[0-9a-f]{24}$/);
const TIME = expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/);

const revealed = (secrets: number): Entry => ({
  action: "secret.revealed",
  target: CLIENT,
  before: null,
  after: { secrets: Array.from({ length: secrets }, () => ID) },
});
const exported = (what: string, target: RegExp, format: string): Entry => ({
  action: `${what}.exported`,
  target,
  before: null,
  after: { format },
});
const ofInvitation = (what: string): Entry => ({
  action: `invitation.${what}`,
  target: INVITATION,
  before: what === "revoked" ? { role: "developer" } : null,
  after: what === "revoked" ? null : { role: "developer" },
});
const updated = (before: object, after: object): Entry => ({
  action: "client.updated",
  target: CLIENT,
  before,
  after,
});

/** What one valid call of each operation by an owner leaves in the audit log. Those that are not listed leave nothing. */
const entries: Record<string, Entry[]> = {
  createClient: [
    {
      action: "client.created",
      target: CLIENT,
      before: null,
      after: expect.objectContaining({
        name: "Shipfast",
        scopes: {
          type: "company",
          permissions: ["company/products/read", "company/orders/read"],
        },
        redirect_urls: ["https://shipfast.example.com/fp/auth"],
        access_token_lifetime: 3600,
        is_active: true,
      }),
    },
  ],
  getClient: [revealed(2)],
  updateClient: [
    updated(
      { tags: [], description: "" },
      { tags: ["shipping"], description: "Prints shipping labels." },
    ),
    revealed(2),
  ],
  patchClient: [updated({ require_pkce: false }, { require_pkce: true })],
  deleteClient: [
    {
      action: "client.deleted",
      target: CLIENT,
      before: { is_active: true, deleted_at: null },
      after: { is_active: false, deleted_at: TIME },
    },
    revealed(2),
  ],
  restoreClient: [
    {
      action: "client.restored",
      target: CLIENT,
      before: { deleted_at: TIME },
      after: { is_active: false, deleted_at: null },
    },
  ],
  putClientLogo: [
    updated({ logo_uri: null }, { logo_uri: expect.stringMatching(/\/logos\/[0-9a-f]{64}$/) }),
  ],
  rotateSecret: [
    {
      action: "secret.created",
      target: SECRET,
      before: null,
      after: { name: "2026 spring", client_id: ID, overlap_seconds: 86_400 },
    },
  ],
  revealSecret: [revealed(1)],
  revokeSecret: [
    {
      action: "secret.revoked",
      target: SECRET,
      before: { name: "first", client_id: ID },
      after: null,
    },
  ],
  exportRequests: [exported("requests", ORGANIZATION, "ndjson")],
  exportAudit: [exported("audit", ORGANIZATION, "json")],
  putIssue: [
    { action: "issue.resolved", target: CLIENT, before: null, after: { check: "client_secret" } },
  ],
  runSandboxAction: [
    {
      action: "sandbox.expire_access_tokens",
      target: CLIENT,
      before: null,
      after: { changed: 0, company_id: expect.any(Number) },
    },
  ],
  runPlaygroundStep: [
    {
      action: "playground.started",
      target: CLIENT,
      before: null,
      after: { company_id: expect.any(Number) },
    },
  ],
  patchOrganization: [
    {
      action: "organization.updated",
      target: ORGANIZATION,
      before: { name: "Shipfast Labs" },
      after: { name: "Renamed" },
    },
  ],
  changeMember: [
    {
      action: "member.role_changed",
      target: PERSON,
      before: { role: "developer" },
      after: { role: "auditor" },
    },
  ],
  removeMember: [
    { action: "member.removed", target: PERSON, before: { role: "developer" }, after: null },
  ],
  leaveOrganization: [
    { action: "member.left", target: PERSON, before: { role: "owner" }, after: null },
  ],
  createInvitation: [ofInvitation("created")],
  resendInvitation: [ofInvitation("resent")],
  revokeInvitation: [ofInvitation("revoked")],
};

async function setScene() {
  const organization = await mintOrganization();
  const { organizationId, owner } = organization;
  const client = await mintClient(organizationId, { baseUrl: "http://127.0.0.1:9" });
  await mintSecret(client.clientId);
  await mintMember(organizationId, "owner");
  await syncSandboxMembership(db(), organizationId, owner.userId, "owner");
  return { organization, client };
}

const rowsOf = (organizationId: string) =>
  db().auditRow.findMany({ where: { organizationId }, orderBy: { id: "asc" } });

const textOf = (...fields: (JsonObject | unknown)[]) => JSON.stringify(fields);

describe.each(managementOperations)("security 50: $operation.id", (managed) => {
  it("leaves in the audit log what it changed or showed, by whom, and no secret", async () => {
    const { organization, client } = await setScene();
    const answer = await callOperation(managed, organization, client, {
      as: organization.owner,
      headers: { "x-request-id": REQUEST_ID },
    });
    expect(answer.status).toBeLessThan(300);
    const rows = await rowsOf(organization.organizationId);
    expect(
      rows.map(({ action, target, before, after }) => ({ action, target, before, after })),
    ).toEqual(
      (entries[managed.operation.id] ?? []).map((entry) => ({
        ...entry,
        target: expect.stringMatching(entry.target),
      })),
    );
    expectAuditWords(rows);
    for (const { actor, requestId, before, after } of rows) {
      expect([actor, requestId]).toEqual([`user:${organization.owner.userId}`, REQUEST_ID]);
      expect(textOf(before, after)).not.toMatch(/lk[a-z]_/);
    }
  });
});

it("an entry of a change that a token makes names its client", async () => {
  const { organization, client } = await setScene();
  const { organizationId } = organization;
  const scopes = ["organization/clients/write"];
  const caller = await mintManagementToken(organizationId, scopes);
  const patch = managementOperations.find(({ operation }) => operation.id === "patchClient");
  if (!patch) throw new Error("patchClient is not in the endpoint table.");
  await callOperation(patch, organization, client, { as: caller.token });
  expect(await rowsOf(organizationId)).toMatchObject([
    { actor: `client:${caller.client.clientId}`, target: `client:${client.clientId}` },
  ]);
});
