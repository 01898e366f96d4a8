import { revokeCompanyGrants } from "@/lib/consent/grants/company-grants-repository";
import { requestUninstall } from "@/lib/deliveries/request-uninstall";
import type { Database } from "@/lib/kernel/db/client";

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
