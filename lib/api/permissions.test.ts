import { beforeEach, describe, expect, it } from "vitest";
import { db } from "@/lib/core/db/client";
import { organizationRoles, scopePermissions } from "@/lib/core/permissions/permissions";
import { syncSandboxMembership } from "@/lib/tenants/membership/set-membership";
import {
  type MintedClient,
  type MintedOrganization,
  mintClient,
  mintManagementToken,
  mintMember,
  mintOrganization,
  mintSecret,
  mintUser,
} from "@/test/factories/mint";
import { callOperation, managementOperations } from "@/test/requests/management-operations";

const READS = [
  "listClients",
  "exportClients",
  "getClient",
  "getManifest",
  "getImpact",
  "checkRedirect",
  "listSecrets",
  "listGrants",
  "listRequests",
  "exportRequests",
  "watchRequests",
  "getRequestFigures",
  "getRequest",
  "listIssues",
];
const WRITES = [
  "createClient",
  "updateClient",
  "patchClient",
  "putClientLogo",
  "deleteClientLogo",
  "deleteClient",
  "restoreClient",
  "changeClients",
  "rotateSecret",
  "revokeSecret",
  "putIssue",
  "runSandboxAction",
  "runPlaygroundStep",
];
// Only a person who is signed in can do this: it acts as them.
const SIGNED_IN = ["runConformanceCheck"];
const SECRETS = ["revealSecret"];
const AUDIT = ["listAudit", "exportAudit", "verifyAudit"];
const MEMBER_READS = ["getOrganization", "listMembers", "listInvitations"];
const MEMBER_WRITES = [
  "changeMember",
  "removeMember",
  "createInvitation",
  "resendInvitation",
  "revokeInvitation",
];
// Only a person can do this: a token has no membership to leave.
const OWN = ["leaveOrganization"];
const SETTINGS = ["patchOrganization"];

const byRole = {
  owner: [
    ...READS,
    ...WRITES,
    ...SIGNED_IN,
    ...SECRETS,
    ...AUDIT,
    ...MEMBER_READS,
    ...MEMBER_WRITES,
    ...OWN,
    ...SETTINGS,
  ],
  admin: [
    ...READS,
    ...WRITES,
    ...SIGNED_IN,
    ...SECRETS,
    ...AUDIT,
    ...MEMBER_READS,
    ...MEMBER_WRITES,
    ...OWN,
  ],
  developer: [...READS, ...WRITES, ...SIGNED_IN, ...MEMBER_READS, ...OWN],
  auditor: [...READS, ...AUDIT, ...MEMBER_READS, ...OWN],
};

const byScope: Record<string, string[]> = {
  "organization/clients/read": READS,
  "organization/clients/write": WRITES,
  "organization/clients/secrets": SECRETS,
  "organization/audit/read": AUDIT,
  "organization/members/read": MEMBER_READS,
  // This scope alone grants and removes no role, because every role can do more.
  "organization/members/write": [],
  "organization/settings/write": SETTINGS,
  "company/products/read": [],
};

let organization: MintedOrganization;
let client: MintedClient;

beforeEach(async () => {
  organization = await mintOrganization();
  client = await mintClient(organization.organizationId, { baseUrl: "http://127.0.0.1:9" });
  await mintSecret(client.clientId);
});

it("the table lists every operation", () => {
  const operationIds = managementOperations.map(({ operation }) => operation.id);
  expect(operationIds.toSorted()).toEqual(byRole.owner.toSorted());
  expect(Object.keys(byRole)).toEqual([...organizationRoles]);
});

describe.each(managementOperations)("$operation.id", (operation) => {
  const { id: operationId } = operation.operation;

  it.each(organizationRoles)("answers the role %s as the table says", async (role) => {
    const { organizationId } = organization;
    const as = await mintMember(organizationId, role);
    await syncSandboxMembership(db(), organizationId, as.userId, role);
    const answer = await callOperation(operation, organization, client, { as });
    const allowed = byRole[role].includes(operationId);
    expect(answer.body.error).toBe(allowed ? undefined : "forbidden");
    expect(answer.status < 300).toBe(allowed);
  });

  it.each(Object.entries(byScope))(
    "answers a token that has only %s as the table says",
    async (scope, may) => {
      const { token } = await mintManagementToken(organization.organizationId, [scope]);
      const answer = await callOperation(operation, organization, client, {
        as: token,
      });
      const allowed = may.includes(operationId);
      expect(answer.status < 300).toBe(allowed);
      if (allowed) return;
      expect(answer.status).toBe(403);
      // With the scope, the token still may not touch the role in question, has no membership to leave, or is not
      // signed in.
      const hasScope = scopePermissions[scope] === operation.operation.access.permission;
      expect(answer.body.error).toBe(hasScope ? "forbidden" : "insufficient_scope");
    },
  );

  it("returns 404 to a person who is not a member", async () => {
    const as = await mintUser();
    const answer = await callOperation(operation, organization, client, { as });
    expect(answer.status).toBe(404);
  });
});
