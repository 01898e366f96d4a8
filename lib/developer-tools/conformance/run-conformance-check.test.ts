import { afterEach, beforeEach, expect, it } from "vitest";
import { runConformanceCheck } from "@/lib/developer-tools/conformance/run-conformance-check";
import { directoryClients } from "@/lib/platform/clients/clients";
import { type MintedOrganization, mintClient, mintOrganization } from "@/test/factories/mint";
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

const call = (clientId: string, body: object) =>
  callRoute(runConformanceCheck, {
    as: organization.owner,
    params: { organization_id: organization.organizationId, client_id: clientId },
    body: { company_id: organization.companyId, ...body },
  });

async function check(body: object, baseUrl: string | null = null): Promise<RouteAnswer> {
  const { clientId } = await mintClient(organization.organizationId, { baseUrl });
  return call(clientId, body);
}

it("calls the extension at the given address instead of the client's base_url", async () => {
  const { status, body } = await check({ base_url: `${extension.baseUrl}/` }, "http://127.0.0.1:9");
  expect(status).toBe(200);
  expect(extension.received.map(({ path }) => path.split("?")[0])).toEqual(["/fp/install"]);
  expect(body.verdict).toBe("failed");
  const [install, ...rest] = listOf(body.steps);
  expect(install).toMatchObject({
    step: "install",
    verdict: "failed",
    fix: expect.stringContaining("Serve /fp/install"),
    message: "It responded with 200 instead of a redirect to authorize.",
  });
  expect(rest.map(({ verdict }) => verdict)).toEqual(Array(4).fill("skipped"));
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

it("needs an address", async () => {
  expect((await check({})).status).toBe(409);
});

it("stores the verdict for operators, except for a check at another address", async () => {
  const as = await mintOperator();
  const { baseUrl } = extension;
  const { clientId } = await mintClient(organization.organizationId, { baseUrl });
  const verdictAfter = async (body: object) => {
    await call(clientId, body);
    return (await callRoute(directoryClients.get, { as, params: { client_id: clientId } })).body
      .conformance;
  };
  expect(await verdictAfter({ base_url: "http://127.0.0.1:9" })).toBeNull();
  expect(await verdictAfter({})).toMatchObject({ verdict: "failed" });
});
