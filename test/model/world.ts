import type { CompanyRole } from "@/lib/core/company-role-values";
import { newId } from "@/lib/core/crypto/ids";
import { db } from "@/lib/core/db/client";
import type { OrganizationRole } from "@/lib/core/permissions";
import { sessionCookieName, signSessionId } from "@/lib/identity/sessions/session-cookie";
import { mintClient, mintCompany, mintOrganization, mintUser } from "@/test/factories/mint";
import { REDIRECT_URI } from "@/test/factories/mint-installation";
import type { Model, Role, Subject } from "./model";

const HOUR_MS = 3_600_000;

/**
 * Creates two organizations with two companies, five people, and four clients, and their model.
 * The people have different roles in each, and the last organization is verified and has a client of type platform, which may do no more than others.
 */
export async function mintWorld(): Promise<Model> {
  const people = await Promise.all([1, 2, 3, 4, 5].map(mintUser));
  const [first, second] = await Promise.all([mintOrganization(), mintOrganization()]);
  const [shop, store] = await Promise.all([mintCompany(), mintCompany()]);
  const [admin, developer, auditor, seller, staff] = people.map(({ userId }) => userId) as [
    ...[string, string, string, string, string],
  ];
  const members: Record<Subject, Record<string, Role>> = {
    [`organization/${first.organizationId}`]: {
      ...{ [admin]: "admin", [developer]: "developer", [auditor]: "auditor" },
    },
    [`organization/${second.organizationId}`]: { [developer]: "admin", [admin]: "developer" },
    [`company/${shop.companyId}`]: { [seller]: "admin", [staff]: "staff" },
    [`company/${store.companyId}`]: { [staff]: "admin", [developer]: "owner" },
  };
  for (const [subject, roles] of Object.entries(members)) {
    for (const [userId, role] of Object.entries(roles)) await mintMembership(subject, userId, role);
  }
  const owners = [first.owner, second.owner, shop.seller, store.seller];
  for (const [at, subject] of Object.keys(members).entries()) {
    members[subject] = { ...members[subject], [owners[at]?.userId ?? ""]: "owner" };
  }
  const where = { id: second.organizationId };
  await db().organization.update({ where, data: { verified: true }, select: { id: true } });
  const sellable = ["company/products/read", "company/orders/read"];
  const managing = ["organization/clients/read", "organization/clients/write"];
  const clients = [
    await addClient(first.organizationId, sellable),
    await addClient(first.organizationId, sellable, { refreshRotation: "confirm_on_use" }),
    await addClient(first.organizationId, [...sellable, ...managing]),
    await addClient(second.organizationId, sellable, { clientType: "platform" }),
  ];
  const sessions = [...people, ...owners].map(({ cookie, userId }) => ({
    ...{ cookie, userId, ended: false, expired: false },
  }));
  return {
    ...{ members, sessions, clients, deactivatedPeople: [], grants: {}, requests: [] },
    ...{ codes: [], access: [], refresh: [], checkedTokens: [] },
  };
}

async function addClient(
  organizationId: string,
  scopes: string[],
  columns: NonNullable<Parameters<typeof mintClient>[1]> = {},
): Promise<Model["clients"][number]> {
  const { clientId, clientSecret, secretId } = await mintClient(organizationId, {
    ...{ redirectUrls: [REDIRECT_URI], scopes, ...columns },
    grantTypes: ["authorization_code", "refresh_token", "client_credentials"],
  });
  const secret = { id: secretId, value: clientSecret, revoked: false, holders: [] };
  return {
    ...{ id: clientId, organizationId, scopes, active: true, deleted: false, epoch: 1 },
    rotates: columns.refreshRotation === "confirm_on_use",
    secrets: [{ ...secret, overlap: "none" }],
  };
}

/** A new session of a person. */
export async function mintSession(userId: string): Promise<string> {
  const id = newId();
  const expiresAt = new Date(Date.now() + HOUR_MS);
  await db().userSession.create({ data: { id, userId, expiresAt }, select: { id: true } });
  return `${sessionCookieName()}=${signSessionId(id)}`;
}

/** Makes a person a member of a company or organization; of a company, or not for null. */
export async function mintMembership(
  subject: Subject,
  userId: string,
  role: Role | null,
): Promise<void> {
  const [kind, id = ""] = subject.split("/");
  if (kind === "organization") {
    const data = { organizationId: id, userId, role: role as OrganizationRole };
    await db().organizationMember.createMany({ data, skipDuplicates: true });
    return;
  }
  const key = { companyId: Number(id), userId };
  if (role === null) await db().companyMember.deleteMany({ where: key });
  else {
    const data = { role: role as CompanyRole };
    await db().companyMember.upsert({
      ...{ where: { companyId_userId: key }, create: { ...key, ...data }, update: data },
      select: { role: true },
    });
  }
}
