import type { Endpoint } from "@/lib/api/endpoint";
import { platformOperations } from "@/lib/api/endpoints";
import { putClientLogo } from "@/lib/clients/logo/logo";
import { newId } from "@/lib/core/crypto/ids";
import { db } from "@/lib/core/db/client";
import { env } from "@/lib/core/env/env";
import type { Operation } from "@/lib/operation/operation";
import {
  type MintedOrganization,
  mintClient,
  mintManagementToken,
  mintMember,
  mintOrganization,
  mintOrganizationGrant,
  mintSecret,
  mintUser,
} from "@/test/factories/mint";
import { mintCode } from "@/test/factories/mint-code";
import { mintDirectory } from "@/test/factories/mint-directory";
import { mintEvents } from "@/test/factories/mint-events";
import {
  INSTALLED_SCOPES,
  type Installation,
  mintInstallation,
  REDIRECT_URI,
} from "@/test/factories/mint-installation";
import { mintOperator, mintServiceKey, mintServiceToken } from "@/test/factories/mint-platform";
import { mintAccessToken, mintRefreshToken } from "@/test/factories/mint-tokens";
import { newCompanyId } from "@/test/factories/new-ids";
import { callRoute, type RouteCall, routeRequest } from "@/test/requests/call-route";
import { basic } from "@/test/requests/call-token";
import { exampleOf } from "@/test/requests/example-of";
import {
  managementOperations,
  ONE_PIXEL,
  prepareCall,
} from "@/test/requests/management-operations";
import { textOf } from "@/test/requests/read-json";

/** They change what everyone sees, or need a file of the installation. */
const OF_THE_INSTALLATION = ["putBrand", "putBrandLogo", "deleteBrandLogo"];

/** Whether {@link validRequest} has a request to an endpoint. */
export function hasValidRequest({ operation }: Endpoint): boolean {
  return !OF_THE_INSTALLATION.includes(operation);
}

/** A request that an endpoint answers with a success, and everything that it is about: new ones at each call. */
export async function validRequest(endpoint: Endpoint): Promise<Request> {
  const managed = managementOperations.find(({ operation }) => operation.id === endpoint.operation);
  if (managed) {
    const organization = await mintOrganization();
    const { organizationId, owner } = organization;
    const client = await mintClient(organizationId, { baseUrl: "http://127.0.0.1:9" });
    await mintSecret(client.clientId);
    await mintMember(organizationId, "owner");
    const call = await prepareCall(managed, organization, client, { as: owner });
    return routeRequest(managed.operation, call);
  }
  const operation = platformOperations.find(({ id }) => id === endpoint.operation);
  return operation ? platformRequest(operation) : openRequest(endpoint);
}

async function platformRequest(operation: Operation): Promise<Request> {
  const { id, body } = operation;
  const params = await mintDirectory();
  return routeRequest(operation, {
    params,
    as: await mintOperator(),
    ...(body && { body: exampleOf(body) }),
    ...(await needs[id]?.(params)),
  });
}

const email = () => `${newId()}@example.com`;

async function ofCompany(): Promise<Partial<RouteCall>> {
  const { companyId, seller } = await mintInstallation();
  return { params: { company_id: String(companyId) }, as: seller };
}

async function ofServiceKey(): Promise<RouteCall> {
  const { clientId } = await mintServiceKey(["platform/gate"]);
  return { params: { client_id: clientId } };
}

/** What calls of the platform's operations need beyond the examples of their bodies and one of everything. */
const needs: Record<string, (params: Record<string, string>) => Promise<Partial<RouteCall>>> = {
  putDirectoryOrganization: async () => ({
    body: { name: "Shipfast Labs", company_id: newCompanyId() },
  }),
  eraseDirectoryUser: async () => ({ query: { erase: "true" } }),
  listCompanyRequests: ofCompany,
  exportCompanyRequests: ofCompany,
  // Other tests' requests stay out of the file.
  exportPlatformRequests: async () => ({ query: { client_id: newId() } }),
  inviteCompanyOwner: async () => ({ body: { email: email() } }),
  inviteOrganizationOwner: async () => ({ body: { email: email() } }),
  createLocalCompany: async () => ({ body: { name: "Blue Lotus Sarees" } }),
  listMemberships: async () => ({ params: { user_id: (await mintUser()).userId } }),
  searchDirectory: async () => ({ query: { q: newId() } }),
  rotateServiceKey: ofServiceKey,
  revokeServiceKey: ofServiceKey,
  changeServiceKeyEnd: async () => {
    const call = await ofServiceKey();
    await db().serviceKeySecret.updateMany({
      where: { keyId: call.params.client_id ?? "" },
      data: { expiresAt: new Date(Date.now() + 3_600_000) },
    });
    return { ...call, body: { overlap_seconds: 60 } };
  },
  getPlatformRequest: async ({ client_id = "" }) => {
    const requestId = newId();
    await mintEvents(client_id, [{ requestId }]);
    return { params: { request_id: requestId } };
  },
  retryDelivery: async ({ client_id: clientId = "", company_id }) => {
    const id = newId();
    const failure = { attempts: 9, lastStatus: 503, nextAttemptAt: null };
    const of = { clientId, companyId: Number(company_id), kind: "uninstall" as const };
    await db().delivery.create({ data: { id, ...of, ...failure } });
    return { params: { delivery_id: id } };
  },
};

