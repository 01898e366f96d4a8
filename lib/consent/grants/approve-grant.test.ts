import { expect, it } from "vitest";
import { approveGrant } from "@/lib/consent/grants/approve-grant";
import { db } from "@/lib/core/db/client";
import { mintClient, mintCompany, mintGrant, mintOrganization } from "@/test/factories/mint";
import { untilBlockedByTransaction } from "@/test/process/until-blocked";

const SCOPES = ["company/orders/read", "company/products/read"];

it("an approval does not keep a granted scope that its client has lost", async () => {
  const { organizationId, owner } = await mintOrganization();
  const { clientId } = await mintClient(organizationId, { scopes: SCOPES.slice(1) });
  const { companyId } = await mintCompany();
  await mintGrant(clientId, companyId, SCOPES);
  const { userId } = owner;
  const subject = { companyId, organizationId: null };
  await approveGrant(db(), { clientId, subject, userId, scopes: SCOPES.slice(1) });
  const grant = await db().grant.findFirstOrThrow({ where: { clientId, companyId } });
  expect(grant.scopes).toEqual(SCOPES.slice(1));
});

it.each(["company", "organization"] as const)(
  "two concurrent first approvals for one %s are recorded as one grant and one change",
  async (of) => {
    const { organizationId, owner } = await mintOrganization();
    const { clientId } = await mintClient(organizationId, { scopes: SCOPES });
    const { companyId } = await mintCompany();
    const subject =
      of === "company" ? { companyId, organizationId: null } : { companyId: null, organizationId };
    const approve = (tx: Parameters<typeof approveGrant>[0], scopes: string[]) =>
      approveGrant(tx, { clientId, subject, userId: owner.userId, scopes });

    const { first, later } = await db().$transaction(async (tx) => {
      const first = await approve(tx, SCOPES.slice(1));
      const later = db().$transaction((other) => approve(other, SCOPES));
      await untilBlockedByTransaction(tx);
      return { first, later };
    });

    expect(await later).toEqual(first);
    const history = await db().grantEvent.findMany({
      where: { grantId: first.id },
      orderBy: { id: "asc" },
      select: { change: true, scopesBefore: true, scopesAfter: true },
    });
    expect(history).toEqual([
      { change: "granted", scopesBefore: [], scopesAfter: SCOPES.slice(1) },
      { change: "changed", scopesBefore: SCOPES.slice(1), scopesAfter: SCOPES },
    ]);
  },
);
