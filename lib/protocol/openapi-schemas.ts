import { z } from "zod";
import { bool, integer, text } from "@/lib/core/schemas/described";
import { grantParameters, grantTypes } from "@/lib/protocol/tokens/values";

/** Placeholder for the random part of codes and tokens. */
const RANDOM = "Zx3Qa9…";

const scopeInput = z
  .union([z.string(), z.array(z.string())])
  .nullish()
  .meta({
    description: "Comma- or space-separated scopes, or a list. Default: all granted scopes.",
    example: "company/products/read,company/orders/read",
  });

const credentials = {
  client_id: text("API key; must equal Basic's.").optional(),
  client_secret: text("API secret; must equal Basic's.").optional(),
};

const ofGrants = Object.fromEntries(
  grantParameters.map(({ name, ...meta }) => [name, z.string().optional().meta(meta)]),
);

/** Body of a token request (platform spec 4.4 and 4.5); unknown fields are ignored. */
export const tokenRequestBodySchema = z
  .looseObject({ grant_type: z.enum(grantTypes), ...ofGrants, ...credentials, scope: scopeInput })
  .meta({ id: "TokenRequest" });

const accessTokenFields = {
  access_token: text("For `Authorization: Bearer`.", `lko_${RANDOM}`),
  token_type: z.string().meta({ example: "Bearer" }),
  expires_in: text(
    "Seconds. A number if the request was a form or was signed by an FDK SDK (x-fp-date and x-fp-signature).",
    "3600",
  ),
  expires_at: z.iso.datetime().meta({ example: "2026-11-21T10:30:00.000Z" }),
  scope: text(
    "Comma-separated. Space-separated if the request was a form; an array if an FDK SDK signed it.",
    "company/products/read,company/orders/read",
  ),
};

/** Offline token response (platform spec 2.6). */
export const offlineTokenSchema = z
  .looseObject({
    ...accessTokenFields,
    refresh_token: text(
      "In every offline and refresh response. It stays the same unless the client uses rotation.",
      `lkr_${RANDOM}`,
    ),
  })
  .meta({ id: "OfflineToken" });

/** Online token response (platform spec 2.7). */
export const onlineTokenSchema = z
  .looseObject({
    ...accessTokenFields,
    current_user: z
      .looseObject({
        _id: z.string().meta({ example: "6740f1c2a9d34e0b7c51f201" }),
        id: z.string().meta({ example: "6740f1c2a9d34e0b7c51f201" }),
        first_name: z.string().meta({ example: "Asha" }),
        last_name: z.string().meta({ example: "Rao" }),
        username: z.string().meta({ example: "asha@example.com" }),
        emails: z.array(
          z.looseObject({
            email: z.string().meta({ example: "asha@example.com" }),
            primary: z.boolean(),
            verified: bool(
              "Whether a mailed link, or the platform's sign-in, has proved that the address is the person's.",
              true,
            ),
          }),
        ),
      })
      .meta({ description: "The authorizing seller." }),
  })
  .meta({ id: "OnlineToken" });

/** Response to client_credentials, without a seller and a refresh token. */
export const clientTokenSchema = z.looseObject(accessTokenFields).meta({ id: "ClientToken" });

/** The data that an SDK reads about its own extension at startup. */
export const extensionDetailsSchema = z
  .looseObject({
    _id: z.string().meta({ example: "6740f1c2a9d34e0b7c51f1ab" }),
    api_key: z.string().meta({ example: "6740f1c2a9d34e0b7c51f1aa" }),
    name: z.string().meta({ example: "Shipfast" }),
    base_url: z.string().nullable().meta({ example: "https://shipfast.example.com" }),
    scope: z.array(z.string()).meta({ example: ["company/products/read"] }),
    extension_type: z.string().meta({ example: "public" }),
    organization_id: z.string().meta({ example: "6740f1c2a9d34e0b7c51f0ff" }),
  })
  .meta({ id: "ExtensionDetails" });

const UNLESS_PUSHED = "Required unless `request_uri` is sent.";

const authorizeParameters = {
  redirect_uri: text(
    `A registered redirect URL, exactly; it may carry \`application_id\` beyond what is registered. ${UNLESS_PUSHED}`,
    "https://shipfast.example.com/fp/auth",
  ),
  response_type: z.literal("code").meta({ description: UNLESS_PUSHED }),
  scope: text(
    `Comma-separated scopes. ${UNLESS_PUSHED}`,
    "company/products/read,company/orders/read",
  ),
  state: text("Random string, returned unchanged.", "af0ifjsldkj"),
  prompt: z.enum(["none", "consent"]).meta({
    example: "consent",
    description:
      "`none` shows no page and returns login_required or consent_required to redirect_uri instead; `consent` asks for consent even if nothing changed.",
  }),
  code_challenge: text("PKCE (RFC 7636).", "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM"),
  code_challenge_method: z.literal("S256"),
};

/** Query of authorize (platform spec 4.3). */
export const authorizeQuerySchema = z.object({
  ...z.object(authorizeParameters).partial().shape,
  client_id: text("API key."),
  request_uri: z.string().optional().meta({
    description:
      "From a pushed authorization request (RFC 9126). Replaces all other parameters except client_id.",
  }),
});

/** Body of a pushed authorization request (RFC 9126). */
export const pushRequestBodySchema = z
  .looseObject({ ...z.object(authorizeParameters).partial().shape, ...credentials })
  .meta({ id: "PushRequestBody" });

/** Body of introspection and revocation. */
export const tokenBodySchema = z
  .looseObject({
    token: text("An access or refresh token.", `lko_${RANDOM}`),
    ...credentials,
  })
  .meta({ id: "TokenBody" });

/** Response of introspection (RFC 7662 section 2.2). */
export const introspectionSchema = z
  .looseObject({
    active: bool("If false, there are no other fields."),
    iss: z.string().optional().meta({ example: "http://127.0.0.1:3000" }),
    client_id: z.string().optional().meta({ example: "6740f1c2a9d34e0b7c51f1aa" }),
    sub: text("The seller, or the client's system user.", "6740f1c2a9d34e0b7c51f201").optional(),
    username: z.string().optional().meta({ example: "asha@example.com" }),
    scope: text(
      "Space-separated (RFC 7662).",
      "company/products/read company/orders/read",
    ).optional(),
    token_type: z.string().optional().meta({ example: "Bearer" }),
    access_mode: z.enum(["online", "offline"]).optional(),
    caller: z.enum(["seller", "system_user"]).optional().meta({ description: "For API logs." }),
    company_id: z.int().optional().meta({ example: 42 }),
    organization_id: z.string().optional(),
    iat: integer("Seconds since 1970.", 1795253400).optional(),
    exp: integer("Seconds since 1970.", 1795275000).optional(),
  })
  .meta({ id: "Introspection" });

/** Response to a pushed authorization request (RFC 9126 section 2.2). */
export const pushedRequestSchema = z
  .looseObject({
    request_uri: text(
      "Send it to authorize with client_id.",
      `urn:ietf:params:oauth:request_uri:${RANDOM}`,
    ),
    expires_in: integer("Seconds.", 600),
  })
  .meta({ id: "PushedRequest" });
