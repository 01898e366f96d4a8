import { z } from "zod";
import type { ZodOpenApiOperationObject, ZodOpenApiRequestBodyObject } from "zod-openapi";
import { type ErrorCode, errorTable } from "@/lib/errors";
import { oauthErrorSchema } from "@/lib/http/error-schemas";
import type { Operation } from "@/lib/http/operation";
import { OAUTH_PATH } from "@/lib/oauth/metadata/issuer";
import {
  authorizeQuerySchema,
  clientTokenSchema,
  extensionDetailsSchema,
  introspectionSchema,
  offlineTokenSchema,
  onlineTokenSchema,
  pushedRequestSchema,
  pushRequestBodySchema,
  tokenBodySchema,
  tokenRequestBodySchema,
} from "@/lib/oauth/openapi-schemas";

type Described = Operation["operation"];
type Shared = Pick<
  ZodOpenApiOperationObject,
  "description" | "tags" | "security" | "requestParams" | "responses"
>;

const ofCompany = z.object({
  company_id: z.string().meta({ description: "The seller company.", example: "42" }),
});
const ofOrganization = z.object({
  organization_id: z.string().meta({
    description: "The organization.",
    example: "6740f1c2a9d34e0b7c51f0ff",
  }),
});

const AUTHORIZE =
  "Asks the person to sign in and, the first time or when the scopes differ, to consent; then sends the browser to redirect_uri with code, state, client_id and the id of the path. Who says no stays here: redirect_uri gets no call. Nothing is redirected before client_id and redirect_uri are verified.";
const OFFLINE =
  "For background work; lives as long as the client's access_token_lifetime says (1 hour unless changed) and can be refreshed again and again. Calls made with it stand in API logs under the client's system user. A code works once here and once at `token`.";
const ONLINE =
  "Links the seller to the calls in API logs; lives 6 hours and has no refresh token: run authorize again. With refresh_token in the body this refreshes an offline token, as FDK SDKs do, and answers as `offline-token` does. A code works once here and once at `offline-token`.";
const MANAGEMENT =
  "For the management API: grant_type=client_credentials by one of the organization's clients that has the grant client_credentials and scopes of the management API (organization/clients/read and so on). Codes of the organization's own authorize are exchanged here too.";

/** The authorization flow (document 4.3 to 4.5) and what extensions ask at start-up. */
export const oauthOperations: readonly Operation[] = [
  get(`${OAUTH_PATH}/company/{company_id}/oauth/authorize`, {
    operationId: "authorize",
    summary: "Send a seller's browser to authorize an extension",
    ...authorize(ofCompany),
  }),
  post(`${OAUTH_PATH}/company/{company_id}/oauth/offline-token`, {
    operationId: "createOfflineToken",
    summary: "Exchange a code for an offline token, or refresh one",
    description: OFFLINE,
    ...token(ofCompany, offlineTokenSchema),
  }),
  post(`${OAUTH_PATH}/company/{company_id}/oauth/token`, {
    operationId: "createOnlineToken",
    summary: "Exchange a code for an online token",
    description: ONLINE,
    ...token(ofCompany, onlineTokenSchema.or(offlineTokenSchema)),
  }),
  get(`${OAUTH_PATH}/organization/{organization_id}/oauth/authorize`, {
    operationId: "authorizeForOrganization",
    summary: "Send a member's browser to authorize an extension for the organization",
    ...authorize(ofOrganization),
  }),
  post(`${OAUTH_PATH}/organization/{organization_id}/oauth/offline-token`, {
    operationId: "createOrganizationOfflineToken",
    summary: "Exchange an organization's code for an offline token, or refresh one",
    description: OFFLINE,
    ...token(ofOrganization, offlineTokenSchema),
  }),
  post(`${OAUTH_PATH}/organization/{organization_id}/oauth/token`, {
    operationId: "createOrganizationToken",
    summary: "Get a token for the management API",
    description: MANAGEMENT,
    ...token(ofOrganization, clientTokenSchema.or(onlineTokenSchema)),
  }),
  post(`${OAUTH_PATH}/company/{company_id}/oauth/par`, {
    operationId: "pushRequest",
    summary: "Push an authorize request ahead of the browser",
    ...push(ofCompany),
  }),
  post(`${OAUTH_PATH}/organization/{organization_id}/oauth/par`, {
    operationId: "pushOrganizationRequest",
    summary: "Push an organization's authorize request ahead of the browser",
    ...push(ofOrganization),
  }),
  post(`${OAUTH_PATH}/oauth/introspect`, {
    operationId: "introspectToken",
    summary: "Ask what a token stands for",
    description:
      "RFC 7662. A client learns of its own tokens, one of type `platform` of every token; anything else is inactive, without a reason.",
    ...forClients(tokenBodySchema, "What the token stands for.", introspectionSchema),
  }),
  post(`${OAUTH_PATH}/oauth/revoke`, {
    operationId: "revokeToken",
    summary: "Revoke a token",
    description:
      "RFC 7009. A refresh token takes its access tokens with it. A token that is unknown or another client's is answered like a revoked one.",
    ...forClients(tokenBodySchema, "The token is of no use any more.", z.looseObject({})),
  }),
  get("/service/panel/partners/v1.0/extensions/details/{api_key}", {
    operationId: "getExtensionDetails",
    summary: "What an extension is registered with",
    description:
      "FDK SDKs ask this at start-up, and refuse to start when a scope of theirs is not in `scope`.",
    tags: ["Extensions"],
    security: [{ client: [] }],
    requestParams: { path: z.object({ api_key: z.string().meta({ description: "API key." }) }) },
    responses: {
      "200": json("The extension.", extensionDetailsSchema),
      "401": refusals("invalid_client"),
    },
  }),
];

