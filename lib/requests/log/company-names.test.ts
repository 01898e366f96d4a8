import { beforeEach, describe, expect, it } from "vitest";
import { newId } from "@/lib/core/crypto/ids";
import { db } from "@/lib/core/db/client";
import type { StreamedFile } from "@/lib/core/http/streamed-responses";
import { flushCalls } from "@/lib/gate/calls/flush-calls";
import { perform } from "@/lib/operation/perform";
import { exportRequests } from "@/lib/requests/log/export-requests";
import { findRequests } from "@/lib/requests/log/find-requests";
import { EVERYTHING } from "@/lib/requests/log/scope";
import { serializeRequest } from "@/lib/requests/log/serialize";
import { spanOf } from "@/lib/requests/log/span";
import {
  type MintedUser,
  mintCompany,
  mintGrant,
  mintMember,
  mintOrganization,
} from "@/test/factories/mint";
import { mintCall } from "@/test/factories/mint-call";
import { type Installation, mintInstallation } from "@/test/factories/mint-installation";
import { callToken } from "@/test/requests/call-token";
import { readerOf } from "@/test/requests/log-reader";

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
  const json = { ...ANY_CODE, client_id: installation.client.clientId };
  const headers = { "x-request-id": `probe-${newId()}` };
  const call = { subject, json, headers, ...(authorization === null && { authorization }) };
  const { status, body } = await callToken("online", installation, call);
  expect(status).toBeGreaterThanOrEqual(400);
  return String(body.request_id);
}

const ours = () => readerOf(installation.organizationId);
const inScope = () => ({ ...EVERYTHING, organizationId: installation.organizationId });

const asDeveloper = () => {
  const { organizationId } = installation;
  const { userId } = developer;
  return { caller: { kind: "user", organizationId, userId, role: "developer" } as const };
};

/** Expects a file to have the company's number, and not its name. */
async function expectUnnamed(file: StreamedFile): Promise<void> {
  let text = "";
  for await (const chunk of file.chunks) text += chunk;
  expect(text).toContain(String(companyId));
  expect(text).not.toContain(name);
}

/** Everything that the log says about a request, without what differs between any two. */
async function everythingAbout(requestId: string, id: number | string): Promise<string> {
  const { items } = await ours().list({ q: requestId });
  const detail = await ours().get(requestId);
  return JSON.stringify([items, detail])
    .replaceAll(String(id), "ID")
    .replaceAll(requestId, "REQUEST")
    .replaceAll(/REQUEST~\d+/g, "ENTRY")
    .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, "TIME");
}

describe("a publisher's request about a company that never installed its extension", () => {
  it("security 124: shows the number that was sent, and no name, in every form of the log", async () => {
    const requestId = await send(`company/${companyId}`);
    const { items } = await ours().list();
    expect(items[0]).toMatchObject({ company: { id: companyId, name: null } });
    expect(await ours().get(requestId)).toMatchObject({ company: { id: companyId, name: null } });
    const filter = {};
    const live = await findRequests(inScope(), spanOf(filter), { filter, limit: 10 });
    expect(live.requests.map(serializeRequest)).toEqual(items);
    for (const format of ["csv", "ndjson"] as const) {
      const call = { ...asDeveloper(), params: {}, query: { format } };
      await expectUnnamed(await perform(exportRequests, call));
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
    const named = { request_id: requestId, company: { id: companyId, name } };
    expect((await readerOf(null).list({ q: name })).items).toMatchObject([named]);
  });

  it.each(["company", "company without credentials", "organization"])(
    "security 124: looks the same whether or not the %s exists",
    async (what) => {
      const isCompany = what !== "organization";
      await db().company.update({ where: { id: companyId }, data: { isSandbox: true } });
      const id = isCompany ? companyId : (await mintOrganization()).organizationId;
      const unusedId = isCompany ? unusedCompanyId() : newId();
      const describeSent = async (each: number | string) => {
        const subject = `${isCompany ? "company" : "organization"}/${each}`;
        const sent = what === "company without credentials" ? send(subject, null) : send(subject);
        return everythingAbout(await sent, each);
      };
      const about = await describeSent(id);
      expect(about).toContain(
        isCompany ? '"company":{"id":ID,"name":null,"is_sandbox":false}' : '"organization_id":"ID"',
      );
      expect(await describeSent(unusedId)).toBe(about);
    },
  );

  it("security 124: has the name once the company installed this extension, even after a removal", async () => {
    const requestId = await send(`company/${companyId}`);
    await mintGrant((await mintInstallation()).client.clientId, companyId, []);
    expect(await ours().get(requestId)).toMatchObject({ company: { name: null } });
    const { grantId: id } = await mintGrant(installation.client.clientId, companyId, []);
    const named = { request_id: requestId, company: { id: companyId, name } };
    expect((await ours().list({ q: name })).items).toMatchObject([named]);
    await db().grant.update({ where: { id }, data: { revokedAt: new Date() } });
    expect((await ours().list({ q: name })).items).toMatchObject([named]);
    expect(await ours().get(requestId)).toMatchObject(named);
  });
});

it("security 124: a call names a company to the publisher only if it installed the client", async () => {
  const { client } = installation;
  mintCall(installation);
  mintCall({ client, companyId }, { startedAt: new Date(Date.now() - 1_000) });
  await flushCalls();
  const own = await db().company.findUniqueOrThrow({ where: { id: installation.companyId } });
  const query = { client_id: client.clientId };
  expect((await ours().list(query)).items).toMatchObject([
    { company: { id: installation.companyId, name: own.name } },
    { company: { id: companyId, name: null } },
  ]);
  const call = { ...asDeveloper(), params: {}, query: { ...query, format: "csv" } } as const;
  await expectUnnamed(await perform(exportRequests, call));
});
