import { newId } from "@/lib/core/crypto/ids";
import { db } from "@/lib/core/db/client";
import type { OrganizationRole } from "@/lib/core/permissions";
import {
  readSessionId,
  sessionCookieName,
  signSessionId,
} from "@/lib/identity/sessions/session-cookie";
import {
  type MintedClient,
  type MintedUser,
  mintClient,
  mintCompany,
  mintOrganization,
  mintUser,
} from "@/test/factories/mint";
import { aMinuteAgo, storedHash } from "@/test/factories/mint-code";
import { REDIRECT_URI } from "@/test/factories/mint-installation";
import type { Client, Model, Role, Subject } from "./model";

const HOUR_MS = 3_600_000;

const GRANTS = ["authorization_code", "refresh_token", "client_credentials"];

/**
 * Creates two organizations with two companies, five people, and four clients, and their model.
 * The people have different roles in each, and the last organization is verified and has a client of type platform, which may do no more than others.
 */
export async function mintWorld(): Promise<Model> {
  const people = await Promise.all([1, 2, 3, 4, 5].map(mintUser));
  const [first, second] = await Promise.all([mintOrganization(), mintOrganization()]);
  const [shop, store] = await Promise.all([mintCompany(), mintCompany()]);
  const model: Model = {
    members: {
      [`organization/${first.organizationId}`]: { [first.owner.userId]: "owner" },
      [`organization/${second.organizationId}`]: { [second.owner.userId]: "owner" },
      [`company/${shop.companyId}`]: { [shop.seller.userId]: "owner" },
      [`company/${store.companyId}`]: { [store.seller.userId]: "owner" },
    },
    sessions: [...people, first.owner, second.owner, shop.seller, store.seller].map(sessionOf),
    ...{
      deactivatedPeople: [],
      clients: [],
      grants: {},
      requests: [],
      codes: [],
      access: [],
      refresh: [],
      checkedTokens: [],
    },
  };
  const [admin, developer, auditor, seller, staff] = people.map(({ userId }) => userId);
  await join(model, first.organizationId, { admin, developer, auditor });
  await join(model, second.organizationId, { admin: developer, developer: admin });
  await joinCompany(model, shop.companyId, { admin: seller, staff });
  await joinCompany(model, store.companyId, { admin: staff, owner: developer });
  await db().organization.update({
    where: { id: second.organizationId },
    data: { verified: true },
    select: { id: true },
  });
  const sellable = ["company/products/read", "company/orders/read"];
  const managing = ["organization/clients/read", "organization/clients/write"];
  await addClient(model, first.organizationId, { scopes: sellable });
  await addClient(model, first.organizationId, {
    scopes: sellable,
    refreshRotation: "confirm_on_use",
  });
  await addClient(model, first.organizationId, { scopes: [...sellable, ...managing] });
  await addClient(model, second.organizationId, { scopes: sellable, clientType: "platform" });
  return model;
}

function sessionOf({ cookie, userId }: MintedUser) {
  return { cookie, userId, ended: false, expired: false };
}

async function join(
  model: Model,
  organizationId: string,
  roles: Partial<Record<OrganizationRole, string | undefined>>,
): Promise<void> {
  for (const [role, userId] of Object.entries(roles) as [OrganizationRole, string][]) {
    await mintOrganizationMembership(`organization/${organizationId}`, userId, role);
    note(model, `organization/${organizationId}`, userId, role);
  }
}

async function joinCompany(
  model: Model,
  companyId: number,
  roles: Partial<Record<"owner" | "admin" | "staff", string | undefined>>,
): Promise<void> {
  const entries = Object.entries(roles) as ["owner" | "admin" | "staff", string][];
  for (const [role, userId] of entries) {
    await mintCompanyMembership(`company/${companyId}`, userId, role);
    note(model, `company/${companyId}`, userId, role);
  }
}

function note(model: Model, subject: Subject, userId: string, role: Role): void {
  model.members[subject] = { ...model.members[subject], [userId]: role };
}

