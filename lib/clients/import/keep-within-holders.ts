import type { ClientImporter } from "@/lib/clients/import/import-client";
import { findImported } from "@/lib/clients/import/repository";
import { permissionsOf } from "@/lib/clients/require-scope-authority";
import { protectNewScopes, revokeSecretsBeyondAccess } from "@/lib/clients/secrets/excess-secrets";
import { lockSecrets } from "@/lib/clients/secrets/repository";
import type { Database } from "@/lib/core/db/client";
import { lockOrganizations } from "@/lib/operation/access/lock-organizations";

/**
 * Before the platform changes the scopes of a client: no one who has seen one of its secrets gets permissions that they
 * lack, and secrets that the client itself has seen with permissions that it loses are revoked.
 * @throws ServiceError conflict naming the secrets that must be rotated first
 */
export async function keepWithinHolders(
  tx: Database,
  { clientId, organizationId }: { clientId: string; organizationId: string },
  { before: found, after }: { before: readonly string[]; after: readonly string[] },
  { actor, info }: Pick<ClientImporter, "actor" | "info">,
): Promise<void> {
  const gets = permissionsOf(after);
  // Most extensions have none, before and after, and need no locks.
  if (gets.length === 0 && permissionsOf(found).length === 0) return;
  await lockOrganizations(tx, [organizationId]);
  await lockSecrets(tx, { organizationId, clientId });
  const before = await findImported(tx, clientId);
  const has = permissionsOf(before?.scopes ?? []);
  const decision = { caller: { kind: "platform", organizationId, actor } as const, info };
  if (gets.some((permission) => !has.includes(permission))) {
    await protectNewScopes(tx, { clientId, scopes: after }, { ...decision, revokeSecrets: false });
  }
  if (has.some((permission) => !gets.includes(permission))) {
    const holder = { actor: `client:${clientId}`, remaining: { scopes: after } };
    await revokeSecretsBeyondAccess(tx, holder, { ...decision, revokeSecrets: true });
  }
}
