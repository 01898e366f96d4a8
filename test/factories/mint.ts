import { newSecretMaterial } from "@/lib/clients/secrets/secret-material";
import { sha256 } from "@/lib/core/crypto/hash";
import { newId } from "@/lib/core/crypto/ids";
import { hashPassword } from "@/lib/core/crypto/passwords";
import { dayOfToken, newToken } from "@/lib/core/crypto/tokens";
import { db } from "@/lib/core/db/client";
import type { CompanyRole, Prisma } from "@/lib/core/db/generated/client";
import { env } from "@/lib/core/env/env";
import type { OrganizationRole } from "@/lib/core/permissions/permissions";
import { sessionCookieName, signSessionId } from "@/lib/identity/sessions/session-cookie";

const HOUR_MS = 3_600_000;

/** The password of every created person. */
export const MINTED_PASSWORD = "a password for tests";

// Once per test file, because hashing is slow by design.
const passwordHash = hashPassword(MINTED_PASSWORD);

/** A signed-in person. */
export type MintedUser = {
  userId: string;
  email: string;
  /** Value of a Cookie header. */
  cookie: string;
};

/** An organization for one test. */
export type MintedOrganization = {
  organizationId: string;
  /** Its own company on the platform. */
  companyId: number;
  owner: MintedUser;
};

/** A client that can authenticate. */
export type MintedClient = {
  clientId: string;
  clientSecret: string;
  secretId: string;
  systemUserId: string;
};

/** A person with a live session and no membership. */
export async function mintUser(): Promise<MintedUser> {
  const userId = newId();
  const sessionId = newId();
  const email = `${userId}@example.com`;
  await db().user.create({
    data: {
      id: userId,
      email,
      passwordHash: await passwordHash,
      firstName: "Asha",
      lastName: "Rao",
      sessions: { create: { id: sessionId, expiresAt: new Date(Date.now() + HOUR_MS) } },
    },
  });
  return { userId, email, cookie: `${sessionCookieName()}=${signSessionId(sessionId)}` };
}

/** An organization with its sandbox company and a signed-in owner of both. */
export async function mintOrganization(): Promise<MintedOrganization> {
  const owner = await mintUser();
  const company = await db().company.create({
    data: {
      name: "Acme Retail",
      isSandbox: true,
      members: { create: { userId: owner.userId, role: "owner" } },
    },
  });
  const organizationId = newId();
  await db().organization.create({
    data: {
      id: organizationId,
      name: "Shipfast Labs",
      companyId: company.id,
      members: { create: { userId: owner.userId, role: "owner" } },
    },
  });
  return { organizationId, companyId: company.id, owner };
}

/** A signed-in member of an organization. */
export async function mintMember(
  organizationId: string,
  role: OrganizationRole,
): Promise<MintedUser> {
  const user = await mintUser();
  await db().organizationMember.create({ data: { organizationId, userId: user.userId, role } });
  return user;
}

/** A seller company with a signed-in member of that role. */
export async function mintCompany(
  role: CompanyRole = "owner",
): Promise<{ companyId: number; seller: MintedUser }> {
  const seller = await mintUser();
  const company = await db().company.create({
    data: { name: "Blue Lotus Sarees", members: { create: { userId: seller.userId, role } } },
  });
  return { companyId: company.id, seller };
}

/** A signed-in member of a company. */
export async function mintCompanyMember(companyId: number, role: CompanyRole): Promise<MintedUser> {
  const user = await mintUser();
  await db().companyMember.create({ data: { companyId, userId: user.userId, role } });
  return user;
}

/**
 * A client with one live secret and its system user; `columns` overrides what a test cares about.
 */
export async function mintClient(
  organizationId: string,
  columns: Partial<Omit<Prisma.ClientUncheckedCreateInput, "clientId" | "organizationId">> = {},
): Promise<MintedClient> {
  const clientId = newId();
  const systemUserId = newId();
  const secret = newSecretMaterial(clientId);
  await db().client.create({
    data: {
      recordId: newId(),
      slug: `client-${clientId}`,
      name: "Shipfast",
      metaUserId: systemUserId,
      redirectUrls: ["https://shipfast.example.com/fp/auth"],
      scopes: ["company/products/read", "company/orders/read"],
      grantTypes: ["authorization_code", "refresh_token", "client_credentials"],
      ...columns,
      clientId,
      organizationId,
      secrets: { create: { ...secret.stored, name: "first" } },
      systemUser: { create: { id: systemUserId, username: `system-${clientId}` } },
    },
  });
  return {
    clientId,
    clientSecret: secret.clear,
    secretId: secret.stored.id,
    systemUserId,
  };
}

/** Marks a client as deleted unless it already is. */
export async function mintDeletion(clientId: string, deletedAt = new Date()): Promise<void> {
  await db().client.updateMany({
    where: { clientId, deletedAt: null },
    data: { deletedAt, isActive: false },
  });
}

/** Another live secret of a client. */
export async function mintSecret(clientId: string): Promise<{ secretId: string; secret: string }> {
  const { clear, stored } = newSecretMaterial(clientId);
  await db().clientSecret.create({ data: { ...stored, clientId, name: "another" } });
  return { secretId: stored.id, secret: clear };
}

/** Records that someone (`user:<id>`, `client:<id>`) has seen a secret in clear. */
export async function mintHolder(secretId: string, actor: string): Promise<void> {
  await db().clientSecretHolder.create({ data: { secretId, actor }, select: { secretId: true } });
}

/** A `client_credentials` token with these scopes for a new client of the organization. */
export async function mintManagementToken(
  organizationId: string,
  scopes: readonly string[],
): Promise<{ token: string; client: MintedClient }> {
  const client = await mintClient(organizationId, { name: "Console script", scopes: [...scopes] });
  const token = newToken("client_credentials");
  await db().accessToken.create({
    data: {
      tokenHash: new Uint8Array(sha256(token)),
      day: dayOfToken(token),
      kind: "client_credentials",
      clientId: client.clientId,
      organizationId,
      scopes: [...scopes],
      expiresAt: new Date(Date.now() + HOUR_MS),
    },
  });
  return { token, client };
}

/** A live grant of a company to a client. */
export async function mintGrant(
  clientId: string,
  companyId: number,
  scopes: readonly string[],
): Promise<{ grantId: string }> {
  const grantId = newId();
  await db().grant.create({
    data: { id: grantId, clientId, companyId, scopes: scopes.toSorted() },
  });
  return { grantId };
}

/** A live grant of an organization to a client, allowed by `approvedBy`. */
export async function mintOrganizationGrant(
  clientId: string,
  organizationId: string,
  scopes: readonly string[],
  approvedBy: string,
): Promise<{ grantId: string }> {
  const grantId = newId();
  await db().grant.create({
    data: { id: grantId, clientId, organizationId, scopes: scopes.toSorted(), approvedBy },
  });
  return { grantId };
}

/** Headers of a signed-in browser on a page of ours. */
export function browserHeaders(user: MintedUser): Record<string, string> {
  return { cookie: user.cookie, origin: env().baseUrl };
}
