import { createHmac } from "node:crypto";
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from "vitest";
import { startDeliveryWorker } from "@/lib/consent/deliveries/delivery-worker";
import { requestAutoInstall } from "@/lib/consent/deliveries/request-call";
import { removeGrant, revokeOrganizationGrant } from "@/lib/consent/grants/remove-grant";
import { newId } from "@/lib/core/crypto/ids";
import { db } from "@/lib/core/db/client";
import { perform } from "@/lib/operation/perform";
import { openExtension } from "@/lib/tenants/companies/open-extension";
import { mintOrganization } from "@/test/factories/mint";
import { mintCode } from "@/test/factories/mint-code";
import { type Installation, mintInstallation } from "@/test/factories/mint-installation";
import { sellerOf } from "@/test/factories/page-callers";
import { collectGarbage } from "@/test/process/collect-garbage";
import { pressConsent, requestConsent } from "@/test/requests/call-consent";
import { callProducts } from "@/test/requests/call-products";
import { exchange, refresh } from "@/test/requests/call-token";
import { textOf } from "@/test/requests/read-json";
import { type ServedExtension, serveExtension } from "@/test/requests/serve-extension";

/** Seconds between the attempts: two days in all. */
const WAITS = [10, 60, 300, 1_800, 7_200, 21_600, 43_200, 86_400];
/** Runs ahead of anything else in the shared database. */
const LONG_DUE = new Date("2020-01-01T00:00:00Z");

let extension: ServedExtension;
let installation: Installation;

beforeEach(async () => {
  extension = await serveExtension();
  installation = await mintInstallation({ baseUrl: extension.baseUrl });
});

afterEach(() => extension.stop());

/** One run of each worker: it makes the calls that are due and records how they ended. */
async function attempt(deliveryId: string, workers = 1): Promise<DeliveryRow> {
  await db().delivery.update({
    where: { id: deliveryId, nextAttemptAt: { not: null } },
    data: { nextAttemptAt: LONG_DUE },
  });
  await Promise.all(Array.from({ length: workers }, () => startDeliveryWorker()()));
  return rowOf(deliveryId);
}

type DeliveryRow = Awaited<ReturnType<typeof rowOf>>;

const rowOf = (id: string) => db().delivery.findUniqueOrThrow({ where: { id } });

/** The id of a call that was stored. */
function idOf(id: string | null): string {
  if (id === null) throw new Error("No call was stored");
  return id;
}

const remove = async ({ companyId, client, seller }: Installation) =>
  idOf(await removeGrant({ companyId, clientId: client.clientId, userId: seller.userId }));

function expectSigned({ text, signature }: { text: string; signature: string }): void {
  const { clientSecret } = installation.client;
  expect(signature).toBe(createHmac("sha256", clientSecret).update(text, "utf8").digest("hex"));
}

