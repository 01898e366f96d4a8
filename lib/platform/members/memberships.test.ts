import { beforeEach, describe, expect, it } from "vitest";
import { newId } from "@/lib/core/crypto/ids";
import { db } from "@/lib/core/db/client";
import { companyMembers, organizationMembers } from "@/lib/platform/members/members";
import { unlinkProvider } from "@/lib/platform/provider/link/link";
import { openInvitation } from "@/lib/tenants/joining/open-invitation";
import type { Kind, Source } from "@/lib/tenants/membership/tenants";
import { mintGrant } from "@/test/factories/mint";
import { INSTALLED_SCOPES, mintInstallation } from "@/test/factories/mint-installation";
import { mintServiceToken } from "@/test/factories/mint-platform";
import { mintSeenSecret } from "@/test/factories/mint-seen-secret";
import { mintAccessToken } from "@/test/factories/mint-tokens";
import { callProducts } from "@/test/requests/call-products";
import { callRoute } from "@/test/requests/call-route";
import { auditRowsOf, postLinkForm } from "@/test/requests/link-scene";
import { companyScene, type PeopleScene, peopleScenes } from "@/test/requests/people-scene";
import { CLAIMS, providerScene } from "@/test/requests/provider-scene";
import { signInWith } from "@/test/requests/provider-session";

const provider = providerScene(CLAIMS);

type Role = "owner" | "admin";
type Person = Awaited<ReturnType<typeof mintPerson>>;
type Scene = PeopleScene & { kind: Kind };

/** A way to change a person's role, or to end it with null. */
type Way = {
  /** Memberships from these sources change; others stay. */
  changes: readonly Source[];
  /** The source of a membership that changed. */
  becomes: Source;
  set: (tenant: Scene, person: Person, role: Role | null) => Promise<unknown>;
};

const OPERATIONS = {
  organization: [organizationMembers.put, organizationMembers.remove],
  company: [companyMembers.put, companyMembers.remove],
} as const;

const WAYS: Record<string, Way> = {
  "the console": {
    changes: ["local"],
    becomes: "local",
    set: (tenant, person, role) =>
      role ? tenant.change(tenant.owner, person, role) : tenant.remove(tenant.owner, person),
  },
  "the directory": {
    changes: ["local", "directory", "claims"],
    becomes: "directory",
    set: async ({ kind, id }, { sub }, role) => {
      const [put, remove] = OPERATIONS[kind];
      const as = await mintServiceToken(["platform/directory/write"]);
      const params = { [`${kind}_id`]: String(id), external_id: sub };
      return callRoute(role ? put : remove, { params, as, ...(role && { body: { role } }) });
    },
  },
  claims: {
    changes: ["claims"],
    becomes: "claims",
    set: ({ kind, id }, { sub }, role) => {
      const list = kind === "company" ? "companies" : "organizations";
      return signInWith(provider(), sub, { [list]: role ? [{ id, role }] : [] });
    },
  },
  unlinking: {
    changes: ["directory", "claims"],
    becomes: "directory",
    set: (_tenant, person) => postLinkForm(unlinkProvider, person),
  },
};

/** An owner whose membership came from there, who has a password and an account at the provider. */
async function mintPerson(tenant: PeopleScene, source: Source) {
  const person = await tenant.member("owner");
  const { userId: id } = person;
  const sub = newId();
  await db().user.update({ where: { id }, data: { externalId: sub } });
  if (source !== "local") await tenant.manage(person, source);
  return { ...person, sub };
}

/** What an owner of an organization has besides: a role in its sandbox, and a secret that only owners may see. */
async function mintSandboxRights({ id }: PeopleScene, { userId }: Person) {
  const organizationId = String(id);
  const where = { id: organizationId };
  const { companyId } = await db().organization.findUniqueOrThrow({ where });
  await db().companyMember.create({ data: { companyId, userId, role: "owner" } });
  const secretId = await mintSeenSecret(organizationId, userId, "organization/settings/write");
  return async () => {
    const member = await db().companyMember.findFirst({ where: { companyId, userId } });
    const secret = await db().clientSecret.findUniqueOrThrow({ where: { id: secretId } });
    return { sandbox: member?.role ?? null, secretIsRevoked: secret.revokedAt !== null };
  };
}