async function addClient(
  model: Model,
  organizationId: string,
  columns: NonNullable<Parameters<typeof mintClient>[1]> & { scopes: string[] },
): Promise<void> {
  const minted = await mintClient(organizationId, {
    redirectUrls: [REDIRECT_URI],
    grantTypes: GRANTS,
    ...columns,
  });
  model.clients.push(presentClient(minted, organizationId, columns));
}

function presentClient(
  { clientId, clientSecret, secretId }: MintedClient,
  organizationId: string,
  columns: NonNullable<Parameters<typeof mintClient>[1]> & { scopes: string[] },
): Client {
  return {
    id: clientId,
    organizationId,
    scopes: columns.scopes,
    active: true,
    deleted: false,
    rotates: columns.refreshRotation === "confirm_on_use",
    epoch: 1,
    secrets: [{ id: secretId, value: clientSecret, revoked: false, overlap: "none", holders: [] }],
  };
}

/** A new session of a person. */
export async function mintSession(userId: string): Promise<string> {
  const id = newId();
  const expiresAt = new Date(Date.now() + HOUR_MS);
  await db().userSession.create({ data: { id, userId, expiresAt }, select: { id: true } });
  return `${sessionCookieName()}=${signSessionId(id)}`;
}

export async function mintOrganizationMembership(
  subject: Subject,
  userId: string,
  role: OrganizationRole,
): Promise<void> {
  const organizationId = subject.split("/")[1] ?? "";
  await db().organizationMember.createMany({
    data: { organizationId, userId, role },
    skipDuplicates: true,
  });
}

/** Makes a person a member of a company, or none for null. */
export async function mintCompanyMembership(
  subject: Subject,
  userId: string,
  role: "owner" | "admin" | "staff" | null,
): Promise<void> {
  const companyId = Number(subject.split("/")[1]);
  if (role === null) {
    await db().companyMember.deleteMany({ where: { companyId, userId } });
    return;
  }
  await db().companyMember.upsert({
    where: { companyId_userId: { companyId, userId } },
    create: { companyId, userId, role },
    update: { role },
    select: { role: true },
  });
}

export async function setDeactivated(userId: string, deactivated: boolean): Promise<void> {
  const deactivatedAt = deactivated ? new Date() : null;
  await db().user.update({ where: { id: userId }, data: { deactivatedAt }, select: { id: true } });
}

/** Sets the expiry of something to the past. */
export async function expire({ what, value }: { what: string; value: string }): Promise<void> {
  const past = aMinuteAgo();
  // Nothing may expire before it was created.
  const longOver = { createdAt: new Date(past.getTime() - HOUR_MS), expiresAt: past };
  const byHash = { where: { tokenHash: storedHash(value) }, data: longOver };
  const codeHash = storedHash(value);
  if (what === "session") {
    const id = readSessionId(value) ?? "";
    await db().userSession.updateMany({ where: { id }, data: longOver });
  }
  if (what === "request") {
    await db().authorizationRequest.updateMany({ where: { id: value }, data: longOver });
  }
  // A code stays younger than the membership of its person.
  if (what === "code" || what === "second use") {
    await db().$executeRaw`
      UPDATE authorization_codes SET expires_at = created_at + interval '1 millisecond',
        second_use_expires_at = CASE WHEN ${what} = 'code' THEN second_use_expires_at ELSE created_at + interval '1 millisecond' END
      WHERE code_hash = ${codeHash}`;
  }
  if (what === "access") await db().accessToken.updateMany(byHash);
  if (what === "refresh") await db().refreshToken.updateMany(byHash);
  if (what === "grace") {
    await db().refreshToken.updateMany({
      where: { tokenHash: storedHash(value), supersededAt: { not: null } },
      data: { supersededAt: past },
    });
  }
  if (what === "overlap") {
    await db().clientSecret.updateMany({
      where: { id: value, expiresAt: { not: null } },
      data: longOver,
    });
  }
}
