import { column, first, type RowOf, sql } from "@/lib/core/db/sql";
import type { OrganizationRole } from "@/lib/core/permissions/permissions";
import type { CompanyRole } from "@/lib/core/values/company-role-values";
import type { NewLink } from "@/lib/identity/sessions/link";
import { openLink } from "@/lib/identity/sessions/link";

const LINKED_INVITATION = {
  kind: column<"organization" | "company">("text"),
  /** Of the organization or company; a company's in digits. */
  tenantId: "text",
  tenantName: "text",
  /** Null if no person sent it. */
  inviterName: "text?",
  email: "text",
  role: column<OrganizationRole | CompanyRole>("text"),
  expiresAt: "timestamptz",
  acceptedAt: "timestamptz?",
  revokedAt: "timestamptz?",
  /** The account with a password and this email address, or null. */
  userId: "text?",
} as const;

type LinkedInvitation = RowOf<typeof LINKED_INVITATION>;

const COLUMNS = `
  i.email, i.role::text AS role, i.expires_at AS "expiresAt", i.accepted_at AS "acceptedAt",
  (SELECT nullif(trim(u.first_name || ' ' || u.last_name), '') FROM users u WHERE u.id = i.invited_by) AS "inviterName",
  (SELECT u.id FROM users u WHERE u.email = i.email AND u.password_hash IS NOT NULL) AS "userId"`;

// A closed company revokes its own.
const findByLink = sql<{ tokenHash: NewLink["tokenHash"] }, LinkedInvitation>(
  "find-linked-invitation",
  LINKED_INVITATION,
  `SELECT 'organization' AS kind, o.id AS "tenantId", o.name AS "tenantName", i.revoked_at AS "revokedAt", ${COLUMNS}
   FROM invitations i JOIN organizations o ON o.id = i.organization_id WHERE i.token_hash = :tokenHash
   UNION ALL
   SELECT 'company', c.id::text, c.name, CASE WHEN c.status = 'closed' THEN now() ELSE i.revoked_at END, ${COLUMNS}
   FROM company_invitations i JOIN companies c ON c.id = i.company_id WHERE i.token_hash = :tokenHash`,
);

export type InvitedTo = { kind: LinkedInvitation["kind"]; id: string; name: string };

export type InvitationView =
  | { state: "unknown" }
  | { state: "expired" | "accepted" | "revoked"; to: InvitedTo }
  | ({ state: "open"; to: InvitedTo } & Pick<
      LinkedInvitation,
      "inviterName" | "email" | "role" | "expiresAt" | "userId"
    >);

/** Reads an invitation by its link. @throws ServiceError too_many_requests after many unknown links of a network */
export async function openInvitation(
  token: string,
  ipAddress: string | null,
): Promise<InvitationView> {
  const linkedInvitation = await openLink(token, ipAddress, async (tokenHash) =>
    first(await findByLink({ tokenHash })),
  );
  if (!linkedInvitation) return { state: "unknown" };
  const to = {
    kind: linkedInvitation.kind,
    id: linkedInvitation.tenantId,
    name: linkedInvitation.tenantName,
  };
  const state = stateOf(linkedInvitation);
  if (state !== "open") return { state, to };
  const { inviterName, email, role, expiresAt, userId } = linkedInvitation;
  return { state, to, inviterName, email, role, expiresAt, userId };
}

function stateOf({ acceptedAt, revokedAt, expiresAt }: LinkedInvitation) {
  if (acceptedAt) return "accepted";
  if (revokedAt) return "revoked";
  return expiresAt <= new Date() ? "expired" : "open";
}
