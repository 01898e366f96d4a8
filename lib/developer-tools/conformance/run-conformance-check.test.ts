import { afterEach, beforeEach, expect, it } from "vitest";
import { db } from "@/lib/core/db/client";
import { runConformanceCheck } from "@/lib/developer-tools/conformance/run-conformance-check";
import { getClient } from "@/lib/platform/clients/get-client";
import {
  type MintedOrganization,
  mintClient,
  mintCompany,
  mintOrganization,
} from "@/test/factories/mint";
import { mintOperator } from "@/test/factories/mint-platform";
import { callRoute, type RouteAnswer } from "@/test/requests/call-route";
import { fieldAt, listOf } from "@/test/requests/read-json";
import { type ServedExtension, serveExtension } from "@/test/requests/serve-extension";

let organization: MintedOrganization;
let extension: ServedExtension;

beforeEach(async () => {
  organization = await mintOrganization();
  extension = await serveExtension();
});

afterEach(() => extension.stop());

async function check(body: object, baseUrl: string | null = null): Promise<RouteAnswer> {
  const { clientId } = await mintClient(organization.organizationId, { baseUrl });
  return callRoute(runConformanceCheck, {
    as: organization.owner,
    params: { organization_id: organization.organizationId, client_id: clientId },
    body: { company_id: organization.companyId, ...body },
  });
}

it("calls the extension at the given address instead of the client's base_url", async () => {
  const { status, body } = await check({ base_url: `${extension.baseUrl}/` }, "http://127.0.0.1:9");
  expect(status).toBe(200);
  expect(extension.received.map(({ path }) => path.split("?")[0])).toEqual(["/fp/install"]);
  expect(body.verdict).toBe("failed");
  expect(listOf(body.steps)[0]).toMatchObject({
    step: "install",
    verdict: "failed",
    message: "It responded with 200 instead of a redirect to authorize.",
    fix: expect.stringContaining("Serve /fp/install"),
  });
  const rest = listOf(body.steps)
    .slice(1)
    .map(({ verdict }) => verdict);
  expect(rest).toEqual(["skipped", "skipped", "skipped", "skipped"]);
});

it.each(["ftp://127.0.0.1", "http://extension.example.com", "no address", null])(
  "rejects %s as an address",
  async (base_url) => {
    const { status, body } = await check({ base_url }, extension.baseUrl);
    expect(status).toBe(400);
    expect(fieldAt(body, "errors.0.path")).toBe("base_url");
    expect(extension.received).toEqual([]);
  },
);

it("makes no call without an address or for a company other than the organization's own sandbox", async () => {
  expect((await check({})).status).toBe(409);
  const { companyId } = await mintCompany();
  await db().company.update({ where: { id: companyId }, data: { isSandbox: true } });
  const { status } = await check({ company_id: companyId }, extension.baseUrl);
  expect(status).toBe(404);
  expect(extension.received).toEqual([]);
});

it("stores the verdict for operators, except for a check at another address", async () => {
  const operator = await mintOperator();
  const { clientId } = await mintClient(organization.organizationId, {
    baseUrl: extension.baseUrl,
  });
  const verdict = async (body: object) => {
    await callRoute(runConformanceCheck, {
      as: organization.owner,
      params: { organization_id: organization.organizationId, client_id: clientId },
      body: { company_id: organization.companyId, ...body },
    });
    const call = { as: operator, params: { client_id: clientId } };
    return (await callRoute(getClient, call)).body.conformance;
  };
  expect(await verdict({ base_url: "http://127.0.0.1:9" })).toBeNull();
  expect(await verdict({})).toMatchObject({ verdict: "failed" });
});