describe("when a seller removes an extension", () => {
  it("notifies the extension once, signed with its secret", async () => {
    const row = await attempt(await remove(installation));
    expect(row).toMatchObject({ attempts: 1, lastStatus: 200, lastError: null });
    expect(row.deliveredAt).not.toBeNull();
    expect(row.nextAttemptAt).toBeNull();
    expect(extension.received).toHaveLength(1);
    const [call = { path: "", text: "", signature: "" }] = extension.received;
    expect(call.path).toBe("/fp/uninstall");
    const { companyId, client } = installation;
    expect(JSON.parse(call.text)).toEqual({ company_id: companyId, client_id: client.clientId });
    expectSigned(call);
    await startDeliveryWorker()();
    expect(extension.received).toHaveLength(1);
  });

  it("notifies an extension unsigned if only hashes of its secrets are known", async () => {
    const { clientId } = installation.client;
    const data = { encrypted: null, encryptionKeyId: null };
    await db().clientSecret.updateMany({ where: { clientId }, data });
    expect(await attempt(await remove(installation))).toMatchObject({ lastStatus: 200 });
    expect(extension.received).toMatchObject([{ path: "/fp/uninstall", signature: "undefined" }]);
  });

  it("retries an extension that answers 404, whose endpoint every SDK has", async () => {
    extension.status = 404;
    const row = await attempt(await remove(installation));
    expect(row).toMatchObject({ attempts: 1, lastStatus: 404, nextAttemptAt: expect.any(Date) });
  });

  it("notifies it when the call is due, although nothing wakes the worker and garbage is collected", async () => {
    const deliveryId = await remove(installation);
    const nextAttemptAt = new Date(Date.now() + 500);
    await db().delivery.update({ where: { id: deliveryId }, data: { nextAttemptAt } });
    onTestFinished(collectGarbage());
    onTestFinished(startDeliveryWorker());
    await expect.poll(() => extension.received.length).toBe(1);
  });

  it("notifies it within the trace of the seller's request, if there is one", async () => {
    const { companyId, client, seller } = installation;
    const traceparent = `00-${"a".repeat(32)}-${"b".repeat(16)}-01`;
    const removal = { companyId, clientId: client.clientId, userId: seller.userId };
    await attempt(idOf(await removeGrant(removal, { traceparent })));
    installation = await mintInstallation({ baseUrl: extension.baseUrl });
    await attempt(await remove(installation));
    const traces = extension.received.map((call) => call.traceparent ?? null);
    expect(traces).toEqual([traceparent, null]);
  });

  it("ends its tokens and codes before notifying it", async () => {
    const { body } = await exchange("offline", installation, await mintCode(installation));
    const code = await mintCode(installation);
    expect((await callProducts(textOf(body.access_token))).status).toBe(200);
    await remove(installation);
    expect((await callProducts(textOf(body.access_token))).status).toBe(401);
    const renewed = await refresh(installation, textOf(body.refresh_token));
    expect(renewed.body.error).toBe("invalid_grant");
    expect((await exchange("online", installation, code)).body.error).toBe("invalid_grant");
    expect(extension.received).toEqual([]);
  });

  it("notifies it once even with several processes", async () => {
    // While one worker waits for the response, others look for calls that are due.
    extension.meanwhile = () => startDeliveryWorker()();
    await attempt(await remove(installation), 5);
    expect(extension.received).toHaveLength(1);
  });
});

describe("when an organization removes an extension", () => {
  /** Lets an organization install it and remove it again. */
  async function installAndRemove(): Promise<{ organizationId: string; deliveryId: string }> {
    const { organizationId, owner } = await mintOrganization();
    const { clientId } = installation.client;
    const data = { id: newId(), clientId, organizationId, scopes: ["company/products/read"] };
    await db().grant.create({ data });
    const { userId } = owner;
    const caller = { kind: "user", organizationId, userId, role: "owner" } as const;
    expect(await revokeOrganizationGrant(db(), caller, clientId)).toBe(true);
    const row = await db().delivery.findFirstOrThrow({ where: { organizationId } });
    return { organizationId, deliveryId: row.id };
  }

  it("notifies the extension once, signed, at the organization's endpoint and without a company", async () => {
    const { organizationId, deliveryId } = await installAndRemove();
    const row = await attempt(deliveryId);
    expect(row).toMatchObject({ attempts: 1, lastStatus: 200, companyId: null });
    const [call = { path: "", text: "", signature: "" }] = extension.received;
    expect(call.path).toBe("/adm/uninstall");
    const { clientId } = installation.client;
    expect(JSON.parse(call.text)).toEqual({ organization_id: organizationId, client_id: clientId });
    expectSigned(call);
    await startDeliveryWorker()();
    expect(extension.received).toHaveLength(1);
    const { grantId, companyId } = installation;
    const grant = await db().grant.findUniqueOrThrow({ where: { id: grantId } });
    expect(grant.revokedAt).toBeNull();
    expect(await db().delivery.count({ where: { companyId } })).toBe(0);
  });

  it.each([404, 405, 501])(
    "does not retry an extension that answers %i, which means that it has no such endpoint",
    async (status) => {
      extension.status = status;
      const row = await attempt((await installAndRemove()).deliveryId);
      expect(row).toMatchObject({ attempts: 1, deliveredAt: null, nextAttemptAt: null });
    },
  );

  it("notifies no one when there was nothing to remove", async () => {
    const { organizationId, owner } = await mintOrganization();
    const { userId } = owner;
    const caller = { kind: "user", organizationId, userId, role: "owner" } as const;
    expect(await revokeOrganizationGrant(db(), caller, installation.client.clientId)).toBe(false);
    expect(await db().delivery.count({ where: { organizationId } })).toBe(0);
  });

  it("the database rejects calls with both subjects or neither, and install calls for organizations", async () => {
    const { organizationId } = await mintOrganization();
    const { companyId, client } = installation;
    for (const [kind, subject] of [
      ["uninstall", { companyId, organizationId }],
      ["uninstall", {}],
      ["auto_install", { organizationId }],
    ] as const) {
      const data = { id: newId(), clientId: client.clientId, kind, ...subject };
      await expect(db().delivery.create({ data })).rejects.toThrow("deliveries_");
    }
  });
});

