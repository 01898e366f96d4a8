import { z } from "zod";
import { recordPlatformChange } from "@/lib/audit/record-change";
import { newId } from "@/lib/core/crypto/ids";
import { hashPassword } from "@/lib/core/crypto/passwords";
import { type Database, db, transaction } from "@/lib/core/db/client";
import { sql } from "@/lib/core/db/sql";
import { plainLine } from "@/lib/core/schemas/plain-text";
import { judgePassword } from "@/lib/identity/account/judge-password";
import { newPasswordSchema, personNameSchema } from "@/lib/identity/account/schemas";
import { hashLink, newLink, openLink } from "@/lib/identity/sessions/link";
import { anyone } from "@/lib/operation/access";
import { operation } from "@/lib/operation/operation";
import { page } from "@/lib/operation/returns";

const newOperatorSchema = z.object({
  first_name: personNameSchema,
  last_name: personNameSchema,
  email: z.email("is not an email address").max(200).toLowerCase(),
  password: newPasswordSchema,
  /** Empty for an operator without an organization. */
  organization_name: plainLine(0, 120).default(""),
});

/**
 * Creates the first operator, once, and an organization of their own if they named one. The query of the form's page
 * names invalid fields, without their values.
 */
export const createOperator = operation({
  id: "createOperator",
  request: {
    route: "POST /setup/{token}/operator",
    params: z.object({ token: z.string() }),
    body: z.looseObject({}),
  },
  access: anyone(),
  returns: page({ on: "/setup/{token}", failure: (t) => ({ title: t("setup.title") }) }),
  async run({ params: { token }, body, info }) {
    if (!(await isSetupOpen(token, info.ipAddress))) return { back: "" };
    const parsed = newOperatorSchema.safeParse(body);
    if (!parsed.success) {
      const invalidFields = new Set(parsed.error.issues.map((issue) => issue.path.join(".")));
      return { back: `?invalid=${[...invalidFields].join(",")}` };
    }
    const { first_name, last_name, email, password, organization_name } = parsed.data;
    const personData = { email, firstName: first_name, lastName: last_name };
    const fault = judgePassword(password, personData);
    if (fault) return { back: `?invalid=${fault}` };
    const passwordHash = await hashPassword(password);
    const created = await transaction(async (tx) => {
      await lockSetup({}, tx);
      const { count } = await tx.ownerSetupLink.updateMany({
        where: { tokenHash: hashLink(token), usedAt: null, expiresAt: { gt: new Date() } },
        data: { usedAt: new Date() },
      });
      if (count === 0 || (await hasAccounts(tx))) return false;
      const userId = newId();
      const operator = { operatorRole: "operator", operatorSource: "local" } as const;
      const data = { id: userId, ...personData, passwordHash, ...operator };
      await tx.user.create({ data, select: { id: true } });
      if (organization_name) await insertOwnOrganization(tx, userId, organization_name);
      await recordPlatformChange(tx, `operator:${userId}`, info, {
        action: "operator.granted",
        target: `user:${userId}`,
        after: { role: "operator" },
      });
      return true;
    });
    return created ? { to: "/sign-in?created=1" } : { back: "" };
  },
});

/** Makes other requests that create the first operator wait until the transaction ends. */
const lockSetup = sql(
  "lock-setup",
  {},
  "SELECT pg_advisory_xact_lock(hashtextextended('setup', 0))::text",
);

/** Creates an organization with its sandbox company, both owned by a person. */
async function insertOwnOrganization(
  tx: Database,
  userId: string,
  organizationName: string,
): Promise<void> {
  const organizationId = newId();
  const company = await tx.company.create({
    data: { name: organizationName, isSandbox: true },
    select: { id: true },
  });
  const organization = { id: organizationId, name: organizationName, companyId: company.id };
  await tx.organization.create({ data: organization });
  await tx.organizationMember.create({ data: { organizationId, userId, role: "owner" } });
  await tx.companyMember.create({ data: { companyId: company.id, userId, role: "owner" } });
}

/** Whether a link can still create the operator. @throws ServiceError too_many_requests after many unknown links */
export async function isSetupOpen(token: string, ipAddress: string | null): Promise<boolean> {
  const link = await openLink(token, ipAddress, (tokenHash) =>
    db().ownerSetupLink.findFirst({
      where: { tokenHash, usedAt: null, expiresAt: { gt: new Date() } },
      select: { createdAt: true },
    }),
  );
  return link !== null && !(await hasAccounts());
}

const LINK_SECONDS = 24 * 60 * 60;

/** Replaces the one-time link for the first operator. @returns the link, or null if there are accounts already */
export async function offerOperatorLink(): Promise<string | null> {
  if (await hasAccounts()) return null;
  const { stored, link } = newLink("setup", LINK_SECONDS);
  await db().$transaction([
    db().ownerSetupLink.deleteMany({ where: { usedAt: null } }),
    db().ownerSetupLink.create({ data: stored }),
  ]);
  return link;
}

/** Whether there is an account with a password, or an operator. People of the platform's directory do not count. */
async function hasAccounts(tx: Database = db()): Promise<boolean> {
  const someone = await tx.user.findFirst({
    where: { OR: [{ passwordHash: { not: null } }, { operatorRole: { not: null } }] },
    select: { id: true },
  });
  return someone !== null;
}