function get(path: string, operation: Described): Operation {
  return { method: "get", path, operation };
}

function post(path: string, operation: Described): Operation {
  return { method: "post", path, operation };
}

function authorize(path: z.ZodObject): Shared {
  return {
    description: AUTHORIZE,
    tags: ["Authorization"],
    security: [{ session: [] }, {}],
    requestParams: { path, query: authorizeQuerySchema },
    responses: {
      "302": {
        description:
          "To sign in, to the consent page or, once client_id and redirect_uri are verified, to redirect_uri with a code or an error.",
      },
      "400": page("The client or redirect_uri cannot be verified, or the request is malformed."),
      "403": page("The signed-in person is not a member."),
    },
  };
}

function token(path: z.ZodObject, answer: z.ZodType) {
  const shared = forClients(tokenRequestBodySchema, "The token. Never cached.", answer);
  return {
    ...shared,
    requestParams: { path },
    responses: {
      ...shared.responses,
      "400": refusals(
        "invalid_request",
        "invalid_grant",
        "invalid_scope",
        "unauthorized_client",
        "unsupported_grant_type",
      ),
    },
  };
}

function push(path: z.ZodObject) {
  const { "200": created, ...refused } = forClients(
    pushRequestBodySchema,
    "Where the request is kept, for ten minutes.",
    pushedRequestSchema,
  ).responses;
  return {
    description:
      "RFC 9126. Takes the authorize parameters from the client itself, checks them as authorize would, and answers a request_uri to put into the browser's address in their place.",
    tags: ["Authorization"],
    security: [{ client: [] }],
    requestParams: { path },
    requestBody: jsonOrForm(pushRequestBodySchema),
    responses: {
      ...refused,
      "201": created,
      "400": refusals(
        "invalid_request",
        "invalid_scope",
        "unauthorized_client",
        "unsupported_response_type",
      ),
    },
  };
}

function forClients(body: z.ZodType, description: string, answer: z.ZodType) {
  return {
    tags: ["Authorization"],
    security: [{ client: [] }],
    requestBody: jsonOrForm(body),
    responses: {
      "200": json(description, answer),
      "400": refusals("invalid_request"),
      "401": refusals("invalid_client"),
      "413": refusals("payload_too_large"),
      "415": refusals("unsupported_media_type"),
    },
  };
}

function jsonOrForm(schema: z.ZodType): ZodOpenApiRequestBodyObject {
  return {
    required: true,
    content: {
      "application/json": { schema },
      "application/x-www-form-urlencoded": { schema },
    },
  };
}

function json(description: string, schema: z.ZodType) {
  return { description, content: { "application/json": { schema } } };
}

function refusals(...codes: ErrorCode[]) {
  return json(
    codes.map((code) => `\`${code}\`: ${errorTable[code].title}.`).join(" "),
    oauthErrorSchema,
  );
}

function page(description: string) {
  return { description, content: { "text/html": { schema: z.string() } } };
}
