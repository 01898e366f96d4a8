import { newId } from "@/lib/core/crypto/ids";
import type { Database } from "@/lib/core/db/client";
import { first, sql } from "@/lib/core/db/sql";
import type { OrganizationRole } from "@/lib/core/permissions/permissions";
import type { CompanyRole } from "@/lib/core/values/company-role-values";
import type { NewLink } from "@/lib/identity/sessions/link";

/** An invitation found by its link. */
export type LinkedInvitation = {
  kind: "organization" | "company";
  /** Of the organization or company; a company's in digits. */
  tenantId: string;
  tenantName: string;
  /** Null if no person sent it. */
  inviterName: string | null;
  email: string;
  role: OrganizationRole | CompanyRole;
  expiresAt: Date;
  acceptedAt: Date | null;
  revokedAt: Date | null;
  /** The account with a password and this email address, or null. */
  userId: string | null;
};

const COLUMNS = `
  i.email, i.role::text AS role, i.expires_at AS "expiresAt", i.accepted_at AS "acceptedAt",
  (SELECT nullif(trim(u.first_name || ' ' || u.last_name), '') FROM users u WHERE u.id = i.invited_by) AS "inviterName",
  (SELECT u.id FROM users u WHERE u.email = i.email AND u.password_hash IS NOT NULL) AS "userId"`;

const findByLink = sql<{ tokenHash: NewLink["tokenHash"] }, LinkedInvitation>(
  "find-linked-invitation",
  {
    kind: "text",
    tenantId: "text",
    tenantName: "text",
    inviterName: "text",
    email: "text",
    role: "text",
    expiresAt: "timestamptz",
    acceptedAt: "timestamptz",
    revokedAt: "timestamptz",
    userId: "text",
  },
  `SELECT 'organization' AS kind, o.id AS "tenantId", o.name AS "tenantName", i.revoked_at AS "revokedAt", ${COLUMNS}
   FROM invitations i JOIN organizations o ON o.id = i.organization_id WHERE i.token_hash = :tokenHash
   UNION ALL
   SELECT 'company', c.id::text, c.name, CASE WHEN c.status = 'closed' THEN now() ELSE i.revoked_at END, ${COLUMNS}
   FROM company_invitations i JOIN companies c ON c.id = i.company_id WHERE i.token_hash = :tokenHash`,
);

/** Finds an invitation in any state by the hash of its link; null if unknown. A closed company revokes its own. */
export async function findLinkedInvitation(
  tokenHash: NewLink["tokenHash"],
): Promise<LinkedInvitation | null> {
  return first(await findByLink({ tokenHash }));
}

/** Creates a person; null if the email address was taken meanwhile. */
export async function insertPerson(
  tx: Database,
  person: { email: string; passwordHash: string; firstName: string; lastName: string },
): Promise<string | null> {
  const id = newId();
  const { count } = await tx.user.createMany({ data: { id, ...person }, skipDuplicates: true });
  return count === 1 ? id : null;
}
