import { describe, expect, it } from "vitest";
import { newId } from "@/lib/core/crypto/ids";
import { db } from "@/lib/core/db/client";
import {
  directoryClients,
  getClientListing,
  getClientStatus,
  putClientListing,
  putClientStatus,
} from "@/lib/platform/clients/clients";
import {
  mintClient,
  mintCompany,
  mintDeletion,
  mintGrant,
  mintOrganization,
} from "@/test/factories/mint";
import { mintOperator, mintServiceToken } from "@/test/factories/mint-platform";
import { callRoute } from "@/test/requests/call-route";
import { fieldAt, listOf, textOf } from "@/test/requests/read-json";

const REASON = "It sends addresses to third parties.";

async function mint() {
  const { organizationId } = await mintOrganization();
  const name = `Shipfast ${newId()}`;
  const { clientId } = await mintClient(organizationId, { name });
  const as = await mintServiceToken(["platform/clients/write"]);
  return { organizationId, clientId, name, as, params: { client_id: clientId } };
}

const entries = (organizationId: string) =>
  db().auditRow.findMany({ where: { organizationId }, orderBy: { id: "asc" } });

describe("the suspension of an extension", () => {
  it("begins with a reason, revokes no tokens, and is in the publisher's audit log when it begins and ends", async () => {
    const { organizationId, clientId, params, as } = await mint();
    const put = (body: object) => callRoute(putClientStatus, { params, body, as });
    const suspended = await put({ suspended: true, reason: REASON });
    expect(suspended).toMatchObject({ status: 200, body: { suspended: true, reason: REASON } });
    expect((await put({ suspended: true, reason: REASON })).body).toEqual(suspended.body);
    expect((await callRoute(getClientStatus, { params, as })).body).toEqual(suspended.body);
    const lifted = await put({ suspended: false });
    expect(lifted.body).toMatchObject({ suspended: false, reason: null, suspended_at: null });
    expect((await put({ suspended: false })).body).toEqual(lifted.body);
    expect(await entries(organizationId)).toMatchObject([
      { action: "client_status.updated", after: { suspended: true, reason: REASON } },
      { action: "client_status.updated", after: { suspended: false, reason: null } },
    ]);
    const { tokenEpoch } = await db().client.findUniqueOrThrow({ where: { clientId } });
    expect(tokenEpoch).toBe(1);
  });

  it.each([{ suspended: true }, { suspended: true, reason: " " }])(
    "needs a reason: %j",
    async (body) => {
      const { params, as } = await mint();
      const answer = await callRoute(putClientStatus, { params, body, as });
      expect([answer.status, fieldAt(answer.body, "errors.0.path")]).toEqual([400, "reason"]);
    },
  );
});

describe("the review of a listing", () => {
  it("sets the listing, closes the request, and tells the publisher why", async () => {
    const { organizationId, clientId, params, as } = await mint();
    await db().client.update({ where: { clientId }, data: { listingRequestedAt: new Date() } });
    const body = { listing: "listed", reason: "The conformance check passed." };
    const listed = await callRoute(putClientListing, { params, body, as });
    const approved = { listing: "listed", listing_requested_at: null };
    expect(listed).toMatchObject({ status: 200, body: approved });
    expect((await callRoute(getClientListing, { params, as })).body).toEqual(listed.body);
    const entry = { action: "client_listing.updated", after: body };
    expect(await entries(organizationId)).toMatchObject([entry]);
  });
});

describe("the list of extensions", () => {
  it("finds those of all organizations by name, id, publisher, status, listing and request", async () => {
    const { organizationId, clientId, name, as } = await mint();
    await db().client.update({ where: { clientId }, data: { listingRequestedAt: new Date() } });
    const list = async (query: Record<string, string>) => {
      const { body } = await callRoute(directoryClients.list, { params: {}, query, as });
      return listOf(body.items).map(({ client_id }) => client_id);
    };
    expect(await list({ q: name.toUpperCase() })).toEqual([clientId]);
    expect(await list({ q: clientId })).toEqual([clientId]);
    const organization_id = organizationId;
    for (const [name, own, other] of [
      ["status", "active", "suspended"],
      ["listing", "unlisted", "listed"],
      ["requested", "true", "false"],
    ] as const) {
      expect(await list({ organization_id, [name]: own })).toEqual([clientId]);
      expect(await list({ organization_id, [name]: other })).toEqual([]);
    }
    await mintDeletion(clientId);
    expect(await list({ organization_id })).toEqual([]);
  });

  it.each([
    ["-installs", "installed"],
    ["-calls", "called"],
    ["-denied", "denied"],
  ] as const)("says how each is used, and sorts by it over pages: %s", async (sort, first) => {
    const { organizationId } = await mintOrganization();
    const as = await mintServiceToken(["platform/clients/write"]);
    const names = ["installed", "called", "denied"] as const;
    const ids = await Promise.all(
      names.map(async (name) => [name, (await mintClient(organizationId, { name })).clientId]),
    );
    const { installed = "", called = "", denied = "" } = Object.fromEntries(ids);
    await mintGrant(installed, (await mintCompany()).companyId, []);
    const hour = new Date();
    await db().callHour.createMany({
      data: [
        { hour, clientId: called, denial: "", calls: 9 },
        { hour, clientId: called, denial: "company", calls: 1 },
        { hour, clientId: denied, denial: "company", calls: 2 },
      ],
    });
    const listed: unknown[] = [];
    const cursors: string[] = [];
    const query = { organization_id: organizationId, sort, limit: "1", cursor: "" };
    for (let page = 0; page < names.length; page += 1) {
      const { cursor, ...withoutCursor } = query;
      const sent = cursor ? query : withoutCursor;
      const { body } = await callRoute(directoryClients.list, { params: {}, query: sent, as });
      listed.push(...listOf(body.items).map(({ name, use }) => [name, use]));
      query.cursor = textOf(fieldAt(body, "page.next_id"));
      cursors.push(query.cursor);
    }
    const use = {
      installed: { installs: 1, calls: 0, denied: 0 },
      called: { installs: 0, calls: 10, denied: 1 },
      denied: { installs: 0, calls: 2, denied: 2 },
    };
    expect(listed).toHaveLength(names.length);
    expect(listed[0]).toEqual([first, use[first]]);
    for (const name of names) expect(listed).toContainEqual([name, use[name]]);
    const other = { sort: sort === "-calls" ? "-denied" : "-calls", cursor: cursors[0] ?? "" };
    const answer = await callRoute(directoryClients.list, { params: {}, query: other, as });
    expect([answer.status, fieldAt(answer.body, "errors.0.path")]).toEqual([400, "cursor"]);
  });

  it("has no secrets, and no deleted extension", async () => {
    const { params, as } = await mint();
    const operator = await mintOperator("support");
    const { body: shown } = await callRoute(directoryClients.get, { params, as: operator });
    expect(Object.keys(shown).filter((name) => name.includes("secret"))).toEqual([]);
    await mintDeletion(params.client_id);
    expect((await callRoute(directoryClients.get, { params, as })).status).toBe(404);
    const body = { suspended: false };
    expect((await callRoute(putClientStatus, { params, body, as })).status).toBe(404);
  });
});
