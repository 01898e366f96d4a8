import { db } from "@/lib/core/db/client";
import type { OrganizationRole } from "@/lib/core/permissions/permissions";
import type { CompanyRole } from "@/lib/core/values/company-role-values";
import { mintClient, mintCompany, mintOrganization, mintUser } from "@/test/factories/mint";
import { REDIRECT_URI } from "@/test/factories/mint-installation";
import { type Client, idOf, isOrganization, Model, type Role, type Subject } from "./model";

/**
 * Creates two organizations with two companies, five people, and four clients, and their model.
 * The people have different roles in each, and the last organization is verified and has a client of type platform, which may do no more than others.
 */
export async function mintWorld(): Promise<Model> {
  const people = await Promise.all([1, 2, 3, 4, 5].map(mintUser));
  const [admin = "", developer = "", auditor = "", seller = "", staff = ""] = people.map(
    ({ userId }) => userId,
  );
  const [first, second] = await Promise.all([mintOrganization(), mintOrganization()]);
  const [shop, store] = await Promise.all([mintCompany(), mintCompany()]);
  const own = `organization/${first.organizationId}`;
  const other = `organization/${second.organizationId}`;
  const owners = [first.owner, second.owner, shop.seller, store.seller];
  const roles: [Subject, Record<string, Role>][] = [
    [own, { [admin]: "admin", [developer]: "developer", [auditor]: "auditor" }],
    [other, { [developer]: "admin", [admin]: "developer" }],
    [`company/${shop.companyId}`, { [seller]: "admin", [staff]: "staff" }],
    [`company/${store.companyId}`, { [staff]: "admin", [developer]: "owner" }],
  ];
  const model = new Model();
  for (const [index, [subject, others]] of roles.entries()) {
    model.members[subject] = { ...others, [owners[index]?.userId ?? ""]: "owner" };
    for (const [userId, role] of Object.entries(others)) await mintRole(subject, userId, role);
  }
  const where = { id: second.organizationId };
  await db().organization.update({ where, data: { verified: true } });
  const sellable = ["company/products/read", "company/orders/read"];
  const managing = ["organization/clients/read", "organization/clients/write"];
  model.sessions = [...people, ...owners].map(({ cookie, userId }) => newSession(userId, cookie));
  model.clients = [
    await addClient(own, sellable),
    await addClient(own, sellable, { refreshRotation: "confirm_on_use" }),
    await addClient(own, [...sellable, ...managing]),
    await addClient(other, sellable, { clientType: "platform" }),
  ];
  return model;
}

export const newSession = (userId: string, cookie: string) => {
  return { userId, value: cookie, ended: false, expired: false };
};

export const newSecret = (id: string, value: string, holders: string[]) => {
  return { id, value, live: true, inOverlap: false, holders };
};

export const newClient = { active: true, deleted: false, rotates: false, epoch: 1 };

async function addClient(
  home: Subject,
  scopes: string[],
  columns: Parameters<typeof mintClient>[1] = {},
): Promise<Client> {
  const own = { redirectUrls: [REDIRECT_URI], scopes, ...columns };
  const { clientId: id, clientSecret, secretId } = await mintClient(idOf(home), own);
  const rotates = columns.refreshRotation === "confirm_on_use";
  const secrets = [newSecret(secretId, clientSecret, [])];
  return { ...newClient, id, home, scopes, rotates, secrets };
}

/** Makes a person a member of a company or organization; of a company, or not for null. */
export async function mintRole(subject: Subject, userId: string, role: Role | null): Promise<void> {
  if (isOrganization(subject)) {
    const data = { organizationId: idOf(subject), userId, role: role as OrganizationRole };
    await db().organizationMember.createMany({ data, skipDuplicates: true });
    return;
  }
  const key = { companyId: Number(idOf(subject)), userId };
  const data = { role: role as CompanyRole };
  const where = { companyId_userId: key };
  if (role === null) await db().companyMember.deleteMany({ where: key });
  else await db().companyMember.upsert({ where, create: { ...key, ...data }, update: data });
}
