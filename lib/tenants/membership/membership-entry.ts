import type { Change } from "@/lib/audit/record-change";
import type { JsonObject } from "@/lib/core/json";
import type { AnyTenant } from "@/lib/tenants/membership/tenants";

/** A change of a tenant's people for its audit log: an organization's own, or the platform's, which names the company. */
export function tenantEntry({ kind, id }: AnyTenant, change: Change): Change {
  if (kind === "organization") return change;
  const { action, target, before, after } = change;
  return {
    action: `company_${action}`,
    target,
    ...(before && { before: { company_id: id, ...before } }),
    ...(after && { after: { company_id: id, ...after } }),
  };
}

/** A change of a person's membership for the audit log of its tenant; null for no membership. */
export function membershipEntry(
  tenant: AnyTenant,
  userId: string,
  { before, after }: { before: JsonObject | null; after: JsonObject | null },
): Change {
  const change = before ? (after ? "role_changed" : "removed") : "joined";
  return tenantEntry(tenant, {
    action: `member.${change}`,
    target: `user:${userId}`,
    ...(before && { before }),
    ...(after && { after }),
  });
}
