import { z } from "zod";
import type { ZodOpenApiOperationObject, ZodOpenApiResponsesObject } from "zod-openapi";
import type { ErrorCode } from "@/lib/core/errors";
import { describeErrors, jsonContent, jsonOrForm } from "@/lib/core/http/describe-errors";
import { companyParams, organizationParams } from "@/lib/core/schemas/path-params";
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
} from "@/lib/protocol/openapi-schemas";

type Described = ZodOpenApiOperationObject & { operationId: string };
type Shared = Omit<ZodOpenApiOperationObject, "operationId">;

/** Errors of the endpoints that clients call with their own credentials. */
const CLIENT_ERRORS: readonly ErrorCode[] = [
  "unauthorized_client",
  "invalid_client",
  "payload_too_large",
  "unsupported_media_type",
  "too_many_requests",
];

const AUTHORIZE =
  "Asks the person to sign in and, for scopes that are not granted yet, to consent; then sends the browser to redirect_uri with code, state, client_id and the id in the path. If they deny, the browser stays here, and redirect_uri is not called. Nothing is redirected before client_id and redirect_uri are verified; until then an error is a page for browsers (Accept with text/html) and JSON for programs.";
const OFFLINE =
  "For background work. Valid for the client's access_token_lifetime (1 hour by default) and can be refreshed any number of times. API logs list calls with it under the client's system user. A code works once here and once at `token`.";
const ONLINE =
  "API logs list calls with it under the seller. Valid for 6 hours, without a refresh token: run authorize again. With refresh_token in the body, this endpoint refreshes an offline token, as FDK SDKs do, and responds as `offline-token` does. A code works once here and once at `offline-token`.";
const MANAGEMENT =
  "For the management API: grant_type=client_credentials by one of the organization's clients that has the grant client_credentials and scopes of the management API (organization/clients/read and so on). Codes of the organization's own authorize are exchanged here too.";

/** OpenAPI descriptions of the authorization flow (platform spec 4.3 to 4.5), and of the endpoint that extensions call at startup. */
export const oauthDescriptions = {
  authorize: {
    operationId: "authorize",
    summary: "Send a seller's browser to authorize an extension",
    ...authorize(companyParams),
  },
  createOfflineToken: {
    operationId: "createOfflineToken",
    summary: "Exchange a code for an offline token, or refresh one",
    description: OFFLINE,
    ...token(companyParams, offlineTokenSchema),
  },
  createOnlineToken: {
    operationId: "createOnlineToken",
    summary: "Exchange a code for an online token",
    description: ONLINE,
    ...token(companyParams, onlineTokenSchema.or(offlineTokenSchema)),
  },
  authorizeForOrganization: {
    operationId: "authorizeForOrganization",
    summary: "Send a member's browser to authorize an extension for the organization",
    ...authorize(organizationParams),
  },
  createOrganizationOfflineToken: {
    operationId: "createOrganizationOfflineToken",
    summary: "Exchange an organization's code for an offline token, or refresh one",
    description: OFFLINE,
    ...token(organizationParams, offlineTokenSchema),
  },
  createOrganizationToken: {
    operationId: "createOrganizationToken",
    summary: "Get a token for the management API",
    description: MANAGEMENT,
    ...token(organizationParams, clientTokenSchema.or(onlineTokenSchema)),
  },
  pushRequest: {
    operationId: "pushRequest",
    summary: "Push an authorize request ahead of the browser",
    ...push(companyParams),
  },
  pushOrganizationRequest: {
    operationId: "pushOrganizationRequest",
    summary: "Push an organization's authorize request ahead of the browser",
    ...push(organizationParams),
  },
  introspectToken: {
    operationId: "introspectToken",
    summary: "Introspect a token",
    description:
      "RFC 7662. A client can introspect its own tokens, and a service key with `platform/introspect` every token. Anything else is inactive, without a reason.",
    ...forClients(
      tokenBodySchema,
      answered("200", "The state of the token and what it grants.", introspectionSchema),
    ),
  },
  revokeToken: {
    operationId: "revokeToken",
    summary: "Revoke a token",
    description:
      "RFC 7009. Revoking a refresh token also revokes its access tokens. The response is the same for a token that is unknown or belongs to another client.",
    ...forClients(
      tokenBodySchema,
      answered("200", "The token is not valid any more.", z.looseObject({})),
    ),
  },
  getExtensionDetails: {
    operationId: "getExtensionDetails",
    summary: "Get an extension's registration",
    description:
      "FDK SDKs call this at startup and do not start if one of their scopes is missing from `scope`.",
    tags: ["Extensions"],
    security: [{ client: [] }],
    requestParams: { path: z.object({ api_key: z.string().meta({ description: "API key." }) }) },
    responses: {
      ...answered("200", "The extension.", extensionDetailsSchema),
      ...describeErrors("oauth", ["invalid_client", "unauthorized_client", "too_many_requests"]),
    },
  },
} satisfies Record<string, Described>;

function authorize(path: z.ZodObject): Shared {
  const errors = describeErrors("oauth", [
    "invalid_request",
    "invalid_client",
    "access_denied",
    "not_found",
  ]);
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
      ...errors,
    },
  };
}

function token(path: z.ZodObject, answer: z.ZodType): Shared {
  return {
    requestParams: { path },
    ...forClients(tokenRequestBodySchema, answered("200", "The token. Never cached.", answer), [
      "invalid_grant",
      "invalid_scope",
      "unsupported_grant_type",
    ]),
  };
}

function push(path: z.ZodObject): Shared {
  return {
    description:
      "RFC 9126. The client sends the authorize parameters itself. They are checked as at authorize, and the response has a request_uri to send in their place.",
    requestParams: { path },
    ...forClients(
      pushRequestBodySchema,
      answered("201", "Where the request waits, for ten minutes.", pushedRequestSchema),
      ["invalid_scope", "unsupported_response_type"],
    ),
  };
}

function forClients(
  body: z.ZodType,
  success: ZodOpenApiResponsesObject,
  codes: readonly ErrorCode[] = [],
) {
  return {
    tags: ["Authorization"],
    security: [{ client: [] }],
    requestBody: jsonOrForm(body),
    responses: { ...success, ...describeErrors("oauth", [...codes, ...CLIENT_ERRORS]) },
  };
}

function answered(
  status: "200" | "201",
  description: string,
  schema: z.ZodType,
): ZodOpenApiResponsesObject {
  return { [status]: { description, content: jsonContent(schema) } };
}
