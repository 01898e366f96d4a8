import { beforeEach, describe, expect, it } from "vitest";
import { newId } from "@/lib/core/crypto/ids";
import { db } from "@/lib/core/db/client";
import type { StreamedFile } from "@/lib/core/http/streamed-responses";
import { flushCalls } from "@/lib/gate/calls/flush-calls";
import { perform } from "@/lib/operation/perform";
import { exportClientCalls, exportOrganizationCalls } from "@/lib/requests/calls/export-calls";
import {
  listClientCalls,
  listCompanyCalls,
  listOrganizationCalls,
} from "@/lib/requests/calls/list-calls";
import { listEvents } from "@/lib/requests/events/list-events";
import { exportRequests } from "@/lib/requests/log/export-requests";
import { findRequests, spanOfRequests } from "@/lib/requests/log/find-requests";
import { serializeRequest } from "@/lib/requests/log/serialize";
import {
  type MintedUser,
  mintCompany,
  mintGrant,
  mintMember,
  mintOrganization,
} from "@/test/factories/mint";
import { mintCall } from "@/test/factories/mint-call";
import { type Installation, mintInstallation } from "@/test/factories/mint-installation";
import { callRoute } from "@/test/requests/call-route";
import { callToken } from "@/test/requests/call-token";
import { readerOf } from "@/test/requests/log-reader";
import { listOf } from "@/test/requests/read-json";

let installation: Installation;
let developer: MintedUser;
/** A company that never installed the extension. */
let companyId: number;
let name: string;

beforeEach(async () => {
  installation = await mintInstallation();
  developer = await mintMember(installation.organizationId, "developer");
  ({ companyId } = await mintCompany());
  name = `Secret Merger ${newId()}`;
  await db().company.update({ where: { id: companyId }, data: { name }, select: { id: true } });
});

const unusedCompanyId = () => Number.MAX_SAFE_INTEGER - Math.floor(Math.random() * 2 ** 40);
const ANY_CODE = { grant_type: "authorization_code", code: "unknown" };

/** The client's own request to the path of a company or organization; returns its id. */
async function send(subject: string, authorization?: null): Promise<string> {
  const { status, body } = await callToken("online", installation, {
    subject,
    json: { ...ANY_CODE, client_id: installation.client.clientId },
    headers: { "x-request-id": `probe-${newId()}` },
    ...(authorization === null && { authorization }),
  });
  expect(status).toBeGreaterThanOrEqual(400);
  return String(body.request_id);
}

const ours = () => readerOf(installation.organizationId);
const inScope = () => ({ organizationId: installation.organizationId, clientId: null });

const asDeveloper = () => ({
  caller: {
    kind: "user",
    organizationId: installation.organizationId,
    userId: developer.userId,
    role: "developer",
  } as const,
});

async function textOf(file: StreamedFile): Promise<string> {
  let text = "";
  for await (const chunk of file.chunks) text += chunk;
  return text;
}

/** Everything that the log says about a request, without what differs between any two. */
async function everythingAbout(requestId: string, id: number | string): Promise<string> {
  const { items } = await ours().list({ q: requestId });
  const detail = await ours().get(requestId);
  const { body } = await callRoute(listEvents, {
    params: {
      organization_id: installation.organizationId,
      client_id: installation.client.clientId,
    },
    query: { request_id: requestId },
    as: developer,
  });
  return JSON.stringify([items, detail, listOf(body.items)])
    .replaceAll(String(id), "ID")
    .replaceAll(requestId, "REQUEST")
    .replaceAll(/REQUEST~\d+/g, "ENTRY")
    .replaceAll(/"id":"\d+"/g, '"id":"EVENT"')
    .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, "TIME");
}

