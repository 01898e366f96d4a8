import { beforeEach, describe, expect, it } from "vitest";
import { openApiDocument } from "@/lib/api/describe-api";
import { platformOperations } from "@/lib/api/endpoints";
import { db } from "@/lib/core/db/client";
import { env } from "@/lib/core/env";
import type { Operation } from "@/lib/operation/operation";
import { putScopeApproval } from "@/lib/platform/approvals/put-scope-approval";
import { putClientListing } from "@/lib/platform/clients/put-client-listing";
import { putClientStatus } from "@/lib/platform/clients/put-client-status";
import { putCompany } from "@/lib/platform/companies/put-company";
import { putOrganization } from "@/lib/platform/organizations/put-organization";
import { DIRECTORY } from "@/lib/platform/values";
import { mintCompany, mintMember, mintOrganization } from "@/test/factories/mint";
import { mintDirectory } from "@/test/factories/mint-directory";
import { mintOperator, mintServiceToken } from "@/test/factories/mint-platform";
import { callRoute } from "@/test/requests/call-route";
import { fieldAt, fieldsOf } from "@/test/requests/read-json";

const operations: readonly Operation[] = platformOperations.filter(({ path }) =>
  path.startsWith(DIRECTORY),
);
const puts = operations.filter(({ method, body }) => method === "PUT" && body);
const readOf = (put: Operation) =>
  operations.find(({ method, path }) => method === "GET" && path === put.path);

let params: Record<string, string>;
let as: string;

beforeEach(async () => {
  as = await mintServiceToken([
    "platform/directory/write",
    "platform/clients/write",
    "platform/scopes/write",
  ]);
  params = await mintDirectory();
});

async function get(put: Operation, at = params) {
  const read = readOf(put);
  if (!read) throw new Error(`${put.id} has no GET`);
  const answer = await callRoute(read, { params: at, as });
  expect([put.id, answer.status]).toEqual([put.id, 200]);
  return answer.body;
}

/** Sends what GET returns, and expects that it changes nothing. */
async function expectRoundTrip(put: Operation, at = params) {
  const body = await get(put, at);
  const answer = await callRoute(put, { params: at, body, as });
  expect(answer).toMatchObject({ status: 200, body });
  expect(await get(put, at)).toEqual(body);
}

describe.each(puts)("$id", (put) => {
  it("takes what GET returned, and changes nothing", async () => {
    await expectRoundTrip(put);
  });

  it("still rejects a field that GET does not return", async () => {
    const body = { ...(await get(put)), unheard_of: 1 };
    const answer = await callRoute(put, { params, body, as });
    expect([answer.status, fieldAt(answer.body, "errors.0.path")]).toEqual([400, "unheard_of"]);
  });

  it("documents every field that GET returns, and which of them it ignores", async () => {
    const document = JSON.parse(await openApiDocument(new Request(env().baseUrl)).text());
    const { requestBody } = document.paths[put.path].put;
    const { $ref } = requestBody.content["application/json"].schema;
    const { properties } = document.components.schemas[$ref.split("/").at(-1)];
    for (const name of Object.keys(await get(put))) {
      const isWritable = Object.hasOwn(fieldsOf(put.body?.shape), name);
      expect([name, properties[name]?.readOnly === true]).toEqual([name, !isWritable]);
    }
  });
});

it("a PUT rejects the body of another object, and names the id that differs", async () => {
  const other = await mintCompany();
  const body = await get(putCompany);
  const at = { ...params, company_id: String(other.companyId) };
  const answer = await callRoute(putCompany, { params: at, body, as });
  expect([answer.status, answer.body.message]).toEqual([
    400,
    `company_id: must be the one in the path, ${other.companyId}`,
  ]);
});

it("a PUT takes what GET returned in every state that an object can have", async () => {
  const { organization_id: id = "", client_id: clientId = "" } = params;
  const { owner } = await mintOrganization();
  const member = await mintMember(id, "owner");
  const putUser = puts.find(({ id: each }) => each === "putDirectoryUser");
  if (!putUser) throw new Error("There is no putDirectoryUser");
  for (const { userId } of [owner, member, await mintOperator()]) {
    await expectRoundTrip(putUser, { external_id: userId });
  }
  await expectRoundTrip(putCompany, { company_id: String((await mintCompany()).companyId) });
  await callRoute(putCompany, { params, body: { status: "closed" }, as });
  await expectRoundTrip(putCompany);
  const verified = { publisher_verified: true, verification_note: "Register." };
  await callRoute(putOrganization, { params, body: { ...verified, status: "suspended" }, as });
  await expectRoundTrip(putOrganization);
  await callRoute(putClientStatus, { params, body: { suspended: true, reason: "Leaks." }, as });
  await expectRoundTrip(putClientStatus);
  await db().client.update({
    where: { clientId },
    data: {
      listing: "draft",
      listingRequestedAt: new Date(),
      review: { state: "pending", proposed: { listing: "listed", name: "Shipfaster" } },
    },
  });
  await expectRoundTrip(putClientListing);
  for (const approved of [true, false]) {
    await callRoute(putScopeApproval, { params, body: { approved, reason: "So." }, as });
    await expectRoundTrip(putScopeApproval);
  }
});
