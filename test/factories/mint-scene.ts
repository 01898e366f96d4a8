import { newId } from "@/lib/core/crypto/ids";
import { db } from "@/lib/core/db/client";
import type { Prisma } from "@/lib/core/db/generated/client";
import type { Subject } from "@/lib/core/subject";
import {
  type MintedUser,
  mintCompanyMember,
  mintMember,
  mintOrganization,
} from "@/test/factories/mint";
import {
  INSTALLED_SCOPES,
  type Installation,
  mintInstallation,
} from "@/test/factories/mint-installation";

/** An extension that a company or an organization has installed. */
export type Scene = {
  /** The extension, also installed by a company if the scene is about an organization. */
  installation: Installation;
  subject: Subject;
  grantId: string;
  /** The owner of the company or organization. */
  person: MintedUser;
  /** The columns of a code or token that say for whom it is. */
  columns: Subject & { grantId: string };
};

/** One difference from a scene in which everything works. */
export type Change = (scene: Scene) => Promise<unknown>;

/** A scene in which everything works. */
export async function mintScene(of: "company" | "organization"): Promise<Scene> {
  const installation = await mintInstallation();
  const { companyId, grantId, seller, client } = installation;
  if (of === "company") {
    const subject = { companyId, organizationId: null };
    const columns = { ...subject, grantId };
    return { installation, subject, grantId, person: seller, columns };
  }
  const { organizationId, owner } = await mintOrganization();
  const id = newId();
  await db().grant.create({
    data: { id, clientId: client.clientId, organizationId, scopes: INSTALLED_SCOPES },
  });
  const subject = { companyId: null, organizationId };
  return {
    installation,
    subject,
    grantId: id,
    person: owner,
    columns: { ...subject, grantId: id },
  };
}

/** Changes the client. */
export function changeClient(data: Prisma.ClientUncheckedUpdateInput): Change {
  return ({ installation }) =>
    db().client.update({ where: { clientId: installation.client.clientId }, data });
}

/** Changes the client's secret. */
export function changeSecret(data: Prisma.ClientSecretUncheckedUpdateInput): Change {
  return ({ installation }) =>
    db().clientSecret.update({ where: { id: installation.client.secretId }, data });
}

/** Changes the grant. */
export function changeGrant(data: Prisma.GrantUncheckedUpdateInput): Change {
  return ({ grantId }) => db().grant.update({ where: { id: grantId }, data });
}

/** Suspends the organization that owns the client. */
export const suspendPublisher: Change = ({ installation }) =>
  suspend({ companyId: null, organizationId: installation.organizationId });

/** Suspends the company or organization that has installed the client. */
export const suspendSubject: Change = ({ subject }) => suspend(subject);

function suspend({ companyId, organizationId }: Subject): Promise<unknown> {
  const data = { status: "suspended" } as const;
  return companyId === null
    ? db().organization.update({ where: { id: organizationId }, data })
    : db().company.update({ where: { id: companyId }, data });
}

/** Removes the person from the company or organization, which then has another owner. */
export const leave: Change = async ({ subject, person: { userId } }) => {
  const { companyId, organizationId } = subject;
  if (companyId === null) {
    await mintMember(organizationId, "owner");
    return db().organizationMember.deleteMany({ where: { userId } });
  }
  await mintCompanyMember(companyId, "owner");
  return db().companyMember.deleteMany({ where: { userId } });
};

/** Removes the person and adds them again. */
export const rejoin: Change = async (scene) => {
  await leave(scene);
  const { subject, person } = scene;
  const { companyId, organizationId } = subject;
  const data = { userId: person.userId, role: "owner" } as const;
  if (companyId === null)
    await db().organizationMember.create({ data: { ...data, organizationId } });
  else await db().companyMember.create({ data: { ...data, companyId } });
};

/** Deactivates the person's account. */
export const deactivatePerson: Change = ({ person }) =>
  db().user.update({ where: { id: person.userId }, data: { deactivatedAt: new Date() } });

/** A member of another company or organization only. */
export async function mintOutsider({ subject }: Scene): Promise<MintedUser> {
  const elsewhere = await mintOrganization();
  return subject.companyId === null
    ? mintMember(elsewhere.organizationId, "owner")
    : mintCompanyMember(elsewhere.companyId, "owner");
}

/** Ends a family of tokens. */
export async function endFamily(familyHash: Uint8Array<ArrayBuffer>): Promise<void> {
  const expiresAt = new Date(Date.now() + 3_600_000);
  await db().endedTokenFamily.create({ data: { familyHash, expiresAt } });
}

/** A session of a person; returns its id. */
export async function mintSession(
  userId: string,
  columns: Partial<Prisma.UserSessionUncheckedCreateInput> = {},
): Promise<string> {
  const id = newId();
  const data = { id, userId, createdAt: new Date(0), expiresAt: new Date(Date.now() + 3_600_000) };
  await db().userSession.create({ data: { ...data, ...columns } });
  return id;
}
