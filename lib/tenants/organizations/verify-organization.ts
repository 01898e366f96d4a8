import { recordOperatorChange } from "@/lib/audit/record-change";
import { transaction } from "@/lib/core/db/client";
import { lockOrganizations } from "@/lib/operation/access/lock-organizations";
import { setVerified } from "@/lib/tenants/organizations/repository";

/**
 * Marks an organization as verified by the operator, or undoes it. Recorded in the audit log as `operator:shell`.
 * @returns the organization's name, or null if there is none
 */
export function verifyOrganization(
  organizationId: string,
  verified: boolean,
): Promise<string | null> {
  return transaction(async (tx) => {
    await lockOrganizations(tx, [organizationId]);
    const before = await setVerified(tx, organizationId, verified);
    if (before && before.verified !== verified) {
      await recordOperatorChange(tx, organizationId, {
        action: "organization.updated",
        target: `organization:${organizationId}`,
        before: { verified: before.verified },
        after: { verified },
      });
    }
    return before?.name ?? null;
  });
}