/** What a company reads about an extension that it removed. */
function openRemoved({ companyId, client: { clientId } }: Installation) {
  return perform(openExtension, {
    params: { client_id: clientId },
    caller: sellerOf(companyId),
  });
}

describe("an extension without an address", () => {
  it("is not called when it is installed or removed, and the seller reads of no failure", async () => {
    const { companyId, client, seller } = installation;
    const { clientId } = client;
    extension.status = 500;
    await attempt(await remove(installation));
    await pressConsent(await requestConsent(installation), seller);
    await db().client.update({ where: { clientId }, data: { baseUrl: null } });
    expect(await requestAutoInstall(db(), { clientId, companyId })).toBeNull();
    const removal = { companyId, clientId, userId: seller.userId };
    expect(await removeGrant(removal)).toBeNull();
    expect(await openRemoved(installation)).toMatchObject({ uninstall: null });
  });
});

describe("a failed call", () => {
  it("is retried after growing delays and given up after two days", async () => {
    extension.status = 500;
    const deliveryId = await remove(installation);
    for (const [index, seconds] of WAITS.entries()) {
      const before = Date.now();
      const row = await attempt(deliveryId);
      expect(row).toMatchObject({
        attempts: index + 1,
        lastStatus: 500,
        lastError: "The extension responded with 500.",
        deliveredAt: null,
      });
      const wait = (row.nextAttemptAt?.getTime() ?? 0) - before;
      expect(wait).toBeGreaterThanOrEqual(seconds * 1000);
      expect(wait).toBeLessThan(seconds * 1000 + 10_000);
    }
    const last = await attempt(deliveryId);
    expect(last).toMatchObject({ attempts: 9, nextAttemptAt: null, deliveredAt: null });
    expect(extension.received).toHaveLength(9);
    for (const call of extension.received) expectSigned(call);
    await startDeliveryWorker()();
    expect(extension.received).toHaveLength(9);
  });

  it("is retried while nothing is listening, and arrives once something does", async () => {
    await extension.stop();
    const deliveryId = await remove(installation);
    const failed = await attempt(deliveryId);
    expect(failed).toMatchObject({ attempts: 1, lastStatus: null, deliveredAt: null });
    expect(failed.lastError).toMatch(/ECONNREFUSED/);
    extension = await serveExtension(Number(new URL(extension.baseUrl).port));
    const delivered = await attempt(deliveryId);
    expect(delivered).toMatchObject({ attempts: 2, lastStatus: 200, nextAttemptAt: null });
    expect(extension.received.map(({ path }) => path)).toEqual(["/fp/uninstall"]);
  });

  it("counts as failed for a redirect, which is not followed, and for a non-public address", async () => {
    extension.status = 302;
    const retried = { deliveredAt: null, nextAttemptAt: expect.any(Date) };
    const row = await attempt(await remove(installation));
    expect(row).toMatchObject({ ...retried, lastStatus: 302 });
    installation = await mintInstallation({ baseUrl: "https://10.0.0.1" });
    const unsafe = { ...retried, lastStatus: null, lastError: "The address is not public." };
    expect(await attempt(await remove(installation))).toMatchObject(unsafe);
  });

  it("is delayed without naming the secret when the secret cannot be decrypted", async () => {
    const { clientId } = installation.client;
    await db().clientSecret.updateMany({
      where: { clientId },
      data: { encryptionKeyId: "a key that left the ring" },
    });
    const begin = Date.now();
    const row = await attempt(await remove(installation));
    expect(row).toMatchObject({ attempts: 1, lastStatus: null, deliveredAt: null });
    expect(row.lastError).toContain("could not be made");
    const wait = (row.nextAttemptAt?.getTime() ?? 0) - begin;
    expect(wait).toBeGreaterThanOrEqual((WAITS[0] ?? 0) * 1000);
    expect(wait).toBeLessThan(60_000);
  });

  it("is no longer waited for when the extension has no address any more", async () => {
    const { clientId } = installation.client;
    await remove(installation);
    await db().client.update({ where: { clientId }, data: { baseUrl: null } });
    await db().delivery.updateMany({ where: { clientId }, data: { nextAttemptAt: LONG_DUE } });
    await startDeliveryWorker()();
    expect(await db().delivery.count({ where: { clientId } })).toBe(0);
    expect(await openRemoved(installation)).toMatchObject({ uninstall: null });
  });
});

