import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { newId } from "@/lib/core/crypto/ids";
import { db, transaction } from "@/lib/core/db/client";
import { openInvitation } from "@/lib/tenants/joining/open-invitation";
import { listMemberships } from "@/lib/tenants/membership/membership-rows";
import {
  addMembership,
  lockTenants,
  setMembership,
  setMemberships,
  type TenantRole,
} from "@/lib/tenants/membership/set-membership";
import type { Source } from "@/lib/tenants/membership/tenants";
import { type AnyTenant, tenantKey } from "@/lib/tenants/membership/tenants";
import { mintCompany, mintOrganization, mintUser } from "@/test/factories/mint";
import { mintCompanyInvitation, mintInvitation } from "@/test/factories/mint-invitation";
import { mintSeenSecret } from "@/test/factories/mint-seen-secret";
import { untilBlockedByTransaction } from "@/test/process/until-blocked";

const info = { requestId: newId(), ipAddress: null };
const changedBy = { kind: "platform", actor: "operator:shell" } as const;
const by = { changedBy, info, revokeSecrets: true };

type Row = { role: string; source: Source } | null;
type Rows = Map<string, Row>;

const OVERRIDES: Record<Source, Source[]> = {
  local: ["local"],
  directory: ["local", "directory", "claims"],
  claims: ["claims"],
};
const ROLES = {
  organization: ["owner", "admin", "developer", "auditor", null],
  company: ["owner", "admin", "staff", null],
};
const IN_SANDBOX: Record<string, string> = { owner: "owner", admin: "admin", developer: "admin" };

/** What a membership becomes, as the table of sources says; the same object if nothing changes. */
function next(before: Row, { role, source }: { role: string | null; source: Source }): Row {
  const isSame = before?.role === role && before.source === source;
  if (before && (isSame || !OVERRIDES[source].includes(before.source))) return before;
  return role === null ? null : { role, source };
}

/** What a membership of an organization's sandbox becomes after a new role in the organization. */
function nextInSandbox(before: Row, role = ""): Row {
  return next(before, { role: IN_SANDBOX[role] ?? null, source: "local" });
}

/** Two people; an organization with its sandbox, and one whose company is not for testing. */
async function mintTenants() {
  const [publisher, other] = [await mintOrganization(), await mintOrganization()];
  const where = { id: other.companyId };
  await db().company.update({ where, data: { isSandbox: false } });
  const sandbox = { kind: "company", id: publisher.companyId } as const;
  const tenants: AnyTenant[] = [
    { kind: "organization", id: publisher.organizationId },
    sandbox,
    { kind: "organization", id: other.organizationId },
    { kind: "company", id: other.companyId },
  ];
  return { people: [(await mintUser()).userId, (await mintUser()).userId], tenants, sandbox };
}

/** What a person has that only owners may: an invitation that they sent and, in an organization, a secret. */
async function mintRights({ kind, id }: AnyTenant, invitedBy: string) {
  const sent = { invitedBy, role: "owner" } as const;
  const { token } =
    kind === "company" ? await mintCompanyInvitation(id, sent) : await mintInvitation(id, sent);
  const ownersOnly = "organization/settings/write";
  const secretId = kind === "company" ? null : await mintSeenSecret(id, invitedBy, ownersOnly);
  return async () => {
    const isRevoked = [(await openInvitation(token, null)).state === "revoked"];
    if (secretId === null) return isRevoked;
    const secret = await db().clientSecret.findUniqueOrThrow({ where: { id: secretId } });
    return [...isRevoked, secret.revokedAt !== null];
  };
}

/** The memberships of people, by person and tenant. */
async function storedRows(people: readonly string[]): Promise<Rows> {
  const rows: Rows = new Map();
  for (const userId of people) {
    for (const { role, source, ...tenant } of await listMemberships(db(), userId)) {
      rows.set(userId + tenantKey(tenant), { role, source });
    }
  }
  return rows;
}

const step = fc.record({
  tenant: fc.nat(3),
  person: fc.nat(1),
  role: fc.nat(19),
  source: fc.constantFrom<Source>("local", "directory", "claims"),
});

describe("a membership", () => {
  it("changes as its source allows, with its rights and its sandbox, and all others stay", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 20 }), async (steps) => {
        const { people, tenants, sandbox } = await mintTenants();
        const expected: Rows = new Map();
        for (const { source, ...each } of steps) {
          const userId = people[each.person] ?? "";
          const tenant = tenants[each.tenant] ?? sandbox;
          const roles = ROLES[tenant.kind];
          const role = roles[each.role % roles.length] ?? null;
          const [key, inSandbox] = [userId + tenantKey(tenant), userId + tenantKey(sandbox)];
          const before = expected.get(key) ?? null;
          const after = next(before, { role, source });
          expected.set(key, after);
          const hasNewRole = before?.role !== after?.role;
          if (tenant === tenants[0] && hasNewRole) {
            expected.set(inSandbox, nextInSandbox(expected.get(inSandbox) ?? null, after?.role));
          }
          const areRevoked = await mintRights(tenant, userId);
          // The role is one of the tenant's kind.
          const request = { ...tenant, role, source } as TenantRole;
          const changes = await setMemberships(db(), [request], { userId, by });
          expect(changes).toMatchObject(before === after ? [] : [{ ...tenant, before, after }]);
          const losesRights = before !== null && hasNewRole && after?.role !== "owner";
          for (const isRevoked of await areRevoked()) expect(isRevoked).toBe(losesRights);
        }
        const rows = [...expected].filter(([, row]) => row !== null);
        expect(await storedRows(people)).toEqual(new Map(rows));
      }),
      { numRuns: 20 },
    );
  });

  it("is given once when two add it at the same time, and the directory then manages it", async () => {
    const { companyId: id } = await mintCompany();
    const { userId } = await mintUser();
    const person = { tenant: { kind: "company", id } as const, userId };
    const { later } = await transaction(async (tx) => {
      await addMembership(tx, { ...person, role: "staff", source: "local" });
      const change = { ...person, role: "admin", source: "directory", by: null } as const;
      const later = setMembership(db(), change);
      await untilBlockedByTransaction(tx);
      return { later };
    });
    expect(await later).toMatchObject({
      before: { role: "staff", source: "local" },
      after: { role: "admin", source: "directory" },
    });
  });

  it("of an organization waits until another change of its members ends", async () => {
    const { organizationId: id } = await mintOrganization();
    const { userId } = await mintUser();
    const role = { kind: "organization", id, role: "auditor", source: "claims" } as const;
    const { later } = await transaction(async (tx) => {
      await lockTenants(tx, [role]);
      const later = transaction((other) => setMemberships(other, [role], { userId, by }));
      await untilBlockedByTransaction(tx);
      return { later };
    });
    expect(await later).toMatchObject([{ before: null, after: { role: "auditor" } }]);
  });
});
