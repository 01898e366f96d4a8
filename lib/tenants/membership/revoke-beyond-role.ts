import type { ChangedBy } from "@/lib/audit/record-change";
import { revokeSecretsBeyondAccess } from "@/lib/clients/secrets/excess-secrets";
import type { Database } from "@/lib/core/db/client";
import type { RequestInfo } from "@/lib/core/http/request-info";
import { rolesWithin } from "@/lib/tenants/membership/roles-within";
import type { Id, Kind, Role, Tenant } from "@/lib/tenants/membership/tenants";
import { INVITATIONS } from "@/lib/tenants/people/invitation-rows";

/** Who changes memberships of organizations, as the entries about revoked secrets name them. */
export type RevokedBy = {
  changedBy: ChangedBy;
  info: Pick<RequestInfo, "ipAddress" | "requestId">;
  /** Whether secrets beyond the next role are revoked; false rejects the change instead. */
  revokeSecrets: boolean;
};

/** Who changes a membership; null for a company, which has no secrets that depend on roles. */
export type By<K extends Kind> = { organization: RevokedBy; company: null }[K];

/** What a person loses with their role beside invitations, by kind of tenant. */
const REVOKE_SECRETS: {
  [K in Kind]: (
    tx: Database,
    id: Id<K>,
    userId: string,
    next: Role<K> | null,
    by: By<K>,
  ) => Promise<void>;
} = {
  organization: (tx, organizationId, userId, next, { changedBy, ...by }) =>
    revokeSecretsBeyondAccess(
      tx,
      { actor: `user:${userId}`, remaining: next && { role: next } },
      { caller: { ...changedBy, organizationId }, ...by },
    ),
  company: async () => {},
};

/**
 * Revokes what a person could not have in another role: open invitations that they sent, since they may know the links,
 * and secrets that they have seen of clients with more permissions. An organization must be locked.
 * @param next the other role, or null for none
 * @throws ServiceError conflict for secrets whose revocation was not confirmed
 */
export async function revokeBeyondRole<K extends Kind>(
  tx: Database,
  { kind, id }: Tenant<K>,
  userId: string,
  next: Role<K> | null,
  by: By<K>,
): Promise<void> {
  const within = next ? rolesWithin(kind, next) : [];
  await INVITATIONS[kind].revokeSentBy({ id, invitedBy: userId, within }, tx);
  await REVOKE_SECRETS[kind](tx, id, userId, next, by);
}
