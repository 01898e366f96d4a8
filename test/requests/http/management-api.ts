import { type APIRequestContext, type APIResponse, expect } from "@playwright/test";
import type { CreateClientInput } from "@/lib/clients/input-schemas";
import { type ClientResponse, clientResponseSchema } from "@/lib/clients/schemas";
import { organizationOauth, postToken } from "@/test/requests/http/post-token";

/** The management API of an organization (spec 4.1), with a bearer token. */
export type ManagementApi = {
  organizationId: string;
  /** Calls `path` below the prefix: empty, or `/{client_id}` and more. */
  call(
    method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE",
    path: string,
    more?: { data?: unknown; params?: Record<string, string>; headers?: Record<string, string> },
  ): Promise<APIResponse>;
  /** Registers a client. */
  create(body: CreateClientInput): Promise<ClientResponse>;
};

/** Prefix of the management API. */
export function clientsPath(organizationId: string): string {
  return `/service/partner/authorization/v1.0/organization/${organizationId}/oauth/client`;
}

/** Gets a token with `client_credentials` for a client of the organization, and calls with it. */
export async function openManagementApi(
  request: APIRequestContext,
  organizationId: string,
  client: { client_id: string; client_secret: string },
): Promise<ManagementApi> {
  const issued = await postToken(request, `${organizationOauth(organizationId)}/token`, {
    client: { clientId: client.client_id, clientSecret: client.client_secret },
    form: { grant_type: "client_credentials" },
  });
  expect(issued.status()).toBe(200);
  const { access_token: token } = await issued.json();
  const call: ManagementApi["call"] = (method, path, { headers, ...more } = {}) =>
    request.fetch(`${clientsPath(organizationId)}${path}`, {
      method,
      headers: { authorization: `Bearer ${token}`, ...headers },
      ...more,
    });
  return {
    organizationId,
    call,
    async create(body) {
      const answer = await call("POST", "", { data: body });
      expect(answer.status(), await answer.text()).toBe(201);
      return clientResponseSchema.parse(await answer.json());
    },
  };
}
