import fc from "fast-check";
import { beforeAll, describe, expect, it } from "vitest";
import { openEndpoints } from "@/lib/api/endpoints";
import { handleOperation } from "@/lib/api/handle-operation";
import { decideConsent } from "@/lib/consent/decide-consent";
import { publishReceiptKeys } from "@/lib/consent/receipts/receipt-keys";
import { newId } from "@/lib/core/crypto/ids";
import { db } from "@/lib/core/db/client";
import { env } from "@/lib/core/env/env";
import { CLIENT_ADDRESS_HEADER, REQUEST_ID_HEADER } from "@/lib/core/http/request-info";
import { mailRecoveryLink, recoverAccount } from "@/lib/identity/account/recovery/recover-account";
import { startSignIn } from "@/lib/identity/sessions/sign-in-form";
import { createOperator } from "@/lib/identity/setup/create-operator";
import { signOut } from "@/lib/platform/provider/logout/sign-out";
import { COPY_SCRIPT } from "@/lib/protocol/authorize/error-page/render-authorize-error";
import { describeServer } from "@/lib/protocol/metadata/describe-server";
import { removeExtension } from "@/lib/tenants/companies/extensions";
import { changeCompanyRole, invitePerson } from "@/lib/tenants/companies/people/people";
import { downloadInstalledReceipt, downloadReceipt } from "@/lib/tenants/download-receipt";
import { acceptInvitation } from "@/lib/tenants/joining/accept-invitation";
import { removeInstalled } from "@/lib/tenants/organizations/installed";
import { browserHeaders, mintManagementToken, mintMember } from "@/test/factories/mint";
import { mintCode } from "@/test/factories/mint-code";
import {
  INSTALLED_SCOPES,
  type Installation,
  mintInstallation,
  REDIRECT_URI,
} from "@/test/factories/mint-installation";
import { mintAccessToken, mintRefreshToken } from "@/test/factories/mint-tokens";
import { REPEATS } from "@/test/process/long-run";
import { csrfToken, requestConsent } from "@/test/requests/call-consent";
import { basic } from "@/test/requests/call-token";
import {
  type HostileRequest,
  type HostileWorld,
  hostileRequests,
} from "@/test/requests/hostile-requests";
import { managementOperations } from "@/test/requests/management-operations";

/** Each run is the same; another seed gives another run. */
const SEED = 20_261_121;
const RUNS = 150 * REPEATS;
const PATIENCE_MS = 120_000 * REPEATS;
/** Longer than any response may take on a busy machine. */
const SLOWEST_MS = 5_000;

type Target = {
  method: string;
  path: string;
  answer: (request: Request, hostile: HostileRequest) => Promise<Response> | Response;
  /** Fields that it accepts; for a path of the flow, see `samples`. */
  sample?: (organization: { companyId: number }) => object;
};

const AT_COMPANY = "/company/{company_id}/extensions/{client_id}";
const INSTALLED = "/organization/{organization_id}/installed/{client_id}";
const METADATA = "/.well-known/oauth-authorization-server/service/panel/authentication/v1.0";

const targetOf = (operation: Parameters<typeof handleOperation>[0]): Target => ({
  method: operation.method,
  path: operation.path,
  answer: handleOperation(operation),
});

const otherPaths: Target[] = [
  { method: "GET", path: `${METADATA}/company/{company_id}`, answer: describeServer },
  { method: "GET", path: "/.well-known/latchkey-receipt-keys.json", answer: publishReceiptKeys },
  { method: "POST", path: "/consent/{request_id}/decision", answer: decideConsent },
  { method: "GET", path: "/sign-in/start", answer: startSignIn },
  ...[createOperator, mailRecoveryLink, recoverAccount, acceptInvitation].map(targetOf),
  ...[invitePerson, changeCompanyRole].map(targetOf),
  { method: "GET", path: `${AT_COMPANY}/receipt`, answer: downloadReceipt },
  { method: "GET", path: `${INSTALLED}/receipt`, answer: downloadInstalledReceipt },
];

/** After these there is less left to break. */
const lastPaths: Target[] = [
  ...[removeExtension, removeInstalled].map(targetOf),
  { method: "POST", path: "/sign-out", answer: signOut },
];

const management = managementOperations.map(({ operation, body }) => ({
  ...targetOf(operation),
  sample: body ?? (() => ({})),
}));

const isDeletion = ({ method }: Target) => method === "DELETE";

const targets: Target[] = [
  ...openEndpoints.map(({ method, path, handler }) => ({ method, path, answer: handler })),
  ...otherPaths,
  ...management.filter((endpoint) => !isDeletion(endpoint)),
  ...management.filter(isDeletion),
  ...lastPaths,
];

