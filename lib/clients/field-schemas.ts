import { z } from "zod";
import {
  type FieldPath,
  type FieldRule,
  fieldRow,
  type GivenField,
  pathsWith,
} from "@/lib/clients/field-values";
import {
  bounds,
  clientTypes,
  listings,
  MAX_DRAFT_COMPANIES,
  refreshRotations,
} from "@/lib/clients/values";
import { parseBaseUrl, parseRedirectUrl } from "@/lib/core/addresses/registered-url";
import { bool, oneOf } from "@/lib/core/schemas/described";
import { companyIdSchema } from "@/lib/core/schemas/id-schema";
import { plainLine, plainText } from "@/lib/core/schemas/plain-text";
import {
  asCheck,
  publicLinkSchema,
  supportEmailSchema,
} from "@/lib/core/schemas/support-contact-schemas";
import { isScopeName, MAX_SCOPE_LENGTH, MAX_SCOPES } from "@/lib/protocol/scopes/scope-name";
import { grantTypes } from "@/lib/protocol/tokens/values";

const MAX_REDIRECT_URLS = 50;
const MAX_TAGS = 20;
/** More than there are: duplicates are ignored. */
const MAX_GRANTS = 20;

/** What requests may send as a part of `meta`. */
export const META_SCHEMAS = {
  name: plainLine(1, 120).meta({
    description: "Name of the client, shown to sellers on the consent page.",
    example: "Shipfast",
  }),
  description: plainText(2_000).meta({
    description: "Description of the client.",
    example: "Prints shipping labels.",
  }),
  tags: z
    .array(plainLine(1, 40))
    .max(MAX_TAGS, `must have at most ${MAX_TAGS} tags`)
    .transform((tags) => [...new Set(tags)])
    .meta({ description: "Tags of the client. Duplicates are ignored.", example: ["shipping"] }),
};

/** What requests may send as a part of `scopes`. */
export const SCOPES_SCHEMAS = {
  type: plainLine(1, 40).meta({
    description: "Type of the scope: whose data the client accesses.",
    example: "company",
  }),
  permissions: z
    .array(
      z
        .string()
        .refine(
          isScopeName,
          `must be at most ${MAX_SCOPE_LENGTH} printable ASCII characters without space, comma, quote or backslash`,
        ),
    )
    .max(MAX_SCOPES, `must name at most ${MAX_SCOPES} scopes`)
    .meta({
      description:
        "Scopes that the client may request, from the catalogue or any other. Duplicates are ignored, as is `offline_access`.",
      example: ["company/products/read", "company/orders/read"],
    }),
};

/** What requests may send for any other field. */
export const FIELD_SCHEMAS = {
  client_type: z.enum(clientTypes),
  listing: oneOf(listings).meta({ example: "unlisted" }),
  base_url: z.string().superRefine(asCheck(parseBaseUrl)).nullable().meta({
    description: "Base URL of the extension, to which `/fp/install` is appended; null for none.",
    example: "https://shipfast.example.com",
  }),
  redirect_urls: z
    .array(z.string().superRefine(asCheck(parseRedirectUrl)))
    .max(MAX_REDIRECT_URLS, `must have at most ${MAX_REDIRECT_URLS} addresses`)
    .transform((urls) => [...new Set(urls)])
    .meta({
      description:
        "Addresses to which authorize may redirect sellers. `https`, or `http` on 127.0.0.1, [::1] or localhost; no fragment, user name or wildcard; no query parameter named code, state, iss or error. Compared exactly.",
      example: ["https://shipfast.example.com/fp/auth"],
    }),
  access_token_lifetime: seconds(bounds.accessTokenLifetime).meta({
    description: "Lifetime of an offline access token, in seconds.",
    example: 3600,
  }),
  refresh_token_lifetime: seconds(bounds.refreshTokenLifetime).meta({
    description: "Lifetime of a refresh token in seconds, restarted with each use.",
    example: 31536000,
  }),
  refresh_rotation: z.enum(refreshRotations).meta({
    description:
      "What a refresh returns. `none`: the same refresh token. `confirm_on_use`: a new one, which replaces the old one when first used.",
  }),
  require_pkce: bool("Whether authorize rejects requests without `code_challenge` (RFC 7636)."),
  policy_uri: publicLinkSchema.nullable().meta({
    description:
      "Privacy policy of the extension, for sellers: `https` on a public host; null for none.",
    example: "https://shipfast.example.com/privacy",
  }),
  tos_uri: publicLinkSchema.nullable().meta({
    description:
      "Terms of service of the extension, for sellers: `https` on a public host; null for none.",
    example: "https://shipfast.example.com/terms",
  }),
  support_email: supportEmailSchema.nullable().meta({
    description: "Address at which sellers get help with the extension; null for none.",
    example: "support@shipfast.example.com",
  }),
  grants: z
    .array(oneOf(grantTypes))
    .max(MAX_GRANTS, `must name at most ${MAX_GRANTS} grants`)
    .transform((grants) => [...new Set(grants)])
    .meta({
      description: "Grants of the client (RFC 6749).",
      example: ["authorization_code", "refresh_token"],
    }),
  draft_companies: z
    .array(companyIdSchema)
    .max(MAX_DRAFT_COMPANIES, `must name at most ${MAX_DRAFT_COMPANIES} companies`)
    .transform((ids) => [...new Set(ids)].sort((left, right) => left - right))
    .meta({
      description:
        "Companies that may install the client while it is a draft. Duplicates are ignored.",
      example: [4711],
    }),
  is_active: z.boolean(),
} satisfies Record<Exclude<GivenField, `${string}.${string}`> | "is_active", z.ZodType>;

export const metaUserIdSchema = plainLine(1, 64).meta({
  description: "User associated with the client.",
  example: "6740f1c2a9d34e0b7c51f201",
});

/** A number of seconds within bounds. */
export function seconds({ min, max }: { min: number; max: number }) {
  const message = `must be a whole number of seconds from ${min} to ${max}`;
  return z.int(message).min(min, message).max(max, message);
}

type Schemas = typeof FIELD_SCHEMAS;
type NameWith<Rule> = keyof Schemas & FieldPath<Rule>;

export function schemasWith<const Rule extends FieldRule>(rule: Rule) {
  const names = pathsWith(rule).filter((path): path is NameWith<Rule> => path in FIELD_SCHEMAS);
  // `fromEntries` loses the name of each schema.
  return Object.fromEntries(names.map((name) => [name, FIELD_SCHEMAS[name]])) as {
    [Name in NameWith<Rule>]: Schemas[Name];
  };
}

/** The schemas of the fields that POST takes, with the values of a new client as defaults. */
export function newFieldSchemas() {
  const schemas = Object.entries<z.ZodType>(schemasWith({ isPortable: true }));
  return Object.fromEntries(
    schemas.map(([name, schema]) => [
      name,
      z._default(schema, fieldRow(name as NameWith<object>).initial),
    ]),
  ) as { [Name in NameWith<{ isPortable: true }>]: z.ZodDefault<Schemas[Name]> };
}