async function openRequest({ method, path, operation }: Endpoint): Promise<Request> {
  const installation = await mintInstallation();
  const installer = await mintOrganization();
  const { clientId } = installation.client;
  const { organizationId, owner } = installer;
  await mintOrganizationGrant(clientId, organizationId, INSTALLED_SCOPES, owner.userId);
  const { query, address, ...init } =
    (await openRequests[operation]?.(installation, installer)) ?? {};
  const target = (address ?? path)
    .replace("{company_id}", String(installation.companyId))
    .replace("{organization_id}", organizationId)
    .replace("{api_key}", clientId);
  return new Request(`${env().baseUrl}${target}${query ? `?${query}` : ""}`, { method, ...init });
}

type OpenRequest = RequestInit & { query?: URLSearchParams; address?: string };

const authorizeFields = ({ client }: Installation) => ({
  client_id: client.clientId,
  redirect_uri: REDIRECT_URI,
  response_type: "code",
  scope: INSTALLED_SCOPES.join(","),
  state: "a state",
});
const launch = (as: "seller" | "owner") => async (of: Installation, by: MintedOrganization) => ({
  headers: { cookie: as === "seller" ? of.seller.cookie : by.owner.cookie },
  query: new URLSearchParams(authorizeFields(of)),
});
const form = ({ client }: Installation, fields: Record<string, string>): OpenRequest => ({
  headers: { authorization: basic(client) },
  body: new URLSearchParams(fields),
});
const push = async (of: Installation) => form(of, authorizeFields(of));
const ownToken = async (of: Installation, { organizationId }: MintedOrganization) => {
  const client = await mintClient(organizationId, { scopes: ["organization/clients/read"] });
  return form({ ...of, client }, { grant_type: "client_credentials" });
};
const bearer = (token: string) => ({ authorization: `Bearer ${token}` });

const openRequests: Record<
  string,
  (of: Installation, by: MintedOrganization) => Promise<OpenRequest>
> = {
  authorize: launch("seller"),
  authorizeForOrganization: launch("owner"),
  createOnlineToken: async (of) =>
    form(of, { grant_type: "authorization_code", code: await mintCode(of) }),
  createOfflineToken: async (of) =>
    form(of, { grant_type: "refresh_token", refresh_token: await mintRefreshToken(of) }),
  createOrganizationToken: ownToken,
  createOrganizationOfflineToken: ownToken,
  pushRequest: push,
  pushOrganizationRequest: push,
  createServiceToken: async (of) => {
    const key = await mintServiceKey(["platform/directory/read"]);
    return form({ ...of, client: { ...of.client, ...key } }, { grant_type: "client_credentials" });
  },
  importRecords: async () => ({
    headers: {
      ...bearer(await mintServiceToken(["platform/directory/write"])),
      "content-type": "application/x-ndjson",
    },
    body: JSON.stringify({ type: "company", company_id: newCompanyId(), name: "Imported" }),
  }),
  checkCall: async (of) => ({
    headers: {
      ...bearer(await mintAccessToken(of, "offline")),
      "x-gate-key": (await mintServiceKey(["platform/gate"])).clientSecret,
      "x-original-method": "GET",
      "x-original-uri": "/service/application/catalog/v1.0/products/",
    },
  }),
  reportCalls: async () => ({
    headers: { "x-gate-key": (await mintServiceKey(["platform/gate"])).clientSecret },
    body: `${JSON.stringify({ request_id: newId(), status: 200, milliseconds: 12.5 })}\n`,
  }),
  introspectToken: async (of) => form(of, { token: await mintAccessToken(of, "online") }),
  revokeToken: async (of) => form(of, { token: await mintAccessToken(of, "online") }),
  getExtensionDetails: async ({ client }) => ({ headers: { authorization: basic(client) } }),
  listProducts: async (of) => ({ headers: bearer(await mintAccessToken(of, "offline")) }),
  getImage: async ({ organizationId, client }) => {
    const { token } = await mintManagementToken(organizationId, ["organization/clients/write"]);
    const params = { organization_id: organizationId, client_id: client.clientId };
    const { body } = await callRoute(putClientLogo, {
      params,
      as: token,
      file: { type: "image/gif", bytes: ONE_PIXEL },
    });
    return { address: new URL(textOf(body.logo_uri)).pathname };
  },
  metrics: async () => ({ headers: bearer(await mintServiceToken(["platform/log/read"])) }),
};
