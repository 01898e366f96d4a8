import { beforeEach, expect, it } from "vitest";
import { listDeliveries } from "@/lib/consent/deliveries/list-deliveries";
import { retryDelivery } from "@/lib/consent/deliveries/retry-delivery";
import { newId } from "@/lib/core/crypto/ids";
import { db } from "@/lib/core/db/client";
import type { Prisma } from "@/lib/core/db/generated/client";
import { type MintedUser, mintClient, mintOrganization } from "@/test/factories/mint";
import { mintOperator } from "@/test/factories/mint-platform";
import { callRoute } from "@/test/requests/call-route";

let operator: MintedUser;
let clientId: string;
let companyId: number;

beforeEach(async () => {
  operator = await mintOperator();
  const organization = await mintOrganization();
  ({ companyId } = organization);
  ({ clientId } = await mintClient(organization.organizationId));
});

type State = Partial<Prisma.DeliveryUncheckedCreateInput>;

/** A call to the extension in some state; given up by default. */
async function mintDelivery(state: State = {}): Promise<string> {
  const id = newId();
  await db().delivery.create({
    data: {
      id,
      clientId,
      companyId,
      kind: "uninstall",
      attempts: 9,
      lastStatus: 503,
      lastError: "The extension responded with 503.",
      nextAttemptAt: null,
      ...state,
    },
  });
  return id;
}

const inAnHour = () => new Date(Date.now() + 3_600_000);

async function list(query: Record<string, string>) {
  const answer = await callRoute(listDeliveries, {
    params: {},
    query: { q: clientId, ...query },
    as: operator,
  });
  expect(answer.status).toBe(200);
  return listDeliveries.returns.schema.parse(answer.body);
}

it("lists calls that have not succeeded by their status, and none that succeeded", async () => {
  const abandoned = await mintDelivery();
  const failing = await mintDelivery({ nextAttemptAt: inAnHour() });
  const waitingDelivery = await mintDelivery({ nextAttemptAt: inAnHour(), lastError: null });
  await mintDelivery({ deliveredAt: new Date() });
  for (const [status, id] of Object.entries({ abandoned, failing, waiting: waitingDelivery })) {
    const { items } = await list({ status });
    expect(items).toMatchObject([{ delivery_id: id, status, company_id: companyId }]);
  }
  expect((await list({})).items).toHaveLength(3);
});

it("finds calls by extension and company, and pages through them, the newest first", async () => {
  const ids = [await mintDelivery(), await mintDelivery(), await mintDelivery()].sort().reverse();
  const first = await list({ limit: "2" });
  const second = await list({ limit: "2", cursor: first.page.next_id });
  const found = [...first.items, ...second.items].map(({ delivery_id: id }) => id);
  expect(found).toEqual(ids);
  expect(second.page.has_next).toBe(false);
  expect((await list({ q: String(companyId) })).items).toHaveLength(3);
});

it("finds calls by the name of the extension and by the organization, and all without a search", async () => {
  const { organizationId } = await mintOrganization();
  const name = `Parcel ${newId()}`;
  await db().client.update({ where: { clientId }, data: { name } });
  await db().organization.update({
    where: { id: organizationId },
    data: { name: "Label Makers" },
  });
  await db().company.update({ where: { id: companyId }, data: { name: "Sari House" } });
  const ofCompany = await mintDelivery();
  const ofOrganization = await mintDelivery({ companyId: null, organizationId });
  const idsOf = (items: { delivery_id: string }[]) => items.map((item) => item.delivery_id).sort();
  expect(idsOf((await list({ q: name.toLowerCase() })).items)).toEqual(
    [ofCompany, ofOrganization].sort(),
  );
  expect(idsOf((await list({ q: organizationId })).items)).toEqual([ofOrganization]);
  const everything = await callRoute(listDeliveries, { params: {}, query: {}, as: operator });
  expect(everything.status).toBe(200);
  for (const [delivery_id, subject_name] of [
    [ofCompany, "Sari House"],
    [ofOrganization, "Label Makers"],
  ] as const) {
    const retried = await callRoute(retryDelivery, { params: { delivery_id }, as: operator });
    expect(retried.body).toMatchObject({ delivery_id, subject_name });
  }
});

it("repeats a call that was given up, and names the operator in the audit log", async () => {
  const id = await mintDelivery();
  const params = { delivery_id: id };
  const answer = await callRoute(retryDelivery, { params, as: operator });
  expect(answer.status).toBe(200);
  expect(answer.body).toMatchObject({ status: "waiting", last_error: null });
  const { nextAttemptAt } = await db().delivery.findUniqueOrThrow({ where: { id } });
  expect(nextAttemptAt?.getTime()).toBeLessThanOrEqual(Date.now());
  const row = await db().auditRow.findFirst({
    where: {
      organizationId: null,
      actor: `operator:${operator.userId}`,
      action: "delivery.retried",
    },
  });
  expect(row?.target).toBe(`client:${clientId}`);
});

it("repeats no call that arrived, and none for support", async () => {
  const arrived = { delivery_id: await mintDelivery({ deliveredAt: new Date() }) };
  const lateRetry = await callRoute(retryDelivery, { params: arrived, as: operator });
  expect(lateRetry.status).toBe(404);
  const id = await mintDelivery();
  const support = await mintOperator("support");
  const params = { delivery_id: id };
  const denied = await callRoute(retryDelivery, { params, as: support });
  expect(denied.status).toBe(403);
  const { nextAttemptAt } = await db().delivery.findUniqueOrThrow({ where: { id } });
  expect(nextAttemptAt).toBeNull();
});