describe("an installation without a browser", () => {
  beforeEach(async () => {
    const { grantId, seller } = installation;
    await db().grant.update({ where: { id: grantId }, data: { approvedBy: seller.userId } });
  });

  const install = async ({ client, companyId }: Installation) =>
    idOf(await requestAutoInstall(db(), { clientId: client.clientId, companyId }));

  it("sends a signed code for an offline token only, because no one is signed in", async () => {
    const deliveryId = await install(installation);
    await attempt(deliveryId);
    const events = await db().authorizationEvent.findMany({ where: { requestId: deliveryId } });
    expect(events).toMatchObject([
      { kind: "consent", outcome: "issued", reason: "authorization_code", authenticated: false },
    ]);
    const [call = { path: "", text: "", signature: "" }] = extension.received;
    expect(call.path).toBe("/fp/auto_install");
    expectSigned(call);
    const { company_id, code } = JSON.parse(call.text);
    expect(company_id).toBe(installation.companyId);
    const online = await exchange("online", installation, code);
    const offline = await exchange("offline", installation, code);
    expect([online.status, online.body.error]).toEqual([400, "invalid_grant"]);
    expect(online.body.message).toMatch(/offline-token/);
    expect((await callProducts(textOf(offline.body.access_token))).status).toBe(200);
  });

  it("sends a new code with each attempt, because a code is valid for a minute", async () => {
    extension.status = 503;
    const deliveryId = await install(installation);
    await attempt(deliveryId);
    await attempt(deliveryId);
    const codes = extension.received.map(({ text }) => JSON.parse(text).code);
    expect(new Set(codes).size).toBe(2);
  });

  it.each(["extension", "publisher", "company"] as const)(
    "sends no code while the %s is suspended, and sends it afterwards",
    async (suspended) => {
      const deliveryId = await install(installation);
      await suspend(suspended, true);
      expect((await attempt(deliveryId)).nextAttemptAt).not.toBeNull();
      expect(extension.received).toEqual([]);
      await suspend(suspended, false);
      expect((await attempt(deliveryId)).deliveredAt).not.toBeNull();
    },
  );

  async function suspend(what: "extension" | "publisher" | "company", isOn: boolean) {
    const status = isOn ? "suspended" : "active";
    const { client, organizationId, companyId } = installation;
    if (what === "company") {
      await db().company.update({ where: { id: companyId }, data: { status } });
    } else if (what === "publisher") {
      await db().organization.update({ where: { id: organizationId }, data: { status } });
    } else {
      await db().client.update({
        where: { clientId: client.clientId },
        data: isOn
          ? { suspendedAt: new Date(), suspensionReason: "It leaks." }
          : { suspendedAt: null, suspensionReason: null },
      });
    }
  }

  it("sends nothing once the company has revoked its grant", async () => {
    const deliveryId = await install(installation);
    await remove(installation);
    expect((await attempt(deliveryId)).lastError).toMatch(/revoked its grant/);
    const paths = extension.received.map(({ path }) => path);
    expect(paths).not.toContain("/fp/auto_install");
  });
});
