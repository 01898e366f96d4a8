import type { APIRequestContext, APIResponse } from "@playwright/test";
import { OAUTH_PATH } from "@/lib/protocol/metadata/issuer";

/** An API key and its secret. */
export type Credentials = { clientId: string; clientSecret: string };

/** Prefix of a company's flow (spec 4.3 to 4.5). */
export function companyOauth(companyId: number): string {
  return `${OAUTH_PATH}/company/${companyId}/oauth`;
}

/** Prefix of an organization's flow. */
export function organizationOauth(organizationId: string): string {
  return `${OAUTH_PATH}/organization/${organizationId}/oauth`;
}

/** Value of a client's Authorization header (spec 5 rule 2). */
export function basic({ clientId, clientSecret }: Credentials): string {
  return `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString("base64")}`;
}

/** Posts to an endpoint for clients, as JSON or as a form, with Basic credentials if `client` is given. */
export function postToken(
  request: APIRequestContext,
  path: string,
  call: {
    client?: Credentials;
    json?: Record<string, unknown>;
    form?: Record<string, string>;
    headers?: Record<string, string>;
  },
): Promise<APIResponse> {
  return request.post(path, {
    headers: { ...(call.client && { authorization: basic(call.client) }), ...call.headers },
    ...(call.json && { data: call.json }),
    ...(call.form && { form: call.form }),
  });
}
