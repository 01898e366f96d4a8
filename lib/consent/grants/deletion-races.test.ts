import { Client } from "pg";
import { afterAll, beforeAll, expect, inject, it } from "vitest";
import { approveGrant } from "@/lib/consent/grants/approve-grant";
import { db, transaction } from "@/lib/core/db/client";
import { mintClient } from "@/test/factories/mint";
import { INSTALLED_SCOPES, mintInstallation } from "@/test/factories/mint-installation";
import { untilBlockedBy } from "@/test/process/until-blocked";

const holder = new Client(inject("databaseUrl"));

beforeAll(() => holder.connect());
afterAll(() => holder.end());

it("a consent that waits for its client's deletion is rejected and stores no grant", async () => {
  const { organizationId, companyId, seller } = await mintInstallation();
  const { clientId } = await mintClient(organizationId, { scopes: INSTALLED_SCOPES });
  const subject = { companyId, organizationId: null };
  const approval = { clientId, subject, userId: seller.userId, scopes: INSTALLED_SCOPES };
  await holder.query("BEGIN");
  await holder.query("UPDATE clients SET deleted_at = now() WHERE client_id = $1", [clientId]);
  const lateApproval = transaction((tx) => approveGrant(tx, approval)).catch(
    (thrown: unknown) => thrown,
  );
  await untilBlockedBy(holder);
  await holder.query("COMMIT");
  expect(await lateApproval).toMatchObject({ code: "invalid_client" });
  expect(await db().grant.count({ where: { clientId } })).toBe(0);
});
