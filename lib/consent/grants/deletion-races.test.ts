import { expect, it } from "vitest";
import { approveGrant } from "@/lib/consent/grants/approve-grant";
import { importGrants } from "@/lib/consent/grants/import-grant";
import { type Database, db, transaction } from "@/lib/kernel/db/client";
import { mintClient } from "@/test/factories/mint";
import { INSTALLED_SCOPES, mintInstallation } from "@/test/factories/mint-installation";
import { untilBlockedByTransaction } from "@/test/process/until-blocked";

type Grantor = { clientId: string; companyId: number; userId: string };

/** Starts to grant while the deletion of a client without grants waits for its commit. */
async function grantDuringDeletion<T>(
  grant: (tx: Database, grantor: Grantor) => Promise<T>,
): Promise<{ late: Promise<T>; liveGrants: () => Promise<number> }> {
  const { organizationId, companyId, seller } = await mintInstallation();
  const { clientId } = await mintClient(organizationId, { scopes: INSTALLED_SCOPES });
  const { late } = await transaction(async (tx) => {
    await tx.client.update({
      where: { clientId },
      data: { deletedAt: new Date(), isActive: false },
    });
    const started = transaction((other) =>
      grant(other, { clientId, companyId, userId: seller.userId }),
    );
    await untilBlockedByTransaction(tx);
    return { late: started };
  });
  return { late, liveGrants: () => db().grant.count({ where: { clientId, revokedAt: null } }) };
}

it("a consent that waits for its client's deletion gives nothing", async () => {
  const { late, liveGrants } = await grantDuringDeletion(
    async (tx, { clientId, companyId, userId }) => {
      const subject = { companyId, organizationId: null };
      const approval = { clientId, subject, userId, scopes: INSTALLED_SCOPES };
      return approveGrant(tx, approval).catch((thrown: unknown) => thrown);
    },
  );
  expect(await late).toMatchObject({ code: "invalid_client" });
  expect(await liveGrants()).toBe(0);
});

it("an import that waits for its client's deletion stores no grant", async () => {
  const { late, liveGrants } = await grantDuringDeletion((tx, { clientId, companyId }) =>
    importGrants(tx, [
      { type: "grant", client_id: clientId, company_id: companyId, scopes: INSTALLED_SCOPES },
    ]),
  );
  expect(await late).toMatchObject([{ code: "not_found" }]);
  expect(await liveGrants()).toBe(0);
});
