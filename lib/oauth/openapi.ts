import { z } from "zod";
import type { ZodOpenApiOperationObject } from "zod-openapi";
import { type ErrorCode, errorTable } from "@/lib/errors";
import { oauthErrorSchema } from "@/lib/http/error-schemas";
import type { Operation } from "@/lib/http/operation";
import {
  authorizeQuerySchema,
  clientTokenSchema,
  extensionDetailsSchema,
  offlineTokenSchema,
  onlineTokenSchema,
  tokenRequestBodySchema,
} from "@/lib/oauth/openapi-schemas";

const PREFIX = "/service/panel/authentication/v1.0";

const ofCompany = z.object({
  company_id: z.string().meta({ description: "The seller company.", example: "42" }),
});
const ofOrganization = z.object({
  organization_id: z.string().meta({
    description: "The organization.",
    example: "6740f1c2a9d34e0b7c51f0ff",
  }),
});

const token = (
  operation: Pick<ZodOpenApiOperationObject, "requestParams" | "summary"> & {
    operationId: string;
    description: string;
    answer: z.ZodType;
  },
) => {
  const { answer, ...described } = operation;
  return {
    ...described,
    tags: ["Authorization"],
    security: [{ client: [] }],
    requestBody: {
      required: true,
      content: {
        "application/json": { schema: tokenRequestBodySchema },
        "application/x-www-form-urlencoded": { schema: tokenRequestBodySchema },
      },
    },
    responses: {
      "200": {
        description: "The token. Never cached.",
        content: { "application/json": { schema: answer } },
      },
      "400": refusals(
        "invalid_request",
        "invalid_grant",
        "invalid_scope",
        "unauthorized_client",
        "unsupported_grant_type",
      ),
      "401": refusals("invalid_client"),
      "413": refusals("payload_too_large"),
      "415": refusals("unsupported_media_type"),
    },
  };
};

/** The authorization flow (document 4.3 to 4.5) and what extensions ask at start-up. */
export const oauthOperations: readonly Operation[] = [
  {
    method: "get",
    path: `${PREFIX}/company/{company_id}/oauth/authorize`,
    operation: {
      operationId: "authorize",
      summary: "Send a seller's browser to authorize an extension",
      description:
        "Asks the seller to sign in and, the first time or when the scopes differ, to consent; then sends the browser to redirect_uri with code, state, client_id and company_id. A seller who says no stays here: redirect_uri gets no call. Nothing is redirected before client_id and redirect_uri are verified.",
      tags: ["Authorization"],
      security: [{ session: [] }, {}],
      requestParams: { path: ofCompany, query: authorizeQuerySchema },
      responses: {
        "302": {
          description:
            "To sign in, to the consent page or, once client_id and redirect_uri are verified, to redirect_uri with a code or an error.",
        },
        "400": page("The client or redirect_uri cannot be verified, or the request is malformed."),
        "403": page("The signed-in person is not a member of the company."),
      },
    },
  },
  {
    method: "post",
    path: `${PREFIX}/company/{company_id}/oauth/offline-token`,
    operation: token({
      operationId: "createOfflineToken",
      summary: "Exchange a code for an offline token, or refresh one",
      description:
        "For background work; lives as long as the client's access_token_lifetime says (1 hour unless changed) and can be refreshed again and again. Calls made with it stand in API logs under the client's system user. A code works once here and once at `token`.",
      requestParams: { path: ofCompany },
      answer: offlineTokenSchema,
    }),
  },
  {
    method: "post",
    path: `${PREFIX}/company/{company_id}/oauth/token`,
    operation: token({
      operationId: "createOnlineToken",
      summary: "Exchange a code for an online token",
      description:
        "Links the seller to the calls in API logs; lives 6 hours and has no refresh token: run authorize again. With refresh_token in the body this refreshes an offline token, as FDK SDKs do, and answers as `offline-token` does. A code works once here and once at `offline-token`.",
      requestParams: { path: ofCompany },
      answer: onlineTokenSchema.or(offlineTokenSchema),
    }),
  },
  {
    method: "post",
    path: `${PREFIX}/organization/{organization_id}/oauth/token`,
    operation: token({
      operationId: "createOrganizationToken",
      summary: "Get a token for the management API",
      description:
        "grant_type=client_credentials by one of the organization's clients that has the grant client_credentials and the scopes organization/clients/read, organization/clients/write or organization/clients/secrets.",
      requestParams: { path: ofOrganization },
      answer: clientTokenSchema,
    }),
  },
  {
    method: "get",
    path: "/service/panel/partners/v1.0/extensions/details/{api_key}",
    operation: {
      operationId: "getExtensionDetails",
      summary: "What an extension is registered with",
      description:
        "FDK SDKs ask this at start-up, and refuse to start when a scope of theirs is not in `scope`.",
      tags: ["Extensions"],
      security: [{ client: [] }],
      requestParams: { path: z.object({ api_key: z.string().meta({ description: "API key." }) }) },
      responses: {
        "200": {
          description: "The extension.",
          content: { "application/json": { schema: extensionDetailsSchema } },
        },
        "401": refusals("invalid_client"),
      },
    },
  },
];

function refusals(...codes: ErrorCode[]) {
  return {
    description: codes.map((code) => `\`${code}\`: ${errorTable[code].title}.`).join(" "),
    content: { "application/json": { schema: oauthErrorSchema } },
  };
}

function page(description: string) {
  return { description, content: { "text/html": { schema: z.string() } } };
}
