import { requestUninstall } from "@/lib/consent/deliveries/request-uninstall";
import { revokeCompanyGrants } from "@/lib/consent/grants/company-grants-repository";
import type { Database } from "@/lib/core/db/client";

/**
 * Ends everything that a company granted, in the transaction that closes it. Codes and tokens end with the grants, and
 * an uninstall call is stored for each extension; wake the delivery worker after the commit.
 */
export async function closeCompany(tx: Database, companyId: number): Promise<void> {
  const subject = { companyId, organizationId: null };
  for (const clientId of await revokeCompanyGrants(tx, companyId)) {
    await requestUninstall(tx, { clientId, subject });
  }
}