describe("a publisher's request about a company that never installed its extension", () => {
  it("security 124: shows the number that was sent, and no name, in every form of the log", async () => {
    const requestId = await send(`company/${companyId}`);
    const { items } = await ours().list();
    expect(items[0]).toMatchObject({ company: { id: companyId, name: null } });
    expect(await ours().get(requestId)).toMatchObject({ company: { id: companyId, name: null } });
    const filter = {};
    const live = await findRequests(inScope(), spanOfRequests(filter), filter, 10);
    expect(live.requests.map(serializeRequest)).toEqual(items);
    for (const format of ["csv", "ndjson"] as const) {
      const file = await textOf(
        await perform(exportRequests, { ...asDeveloper(), params: {}, query: { format } }),
      );
      expect(file).toContain(String(companyId));
      expect(file).not.toContain(name);
    }
    expect(JSON.stringify([items, await ours().get(requestId)])).not.toContain(name);
  });

  it("security 124: is found by the number, and never by the name", async () => {
    const requestId = await send(`company/${companyId}`);
    const idsOf = async (query: Record<string, string>) =>
      (await ours().list(query)).items.map(({ request_id }) => request_id);
    expect(await idsOf({ q: String(companyId) })).toEqual([requestId]);
    expect(await idsOf({ company_id: String(companyId) })).toEqual([requestId]);
    expect(await idsOf({ q: "secret merger" })).toEqual([]);
    expect(await idsOf({ q: name })).toEqual([]);
    expect((await readerOf(null).list({ q: name })).items).toMatchObject([
      { request_id: requestId, company: { id: companyId, name } },
    ]);
  });

  it.each([undefined, null])(
    "security 124: looks like one about a company that does not exist, with credentials %s",
    async (authorization) => {
      const unusedId = unusedCompanyId();
      await db().company.update({ where: { id: companyId }, data: { isSandbox: true } });
      const about = await everythingAbout(
        await send(`company/${companyId}`, authorization),
        companyId,
      );
      expect(about).toContain('"company":{"id":ID,"name":null,"is_sandbox":false}');
      expect(
        await everythingAbout(await send(`company/${unusedId}`, authorization), unusedId),
      ).toBe(about);
    },
  );

  it("security 124: about an organization looks the same, whether or not it exists", async () => {
    const { organizationId } = await mintOrganization();
    const unusedId = newId();
    const about = await everythingAbout(
      await send(`organization/${organizationId}`),
      organizationId,
    );
    expect(about).toContain('"organization_id":"ID"');
    const other = await everythingAbout(await send(`organization/${unusedId}`), unusedId);
    expect(other).toBe(about);
  });

  it("has the name once the company installed the extension, even after it removed it", async () => {
    const requestId = await send(`company/${companyId}`);
    const { grantId } = await mintGrant(installation.client.clientId, companyId, []);
    const named = { request_id: requestId, company: { id: companyId, name } };
    expect((await ours().list({ q: name })).items).toMatchObject([named]);
    await db().grant.update({
      where: { id: grantId },
      data: { revokedAt: new Date() },
      select: { id: true },
    });
    expect((await ours().list({ q: name })).items).toMatchObject([named]);
    expect(await ours().get(requestId)).toMatchObject(named);
  });

  it("security 124: stays without a name when another client of the organization is installed", async () => {
    const other = await mintInstallation();
    await mintGrant(other.client.clientId, companyId, []);
    const requestId = await send(`company/${companyId}`);
    expect(await ours().get(requestId)).toMatchObject({ company: { name: null } });
  });
});

describe("the API log", () => {
  it("security 124: names a company to the publisher only if it installed the client", async () => {
    const { client, organizationId } = installation;
    mintCall(installation);
    mintCall({ client, companyId }, { startedAt: new Date(Date.now() - 1_000) });
    await flushCalls();
    const ofClient = { organization_id: organizationId, client_id: client.clientId };
    const own = await db().company.findUniqueOrThrow({ where: { id: installation.companyId } });
    for (const operation of [listClientCalls, listOrganizationCalls]) {
      const { body } = await callRoute(operation, { params: ofClient, as: developer });
      expect(body.items).toMatchObject([
        { company: { id: installation.companyId, name: own.name } },
        { company: { id: companyId, name: null } },
      ]);
    }
    const call = { ...asDeveloper(), params: ofClient, query: { format: "csv" } } as const;
    for (const file of [
      await textOf(await perform(exportClientCalls, call)),
      await textOf(await perform(exportOrganizationCalls, call)),
    ]) {
      expect(file).toContain(String(companyId));
      expect(file).not.toContain(name);
    }
  });

  it("names the company to its own people", async () => {
    const { companyId: id, seller } = await mintCompany();
    mintCall({ client: installation.client, companyId: id });
    await flushCalls();
    const params = { company_id: String(id) };
    const { body } = await callRoute(listCompanyCalls, { params, as: seller });
    expect(body.items).toMatchObject([{ company: { id, name: "Blue Lotus Sarees" } }]);
  });
});
