import { beforeEach, expect, it } from "vitest";
import { listDeliveries, retryDelivery } from "@/lib/consent/deliveries/deliveries";
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
      nextAttemptAt: null,
      lastStatus: 503,
      lastError: "The extension responded with 503.",
      ...state,
    },
  });
  return id;
}

const inAnHour = () => new Date(Date.now() + 3_600_000);

async function list(query: Record<string, string>) {
  const call = { params: {}, query: { q: clientId, ...query }, as: operator };
  const answer = await callRoute(listDeliveries, call);
  expect(answer.status).toBe(200);
  return listDeliveries.returns.schema.parse(answer.body);
}

const idsOf = ({ items }: Awaited<ReturnType<typeof list>>) =>
  items.map((item) => item.delivery_id);

it("lists calls that have not succeeded by their status, and none that succeeded", async () => {
  const abandoned = await mintDelivery();
  const failing = await mintDelivery({ nextAttemptAt: inAnHour() });
  const waiting = await mintDelivery({ nextAttemptAt: inAnHour(), lastError: null });
  await mintDelivery({ deliveredAt: new Date() });
  for (const [status, id] of Object.entries({ abandoned, failing, waiting })) {
    const { items } = await list({ status });
    expect(items).toMatchObject([{ delivery_id: id, status, company_id: companyId }]);
  }
  expect((await list({})).items).toHaveLength(3);
});

it("pages through calls, the newest first", async () => {
  const ids = [await mintDelivery(), await mintDelivery(), await mintDelivery()].sort().reverse();
  const first = await list({ limit: "2" });
  const second = await list({ limit: "2", cursor: first.page.next_id });
  expect([...idsOf(first), ...idsOf(second)]).toEqual(ids);
  expect(second.page.has_next).toBe(false);
});

it("finds calls by the extension's name and by their company or organization, which it names", async () => {
  const { organizationId } = await mintOrganization();
  const name = `Parcel ${newId()}`;
  await db().client.update({ where: { clientId }, data: { name } });
  await db().organization.update({ where: { id: organizationId }, data: { name: "Label Makers" } });
  await db().company.update({ where: { id: companyId }, data: { name: "Sari House" } });
  const ofCompany = await mintDelivery();
  const ofOrganization = await mintDelivery({ companyId: null, organizationId });
  const all = [ofCompany, ofOrganization].toSorted();
  expect(idsOf(await list({ q: name.toLowerCase() })).toSorted()).toEqual(all);
  expect(idsOf(await list({ q: organizationId }))).toEqual([ofOrganization]);
  const { items } = await list({ q: String(companyId) });
  expect(items).toMatchObject([{ delivery_id: ofCompany, subject_name: "Sari House" }]);
  const params = { delivery_id: ofOrganization };
  const { body } = await callRoute(retryDelivery, { params, as: operator });
  expect(body).toMatchObject({ ...params, subject_name: "Label Makers" });
  const everything = await callRoute(listDeliveries, { params: {}, query: {}, as: operator });
  expect(everything.status).toBe(200);
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

it("repeats no call that arrived", async () => {
  const params = { delivery_id: await mintDelivery({ deliveredAt: new Date() }) };
  expect((await callRoute(retryDelivery, { params, as: operator })).status).toBe(404);
});

it("the database stores no call with two subjects or none, nor an install call for an organization", async () => {
  const { organizationId } = await mintOrganization();
  for (const state of [
    { organizationId },
    { companyId: null },
    { kind: "auto_install", companyId: null, organizationId },
  ] as const) {
    await expect(mintDelivery(state)).rejects.toThrow("deliveries_");
  }
});