/** What a tenant's audit log says about a change of an owner. */
function entryOf({ kind, id }: Scene, by: string, source: Source, role: Role | null) {
  const change = role ? "role_changed" : "removed";
  const inCompany = kind === "company" ? { company_id: id } : {};
  if (by !== "the directory") {
    const [was, is] = by === "the console" ? [{}, {}] : [{ source }, { source: "claims" }];
    return {
      action: `${kind === "company" ? "company_" : ""}member.${change}`,
      before: { ...inCompany, role: "owner", ...was },
      after: role && { ...inCompany, role, ...is },
    };
  }
  const context = { [`${kind}_id`]: id };
  if (!role) {
    return { action: `${kind}_member.removed`, before: { ...context, role: "owner" }, after: null };
  }
  const [was, is] = source === "directory" ? [{}, {}] : [{ source }, { source: "directory" }];
  return {
    action: `${kind}_member.updated`,
    before: { role: "owner", ...was },
    after: { ...context, role, ...is },
  };
}

const CASES = Object.entries(WAYS).flatMap(([by, way]) =>
  (["local", "directory", "claims"] as const).map((source) => [source, by, way] as const),
);

describe.each(peopleScenes)("security 63, 72 and 92: a membership of an %s", (name, mint) => {
  let tenant: Scene;

  beforeEach(async () => {
    tenant = { ...(await mint()), kind: name === "company" ? "company" : "organization" };
  });

  /** What an owner still has after a change to this role, and what the audit log says about it. */
  async function resultOf(way: Way, source: Source, role: Role | null) {
    const person = await mintPerson(tenant, source);
    const { userId } = person;
    const rightsOf = tenant.kind === "organization" && (await mintSandboxRights(tenant, person));
    const invitations = [
      await tenant.invitation({ invitedBy: userId, role: "owner" }),
      await tenant.invitation({ invitedBy: userId }),
      await tenant.invitation(),
    ];
    // Only the console keeps the last owner.
    if (way !== WAYS["the console"]) await tenant.leave(tenant.owner);
    const before = await tenant.membershipOf(person);
    await way.set(tenant, person, role);
    const after = await tenant.membershipOf(person);
    if (after) expect(after.createdAt).toEqual(before?.createdAt);
    const states = invitations.map(({ token }) => openInvitation(token, null));
    const log = tenant.kind === "company" ? null : String(tenant.id);
    const entries = await auditRowsOf(log, { target: `user:${userId}` });
    return {
      membership: after && { role: after.role, source: after.source },
      invitations: (await Promise.all(states)).map(({ state }) => state),
      rights: rightsOf && (await rightsOf()),
      entries: entries
        .filter(({ action }) => action.includes("member."))
        .map(({ action, before, after }) => ({ action, before, after })),
    };
  }

  it.each(CASES)(
    "from %s changes by %s with all that depends on it, or not at all",
    async (source, by, way) => {
      const isOrganization = tenant.kind === "organization";
      const unchanged = {
        membership: { role: "owner", source },
        invitations: ["open", "open", "open"],
        rights: isOrganization && { sandbox: "owner", secretIsRevoked: false },
        entries: [],
      };
      const isChanged = way.changes.includes(source);
      if (by !== "unlinking") {
        const demoted = {
          membership: { role: "admin", source: way.becomes },
          invitations: ["revoked", "open", "open"],
          rights: isOrganization && { sandbox: "admin", secretIsRevoked: true },
          entries: [entryOf(tenant, by, source, "admin")],
        };
        expect(await resultOf(way, source, "admin")).toEqual(isChanged ? demoted : unchanged);
      }
      const ended = {
        membership: null,
        invitations: ["revoked", "revoked", "open"],
        rights: isOrganization && { sandbox: null, secretIsRevoked: true },
        entries: [entryOf(tenant, by, source, null)],
      };
      expect(await resultOf(way, source, null)).toEqual(isChanged ? ended : unchanged);
    },
  );
});

it.each(["the console", "the directory", "claims", "unlinking"])(
  "security 95: an online token for a company ends when the membership ends by %s, also after a return",
  async (by) => {
    const { client } = await mintInstallation();
    const tenant = { ...(await companyScene()), kind: "company" } as const;
    const companyId = Number(tenant.id);
    const { grantId } = await mintGrant(client.clientId, companyId, INSTALLED_SCOPES);
    const way = WAYS[by];
    const person = await mintPerson(tenant, way?.becomes ?? "local");
    const mintToken = () =>
      mintAccessToken({ client, companyId, grantId }, "online", { userId: person.userId });
    const statusOf = async (token: string) => (await callProducts(token)).status;
    const former = await mintToken();
    expect(await statusOf(former)).toBe(200);
    await way?.set(tenant, person, null);
    expect(await statusOf(former)).toBe(401);
    const where = { id: person.userId };
    await db().user.update({ where, data: { externalId: person.sub } });
    await WAYS["the directory"]?.set(tenant, person, "admin");
    expect([await statusOf(former), await statusOf(await mintToken())]).toEqual([401, 200]);
  },
);
