import { type ChangedBy, type Origin, recordChange } from "@/lib/audit/record-change";
import { holdsPermissionsOf, permissionsOf } from "@/lib/clients/require-scope-authority";
import {
  countVersionsUp,
  type HeldSecretRow,
  listHeldBy,
  listHoldersOf,
  revokeSecretRows,
} from "@/lib/clients/secrets/repository";
import type { Database } from "@/lib/core/db/client";
import { ServiceError } from "@/lib/core/errors";
import type { OrganizationRole } from "@/lib/core/permissions/permissions";
import type { Caller } from "@/lib/operation/access/caller";

/** Maximum number of secrets to list in a message. */
const MAX_NAMED = 5;

/** Who makes the change, and whether they agreed to revoke the secrets it would make too powerful. */
type SecretDecision = {
  caller: ChangedBy & { organizationId: string };
  info: Origin;
  revokeSecrets: boolean;
};

/** What a person or client can still do after the change: what a role or scopes allow, or nothing. */
type RemainingAccess = { role: OrganizationRole } | { scopes: readonly string[] } | null;

/**
 * Guards a change of scopes: no one who has seen the client's secrets gains permissions, and the client keeps no secret
 * that it has seen beyond what `remaining` permits. Lock organization, secrets and client first. @throws ServiceError
 * conflict unless the caller agreed to revoke; the platform agrees for seen secrets, never for its own
 */
export async function keepWithinPermissions(
  tx: Database,
  clientId: string,
  scopes: { before: readonly string[]; after: readonly string[]; remaining?: readonly string[] },
  decision: SecretDecision,
): Promise<void> {
  const { before, after, remaining = after } = scopes;
  const has = permissionsOf(before);
  const gets = permissionsOf(after);
  if (gets.some((permission) => !has.includes(permission))) {
    await protectNewScopes(tx, { clientId, scopes: after }, decision);
  }
  if (has.some((permission) => !gets.includes(permission))) {
    const holder = { actor: `client:${clientId}`, remaining: { scopes: remaining } };
    const revokeSecrets = decision.revokeSecrets || decision.caller.kind === "platform";
    await revokeSecretsBeyondAccess(tx, holder, { ...decision, revokeSecrets });
  }
}

/** Revokes the live secrets of a client seen by anyone who lacks a permission in its new scopes. */
async function protectNewScopes(
  tx: Database,
  { clientId, scopes }: { clientId: string; scopes: readonly string[] },
  decision: SecretDecision,
): Promise<void> {
  const { organizationId } = decision.caller;
  const seenSecrets = await listHoldersOf({ organizationId, clientId }, tx);
  const excess = seenSecrets.filter((secret) => {
    const holder = holderOf(organizationId, secret);
    return !holder || !holdsPermissionsOf(holder, scopes);
  });
  await revokeOrReject(
    tx,
    excess,
    decision,
    "The new scopes include permissions that someone who has seen a secret of this client lacks",
  );
}

/**
 * Revokes the live secrets that a person or client has seen of clients with more permissions than they will have. The
 * organization must be locked. @throws ServiceError conflict, naming the secrets, unless the caller agreed
 */
export async function revokeSecretsBeyondAccess(
  tx: Database,
  { actor, remaining }: { actor: string; remaining: RemainingAccess },
  decision: SecretDecision,
): Promise<void> {
  const { organizationId } = decision.caller;
  const holder = remaining && asCaller(organizationId, actor, remaining);
  const seenSecrets = await listHeldBy({ organizationId, actor }, tx);
  const excess = seenSecrets.filter(
    ({ clientId, clientScopes }) =>
      actor !== `client:${clientId}` && !holdsPermissionsOf(holder ?? NO_ACCESS, clientScopes),
  );
  await revokeOrReject(
    tx,
    excess,
    decision,
    "This change would leave someone with secrets of clients that have more permissions than they do",
    (clientIds) => countVersionsUp(tx, organizationId, clientIds),
  );
}

const NO_ACCESS: Caller = { kind: "client", organizationId: "", clientId: "", scopes: [] };

function holderOf(organizationId: string, row: HeldSecretRow): Caller | null {
  if (row.role) return asCaller(organizationId, row.actor, { role: row.role });
  if (row.actorScopes) return asCaller(organizationId, row.actor, { scopes: row.actorScopes });
  return null;
}

function asCaller(
  organizationId: string,
  actor: string,
  remaining: NonNullable<RemainingAccess>,
): Caller {
  const id = actor.slice(actor.indexOf(":") + 1);
  return "role" in remaining
    ? { kind: "user", organizationId, userId: id, role: remaining.role }
    : { kind: "client", organizationId, clientId: id, scopes: remaining.scopes };
}

async function revokeOrReject(
  tx: Database,
  excess: readonly HeldSecretRow[],
  { caller, info, revokeSecrets }: SecretDecision,
  reason: string,
  afterRevocation?: (clientIds: string[]) => Promise<void>,
): Promise<void> {
  if (excess.length === 0) return;
  if (!revokeSecrets) throw revocationRequired(excess, reason, caller);
  const secrets = new Map(excess.map((row) => [row.id, row]));
  await revokeSecretRows(tx, caller.organizationId, [...secrets.keys()]);
  // Clients before audit rows: every other change locks in this order.
  await afterRevocation?.([...new Set(excess.map(({ clientId }) => clientId))]);
  for (const { id, clientId, name } of secrets.values()) {
    await recordChange(tx, caller, info, {
      action: "secret.revoked",
      target: `secret:${id}`,
      before: { client_id: clientId, name },
    });
  }
}

function revocationRequired(
  excess: readonly HeldSecretRow[],
  reason: string,
  caller: SecretDecision["caller"],
): ServiceError {
  const secretNames = excess.slice(0, MAX_NAMED).map(describe).join("; ");
  const more = excess.length > MAX_NAMED ? `; and ${excess.length - MAX_NAMED} more` : "";
  const advice =
    caller.kind === "platform"
      ? "Have its publisher rotate these secrets first."
      : "Repeat the request with revoke_secrets=true to revoke these secrets, or rotate them first.";
  const message = `${reason}: ${secretNames}${more}. ${advice}`;
  return new ServiceError("conflict", message, { fields: [{ path: "revoke_secrets", message }] });
}

function describe({ name, lastFour, clientName, actor, actorName, role }: HeldSecretRow): string {
  const who = actorName ?? actor;
  const what = actor.startsWith("client:") ? "client" : (role ?? "no longer a member");
  return `"${name}" of ${clientName}, ending in ${lastFour}, seen by ${who} (${what})`;
}