let installation: Installation;
let world: Omit<HostileWorld, "sample">;
/** Fields by the end of the path that accepts them. */
let samples: Record<string, Record<string, string>>;

beforeAll(async () => {
  installation = await mintInstallation();
  const { client, companyId, organizationId, seller } = installation;
  await db().company.update({ where: { id: companyId }, data: { isSandbox: true } });
  const permissions = ["read", "write", "secrets"].map((what) => `organization/clients/${what}`);
  const { token } = await mintManagementToken(organizationId, permissions);
  const access = await mintAccessToken(installation, "online");
  const refreshToken = await mintRefreshToken(installation);
  const code = await mintCode(installation);
  const requestId = await requestConsent(installation, { prompt: "consent" });
  const csrf = csrfToken(requestId, seller);
  const authorize = {
    client_id: client.clientId,
    redirect_uri: REDIRECT_URI,
    response_type: "code",
    scope: INSTALLED_SCOPES.join(","),
    state: "a state",
  };
  samples = {
    authorize,
    par: authorize,
    token: { grant_type: "refresh_token", refresh_token: refreshToken },
    "offline-token": { grant_type: "authorization_code", code },
    introspect: { token: access },
    revoke: { token: code },
    decision: { csrf_token: csrf, decision: "allow" },
    start: { return_to: "/" },
  };
  world = {
    known: [
      ...[client.clientId, client.clientSecret, String(companyId), organizationId, access, code],
      ...[refreshToken, token, requestId, csrf],
    ],
    params: {
      company_id: String(companyId),
      organization_id: organizationId,
      client_id: client.clientId,
      api_key: client.clientId,
      secret_id: client.secretId,
      request_id: requestId,
    },
    credentials: [
      { authorization: basic(client) },
      { authorization: `Bearer ${access}` },
      { authorization: `Bearer ${token}` },
      browserHeaders(seller),
      browserHeaders(await mintMember(organizationId, "owner")),
    ],
  };
});

/**
 * As the server passes it on. Each comes from another address, so that the limit on wrong secrets
 * does not answer them all.
 */
function asRequest(method: string, { path, headers, body }: HostileRequest): Request {
  const id = newId();
  const address = `2001:db8:${id.slice(-8, -4)}:${id.slice(-4)}::1`;
  const init = method === "GET" ? {} : { body: new Uint8Array(body) };
  return new Request(env().baseUrl + path, {
    method,
    headers: { ...headers, [REQUEST_ID_HEADER]: id, [CLIENT_ADDRESS_HEADER]: address },
    ...init,
  });
}

async function expectSound(response: Response, path: string): Promise<void> {
  expect(response.status).toBeLessThan(500);
  const cached = path.startsWith("/.well-known/") && response.status === 200;
  expect(response.headers.get("cache-control")).toMatch(cached ? /public/ : /no-store/);
  if (response.headers.get("content-type") === "text/event-stream") {
    // It goes on for as long as its reader stays.
    await response.body?.cancel();
    return;
  }
  const text = await response.text();
  if (response.status < 400) return;
  if (response.headers.get("content-type")?.startsWith("text/html")) {
    expect(text).toMatch(/^<!doctype html>/);
    const own = `<script type="module">${COPY_SCRIPT}</script>`;
    expect(text.replace(own, "")).not.toContain("<script");
    return;
  }
  expect(response.headers.get("content-type")).toBe("application/json");
  expect(JSON.parse(text)).toMatchObject({
    error: expect.stringMatching(/^[a-z_]+$/),
    message: expect.stringMatching(/./),
    request_id: expect.stringMatching(/./),
  });
}

describe("security 53: any request gets a prompt response from Latchkey that must not be cached", () => {
  it.each(targets.map((endpoint) => [`${endpoint.method} ${endpoint.path}`, endpoint] as const))(
    "%s",
    async (_name, { method, path, answer, sample }) => {
      const fields = sample?.(installation) ?? samples[path.split("/").at(-1) ?? ""] ?? {};
      const requests = hostileRequests(path, { ...world, sample: { ...fields } });
      await fc.assert(
        fc.asyncProperty(requests, async (hostile) => {
          const begin = performance.now();
          const response = await answer(asRequest(method, hostile), hostile);
          expect(performance.now() - begin).toBeLessThan(SLOWEST_MS);
          await expectSound(response, path);
        }),
        { seed: SEED, numRuns: RUNS },
      );
    },
    PATIENCE_MS,
  );
});
