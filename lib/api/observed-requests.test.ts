import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { env } from "@/lib/core/env/env";
import { log } from "@/lib/core/telemetry/log";
import { CHECK_PATH } from "@/lib/gate/check/original-request";
import { mintMember } from "@/test/factories/mint";
import { mintCode } from "@/test/factories/mint-code";
import { type Installation, mintInstallation } from "@/test/factories/mint-installation";
import { mintServiceKey } from "@/test/factories/mint-platform";
import { mintAccessToken } from "@/test/factories/mint-tokens";
import { metricValue } from "@/test/process/metric-value";
import { serveFlow } from "@/test/requests/serve-flow";
import { takeLog } from "@/test/requests/take-log";

const lines = takeLog();
const TRACE = "0af7651916cd43dd8448eb211c80319c";
let close: () => Promise<void>;
let installation: Installation;

beforeAll(async () => {
  close = await serveFlow();
  log().level = "info";
});
afterAll(() => close());
beforeEach(async () => {
  lines.length = 0;
  installation = await mintInstallation();
});

/** The line of the only request of a test. */
async function lineOf(path: string, init: RequestInit = {}): Promise<Record<string, unknown>> {
  const headers = { ...init.headers, traceparent: `00-${TRACE}-b7ad6b7169203331-01` };
  await (await fetch(env().baseUrl + path, { ...init, headers })).text();
  const requestLines = () => lines.filter((line) => line.includes('"msg":"request"'));
  await expect.poll(() => requestLines().length).toBe(1);
  return JSON.parse(requestLines()[0] ?? "");
}

const exchangeCode = (code: string, secret = installation.client.clientSecret) => {
  const { companyId, client } = installation;
  const credentials = Buffer.from(`${client.clientId}:${secret}`).toString("base64");
  return lineOf(`/service/panel/authentication/v1.0/company/${companyId}/oauth/offline-token`, {
    method: "POST",
    headers: { authorization: `Basic ${credentials}`, "content-type": "application/json" },
    body: JSON.stringify({ grant_type: "authorization_code", code }),
  });
};

const OPERATION = "createOfflineToken";
const requests = (status_class: string, operation = OPERATION) =>
  metricValue("latchkey_http_request_duration_seconds", { le: "+Inf", operation, status_class });

describe("a token request", () => {
  it("is logged and measured with its operation, client, company, and trace", async () => {
    const issued = { kind: "offline", grant_type: "authorization_code" };
    const before = await metricValue("latchkey_tokens_issued_total", issued);
    const requestsBefore = await requests("2xx");
    expect(await exchangeCode(await mintCode(installation))).toMatchObject({
      status: 200,
      operation: OPERATION,
      client_id: installation.client.clientId,
      company_id: installation.companyId,
      trace_id: TRACE,
    });
    expect(await metricValue("latchkey_tokens_issued_total", issued)).toBe(before + 1);
    expect(await requests("2xx")).toBe(requestsBefore + 1);
  });

  it("with a wrong code is logged and counted with its error, the check, and the client", async () => {
    const error = { operation: OPERATION, error: "invalid_grant" };
    const errorsBefore = await metricValue("latchkey_errors_total", error);
    const requestsBefore = await requests("4xx");
    const code = await mintCode(installation);
    expect(await exchangeCode(`${code.slice(0, -8)}AAAAAAAA`)).toMatchObject({
      status: 400,
      error: "invalid_grant",
      client_id: installation.client.clientId,
    });
    expect(await metricValue("latchkey_errors_total", error)).toBe(errorsBefore + 1);
    expect(await requests("4xx")).toBe(requestsBefore + 1);
  });

  it("of a stranger names no client in the log, because the id may be anything", async () => {
    const line = await exchangeCode("any", "a wrong secret");
    expect(line).toMatchObject({ status: 401, error: "invalid_client" });
    expect(line).not.toHaveProperty("client_id");
  });
});

it("a check of the gate is logged with the client and the company of its token", async () => {
  const { clientSecret: key } = await mintServiceKey(["platform/gate"]);
  const token = await mintAccessToken(installation, "offline");
  const headers = { "x-gate-key": key, authorization: `Bearer ${token}` };
  expect(await lineOf(`${CHECK_PATH}/nowhere`, { headers })).toMatchObject({
    status: 403,
    operation: "checkCall",
    error: "call_denied",
    client_id: installation.client.clientId,
    company_id: installation.companyId,
  });
});

it("an operation is logged with its caller, and requests of no operation share few labels", async () => {
  const pages = await requests("4xx", "page");
  const { organizationId } = installation;
  const owner = await mintMember(organizationId, "owner");
  const path = `/service/partner/authorization/v1.0/organization/${organizationId}/oauth/client`;
  const line = await lineOf(path, { headers: { cookie: owner.cookie } });
  expect(line).toMatchObject({ operation: "listClients", organization_id: organizationId });
  lines.length = 0;
  expect(await lineOf(`/unknown-${organizationId}`)).toMatchObject({ operation: "page" });
  expect(await requests("4xx", "page")).toBe(pages + 1);
});
